// Cards as small faces.

import { cardName, isRed } from "../words";

const SUIT_PATHS: Record<string, string> = {
  s: "M12 2c4 4.6 8.5 7.6 8.5 12a4 4 0 0 1-7.3 2.3c.2 2.3.9 3.9 2.3 5.7H8.5c1.4-1.8 2.1-3.4 2.3-5.7A4 4 0 0 1 3.5 14C3.5 9.6 8 6.6 12 2Z",
  h: "M12 21.5C7.5 17.4 3 13.4 3 8.6A4.9 4.9 0 0 1 12 6a4.9 4.9 0 0 1 9 2.6c0 4.8-4.5 8.8-9 12.9Z",
  d: "M12 1.5 20 12l-8 10.5L4 12Z",
  c: "M12 2a4.6 4.6 0 0 1 4 6.9 4.6 4.6 0 1 1-2.7 7.9c.3 2 1 3.6 2.3 5.2H8.4c1.3-1.6 2-3.2 2.3-5.2A4.6 4.6 0 1 1 8 8.9 4.6 4.6 0 0 1 12 2Z",
};

/** A suit's sign. */
export function Pip({ suit, kind = "pip" }: { suit: string; kind?: string }) {
  return (
    <svg class={kind} viewBox="0 0 24 24" aria-hidden="true">
      <path d={SUIT_PATHS[suit] ?? ""} />
    </svg>
  );
}

/** A small card face; `??` is a card that was not read, or one that lies face down. */
export function CardFace({ card, faceDown = false }: { card: string; faceDown?: boolean }) {
  if (faceDown) return <span class="mini back" role="img" aria-label={cardName("??")} />;
  const suit = card[1] ?? "?";
  const known = suit in SUIT_PATHS;
  const kinds = ["mini", known && card[0] !== "?" ? "" : "unread", isRed(card) ? "red" : ""];
  return (
    <span class={kinds.filter(Boolean).join(" ")} role="img" aria-label={cardName(card)}>
      <span class="rank" aria-hidden="true">
        {card[0] === "T" ? "10" : card[0]}
      </span>
      {known && <Pip suit={suit} kind="pip-small" />}
      {known && <Pip suit={suit} />}
    </span>
  );
}
