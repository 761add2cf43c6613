"""`parse(format(x)) == x` for actions and whole histories."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from tracker.actions import CARDS, FORMS, RULINGS, Action, format_action, parse_action
from tracker.notation import History, RecordedRound, format_bjh, parse_bjh

HANDS = st.builds("{}.{}".format, st.integers(1, 7), st.integers(1, 12))
NAMES = st.lists(st.from_regex(r"[^\W\d_]{1,8}", fullmatch=True), min_size=1, max_size=3).map(" ".join)
WORDS = st.from_regex(r"[a-z]{1,6}(-[a-z0-9]{1,4})?", fullmatch=True)
TEXT = st.text(st.characters(exclude_categories=("C", "Z")) | st.just(" "), max_size=20).map(
    lambda text: " ".join(text.split())
)
SLOTS = {
    "amount": st.integers(0, 10**9),
    "card": st.sampled_from(list(CARDS.values())),
    "hand": HANDS,
    "seat": HANDS | st.just("d"),
    "bet": HANDS
    | st.builds("{}.{}".format, st.integers(1, 7), st.sampled_from(["side", "insurance", "1.bonus"])),
    "count": st.integers(1, 500),
    "number": st.integers(0, 500),
    "word": WORDS,
    "ruling": st.sampled_from(RULINGS),
}


@st.composite
def plain_actions(draw: st.DrawFn, timed: bool = True) -> Action:
    kind, verb = draw(st.sampled_from(sorted(FORMS)))
    actor = {"box": st.integers(1, 7).map(str), "hand": HANDS}.get(kind, st.just(kind))
    form = FORMS[kind, verb]
    if verb == "offer":
        args: tuple[object, ...] = draw(st.just(("insurance",)) | HANDS.map(lambda hand: ("double", hand)))
    elif verb == "switch":
        args = draw(st.just(()) | st.tuples(SLOTS["count"], SLOTS["count"]))
    else:
        args = tuple(draw(SLOTS[slot]) for slot in form if slot in SLOTS)
        if "up?" in form and draw(st.booleans()):
            args = (*args, "up")
    by = draw(NAMES) if "by" in form else draw(st.none() | NAMES) if "by?" in form else None
    pts_us = draw(st.none() | st.integers(0, 10**13)) if timed else None
    comment = draw(st.none() | TEXT) if timed else None
    return Action(draw(actor), verb, args, by, pts_us, comment)  # type: ignore[arg-type]


@st.composite
def corrections(draw: st.DrawFn) -> Action:
    person = draw(NAMES.filter(lambda name: not {"by", "reason"} & set(name.split())))
    reason = draw(TEXT.filter(lambda text: text and "#" not in text))
    return Action("c", "fix", (draw(st.integers(1, 99)), draw(plain_actions(timed=False)), reason), person)


@given(plain_actions() | corrections())
def test_any_action_survives(action: Action) -> None:
    assert parse_action(format_action(action)) == action


ROUNDS = st.builds(
    RecordedRound,
    no=st.integers(0, 10**6),
    actions=st.lists(plain_actions(), max_size=6).map(tuple),
    shoe=st.none() | st.integers(0, 999),
    at=st.none()
    | st.datetimes(timezones=st.just(UTC)).map(lambda at: at.replace(microsecond=at.microsecond)),
    extra=st.dictionaries(
        WORDS.map("_{}".format), st.integers() | TEXT | st.booleans() | st.floats(allow_nan=False)
    ),
)
HISTORIES = st.builds(
    History,
    profile=WORDS,
    currency=st.sampled_from(["EUR", "RUB"]),
    table=TEXT,
    rules=st.dictionaries(WORDS, st.integers(0, 99) | TEXT | st.lists(TEXT, max_size=2), max_size=3),
    rounds=st.lists(ROUNDS, max_size=3).map(tuple),
)


@given(HISTORIES)
def test_any_history_survives(history: History) -> None:
    written = format_bjh(history)
    assert parse_bjh(written) == history
    assert format_bjh(parse_bjh(written)) == written


def test_a_moment_keeps_its_microseconds() -> None:
    at = datetime(2026, 11, 29, 21, 14, 3, 240_001, tzinfo=UTC)
    history = History(profile="p", rounds=(RecordedRound(no=1, actions=(), at=at),))
    assert parse_bjh(format_bjh(history)).rounds[0].at == at
