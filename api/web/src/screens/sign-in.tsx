// Signing in: a name and a password, or on a table's tablet one's name and a PIN.

import { useSignal } from "@preact/signals";
import { RequestError, type SessionView, sendJson } from "../api";
import { t } from "../i18n";
import { Brand } from "../parts/frame";
import { enter, session } from "../state";

const TROUBLE: Record<string, string> = { "too-many-tries": "sign-in.wait", "tablet-needed": "sign-in.tablet-needed" };

export function SignIn() {
  const tablet = session.value?.tablet ?? null;
  const name = useSignal(tablet?.dealers[0] ?? "");
  const secret = useSignal("");
  const trouble = useSignal("");
  const submit = async (event: Event) => {
    event.preventDefault();
    try {
      await enter(await sendJson<SessionView>("POST", "/api/v1/session", { name: name.value, secret: secret.value }));
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      trouble.value = t(TROUBLE[error.code] ?? "sign-in.wrong");
      secret.value = "";
    }
  };
  return (
    <main id="main" class="sign-in">
      <form id="sign-in" class="panel sign-in-form" onSubmit={submit} aria-labelledby="sign-in-title">
        <Brand />
        <h2 id="sign-in-title">{tablet ? t("sign-in.at", { table: tablet.table }) : t("sign-in.title")}</h2>
        <label for="name">{t("sign-in.name")}</label>
        {tablet ? (
          <select id="name" class="field" value={name.value} onChange={(e) => (name.value = e.currentTarget.value)}>
            {tablet.dealers.map((dealer) => (
              <option key={dealer}>{dealer}</option>
            ))}
          </select>
        ) : (
          <input id="name" class="field" autocomplete="username" required value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
        )}
        <label for="password">{t(tablet ? "sign-in.pin" : "sign-in.password")}</label>
        <input
          id="password"
          class="field"
          type="password"
          autocomplete="current-password"
          required
          {...(tablet ? { inputMode: "numeric" as const } : {})}
          value={secret.value}
          onInput={(e) => (secret.value = e.currentTarget.value)}
        />
        <p role="alert" class="severity-alarm">
          {trouble.value}
        </p>
        <div class="dialog-foot">
          <button type="submit" class="button">
            {t("sign-in.enter")}
          </button>
        </div>
      </form>
    </main>
  );
}
