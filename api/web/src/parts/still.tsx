// A finding's picture in large.

import type { Finding } from "../api";
import { t } from "../i18n";
import { codeTitle, placeName } from "../words";
import { Dialog } from "./dialog";
import type { Where } from "./finding";

export function StillDialog({ finding, where, onClose }: { finding: Finding; where: Where; onClose: () => void }) {
  const place = `${t("round.title", { no: finding.round })} · ${placeName(finding.subject, where.handsPerBox)}`;
  const title = (
    <>
      {codeTitle(finding.code)} <span class="soft">{place}</span>
    </>
  );
  return (
    <Dialog id="still" title={title} wide onClose={onClose}>
      {finding.still && (
        <img class="still-large" src={finding.still} alt={t("finding.still", { title: codeTitle(finding.code) })} />
      )}
    </Dialog>
  );
}
