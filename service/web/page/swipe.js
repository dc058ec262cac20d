// A swipe over the board: to the left forward, to the right back.

const FAR = 40; // CSS pixels

export function listen(place, step) {
  let start = null;
  place.addEventListener("touchstart", ({ touches }) => (start = touches.length === 1 ? touches[0] : null), { passive: true });
  place.addEventListener("touchend", ({ changedTouches: [end] }) => {
    if (!start) return;
    const [x, y] = [end.clientX - start.clientX, end.clientY - start.clientY];
    start = null;
    if (Math.abs(x) > FAR && Math.abs(x) > 2 * Math.abs(y)) step(x < 0 ? 1 : -1);
  });
  place.addEventListener("touchcancel", () => (start = null));
}
