// A move on its way: after a second the table says so, and the move can be taken back.

import { insist } from "../api/persistent-requests.js";
import { $ } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const SOON_MS = 1000;
const LATE_MS = 10_000; // after which a move without an answer is sent again

// The player has taken the move back. The service may have it nevertheless.
export class TakenBack extends Error {}

// Sends a move until the service has it. With its version, it cannot be made twice.
export async function deliver(path, move, waits) {
  const back = new AbortController();
  const shown = setTimeout(() => show(() => back.abort()), SOON_MS);
  const ask = () => service.post(path, move, { signal: AbortSignal.any([back.signal, AbortSignal.timeout(LATE_MS)]) });
  try {
    return await insist(ask, waits, back.signal);
  } catch (error) {
    throw back.signal.aborted ? new TakenBack() : error;
  } finally {
    clearTimeout(shown);
    $("sending").hidden = true;
    $("sending-said").textContent = "";
  }
}

function show(back) {
  $("sending").hidden = false;
  $("sending-said").textContent = words.say("sending"); // after it can be seen, so that it is read aloud
  $("take-back").onclick = back;
  if ($("choice").contains(document.activeElement) || document.activeElement === document.body) $("take-back").focus({ preventScroll: true });
}
