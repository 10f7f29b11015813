"""House rules as an option: changes that do nothing as long as it is off.

Each change is made into one that asks for the option, so that the base is played when it is off,
action by action. Where that cannot be said in the language the line is refused.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

import attrs

from cardrules.diagnostics.model import Diagnostics
from cardrules.house_rules.changes import Beside, Change, Exchange, Header, Insert
from cardrules.house_rules.criteria import WINNER
from cardrules.house_rules.outline import INDENT, Entry, code_and_note, copy_of
from cardrules.syntax.first_words import CHANGING

# Declarations that nothing comes of as long as nobody names them.
_WAITING = frozenset({
    "zone", "tokens", "variable", "values", "define", "placement", "routine", "window", "trait",
})  # fmt: skip
# Those that are possible or not.
_POSSIBLE = frozenset({"action", "interrupt"})
# Those that carry out statements by themselves.
_ACTING = frozenset({"standing", "when"})
# Lines with a value that can be one or the other, by the sign before the value.
_CHOSEN = {"let": "=", "define": "=", "choose": "from", "if": "if", "while": "while"}
_TOLD = frozenset({"say", "ask"})


class Switching:
    """Makes the changes of one file ask for its option."""

    def __init__(self, switch: str, declared: frozenset[str], diagnostics: Diagnostics) -> None:
        self._switch = switch
        # The actions that the file brings along: they ask for the option themselves.
        self._declared = declared
        self._diagnostics = diagnostics

    def change(self, change: Change) -> Iterator[Change]:
        """The change as it is made; nothing if it cannot be an option, which is reported."""
        if _is_of_winner(change):
            self._refuse(change.said, "Who wins cannot depend on an option.")
            return
        match change:
            case Insert():
                new = self._inserted(change)
                if new is not None:
                    yield attrs.evolve(change, new=new)
            case Exchange():
                new = self._exchanged(change)
                if new is not None:
                    yield attrs.evolve(change, new=new)
            case Header():
                yield from self._headed(change)
            case Beside():
                yield from self._beside(change)

    # -- lines that come in ------------------------------------------------------------------------

    def _inserted(self, change: Insert) -> tuple[Entry, ...] | None:
        parent = change.parent
        if not parent.lines:
            made = [self._declaration(entry) for entry in change.new]
            return None if any(entry is None for entry in made) else tuple(filter(None, made))
        if all(entry.words[1:2] == (":",) for entry in change.new):
            return tuple(self._clause(entry, parent) for entry in change.new)
        if all(entry.first == "require" for entry in change.new):
            return tuple(self._required(entry) for entry in change.new)
        if _holds_premises(parent):
            self._refuse(change.said, "A choice of an action cannot be an option.")
            return None
        if change.new[0].first in ("else", "case"):
            self._refuse(change.said, "A further case cannot be an option.")
            return None
        return (self._if(self._switch, change.new, parent),)

    def _declaration(self, entry: Entry) -> Entry | None:
        if entry.first in _WAITING or entry.first in CHANGING:
            return entry  # of a change at the margin is told where it belongs
        if entry.first in _POSSIBLE:
            return self._possible(entry, self._switch)
        if entry.first in _ACTING:
            return self._acting(entry, self._switch)
        if entry.first == "match":
            return _mapped(entry, self._match)
        self._refuse(entry, f"`{entry.first}` cannot depend on an option.")
        return None

    def _match(self, code: str) -> str:
        head, when, condition = code.partition(" when ")
        return f"{head} when {self._switch}" + (f" and {_part(condition)}" if when else "")

    def _possible(self, entry: Entry, condition: str) -> Entry:
        """An action or interrupt with one more requirement, the first."""
        made = copy_of(entry, entry.parent)
        made.children.insert(0, _line(f"require {condition}", made))
        return made

    def _acting(self, entry: Entry, condition: str) -> Entry:
        made = copy_of(entry, entry.parent)
        made.children = [self._if(condition, entry.children, made)]
        return made

    def _required(self, entry: Entry) -> Entry:
        return _mapped(entry, lambda code: f"require not {self._switch} or {_whole(code[8:])}")

    def _clause(self, entry: Entry, parent: Entry) -> Entry:
        def gated(code: str) -> str:
            name, _, value = code.partition(":")
            if parent.first == "placement":
                return f"{name}: {self._switch} and {_part(value.strip())}"
            return f"{name}: {_whole(value.strip())} if {self._switch} else 0"

        return _mapped(entry, gated)

    # -- lines in place of others ------------------------------------------------------------------

    def _exchanged(self, change: Exchange) -> tuple[Entry, ...] | None:
        old, new = change.entry, change.new
        if old.first == "require" and all(entry.first == "require" for entry in new):
            kept = _mapped(old, lambda code: f"require {self._switch} or {_whole(code[8:])}")
            kept.above = ()
            return (kept, *[self._required(entry) for entry in new])
        if old.parent is not None and not old.parent.lines:
            return self._redeclared(change)
        if len(new) == 1 and _sign(old) == _sign(new[0]) != "":
            return (self._either(old, new[0]),)
        if old.first in _TOLD or old.first == "else" or _holds_premises(old.parent):
            self._refuse(change.said, "This line cannot be there or not by an option.")
            return None
        if not new:
            return (self._if(f"not {self._switch}", [old], old),)
        assert old.parent is not None
        here = self._if(self._switch, new, old.parent)
        return (here, self._else([old], old.parent, here.indent))

    def _redeclared(self, change: Exchange) -> tuple[Entry, ...] | None:
        old, new = change.entry, change.new
        if not new:
            if old.first in _POSSIBLE:
                return (self._possible(old, f"not {self._switch}"),)
            if old.first in _ACTING:
                return (self._acting(old, f"not {self._switch}"),)
            return (old,)
        if old.first == new[0].first == "define":
            return (self._either(old, new[0]),)
        if old.first in (*_ACTING, "routine") and old.words == new[0].words:
            made = copy_of(new[0], old.parent)
            here = self._if(self._switch, new[0].children, made)
            made.children = [here, self._else(old.children, made, here.indent)]
            return (made,)
        message = f"Another `{' '.join(old.words[:2])}` cannot be an option as a whole."
        self._refuse(change.said, message)
        return None

    def _either(self, old: Entry, new: Entry) -> Entry:
        """A line whose value is the new one or the old one."""
        _, _, value = code_and_note(old)[0].partition(f"{_sign(old)} ")

        def chosen(code: str) -> str:
            head, sign, other = code.partition(f"{_sign(new)} ")
            either = f"{_whole(other)} if {self._switch} else {_whole(value)}"
            return f"{head}{sign}{either}"

        made = _mapped(new, chosen)
        if not made.children:
            made.children = [copy_of(child, made) for child in old.children]
        return made

    # -- lines that change -------------------------------------------------------------------------

    def _headed(self, change: Header) -> Iterator[Change]:
        entry = change.entry
        new = Entry((change.line,))
        if entry.first == new.first in ("if", "while"):
            line = self._either(entry, new).lines[0]
            yield attrs.evolve(change, line=line)
        elif entry.parent is None or not entry.parent.lines or entry.first == "else":
            self._refuse(change.said, f"`{entry.first}` cannot be changed by an option.")
        else:
            yield attrs.evolve(change, switch=self._switch)

    def _beside(self, change: Beside) -> Iterator[Change]:
        if change.without:
            # By the option it is offered and not possible.
            return
        if not set(change.names) <= self._declared:
            self._refuse(
                change.said,
                "Only actions that these house rules bring along can be offered by an option.",
            )
        else:
            yield change

    # -- what they are made of ---------------------------------------------------------------------

    def _if(self, condition: str, block: Sequence[Entry], parent: Entry) -> Entry:
        column = block[0].indent if block else parent.indent + INDENT
        made = _line(f"if {condition}", parent, column, block[0])
        made.children = [copy_of(entry, made, INDENT) for entry in block]
        return made

    def _else(self, block: Sequence[Entry], parent: Entry, column: int) -> Entry:
        made = _line("else", parent, column, block[0])
        made.children = [copy_of(entry, made, column + INDENT - entry.indent) for entry in block]
        return made

    def _refuse(self, entry: Entry, message: str) -> None:
        self._diagnostics.report(
            "CR808",
            entry.span,
            message,
            help=f"Leave `switch: {self._switch}` out, or put this line into a file of its own.",
        )


def _is_of_winner(change: Change) -> bool:
    """Whether a criterion comes in, goes or is changed."""
    match change:
        case Insert():
            return change.parent.first == WINNER
        case Exchange() | Header():
            return change.entry.parent is not None and change.entry.parent.first == WINNER
    return False


def _holds_premises(parent: Entry | None) -> bool:
    return parent is not None and any(child.words == ("do",) for child in parent.children)


def _sign(entry: Entry) -> str:
    """What stands before the value of a line whose value can be one or the other."""
    if entry.words[1:2] == (":",):
        return ":"
    return _CHOSEN.get(entry.first, "")


def _line(text: str, parent: Entry, column: int | None = None, of: Entry | None = None) -> Entry:
    """A new line, which is from another one."""
    column = parent.indent + INDENT if column is None else column
    line = (of or parent).lines[0]
    return Entry((line.rewritten(" " * column + text),), parent=parent)


# Words that would take a part of what is put beside them.
_LOOSE = re.compile(r" (?:if|where|with)\b")
_LOOSER = re.compile(r" (?:or|if|where|with)\b|:")


def _whole(value: str) -> str:
    """A value as it can stand beside `or`, `if` and `else`."""
    return f"({value})" if _LOOSE.search(value) or ":" in value else value


def _part(value: str) -> str:
    """A condition as it can stand beside `and`."""
    return f"({value})" if _LOOSER.search(value) else value


def _mapped(entry: Entry, change: Callable[[str], str]) -> Entry:
    """A line with other words and the same note, and what stands below it."""
    made = copy_of(entry, entry.parent)
    code, note = code_and_note(entry)
    text = " " * entry.indent + change(code) + (f"    {note}" if note else "")
    made.lines = (entry.lines[0].rewritten(text),)
    return made
