"""The words with which the rules tell of an action, for those who type them."""

from __future__ import annotations

from cardrules.engine.game import Game
from cardrules.machine.search import Search
from cardrules.model import ir
from cardrules.prose.verbs import base, is_adverb, is_known_verb
from cardrules.table.card_names import tokens_of


def said_words(game: Game, search: Search) -> list[str]:
    """The words of the sentence of an action, or of its effects where it has none, small; verbs as
    one is told to do it too.
    """
    texts = [
        part for one in _sentences(game, search) for part in one.parts if isinstance(part, str)
    ]
    words = [word for text in texts for word in tokens_of(text)]
    return list(dict.fromkeys([*words, *map(base, words)]))


def said_verbs(game: Game, search: Search) -> set[str]:
    """What somebody does in the sentences of an action, small, as one is told to do it."""
    found = set()
    for one in _sentences(game, search):
        who, *does = one.parts[:2] or ("",)
        words = tokens_of(does[0]) if does and isinstance(does[0], str) else []
        verb = next((word for word in words if not is_adverb(word)), "")
        if isinstance(who, ir.Expr) and is_known_verb(verb):
            found.add(base(verb))
    return found


def _sentences(game: Game, search: Search) -> list[ir.Sentence]:
    """What the rules say of an action, or of its effects where it has no sentence of its own."""
    ruleset = game.ruleset
    action = ruleset.actions.get(search.name) or ruleset.interrupts.get(search.name)
    if search.secret or action is None or action.telling is None:
        return []
    of = (action.telling,) if action.telling.parts else action.procedure.body
    return [part for part in ir.walk(of) if isinstance(part, ir.Sentence)]
