"""Values of choices in words, for the player who is asked.

Two values are one line of a menu if they read the same to the player: cards that look alike in one
spread are; a card whose face the player does not know has nothing but its place.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

from cardrules.engine.chance import mix
from cardrules.engine.describe import card_name, enum_name
from cardrules.engine.events import zone_label
from cardrules.engine.game import Game
from cardrules.engine.legal import Schema
from cardrules.engine.naming import Naming
from cardrules.engine.narrate import Narrator, reads_alike
from cardrules.engine.options import PASS, Option
from cardrules.model.action import Action, value_text
from cardrules.model.ir import Choice
from cardrules.model.ruleset import Ruleset
from cardrules.model.state import State
from cardrules.model.types import CARD, NONE, Type
from cardrules.prose import join

PASS_TEXT = "Pass: no answer"


def words(name: str) -> str:
    """A name of the rules in words."""
    return name.replace("_", " ")


def capital(text: str) -> str:
    """A sentence with a capital at its beginning."""
    return text[:1].upper() + text[1:]


def grouped(names: Iterable[str]) -> list[str]:
    """Names in the order in which they come, equal ones as `2 x NAME`."""
    return [name if n == 1 else f"{n} x {name}" for name, n in Counter(names).items()]


def number(value: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{value:,} {one if value == 1 else many or one + 's'}"


def labelled(label: str, text: str) -> str:
    """A label with what belongs to it, which is not said twice.

    A label that has a colon of its own gets no second one.
    """
    if not label or not text or reads_alike(label, text):
        return label or text
    return f"{label}, {text}" if ":" in label else f"{label}: {text}"


def holder_name(game: Game, names: Sequence[str], kind: str, index: int) -> str:
    """The name of whom a zone or variable belongs to; empty if it is shared."""
    if kind == "shared":
        return ""
    seats = game.tables.teams[index] if kind == "team" else (index,)
    return join([names[seat] for seat in seats])


class CardOrder:
    """The order in which cards are shown: by their attributes, then as in the card table."""

    def __init__(self, ruleset: Ruleset) -> None:
        self._keys = [
            (*(_comparable(kind.values[name]) for name in ruleset.attributes), index)
            for index, kind in enumerate(ruleset.kinds)
        ]
        self._names = {kind.name: index for index, kind in enumerate(ruleset.kinds)}

    def of_kind(self, kind: int) -> tuple[Any, ...]:
        """The key of a kind by its number."""
        return self._keys[kind]

    def of_name(self, name: str) -> tuple[Any, ...]:
        """The key of a kind by its name; other words come last."""
        return (0, *self._keys[self._names[name]]) if name in self._names else (1, name)


def _comparable(value: int | tuple[int, ...]) -> tuple[int, ...]:
    return value if isinstance(value, tuple) else (value,)


class Teller:
    """Tells the values of the choices at one decision to the player who takes it."""

    def __init__(self, game: Game, s: State, viewer: int, names: Sequence[str]) -> None:
        self._game = game
        self._s = s
        self._viewer = viewer
        self._bit = 1 << viewer
        self._names = names
        self._naming = Naming(game.tables, names, viewer)
        self._order = CardOrder(game.ruleset)
        self._narrator = Narrator(game, viewer, names, you=True)

    # -- order -------------------------------------------------------------------------------------

    def sort_key(self, option: Option) -> tuple[Any, ...]:
        """The place of an option in a list: actions as the rules have them, cards as in a hand."""
        schema = self.schema(option)
        if schema is None:
            return (1,)
        values = zip(schema.choices, option[1:], strict=True)
        return (0, option[0], *(self.value_key(choice.type, value) for choice, value in values))

    def value_key(self, kind: Type, value: Any) -> tuple[Any, ...]:
        """The place of a value among others of its type."""
        if value == NONE:
            return (-1,)
        if kind.base == "collection":
            inner = kind.element or CARD
            return (len(value), sorted(self.value_key(inner, item) for item in value))
        if kind.base != "card":
            return (value,)
        s, tables = self._s, self._game.tables
        zone = s.place[value]
        if s.known[value] & self._bit:
            return (0, self._order.of_kind(tables.kind[value]), zone, value)
        # The numbers of cards follow the card table: they must not put hidden ones in an order.
        spot = s.zones[zone].index(value) if tables.ordered[zone] else mix(s.key + s.steps + value)
        return (1, (), zone, spot)

    # -- identity ----------------------------------------------------------------------------------

    def key(self, kind: Type, value: Any) -> Hashable:
        """What is equal for values that are the same to the player."""
        if kind.base == "collection" and value != NONE:
            inner = kind.element or CARD
            return tuple(sorted((self.key(inner, item) for item in value), key=repr))
        return self._card_key(value) if kind.base == "card" and value != NONE else value

    def _card_key(self, card: int) -> Hashable:
        s, tables = self._s, self._game.tables
        zone = s.place[card]
        known = bool(s.known[card] & self._bit)
        look = tables.kind[card] if known else -1
        at = s.zones[zone].index(card) if tables.ordered[zone] or not known else -1
        return look, zone, at

    def parts(self, kind: Type, value: Any) -> Counter[Hashable]:
        """What a collection is made of, by which a person can narrow it down."""
        if value == NONE:
            return Counter()
        inner = kind.element or CARD
        return Counter(self.key(inner, item) for item in value)

    def split(
        self, kind: Type, value: Sequence[Any], held: Counter[Hashable]
    ) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
        """A collection in two: what it has beside the parts that are held, and these parts."""
        left = held.copy()
        rest: list[Any] = []
        before: list[Any] = []
        for item in value:
            part = self.key(kind.element or CARD, item)
            (before if left[part] > 0 else rest).append(item)
            left[part] -= 1
        return tuple(rest), tuple(before)

    # -- words -------------------------------------------------------------------------------------

    def text(self, kind: Type, value: Any, *, place: bool = False) -> str:
        """A value in words; with `place`, of a card also where it lies."""
        base = kind.base
        if value == NONE:
            return "none"
        if base == "collection":
            return self._collection(kind.element or CARD, value, place)
        if base == "card":
            return self._card(value, place)
        if base == "player":
            return self._naming.player(value).text
        if base == "team":
            return self._naming.holder("team", value).text
        if base == "enum":
            return words(enum_name(self._game.tables, kind.name, value))
        if base == "stack":
            return self._stack(value)
        if base == "zone":
            return self.zone(value)
        if base == "flag":
            return "yes" if value else "no"
        return str(value)

    def written(self, kind: Type, value: Any) -> str:
        """A value as it stands in an action (`cardrules.engine.describe`) in words."""
        if kind.base == "collection" and isinstance(value, list):
            inner = kind.element or CARD
            told = [self.written(inner, item) for item in value]
            if inner.base == "collection":
                return " and ".join(f"({item})" for item in told) or "nothing"
            return " + ".join(grouped(told)) or "nothing"
        if kind.base == "player" and value is not None:
            return self._naming.player(value - 1).text
        if kind.base == "team" and value is not None:
            return self._naming.players([seat - 1 for seat in value]).text
        if kind.base == "stack" and value is not None:
            zone = self._game.tables.zone_base[value["zone"]] + value.get("seat", 1) - 1
            return f"stack {value['stack']} of {self.zone(zone)}"
        return words(value_text(value))

    def _collection(self, inner: Type, value: Any, place: bool) -> str:
        items = sorted(value, key=lambda item: self.value_key(inner, item))
        told = [self.text(inner, item, place=place) for item in items]
        if inner.base == "collection":
            return " and ".join(f"({item})" for item in told) or "nothing"
        return " + ".join(grouped(told)) or "nothing"

    def _card(self, card: int, place: bool) -> str:
        s, tables = self._s, self._game.tables
        zone = s.place[card]
        if not s.known[card] & self._bit:
            name, place = "face-down card", True
        else:
            name = card_name(tables, card)
        if not place:
            return name
        if not tables.ordered[zone]:
            return f"{name} in {self.zone(zone)}"
        return f"{name}, {self._spot(card, zone)} in {self.zone(zone)}"

    def _spot(self, card: int, zone: int) -> str:
        """The place of a card: in a row from the first, in a pile or stack from the top."""
        s, tables = self._s, self._game.tables
        at = s.zones[zone].index(card)
        if zone < tables.static_zones:
            name, _ = tables.zone_names[zone]
            if self._game.ruleset.zones[name].shape == "row":
                return f"place {at + 1}"
        from_top = len(s.zones[zone]) - at
        return "on top" if from_top == 1 else f"number {from_top} from the top"

    def _stack(self, stack: int) -> str:
        s, tables = self._s, self._game.tables
        cards = s.zones[stack]
        if s.holder[stack - tables.static_zones] < 0 or not cards:
            return "a stack that is gone"
        top = cards[-1]
        face = card_name(tables, top) if s.known[top] & self._bit else "face down"
        return f"{self.zone(stack)}: {face} ({number(len(cards), 'card')})"

    def stacks(self) -> dict[str, str]:
        """All stacks as they are told, with the words for their places alone."""
        places = (
            stack for zone in self._game.tables.zones_of_stacks for stack in self._s.zones[zone]
        )
        return {self._stack(stack): self.zone(stack) for stack in places}

    def zone(self, zone: int) -> str:
        """The words for a zone, or for a stack in one."""
        return self._naming.zone_text(zone_label(self._s, zone, self._game.tables.static_zones))

    def uses_own(self, option: Option, face: str) -> bool:
        """Whether an option has a card of this name in it from a zone of the player's own."""
        schema = self.schema(option)
        if schema is None:
            return False
        values = zip(schema.choices, option[1:], strict=True)
        return any(self._has_own(choice.type, value, face) for choice, value in values)

    def _has_own(self, kind: Type, value: Any, face: str) -> bool:
        if value == NONE:
            return False
        if kind.base == "collection":
            return any(self._has_own(kind.element or CARD, item, face) for item in value)
        if kind.base != "card" or card_name(self._game.tables, value) != face:
            return False
        zone = self._s.place[value]
        tables = self._game.tables
        if zone >= tables.static_zones:
            return False
        name, index = tables.zone_names[zone]
        return self._game.ruleset.zones[name].holder == "player" and index == self._viewer

    def is_blind(self, option: Option) -> bool:
        """Whether an option has a card in it whose face the player does not know."""
        schema = self.schema(option)
        if schema is None:
            return False
        values = zip(schema.choices, option[1:], strict=True)
        return any(self._has_hidden(choice.type, value) for choice, value in values)

    def _has_hidden(self, kind: Type, value: Any) -> bool:
        if value == NONE:
            return False
        if kind.base == "collection":
            return any(self._has_hidden(kind.element or CARD, item) for item in value)
        return kind.base == "card" and not self._s.known[value] & self._bit

    # -- options -----------------------------------------------------------------------------------

    def action(self, option: Option) -> Action:
        """The action that an option is."""
        return self._game.action_of(self._s, option)

    def schema(self, option: Option) -> Schema | None:
        """What kind of option it is; None for passing."""
        return None if option == PASS else self._game.builder.schemas[option[0]]

    def option_key(self, option: Option) -> Hashable:
        """What is equal for options that are the same to the player."""
        schema = self.schema(option)
        if schema is None:
            return option
        values = zip(schema.choices, option[1:], strict=True)
        return (option[0], *(self.key(choice.type, value) for choice, value in values))

    def option(self, option: Option, *, place: bool = False) -> str:
        """An option in words."""
        schema = self.schema(option)
        if schema is None:
            return PASS_TEXT
        told = [
            self.argument(schema, choice, value, place=place)
            for choice, value in zip(schema.choices, option[1:], strict=True)
        ]
        return labelled("" if schema.secret else schema.label, ", ".join(told))

    def question(self, begun: Option) -> str:
        """How the next choice of an action is asked for: `begun` has the values chosen so far.

        What stands in an effect is asked for by the question of the decision itself.
        """
        schema = self.schema(begun)
        assert schema is not None
        asked = "" if schema.in_frame else self._narrator.choice_question(self._s, begun)
        return capital(asked) or f"Which {words(schema.choices[len(begun) - 1].name)}?"

    def settled(self, option: Option, index: int) -> str:
        """The action of an option and its choices before number `index`, in words."""
        schema = self.schema(option)
        assert schema is not None
        told = [
            self.argument(schema, choice, value)
            for choice, value in list(zip(schema.choices, option[1:], strict=True))[:index]
        ]
        return labelled("" if schema.secret else schema.label, ", ".join(told))

    def argument(self, schema: Schema, choice: Choice, value: Any, *, place: bool = False) -> str:
        """An argument in words, with its name where there are others beside it."""
        return self._named(schema, choice, self.text(choice.type, value, place=place))

    def written_argument(self, schema: Schema, choice: Choice, value: Any) -> str:
        """The same for an argument as it stands in an action."""
        return self._named(schema, choice, self.written(choice.type, value))

    @staticmethod
    def _named(schema: Schema, choice: Choice, told: str) -> str:
        name = words(choice.name)
        return told if len(schema.choices) == 1 or told.startswith(name) else f"{name} {told}"
