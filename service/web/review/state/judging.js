// The analysis and the hindsight of a game, of which the service computes more and more.

import * as analysis from "../panels/analysis.js";
import * as hindsight from "../panels/hindsight.js";
import * as worth from "../panels/worth.js";

export class Judging {
  judged = null; // the analysis, if the game has one
  looked = null; // the hindsight, if the game has one
  worth = null; // the verdicts of turns, once the service has said something
  #renewed;
  #asked = new Set(); // the parts that were asked for

  // `renewed` is called whenever there is more. It returns false to end that.
  constructor(game, renewed) {
    this.game = game;
    this.#renewed = renewed;
  }

  async begin() {
    this.judged = await analysis.of(this.game, (found) => this.#keep("judged", found));
  }

  // Asks for the hindsight and the verdicts, which take the service long, once the reader wants to see them.
  look() {
    this.#ask("looked", hindsight, null);
    this.weigh();
  }

  // Asks for the verdicts alone.
  weigh() {
    this.#ask("worth", worth, worth.NONE);
  }

  // The page is complete without the part.
  #ask(part, { of }, without) {
    if (this.#asked.has(part)) return;
    this.#asked.add(part);
    const later = (found) => this.#keep(part, found);
    Promise.resolve(of(this.game, later)).catch(() => without).then(later);
  }

  #keep(part, found) {
    this[part] = found;
    return this.#renewed();
  }
}
