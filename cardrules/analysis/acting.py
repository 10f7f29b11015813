"""Routines that are about the one who acts, carried out where nobody does.

A routine is analysed as if somebody acted in it. Whether that matters is known only when all
routines have been analysed, so the places where nobody acts are looked at afterwards.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from cardrules.analysis.changes import mentions_me
from cardrules.analysis.wording import SOMEBODY_ACTS
from cardrules.analysis.world import World
from cardrules.model import ir
from cardrules.plain import fields


def check_impersonal_calls(routines: Mapping[str, ir.Procedure], world: World) -> None:
    """Report each call, from where nobody acts, of a routine that needs somebody."""
    personal = _personal_routines(routines, world)
    for node in world.impersonal_calls:
        name = node.name.text
        if name in personal:
            world.diagnostics.report(
                "CR404",
                node.span,
                f"Nobody acts here, but the routine `{name}` is about the one who does.",
                help=f"{SOMEBODY_ACTS} Or let the routine say who acts.",
            )


def _personal_routines(routines: Mapping[str, ir.Procedure], world: World) -> set[str]:
    """The routines that need somebody who acts, themselves or through others."""
    personal: set[str] = set()
    callers: dict[str, list[str]] = {}
    for name, procedure in routines.items():
        for item in _with_the_same_me(procedure.body):
            if isinstance(item, ir.CallRoutine):
                callers.setdefault(item.routine, []).append(name)
            if _asks_for_me(item, world):
                personal.add(name)
    pending = list(personal)
    while pending:
        for caller in callers.get(pending.pop(), ()):
            if caller not in personal:
                personal.add(caller)
                pending.append(caller)
    return personal


def _with_the_same_me(body: ir.Body) -> Iterator[ir.Statement]:
    """The statements in which whoever acts around the body still does."""
    for item in body:
        yield item
        if isinstance(item, ir.If):
            for _, branch in item.branches:
                yield from _with_the_same_me(branch)
        elif isinstance(item, ir.While | ir.Repeat | ir.EachIn | ir.Rounds | ir.Phase):
            yield from _with_the_same_me(item.body)


def _asks_for_me(item: ir.Statement, world: World) -> bool:
    """Whether a statement needs somebody who acts, apart from its blocks."""
    if isinstance(item, ir.Choose | ir.OneOf):
        return True
    if isinstance(item, ir.If):
        tests = (test for test, _ in item.branches if test is not None)
        return any(mentions_me(test, world) for test in tests)
    return any(mentions_me(expr, world) for expr in _expressions(item))


def _expressions(item: object) -> Iterator[ir.Expr]:
    """The expressions of a statement without those in its block."""
    if isinstance(item, ir.Expr):
        yield item
    elif isinstance(item, tuple):
        for part in item:
            yield from _expressions(part)
    elif isinstance(item, ir.Statement | ir.PlayersInOrder | ir.Place):
        for name in fields(type(item)):
            if name not in ("body", "premises"):
                yield from _expressions(getattr(item, name))
