/** Where the handoffs of a chain stand, and how one walks between them. Pure functions. */

/**
 * A chain as a tree: a handoff has one parent at most. Those whose parent is not among the nodes, or
 * who lead back to themselves, stand at the left.
 *
 * @returns a map from id to `{id, parent, children}`, in which parents come before their children
 */
export function treeOf(nodes, edges) {
  const known = new Map(nodes.map((node) => [node.id, { id: node.id, parent: null, children: [] }]));
  const parents = new Map(edges.map((edge) => [edge.child, edge.parent]));
  const ordered = new Map();
  for (const { id } of nodes) {
    place(id, known, parents, ordered);
  }
  for (const entry of ordered.values()) {
    if (entry.parent !== null) {
      ordered.get(entry.parent).children.push(entry.id);
    }
  }
  return ordered;
}

function place(id, known, parents, ordered) {
  const way = [];
  for (let at = id; known.has(at) && !ordered.has(at) && !way.includes(at); at = parents.get(at)) {
    way.push(at);
  }
  for (const each of way.reverse()) {
    const parent = parents.get(each);
    const entry = known.get(each);
    entry.parent = ordered.has(parent) ? parent : null;
    ordered.set(each, entry);
  }
}

/**
 * Lays a tree out from left to right.
 *
 * @param hierarchy and tree those of d3-hierarchy
 * @returns a map from id to its `{x, y}`
 */
export function layout(tree, { hierarchy, tree: tidyTree }, columnWidth, rowHeight) {
  const tops = [...tree.values()].filter((entry) => entry.parent === null);
  const above = { id: null, children: tops.map((entry) => entry.id) };
  const root = hierarchy(above, (entry) => entry.children.map((id) => tree.get(id)));
  tidyTree()
    .nodeSize([rowHeight, columnWidth])
    .separation(() => 1)(root);
  const places = new Map();
  root.each((node) => {
    if (node.data.id !== null) {
      places.set(node.data.id, { x: node.y - columnWidth, y: node.x });
    }
  });
  return places;
}

/** The handoff that an arrow key leads to, or null: left to the parent, right to the first answer. */
export function neighbour(tree, id, key) {
  const entry = tree.get(id);
  const siblings =
    entry.parent === null
      ? [...tree.values()].filter((each) => each.parent === null).map((each) => each.id)
      : tree.get(entry.parent).children;
  const at = siblings.indexOf(id);
  switch (key) {
    case "ArrowLeft":
      return entry.parent;
    case "ArrowRight":
      return entry.children[0] ?? null;
    case "ArrowUp":
      return siblings[at - 1] ?? null;
    case "ArrowDown":
      return siblings[at + 1] ?? null;
    case "Home":
      return tree.keys().next().value;
    case "End":
      return [...tree.keys()].at(-1);
    default:
      return null;
  }
}
