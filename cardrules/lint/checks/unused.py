"""CR502: whatever is declared and used by nothing, usually a slip in a name.

Only what nothing mentions is reported, not what is mentioned by something unused: when that is
used, or deleted, the other is mended as well. A zone in which cards start is never unused, since
they have to lie somewhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Protocol

from cardrules.diagnostics.model import Edit, Fix, Label
from cardrules.lint.base import base_of
from cardrules.lint.check import Check, Finding, all_parts
from cardrules.model import ir
from cardrules.model.ruleset import AttributeType, Kind, Ruleset, Variable
from cardrules.model.types import Type
from cardrules.source import CombinedText, Span

# What is used: of what sort it is, and its name.
Use = tuple[str, str]
_DELETE = "Delete it, or use it; perhaps its name is written differently elsewhere."


class _Declared(Protocol):
    @property
    def origin(self) -> ir.Origin: ...


def find_unused(ruleset: Ruleset) -> Iterator[Finding]:
    """What nothing uses; what house rules have left so is told by CR571."""
    left = {use for use, _ in left_behind(ruleset)}
    yield from (finding for use, finding in _not_used(ruleset) if use not in left)


def left_behind(ruleset: Ruleset) -> list[tuple[Use, Finding]]:
    """What nothing uses any more since house rules have taken away what did."""
    base = base_of(ruleset)
    if base is None:
        return []
    before = dict(_not_used(base.ruleset))
    return [
        (use, finding)
        for use, finding in _not_used(ruleset)
        if use not in before and base.is_own(finding.span)
    ]


def _not_used(ruleset: Ruleset) -> Iterator[tuple[Use, Finding]]:
    uses = _all_uses(ruleset)
    starting = {name for name, zone in ruleset.zones.items() if zone.starts is not None}
    zones = {name: zone for name, zone in ruleset.zones.items() if name not in starting}
    yield from _unused("zone", zones, ruleset, uses)
    yield from _unused_variables(ruleset, uses)
    for name, option in ruleset.options.items():
        if not uses["option", name]:
            message = f"Nothing uses the option `{name}`."
            yield ("option", name), Finding(span=option.span, message=message, help=_DELETE)
    yield from _unused("definition", ruleset.definitions, ruleset, uses)
    yield from _unused("placement", ruleset.placements, ruleset, uses)
    yield from _unused("routine", ruleset.routines, ruleset, uses)
    yield from _unused("trait", ruleset.traits, ruleset, uses)
    yield from _unused("action", ruleset.actions, ruleset, uses)
    yield from _unused("list of values", ruleset.value_lists, ruleset, uses)
    yield from _unused_attributes(ruleset, uses)
    yield from _unused_windows(ruleset, uses)
    yield from _unused_names(ruleset)


# ---- Uses ----------------------------------------------------------------------------------------


def _all_uses(ruleset: Ruleset) -> Counter[Use]:
    """How often everything is used; nothing can use itself but a variable, see there."""
    uses: Counter[Use] = Counter()
    for node in ir.walk(tuple(all_parts(ruleset))):
        uses.update(uses_of(node))
    return uses


# The nodes that use one thing: what it is, and the field that has its name. To set a variable is
# no use of it, and a window needs both to be opened and to be answered.
_USES: dict[type, tuple[str, str]] = {
    ir.Attribute: ("attribute", "attribute"),
    ir.ZoneOf: ("zone", "zone"),
    ir.AllContents: ("zone", "zone"),
    ir.VariableValue: ("variable", "variable"),
    ir.SetVariable: ("setting", "variable"),
    ir.Tokens: ("setting", "token"),
    ir.OptionValue: ("option", "name"),
    ir.CallDefinition: ("definition", "definition"),
    ir.CallPlacement: ("placement", "placement"),
    ir.CallRoutine: ("routine", "routine"),
    ir.OpenWindow: ("opening", "window"),
}


def uses_of(node: object) -> Iterator[Use]:
    """What a single node uses."""
    of_type = getattr(node, "type", None)
    if isinstance(of_type, Type) and of_type.base == "enum":
        yield "list of values", of_type.name
    if type(node) in _USES:
        what, field = _USES[type(node)]
        yield what, getattr(node, field)
    elif isinstance(node, ir.OneOf | ir.Possible):
        yield from (("action", name) for name in node.actions)
        if isinstance(node, ir.OneOf) and node.otherwise is not None:
            yield "action", node.otherwise
    elif isinstance(node, ir.DeclaredAction):
        if node.trait is not None:
            yield "trait", node.trait
        if node.window is not None:
            yield "interrupt", node.window


# ---- What is not used ----------------------------------------------------------------------------

_WHAT_FOR = {
    "routine": ("No line carries out the routine `{}`.", "Write `do {}` where it belongs."),
    "action": ("No `one of` offers the action `{}`.", "Add it to a `one of`, or delete it."),
    "trait": ("No action has the trait `{}`.", "Write `is {}` behind the name of an action."),
}


def _unused(
    what: str, declared: Mapping[str, _Declared], ruleset: Ruleset, uses: Counter[Use]
) -> Iterator[tuple[Use, Finding]]:
    message, help = _WHAT_FOR.get(what, (f"Nothing uses the {what} `{{}}`.", _DELETE))
    for name, item in declared.items():
        if not uses[what, name]:
            yield (
                (what, name),
                Finding(
                    span=item.origin.name_span,
                    message=message.format(name),
                    help=help.format(name),
                    fix=_removal(ruleset, item.origin, f"the {what} `{name}`"),
                ),
            )


def _removal(ruleset: Ruleset, origin: ir.Origin, what: str) -> Fix | None:
    """A declaration goes with its lines; it may be what was meant to be used, so that is unsafe.

    Of a game with house rules nobody knows in which of the files that should be done.
    """
    source = ruleset.text
    if isinstance(source, CombinedText):
        return None
    start = source.offset(source.position(origin.span.start)[0])
    end = source.text.find("\n", origin.span.end)
    span = Span(start, end + 1 if end >= 0 else len(source.text))
    edit = Edit(source=source, span=span, text="")
    return Fix(title=f"Delete {what}", applicability="unsafe", edits=(edit,))


def _unused_variables(ruleset: Ruleset, uses: Counter[Use]) -> Iterator[tuple[Use, Finding]]:
    """Variables whose value nothing asks for, except to set them: `set x to x + 1`.

    One with a sentence is shown to the players, which is a use.
    """
    own: Counter[str] = Counter()
    for node in ir.walk(tuple(all_parts(ruleset))):
        if isinstance(node, ir.SetVariable):
            values = (item for item in ir.walk(node.value) if isinstance(item, ir.VariableValue))
            own.update(item.variable for item in values if item.variable == node.variable)
    for name, variable in ruleset.variables.items():
        if uses["variable", name] > own[name] or variable.origin.sentence:
            continue
        finding = Finding(
            span=variable.origin.name_span,
            message=_of_variable(variable, is_set=bool(uses["setting", name])),
            help=_DELETE,
        )
        yield ("tokens" if variable.supply is not None else "variable", name), finding


def _of_variable(variable: Variable, *, is_set: bool) -> str:
    if variable.supply is None:
        if is_set:
            return f"The variable `{variable.name}` is set, but nothing asks for its value."
        return f"Nothing uses the variable `{variable.name}`."
    if is_set:
        return f"Tokens `{variable.name}` change hands, but nothing asks how many somebody has."
    return f"Nothing uses the tokens `{variable.name}`."


def _unused_names(ruleset: Ruleset) -> Iterator[tuple[Use, Finding]]:
    """Names made by `let` that nothing uses; what a trait names counts for all its actions."""
    made: dict[Span, ir.Let | ir.Naming] = {}
    used: set[Span] = set()
    for part in all_parts(ruleset):
        nodes = list(ir.walk(part))
        slots = {node.slot for node in nodes if isinstance(node, ir.Local)}
        for node in nodes:
            if isinstance(node, ir.Let | ir.Naming):
                made[node.origin.span] = node
                if node.slot in slots:
                    used.add(node.origin.span)
    for span, node in made.items():
        if span not in used:
            finding = Finding(
                span=node.origin.name_span,
                message=f"Nothing uses the name `{node.name}`.",
                help=_DELETE,
            )
            yield ("name", node.name), finding


def _unused_attributes(ruleset: Ruleset, uses: Counter[Use]) -> Iterator[tuple[Use, Finding]]:
    """Attributes that no rule looks at, and that stand in no name or text of cards."""
    for name, attribute in ruleset.attributes.items():
        if uses["attribute", name] or uses["list of values", name]:
            continue
        if not any(map(partial(_is_printed, attribute), ruleset.kinds)):
            message = f"Nothing uses the attribute `{name}`."
            yield (
                ("attribute", name),
                Finding(span=attribute.span, message=message, help=_DELETE),
            )


def _is_printed(attribute: AttributeType, kind: Kind) -> bool:
    """Whether the value of an attribute stands in the name or text of a kind."""
    value = kind.values[attribute.name]
    if value in (attribute.default, ()):
        return False
    words = value if isinstance(value, tuple) else (value,)
    told = f"{kind.name} {kind.text}".lower()
    return all(_word(attribute, item) in told for item in words)


def _word(attribute: AttributeType, value: int) -> str:
    if attribute.values:
        return attribute.values[value].replace("_", " ")
    return attribute.names.get(value, str(value)).replace("_", " ")


def _unused_windows(ruleset: Ruleset, uses: Counter[Use]) -> Iterator[tuple[Use, Finding]]:
    for name, window in ruleset.windows.items():
        span = window.origin.name_span
        values = "(...)" if window.parameters else ""
        if not uses["opening", name]:
            labels = tuple(
                Label(
                    span=item.origin.name_span,
                    text=f"so `{item.name}` can never be played",
                )
                for item in ruleset.interrupts.values()
                if item.window == name
            )
            finding = Finding(
                span=span,
                message=f"No line opens the window `{name}`.",
                help=f"Write `open {name}{values} to ...` where others may answer, or delete it.",
                labels=labels,
            )
            yield ("window", name), finding
        elif not uses["interrupt", name]:
            finding = Finding(
                span=span,
                message=f"No interrupt answers the window `{name}`.",
                help=f"Write `interrupt ... answers {name}`, or delete the window.",
            )
            yield ("window", name), finding


CHECK = Check(code="CR502", find=find_unused)
