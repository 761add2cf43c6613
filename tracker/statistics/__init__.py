"""Statistics over rounds: shoes, pace, errors, money, bets against the count, play that knows the hole card."""

from tracker.statistics.fold import Report, Statistics, statistics_of
from tracker.statistics.thresholds import Thresholds
from tracker.statistics.verdicts import StatisticalFinding

__all__ = ["Report", "StatisticalFinding", "Statistics", "Thresholds", "statistics_of"]
