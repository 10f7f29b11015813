"""Proofs in words: what becomes less with every turn, and which actions make it so."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardrules.machine.program import Program
from cardrules.termination.measure import Component, Ended, Order, Pass, Seats, Weights
from cardrules.termination.path import Key

_PASSES = {"turns": "turn", "rounds": "round", "settle": "pass of the standing rules"}


class Words:
    """Says what was found of the loops of a program."""

    def __init__(self, program: Program) -> None:
        self._layout = program.layout
        self._labels = {item.name: item.label for item in program.procedures}

    def of_loop(self, x: Ended) -> str:
        """What a loop is called, and one of its passes."""
        return _PASSES.get(x.of, f"pass of this `{x.of}`")

    def reasons(self, x: Ended) -> list[str]:
        """Why a loop comes to its end: with each pass the first of these that changes."""
        return [f"{self._component(item)}{_by(item.passes)}" for item in x.components]

    def open(self, x: Ended) -> list[str]:
        """The passes of which nothing shows that they come to an end."""
        found = []
        for one in x.stuck:
            did = ", ".join(f"`{name}`" for name in one.did)
            found.append(did if did else "nobody does anything")
        return sorted(set(found))

    # -- components --------------------------------------------------------------------------------

    def _component(self, x: Component) -> str:
        match x:
            case Order():
                changes = dict.fromkeys(item for one in x.passes for item in self._changed(one))
                return f"{_either(changes)}, and what was before never comes back"
            case Weights():
                return self._weighed(x)
            case Seats():
                return (
                    f"the `{x.zone}` of whoever has the turn is empty, and the turn comes nearer "
                    f"to somebody with cards in `{x.zone}`: there is somebody"
                )

    def _changed(self, one: Pass) -> Iterator[str]:
        """What that is fixed is another one behind a pass, in words."""
        before, behind = dict(one.source), dict(one.target)
        for key, value in sorted(before.items(), key=str):
            if value != behind[key]:
                yield self._fixed(key, value, behind[key])

    def _fixed(self, key: Key, before: object, behind: object) -> str:
        if key[0] == "flag":
            return f"`{key[1]}` becomes {str(behind).lower()}"
        name = next(face.name for face in self._layout.faces if face.line == key[1])
        return f"{name} goes from `{before}` to `{behind}`"

    def _weighed(self, x: Weights) -> str:
        if len(x.weights) == 1:
            ((key, weight),) = x.weights.items()
            return self._single(key, weight, x.bound)
        parts = [self._part(key, weight) for key, weight in x.weights.items()]
        return f"counting {_listed(parts)}, the sum becomes less"

    def _single(self, key: Key, weight: int, bound: int) -> str:
        if key[0] == "zone":
            if weight > 0:
                return f"there are fewer cards in `{key[1]}`, and nothing brings one there"
            return f"there are more cards in `{key[1]}`, and nothing takes one away"
        what = {
            "variable": f"`{key[1]}`",
            "tokens": f"the supply of `{key[1]}`",
            "register": f"the number of the {key[1]}",
            "slot": "what is still to be done",
        }[key[0]]
        if weight > 0:
            return f"{what} becomes less, and is never below {bound}"
        return f"{what} becomes more, and is never above {-bound}"

    @staticmethod
    def _part(key: Key, weight: int) -> str:
        return f"{weight} for each card in `{key[1]}`"


def _by(passes: Iterable[Pass]) -> str:
    """The actions with which passes do it."""
    done: dict[str, None] = {}
    for one in passes:
        done.update(dict.fromkeys(one.did))
    return f" ({', '.join(f'`{name}`' for name in done)})" if done else ""


def _listed(parts: Iterable[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def _either(parts: Iterable[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} or {last}" if first else last
