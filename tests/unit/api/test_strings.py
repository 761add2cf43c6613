"""Screens and reports speak both languages wholly."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

from api.auth.roles import Role
from api.problems import USUAL
from api.schemas import CameraState
from api.store.desk import REASONS
from api.strings import LANGUAGES, strings
from tracker.actions import RULINGS
from tracker.codes import CODES
from tracker.profile import SHIPPED

SCREENS = Path(__file__).parents[3] / "api" / "web" / "src"
GROUPS = "(?:help|findings|picture|finding|prompt|hand|sign-in|tablet)"
TEMPLATES = Path(__file__).parents[3] / "api" / "audit" / "templates"
STATES = ("betting", "dealing", "insurance", "playing", "dealer", "settling", "settled", "uncertain", "void")
OUTCOMES = ("win", "lose", "push", "blackjack", "surrender", "even-money", "void", "open", "unknown")


def placeholders(text: str) -> set[str]:
    return set(re.findall(r"\{(\w+)\}", text))


def test_both_languages_have_the_same_keys_and_fill_in_the_same() -> None:
    en, ru = (strings(language) for language in LANGUAGES)
    assert list(en) == list(ru)
    for key in en:
        assert en[key].strip() and ru[key].strip(), key
        assert placeholders(en[key]) == placeholders(ru[key]), key


def test_russian_is_russian() -> None:
    same = {"language.en", "language.ru", "report.program"}
    for key, text in strings("ru").items():
        latin_only = {"rule.DAS", "rule.DOA", "rule.H17", "rule.IOA", "rule.NSAI", "rule.S17"}
        if key not in same | latin_only:
            assert re.search("[А-Яа-яё]", text) or not re.search("[A-Za-z]{3}", text), key


def test_every_key_that_the_scripts_use_has_words() -> None:
    used: set[str] = set()
    for script in SCREENS.rglob("*.ts*"):
        text = script.read_text(encoding="utf-8")
        used |= set(re.findall(r"""\bt\(\s*["']([\w.-]+)["']""", text))
        used |= set(re.findall(rf"""["']({GROUPS}\.[\w-]+)["']""", text))
    for template in TEMPLATES.rglob("*.html"):
        used |= set(re.findall(r"""\bt\("([\w.-]+)\"""", template.read_text(encoding="utf-8")))
    assert len(used) > 60
    assert used - set(strings("en")) == set()


@pytest.mark.parametrize(
    ("group", "names"),
    [
        ("camera", (*get_args(CameraState), "stale")),
        ("state", STATES),
        ("outcome", OUTCOMES),
        ("severity", ("alarm", "error", "check", "info")),
        ("profile", SHIPPED),
        ("rule", tuple(sorted({code.rule for code in CODES.values()}))),
        ("place", ("dealer", "box", "hand", "side", "insurance", "bonus", "table")),
        ("bet", ("side", "insurance", "bonus")),
        ("handling", ("open", "acknowledged", "assigned", "resolved")),
        ("reason", REASONS),
        ("ruling", RULINGS),
        ("role", tuple(Role)),
        ("opinion", ("right", "wrong", "unsure")),
    ],
)
def test_every_word_of_the_contract_has_words_for_people(group: str, names: tuple[str, ...]) -> None:
    for name in names:
        assert f"{group}.{name}" in strings("en"), f"{group}.{name}"


def test_every_code_of_a_problem_has_words() -> None:
    api = Path(__file__).parents[3] / "api"
    told = "\n".join(path.read_text(encoding="utf-8") for path in api.rglob("*.py"))
    codes = set(re.findall(r"Problem\(\s*HTTPStatus\.\w+,\s*\"([a-z-]+)\"", told))
    codes |= set(re.findall(r"\"([a-z-]+)\"", (api / "problems.py").read_text().split("def install")[1]))
    codes = {code for code in codes if "-" in code} - {"request_id"} | {code for code, _ in USUAL.values()}
    assert len(codes) > 25
    assert {f"problem.{code}" for code in codes} <= set(strings("en"))
