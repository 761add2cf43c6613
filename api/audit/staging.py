"""Writing a folder so that it is there whole or not at all."""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from api.audit.manifest import MANIFEST
from api.errors import OutputError


@contextmanager
def staged_folder(target: Path, *, mark: str = MANIFEST) -> Iterator[Path]:
    """Give a temporary folder beside `target`, which takes its place when the block ends well.

    If the block fails, or the machine does, nothing stands at `target`; what stood there before stays as it was.

    Args:
        target: the folder to be.
        mark: a file that every such folder holds; a folder without it is somebody else's and left alone.

    Raises:
        OutputError: if there is something at `target` that is not ours, or its parent cannot be written.
    """
    check_target(target, mark=mark)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        stage = Path(tempfile.mkdtemp(prefix=f".{target.name}-", dir=target.parent))
    except OSError as error:
        raise OutputError(f"cannot write into {str(target.parent)!r}: {error.strerror}") from error
    try:
        yield stage
        stage.chmod(0o755)
        _take_place(stage, target)
    finally:
        shutil.rmtree(stage, ignore_errors=True)


def sweep(target: Path) -> None:
    """Remove what killed processes left of unfinished folders for `target`; nobody may be writing one now."""
    stage = re.compile(rf"\.{re.escape(target.name)}-[a-z0-9_]{{8}}")
    if target.parent.is_dir():
        for path in target.parent.iterdir():
            if path.is_dir() and stage.fullmatch(path.name):
                shutil.rmtree(path, ignore_errors=True)


def check_target(target: Path, *, mark: str = MANIFEST) -> None:
    """Check early that results may go to `target`.

    Raises:
        OutputError: if something else stands there, or the folder around it cannot be written.
    """
    if target.is_dir():
        if any(target.iterdir()) and not (target / mark).is_file():
            raise OutputError(f"{str(target)!r} holds other files: give an empty or new folder with --out")
    elif target.exists():
        raise OutputError(f"expected a folder for the results, {str(target)!r} is a file")
    around = target if target.is_dir() else _nearest_existing(target)
    if not os.access(around, os.W_OK | os.X_OK) or _is_read_only(around):
        raise OutputError(f"cannot write into {str(around)!r}: it is read-only")


def _take_place(stage: Path, target: Path) -> None:
    if not target.exists():
        stage.rename(target)
        return
    # A folder cannot be swapped in one step: the old one steps aside, so that one of the two is always whole.
    aside = Path(tempfile.mkdtemp(prefix=f".{target.name}-old-", dir=target.parent))
    target.rename(aside / target.name)
    try:
        stage.rename(target)
    except OSError:
        (aside / target.name).rename(target)
        raise
    finally:
        shutil.rmtree(aside, ignore_errors=True)


def _nearest_existing(path: Path) -> Path:
    return next(parent for parent in path.absolute().parents if parent.is_dir())


def _is_read_only(folder: Path) -> bool:
    """Whether the folder's mode forbids its owner to write: root may anyway, but somebody meant it."""
    return not folder.stat().st_mode & 0o222
