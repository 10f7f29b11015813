"""CR510: values of an option between which no line makes a difference.

Where an option is only compared with its values, two of them that come out alike in all of these
comparisons give the same game. Of an option that is used in another way nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import Option, Ruleset


def find_same_values(ruleset: Ruleset) -> Iterator[Finding]:
    """The values of an option that give the same game as another one."""
    nodes = list(ir.walk(tuple(all_parts(ruleset))))
    for name, option in ruleset.options.items():
        if option.type != "choice":
            continue
        used = sum(isinstance(node, ir.OptionValue) and node.name == name for node in nodes)
        uses = [found for node in nodes if (found := _compared(node, name)) is not None]
        if used and len(uses) == used:
            yield from _of_option(option, uses)


def _compared(node: object, option: str) -> frozenset[int] | None:
    """The values for which a comparison with an option comes out alike."""
    match node:
        case ir.Compare(
            operator="=" | "!=", left=ir.OptionValue(name=name), right=ir.Const(value=value)
        ):
            pass
        case ir.Compare(
            operator="=" | "!=", left=ir.Const(value=value), right=ir.OptionValue(name=name)
        ):
            pass
        case ir.Contains(element=ir.OptionValue(name=name), collection=ir.Const(value=value)):
            pass
        case _:
            return None
    if name != option:
        return None
    return frozenset(value if isinstance(value, tuple) else (value,))


def _of_option(option: Option, uses: list[frozenset[int]]) -> Iterator[Finding]:
    alike: dict[tuple[bool, ...], list[str]] = {}
    for index, value in enumerate(option.values):
        alike.setdefault(tuple(index in use for use in uses), []).append(value)
    for values in alike.values():
        if len(values) > 1:
            named = " and ".join(f"`{value}`" for value in values)
            yield Finding(
                span=option.span,
                message=f"The values {named} of the option `{option.name}` give the same game.",
                help=f"Write a line that asks for `{option.name} = {values[-1]}`, "
                "or take one of the values out.",
            )


CHECK = Check(code="CR510", find=find_same_values)
