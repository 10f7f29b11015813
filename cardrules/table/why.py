"""Answers to `why`: why something is not allowed, by which rules, and what would be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from attrs import evolve

from cardrules.engine.game import Game
from cardrules.engine.showing.explain import Refusal, explain
from cardrules.engine.showing.meant import answer_meant
from cardrules.machine.search import Search
from cardrules.model.action import Action
from cardrules.model.ir import Choice
from cardrules.model.state import State
from cardrules.model.types import CARD
from cardrules.prose import reads_alike
from cardrules.table.action_told import when_possible
from cardrules.table.card_names import FILLERS, tokens_of
from cardrules.table.faces import faces_of
from cardrules.table.meaning import Reading
from cardrules.table.once import once
from cardrules.table.pools import MANY
from cardrules.table.reading import Rule
from cardrules.table.sources import zones_of
from cardrules.table.teller import Teller
from cardrules.table.typed_values import is_set
from cardrules.table.typed_words import quoted
from cardrules.table.ways import Ways, label_of
from cardrules.table.why_card import about_card, cards_of, has_words, missing
from cardrules.table.wording import capital, labelled, number

_MOST_WAYS = 5


class Why:
    """Explains at one decision to the player who takes it."""

    def __init__(self, game: Game, s: State, ways: Ways, teller: Teller) -> None:
        self._game = game
        self._s = s
        self._ways = ways
        self._understanding = ways.understanding
        self._teller = teller
        self._faces = once(game, faces_of)

    def answer(self, text: str) -> list[Rule]:
        """What there is to say about an action, a card, or nothing in particular."""
        if not text.strip():
            return self._ways.all_here(self._teller)
        line = self._line(text)
        if line:
            return line
        reading = self._understanding.read(text)
        cards = self._understanding.cards(text)
        several = self._understanding.several_cards(text)
        is_action = (
            reading is not None
            and reading.search in self._ways.searches
            and _names(reading.search, text)
            and not (cards and _is_name(cards[0], text))
        )
        if cards and not is_action:
            others = f"You also have {', '.join(cards[1:])}." if len(cards) > 1 else ""
            return [*self.about_card(cards[0]), *([Rule(others)] if others else [])]
        about_set = self.about_set(several) if several and not is_action else []
        if about_set:
            return about_set
        if reading is None:
            unknown = f"Nothing here is called {quoted(text)}."
            return [Rule(unknown), *self._ways.all_here(self._teller)]
        left = " ".join(reading.unknown)
        left_out = [Rule(f"Not understood: {quoted(left)}")] if left else []
        if reading.search not in self._ways.searches:
            return [*left_out, *self._at_another_moment(reading.search)]
        done = self._done(reading, text)
        return [*left_out, *(done or self._about(reading.search, reading.actions))]

    def _done(self, reading: Reading, text: str) -> list[Rule]:
        """Of possible actions, whether they do what the text says is done; nothing else of them."""
        verb = self._teller.verb_of(tokens_of(text))
        ways = [
            (action, way)
            for action in (reading.actions if verb else ())
            for way in self._ways.of(reading.search, dict(action.arguments))
        ]
        answers = [way.answer for _, way in ways if way.answer is not None]
        if not answers or all(self._teller.is_done(verb, answer) for answer in answers):
            return []
        done = [way for _, way in ways if way.answer and self._teller.is_done(verb, way.answer)]
        search, action = reading.search, ways[0][0]
        if len(done) == 1:
            return [Rule(f"Allowed: {self._answer_text(done[0])}", search.origin.ids)]
        if done:
            return self._listed(f"Allowed: {self._told(search, action)}", search, done)
        values = [
            self._teller.values.written(one.type, action.arguments[one.name])
            for one in search.choices
            if one.name in action.arguments
        ]
        told = f"Not allowed: {capital(verb)} {', '.join(values)}".rstrip()
        open_choices = [one for one in search.choices if one.name not in action.arguments]
        because = [
            Rule(f"because: {one.origin.sentence}", one.origin.ids, 1)
            for one in open_choices
            if one.origin.sentence
        ]
        return [
            Rule(told, search.origin.ids),
            *because,
            *self._told_instead(way for _, way in ways),
        ]

    def _line(self, text: str) -> list[Rule]:
        """That an action is allowed, if its line of a menu is the text; else nothing.

        Whoever begins the line by which one passes means no card that is called so.
        """
        answers = self._game.answers(self._s)
        for answer in answers if len(answers) <= MANY else ():
            search, told = self._teller.search(answer), self._teller.answer(answer)
            if search is None and self._teller.is_passing(text):
                return [Rule(f"Allowed: {told}")]
            if search is not None and not search.secret and reads_alike(told, text):
                return [Rule(f"Allowed: {told}", search.origin.ids)]
        return []

    def of_unread(self, text: str) -> list[Rule]:
        """The same for words that mean nothing that can be chosen, if they name something."""
        reading = self._understanding.read(text)
        is_read = reading is not None and not reading.unknown
        is_action = reading is not None and (_names(reading.search, text) or _gives(reading))
        is_card = bool(self._understanding.cards(text))
        return self.answer(text) if is_card or (is_read and is_action) else []

    def about_card(self, card: str) -> list[Rule]:
        """What can be done with a card, and why not the rest."""
        return about_card(self._ways, self._faces[card], self._teller)

    def about_cards(self, cards: Sequence[str]) -> list[Rule]:
        """The same for several cards: as a set, or where none is chosen, one after the other."""
        found = self.about_set(cards)
        if found:
            return found
        searches = self._ways.searches
        if len(searches) == 1 and _count_of_cards(searches[0]) > 1:
            return self.answer(" ".join(cards))
        return [line for card in dict.fromkeys(cards) for line in self.about_card(card)]

    def about_set(self, cards: Sequence[str]) -> list[Rule]:
        """Whether cards can be chosen as a set; nothing where no cards are chosen as one alone."""
        return [
            line
            for search in self._ways.searches
            for choice in search.choices
            if is_set(choice.type) and not _count_of_cards(search)
            for line in self._about(search, [Action(search.name, {choice.name: list(cards)})])
        ]

    def _at_another_moment(self, search: Search) -> list[Rule]:
        """An action of the rules that is not among those of this decision."""
        return [
            Rule(f"Not allowed: {search.label}", search.origin.ids),
            Rule(f"because: {self._other_moment(search)}. What you are asked is:", (), 1),
            Rule(self._ways.prompt, (), 2),
        ]

    def _other_moment(self, search: Search) -> str:
        ruleset = self._game.ruleset
        action = {**ruleset.actions, **ruleset.interrupts}.get(search.name)
        when = when_possible(self._game, action) if action is not None else ""
        return f"it can be done only {when}" if when else "this is not the moment for it"

    # -- one action at length ----------------------------------------------------------------------

    def _about(self, search: Search, actions: Sequence[Action]) -> list[Rule]:
        """The explanation of each reading; if one of them is allowed, of that alone."""
        refusals = []
        for action in actions:
            refusal = explain(self._game, self._s, action)
            if refusal is None or any(reason.incomplete for reason in refusal.reasons):
                return self._allowed(search, action)
            refusals.append(refusal)
        for action in actions:
            more = self._with_more(search, action)
            if more:
                told = f"Only with more cards: {self._told(search, action)}"
                return self._listed(told, search, more)
        lines: list[Rule] = []
        reasons: list[Rule] = []
        for refusal in refusals:
            told = self._told(search, refusal.action)
            before, reasons = reasons, self._refused(search, refusal)
            # Readings that are refused alike stand together over their reasons.
            lines += before if before != reasons else []
            lines.append(Rule(f"Not allowed: {told}", search.origin.ids))
        return [*lines, *reasons, *self._instead(refusals)]

    def _refused(self, search: Search, refusal: Refusal) -> list[Rule]:
        """Why an action is refused."""
        arguments = refusal.action.arguments
        lacking = [
            line
            for choice in search.choices
            if is_set(choice.type) and choice.name in arguments
            for line in missing(self._ways, search, choice, cards_of(arguments[choice.name]))
        ]
        told = self._ways.told(search, refusal.reasons)
        if not lacking and len(told) > 1 and len(arguments) < len(search.choices):
            return [Rule("because nothing fits:", (), 1), *(evolve(rule, depth=2) for rule in told)]
        return lacking or [Rule(f"because: {rule.text}", rule.ids, 1) for rule in told]

    def _allowed(self, search: Search, action: Action) -> list[Rule]:
        ways = self._ways.of(search, dict(action.arguments))
        if len(ways) == 1 and not search.secret:
            return [Rule(f"Allowed: {self._answer_text(ways[0])}", search.origin.ids)]
        head = f"Allowed: {self._told(search, action)}"
        return self._listed(head, search, ways)

    def _with_more(self, search: Search, action: Action) -> list[Action]:
        """The ways in which sets hold what is named, and other cards beside it."""
        given = dict(action.arguments)
        sets = {
            choice.name: Counter(cards_of(given.pop(choice.name)))
            for choice in search.choices
            if is_set(choice.type) and choice.name in given
        }
        return [
            way
            for way in (self._ways.of(search, given) if any(sets.values()) else ())
            if all(
                not wanted - Counter(cards_of(way.arguments[name])) for name, wanted in sets.items()
            )
        ]

    def _listed(self, head: str, search: Search, ways: Sequence[Action]) -> list[Rule]:
        if len(ways) <= 1 and head.startswith("Allowed"):
            return [Rule(head, search.origin.ids)]
        lines = [Rule(f"{head}, in {number(len(ways), 'way')}", search.origin.ids)]
        lines += [Rule(self._answer_text(way), (), 1) for way in ways[:_MOST_WAYS]]
        more = len(ways) - _MOST_WAYS
        return [*lines, *([Rule(f"and {more} more", (), 1)] if more > 0 else [])]

    def _instead(self, refusals: Sequence[Refusal]) -> list[Rule]:
        return self._told_instead(way for refusal in refusals for way in refusal.alternatives)

    def _told_instead(self, ways: Iterable[Action]) -> list[Rule]:
        found = {self._answer_text(way): None for way in ways}
        if not found:
            return []
        return [Rule("Allowed instead:"), *(Rule(text, (), 1) for text in list(found)[:3])]

    def _answer_text(self, action: Action) -> str:
        return str(action) if action.answer is None else self._teller.answer(action.answer)

    def _told(self, search: Search, action: Action) -> str:
        """An action by its sentence; or as far as it is given, without a card that has its name."""
        given = [choice for choice in search.choices if choice.name in action.arguments]
        meant = answer_meant(self._game, self._s, search, action) if given else None
        sentence = self._teller.sentence(meant) if meant is not None else ""
        if sentence:
            return sentence
        arguments = ", ".join(
            self._teller.written_argument(search, choice, action.arguments[choice.name])
            for choice in given
            if not has_words(search.label, str(action.arguments[choice.name]))
        )
        label = label_of(search)
        if label and ":" not in label and arguments and self._is_own_card_alone(search, given):
            return f"{label} with {action.arguments[given[0].name]}"
        return labelled(label, arguments) or "this"

    @staticmethod
    def _is_own_card_alone(search: Search, given: Sequence[Choice]) -> bool:
        """Whether nothing is given but one of the player's own cards."""
        own = zones_of(search, given[0]) if len(given) == 1 and given[0].type == CARD else {}
        return bool(own) and all(own.values())


def _count_of_cards(search: Search) -> int:
    """How many single cards are chosen."""
    return sum(choice.type == CARD for choice in search.choices)


def _names(search: Search, text: str) -> bool:
    """Whether the text begins like the name or label of an action."""
    first = (tokens_of(text) or [text])[0]
    forms = (tokens_of(search.name), tokens_of(search.label))
    return any(word.startswith(first) for form in forms for word in form[:1])


def _gives(reading: Reading) -> bool:
    """Whether something has been found that may be chosen."""
    return any(action.arguments for action in reading.actions)


def _is_name(card: str, text: str) -> bool:
    """Whether a text is the whole name of a card."""
    said, wanted = (
        [word for word in tokens_of(words) if word not in FILLERS] for words in (text, card)
    )
    return said == wanted
