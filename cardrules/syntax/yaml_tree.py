"""YAML as a small tree whose nodes know their place in the whole file.

The tree is built from the events of PyYAML's own scanner, never from its C twin, so that mistakes
read the same on every machine. It is a small part of YAML on purpose: mappings, lists, texts,
whole numbers, `true`, `false` and nothing. Anchors, aliases and tags are refused, so no text can
grow when it is read, and no object but those below can come out of it.

Where YAML breaks off, every top-level section is read again on its own: one missing quote hides
neither the mistakes nor the declarations of the other sections.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import attrs
import yaml

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.source import SourceFile, Span
from cardrules.syntax.lines import more_lines
from cardrules.syntax.yaml_mistakes import Mistake, explain

MAX_DEPTH = 20
MAX_LENGTH = 100_000
MAX_SECTIONS = 50
MAX_SHOWN = 40

# What YAML does not admit. Lone halves of a surrogate pair are among it.
_UNPRINTABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
# What moves the cursor, turns the text around, cannot be seen or cannot be encoded, most of it by
# an escape. What joins letters and pictures may stand there.
_UNSAFE = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff"
    "\ud800-\udfff\ufffe\uffff]"
)
# Blanks that do not break; quoted texts and comments are passed over.
_HARD_BLANK = re.compile(
    r"""(?<![^\s:,\[{])(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|\#[^\n]*)|(?P<blank>\xa0)"""
)
_INTEGER = re.compile(r"[-+]?[0-9]+")
_DIGITS_READ = 20
_CONSTANTS: dict[str, bool | None] = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL")),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
# A line that begins at the margin begins a section, unless it can only continue the one before.
_SECTION = re.compile(r"^[^\s#\-\]}]", re.MULTILINE)


@attrs.frozen(kw_only=True)
class ScalarNode:
    """A single value.

    `text` is what YAML makes of it and `value` what it stands for. `content` is where the very
    characters of `text` stand in the file, or none if they do not stand there one to one: after
    folding, escapes and doubled quotes.
    """

    value: str | int | bool | None
    text: str
    span: Span
    content: Span | None


@attrs.frozen(kw_only=True)
class ListNode:
    """A list."""

    items: tuple[Node, ...]
    span: Span


@attrs.frozen(kw_only=True)
class MapEntry:
    """A key with its value."""

    key: ScalarNode
    value: Node

    @property
    def name(self) -> str:
        """The key as text: `4` and `"4"` are the same key."""
        return self.key.text


@attrs.frozen(kw_only=True)
class MapNode:
    """A mapping; no key occurs twice."""

    entries: tuple[MapEntry, ...]
    span: Span

    def get(self, name: str) -> MapEntry | None:
        """The entry of this key."""
        return next((entry for entry in self.entries if entry.name == name), None)


@attrs.frozen(kw_only=True)
class BadNode:
    """Something that has been reported already, so that nobody reports it again."""

    span: Span


Node = ScalarNode | ListNode | MapNode | BadNode


@attrs.frozen(kw_only=True)
class YamlText:
    """The tree of a text; not `complete` if a part of the text is missing from it."""

    root: Node | None
    complete: bool


def read_yaml(source: SourceFile, area: Span, diagnostics: Diagnostics) -> YamlText:
    """The YAML in this part of the source. Never raises."""
    if area.end - area.start > MAX_LENGTH:
        diagnostics.report(
            "CR002",
            Span(area.start, area.start),
            f"The YAML is longer than {MAX_LENGTH} characters.",
            help="Shorten it: a range such as `number: 1 to 6` makes one card line out of many, "
            "and scenarios can stand in several files.",
        )
        return YamlText(root=None, complete=False)
    text = _without_unprintable(source, area, diagnostics)
    _report_no_text(source, area, diagnostics)
    text = _without_hard_blanks(text, area, diagnostics)
    try:
        return YamlText(root=_read(text, area.start, diagnostics), complete=True)
    except _BrokenYamlError as broken:
        root = _read_by_section(text, area, diagnostics)
        if root is None:
            broken.report(diagnostics)
        return YamlText(root=root, complete=False)


def shortened(text: str) -> str:
    """A text from a ruleset as it may stand in a message, which is one line."""
    line = " ".join(text.split())
    return line if len(line) <= MAX_SHOWN else line[: MAX_SHOWN - 3] + "..."


class _BrokenYamlError(Exception):
    """Reading cannot go on here; carries the diagnostic that says why."""

    def __init__(
        self, code: str, span: Span, message: str, help: str, labels: tuple[Label, ...] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.span = span
        self.message = message
        self.help = help
        self.labels = labels

    def report(self, diagnostics: Diagnostics) -> None:
        diagnostics.report(self.code, self.span, self.message, help=self.help, labels=self.labels)


def _without_unprintable(source: SourceFile, area: Span, diagnostics: Diagnostics) -> str:
    """The text with U+FFFD for what YAML would choke on, so that offsets stay as they are."""
    text = source.text[area.start : area.end]
    for match in _UNPRINTABLE.finditer(text):
        diagnostics.report(
            "CR003",
            Span(area.start + match.start(), area.start + match.end()),
            f"The character U+{ord(match.group()):04X} is not allowed here.",
            help="Delete it; it cannot be seen in most editors.",
        )
    return _UNPRINTABLE.sub("\ufffd", text)


def _report_no_text(source: SourceFile, area: Span, diagnostics: Diagnostics) -> None:
    """Report, once, bytes that are no UTF-8: they have become U+FFFD."""
    found = [at for at in range(area.start, area.end) if source.text[at] == "\ufffd"]
    if found:
        more = more_lines(len({source.position(at)[0] for at in found}) - 1)
        diagnostics.report(
            "CR003",
            Span(found[0], found[0] + 1),
            f"Here is something that is not text in UTF-8{more}.",
            help="Save the file in the encoding UTF-8, and write the character anew.",
        )


def _without_hard_blanks(text: str, area: Span, diagnostics: Diagnostics) -> str:
    """The text with plain blanks for those that YAML takes for letters; reported once.

    Inside a text, where they may be meant, they stay.
    """
    if "\xa0" not in text:
        return text
    blanks = (match.start() for match in _HARD_BLANK.finditer(text) if match["blank"])
    found = [at for at in blanks if _separates(text, at)]
    if not found:
        return text
    more = more_lines(len({text.count("\n", 0, at) for at in found}) - 1)
    at = area.start + found[0]
    diagnostics.report(
        "CR003",
        Span(at, at + 1),
        f"Here is a blank that does not break (U+00A0), which YAML takes for a letter{more}.",
        help="Replace it by a blank.",
    )
    characters = list(text)
    for place in found:
        characters[place] = " "
    return "".join(characters)


def _separates(text: str, at: int) -> bool:
    """Whether a blank stands where YAML needs one, rather than inside a text."""
    end = text.find("\n", at)
    before = text[text.rfind("\n", 0, at) + 1 : at].strip()
    behind = text[at + 1 : end if end >= 0 else len(text)].strip()
    if before in ("", "-") or not behind or before.endswith(":") or behind.startswith(":"):
        return True
    is_listed = "{" in before or "[" in before
    return is_listed and (before[-1] in ",[{" or behind[0] in ",]}")


def _read_by_section(text: str, area: Span, diagnostics: Diagnostics) -> Node | None:
    """What can be read of a broken text; none if it does not fall into sections."""
    starts = [match.start() for match in _SECTION.finditer(text)]
    if len(starts) > MAX_SECTIONS:
        return None
    entries: list[MapEntry] = []
    found_why = False
    for start, end in itertools.pairwise([*starts, len(text)]):
        try:
            node = _read(text[start:end], area.start + start, diagnostics)
        except _BrokenYamlError as broken:
            broken.report(diagnostics)
            found_why = True
            continue
        if isinstance(node, MapNode):
            entries += node.entries
        elif node is not None:
            _report_no_key(node, diagnostics)
            found_why = True
    root = MapNode(entries=_distinct(entries, diagnostics), span=area)
    return root if found_why else None


def _report_no_key(node: Node, diagnostics: Diagnostics) -> None:
    text = node.text if isinstance(node, ScalarNode) else ""
    key, colon, value = text.partition(":")
    example = f"{key}: {value.strip()}" if colon and value else "players: 3 to 6"
    diagnostics.report(
        "CR201",
        node.span,
        "A key with a colon and a blank is missing here.",
        help=f"Put a blank after the colon of a key: `{shortened(example)}`.",
    )


# Of the texts that were read last what was found in them, if nothing was wrong: games, house rules
# and scenarios are read again and again.
_MOST_KEPT = 100
_kept: dict[str, list[yaml.Event]] = {}
# For measures: what is read then is read for the first time.
forget_events = _kept.clear


def _events(text: str) -> Iterator[yaml.Event]:
    """What PyYAML finds in a text."""
    found = _kept.get(text)
    if found is None:
        found = []
        for event in yaml.parse(text, Loader=yaml.SafeLoader):
            found.append(event)
            yield event
        if len(_kept) >= _MOST_KEPT:
            _kept.pop(next(iter(_kept)), None)
        _kept[text] = found
    else:
        yield from found


def _read(text: str, base: int, diagnostics: Diagnostics) -> Node | None:
    """The tree of a text that begins at offset `base` of the file; raises `_BrokenYamlError`."""
    builder = _Builder(text, base, diagnostics)
    try:
        return builder.build(_events(text))
    except yaml.MarkedYAMLError as error:
        raise _explained(explain(error, text), Span(base, base + len(text))) from error
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        # PyYAML lets escapes and directives with absurd numbers run into `chr` and `int`.
        message = "This cannot be read as YAML from here on."
        help = "Look for an escape such as `\\U00110000` that stands for no character."
        raise _BrokenYamlError("CR201", builder.reached, message, help) from error


def _explained(mistake: Mistake, area: Span) -> _BrokenYamlError:
    def span(start: int, end: int) -> Span:
        return Span(min(area.start + start, area.end), min(area.start + end, area.end))

    labels = tuple(Label(span=span(at, at + 1), text=words) for at, words in mistake.labels)
    place = span(mistake.start, mistake.end)
    return _BrokenYamlError("CR201", place, mistake.message, mistake.help, labels)


@attrs.define
class _Open:
    """A collection whose end has not come yet; a mapping collects keys and values in turn."""

    event: yaml.CollectionStartEvent
    children: list[Node] = attrs.field(factory=list)


class _Builder:
    """Puts events together into nodes with a stack of its own, so that no depth is too deep."""

    def __init__(self, text: str, base: int, diagnostics: Diagnostics) -> None:
        self._text = text
        self._base = base
        self._diagnostics = diagnostics
        self._open: list[_Open] = []
        self._root: Node | None = None
        self._reached = base

    def build(self, events: Iterator[yaml.Event]) -> Node | None:
        for event in events:
            self._reached = self._span(event).end
            match event:
                case yaml.CollectionStartEvent():
                    self._begin(event)
                case yaml.CollectionEndEvent():
                    self._add(self._ended(event))
                case yaml.ScalarEvent():
                    self._refuse_properties(event)
                    self._add(self._scalar(event))
                case yaml.AliasEvent():
                    self._add(self._alias(event))
                case yaml.DocumentStartEvent() if self._root is not None:
                    raise self._second_document(event)
        return self._root

    @property
    def reached(self) -> Span:
        """The end of what has been read."""
        return Span(self._reached, self._reached)

    def _span(self, event: yaml.Event) -> Span:
        start = event.start_mark.index if event.start_mark else 0
        end = event.end_mark.index if event.end_mark else start
        return Span(self._base + start, self._base + end)

    def _add(self, node: Node) -> None:
        if self._open:
            self._open[-1].children.append(node)
        else:
            self._root = node

    def _begin(self, event: yaml.CollectionStartEvent) -> None:
        if len(self._open) == MAX_DEPTH:
            raise _BrokenYamlError(
                "CR005",
                self._span(event),
                f"This is nested more than {MAX_DEPTH} levels deep.",
                "Look for brackets that are not closed.",
            )
        self._refuse_properties(event)
        self._open.append(_Open(event))

    def _ended(self, event: yaml.CollectionEndEvent) -> Node:
        begun = self._open.pop()
        span = self._span(begun.event)
        if begun.event.flow_style:
            span |= self._span(event)
        elif begun.children:
            # The end of a block is only noticed at the next token, which may be far below.
            span |= begun.children[-1].span
        if isinstance(begun.event, yaml.SequenceStartEvent):
            return ListNode(items=tuple(begun.children), span=span)
        entries = []
        for key, value in zip(begun.children[::2], begun.children[1::2], strict=True):
            if isinstance(key, ScalarNode):
                entries.append(MapEntry(key=key, value=value))
            elif not isinstance(key, BadNode):
                self._report_key(key)
        return MapNode(entries=_distinct(entries, self._diagnostics), span=span)

    def _report_key(self, key: Node) -> None:
        self._diagnostics.report(
            "CR206",
            key.span,
            "A key must be a single word, not a list or a mapping.",
            help="Put quotes around a text that begins with `{` or `[`: "
            '`name: "{rank} of {suit}"`.',
        )

    def _scalar(self, event: yaml.ScalarEvent) -> ScalarNode | BadNode:
        span = self._span(event)
        unsafe = _UNSAFE.search(event.value)
        if unsafe is not None:
            message = f"This text contains the control character U+{ord(unsafe.group()):04X}."
            help = "Delete it, or the escape that stands for it."
            self._diagnostics.report("CR206", span, message, help=help)
            return BadNode(span=span)
        is_unquoted = event.style is None
        inner = 0 if is_unquoted else 1
        content = Span(span.start + inner, span.end - inner)
        in_place = self._text[content.start - self._base : content.end - self._base] == event.value
        return ScalarNode(
            value=_unquoted_value(event.value) if is_unquoted else event.value,
            text=event.value,
            span=span,
            content=content if in_place else None,
        )

    def _alias(self, event: yaml.AliasEvent) -> BadNode:
        self._diagnostics.report(
            "CR207",
            self._span(event),
            f"`*{shortened(event.anchor or '')}` is a YAML alias, and those are not used here.",
            help="Write the value out, or put quotes around a text that begins with `*`.",
        )
        return BadNode(span=self._span(event))

    def _refuse_properties(self, event: yaml.ScalarEvent | yaml.CollectionStartEvent) -> None:
        for name, mark, word in ((event.anchor, "&", "anchor"), (event.tag, "!", "tag")):
            if name is not None:
                self._diagnostics.report(
                    "CR207",
                    self._span(event),
                    f"A YAML {word} stands before this value, and those are not used here.",
                    help=f"Delete it, or put quotes around a text that begins with `{mark}`.",
                )

    def _second_document(self, event: yaml.Event) -> _BrokenYamlError:
        return _BrokenYamlError(
            "CR201",
            self._span(event),
            "A second YAML document begins here.",
            "A line that ends the front matter holds `---` and nothing else.",
        )


def _unquoted_value(text: str) -> str | int | bool | None:
    """What a value without quotes stands for: the core of YAML 1.2, without floats."""
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.fullmatch(text):
        # So many digits are out of every bound already; `int` refuses thousands of them.
        return int(text[:_DIGITS_READ])
    return text


def _of_a_seat(name: str) -> str:
    """The help for a fact of a scenario that is given twice, such as `score 1`."""
    if re.fullmatch(r"[a-z_]+ [0-9]+", name) is None:
        return ""
    return f"What is looked at twice stands in two steps: `- expect: {{{name}: ...}}` and another."


def _distinct(entries: list[MapEntry], diagnostics: Diagnostics) -> tuple[MapEntry, ...]:
    """The entries without those whose key came before, which are reported."""
    first: dict[str, MapEntry] = {}
    for entry in entries:
        earlier = first.setdefault(entry.name, entry)
        if earlier is not entry:
            diagnostics.report(
                "CR202",
                entry.key.span,
                f"The key `{shortened(entry.name)}` is given twice.",
                help=_of_a_seat(entry.name)
                or "Remove one of the two, or give one of them another name.",
                labels=(Label(span=earlier.key.span, text="the first one"),),
            )
    return tuple(first.values())
