"""A ruleset and house rules put together into one text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.house_rules.changes import Change, changed
from cardrules.house_rules.conflicts import in_order
from cardrules.house_rules.criteria import put_back, spread
from cardrules.house_rules.front import Merging
from cardrules.house_rules.outline import Entry, TextLine, lines_of, outline_of, words_of
from cardrules.house_rules.patches import (
    Patch,
    Reference,
    extends_something,
    read_patch,
    text_of,
)
from cardrules.house_rules.placing import Placing
from cardrules.house_rules.sections import as_value, lines_from, sections_of
from cardrules.house_rules.switched_front import switched
from cardrules.house_rules.switches import Switching
from cardrules.source import CombinedText, Part, Piece, SourceFile, Span
from cardrules.syntax.frontmatter import borders_of
from cardrules.syntax.yaml_tree import MapNode, read_yaml

# The text that a name or a path in a file means, or why there is none.
Find = Callable[[str, SourceFile], "SourceFile | str"]

# House rules on house rules on house rules; nobody goes further.
_MOST_DEEP = 10


def put_together(
    source: SourceFile, more: Sequence[SourceFile], find: Find
) -> tuple[SourceFile, list[Diagnostic]]:
    """The text of a game with house rules, and what is wrong with these.

    `source` is a game or house rules themselves; `more` are further ones. `find` gives the text
    that is meant by a name in `extends`. Without house rules the text stays what it is.
    """
    if not more and not extends_something(source):
        return source, []
    gathering = _Gathering(find)
    base = gathering.add(source)
    for item in more:
        gathering.add(item, base)
    base = gathering.base
    if base is None:
        if not gathering.diagnostics:
            gathering.diagnostics.append(_for_no_game(source))
        return source, gathering.diagnostics
    return _Combining(base, gathering.levels, gathering.diagnostics).text(), gathering.diagnostics


class _Gathering:
    """Finds all files of house rules that belong together, each with how many are below it."""

    def __init__(self, find: Find) -> None:
        self._find = find
        self.base: SourceFile | None = None
        self.levels: dict[str, tuple[int, Patch]] = {}
        self.diagnostics: list[Diagnostic] = []

    def add(self, source: SourceFile, base: SourceFile | None = None) -> SourceFile | None:
        """Take in a text and all that it extends; its base, if that is known."""
        if not extends_something(source):
            if base is not None:
                found = Diagnostics(source)
                found.report(
                    "CR806",
                    _top(source),
                    "This is a game of its own and no house rule.",
                    help="A file of house rules says what it changes: `extends: snarkas`.",
                )
                self._take(found)
            self._set_base(source, None, source)
            return source
        self._level(source, ())
        return self.base

    def _level(self, source: SourceFile, through: tuple[str, ...]) -> int:
        """How many levels of house rules are below this one."""
        key = source.sha256
        if key in self.levels:
            return self.levels[key][0]
        found = Diagnostics(source)
        patch = read_patch(source, found)
        if patch is not None and (key in through or len(through) > _MOST_DEEP):
            found.report(
                "CR805",
                patch.extends[0].span,
                "These house rules extend each other in a circle."
                if key in through
                else f"House rules extend house rules {_MOST_DEEP} times.",
                help="The last one extends a game.",
            )
            patch = None
        self._take(found)
        if patch is None:
            return 0
        level = 0
        for reference in () if patch.is_for_any else patch.extends:
            below = self._find(reference.text, source)
            if isinstance(below, str):
                self._refuse(patch, "CR805", reference, below, "Write its name, or its path.")
            elif extends_something(below):
                level = max(level, 1 + self._level(below, (*through, key)))
            else:
                self._set_base(below, reference, source)
        self.levels[key] = level, patch
        return level

    def _set_base(self, base: SourceFile, reference: Reference | None, source: SourceFile) -> None:
        if self.base is None:
            self.base = base
        elif self.base.sha256 != base.sha256 and reference is not None:
            found = Diagnostics(source)
            found.report(
                "CR806",
                reference.span,
                f"These house rules are for {base.name}, not for {self.base.name}.",
                help="House rules that any game can have say `extends: any`.",
            )
            self._take(found)

    def _refuse(
        self, patch: Patch, code: str, reference: Reference, message: str, help: str
    ) -> None:
        found = Diagnostics(patch.source)
        found.report(code, reference.span, message, help=help)
        self._take(found)

    def _take(self, found: Diagnostics) -> None:
        self.diagnostics += found


class _Combining:
    """Makes the changes of all house rules, level by level."""

    def __init__(
        self,
        base: SourceFile,
        levels: dict[str, tuple[int, Patch]],
        diagnostics: list[Diagnostic],
    ) -> None:
        self._base = base
        # In an order that does not depend on that in which the files were named.
        self._levels = sorted(
            ((level, patch) for level, patch in levels.values()),
            key=lambda item: (item[0], item[1].name, item[1].source.sha256),
        )
        self._diagnostics = diagnostics

    @property
    def patches(self) -> list[Patch]:
        """All house rules, lowest first."""
        return [patch for _, patch in self._levels]

    def text(self) -> SourceFile:
        """The text with all changes made."""
        self._check_company()
        source = self._base
        for level in sorted({level for level, _ in self._levels}):
            if level > 0 and self._diagnostics:
                # What is above would be looked for in what could not be made.
                return self._base
            source = self._with([patch for at, patch in self._levels if at == level], source)
        return source

    def _check_company(self) -> None:
        """Report house rules that cannot be played together, or need others."""
        names = {patch.name for patch in self.patches}
        for patch in self.patches:
            found = Diagnostics(patch.source)
            for reference in patch.not_with:
                if reference.text in names:
                    found.report(
                        "CR807",
                        reference.span,
                        f"`{patch.name}` cannot be played with `{reference.text}`.",
                        help=reference.sentence,
                    )
            for reference in patch.needs_rule:
                if reference.text not in names:
                    found.report(
                        "CR807",
                        reference.span,
                        f"`{patch.name}` needs `{reference.text}`.",
                        help=reference.sentence or f"Add `--with {reference.text}`.",
                    )
            self._diagnostics += found

    def _with(self, patches: list[Patch], source: SourceFile) -> SourceFile:
        """A text with the house rules of one level."""
        found = Diagnostics(source)
        borders = borders_of(source, found)
        root = read_yaml(source, borders.yaml, found).root if borders is not None else None
        if borders is None or not isinstance(root, MapNode):
            # What is wrong with the base is told when it is read.
            return source
        outline = outline_of(source, borders.body_start)
        spread(outline.root)
        changes: list[Change] = []
        merging = Merging(sections_of(root, source, borders.yaml))
        for patch in patches:
            told = Diagnostics(patch.source)
            declared = [entry.words for entry in outline.root.children]
            if self._has_needed(patch, declared, told):
                changes += _changes(patch, outline.root, told)
            items = patch.items
            if patch.switch is not None:
                items = tuple(switched(patch, patch.switch, merging.items, told))
            merging.merge(items, told)
            self._diagnostics += told
        after = {patch.name: frozenset(item.text for item in patch.after) for patch in patches}
        kept = in_order(_sorted(changes, patches, after), after, self._diagnostics)
        self._retitle(merging, patches)
        rules = changed(outline.root, kept)
        put_back(rules)
        lines = [
            TextLine("---", Piece(source, 1)),
            *lines_from(merging.items),
            TextLine("---", Piece(source, source.position(borders.yaml.end)[0])),
            *lines_of(rules, outline.below),
        ]
        for patch in patches:
            lines += [line for line in patch.outline.below if line.text.strip()]
        title = root.get("title")
        parts = (
            *(
                getattr(source, "parts", ())
                or [Part(source, text_of(title.value if title is not None else None))]
            ),
            *[Part(patch.source, patch.title) for patch in patches],
        )
        return CombinedText(
            name=source.name,
            text="\n".join(line.text for line in lines).rstrip("\n") + "\n",
            pieces=tuple(line.piece for line in lines),
            parts=parts,
        )

    @staticmethod
    def _retitle(merging: Merging, patches: Iterable[Patch]) -> None:
        """The game is called after itself and its house rules."""
        item = next((item for item in merging.items if item.key == "title"), None)
        if item is not None and item.node is not None:
            title = getattr(item.node, "text", "")
            titles = ", ".join(patch.title for patch in patches)
            item.text = as_value(f"{title} ({titles})", alone=True)
            item.node, item.lines = None, ()
            item.above += tuple(line for patch in patches for line in patch.comments)

    @staticmethod
    def _has_needed(
        patch: Patch, declared: Sequence[tuple[str, ...]], diagnostics: Diagnostics
    ) -> bool:
        """Whether a game has what house rules for any game need; what it has not is reported."""
        has_all = True
        for reference in patch.needs:
            words = words_of(reference.text)
            if not any(line[: len(words)] == words for line in declared):
                has_all = False
                diagnostics.report(
                    "CR806",
                    reference.span,
                    f"This game has no `{reference.text}`, which these house rules need.",
                    help=reference.sentence or "They are for games that have one.",
                )
        return has_all


def _changes(patch: Patch, root: Entry, diagnostics: Diagnostics) -> list[Change]:
    """What a file changes in the lines of its base; by an option, if it is one."""
    placing = Placing(root, patch.name, diagnostics)
    changes = [change for item in patch.operations for change in placing.changes(item)]
    if patch.switch is None:
        return changes
    brought = frozenset(
        entry.words[1]
        for item in patch.operations
        for entry in item.new
        if item.does == "declare" and entry.first == "action"
    )
    switching = Switching(patch.switch.text, brought, diagnostics)
    return [made for change in changes for made in switching.change(change)]


def _sorted(
    changes: list[Change], patches: Sequence[Patch], after: dict[str, frozenset[str]]
) -> list[Change]:
    """The changes in the order of their files, those that come after others behind them."""
    order = [patch.name for patch in patches]

    def place(name: str, depth: int = 0) -> tuple[int, int]:
        behind = [place(other, depth + 1)[0] for other in after[name] if other in after]
        is_circle = depth > len(order)
        return (0 if is_circle else 1 + max(behind, default=-1), order.index(name))

    return sorted(changes, key=lambda change: place(change.by))


def _for_no_game(source: SourceFile) -> Diagnostic:
    """House rules for any game were not added to one."""
    return Diagnostic(
        code="CR805",
        message="These house rules are for any game, and no game is given.",
        span=_top(source),
        source=source,
        help=f"Add them to one: `cardrules run war --with {source.name}`.",
    )


def _top(source: SourceFile) -> Span:
    return Span(0, min(3, len(source.text)))
