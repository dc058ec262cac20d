// The search for others: a seek waits as long as this page is open, and leads to the game that it finds.

import { $, button } from "../page/element.js";
import * as contribution from "../proof/contribution.js";
import { insist } from "../api/persistent-requests.js";
import * as service from "../api/service.js";
import { follow } from "../api/stream.js";
import * as words from "../page/words.js";

let path = null; // of the seek that waits

// Looks for others, and returns the id of the game; null if the reader has stopped.
export async function seek(wanted) {
  const [body, key] = [{ ...wanted, ...(await contribution.commit()) }, crypto.randomUUID()];
  const made = await insist(() => service.post("/v1/seeks", body, { key }), () => {});
  path = `/v1/seeks/${made.id}`;
  if (made.game) return entered(made.game);
  show(true);
  try {
    for await (const { event, data } of follow(path, () => {})) {
      if (event === "matched") return await entered(data.game);
      if (event === "bye" && data.reason === "gone") return null;
    }
  } catch (error) {
    if (error.status !== 404) throw error;
    if (path !== null) return seek(wanted); // the connection was away for too long: look again
  } finally {
    show(false);
  }
  return null;
}

async function entered(game) {
  contribution.keep(await service.get(`/v1/games/${game}`));
  return game;
}

async function stop() {
  const seek = path;
  path = null;
  try {
    await service.remove(seek);
  } catch {
    // It has found a game just now, or has ended: the stream says which.
  }
}

function show(waits) {
  $("seeking").hidden = !waits;
  $("seek-stop").replaceChildren(...(waits ? [button("button", {}, stop, words.say("seek-stop"))] : []));
}
