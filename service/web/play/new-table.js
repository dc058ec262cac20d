// The page on which a game is created, with the games of the reader.

import "../page/site-with-filters.js";
import { $ } from "../page/element.js";
import { pause } from "../api/connection.js";
import { insist } from "../api/persistent-requests.js";
import * as invited from "./invited.js";
import * as myGames from "./my-games.js";
import * as openTables from "./open-tables.js";
import * as setup from "./new-table-form.js";
import { show as showTrouble } from "../page/trouble.js";
import * as watchable from "./watchable.js";
import * as words from "../page/words.js";

const LATE_MS = 1500; // after which the lists are shown, whichever of them are there

// The service may be busy: then each part is asked for again.
async function draw() {
  const shown = (part) => insist(part, (waits) => ($("interrupted").hidden = !waits));
  try {
    $("trouble").hidden = true;
    await Promise.all([shown(setup.draw), shown(myGames.draw)]);
  } catch (error) {
    showTrouble($("trouble"), error, draw);
  }
}

await words.begin();
setup.begin((path) => location.assign(path));
// The lists appear at once, so that none moves another.
const lists = [draw(), ...[invited, watchable].map((part) => part.begin().catch(() => {}))]; // the next reading may come through
Promise.race([Promise.all([...lists, openTables.first]), pause(LATE_MS)]).then(() => ($("lists").hidden = false));
await openTables.begin().catch((error) => showTrouble($("trouble"), error, draw));
