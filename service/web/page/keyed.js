// Drawing in place: parts that have not changed keep their nodes, and with them focus and hover.

const drawn = new WeakMap(); // the parts of each place, by key

// Returns a function that makes a part of a place, or returns the one of the last drawing if it was made from the same.
export function parts(place) {
  const before = drawn.get(place) ?? new Map();
  const now = new Map();
  drawn.set(place, now);
  return (key, from, make) => {
    const signature = JSON.stringify(from);
    const old = before.get(key);
    const part = old?.signature === signature ? old : { signature, node: make() };
    now.set(key, part);
    return part.node;
  };
}

const models = new Map();

// Returns a copy of what was made for a key. A copy is faster than a new drawing.
export function copyOf(key, make) {
  if (!models.has(key)) models.set(key, make());
  return models.get(key).cloneNode(true);
}

// Gives a node these children, and moves none that stays.
export function fill(node, children) {
  const kept = new Set(children);
  for (const child of [...node.children]) if (!kept.has(child)) child.remove();
  let next = node.firstElementChild;
  for (const child of children) {
    if (child === next) next = next.nextElementSibling;
    else node.insertBefore(child, next);
  }
  return node;
}
