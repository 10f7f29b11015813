"""What can be chosen, as a tree that is made where somebody looks at it: a menu leads to menus.

There may be millions of actions behind a line; how many is known without making them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from cardrules.engine.sets.answers import PASS, Answer
from cardrules.model.action import Action
from cardrules.table.choosing import Choosing
from cardrules.table.narrowing import question
from cardrules.table.pools import FEW, Line, Pool, Question, only_answer, whole_pool
from cardrules.table.teller import Teller


class Menu:
    """One step of a choice. `lines` are what to choose from, each with its text and `count`."""

    def __init__(self, answers: Sequence[Answer], teller: Teller, pool: Pool | None = None) -> None:
        self._answers = answers
        self._teller = teller
        self._given = pool

    @cached_property
    def _pool(self) -> Pool:
        return whole_pool(self._answers, self._teller) if self._given is None else self._given

    @cached_property
    def _question(self) -> Question:
        return question(self._pool, self._teller)

    @property
    def title(self) -> str:
        """What is asked by this step."""
        return self._question.title

    @property
    def so_far(self) -> str:
        """What has been chosen in the steps before."""
        return self._question.so_far

    @property
    def lines(self) -> Sequence[Line]:
        """What there is to choose from."""
        return self._question.lines

    @property
    def total(self) -> int:
        """How many actions are possible from here."""
        return self._pool.total

    @property
    def is_only_pass(self) -> bool:
        """Whether nothing can be done but to pass."""
        return only_answer(self._pool) == PASS

    def action(self, line: Line) -> Action | None:
        """The action of a line; None if several are behind it."""
        answer = only_answer(line.pool)
        return None if answer is None else self._teller.action(answer)

    def open(self, line: Line) -> Menu:
        """The menu behind a line."""
        return Menu(self._answers, self._teller, line.pool)

    def choosing(self, own: Mapping[str, str], few: int = FEW) -> Choosing:
        """A way through the menu for somebody who types; `own`: cards by their labels.

        More than `few` actions are asked for step by step.
        """
        return Choosing(self._pool, self._teller, own, few)

    def data(self, depth: int = 0) -> dict[str, Any]:
        """The menu as JSON data, with the menus behind its lines so many steps deep."""
        return {
            "title": self.title,
            "so_far": self.so_far,
            "total": self.total,
            "is_set": self._question.several,
            "is_only_pass": self.is_only_pass,
            "lines": [self._line(line, depth) for line in self.lines],
        }

    def _line(self, line: Line, depth: int) -> dict[str, Any]:
        action = self.action(line)
        # Of a card that lies hidden, the action would tell the face.
        is_blind = action is not None and self._teller.is_blind(action.answer or PASS)
        return {
            "text": line.text,
            "ways": line.count,
            "action": None if action is None or is_blind else action.data(),
            "menu": self.open(line).data(depth - 1) if depth > 0 and action is None else None,
        }
