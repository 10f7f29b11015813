"""The options of a game: their values, as they are given or by default."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from cardrules.errors import OptionError
from cardrules.model import ir
from cardrules.model.ruleset import Option, Ruleset
from cardrules.model.types import MOST_NUMBER
from cardrules.shown import can_be_written, shown
from cardrules.source import Span

# What gives the value of an expression at a place of the front matter.
Constant = Callable[[ir.Expr, Span], int | bool]


def resolve(
    ruleset: Ruleset,
    given: Mapping[str, object],
    players: int,
    found: dict[str, int | bool],
    constant: Constant,
) -> None:
    """Note the values of all options in `found`, one after the other: what is between the bounds of
    one may depend on those before it. Raises `OptionError`.
    """
    known = ruleset.options
    if not isinstance(given, Mapping):
        raise OptionError(f"Options are a mapping of names to values, not {shown(given)}.")
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"There is no option {shown(name)}; the options are: {names}.")
    for name, option in known.items():
        if name in given:
            found[name] = parse_option(option, given[name])
        else:
            found[name] = constant(option.default, option.span)
        _check_bounds(option, found[name], players, constant)


def parse_option(option: Option, value: object) -> int | bool:
    """The value of an option, also from text; raises `OptionError` if it is none."""
    text = str(value).strip() if can_be_written(value) else ""
    if option.type == "flag":
        found = {"true": True, "false": False}.get(text.lower())
        if found is None:
            raise OptionError(f"The option {option.name} is true or false, not {shown(value)}.")
        return found
    if option.type == "choice":
        if text not in option.values:
            raise OptionError(
                f"The option {option.name} is one of {', '.join(option.values)}, "
                f"not {shown(value)}."
            )
        return option.values.index(text)
    return _whole_number(option, value, text)


_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]+")
# No number of 64 bits is written in so many signs.
_MOST_DIGITS = 40


def _whole_number(option: Option, value: object, text: str) -> int:
    if isinstance(value, int) and not isinstance(value, bool):
        number = value
    else:
        if isinstance(value, bool) or not _WHOLE_NUMBER.fullmatch(text):
            raise OptionError(f"The option {option.name} is a whole number, not {shown(value)}.")
        number = int(text) if len(text) <= _MOST_DIGITS else MOST_NUMBER + 1
    if abs(number) > MOST_NUMBER:
        raise OptionError(
            f"The option {option.name} is a number from -{MOST_NUMBER:,} to {MOST_NUMBER:,}."
        )
    return number


def _check_bounds(option: Option, value: int, players: int, constant: Constant) -> None:
    for bound, sign, word in ((option.minimum, 1, "least"), (option.maximum, -1, "most")):
        if bound is None:
            continue
        limit = constant(bound, option.span)
        if (value - limit) * sign < 0:
            raise OptionError(
                f"The option {option.name} is at {word} {limit} with {players} players, "
                f"not {value}."
            )


def option_text(option: Option, value: int | bool) -> object:
    """The value of an option as it is written: of a choice its name."""
    return option.values[int(value)] if option.type == "choice" else value
