"""A ruleset with players and options fixed: the tables of a game."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cardrules.diagnostics.model import Diagnostic
from cardrules.engine.source.arithmetic import OutOfRangeError
from cardrules.engine.source.emit import Emitter, Place
from cardrules.engine.source.helpers import HELPERS
from cardrules.engine.tables import Tables, owner_of_zone, viewers_mask
from cardrules.engine.work import MOST_STEPS, Counter, TooMuchWorkError, spend
from cardrules.errors import GameLimitError, OptionError, RulesetError
from cardrules.model import ir
from cardrules.model.ruleset import Option, Ruleset
from cardrules.model.types import FLAG, MOST_NUMBER
from cardrules.shown import can_be_written, shown
from cardrules.source import Span


class Constants:
    """Works out expressions that do not look at the state, and counts the work of all together."""

    def __init__(self, tables: Tables) -> None:
        self._emitter = Emitter(tables)
        self._counter = Counter()
        self._names: dict[str, Any] = dict(HELPERS)

    def value(self, expr: ir.Expr) -> Any:
        """The value of an expression; raises `TooMuchWorkError`."""
        if isinstance(expr, ir.Const):
            return expr.value
        emitter = self._emitter
        source, steps = emitter.apart(expr, Place(me="None"))
        spend(self._counter, steps)
        self._names |= emitter.names
        exec("\n".join(emitter.definitions), self._names)
        emitter.definitions.clear()
        return eval(source, self._names, {"s": self._counter})


def make_tables(ruleset: Ruleset, players: int, options: Mapping[str, object]) -> Tables:
    """The tables of a game.

    Raises `OptionError` for a wrong number of players or option, `RulesetError` if the cards do not
    come out (a negative count, a card that starts nowhere is found later by the engine).
    """
    if type(players) is not int or not ruleset.players_min <= players <= ruleset.players_max:
        low, high = ruleset.players_min, ruleset.players_max
        wanted = str(low) if low == high else f"{low} to {high}"
        raise OptionError(f"{ruleset.title} is played by {wanted} players, not {shown(players)}.")
    tables = Tables(ruleset, players, {})
    tables.constants = Constants(tables)
    tables.teams = ruleset.teams.get(players) or tuple((seat,) for seat in range(players))
    tables.team_of = [0] * players
    for index, team in enumerate(tables.teams):
        for seat in team:
            tables.team_of[seat] = index
    _resolve_options(tables, options)
    _lay_out_cards(tables)
    _lay_out_zones(tables)
    for name, variable in ruleset.variables.items():
        tables.variable_base[name] = tables.variable_count
        tables.variable_count += tables.holders(variable.holder)
        if variable.supply is not None:
            tables.variable_count += 1  # what is left of the supply
    return tables


# Where something in the front matter is too much, if nothing tells the place better.
_FRONT_MATTER = Span(0, 3)


def constant(tables: Tables, expr: ir.Expr, span: Span = _FRONT_MATTER) -> Any:
    """The value of an expression that depends on options and the number of players alone.

    Raises `GameLimitError` if that is too much work, with all that was worked out before,
    or a number that is too large.
    """
    assert tables.constants is not None
    try:
        return tables.constants.value(expr)
    except OutOfRangeError as error:
        raise GameLimitError(error.diagnostic(tables.ruleset.text), None) from None
    except TooMuchWorkError:
        found = Diagnostic(
            code="CR701",
            message=f"What is worked out before the game takes more than {MOST_STEPS:,} steps.",
            span=span,
            source=tables.ruleset.text,
            help="Definitions that use others twice double at every step: write it as a product, "
            "or as a number.",
        )
        raise GameLimitError(found, None) from None


# ---- Options -------------------------------------------------------------------------------------


def _resolve_options(tables: Tables, given: Mapping[str, object]) -> None:
    known = tables.ruleset.options
    if not isinstance(given, Mapping):
        raise OptionError(f"Options are a mapping of names to values, not {shown(given)}.")
    for name in given:
        if name not in known:
            names = ", ".join(known) or "none"
            raise OptionError(f"There is no option {shown(name)}; the options are: {names}.")
    for name, option in known.items():
        if name in given:
            tables.options[name] = parse_option(option, given[name])
        else:
            tables.options[name] = constant(tables, option.default, option.span)
        _check_bounds(tables, option)


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


def _check_bounds(tables: Tables, option: Option) -> None:
    value = tables.options[option.name]
    for bound, sign, word in ((option.minimum, 1, "least"), (option.maximum, -1, "most")):
        if bound is None:
            continue
        limit = constant(tables, bound, option.span)
        if (value - limit) * sign < 0:
            raise OptionError(
                f"The option {option.name} is at {word} {limit} with {tables.players} players, "
                f"not {value}."
            )


def option_text(option: Option, value: int | bool) -> object:
    """The value of an option as it is written: of a choice its name."""
    return option.values[int(value)] if option.type == "choice" else value


# ---- Cards and zones -----------------------------------------------------------------------------


def _lay_out_cards(tables: Tables) -> None:
    ruleset = tables.ruleset
    decks = constant(tables, ruleset.decks)
    tables.lines = list(dict.fromkeys(kind.line for kind in ruleset.kinds))
    tables.attribute = {name: [] for name in ruleset.attributes}
    for index, kind in enumerate(ruleset.kinds):
        count = constant(tables, kind.count) * decks
        if count < 0 or tables.cards + count > _MOST_CARDS:
            raise RulesetError(
                f"{ruleset.title} has {count} cards {kind.name!r} with {tables.players} players; "
                f"a game has at most {_MOST_CARDS} cards."
            )
        tables.kind += [index] * count
        tables.line += [tables.lines.index(kind.line)] * count
        for name, attribute in ruleset.attributes.items():
            value = kind.values[name]
            printed = bool(value) if attribute.type == FLAG else value
            tables.attribute[name] += [printed] * count
    if not tables.kind:
        raise RulesetError(f"{ruleset.title} has no cards with {tables.players} players.")


_MOST_CARDS = 1000


def _lay_out_zones(tables: Tables) -> None:
    for name, zone in tables.ruleset.zones.items():
        tables.zone_base[name] = len(tables.zone_names)
        for holder in range(tables.holders(zone.holder)):
            tables.zone_names.append((name, holder))
            tables.zone_owner.append(owner_of_zone(tables, zone, holder))
            tables.ordered.append(zone.shape != "spread")
            layers = {item.layer: item for item in zone.visibility}
            for layer, masks in (("top", tables.top_seen), ("rest", tables.rest_seen)):
                item = layers.get(layer) or layers["all"]  # type: ignore[call-overload]
                mask = viewers_mask(tables, item.viewers, zone, holder)
                masks.append(mask if item.condition is None else _CONDITIONAL)
    if tables.has_stacks:
        tables.ordered += [True] * (tables.stack_places + 1)


# In place of a mask: it depends on the state.
_CONDITIONAL = -1
