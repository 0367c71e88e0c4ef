import assert from "node:assert/strict";
import { test } from "node:test";
import { neighbour, treeOf } from "../../main/resources/dev/handoffledger/gateway/dashboard/tree-layout.js";

const nodes = (...ids) => ids.map((id) => ({ id }));
const edge = (child, parent) => ({ child, parent });
const FAMILY = treeOf(nodes("root", "one", "two", "deep"), [
  edge("one", "root"),
  edge("two", "root"),
  edge("deep", "two"),
]);

test("tree has the answers of each handoff in order", () => {
  assert.deepEqual(FAMILY.get("root").children, ["one", "two"]);
  assert.equal(FAMILY.get("deep").parent, "two");
});

test("handoff whose parent is not there stands at the left", () => {
  assert.equal(treeOf(nodes("a"), [edge("a", "elsewhere")]).get("a").parent, null);
});

test("circle is cut once and loses nobody", () => {
  const tree = treeOf(nodes("a", "b", "c"), [edge("a", "c"), edge("b", "a"), edge("c", "b")]);
  const tops = [...tree.values()].filter((entry) => entry.parent === null);
  assert.equal(tree.size, 3);
  assert.equal(tops.length, 1);
});

test("child that is listed before its parent is placed below it", () => {
  const tree = treeOf(nodes("child", "parent"), [edge("child", "parent")]);
  assert.deepEqual([...tree.keys()], ["parent", "child"]);
});

test("arrow keys lead to parent, first answer and siblings", () => {
  assert.equal(neighbour(FAMILY, "one", "ArrowLeft"), "root");
  assert.equal(neighbour(FAMILY, "root", "ArrowRight"), "one");
  assert.equal(neighbour(FAMILY, "one", "ArrowDown"), "two");
  assert.equal(neighbour(FAMILY, "two", "ArrowUp"), "one");
});

test("arrow keys lead nowhere at an end", () => {
  assert.equal(neighbour(FAMILY, "root", "ArrowLeft"), null);
  assert.equal(neighbour(FAMILY, "deep", "ArrowRight"), null);
  assert.equal(neighbour(FAMILY, "two", "ArrowDown"), null);
  assert.equal(neighbour(FAMILY, "one", "ArrowUp"), null);
});

test("home and end lead to the first and the last", () => {
  assert.equal(neighbour(FAMILY, "one", "Home"), "root");
  assert.equal(neighbour(FAMILY, "root", "End"), "deep");
});
