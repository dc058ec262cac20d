// Links to another device: showing a code and allowing who claims it, and getting in by a code.

import { button, element } from "../page/element.js";
import * as service from "../api/service.js";
import * as words from "../page/words.js";

const EVERY_MS = 2000;
const CODE = /^#code=([0-9A-Za-z-]{8,40})$/;

// The part of the page that shows a code. `attempt` runs an action, and shows what went wrong.
export function part(attempt) {
  const place = element("div");
  const start = () => place.replaceChildren(hint("link-hint"), element("p", {}, button("button", {}, () => attempt(show), words.say("link-make"))));
  const end = (key) => (start(), place.prepend(element("p", { role: "status" }, words.say(key))));

  async function show() {
    const { id, code, qr } = await service.post("/v1/me/links", {});
    const path = `/v1/me/links/${id}`;
    const asked = element("div", { role: "status" });
    const cancel = async () => {
      await service.remove(path);
      end("link-void");
    };
    const drawing = new DOMParser().parseFromString(qr, "image/svg+xml").documentElement;
    place.replaceChildren(
      hint("link-enter", { address: `${location.host}/account` }),
      element("p.code", { role: "status" }, element("code", {}, code)),
      element("div.qr", {}, document.importNode(drawing, true)),
      hint("link-never"),
      asked,
      element("p", {}, button("button", {}, () => attempt(cancel), words.say("link-deny"))),
    );
    const shown = () => asked.isConnected;
    follow(path, shown, asked, end, attempt);
  }

  start();
  return element("section", {}, element("h2", {}, words.say("link-title")), place);
}

// Asks who has claimed the code, until the device is in or the code is void.
async function follow(path, shown, asked, end, attempt) {
  let allowed = false;
  const allow = async () => {
    await service.patch(path, { allowed: true });
    allowed = true;
    asked.replaceChildren(hint("link-allowed"));
  };
  while (shown()) {
    try {
      const { device, same_network } = await service.get(path);
      if (device !== null && !asked.childElementCount) {
        asked.replaceChildren(
          element("p", {}, element("strong", {}, words.say("link-asks", { device }))),
          hint(same_network ? "link-near" : "link-far"),
          element("p", {}, button("button", {}, () => attempt(allow), words.say("link-allow"))),
        );
      }
    } catch (error) {
      if (error.status === 404) return shown() && end(allowed ? "link-done" : "link-void");
      if (!(error instanceof service.Unreachable)) throw error;
    }
    await new Promise((done) => setTimeout(done, EVERY_MS));
  }
}

// The code in the address of this page, which is then removed from it; null without one.
export function codeInAddress() {
  const code = CODE.exec(location.hash)?.[1] ?? null;
  if (code !== null) history.replaceState(null, "", location.pathname);
  return code;
}

// The form for the code of another device.
export function form(attempt, then, code) {
  const field = element("input", { name: "code", required: true, maxlength: 40, autocomplete: "off", autocapitalize: "characters", spellcheck: "false", value: code });
  const status = element("p", { role: "status" });
  const submit = element("button", {}, words.say("sign-in"));
  const created = element("form", {}, element("label", {}, words.say("your-code"), field), submit, status);
  const enter = async () => {
    const { claim } = await service.post("/v1/sign-in/link", { code: field.value });
    status.textContent = words.say("link-wait");
    while ((await service.response("/v1/sign-in/link/claim", request({ claim }))).status === 202) {
      await new Promise((done) => setTimeout(done, EVERY_MS));
    }
    await then();
  };
  created.addEventListener("submit", async (event) => {
    event.preventDefault();
    submit.disabled = true;
    await attempt(enter, created);
    submit.disabled = false;
    status.textContent = "";
  });
  return element("section", {}, element("h2", {}, words.say("link-use")), hint("link-warning"), created);
}

const request = (body) => ({ method: "POST", body: JSON.stringify(body), headers: { "Content-Type": "application/json" } });
const hint = (key, values) => element("p.hint", {}, words.say(key, values));
