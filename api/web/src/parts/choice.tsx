// One of several, chosen by a tap or by its number: a list that opens by itself would choose at the first arrow key.

import { t } from "../i18n";
import { Dialog } from "./dialog";

interface Props {
  title: string;
  options: readonly string[];
  /** The options' words are `group.option`. */
  group: string;
  onChoose: (option: string) => unknown;
  onClose: () => void;
}

export function Choice({ title, options, group, onChoose, onClose }: Props) {
  const choose = (option: string | undefined) => {
    if (option === undefined) return;
    onClose();
    onChoose(option);
  };
  return (
    <Dialog id="choice" title={title} onClose={onClose}>
      <ol class="choices" onKeyDown={(event) => choose(/^[1-9]$/.test(event.key) ? options[Number(event.key) - 1] : undefined)}>
        {options.map((option, index) => (
          <li key={option}>
            <button type="button" class="button" onClick={() => choose(option)}>
              <kbd>{index + 1}</kbd> {t(`${group}.${option}`)}
            </button>
          </li>
        ))}
      </ol>
    </Dialog>
  );
}
