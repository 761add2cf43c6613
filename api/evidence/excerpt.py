"""Rows of a journal with their links, as JSON lines: what a package of evidence shows of the chain.

Each row's hash can be computed anew from what stands beside it. Rows whose numbers follow each other must be linked;
what lies between others is left out, and both ends of a gap still vouch for themselves.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from api.store.journal import GENESIS, link_hash, read_rows

EXCERPT: Final = "journal.jsonl"


@dataclass(frozen=True, slots=True)
class ExcerptFault:
    """The first row of an excerpt that is not as it was written, and what is wrong with it."""

    row: int
    reason: str


def write_excerpt(journal: Path, seqs: Collection[int], path: Path) -> int:
    """Write some rows of a journal; return how many.

    Args:
        journal: the journal file.
        seqs: the numbers of the rows.
        path: the file to write.

    Raises:
        JournalError: if the journal cannot be read.
    """
    wanted, prev_hash, count = set(seqs), GENESIS, 0
    with path.open("w", encoding="utf-8") as out:
        for row in read_rows(journal):
            if row.seq in wanted:
                kept = {
                    "seq": row.seq,
                    "recorded_at": row.recorded_at,
                    "prev_hash": prev_hash,
                    "hash": row.hash,
                    "content": row.content,
                }
                out.write(json.dumps(kept, ensure_ascii=False) + "\n")
                count += 1
            prev_hash = row.hash
    return count


def check_excerpt(lines: Iterable[str]) -> ExcerptFault | None:
    """Return the first row of an excerpt that is not as it was written; None if all are."""
    last: tuple[int, str] | None = None
    for number, line in enumerate(lines, start=1):
        try:
            row: dict[str, Any] = json.loads(line)
            seq, prev_hash, link = int(row["seq"]), str(row["prev_hash"]), str(row["hash"])
            computed = link_hash(prev_hash, seq, str(row["recorded_at"]), str(row["content"]))
        except (ValueError, KeyError, TypeError):
            return ExcerptFault(last[0] + 1 if last else number, "it is no row of a journal")
        if computed != link:
            return ExcerptFault(seq, "its content does not match its hash")
        if last is not None and seq <= last[0]:
            return ExcerptFault(seq, f"it stands behind row {last[0]}")
        if last is not None and seq == last[0] + 1 and prev_hash != last[1]:
            return ExcerptFault(seq, "it does not follow from the row before it")
        last = (seq, link)
    return None
