"""`pitwatch train`: make the models anew from drawn cards; needs the extra `train`."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Annotated

import typer

from api.commands.console import DONE, out
from api.errors import InputError


def train(
    folder: Annotated[
        Path, typer.Option("--out", help="Folder for scenes, checkpoints and models; a run goes on from it.")
    ] = Path("runs"),
    minutes: Annotated[
        float | None,
        typer.Option(min=0.1, help="Share this time among the stages (a GPU needs 12).", show_default=False),
    ] = None,
    workers: Annotated[
        int | None,
        typer.Option(min=1, help="Processes that draw scenes; all cores by default.", show_default=False),
    ] = None,
    trial: Annotated[
        bool, typer.Option("--trial", help="Everything in miniature, to see that it runs.")
    ] = False,
) -> int:
    """Draw scenes, train finder and reader, fit the reader's temperature and export both models."""
    if importlib.util.find_spec("torch") is None:
        raise InputError("training needs PyTorch: pip install 'pitwatch[train]', or make train-env")
    from dataclasses import replace

    from vision.training.recipe import TRIAL, Folders, Recipe, cores, run

    if folder.exists() and not folder.is_dir():
        raise InputError(f"expected a folder for --out, got the file {str(folder)!r}")
    recipe = replace(TRIAL if trial else Recipe(), workers=workers or cores())
    if minutes is not None:
        recipe = recipe.in_time(minutes, workers or cores())
    run(Folders(folder), recipe, lambda line: out().print(line, markup=False))
    return DONE
