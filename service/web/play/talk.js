// Messages at the table, as the rules of the game allow them (R27).

import { $, button, element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

let drawn = null;

// `key` changes with the messages. After the end all may write.
export async function draw(path, { name, seated, over, key }) {
  const now = [key, over, words.language()].join(" ");
  if (drawn === now) return;
  drawn = now;
  const { policy, remarks, items } = await service.get(`${path}/messages`);
  const free = over || policy === "free";
  const mayWrite = seated && (free || policy === "remarks");
  $("talk").hidden = !mayWrite && !items.length;
  $("messages").replaceChildren(...items.map(({ seat, text }) => element("li", {}, element("b", {}, name(seat)), " ", text)));
  $("messages").scrollTop = $("messages").scrollHeight;
  $("talk-form").hidden = !seated || !free;
  const say = ({ id, text }) => button("button", {}, () => send(path, { remark: id }), text);
  $("remarks").replaceChildren(...(mayWrite ? remarks.map(say) : []));
}

// `sent` is called after a message was sent.
export function begin(path, sent) {
  $("talk-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = $("talk-form").elements.text;
    if (!(await send(path, { text: field.value.trim() }))) return;
    field.value = "";
    drawn = null; // after the end of the game, no event tells of a message
    sent();
  });
}

async function send(path, body) {
  try {
    await service.post(`${path}/messages`, body);
    $("talk-said").textContent = "";
    return true;
  } catch (error) {
    $("talk-said").textContent = service.explain(error);
    return false;
  }
}
