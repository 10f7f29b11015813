"""CR564: what the rules leave to the language, so that the rulebook's author may want to say it.

Nothing of this is wrong: there is an order, a winner, a card that is taken. But who reads the
rulebook does not find it there. It is told only if somebody asks for it, and not where a note at
the line says something about it.
"""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.lint.check import Check, Finding
from cardrules.lint.choosing import Choosing, choices_of
from cardrules.lint.faces import Faces
from cardrules.lint.lines import lines, written_out
from cardrules.lint.touched import changed, looked_at
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.model.types import CARD
from cardrules.rule_ids import cited_ids
from cardrules.source import Span

# So many rules are named in one sentence.
_MOST_NAMED = 20
# The line with which the front matter begins.
_FRONT_MATTER = Span(0, 3)


def find_open_questions(ruleset: Ruleset) -> Iterator[Finding]:
    """The questions, in the order of the lines at which they come up."""
    found = [
        *_answers(ruleset),
        *_standing(ruleset),
        *_winner(ruleset),
        *_order_on_piles(ruleset),
        *_empty_piles(ruleset),
        *_uncited(ruleset),
        *_never_chosen(ruleset),
    ]
    # A line of a trait counts once.
    told = {(item.span.start, item.message): item for item in found}
    yield from (told[key] for key in sorted(told))


def _question(origin: ir.Origin, question: str, help: str) -> Finding:
    ids = f" [{', '.join(origin.ids)}]" if origin.ids else ""
    return Finding(span=origin.name_span, message=f"{question}{ids}.", help=help)


def _answers(ruleset: Ruleset) -> Iterator[Finding]:
    """Windows in which several may answer, and no line says from whom on."""
    for line in lines(ruleset):
        if not isinstance(line.of, ir.OpenWindow) or line.origin.sentence:
            continue
        ops = {node.op for node in ir.walk(line.of.asked) if isinstance(node, ir.Operation)}
        if not ops & {"only", "clockwise_from"}:
            yield _question(
                line.origin,
                "Several may want to answer at once, and it is not said who comes first",
                "Now they are asked in the order in which they sit, and each answer takes effect "
                "before the next one is asked. `clockwise_from(...)` says it in the rules.",
            )


def _never_chosen(ruleset: Ruleset) -> Iterator[Finding]:
    """Cards that no choice can take, and of which no text says what they are for."""
    choosing, taken = Choosing(ruleset, Faces(ruleset)), set[str]()
    for choice, premises in choices_of(ruleset):
        if choice.type == CARD:
            taken |= {kind.line for kind in choosing.kinds(choice, premises, {})}
        elif choice.type.has_cards:
            return  # a set can have any card in it
    told = {kind.line for kind in ruleset.kinds if kind.text}
    told |= {trigger.line for trigger in ruleset.triggers if trigger.line is not None}
    for name, line in ruleset.lines.items() if taken else ():
        if name not in taken and name not in told:
            yield Finding(
                span=line.span,
                message=f"No choice can take a `{name}`, and it is not said what it is for.",
                help="A text of the card can say so, or an action can take it.",
            )


def _standing(ruleset: Ruleset) -> Iterator[Finding]:
    """Standing rules of which one changes what another one looks at."""
    rules = list(ruleset.standing.values())
    for at, second in enumerate(rules):
        for first in rules[:at]:
            if second.origin.sentence and first.origin.sentence:
                continue
            one, other = looked_at(first.body, ruleset), looked_at(second.body, ruleset)
            if changed(first.body, ruleset) & other or changed(second.body, ruleset) & one:
                yield _question(
                    second.origin,
                    f"`{first.name}` and `{second.name}` can come due at once, and it "
                    "is not said which comes first",
                    f"Now it is `{first.name}`, which stands above.",
                )


def _winner(ruleset: Ruleset) -> Iterator[Finding]:
    """A winner by values that can be equal."""
    if ruleset.criteria and not ruleset.criteria[0].origin.sentence:
        yield _question(
            ruleset.criteria[-1].origin,
            "Several may be equal in all of this, and it is not said what then",
            "Now they share the win. A note at this line can say so: "
            '`winner highest score [R9] "a tie is shared"`.',
        )


def _order_on_piles(ruleset: Ruleset) -> Iterator[Finding]:
    """Cards that go to a pile together, and are drawn from it later."""
    drawn = {
        node.zone
        for line in lines(ruleset)
        if isinstance(line.of, ir.Draw)
        for node in ir.walk(line.of.source)
        if isinstance(node, ir.ZoneOf)
    }
    shuffled = {
        node.zone
        for line in lines(ruleset)
        if isinstance(line.of, ir.Shuffle)
        for node in ir.walk(line.of.zone)
        if isinstance(node, ir.ZoneOf)
    }
    for line in lines(ruleset):
        match line.of:
            case ir.MoveCards(
                cards=ir.Contents(zone=ir.ZoneOf(zone=source)) | ir.AllContents(zone=source),
                to=ir.ZoneOf(zone=pile),
            ) if pile in drawn - shuffled and ruleset.zones[source].shape == "spread":
                if not line.origin.sentence:
                    yield _question(
                        line.origin,
                        f"Several cards go to `{pile}` together, and are drawn from it later: "
                        "it is not said in which order they lie",
                        "Now they lie as they came into the spread. Somebody could choose, or the "
                        "pile could be shuffled.",
                    )


def _empty_piles(ruleset: Ruleset) -> Iterator[Finding]:
    """Draws from a pile of which no line says what happens when it is empty."""
    renewed = {trigger.zone for trigger in ruleset.triggers if trigger.line is None}
    asked = {
        node.zone
        for line in lines(ruleset)
        if not isinstance(line.of, ir.Draw | ir.Shuffle | ir.MoveCards)
        for node in written_out(ruleset, line.nodes())
        if isinstance(node, ir.ZoneOf | ir.AllContents)
    }
    told: set[str] = set()
    for line in lines(ruleset):
        match line.of:
            case ir.Draw(source=ir.ZoneOf(zone=pile)) if line.within.role != "setup":
                if pile not in renewed | asked | told and not line.origin.sentence:
                    told.add(pile)
                    yield _question(
                        line.origin,
                        f"It is not said what happens if `{pile}` is empty",
                        "Now as many cards are drawn as there are, and it goes on.",
                    )


def _uncited(ruleset: Ruleset) -> Iterator[Finding]:
    """The rules of the rulebook that no line cites."""
    cited = frozenset(cited_ids(ruleset.text.text))
    left = [name for name in ruleset.listed_ids if name not in cited]
    if left:
        told = ", ".join(left[:_MOST_NAMED]) + (" and more" if len(left) > _MOST_NAMED else "")
        yield Finding(
            span=_FRONT_MATTER,
            message=f"No line cites {told}.",
            help="Cite the rule where it is carried out, or in a comment of the front matter.",
        )


CHECK = Check(code="CR564", find=find_open_questions, wish="questions")
