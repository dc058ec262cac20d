// Keys that step through the game from anywhere on the page, except in a field.

const IN_LIST = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" };

// `action` returns what a key does, if anything. In the list of events, the up and down keys step too.
export function listen(list, action) {
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
    if (event.target.matches("input:not([type=range]), textarea, select, [contenteditable]")) return;
    const inList = list.contains(event.target) && IN_LIST[event.key];
    const act = action(inList || event.key);
    if (!act) return;
    event.preventDefault();
    act();
    if (inList) list.querySelector("[aria-current]")?.focus({ preventScroll: true });
  });
}
