"""Reading cards: crops of indices become probabilities, geometry joins them to cards."""

from vision.read.reader import Reader

__all__ = ["Reader"]
