"""What there is to say about something that a person names: the game, a card, a rule, in sentences.

Nothing of it depends on a state, and no line of the language is told.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.engine.game import Game
from cardrules.model import ir
from cardrules.model.ruleset import Ruleset
from cardrules.rule_ids import ids_in, without_ids
from cardrules.table.action_told import told_of_action
from cardrules.table.card_names import CardNames, tokens_of
from cardrules.table.cards_told import alike, in_one_line, told_of
from cardrules.table.faces import faces_of
from cardrules.table.in_force import InForce
from cardrules.table.model import Face
from cardrules.table.once import once
from cardrules.table.parts import Part, parts_called
from cardrules.table.reading import Rule
from cardrules.table.search import said_of
from cardrules.table.sheet import Sheet
from cardrules.table.wording import capital, words
from cardrules.table.zones_told import zone_in_words

# Sections of the sheet by the words that somebody may type for them.
_SECTIONS = {
    "setup": "Setting up", "score": "Score", "winner": "Score", "option": "Options",
    "options": "Options",
}  # fmt: skip


def about(game: Game, wanted: str) -> list[Rule]:
    """All that is said of something; empty if there is nothing of this name, nor a word of it.

    What has a name of its own is told first; of a mere word all sentences are told that have it.
    What options rule out is told as that.
    """
    lowered = " ".join(wanted.lower().split())
    if not lowered:
        return []
    if lowered in ("card", "cards"):
        return [Rule(in_one_line(faces)) for faces in alike(game)]
    one = lowered.removesuffix("s")
    if parts_called(game.ruleset, one) and not parts_called(game.ruleset, lowered):
        lowered = one  # of tokens people speak as of several
    found = list(_of_game(game, lowered))
    found += [line for face in _faces_named(game, lowered) for line in told_of(face)]
    found += [line for name in _options_named(game, lowered) for line in _of_option(game, name)]
    ruleset = game.ruleset
    parts = [] if lowered in _SECTIONS else parts_called(ruleset, lowered)
    ruled_out = once(game, InForce).ruled_out
    parts.sort(key=lambda part: part.origin.span in ruled_out)  # what is in force comes first
    found += [line for part in parts for line in _of_part(game, part, lowered)]
    if not found or any(part.name in (*ruleset.zones, *ruleset.variables) for part in parts):
        found += said_of(game, lowered)
    return found or [line for face in _faces_near(game, lowered) for line in told_of(face)]


def _of_game(game: Game, lowered: str) -> Iterator[Rule]:
    """The goal and the like, or a section of the sheet."""
    ruleset = game.ruleset
    text = {"goal": ruleset.goal, "turn": ruleset.turn, "end": ruleset.end}.get(lowered, "")
    if text:
        yield Rule(text.strip())
    sheet = Sheet(game)
    for section in sheet.sections() if lowered in _SECTIONS else ():
        if section.title == _SECTIONS[lowered]:
            yield from section.lines()
    off = sheet.options_off()
    if lowered.startswith("option") and lowered in _SECTIONS and off.rules:
        yield from off.lines()


# -- cards -----------------------------------------------------------------------------------------


def _faces_named(game: Game, lowered: str) -> Sequence[Face]:
    """The cards of a name, of a line of the card table, or whose names begin so."""
    faces = once(game, faces_of)
    wanted = tokens_of(lowered)
    exact = [face for face in faces.values() if tokens_of(face.name) == wanted]
    of_line = [face for face in faces.values() if tokens_of(face.line) == wanted]
    begun = [face for face in faces.values() if tokens_of(face.name)[: len(wanted)] == wanted]
    return exact or of_line or begun


def _faces_near(game: Game, lowered: str) -> Sequence[Face]:
    """The cards that somebody may mean who has misspelt a name."""
    faces = once(game, faces_of)
    return [faces[name] for name in CardNames(game.ruleset).meant_by(lowered, list(faces))]


# -- options and declarations ----------------------------------------------------------------------


def _options_named(game: Game, lowered: str) -> list[str]:
    return [
        name
        for name, option in game.ruleset.options.items()
        if words(name).lower() == lowered or lowered in map(str.lower, ids_in(option.help))
    ]


def _of_option(game: Game, name: str) -> Iterator[Rule]:
    option = game.ruleset.options[name]
    label = capital(words(name))
    is_off = game.tables.options[name] is False
    yield Rule(f"{label} (not in force)" if is_off else label, ids_in(option.help))
    if option.help:
        yield Rule(capital(without_ids(option.help)), (), 1)


def _action(ruleset: Ruleset, part: Part) -> ir.DeclaredAction | None:
    return ruleset.actions.get(part.name) or ruleset.interrupts.get(part.name)


def _of_part(game: Game, part: Part, lowered: str) -> list[Rule]:
    """A declaration: its own sentence, and below it those of its lines.

    Of a rule ID those alone that cite it; of an action those that are in force.
    """
    ruleset = game.ruleset
    zone = ruleset.zones.get(part.name)
    if zone is not None and zone.origin is part.origin:
        return [Rule(zone_in_words(zone), part.origin.ids)]
    if part.name in ruleset.windows:
        return _interrupts(ruleset, part)
    action = _action(ruleset, part)
    is_id = lowered in (item.lower() for item in part.ids)
    if action is not None and not is_id:
        head = _marked(game, action.label, action.origin)
        return [Rule(head, action.origin.ids), *told_of_action(game, action)]
    title = part.origin.sentence if action is None else action.label
    own = (part.origin.ids, part.origin.sentence)
    notes = [note for note in part.notes[1:] if (note.ids, note.sentence) != own and note.sentence]
    if is_id:
        notes = [note for note in notes if lowered in (item.lower() for item in note.ids)]
    if not title and not notes:
        return []
    head = _marked(game, capital(title or words(part.name)), part.origin)
    ruled_out = once(game, InForce).ruled_out
    notes.sort(key=lambda note: note.span in ruled_out)
    return [Rule(head, part.origin.ids), *dict.fromkeys(_of_note(game, note) for note in notes)]


def _interrupts(ruleset: Ruleset, part: Part) -> list[Rule]:
    """What can be answered where somebody is asked."""
    interrupts = [item for item in ruleset.interrupts.values() if item.window == part.name]
    lines = [Rule(f"{capital(words(part.name))}: what can be answered", part.origin.ids)]
    for action in interrupts:
        lines.append(Rule(action.label, action.origin.ids, 1))
        text = next((kind.text for kind in ruleset.kinds if kind.name == action.label), "")
        lines += [Rule(text, (), 2)] if text else []
    return lines if interrupts else []


def _of_note(game: Game, note: ir.Origin) -> Rule:
    return Rule(_marked(game, capital(note.sentence), note), note.ids, 1)


def _marked(game: Game, text: str, origin: ir.Origin) -> str:
    """A sentence, and before it that options rule out the line at which it stands, if they do."""
    return f"Not in force: {text}" if origin.span in once(game, InForce).ruled_out else text
