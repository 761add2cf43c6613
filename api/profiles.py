"""Finding the profile that a table, a hand history or a person names: a shipped one, or a file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from api.errors import InputError
from tracker.profile import SHIPPED, Profile, load_profile, profile_from_toml


def find_profile(
    name: str,
    *,
    beside: Path | None = None,
    overrides: Mapping[str, Any] | None = None,
    dealable: bool = True,
) -> Profile:
    """Return a profile by its name or file.

    Args:
        name: a shipped profile's name, or a TOML file, looked for beside the file that names it.
        beside: the folder of that file; by default the current one.
        overrides: single rules set otherwise, amounts in major units.
        dealable: whether rules that cannot be dealt together are an error.

    Raises:
        InputError: if it is neither, or the file cannot be read.
        ProfileError: if the file is no profile, or an override is no rule.
    """
    if name in SHIPPED:
        return load_profile(name, overrides)
    folder = beside or Path()
    path = next((p for p in (folder / name, folder / f"{name}.toml") if p.is_file()), None)
    if path is None:
        raise InputError(
            f"unknown profile {name!r}: expected one of {', '.join(SHIPPED)}, or a file in {str(folder.absolute())!r}"
        )
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read the profile {str(path)!r}: {error}") from error
    return profile_from_toml(text, str(path), overrides, dealable=dealable)


def shipped_profiles() -> dict[str, Profile]:
    """Return the rules that come along, by name."""
    return {name: load_profile(name) for name in SHIPPED}


def house_profiles(folder: Path) -> dict[str, Profile]:
    """Return the shipped rules and a house's own, the TOML files of a folder that need not be there, by name.

    Raises:
        InputError: if a file cannot be read.
        ProfileError: if a file is no profile.
    """
    own = (find_profile(path.name, beside=folder) for path in sorted(folder.glob("*.toml")))
    return {**shipped_profiles(), **{profile.name: profile for profile in own}}


def told_profile(path: Path) -> Profile:
    """Return the rules that a table's machine wrote down as JSON.

    Raises:
        InputError: if the file cannot be read or holds none.
    """
    try:
        return Profile.model_validate_json(path.read_bytes())
    except OSError as error:
        raise InputError(f"cannot read the rules {str(path)!r}: {error.strerror}") from error
    except ValidationError as error:
        raise InputError(f"{str(path)!r} holds no rules: {error.errors()[0]['msg']}") from error
