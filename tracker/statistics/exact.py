"""Exact probabilities behind the statistics: tails of counts, Student's t, sums of independent counts. Plain `math`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import comb, exp, lgamma, log, log1p
from typing import Final, TypeAlias

_Terms: TypeAlias = Callable[[int], tuple[float, float]]
_Function: TypeAlias = Callable[[float], float]

_TINY: Final = 1e-300
_CLOSE: Final = 1e-14
_STEPS: Final = 500


@dataclass(frozen=True, slots=True)
class SignTest:
    """Whether things fall to one side more often than by chance (exact binomial test with 1/2).

    Attributes:
        plus, minus: how many fell to each side.
        p_one_sided: chance of at least as many on the side that has more, if both are equally likely.
        p_two_sided: chance of a split at least as uneven, whichever side it favours.
    """

    plus: int
    minus: int
    p_one_sided: float
    p_two_sided: float


def sign_test(plus: int, minus: int) -> SignTest:
    """Test a number of pluses and minuses; nothing counted is no evidence (p = 1)."""
    tail = sum(comb(plus + minus, k) for k in range(max(plus, minus), plus + minus + 1))
    one_sided = tail / (1 << (plus + minus))
    return SignTest(plus, minus, min(1.0, one_sided), min(1.0, 2 * one_sided))


def poisson_at_least(count: int, mean: float) -> float:
    """Return the chance of that many or more events where so many are expected."""
    if count <= 0:
        return 1.0
    return gamma_part(count, mean)


def poisson_interval(count: int, level: float = 0.95) -> tuple[float, float]:
    """Return the exact (Garwood) interval of the expected number of events, when so many were counted."""
    miss = (1 - level) / 2
    top = count + 12 * (count**0.5 + 2)
    low = _solve(lambda mean: poisson_at_least(count, mean) - miss, 0.0, top) if count else 0.0
    high = _solve(lambda mean: poisson_at_least(count + 1, mean) - (1 - miss), 0.0, top)
    return low, high


def student_two_sided(t: float, degrees: float) -> float:
    """Return the chance that Student's t with so many degrees of freedom is at least that far from 0."""
    if degrees <= 0:
        return 1.0
    return beta_part(degrees / (degrees + t * t), degrees / 2, 0.5)


def student_quantile(degrees: float, level: float = 0.95) -> float:
    """Return the t that is exceeded on either side together with a chance of 1 - level."""
    return _solve(lambda t: (1 - level) - student_two_sided(t, degrees), 0.0, 1e3)


def sum_at_least(total: int, parts: Iterable[Sequence[float]]) -> float:
    """Return the chance that independent counts sum up to at least a total.

    Args:
        total: the sum.
        parts: for each count the chances of 0, 1, 2, ...
    """
    if total <= 0:
        return 1.0
    below, reached = [1.0], 0.0  # chances of the sums under `total` so far, and of those that have reached it
    for part in parts:
        longer = [0.0] * min(len(below) + len(part) - 1, total)
        for at, chance in enumerate(below):
            for more, weight in enumerate(part):
                if at + more < total:
                    longer[at + more] += chance * weight
                else:
                    reached += chance * weight
        below = longer
    return min(1.0, reached)


def gamma_part(shape: float, x: float) -> float:
    """Return the regularised lower incomplete gamma function P(shape, x)."""
    if x <= 0:
        return 0.0
    scale = exp(shape * log(x) - x - lgamma(shape))
    if x < shape + 1:
        term = total = 1 / shape
        for step in range(1, _STEPS + int(4 * x)):
            term *= x / (shape + step)
            total += term
            if term < total * _CLOSE:
                break
        return min(1.0, total * scale)
    b = x + 1 - shape
    return 1.0 - scale * _fraction(b, lambda step: (-step * (step - shape), b + 2 * step))


def beta_part(x: float, a: float, b: float) -> float:
    """Return the regularised incomplete beta function I_x(a, b)."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    if x > (a + 1) / (a + b + 2):
        return 1.0 - beta_part(1 - x, b, a)
    scale = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a

    def terms(step: int) -> tuple[float, float]:
        half, odd = divmod(step, 2)
        if odd:
            return -(a + half) * (a + b + half) * x / ((a + 2 * half) * (a + 2 * half + 1)), 1.0
        return half * (b - half) * x / ((a + 2 * half - 1) * (a + 2 * half)), 1.0

    return scale * _fraction(1.0, terms)


def _fraction(first: float, terms: _Terms) -> float:
    """Return 1 / (first + a1 / (b1 + a2 / (b2 + ...))), by Lentz's method."""
    value = _apart(first)
    c, d = value, 0.0
    for step in range(1, _STEPS):
        a, b = terms(step)
        d = 1 / _apart(b + a * d)
        c = _apart(b + a / c)
        value *= c * d
        if abs(c * d - 1) < _CLOSE:
            break
    return 1 / value


def _apart(value: float) -> float:
    """Keep a value away from 0."""
    return value if abs(value) > _TINY else _TINY


def _solve(rising: _Function, low: float, high: float) -> float:
    """Return where a rising function is 0, by bisection."""
    for _ in range(200):
        middle = (low + high) / 2
        if rising(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2
