// The round's cards as they were read, each of which can be put right.

import { useSignal } from "@preact/signals";
import { newKey, sendJson } from "../api";
import { t } from "../i18n";
import { CardPicker } from "../parts/card-picker";
import { CardFace } from "../parts/cards";
import { Dialog } from "../parts/dialog";
import { may } from "../state";
import { cardName, placeName } from "../words";
import type { Player } from "./player";
import type { Corrected, RoundCard, RoundReplay } from "./schemas";
import { troubleOf } from "../trouble";

interface Props {
  player: Player;
  round: RoundReplay;
  onCorrected: (done: Corrected) => void;
}

export function CardsToCorrect({ player, round, onCorrected }: Props) {
  const chosen = useSignal<RoundCard | null>(null);
  const trouble = useSignal("");
  const hands = player.recording.table.hands_per_box;
  const mayCorrect = may("correct") && !player.recording.info.blind;
  const correct = async (card: string) => {
    const from = chosen.value;
    chosen.value = null;
    if (!from) return;
    try {
      const fix = { corrects: from.fact, card, reason: "auditor" };
      onCorrected(await sendJson("POST", `${player.path}/rounds/${round.summary.no}/corrections`, fix, newKey()));
      trouble.value = "";
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  return (
    <div class="cards-read" role="group" aria-label={t("replay.cards")}>
      {round.cards.map((card) => (
        <button
          key={card.track}
          type="button"
          class="button"
          disabled={!mayCorrect}
          aria-label={`${placeName(card.place, hands)}: ${cardName(card.card)}`}
          title={card.was && t("replay.was", { card: cardName(card.was) })}
          onClick={() => (chosen.value = card)}
        >
          <CardFace card={card.card} />
          <small>{placeName(card.place, hands)}</small>
          {card.was && <small class="severity-check">{t("replay.was", { card: cardName(card.was) })}</small>}
        </button>
      ))}
      <p role="alert" class="severity-alarm">
        {trouble.value}
      </p>
      {chosen.value && (
        <Dialog id="correct" title={`${t("tablet.correct-to")} ${placeName(chosen.value.place, hands)}: ${cardName(chosen.value.card)}`} wide onClose={() => (chosen.value = null)}>
          <CardPicker onPick={(card) => void correct(card)} />
        </Dialog>
      )}
    </div>
  );
}
