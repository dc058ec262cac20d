// What turns mean by conventions: asked for when the reader opens the tab, and then marked on the cards.

import { $, button, element } from "../../page/element.js";
import { bodyOf } from "../state/line.js";
import { slotOf } from "../../board/hands.js";
import { sign } from "../../board/signs.js";
import * as service from "../../api/service.js";
import { SIGNS, thoughts } from "../../board/thoughts.js";
import * as words from "../../page/words.js";

const LEVELS = ["best", "1", "2", "3", "4", "5"];

export class Conventions {
  #found = new Map(); // by address and body
  #level = "best";
  #shows = false; // whether the reader has opened the tab and not switched the marks off
  #begun = false;
  #renewed;

  // `renewed` is called when there is more to draw.
  constructor(renewed) {
    this.#renewed = renewed;
  }

  // Called when the tab is visible: from then on, the marks are on.
  open() {
    if (!this.#begun) this.#begun = this.#shows = true;
  }

  // Returns what is known of the turn at a place, null while it is on its way or if there is nothing.
  at(place) {
    const found = this.#shows ? this.#of(place) : null;
    return found?.turns?.findLast(({ version }) => version <= place.at) ?? null;
  }

  // Returns what is asked of the seat to move; null while it is on its way or if there is nothing.
  asked(place) {
    const turn = this.#of(place, "best")?.turns?.findLast(({ version }) => version <= place.at);
    return turn?.expected ?? null;
  }

  // Returns a function that tells what conventions say about a card, or nothing.
  cards(place) {
    const turn = this.at(place);
    return turn ? thoughts(turn) : () => null;
  }

  // Draws the sentence below that of the event.
  drawMeaning(place) {
    const turn = this.at(place);
    $("meaning").textContent = turn?.version === place.at ? turn.text : "";
    $("meaning").hidden = !this.#shows;
    const now = $("meaning").parentElement;
    this.#shows ? now.setAttribute("tabindex", "0") : now.removeAttribute("tabindex"); // its text can be too long for its place
  }

  draw(place, context) {
    const [found, best] = [this.#of(place), this.#of(place, "best")];
    const part = $("conventions-content");
    const focused = part.contains(document.activeElement) ? document.activeElement.id : null;
    part.replaceChildren(...this.#parts(found, best, place, context).filter(Boolean));
    if (focused) $(focused)?.focus();
  }

  #parts(found, best, place, context) {
    if (found === null) return [];
    if (!found || !best) return [element("p.hint", {}, words.say("loading"))];
    const error = [found, best].find((one) => one instanceof Error);
    if (error) return [element("p", {}, service.explain(error))];
    const source = element("p.hint", {}, words.say("conventions-source", { edition: found.source.edition }), " ", element("a", { href: found.source.page, rel: "noreferrer" }, words.say("conventions-guide")));
    if (found.level === null) return [element("p", {}, found.text), source];
    const turn = found.turns.findLast(({ version }) => version <= place.at);
    return [
      this.#settings(best, context),
      context.ended && element("p", {}, found.text),
      turnPart(turn, context.name, context.ended && !found.fits),
      faultsPart(found, place, context),
      context.ended && found.fits && lossesPart(found, context),
      legend(),
      source,
    ];
  }

  #settings(best, { ended }) {
    const share = (level) => best.levels.find((one) => ended && `${one.level}` === level);
    const named = (level) => {
      if (level === "best") return words.say(ended ? "conventions-best" : "conventions-best-short", { level: best.level });
      const known = share(level);
      return known ? words.say("conventions-share", { level, explained: known.explained, clues: known.clues }) : words.say("conventions-level", { level });
    };
    const select = element("select", { id: "conventions-level", autocomplete: "off" }, LEVELS.map((level) => element("option", { value: level, selected: level === this.#level }, named(level))));
    select.addEventListener("change", () => this.#choose(select.value));
    const shown = button("button", { id: "conventions-marks", "aria-pressed": `${this.#shows}` }, () => this.#toggle(), words.say("conventions-marks"));
    return element("div.settings", {}, element("label", {}, element("span", {}, words.say("conventions-which")), select), shown);
  }

  #choose(level) {
    this.#level = level;
    this.#renewed();
  }

  #toggle() {
    this.#shows = !this.#shows;
    this.#renewed();
  }

  // Returns what the service says: undefined while it is on its way, null if there is nothing, or an error.
  #of({ game, shown, seat }, level = this.#level) {
    const line = shown.wanted ?? null;
    if (shown !== game && !line) return null; // a deck without a seed
    const key = JSON.stringify([level, seat, line && bodyOf(line)]);
    if (!this.#found.has(key)) {
      this.#found.set(key, undefined);
      const keep = (found) => {
        this.#found.set(key, found);
        this.#renewed();
      };
      this.#ask(game, line, seat, level).then(keep, keep);
    }
    return this.#found.get(key);
  }

  #ask(game, line, seat, level) {
    const path = `${game.path}/conventions`;
    const eyes = seat === null ? {} : { seat };
    if (line) return service.post(path, { ...bodyOf(line), ...eyes, level });
    return service.get(`${path}?${new URLSearchParams({ level, ...eyes })}`);
  }
}

// `others` tells whether the players have other conventions, so that these ask nothing of them.
function turnPart(turn, name, others) {
  const asked = [...turn.expected.map(({ text }) => text), ...calledLater(turn, name)];
  if (!asked.length && turn.meaning?.kind !== "bluff") asked.push(words.say("conventions-nothing")); // a bluff asks, by a level that is not read
  return element(
    "div.part",
    {},
    turn.text && element("p", {}, turn.text),
    asked.length > 0 && element("h3", {}, words.say(others ? "conventions-would-ask" : "conventions-next")),
    asked.length > 0 && element("ul.asked", {}, asked.map((text) => element("li", {}, text))),
  );
}

// Returns the blind plays that clues have called for and that are not asked of the seat to move, as texts.
function calledLater({ expected, hands }, name) {
  const now = new Set(expected.map(({ card }) => card));
  const called = hands.flatMap(({ seat, cards }) => cards.map((one, place) => ({ ...one, seat, slot: slotOf(place, cards.length) })));
  return called.filter(({ card, marks }) => marks.includes("finessed") && !now.has(card)).map(({ seat, slot }) => words.say("conventions-later", { name: name(seat), place: slot }));
}

// What a verdict says a fault cost is said beside it.
function faultsPart(found, { at }, { known, turnOf, go, price }) {
  const told = found.faults.filter(({ version, shown_at: shown, kind }) => (kind === "lost_chop" ? shown : version) <= known);
  if (!told.length) return found.fits ? element("p.hint", {}, words.say("conventions-no-faults")) : null;
  const row = (fault) => {
    const shown = fault.shown_text && fault.shown_at <= known ? ` ${fault.shown_text}` : "";
    const [text, cost] = [words.labelled(words.say("turn-now", { turn: turnOf(fault.version) }), fault.text + shown), price(fault.version)];
    return element("li", {}, button("button.step", { "data-version": fault.version, "aria-current": fault.version === at ? "step" : null }, () => go(fault.version), element("span", {}, text)), cost && element("p.hint", {}, cost));
  };
  return element("div.part", {}, element("h3", {}, words.say("conventions-faults")), element("ol.losses", {}, told.map(row)));
}

// Says how many of the lost points were lost by breaking the conventions, once the analysis is exact. A fault that is not
// known to have cost points in expectation has lost none.
function lossesPart(found, { losses, isFree }) {
  if (!losses?.length) return null;
  const broken = new Set(found.faults.filter(({ version }) => !isFree(version)).flatMap(({ version, shown_at: shown }) => [version, shown]));
  const points = (some) => some.reduce((sum, loss) => sum + loss.points, 0);
  const by = points(losses.filter(({ version }) => broken.has(version)));
  return element("p", {}, words.say("conventions-points", { points: points(losses), broken: by, others: points(losses) - by }));
}

function legend() {
  const marks = Object.entries(SIGNS).map(([kind, name]) => element("li", {}, element(`span.mark.convention.${kind}`, { "aria-hidden": "true" }, sign(name)), words.say(`convention-${kind}`)));
  return element("ul.convention-legend", {}, marks);
}
