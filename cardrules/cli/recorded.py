"""Which ruleset a record was played by."""

from __future__ import annotations

import contextlib
from pathlib import Path

from cardrules.cli.arguments import house_rules, open_ruleset
from cardrules.cli.exits import USAGE, fail, note
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
    game, *added = [_file_of(source, path) for source in record.sources]
    return open_ruleset(game, house_rules() or added)


def _file_of(source: SourceId, path: Path) -> Path:
    """The file of a text of rules; it stops if there is none."""
    found = [item for item in _candidates(source.name, path) if item.is_file()]
    for candidate in found:
        with contextlib.suppress(OSError):
            if read_source(candidate).sha256 == source.sha256:
                return candidate
    if not found:
        fail(
            f"There is no {source.name}{SUFFIX} beside the record, in this folder or among the "
            "bundled games: say which rules to use.",
            USAGE,
        )
    return found[0]


def _candidates(name: str, path: Path) -> list[Path]:
    if Path(name).name != name:
        return []  # a record names a ruleset, it does not lead anywhere else
    games = bundled()
    beside = [path.absolute().parent / f"{name}{SUFFIX}", Path(f"{name}{SUFFIX}")]
    return [*beside, *([games[name]] if name in games else [])]
