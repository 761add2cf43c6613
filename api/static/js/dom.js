// Building elements without a framework. Text is always set as text, so nothing from the server becomes markup.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an HTML element.
 * @param {string} tag name, with classes: `div.seat.dealer`
 * @param {Record<string, unknown>} [props] attributes; `onclick` and the like are listeners; null and false are left out
 * @param {...(Node | string | null | undefined | false)} children
 */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag.split(".")[0]), tag, props, children);
}

/** Make an SVG element; like `h`. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag.split(".")[0]), tag, props, children);
}

function fill(element, tag, props, children) {
  const classes = tag.split(".").slice(1);
  if (classes.length) element.setAttribute("class", classes.join(" "));
  for (const [name, value] of Object.entries(props)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** The element with this id; the page holds every id that is asked for. */
export function byId(id) {
  return document.getElementById(id);
}

/**
 * Make a function that redraws only when what it shows has changed.
 * @template T
 * @param {(value: T) => void} draw
 * @returns {(value: T) => void}
 */
export function onChange(draw) {
  let last;
  return (value) => {
    const key = JSON.stringify(value);
    if (key === last) return;
    last = key;
    draw(value);
  };
}
