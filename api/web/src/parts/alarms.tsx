// What is wrong with the house itself: a disk that fills up, a clock that jumped, a host that is not heard.

import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { type HouseAlarm, getJson } from "../api";
import { hasWords, t } from "../i18n";
import { connection, now } from "../state";
import { age } from "../words";

const EVERY_MS = 10_000;

export function Alarms() {
  const alarms = useSignal<readonly HouseAlarm[]>([]);
  useEffect(() => {
    const ask = () => void getJson<HouseAlarm[]>("/api/v1/alarms").then((found) => (alarms.value = found), () => undefined);
    ask();
    const timer = setInterval(ask, EVERY_MS);
    return () => clearInterval(timer);
  }, [connection.value]);
  if (!alarms.value.length) return null;
  return (
    <div class="house-alarms" role="alert">
      <ul>
      {alarms.value.map((alarm) => (
        <li key={`${alarm.code} ${alarm.subject}`} class="banner bad">
          {hasWords(`house.${alarm.code}`) ? t(`house.${alarm.code}`) : alarm.text} {alarm.subject}
          <span class="number">{age((now.value - alarm.since_ms) / 1000)}</span>
        </li>
      ))}
      </ul>
    </div>
  );
}
