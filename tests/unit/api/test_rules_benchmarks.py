"""`pitwatch bench rules` measures what it says, and does without engines that are not installed."""

import pytest

from api import rules_benchmarks
from api.rules_benchmarks import bench_judging, bench_rules
from tracker.profile import load_profile


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
