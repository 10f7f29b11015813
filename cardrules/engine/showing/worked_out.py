"""Expressions that are worked out now and then, such as parts of premises to be explained."""

from __future__ import annotations

from types import CodeType
from typing import Any

from cardrules.model import ir
from cardrules.plain import Plain


class Source(Plain):
    """An expression ready to be worked out: code and work, the names and definitions it needs.

    It holds the expression, so that no other one takes its place in memory.
    """

    expr: ir.Expr
    code: CodeType
    steps: int
    names: dict[str, Any]
    definitions: CodeType | None
