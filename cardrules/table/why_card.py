"""What can be done with a card at a decision, and why not the rest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import attrs

from cardrules.engine.showing.view import CardView
from cardrules.machine.search import Search
from cardrules.model.action import Action
from cardrules.model.ir import Choice
from cardrules.model.types import CARD
from cardrules.prose import join
from cardrules.table.card_names import tokens_of
from cardrules.table.model import Face
from cardrules.table.passages import line_asked_for
from cardrules.table.reading import Rule
from cardrules.table.sources import cards_there, own_cards, zones_of
from cardrules.table.teller import Teller
from cardrules.table.typed_values import is_set
from cardrules.table.ways import Ways, WhyNot, in_ways, is_called, label_of, told_together
from cardrules.table.wording import words

# What is done where something is only chosen.
_CHOOSE = "Choose it"
# So many ways are told as the lines of a menu.
_MOST_LINES = 3


@attrs.frozen
class _Possible:
    """What can be done with a card, in how many ways, and the lines of these if they are few."""

    label: str
    number: int
    ids: tuple[str, ...]
    lines: tuple[str, ...] = ()

    @property
    def rules(self) -> list[Rule]:
        """It as it is told: one way by its line, several below their number."""
        if len(self.lines) == 1:
            return [Rule(self.lines[0], self.ids, 1)]
        told = Rule(in_ways(self.label, self.number), self.ids, 1)
        return [told, *(Rule(line, (), 2) for line in self.lines)]


@attrs.define
class _Found:
    """What there is to say of a card: where it can be chosen, and where it cannot.

    `unfit`: where only other cards are ever chosen, which is told if nothing is done with this one.
    """

    possible: list[_Possible] = attrs.field(factory=list)
    impossible: list[WhyNot] = attrs.field(factory=list)
    unfit: list[WhyNot] = attrs.field(factory=list)
    is_of_use: bool = False

    def __bool__(self) -> bool:
        return bool(self.possible or self.impossible or self.unfit)


def about_card(ways: Ways, face: Face, teller: Teller) -> list[Rule]:
    """What can be done with a card, in short; where it cannot be chosen, what it does."""
    choices = [
        (search, choice)
        for search in ways.searches
        for choice in search.choices
        if choice.type == CARD or is_set(choice.type)
    ]
    if not choices:
        return [Rule(f"No card is chosen here, so not {face.name}.")]
    found = _Found()
    for search, choice in choices:
        _look_at(ways, teller, search, choice, face, found, choice is search.choices[0])
    if not found:  # then it may lie where something else is chosen from
        for search, choice in choices:
            _look_at(ways, teller, search, choice, face, found, True)
    return _told(found, face.name) if found else _nothing(ways, teller, choices, face)


def _look_at(
    ways: Ways, teller: Teller, search: Search, choice: Choice, face: Face, found: _Found,
    with_reasons: bool,
) -> None:  # fmt: skip
    """Add what there is to say of a card for one choice."""
    card = face.name
    label = label_of(search)
    is_first = choice is search.choices[0]
    usable = _with_card(ways, search, choice, card)
    if not is_first:
        it = "it"
        if _is_of_others(ways, teller, choice, card, usable):
            # What is done with the player's own card has been told.
            it = f"another {card}"
            usable = [way for way in usable if way.arguments[search.choices[0].name] != card]
        among = "as" if choice.type == CARD else "among the"
        label = f"{label}, with {it} {among} {words(choice.name)}" if label else ""
    if usable:
        found.is_of_use |= is_first
        is_told = is_first and label and len(usable) <= _MOST_LINES
        lines = [teller.answer(way.answer) for way in usable if way.answer] if is_told else []
        possible = _Possible(label or _CHOOSE, len(usable), search.origin.ids, tuple(lines))
        found.possible.append(possible)
    elif with_reasons and search is not ways.last and _could_be_meant(ways, search, choice, face):
        if choice.type == CARD:
            reason = ways.why_not(label, search, {choice.name: card})
            own = _own(search.choices[0], search)
            if not is_first and reason.is_unplaced and own:
                # Why each of them does not, nobody wants to read here.
                reason = attrs.evolve(reason, reason=f"no {own} of yours fits")
        elif ways.number_of(search):
            reason = _not_among(label, search, choice)
        else:
            reason = ways.why_not(label, search)
        is_unfit = _asks_for_kinds(ways, choice) and line_asked_for(choice) != face.line
        (found.unfit if is_unfit else found.impossible).append(reason)


def _own(choice: Choice, search: Search) -> str:
    """What is chosen, if it is a card or a stack of the player's own."""
    zones = zones_of(search, choice)
    is_own = bool(zones) and all(zones.values())
    return choice.type.base if is_own and choice.type.base in ("card", "stack") else ""


def _with_card(ways: Ways, search: Search, choice: Choice, card: str) -> list[Action]:
    """The ways in which a card is chosen, alone or as one of a set."""
    if choice.type == CARD:
        return ways.of(search, {choice.name: card})
    return [way for way in ways.of(search, {}) if card in cards_of(way.arguments[choice.name])]


def _is_of_others(
    ways: Ways, teller: Teller, choice: Choice, card: str, usable: Sequence[Action]
) -> bool:
    """Whether a player who has such a card chooses never this one, but another that is alike."""
    has_own = any(item.face == card for item in own_cards(ways.understanding.view))
    return bool(has_own and usable) and not any(
        way.answer and teller.chooses_own(way.answer, choice.name, card) for way in usable
    )


def _not_among(label: str, search: Search, choice: Choice) -> WhyNot:
    wish = choice.origin.sentence or "it is in none of the sets that can be chosen"
    return WhyNot(label, wish, choice.origin.ids or search.origin.ids)


def _could_be_meant(ways: Ways, search: Search, choice: Choice, face: Face) -> bool:
    """Whether a card lies where it is chosen from, and is not of a kind that is not asked for.

    Where that cannot be read off the rules, it is the player's own cards.
    """
    line = line_asked_for(choice)
    if line is not None and line != face.line:
        return False
    zones = zones_of(search, choice)
    there = [item.face for item in _cards_for(ways, zones)]
    return face.name in there or (bool(zones) and None in there)


def _cards_for(ways: Ways, zones: Mapping[str, bool]) -> Iterable[CardView]:
    """The cards in some zones; all of the player, where no zones are known."""
    view = ways.understanding.view
    return cards_there(view, zones) if zones else own_cards(view)


def _asks_for_kinds(ways: Ways, choice: Choice) -> bool:
    """Whether it is by its face alone that a card can be chosen."""
    return (
        choice.type == CARD
        and choice.condition is not None
        and ways.looks_at_faces_alone(choice.condition)
    )


def _told(found: _Found, card: str) -> list[Rule]:
    impossible = told_together(found.impossible or ([] if found.is_of_use else found.unfit))
    if not found.possible:
        return [Rule(f"Nothing can be done with {card} now:"), *impossible]
    only = found.possible[0]
    is_mere = only.label == _CHOOSE
    if len(found.possible) > 1 or not (is_mere or is_called(only.label, card)):
        told = (rule for possible in found.possible for rule in possible.rules)
        lines = [Rule(f"With {card} you may:"), *told]
    else:
        head = f"You may choose {card}" if is_mere else f"{card}: possible now"
        lines = [Rule(in_ways(head, only.number), only.ids)]
    return [*lines, *([Rule("But not:"), *impossible] if impossible else [])]


def _nothing(
    ways: Ways, teller: Teller, choices: Sequence[tuple[Search, Choice]], face: Face
) -> list[Rule]:
    """A card that cannot be chosen: because it does not lie there, or is of no use here."""
    card = face.name
    text = [Rule(face.text, (), 1)] if face.text else []
    known = [zones_of(search, choice) for search, choice in choices]
    zones = {name: own for found in known for name, own in found.items()} if all(known) else {}
    if any(item.face == card for item in _cards_for(ways, zones)):
        return [Rule(f"Nothing can be done with {card} now."), *text]
    asked = ways.prompt
    if has_words(asked, card):
        return [Rule(asked), *text, *ways.all_here(teller)]
    where = f"There is no {card} {_places(ways, zones)}." if zones else f"You have no {card}."
    return [Rule(where), *text]


def _places(ways: Ways, zones: Mapping[str, bool]) -> str:
    """Where cards are chosen from, in words; `True` stands for zones of the player's own."""
    told = [f"{'your' if own else 'the'} {ways.zone(name)}" for name, own in zones.items()]
    are_cards = len(zones) == 1 and ways.zone(next(iter(zones))).startswith("cards")
    return f"{'among' if are_cards else 'in'} {join(told, last='or')}"


def has_words(text: str, name: str) -> bool:
    """Whether the words of a name stand in a text, one after the other."""
    have, wanted = tokens_of(text), tokens_of(name)
    return bool(wanted) and any(have[at : at + len(wanted)] == wanted for at in range(len(have)))


def cards_of(value: object) -> list[str]:
    """The names in a set of cards as it stands in an action."""
    return [str(item) for item in value] if isinstance(value, (list, tuple)) else []


def missing(ways: Ways, search: Search, choice: Choice, cards: Sequence[str]) -> Iterable[Rule]:
    """Those of some cards that do not lie where they are chosen from."""
    zones = zones_of(search, choice)
    faces = [item.face for item in cards_there(ways.understanding.view, zones)]
    there = Counter(face for face in faces if face is not None)
    lacking = Counter(cards) - there
    if not zones or None in faces or not lacking:
        return
    for card in lacking:
        has = f"only {there[card]} x {card}" if there[card] else f"no {card}"
        text = f"because: there is {has} {_places(ways, zones)}"
        yield Rule(text, choice.origin.ids or search.origin.ids, 1)
