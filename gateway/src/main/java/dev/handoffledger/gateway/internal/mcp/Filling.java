package dev.handoffledger.gateway.internal.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.handoffledger.projections.Page;
import dev.handoffledger.schemas.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** One answer while it is filled up to its budget. */
final class Filling {
  private static final int BRACES = 2;
  private static final int LONGEST_PAGE = 50;
  private static final int DIGEST_DIGITS = 16;

  /** What {@code part}, {@code more} and {@code next_cursor} take beside their texts. */
  private static final int TAIL = 400;

  /** A shorter part of a text is not worth the call that it costs. */
  private static final int SHORTEST_PART = 500;

  private final Budget budget;
  private final List<Map.Entry<String, JsonNode>> members;
  private final Answer.Listing list;
  private final ObjectNode filled = JsonNodeFactory.instance.objectNode();
  private int used = BRACES;
  private boolean hasContent;
  private boolean hasPart;

  Filling(Budget budget, Answer answer) {
    this.budget = budget;
    answer.notice().ifPresent(notice -> put("notice", TextNode.valueOf(notice)));
    this.members = new ArrayList<>(answer.members().properties());
    this.list = answer.list();
  }

  ObjectNode from(Cursor from) {
    Cursor next = from;
    if (from == null || from.member() != null) {
      next = fillMembers(from);
      if (next != null || list == null) {
        return ended(next);
      }
    }
    if (list == null) {
      throw Cursor.notACursor();
    }
    return ended(fillList(next == null ? Cursor.ofPage(null) : next));
  }

  private ObjectNode ended(Cursor next) {
    if (next != null) {
      filled.put("more", budget.onwards());
      if (budget.continued()) {
        filled.put("next_cursor", next.text());
      }
    }
    return filled;
  }

  /** Returns where the next answer begins, or null once all members are given. */
  private Cursor fillMembers(Cursor from) {
    int first = from == null ? 0 : indexOf(from.member());
    for (int i = first; i < members.size(); i++) {
      String name = members.get(i).getKey();
      JsonNode value = members.get(i).getValue();
      boolean isLast = i == members.size() - 1 && list == null;
      Cursor at = i == first && from != null ? from : Cursor.ofMember(name, 0, 0, digest(value));
      Cursor next = fillMember(name, value, at, isLast);
      if (next != null) {
        return next;
      }
    }
    return null;
  }

  private Cursor fillMember(String name, JsonNode value, Cursor at, boolean isLast) {
    boolean isBegun = at.item() > 0 || at.offset() > 0;
    if (isBegun && !digest(value).equals(at.digest())) {
      throw Cursor.changed();
    }
    int size = size(name, value);
    if (!isBegun && size <= room(isLast ? 0 : tail(null))) {
      set(name, value);
      return null;
    }
    if (hasContent && (hasPart || (!isSplittable(value) && fitsAlone(size)))) {
      return at;
    }
    return value.isArray() ? fillArray(name, value, at) : fillText(name, value, at, -1);
  }

  private Cursor fillArray(String name, JsonNode array, Cursor at) {
    if (at.item() >= array.size()) {
      throw Cursor.notACursor();
    }
    ArrayNode slice = filled.arrayNode();
    int room = room(tail(null)) - size(name, slice);
    int to = at.item();
    while (at.offset() == 0 && to < array.size() && fits(array.get(to), room)) {
      room -= itemSize(array.get(to));
      slice.add(array.get(to));
      to++;
    }
    if (to == at.item()) {
      boolean isAlone = !hasContent || at.offset() > 0;
      return isAlone ? fillText(name, array, at, at.item()) : at;
    }
    set(name, slice);
    setPart(part(name, at.item(), to, array.size()));
    return to == array.size() ? null : Cursor.ofMember(name, to, 0, at.digest());
  }

  /**
   * Gives a part of a text.
   *
   * @param item which item of the array is given as text, or -1 if the member itself is
   */
  private Cursor fillText(String name, JsonNode value, Cursor at, int item) {
    String text = SafeJson.of(item < 0 ? value : value.get(item));
    if (at.offset() > text.length() || (item < 0 && at.item() > 0)) {
      throw Cursor.notACursor();
    }
    int room = room(tail(null));
    if (room < SHORTEST_PART && hasContent) {
      return at;
    }
    int to = end(text, at.offset(), room);
    ObjectNode part = part(name, at.offset(), to, text.length());
    if (item >= 0) {
      part.put("item", item);
    }
    setPart(part.put("text", text.substring(at.offset(), to)));
    if (to < text.length()) {
      return Cursor.ofMember(name, Math.max(item, 0), to, at.digest());
    }
    return item >= 0 && item + 1 < value.size()
        ? Cursor.ofMember(name, item + 1, 0, at.digest())
        : null;
  }

  private Cursor fillList(Cursor at) {
    String page = at.page();
    if (at.offset() > 0) {
      return fillItemText(at);
    }
    Page<? extends JsonNode> asked = ask(page, LONGEST_PAGE);
    while (true) {
      int room =
          room(Math.max(tail(page), tail(asked.next()))) - size(list.name(), filled.arrayNode());
      int fitting = 0;
      while (fitting < asked.items().size() && fits(asked.items().get(fitting), room)) {
        room -= itemSize(asked.items().get(fitting));
        fitting++;
      }
      if (fitting == asked.items().size()) {
        asked.items().forEach(filled.withArray(list.name())::add);
        return asked.next() == null ? null : Cursor.ofPage(asked.next());
      }
      if (fitting == 0) {
        return hasContent ? Cursor.ofPage(page) : fillItemText(at);
      }
      // Only the ledger knows the cursor after the last of those that fit.
      asked = ask(page, fitting);
    }
  }

  /** Gives a part of the first item of a page, which is longer than an answer may be. */
  private Cursor fillItemText(Cursor at) {
    Page<? extends JsonNode> asked = ask(at.page(), 1);
    if (asked.items().isEmpty()) {
      throw Cursor.changed();
    }
    JsonNode value = asked.items().get(0);
    String text = SafeJson.of(value);
    if (at.offset() > 0 && !digest(value).equals(at.digest())) {
      throw Cursor.changed();
    }
    if (at.offset() > text.length()) {
      throw Cursor.notACursor();
    }
    int to = end(text, at.offset(), room(Math.max(tail(at.page()), tail(asked.next()))));
    setPart(
        part(list.name(), at.offset(), to, text.length())
            .put("text", text.substring(at.offset(), to)));
    if (to < text.length()) {
      return new Cursor(null, 0, to, digest(value), at.page());
    }
    return asked.next() == null ? null : Cursor.ofPage(asked.next());
  }

  private Page<? extends JsonNode> ask(String page, int limit) {
    try {
      return list.pages().apply(page, limit);
    } catch (IllegalArgumentException e) {
      throw Cursor.notACursor();
    }
  }

  private int indexOf(String name) {
    for (int i = 0; i < members.size(); i++) {
      if (members.get(i).getKey().equals(name)) {
        return i;
      }
    }
    throw Cursor.notACursor();
  }

  private static boolean isSplittable(JsonNode value) {
    return value.isArray() && !value.isEmpty();
  }

  private boolean fitsAlone(int size) {
    return size <= budget.maxChars() - BRACES - tail(null);
  }

  private static boolean fits(JsonNode item, int room) {
    return itemSize(item) <= room;
  }

  private int room(int tail) {
    return budget.maxChars() - used - tail;
  }

  private int tail(String page) {
    int encodedPage = page == null ? 0 : SafeJson.of(TextNode.valueOf(page)).length() * 4 / 3;
    return TAIL + budget.onwards().length() + encodedPage;
  }

  private void put(String name, JsonNode value) {
    filled.set(name, value);
    used += size(name, value);
  }

  private void set(String name, JsonNode value) {
    put(name, value);
    hasContent = true;
  }

  private void setPart(ObjectNode part) {
    set("part", part);
    hasPart = true;
  }

  private static ObjectNode part(String member, int from, int to, int of) {
    return JsonNodeFactory.instance
        .objectNode()
        .put("member", member)
        .put("from", from)
        .put("to", to)
        .put("of", of);
  }

  private static int size(String name, JsonNode value) {
    return SafeJson.of(TextNode.valueOf(name)).length() + 1 + itemSize(value);
  }

  private static int itemSize(JsonNode value) {
    return SafeJson.of(value).length() + 1;
  }

  /** Where a text ends that takes at most so much room as a JSON string. */
  private static int end(String text, int from, int room) {
    int left = room;
    int to = from;
    while (to < text.length()) {
      int c = text.codePointAt(to);
      left -= c == '"' || c == '\\' ? 2 : Character.charCount(c);
      if (left < 0) {
        break;
      }
      to += Character.charCount(c);
    }
    return to;
  }

  private static String digest(JsonNode value) {
    return Sha256.hex(value.toString().getBytes(StandardCharsets.UTF_8))
        .substring(0, DIGEST_DIGITS);
  }
}
