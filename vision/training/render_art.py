"""Render the decks that training and films use from free SVG art.

The art comes in packages of Debian and npm (`make art` fetches them). Decks whose indices a casino would not deal with
are left out.

Licences: gnome-cards-data GPL-3+; kdegames-card-data-kf5 GPL-2+; npm @heruka_urgyen/react-playing-cards:
Adrian Kennard's
cards, CC0; npm @younestouati/playing-cards-standard-deck LGPL-3.0.
"""

from __future__ import annotations

import argparse
import gzip
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np
import resvg_py

from tracker.cards import DECK
from vision.errors import ArtError
from vision.sightings import U8
from vision.synth.art import (
    CARD_WIDTH_PX,
    SHIPPED_DECK,
    Deck,
    art_folder,
    find_index_boxes,
    save_deck,
    sheet_of,
)

GNOME = {
    "anglo": "anglo",
    "anglo_modern": "anglo-modern",
    "anglo_modern_4_color": "anglo-modern-4-color",
    "anglo_poker": "anglo-poker",
    "atlasnye": "atlasnye",
    "Атласные": "atlasnye-russian",
    "bellot": "bellot",
    "dondorf": "dondorf",
    "gnomangelo": "gnomangelo",
    "neoclassical": "neoclassical",
    "neoclassical_4_color": "neoclassical-4-color",
    "orell": "orell",
    "ornamental": "ornamental",
    "paris": "paris",
    "plastic": "plastic",
    "rheinland": "rheinland",
    "simplistic": "simplistic",
    "slavic_costumes": "slavic-costumes",
    "tango": "tango",
    "tigullio": "tigullio",
}
"""Sheet and deck. Most indices read A K Q J 10..2; `rheinland` has B D K, the Russian ones В Д К Т."""
_MARGIN_PX = 14
_PAPER = (255, 255, 255)


def main(argv: Sequence[str] | None = None) -> None:
    """Render every deck found in the unpacked packages."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("packages", type=Path, help="folder that holds the unpacked packages")
    parser.add_argument("--out", type=Path, default=art_folder())
    parser.add_argument(
        "--ship", type=Path, help="also write the shipped deck's contact sheet into this folder"
    )
    args = parser.parse_args(argv)
    for deck in decks_in(args.packages):
        save_deck(deck, args.out / f"{deck.name}.npz")
        print(deck.name, deck.faces.shape, "backs", len(deck.backs), flush=True)
        if args.ship and deck.name == SHIPPED_DECK:
            _ship(deck, args.ship)


def decks_in(packages: Path) -> Iterator[Deck]:
    """Yield each deck whose package lies somewhere below `packages`.

    Raises:
        ArtError: if a sheet is not laid out as expected.
    """
    for sheet_name, name in GNOME.items():
        for sheet in packages.rglob(f"aisleriot/cards/{sheet_name}.svgz"):
            cells = _grid(sheet, rows=5)
            yield _deck(name, cells[:52], cells[54:55])
    for sheet in packages.rglob("svg-standard/standard.svgz"):
        yield _deck("kde-standard", _kde_order(_grid(sheet, rows=4)), [])
    for folder in packages.rglob("*playing-cards-standard-deck*/package/cards"):
        files = [folder / f"{DECK.index(card) % 13 + 1}{card.suit}.svg" for card in DECK]
        yield _deck("younes", [_card(path) for path in files], [])
    for images in packages.rglob("*react-playing-cards*/package/src/images"):
        back = _card(images / "back.svg")
        for name, folder_name in (
            ("kennard", "2color"),
            ("kennard-big", "2color-bf"),
            ("kennard-4", "4color"),
        ):
            files = [images / folder_name / f"{card.rank}{card.suit.upper()}.svg" for card in DECK]
            yield _deck(name, [_card(path) for path in files], [back])


def _deck(name: str, cells: list[U8], backs: list[U8]) -> Deck:
    height = round(CARD_WIDTH_PX * float(np.median([c.shape[0] / c.shape[1] for c in cells])))
    faces = np.stack(
        [_flat(cv2.resize(c, (CARD_WIDTH_PX, height), interpolation=cv2.INTER_AREA)) for c in cells]
    )
    size = (CARD_WIDTH_PX, height)
    drawn = [_flat(cv2.resize(b, size, interpolation=cv2.INTER_AREA)) for b in backs] or [_plain_back(height)]
    return Deck(name, faces, np.stack(drawn), find_index_boxes(faces))


def _render(svg: str, width: int) -> U8:
    png = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
    return np.asarray(cv2.imdecode(np.frombuffer(png, np.uint8), cv2.IMREAD_UNCHANGED), dtype=np.uint8)


def _card(path: Path) -> U8:
    # the physical size in inches says nothing about pixels, and `preserveAspectRatio="none"` would need both
    svg = re.sub(r'(<svg[^>]*?) (?:height|width)="[\d.]+in"', r"\1", path.read_text(encoding="utf8"), count=1)
    svg = re.sub(r'(<svg[^>]*?) (?:height|width)="[\d.]+in"', r"\1", svg, count=1)
    return _trim(_render(svg, CARD_WIDTH_PX + _MARGIN_PX))


def _grid(path: Path, rows: int) -> list[U8]:
    sheet = _render(
        gzip.decompress(path.read_bytes()).decode("utf8", "ignore"), 13 * (CARD_WIDTH_PX + _MARGIN_PX)
    )
    height, width = sheet.shape[0] / rows, sheet.shape[1] / 13
    cells = []
    for row in range(rows):
        for col in range(13 if row < 4 else 3):
            cell = sheet[
                int(row * height) : int((row + 1) * height), int(col * width) : int((col + 1) * width)
            ]
            cells.append(_trim(cell))
    return cells


def _kde_order(cells: list[U8]) -> list[U8]:
    """KDE's sheet has the rows spades, hearts, clubs, diamonds and the columns A K Q J 10 .. 2."""
    rows, columns = "shcd", "AKQJT98765432"
    return [cells[13 * rows.index(card.suit) + columns.index(card.rank)] for card in DECK]


def _trim(cell: U8) -> U8:
    ys, xs = np.where(cell[..., 3] > 40)
    if len(ys) < 50:
        raise ArtError("a cell of the sheet is empty: the deck is not laid out as expected")
    return cell[ys.min() : ys.max() + 1, xs.min() : xs.max() + 1]


def _flat(cell: U8) -> U8:
    alpha = cell[..., 3:].astype(np.float32) / 255
    return (cell[..., :3] * alpha + np.array(_PAPER) * (1 - alpha)).astype(np.uint8)


def _plain_back(height: int) -> U8:
    back = np.full((height, CARD_WIDTH_PX, 3), 250, np.uint8)
    inset = 14
    back[inset:-inset, inset:-inset] = (150, 60, 40)
    for k in range(inset, CARD_WIDTH_PX + height, 16):
        cv2.line(back, (k, inset), (k - height, inset + height), (205, 140, 120), 2, cv2.LINE_AA)
        cv2.line(back, (k - height, inset), (k, inset + height), (205, 140, 120), 2, cv2.LINE_AA)
    for edge in (slice(None, inset), slice(-inset, None)):
        back[edge] = 250
        back[:, edge] = 250
    return back


def _ship(deck: Deck, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(folder / f"{deck.name}.webp"), sheet_of(deck), [cv2.IMWRITE_WEBP_QUALITY, 88])
    (folder / f"{deck.name}.boxes.f32").write_bytes(deck.index_boxes.astype(np.float32).tobytes())


if __name__ == "__main__":
    main()
