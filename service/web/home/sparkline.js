// The points of a game by turn, as a small curve.

import { drawing, element } from "../page/element.js";

const POINTS = 5; // of a complete firework
const HEIGHT = 30; // of a curve; its width is the number of turns

// Returns the highest score with some rules.
export function highest({ multicolor, variant }) {
  const suits = /\((\d) Suits\)/.exec(variant ?? "")?.[1] ?? (multicolor === "none" ? 5 : 6);
  return suits * POINTS;
}

// Returns the points on the table by turn, and above them what could still be reached, if that is known.
export function sparkline(curve, most) {
  if (!curve) return element("span.sparkline");
  const { points, reachable } = curve;
  const turns = Math.max(1, points.length - 1);
  const y = (value) => (HEIGHT * (1 - value / most)).toFixed(1);
  const steps = (values) => values.map((value, turn) => (turn ? (value === values[turn - 1] ? "" : `H${turn}V${y(value)}`) : `M0 ${y(value)}`)).join("") + `H${turns}`;
  const stroke = (name, values) => drawing(`path.${name}`, { d: steps(values), "vector-effect": "non-scaling-stroke" });
  return drawing(
    "svg.sparkline",
    { viewBox: `0 0 ${turns} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true", focusable: "false" },
    drawing("path.area", { d: `${steps(points)}V${HEIGHT}H0Z` }),
    reachable && stroke("reachable", reachable),
    stroke("points", points),
  );
}
