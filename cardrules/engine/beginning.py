"""How a game begins: everything at its place, before anything is done."""

from __future__ import annotations

from cardrules.engine import events
from cardrules.engine.build import Builder
from cardrules.engine.chance import NO_GENERATOR, checked_seed, key_from_seed
from cardrules.engine.events import happened
from cardrules.errors import RulesetError
from cardrules.machine.layout import Variables
from cardrules.model.state import State
from cardrules.model.types import NONE


def laid_out(builder: Builder, fingerprint: str, seed: int | None, starter: int | None) -> State:
    """A state before set-up: nothing has been done yet. Without a starter chance says who it is.

    Raises `RulesetError` if a card starts in no zone, or in two, and `OptionError` for a seed that
    is none.
    """
    s = State.__new__(State)
    s.fingerprint = fingerprint
    s.key = NO_GENERATOR if seed is None else key_from_seed(checked_seed(seed))
    s.draws = s.chance = s.steps = 0
    s.narrated = True
    s.events = []
    s.work = s.begun = 0
    s.watch = None
    s.sides = (0,) * len(builder.tables.teams)
    s.game = 0
    s.starter = starter if starter is not None else builder.chance.starter(s)
    happened(s, events.StarterNamed(s.starter, is_drawn=starter is None))
    lay_out(builder, s)
    return s


def lay_out(builder: Builder, s: State) -> None:
    """Everything at its place for a game, before set-up."""
    tables = builder.tables
    spare = tables.stack_places + 1 if tables.has_stacks else 0
    size = tables.static_zones + spare
    s.zones = [()] * size
    s.blur = [0] * size
    s.holder = [-1] * spare
    s.place = [-1] * tables.cards
    s.known = [0] * tables.cards
    s.among = [0] * tables.cards
    s.shown = ()
    s.frames = []
    s.pending = None
    s.answers = None
    s.over = False
    s.active = s.starter
    s.direction, s.next_turn = 1, NONE
    s.round = s.turn = s.changes = 0
    s.game += 1
    s.vars = [0] * tables.variable_count
    for name, get in builder.start_functions.items():
        zone = tables.zone_base[name]
        with builder.working(s, tables.zones[name].origin):
            cards = tuple(sorted(get()(s, NONE)))
        for card in cards:
            if s.place[card] >= 0:
                raise RulesetError(
                    f"{tables.ruleset.title}: a card starts both in {name} and in "
                    f"{tables.zone_names[s.place[card]][0]}."
                )
            s.place[card] = zone
        s.zones[zone] = cards
        builder.mover.look(s, zone)
    if -1 in s.place:
        kind = tables.faces[tables.kind[s.place.index(-1)]].name
        raise RulesetError(
            f"{tables.ruleset.title}: the card {kind!r} starts in no zone; "
            "say `starts with cards` at the deck."
        )
    _set_variables(builder, s)


def set_up(builder: Builder, s: State) -> None:
    """The set-up is next, and after it the play."""
    for code in (builder.code("play"), builder.code("setup")):
        s.frames.append([code.index, 0, NONE, *[0] * code.size])


def _set_variables(builder: Builder, s: State) -> None:
    for name, variable in builder.tables.variables.items():
        with builder.working(s, variable.origin):
            _set_variable(builder, s, name, variable)


def _set_variable(builder: Builder, s: State, name: str, variable: Variables) -> None:
    base, holders = variable.base, variable.holders
    get = builder.initial_functions[name]()
    for holder in range(holders):
        s.vars[base + holder] = get(s, holder if variable.holder == "player" else NONE)
    if variable.supply is not None:
        s.vars[base + holders] = builder.supply_functions[name]()(s, NONE)
