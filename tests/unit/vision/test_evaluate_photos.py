from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from tracker.cards import DECK, Card
from vision.errors import SourceError
from vision.evaluate.evaluation import evaluate_photos
from vision.evaluate.outcomes import Reading, Shown, match_as_multisets
from vision.evaluate.photos import label_card, read_manifest
from vision.sightings import U8, Sighting


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


def paired(shown: str, optional: str, read: str, *, complete: bool = True) -> list[str]:
    """Pairs as `shown>read`, `-` where one side is missing."""
    labels = [Shown(card=card) for card in cards(shown)]
    readings = [Reading(card=card, p=0.9 - k / 100) for k, card in enumerate(cards(read))]
    pairs = match_as_multisets(labels, cards(optional), readings, complete=complete)
    return sorted(f"{a.card if a else '-'}>{b.card if b else '-'}" for a, b in pairs)


@pytest.mark.parametrize(
    ("shown", "optional", "complete", "read", "expected"),
    [
        ("Th 8c", "", True, "Th 8c", "8c>8c Th>Th"),
        ("Th Th", "", True, "Th", "Th>- Th>Th"),
        ("Th", "", True, "Th Th", "->Th Th>Th"),
        ("Th 9?", "", True, "9s Th", "9?>9s Th>Th"),
        ("9? 9s", "", True, "9s 9h", "9?>9h 9s>9s"),
        ("Th", "8c", True, "Th 8c", "Th>Th"),
        ("Th", "", False, "Th 8c", "Th>Th"),
        ("", "", True, "8c", "->8c"),
        ("Th", "", True, "", "Th>-"),
        ("Th 5c", "", True, "Tc Kd", "->Kd 5c>- Th>Tc"),
        ("5c Th", "", True, "5d Qh", "5c>5d Th>Qh"),
    ],
)
def test_readings_are_matched_as_multisets(
    *, shown: str, optional: str, complete: bool, read: str, expected: str
) -> None:
    assert " ".join(paired(shown, optional, read, complete=complete)) == expected


@pytest.mark.parametrize(
    ("text", "card"), [("10H", "Th"), ("9?", "9?"), ("as", "As"), ("BACK", None), ("B", None), ("unk", None)]
)
def test_labels(text: str, card: str | None) -> None:
    assert label_card(text) == (Card.parse(card) if card else None)


def test_tune_and_test_sources_are_kept_apart(tmp_path: Path) -> None:
    rows = [
        {"file": "a.png", "source": "one", "use": "tune", "cards": ["10H"], "cards_complete": True},
        {"file": "b.png", "source": "two", "use": "test", "cards": ["9?"], "cards_complete": True},
    ]
    (tmp_path / "manifest.jsonl").write_text("\n".join(json.dumps(row) for row in rows))
    for row in rows:
        cv2.imwrite(str(tmp_path / str(row["file"])), np.zeros((40, 60, 3), np.uint8))

    def always_ten_of_hearts(image: U8) -> list[Sighting]:
        probs = np.zeros(52, np.float32)
        probs[DECK.index(Card.parse("Th"))] = 0.9
        quad = np.array([[5, 5], [20, 5], [20, 30], [5, 30]], np.float32)
        return [Sighting(quad=quad, face="up", probs=probs, score=0.9)]

    test, tune = evaluate_photos(always_ten_of_hearts, read_manifest(tmp_path), least_p=0.6)
    assert (test.name, tune.name) == ("photos-test", "photos-tune")
    assert tune.measures.total.recall.value == 1.0
    assert (test.measures.total.recall.right, test.measures.total.precision.of) == (0, 1)
    assert list(test.measures.groups) == ["two"]


def test_a_broken_manifest_names_file_and_line(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"manifest\.jsonl"):
        read_manifest(tmp_path)
    (tmp_path / "manifest.jsonl").write_text('{"file": "a.jpg"}\n')
    with pytest.raises(SourceError, match="line 1"):
        read_manifest(tmp_path)
