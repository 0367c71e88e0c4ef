import assert from "node:assert/strict";
import { test } from "node:test";
import { address, match, sessionAddress, withQuery } from "../../main/resources/dev/handoffledger/gateway/dashboard/router.js";

const ROUTES = [{ path: "/" }, { path: "/sessions" }, { path: "/sessions/:format/:id" }];

test("empty address is the first page", () => {
  assert.equal(match(ROUTES, "").route.path, "/");
  assert.equal(match(ROUTES, "#/").route.path, "/");
});

test("steps are decoded one by one", () => {
  const { parameters } = match(ROUTES, "#/sessions/codelens/a%2Fb%3Fc%25");
  assert.deepEqual(parameters, { format: "codelens", id: "a/b?c%" });
});

test("address of any session leads back to it", () => {
  for (const id of ["plain", "a/b", "%", "?x=1", "#", "../..", "שלום\u202e"]) {
    const { parameters } = match(ROUTES, sessionAddress(`codelens/${id}`));
    assert.equal(parameters.id, id);
  }
});

test("query is read", () => {
  assert.equal(match(ROUTES, "#/sessions?state=open&a=b%26").query.get("a"), "b&");
});

test("address that is no page has none", () => {
  assert.equal(match(ROUTES, "#/nowhere"), null);
  assert.equal(match(ROUTES, "#/sessions/one"), null);
});

test("address that cannot be decoded is taken as it is", () => {
  assert.equal(match(ROUTES, "#/sessions/codelens/%zz").parameters.id, "%zz");
});

test("query leaves out what is empty", () => {
  assert.equal(withQuery(address("issues"), { state: "", project: null, a: "b c" }), "#/issues?a=b+c");
});
