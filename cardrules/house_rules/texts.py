"""More sentences in the texts that tell people how a game is played: `turn: {add: ...}`."""

from __future__ import annotations

import re
import textwrap

from cardrules.house_rules.outline import INDENT, TextLine
from cardrules.house_rules.sections import Item
from cardrules.source import Piece
from cardrules.syntax.yaml_tree import ScalarNode

# What players are told of a game in words.
TEXTS = frozenset({"goal", "turn", "end"})
ADD = "add"
_WIDTH = 120
_FOLDED = re.compile(r":\s*>-?\s*(?:#.*)?$")


def is_longer_text(change: Item, path: tuple[str, ...]) -> bool:
    """Whether an entry only adds sentences to a text."""
    return len(path) == 1 and path[0] in TEXTS and _keys(change) == [ADD]


def added_text(change: Item) -> str:
    """The sentences that an entry adds; empty if it holds no text."""
    item = change.child(ADD)
    node = None if item is None else item.node
    return " ".join(node.text.split()) if isinstance(node, ScalarNode) else ""


def append_text(base: Item, change: Item) -> None:
    """Put sentences behind a text; its own lines stay as they are where they can."""
    if not (base.lines and _FOLDED.search(base.lines[0].text)):
        text = base.node.text if isinstance(base.node, ScalarNode) else ""
        key = TextLine(f"{base.key}: >", base.piece)
        base.lines = (key, *_wrapped(text, base.piece))
    base.lines += _wrapped(added_text(change), change.piece)


def _wrapped(text: str, piece: Piece) -> tuple[TextLine, ...]:
    indent = " " * (INDENT // 2)
    lines = textwrap.wrap(
        text,
        _WIDTH,
        initial_indent=indent,
        subsequent_indent=indent,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return tuple(TextLine(line, piece) for line in lines)


def _keys(item: Item) -> list[str]:
    return [child.key for child in item.children or ()]
