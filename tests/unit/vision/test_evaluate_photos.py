from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracker.cards import DECK, Card
from vision.errors import SourceError
from vision.evaluate.intervals import wilson
from vision.evaluate.photos import Photo, evaluate_photos, label_card, read_manifest, score
from vision.sightings import U8, Sighting


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def photo(shown: str, optional: str = "", *, complete: bool = True) -> Photo:
    return Photo(Path("x.jpg"), "s", "tune", cards(shown), cards(optional), complete)


@pytest.mark.parametrize(
    ("shown", "optional", "complete", "read", "right", "false"),
    [
        ("Th 8c", "", True, "Th 8c", 2, 0),
        ("Th Th", "", True, "Th", 1, 0),
        ("Th", "", True, "Th Th", 1, 1),
        ("Th 9?", "", True, "9s Th", 2, 0),
        ("Th", "8c", True, "Th 8c", 1, 0),
        ("Th", "", False, "Th 8c", 1, 0),
        ("", "", True, "8c", 0, 1),
        ("Th", "", True, "", 0, 0),
    ],
)
def test_readings_are_matched_as_multisets(
    *, shown: str, optional: str, complete: bool, read: str, right: int, false: int
) -> None:
    tally = score(photo(shown, optional, complete=complete), cards(read))
    assert (tally.right, tally.false) == (right, false)
    assert tally.shown == len(shown.split())


@pytest.mark.parametrize(
    ("text", "card"), [("10H", "Th"), ("9?", "9?"), ("as", "As"), ("BACK", None), ("B", None), ("unk", None)]
)
def test_labels(text: str, card: str | None) -> None:
    assert label_card(text) == (Card.parse(card) if card else None)


def test_wilson_interval_holds_the_share_and_narrows() -> None:
    low, high = wilson(90, 100)
    assert low == pytest.approx(0.8256, abs=1e-3)
    assert high == pytest.approx(0.9448, abs=1e-3)
    assert wilson(0, 0) == (0.0, 1.0)


def test_an_evaluation_counts_by_source_and_draws_overlays(tmp_path: Path) -> None:
    rows = [
        {"file": "a.png", "source": "one", "use": "tune", "cards": ["10H"], "cards_complete": True},
        {"file": "b.png", "source": "two", "use": "test", "cards": [], "cards_complete": True},
    ]
    (tmp_path / "manifest.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    for row in rows:
        cv2.imwrite(str(tmp_path / str(row["file"])), np.zeros((40, 60, 3), np.uint8))

    def always_ten_of_hearts(image: U8) -> list[Sighting]:
        probs = np.zeros(52, np.float32)
        probs[DECK.index(Card.parse("Th"))] = 0.9
        quad = np.array([[5, 5], [20, 5], [20, 30], [5, 30]], np.float32)
        return [Sighting(quad=quad, face="up", probs=probs, score=0.9)]

    scores = evaluate_photos(tmp_path, always_ten_of_hearts, overlays=tmp_path / "out")
    assert scores.total().to_json()["recall"] == 1.0
    assert scores.total("test").false == 1
    assert scores.by_source["one"].right == 1
    assert sorted(p.name for p in (tmp_path / "out").iterdir()) == ["00-a.jpg", "01-b.jpg"]


def test_a_broken_manifest_names_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"manifest\.jsonl"):
        read_manifest(tmp_path)
    (tmp_path / "manifest.jsonl").write_text('{"file": "a.jpg"}\n')
    with pytest.raises(SourceError, match="line 1"):
        read_manifest(tmp_path)
