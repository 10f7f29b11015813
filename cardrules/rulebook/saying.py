"""What the log says, as it is true of everybody: "{me} plays {card}" is "You play the card".

A sentence that needs a number of the moment, or something else for which there is no word, is left
out, but for a value that stands at its end behind a colon: that is all that is left out then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

import attrs

from cardrules.model import ir
from cardrules.model.types import CARD, CARDS, PLAYER, STACK, STACKS
from cardrules.plain import replaced
from cardrules.prose import Agree, Spoken, people, render, verbs
from cardrules.table.wording import words

YOU = people(["you"], 0)
SOMEBODY = people(["a player"])
EACH = people(["each player"])
ACTIVE = people(["the active player"])
STARTER = people(["the player who begins"])
_GROUPS = {"opponents": "the opponents", "others": "the others", "partners": "the partners"}
_THINGS = {
    CARD: Spoken("card"),
    CARDS: Spoken("cards", "several"),
    STACK: Spoken("stack"),
    STACKS: Spoken("stacks", "several"),
}
_ENDS = ":"
_WORD = re.compile(r"[^\W\d_]+")


@attrs.frozen
class Speaker:
    """Who acts at a place of the rules, whose turn it is, and what values there are called.

    `single`: the slots in which there is one thing, though there might be several.
    """

    me: Spoken | None
    active: Spoken
    names: Mapping[int, str]
    options: Mapping[str, int | bool]
    single: frozenset[int] = frozenset()

    def acting(self, me: Spoken | None) -> Speaker:
        """The same where somebody else acts."""
        return attrs.evolve(self, me=me)

    def person(self, x: ir.Expr) -> Spoken | None:
        """A player, or several, in words."""
        match x:
            case ir.Role():
                return {"me": self.me, "active": self.active, "starter": STARTER}[x.role]
            case ir.Local(slot=slot) if x.type.required() == PLAYER:
                name = self.names.get(slot, "")
                is_word = len(name) > 1 and name != "it"
                return people([f"the {words(name)}"]) if is_word else SOMEBODY
            case ir.Everyone(group=group) if group in _GROUPS:
                return replaced(people([_GROUPS[group]]), number="several")
            case ir.Operation(op="only", arguments=(one,)):
                return self.person(one)
        return SOMEBODY if x.type.required() == PLAYER else None

    def sentence(self, said: ir.Sentence) -> str:
        """A sentence in words; empty, if there are none for one of its values."""
        parts: list[str | Spoken | Agree] = []
        for number, part in enumerate(said.parts):
            match part:
                case str():
                    parts.append(part)
                case ir.Agree():
                    parts.append(Agree(part.one, part.several, part.you))
                case _:
                    before = parts[-1] if parts else ""
                    is_last = number == len(said.parts) - 1
                    if is_last and isinstance(before, str) and before.rstrip().endswith(_ENDS):
                        parts[-1] = before.rstrip()[: -len(_ENDS)]
                        text = render(parts).strip()
                        return text if _says_something(text) else ""
                    value = self._value(part)
                    # What is called like something else does not say which of the two is meant.
                    if value is None or (isinstance(value, Spoken) and value in parts):
                        return ""
                    parts.append(value)
        return render(parts).strip()

    def _value(self, x: ir.Expr) -> Spoken | str | None:
        match x:
            case ir.OptionValue(name=name) if x.type.base == "integer":
                return str(self.options[name])
            case ir.Const(value=value) if x.type.base == "integer":
                return str(value)
        kind = x.type.required()
        if kind in _THINGS:
            return self._thing(x, _THINGS[kind])
        return self.person(x)

    def _thing(self, x: ir.Expr, told: Spoken) -> Spoken | None:
        """Cards and stacks: what has been chosen is "the card", what else there is, is "a card"."""
        match x:
            case ir.Local(slot=slot) if slot in self.names:
                name = words(self.names[slot])
                return replaced(
                    told, text=f"the {name if told.text in name.split() else told.text}"
                )
            case ir.Local(slot=slot):
                if slot in self.single:
                    told = _THINGS.get(x.type.element or x.type, told)
                return replaced(told, text=f"a {told.text}") if told.number == "one" else told
            case ir.Operation(op="top" | "bottom" as op):
                return replaced(told, text=f"the {op} card")
        return None


def _says_something(text: str) -> bool:
    """Whether there is a verb in it."""
    return any(verbs.is_known_verb(word.lower()) for word in _WORD.findall(text))
