"""What a person may look up at a decision: table, own cards, rules, reasons, log."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from cardrules.cli.table.board import Board
from cardrules.cli.table.contents import in_full
from cardrules.cli.table.flow import Flow, Hanging
from cardrules.cli.table.menu import render_commands
from cardrules.cli.table.screen import Screen
from cardrules.cli.table.typed import COMMANDS
from cardrules.cli.table.unbroken import Unbroken
from cardrules.table.model import Told, Zone
from cardrules.table.reading import Rule
from cardrules.table.typed_words import cards_put_in, numbers_of, quoted
from cardrules.table.wording import number

Shown = list[RenderableType]

# Who types this behind something sees how the ruleset says it.
SOURCE = "--source"
# Who types this behind `?` sees all of it.
ALL = "all"
# What shows a log from the beginning.
ALL_LINES = f"log {ALL}"


class Lookups:
    """Looks things up for the player who is asked, on a board drawn for that player."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._lookups = board.table.lookups

    def _lines(self, rules: Sequence[Rule]) -> Shown:
        return in_lines(rules, self._board.unbroken)

    def table(self) -> Shown:
        """The table with the own cards."""
        return ["", self._board.render(), *self._board.hand()]

    def hand(self) -> Shown:
        """The own cards."""
        return self._board.hand() or ["You have no cards of your own."]

    def look(self, wanted: str) -> Shown:
        """All that may be seen in the zones of a name, or in all that are not empty."""
        shown: Shown = []
        for zone, name in self._board.named_zones():
            if wanted.lower() in name.lower() if wanted else zone.count:
                shown.append(Text(f"{name} ({zone.count}):", style="strong"))
                if wanted and _has_hidden(zone) and not self._board.table.is_over:
                    shown.append(Hanging(Text(f"({zone.seen_by})", style="faint"), 2))
                shown += [Hanging(Text(line), 2) for line in in_full(zone)]
        empty = self._board.empty_zones() if not wanted else []
        if empty:
            shown.append(Flow(head="Nothing in:", head_style="label", items=empty, indent=2))
        if shown:
            return shown
        known = ", ".join(dict.fromkeys(zone.label for zone in self._board.table.zones))
        return [f"There is no zone like {quoted(wanted)}; there are: {known}."]

    def help(self, wanted: str, screen: Screen) -> Shown:
        """What can be done here, at most a screen of it; or what is said of something."""
        if wanted == "commands":
            return list(render_commands())
        if wanted not in ("", ALL, SOURCE):
            return self.rules(wanted)
        here = self._lines(self._lookups.rules_here(with_source=wanted == SOURCE))
        usages = [usage for usage, _, _ in COMMANDS.values()]
        commands = Flow(head="You may type:", items=["a number", "words", "Enter", *usages])
        behind: Shown = ["", commands, "? commands says what each of them does."]
        return [*(here if wanted else _cut(screen, here, behind)), *behind]

    def score(self) -> Shown:
        """Who is ahead, what counts, and what ends the game."""
        return self._lines(self._lookups.score())

    def rules(self, wanted: str) -> Shown:
        """All rules, or what is said of something; with `--source` the lines of the ruleset."""
        if wanted in ("", SOURCE):
            return self._lines(self._lookups.rules(with_source=wanted == SOURCE))
        topic = wanted.removesuffix(SOURCE).strip()
        source = self._lookups.source_of(topic)
        if topic != wanted and source:
            return paragraphs("\n".join(source), 4)
        if topic.lower() == "rules":
            return self._lines(self._lookups.rules(with_source=False))
        said = self._lookups.about(topic)
        if said:
            return self._lines(said)
        if source:
            told = f"No sentence tells of {quoted(topic)}, only lines of the ruleset"
            return [f"{told}: ? {topic} {SOURCE} shows them."]
        return [f"The rules say nothing of {quoted(topic)}; type rules to read them all."]

    def why(self, typed: str) -> Shown:
        """Why something is not allowed, and what would be."""
        own = self._board.own_cards()
        labels = typed.replace(",", " ").lower().split()
        if len(labels) > 1 and all(word in own for word in labels):
            # They are cards, whatever else may be called like these.
            return self._lines(self._lookups.why_cards([own[word] for word in labels]))
        numbers = numbers_of(typed)
        is_card = typed in self._board.table.faces
        label = f"c{numbers[0]}" if numbers and len(numbers) == 1 and not is_card else ""
        return self._lines(self._lookups.why(own.get(label) or cards_put_in(typed, own)))


def _has_hidden(zone: Zone) -> bool:
    """Whether cards lie there that the viewer does not know."""
    cards = [*zone.cards, *(card for stack in zone.stacks for card in stack)]
    return any(card.face is None for card in cards)


def _cut(screen: Screen, items: Shown, behind: Shown) -> Shown:
    """As much of what comes first as there is room for with what is behind it."""
    room = screen.height - 2 - screen.height_of(*behind)
    if not screen.is_kept or screen.height_of(*items) <= room:
        return items
    shown, _ = screen.page_of(items, room)
    return [*shown, Text(f"({number(len(items) - len(shown), 'line')} more: ? {ALL})", "faint")]


def in_lines(rules: Sequence[Rule], unbroken: Unbroken) -> Shown:
    """What is told, with its IDs, each line as far to the right as it belongs."""
    shown: Shown = []
    for rule in rules:
        text = unbroken.text(rule.text, "" if rule.depth else "strong")
        if rule.ids:
            text.append(f"  [{', '.join(rule.ids)}]", "ids")
        shown.append(Hanging(text, 2 * rule.depth))
    return shown


def log_lines(lines: Sequence[Told], most: int, unbroken: Unbroken) -> Shown:
    """The last so many lines of a log, and how many there are before them."""
    hidden = len(lines) - most
    shown: Shown = []
    if hidden > 0:
        lines = lines[hidden:]
        told = number(hidden, "line")
        shown.append(Text(f"({told} before this: {ALL_LINES})", style="faint"))
    told_lines = (Hanging(unbroken.text(line.text), 0 if line.is_head else 3) for line in lines)
    return [*shown, *told_lines]


def log_asked_for(asked: str, lines: Sequence[Told], screen: Screen, unbroken: Unbroken) -> Shown:
    """The log as somebody wants it: the newest page, all of it, or the last so many lines."""
    numbers = numbers_of(asked)
    if not asked and screen.is_kept:
        return _newest_page(screen, lines, unbroken)
    if asked in ("", ALL):
        return log_lines(lines, len(lines), unbroken)
    if numbers is not None and len(numbers) == 1 and numbers[0]:
        return log_lines(lines, numbers[0], unbroken)
    return [f"Type log, {ALL_LINES}, or log and how many lines, such as log 20."]


def _newest_page(screen: Screen, lines: Sequence[Told], unbroken: Unbroken) -> Shown:
    """The last lines of a log, as many as fit on the screen, and how to see those before."""
    newest_first = log_lines(lines, len(lines), unbroken)[::-1]
    # Above a prompt, and below a line that says how many there are before.
    shown, before = screen.page_of(newest_first, screen.height - 2)
    if not before:
        return shown[::-1]
    more = f"log {2 * len(shown)}, or {ALL_LINES}"
    told = f"({number(len(before), 'line')} before this: {more})"
    return [Text(told, style="faint"), *shown[::-1]]


def paragraphs(text: str, hang: int = 2) -> Shown:
    """The lines of an answer, each as far to the right as it is written."""
    return [
        Hanging(Text(line.lstrip()), len(line) - len(line.lstrip()), hang)
        for line in text.splitlines()
    ]
