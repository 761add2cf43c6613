// Cases: pinned footage with what explains it, who belongs to it, and one button that makes the package.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Case, getJson, sendJson } from "../api";
import { language, t } from "../i18n";
import { hrefOf, route } from "../route";
import { may } from "../state";
import { codeTitle, mediaTime } from "../words";
import { troubleOf } from "../trouble";

export function CasesScreen() {
  const cases = useSignal<Case[] | null>(null);
  const trouble = useSignal("");
  const load = async () => {
    try {
      cases.value = await getJson<Case[]>("/api/v1/cases");
      trouble.value = "";
    } catch (error) {
      cases.value = [];
      trouble.value = troubleOf(error);
    }
  };
  useEffect(() => void load(), []);
  const chosen = cases.value?.find((one) => one.id === route.value.case) ?? cases.value?.[0];
  return (
    <main id="main" class="cases">
      <section class="panel findings" aria-labelledby="cases-title">
        <div class="panel-head">
          <h2 id="cases-title">{t("screen.cases")}</h2>
        </div>
        <p role="alert" class="severity-alarm">
          {trouble.value}
        </p>
        {cases.value?.length === 0 && <p class="empty">{t("cases.none")}</p>}
        <ul class="rows">
          {(cases.value ?? []).map((one) => (
            <li key={one.id}>
              <a class="button" aria-current={one === chosen ? "page" : undefined} href={hrefOf({ screen: "cases", case: one.id })}>
                {one.title}
              </a>
              <span class="spacer" />
              <Standing one={one} />
            </li>
          ))}
        </ul>
      </section>
      {chosen && <CaseDetail key={chosen.id} one={chosen} onChanged={load} />}
    </main>
  );
}

function Standing({ one }: { one: Case }) {
  return (
    <>
      {one.held && <span class="chip warn">{t("cases.held")}</span>}
      <span class="chip">{t(one.closed_ms === null ? "cases.open" : "cases.closed")}</span>
    </>
  );
}

function CaseDetail({ one, onChanged }: { one: Case; onChanged: () => Promise<void> }) {
  const note = useSignal("");
  const person = useSignal("");
  const part = useSignal("");
  const trouble = useSignal("");
  const path = `/api/v1/cases/${encodeURIComponent(one.id)}`;
  const run = async (request: () => Promise<unknown>) => {
    try {
      await request();
      trouble.value = "";
      await onChanged();
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  const stand = (standing: { closed: boolean; held: boolean }) =>
    run(() => sendJson("PUT", `${path}/standing`, { ...standing, reason: note.value }));
  const [closed, held] = [one.closed_ms !== null, one.held];
  const when = (ms: number) => new Date(ms).toLocaleString(language.value);
  const drawn = useSignal(false);
  return (
    <section id="case" class="panel findings" aria-labelledby="case-title">
      <div class="panel-head">
        <h2 id="case-title">{one.title}</h2>
        <span class="spacer" />
        <Standing one={one} />
      </div>
      <div class="detail">
        <p class="soft">{t("cases.opened", { by: one.by, when: when(one.opened_ms) })}</p>
        <p class="soft">{t(held ? "cases.kept-held" : closed ? "cases.kept-closed" : "cases.kept-open")}</p>
        <div class="actions">
          <a class="button main-key" href={`${path}/package.zip?language=${language.value}&drawn=${drawn.value}`} download={`case-${one.id}.zip`}>
            {t("cases.export")}
          </a>
          <label class="with-box">
            <input type="checkbox" checked={drawn.value} onChange={(event) => (drawn.value = event.currentTarget.checked)} /> {t("cases.drawn")}
          </label>
          {may("judge") && (
            <>
              <button type="button" class="button" aria-pressed={held} onClick={() => stand({ closed, held: !held })}>
                {t("cases.hold")}
              </button>
              <button type="button" class="button" onClick={() => stand({ closed: !closed, held })}>
                {t(closed ? "handling.reopen" : "cases.close")}
              </button>
            </>
          )}
        </div>
        <p class="soft">
          {t("cases.verify")} <code>pitwatch verify case-{one.id}.zip</code>
        </p>
        <h3>{t("cases.pins", { count: one.pins.length })}</h3>
        <ul class="pins">
          {one.pins.map((pin) => (
            <li key={pin.no}>
              {pin.clip ? (
                <video controls muted preload="none" src={pin.clip} {...(pin.still ? { poster: pin.still } : {})} aria-label={codeTitle(pin.code)} />
              ) : (
                pin.still && <img src={pin.still} alt={codeTitle(pin.code)} loading="lazy" />
              )}
              <p>
                {pin.code && <strong>{codeTitle(pin.code)} · </strong>}
                {pin.source.split("/")[1]}
                {pin.round > 0 && ` · ${t("round.title", { no: pin.round })}`} · {mediaTime(pin.from_us)} – {mediaTime(pin.until_us)}
              </p>
              <code class="soft hash">{pin.sha256}</code>
            </li>
          ))}
        </ul>
        {one.people.length > 0 && <p>{one.people.map((member) => `${member.person} (${member.part})`).join(", ")}</p>}
        {one.notes.map((written) => (
          <p key={written.at_ms}>
            {written.text} <span class="soft">{`${written.by}, ${when(written.at_ms)}`}</span>
          </p>
        ))}
        {may("judge") && (
          <>
            <form
              class="bulk"
              onSubmit={(event) => {
                event.preventDefault();
                void run(() => sendJson("POST", `${path}/notes`, { note: note.value })).then(() => (note.value = ""));
              }}
            >
              <input class="field" required maxLength={4000} aria-label={t("handling.note")} placeholder={t("handling.note")} value={note.value} onInput={(event) => (note.value = event.currentTarget.value)} />
              <button type="submit" class="button">
                {t("cases.write")}
              </button>
            </form>
            <form
              class="bulk"
              onSubmit={(event) => {
                event.preventDefault();
                void run(() => sendJson("POST", `${path}/people`, { person: person.value, part: part.value }));
              }}
            >
              <input class="field" required maxLength={60} aria-label={t("cases.person")} placeholder={t("cases.person")} value={person.value} onInput={(event) => (person.value = event.currentTarget.value)} />
              <input class="field" required maxLength={60} aria-label={t("cases.part")} placeholder={t("cases.part")} value={part.value} onInput={(event) => (part.value = event.currentTarget.value)} />
              <button type="submit" class="button">
                {t("people.add")}
              </button>
            </form>
          </>
        )}
        {one.packages.length > 0 && (
          <p class="soft">
            {t("cases.packages")}
            {one.packages.map((hash) => (
              <code key={hash} class="hash">
                {hash}
              </code>
            ))}
          </p>
        )}
        <p role="alert" class="severity-alarm">
          {trouble.value}
        </p>
      </div>
    </section>
  );
}
