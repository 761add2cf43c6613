// The round as it lies on the felt: the dealer, then each box with its hands, totals and bets.

import type { Bet, Hand, Round, TableState } from "../api";
import { t } from "../i18n";
import { money, word } from "../words";
import { CardFace } from "./cards";

export function RoundPanel({ table }: { table: TableState }) {
  const { round } = table;
  return (
    <section id="round" class="panel round" aria-labelledby="round-title">
      <div class="panel-head">
        <h2 id="round-title">{round ? t("round.title", { no: round.no }) : t("round.none")}</h2>
        {round && <span class="chip">{word("state", round.state)}</span>}
      </div>
      {round ? <Seats table={table} round={round} /> : <p class="empty">{t("round.waiting")}</p>}
    </section>
  );
}

/** Boxes stand in the order in which the camera shows them, so that screen and picture compare at a glance. */
interface SeatsProps {
  table: TableState;
  round: Round;
  /** What a tap on a card does; without it cards are pictures. */
  onCard?: ((card: Round["cards"][number]) => void) | undefined;
}

export function Seats({ table, round, onCard }: SeatsProps) {
  return (
    <div class="seats" tabIndex={0} role="group" aria-labelledby="round-title">
      <div class={table.prompt?.place === "d" ? "seat dealer acts" : "seat dealer"}>
        <h3>{t("place.dealer")}</h3>
        <HandView name="d" hand={round.dealer} bets={[]} table={table} label="" acts={false} onCard={onCard} />
      </div>
      {table.table.boxes.map((no) => (
        <Box key={no} no={no} round={round} table={table} onCard={onCard} />
      ))}
    </div>
  );
}

function Box({ no, round, table, onCard }: SeatsProps & { no: number }) {
  const names = Object.keys(round.hands).filter((name) => name.startsWith(`${no}.`));
  const bets = round.bets.filter((bet) => bet.bet.startsWith(`${no}.`));
  if (!names.length && !bets.length)
    return (
      <div class="seat empty-box">
        <h3>{t("place.box", { box: no })}</h3>
        <p class="bets soft">{t("round.empty-box")}</p>
      </div>
    );
  const others = bets.filter((bet) => !names.includes(bet.bet));
  const acting = table.prompt?.place ?? "";
  return (
    <div class={names.includes(acting) ? "seat acts" : "seat"} style={{ flexGrow: Math.max(1, names.length) }}>
      <h3>{t("place.box", { box: no })}</h3>
      <div class="hands">
        {names.map((name) => (
          <HandView
            key={name}
            name={name}
            onCard={onCard}
            hand={round.hands[name] as Hand}
            bets={bets.filter((bet) => bet.bet === name)}
            table={table}
            label={names.length > 1 ? t("round.hand", { hand: name.split(".")[1] ?? "" }) : ""}
            acts={name === acting}
          />
        ))}
      </div>
      {others.length > 0 && (
        <ul class="bets">
          {others.map((bet) => (
            <BetLine key={bet.bet} bet={bet} table={table} named />
          ))}
        </ul>
      )}
    </div>
  );
}

interface HandProps {
  name: string;
  onCard: SeatsProps["onCard"];
  hand: Hand;
  bets: Bet[];
  table: TableState;
  label: string;
  acts: boolean;
}

function HandView({ name, hand, bets, table, label, acts, onCard }: HandProps) {
  const lying = lyingIn(name, hand, table);
  return (
    <div class={acts ? "hand acts" : "hand"}>
      <div class="cards">
        {hand.cards.map((card, index) => {
          const face = <CardFace key={index} card={card.card} faceDown={card.face === "down"} />;
          const fact = lying[index];
          if (!onCard || !fact) return face;
          return (
            <button key={index} type="button" class="card-key" onClick={() => onCard(fact)}>
              {face}
            </button>
          );
        })}
      </div>
      <div class="line">
        {label && <span class="soft">{label}</span>}
        <Total hand={hand} />
      </div>
      {bets.length > 0 && (
        <ul class="bets">
          {bets.map((bet) => (
            <BetLine key={bet.bet} bet={bet} table={table} />
          ))}
        </ul>
      )}
    </div>
  );
}

/** For each card of a hand the one that lies on the table, where it is clear which it is. */
function lyingIn(name: string, hand: Hand, table: TableState): (Round["cards"][number] | undefined)[] {
  const left = (table.round?.cards ?? []).filter((card) => card.place === name);
  return hand.cards.map(({ card }) => {
    const at = left.findIndex((one) => one.card === card);
    return at < 0 ? undefined : left.splice(at, 1)[0];
  });
}

function Total({ hand }: { hand: Hand }) {
  if (!hand.cards.length) return <span class="soft">{t("round.no-cards")}</span>;
  if (hand.total === null) return <span class="total">?</span>;
  const kind = hand.blackjack ? "hand.blackjack" : hand.total > 21 ? "hand.bust" : hand.soft ? "hand.soft" : "";
  return (
    <>
      <span class="total number">{hand.total}</span>
      {kind && <span class={kind === "hand.soft" ? "soft" : ""}>{t(kind)}</span>}
    </>
  );
}

/** A bet with its outcome; beside the hands it is named, and a bonus, which has no stake of its own, shows none. */
function BetLine({ bet, table, named = false }: { bet: Bet; table: TableState; named?: boolean }) {
  const { currency } = table.table;
  const showsStake = bet.stake !== "" && !(named && Number(bet.stake) === 0);
  return (
    <li>
      {named && <span>{t(`bet.${bet.bet.split(".").at(-1)}`)}</span>}
      {showsStake && <span class="number">{money(bet.stake, currency)}</span>}
      {bet.outcome !== "open" && (
        <span class={Number(bet.net) > 0 ? "win" : "lose"}>
          {word("outcome", bet.outcome)} {bet.net !== "" && money(bet.net, currency, { sign: true })}
        </span>
      )}
    </li>
  );
}
