"""A small reader of W3C EBNF, to hold a published grammar against a parser: it recognises lines and makes them up."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

Maker = Callable[[random.Random], str]
TOKEN = re.compile(r'"[^"]*"|\[[^\]]+\]|\{\d+,\d+\}|[\w-]+|[()|?*+]|\s+')
VISIBLE = "abzAZ09,.:;!?'äжß-_()/&by"


class Grammar:
    """Productions by name; a class such as `[^ #]` stands for printable characters only."""

    def __init__(self, text: str) -> None:
        joined = re.sub(r"\n {2,}", " ", text)
        productions = (line.split("::=", 1) for line in joined.splitlines() if "::=" in line)
        self.rules = {name.strip(): says.strip() for name, says in productions}

    def recognizer(self, name: str) -> re.Pattern[str]:
        """Return what matches the lines of a production; productions must not call themselves."""
        return re.compile(self._regex(name))

    def _regex(self, name: str) -> str:
        parts = [
            f"(?:{self._regex(token)})" if token in self.rules else _as_regex(token)
            for token in _tokens(self.rules[name])
        ]
        return "".join(parts)

    def make(self, name: str, dice: random.Random) -> str:
        """Make up a line of a production."""
        tokens = _tokens(self.rules[name])
        text, rest = self._choices(tokens, dice)
        assert not rest, rest
        return text

    def _choices(self, tokens: list[str], dice: random.Random) -> tuple[str, list[str]]:
        texts = []
        while True:
            text, tokens = self._sequence(tokens, dice)
            texts.append(text)
            if not tokens or tokens[0] != "|":
                return dice.choice(texts), tokens
            tokens = tokens[1:]

    def _sequence(self, tokens: list[str], dice: random.Random) -> tuple[str, list[str]]:
        text = ""
        while tokens and tokens[0] not in ("|", ")"):
            item, *tokens = tokens
            start = tokens
            if item == "(":
                _, tokens = self._choices(tokens, dice)
                assert tokens[0] == ")"
                tokens = tokens[1:]
            times = 1
            if tokens and tokens[0][0] in "?*+{":
                times = _times(tokens[0], dice)
                tokens = tokens[1:]
            for _ in range(times):
                text += self._choices(start, dice)[0] if item == "(" else self._item(item, dice)
        return text, tokens

    def _item(self, item: str, dice: random.Random) -> str:
        if item[0] == '"':
            return item[1:-1]
        if item[0] == "[":
            chosen = [c for c in VISIBLE + " #" + "cdhs" + "A23456789TJQK?1" if re.fullmatch(item, c)]
            return dice.choice(chosen)
        return self.make(item, dice)


def _tokens(text: str) -> list[str]:
    found = TOKEN.findall(text)
    assert "".join(found) == text, text
    return [token for token in found if not token.isspace()]


def _as_regex(token: str) -> str:
    if token[0] == '"':
        return f"(?:{re.escape(token[1:-1])})"
    if token[0] == "[":
        return token.replace("[^ #]", r"[^\s#]").replace("[^ ]", r"[^\s]")
    return "(?:" if token == "(" else token


def _times(token: str, dice: random.Random) -> int:
    if token[0] == "{":
        least, most = map(int, token[1:-1].split(","))
        return dice.randint(least, min(most, least + 3))
    return dice.randint(*{"?": (0, 1), "*": (0, 2), "+": (1, 3)}[token[0]])
