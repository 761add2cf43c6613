// Recordings that were audited, the newest audit first.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getJson } from "../api";
import { language, t } from "../i18n";
import type { RecordingInfo } from "../replay/schemas";
import { hrefOf } from "../route";
import { mediaTime, profileTitle } from "../words";

export function RecordingsScreen() {
  const list = useSignal<RecordingInfo[] | null>(null);
  useEffect(() => void getJson<RecordingInfo[]>("/api/v1/recordings").then((found) => (list.value = found)), []);
  return (
    <main id="main" class="people">
      <section class="panel" aria-labelledby="recordings-title">
        <div class="panel-head">
          <h2 id="recordings-title">{t("screen.recordings")}</h2>
        </div>
        {list.value?.length === 0 && <p class="empty">{t("recordings.none")}</p>}
        <ul class="rows">
          {(list.value ?? []).map((info) => (
            <li key={info.name}>
              <a class="button" href={hrefOf({ screen: "replay", recording: info.name })}>
                <strong>{info.name}</strong>
              </a>
              <span>
                {info.table} · {profileTitle(info.profile)}
                <br />
                <span class="soft">
                  {t("recordings.audited", { when: new Date(info.began_at).toLocaleString(language.value), models: info.models.join(", ") })}
                </span>
              </span>
              <span class="spacer" />
              {!info.complete && <span class="chip warn">{t("recordings.incomplete")}</span>}
              <span class="number">
                {mediaTime(info.last_us)} · {t("recordings.rounds", { count: info.rounds })} ·{" "}
                {info.findings === null ? t("replay.blind") : t("queue.title", { count: info.findings })}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}
