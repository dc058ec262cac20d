// The form that announces a contest: its teams, who may enter, the rules, and rounds with their decks and times.

import { accountsOf } from "../api/accounts.js";
import * as service from "../api/service.js";
import { PACES, paceInWords } from "../page/paces.js";
import { tell } from "../page/at-field.js";
import { $, button, element } from "../page/element.js";
import * as rules from "../play/rules-choice.js";
import * as words from "../page/words.js";

const MOST = { rounds: 100, decks: 100 };

export function begin() {
  const form = $("announce");
  rules.begin(form);
  form.elements.pace.append(...PACES.map((pace, place) => element("option", { value: place }, paceInWords(pace))));
  form.addEventListener("change", sum);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    attempt(announce);
  });
  $("announce-more").addEventListener("click", () => add());
  $("announce-begin").addEventListener("click", () => attempt(open));
}

async function open() {
  $("announce").hidden = false;
  $("announce-begin").hidden = true;
  add();
  await rules.draw($("announce"));
  sum();
  $("announce").elements.title.focus();
}

function sum() {
  const form = $("announce");
  $("announce-rules").textContent = rules.inWords(form);
  $("setup-timeout").hidden = !form.elements.pace.value;
  $("announce-invited").hidden = form.elements.who.value !== "invited";
}

// Adds a round to the form.
function add() {
  const field = (name, key, attributes) => element("label", {}, element("span", {}, words.say(key)), element("input", { name, autocomplete: "off", ...attributes }));
  const round = element(
    "fieldset.round",
    {},
    element("legend"),
    field("decks", "announce-decks", { type: "number", min: 1, max: MOST.decks, value: 4, required: true, "data-member": "rounds/decks" }),
    field("opens", "announce-opens", { type: "datetime-local", "data-member": "rounds/opens_at" }),
    field("closes", "announce-closes", { type: "datetime-local", "data-member": "rounds/closes_at" }),
    button("button", {}, () => (round.remove(), number()), words.say("announce-remove")),
  );
  $("rounds").append(round);
  number();
}

// Numbers the rounds. The last one cannot be removed.
function number() {
  const rounds = [...$("rounds").children];
  for (const [place, round] of rounds.entries()) {
    const name = words.say("announce-round", { number: place + 1 });
    round.querySelector("legend").textContent = name;
    round.querySelector("button").hidden = rounds.length === 1;
    round.querySelector("button").setAttribute("aria-label", words.labelled(words.say("announce-remove"), name));
  }
  $("announce-more").hidden = rounds.length >= MOST.rounds;
}

const moment = ({ value }) => (value ? new Date(value).toISOString() : null);

async function announce() {
  const form = $("announce");
  const { title, text, seats, who, invited, until, pace, timeout } = form.elements;
  await service.beSomebody();
  const same = { rules: rules.chosen(form), ...(pace.value && { pace: { ...PACES[pace.value], on_timeout: timeout.value } }) };
  const rounds = [...$("rounds").children].map((round) => {
    const [decks, opens, closes] = round.querySelectorAll("input");
    return { decks: Number(decks.value), opens_at: moment(opens), closes_at: moment(closes), ...same };
  });
  const accounts = who.value === "invited" ? await accountsOf(invited.value) : [];
  const entry = { who: who.value, closes_at: moment(until), ...(accounts.length && { accounts }) };
  const made = await service.post("/v1/contests", { title: title.value.trim(), text: text.value.trim() || null, seats: Number(seats.value), rounds, entry });
  location.assign(`/contests/${made.id}`);
}

// Does something, and says what went wrong.
async function attempt(what) {
  const pressed = $("announce").querySelector("button.first");
  pressed.disabled = true;
  $("announce-said").textContent = "";
  try {
    await what();
  } catch (error) {
    tell($("announce-said"), error, $("announce"));
  }
  pressed.disabled = false;
}
