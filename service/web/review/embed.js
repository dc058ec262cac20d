// The page in frames of other sites: steps through the pictures of a public replay.

const { pictures, query, versions, turn, words } = document.body.dataset;
const places = versions.split(" ");
const board = document.getElementById("board");
const slider = document.getElementById("slider");
const said = document.getElementById("said");
let at = Number(turn);

const picture = (place) => `${pictures}${places[place]}.svg?${query}`;

function show(place) {
  at = Math.min(Math.max(place, 0), places.length - 1);
  board.src = picture(at);
  board.alt = said.textContent = words.replace("{turn}", at);
  slider.value = at;
  slider.setAttribute("aria-valuetext", board.alt);
  if (at + 1 < places.length) new Image().src = picture(at + 1); // so that the next step is at once
}

const steps = {
  first: () => show(0),
  previous: () => show(at - 1),
  next: () => show(at + 1),
  last: () => show(places.length - 1),
};
const keys = { Home: "first", ArrowLeft: "previous", ArrowRight: "next", End: "last" };

for (const button of document.querySelectorAll("[data-step]")) {
  button.addEventListener("click", steps[button.dataset.step]);
}
slider.addEventListener("input", () => show(Number(slider.value)));
document.addEventListener("keydown", (event) => {
  if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.target === slider) return;
  event.preventDefault();
  steps[keys[event.key]]();
});
document.getElementById("steps").hidden = false;
