"""What a zone is, in words: what lies there, whose it is, and who sees it."""

from __future__ import annotations

from cardrules.model.ruleset import Viewer, Visibility, Zone
from cardrules.prose import join
from cardrules.table.wording import capital, words

SHAPES = {
    "pile": "a pile of cards",
    "spread": "a place for cards",
    "row": "a row of cards",
    "stacks": "a place for stacks of cards",
}
HOLDERS = {"shared": "shared by all", "player": "one for each player", "team": "one for each team"}
_VIEWERS: dict[Viewer, str] = {
    "all": "everybody",
    "nobody": "nobody",
    "owner": "the owner",
    "others": "everybody but the owner",
    "team": "the team",
}
_LAYERS = {"all": "them", "top": "the top card", "rest": "the others"}


def zone_in_words(zone: Zone) -> str:
    """A zone in a sentence."""
    label = capital(zone.origin.sentence or words(zone.name))
    return f"{label}: {SHAPES[zone.shape]}, {HOLDERS[zone.holder]}; {seen_in_words(zone)}"


def seen_in_words(zone: Zone) -> str:
    """Who sees what lies in a zone, and that nobody may look it up, if so."""
    seen = join([_seen(layer) for layer in zone.visibility])
    return seen if zone.is_remembered else f"{seen}, and nobody may look there before the end"


def _seen(layer: Visibility) -> str:
    """Who sees a layer of a zone."""
    told = f"{_who(layer.viewers)} sees {_LAYERS[layer.layer]}"
    if layer.condition is None or layer.viewers == layer.otherwise:
        return told
    return f"{told} at times, otherwise {_who(layer.otherwise)}"


def _who(viewers: tuple[Viewer, ...]) -> str:
    who = join([_VIEWERS[viewer] for viewer in viewers], last="or")
    return f"only {who}" if viewers not in (("all",), ("nobody",)) else who
