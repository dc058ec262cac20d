// The panel to share what the reader sees: a link, a frame for other pages, pictures and files.

import * as address from "../state/address.js";
import { button, element } from "../../page/element.js";
import * as service from "../../api/service.js";
import { offer as offerStudy } from "./study.js";
import * as together from "./together.js";
import * as words from "../../page/words.js";

const FRAME = [640, 400]; // pixels

let drawn = null; // the key of the panel that was drawn last
let parts = {};
let now = null;

// `name` returns the name of a seat. `shown` is the game or a line, and `here` the place of the reader.
export function draw(place, state) {
  const sameEyes = now?.seat === state.seat;
  now = state;
  const key = [state.game.id, stored(state).path].join(" ");
  const isNew = drawn !== key;
  drawn = key;
  if (isNew) build(place);
  if (isNew || !sameEyes) parts.seat.value = state.seat ?? "";
  renew();
}

function build(place) {
  const { game, name } = now;
  const seats = game.seats.map((one) => element("option", { value: one.seat }, name(one.seat)));
  const seat = element("select", {}, element("option", { value: "" }, words.say("open-hands")), seats);
  const [turn, quiet, nameless] = [check(true), check(!now.here.spoilers), check(false)];
  const link = element("input", { readonly: true, spellcheck: "false", "aria-label": words.say("share-link") });
  const frame = element("input", { readonly: true, spellcheck: "false", "aria-label": words.say("share-frame") });
  const said = element("p.hint", { role: "status" });
  parts = { seat, turn, quiet, nameless, link, frame, said, pictures: element("ul.links"), files: element("ul.links") };
  for (const field of [seat, turn, quiet, nameless]) field.addEventListener("change", renew);
  const send = navigator.share && button("button", {}, () => navigator.share({ url: link.value, title: document.title }).catch(() => {}), words.say("share-send"));
  place.replaceChildren(
    element("h3", {}, words.say("share-link")),
    element("div.share-choices", {}, labelled("share-turn", turn), labelled("share-quiet", quiet), ...(game.private ? [] : [labelled("share-nameless", nameless)]), element("label", {}, element("span", {}, words.say("look-from")), seat)),
    element("p.row", {}, link, copy(link), send),
    ...offerStudy(() => now),
    element("h3", {}, words.say("share-pictures")),
    parts.pictures,
    ...(game.private ? [] : [element("h3", {}, words.say("share-frame")), element("p.row", {}, frame, copy(frame))]),
    element("h3", {}, words.say("share-files")),
    parts.files,
    element("p.row", {}, together.offer(said)),
    said,
  );
  parts.files.replaceChildren(...files(game, stored(now)).map(anchor));
}

function check(checked) {
  const box = element("input", { type: "checkbox" });
  box.checked = checked;
  return box;
}

const labelled = (key, box) => element("label.check", {}, box, element("span", {}, words.say(key)));

function copy(field) {
  return button("button", {}, async () => {
    field.select();
    const done = await (navigator.clipboard?.writeText(field.value) ?? Promise.reject()).then(() => true, () => false);
    parts.said.textContent = done ? words.say("copied") : words.say("share-selected");
  }, words.say("copy"));
}

// Writes the addresses of the current turn.
function renew() {
  const { game, shown, at, here } = now;
  const { seat, turn, quiet, nameless, link, frame, pictures } = parts;
  parts.said.textContent = "";
  const moment = turn.checked ? {} : { turn: null, event: null };
  const shared = { ...here, ...moment, seat: seat.value || null, spoilers: true, names: !nameless.checked };
  const page = `${location.origin}/replays/${game.id}`;
  link.value = `${page}${address.written({ ...shared, spoilers: !quiet.checked })}`;
  frame.value = `<iframe src="${page}/embed${address.written(shared).replaceAll("&", "&amp;")}" width="${FRAME[0]}" height="${FRAME[1]}" loading="lazy" title="Hanabi"></iframe>`;
  const eyes = seat.value ? `?seat=${seat.value}` : "";
  const board = `/replays/${game.id}/board.png${address.written({ ...shared, turn: here.turn, event: here.event })}`;
  const positions = [
    ...(shown === game ? [[`${game.path}/positions/${at}.svg${eyes}`, "link-picture-svg"]] : []),
    ...(game.private && shown !== game ? [] : [[game.private ? `${game.path}/positions/${at}.png${eyes}` : board, "link-picture-png"]]),
  ];
  const focused = [...pictures.querySelectorAll("a")].indexOf(document.activeElement);
  pictures.replaceChildren(...[...positions, [`${game.path}/animation.gif${eyes}`, "link-animation"], [`${game.path}/score.png`, "link-score"]].map(anchor));
  if (focused >= 0) pictures.querySelectorAll("a")[focused]?.focus({ preventScroll: true });
}

// What is shown, or for a line that is not saved, the game.
const stored = ({ game, shown }) => (shown.line && !shown.line.id ? game : shown);

const files = (game, shown) => [
  [`${game.path}/export`, "link-record"],
  [`${game.path}/export?format=hanab-live`, "link-hanab-live"],
  [`${game.path}/export?format=hanab-live-link`, "link-hanab-live-link"],
  [`${game.path}/export?format=notation`, "link-notation"],
  [`${game.path}/export?format=csv`, "link-csv"],
  [`${game.path}/verification`, "link-verification"],
  [shown.path, "link-json"],
];

// Not every game can be a game of hanab.live: what is fetched is saved as a file,
// and a refusal is shown.
function anchor([path, key]) {
  const { game } = now;
  const link = element("a", { href: path }, words.say(key));
  if (game.private || path.includes("hanab-live")) link.addEventListener("click", (event) => fetched(event, path));
  return element("li", {}, link);
}

async function fetched(event, path) {
  event.preventDefault();
  try {
    const { name, content } = await service.file(path);
    const local = URL.createObjectURL(content);
    element("a", { href: local, download: name }).click();
    URL.revokeObjectURL(local);
  } catch (error) {
    parts.said.textContent = service.explain(error);
  }
}
