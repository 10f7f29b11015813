"""Front matter put together: what house rules say of a key goes into that of the base."""

from __future__ import annotations

from collections.abc import Sequence

import attrs

from cardrules.diagnostics.model import Diagnostics, Label
from cardrules.house_rules.sections import Item, flow, list_of
from cardrules.house_rules.texts import ADD, added_text, append_text, is_longer_text
from cardrules.source import SourceFile, Span
from cardrules.syntax.yaml_tree import ListNode, ScalarNode

REMOVE = "remove"
# How deep the name of an attribute stands: `attributes`, then the name.
_ATTRIBUTE = 2


@attrs.frozen(eq=False)
class Written:
    """Who has written what stands at a key now."""

    source: SourceFile
    span: Span


class Merging:
    """Puts front matters into one, and reports what two of them say of one thing."""

    def __init__(self, base: list[Item]) -> None:
        self.items = base
        self._written: dict[tuple[str, ...], Written] = {}

    def merge(self, changes: Sequence[Item], diagnostics: Diagnostics) -> None:
        """Put in what one file of house rules says."""
        self._diagnostics = diagnostics
        for change in changes:
            self._put(self.items, change, ())

    def _put(self, items: list[Item], change: Item, above: tuple[str, ...]) -> bool:
        """Put one entry among others; whether something is different then."""
        path = (*above, change.key)
        at = next((n for n, item in enumerate(items) if item.key == change.key), None)
        base = None if at is None else items[at]
        if is_longer_text(change, path):
            return self._append_text(items, base, change, path)
        if base is not None and self._is_merged(base, change, path):
            if self._is_longer_list(change, path):
                self._append_values(base, change, path)
                return True
            assert base.children is not None and change.children is not None
            different = [self._put(base.children, inner, path) for inner in change.children]
            if any(different):
                base.lines = ()
                base.text = ""
            return any(different)
        if not self._may_write(path, change):
            return False
        if _is_remove(change):
            if at is None:
                self._report(
                    "CR802",
                    change,
                    f"The base has no `{'.'.join(path)}` that could be removed.",
                    "Write the key as it stands in the base.",
                )
                return False
            del items[at]
        elif at is None:
            items.append(change)
        else:
            assert base is not None
            # The comments above stay: they are about what the key is for.
            change.above = change.above if any(line.text for line in change.above) else base.above
            items[at] = change
        return True

    def _append_text(
        self, items: list[Item], base: Item | None, change: Item, path: tuple[str, ...]
    ) -> bool:
        """Put sentences behind a text; others may add to it as well, but not say it anew."""
        if not added_text(change):
            self._report(
                "CR801",
                change,
                f"Nothing is added to `{path[-1]}`.",
                'For example: `turn: {add: "House rule. Sevens swap hands."}`.',
            )
            return False
        if not self._may_write((*path, ADD, change.source.name), change):
            return False
        if base is None:
            base = Item(change.key, change.source, change.span)
            items.append(base)
        append_text(base, change)
        return True

    @staticmethod
    def _is_merged(base: Item, change: Item, path: tuple[str, ...]) -> bool:
        return change.children is not None and (
            base.children is not None or Merging._is_longer_list(change, path)
        )

    @staticmethod
    def _is_longer_list(change: Item, path: tuple[str, ...]) -> bool:
        """Whether an entry only adds values to those of an attribute."""
        is_attribute = path[0] == "attributes" and len(path) == _ATTRIBUTE
        return is_attribute and change.child("add") is not None

    def _append_values(self, base: Item, change: Item, path: tuple[str, ...]) -> None:
        """More values of an attribute, behind the others or before one of them."""
        holder = base.child("type") if base.children is not None else base
        added, before = change.child("add"), change.child("before")
        values = _values(holder)
        new = _values(added)
        if values is None or new is None or holder is None:
            self._report(
                "CR801",
                change,
                f"`{path[-1]}` of the base is no list of values to which others could be added.",
                "For example: `suit: {add: [stars]}`, or `suit: {add: [stars], before: hearts}`.",
            )
            return
        at = len(values)
        if before is not None:
            name = flow(before)
            if name not in values:
                self._report(
                    "CR802",
                    before,
                    f"`{path[-1]}` of the base has no value `{name}`.",
                    f"It has {', '.join(f'`{value}`' for value in values)}.",
                )
                return
            at = values.index(name)
        holder.text = f"[{', '.join([*values[:at], *new, *values[at:]])}]"
        holder.node = None
        base.lines = ()
        self._keep_all(path[-1], values)

    def _keep_all(self, attribute: str, values: list[str]) -> None:
        """Cards of the base that have `all` values keep those that there were."""
        cards = next((item for item in self.items if item.key == "cards"), None)
        for line in (cards.children or ()) if cards is not None else ():
            value = line.child(attribute)
            if value is not None and flow(value) == "all":
                value.text, value.node = f"[{', '.join(values)}]", None
                line.lines = ()
                assert cards is not None
                cards.lines = ()

    def _may_write(self, path: tuple[str, ...], change: Item) -> bool:
        """Note who writes at a path; not if another file has written there, above or below it."""
        mine = Written(change.source, change.span)
        for other, who in self._written.items():
            shared = min(len(other), len(path))
            if who.source is not mine.source and other[:shared] == path[:shared]:
                self._diagnostics.report(
                    "CR804",
                    mine.span,
                    f"Two house rules change `{'.'.join(path)}`.",
                    help="Leave one of them out, or write one file that says what both together "
                    "mean.",
                    labels=(Label(span=who.span, text="the other one", source=who.source),),
                )
                return False
        self._written[path] = mine
        return True

    def _report(self, code: str, item: Item, message: str, help: str) -> None:
        self._diagnostics.report(code, item.span, message, help=help)


def _is_remove(item: Item) -> bool:
    return isinstance(item.node, ScalarNode) and item.node.value == REMOVE


def _values(item: Item | None) -> list[str] | None:
    """The values of a list, if it is one."""
    if item is None:
        return None
    if isinstance(item.node, ListNode):
        return [node.text for node in item.node.items if isinstance(node, ScalarNode)]
    if item.node is None and item.text.startswith("["):
        return list_of(item.text)
    return None
