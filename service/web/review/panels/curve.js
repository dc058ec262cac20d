// The curve of the score and of what could still be reached, which is the slider too.

import { $, drawing, element } from "../../page/element.js";
import * as words from "../../page/words.js";

const HEIGHT = 100;
const WIDTH = 600;
const STEPS = [1, 2, 5, 10, 20, 50, 100, 200];
const LEAST_LENGTH = 20; // events, of a game whose end the reader does not know yet

let drawn = null; // the key of the curve that was drawn last

// Returns the length of a curve that must not tell how long the game is.
export const openLength = (reached) => Math.max(reached, LEAST_LENGTH);

// Returns the points on the table; at the end of a lost game, its score, which may be none.
export const pointsOf = ({ result, score, table_points: landed }) => (result?.outcome === "lost" ? (score ?? 0) : landed);

// Shows the curve of a game or a line, and the numbers of the current event. `bounds` are those of the analysis, and
// `losses` the turns to mark, the `worst` of them strongly; both change with `key`. `reached` is the last event to draw,
// and `length` that at the right edge. `turnText` names a turn.
export function draw({ open, bounds, losses, worst, key: state, at, reached, length, turnText }) {
  const slider = $("slider");
  [slider.max, slider.value] = [reached, at];
  slider.style.setProperty("--reach", length ? reached / length : 1);
  $("curve").style.setProperty("--at", length ? at / length : 0);
  const { most, exact } = bounds[at];
  const { result, score, table_points: landed } = open[at];
  const points = result ? (score ?? "–") : landed;
  $("curve-score").textContent = points;
  $("curve-reachable").textContent = result ? "" : exact ? most : `≤ ${most}`; // nothing after the end
  slider.setAttribute("aria-valuetext", `${turnText}. ${result ? words.say("curve-end", { score: points }) : words.say(exact ? "curve-at" : "curve-at-most", { score: points, reachable: most })}`);
  const key = [reached, length, state].join(" ");
  if (drawn?.open === open && drawn.key === key) return;
  drawn = { open, key };
  const course = open.map((frame, version) => ({ score: pointsOf(frame), ...bounds[version] }));
  const marks = losses.filter(({ version }) => version > 0 && version <= reached);
  picture($("curve"), { points: course, reached, marks, worst, highest: open[0].attainable_score, length, turns: open.map((frame) => frame.turn) });
}

// `points` are {score, least, most} by version, drawn up to `reached`: what could be reached was at least `least` and at
// most `most`. `marks` are losses, of which the `worst` have a large mark and the others a faint one.
function picture(place, { points, reached, marks, worst, highest, length, turns }) {
  const x = (version) => (length ? (version / length) * WIDTH : 0);
  const y = (value) => HEIGHT - (value / highest) * HEIGHT;
  const seen = points.slice(0, reached + 1);
  const steps = (member) =>
    seen.map((point, version) => (version ? `H${x(version).toFixed(1)}V${y(point[member]).toFixed(1)}` : `M0 ${y(point[member])}`)).join("");
  const line = (classes, attributes) => drawing(`line.${classes}`, { "vector-effect": "non-scaling-stroke", ...attributes });
  const stroke = (classes, d) => drawing(`path.${classes}`, { d, "vector-effect": "non-scaling-stroke" });
  const mark = (loss) => {
    const [x1, y1, y2] = [x(loss.version), y(points[loss.version - 1].most), y(points[loss.version].most)];
    const large = worst.has(loss);
    const kind = ["mark", !loss.certain && "late", !large && "faint"].filter(Boolean).join(".");
    return [line(`${kind}.drop`, { x1, x2: x1, y1, y2 }), large && line(`${kind}.dot`, { x1, x2: x1, y1: y2, y2 })];
  };
  const [rows, columns] = [levels(highest, 3), levels(length, 8)];
  place.replaceChildren(
    drawing(
      "svg",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", role: "img", "aria-label": words.say("curve") },
      rows.map((value) => line("grid", { x1: 0, x2: WIDTH, y1: y(value), y2: y(value) })),
      drawing("path.area", { d: `${steps("score")}V${HEIGHT}H0Z` }),
      drawing("path.band", { d: `${steps("most")}${backwards(seen, x, y)}Z` }),
      stroke("reachable", steps("most")),
      stroke("score", steps("score")),
    ),
    element("span.axis.points", { "aria-hidden": "true" }, rows.map((value) => label(value, "--y", value / highest))),
    element("span.axis.turns", { "aria-hidden": "true" }, columns.filter((version) => version <= reached).map((version) => label(turns[version], "--x", version / length))),
    element("span.thumb", { "aria-hidden": "true" }),
    drawing("svg.marks", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" }, marks.flatMap(mark)), // above the thumb
  );
}

function label(text, property, share) {
  const created = element("span", {}, `${text}`);
  created.style.setProperty(property, share);
  return created;
}

// Returns round numbers from 0 to a highest one, at most `most` above 0, and the highest one itself.
function levels(highest, most) {
  const step = STEPS.find((one) => highest / one <= most) ?? highest;
  const round = [];
  for (let value = 0; value <= highest - step * 0.6; value += step) round.push(value);
  return highest > 0 ? [...round, highest] : [0];
}

// Returns the lower edge of the band, from the last version to the first.
function backwards(seen, x, y) {
  const parts = [];
  for (let version = seen.length - 1; version > 0; version--) parts.push(`V${y(seen[version].least).toFixed(1)}H${x(version).toFixed(1)}`);
  return `${parts.join("")}V${y(seen[0].least)}H0`;
}
