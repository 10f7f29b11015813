"""Decisions in words: who is asked for what, as the rules ask it or as it is said without them."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from cardrules.engine.build import Builder
from cardrules.engine.events import Part
from cardrules.engine.playing.sites import ChooseSite, OneOfSite, WindowSite
from cardrules.engine.sets.answers import Answer
from cardrules.engine.showing.nouns import noun_of
from cardrules.engine.showing.said import Hearer
from cardrules.engine.showing.why_not import interrupts_in_question
from cardrules.errors import GameLimitError
from cardrules.model.action import Decision
from cardrules.model.state import State


def decision(builder: Builder, s: State, index: int, player: int, question: str) -> Decision:
    """What a player is asked for at a site; `question`: how the rules ask it, if they do."""
    site = builder.sites[index]
    prompt = question or site.origin.sentence
    if isinstance(site, OneOfSite):
        return Decision(
            player=player, asks_for="action", prompt=prompt or "Choose an action",
            ids=site.origin.ids, sealed=False, site=index,
        )  # fmt: skip
    if isinstance(site, WindowSite):
        return Decision(
            player=player, asks_for="interrupt", prompt=prompt or _to_interrupt(builder, s, site),
            ids=site.origin.ids, sealed=False, site=index,
        )  # fmt: skip
    choices = site.searches[0].choices
    told = [choice.origin.sentence for choice in choices if choice.origin.sentence]
    names = " and ".join(noun_of(choice, choices) for choice in choices)
    ids = [*site.origin.ids, *(name for choice in choices for name in choice.origin.ids)]
    number, of = site.which(s.frames[-1]) if isinstance(site, ChooseSite) else (1, 1)
    return Decision(
        player=player, asks_for="choose", prompt=prompt or "; ".join(told) or f"Choose {names}",
        ids=tuple(dict.fromkeys(ids)), sealed=site.sealed, site=index, number=number, of=of,
    )  # fmt: skip


def question(builder: Builder, s: State, hearer: Hearer, *, capital: bool = False) -> str:
    """How the rules ask here; empty if they do not say it, or cannot.

    For an interrupt it begins with what the action says that has opened the window.
    """
    asked, opened = builder.questions.asked, builder.openers.told
    site = None if s.pending is None else builder.sites[s.pending[0]]
    said = _heard(builder, s, opened, hearer, capital) if isinstance(site, WindowSite) else ""
    if not isinstance(site, WindowSite) or not said:
        return _heard(builder, s, asked, hearer, capital)
    end = "" if said.endswith((".", "!", "?")) else "."
    told = _heard(builder, s, asked, hearer, True) or _to_interrupt(builder, s, site)
    return f"{said}{end} {told}"


def _heard(
    builder: Builder,
    s: State,
    sentence: Callable[[State], tuple[Part, ...] | None],
    hearer: Hearer,
    capital: bool,
) -> str:
    """A sentence about a state; empty if there is none, or it cannot be worked out."""
    with suppress(GameLimitError), builder.asking(s):
        parts = sentence(s)
        return "" if parts is None else hearer.text(s, parts, capital=capital)
    return ""


def _to_interrupt(builder: Builder, s: State, site: WindowSite) -> str:
    """How somebody is asked for an interrupt where the rules do not say it."""
    assert s.pending is not None
    asked = interrupts_in_question(builder, s, site, s.pending[1])
    return site.origin.sentence or f"Answer? {' or '.join(search.label for search in asked)}"


def told_to_do(builder: Builder, s: State, answer: Answer, hearer: Hearer) -> str:
    """What an answer says of itself, as the one who is asked is told to do it.

    Empty where the rules do not say it so, or not all of it can be known before.
    """
    with suppress(GameLimitError), builder.asking(s):
        parts = builder.announcing.told(s, answer)
        return "" if parts is None else hearer.told_to_do(s, parts)
    return ""
