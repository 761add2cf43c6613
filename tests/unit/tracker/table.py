"""Rounds written shortly for tests: actions with semicolons, judged under a shipped profile."""

from tracker.actions import parse_action
from tracker.outcomes import Bet
from tracker.profile import load_profile
from tracker.referee import judge_round
from tracker.verdict import RoundVerdict

SWITCH = "blackjack-switch"
RUSSIAN = "russian-blackjack"
PEEK = "blackjack-s17-peek"


def judge(profile: str, text: str, **rules: object) -> RoundVerdict:
    """Judge `1 bet 100; d nmb; ...`."""
    actions = [parse_action(part.strip()) for part in text.split(";") if part.strip()]
    return judge_round(load_profile(profile, rules), actions)


def codes(verdict: RoundVerdict) -> list[str]:
    """Codes of the findings, in order of the actions that show them."""
    return [finding.code for finding in verdict.findings]


def bet(verdict: RoundVerdict, ref: str) -> Bet:
    """Return one bet of a verdict."""
    return next(bet for bet in verdict.bets if bet.bet == ref)


def net(verdict: RoundVerdict, ref: str) -> int | None:
    """Return what the player gains on a bet, in major units."""
    value = bet(verdict, ref).net
    return None if value is None else value // 100
