"""What an operation of the language is: `NAME of THING` or `NAME(THING, ...)`.

An operation brings its signature, its type rule, its page in the reference and how it is evaluated
together. A new one is a new file in this folder (or a new entry in one): the grammar stays as it
is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from cardrules.model.types import Type
from cardrules.plain import Plain

# A type rule: the types of the arguments to the type of the result, or a sentence on what is wrong.
TypeRule = Callable[[Sequence[Type]], Type | str]


class Op(Plain):
    """An operation.

    `emit` turns the sources of the arguments into the source of a Python expression, in which `s`
    is the state, a zone or stack is its number and a collection a tuple; `helpers` are the
    functions it calls.
    """

    name: str
    summary: str
    example: str
    arity: int
    rule: TypeRule
    emit: Callable[[Sequence[str]], str]
    helpers: Mapping[str, object] = MappingProxyType({})
    # Whether zones and stacks are taken as they are; otherwise they come as collections.
    takes_zones: bool = False
    # The same for a stack, where that is simpler: a stack that is there is never empty.
    emit_for_stack: Callable[[str], str] | None = None
