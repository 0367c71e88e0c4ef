import assert from "node:assert/strict";
import { test } from "node:test";
import { bytes, clip, duration, shortId, tally, visible, words } from "../../main/resources/dev/handoffledger/gateway/dashboard/text.js";

test("control characters are named", () => {
  assert.equal(visible("a\u0000b\u001b[31m\u007f\u0085"), "a␀b␛[31m⟨U+007F⟩⟨U+0085⟩");
});

test("characters that turn the direction of text are named", () => {
  assert.equal(visible("user\u202etxt.exe\u2066"), "user⟨U+202E⟩txt.exe⟨U+2066⟩");
});

test("invisible characters are named, tags of plane 14 too", () => {
  assert.equal(visible("a\u200bb\u{e0041}"), "a⟨U+200B⟩b⟨U+E0041⟩");
});

test("letters of any script stay", () => {
  assert.equal(visible("שלום, 你好 👍\n\tx"), "שלום, 你好 👍\n\tx");
});

test("clipped text says how much is left out", () => {
  assert.deepEqual(clip("abcdef", 4), { shown: "abcd", more: 2 });
  assert.deepEqual(clip("abcd", 4), { shown: "abcd", more: 0 });
});

test("clipping does not split a surrogate pair", () => {
  assert.deepEqual(clip("ab👍d", 3), { shown: "ab", more: 3 });
});

test("duration has its two largest units", () => {
  assert.equal(duration(0), "0 s");
  assert.equal(duration(59_999), "59 s");
  assert.equal(duration(3_600_000), "1 h");
  assert.equal(duration(7_500_000), "2 h 5 min");
  assert.equal(duration(90_061_000), "1 d 1 h");
  assert.equal(duration(-5), "0 s");
});

test("bytes have the unit that suits them", () => {
  assert.equal(bytes(12), "12 B");
  assert.equal(bytes(1536), "1.5 KiB");
  assert.equal(bytes(4 * 1024 * 1024), "4.0 MiB");
});

test("short id has the first digits of the hash", () => {
  assert.equal(shortId(`sha256:${"0b".repeat(32)}`), "0b0b0b0b0b");
});

test("code reads as words", () => {
  assert.equal(words("changes_requested"), "changes requested");
});

test("tally has the most frequent first, equals by name", () => {
  assert.deepEqual(tally(["b", "a", "c", "c"], (each) => each), [["c", 2], ["a", 1], ["b", 1]]);
});
