"""Wrong expectations: each differs from a right one in one place, and its scenario must not pass.

Mutants are made of the data of a scenario, one at a time: a key misspelt or given to another seat,
a value changed to one that is near, to one of another kind and to one that cannot be, an item of a
list lost, doubled or moved where that matters, something added that nobody looks at.

What is weaker than the right expectation is left out, since it holds as well: one of the cards
behind `with`, one of several actions behind `allowed`, one of two facts.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import Any

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.model.ruleset import Ruleset
from cardrules.scenario.cases import Room, cases_of
from cardrules.scenario.citations import unknown_rules
from cardrules.scenario.find import Rulesets, scenario_files
from cardrules.scenario.load import load_scenarios
from cardrules.scenario.nodes import data_of, entries_of, items_of
from cardrules.scenario.run import Games, run_scenario
from cardrules.source import SourceFile, Span, normalised, read_source
from cardrules.syntax.yaml_tree import MapNode, read_yaml

Path = tuple[str | int, ...]
# Lists that say all of it, so that a lost item is a mistake; of a spread the order means nothing.
_WHOLE = ("only", "winners", "chance", "cards", "somewhere")
_PART = ("with", "without", "allowed", "refused", "by", "rules", "top", "bottom", "log")
_IMPOSSIBLE = 99
_NO_NAME = "nobody_of_this_name"


@attrs.frozen
class Mutant:
    """A file with one scenario that must not pass; `path` is the place, `what` what was done."""

    path: Path
    what: str
    data: dict[str, Any]

    @property
    def text(self) -> str:
        """The file."""
        return json.dumps(self.data)

    def __str__(self) -> str:
        return f"{'.'.join(map(str, self.path[2:]))}: {self.what}"


def cases(source: SourceFile) -> Iterator[dict[str, Any]]:
    """Each case in a file of scenarios as the data of a file of its own."""
    diagnostics = Diagnostics(source)
    parts = entries_of(read_yaml(source, Span(0, len(source.text)), diagnostics).root)
    head = {key: data_of(node) for key, node in parts.items() if key != "scenarios"}
    for node in items_of(parts["scenarios"]):
        if isinstance(node, MapNode):
            for case in cases_of(node, diagnostics, Room()):
                yield {**head, "scenarios": [data_of(case)]}


@attrs.frozen(eq=False)
class Trial:
    """The scenarios of a game, case by case: each with the name of its file and its data."""

    name: str
    cases: tuple[tuple[str, dict[str, Any]], ...]
    games: Games

    def survivors(self, number: int, every: int = 1) -> tuple[int, list[Mutant]]:
        """How many mutants of a case were tried, all or each n-th, and those that pass."""
        name, data = self.cases[number]
        assert passes(json.dumps(data), name, self.games), f"{name}: the real one does not pass"
        # Each case begins elsewhere, so that every kind of mutant comes up in some.
        tried = list(mutants(data, self.games.ruleset))[number % every :: every]
        return len(tried), [item for item in tried if passes(item.text, name, self.games)]


def trial_of(folder: FilePath, every: int = 1) -> Trial:
    """The scenarios in a folder, of all its files or of each n-th."""
    found: list[tuple[str, dict[str, Any]]] = []
    rulesets = Rulesets()
    ruleset = None
    for path in list(scenario_files([folder]))[::every]:
        source = read_source(path)
        file, mistakes = load_scenarios(source)
        assert file is not None, [item.message for item in mistakes]
        ruleset, _ = rulesets.ruleset(file)
        found += [(str(path), data) for data in cases(source)]
    assert ruleset is not None
    return Trial(folder.name, tuple(found), Games(ruleset))


def passes(text: str, name: str, games: Games) -> bool:
    """Whether a file is without mistakes and all its scenarios pass."""
    file, _ = load_scenarios(normalised(name, text))
    if file is None or unknown_rules(file, games.ruleset):
        return False
    return all(run_scenario(scenario, games).passed for scenario in file.scenarios)


def mutants(data: dict[str, Any], ruleset: Ruleset) -> Iterator[Mutant]:
    """All mutants of the expectations and steps of one case."""
    scenario = data["scenarios"][0]
    maker = _Maker(ruleset)
    for path, what, value in _of_scenario(scenario, maker):
        yield Mutant(("scenarios", 0, *path), what, _changed(data, ("scenarios", 0, *path), value))


Change = tuple[Path, str, Any]
# Stands for nothing at all: what is there is taken away.
_GONE = object()


def _changed(data: Any, path: Path, value: Any) -> Any:
    """A copy of the data with another value at a path; of a mapping a pair is a new key as well."""
    made = copy.deepcopy(data)
    inner = made
    for step in path[:-1]:
        inner = inner[step]
    last = path[-1]
    if value is _GONE:
        del inner[last]
    elif isinstance(value, _Renamed):
        renamed = {value.key if key == last else key: item for key, item in inner.items()}
        inner.clear()
        inner.update(renamed)
    else:
        inner[last] = copy.deepcopy(value)
    return made


@attrs.frozen
class _Renamed:
    key: str


def _of_scenario(scenario: dict[str, Any], maker: _Maker) -> Iterator[Change]:
    for index, step in enumerate(scenario.get("steps", [])):
        if "do" in step:
            yield from maker.step(("steps", index), step)
        for word in ("expect", "until"):
            if word in step:
                yield from maker.facts(("steps", index, word), step[word], word == "until")
    if "expect" in scenario:
        yield from maker.facts(("expect",), scenario["expect"], is_until=False)
    for index, outcome in enumerate(scenario.get("chance", [])):
        yield from maker.outcome(("chance", index), outcome)


class _Maker:
    """Makes the mutants of one ruleset's scenarios."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = ruleset
        self._kinds = [kind.name for kind in ruleset.kinds]

    # -- facts -------------------------------------------------------------------------------------

    def facts(self, path: Path, facts: dict[str, Any], is_until: bool) -> Iterator[Change]:
        yield path, "no fact", {}
        yield path, "a list", [facts]
        yield (*path, _NO_NAME), "a fact that there is not", 1
        for key, value in facts.items():
            at = (*path, key)
            yield from self._keys(at, key)
            if is_until:
                continue  # another wish may come true as well
            yield from self._fact(at, key, value)

    def _keys(self, at: Path, key: str) -> Iterator[Change]:
        name, _, seat = key.partition(" ")
        yield at, "its name misspelt", _Renamed(f"{_misspelt(name)} {seat}".strip())
        yield at, "a seat that there is not", _Renamed(f"{name} 9")
        if seat:
            yield at, "no seat", _Renamed(name)

    def _fact(self, at: Path, key: str, value: Any) -> Iterator[Change]:
        name = key.partition(" ")[0]
        if name in ("allowed", "only", "refused"):
            yield from self._actions(at, name, value)
        elif name == "sees":
            yield from self._sees(at, value)
        elif name == "log":
            yield from self._log(at, value)
        elif name in self._ruleset.zones:
            yield from self._zone(at, name, value)
        elif name == "asked":
            yield from self._asked(at, value)
        else:
            yield from self._value(at, value)
            if isinstance(value, dict):
                for part in value:
                    yield (*at, part), "misspelt", _Renamed(_misspelt(part))
                yield (*at, _NO_NAME), "a part that there is not", 1

    def _sees(self, at: Path, value: dict[str, Any]) -> Iterator[Change]:
        yield at, "no zone", {}
        yield at, "a number", 1
        yield (*at, _NO_NAME), "a zone that there is not", 1
        for zone, content in value.items():
            yield from self._keys((*at, zone), zone)
            yield from self._zone((*at, zone), zone.partition(" ")[0], content)

    # -- values ------------------------------------------------------------------------------------

    def _value(self, at: Path, value: Any) -> Iterator[Change]:
        """A number, flag, name, or list or mapping of them, that is not this one."""
        yield from _other_kinds(at, value)
        if isinstance(value, bool):
            yield at, "the other flag", not value
        elif isinstance(value, int):
            yield at, "one more", value + 1
            yield at, "one less", value - 1
            yield at, "far too many", value + 1000
            yield at, "thousands of digits", int("9" * 4000)
        elif isinstance(value, str):
            yield at, "misspelt", _misspelt(value)
        elif isinstance(value, list):
            yield from self._list(at, value, is_whole=True, is_ordered=False)
        elif isinstance(value, dict):
            yield at, "nothing in it", {}
            for part, inner in value.items():
                yield from self._value((*at, part), inner)

    def _list(
        self, at: Path, items: list[Any], *, is_whole: bool, is_ordered: bool
    ) -> Iterator[Change]:
        if is_whole:
            yield from ((at, "an item lost", _without(items, n)) for n in range(len(items)))
            yield from ((at, "an item twice", [*items, item]) for item in items[:1])
        elif items:
            yield at, "no item", []
        if is_ordered and items != items[::-1]:
            yield at, "the other way round", items[::-1]
        for number, item in enumerate(items):
            if not isinstance(item, dict | list):
                yield from self._value((*at, number), item)

    # -- zones -------------------------------------------------------------------------------------

    def _zone(self, at: Path, name: str, value: Any) -> Iterator[Change]:
        known = self._ruleset.zones.get(name)
        shape = known.shape if known is not None else "spread"
        if not (isinstance(value, list) and value and value[0] == len(value)):
            # The only card may be a 1, and the list as long.
            yield from _other_kinds(at, value)
        if isinstance(value, int):
            yield from self._value(at, value)
        elif isinstance(value, list) and shape == "stacks":
            yield from self._list(at, value, is_whole=True, is_ordered=True)
            for number, stack in enumerate(value):
                yield from self._cards((*at, number), stack, is_whole=True, is_ordered=True)
        elif isinstance(value, list):
            yield from self._cards(at, value, is_whole=True, is_ordered=shape != "spread")
        elif isinstance(value, dict):
            yield at, "nothing in it", {}
            yield (*at, "count"), "a count too many", 1000
            for layer, cards in value.items():
                yield (*at, layer), "misspelt", _Renamed(_misspelt(layer))
                if layer == "count":
                    yield from self._value((*at, layer), cards)
                    continue
                yield from _other_kinds((*at, layer), cards)
                is_ordered = layer in ("top", "bottom")
                is_whole = layer in _WHOLE
                yield from self._cards(
                    (*at, layer), cards, is_whole=is_whole, is_ordered=is_ordered
                )

    def _cards(
        self, at: Path, cards: list[Any], *, is_whole: bool, is_ordered: bool
    ) -> Iterator[Change]:
        """Cards that are not these; behind `without` only what cannot be."""
        yield from ((at, "a card lost", _without(cards, n)) for n in range(len(cards)) if is_whole)
        if not is_whole and cards and at[-1] != "order":
            yield at, "no card", []
        if is_ordered and cards != cards[::-1]:
            yield at, "the other way round", cards[::-1]
        for number, card in enumerate(cards):
            place = (*at, number)
            yield place, "misspelt", _misspelt(str(card))
            yield place, "more than there are", f"9999 x {card}"
            yield place, "in another list", [card]
            yield place, "a flag", True
            if is_whole or is_ordered:
                yield place, "another card", self._other_card(card, cards)
        if at[-1] != "without":
            yield at, "a card that there is not", [*cards, _NO_NAME]
            yield at, "more cards than there are", [*cards, f"2000 x {self._kinds[0]}"]
            if is_whole:
                yield at, "a card more", [*cards, self._kinds[0]]

    def _other_card(self, card: Any, cards: Sequence[Any]) -> str:
        names = [name for name in self._kinds if name != str(card) and name not in map(str, cards)]
        return names[0] if names else _NO_NAME

    # -- decisions ---------------------------------------------------------------------------------

    def _asked(self, at: Path, value: Any) -> Iterator[Change]:
        yield from _other_kinds(at, value)
        parts = value if isinstance(value, dict) else {}
        if not parts:
            yield from self._value(at, value)
        else:
            yield at, "nothing in it", {}
            yield (*at, _NO_NAME), "a part that there is not", 1
        for part, inner in parts.items():
            yield (*at, part), "misspelt", _Renamed(_misspelt(part))
            if part == "rules":
                yield from self._list((*at, part), inner, is_whole=False, is_ordered=False)
                yield (*at, part), "another rule as well", [*inner, _NO_RULE]
            else:
                yield from self._value((*at, part), inner)
        if value != "nobody":
            yield at, "nobody", "nobody"

    def _actions(self, at: Path, word: str, items: Any) -> Iterator[Change]:
        yield from _other_kinds(at, items)
        yield from self._list(at, items, is_whole=False, is_ordered=False)
        if word == "only":
            for number in range(len(items)):
                yield at, "an action lost", _without(items, number)
        for number, item in enumerate(items):
            place = (*at, number)
            if isinstance(item, dict):
                yield from self._action(place, item, is_reasoned=word == "refused")
            else:
                yield place, "with a choice that there is not", {"do": item, _NO_NAME: 1}
                yield place, "a number that there is not", {"do": item, "which": _IMPOSSIBLE}
                yield place, "a seat that there is not", {"do": item, "seat": 9}

    def step(self, path: Path, step: dict[str, Any]) -> Iterator[Change]:
        """Of a step: what cannot be done."""
        yield from self._action(path, step, is_reasoned=False)

    def _action(self, at: Path, item: dict[str, Any], *, is_reasoned: bool) -> Iterator[Change]:
        yield (*at, "do"), "misspelt", _misspelt(item["do"])
        yield (*at, "do"), "a list", [item["do"]]
        yield (*at, "do"), "without", _GONE
        yield (*at, "which"), "a number that there is not", _IMPOSSIBLE
        yield (*at, "which"), "a text", "first"
        yield (*at, "which"), "a flag", True
        yield (*at, "seat"), "a seat that there is not", 9
        yield (*at, "seat"), "a text", "left"
        yield (*at, "seat"), "a flag", True
        yield (*at, "seat"), "thousands of digits", int("9" * 4000)
        yield (*at, _NO_NAME), "a choice that there is not", 1
        if not is_reasoned:
            yield (*at, "by"), "a reason that nobody looks at", [_NO_RULE]
            yield (*at, "because"), "a reason that nobody looks at", _NO_NAME
        for name, value in item.items():
            if name not in ("do", "seat", "which"):
                yield (*at, name), "misspelt", _Renamed(_misspelt(name))
                yield from self._argument((*at, name), value)

    def _argument(self, at: Path, value: Any) -> Iterator[Change]:
        if at[-1] == "by":
            yield at, "another rule", [_NO_RULE]
            yield at, "another rule as well", [*value, _NO_RULE]
            yield at, "no rule", []
            yield at, "a text", ", ".join(value)
            return
        if at[-1] == "because":
            yield at, "other words", f"{value} {_NO_NAME}"
            yield at, "no words", ""
            yield at, "a list", [value]
            return
        yield at, "far too many", 99_999
        yield at, "no such name", _NO_NAME
        yield at, "no such name in a list", [_NO_NAME]
        yield at, "a mapping", {"zone": _NO_NAME}
        yield at, "a mapping of nothing", {}
        yield at, "the other kind of flag", int(value) if isinstance(value, bool) else True
        if isinstance(value, list):
            yield at, "in another list", [value]
            if value:
                yield at, "its first", value[0]
            yield at, "more than there are", [f"9999 x {self._kinds[0]}"]
        elif not isinstance(value, dict):
            yield at, "a list", [value]
        else:
            for part in value:
                yield (*at, part), "misspelt", _Renamed(_misspelt(part))
                yield (*at, part), "a number that there is not", _IMPOSSIBLE
                yield (*at, part), "a flag", True

    # -- what was told -----------------------------------------------------------------------------

    def _log(self, at: Path, value: dict[str, Any]) -> Iterator[Change]:
        yield at, "nothing in it", {}
        yield at, "a list", [value]
        for part, texts in value.items():
            yield (*at, part), "misspelt", _Renamed(_misspelt(part))
            yield (*at, part), "no text", []
            yield (*at, part), "a text", str(texts)
            for number, text in enumerate(texts):
                yield (*at, part, number), "empty", ""
                yield (*at, part, number), "a list", [text]
                if part == "with":
                    yield (*at, part, number), "other words", f"{text} {_NO_NAME}"

    # -- chance ------------------------------------------------------------------------------------

    def outcome(self, at: Path, outcome: dict[str, Any]) -> Iterator[Change]:
        """Of an outcome of chance: what does not come."""
        yield (*at, _NO_NAME), "a key that there is not", 1
        for key, value in outcome.items():
            yield (*at, key), "misspelt", _Renamed(_misspelt(key))
            if key == "order":
                yield from self._cards((*at, key), value, is_whole=False, is_ordered=False)
            else:
                yield from _other_kinds((*at, key), value)
                yield (*at, key), "no such name", _NO_NAME


_NO_RULE = "XX-99"


def _misspelt(name: str) -> str:
    return f"{name[0]}x{name[1:]}" if name else "x"


def _without(items: list[Any], number: int) -> list[Any]:
    return [*items[:number], *items[number + 1 :]]


def _other_kinds(at: Path, value: Any) -> Iterator[Change]:
    """The same in another kind of data, which it does not mean."""
    if isinstance(value, bool):
        yield at, "a flag as a number", int(value)
        yield at, "a flag as a text", str(value).lower()
    elif isinstance(value, int):
        yield at, "a number as a flag", value == 1
    if value is not None and value != "none":
        yield at, "none", None
        yield at, "the word none", "none"
    if isinstance(value, list):
        if value:
            yield at, "its first item", value[0]
        yield at, "in a mapping", {"items": value}
    elif isinstance(value, dict):
        yield at, "in a list", [value]
    else:
        yield at, "in a mapping", {"value": value}
