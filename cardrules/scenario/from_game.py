"""A step of a game as a scenario: where everything lay before it, what was done, what came of it.

The position is that of the last decision up to the step at which no action is under way; what was
done from there on are steps. Not everything can be laid out: neither which turn it is nor what
names hold, nor what somebody has come to know. So each scenario is tried, and if it does not come
out as the game did, it begins a decision earlier, and at last with the set-up.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, islice
from typing import Any

import attrs
import yaml

from cardrules.engine.game import Game
from cardrules.engine.positions.named import EACH, several
from cardrules.engine.positions.position import deck_of, is_in_action, purposes
from cardrules.engine.showing.view import View, ZoneView, make_view
from cardrules.model.action import Action
from cardrules.model.state import State
from cardrules.rule_ids import ids_in
from cardrules.scenario.citations import cited_rules
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.run import Games, run_scenario
from cardrules.scenario.values import NONE
from cardrules.scenario.wanted import fitting, read_wanted
from cardrules.scenario.zone_facts import faces
from cardrules.sim.run import Moment
from cardrules.source import SourceFile

# So many decisions before the step may be its position.
_MOST_EARLIER = 30
_LONGEST_NAME = 90

_MOST_INDENTED = 1000
# No list is broken into lines, and no name of a card.
_WIDEST = 100_000

Data = dict[str, Any]


class _InOneLine(dict[str, Any]):
    """What stands in one line."""


class _Row(list[Any]):
    """A list that stands in one line."""


@attrs.frozen(kw_only=True)
class Played:
    """A game up to a step: its moments, the opening first, and by which rules it was played.

    `outcomes`: what chance brought to each moment. `starter_drawn`: whether chance said who begins.
    """

    game: Game
    rules: str
    house_rules: Sequence[str]
    moments: Sequence[Moment]
    outcomes: Sequence[Sequence[Mapping[str, Any]]]
    starter: int
    starter_drawn: bool


def scenario_of(played: Played, note: str) -> str | None:
    """The text of a file with one scenario, that passes, of the last moment of a game.

    None if no line of what happened cites an ID, though others do: it would test no rule.
    """
    rules = _rules(played)
    if not rules and cited_rules(played.game.ruleset):
        return None
    for attempt in _attempts(played):
        scenario: Data = {"name": _name(played), **({"rules": rules} if rules else {})}
        if note:
            scenario["note"] = note
        text = written({**_head(played), "scenarios": [{**scenario, **attempt}]})
        if _passes(text, played):
            return text
    return None


def _passes(text: str, played: Played) -> bool:
    file, _ = load_scenarios(SourceFile("scenario.yaml", text))
    if file is None:
        return False
    games = Games(played.game.ruleset)
    return all(run_scenario(scenario, games).passed for scenario in file.scenarios)


# ---- What it says --------------------------------------------------------------------------------


def _head(played: Played) -> Data:
    game = played.game
    usual = Game(game.ruleset, game.players).options_in_force
    options = {key: value for key, value in game.options_in_force.items() if value != usual[key]}
    found: Data = {"game": played.rules}
    if played.house_rules:
        found["with"] = list(played.house_rules)
    found["players"] = game.players
    if options:
        found["options"] = options
    return found


def _name(played: Played) -> str:
    last = played.moments[-1]
    assert last.player is not None
    name = f"Step {last.number}, seat {last.player + 1}: {last.action}".replace("<", "(")
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 4]} ..."


def _rules(played: Played) -> list[str]:
    """The IDs of what was taken and of what happened, or else of the lines around the question."""
    game, last = played.game, played.moments[-1]
    state = played.moments[-2].state
    asked = game.asked_in(state)
    assert last.action is not None and state.pending is not None and asked is not None
    declared = {**game.ruleset.actions, **game.ruleset.interrupts}.get(last.action.name)
    origins = [None if declared is None else declared.origin]
    origins += [getattr(event, "cause", None) for event in last.events]
    origins.append(asked)
    if last.action.name == "choose":
        (search,) = game.program.searches_of(game.program.questions[state.pending[0]])
        origins += [choice.origin for choice in search.choices]
    known = cited_rules(game.ruleset)
    ids = [name for origin in origins if origin is not None for name in origin.ids]
    found = [name for name in ids if name in known]
    return list(dict.fromkeys(found)) or _cited_around(game.ruleset.text, asked.span.start)


def _cited_around(text: SourceFile, offset: int) -> list[str]:
    """The IDs of the nearest line around a place that has some."""
    number, _ = text.position(offset)
    indent = _MOST_INDENTED
    for line in reversed([text.line(one) for one in range(1, number + 1)]):
        own = len(line) - len(line.lstrip())
        if line.strip() and own < indent:
            indent, ids = own, ids_in(line)
            if ids:
                return list(ids)
        if not indent:
            break
    return []


def _attempts(played: Played) -> Iterator[Data]:
    """Scenarios that may do, the shortest first."""
    step = len(played.moments) - 1
    expect = _expected(played)
    tried = 0
    for first in range(step - 1, -1, -1):
        state = played.moments[first].state
        if is_in_action(played.game, state) or tried == _MOST_EARLIER:
            continue
        tried += 1
        for top in (_drawn(played, first), None):
            yield {
                **_begun(played.game, state, top),
                **_chance(played, first + 1),
                "steps": _steps(played, first),
                "expect": expect,
            }
    starter: object = "chance" if played.starter_drawn else played.starter + 1
    yield {
        "starter": starter, **_chance(played, 0), "steps": _steps(played, 0), "expect": expect,
    }  # fmt: skip


def _drawn(played: Played, first: int) -> int:
    """How many cards the deck has lost at most since a moment."""
    states = [moment.state for moment in played.moments[first:]]
    deck = deck_of(played.game, states[0])[0]
    sizes = [len(state.zones[deck]) for state in states]
    return sizes[0] - min(sizes)


def _chance(played: Played, first: int) -> Data:
    """What chance brought from a moment on."""
    outcomes = [dict(item) for group in played.outcomes[first:] for item in group]
    for item in outcomes:
        if "order" in item:
            item["order"] = _shortened(item["order"])
    return {"chance": outcomes} if outcomes else {}


def _steps(played: Played, first: int) -> list[Data]:
    pairs = zip(played.moments[first:], played.moments[first + 1 :], strict=False)
    return [_step(played.game, before.state, after) for before, after in pairs]


def _step(game: Game, before: State, after: Moment) -> Data:
    """An action as a step writes it, with its number if another one is written alike."""
    assert after.player is not None and after.action is not None
    action: Action = after.action
    found = _InOneLine(
        seat=after.player + 1,
        do=action.name,
        **{name: _written(game, value) for name, value in action.arguments.items()},
    )
    alike = list(islice(fitting(game, before, read_wanted(game, before, found)), 2))
    if len(alike) > 1:
        found["which"] = action.which
    return found


def _written(game: Game, value: Any) -> Any:
    """The value of a choice, or of a variable, as scenarios write it."""
    if value is None:
        return NONE
    if isinstance(value, list | tuple):
        return [_written(game, item) for item in value]
    if isinstance(value, Mapping) and set(value) <= {"zone", "holder"}:
        name, holder = str(value["zone"]), value.get("holder")
        zone = game.ruleset.zones[name]
        return name if holder is None else f"{name} {_seat(game, zone.holder, holder - 1)}"
    return dict(value) if isinstance(value, Mapping) else value


# ---- Where everything lies -----------------------------------------------------------------------


def _begun(game: Game, s: State, top: int | None) -> Data:
    """The position of a state; of the deck so many cards from the top, or all."""
    view = make_view(game, s, "referee")
    seat = view.decision.player if view.decision is not None else 0
    names = purposes(game, s)
    asked: object = seat + 1
    if "action" not in names:
        asked = {"seat": seat + 1, "for": names[1] if len(names) > 1 else names[0]}
    position: Data = {"asked": asked}
    zones: Data = {}
    for key, zone in _zones(game, view).items():
        if top is None or key != _deck(game, s):
            zones[key] = _zone(zone)
        elif top and zone.shape != "spread":
            zones[key] = {"top": _shortened(faces(zone.cards[:top]))}
    position |= _together(zones)
    position |= _together(_variables(game, view))
    if game.ruleset.matches and game.is_match:
        position["game"] = view.game
        position |= {f"match {seat}": view.sides[side] for seat, side in _sides(game)}
    return {"starter": view.starter + 1, "position": position}


def _zones(game: Game, view: View) -> dict[str, ZoneView]:
    return {_key(game, zone.name, zone.holder, zone.index): zone for zone in view.zones}


def _zone(zone: ZoneView) -> list[Any]:
    if zone.shape == "stacks":
        return _Row([_shortened(faces(stack)) for stack in zone.stacks])
    return _shortened(faces(zone.cards))


def _shortened(names: Sequence[str]) -> list[str]:
    """A list of cards; several of a kind in a row become one, if that can be read."""
    found: list[str] = []
    for name, group in groupby(names):
        cards = list(group)
        is_read = len(cards) > 1 and several(name)[1] == name
        found += [f"{len(cards)} x {name}"] if is_read else cards
    return found


def _variables(game: Game, view: View) -> Data:
    found: Data = {}
    for name, values in view.variables:
        variable = game.ruleset.variables[name]
        if variable.type.base not in ("zone", "stack"):
            for index, value in enumerate(values):
                key = _key(game, name, variable.holder, index)
                found[key] = _written(game, value)
    return found


def _key(game: Game, name: str, holder: str, index: int) -> str:
    return name if holder == "shared" else f"{name} {_seat(game, holder, index)}"


def _seat(game: Game, holder: str, index: int) -> int:
    return 1 + (game.tables.teams[index][0] if holder == "team" else index)


def _sides(game: Game) -> list[tuple[int, int]]:
    return [(members[0] + 1, side) for side, members in enumerate(game.tables.teams)]


def _together(parts: Data) -> Data:
    """The same with one line for what is the same for every holder."""
    found: Data = {}
    by_name: dict[str, list[str]] = {}
    for key in parts:
        by_name.setdefault(key.partition(" ")[0], []).append(key)
    for name, keys in by_name.items():
        first = parts[keys[0]]
        is_short = not first or not isinstance(first, list | Mapping)
        if len(keys) > 1 and is_short and all(parts[key] == first for key in keys):
            found[f"{name} {EACH}"] = first
        else:
            found |= {key: parts[key] for key in keys}
    return found


# ---- What came of it -----------------------------------------------------------------------------


def _expected(played: Played) -> Data:
    """What the last step changed, and who is asked then."""
    game = played.game
    before, after = (make_view(game, moment.state, "referee") for moment in played.moments[-2:])
    deck = _deck(game, played.moments[-1].state)
    old, new = _zones(game, before), _zones(game, after)
    found: Data = {}
    for key, zone in new.items():
        if _zone(zone) != _zone(old[key]):
            found[key] = zone.count if key == deck else _zone(zone)
    was, values = _variables(game, before), _variables(game, after)
    found |= {key: value for key, value in values.items() if value != was[key]}
    if before.scores != after.scores and after.scores is not None:
        found |= {f"score {seat}": after.scores[seat - 1] for seat, _ in _sides(game)}
    if after.over:
        result = game.result(played.moments[-1].state)
        return {**found, "over": True, "winners": [seat + 1 for seat in result.winners]}
    assert after.decision is not None
    names = purposes(game, played.moments[-1].state)
    asked = {"seat": after.decision.player + 1, "for": names[0]}
    return {**found, "asked": asked}


def _deck(game: Game, s: State) -> str:
    name, holder = game.tables.zone_names[deck_of(game, s)[0]]
    return _key(game, name, game.ruleset.zones[name].holder, holder)


# ---- As text -------------------------------------------------------------------------------------


class _Dumper(yaml.SafeDumper):
    """Writes the same list twice rather than a name for it."""

    def ignore_aliases(self, data: object) -> bool:
        return True


def _line(dumper: _Dumper, data: Data) -> yaml.Node:
    return dumper.represent_mapping("tag:yaml.org,2002:map", data.items(), flow_style=True)


def _row(dumper: _Dumper, data: list[Any]) -> yaml.Node:
    return dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True)


_Dumper.add_representer(_InOneLine, _line)
_Dumper.add_representer(_Row, _row)


def written(data: Data) -> str:
    """Data as YAML: what holds no further lists stands in one line."""
    return yaml.dump(
        data, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDEST,
        default_flow_style=None,
    )  # fmt: skip
