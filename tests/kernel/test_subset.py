"""The operations are in the subset, and what is not in it is told by line and reason."""

from __future__ import annotations

import ast

import pytest

from cardrules.kernel.subset.reading import read
from tests.kernel.watched import operations, sources

HEAD = '''"""A module."""
from __future__ import annotations
from cardrules.kernel.types import Numbers, Store, Word, WordStore, Words
WORD = 0xFFFFFFFFFFFFFFFF
MANY = 3 * 4
'''
FIRST = HEAD.count("\n") + 1


def faults(text: str) -> list[tuple[int, str]]:
    """What is wrong with functions, by line from 1 on."""
    _, found = read({"m": HEAD + text})
    return [(fault.line - FIRST + 1, fault.reason) for fault in found]


def test_all_operations_are_in_the_subset() -> None:
    functions, found = read(sources())
    assert [str(fault) for fault in found] == []
    assert functions.keys() == operations().keys()


def test_what_is_in_the_subset() -> None:
    text = '''def f(a: int, w: Word, is_on: bool, xs: Numbers, ws: Words, s: Store, z: WordStore
) -> int:
    """What it gives."""
    b = a + 1 if is_on and not a < 3 <= MANY else -a
    if b == 0:
        return 0
    if b == -1:
        return 1
    c: Word = 0
    d = [0] * 8
    e: WordStore = [0] * MANY
    for i in range(a):
        s[i] = xs[i] * 2
        s[i] += a // b - a % b + a // 7
        d[i & 7] = (a | 1) ^ i
        if i > 3:
            continue
        elif i < -3:
            break
    for i in range(10, a, -1):
        z[i] = (w * ws[i] + 1) & WORD
        e[0] = ((w << 3) & WORD) ^ (w >> (i & 63)) | 1 << (a & 31)
        c = (w * c) >> 64
    n = (w & 255) + c.bit_count() + w.bit_length() + (a >> 2)
    g(d, s, n & WORD)
    return n if h(w) else b


def g(xs: Numbers, s: Store, w: Word) -> None:
    s[0] = xs[0]


def h(w: Word) -> bool:
    return w != 0
'''
    assert faults(text) == []


def body(*lines: str) -> str:
    """A function with these lines, of which the first is line 2."""
    head = (
        "def f(a: int, b: int, w: Word, is_on: bool, xs: Numbers, s: Store, z: WordStore) -> int:"
    )
    return "\n".join([head, *[f"    {line}" for line in lines], "    return 0", ""])


WRONG = {
    "no local, constant or operation": ["c = d"],
    "may have no value here": ["if is_on:", "    c = 1", "d = c"],
    "a word, and a number is wanted": ["c = a", "c = w"],
    "has number and word": ["c = w + a"],
    "put `& WORD` around it": ["c = w + w"],
    "may be no word: put": ["c = w << 3"],
    "is neither a number nor a word": ["c = (w + a) & WORD"],
    "is not visibly from 0 to 63": ["c = 1 << a"],
    "is not from 0 to 63": ["c = w >> 64"],
    "was not tested before dividing by it": ["c = a // b"],
    "tested before dividing": ["if b == 0:", "    return 0", "c = a % b"],
    "no comparison of the subset": ["c = a in xs"],
    "compares what is no number": ["c = is_on == is_on"],
    "is no array": ["c = a[0]"],
    "is only read": ["xs[0] = a"],
    "a word is wanted": ["z[0] = a"],
    "numbers, and a number store is wanted": ["c = f(a, b, w, is_on, xs, xs, z)"],
    "has 7 parameters": ["c = f(a)"],
    "`len` is no operation": ["c = len(xs)"],
    "`a.append` is no operation": ["c = a.append(1)"],
    "a flag is wanted": ["if a:", "    return 1"],
    "is a parameter": ["a = 1"],
    "counts a loop": ["for i in range(a):", "    i = 3"],
    "may have no value": ["for i in range(a):", "    c = i", "c = i"],
    "While is no statement": ["while is_on:", "    c = 1"],
    "a loop goes through a `range`": ["for i in xs:", "    c = i"],
    "the step of a range": ["for i in range(a, b, b):", "    c = i"],
    "For is no statement": ["for i in range(a):", "    c = i", "else:", "    c = 1"],
    "Assign is no statement": ["c = d = 1"],
    "nothing is laid into": ["c, d = a, b"],
    "no expression of the subset": ["c = 'text'"],
    "`(a, b)` is no expression": ["c = (a, b)"],
    "`lambda: 1` is no expression": ["c = lambda: 1"],
    "`[i for i in xs]` is no expression": ["c = [i for i in xs]"],
    "`a / b` is no expression": ["c = a / b"],
    "`1.5` is no expression": ["c = 1.5"],
    "`~w` is no expression": ["c = ~w"],
    "FunctionDef is no statement": ["def g() -> int:", "    return 1"],
    "is not looked at": ["f(a, b, w, is_on, xs, s, z)"],
    "Expr is no statement": ["a"],
    "Raise is no statement": ["raise ValueError"],
    "Try is no statement": ["try:", "    c = 1", "except ValueError:", "    c = 2"],
    "Global is no statement": ["global c"],
    "Delete is no statement": ["del s[0]"],
    "Import is no statement": ["import os"],
    "nothing comes here": ["return 1", "c = 1"],
    "has more than 64 bits": ["c = 0x1FFFFFFFFFFFFFFFF"],
    "is a constant, and a number is wanted": ["c = a", "c = WORD"],
    "another name of an array": ["c = xs"],
    "is no constant": ["c = [0] * a"],
    "is made in a block, or twice": ["if is_on:", "    c = [0] * 3"],
    "arrays are longer than 4096": ["c = [0] * 4097"],
    "is no array that is written to": ["c: Numbers = [0] * 3"],
    "has a type already": ["c = 1", "c: Word = 1"],
    "is a constant or an operation, too": ["MANY = 3"],
}


@pytest.mark.parametrize("reason", WRONG)
def test_what_is_not_in_the_subset_is_told(reason: str) -> None:
    found = faults(body(*WRONG[reason]))
    told = [(line, text) for line, text in found if reason in text]
    assert told, found
    assert 1 <= told[0][0] <= 1 + len(WRONG[reason])


def test_a_division_may_follow_a_test_of_its_divisor() -> None:
    assert faults(body("if b <= 0:", "    return 0", "c = a // b")) == []
    # The test says nothing of what is inside its own block, nor of another value.
    assert faults(body("if b <= 0:", "    return a // b"))
    assert faults(body("c = b", "if c <= 0:", "    return 0", "c = a", "d = a // c"))
    assert faults(body("if b <= 0 and is_on:", "    return 0", "c = a // b"))


def test_the_line_of_a_fault_is_its_own() -> None:
    assert [line for line, _ in faults(body("c = a", "d = c.size", "e = c"))] == [3]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("def f(a: int) -> int:\n    return f(a)\n", "`f` calls itself"),
        (
            "def f(a: int) -> int:\n    return g(a)\n\n\ndef g(a: int) -> int:\n    return f(a)\n",
            "`g` calls itself",
        ),
        ("def f(a) -> int:\n    return 1\n", "has none of the types"),
        ("def f(a: str) -> int:\n    return 1\n", "has none of the types"),
        ("def f(a: int):\n    return 1\n", "gives none of the types"),
        ("def f(a: int = 1) -> int:\n    return 1\n", "are not plain"),
        ("def f(*a: int) -> int:\n    return 1\n", "are not plain"),
        ("@g\ndef f(a: int) -> int:\n    return 1\n", "are not plain"),
        ("def f(a: int) -> int:\n    if a > 0:\n        return 1\n", "may end without"),
        ("def f(a: int) -> None:\n    return a\n", "nothing is to be returned"),
        ("def f(a: int) -> int:\n    return\n", "is to be returned"),
        ("def f() -> int:\n    return 1\n\n\ndef f() -> int:\n    return 2\n", "there already"),
        ("class A:\n    pass\n", "ClassDef is not for modules"),
        ("import os\n", "Import is not for modules"),
        ("from os import path\n", "neither an operation nor a constant"),
        ("from cardrules.kernel.types import Word as W\n", "gets another name"),
        ("A = 'text'\n", "no constant of 64 bits"),
        ("A = 2 * WORD\n", "no constant of 64 bits"),
        ("MANY = 1\n", "there already"),
    ],
)
def test_what_a_module_may_not_have(text: str, reason: str) -> None:
    found = faults(text)
    assert any(reason in told for _, told in found), found


def test_a_function_at_fault_is_not_given() -> None:
    functions, _ = read({"m": HEAD + body("c = d") + "\n\ndef g() -> int:\n    return 1\n"})
    assert list(functions) == ["g"]


def test_what_is_read_has_the_type_of_each_expression() -> None:
    """A compiler asks for nothing else: all that is worked out has a type."""
    functions, _ = read(sources())
    for function in functions.values():
        for node in ast.walk(function.node):
            if isinstance(node, ast.BinOp | ast.Compare | ast.BoolOp | ast.IfExp | ast.Subscript):
                is_array = isinstance(node, ast.BinOp) and isinstance(node.left, ast.List)
                assert is_array or node in function.types, (function.node.name, ast.unparse(node))
