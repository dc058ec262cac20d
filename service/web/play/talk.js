// Messages at the table, as the rules of the game allow them (R27).

import { $, button, element } from "./element.js";
import * as service from "./service.js";
import * as words from "./words.js";

let drawn = null;

export async function draw(path, { name, over, key }) {
  const now = [key, over, words.language()].join(" ");
  if (drawn === now) return;
  drawn = now;
  const { policy, remarks, items } = await service.get(`${path}/messages`);
  const free = over || policy === "free";
  $("talk").hidden = !free && policy === "off" && !items.length;
  $("messages").replaceChildren(...items.map(({ seat, text }) => element("li", {}, element("b", {}, name(seat)), " ", text)));
  $("messages").scrollTop = $("messages").scrollHeight;
  $("talk-form").hidden = !free;
  const say = (remark) => button("button", {}, () => send(path, { remark }), remark.text);
  $("remarks").replaceChildren(...(policy === "off" && !over ? [] : remarks.map(({ id, text }) => say({ id, text }))));
}

export function begin(path, sent) {
  $("talk-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const field = $("talk-form").elements.text;
    if (await send(path, { text: field.value.trim() })) field.value = "";
    sent();
  });
}

async function send(path, body) {
  try {
    await service.post(`${path}/messages`, body.remark ? { remark: body.remark.id } : body);
    $("talk-said").textContent = "";
    drawn = null;
    return true;
  } catch (error) {
    $("talk-said").textContent = service.explain(error);
    return false;
  }
}
