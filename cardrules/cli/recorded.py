"""Which ruleset a record was played by."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from pathlib import Path

import click
from click.core import ParameterSource

from cardrules.cli.arguments import house_rules, open_ruleset
from cardrules.cli.exits import USAGE, fail, note
from cardrules.cli.program import command_line
from cardrules.cli.saved import name_of
from cardrules.errors import ReplayError
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import SUFFIX, bundled
from cardrules.sim.record import Record, SourceId
from cardrules.sim.record_files import read_record
from cardrules.source import read_source


def opened(path: Path) -> Record:
    """The record in a file; remarks if nobody can tell whether it was changed.

    Raises what `read_record` raises, and `ReplayError` for a name that a terminal would obey.
    """
    if path.suffix == SUFFIX and path.is_file():
        raise ReplayError(f"{path} is a ruleset, not a record of a game.")
    record = read_record(path)
    for seat, entry in enumerate(record.seats, 1):
        if not entry.name.isprintable():
            raise ReplayError(f"{path}: the name of seat {seat} has letters that cannot be shown.")
    if record.format == 1:
        note(f"{path} is a record of format 1, which has no digest: a change would not show.")
    return record


def ruleset_of(record: Record, path: Path, rules: str | None) -> Ruleset:
    """The ruleset that `rules` names, or that the record was played by, with its house rules.

    They are looked for beside the record, in this folder, and among the bundled games; texts that
    are the same as then are preferred.
    """
    if rules is not None:
        return open_ruleset(rules)
    given = house_rules()
    wanted = record.sources[:1] if given else record.sources
    files = [_file_of(source, path) for source in wanted]
    if None in files:
        missing = wanted[files.index(None)].name
        words = [_word_of(source, file) for source, file in zip(wanted, files, strict=True)] + [
            str(item) for item in given
        ]
        fail(
            f"There is no {missing}{SUFFIX} beside the record, in this folder or among the bundled "
            f"games. Say where it is: `{_call_with(words[0], words[1:], path)}`.",
            USAGE,
        )
    game, *added = [file for file in files if file is not None]
    return open_ruleset(game, given or added)


def naming_rules(rules: str | None) -> list[str]:
    """The options by which a record of a game by these rules, and by `--with`, finds them."""
    added = with_words(house_rules())
    is_found = rules is None or (rules in bundled() and not added)
    return added if is_found else ["--rules", str(rules), *added]


def with_words(files: Sequence[str | Path]) -> list[str]:
    """The options that add house rules."""
    return [word for file in files for word in ("--with", str(file))]


def _call_with(game: str, added: Sequence[str], path: Path) -> str:
    """This call again, with the rules named."""
    ctx = click.get_current_context()
    name, file = str(ctx.info_name), name_of(path)
    if name in _GOES_ON:
        return command_line(name, game, "--resume", file, *with_words(added))
    return command_line(name, file, *_options(ctx), "--rules", game, *with_words(added))


# Where the rules are an argument.
_GOES_ON = ("run", "play")


def _options(ctx: click.Context) -> list[str]:
    """The options of this call, but those that name rules."""
    found: list[str] = []
    for option in ctx.command.params:
        name = option.name or ""
        is_typed = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if not isinstance(option, click.Option) or not is_typed or name not in ctx.params:
            continue
        value = ctx.params[name]
        if name == "rules":
            continue
        if option.is_flag:
            found.append((option.opts if value else option.secondary_opts)[0])
        else:
            found += [option.opts[0], str(value)]
    return found


def _word_of(source: SourceId, file: Path | None) -> str:
    """How a text of rules is named in a call; what is not known stands in capitals."""
    if file is None:
        return f"FOLDER/{Path(source.name).name}{SUFFIX}"
    return source.name if bundled().get(source.name) == file else str(file)


def _file_of(source: SourceId, path: Path) -> Path | None:
    """The file of a text of rules."""
    found = [item for item in _candidates(source.name, path) if item.is_file()]
    for candidate in found:
        with contextlib.suppress(OSError):
            if read_source(candidate).sha256 == source.sha256:
                return candidate
    return found[0] if found else None


def _candidates(name: str, path: Path) -> list[Path]:
    if Path(name).name != name:
        return []  # a record names a ruleset, it does not lead anywhere else
    games = bundled()
    beside = [path.absolute().parent / f"{name}{SUFFIX}", Path(f"{name}{SUFFIX}")]
    return [*beside, *([games[name]] if name in games else [])]
