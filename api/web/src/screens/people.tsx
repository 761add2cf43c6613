// An administrator's page: who can sign in, and which tablet stands at which table.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type Person, type Tablet, getJson, sendJson } from "../api";
import { t } from "../i18n";
import { tables } from "../state";
import { troubleOf } from "../trouble";

const ROLES = ["dealer", "floor", "surveillance", "auditor", "administrator"] as const;

export function PeopleScreen() {
  const people = useSignal<Person[]>([]);
  const tablets = useSignal<Tablet[]>([]);
  const trouble = useSignal("");
  const load = async () => {
    people.value = await getJson("/api/v1/people");
    tablets.value = await getJson("/api/v1/tablets");
  };
  const run = async (request: Promise<unknown>) => {
    try {
      await request;
      trouble.value = "";
      await load();
    } catch (error) {
      trouble.value = troubleOf(error);
    }
  };
  useEffect(() => void run(Promise.resolve()), []);
  const path = (kind: string, name: string) => `/api/v1/${kind}/${encodeURIComponent(name)}`;
  return (
    <main id="main" class="people">
      <p role="alert" class="severity-alarm">
        {trouble.value}
      </p>
      <section class="panel" aria-labelledby="people-title">
        <div class="panel-head">
          <h2 id="people-title">{t("screen.people")}</h2>
        </div>
        <ul class="rows">
          {people.value.map((person) => (
            <li key={person.name}>
              <strong>{person.name}</strong>
              <span class="soft">{t(`role.${person.role}`)}</span>
              {person.locked && <span class="chip bad">{t("people.locked")}</span>}
              <span class="spacer" />
              <button type="button" class="button" onClick={() => run(sendJson("DELETE", path("people", person.name)))}>
                {t("people.remove")}
              </button>
            </li>
          ))}
        </ul>
        <AddPerson onAdd={(who) => run(sendJson("POST", "/api/v1/people", who))} />
      </section>
      <section class="panel" aria-labelledby="tablets-title">
        <div class="panel-head">
          <h2 id="tablets-title">{t("people.tablets")}</h2>
        </div>
        <ul class="rows">
          {tablets.value.map((tablet) => (
            <li key={tablet.name}>
              <strong>{tablet.name}</strong>
              <span class="soft">{tablet.table}</span>
              <span class="spacer" />
              <button type="button" class="button" onClick={() => run(sendJson("DELETE", path("tablets", tablet.name)))}>
                {t("people.remove")}
              </button>
            </li>
          ))}
        </ul>
        <AddTablet onAdd={(tablet) => run(sendJson("POST", "/api/v1/tablets", tablet))} />
      </section>
    </main>
  );
}

function AddPerson({ onAdd }: { onAdd: (who: { name: string; role: string; secret: string }) => void }) {
  const name = useSignal("");
  const role = useSignal<string>("dealer");
  const secret = useSignal("");
  return (
    <form
      class="bulk"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ name: name.value, role: role.value, secret: secret.value });
        secret.value = "";
      }}
    >
      <input class="field" required autocomplete="off" aria-label={t("sign-in.name")} placeholder={t("sign-in.name")} value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
      <select class="button" aria-label={t("people.role")} value={role.value} onChange={(e) => (role.value = e.currentTarget.value)}>
        {ROLES.map((one) => (
          <option key={one} value={one}>
            {t(`role.${one}`)}
          </option>
        ))}
      </select>
      <input class="field" type="password" required autocomplete="new-password" aria-label={t("people.secret")} placeholder={t("people.secret")} value={secret.value} onInput={(e) => (secret.value = e.currentTarget.value)} />
      <button type="submit" class="button">
        {t("people.add")}
      </button>
    </form>
  );
}

/** The device on which this is pressed becomes the table's tablet. */
function AddTablet({ onAdd }: { onAdd: (tablet: { name: string; table: string }) => void }) {
  const names = [...tables.value.keys()];
  const name = useSignal("");
  const table = useSignal(names[0] ?? "");
  return (
    <form
      class="bulk"
      onSubmit={(event) => {
        event.preventDefault();
        onAdd({ name: name.value, table: table.value || (names[0] ?? "") });
      }}
    >
      <input class="field" required aria-label={t("people.tablet-name")} placeholder={t("people.tablet-name")} value={name.value} onInput={(e) => (name.value = e.currentTarget.value)} />
      <select class="button" aria-label={t("tables.title")} value={table.value} onChange={(e) => (table.value = e.currentTarget.value)}>
        {names.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <button type="submit" class="button">
        {t("people.make-tablet")}
      </button>
    </form>
  );
}
