// Creates elements; strings become text nodes, so that names of players cannot hold markup.

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
  const made = element(name, { type: "button", ...attributes }, ...children);
  made.addEventListener("click", press);
  return made;
}

export const $ = (id) => document.getElementById(id);

function filled(made, classes, attributes, children) {
  if (classes.length) made.setAttribute("class", classes.join(" "));
  for (const [attribute, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) made.setAttribute(attribute, value === true ? "" : value);
  }
  made.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}
