/**
 * The lines of a JSON text, and which value stands in which: what a JSON pointer (RFC 6901) points at
 * is found even where the text ends in an error. Pure functions; nothing is recursive, since the text
 * may be nested as deep as it likes.
 */

const TOKEN =
  /[ \t\r\n]+|[{}[\],:]|-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** The token at an offset, or null if there is none. */
function tokenAt(text, at) {
  if (text[at] === '"') {
    const end = endOfString(text, at + 1);
    return end < 0 ? null : text.slice(at, end);
  }
  TOKEN.lastIndex = at;
  return TOKEN.exec(text)?.[0] ?? null;
}

// By hand: a regular expression runs out of stack in a text of some megabytes.
function endOfString(text, from) {
  for (let at = from; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      return at + 1;
    }
    if (code === 0x5c) {
      ESCAPE.lastIndex = at;
      const escape = ESCAPE.exec(text);
      if (!escape) {
        return -1;
      }
      at += escape[0].length;
    } else if (code < 0x20) {
      return -1;
    } else {
      at += 1;
    }
  }
  return -1;
}

/**
 * Reads a JSON text.
 *
 * @returns `values` in the order of the text, each with the index of the value that holds it (-1 for
 *     the whole), its step of a JSON pointer from there, and where it starts (a member's value where
 *     its name starts); `tokens`, all but white space; and `error`, the offset at which the text stops
 *     being JSON, or null
 */
export function scan(text) {
  const values = [];
  const tokens = [];
  // Objects and arrays that have not ended, with their place among the values.
  const open = [];
  let expects = "value";
  let next = { step: "", start: null };
  const stop = (error) => ({ values, tokens, error });

  for (let at = 0; at < text.length; ) {
    const token = tokenAt(text, at);
    if (token === null) {
      return stop(at);
    }
    const start = at;
    at += token.length;
    if (/^[ \t\r\n]/.test(token)) {
      continue;
    }
    const top = open.at(-1);
    const closes = (token === "}" && top?.object) || (token === "]" && top && !top.object);
    if (closes && (expects === "end" || top.empty)) {
      open.pop();
      expects = open.length ? "end" : "nothing";
    } else if (expects === "end" && token === ",") {
      expects = top.object ? "name" : "value";
      if (!top.object) {
        top.count += 1;
        next = { step: String(top.count), start: null };
      }
    } else if (expects === "name" && token[0] === '"') {
      top.empty = false;
      next = { step: JSON.parse(token), start };
      expects = "colon";
    } else if (expects === "colon" && token === ":") {
      expects = "value";
    } else if (expects === "value" && !"}],:".includes(token)) {
      if (top) {
        top.empty = false;
      }
      values.push({ parent: top?.value ?? -1, step: next.step, start: next.start ?? start });
      if (token === "{" || token === "[") {
        const object = token === "{";
        open.push({ object, value: values.length - 1, count: 0, empty: true });
        expects = object ? "name" : "value";
        next = { step: "0", start: null };
      } else {
        expects = open.length ? "end" : "nothing";
      }
    } else {
      return stop(start);
    }
    tokens.push({ text: token, start });
  }
  return stop(expects === "nothing" ? null : text.length);
}

/** The offsets at which the lines of a text start. */
export function lineStarts(text) {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
    starts.push(at + 1);
  }
  return starts;
}

/** The index of the line that an offset is in. */
export function lineOf(starts, offset) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= offset) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low;
}

/** A JSON text with one value a line. Names and values stay as they are written, twins included. */
export function pretty(tokens) {
  let text = "";
  let depth = 0;
  const line = () => `\n${"  ".repeat(Math.min(depth, 40))}`;
  tokens.forEach(({ text: token }, index) => {
    const opens = token === "{" || token === "[";
    const closesAtOnce = opens && "}]".includes(tokens[index + 1]?.text ?? " ");
    const isOpened = index > 0 && "{[".includes(tokens[index - 1].text);
    if ((token === "}" || token === "]") && !isOpened) {
      depth -= 1;
      text += line() + token;
    } else if (opens && !closesAtOnce) {
      depth += 1;
      text += token + line();
    } else if (token === ",") {
      text += token + line();
    } else {
      text += token === ":" ? ": " : token;
    }
  });
  return text;
}

/**
 * The lines of an artifact with what there is to say beside each.
 *
 * @param remarks problems or warnings, each with a pointer
 * @param layout `raw`, or `pretty`, which an artifact that is no JSON does not have
 * @returns `lines`, each with its text and remarks, and whether it `isJson`
 */
export function annotate(text, remarks, layout) {
  const asPublished = scan(text);
  const isJson = asPublished.error === null;
  const shown = isJson && layout === "pretty" ? pretty(asPublished.tokens) : text;
  const { values, error } = shown === text ? asPublished : scan(shown);
  const starts = lineStarts(shown);
  const find = finder(values);

  const lines = starts.map((start, index) => ({
    text: shown.slice(start, index + 1 < starts.length ? starts[index + 1] - 1 : undefined),
    remarks: [],
  }));
  for (const remark of remarks) {
    const pointer = remark.pointer ?? "";
    const offset = pointer === "" && error !== null ? error : find(pointer);
    lines[lineOf(starts, offset)].remarks.push(remark);
  }
  return { lines, isJson };
}

/**
 * Finds where a JSON pointer points at: the offset of the value, or of the nearest one that holds it
 * and is there.
 */
export function finder(values) {
  // A pointer for each value would be as long as the text is deep.
  const indices = new Map();
  // Of two members with one name the second is the one that is told of.
  values.forEach(({ parent, step }, index) => indices.set(`${parent}/${step}`, index));
  return (pointer) => {
    let at = 0;
    for (const step of pointer.split("/").slice(1)) {
      const next = indices.get(`${at}/${step.replaceAll("~1", "/").replaceAll("~0", "~")}`);
      if (next === undefined) {
        break;
      }
      at = next;
    }
    return values[at]?.start ?? 0;
  };
}
