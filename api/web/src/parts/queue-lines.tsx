// The lines of the queue that are in view: only they exist, and scrolling draws nothing else anew.

import { useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import type { TableFinding } from "../api";
import { t } from "../i18n";
import { may } from "../state";
import { FindingRow, type Where } from "./finding";

export const ROW_PX = 64;
const BEYOND = 4;

interface Props {
  box: RefObject<HTMLDivElement | null>;
  total: number;
  row: (index: number) => TableFinding | undefined;
  /** Is told which lines are needed. */
  need: (first: number, last: number) => void;
  chosen: number;
  isMarked: (row: TableFinding) => boolean;
  whereIs: (row: TableFinding) => Where;
  onChoose: (index: number) => void;
  onToggle: (row: TableFinding) => void;
}

export function QueueLines({ box, total, row, need, chosen, isMarked, whereIs, onChoose, onToggle }: Props) {
  const top = useSignal(0);
  const height = useSignal(600);
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    const measure = new ResizeObserver(() => (height.value = list.clientHeight));
    measure.observe(list);
    return () => measure.disconnect();
  }, []);
  const first = Math.max(0, Math.floor(top.value / ROW_PX) - BEYOND);
  const last = Math.min(total, Math.ceil((top.value + height.value) / ROW_PX) + BEYOND);
  useEffect(() => need(first, last), [first, last]);
  const lines = [];
  for (let index = first; index < last; index++) {
    const shown = row(index);
    lines.push(
      <li key={index} class="queue-row" style={{ top: `${index * ROW_PX}px`, height: `${ROW_PX}px` }} aria-posinset={index + 1} aria-setsize={total}>
        {shown && may("handle") && (
          <label class="mark-box">
            <input type="checkbox" checked={isMarked(shown)} onChange={() => onToggle(shown)} />
            <span class="visually-hidden">{t("queue.mark")}</span>
          </label>
        )}
        {shown && <FindingRow finding={shown.finding} where={whereIs(shown)} chosen={index === chosen} onChoose={() => onChoose(index)} />}
      </li>,
    );
  }
  return (
    <div class="queue-list" ref={box} onScroll={(event) => (top.value = event.currentTarget.scrollTop)} tabIndex={0} role="group" aria-labelledby="queue-title">
      {total === 0 && <p class="empty">{t("queue.none")}</p>}
      <ol style={{ height: `${total * ROW_PX}px` }}>{lines}</ol>
    </div>
  );
}
