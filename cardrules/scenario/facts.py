"""Whether facts hold at the table, each by itself; the first word of its key says how."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cardrules.diagnostics.suggest import nearest
from cardrules.engine.positions.named import (
    Address,
    brief,
    check_word,
    seat_of,
    split_key,
    thing_at,
    unknown,
    within,
    wrong,
    zone_at,
)
from cardrules.engine.positions.position_values import value_of
from cardrules.engine.showing.view import View, Viewer
from cardrules.engine.tables import Tables
from cardrules.errors import CardrulesError, PositionError
from cardrules.model.state import State
from cardrules.scenario.chance import check_event
from cardrules.scenario.compare import differ, list_of, mapping_of
from cardrules.scenario.decision_facts import (
    compare_allowed,
    compare_asked,
    compare_only,
    compare_refused,
)
from cardrules.scenario.model import Difference, Fact
from cardrules.scenario.table import Table
from cardrules.scenario.values import fits, is_none
from cardrules.scenario.zone_facts import compare_zone
from cardrules.source import Span


class FactError(CardrulesError):
    """A fact that has no meaning in this game; `span` is where it stands, `help` what to do."""

    def __init__(self, error: PositionError, span: Span) -> None:
        super().__init__(error.fact)
        self.help = error.help
        self.span = span


def check(table: Table, fact: Fact) -> list[Difference]:
    """How a fact fails to hold; nothing if it holds. Raises `FactError` if it cannot be judged."""
    word, seat = split_key(fact.key)
    try:
        if word not in _CHECKS:
            return _named(table, fact)
        _check_seat(table.game.tables, word, seat)
        return _CHECKS[word](table, fact)
    except PositionError as error:
        place = fact.place(error.path, is_key=error.is_key)
        raise FactError(error, place) from None


def _check_seat(tables: Tables, word: str, seat: str) -> None:
    check_word(tables, word)
    if seat and word not in _OF_SEATS:
        message = f"`{word}` is said once for all."
        raise PositionError(message, help=f"Write `{word}` without a seat.")
    if not seat and word in _OF_SEATS and word != "asks":
        message = f"`{word}` is said of a seat."
        raise PositionError(message, help=f"Write `{word} 1` for seat 1.")


def holds(table: Table, facts: Iterable[Fact]) -> bool:
    """Whether all facts hold."""
    return not any(check(table, fact) for fact in facts)


# ---- Zones and variables -------------------------------------------------------------------------


def _named(table: Table, fact: Fact) -> list[Difference]:
    """A zone or variable, of one holder or of each."""
    ruleset = table.game.ruleset
    name, _ = split_key(fact.key)
    if name not in ruleset.zones and name not in ruleset.variables:
        known = [*ruleset.zones, *ruleset.variables]
        near = nearest(name, [*known, *_CHECKS])
        raise unknown("zone, variable or fact", name, [near] if near is not None else known)
    address = thing_at(table.game.tables, fact.key)
    with within():
        if address.name in ruleset.variables:
            return _variables(table, fact, address)
        return _zones(table, fact, address, table.view(), fact.value, fact.key)


def _zones(
    table: Table, fact: Fact, address: Address, view: View, wanted: object, what: str
) -> list[Difference]:
    found = []
    for holder in address.holders:
        zone = view.zone(address.name, holder)
        shown = what if len(address.holders) == 1 else f"{what} (number {holder + 1})"
        for mismatch in compare_zone(table.game.tables, zone, wanted):
            found.append(
                Difference(
                    span=fact.span,
                    what=shown,
                    expected=mismatch.expected,
                    found=mismatch.found,
                    details=mismatch.details,
                )
            )
    return found


def _variables(table: Table, fact: Fact, address: Address) -> list[Difference]:
    tables, state = table.game.tables, table.state
    of_type = tables.ruleset.variables[address.name].type
    value_of(tables, state, of_type, fact.value)
    values = dict(table.view().variables)[address.name]
    wanted = None if is_none(fact.value) else fact.value
    found = []
    for holder in address.holders:
        if not fits(table.game, state, of_type, values[holder], wanted):
            found += differ(fact, wanted, values[holder])
    return found


def _sees(table: Table, fact: Fact) -> list[Difference]:
    view = table.view(_viewer(table, fact.key))
    found = []
    for key, wanted in mapping_of(fact.value).items():
        try:
            address = zone_at(table.game.tables, str(key))
        except PositionError as error:
            raise wrong(str(error), str(key), is_key=True) from None
        with within(str(key)):
            found += _zones(table, fact, address, view, wanted, f"{fact.key}: {key}")
    return found


def _viewer(table: Table, key: str) -> Viewer:
    seat = split_key(key)[1]
    return "spectator" if seat == "spectator" else seat_of(table.game.tables, seat)


# ---- Numbers -------------------------------------------------------------------------------------


def _score(table: Table, fact: Fact) -> list[Difference]:
    player = seat_of(table.game.tables, split_key(fact.key)[1])
    values = table.game.score_parts(table.state, player)
    names = [clause.name for clause in table.game.ruleset.score]
    parts = dict(zip(names, values, strict=True))
    told = ", ".join(f"{name} {value}" for name, value in parts.items())
    if not isinstance(fact.value, Mapping):
        return differ(fact, fact.value, sum(values), told)
    found = []
    for name, wanted in fact.value.items():
        if name not in parts:
            message = f"The score has no part `{brief(name)}`; it has {', '.join(names)}."
            raise wrong(message, name, is_key=True)
        if parts[name] != wanted:
            found += differ(fact, f"{name} {wanted}", f"{name} {parts[name]}", told)
    return found


def _match(table: Table, fact: Fact) -> list[Difference]:
    tables = table.game.tables
    if not tables.ruleset.matches:
        raise PositionError("This game is no match, so nobody has won games of it.")
    side = tables.team_of[seat_of(tables, split_key(fact.key)[1])]
    return differ(fact, fact.value, table.state.sides[side])


def _winners(table: Table, fact: Fact) -> list[Difference]:
    wanted = []
    for index, seat in enumerate(list_of(fact.value)):
        with within(index):
            wanted.append(seat_of(table.game.tables, seat) + 1)
            if wanted[-1] in wanted[:-1]:
                raise PositionError(f"The seat `{seat}` stands here twice.")
    if not table.state.over:
        return differ(fact, fact.value, "the game is not over")
    winners = [player + 1 for player in table.game.result(table.state).winners]
    return differ(fact, sorted(wanted), sorted(winners))


def _place(table: Table, fact: Fact) -> list[Difference]:
    player = seat_of(table.game.tables, split_key(fact.key)[1])
    if not table.state.over:
        return differ(fact, fact.value, "the game is not over")
    return differ(fact, fact.value, table.game.result(table.state).places[player])


def _number(get: Callable[[Table], object]) -> Callable[[Table, Fact], list[Difference]]:
    return lambda table, fact: differ(fact, fact.value, get(table))


def _seat(get: Callable[[State], int]) -> Callable[[Table, Fact], list[Difference]]:
    def compare(table: Table, fact: Fact) -> list[Difference]:
        with within():
            seat_of(table.game.tables, fact.value)
        return differ(fact, fact.value, get(table.state) + 1)

    return compare


# ---- What was told -------------------------------------------------------------------------------


def _log(table: Table, fact: Fact) -> list[Difference]:
    lines = table.lines(_viewer(table, fact.key))
    texts = mapping_of(fact.value)
    found = []
    for text in list_of(texts.get("with", [])):
        if not any(str(text) in line for line in lines):
            found += differ(fact, f"a line with `{text}`", "no such line", *lines)
    for text in list_of(texts.get("without", [])):
        told = [line for line in lines if str(text) in line]
        if told:
            found += differ(fact, f"no line with `{text}`", told[0])
    return found


def _asks(table: Table, fact: Fact) -> list[Difference]:
    """The words of the question, for the one who is asked or for another viewer."""
    if " " in fact.key:
        decision = table.view(_viewer(table, fact.key)).decision
    else:
        decision = table.game.decision(table.state)
    text = "nobody is asked" if decision is None else decision.prompt
    if decision is not None and str(fact.value) in text:
        return []
    return differ(fact, f"a question with `{fact.value}`", text)


def _chance(table: Table, fact: Fact) -> list[Difference]:
    for index, event in enumerate(list_of(fact.value)):
        with within(index):
            check_event(table.game, str(event))
    return differ(fact, fact.value, table.chance())


# Facts that are said of a seat.
_OF_SEATS = ("sees", "log", "asks", "score", "match", "place")
_CHECKS: dict[str, Callable[[Table, Fact], list[Difference]]] = {
    "asked": compare_asked,
    "allowed": compare_allowed,
    "only": compare_only,
    "refused": compare_refused,
    "sees": _sees,
    "log": _log,
    "asks": _asks,
    "chance": _chance,
    "score": _score,
    "match": _match,
    "winners": _winners,
    "place": _place,
    # A scenario for which there is no game does not come to a table.
    "playable": _number(lambda table: True),
    "over": _number(lambda table: table.state.over),
    "active": _seat(lambda state: state.active),
    "starter": _seat(lambda state: state.starter),
    "round": _number(lambda table: table.state.round),
    "turn": _number(lambda table: table.state.turn),
    "game": _number(lambda table: table.state.game),
}
