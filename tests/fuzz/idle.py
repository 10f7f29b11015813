"""Uses for what a random ruleset declares and nothing in it uses.

Lint asks that everything is used. What is left over is asked for in the score; what only statements
can use (routines, windows, actions) gets an action of its own and a last round of turns.
"""

from __future__ import annotations

import re

from cardrules.model.types import FLAG, INTEGER, STACK, STACKS, Type
from tests.fuzz.expressions import bare, value
from tests.fuzz.sketch import DeclaredAction, Scope, Signature, Sketch, StuckError
from tests.fuzz.statements import Lines, indented, times


def last_action(g: Sketch, text: str) -> Lines:
    """An action that opens, carries out and says whatever nothing else does, if there is any."""
    body: Lines = []
    for found in g.windows:
        if times(f"open {found.name}", text) == 0:
            body += _with_values(g, found, "open", behind=" to others")
    for found in g.routines:
        if times(f"do {found.name}", text) == 0:
            body += _with_values(g, found, "do")
    for found in g.definitions:
        if times(found.name, text) < 2:
            name = g.name("n")
            given = _with_values(g, found, f"let {name} =")
            last = given[-1]
            inner = " " * (len(last) - len(last.lstrip()))
            body += [*given, f'{inner}say "it is {{{name}}}"']
    if not body:
        return []
    name = g.name("action")
    g.actions.append(DeclaredAction(name, ()))
    return [f"action {name}", "    do", *indented(indented(body))]


def _with_values(g: Sketch, found: Signature, word: str, behind: str = "") -> Lines:
    """A line that gives values to something; within a loop if it takes a stack."""
    at = Scope(me=True, role="action")
    head: Lines = []
    if any(of_type.required() == STACK for of_type in found.parameters):
        name = g.name("x")
        head = [f"each {name} in {value(g, at, STACKS, 0)}"]
        at.names[name] = STACK
    given = f"({', '.join(values)})" if (values := _values(g, at, found)) else ""
    if not given and word == "open":
        given = "()"
    line = f"{word} {found.name}{given}{behind}"
    return [*head, *(indented([line]) if head else [line])]


def _values(g: Sketch, at: Scope, found: Signature) -> Lines:
    """A value for each parameter; several tries for each."""
    values = []
    for of_type in found.parameters:
        for _ in range(20):
            try:
                given = (
                    "none"
                    if of_type.optional and g.often(50)
                    else value(g, at, of_type.required(), 1)
                )
                values.append(bare(given))
                break
            except StuckError:
                continue
    if len(values) < len(found.parameters):
        raise StuckError
    return values


def last_turns(g: Sketch, text: str) -> Lines:
    """A round of turns in which the actions that nothing else offers can be taken."""
    idle = [item.name for item in g.actions if times(item.name, text) < 2]
    traits = [name for name in g.traits if times(name, text) < 2]
    offered = [*idle, *traits]
    if not offered:
        return []
    return ["turns clockwise from starter once", "    one of " + ", ".join(offered)]


def score_lines(g: Sketch, text: str) -> Lines:
    """Lines of the score that ask for what nothing else asks for."""
    lines = [f"z_{item.name}: count of {item.name}" for item in g.zones if _idle(item.name, text)]
    for variable in g.variables:
        if _idle(variable.name, _without_setting(text, variable.name)):
            lines.append(f"v_{variable.name}: {_asked(variable.name, variable.type)}")
    for name, of_type in g.options.items():
        body = re.sub(rf": {name}\b", "", text.split("---")[2])
        if times(name, body) == 0:
            lines.append(f"o_{name}: {_asked(name, of_type)}")
    for name, words in g.values.items():
        if name not in g.attributes and name not in g.options:
            lines.append(f"w_{name}: 1 if (first of {{{words[0]}}}) = {words[0]} else 0")
    for name in g.placements:
        if _idle(name, text):
            lines.append(f"p_{name}: 1 if {name}(first of cards on first of cards) else 0")
    return lines


def _idle(name: str, text: str) -> bool:
    return times(name, text) < 2


def _without_setting(text: str, name: str) -> str:
    """A text without the lines that only change a variable."""
    words = ("set ", "add ", "give ", "take ")
    return "\n".join(
        line
        for line in text.split("\n")
        if not (line.lstrip().startswith(words) and times(name, line))
    )


def _asked(text: str, of_type: Type) -> str:
    """A number that depends on a value of a type."""
    if of_type.optional:
        return f"1 if {text} is none else 0"
    if of_type == INTEGER:
        return text
    if of_type == FLAG:
        return f"1 if {text} else 0"
    if of_type.base == "collection":
        return f"count of {text}"
    return f"1 if {text} = {text} else 0"
