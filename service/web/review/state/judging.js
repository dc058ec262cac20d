// The analysis and the hindsight of a game, of which the service computes more and more.

import * as analysis from "../panels/analysis.js";
import * as hindsight from "../panels/hindsight.js";

export class Judging {
  judged = null; // the analysis, if the game has one
  looked = null; // the hindsight, if the game has one
  #renewed;
  #asked = false; // whether the hindsight was asked for

  // `renewed` is called whenever there is more. It returns false to end that.
  constructor(game, renewed) {
    this.game = game;
    this.#renewed = renewed;
  }

  async begin() {
    this.judged = await analysis.of(this.game, (found) => this.#keep("judged", found));
  }

  // Asks for the hindsight, which takes the service long, once the reader wants to see it.
  look() {
    if (this.#asked) return;
    this.#asked = true;
    const later = (found) => this.#keep("looked", found);
    Promise.resolve(hindsight.of(this.game, later)).then(later).catch(() => {}); // the page is complete without it
  }

  #keep(part, found) {
    this[part] = found;
    return this.#renewed();
  }
}
