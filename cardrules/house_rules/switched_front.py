"""Front matter of house rules that are an option: how many cards there are depends on it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardrules.diagnostics.model import Diagnostics
from cardrules.house_rules.patches import Patch, Reference
from cardrules.house_rules.sections import Item, as_value, flow, list_of

REMOVE = "remove"
_COUNT = "count"


def switched(
    patch: Patch, switch: Reference, base: Sequence[Item], diagnostics: Diagnostics
) -> list[Item]:
    """The entries of a file as they are put into those of the base; what cannot be is reported."""
    writer = _Switched(switch.text, base, diagnostics)
    items = [item for item in patch.items if writer.may_be(item)]
    for item in items:
        if item.key == "cards":
            item.children = list(writer.cards(item.children or ()))
            item.lines = ()
    return writer.with_option(items, patch, switch)


class _Switched:
    def __init__(self, switch: str, base: Sequence[Item], diagnostics: Diagnostics) -> None:
        self._switch = switch
        self._base = {item.key: item for item in base}
        self._diagnostics = diagnostics

    def may_be(self, item: Item) -> bool:
        """Whether an entry can depend on an option; options may only be new."""
        base = self._base.get(item.key)
        if item.key in ("options", "cards") and item.children is None:
            self._diagnostics.report(
                "CR801",
                item.span,
                f"`{item.key}` holds no keys that could be put into those of the base.",
                help="For example: `cards: {trap: {count: 8}}`.",
            )
            return False
        if item.key == "options":
            known = [child for child in item.children or () if base and base.child(child.key)]
            for child in known:
                self._refuse(child, f"The option `{child.key}` cannot depend on another one.")
            return not known
        if item.key != "cards":
            self._refuse(item, f"`{item.key}` cannot depend on an option.")
        return item.key == "cards"

    def cards(self, lines: Iterable[Item]) -> Iterable[Item]:
        """The card lines: as many cards as are said with the option, and as before without."""
        base = self._base.get("cards")
        for line in lines:
            old = base.child(line.key) if base is not None else None
            if old is None:
                yield self._line(line, None)
            elif flow(line) == REMOVE:
                kept = Item(line.key, line.source, line.span, children=[])
                yield self._counted(kept, "0", old)
            elif line.children is None or [child.key for child in line.children] != [_COUNT]:
                self._refuse(line, "Of cards only their number can depend on an option.")
            else:
                yield self._line(line, old)

    def _line(self, line: Item, old: Item | None) -> Item:
        count = line.child(_COUNT)
        return line if count is None else self._counted(line, flow(count), old)

    def _counted(self, line: Item, new: str, old: Item | None) -> Item:
        before = old.child(_COUNT) if old is not None else None
        befores = list_of(flow(before)) if before is not None else ["0"]
        news = list_of(new)
        number = max(len(befores), len(news))
        either = [
            as_value(f"{_bare(one)} if {self._switch} else {_bare(other)}")
            for one, other in zip(_spread(news, number), _spread(befores, number), strict=True)
        ]
        text = either[0] if number == 1 else f"[{', '.join(either)}]"
        count = Item(_COUNT, line.source, line.span, text=text)
        others = [child for child in line.children or () if child.key != _COUNT]
        line.children, line.lines = [*others, count], ()
        return line

    def with_option(self, items: list[Item], patch: Patch, switch: Reference) -> list[Item]:
        """The entries with the option itself, unless the file says what it is."""
        options = next((item for item in items if item.key == "options"), None)
        if options is None:
            options = Item("options", patch.source, switch.span, children=[])
            items.append(options)
        assert options.children is not None
        default = Item("default", patch.source, switch.span, text="true")
        own = options.child(self._switch)
        if own is None:
            help = Item("help", patch.source, switch.span, text=as_value(patch.title))
            own = Item(self._switch, patch.source, switch.span, children=[default, help])
            options.children.append(own)
            options.lines = ()
        elif own.children is not None and own.child("default") is None:
            own.children = [default, *own.children]
            own.lines, options.lines = (), ()
        return items

    def _refuse(self, item: Item, message: str) -> None:
        self._diagnostics.report(
            "CR808",
            item.span,
            message,
            help=f"Leave `switch: {self._switch}` out, or put this into a file of its own.",
        )


def _spread(values: list[str], number: int) -> list[str]:
    return values * number if len(values) == 1 else values


def _bare(value: str) -> str:
    """A number or expression without the quotes of YAML, in brackets unless it is one word."""
    text = value.strip("\"'")
    return text if text.isalnum() else f"({text})"
