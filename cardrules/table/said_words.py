"""The words with which the rules tell of an action, for those who type them."""

from __future__ import annotations

from cardrules.engine.game import Game
from cardrules.machine.program import Search
from cardrules.model import ir
from cardrules.prose.verbs import base
from cardrules.table.card_names import tokens_of


def said_words(game: Game, search: Search) -> list[str]:
    """The words of the sentence of an action, or of its effects where it has none, small; verbs as
    one is told to do it too.
    """
    ruleset = game.ruleset
    action = ruleset.actions.get(search.name) or ruleset.interrupts.get(search.name)
    if search.secret or action is None or action.telling is None:
        return []
    of = (action.telling,) if action.telling.parts else action.procedure.body
    sentences = [part for part in ir.walk(of) if isinstance(part, ir.Sentence)]
    texts = [part for one in sentences for part in one.parts if isinstance(part, str)]
    words = [word for text in texts for word in tokens_of(text)]
    return list(dict.fromkeys([*words, *map(base, words)]))
