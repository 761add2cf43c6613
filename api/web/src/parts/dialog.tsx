// A dialog over the page: the browser keeps the focus in it and closes it with Escape.

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n";

interface Props {
  id: string;
  title: ComponentChildren;
  onClose: () => void;
  wide?: boolean;
  children: ComponentChildren;
}

export function Dialog({ id, title, onClose, wide = false, children }: Props) {
  const element = useRef<HTMLDialogElement>(null);
  // At once, and not after the next paint: a key that follows at once belongs to the dialog.
  useLayoutEffect(() => element.current?.showModal(), []);
  return (
    <dialog id={id} ref={element} class={wide ? "dialog dialog-wide" : "dialog"} aria-labelledby={`${id}-title`} onClose={onClose}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
      <div class="dialog-foot">
        <button type="button" class="button" onClick={() => element.current?.close()}>
          {t("help.close")}
        </button>
      </div>
    </dialog>
  );
}
