"""What the journal of one table means: rounds, verdicts, findings. A pure fold, rebuilt from the facts at any time.

facts -> `tracker.interpret` -> rounds of actions -> `tracker.referee` -> verdicts -> findings with the facts that show
them.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final

from api.store.judged import GoneRounds, JudgedRounds
from api.store.proven import ProvenFinding
from tracker.actions import Action
from tracker.chips import ChipSet
from tracker.codes import CODES
from tracker.facts import (
    CameraBack,
    CameraBlind,
    CameraIn,
    CameraOut,
    CardPlaced,
    DealerChanged,
    DeskBody,
    Fact,
    FindingRuled,
    RecordingEnded,
    SpotSeen,
)
from tracker.findings import Finding
from tracker.interpret import Interpreter, Memory, ToldRound
from tracker.interpret.spots_seen import SpotFinding, SpotsSeen
from tracker.outcomes import Bet
from tracker.profile import Profile
from tracker.prompts import WAITING, Prompt, prompts_of
from tracker.referee import Referee
from tracker.verdict import RoundVerdict

LEAST_KEPT: Final = 3
"""So many of the newest rounds are never let go: facts of several sources do not arrive in order of time."""
LATE_US: Final = 20_000_000
"""A round that ended so long before a bet spot was seen is not told otherwise by it."""
NEEDS_CHIPS: Final = frozenset({"bets", "money"})
"""Evidence that only a chip feed gives."""
NEEDS_ORDER: Final = frozenset({"order"})
"""Evidence that only a film gives: between two stills nobody knows what came first."""
NEEDS_SPEECH: Final = frozenset({"gesture"})
"""Evidence that only somebody who listens gives."""


@dataclass(frozen=True, slots=True)
class JudgedRound:
    """A round as it was told, and what the referee says about it.

    While a round is uncertain it has no findings, its bets no outcome and the dealer waits: nobody is accused and
    no amount is named.
    """

    told: ToldRound
    verdict: RoundVerdict
    findings: tuple[ProvenFinding, ...]
    prompts: tuple[Prompt, ...]

    @property
    def state(self) -> str:
        """The verdict's state, or `uncertain`."""
        return "uncertain" if self.told.doubts else self.verdict.state

    @property
    def bets(self) -> tuple[Bet, ...]:
        """The bets whose amounts are known and whose round is certain."""
        return () if self.told.doubts or not self.told.chips else self.verdict.bets


@dataclass(frozen=True, slots=True)
class Totals:
    """A session in numbers; amounts in minor units.

    Attributes:
        rounds: rounds that were dealt, of which `uncertain` could not be told for certain.
        hands: players' hands in rounds that are certain.
        cards: cards that were seen to come to rest.
        turnover: all that was staked.
        wrong: the sum of all money that findings are about, whoever gained it.
    """

    rounds: int
    uncertain: int
    hands: int
    cards: int
    turnover: int
    wrong: int


@dataclass(frozen=True, slots=True)
class SessionMemory:
    """What a session has to know to go on when its oldest rounds are gone; see `Session.memory`.

    Attributes:
        told: how the interpretation goes on.
        gone: what stays of the rounds that are gone.
        dark: findings about blackouts of the camera.
        blind, ended: as the session says.
        cards: how many were seen to come to rest.
        dealer: who deals.
        spots: the facts about bet spots that still matter.
        rulings: the floor's, on rounds that are not gone.
    """

    told: Memory
    gone: GoneRounds
    dark: tuple[ProvenFinding, ...]
    blind: str | None
    ended: str | None
    cards: int
    dealer: str
    spots: tuple[Fact, ...]
    rulings: dict[int, list[FindingRuled]]


class Session:
    """The fold of one table's facts. Feed it in the order of the journal; it is right after each fact.

    Rounds are judged when somebody asks, and several may ask at once: its methods may be called from any thread.
    """

    def __init__(
        self,
        profile: Profile,
        *,
        minor_units: int = 100,
        started_us: int = 0,
        sees_order: bool = True,
        chips: ChipSet | None = None,
    ) -> None:
        """Begin with an empty journal.

        Args:
            profile: the game that is dealt.
            minor_units: the currency's smallest units in one.
            started_us: media time from which the camera sees.
            sees_order: whether it sees what comes first; stills do not.
            chips: the house's, for prompts to pay in.
        """
        self.profile = profile
        self.minor_units = minor_units
        self._sees_order = sees_order
        self._chips = chips
        self._interpreter = Interpreter(
            profile, minor_units=minor_units, started_us=started_us, sees_order=sees_order
        )
        self._judged = JudgedRounds(self._judge)
        self._is_told = False
        self._dark: list[ProvenFinding] = []
        self._blind: str | None = None
        self._ended: str | None = None
        self._cards = 0
        self._dealer = ""
        self._spots = SpotsSeen(profile)
        self._rulings: dict[int, list[FindingRuled]] = {}
        self._lock = threading.RLock()

    def take(self, fact: Fact) -> None:
        """Take in one fact.

        Raises:
            ValueError: if a correction's body is no fact.
        """
        with self._lock:
            self._take(fact)

    def _take(self, fact: Fact) -> None:
        if not isinstance(fact.body, DeskBody | SpotSeen | CameraOut | CameraIn):
            self._interpreter.feed(fact)
        self._is_told = False
        match fact.body:
            case SpotSeen():
                self._spots.take(fact)
                self._judged.forget_since(fact.pts_us - LATE_US)
            case FindingRuled(round=no):
                self._rulings.setdefault(no, []).append(fact.body)
                self._judged.forget(no)
            case DealerChanged(dealer=dealer):
                self._dealer = dealer
            case CameraBlind(reason=reason):
                self._dark.append(self._blackout(fact))
                self._blind = reason
            case CameraBack():
                self._blind = None
            case RecordingEnded(reason=reason):
                self._ended = reason
            case CardPlaced():
                self._cards += 1
            case _:
                pass

    @property
    def blind(self) -> str | None:
        """Why the camera does not see the table now; None if it does."""
        return self._blind

    @property
    def dealer(self) -> str:
        """Who deals now; empty where nobody said."""
        return self._dealer

    @property
    def ended(self) -> str | None:
        """How the recording ended; None while it goes on."""
        return self._ended

    @property
    def rounds(self) -> tuple[JudgedRound, ...]:
        """Every round that was not let go, the current one last. Only rounds that were told anew are judged anew."""
        with self._lock:
            self._tell()
            return tuple(self._judged.rounds)

    @property
    def findings(self) -> tuple[ProvenFinding, ...]:
        """Every finding so far, in order of rounds; blackouts of the camera first."""
        with self._lock:
            self._tell()
            return (*self._dark, *self._judged.findings)

    @property
    def totals(self) -> Totals:
        """The session in numbers."""
        with self._lock:
            self._tell()
            sums = self._judged.sums
            return Totals(
                rounds=sums.rounds,
                uncertain=sums.uncertain,
                hands=sums.hands,
                cards=self._cards,
                turnover=sums.turnover,
                wrong=sums.wrong + sum(abs(proven.finding.money) for proven in self._dark),
            )

    @property
    def current(self) -> JudgedRound | None:
        """The newest round; None before the first."""
        with self._lock:
            self._tell()
            return self._judged.rounds[-1] if self._judged.rounds else None

    @property
    def starts_us(self) -> list[int]:
        """Media times at which the newest rounds began, in order; some of them may have been let go."""
        with self._lock:
            self._tell()
            return self._judged.starts_us

    @property
    def gone(self) -> int:
        """How many of the oldest rounds were let go: `rounds` begins after them."""
        return self._judged.gone

    def let_go(self, keep: int, *, since_us: int | None = None) -> tuple[JudgedRound, ...]:
        """Let the oldest rounds go, and the facts that they were told from; what they came to stays counted and found.

        Args:
            keep: how many of the newest rounds stay.
            since_us: rounds that did not end before this media time stay too.

        Returns:
            The rounds that went.
        """
        with self._lock:
            self._tell()
            rounds = self._judged.rounds
            count = max(0, len(rounds) - max(keep, LEAST_KEPT))
            if since_us is not None:
                count = next((k for k in range(count) if rounds[k].told.end_us >= since_us), count)
            gone = self._judged.let_go(count)
            self._interpreter.let_go(count)
            if gone:
                self._spots.let_go(self._judged.rounds[0].told.start_us)
                for judged in gone:
                    self._rulings.pop(judged.told.no, None)
            return tuple(gone)

    def memory(self, keep: int) -> SessionMemory:
        """Return what another session has to know to go on as this one does, which stays as it is.

        Args:
            keep: how many of the newest rounds the other one will have.
        """
        with self._lock:
            self._tell()
            rounds = self._judged.rounds
            count = max(0, len(rounds) - max(keep, LEAST_KEPT))
            gone = {judged.told.no for judged in rounds[:count]}
            return SessionMemory(
                told=self._interpreter.after(count),
                gone=self._judged.after(count),
                dark=tuple(self._dark),
                blind=self._blind,
                ended=self._ended,
                cards=self._cards,
                dealer=self._dealer,
                spots=tuple(self._spots.since(rounds[count].told.start_us if count else 0)),
                rulings={no: list(ruled) for no, ruled in self._rulings.items() if no not in gone},
            )

    def go_on(self, memory: SessionMemory) -> None:
        """Go on from what another session of this table and these rules left; this one has taken in nothing yet."""
        with self._lock:
            self._interpreter.go_on(memory.told)
            self._judged.go_on(memory.gone)
            self._is_told = False
            self._dark = list(memory.dark)
            self._blind, self._ended = memory.blind, memory.ended
            self._cards, self._dealer = memory.cards, memory.dealer
            for fact in memory.spots:
                self._spots.take(fact)
            self._rulings = {no: list(ruled) for no, ruled in memory.rulings.items()}

    def reaches_back(self, fact: Fact) -> bool:
        """Whether a fact would change a round that was let go, as far as can be known without it."""
        with self._lock:
            match fact.body:
                case FindingRuled(round=no):
                    return 0 < no <= self._judged.gone
                case SpotSeen():
                    return self._judged.gone > 0 and fact.pts_us - LATE_US <= self._judged.gone_until_us
                case _:
                    return self._interpreter.reaches_back(fact)

    def _tell(self) -> None:
        """Judge what facts told since somebody asked."""
        if not self._is_told:
            self._judged.tell(self._interpreter.rounds)
            self._is_told = True

    def _judge(self, told: ToldRound) -> JudgedRound:
        referee = Referee(self.profile, minor_units=self.minor_units, no=told.no)
        for step in told.actions:
            referee.apply(step.action)
        for ruled in self._rulings.get(told.no, ()):
            referee.apply(Action("f", "rule", (ruled.code, ruled.ruling), by=ruled.by))
        verdict = referee.verdict()
        found = [finding for finding in verdict.findings if self._can_be_proven(told, finding)]
        # The end of the round brings a doubtful table back into step.
        clear = told.is_certain or told.complete
        prompts = prompts_of(referee.round, verdict, self._chips) if clear else WAITING
        seen = self._spots.findings(told, verdict.bets)
        proven = (*_proven(told, found), *_seen_on_spots(told, seen))
        return JudgedRound(told, verdict, proven, prompts)

    def _can_be_proven(self, told: ToldRound, finding: Finding) -> bool:
        in_order = self._sees_order or CODES[finding.code].evidence not in NEEDS_ORDER
        return in_order and can_be_proven(told, finding)

    def _blackout(self, fact: Fact) -> ProvenFinding:
        assert isinstance(fact.body, CameraBlind)
        code = CODES["camera-blind"]
        severity = self.profile.severity.get(code.code, code.severity)
        finding = Finding(code.code, 0, "camera", "", fact.body.reason, 0, severity, code.rule)
        return ProvenFinding(f"0-camera-blind-{fact.id}", 0, finding, fact.pts_us, (fact.id,))


def session_of(facts: Iterable[Fact], profile: Profile, *, minor_units: int = 100) -> Session:
    """Fold a whole journal."""
    session = Session(profile, minor_units=minor_units)
    for fact in facts:
        session.take(fact)
    return session


def can_be_proven(told: ToldRound, finding: Finding) -> bool:
    """Whether what was seen and heard of a round can show a finding: no accusation without its kind of evidence."""
    evidence = CODES[finding.code].evidence
    return (
        told.is_certain
        and (told.chips or evidence not in NEEDS_CHIPS)
        and (told.speech or evidence not in NEEDS_SPEECH)
    )


def _proven(told: ToldRound, findings: Iterable[Finding]) -> Iterable[ProvenFinding]:
    counts: dict[str, int] = {}
    for finding in findings:
        name = f"{told.no}-{finding.code}-{finding.subject}"
        counts[name] = counts.get(name, 0) + 1
        shown_by = told.actions[finding.action - 1] if 0 < finding.action <= len(told.actions) else None
        yield ProvenFinding(
            id=name if counts[name] == 1 else f"{name}-{counts[name]}",
            round_no=told.no,
            finding=finding,
            pts_us=shown_by.action.pts_us if shown_by else None,
            facts=_facts_of(told, finding),
        )


def _seen_on_spots(told: ToldRound, seen: Iterable[SpotFinding]) -> Iterator[ProvenFinding]:
    """What pictures of the bet spots show; the code is not that of any finding of the referee's, who knows no bets."""
    for one in seen:
        if one.finding.severity != "off":
            yield ProvenFinding(
                id=f"{told.no}-{one.finding.code}-{one.finding.subject}-seen-{one.facts[-1].id}",
                round_no=told.no,
                finding=one.finding,
                pts_us=one.facts[-1].pts_us,
                facts=tuple(fact.id for fact in one.facts),
            )


def _facts_of(told: ToldRound, finding: Finding) -> tuple[str, ...]:
    """Return the facts behind the actions that show a finding, each once."""
    numbers = finding.evidence or (finding.action,)
    shown = [told.actions[no - 1].facts for no in numbers if 0 < no <= len(told.actions)]
    return tuple(dict.fromkeys(fact for facts in shown for fact in facts))
