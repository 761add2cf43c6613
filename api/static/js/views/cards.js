// Cards as small faces.

import { h, s } from "../dom.js";
import { cardName, isRed } from "../words.js";

export const SUIT_PATHS = {
  s: "M12 2c4 4.600 8.500 7.600 8.500 12a4 4 0 0 1-7.300 2.300c.2 2.300.9 3.900 2.300 5.700H8.500c1.400-1.800 2.100-3.400 2.300-5.700A4 4 0 0 1 3.500 14C3.500 9.600 8 6.600 12 2Z",
  h: "M12 21.500C7.500 17.400 3 13.400 3 8.600A4.900 4.900 0 0 1 12 6a4.900 4.900 0 0 1 9 2.600c0 4.800-4.500 8.800-9 12.900Z",
  d: "M12 1.500 20 12l-8 10.500L4 12Z",
  c: "M12 2a4.600 4.600 0 0 1 4 6.900 4.600 4.600 0 1 1-2.700 7.900c.3 2 1 3.600 2.300 5.200H8.400c1.300-1.600 2-3.200 2.300-5.200A4.600 4.600 0 1 1 8 8.900 4.600 4.600 0 0 1 12 2Z",
};

/** A small card face; `??` is a card that was not read, `back` one that lies face down. */
export function cardFace(card, { faceDown = false } = {}) {
  if (faceDown) return h("span.mini.back", { role: "img", "aria-label": cardName("??") });
  const suit = SUIT_PATHS[card[1]];
  const face = h("span.mini", { role: "img", "aria-label": cardName(card) });
  if (!suit || card[0] === "?") face.classList.add("unread");
  if (isRed(card)) face.classList.add("red");
  face.append(h("span.rank", { "aria-hidden": "true" }, card[0] === "T" ? "10" : card[0]));
  if (suit) face.append(pip("pip-small", suit), pip("pip", suit));
  return face;
}

function pip(name, path) {
  const drawing = s(`svg.${name}`, { viewBox: "0 0 24 24", "aria-hidden": "true" });
  drawing.append(s("path", { d: path }));
  return drawing;
}
