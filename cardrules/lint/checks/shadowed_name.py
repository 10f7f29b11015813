"""CR526: a name of the rules that is the name of a number on cards, too.

With `names: {9: nine}` the word `nine` stands for 9. Where something else has that name, the word
means this other thing, also where it is compared with the attribute.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.lint.lines import lines
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.source import Span


def find_shadowed_names(ruleset: Ruleset) -> Iterator[Finding]:
    """The names that stand in front of those of numbers."""
    numbers = {
        word: (number, attribute.name)
        for attribute in ruleset.attributes.values()
        for number, word in attribute.names.items()
    }
    for name, span in _given(ruleset) if numbers else ():
        if name in numbers:
            number, attribute = numbers[name]
            yield Finding(
                span=span,
                message=f"`{name}` is the name of {number} among the values of `{attribute}`, too: "
                "where this is known, it means this.",
                help="Give one of them another name.",
            )


def _given(ruleset: Ruleset) -> Iterator[tuple[str, Span]]:
    for name, option in ruleset.options.items():
        yield name, option.span
    for declared in (ruleset.zones, ruleset.variables, ruleset.definitions):
        for name, item in declared.items():
            yield name, item.origin.name_span
    for line in lines(ruleset):
        match line.of:
            case ir.Let() | ir.Naming() | ir.Choice() | ir.Pick() | ir.EachIn():
                yield line.of.name, line.origin.span
            case ir.Choose():
                yield line.of.choice.name, line.origin.span


CHECK = Check(code="CR526", find=find_shadowed_names)
