"""What there is to say about something that a person names: the game, a card, a rule, in sentences.

Nothing of it depends on a state, and no line of the language is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.rule_ids import ids_in, without_ids
from cardrules.table.card_names import CardNames, tokens_of
from cardrules.table.faces import faces_of
from cardrules.table.model import Face, Fact
from cardrules.table.parts import Part, parts_called
from cardrules.table.reading import Rule
from cardrules.table.wording import capital, number, words


def about(game: Game, wanted: str) -> list[Rule]:
    """All that is said of something; empty if there is nothing of this name."""
    plain = " ".join(wanted.lower().split())
    if not plain:
        return []
    said = _of_game(game).get(plain, "")
    found = [Rule(said)] if said else []
    found += [line for face in _faces_named(game, plain) for line in told_of(face)]
    found += [line for name in _options_named(game, plain) for line in _of_option(game, name)]
    for part in parts_called(game.ruleset, plain):
        found += _of_part(game, part, plain)
    return found or [line for face in _faces_near(game, plain) for line in told_of(face)]


def told_of(face: Face) -> list[Rule]:
    """A card: its name, facts and text."""
    facts = ", ".join(_fact(fact) for fact in face.facts)
    lines = [Rule(f"{face.name} ({number(face.count, 'card')})")]
    lines += [Rule(capital(facts), (), 1)] if facts else []
    return [*lines, *([Rule(face.text, (), 1)] if face.text else [])]


def _fact(fact: Fact) -> str:
    return fact.label if fact.value is True else f"{fact.label} {fact.text}"


def _of_game(game: Game) -> Mapping[str, str]:
    ruleset = game.ruleset
    return {"goal": ruleset.goal, "turn": ruleset.turn, "end": ruleset.end}


# -- cards -----------------------------------------------------------------------------------------


def _faces_named(game: Game, plain: str) -> Sequence[Face]:
    """The cards of a name, of a line of the card table, or whose names begin so."""
    faces = faces_of(game)
    wanted = tokens_of(plain)
    exact = [face for face in faces.values() if tokens_of(face.name) == wanted]
    of_line = [face for face in faces.values() if tokens_of(face.line) == wanted]
    begun = [face for face in faces.values() if tokens_of(face.name)[: len(wanted)] == wanted]
    return exact or of_line or begun


def _faces_near(game: Game, plain: str) -> Sequence[Face]:
    """The cards that somebody may mean who has misspelt a name."""
    faces = faces_of(game)
    return [faces[name] for name in CardNames(game.ruleset).meant_by(plain, list(faces))]


# -- options and declarations ----------------------------------------------------------------------


def _options_named(game: Game, plain: str) -> list[str]:
    return [
        name
        for name, option in game.ruleset.options.items()
        if words(name).lower() == plain or plain in (item.lower() for item in ids_in(option.help))
    ]


def _of_option(game: Game, name: str) -> Iterator[Rule]:
    option = game.ruleset.options[name]
    yield Rule(capital(words(name)), ids_in(option.help))
    if option.help:
        yield Rule(capital(without_ids(option.help)), (), 1)


def _of_part(game: Game, part: Part, plain: str) -> list[Rule]:
    """A declaration: its own sentence, and below it those of its lines.

    Of a rule ID those alone that cite it.
    """
    ruleset = game.ruleset
    action = ruleset.actions.get(part.name) or ruleset.interrupts.get(part.name)
    title = action.label if action is not None else part.origin.sentence
    own = (part.origin.ids, part.origin.sentence)
    notes = [note for note in part.notes[1:] if (note.ids, note.sentence) != own and note.sentence]
    if plain in (item.lower() for item in part.ids):
        notes = [note for note in notes if plain in (item.lower() for item in note.ids)]
    if not title and not notes:
        return []
    lines = [Rule(capital(title or words(part.name)), part.origin.ids)]
    return [*lines, *(_of_note(note) for note in dict.fromkeys(notes))]


def _of_note(note: ir.Origin) -> Rule:
    return Rule(note.sentence, note.ids, 1)
