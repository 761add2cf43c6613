// Keeping a finding's footage in a case: a new one, or one that is open.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Case, type Finding, getJson, newKey, sendJson } from "../api";
import { t } from "../i18n";
import { go } from "../route";
import { codeTitle } from "../words";
import { Dialog } from "./dialog";
import type { Where } from "./finding";
import { troubleOf } from "../trouble";

export function ToCase({ finding, where, onClose }: { finding: Finding; where: Where; onClose: () => void }) {
  const cases = useSignal<Case[]>([]);
  const round = finding.round ? `, ${t("round.title", { no: finding.round })}` : "";
  const title = useSignal(`${codeTitle(finding.code)}, ${where.table}${round}`);
  const trouble = useSignal("");
  useEffect(() => {
    getJson<Case[]>("/api/v1/cases").then(
      (found) => (cases.value = found.filter((one) => one.closed_ms === null)),
      (error) => (trouble.value = troubleOf(error)),
    );
  }, []);
  const pin = async (into: () => Promise<Case>) => {
    try {
      const { id } = await into();
      await sendJson("POST", `/api/v1/cases/${encodeURIComponent(id)}/pins`, { ...where.footage, finding: finding.id });
      onClose();
      go({ screen: "cases", case: id });
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  return (
    <Dialog id="to-case" title={t("cases.add")} onClose={onClose}>
      <form
        class="bulk"
        onSubmit={(event) => {
          event.preventDefault();
          void pin(() => sendJson<Case>("POST", "/api/v1/cases", { title: title.value }, newKey()));
        }}
      >
        <input class="field" required maxLength={200} aria-label={t("cases.title")} value={title.value} onInput={(event) => (title.value = event.currentTarget.value)} />
        <button type="submit" class="button main-key">
          {t("cases.new")}
        </button>
      </form>
      <ol class="choices">
        {cases.value.map((one) => (
          <li key={one.id}>
            <button type="button" class="button" onClick={() => pin(() => Promise.resolve(one))}>
              {one.title}
            </button>
          </li>
        ))}
      </ol>
      <p role="alert" class="severity-alarm">
        {trouble.value}
      </p>
    </Dialog>
  );
}
