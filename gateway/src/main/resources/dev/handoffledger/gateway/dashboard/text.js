/** Texts as people can read them. Pure functions: everything in here runs without a browser. */

const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;
const INVISIBLE = /[\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** A text in which no character hides or moves another: control and invisible ones are named. */
export function visible(text) {
  return String(text)
    .replace(CONTROL, (character) =>
      character < " " ? String.fromCharCode(0x2400 + character.charCodeAt(0)) : named(character))
    .replace(INVISIBLE, named);
}

function named(character) {
  return `⟨U+${character.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`;
}

/** The beginning of a text, and how many characters more it has. */
export function clip(text, length) {
  if (text.length <= length) {
    return { shown: text, more: 0 };
  }
  const splitsPair = /[\ud800-\udbff]/.test(text[length - 1]);
  const end = splitsPair ? length - 1 : length;
  return { shown: text.slice(0, end), more: text.length - end };
}

/** An id as one recognises it: the first digits of its hash. */
export function shortId(id) {
  return String(id).replace(/^sha256:/, "").slice(0, 10);
}

const UNITS = [
  ["d", 86_400],
  ["h", 3_600],
  ["min", 60],
  ["s", 1],
];

/** A length of time in its two largest units, for example {@code 2 h 5 min}. */
export function duration(milliseconds) {
  let seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const first = UNITS.findIndex(([, size]) => seconds >= size);
  if (first < 0) {
    return "0 s";
  }
  const parts = [];
  for (const [unit, size] of UNITS.slice(first, first + 2)) {
    const count = Math.floor(seconds / size);
    seconds -= count * size;
    if (count > 0) {
      parts.push(`${count} ${unit}`);
    }
  }
  return parts.join(" ");
}

/** A time in the reader's zone, to the second. */
export function clock(iso) {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) {
    return String(iso);
  }
  const two = (number) => String(number).padStart(2, "0");
  return (
    `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ` +
    `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}`
  );
}

/** A number of bytes. */
export function bytes(size) {
  if (size < 1024) {
    return `${size} B`;
  }
  return size < 1024 * 1024
    ? `${(size / 1024).toFixed(1)} KiB`
    : `${(size / 1024 / 1024).toFixed(1)} MiB`;
}

/** A word of the API, as words: {@code changes_requested} is {@code changes requested}. */
export function words(code) {
  return String(code).replaceAll("_", " ");
}

/** How often each key occurs, the most frequent first. */
export function tally(items, key) {
  const counts = new Map();
  for (const item of items) {
    const name = key(item);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].sort((one, other) => other[1] - one[1] || (one[0] < other[0] ? -1 : 1));
}
