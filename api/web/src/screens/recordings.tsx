// What can be replayed: the footage of tables that are watched, then recordings that were audited, the newest first.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { getJson } from "../api";
import { language, t } from "../i18n";
import type { RecordingInfo } from "../replay/schemas";
import { hrefOf } from "../route";
import { mediaTime, profileTitle } from "../words";

/** What a recording is called: footage is named in addresses by its media times, which tell people nothing. */
export function titleOf(info: RecordingInfo): string {
  return info.footage_us === null ? info.name : t("recordings.table", { table: info.table });
}

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
                <strong>{titleOf(info)}</strong>
              </a>
              <span>
                {info.table} · {profileTitle(info.profile)}
                <br />
                <span class="soft">
                  {info.footage_us === null
                    ? t("recordings.audited", { when: new Date(info.began_at).toLocaleString(language.value), models: info.models.join(", ") })
                    : t("recordings.footage")}
                </span>
              </span>
              <span class="spacer" />
              {!info.complete && <span class="chip warn">{t("recordings.incomplete")}</span>}
              <span class="number">
                {mediaTime(info.footage_us ?? info.last_us)} · {t("recordings.rounds", { count: info.rounds })} ·{" "}
                {info.findings === null ? t("replay.blind") : t("queue.title", { count: info.findings })}
              </span>
            </li>
          ))}
        </ul>
      </section>
    </main>
  );
}
