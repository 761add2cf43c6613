"""The committed bundle is that of the committed sources, small, and asks nobody else for anything."""

from __future__ import annotations

import gzip
import hashlib
import re
from pathlib import Path

API = Path(__file__).parents[3] / "api"
STATIC = API / "static"
MOST_BYTES = 120_000


def digest_of_sources() -> str:
    """Return what api/web/vite.config.ts writes at the head of the bundle."""
    web = API / "web"
    names = sorted(file.relative_to(web).as_posix() for file in (web / "src").rglob("*") if file.is_file())
    digest = hashlib.sha256()
    for name in names:
        digest.update(name.encode())
        digest.update((web / name).read_bytes())
    return digest.hexdigest()


def test_the_bundle_is_made_from_these_sources() -> None:
    head = (STATIC / "app.js").read_text(encoding="utf-8")[:300]
    assert f"sha256 {digest_of_sources()}" in head, "run `npm ci && npm run build` in api/web"


def test_the_bundle_is_small() -> None:
    packed = sum(len(gzip.compress((STATIC / name).read_bytes())) for name in ("app.js", "app.css"))
    assert packed < MOST_BYTES


def test_no_request_leaves_the_machine() -> None:
    for name in ("app.js", "app.css", "index.html"):
        addresses = re.findall(r"https?://[^\"'`\s)]+", (STATIC / name).read_text(encoding="utf-8"))
        # Names of XML languages are no addresses; the source is a link for people.
        foreign = {a for a in addresses if "www.w3.org" not in a and "github.com/pitwatch" not in a}
        assert foreign == set(), name
