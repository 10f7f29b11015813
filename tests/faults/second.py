"""How many of twenty mutants that were drawn after the checks were written lint says something of.

    python -m tests.faults.second [--thorough]

They are in `tests/data/faults/second.yaml`, by what tells them from other mutants. Nothing is said
of the games that they are made of, so whatever is said comes of the fault.
"""

from __future__ import annotations

import argparse
import sys
from typing import Any

import yaml

from cardrules.diagnostics.model import Diagnostics
from cardrules.lint.check import Wish
from cardrules.lint.runner import lint_ruleset
from tests.faults.collection import FOLDER
from tests.faults.draw import Drawn, mutants_of
from tests.mutation import Mutant


def drawn() -> list[tuple[Drawn, Mutant, str]]:
    """The mutants, each with why it is a fault."""
    rows: list[dict[str, Any]] = yaml.safe_load(
        (FOLDER / "second.yaml").read_text(encoding="utf-8")
    )["drawn"]
    games = dict.fromkeys(row["game"] for row in rows)
    mutants = {key: mutant for game in games for key, mutant in mutants_of(game)}
    keys = [(Drawn(x["game"], x["line"], x["what"], x.get("nth", 1)), x["why"]) for x in rows]
    return [(key, mutants[key], why) for key, why in keys]


def said_of(mutant: Mutant, wishes: tuple[Wish, ...] = ()) -> list[str]:
    """The codes of what lint says of a mutant."""
    found = Diagnostics(mutant.ruleset.text)
    lint_ruleset(mutant.ruleset, found, wishes=wishes)
    return list(dict.fromkeys(item.code for item in found))


def main() -> int:
    """Measure, and tell."""
    parser = argparse.ArgumentParser(prog="python -m tests.faults.second")
    parser.add_argument("--thorough", action="store_true")
    wishes: tuple[Wish, ...] = ("thorough",) if parser.parse_args().thorough else ()
    named = 0
    every = drawn()
    for key, mutant, why in every:
        codes = said_of(mutant, wishes)
        named += bool(codes)
        print(f"{key.game:15} line {mutant.line:<4} {why:68} {', '.join(codes) or '-'}")
    print(f"Something is said of {named} of {len(every)}.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
