"""The command `pitwatch`: puts the commands together and turns errors into one line and an exit status."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated

import typer
from typer.exceptions import Abort, TyperException
from typer.main import get_command

from api.commands import (
    audit,
    bench,
    calibrate,
    catalogue,
    demo,
    enrol,
    evaluate,
    floor,
    judge,
    people,
    read,
    rebuild,
    retention,
    serving,
    simulate,
    testrange,
    train,
    upkeep,
    verify,
)
from api.commands.console import BAD_INPUT, CRASHED, DONE, INTERRUPTED
from api.configuration import PREFIX, configured_defaults
from api.errors import ApiError
from tracker import __version__
from tracker.errors import TrackerError
from vision.errors import VisionError

app = typer.Typer(
    name="pitwatch",
    help="Watch blackjack tables: referee every round, show every dealing error with its evidence.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("demo")(demo.demo)
app.command("audit")(audit.audit)
app.command("judge")(judge.judge)
app.command("simulate")(simulate.simulate)
app.command("read")(read.read)
app.command("watch")(serving.watch)
app.command("serve")(serving.serve)
app.add_typer(people.app, name="people")
app.add_typer(floor.app, name="floor")
app.command("calibrate")(calibrate.calibrate)
app.command("enrol")(enrol.enrol)
app.command("evaluate")(evaluate.evaluate)
app.command("range")(testrange.testrange)
app.command("bench")(bench.bench)
app.command("train")(train.train)
app.command("verify")(verify.verify)
app.command("rebuild")(rebuild.rebuild)
app.command("retention")(retention.retention)
app.command("backup")(upkeep.backup)
app.command("restore")(upkeep.restore)
app.add_typer(catalogue.app, name="profiles")
app.command("codes")(catalogue.codes)


def _print_version(wanted: bool) -> None:
    if wanted:
        print(f"pitwatch {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Options of `pitwatch` itself, before a command."""


def run(arguments: list[str]) -> int:
    """Run one command line.

    Args:
        arguments: what follows `pitwatch`.

    Returns:
        The exit status: 0 done, 1 something was found, 2 bad usage or bad input (one line says what), 70 our own fault.
    """
    try:
        command = get_command(app)
        status = command.main(
            args=arguments,
            prog_name="pitwatch",
            standalone_mode=False,
            auto_envvar_prefix=PREFIX,
            default_map=configured_defaults(command),
        )
    except SystemExit:
        # Typer's answer to a closed pipe: whoever reads our output has seen enough (`pitwatch codes | head`).
        status = DONE
    except (Abort, KeyboardInterrupt):
        status = INTERRUPTED
    except (TyperException, ApiError, VisionError, TrackerError, OSError) as error:
        print(f"pitwatch: {' '.join(_reason(error).split())}", file=sys.stderr)
        status = BAD_INPUT
    except Exception:
        traceback.print_exc()
        status = CRASHED
    return status if isinstance(status, int) else DONE


def _reason(error: Exception) -> str:
    if isinstance(error, TyperException):
        return error.format_message()
    if isinstance(error, OSError) and error.filename:
        return f"{error.strerror or error}: {str(error.filename)!r}"
    return str(error)


def main() -> None:
    """Entry point of the installed command."""
    sys.exit(run(sys.argv[1:]))
