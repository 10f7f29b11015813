"""What the action says that has opened a window: whoever may interrupt is told it again.

The action has begun by then. So its sentence is said again only if it says the same still, because
it is made of nothing but what was chosen and named above `do`.
"""

from __future__ import annotations

from collections.abc import Callable

from cardrules.engine.events import Part
from cardrules.engine.making import Making
from cardrules.engine.program import Code
from cardrules.engine.showing.sentences import Say
from cardrules.engine.showing.spoken import NOT_SHOWN
from cardrules.model import ir
from cardrules.model.state import State

# What has the same value all the time while an action is carried out, if its parts have.
_UNCHANGING = (
    ir.Const, ir.Local, ir.Attribute, ir.IsLine, ir.TeamOf, ir.Compare, ir.Logic,
    ir.Negation, ir.NotNone,
)  # fmt: skip
_BESIDE = ("left", "right")
_GROUPS = ("players", "opponents", "others", "partners")
_MAY_OPEN = (ir.OpenWindow, ir.CallRoutine)
# Within these somebody else acts.
_OF_OTHERS = (ir.As, ir.EachPlayer, ir.Turns, ir.Together)


class Openers:
    """The sentences of actions and interrupts that may open windows."""

    def __init__(self, builder: Making) -> None:
        self._builder = builder
        self._pending: list[Callable[[], None]] = []
        # By the numbers of their programs.
        self._sentences: dict[int, Say] = {}

    def add(self, action: ir.DeclaredAction, code: Code) -> None:
        """Note the sentence of an action."""
        sentence = action.telling
        if sentence is None or not sentence.parts or not _opens_itself(action.procedure.body):
            return
        if all(_stays(part) for part in sentence.parts if isinstance(part, ir.Expr)):
            say = self._builder.speaking.sentence(sentence, code.looked)
            self._pending.append(lambda: self._sentences.update({code.index: say()}))

    def finish(self) -> None:
        """Make all sentences."""
        for make in self._pending:
            make()
        self._pending.clear()

    def told(self, s: State) -> tuple[Part, ...] | None:
        """The sentence of the action that has opened the window; None if it has none."""
        codes = self._builder.codes
        for frame in reversed(s.frames):
            role = codes[frame[0]].procedure.role
            if role in ("action", "interrupt"):
                say = self._sentences.get(frame[0])
                return None if say is None else say(s, frame, NOT_SHOWN)
            if role != "routine":
                break
        return None


def _opens_itself(body: ir.Body) -> bool:
    """Whether windows are opened, and only where nobody but the one whose action it is acts."""
    every = [item for item in ir.statements(body) if isinstance(item, _MAY_OPEN)]
    return bool(every) and not any(
        isinstance(inner, _MAY_OPEN)
        for item in ir.statements(body)
        if isinstance(item, _OF_OTHERS)
        for block in ir.blocks(item)
        for inner in ir.statements(block)
    )


def _stays(value: ir.Expr) -> bool:
    """Whether a value is the same whatever the action has done."""
    return all(_is_unchanging(item) for item in ir.walk(value) if isinstance(item, ir.Expr))


def _is_unchanging(item: ir.Expr) -> bool:
    match item:
        case ir.Role(role=role):
            return role in ("me", "starter")
        case ir.Operation(op=op):
            return op in _BESIDE
        case ir.Everyone(group=group):
            return group in _GROUPS
        case ir.Arithmetic(type=of_type):
            return of_type.base == "integer"
    return isinstance(item, _UNCHANGING)
