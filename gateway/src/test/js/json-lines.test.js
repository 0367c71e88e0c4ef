import assert from "node:assert/strict";
import { test } from "node:test";
import { annotate, finder, pretty, scan } from "../../main/resources/dev/handoffledger/gateway/dashboard/json-lines.js";

const remark = (pointer) => ({ code: "x", pointer, message: "Change it." });

/** The lines with a remark, counted from 1. */
function remarked(text, pointer, layout = "raw") {
  return annotate(text, [remark(pointer)], layout)
    .lines.flatMap((line, index) => (line.remarks.length ? [index + 1] : []));
}

const DOCUMENT = `{
  "a": {"b/c": 1, "~": 2},
  "list": [
    "one",
    {"deep": true}
  ]
}`;

test("pointer to a member is at the line of its name", () => {
  assert.deepEqual(remarked('{\n"a":\n\n1}', "/a"), [2]);
});

test("pointer to an element is at its line", () => {
  assert.deepEqual(remarked(DOCUMENT, "/list/1/deep"), [5]);
});

test("escaped steps of a pointer are found", () => {
  const find = finder(scan(DOCUMENT).values);
  assert.equal(find("/a/b~1c"), DOCUMENT.indexOf('"b/c"'));
  assert.equal(find("/a/~0"), DOCUMENT.indexOf('"~"'));
});

test("pointer to a member that is missing is at the object that lacks it", () => {
  assert.deepEqual(remarked(DOCUMENT, "/list/1/missing/further"), [5]);
});

test("pointer to the whole is at the first line", () => {
  assert.deepEqual(remarked(DOCUMENT, ""), [1]);
});

test("text that is no JSON has its problem where it stops being JSON", () => {
  assert.deepEqual(remarked('{"a": 1,\n"b": }', ""), [2]);
});

test("text that ends too early has its problem at its end", () => {
  assert.deepEqual(remarked('{"a": 1,\n\n', ""), [3]);
});

test("what was read before an error is still found", () => {
  assert.deepEqual(remarked('{"a":\n{"b": 1},\n!', "/a/b"), [2]);
});

test("second of two members with one name is the one pointed at", () => {
  assert.deepEqual(remarked('{"a": 1,\n"a": 2}', "/a"), [2]);
});

test("pretty layout keeps numbers, twins and escapes as they are", () => {
  const text = '{"n":1.10e2,"n":9007199254740993,"s":"\\u0041","empty":{},"none":[]}';
  assert.equal(
    pretty(scan(text).tokens),
    '{\n  "n": 1.10e2,\n  "n": 9007199254740993,\n  "s": "\\u0041",\n  "empty": {},\n  "none": []\n}',
  );
});

test("pretty layout moves remarks to their new lines", () => {
  assert.deepEqual(remarked('{"a":1,"b":[1,2]}', "/b/1", "pretty"), [5]);
});

test("what is no JSON has no pretty layout", () => {
  const { lines, isJson } = annotate('{"a":1', [], "pretty");
  assert.equal(isJson, false);
  assert.deepEqual(lines.map((line) => line.text), ['{"a":1']);
});

for (const bad of ["", "{", "[1,]", "{,}", '{"a"}', '{"a":}', "[1 2]", "1 2", "tru", '"\n"', '"\\x"', "01", "]", ",", "{1:2}", '{"a":1,}', "[,1]", "\ufeff{}"]) {
  test(`is no JSON: ${JSON.stringify(bad)}`, () => assert.notEqual(scan(bad).error, null));
}

for (const good of ["{}", "[]", " 1 ", '"\\ud83d"', "[[],{}]", '{"":{"":[1,-0.5e-3,null]}}', '["\u2028"]']) {
  test(`is JSON: ${JSON.stringify(good)}`, () => {
    JSON.parse(good);
    assert.equal(scan(good).error, null);
  });
}

test("nesting of any depth is read and shown", () => {
  const depth = 200_000;
  const text = "[".repeat(depth) + "]".repeat(depth);
  assert.equal(annotate(text, [remark("/0/0/0")], "pretty").isJson, true);
});

test("text of megabytes is read", () => {
  assert.equal(scan(JSON.stringify({ text: "x".repeat(4_000_000) })).error, null);
});
