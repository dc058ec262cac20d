// The arrow keys go from card to card in the hands, and from one choice to the next. A selection goes along.

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

// `start` returns the card with which the keys begin, and `chosen` whether one is selected; `select` selects another one.
export function begin(table, choice, { start, chosen, select }) {
  document.addEventListener("keydown", (event) => {
    const step = STEPS[event.key];
    if (!step || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return;
    const { target } = event;
    const begins = target === document.body || target === table;
    const found = begins ? start() : choice.contains(target) ? besideOf(target, choice, step) : target.matches(".hand .card") && cardBeside(target, table, step);
    if (!found) return;
    event.preventDefault();
    found.focus({ preventScroll: true });
    if (!choice.contains(found) && chosen()) select(Number(found.dataset.card));
  });
}

function besideOf(button, choice, [x, y]) {
  const buttons = [...choice.querySelectorAll("button:enabled, a")];
  return buttons[(buttons.indexOf(button) + (x || y) + buttons.length) % buttons.length];
}

function cardBeside(card, table, [x, y]) {
  const rows = [...table.querySelectorAll(".hand ul")].map((list) => [...list.querySelectorAll(".card")]);
  const row = rows.findIndex((cards) => cards.includes(card));
  const column = rows[row].indexOf(card);
  if (x) return rows[row][column + x];
  return rows[row + y]?.[Math.min(column, rows[row + y].length - 1)];
}
