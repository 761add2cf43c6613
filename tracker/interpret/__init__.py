"""Interpretation: from physical facts to rounds of actions, live or over a recording."""

from tracker.interpret.interpreter import Interpreter, Memory
from tracker.interpret.told import ToldAction, ToldRound

__all__ = ["Interpreter", "Memory", "ToldAction", "ToldRound"]
