// The chart of the score and the attainable score by event. A click goes to the event.

import { drawing } from "./element.js";
import * as words from "./words.js";

const HEIGHT = 100;
const WIDTH = 600;

// `points` are {score, attainable, reachable} by version, drawn up to `reached`; `marks` are versions with a dot.
export function draw(place, { points, at, reached, marks, highest, length }, go) {
  const x = (version) => (length ? (version / length) * WIDTH : 0);
  const y = (value) => HEIGHT - (value / highest) * HEIGHT;
  const seen = points.slice(0, reached + 1);
  const steps = (member) =>
    seen.map((point, version) => (version ? `H${x(version).toFixed(1)}V${y(point[member]).toFixed(1)}` : `M0 ${y(point[member])}`)).join("");
  const area = `${steps("score")}V${HEIGHT}H0Z`;
  const line = (classes, attributes) => drawing(`line.${classes}`, { "vector-effect": "non-scaling-stroke", ...attributes });
  const stroke = (classes, d) => drawing(`path.${classes}`, { d, "vector-effect": "non-scaling-stroke" });
  const picture = drawing(
    "svg",
    { viewBox: `0 -4 ${WIDTH} ${HEIGHT + 8}`, preserveAspectRatio: "none", role: "img", "aria-label": words.say("curve") },
    [0, 0.2, 0.4, 0.6, 0.8, 1].map((share) => line("grid", { x1: 0, x2: WIDTH, y1: HEIGHT * share, y2: HEIGHT * share })),
    drawing("path.area", { d: area }),
    stroke("attainable", steps("attainable")),
    stroke("reachable", steps("reachable")),
    stroke("score", steps("score")),
    marks.filter((version) => version <= reached).map((version) => line("mark", { x1: x(version), x2: x(version), y1: y(points[version].reachable) + 3, y2: Math.min(y(points[version].reachable) - 3, y(points[version - 1].reachable)) })),
    line("here", { x1: x(at), x2: x(at), y1: -4, y2: HEIGHT + 4 }),
  );
  picture.addEventListener("click", (event) => {
    const { left, width } = picture.getBoundingClientRect();
    go(Math.max(0, Math.min(reached, Math.round(((event.clientX - left) / width) * length))));
  });
  place.replaceChildren(picture);
}
