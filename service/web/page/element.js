// Creation of elements. Strings become text nodes, so that names of players cannot contain markup.

const SVG = "http://www.w3.org/2000/svg";

// `element("p.hint", {id: "x"}, "text", another)`: null and false are omitted, as attributes and as children.
export function element(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElement(tag), classes, attributes, children);
}

export function drawing(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  return filled(document.createElementNS(SVG, tag), classes, attributes, children);
}

export function button(name, attributes, press, ...children) {
  const created = element(name, { type: "button", ...attributes }, ...children);
  created.addEventListener("click", press);
  return created;
}

export const $ = (id) => document.getElementById(id);

function filled(created, classes, attributes, children) {
  if (classes.length) created.setAttribute("class", classes.join(" "));
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) created.setAttribute(attribute, value === true ? "" : value);
  }
  created.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return created;
}
