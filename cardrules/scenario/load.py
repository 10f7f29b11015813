"""From the text of a file to its scenarios, with all that is wrong reported by line and column."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.scenario.cases import cases_of
from cardrules.scenario.model import Do, Expect, Fact, Scenario, ScenarioFile, Step, Until
from cardrules.scenario.nodes import data_of, entries_of, is_sound, items_of, key_spans
from cardrules.scenario.shape import check_case, check_file
from cardrules.source import SourceFile, Span
from cardrules.syntax.yaml_tree import MapNode, Node, read_yaml

_DEFAULTS = ("players", "options", "starter", "seed")


def load_scenarios(source: SourceFile) -> tuple[ScenarioFile | None, Diagnostics]:
    """The scenarios in a text, and what is wrong with it; never raises.

    There are scenarios only if there is no error.
    """
    diagnostics = Diagnostics(source)
    root = read_yaml(source, Span(0, len(source.text)), diagnostics).root
    if root is None and not diagnostics.has_errors:
        diagnostics.report("CR601", Span(0, 0), "This file is empty.")
    if root is not None and not diagnostics.has_errors and is_sound(root):
        check_file(root, diagnostics)
    if diagnostics.has_errors or not isinstance(root, MapNode):
        return None, diagnostics
    parts = entries_of(root)
    scenarios: list[Scenario] = []
    for node in items_of(parts["scenarios"]):
        if isinstance(node, MapNode):
            scenarios += _expanded(node, parts, diagnostics)
    _refuse_same_names(scenarios, diagnostics)
    file = ScenarioFile(
        source=source,
        game=str(data_of(parts["game"])),
        game_span=parts["game"].span,
        scenarios=tuple(scenarios),
    )
    return None if len(diagnostics) else file, diagnostics


def _expanded(node: MapNode, defaults: dict[str, Node], diagnostics: Diagnostics) -> list[Scenario]:
    has_cases = node.get("table") is not None or node.get("each") is not None
    found = []
    for case in cases_of(node, diagnostics):
        before = len(diagnostics)
        if has_cases:
            check_case(case, diagnostics)
        if len(diagnostics) > before:
            break  # the other cases have the same mistakes
        found.append(_scenario(case, defaults, diagnostics))
    return found


def _refuse_same_names(scenarios: list[Scenario], diagnostics: Diagnostics) -> None:
    first: dict[str, Scenario] = {}
    for scenario in scenarios:
        earlier = first.setdefault(scenario.name, scenario)
        if earlier is not scenario:
            diagnostics.report(
                "CR601",
                scenario.parts["name"],
                f"Two scenarios are called `{scenario.name}`.",
                help="Give each its own name; with a table, write a placeholder into it.",
                labels=(Label(span=earlier.parts["name"], text="the first one"),),
            )


def _scenario(node: MapNode, defaults: dict[str, Node], diagnostics: Diagnostics) -> Scenario:
    parts = entries_of(node)
    found = {key: data_of(parts.get(key) or defaults.get(key)) for key in _DEFAULTS}
    options = {**_mapping(data_of(defaults.get("options"))), **_mapping(found["options"])}
    steps = [_step(item) for item in items_of(parts.get("steps"))]
    if "expect" in parts:
        steps.append(Expect(facts=_facts(parts["expect"]), span=parts["expect"].span))
    if not steps:
        message = "This scenario neither does nor expects anything."
        diagnostics.report("CR601", node.entries[0].key.span, message)
    position = parts.get("position")
    return Scenario(
        source=diagnostics.source,
        name=str(data_of(parts["name"])),
        rules=tuple(str(data_of(item)) for item in items_of(parts["rules"])),
        note=str(data_of(parts.get("note")) or ""),
        players=_number(found["players"]),
        options=options,
        starter=found["starter"],
        seed=_number(found["seed"]) or 0,
        position=None if position is None else _mapping(data_of(position)),
        chance=tuple(_mapping(data_of(item)) for item in items_of(parts.get("chance"))),
        steps=tuple(steps),
        span=node.entries[0].key.span,
        parts={**key_spans(node), **key_spans(position)},
    )


def _mapping(data: object) -> dict[str, object]:
    return data if isinstance(data, dict) else {}


def _number(data: object) -> int | None:
    return data if isinstance(data, int) and not isinstance(data, bool) else None


def _step(node: Node) -> Step:
    parts = entries_of(node)
    if "do" in parts:
        return Do(action=_mapping(data_of(node)), span=node.span)
    if "until" in parts:
        return Until(facts=_facts(parts["until"]), span=node.span)
    return Expect(facts=_facts(parts["expect"]), span=node.span)


def _facts(node: Node) -> tuple[Fact, ...]:
    spans = key_spans(node)
    return tuple(
        Fact(
            key=key,
            value=data_of(value),
            span=spans[key],
            items=tuple(item.span for item in items_of(value)),
        )
        for key, value in entries_of(node).items()
    )
