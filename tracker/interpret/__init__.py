"""Interpretation: from physical facts to rounds of actions, live or over a recording."""

from tracker.interpret.interpreter import Interpreter
from tracker.interpret.told import ToldAction, ToldRound

__all__ = ["Interpreter", "ToldAction", "ToldRound"]
