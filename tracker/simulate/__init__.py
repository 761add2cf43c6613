"""Simulated tables: rounds with planted dealing errors, and what a perfect camera would report of them."""

from tracker.simulate.pace import Pace
from tracker.simulate.perfect_facts import Performance, facts_of, perform
from tracker.simulate.session import Planted, Session, simulate

__all__ = ["Pace", "Performance", "Planted", "Session", "facts_of", "perform", "simulate"]
