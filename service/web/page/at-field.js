// Says what went wrong with a form, at the field that it is about.

import { explain, Problem } from "../api/service.js";
import { element } from "./element.js";
import * as words from "./words.js";

const ABOUT = { "name-taken": "name", "code-refused": "code", "invalid-token": "token" }; // the member that a problem without a fault is about

const told = new Map(); // the fields that are wrong, with the function that takes back what is said of each

let count = 0; // of sentences so far, for their ids

// The sentence stands below the field that it is about, or else in `place`. Beside a name that somebody else has stands
// where its owner signs in.
export function tell(place, error, form) {
  const [fault] = error.errors ?? [];
  const field = form && error instanceof Problem && fieldOf(form, error, fault);
  const link = error.signIn && element("a", { href: error.signIn }, words.say("name-yours"));
  const said = [field && fault ? `${nameOf(field)} ${fault.detail}.` : explain(error), ...(link ? [" ", link] : [])];
  forget(form);
  place.replaceChildren(...(field ? [] : said));
  if (field) tellBelow(field, ...said);
}

// Says below a field what is wrong with it, until somebody types there, and goes to the field.
export function tellBelow(field, ...said) {
  forget(field.form);
  const sentence = element("p.wrong", { id: `wrong-${++count}`, role: "alert" }, ...said);
  const described = field.getAttribute("aria-describedby");
  let line = field.closest("label") ?? field;
  while (line.parentElement.matches(".row")) line = line.parentElement;
  line.after(sentence);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", sentence.id);
  const takeBack = () => {
    told.delete(field);
    sentence.remove();
    field.removeAttribute("aria-invalid");
    if (described) field.setAttribute("aria-describedby", described);
    else field.removeAttribute("aria-describedby");
  };
  told.set(field, takeBack);
  field.addEventListener("input", takeBack, { once: true });
  field.focus();
}

// Takes back what is said of the fields of a form.
export function forget(form) {
  for (const [field, takeBack] of told) if (field.form === form) takeBack();
}

// A field has the name of the member that it sends, or its path, such as `rounds/opens_at`, or of the path's end.
function fieldOf(form, { code, typed }, fault) {
  const path = (fault?.parameter ?? fault?.pointer?.slice(2) ?? ABOUT[code] ?? "").split("/");
  const members = path.filter((step) => !/^\d+$/.test(step));
  const named = (wanted) => [...form.elements].filter(({ name, dataset, value }) => (typed ? value?.includes(typed) : wanted && (dataset.member ?? name) === wanted));
  const [exact, last] = [named(members.join("/")), named(members.at(-1))];
  const fields = exact.length ? exact : last;
  const field = fields[path.find((step) => /^\d+$/.test(step))] ?? fields[0];
  field?.closest("details")?.setAttribute("open", "");
  return field?.checkVisibility() ? field : null;
}

function nameOf(field) {
  const label = field.labels?.[0];
  const text = field.getAttribute("aria-label") ?? label?.querySelector("span")?.textContent ?? label?.firstChild.textContent ?? "";
  return text.trim().replace(/\s*\(.*\)$|:$/, "");
}
