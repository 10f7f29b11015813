"""Whether facts hold at the table, each by itself; the first word of its key says how."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from cardrules.diagnostics.suggest import did_you_mean, nearest
from cardrules.engine.explain import explain
from cardrules.engine.named import (
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
from cardrules.engine.position import every_purpose, purposes
from cardrules.engine.position_values import value_of
from cardrules.engine.tables import Tables
from cardrules.engine.view import View, Viewer
from cardrules.errors import CardrulesError, PositionError
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.scenario.chance import check_event
from cardrules.scenario.model import Difference, Fact
from cardrules.scenario.table import Table
from cardrules.scenario.values import fits, is_none
from cardrules.scenario.wanted import (
    Wanted,
    complete,
    fitting,
    is_asked,
    read_wanted,
    told_actions,
)
from cardrules.scenario.zone_facts import compare_zone
from cardrules.source import Span

# How many actions the details of a difference name.
_SHOWN = 10


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
    if not seat and word in _OF_SEATS:
        message = f"`{word}` is said of a seat."
        raise PositionError(message, help=f"Write `{word} 1` for seat 1.")


def holds(table: Table, facts: Iterable[Fact]) -> bool:
    """Whether all facts hold."""
    return not any(check(table, fact) for fact in facts)


def _differ(fact: Fact, expected: object, found: object, *details: str) -> list[Difference]:
    if expected == found and isinstance(expected, bool) == isinstance(found, bool):
        return []
    return [
        Difference(
            span=fact.span,
            what=fact.key,
            expected=_told(expected),
            found=_told(found),
            details=details,
        )
    ]


def _told(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list | tuple):
        return ", ".join(map(_told, value)) or "nothing"
    return str(value)


def _mapping(value: object) -> Mapping[str, object]:
    if not isinstance(value, Mapping):
        raise wrong(f"A mapping is needed here, not `{brief(value)}`.")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise wrong(f"A list is needed here, not `{brief(value)}`.")
    return value


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
    kind = tables.ruleset.variables[address.name].type
    value_of(tables, state, kind, fact.value)
    values = dict(table.view().variables)[address.name]
    wanted = None if is_none(fact.value) else fact.value
    found = []
    for holder in address.holders:
        if not fits(table.game, state, kind, values[holder], wanted):
            found += _differ(fact, wanted, values[holder])
    return found


def _sees(table: Table, fact: Fact) -> list[Difference]:
    view = table.view(_viewer(table, fact.key))
    found = []
    for key, wanted in _mapping(fact.value).items():
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


# ---- Decisions -----------------------------------------------------------------------------------


def _asked(table: Table, fact: Fact) -> list[Difference]:
    decision = table.game.decision(table.state)
    found = "nobody"
    names = purposes(table.game, table.state)
    if decision is not None:
        found = f"seat {decision.player + 1} for {', '.join(names)}"
    if fact.value == "nobody":
        return _differ(fact, "nobody", found)
    wanted = fact.value if isinstance(fact.value, Mapping) else {"seat": fact.value}
    _check_asked(table, wanted)
    expected = ", ".join(f"{key} {_told(value)}" for key, value in wanted.items())
    if decision is None:
        return _differ(fact, expected, found)
    is_asked = (
        wanted.get("seat", decision.player + 1) == decision.player + 1
        and wanted.get("for", decision.kind) in names
        and wanted.get("sealed", decision.sealed) is decision.sealed
        and set(_list(wanted.get("rules", []))) <= set(decision.ids)
    )
    if is_asked:
        return []
    sealed = ", sealed" if decision.sealed else ""
    ids = f" [{', '.join(decision.ids)}]" if decision.ids else ""
    return _differ(fact, expected, f"{found}{sealed}{ids}")


def _check_asked(table: Table, wanted: Mapping[str, object]) -> None:
    """Whether there is this seat, and anything that is asked for by this name."""
    with within(*(["seat"] if "for" in wanted else [])):
        if "seat" in wanted:
            seat_of(table.game.tables, wanted["seat"])
    if "for" not in wanted:
        return
    known = every_purpose(table.game)
    if wanted["for"] not in known:
        message = f"Nobody is ever asked for `{brief(wanted['for'])}`."
        raise wrong(message, "for", help=did_you_mean(str(wanted["for"]), known))


def _actions(table: Table, fact: Fact) -> list[tuple[Wanted, Span]]:
    found = []
    for index, item in enumerate(_list(fact.value)):
        with within(index):
            found.append((read_wanted(table.game, table.state, item), fact.place([index])))
    return found


def _allowed(table: Table, fact: Fact) -> list[Difference]:
    found = []
    for wanted, span in _actions(table, fact):
        if next(fitting(table.game, table.state, wanted), None) is None:
            reason = refusal_in_words(table, wanted)
            found.append(
                Difference(
                    span=span, what="allowed", expected=str(wanted), found=f"refused: {reason}"
                )
            )
    return found


def _only(table: Table, fact: Fact) -> list[Difference]:
    found = _allowed(table, fact)
    meant: set[Action] = set()
    for wanted, _ in _actions(table, fact):
        meant.update(fitting(table.game, table.state, wanted))
    legal = table.game.legal_actions(table.state)
    others = [str(action) for action in legal if action not in meant]
    if others:
        expected = "; ".join(str(wanted) for wanted, _ in _actions(table, fact)) or "nothing"
        found.append(
            Difference(
                span=fact.span,
                what="only",
                expected=expected,
                found=told_actions(table.game, table.state),
                details=tuple(f"allowed as well: {action}" for action in others[:_SHOWN]),
            )
        )
    return found


def _refused(table: Table, fact: Fact) -> list[Difference]:
    found = []
    items = _list(fact.value)
    for index, (wanted, span) in enumerate(_actions(table, fact)):
        item = items[index]
        with within(index):
            complete(table.game, table.state, wanted)  # what there is not cannot be refused
        action = next(fitting(table.game, table.state, wanted), None)
        if action is not None:
            found.append(
                Difference(
                    span=span, what="refused", expected=f"refused: {wanted}",
                    found=f"allowed: {action}",
                )
            )  # fmt: skip
        elif isinstance(item, Mapping):
            found += _reasons(table, wanted, item, span)
    return found


def _reasons(
    table: Table, wanted: Wanted, item: Mapping[str, object], span: Span
) -> list[Difference]:
    ids, sentences = reasons_of(table, wanted)
    by, because = _list(item.get("by", [])), str(item.get("because", ""))
    expected = ", ".join(map(str, by)) + (f" ({because})" if because else "")
    if set(by) <= set(ids) and because in "; ".join(sentences):
        return []
    return [
        Difference(
            span=span,
            what="refused",
            expected=f"{wanted} is refused by {expected}",
            found=f"refused by {', '.join(ids) or 'no rule by name'}",
            details=tuple(sentences),
        )
    ]


def reasons_of(table: Table, wanted: Wanted) -> tuple[list[str], list[str]]:
    """The IDs and sentences by which an action is refused."""
    decision = table.game.decision(table.state)
    if decision is None:
        return [], ["the game is over"]
    if not is_asked(table.game, table.state, wanted):
        return [], [f"seat {decision.player + 1} is asked"]
    refusal = explain(table.game, table.state, complete(table.game, table.state, wanted))
    if refusal is None:
        return [], []
    return list(refusal.ids), [reason.sentence for reason in refusal.reasons]


def refusal_in_words(table: Table, wanted: Wanted) -> str:
    """Why an action is refused, with the IDs of the rules."""
    try:
        ids, sentences = reasons_of(table, wanted)
    except PositionError as error:
        return str(error)
    cited = f" [{', '.join(ids)}]" if ids else ""
    return "; ".join(sentences) + cited


# ---- Numbers -------------------------------------------------------------------------------------


def _score(table: Table, fact: Fact) -> list[Difference]:
    builder, state = table.game.builder, table.state
    player = seat_of(table.game.tables, split_key(fact.key)[1])
    values = builder.score_parts(state, player)
    names = [clause.name for clause in table.game.ruleset.score]
    parts = dict(zip(names, values, strict=True))
    told = ", ".join(f"{name} {value}" for name, value in parts.items())
    if not isinstance(fact.value, Mapping):
        return _differ(fact, fact.value, sum(values), told)
    found = []
    for name, wanted in fact.value.items():
        if name not in parts:
            message = f"The score has no part `{brief(name)}`; it has {', '.join(names)}."
            raise wrong(message, name, is_key=True)
        if parts[name] != wanted:
            found += _differ(fact, f"{name} {wanted}", f"{name} {parts[name]}", told)
    return found


def _match(table: Table, fact: Fact) -> list[Difference]:
    tables = table.game.tables
    if not tables.ruleset.matches:
        raise PositionError("This game is no match, so nobody has won games of it.")
    side = tables.team_of[seat_of(tables, split_key(fact.key)[1])]
    return _differ(fact, fact.value, table.state.sides[side])


def _winners(table: Table, fact: Fact) -> list[Difference]:
    wanted = []
    for index, seat in enumerate(_list(fact.value)):
        with within(index):
            wanted.append(seat_of(table.game.tables, seat) + 1)
            if wanted[-1] in wanted[:-1]:
                raise PositionError(f"The seat `{seat}` stands here twice.")
    if not table.state.over:
        return _differ(fact, fact.value, "the game is not over")
    winners = [player + 1 for player in table.game.result(table.state).winners]
    return _differ(fact, sorted(wanted), sorted(winners))


def _place(table: Table, fact: Fact) -> list[Difference]:
    player = seat_of(table.game.tables, split_key(fact.key)[1])
    if not table.state.over:
        return _differ(fact, fact.value, "the game is not over")
    return _differ(fact, fact.value, table.game.result(table.state).places[player])


def _number(get: Callable[[Table], object]) -> Callable[[Table, Fact], list[Difference]]:
    return lambda table, fact: _differ(fact, fact.value, get(table))


def _seat(get: Callable[[State], int]) -> Callable[[Table, Fact], list[Difference]]:
    def compare(table: Table, fact: Fact) -> list[Difference]:
        with within():
            seat_of(table.game.tables, fact.value)
        return _differ(fact, fact.value, get(table.state) + 1)

    return compare


# ---- What was told -------------------------------------------------------------------------------


def _log(table: Table, fact: Fact) -> list[Difference]:
    lines = table.lines(_viewer(table, fact.key))
    texts = _mapping(fact.value)
    found = []
    for text in _list(texts.get("with", [])):
        if not any(str(text) in line for line in lines):
            found += _differ(fact, f"a line with `{text}`", "no such line", *lines)
    for text in _list(texts.get("without", [])):
        told = [line for line in lines if str(text) in line]
        if told:
            found += _differ(fact, f"no line with `{text}`", told[0])
    return found


def _chance(table: Table, fact: Fact) -> list[Difference]:
    for index, event in enumerate(_list(fact.value)):
        with within(index):
            check_event(table.game, str(event))
    return _differ(fact, fact.value, table.chance())


# Facts that are said of a seat.
_OF_SEATS = ("sees", "log", "score", "match", "place")
_CHECKS: dict[str, Callable[[Table, Fact], list[Difference]]] = {
    "asked": _asked,
    "allowed": _allowed,
    "only": _only,
    "refused": _refused,
    "sees": _sees,
    "log": _log,
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
