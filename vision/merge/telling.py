"""Facts as several cameras tell them together: one order of time, and numbers without gaps for each camera's own."""

from __future__ import annotations

from collections.abc import Mapping

from tracker.facts import CameraIn, CameraOut, Evidence, Fact, FactBody, SpotSeen
from vision.merge.joint_card import Claim

_UNCOUNTED = (SpotSeen, CameraOut, CameraIn)
"""Facts beside the cards: whoever tells rounds need not know of them."""


class Teller:
    """Writes facts.

    Args:
        table: the table's name.
        last_us: time of the last fact told before.
        seqs: last running number of each source before.
    """

    def __init__(self, table: str, *, last_us: int = 0, seqs: Mapping[str, int] | None = None) -> None:
        self._table = table
        self._last_us = last_us
        self._seqs = dict(seqs or {})
        self._told: list[Fact] = []

    def tell(
        self,
        body: FactBody,
        camera: str,
        pts_us: int,
        *,
        since_us: int | None = None,
        evidence: Evidence | None = None,
    ) -> None:
        """Tell what happened at a time, or as early as `since_us`; times never run back, the slack says how late."""
        source = f"camera:{camera}"
        counts = not isinstance(body, _UNCOUNTED)
        if counts:
            self._seqs[source] = self._seqs.get(source, 0) + 1
        self._last_us = max(self._last_us, pts_us)
        self._told.append(
            Fact(
                table=self._table,
                source=source,
                pts_us=self._last_us,
                body=body,
                evidence=evidence,
                seq=self._seqs[source] if counts else 0,
                slack_us=max(0, self._last_us - min(pts_us, pts_us if since_us is None else since_us)),
            )
        )

    def tell_of(self, body: FactBody, claim: Claim, pts_us: int, *, since_us: int | None = None) -> None:
        """Tell what happened to a card, with the picture of the camera that makes a claim."""
        evidence = Evidence(pts_us=claim.seen_us, quad_px=claim.quad_px) if claim.quad_px else None
        self.tell(body, claim.camera, pts_us, since_us=since_us, evidence=evidence)

    def flush(self) -> list[Fact]:
        """What was told since the last time."""
        told, self._told = self._told, []
        return told
