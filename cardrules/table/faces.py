"""What is printed on the cards of a game, in words."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from cardrules.engine.game import Game
from cardrules.model.ruleset import AttributeType, AttributeValue, Kind
from cardrules.table.model import Face, Fact
from cardrules.table.wording import words


def faces_of(game: Game) -> Mapping[str, Face]:
    """All faces of a game by their names, in the order of the card table."""
    found = (_face(game, number, kind) for number, kind in enumerate(game.ruleset.kinds))
    return MappingProxyType({face.name: face for face in found})


def _face(game: Game, number: int, kind: Kind) -> Face:
    told = [
        (attribute, kind.values[attribute.name])
        for attribute in game.ruleset.attributes.values()
        if attribute.show and kind.values[attribute.name] != attribute.default
    ]
    return Face(
        name=kind.name,
        line=kind.line,
        count=game.tables.kind.count(number),
        facts=tuple(_fact(attribute, value) for attribute, value in told),
        text=kind.text,
    )


def _fact(attribute: AttributeType, value: AttributeValue) -> Fact:
    told = _told(attribute, value)
    return Fact(
        name=attribute.name,
        label=words(attribute.name),
        value=told,
        text=_in_words(attribute, told),
    )


def _told(attribute: AttributeType, value: AttributeValue) -> bool | int | str | list[int]:
    """The value as data."""
    if isinstance(value, tuple):
        return list(value)
    if attribute.type.base == "enum":
        return attribute.values[value]
    return bool(value) if attribute.type.base == "flag" else value


def _in_words(attribute: AttributeType, value: bool | int | str | list[int]) -> str:
    if isinstance(value, list):
        return " or ".join(str(item) for item in value) or "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return words(value)
    return words(attribute.names.get(value, str(value)))
