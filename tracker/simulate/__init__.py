"""Simulated tables: rounds with planted dealing errors, and what a perfect camera would report of them."""

from tracker.simulate.pace import Pace
from tracker.simulate.perfect_facts import Performance, facts_of, perform

__all__ = ["Pace", "Performance", "facts_of", "perform"]
