// One table live: what the camera sees, what the dealer must do, the findings, the round.

import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Finding, TableState } from "../api";
import { t } from "../i18n";
import { useKeys } from "../keys";
import { FindingDetail, FindingRow, type Where } from "../parts/finding";
import { Picture } from "../parts/picture";
import { PromptPanel } from "../parts/prompt";
import { RoundPanel } from "../parts/round";
import { SeverityCounts, isOpen } from "../parts/severity";
import { StillDialog } from "../parts/still";
import { look, route } from "../route";
import { currentTable } from "../state";
import { tablePath } from "../words";

/** Whether the finding that is looked at stands beside the list; else it opens under its line. */
const ROOM_BESIDE = matchMedia("(min-width: 1320px)");

export function whereOf({ table }: TableState, named = false): Where {
  return { table: table.name, base: tablePath(table.name), footage: { table: table.name }, currency: table.currency, handsPerBox: table.hands_per_box, named };
}

export function TableScreen() {
  const table = currentTable.value;
  if (!table) return <p class="empty">{t("picture.loading")}</p>;
  return (
    <main id="main" class="main">
      <Picture table={table} />
      <div class="side">
        <PromptPanel table={table} />
        <Findings table={table} />
      </div>
      <RoundPanel table={table} />
    </main>
  );
}

function Findings({ table }: { table: TableState }) {
  const enlarged = useSignal(false);
  const beside = useSignal(ROOM_BESIDE.matches);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const onChange = () => (beside.value = ROOM_BESIDE.matches);
    ROOM_BESIDE.addEventListener("change", onChange);
    return () => ROOM_BESIDE.removeEventListener("change", onChange);
  }, []);
  const { findings } = table;
  const chosen = findings.find((finding) => finding.id === route.value.finding) ?? findings[0];
  const step = (by: number) => {
    if (!chosen) return;
    const at = Math.min(findings.length - 1, Math.max(0, findings.indexOf(chosen) + by));
    look({ table: table.table.name, finding: findings[at]?.id ?? "" });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    Enter: () => {
      if (chosen?.still) enlarged.value = true;
    },
  });
  useEffect(() => {
    list.current?.querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  }, [chosen?.id]);
  const where = whereOf(table);
  const detail = chosen && <FindingDetail finding={chosen} where={where} onStill={() => (enlarged.value = true)} />;
  return (
    <section id="findings" class="panel findings" aria-labelledby="findings-title">
      <div class="panel-head">
        <h2 id="findings-title">{t("findings.title")}</h2>
        <span class="spacer" />
        <SeverityCounts findings={findings.filter(isOpen)} />
      </div>
      {chosen ? (
        <div class="split">
          <ol class="finding-list" ref={list}>
            {findings.map((finding: Finding) => (
              <li key={finding.id}>
                <FindingRow
                  finding={finding}
                  where={where}
                  chosen={finding === chosen}
                  onChoose={() => look({ table: table.table.name, finding: finding.id })}
                />
                {!beside.value && finding === chosen && detail}
              </li>
            ))}
          </ol>
          {beside.value && detail}
        </div>
      ) : (
        <p class="empty">{t("findings.none")}</p>
      )}
      {enlarged.value && chosen && (
        <StillDialog finding={chosen} where={where} onClose={() => (enlarged.value = false)} />
      )}
    </section>
  );
}
