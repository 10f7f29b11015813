"""Names whose values come from the faces of cards, in procedures that say something.

What a sentence may tell depends on the cards that were looked at when such a value was worked out,
and those may lie elsewhere by now. So slots beside the name keep who could have worked it out then,
the cards, and who saw none of the cards that are named. A routine is given them with the value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

import attrs

from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.plain import PlainInOrder

# How many slots there are beside a name.
NOTES = 3
Key = tuple[str, str]
Looks = Callable[[ir.Expr], bool]


class Looked(PlainInOrder):
    """`slots`: for the slot of a name the first of those beside it. `given`: names whose values
    come from elsewhere, or whose cards have been mixed since, so that nobody can be told them.
    """

    slots: Mapping[int, int] = MappingProxyType({})
    given: frozenset[int] = frozenset()


@attrs.define
class _Procedure:
    """What is known of a procedure: its sentences, its names, what it gives to others."""

    made: ir.Procedure
    sentences: list[ir.Sentence]
    names: list[tuple[int, ir.Expr]]
    # The names that are worked out under seal, before anybody may know of them.
    sealed: set[int]
    gives: list[tuple[Key, int, ir.Expr]]
    looked: set[int] = attrs.field(factory=set)


def looked_at(ruleset: Ruleset, looks: Looks) -> dict[Key, Looked]:
    """The names of each procedure that have to do with faces, as far as its sentences need them."""
    found: dict[Key, _Procedure] = {
        (item.made.role, item.made.name): item for item in _procedures(ruleset)
    }
    for window in ruleset.windows.values():
        sentences = [item for item in (window.asking, window.passing) if item is not None]
        found["window", window.name] = _Procedure(ruleset.play, sentences, [], set(), [])
    if not any(ir.named_in(tuple(item.sentences)) for item in found.values()):
        return {}
    _follow(found, looks)
    needed = _needed(found)
    return {key: _kept(item, needed[key]) for key, item in found.items() if item.looked}


def _follow(found: Mapping[Key, _Procedure], looks: Looks) -> None:
    """Note the names whose values come from faces, also by way of other names."""
    is_new = True
    while is_new:
        is_new = False
        for item in found.values():
            for slot, value in item.names:
                if slot not in item.looked and (looks(value) or ir.named_in(value) & item.looked):
                    item.looked.add(slot)
                    is_new = True
            for key, slot, value in item.gives:
                other = found.get(key)
                if other is None or slot in other.looked:
                    continue
                if looks(value) or ir.named_in(value) & item.looked:
                    other.looked.add(slot)
                    is_new = True


def _needed(found: Mapping[Key, _Procedure]) -> dict[Key, set[int]]:
    """The names in sentences, and those from which they are made, also by way of routines."""
    needed = {key: ir.named_in(tuple(item.sentences)) for key, item in found.items()}
    is_new = True
    while is_new:
        is_new = False
        for key, item in found.items():
            values = [value for slot, value in item.names if slot in needed[key]]
            values += [value for to, slot, value in item.gives if slot in needed.get(to, ())]
            more = ir.named_in(tuple(values)) - needed[key]
            needed[key] |= more
            is_new = is_new or bool(more)
    return needed


def _kept(item: _Procedure, needed: set[int]) -> Looked:
    """The slots that are kept beside names which sentences say, or from which those are made."""
    named = {slot for slot, _ in item.names} - item.sealed
    if item.made.role == "routine":
        named |= set(range(len(item.made.parameters)))
    kept = sorted(needed & item.looked & named)
    first = item.made.slots
    slots = {slot: first + NOTES * index for index, slot in enumerate(kept)}
    return Looked(slots, frozenset(item.looked - named))


def _procedures(ruleset: Ruleset) -> Iterator[_Procedure]:
    for item in ruleset.carried_out():
        if isinstance(item, ir.DeclaredAction):
            yield _procedure(item.procedure, item.premises, item.telling, ruleset)
        else:
            yield _procedure(item, (), None, ruleset)


def _procedure(
    made: ir.Procedure,
    premises: tuple[ir.Premise, ...],
    telling: ir.Sentence | None,
    ruleset: Ruleset,
) -> _Procedure:
    item = _Procedure(made, [], [], set(), [])
    for part in ir.walk((premises, telling or (), made.body)):
        match part:
            case ir.Sentence():
                item.sentences.append(part)
            case ir.Let() | ir.Naming():
                item.names.append((part.slot, part.value))
            case ir.EachIn():
                item.names.append((part.slot, part.collection))
            case ir.Together():
                item.sealed |= {one.slot for one in part.premises if isinstance(one, ir.Naming)}
            case ir.CallRoutine():
                key = ("routine", part.routine)
                item.gives += [(key, at, value) for at, value in enumerate(part.arguments)]
            case ir.OpenWindow():
                interrupts = ruleset.interrupts.values()
                keys = [("interrupt", one.name) for one in interrupts if one.window == part.window]
                for key in (*keys, ("window", part.window)):
                    item.gives += [(key, at, value) for at, value in enumerate(part.arguments)]
    return item
