"""The JSON Schema of a profile file, made from the fields: editors complete and check a house's own file by it."""

from __future__ import annotations

from typing import Any, Final

from tracker.codes import CODES
from tracker.profile import SCHEMA_VERSION, SHIPPED, load_profile
from tracker.profiles.fields import RULE_FIELDS, Profile
from tracker.rulings import PRACTICE

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"


def profile_schema() -> dict[str, Any]:
    """Return the schema of a profile file as plain JSON values.

    Each rule has its `title` (and `title_ru`), `description`, `unit` and `group`, and under `sources` which line of
    which book or regulation it follows in each shipped profile.
    """
    model = Profile.model_json_schema()
    fields = {name: _as_in_toml(field) for name, field in model["properties"].items()}
    return {
        "$schema": DIALECT,
        "title": "Pitwatch table profile",
        "description": "The rules of one game, as a TOML file.",
        "type": "object",
        "additionalProperties": False,
        "required": ["schema_version", "name"],
        "properties": {
            "schema_version": {"const": SCHEMA_VERSION, "description": "Version of this format."},
            **{key: fields[key] for key in ("name", "title", "source")},
            "rules": _table(
                {
                    name: {
                        **fields[name],
                        "title": Profile.model_fields[name].title,
                        "sources": _sources(name),
                    }
                    for name in RULE_FIELDS
                }
            ),
            "sources": {
                **_about(fields["sources"]),
                **_table({name: {"type": "string"} for name in RULE_FIELDS}),
            },
            "severity": {
                **_about(fields["severity"]),
                **_table(dict.fromkeys(CODES, fields["severity"]["additionalProperties"])),
            },
            "rulings": {
                **_about(fields["rulings"]),
                **_table({code: _ruling(code) for code in PRACTICE}),
            },
        },
        "$defs": model["$defs"],
    }


def _as_in_toml(field: dict[str, Any]) -> dict[str, Any]:
    """TOML has no null, where a key is left out; ratios are written as text."""
    field = dict(field)
    default = field.get("default")
    if isinstance(default, dict):
        field["default"] = f"{default['pays']}:{default['per']}"
    elif default is None:
        field.pop("default", None)
    choices = [choice for choice in field.pop("anyOf", []) if choice != {"type": "null"}]
    if len(choices) == 1:
        return {**field, **choices[0]}
    return {**field, "anyOf": choices} if choices else field


def _table(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "additionalProperties": False, "properties": properties}


def _about(field: dict[str, Any]) -> dict[str, Any]:
    return {key: field[key] for key in ("title", "description")}


def _sources(name: str) -> dict[str, str]:
    return {shipped: load_profile(shipped).sources[name] for shipped in SHIPPED}


def _ruling(code: str) -> dict[str, Any]:
    practice = PRACTICE[code]
    return {
        "title": CODES[code].en,
        "enum": list(practice.choices),
        "default": practice.usual,
        "source": practice.source,
    }
