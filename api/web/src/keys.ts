// The keyboard: every action of a screen has a key. Keys rest while somebody types or a dialog is open.

import { useLayoutEffect, useRef } from "preact/hooks";

export type Keys = Record<string, () => unknown>;

/** Listen to keys while a component is shown; `key` is as in KeyboardEvent.key. */
export function useKeys(keys: Keys): void {
  const current = useRef(keys);
  current.current = keys;
  // At once, and not after the next paint: a key that is pressed as soon as something is seen must not be lost.
  useLayoutEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (rests(event)) return;
      const act = current.current[event.key];
      if (!act) return;
      // Else the same key press would go on to whatever opens, which Enter would close again.
      event.preventDefault();
      act();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function rests(event: KeyboardEvent): boolean {
  const { target } = event;
  const types =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  const presses = event.key === "Enter" && (target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement);
  return types || presses || event.ctrlKey || event.metaKey || event.altKey || !!document.querySelector("dialog[open]");
}
