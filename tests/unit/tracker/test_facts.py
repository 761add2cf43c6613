import json

import pytest

from tracker.facts import (
    BODIES,
    CameraIn,
    CameraOut,
    CardMoved,
    CardPlaced,
    CardRead,
    CardTaken,
    ChipsSeen,
    Correction,
    DealerChanged,
    Evidence,
    EvidenceViewed,
    Fact,
    FactBody,
    FindingHandled,
    FindingRuled,
    FloorCalled,
    RecordingEnded,
    Retracted,
    ReviewModeSet,
    RoundReviewed,
    Said,
    SpotSeen,
    fact_from_json,
)
from tracker.house_bodies import (
    CaseClosed,
    CaseHeld,
    CaseNoted,
    CaseOpened,
    CasePersonSet,
    CasePinned,
    ClockJumped,
    DiskState,
    EvidenceExpired,
    FloorAlarm,
    PackageMade,
)

BODIES_OF_EACH_KIND: list[FactBody] = [
    CardPlaced(track=1, place="1.2", card="Th", p=0.99, face_up=True, sideways=True, x_mm=1.5, y_mm=-2.0),
    CardRead(track=1, card="Th", p=1.0),
    CardMoved(track=1, place="1.3"),
    CardTaken(track=1),
    SpotSeen(spot="1.1", shows="chips"),
    ChipsSeen(spot="1.side", amount=2000),
    Said(action="1.1 stand", by="Ann"),
    BODIES["camera-blind"](reason="hand over the lens"),  # type: ignore[call-arg]
    BODIES["camera-back"](),
    CameraOut(reason="dark"),
    CameraIn(),
    RecordingEnded(reason="end of file"),
    Correction(
        corrects="abc", body={"kind": "card-read", "track": 1, "card": "9h", "p": 1.0}, by="Ann", reason="six"
    ),
    Retracted(),
    DealerChanged(dealer="Ivan"),
    FindingHandled(finding="3-loser-paid-1.1", step="resolve", by="Ann", value="repaid", note="taken back"),
    FindingRuled(round=3, code="loser-paid", ruling="take-back", by="Ann"),
    EvidenceViewed(what="3-loser-paid-1.1/still.jpg", by="Ann"),
    FloorCalled(reason="dispute", by="Ivan"),
    ReviewModeSet(by="Ann", blind=True),
    RoundReviewed(round=3, verdict="error", by="Ann", blind=True, codes="loser-paid", note="box 2"),
    FloorAlarm(code="host-away", subject="BJ-05", text="its camera host is not heard", raised=True, times=2),
    CaseOpened(case="2026-001", title="Box 2", by="Ann"),
    CaseClosed(case="2026-001", reason="repaid", by="Ann"),
    CaseHeld(case="2026-001", held=True, reason="court", by="Ann"),
    CaseNoted(case="2026-001", note="see round 4", by="Ann"),
    CasePersonSet(case="2026-001", person="Ivan", part="dealer", joins=True, by="Ann"),
    CasePinned(
        case="2026-001",
        pin="1",
        footage_of="table/T",
        finding="f",
        from_us=1,
        until_us=2,
        sha256="00",
        by="Ann",
    ),
    PackageMade(case="2026-001", sha256="00", by="Ann"),
    EvidenceExpired(what="audits/x/stills/a.jpg", days=30),
    ClockJumped(seconds=-3600.5),
    DiskState(state="low", free_mb=700),
]


@pytest.mark.parametrize("body", BODIES_OF_EACH_KIND, ids=lambda body: body.kind)
def test_every_kind_comes_back_equal_from_json_text(body: FactBody) -> None:
    fact = Fact(
        table="T",
        source="camera:a",
        pts_us=7,
        body=body,
        evidence=Evidence(pts_us=7, quad_px=((0.0, 1.0),) * 4),
    )
    assert fact_from_json(json.loads(json.dumps(fact.to_json()))) == fact


def test_the_list_above_holds_every_kind() -> None:
    assert {body.kind for body in BODIES_OF_EACH_KIND} == set(BODIES)


def test_the_id_is_made_from_the_content() -> None:
    def at(pts_us: int, seq: int = 0) -> Fact:
        return Fact(table="T", source="s", pts_us=pts_us, body=CardTaken(track=1), seq=seq)

    assert at(1).id == at(1).id
    assert len({at(1).id, at(2).id, at(1, seq=1).id}) == 3


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"kind": "card-eaten"}, "expected a fact kind"),
        ({"colour": "red"}, "has no field"),
        ({"track": "one"}, "expected track to be int, got 'one'"),
        ({"track": True}, "expected track to be int"),
        ({"card": "Zz"}, "expected rank"),
        ({"place": "1"}, "expected a place"),
        ({"place": "9.1"}, "expected a place"),
        ({"face_up": 1}, "expected face_up to be bool"),
        ({"pts_us": None}, "not a fact"),
        ({"evidence": {"pts_us": 1}}, "not a fact"),
    ],
)
def test_what_is_not_a_fact_is_refused_with_a_reason(change: dict[str, object], message: str) -> None:
    body = CardPlaced(track=1, place="1.2", card="Th", p=0.99, face_up=True)
    data = {**Fact(table="T", source="s", pts_us=7, body=body).to_json(), **change}
    with pytest.raises(ValueError, match=message):
        fact_from_json(data)


def test_a_missing_field_and_a_bad_amount_are_refused() -> None:
    data = Fact(table="T", source="s", pts_us=7, body=ChipsSeen(spot="1.1", amount=5)).to_json()
    with pytest.raises(ValueError, match="expected an amount from 0"):
        fact_from_json({**data, "amount": -5})
    with pytest.raises(ValueError, match="expected a spot"):
        fact_from_json({**data, "spot": "d"})
    del data["amount"]
    with pytest.raises(ValueError, match="amount"):
        fact_from_json(data)


def test_a_correction_must_hold_a_body() -> None:
    body = Correction(corrects="abc", body={"kind": "nonsense"}, by="Ann", reason="x")
    data = Fact(table="T", source="s", pts_us=7, body=body).to_json()
    with pytest.raises(ValueError, match="expected a fact kind"):
        fact_from_json(data)


@pytest.mark.parametrize(
    ("body", "wrong", "message"),
    [
        (FindingHandled(finding="1-x-d", step="right", by="Ann"), {"step": "maybe"}, "expected a step"),
        (FindingRuled(round=1, code="x", ruling="warn", by="Ann"), {"ruling": "hang"}, "expected a ruling"),
    ],
)
def test_a_step_or_ruling_that_nobody_knows_is_refused(
    body: FactBody, wrong: dict[str, str], message: str
) -> None:
    data = Fact(table="T", source="floor", pts_us=7, body=body).to_json()
    with pytest.raises(ValueError, match=message):
        fact_from_json({**data, **wrong})
