// What went wrong, in the user's words: the server tells a code and fields, the words stand in strings/<language>.json.

import { RequestError } from "./api";
import { hasWords, t } from "./i18n";

/** Words for whatever was thrown; a code that this page does not know yet is named as it is. */
export function troubleOf(error: unknown): string {
  if (!(error instanceof RequestError)) return t("problem.unreachable");
  const words = hasWords(`problem.${error.code}`) ? t(`problem.${error.code}`) : t("problem.unknown", { code: error.code });
  return error.fields.length ? `${words} (${error.fields.join(", ")})` : words;
}
