// A study: its chapters with their pictures, and for its author the fields to change it.

import "../page/site-with-filters.js";
import { tell } from "../page/at-field.js";
import { $, button, element } from "../page/element.js";
import * as service from "../api/service.js";
import { show as showTrouble } from "../page/trouble.js";
import * as words from "../page/words.js";

const path = `/v1/studies/${document.body.dataset.study}`;
const dark = () => document.documentElement.dataset.theme === "dark" || (!document.documentElement.dataset.theme && matchMedia("(prefers-color-scheme: dark)").matches);

let study = null;
let draft = null; // what the author is writing

async function load() {
  $("trouble").hidden = true;
  try {
    study = await service.get(path);
    draw();
  } catch (error) {
    showTrouble($("trouble"), error, load, { "not-found": "study-none" });
  }
}

function draw() {
  const { title, about, author, chapters, left_out: out, mine, changed_at: changed } = study;
  $("study").hidden = false;
  document.title = `${title} · Hanabi`;
  $("title").textContent = title;
  $("who").textContent = [words.say("study-by", { name: author.name }), words.say("study-chapters", { count: chapters.length }), words.date(changed)].join(" · ");
  $("about").textContent = about ?? "";
  const edit = mine && !draft && button("button", { id: "begin-edit" }, begin, words.say("study-edit"));
  const file = element("a.button", { href: fileOf(), download: "study.md" }, words.say("study-export"));
  $("acts").replaceChildren(...[edit, button("button", {}, copy, words.say("copy-link")), file].filter(Boolean));
  $("about").hidden = draft !== null;
  $("title").classList.toggle("unseen", draft !== null); // the page keeps its heading
  $("edit").hidden = draft === null;
  if (draft) $("edit").replaceChildren(...fields());
  $("chapters").replaceChildren(...(draft ?? study).chapters.map(draft ? writing : chapter));
  if (!chapters.length && !draft) $("chapters").replaceChildren(element("li.nothing", {}, words.say("study-empty")));
  $("left-out").hidden = !out;
  $("left-out").textContent = words.say("study-left-out", { count: out });
}

const review = ({ game, place }) => `/replays/${game}${place && `?${place}`}`;

function chapter({ text, ...where }, number) {
  return element("li.chapter", {}, where.public && picture(where), element("div", {}, element("h2", {}, words.say("study-chapter", { number: number + 1 })), element("p.text-of", {}, text ?? ""), element("p", {}, where.readable ? element("a.button", { href: review(where) }, words.say("study-review")) : words.say("study-gone"))));
}

// Private replays have no picture.
function picture({ game, place }) {
  const link = element("a", { href: review({ game, place }), tabindex: "-1", "aria-hidden": "true" });
  const scheme = `scheme=${dark() ? "dark" : "light"}`;
  const image = element("img", { src: `/replays/${game}/board.png?${[place, scheme].filter(Boolean).join("&")}`, alt: "", loading: "lazy", width: 1200, height: 630 });
  link.append(image);
  return link;
}

async function copy({ target }) {
  const done = await (navigator.clipboard?.writeText(location.href) ?? Promise.reject()).then(() => true, () => false);
  target.textContent = words.say(done ? "copied" : "copy-link");
}

// Returns the study as a file of Markdown, in which its plain texts look as they do here.
function fileOf() {
  const plain = (text) => (text ?? "").replace(/[\\`*_[\]<>#~|]/g, "\\$&").replaceAll("\n", "  \n");
  const parts = study.chapters.map((one, number) => `## ${words.say("study-chapter", { number: number + 1 })}\n\n${plain(one.text)}\n\n${location.origin}${review(one)}\n`);
  const text = [`# ${plain(study.title)}\n`, study.about && `${plain(study.about)}\n`, ...parts].filter(Boolean).join("\n");
  return `data:text/markdown;charset=utf-8,${encodeURIComponent(text)}`;
}

// --- the author's changes ------------------------------------------------------------------------------------------

function begin() {
  draft = { title: study.title, about: study.about ?? "", chapters: study.chapters.map((one) => ({ ...one })) };
  draw();
  $("edit").querySelector("input").focus();
}

function fields() {
  const field = (name, key, node) => {
    node.name = name;
    node.value = draft[name];
    node.addEventListener("input", () => (draft[name] = node.value));
    return element("label", {}, element("span", {}, words.say(key)), node);
  };
  return [
    field("title", "study-title", element("input", { maxlength: 100, required: true })),
    field("about", "study-about", element("textarea", { rows: 3, maxlength: 2000 })),
    element("p.row", {}, element("button.first", {}, words.say("study-save")), button("button", {}, leave, words.say("study-cancel")), button("button", {}, remove, words.say("study-delete"))),
  ];
}

function writing(one, number) {
  const text = element("textarea", { form: "edit", name: "chapters/text", rows: 5, maxlength: 2000 });
  text.value = one.text ?? "";
  text.addEventListener("input", () => (one.text = text.value));
  const title = words.say("study-chapter", { number: number + 1 });
  const swap = (by) => {
    const { chapters } = draft;
    [chapters[number], chapters[number + by]] = [chapters[number + by], chapters[number]];
    draw();
    $("chapters").children[number + by].querySelector("button").focus();
  };
  const take = () => {
    draft.chapters.splice(number, 1);
    draw();
  };
  const acts = [number > 0 && button("button", {}, () => swap(-1), words.say("study-up")), number < draft.chapters.length - 1 && button("button", {}, () => swap(1), words.say("study-down")), button("button", {}, take, words.say("study-remove"))];
  return element("li.chapter", {}, one.public && picture(one), element("div", {}, element("h2", {}, title), element("label", {}, element("span", {}, words.say("study-text")), text), element("p.row", {}, acts.filter(Boolean))));
}

async function save() {
  const chapters = draft.chapters.map(({ game, place, text }) => ({ game, place, ...(text?.trim() && { text }) }));
  try {
    study = await service.put(path, { title: draft.title, chapters, ...(draft.about.trim() && { about: draft.about }) });
    leave();
    $("said").textContent = words.say("study-saved");
  } catch (error) {
    tell($("said"), error, $("edit"));
  }
}

function leave() {
  draft = null;
  $("said").textContent = "";
  draw();
  $("begin-edit").focus();
}

async function remove() {
  if (!confirm(words.say("study-delete-sure"))) return;
  try {
    await service.remove(path);
    location.assign("/studies");
  } catch (error) {
    $("said").textContent = service.explain(error);
  }
}

$("edit").addEventListener("submit", (event) => {
  event.preventDefault();
  save();
});
await words.begin();
load();
