"""What is possible at a decision, in how many ways, and in short why the rest is not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

import attrs

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS, Chain, parts_of
from cardrules.engine.sets.counted import count_of
from cardrules.engine.showing.explain import explain
from cardrules.engine.showing.narrate import Narrator
from cardrules.engine.showing.reasons import Reason
from cardrules.machine.program import Question
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.model.action import Action, Decision
from cardrules.model.state import State
from cardrules.model.types import CARD
from cardrules.prose import join, reads_alike
from cardrules.table.faces import faces_of
from cardrules.table.meaning import Understanding
from cardrules.table.once import once
from cardrules.table.passages import line_asked_for
from cardrules.table.reading import Rule
from cardrules.table.sources import cards_there, zones_of
from cardrules.table.teller import Teller
from cardrules.table.wording import capital, number, words


class Ways:
    """The ways of the player who takes the decision."""

    def __init__(
        self, game: Game, s: State, decision: Decision, understanding: Understanding
    ) -> None:
        self._game = game
        self._s = s
        self._decision = decision
        self.understanding = understanding

    @property
    def searches(self) -> Sequence[Search]:
        """What can be chosen, possible or not."""
        return self.understanding.searches()

    @property
    def _question(self) -> Question:
        return self._game.program.questions[self._decision.site]

    @property
    def last(self) -> Search | None:
        """What can be chosen if nothing else is possible."""
        last = self._question.last
        return None if last is None else self._game.program.searches[last]

    @property
    def is_mere_choice(self) -> bool:
        """Whether something is chosen without a name for what is done with it."""
        return self.searches[0].secret

    @property
    def prompt(self) -> str:
        """What the player is asked."""
        narrator = Narrator(self._game, self._decision.player, self.understanding.names, you=True)
        return capital(narrator.question(self._s) or self._decision.prompt)

    def zone(self, name: str) -> str:
        """What a zone is called."""
        return self._game.ruleset.zones[name].origin.sentence or words(name)

    def of(self, search: Search, arguments: Mapping[str, object]) -> list[Action]:
        """The ways to take an action with some of its choices given."""
        return [
            action
            for answer in self._game.answers(self._s)
            if answer[0] == search.index
            for unnumbered in (self._game.unnumbered(self._s, answer),)
            for action in (self._game.numbered(self._s, unnumbered, answer, 1),)
            if all(action.arguments[name] == value for name, value in arguments.items())
        ]

    def number_of(self, search: Search) -> int:
        """In how many ways an action is possible."""
        total = 0
        for part in parts_of(self._game.answers(self._s)):
            if not isinstance(part, Chain):
                total += sum(answer[0] == search.index for answer in part)
            elif part.search == search.index:
                total += count_of(part)
        return total

    def looks_at_faces_alone(self, test: ir.Expr) -> bool:
        """Whether a condition on a card looks at nothing but what is printed on it."""
        definitions = self._game.ruleset.definitions
        return all(
            isinstance(node, _OF_FACES)
            and (
                not isinstance(node, ir.CallDefinition)
                or self.looks_at_faces_alone(definitions[node.definition].value)
            )
            for node in ir.walk(test)
            if isinstance(node, ir.Expr)
        )

    # -- in words ----------------------------------------------------------------------------------

    def all_here(self, teller: Teller) -> list[Rule]:
        """Every action: those that are possible, and why the others are not.

        One way is told by its sentence, if it has one.
        """
        numbers = {search.index: self.number_of(search) for search in self.searches}
        if self.is_mere_choice:
            ways = numbers[self.searches[0].index]
            told = "There is only one answer" if ways == 1 else in_ways("You may choose", ways)
            return [Rule(self.prompt, self._decision.ids), Rule(told, (), 1)]
        possible = [
            Rule(self._possible(search, numbers[search.index], teller), search.origin.ids, 1)
            for search in self.searches
            if numbers[search.index]
        ]
        if self._question.form == "window":
            possible.append(Rule(teller.answer(PASS), (), 1))
        others = [search for search in self.searches if not numbers[search.index]]
        lines = [Rule("You may now:"), *possible] if possible else []
        lines += [Rule("Not possible now:")] if others else []
        why = [self.why_not(label_of(search), search) for search in others]
        return [*lines, *told_together(why)]

    def _possible(self, search: Search, ways: int, teller: Teller) -> str:
        answer = self.of(search, {})[0].answer if ways == 1 else None
        sentence = teller.sentence(answer) if answer is not None else ""
        return sentence or in_ways(label_of(search), ways)

    def why_not(
        self, label: str, search: Search, arguments: Mapping[str, object] = MappingProxyType({})
    ) -> WhyNot:
        """Why an action is not possible, in short."""
        refusal = explain(self._game, self._s, Action(search.name, arguments))
        told = self.told(search, refusal.reasons if refusal is not None else ())
        ids = tuple(dict.fromkeys(item for rule in told for item in rule.ids))
        reason = "; ".join(rule.text for rule in told)
        if len(told) > 1:
            reason = f"nothing fits: {reason}"
        reasons = refusal.reasons if refusal is not None else ()
        return WhyNot(
            label, reason, ids,
            lacks_card=not arguments and bool(self._lacking(search)),
            is_unplaced=bool(reasons) and all(one.clause for one in reasons),
        )  # fmt: skip

    def _lacking(self, search: Search) -> dict[ir.Origin, str]:
        """By the choices for which a player has no card of the line of the card table that they
        take: that there is none.
        """
        faces = once(self._game, faces_of)
        found = {}
        for choice in search.choices:
            line, zones = line_asked_for(choice), zones_of(search, choice)
            there = [item.face for item in cards_there(self.understanding.view, zones)]
            if line is None or not all(zones.values()) or not zones or None in there:
                continue  # it is not so, or not known
            wanted = [face.name for face in faces.values() if face.line == line]
            if not set(wanted).intersection(there):
                where = join([self.zone(name) for name in zones], last="or")
                found[choice.origin] = f"you have no {join(wanted, last='or')} in your {where}"
        return found

    def no_interrupt(self) -> str:
        """Why there is no interrupt, where a card of the player's own would be one."""
        asked = [
            (search, choice)
            for search in self.searches
            for choice in search.choices[:1]
            if choice.type == CARD
        ]
        zones = [zones_of(search, choice) for search, choice in asked]
        are_own = all(zone and all(zone.values()) for zone in zones)
        if len(asked) < len(self.searches) or not are_own:
            return ""
        if not any(list(cards_there(self.understanding.view, zone)) for zone in zones):
            where = dict.fromkeys(self.zone(name) for zone in zones for name in zone)
            return f"You have no card in your {join(list(where), last='or')}"
        if all(self._lacking(search) for search, _ in asked):
            return "You have no such card"
        return "No card of yours fits"

    def whether_possible(self, search: Search) -> Rule:
        """Whether an action is possible, in how many ways, or why not."""
        label = _short(label_of(search))
        number = self.number_of(search)
        if number:
            return Rule(in_ways(f"{label} is possible now", number))
        why = self.why_not(label, search)
        return Rule(f"{label} is not possible now: {why.reason}", why.ids)

    def told(self, search: Search, reasons: Iterable[Reason]) -> list[Rule]:
        """Reasons in words for the player, each once."""
        lacking = self._lacking(search)
        found = []
        for one in reasons:
            # That there is none says more than a sentence that such a card is needed.
            told = lacking.get(one.origin, "") if one.origin.sentence else ""
            found.append(Rule(told or self._in_words(one), one.ids))
        return list(dict.fromkeys(found))

    def _in_words(self, reason: Reason) -> str:
        """A reason; one for which the rules have no sentence is not told by their line."""
        if reason.is_line:
            return f"{words(reason.clause)} does not fit" if reason.clause else _NO_SENTENCE
        return words(reason.told(self.understanding.names, self._decision.player))


_NO_CARD = "you have no such card"
_NO_SENTENCE = "the rules do not allow it"


@attrs.frozen
class WhyNot:
    """Something that is not possible, and why, by which rules.

    `lacks_card`: it takes a card of one line of the card table, and the player has none.
    `is_unplaced`: nothing but the clauses of placements stands in the way.
    """

    label: str
    reason: str
    ids: tuple[str, ...]
    lacks_card: bool = False
    is_unplaced: bool = False


def told_together(found: Sequence[WhyNot]) -> list[Rule]:
    """What is not possible for the same reason, in one line."""
    lacking = [item for item in found if item.lacks_card]
    if len(lacking) > 1:
        found = [attrs.evolve(item, reason=_NO_CARD) if item in lacking else item for item in found]
    lines = []
    for reason in dict.fromkeys(item.reason for item in found):
        alike = [item for item in found if item.reason == reason]
        labels = list(dict.fromkeys(filter(None, (_short(item.label) for item in alike))))
        label = ("; " if any("," in one for one in labels) else ", ").join(labels)
        ids = tuple(dict.fromkeys(name for item in alike for name in item.ids))
        says_both = not label or reason.lower().startswith(label.lower())
        lines.append(Rule(capital(reason) if says_both else f"{label}: {reason}", ids, 1))
    return lines


def _short(label: str) -> str:
    return label.partition(":")[0]


# What a condition is made of that looks at the faces of the cards it is given, and nothing else.
_OF_FACES = (
    ir.Const, ir.OptionValue, ir.Local, ir.Bound, ir.Attribute, ir.IsLine, ir.Compare, ir.Logic,
    ir.Negation, ir.Arithmetic, ir.CallDefinition,
)  # fmt: skip


def label_of(search: Search) -> str:
    """What an action is called; what is only chosen has no name."""
    return "" if search.secret else search.label


def in_ways(label: str, ways: int) -> str:
    """What is possible, and in how many ways if there are several."""
    return label if ways == 1 else f"{label}, in {number(ways, 'way')}"


def is_called(label: str, text: str) -> bool:
    """Whether an action has the name of something else, such as of its card."""
    return reads_alike(label, text)
