"""`pitwatch bench rules` measures what it says, and does without engines that are not installed."""

from itertools import islice

import pytest

from api import rules_benchmarks
from api.memory_benchmark import bench_memory, endless_rounds
from api.rules_benchmarks import bench_judging, bench_rules
from tracker.cards import DECK, UNKNOWN
from tracker.profile import SHIPPED, load_profile


def test_judging_is_measured_with_its_n() -> None:
    one, twice, memory, errors = bench_judging(load_profile("russian-blackjack"), 5)
    assert (one.unit, one.n, one.value > 0) == ("rounds/s", 5, True)
    assert (twice.unit, twice.n, twice.value > 1) == ("x time", 10, True)
    assert (memory.unit, memory.value >= 0) == ("KiB more", True)
    assert (errors.unit, errors.value > 0) == ("rounds/s", True)


def test_an_engine_that_is_not_installed_is_named_and_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rules_benchmarks, "SHIPPED", ())
    monkeypatch.setattr(
        rules_benchmarks, "_OTHERS", {"no_such_engine": rules_benchmarks._OTHERS["cardsharp"]}
    )
    assert bench_rules(1) == ([], ["no_such_engine: not installed (pip install 'pitwatch[bench]')"])


@pytest.mark.parametrize("engine", ["blackjack21", "cardsharp"])
def test_the_other_engines_play(engine: str) -> None:
    pytest.importorskip(engine)
    measured = rules_benchmarks._OTHERS[engine](20)
    assert (measured.name, measured.n, measured.value > 0) == (engine, 20, True)


def test_memory_is_read_at_even_distances() -> None:
    *samples, grown = bench_memory(50, dealt=5)
    assert [one.n for one in samples] == list(range(0, 51, 5))
    assert all(one.unit == "MiB" and one.value > 1 for one in samples)
    assert grown.value == samples[-1].value - samples[1].value


def test_the_same_rounds_come_again_with_other_cards() -> None:
    once = 5 * len(SHIPPED)
    rounds = list(islice(endless_rounds(5), 2 * once))
    for (profile, before), (again, after) in zip(rounds[:once], rounds[once:], strict=True):
        assert profile is again
        assert [(a.actor, a.verb, a.by) for a in before] == [(a.actor, a.verb, a.by) for a in after]
    assert rounds[0][1] != rounds[once][1]
    assert {arg for a in rounds[once][1] if a.verb == "deal" for arg in a.args[1:]} <= {*DECK, UNKNOWN}
