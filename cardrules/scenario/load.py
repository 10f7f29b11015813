"""From the text of a file to its scenarios, with all that is wrong reported by line and column."""

from __future__ import annotations

import attrs

from cardrules.diagnostics.encoding import is_other_encoding
from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.scenario.cases import Room, cases_of
from cardrules.scenario.model import (
    PLAYABLE,
    Do,
    Expect,
    Fact,
    Scenario,
    ScenarioFile,
    Step,
    Until,
)
from cardrules.scenario.nodes import (
    PLACEHOLDER,
    data_of,
    entries_of,
    is_sound,
    items_of,
    key_spans,
    scalars_in,
)
from cardrules.scenario.shape import check_case, check_file
from cardrules.source import SourceFile, Span
from cardrules.syntax.yaml_tree import MapNode, Node, read_yaml, shortened

_DEFAULTS = ("players", "options", "starter", "seed")
# What needs a game.
_OF_A_GAME = ("position", "chance", "starter", "seed")


def load_scenarios(source: SourceFile) -> tuple[ScenarioFile | None, Diagnostics]:
    """The scenarios in a text, and what is wrong with it; never raises.

    There are scenarios only if there is no error.
    """
    diagnostics = Diagnostics(source)
    if is_other_encoding(diagnostics):
        return None, diagnostics
    root = read_yaml(source, Span(0, len(source.text)), diagnostics).root
    if root is None and not diagnostics.has_errors:
        diagnostics.report("CR601", Span(0, 0), "This file is empty.")
    if root is not None and not diagnostics.has_errors and is_sound(root):
        check_file(root, diagnostics)
    if diagnostics.has_errors or not isinstance(root, MapNode):
        return None, diagnostics
    head = _head(root, diagnostics)
    room = Room()
    scenarios: list[Scenario] = []
    for node in items_of(entries_of(root)["scenarios"]):
        if isinstance(node, MapNode):
            scenarios += _expanded(node, head, room, diagnostics)
    _refuse_same_names(scenarios, diagnostics)
    game, added = entries_of(root)["game"], items_of(entries_of(root).get("with"))
    file = ScenarioFile(
        source=source,
        game=str(data_of(game)),
        game_span=game.span,
        house_rules=tuple((str(data_of(item)), item.span) for item in added),
        scenarios=tuple(scenarios),
    )
    return None if len(diagnostics) else file, diagnostics


def _head(root: MapNode, diagnostics: Diagnostics) -> MapNode:
    """What holds for all scenarios; it has no table that could fill in a placeholder."""
    head = attrs.evolve(
        root, entries=tuple(entry for entry in root.entries if entry.name != "scenarios")
    )
    for scalar in scalars_in(head):
        if PLACEHOLDER.search(scalar.text):
            diagnostics.report(
                "CR602",
                scalar.span,
                f"`{shortened(scalar.text)}` stands in the head of the file, where nothing fills "
                "it in.",
                help="Write it into the scenario that has the table.",
            )
    return head


def _expanded(node: MapNode, head: MapNode, room: Room, diagnostics: Diagnostics) -> list[Scenario]:
    """The cases of a scenario that have no mistake; a mistake that many have is told once."""
    has_cases = node.get("table") is not None or node.get("each") is not None
    found = []
    for case in cases_of(node, diagnostics, room):
        of_case = Diagnostics(diagnostics.source)
        if has_cases:
            check_case(case, of_case)
        for item in of_case.everything():
            diagnostics.add(item)
        if not len(of_case):
            found.append(_scenario(case, head, diagnostics))
    return found


def _refuse_same_names(scenarios: list[Scenario], diagnostics: Diagnostics) -> None:
    first: dict[str, Scenario] = {}
    for scenario in scenarios:
        earlier = first.setdefault(scenario.name, scenario)
        if earlier is not scenario:
            diagnostics.report(
                "CR601",
                scenario.key_span("name"),
                f"Two scenarios are called `{scenario.name}`.",
                help="Give each its own name; with a table, write a placeholder into it.",
                labels=(Label(span=earlier.key_span("name"), text="the first one"),),
            )


def _scenario(node: MapNode, head: MapNode, diagnostics: Diagnostics) -> Scenario:
    parts, defaults = entries_of(node), entries_of(head)
    found = {key: data_of(parts.get(key) or defaults.get(key)) for key in _DEFAULTS}
    options = {**_mapping(data_of(defaults.get("options"))), **_mapping(found["options"])}
    steps = [_step(item) for item in items_of(parts.get("steps"))]
    if "expect" in parts:
        steps.append(Expect(facts=_facts(parts["expect"]), span=parts["expect"].span))
    if not steps:
        message = "This scenario neither does nor expects anything."
        diagnostics.report("CR601", node.entries[0].key.span, message)
    position = parts.get("position")
    scenario = Scenario(
        source=diagnostics.source,
        name=str(data_of(parts["name"])),
        rules=tuple(str(data_of(item)) for item in items_of(parts.get("rules"))),
        note=str(data_of(parts.get("note")) or ""),
        players=_number(found["players"]),
        options=options,
        starter=found["starter"],
        seed=_number(found["seed"]) or 0,
        position=None if position is None else _mapping(data_of(position)),
        chance=tuple(_mapping(data_of(item)) for item in items_of(parts.get("chance"))),
        steps=tuple(steps),
        span=node.entries[0].key.span,
        node=node,
        head=head,
    )
    _refuse_beside_no_game(scenario, diagnostics)
    return scenario


def _refuse_beside_no_game(scenario: Scenario, diagnostics: Diagnostics) -> None:
    """Where no game is expected, nothing can be laid out, done or expected besides."""
    if not scenario.expects_no_game:
        return
    beside = [(name, scenario.key_span(name)) for name in _OF_A_GAME if scenario.node.get(name)]
    for step in scenario.steps:
        if isinstance(step, Expect):
            beside += [(item.key, item.span) for item in step.facts if item.key != PLAYABLE]
        else:
            beside.append(("steps", step.span))
    if beside:
        name, span = beside[0]
        diagnostics.report(
            "CR601",
            span,
            f"`{shortened(name)}` says nothing beside `playable: false`, since there is no game.",
            help="`playable: false` stands alone, with `players` and `options` at most.",
        )


def _mapping(data: object) -> dict[str, object]:
    return data if isinstance(data, dict) else {}


def _number(data: object) -> int | None:
    return data if isinstance(data, int) and not isinstance(data, bool) else None


def _step(node: Node) -> Step:
    parts = entries_of(node)
    if "do" in parts:
        return Do(action=_mapping(data_of(node)), span=node.span, node=node)
    if "until" in parts:
        return Until(facts=_facts(parts["until"]), span=node.span)
    return Expect(facts=_facts(parts["expect"]), span=node.span)


def _facts(node: Node) -> tuple[Fact, ...]:
    spans = key_spans(node)
    return tuple(
        Fact(key=key, value=data_of(value), span=spans[key], node=value)
        for key, value in entries_of(node).items()
    )
