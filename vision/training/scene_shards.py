"""Training scenes on disk: shards that can be made once, resumed, and read many times.

A shard is one `.npz` with 250 scenes or fewer. Which decks and scenes it holds follows from its number alone, so a
generator that was stopped goes on where it was, and several can work side by side.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.sightings import F32, U8
from vision.synth.art import load_deck
from vision.synth.paint import PaintDeck, paint_deck
from vision.synth.printing import Prints
from vision.synth.scene import CardLabel, SceneKind, make_scene
from vision.training.drawn_decks import training_decks
from vision.training.lettering import prints

SCENES_PER_SHARD = 250
SHARDS_PER_DECK_SET = 4
DRAWN_DECKS = 28
TRAINING_SCENES = SceneKind(bent=0.3, groups=(1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6, 8))


@dataclass(frozen=True, slots=True, eq=False)
class StoredScene:
    """A scene as training reads it.

    Attributes:
        image: uint8 `(size, size, 3)` BGR.
        cards: float32 `(n, 10)`: the card's quad (8), its number in `DECK` or -1, share visible.
        indices: float32 `(m, 11)`: the index's quad (8), row of its card in `cards`, share visible, 0 or 1 for
            upright or turned by 180 degrees on its card.
    """

    image: U8
    cards: F32
    indices: F32


def write_shards(
    folder: Path,
    numbers: Sequence[int],
    kind: SceneKind,
    *,
    size: int = SCENES_PER_SHARD,
    held_out: Sequence[str] = (),
) -> None:
    """Make the shards that are not there yet, of `size` scenes each."""
    folder.mkdir(parents=True, exist_ok=True)
    decks: tuple[int, list[PaintDeck], Prints] = (-1, [], Prints())
    for number in numbers:
        path = folder / f"scenes-{number:04d}.npz"
        if path.exists():
            continue
        deck_set = number // SHARDS_PER_DECK_SET
        if decks[0] != deck_set:
            chance = random.Random(deck_set)
            printed = prints(chance)
            made = [paint_deck(load_deck(n)) for n in held_out] or training_decks(chance, DRAWN_DECKS)
            decks = (deck_set, made, printed)
        rng = np.random.default_rng((number, len(held_out)))
        _save(path, [make_scene(rng, decks[1], kind, decks[2]) for _ in range(size)])
        print(f"{path.name} written", flush=True)


def read_shard(path: Path) -> Iterator[StoredScene]:
    """Yield the scenes of one shard."""
    with np.load(path) as shard:
        jpeg, ends = shard["jpeg"], shard["jpeg_ends"]
        cards, card_ends = shard["cards"], shard["card_ends"]
        indices, index_ends = shard["indices"], shard["index_ends"]
    starts = [np.concatenate([[0], e[:-1]]) for e in (ends, card_ends, index_ends)]
    for i in range(len(ends)):
        image = cv2.imdecode(jpeg[starts[0][i] : ends[i]], cv2.IMREAD_COLOR)
        yield StoredScene(
            np.asarray(image, dtype=np.uint8),
            cards[starts[1][i] : card_ends[i]],
            indices[starts[2][i] : index_ends[i]],
        )


def _save(path: Path, scenes: Sequence[tuple[U8, list[CardLabel]]]) -> None:
    jpegs = [cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 96])[1].ravel() for image, _ in scenes]
    cards = [_card_rows(labels) for _, labels in scenes]
    indices = [_index_rows(labels) for _, labels in scenes]
    part = path.with_suffix(".part.npz")
    np.savez(
        part,
        jpeg=np.concatenate(jpegs),
        jpeg_ends=np.cumsum([len(j) for j in jpegs]),
        cards=np.concatenate(cards),
        card_ends=np.cumsum([len(c) for c in cards]),
        indices=np.concatenate(indices),
        index_ends=np.cumsum([len(i) for i in indices]),
    )
    part.rename(path)


def _card_rows(labels: Sequence[CardLabel]) -> F32:
    rows = [[*card.quad.ravel(), card.card_no, card.visible] for card in labels]
    return np.array(rows, np.float32).reshape(-1, 10)


def _index_rows(labels: Sequence[CardLabel]) -> F32:
    rows = [
        [*index.quad.ravel(), row, index.visible, site % 2]
        for row, card in enumerate(labels)
        for site, index in enumerate(card.indices)
    ]
    return np.array(rows, np.float32).reshape(-1, 11)


def main(argv: Sequence[str] | None = None) -> None:
    """Make training scenes."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=40, help="shards of 250 scenes")
    parser.add_argument(
        "--held-out", nargs="*", default=[], help="decks to draw with instead of the training decks"
    )
    args = parser.parse_args(argv)
    cv2.setNumThreads(1)
    numbers = range(args.first, args.first + args.count)
    write_shards(args.folder, numbers, TRAINING_SCENES, held_out=args.held_out)


if __name__ == "__main__":
    main()
