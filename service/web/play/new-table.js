// The page on which a game is created, with the games of the reader.

import "../page/begin.js";
import { $ } from "../page/element.js";
import { insist } from "../api/insist.js";
import * as invited from "./invited.js";
import * as myGames from "./my-games.js";
import * as openTables from "./open-tables.js";
import * as setup from "./setup.js";
import { show as showTrouble } from "../page/trouble.js";
import * as watchable from "./watchable.js";
import * as words from "../page/words.js";

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
await draw();
for (const part of [invited, watchable]) part.begin().catch(() => {}); // the next reading may come through
await openTables.begin();
