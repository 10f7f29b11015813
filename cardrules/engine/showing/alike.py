"""Events that are told in one line: cards on one way, and the same for several players."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeGuard

from cardrules.engine.events import Event, Moved, ZoneLabel
from cardrules.model.ir import Origin


def merged(happened: Iterable[Event]) -> list[Event]:
    """The events, with cards that one line of the rules moves along one way in one event.

    Dealing six cards to each of four players is four events, not 24.
    """
    found: list[Event] = []
    run: dict[tuple[ZoneLabel, ZoneLabel], Moved] = {}
    cause: Origin | None = None
    for event in happened:
        if not _is_mergeable(event):
            found += [*run.values(), event]
            run = {}
            continue
        if event.cause is not cause:
            found += run.values()
            run = {}
        cause, way = event.cause, (event.source, event.to)
        before = run.get(way)
        run[way] = event if before is None else _together(before, event)
    return [*found, *run.values()]


def _is_mergeable(event: Event) -> TypeGuard[Moved]:
    """Whether cards went from zone to zone, and not from or to a stack in one."""
    return isinstance(event, Moved) and {type(event.source), type(event.to)} == {int}


def _together(before: Moved, event: Moved) -> Moved:
    return before._replace(cards=before.cards + event.cards, masks=before.masks + event.masks)


def grouped(happened: Iterable[Event], key: Callable[[Event], Hashable]) -> list[list[Event]]:
    """The events in groups: those that follow each other with one key that is not None."""
    found: list[list[Event]] = []
    before: Hashable = None
    for event in happened:
        this = key(event)
        if this is not None and this == before:
            found[-1].append(event)
        else:
            found.append([event])
        before = this
    return found
