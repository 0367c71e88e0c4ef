package dev.handoffledger.cli;

import com.fasterxml.jackson.databind.JsonNode;
import dev.handoffledger.cli.internal.http.LedgerClient;
import dev.handoffledger.cli.internal.http.Query;
import dev.handoffledger.cli.internal.text.Span;
import dev.handoffledger.cli.internal.text.TextOutput;
import dev.handoffledger.cli.internal.view.Tables.ItemTable;
import java.util.ArrayList;
import java.util.List;

/** Prints a list of the server: one page, or all of them. */
final class Listing {
  private final HandoffCommand handoff;
  private final PageOptions pages;

  Listing(HandoffCommand handoff, PageOptions pages) {
    this.handoff = handoff;
    this.pages = pages;
  }

  /**
   * @param query without limit and cursor
   * @param hint what to do next if the list is empty
   */
  void print(Query query, ItemTable table, String hint, String... path) {
    pages.addTo(query);
    if (handoff.isJson()) {
      printJson(query, path);
    } else {
      printText(query, table, hint, path);
    }
  }

  private void printJson(Query query, String... path) {
    if (!pages.all()) {
      handoff.printJson(handoff.ledger().get(query, path));
      return;
    }
    JsonNode page;
    do {
      page = page(query, path);
      page.path("items").forEach(item -> handoff.terminal().json(handoff.toJson(item)));
    } while (advance(query, page));
  }

  private void printText(Query query, ItemTable table, String hint, String... path) {
    TextOutput text = handoff.terminal().text();
    boolean empty = true;
    JsonNode page;
    do {
      page = page(query, path);
      List<JsonNode> items = new ArrayList<>();
      page.path("items").forEach(items::add);
      if (!items.isEmpty()) {
        empty = false;
        table.print(items);
      }
    } while (pages.all() && advance(query, page));
    if (empty) {
      text.line(Span.plain(hint));
    } else if (!pages.all() && page.path("next").isTextual()) {
      text.blank();
      text.line(
          Span.quiet("There is more: add --all, or --cursor " + page.get("next").textValue()));
    }
  }

  private JsonNode page(Query query, String... path) {
    LedgerClient ledger = handoff.ledger();
    return ledger.parse(ledger.get(query, path));
  }

  private boolean advance(Query query, JsonNode page) {
    if (!page.path("next").isTextual() || handoff.terminal().outputIsClosed()) {
      return false;
    }
    query.with("cursor", page.get("next").textValue());
    return true;
  }
}
