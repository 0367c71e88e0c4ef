/** Which page an address means: `#/sessions/codelens/plan-1?cursor=…`. Pure functions. */

/** Finds the page of an address. */
export function match(routes, hash) {
  const [path, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const steps = path.split("/").filter((step) => step !== "").map(decoded);
  for (const route of routes) {
    const names = route.path.split("/").filter((step) => step !== "");
    const parameters = {};
    const fits =
      names.length === steps.length &&
      names.every((name, index) => {
        if (name[0] === ":") {
          parameters[name.slice(1)] = steps[index];
          return true;
        }
        return name === steps[index];
      });
    if (fits) {
      return { route, parameters, query: new URLSearchParams(query) };
    }
  }
  return null;
}

function decoded(step) {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** The address of a page: `address("sessions", "codelens", id)`. */
export function address(...steps) {
  return `#/${steps.map(encodeURIComponent).join("/")}`;
}

/** An address with a query; members that are null or empty are left out. */
export function withQuery(where, members) {
  const query = new URLSearchParams(
    Object.entries(members).filter(([, value]) => value !== null && value !== undefined && value !== ""),
  ).toString();
  return query === "" ? where : `${where}?${query}`;
}

/** The address of a session, whose name is its format and its id. */
export function sessionAddress(session) {
  const slash = session.indexOf("/");
  return address("sessions", session.slice(0, slash), session.slice(slash + 1));
}
