/** An artifact, line by line, with what there is to say beside the lines that it is about. */
import { html, useMemo, useRef, useState } from "./lib/htm/standalone.module.js";
import { Text } from "./components.js";
import { Remark } from "./fact.js";
import { annotate } from "./json-lines.js";
import { bytes } from "./text.js";

const LINES_AT_FIRST = 300;
const LINES_AROUND_A_REMARK = 3;
const LINES_AT_ONCE = 1000;
const LINE_LENGTH = 1000;
const LONGEST_COLOURED_LINE = 300;
const PART = /("(?:[^"\\]|\\.)*")(\s*:)?|(-?\d[\d.eE+-]*|true|false|null)/g;

/**
 * @param text what was published, as text
 * @param remarks problems or warnings with JSON pointers
 */
export function Artifact({ id, text, remarks }) {
  const [layout, setLayout] = useState("pretty");
  const [revealed, setRevealed] = useState([]);
  const list = useRef(null);
  const { lines, isJson } = useMemo(() => annotate(text, remarks, layout), [text, remarks, layout]);
  const choose = (chosen) => {
    setLayout(chosen);
    setRevealed([]);
  };
  const toLine = (number) => list.current.querySelector(`[data-line="${number}"]`).focus();
  return html`
    <div class="artifact">
      <div class="artifact-bar">
        <span class="quiet">${bytes(text.length)} · ${lines.length.toLocaleString("en")} lines</span>
        ${
          isJson
            ? html`<span class="toggle" role="group" aria-label="Layout">
                ${["pretty", "raw"].map(
                  (each) => html`<button
                    type="button"
                    aria-pressed=${String(layout === each)}
                    onClick=${() => choose(each)}
                  >
                    ${each}
                  </button>`,
                )}
              </span>`
            : html`<span class="mark bad">not JSON</span>`
        }
      </div>
      ${
        remarks.length > 0 &&
        html`<ul class="remark-list" aria-label="What there is to say of it">
          ${lines.flatMap((line, index) =>
            line.remarks.map(
              (remark) => html`<li>
                <button type="button" onClick=${() => toLine(index + 1)}>line ${index + 1}</button>
                <${Remark} remark=${remark} />
              </li>`,
            ),
          )}
        </ul>`
      }
      <ol class="lines" id=${id} ref=${list}>
        ${folds(lines, revealed).map((fold) =>
          fold.hidden
            ? html`<li class="fold" key=${`fold-${fold.from}`}>
                <button
                  type="button"
                  onClick=${() => setRevealed([...revealed, [fold.from, fold.from + LINES_AT_ONCE]])}
                >
                  ${(fold.to - fold.from).toLocaleString("en")} lines more
                </button>
              </li>`
            : html`<${Line} key=${`${layout}-${fold.from}`} line=${lines[fold.from]} number=${fold.from + 1} />`,
        )}
      </ol>
    </div>
  `;
}

/** Lines one by one, and those that are hidden together. */
function folds(lines, revealed) {
  const near = new Set();
  lines.forEach((line, index) => {
    for (let at = -LINES_AROUND_A_REMARK; line.remarks.length && at <= LINES_AROUND_A_REMARK; at++) {
      near.add(index + at);
    }
  });
  const shows = (index) =>
    index < LINES_AT_FIRST ||
    near.has(index) ||
    revealed.some(([from, to]) => index >= from && index < to);
  const result = [];
  lines.forEach((_, index) => {
    const last = result.at(-1);
    if (shows(index)) {
      result.push({ hidden: false, from: index, to: index + 1 });
    } else if (last?.hidden) {
      last.to = index + 1;
    } else {
      result.push({ hidden: true, from: index, to: index + 1 });
    }
  });
  return result;
}

function Line({ line, number }) {
  const remarked = line.remarks.length > 0;
  return html`
    <li
      class=${`line ${remarked ? "remarked" : ""}`}
      data-line=${number}
      tabindex=${remarked ? 0 : undefined}
    >
      <span class="number" aria-hidden="true">${number}</span>
      <code dir="ltr">${coloured(line.text)}</code>
      ${
        remarked &&
        html`<div class="remarks">
          ${line.remarks.map((remark) => html`<${Remark} remark=${remark} />`)}
        </div>`
      }
    </li>
  `;
}

function coloured(text) {
  if (text.length > LONGEST_COLOURED_LINE) {
    return html`<${Text} value=${text} length=${LINE_LENGTH} />`;
  }
  const parts = [];
  let at = 0;
  for (const found of text.matchAll(PART)) {
    parts.push(plain(text.slice(at, found.index)));
    const [whole, string, colon, literal] = found;
    if (literal) {
      parts.push(html`<span class="literal">${literal}</span>`);
    } else {
      parts.push(html`<span class=${colon ? "key" : "string"}><${Text} value=${string} /></span>`, colon);
    }
    at = found.index + whole.length;
  }
  parts.push(plain(text.slice(at)));
  return parts;
}

function plain(text) {
  return text.trim() === "" ? text : html`<${Text} value=${text} />`;
}
