"""The house rules in `examples/`, the games that they are for, and several of them together."""

from __future__ import annotations

from functools import cache
from itertools import combinations
from pathlib import Path

import attrs

from cardrules.analysis.load import analyse_source
from cardrules.diagnostics.model import Diagnostics
from cardrules.diagnostics.render import render_text
from cardrules.house_rules.patches import Patch, read_patch
from cardrules.lint.runner import lint_source
from cardrules.model.ruleset import Ruleset
from cardrules.rulesets import base_of, bundled, find, read_rules
from cardrules.source import SourceFile, read_source

FOLDER = Path(__file__).parent.parent.parent / "examples" / "house_rules"
FILES = sorted(FOLDER.glob("*.rules"))
NAMES = [path.stem for path in FILES]


@attrs.frozen
class Combination:
    """A game with some of the house rules."""

    game: str
    names: tuple[str, ...]

    def __str__(self) -> str:
        return f"{self.game}-{'-'.join(self.names)}"

    def read(self) -> tuple[SourceFile, Diagnostics]:
        """The text of all together, and what is wrong with putting them together."""
        return read_rules(find(self.game), [FOLDER / f"{name}.rules" for name in self.names])

    def ruleset(self) -> Ruleset:
        """What all together mean; raises `AssertionError` if anything at all is wrong with it."""
        found, told = _judged(self)
        assert found is not None and not told, "\n".join(told)
        return found


@cache
def _judged(combination: Combination) -> tuple[Ruleset | None, list[str]]:
    source, diagnostics = combination.read()
    if diagnostics.has_errors:
        return None, [render_text(item) for item in diagnostics]
    told = [render_text(item) for item in lint_source(source)]
    return analyse_source(source)[0], told


@cache
def patch_of(name: str) -> Patch:
    """A file as it is read by itself."""
    source = read_source(FOLDER / f"{name}.rules")
    diagnostics = Diagnostics(source)
    patch = read_patch(source, diagnostics)
    assert patch is not None and not len(diagnostics)
    return patch


@cache
def games_of(name: str) -> tuple[str, ...]:
    """The bundled game that a file is for in the end, or all of them."""
    patch = patch_of(name)
    if patch.is_for_any:
        return tuple(bundled())
    below = base_of(patch.extends[0].text, patch.source)
    assert isinstance(below, SourceFile)
    base = Path(below.name)
    return (base.stem,) if base.stem in bundled() else games_of(base.stem)


def alone() -> list[Combination]:
    """Each file with each of its games."""
    return [Combination(game, (name,)) for name in NAMES for game in games_of(name)]


def pairs() -> list[Combination]:
    """Each two files that are for one game."""
    return [
        Combination(game, both)
        for both in combinations(NAMES, 2)
        for game in sorted(set(games_of(both[0])) & set(games_of(both[1])))
    ]
