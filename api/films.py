"""Simulated sessions as folders: filmed, or as facts alone (docs/architecture.md, "A simulated session on disk")."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from api.errors import InputError
from tracker.notation import format_bjh
from tracker.profile import SHIPPED, Profile
from tracker.simulate import Session, perform

if TYPE_CHECKING:
    from vision.synth.film import Dials

TRUTH: Final = "truth.json"
VIDEO: Final = "session.mp4"
TABLE: Final = "table.toml"
CHIPS: Final = "chips.facts.jsonl"
TRUE_FACTS: Final = "truth.facts.jsonl"


def film_session(
    session: Session,
    folder: Path,
    *,
    seed: int,
    dials: Dials | None = None,
    progress: Callable[[float], None],
) -> None:
    """Film a session on the standard table of its game, with the truth beside it.

    Args:
        session: what is dealt.
        folder: gets the film and its truth.
        seed: the same seed, session and dials give the same film.
        dials: how hard it is to watch; as they stand if None.
        progress: is told how much is done, 0..1.

    Raises:
        InputError: if the game has no standard table, or it has no room for the boxes.
        ArtError: if there is no such deck.
    """
    from vision.synth.art import load_deck  # noqa: PLC0415  (only films need the art and the film maker)
    from vision.synth.film import Dials, make_film  # noqa: PLC0415
    from vision.synth.table import seen_also_by, standard_table  # noqa: PLC0415

    dials = dials or Dials()
    history = session.history
    if history.profile not in SHIPPED:
        raise InputError(
            f"only the shipped games can be filmed ({', '.join(SHIPPED)}), got {history.profile!r}"
        )
    usual = standard_table(history.profile)
    betted = [int(a.actor[0]) for r in history.rounds for a in r.actions if a.verb == "bet"]
    table = standard_table(
        history.profile,
        boxes=max([len(usual.boxes), *betted]),
        camera=dials.camera(),
        name=history.table,
        currency=history.currency,
        minor_units=history.minor_units,
    )
    for camera in dials.other_cameras():
        table = seen_also_by(table, camera)
    make_film(
        session,
        table,
        load_deck(dials.deck),
        folder,
        seed=seed,
        pace=dials.pace(),
        look=dials.look(),
        fps=dials.fps,
        progress=lambda done, total: progress(done / total),
    )


def write_session(session: Session, profile: Profile, folder: Path, *, seed: int) -> None:
    """Write a session's hand history, facts and truth into an existing folder."""
    show = perform(session.history, profile)
    truth = {"seed": seed, "planted": [error.to_json() for error in session.planted]}
    lines = [json.dumps(fact.to_json(), ensure_ascii=False) + "\n" for fact in show.facts]
    chips = [
        line for line, fact in zip(lines, show.facts, strict=True) if not fact.source.startswith("camera:")
    ]
    (folder / "session.bjh").write_text(format_bjh(show.history), encoding="utf-8")
    (folder / TRUTH).write_text(json.dumps(truth, indent=1) + "\n", encoding="utf-8")
    (folder / TRUE_FACTS).write_text("".join(lines), encoding="utf-8")
    (folder / CHIPS).write_text("".join(chips), encoding="utf-8")
