// The chart of the score, and of what could still be reached, by event. A click goes to the event.

import * as analysis from "./analysis.js";
import { $, drawing } from "./element.js";
import * as words from "./words.js";

const HEIGHT = 100;
const WIDTH = 600;

// Shows the chart of a game or a line, and the numbers of the current event. `judged` is its analysis, if it has one;
// `reached` is the last event to draw, and `length` that at the right edge.
export function draw({ open, judged, at, reached, length }, go) {
  const bounds = analysis.bounds(judged, open);
  const points = open.map((frame, version) => ({ score: frame.table_points, ...bounds[version] }));
  picture($("curve"), { points, at, reached, marks: analysis.lossesOf(judged), highest: open[0].attainable_score, length }, go);
  const { score, most, exact } = points[at];
  $("curve-at").textContent = words.say(exact ? "curve-at" : "curve-at-most", { turn: open[at].turn, score, reachable: most });
}

// `points` are {score, least, most} by version, drawn up to `reached`: what could be reached was at least `least` and at
// most `most`. `marks` are losses.
function picture(place, { points, at, reached, marks, highest, length }, go) {
  const x = (version) => (length ? (version / length) * WIDTH : 0);
  const y = (value) => HEIGHT - (value / highest) * HEIGHT;
  const seen = points.slice(0, reached + 1);
  const steps = (member) =>
    seen.map((point, version) => (version ? `H${x(version).toFixed(1)}V${y(point[member]).toFixed(1)}` : `M0 ${y(point[member])}`)).join("");
  const area = `${steps("score")}V${HEIGHT}H0Z`;
  const band = `${steps("most")}${backwards(seen, x, y)}Z`;
  const line = (classes, attributes) => drawing(`line.${classes}`, { "vector-effect": "non-scaling-stroke", ...attributes });
  const stroke = (classes, d) => drawing(`path.${classes}`, { d, "vector-effect": "non-scaling-stroke" });
  const mark = ({ version, certain }) => {
    const [x1, y1, y2] = [x(version), y(points[version - 1].most), y(points[version].most)];
    const kind = certain ? "mark" : "mark.late";
    return [line(`${kind}.drop`, { x1, x2: x1, y1, y2 }), line(`${kind}.dot`, { x1, x2: x1, y1: y2, y2 })];
  };
  const chart = drawing(
    "svg",
    { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`, preserveAspectRatio: "none", role: "img", "aria-label": words.say("curve") },
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => line("grid", { x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share })),
    drawing("path.area", { d: area }),
    drawing("path.band", { d: band }),
    stroke("reachable", steps("most")),
    stroke("score", steps("score")),
    marks.filter(({ version }) => version > 0 && version <= reached).flatMap(mark),
    line("here", { x1: x(at), x2: x(at), y1: -4, y2: HEIGHT + 4 }),
  );
  chart.addEventListener("click", (event) => {
    const { left, width } = chart.getBoundingClientRect();
    go(Math.max(0, Math.min(reached, Math.round(((event.clientX - left) / width) * length))));
  });
  place.replaceChildren(chart);
}

// Returns the lower edge of the band, from the last version to the first.
function backwards(seen, x, y) {
  const parts = [];
  for (let version = seen.length - 1; version > 0; version--) parts.push(`V${y(seen[version].least).toFixed(1)}H${x(version).toFixed(1)}`);
  return `${parts.join("")}V${y(seen[0].least)}H0`;
}
