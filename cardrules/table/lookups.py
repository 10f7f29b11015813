"""What a viewer may look up at the table: the rules, those in force at a decision, and reasons."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from cardrules.engine.game import Game
from cardrules.engine.sets.answers import PASS
from cardrules.engine.showing.view import View
from cardrules.model.state import State
from cardrules.table.action_told import when_possible
from cardrules.table.ahead import how_all_stand
from cardrules.table.meaning import Understanding
from cardrules.table.partners import about_players
from cardrules.table.parts import parts_called
from cardrules.table.reading import Rule, rules_here
from cardrules.table.rulebook import all_lines, rules_about
from cardrules.table.sheet import Sheet
from cardrules.table.teller import Teller
from cardrules.table.topics import about
from cardrules.table.typed_words import quoted
from cardrules.table.ways import Ways
from cardrules.table.why import Why

_OTHER_MOMENT = "this is not the moment for it"
# With more possibilities than that nothing is explained: it would take too long.
_MOST_EXPLAINED = 20_000
# So many letters of a question are read.
_LONGEST_EXPLAINED = 400


class Lookups:
    """Answers in lines, each with the IDs of rules and how far it is indented.

    `teller` is there for the viewer who is asked; others are told of rules, but of no reasons.
    """

    def __init__(
        self, game: Game, s: State, view: View, names: Sequence[str], teller: Teller | None
    ) -> None:
        self._game = game
        self._s = s
        self._view = view
        self._names = names
        self._teller = teller

    # -- rules -------------------------------------------------------------------------------------

    def rules_here(self, *, with_source: bool = False) -> list[Rule]:
        """What may be done at the decision, and for whoever takes it why not the rest.

        Nothing once the game is over. What has no sentence is told, if at all, as the line of the
        ruleset that it is.
        """
        decision = self._view.decision
        if decision is None:
            return []
        if self._teller is None:
            return rules_here(self._game, decision, with_source=with_source)
        ways = self._ways(self._teller)
        if with_source or ways.is_mere_choice or self._refusal_to_explain(""):
            return rules_here(self._game, decision, ways.prompt, with_source=with_source)
        return [Rule(ways.prompt, decision.ids), *ways.all_here(self._teller)]

    def rules(self, *, with_source: bool = False) -> list[Rule]:
        """The rules as a sheet in the order of a rulebook, or as the lines of the ruleset."""
        return all_lines(self._game) if with_source else Sheet(self._game).lines()

    def about(self, wanted: str) -> list[Rule]:
        """What there is to say about the goal, a card, an action, a rule ID; empty if nothing."""
        is_told = self._teller is not None and not self._refusal_to_explain("")
        passing = self._passing(wanted) if is_told else []
        if passing:
            return passing
        viewer = self._view.viewer if isinstance(self._view.viewer, int) else None
        told = about_players(self._game.tables.teams, self._names, viewer, wanted)
        lines = [*map(Rule, told), *about(self._game, wanted)]
        return [*lines, *(self._whether_possible(wanted) if is_told else ())]

    def _passing(self, wanted: str) -> list[Rule]:
        """What it is to pass, if that is a line of the menu that begins so."""
        teller, decision = self._teller, self._view.decision
        assert teller is not None and decision is not None
        if decision.asks_for != "interrupt" or not teller.is_passing(wanted):
            return []
        return [Rule(teller.answer(PASS)), Rule("You give no answer; p is short for it", (), 1)]

    def no_interrupt(self) -> str:
        """Why whoever is asked, and can but pass, has no interrupt."""
        assert self._teller is not None
        return self._ways(self._teller).no_interrupt()

    def _whether_possible(self, wanted: str) -> Iterator[Rule]:
        """Whether an action that is named is possible now, or why not."""
        assert self._teller is not None
        ways = self._ways(self._teller)
        here = {schema.name: schema for schema in ways.searches}
        actions = {**self._game.ruleset.actions, **self._game.ruleset.interrupts}
        for part in parts_called(self._game.ruleset, wanted):
            if part.name in here:
                yield ways.whether_possible(here[part.name])
            elif part.name in actions:
                told = f"{actions[part.name].label} is not possible now"
                when = when_possible(self._game, actions[part.name])
                yield Rule(f"{told}: only {when}" if when else f"{told}: {_OTHER_MOMENT}")

    def source_of(self, wanted: str) -> list[str]:
        """The lines of the ruleset that are called so, or carry a rule ID; empty if none do."""
        return rules_about(self._game, wanted)

    def score(self) -> list[Rule]:
        """Who is ahead as far as everybody can see it, what counts, and what ends the game."""
        return how_all_stand(self._game, self._s, self._view, self._names)

    # -- reasons -----------------------------------------------------------------------------------

    def why(self, text: str) -> list[Rule]:
        """Why what a text means is not allowed, and what would be; without a text, of all."""
        refusal = self._refusal_to_explain(text)
        return [Rule(refusal)] if refusal else self._why.answer(text)

    def why_unread(self, text: str) -> list[Rule]:
        """Why words mean nothing that can be chosen; nothing if they name no action and no card."""
        return [] if self._refusal_to_explain(text) else self._why.of_unread(text)

    def why_cards(self, faces: Sequence[str]) -> list[Rule]:
        """The same for cards, whatever else may be called like these."""
        refusal = self._refusal_to_explain(" ".join(faces))
        return [Rule(refusal)] if refusal else self._why.about_cards(faces)

    @cached_property
    def _why(self) -> Why:
        assert self._teller is not None
        return Why(self._game, self._s, self._ways(self._teller), self._teller)

    def _ways(self, teller: Teller) -> Ways:
        decision = self._view.decision
        assert decision is not None, "whoever has a teller is asked"
        understanding = Understanding(self._game, self._view, self._names, teller.values.stacks())
        return Ways(self._game, self._s, decision, understanding)

    def _refusal_to_explain(self, text: str) -> str:
        if self._teller is None:
            return "Only whoever is asked can ask why."
        answers = self._game.answers(self._s)
        if len(answers) > _MOST_EXPLAINED:
            return "There are too many possibilities here to explain one."
        if any(self._teller.is_blind(answer) for answer in answers):
            # An answer would tell whether a certain card is among those that lie hidden.
            return "Here you may choose cards that you do not know, so no reason is told."
        if len(text) > _LONGEST_EXPLAINED:
            return f"{quoted(text)} is too long to be understood."
        return ""
