// The order in which the reader sees the own cards. It stays in this browser, and changes nothing in the game.

const key = (game) => `hanabi-order-${game}`;

// Returns a function that puts the cards of the reader's hand in the chosen order; cards drawn later come last.
export function arranged(game, seat) {
  const order = read(game);
  const place = ({ card }) => (order.includes(card) ? order.indexOf(card) : order.length);
  return (hand) => (hand.seat === seat && order.length ? [...hand.cards].sort((one, other) => place(one) - place(other)) : hand.cards);
}

// Lets the reader move the own cards, by dragging or by Shift with an arrow key. `seat` returns the reader's seat, and
// `moved` is called after a change.
export function begin(table, game, { seat, moved }) {
  const own = (target) => target.closest?.(`.card[data-seat="${seat()}"]`);
  const cards = () => [...table.querySelectorAll(`.card[data-seat="${seat()}"]`)].map((one) => Number(one.dataset.card));
  const put = (card, place) => {
    const others = cards().filter((one) => one !== card);
    others.splice(Math.max(0, place), 0, card);
    write(game, others);
    moved();
  };

  let drag = null; // the card that is held, and where it was taken
  table.addEventListener("pointerdown", (event) => {
    const card = own(event.target);
    if (card && event.isPrimary) drag = { card, from: event.clientX, far: false };
  });
  addEventListener("pointermove", (event) => {
    if (!drag) return;
    const by = event.clientX - drag.from;
    drag.far ||= Math.abs(by) > 12;
    drag.card.classList.toggle("dragged", drag.far);
    drag.card.style.setProperty("--drag", `${by}px`);
  });
  const release = (event) => {
    if (!drag) return;
    const { card, from, far } = drag;
    drag = null;
    card.classList.remove("dragged");
    if (!far || event.type === "pointercancel") return;
    const columns = card.closest("ul").querySelectorAll(".card");
    const step = columns.length > 1 ? columns[1].getBoundingClientRect().x - columns[0].getBoundingClientRect().x : 1;
    const number = Number(card.dataset.card);
    put(number, cards().indexOf(number) + Math.round((event.clientX - from) / step));
    const ignore = (click) => click.stopPropagation(); // the card was moved, not chosen
    addEventListener("click", ignore, { capture: true });
    setTimeout(() => removeEventListener("click", ignore, { capture: true }));
  };
  addEventListener("pointerup", release);
  addEventListener("pointercancel", release);
  table.addEventListener("keydown", (event) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const card = own(event.target);
    if (!by || !event.shiftKey || !card) return;
    event.preventDefault();
    const number = Number(card.dataset.card);
    put(number, cards().indexOf(number) + by);
  });
}

export const forget = (game) => localStorage.removeItem(key(game));

function read(game) {
  try {
    return JSON.parse(localStorage.getItem(key(game))) ?? [];
  } catch {
    return [];
  }
}

function write(game, order) {
  try {
    localStorage.setItem(key(game), JSON.stringify(order));
  } catch {
    // Without storage the cards stay in the order of the game.
  }
}
