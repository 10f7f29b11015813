"""CR573: two files of house rules set one variable of the game.

Each was written for the game without the other. If one says that it comes `after` the other, needs
or extends it, or a bundle has them both, somebody has thought of it. To count in a variable
(`add 1 to n`), or to set it to the same, can be done by any number of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.house_rules.patches import read_patch
from cardrules.lint.base import Base, base_of
from cardrules.lint.check import Check, Finding
from cardrules.lint.lines import lines
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import SourceFile


def find_two_writers(ruleset: Ruleset) -> Iterator[Finding]:
    """Variables of the base that two files set, with a line of each."""
    base = base_of(ruleset)
    if base is None or not base.text.parts[2:]:
        return
    known = _known_to_each_other(base)
    for name in base.ruleset.variables:
        writes = sorted(_writes(ruleset, base, name), key=lambda x: _file(x, base))
        for first, second in combinations(writes, 2):
            one, other = _file(first, base), _file(second, base)
            if one == other or frozenset((one, other)) in known or not _differ(first, second):
                continue
            known.add(frozenset((one, other)))
            yield Finding(
                span=second.origin.span,
                message=f"`{one}` and `{other}` both set the variable `{name}`, each as if the "
                "other did not.",
                help=f"Look at what both together do with it. If that is right, write "
                f"`after: {one}` into the front matter of `{other}`.",
                labels=(Label(span=first.origin.span, text=f"`{one}` sets it here"),),
            )


def _writes(ruleset: Ruleset, base: Base, variable: str) -> Iterator[ir.SetVariable]:
    """Where house rules set a variable."""
    for line in lines(ruleset):
        x = line.of
        is_meant = isinstance(x, ir.SetVariable) and x.variable == variable
        if is_meant and base.file_of(x.origin.span) is not base.source:
            assert isinstance(x, ir.SetVariable)
            yield x


def _file(x: ir.SetVariable, base: Base) -> str:
    return _name(base.file_of(x.origin.span))


def _name(source: SourceFile) -> str:
    return Path(source.name).stem


def _differ(one: ir.SetVariable, other: ir.SetVariable) -> bool:
    """Whether it makes a difference which of two comes last."""
    if isinstance(one.value, ir.Const) and one.value == other.value:
        return False
    return not (_counts(one) and _counts(other))


def _counts(x: ir.SetVariable) -> bool:
    """Whether something is added to what the variable is."""
    match x.value:
        case ir.Arithmetic(operator="+" | "-", left=ir.VariableValue(variable=name)):
            return bool(name == x.variable)
    return False


def _known_to_each_other(base: Base) -> set[frozenset[str]]:
    """Pairs of files of which one names the other, or which one bundle has."""
    found: set[frozenset[str]] = set()
    for part in base.text.parts[1:]:
        patch = read_patch(part.source, Diagnostics(part.source))
        if patch is None:
            continue
        extended = [Path(item.text).stem for item in patch.extends]
        named = [item.text for item in (*patch.after, *patch.needs_rule)]
        found.update(frozenset((patch.name, name)) for name in (*extended, *named))
        found.update(frozenset(pair) for pair in combinations(extended, 2))
    return found


CHECK = Check(code="CR573", find=find_two_writers)
