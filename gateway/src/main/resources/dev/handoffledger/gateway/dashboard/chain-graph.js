/** A chain as a graph in which one can walk. */
import { html, useEffect, useLayoutEffect, useMemo, useRef, useState } from "./lib/htm/standalone.module.js";
import "./lib/d3-hierarchy/d3-hierarchy.min.js";
import { standing, useAnnounce } from "./components.js";
import { address } from "./router.js";
import { clip, shortId, visible } from "./text.js";
import { layout, neighbour, treeOf } from "./tree-layout.js";

const BOX = { width: 190, height: 46 };
const COLUMN = 240;
const ROW = 60;
const MARGIN = 24;
const TALLEST = 520;
const LOWEST = 180;
const ZOOM = 1.25;
const NEAREST = 1.6;
const FARTHEST = 0.0005;
/** Farther away than this, texts could not be read. */
const TEXT_SCALE = 0.3;
const KIND_LENGTH = 24;

export function ChainGraph({ nodes, edges, start }) {
  const frame = useRef(null);
  const announce = useAnnounce();
  const graph = useMemo(() => {
    const tree = treeOf(nodes, edges);
    return {
      tree,
      places: layout(tree, globalThis.d3, COLUMN, ROW),
      handoffs: new Map(nodes.map((node) => [node.id, node])),
    };
  }, [nodes, edges]);
  const first = graph.tree.has(start) ? start : graph.tree.keys().next().value;
  const [active, setActive] = useState(first);
  const [size, setSize] = useState({ width: 800, height: 420 });
  const [view, setView] = useState(null);
  const takesFocus = useRef(false);

  useLayoutEffect(() => {
    const measure = new ResizeObserver(([entry]) => {
      const { width, height } = entry.contentRect;
      setSize({ width, height });
    });
    measure.observe(frame.current);
    return () => measure.disconnect();
  }, []);

  const bounds = useMemo(() => boundsOf(graph.places), [graph]);
  const height = Math.min(TALLEST, Math.max(LOWEST, bounds.bottom - bounds.top + 3 * MARGIN));
  const current = view ?? opening(bounds, graph.places.get(first), size);

  useEffect(() => {
    if (takesFocus.current) {
      takesFocus.current = false;
      frame.current.querySelector(`[data-id="${active}"]`)?.focus({ preventScroll: true });
    }
  }, [active, view]);

  const walk = (event) => {
    const zoom = { "+": ZOOM, "=": ZOOM, "-": 1 / ZOOM }[event.key];
    const next = neighbour(graph.tree, active, event.key);
    if (event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    if (zoom) {
      setView(zoomed(current, zoom, size));
    } else if (event.key === "0") {
      setView(fit(bounds, size));
    } else if (next !== null) {
      takesFocus.current = true;
      setActive(next);
      setView(showing(current, graph.places.get(next), size));
    } else if (event.key.startsWith("Arrow")) {
      announce("Nothing further in this direction.");
    } else {
      return;
    }
    event.preventDefault();
  };

  const drag = useDrag((dx, dy) =>
    setView((last) => {
      const from = last ?? current;
      return { ...from, x: from.x - dx / from.scale, y: from.y - dy / from.scale };
    }),
  );
  const wheel = (event) => {
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      setView(zoomed(current, event.deltaY < 0 ? ZOOM : 1 / ZOOM, size));
    }
  };

  const shown = inSight(graph.places, current, size);
  return html`
    <div class="graph-bar">
      <button type="button" onClick=${() => setView(zoomed(current, ZOOM, size))}>Nearer</button>
      <button type="button" onClick=${() => setView(zoomed(current, 1 / ZOOM, size))}>Farther</button>
      <button type="button" onClick=${() => setView(fit(bounds, size))}>All of it</button>
      <span class="quiet">Arrow keys walk, Enter opens, dragging moves.</span>
    </div>
    <div class="graph" ref=${frame} style=${{ height: `${height}px` }} onKeyDown=${walk} onWheel=${wheel} ...${drag}>
      <svg
        width=${size.width}
        height=${size.height}
        viewBox=${`${current.x} ${current.y} ${size.width / current.scale} ${size.height / current.scale}`}
        role="group"
        aria-label=${`Chain of ${nodes.length} handoffs`}
      >
        <g class="edges">
          ${[...graph.tree.values()]
            .filter(({ id, parent }) => parent !== null && (shown.has(id) || shown.has(parent)))
            .map(({ id, parent }) => html`<path key=${id} d=${curve(graph.places.get(parent), graph.places.get(id))} />`)}
        </g>
        ${[...new Set([...shown, active])].map(
          (id) => html`<${Node}
            key=${id}
            handoff=${graph.handoffs.get(id)}
            place=${graph.places.get(id)}
            answers=${graph.tree.get(id).children.length}
            isActive=${id === active}
            isStart=${id === start}
            hasText=${current.scale >= TEXT_SCALE}
            onFocus=${() => setActive(id)}
          />`,
        )}
      </svg>
    </div>
  `;
}

function Node({ handoff, place, answers, isActive, isStart, hasText, onFocus }) {
  const state = standing(handoff);
  const kind = visible(clip(handoff.kind, KIND_LENGTH).shown);
  const whom = visible(clip(handoff.roles.join(", ") || "nobody", KIND_LENGTH + 4).shown);
  const label = `${kind} ${shortId(handoff.id)}, ${state}, for ${whom}, ${answers} ${answers === 1 ? "answer" : "answers"}`;
  return html`
    <a
      href=${address("handoffs", handoff.id)}
      class=${`node ${state} ${isStart ? "start" : ""}`}
      transform=${`translate(${place.x} ${place.y - BOX.height / 2})`}
      tabindex=${isActive ? 0 : -1}
      data-id=${handoff.id}
      draggable="false"
      aria-label=${label}
      onFocus=${onFocus}
    >
      <rect width=${BOX.width} height=${BOX.height} rx="6" />
      <rect class="edge" width="4" height=${BOX.height} rx="2" />
      ${
        hasText &&
        html`
          <text x="14" y="19" class="kind">${kind}</text>
          <text x="14" y="36" class="whom">→ ${whom}</text>
          <text x=${BOX.width - 10} y="36" class="hash" text-anchor="end">${shortId(handoff.id).slice(0, 6)}</text>
        `
      }
    </a>
  `;
}

function curve(from, to) {
  const x = from.x + BOX.width;
  const middle = (x + to.x) / 2;
  return `M${x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${to.x} ${to.y}`;
}

// The view: which point of the graph is at the upper left, and how large it is drawn.

function boundsOf(places) {
  const bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const { x, y } of places.values()) {
    bounds.left = Math.min(bounds.left, x);
    bounds.right = Math.max(bounds.right, x + BOX.width);
    bounds.top = Math.min(bounds.top, y - BOX.height / 2);
    bounds.bottom = Math.max(bounds.bottom, y + BOX.height / 2);
  }
  return bounds;
}

function fit(bounds, size) {
  const width = bounds.right - bounds.left + 2 * MARGIN;
  const height = bounds.bottom - bounds.top + 2 * MARGIN;
  const scale = bounded(Math.min(size.width / width, size.height / height), 1);
  return {
    scale,
    x: bounds.left - MARGIN - (size.width / scale - width) / 2,
    y: bounds.top - MARGIN - (size.height / scale - height) / 2,
  };
}

/** All of it, if that can be read; else the handoff that one came for. */
function opening(bounds, place, size) {
  const whole = fit(bounds, size);
  return whole.scale >= 0.6 ? whole : centred(place, 0.9, size);
}

function centred(place, scale, size) {
  return {
    scale,
    x: place.x + BOX.width / 2 - size.width / scale / 2,
    y: place.y - size.height / scale / 2,
  };
}

function zoomed(view, factor, size) {
  const scale = bounded(view.scale * factor, NEAREST);
  return {
    scale,
    x: view.x + size.width / 2 / view.scale - size.width / 2 / scale,
    y: view.y + size.height / 2 / view.scale - size.height / 2 / scale,
  };
}

function showing(view, place, size) {
  const scale = Math.max(view.scale, TEXT_SCALE);
  const isInSight =
    scale === view.scale &&
    place.x >= view.x &&
    place.x + BOX.width <= view.x + size.width / scale &&
    place.y - BOX.height / 2 >= view.y &&
    place.y + BOX.height / 2 <= view.y + size.height / scale;
  return isInSight ? view : centred(place, scale, size);
}

function bounded(scale, most) {
  return Math.min(most, Math.max(FARTHEST, scale));
}

/** Only what can be seen is drawn, so that a chain may have thousands. */
function inSight(places, view, size) {
  const right = view.x + size.width / view.scale;
  const bottom = view.y + size.height / view.scale;
  const shown = new Set();
  for (const [id, { x, y }] of places) {
    if (x + COLUMN >= view.x && x - COLUMN <= right && y + ROW >= view.y && y - ROW <= bottom) {
      shown.add(id);
    }
  }
  return shown;
}

/** A drag moves what is below it; a click stays a click. */
function useDrag(move) {
  const from = useRef(null);
  return {
    onPointerDown: (event) => {
      from.current = { x: event.clientX, y: event.clientY, moved: false };
    },
    onPointerMove: (event) => {
      const last = from.current;
      if (last === null || event.buttons === 0) {
        from.current = null;
        return;
      }
      const dx = event.clientX - last.x;
      const dy = event.clientY - last.y;
      if (last.moved || Math.hypot(dx, dy) > 4) {
        event.currentTarget.setPointerCapture(event.pointerId);
        from.current = { x: event.clientX, y: event.clientY, moved: true };
        move(dx, dy);
      }
    },
    onPointerUp: () => {
      from.current = null;
    },
  };
}
