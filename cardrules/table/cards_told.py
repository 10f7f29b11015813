"""The cards of a game with what they do; cards that do the same stand together."""

from __future__ import annotations

from collections.abc import Sequence

from cardrules.engine.game import Game
from cardrules.table.faces import faces_of
from cardrules.table.model import Face, Fact
from cardrules.table.reading import Rule
from cardrules.table.wording import capital, number


def alike(game: Game) -> list[Sequence[Face]]:
    """The cards of a game in their order: those of one line of the card table that do the same."""
    groups: dict[tuple[str, str, int], list[Face]] = {}
    for face in faces_of(game).values():
        if face.count:
            groups.setdefault((face.line, face.text, face.count), []).append(face)
    return list(groups.values())


def in_one_line(faces: Sequence[Face]) -> str:
    """Cards that do the same: their names, how many there are, facts, and what they do."""
    names = ", ".join(face.name for face in faces)
    count = number(faces[0].count, "card") + (" of each" if len(faces) > 1 else "")
    shared = [fact for fact in faces[0].facts if all(fact in face.facts for face in faces)]
    told = f"{names} ({', '.join([count, *map(fact_in_words, shared)])})"
    return f"{told}: {faces[0].text}" if faces[0].text else told


def told_of(face: Face) -> list[Rule]:
    """A card: its name, facts and text."""
    facts = ", ".join(map(fact_in_words, face.facts))
    lines = [Rule(f"{face.name} ({number(face.count, 'card')})")]
    lines += [Rule(capital(facts), (), 1)] if facts else []
    return [*lines, *([Rule(face.text, (), 1)] if face.text else [])]


def fact_in_words(fact: Fact) -> str:
    """An attribute of a card, such as `colour green`."""
    return fact.label if fact.value is True else f"{fact.label} {fact.text}"
