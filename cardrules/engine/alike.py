"""Events that are told in one line: cards on one way, and the same for several players."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any

from cardrules.engine import events
from cardrules.engine.events import Event


def merged(happened: Iterable[Event]) -> list[Event]:
    """The events, with cards that one line of the rules moves along one way in one event.

    Dealing six cards to each of four players is four events, not 24.
    """
    found: list[Event] = []
    run: dict[tuple[Any, Any], Event] = {}
    cause: Any = None
    for event in happened:
        mergeable = event[0] == events.MOVED and {type(event[4]), type(event[5])} == {int}
        if run and not (mergeable and event[1] is cause):
            found += run.values()
            run = {}
        if not mergeable:
            found.append(event)
            continue
        kind, cause, cards, masks, source, to = event
        before = run.get((source, to))
        if before is not None:
            cards, masks = before[2] + cards, before[3] + masks
        run[source, to] = (kind, cause, cards, masks, source, to)
    return [*found, *run.values()]


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
