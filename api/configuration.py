"""Options from a configuration file, for programs that a service manager starts.

A file names commands and their options: `[serve]`, then `port = 8080`. The environment (`PITWATCH_SERVE_PORT`) goes
before the file, the command line before both.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Protocol

from api.errors import InputError

PREFIX: Final = "PITWATCH"
FILE_VARIABLE: Final = "PITWATCH_CONFIG"


class Parameter(Protocol):
    """An option or argument of a command."""

    @property
    def name(self) -> str | None:
        """What the command calls it."""

    @property
    def opts(self) -> Sequence[str]:
        """What it is called on the command line."""


class Command(Protocol):
    """A command, or a group of commands where it has `commands`."""

    @property
    def params(self) -> Sequence[Parameter]:
        """Its options and arguments."""


def configured_defaults(command: Command, environment: Mapping[str, str] = os.environ) -> dict[str, Any]:
    """Return the defaults of all commands from the file that the environment names; none where it names none.

    Args:
        command: the whole program, which says what there is to configure.
        environment: variables by name.

    Raises:
        InputError: if the file cannot be read, or names a command or option that there is not.
    """
    name = environment.get(FILE_VARIABLE)
    if not name:
        return {}
    path = Path(name)
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"cannot read the configuration {name!r}: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"the configuration {name!r} is no TOML: {error}") from error
    return _defaults(data, command, f"{name}: ")


def _defaults(data: Mapping[str, Any], command: Command, where: str) -> dict[str, Any]:
    commands: Mapping[str, Command] = getattr(command, "commands", {})
    names = _names(command)
    defaults: dict[str, Any] = {}
    for key, value in data.items():
        if key in commands and isinstance(value, Mapping):
            defaults[key] = _defaults(value, commands[key], f"{where}{key}.")
        elif key in names:
            defaults[names[key]] = value
        else:
            known = ", ".join(sorted([*commands, *names]))
            raise InputError(f"{where}{key}: expected one of {known}")
    return defaults


def _names(command: Command) -> dict[str, str]:
    """Return what a file may call each option or argument, with the name that the command knows it by."""
    names: dict[str, str] = {}
    for parameter in command.params:
        if parameter.name in (None, "help", "version"):
            continue
        names[parameter.name.replace("_", "-")] = parameter.name
        names |= {opt.lstrip("-"): parameter.name for opt in parameter.opts if opt.startswith("--")}
    return names
