"""`pitwatch simulate`: rounds with dealing errors planted, as hand history, facts and truth, and as a film."""

from __future__ import annotations

from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from api.commands.console import DONE, Json, emit_json, out, progress
from api.errors import InputError

if TYPE_CHECKING:
    from tracker.profile import Profile
    from tracker.simulate import Session


Dial = partial(typer.Option, show_default=False, rich_help_panel="Dials of the film")


class Player(StrEnum):
    """Who plays: the names of `tracker.simulate.players.PLAYERS`."""

    HUMAN = "human"
    BASIC = "basic"
    RANDOM = "random"


def simulate(
    profile: Annotated[str, typer.Option(help="The game: a shipped profile, or a file.", show_default=False)],
    rounds: Annotated[int, typer.Option(min=1, help="How many rounds.")] = 10,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same session.")] = 1,
    errors: Annotated[
        float, typer.Option(min=0.0, max=1.0, help="Chance of a dealing error in a round.")
    ] = 0.0,
    planted_errors: Annotated[
        int | None, typer.Option("--planted", min=0, help="Exactly so many rounds with an error, instead.")
    ] = None,
    kind: Annotated[
        list[str] | None, typer.Option(help="Plant only this finding code; may be repeated.")
    ] = None,
    observable: Annotated[
        bool,
        typer.Option("--observable/--any-error", help="Plant only what a camera and a chip feed can show."),
    ] = True,
    player: Annotated[
        Player,
        typer.Option(help="People's play, the game's own basic strategy, or anything that is legal."),
    ] = Player.HUMAN,
    boxes: Annotated[
        int | None,
        typer.Option(min=1, max=7, help="Boxes at the table; by default 3.", show_default=False),
    ] = None,
    bettors: Annotated[int, typer.Option(min=1, help="Most players who bet on one box.")] = 1,
    list_kinds: Annotated[
        bool, typer.Option("--list", help="List the errors that can be planted in this game, and end.")
    ] = False,
    out_folder: Annotated[
        Path | None, typer.Option("--out", help="Folder for the session; without it, it is printed.")
    ] = None,
    video: Annotated[bool, typer.Option("--video", help="Film the session (needs --out).")] = False,
    deck: Annotated[str | None, Dial(help="Card art; by default the shipped deck.")] = None,
    occlusion: Annotated[
        float | None, Dial(help="Chance that a hand comes to rest over the cards when one is dealt, 0..1.")
    ] = None,
    speed: Annotated[float | None, Dial(help="Dealing so many times as fast as a quick dealer.")] = None,
    fps: Annotated[int | None, Dial(help="Frames for a second.")] = None,
    height: Annotated[int | None, Dial(help="Height of the 16:9 picture, px: 720, 1080, 2160.")] = None,
    tilt: Annotated[float | None, Dial(help="How far from straight above the camera looks, degrees.")] = None,
    light: Annotated[float | None, Dial(help="Brightness of the room; 1 is well lit.")] = None,
    drift: Annotated[
        float | None, Dial(help="How far the camera has crept by the film's end, px at 1920 px width.")
    ] = None,
    dropped: Annotated[float | None, Dial(help="Share of the frames that are lost, 0..1.")] = None,
    repeated: Annotated[
        float | None, Dial(help="Share of the frames that repeat the one before, 0..1.")
    ] = None,
    cameras: Annotated[
        int | None, Dial(help="How many cameras film it: 1 or 2; the second one's film is session-2.mp4.")
    ] = None,
    as_json: Json = False,
) -> int:
    """Deal rounds with dealing errors planted: what was done, what was to be seen, and the truth about it."""
    from api.profiles import find_profile
    from tracker.notation import format_bjh
    from tracker.simulate import simulate as simulate_rounds

    dials = {
        "deck": deck, "occlusion": occlusion, "speed": speed, "fps": fps, "height": height, "tilt_deg": tilt,
        "light": light, "drift_px": drift, "dropped": dropped, "repeated": repeated,
        "cameras": cameras,
    }  # fmt: skip
    given = {name: value for name, value in dials.items() if value is not None}
    if given and not video:
        raise InputError("expected --video with the dials of a film")
    if video and out_folder is None:
        raise InputError("expected --out FOLDER with --video: a film is a file")
    if planted_errors is not None and planted_errors > rounds:
        raise InputError(
            f"expected at most one error a round, got --planted {planted_errors} for {rounds} rounds"
        )
    rules = find_profile(profile)
    if list_kinds:
        _list(rules, as_json=as_json)
        return DONE
    try:
        session = simulate_rounds(
            rules,
            rounds=rounds,
            seed=seed,
            error_rate=errors,
            errors=planted_errors,
            kinds=kind,
            observable=observable,
            player=player.value,
            boxes=None if boxes is None else range(1, boxes + 1),
            bettors=bettors,
        )
    except ValueError as error:
        raise InputError(str(error)) from error
    if out_folder is not None:
        _write(session, rules, out_folder, seed, dials=given if video else None)
    planted = [error.to_json() for error in session.planted]
    if as_json:
        emit_json(
            {
                "profile": rules.name,
                "rounds": rounds,
                "seed": seed,
                "planted": planted,
                "out": None if out_folder is None else str(out_folder),
            }
        )
    elif out_folder is None:
        print(format_bjh(session.history), end="")
    else:
        out().print(f"{rounds} rounds with {len(planted)} dealing errors: {out_folder}", markup=False)
    return DONE


def _list(profile: Profile, *, as_json: bool) -> None:
    from tracker.simulate.slips import kinds_for, left_out

    kinds = kinds_for(profile, observable=False)
    if as_json:
        planted = [
            {"code": kind.code, "title": kind.title, "observable": kind.is_observable(profile)}
            for kind in kinds
        ]
        emit_json({"profile": profile.name, "planted": planted, "left_out": left_out(profile)})
        return
    table = Table("code", "what is done", "a camera shows it", box=None)
    for kind in kinds:
        table.add_row(kind.code, kind.title, "yes" if kind.is_observable(profile) else "no")
    out().print(table)
    reasons = Table("not planted in this game", "why", box=None)
    for code, reason in left_out(profile).items():
        reasons.add_row(code, reason)
    out().print(reasons)


def _write(
    session: Session, rules: Profile, folder: Path, seed: int, *, dials: dict[str, Any] | None
) -> None:
    """Write the session into its folder; filmed, if there are dials."""
    from api.audit.staging import staged_folder
    from api.films import TRUTH, film_session, write_session
    from vision.synth.film import Dials

    try:
        how = None if dials is None else Dials(**dials)
    except ValueError as error:
        raise InputError(str(error)) from error
    with staged_folder(folder, mark=TRUTH) as stage:
        if how is None:
            write_session(session, rules, stage, seed=seed)
            return
        with progress("Filming") as gauge:
            film_session(session, stage, seed=seed, dials=how, progress=gauge.update)
