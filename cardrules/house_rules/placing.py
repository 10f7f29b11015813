"""From what house rules say to changes of the lines of the base."""

from __future__ import annotations

from collections.abc import Iterator

from cardrules.diagnostics.model import Diagnostics
from cardrules.house_rules.anchors import entry_of, offering, scope_of
from cardrules.house_rules.changes import Beside, Change, Exchange, Header, Insert
from cardrules.house_rules.operations import Operation
from cardrules.house_rules.outline import Entry

PREMISES = frozenset({"choose", "require", "let"})
# Blocks whose lines are premises, then `do`.
_WITH_PREMISES = frozenset({"action", "interrupt", "trait", "together"})
# What stands at the end of a text, before which new declarations come.
_ENDING = frozenset({"score", "winner", "match"})


class Placing:
    """Finds the lines of one base for the operations of one file."""

    def __init__(self, root: Entry, by: str, diagnostics: Diagnostics) -> None:
        self._root = root
        self._by = by
        self._diagnostics = diagnostics

    def changes(self, operation: Operation) -> Iterator[Change]:
        """What an operation changes; nothing if its lines are not found, which is reported."""
        said = operation.said
        if operation.does == "declare":
            (entry,) = operation.new
            yield self._insert(operation, self._root, self._for_declaration(entry), operation.new)
            return
        scope = scope_of(operation, self._root, self._diagnostics)
        if scope is None:
            return
        if operation.does == "add":
            yield from self._add(operation, scope)
            return
        assert operation.anchor is not None
        if operation.does == "offer":
            for entry in offering(operation.anchor, scope, self._diagnostics):
                yield Beside(said, self._by, operation.comments, entry, operation.names)
            return
        entry_found = entry_of(operation.anchor, scope, self._diagnostics)
        if entry_found is None:
            return
        parent = entry_found.parent
        assert parent is not None
        index = parent.children.index(entry_found)
        match operation.does:
            case "before":
                yield self._insert(operation, parent, index, operation.new)
            case "after":
                yield self._insert(operation, parent, index + 1, operation.new)
            case "replace" | "remove":
                yield Exchange(said, self._by, operation.comments, entry_found, operation.new)
                if operation.does == "remove":
                    yield from self._no_more_offered(said, entry_found)
            case "change":
                line = operation.new[0].lines[0]
                yield Header(said, self._by, operation.comments, entry_found, line)
            case "wrap":
                yield from self._wrap(operation, entry_found)

    def _insert(
        self, operation: Operation, parent: Entry, index: int, new: tuple[Entry, ...]
    ) -> Insert:
        # Declarations, requirements and parts of the score mean the same in any order.
        any_order = parent is self._root or all(
            entry.first == "require" or entry.words[1:2] == (":",) for entry in new
        )
        return Insert(operation.said, self._by, operation.comments, parent, index, new, any_order)

    def _for_declaration(self, entry: Entry) -> int:
        """Where a new declaration stands: behind the last of its sort, or before the ending."""
        declared = self._root.children
        alike = [at for at, other in enumerate(declared) if other.first == entry.first]
        if alike:
            return alike[-1] + 1
        ending = [at for at, other in enumerate(declared) if other.first in _ENDING]
        is_ending = entry.first in _ENDING
        return ending[0] if ending and not is_ending else len(declared)

    def _add(self, operation: Operation, scope: Entry) -> Iterator[Change]:
        """Lines at the end of a block: premises at the end of these, effects at the end of `do`."""
        do = next((entry for entry in scope.children if entry.words == ("do",)), None)
        if scope.first not in _WITH_PREMISES or do is None:
            yield self._insert(operation, scope, len(scope.children), operation.new)
            return
        are_premises = operation.new[0].first in PREMISES
        if not are_premises:
            yield self._insert(operation, do, len(do.children), operation.new)
            return
        index = scope.children.index(do)
        # What is said of an action stands last above `do`.
        if index > 0 and scope.children[index - 1].first == "say":
            index -= 1
        yield self._insert(operation, scope, index, operation.new)

    def _no_more_offered(self, said: Entry, action: Entry) -> Iterator[Change]:
        """An action that is removed is not offered beside others any more."""
        if action.first != "action" or action.parent is not self._root:
            return
        name = action.words[1]
        for entry in self._root.walk():
            if entry.words[:2] == ("one", "of") and name in entry.words[2:]:
                yield Beside(said, self._by, (), entry, (), without=name)

    def _wrap(self, operation: Operation, action: Entry) -> Iterator[Change]:
        """Premises, then what is done before and behind the effects of an action."""
        said, new = operation.said, list(operation.new)
        do = next((entry for entry in action.children if entry.words == ("do",)), None)
        at = next((n for n, entry in enumerate(new) if entry.words == ("proceed",)), None)
        if do is None or at is None:
            missing = "`proceed`" if at is None else "`do`"
            whose = "This `wrap`" if at is None else f"`{' '.join(action.words[:2])}`"
            self._diagnostics.report(
                "CR801",
                said.span,
                f"{whose} has no {missing}.",
                help="`proceed` stands for what the action does; what is above it comes before, "
                "what is below it afterwards.",
            )
            return
        premises = [entry for entry in new[:at] if entry.first == "require"]
        before = [entry for entry in new[:at] if entry.first != "require"]
        if premises:
            index = action.children.index(do)
            if index > 0 and action.children[index - 1].first == "say":
                index -= 1
            yield self._insert(operation, action, index, tuple(premises))
        if before:
            yield self._insert(operation, do, 0, tuple(before))
        if new[at + 1 :]:
            yield self._insert(operation, do, len(do.children), tuple(new[at + 1 :]))
