"""From lark's trees to the nodes of `nodes.py`.

Most rules need no code: the node of the same name takes the children in their order. What is
written below are the rules whose children are repeated, which become tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from lark import Token, v_args
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from cardrules.source import Span
from cardrules.syntax import nodes

_RENAMED = {"none": "NoneValue", "type": "TypeName", "where_operand": "Where", "seat_of": "Of"}

# Tokens of two words, whose blanks are made one.
_SEVERAL_WORDS = frozenset({"OPTIONAL", "FORCED", "PLACE"})


def _class_name(rule: str) -> str:
    if rule in _RENAMED:
        return _RENAMED[rule]
    return "".join(part.capitalize() for part in rule.split("_"))


@v_args(meta=True)
class Builder(Transformer_NonRecursive[Token, nodes.Node]):
    """Builds nodes whose spans count from the beginning of the whole source."""

    def __init__(self, offset: int, sentences: Mapping[int, nodes.Sentence] | None = None) -> None:
        super().__init__(visit_tokens=True)
        self._offset = offset
        # Sentences by where they begin, their values parsed already.
        self._sentences = sentences or {}

    def _span(self, meta: Meta) -> Span:
        if meta.empty:
            return Span(self._offset, self._offset)
        return Span(meta.start_pos + self._offset, meta.end_pos + self._offset)

    def __default_token__(self, token: Token) -> nodes.Word:
        start = (token.start_pos or 0) + self._offset
        text = " ".join(token.split()) if token.type in _SEVERAL_WORDS else str(token)
        return nodes.Word(Span(start, start + len(token)), text)

    def __default__(self, data: str, children: list[Any], meta: Meta) -> nodes.Node:
        rule = str(data)
        cls: Callable[..., nodes.Node] = getattr(nodes, _class_name(rule))
        return cls(self._span(meta), *children)

    # -- rules with repeated parts -----------------------------------------------------------------

    def note(self, meta: Meta, children: list[Any]) -> nodes.Note:
        ids, sentence = children
        return nodes.Note(
            self._span(meta), _ids(ids), sentence.text[1:-1] if sentence is not None else ""
        )

    def sentence(self, meta: Meta, children: list[Any]) -> nodes.Sentence:
        return self._sentences[children[0].span.start]

    cited = note

    def criterion(self, meta: Meta, children: list[Any]) -> nodes.Criterion:
        extreme, value, heading = children
        return nodes.Criterion(self._span(meta), extreme, value, _unquoted(heading))

    def match_best(self, meta: Meta, children: list[Any]) -> nodes.MatchBest:
        return nodes.MatchBest(self._span(meta), *_of_match(children))

    def match_race(self, meta: Meta, children: list[Any]) -> nodes.MatchRace:
        return nodes.MatchRace(self._span(meta), *_of_match(children))

    def match_games(self, meta: Meta, children: list[Any]) -> nodes.MatchGames:
        return nodes.MatchGames(self._span(meta), *_of_match(children))

    def say(self, meta: Meta, children: list[Any]) -> nodes.Say:
        sentence, ids = children
        return nodes.Say(self._span(meta), sentence, _ids(ids))

    def ask(self, meta: Meta, children: list[Any]) -> nodes.Ask:
        sentence, ids = children
        return nodes.Ask(self._span(meta), sentence, _ids(ids))

    def telling(self, _meta: Meta, children: list[Any]) -> nodes.Node:
        (told,) = children
        return _node(told)

    asking = telling

    def number(self, meta: Meta, children: list[Any]) -> nodes.Number:
        return nodes.Number(self._span(meta), int(children[0].text))

    def truth(self, meta: Meta, children: list[Any]) -> nodes.Truth:
        return nodes.Truth(self._span(meta), children[0].text == "true")

    def none(self, meta: Meta, _children: list[Any]) -> nodes.NoneValue:
        return nodes.NoneValue(self._span(meta))

    def arguments(self, meta: Meta, children: list[Any]) -> nodes.Arguments:
        return nodes.Arguments(self._span(meta), _present(children))

    def set_literal(self, meta: Meta, children: list[Any]) -> nodes.SetLiteral:
        return nodes.SetLiteral(self._span(meta), tuple(children))

    def possible(self, meta: Meta, children: list[Any]) -> nodes.Possible:
        return nodes.Possible(self._span(meta), children[0], _present(children[1:]))

    def viewers(self, meta: Meta, children: list[Any]) -> nodes.Viewers:
        return nodes.Viewers(self._span(meta), tuple(children))

    def values(self, meta: Meta, children: list[Any]) -> nodes.Values:
        name, *items, note = children
        return nodes.Values(self._span(meta), name, tuple(items), note)

    def zone(self, meta: Meta, children: list[Any]) -> nodes.Zone:
        name, ownership, shape, *parts, note = children
        return nodes.Zone(self._span(meta), name, ownership, shape, tuple(parts), note)

    def placement(self, meta: Meta, children: list[Any]) -> nodes.Placement:
        name, card, target, note, *clauses = children
        return nodes.Placement(self._span(meta), name, card, target, note, tuple(clauses))

    def score(self, meta: Meta, children: list[Any]) -> nodes.Score:
        note, *clauses = children
        return nodes.Score(self._span(meta), note, tuple(clauses))

    def winner(self, meta: Meta, children: list[Any]) -> nodes.Winner:
        *criteria, note = children
        return nodes.Winner(self._span(meta), tuple(criteria), note)

    def parameters(self, meta: Meta, children: list[Any]) -> nodes.Parameters:
        return nodes.Parameters(self._span(meta), tuple(children))

    def trait_use(self, meta: Meta, children: list[Any]) -> nodes.TraitUse:
        return nodes.TraitUse(self._span(meta), children[0], _present(children[1:]))

    def trait(self, meta: Meta, children: list[Any]) -> nodes.Trait:
        name, *parameters, note, premises, block = children
        return nodes.Trait(self._span(meta), name, _present(parameters), note, premises, block)

    def premises(self, meta: Meta, children: list[Any]) -> nodes.Premises:
        *lines, telling = children
        return nodes.Premises(self._span(meta), tuple(lines), telling)

    def block(self, meta: Meta, children: list[Any]) -> nodes.Block:
        # _INDENT and _DEDENT are filtered by lark; what is left are the statements.
        return nodes.Block(children[0].span | children[-1].span, tuple(children))

    def one_of(self, meta: Meta, children: list[Any]) -> nodes.OneOf:
        *actions, otherwise, note, asking = children
        return nodes.OneOf(self._span(meta), tuple(actions), otherwise, note, asking)

    def if_(self, meta: Meta, children: list[Any]) -> nodes.If:
        condition, note, block, *else_ifs, otherwise = children
        return nodes.If(self._span(meta), condition, note, block, tuple(else_ifs), otherwise)

    def start(self, meta: Meta, children: list[Any]) -> nodes.RulesText:
        return nodes.RulesText(self._span(meta), tuple(children))


def _unquoted(sentence: nodes.Word | None) -> nodes.Words | None:
    return None if sentence is None else nodes.Words(sentence.span, sentence.text[1:-1])


def _of_match(children: list[Any]) -> tuple[Any, Any, Any, Any]:
    """Number, heading, condition and note."""
    number, heading, *condition, note = children
    return number, _unquoted(heading), condition[0] if condition else None, note


def _node(child: Any) -> nodes.Node:
    assert isinstance(child, nodes.Node)
    return child


def _present(children: list[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if child is not None)


def _ids(word: nodes.Word | None) -> tuple[nodes.Word, ...]:
    """The rule IDs between the brackets, each with its own span."""
    if word is None:
        return ()
    found = []
    position = word.span.start + 1
    for part in word.text[1:-1].split(","):
        blanks = len(part) - len(part.lstrip())
        text = part.strip()
        start = position + blanks
        if text:
            found.append(nodes.Word(Span(start, start + len(text)), text))
        position += len(part) + 1
    return tuple(found)
