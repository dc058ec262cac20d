// Says what went wrong with a form, at the field that it is about.

import { explain, Problem } from "../api/service.js";
import { element } from "./element.js";
import * as words from "./words.js";

const ABOUT = { "name-taken": "name", "code-refused": "code", "invalid-token": "token" }; // the member that a problem without a fault is about

let count = 0; // of sentences so far, for their ids

// The sentence stands below the field that it is about, or else in `place`. Beside a name that somebody else has stands
// where its owner signs in.
export function tell(place, error, form) {
  const [fault] = error.errors ?? [];
  const field = form && error instanceof Problem && fieldOf(form, error, fault);
  const link = error.signIn && element("a", { href: error.signIn }, words.say("name-yours"));
  const said = [field && fault ? `${nameOf(field)} ${fault.detail}.` : explain(error), ...(link ? [" ", link] : [])];
  for (const earlier of form?.querySelectorAll(".wrong") ?? []) earlier.remove();
  place.replaceChildren(...(field ? [] : said));
  if (field) tellBelow(field, ...said);
}

// Says below a field what is wrong with it, until somebody types there, and goes to the field.
export function tellBelow(field, ...said) {
  const sentence = element("p.wrong", { id: `wrong-${++count}`, role: "alert" }, ...said);
  const described = field.getAttribute("aria-describedby");
  let line = field.closest("label") ?? field;
  while (line.parentElement.matches(".row")) line = line.parentElement;
  line.after(sentence);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", sentence.id);
  field.addEventListener("input", () => {
    sentence.remove();
    field.removeAttribute("aria-invalid");
    if (described) field.setAttribute("aria-describedby", described);
    else field.removeAttribute("aria-describedby");
  }, { once: true });
  field.focus();
}

// A field has the name of the member that it sends, or its path, such as `rounds/opens_at`.
function fieldOf(form, { code, typed }, fault) {
  const path = (fault?.parameter ?? fault?.pointer?.slice(2) ?? ABOUT[code] ?? "").split("/");
  const member = path.filter((step) => !/^\d+$/.test(step)).join("/");
  const fields = [...form.elements].filter(({ name, dataset, value }) => (typed ? value?.includes(typed) : member && (dataset.member ?? name) === member));
  return fields[path.find((step) => /^\d+$/.test(step))] ?? fields[0];
}

function nameOf(field) {
  const label = field.labels?.[0];
  const text = field.getAttribute("aria-label") ?? label?.querySelector("span")?.textContent ?? label?.firstChild.textContent ?? "";
  return text.trim().replace(/\s*\(.*\)$|:$/, "");
}
