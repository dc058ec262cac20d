// Sends the requests of the forms below the operations, and shows the responses.

import "../page/site.js";
import "./copy.js";

const MOST_CHARACTERS = 50_000;
const forms = [...document.querySelectorAll(".try form")];
const tokens = document.querySelectorAll("[data-in=token]");
const running = new WeakMap();

const share = (token) => tokens.forEach((field) => (field.value = token));
for (const field of tokens) field.addEventListener("change", () => share(field.value));
for (const form of forms) {
  form.parentElement.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    send(form);
  });
}

async function send(form) {
  const output = form.querySelector("output");
  running.get(form)?.abort(); // a stream that is still open
  const stop = new AbortController();
  running.set(form, stop);
  output.textContent = "…";
  try {
    const response = await fetch(...request(form, stop.signal));
    const shown = [...response.headers].filter(([name]) => !name.startsWith("access-control"));
    const headers = shown.map(([name, value]) => `${name}: ${value}\n`).join("");
    output.textContent = `${response.status} ${response.statusText}\n${headers}\n`;
    for await (const text of content(response)) output.textContent = (output.textContent + text).slice(0, MOST_CHARACTERS);
  } catch (error) {
    if (!stop.signal.aborted) output.textContent = "The service did not answer.";
  }
}

function request({ dataset, elements }, signal) {
  const [headers, query] = [new Headers(), new URLSearchParams()];
  let [path, body] = [dataset.path, undefined];
  for (const { name, value, dataset: { in: place } } of elements) {
    if (!value) continue;
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query") query.append(name, value);
    else if (place === "header") headers.set(name, value);
    else if (place === "token") headers.set(name, `Bearer ${value}`);
    else if (place === "body") body = value;
  }
  return [`${path}?${query}`, { method: dataset.method, headers, body, signal }];
}

async function* content(response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (/^(image|application\/octet)/.test(type)) yield `${(await response.blob()).size} bytes`;
  else if (type.includes("json") && !type.includes("ndjson")) yield JSON.stringify(await response.json(), null, 2);
  else {
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) yield part.value;
  }
}
