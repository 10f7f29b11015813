"""The registry of diagnostic codes.

The hundreds follow the stages: 0 file, 1 syntax, 2 front matter, 3 names, 4 types, 5 flow,
6 scenarios, 7 play, 8 house rules, 9 comments that ignore diagnostics. A code is never given to
something else once it has been published.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Literal

from cardrules.plain import PlainInOrder


class Code(PlainInOrder):
    """A kind of diagnostic: its readable name, how bad it is, and a line on what it means."""

    code: str
    slug: str
    severity: Literal["error", "warning", "hint"]
    summary: str


def _registry(*codes: Code) -> MappingProxyType[str, Code]:
    table = {item.code: item for item in codes}
    if len(table) != len(codes) or len({item.slug for item in codes}) != len(codes):
        raise ValueError("a diagnostic code or slug is given twice")
    return MappingProxyType(table)


CODES = _registry(
    Code("CR001", "file-unreadable", "error", "The file cannot be read."),
    Code("CR002", "file-too-large", "error", "The file is larger than a ruleset may be."),
    Code("CR003", "bad-character", "error", "A character that no ruleset may contain."),
    Code("CR004", "no-front-matter", "error", "The file does not begin with front matter."),
    Code("CR005", "too-deep", "error", "Something is nested too deeply or a line is too long."),
    Code("CR006", "too-many", "error", "More is wrong with a file than is listed."),
    Code("CR101", "syntax-error", "error", "The rules text is not of the language here."),
    Code("CR102", "bad-indentation", "error", "The indentation does not fit."),
    Code("CR103", "tab-indentation", "error", "A line is indented with a tab."),
    Code(
        "CR104",
        "bad-sentence",
        "error",
        "A sentence is empty, or braces in it hold no value.",
    ),
    Code("CR201", "yaml-syntax", "error", "The front matter is not YAML."),
    Code("CR202", "duplicate-key", "error", "A key is given twice."),
    Code("CR203", "unknown-key", "error", "A key that the front matter does not know."),
    Code("CR204", "wrong-type", "error", "A value of the wrong type."),
    Code("CR205", "missing-key", "error", "A key that must be there is missing."),
    Code("CR206", "bad-value", "error", "A value that is not allowed here."),
    Code("CR207", "yaml-alias", "error", "YAML anchors, aliases and tags are not used here."),
    Code("CR208", "card-table", "error", "The card table does not add up."),
    Code("CR209", "bad-players", "error", "The player range or the teams do not fit."),
    Code("CR210", "bad-option", "error", "An option whose default and range do not fit."),
    Code(
        "CR211",
        "unplayable",
        "error",
        "The game cannot begin with some number of players or option.",
    ),
    Code("CR212", "no-goal", "hint", "Players are not told what the game or a turn is about."),
    Code("CR213", "no-card-text", "hint", "Players are not told what a card does."),
    Code("CR301", "unknown-name", "error", "A name that is not declared."),
    Code("CR302", "duplicate-name", "error", "A name that is declared twice."),
    Code("CR303", "reserved-name", "error", "A name that the language keeps for itself."),
    Code("CR304", "missing-part", "error", "The ruleset lacks a part that every game needs."),
    Code("CR305", "recursive-definition", "error", "Definitions that need each other in a circle."),
    Code("CR401", "type-mismatch", "error", "A value of another type than is needed here."),
    Code("CR402", "not-comparable", "error", "Two values that cannot be compared."),
    Code("CR403", "wrong-arguments", "error", "A wrong number of arguments."),
    Code("CR404", "whose", "error", "It is not said whose zone or counter is meant."),
    Code("CR405", "may-be-none", "error", "A value that may be none is used as if it were there."),
    Code("CR501", "misplaced", "error", "A statement that has no meaning at this place."),
    Code("CR502", "unused", "warning", "A declaration that nothing uses."),
    Code("CR503", "hidden-choice", "error", "A choice among cards that the chooser cannot see."),
    Code("CR504", "endless", "error", "Rounds or turns that nothing ends."),
    Code("CR505", "same-condition", "hint", "Two standing rules act on one condition."),
    Code(
        "CR506", "hidden-premise", "warning", "What is possible depends on cards that are hidden."
    ),
    Code("CR507", "unreachable", "warning", "A line to which nothing comes."),
    Code(
        "CR510",
        "same-values",
        "warning",
        "Values of an option between which no line makes a difference.",
    ),
    Code(
        "CR511",
        "nothing-to-stop",
        "warning",
        "An interrupt stops an action of which nothing is left.",
    ),
    Code(
        "CR512",
        "no-partners",
        "warning",
        "Partners are meant in a game in which nobody has any.",
    ),
    Code(
        "CR513",
        "lost-cards",
        "warning",
        "Cards go to a zone of a player from which nothing ever takes them.",
    ),
    Code(
        "CR514",
        "card-without-use",
        "warning",
        "An action is named like a card line that no rule knows.",
    ),
    Code(
        "CR515",
        "decides-nothing",
        "warning",
        "A value by which the winner is found is the same for everybody.",
    ),
    Code("CR516", "no-turn", "warning", "The set-up speaks of whose turn it is."),
    Code(
        "CR517",
        "runs-dry",
        "warning",
        "A pile that runs dry in the course of the game, and no line knows of it.",
    ),
    Code(
        "CR518",
        "fits-nothing",
        "warning",
        "A placement by which nothing fits, or cards that fit on nothing and carry nothing.",
    ),
    Code(
        "CR519",
        "tie-by-seat",
        "warning",
        "The order of the seats settles a tie, and no line says so.",
    ),
    Code("CR520", "always-so", "warning", "A condition that always holds, or never does."),
    Code("CR521", "too-few-cards", "warning", "A line asks for more cards than there are."),
    Code(
        "CR522",
        "never-goes-on",
        "warning",
        "Rounds, turns or a `while` whose end is settled before they begin.",
    ),
    Code(
        "CR523",
        "told-by-variable",
        "warning",
        "A variable tells of cards that were chosen in secret.",
    ),
    Code(
        "CR524",
        "never-rests",
        "warning",
        "A standing rule that takes away again what it has drawn.",
    ),
    Code("CR525", "no-such-value", "warning", "A value that no card has, or that no line uses."),
    Code("CR526", "shadowed-name", "warning", "A name stands in front of the name of a number."),
    Code(
        "CR527",
        "many-sets",
        "warning",
        "Thousands of sets are tried one by one, for a few of them.",
    ),
    Code(
        "CR528",
        "nothing-possible",
        "warning",
        "Somebody who has cards can do nothing, and no line says what then.",
    ),
    Code("CR529", "never-taken", "warning", "A branch or an action to which no game can come."),
    Code(
        "CR530",
        "hidden-by-name",
        "warning",
        "A choice among cards behind a name, which the chooser cannot see.",
    ),
    Code("CR535", "untold", "hint", "Something happens of which no sentence tells."),
    Code("CR536", "option-untold", "hint", "Players are not told what an option means."),
    Code("CR537", "house-rules-untold", "hint", "House rules do not say what they change."),
    Code("CR540", "goes-on-for-ever", "warning", "A game that can go on for ever."),
    Code("CR550", "unknown-rule-id", "warning", "A rule is cited that the rulebook does not have."),
    Code("CR551", "rule-without-id", "hint", "A rule that cites none of the rulebook."),
    Code("CR553", "wrong-total", "warning", "The counts of the cards miss their total."),
    Code("CR554", "no-effect", "warning", "An option without any effect."),
    Code("CR560", "never-answers", "warning", "An interrupt that can answer nothing."),
    Code("CR561", "asked-in-vain", "hint", "Others are asked for an answer that cannot come."),
    Code("CR562", "order-of-answers", "hint", "Several take one thing, and the last one has it."),
    Code("CR563", "free-answer", "hint", "An answer that answers its own sort and costs nothing."),
    Code("CR564", "open-question", "hint", "Something that the rules leave open."),
    Code("CR570", "cut-by-stop", "warning", "A `stop` leaves out the end of a turn."),
    Code("CR571", "left-behind", "warning", "House rules have taken away what used something."),
    Code(
        "CR572",
        "sentence-over-change",
        "hint",
        "A sentence of the game over lines that house rules have changed.",
    ),
    Code("CR573", "two-writers", "warning", "Two files of house rules set one variable."),
    Code("CR601", "scenario-form", "error", "Something is not written as scenarios are."),
    Code("CR602", "scenario-cases", "error", "Placeholders that do not fit the table of cases."),
    Code("CR603", "scenario-game", "error", "There is no such game for a scenario."),
    Code("CR604", "scenario-fact", "error", "A scenario speaks of what its game does not have."),
    Code("CR605", "scenario-position", "error", "A position that cannot be prepared."),
    Code("CR606", "scenario-rule", "error", "A scenario cites a rule that its ruleset does not."),
    Code("CR701", "endless-game", "error", "A game that did not come to its end."),
    Code(
        "CR702", "too-many-answers", "error", "Something depends on too many answers to a choice."
    ),
    Code("CR703", "number-too-large", "error", "A number beyond those of the language."),
    Code("CR705", "stack-gone", "error", "A stack that is gone is meant where it must be there."),
    Code("CR801", "house-rule-form", "error", "Something is not written as house rules are."),
    Code("CR802", "no-such-line", "error", "House rules name a line that the base does not have."),
    Code("CR803", "several-such-lines", "error", "House rules name a line, and several fit."),
    Code("CR804", "conflict", "error", "Two changes of house rules that cannot both be made."),
    Code("CR805", "no-base", "error", "What house rules extend cannot be found."),
    Code("CR806", "other-base", "error", "House rules that are not for this game."),
    Code("CR808", "no-switch", "error", "A change that cannot be made by an option."),
    Code("CR807", "company", "error", "House rules that cannot be together, or not alone."),
    Code("CR901", "useless-ignore", "warning", "A comment ignores what is not found there."),
    Code("CR902", "ignore-without-reason", "warning", "A comment does not say why it ignores."),
    Code("CR903", "bad-ignore", "warning", "A comment ignores what cannot be ignored."),
)
