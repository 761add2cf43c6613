"""Pages for people: the templates of a folder, filled in so that no text of elsewhere can become markup."""

from __future__ import annotations

from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, select_autoescape


def filled(folder: Path, template: str, **values: object) -> str:
    """Return a template of a folder as a page; a value that it asks for and does not get is an error."""
    templates = Environment(
        loader=FileSystemLoader(folder),
        autoescape=select_autoescape(default=True),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return templates.get_template(template).render(**values)
