"""What a file of house rules says is to be done, line by line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.house_rules.outline import Entry, TextLine, copy_of, words_of
from cardrules.source import Piece
from cardrules.syntax.snag import TOKEN

Does = Literal["declare", "add", "before", "after", "replace", "remove", "change", "offer", "wrap"]
# How often the words of an anchor came before, or that they are meant for the last time.
ORDINALS = {"first": 0, "second": 1, "third": 2, "last": -1}
# Lines that have a name behind their first word; they are known by both.
_NAMED = frozenset({
    "zone", "tokens", "variable", "placement", "define", "routine", "action", "window",
    "interrupt", "standing", "trait", "values", "let", "choose", "pick", "phase", "match",
})  # fmt: skip
_FORMS = {
    "in": "in action attack",
    "add": "add require target = left of me",
    "before": "before choose target",
    "after": "after choose target",
    "replace": "replace require [SC-A6]",
    "remove": "remove require [SC-A6]",
    "change": "change turns to turns counterclockwise from starter",
    "offer": "offer jump_in beside play_card",
    "wrap": "wrap action attack",
}


@attrs.frozen(eq=False)
class Anchor:
    """Which line of the base is meant: by the words with which it begins and the IDs behind it.

    `ordinal` says which one of several it is. `said` is the line of the house rules.
    """

    words: tuple[str, ...]
    ids: tuple[str, ...]
    ordinal: int | None
    said: Entry

    @property
    def text(self) -> str:
        """The anchor as it is written."""
        ordinal = next((word for word, at in ORDINALS.items() if at == self.ordinal), "")
        ids = f"[{', '.join(self.ids)}]" if self.ids else ""
        return " ".join(part for part in (ordinal, spaced(self.words), ids) if part)


@attrs.frozen(eq=False, kw_only=True)
class Operation:
    """One change: what is done, at which line, within which others, and the lines that it brings.

    `names` are those that `offer` puts beside `anchor`. `comments` stand above it.
    """

    does: Does
    within: tuple[Anchor, ...] = ()
    anchor: Anchor | None = None
    new: tuple[Entry, ...] = ()
    names: tuple[str, ...] = ()
    comments: tuple[TextLine, ...] = ()
    said: Entry


def operations(root: Entry, diagnostics: Diagnostics) -> list[Operation]:
    """All that a file of house rules says, with every line reported that is none of its forms."""
    return list(_Reader(diagnostics).block(root, ()))


def known_by(words: tuple[str, ...]) -> tuple[str, ...]:
    """The first words of a line by which it is the same line in another version."""
    if words[1:2] == (":",):
        return words[:2]
    if words[:1] == ("when",):
        return words[:3]
    if words and words[0] in _NAMED:
        return words[:2]
    return words[:1] if words and words[0] in ("setup", "play", "score", "winner") else words


def spaced(words: tuple[str, ...]) -> str:
    """Words and signs as they are usually written."""
    text = ""
    for word in words:
        glued = not text or word in ",:).}" or text[-1] in "(.{"
        opens = word == "(" and text[-1:].isalnum() and not text.endswith((" of", " in", " where"))
        text += word if glued or opens else f" {word}"
    return text


class _Reader:
    def __init__(self, diagnostics: Diagnostics) -> None:
        self._diagnostics = diagnostics
        # Comments above lines `in`, which are no operations.
        self._comments: list[TextLine] = []

    def block(self, parent: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        """The operations below a line `in`, or of the whole file."""
        for entry in parent.children:
            self._comments += [line for line in entry.above if line.text.strip()]
            if not within and entry.first not in ("in", "replace", "remove", "change", "wrap"):
                self._comments.clear()
                yield Operation(does="declare", new=(entry,), said=entry)
            elif entry.first == "in":
                anchor = self._anchor(entry, _named(entry))
                if anchor is not None and self._has_block(entry):
                    yield from self.block(entry, (*within, anchor))
            else:
                for operation in self._operation(entry, within):
                    yield attrs.evolve(operation, comments=tuple(self._comments))
                    self._comments.clear()

    def _operation(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        forms = {
            "add": self._add,
            "before": self._at,
            "after": self._at,
            "replace": self._replace,
            "remove": self._remove,
            "change": self._change,
            "offer": self._offer,
            "wrap": self._wrap,
        }
        form = forms.get(entry.first)
        if form is not None:
            return form(entry, within)
        self._report(
            entry,
            f"No house rule begins with `{entry.first}` here.",
            "Say what is done with lines of the base: "
            + ", ".join(f"`{word}`" for word in forms if word != "wrap")
            + f". For example: `{_FORMS['add']}`.",
        )
        return iter(())

    def _add(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        is_one_line = len(entry.words) > 1
        new = (_without_word(entry),) if is_one_line else tuple(entry.children)
        if is_one_line or self._has_block(entry):
            yield Operation(does="add", within=within, new=new, said=entry)

    def _at(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        does: dict[str, Does] = {"before": "before", "after": "after", "replace": "replace"}
        anchor = self._anchor(entry, _named(entry))
        if anchor is not None and self._has_block(entry):
            new = tuple(entry.children)
            yield Operation(
                does=does[entry.first], within=within, anchor=anchor, new=new, said=entry
            )

    def _replace(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        if within and entry.children:
            yield from self._at(entry, within)
            return
        # The new line tells itself which one it replaces.
        anchor = self._anchor(entry, known_by(entry.words[1:]), with_ids=False)
        if anchor is not None:
            new = (_without_word(entry),)
            yield Operation(does="replace", within=within, anchor=anchor, new=new, said=entry)

    def _remove(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        anchor = self._anchor(entry, _named(entry))
        if anchor is not None and self._has_no_block(entry):
            yield Operation(does="remove", within=within, anchor=anchor, said=entry)

    def _wrap(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        anchor = self._anchor(entry, _named(entry))
        if anchor is not None and self._has_block(entry):
            new = tuple(entry.children)
            yield Operation(does="wrap", within=within, anchor=anchor, new=new, said=entry)

    def _change(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        words = entry.words[1:]
        first = next((word for word in words if word not in ORDINALS), "")
        splits = [
            at for at, word in enumerate(words)
            if word == "to" and words[at + 1 : at + 2] == (first,)
        ]  # fmt: skip
        if not splits:
            self._report(
                entry,
                "This line does not say what is changed to what.",
                "The new line begins with the same word as the old one, behind `to`: "
                f"`{_FORMS['change']}`.",
            )
            return
        anchor = self._anchor(entry, words[: splits[0]], with_ids=False)
        if anchor is None or not self._has_no_block(entry):
            return
        starts = [m.start() for m in TOKEN.finditer(entry.text)]
        # Behind `change`, the words before `to`, and `to` itself.
        new = Entry((_from(entry, starts[splits[0] + 2]),))
        yield Operation(does="change", within=within, anchor=anchor, new=(new,), said=entry)

    def _offer(self, entry: Entry, within: tuple[Anchor, ...]) -> Iterator[Operation]:
        words = entry.words[1:]
        names = tuple(word for word in words[: _index(words, "beside")] if word != ",")
        other = words[_index(words, "beside") + 1 :]
        if not names or len(other) != 1:
            help = f"For example: `{_FORMS['offer']}`."
            self._report(entry, "This line does not say what is offered beside what.", help)
        elif self._has_no_block(entry):
            anchor = Anchor(other, (), None, entry)
            yield Operation(does="offer", within=within, anchor=anchor, names=names, said=entry)

    def _anchor(
        self, entry: Entry, words: tuple[str, ...], *, with_ids: bool = True
    ) -> Anchor | None:
        ordinal = None
        if words and words[0] in ORDINALS and words[1:2] != (":",):
            ordinal, words = ORDINALS[words[0]], words[1:]
        ids = entry.ids if with_ids else ()
        if not words and not ids:
            help = f"For example: `{_FORMS.get(entry.first, _FORMS['in'])}`."
            self._report(entry, f"Behind `{entry.first}` no line of the base is named.", help)
            return None
        return Anchor(words, ids, ordinal, entry)

    def _has_block(self, entry: Entry) -> bool:
        if not entry.children:
            self._report(
                entry,
                f"Nothing stands below this `{entry.first}`.",
                "What it brings stands below it, four blanks further in.",
            )
        return bool(entry.children)

    def _has_no_block(self, entry: Entry) -> bool:
        if entry.children:
            self._report(
                entry.children[0],
                f"Nothing can stand below `{entry.first}`.",
                "To bring new lines, write `replace`.",
            )
        return not entry.children

    def _report(self, entry: Entry, message: str, help: str) -> None:
        self._diagnostics.report("CR801", entry.span, message, help=help)


def _index(words: tuple[str, ...], word: str) -> int:
    return words.index(word) if word in words else len(words)


def _named(entry: Entry) -> tuple[str, ...]:
    """The words behind the first one of a line: those of the line that is meant."""
    _, _, rest = entry.text.strip().partition(" ")
    first, _, behind = rest.strip().partition(" ")
    # Of a line that says something the text in quotes is no note.
    return (first, *words_of(behind)) if first in ORDINALS else words_of(rest)


def _from(entry: Entry, start: int) -> TextLine:
    """What a line says from a character of its text on, at the margin."""
    line = entry.lines[0]
    text = entry.text[start:]
    if len(entry.lines) > 1:
        return line.rewritten(text)
    return TextLine(text, Piece(line.piece.source, line.piece.line, -line.indent - start))


def _without_word(entry: Entry) -> Entry:
    """A line without its first word, and what stands below it."""
    made = copy_of(entry, None)
    made.above = ()
    line = entry.lines[0]
    cut = len(entry.first)
    rest = line.text[line.indent + cut :]
    shift = -(cut + len(rest) - len(rest.lstrip(" ")))
    text = " " * line.indent + rest.lstrip(" ")
    made.lines = (TextLine(text, Piece(line.piece.source, line.piece.line, shift)), *made.lines[1:])
    return made
