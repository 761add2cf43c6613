"""Reading profiles: the shipped ones, a house's own file, and single rules set otherwise.

A profile file is TOML: `schema_version`, `name`, `title`, `source`, a table `[rules]` with the fields of
`tracker.profiles.fields.Profile` and, if wished, `[sources]` (which line of which book or regulation a rule was read
from), `[severity]` (finding codes that the house takes otherwise, or switches `off`) and `[rulings]` (how an irregular
round goes on).
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any, Final

from pydantic import ValidationError

from tracker.errors import ProfileError
from tracker.profiles.contradictions import Contradiction, contradictions
from tracker.profiles.fields import ABOUT, RULE_FIELDS, Profile
from tracker.profiles.parts import Bonus, SideBet
from tracker.toml_text import line_of

__all__ = [
    "RULE_FIELDS",
    "SCHEMA_VERSION",
    "SHIPPED",
    "Bonus",
    "Profile",
    "SideBet",
    "load_profile",
    "override",
    "profile_from_toml",
]

SCHEMA_VERSION: Final = 1
SHIPPED: Final = ("blackjack-switch", "russian-blackjack", "blackjack-s17-peek")


def profile_from_toml(
    text: str, file: str = "", overrides: Mapping[str, Any] | None = None, *, dealable: bool = True
) -> Profile:
    """Read a house's profile.

    Args:
        text: the file's content.
        file: its name, for errors only.
        overrides: single fields to set otherwise, by the names of `[rules]`.
        dealable: whether rules that cannot be dealt together are an error.

    Raises:
        ProfileError: if the text is no profile, with file, line and the first wrong field.
    """
    return _Reader(text, file or "profile", dealable=dealable).profile(overrides or {})


def load_profile(name: str, overrides: Mapping[str, Any] | None = None) -> Profile:
    """Return a shipped profile, with single fields set otherwise.

    Args:
        name: one of `SHIPPED`.
        overrides: by the names of `[rules]`; amounts in major units.

    Raises:
        ProfileError: if there is no such profile or a field is wrong.
    """
    profile = _shipped(name)
    return profile if not overrides else override(profile, overrides)


def override(profile: Profile, overrides: Mapping[str, Any]) -> Profile:
    """Return the profile with single fields set otherwise.

    Raises:
        ProfileError: naming the first field that is unknown or wrong.
    """
    where = f"{profile.name}[rules]"
    for name in overrides:
        if name not in RULE_FIELDS:
            raise ProfileError(f"{where}: no such rule {name!r}")
    data = {name: getattr(profile, name) for name in Profile.model_fields}
    try:
        changed = Profile.model_validate({**data, **overrides})
    except ValidationError as error:
        _, reason = _first_flaw(error)
        raise ProfileError(f"{where}: {reason}") from error
    if flaw := _impossible(changed):
        raise ProfileError(f"{where}: {', '.join(flaw.fields)}: {flaw.text}")
    return changed


@lru_cache(maxsize=8)
def _shipped(name: str) -> Profile:
    if name not in SHIPPED:
        raise ProfileError(f"expected a profile of {', '.join(SHIPPED)}, got {name!r}")
    text = resources.files("tracker").joinpath("profiles", f"{name}.toml").read_text(encoding="utf-8")
    return profile_from_toml(text, f"{name}.toml")


class _Reader:
    """Turns a profile file into a `Profile`, naming the line of what does not fit."""

    def __init__(self, text: str, file: str, *, dealable: bool) -> None:
        self.text = text
        self.file = file
        self.dealable = dealable

    def profile(self, overrides: Mapping[str, Any]) -> Profile:
        data = self._parse()
        if data.pop("schema_version", None) != SCHEMA_VERSION:
            raise self._error(f"expected schema_version = {SCHEMA_VERSION}", "schema_version")
        rules = data.pop("rules", {})
        if not isinstance(rules, dict):
            raise self._error(f"expected rules to be a table, got {rules!r}", "rules")
        for key in data:
            if key not in ABOUT:
                hint = "; rules belong under [rules]" if key in RULE_FIELDS else ""
                raise self._error(f"no such key {key!r}{hint}", key)
        for key in rules:
            if key not in RULE_FIELDS:
                raise self._error(f"no such rule {key!r}", key)
        try:
            profile = Profile.model_validate({**data, **rules})
        except ValidationError as error:
            field, reason = _first_flaw(error)
            raise self._error(reason, field) from error
        if self.dealable and (flaw := _impossible(profile)):
            raise self._error(f"{', '.join(flaw.fields)}: {flaw.text}", flaw.fields[0])
        return override(profile, overrides) if overrides else profile

    def _parse(self) -> dict[str, Any]:
        try:
            return tomllib.loads(self.text)
        except tomllib.TOMLDecodeError as error:
            raise ProfileError(f"{self.file}: not TOML: {error}") from error

    def _error(self, reason: str, key: str) -> ProfileError:
        line = max(line_of(self.text, key), line_of(self.text, f"rules.{key}"))
        return ProfileError(f"{self.file}:{line}: {reason}")


def _impossible(profile: Profile) -> Contradiction | None:
    return next((one for one in contradictions(profile) if one.impossible), None)


def _first_flaw(error: ValidationError) -> tuple[str, str]:
    """Return the first wrong field, and in one line what is wrong with it."""
    first = error.errors()[0]
    path = [str(part) for part in first["loc"]]
    message = (
        first["msg"].removeprefix("Value error, ").replace("tuple", "array").replace("dictionary", "table")
    )
    if not path:
        return "", message
    got = "" if first["type"] in ("missing", "value_error") else f", got {first['input']!r}"
    return path[0], f"{'.'.join(path)}: {message}{got}"
