"""Enrolled decks on disk: the patches from which a deck was learnt, the correction for one network, and its faces.

A deck is `NAME.npz`. The patches are kept so that a newer network learns the deck without new photographs.
"""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.enrol.patches import IndexPatch
from vision.errors import DeckError
from vision.read.deck_head import DeckHead
from vision.read.faces import DeckFaces
from vision.read.learnt_deck import LearntDeck

VERSION = 2
WITHOUT_FACES = 1
"""The version of decks that were enrolled before faces were kept; they are read without them."""
_QUALITY = [cv2.IMWRITE_JPEG_QUALITY, 94]
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,63}")


@dataclass(frozen=True, slots=True, eq=False)
class EnrolledDeck:
    """A house's deck: its name, the patches of its indices, and what was learnt of it for one network."""

    name: str
    patches: tuple[IndexPatch, ...]
    learnt: LearntDeck


def decks_folder() -> Path:
    """Return where enrolled decks are kept: `PITWATCH_DECKS`, else in the user's data."""
    given = os.environ.get("PITWATCH_DECKS")
    if given:
        return Path(given)
    data = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(data) / "pitwatch" / "decks"


def deck_path(name: str, folder: Path | None = None) -> Path:
    """Return a deck's file.

    Raises:
        DeckError: if it is no name for a deck.
    """
    if not _NAME.fullmatch(name):
        raise DeckError(f"expected a deck's name of a-z, 0-9, - and _, got {name!r}")
    return (folder or decks_folder()) / f"{name}.npz"


def save_enrolled(deck: EnrolledDeck, folder: Path | None = None) -> Path:
    """Write a deck; a file that was there is replaced at once or not at all.

    Raises:
        DeckError: if it is no name for a deck.
        OSError: if it cannot be written.
    """
    path = deck_path(deck.name, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part.npz")
    head = deck.learnt.head
    pictures = [cv2.imencode(".jpg", patch.image, _QUALITY)[1].ravel() for patch in deck.patches]
    np.savez(
        part,
        version=VERSION,
        pictures=np.concatenate(pictures),
        ends=np.cumsum([len(picture) for picture in pictures]),
        quads=np.array([patch.quad for patch in deck.patches], np.float32),
        cards=np.array([patch.card_no for patch in deck.patches], np.int64),
        model_id=head.model_id,
        middle=head.middle,
        weights=head.weights.astype(np.float16),
        numbers=np.array([head.scale, head.temperature]),
        faces=deck.learnt.faces.faces.astype(np.float16),
        ranks=deck.learnt.faces.ranks,
    )
    part.replace(path)
    return path


def load_enrolled(name: str, folder: Path | None = None) -> EnrolledDeck:
    """Read a deck.

    Raises:
        DeckError: if there is none of this name, or its file is damaged.
    """
    path = deck_path(name, folder)
    if not path.is_file():
        known = sorted(p.stem for p in path.parent.glob("*.npz"))
        raise DeckError(
            f"no deck {name!r} is enrolled in {path.parent}; there are {', '.join(known) or 'none'} "
            f"(`pitwatch enrol PHOTO... --deck {name}`)"
        )
    try:
        with np.load(path, allow_pickle=False) as file:
            version = int(file["version"])
            if version not in (WITHOUT_FACES, VERSION):
                raise DeckError(f"{path}: expected version {VERSION} of a deck, got {version}")
            starts = np.concatenate([[0], file["ends"][:-1]])
            pictures = [file["pictures"][a:b] for a, b in zip(starts, file["ends"], strict=True)]
            scale, temperature = map(float, file["numbers"])
            weights = file["weights"].astype(np.float32)
            head = DeckHead(str(file["model_id"]), file["middle"], scale, weights, temperature)
            faces = (
                DeckFaces.of([], [])
                if version == WITHOUT_FACES
                else DeckFaces.of(file["faces"], file["ranks"])
            )
            return EnrolledDeck(
                name, _patches(pictures, file["quads"], file["cards"]), LearntDeck(head, faces)
            )
    except DeckError:
        raise
    except (OSError, ValueError, KeyError, EOFError, cv2.error) as error:
        raise DeckError(f"{path}: not an enrolled deck that can be read: {error}") from error


def _patches(pictures: Sequence[np.ndarray], quads: np.ndarray, cards: np.ndarray) -> tuple[IndexPatch, ...]:
    patches = []
    for data, quad, card_no in zip(pictures, quads, cards, strict=True):
        image = cv2.imdecode(data, cv2.IMREAD_COLOR)
        if image is None:
            raise ValueError("a patch is damaged")
        patches.append(IndexPatch(np.asarray(image, np.uint8), quad, int(card_no)))
    return tuple(patches)
