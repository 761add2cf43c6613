"""`pitwatch enrol`: learn a house's own deck from photographs of it spread face up."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from api.commands.console import DONE, FOUND, Json, emit_json, existing_file, out, progress
from api.errors import OutputError

if TYPE_CHECKING:
    from vision.enrol.enrolment import Enrolment
    from vision.enrol.fit import Fitted


def enrol(
    photos: Annotated[
        list[Path],
        typer.Argument(
            help="Photographs of the deck spread face up, in any order; together they show all 52 cards.",
            show_default=False,
        ),
    ],
    deck: Annotated[str, typer.Option(help="What the deck is called.", show_default=False)],
    out_folder: Annotated[
        Path | None,
        typer.Option("--out", help="Folder for the deck; by default where `read` and tables look for it."),
    ] = None,
    as_json: Json = False,
) -> int:
    """Learn a deck, so that its cards are read from farther away; exit status 1 says that a card was not seen.

    Beside the deck a picture NAME.png shows what was taken for which card, to be looked at.
    """
    from vision.enrol.contact_sheet import contact_sheet
    from vision.enrol.deck_file import deck_path, save_enrolled
    from vision.enrol.enrolment import enrol as learn
    from vision.read import Reader
    from vision.sources.pictures import read_picture

    path = deck_path(deck, out_folder)
    pictures = [read_picture(existing_file(photo)).image for photo in photos]
    with progress("Learning the deck") as gauge:
        result = learn(deck, pictures, Reader(), progress=gauge.update)
    if result.deck is not None:
        try:
            save_enrolled(result.deck, out_folder)
            path.with_suffix(".png").write_bytes(contact_sheet(result.deck))
        except OSError as error:
            raise OutputError(f"cannot write {str(path)!r}: {error.strerror or error}") from error
    if as_json:
        emit_json(_document(result, path, photos))
    else:
        _print(result, path, photos)
    return DONE if result.deck is not None else FOUND


def _document(result: Enrolment, path: Path, photos: list[Path]) -> dict[str, object]:
    return {
        "deck": str(path) if result.deck is not None else None,
        "photos": [
            {"image": str(photo), "index_px": round(px, 1), "too_small": number in result.too_small}
            for number, (photo, px) in enumerate(zip(photos, result.index_px, strict=True))
        ],
        "seen": len(result.seen),
        "missing": [str(card) for card in result.missing],
        "doubtful": [str(card) for card in result.doubtful],
        "worth": _worth(result.fitted),
    }


def _worth(fitted: Fitted | None) -> dict[str, object] | None:
    if fitted is None:
        return None
    return {
        "helps": fitted.helps,
        "right_before": round(fitted.right_before, 4),
        "right_after": round(fitted.right_after, 4),
        "views": fitted.views,
    }


def _print(result: Enrolment, path: Path, photos: list[Path]) -> None:
    console = out()
    for number in result.too_small:
        px = result.index_px[number]
        why = f"indices stand {px:.0f} px high, too low to learn from" if px else "no index was found"
        console.print(f"{photos[number]}: {why}", markup=False)
    if result.doubtful:
        console.print(f"Doubtful, look at the picture: {_names(result.doubtful)}", markup=False)
    if result.deck is None:
        console.print(
            f"{len(result.seen)} of 52 cards seen; missing: {_names(result.missing)}. Nothing was written.",
            markup=False,
        )
        return
    console.print(
        f"All 52 cards seen. Deck: {path}, what was taken for what: {path.with_suffix('.png')}", markup=False
    )
    if result.fitted is not None:
        console.print(_verdict(result.fitted), markup=False)


def _verdict(fitted: Fitted) -> str:
    worth = (
        f"on {fitted.views} views from afar of indices that were not learnt from: "
        f"{fitted.right_before:.0%} right before, {fitted.right_after:.0%} after"
    )
    if fitted.helps:
        return f"Worth it, {worth}."
    return f"No help, {worth}. This deck is read as any other."


def _names(cards: tuple[object, ...]) -> str:
    return ", ".join(map(str, cards))
