// The puzzles that the reader has solved. Only this browser knows them.

const STORAGE_KEY = "hanabi-solved";
const KEPT = 1000;

export function solved() {
  try {
    return new Set(JSON.parse(localStorage.getItem(STORAGE_KEY)) ?? []);
  } catch {
    return new Set(); // a browser can refuse storage
  }
}

export function keep(puzzle) {
  try {
    const known = solved();
    known.delete(puzzle);
    localStorage.setItem(STORAGE_KEY, JSON.stringify([...known, puzzle].slice(-KEPT)));
  } catch {
    // Without storage, the list of puzzles does not mark it.
  }
}
