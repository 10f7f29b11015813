"""Exit codes, and how errors become one line and a code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NoReturn

import click

from cardrules import errors
from cardrules.cli.streams import bear_every_text, failures_ignored, silence, told

OK = 0
ERRORS = 1
USAGE = 2
LIMIT = 3
INTERRUPTED = 130

EXIT_CODES = """\b
Exit codes:
  0    fine
  1    the ruleset, scenario or record has errors, a scenario fails, or a file
       cannot be written
  2    wrong usage: unknown command, game, option or value, or no scenario is meant
  3    stopped: the game does not end, or a choice or number in it is too large
  130  interrupted"""


def fail(message: str, code: int) -> NoReturn:
    """Print one line to stderr and stop."""
    _print_error(message)
    raise click.exceptions.Exit(code)


def _print_error(message: str) -> None:
    told(f"{click.style('error:', fg='red', bold=True)} {message}")


def _print_usage(ctx: click.Context) -> None:
    """How the command is used, and where to read more."""
    told(ctx.get_usage())
    if ctx.command.get_help_option(ctx) is not None:
        told(f"Try '{ctx.command_path} {ctx.help_option_names[0]}' for help.")
    told()


def note(message: str) -> None:
    """Print a remark to stderr, which keeps it out of what is piped."""
    told(f"note: {message}")


@contextmanager
def errors_explained() -> Iterator[None]:
    """Turn errors that a caller can be told about into one line on stderr and the exit code."""
    try:
        yield
    except BrokenPipeError:
        # Whoever read our output has had enough; that is no error.
        silence(sys.stdout)
        raise click.exceptions.Exit(OK) from None
    except OSError as error:
        if not error.filename:
            # What could not be written would be tried again, and told again, when all is flushed.
            silence(sys.stdout)
        fail(_of_file(error), ERRORS)
    except Exception as error:
        code = _code_of(error)
        if code is None:
            raise
        if isinstance(error, errors.GameLimitError):
            _tell_the_place(error)
            raise click.exceptions.Exit(code) from None
        hint = _FAULT if isinstance(error, errors.EngineError) else ""
        fail(f"{error}{hint}", code)


def _tell_the_place(error: errors.GameLimitError) -> None:
    from cardrules.diagnostics.model import Diagnostic  # noqa: PLC0415 - not for `--help`
    from cardrules.diagnostics.render import render_text  # noqa: PLC0415

    assert isinstance(error.diagnostic, Diagnostic)
    told(render_text(error.diagnostic))


_FAULT = " This is a fault of cardrules; the record of the game is what it takes to find it."
# The first that fits counts.
_CODES: dict[type[Exception], int] = {
    errors.UnknownGameError: USAGE,
    errors.OptionError: USAGE,
    errors.SelectionError: USAGE,
    errors.GameLimitError: LIMIT,
    errors.CardrulesError: ERRORS,
}


def _code_of(error: Exception) -> int | None:
    return next((code for cls, code in _CODES.items() if isinstance(error, cls)), None)


def run_to_exit(command: Callable[[], object]) -> NoReturn:
    """Run a click command that is not in standalone mode, and exit as documented."""
    bear_every_text()
    try:
        result = command()
        code = result if isinstance(result, int) else OK
        if sys.stdout is not None:  # as after `>&-`
            sys.stdout.flush()
    except click.ClickException as error:
        if isinstance(error, click.UsageError) and error.ctx is not None:
            _print_usage(error.ctx)
        _print_error(error.format_message())
        code = error.exit_code
    except (click.Abort, KeyboardInterrupt):
        told("Interrupted.")
        code = INTERRUPTED
    except BrokenPipeError:
        silence(sys.stdout)
        code = OK
    except OSError as error:
        # What was to be printed does not go out, be it the help or the last lines.
        silence(sys.stdout)
        _print_error(_of_file(error))
        code = ERRORS
    with failures_ignored():
        if sys.stderr is not None:
            sys.stderr.flush()
    sys.exit(code)


def _of_file(error: OSError) -> str:
    """What went wrong with which file; one without a name is where the output goes."""
    what = error.strerror or str(error)
    return (
        f"{error.filename}: {what}" if error.filename else f"The output cannot be written: {what}"
    )
