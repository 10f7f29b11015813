"""What a compiler would trust an operation in is noticed when it does not hold."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from cardrules.kernel.subset.reading import read
from tests.kernel.watched import watched

HEAD = """from cardrules.kernel.types import Numbers, Store, Word
WORD = 0xFFFFFFFFFFFFFFFF
"""
MOST = (1 << 63) - 1


def made(line: str) -> Callable[..., Any]:
    """A function that works something out of numbers, a word and an array."""
    parameters = "a: int, b: int, w: Word, xs: Numbers, s: Store"
    source = f"{HEAD}\n\ndef f({parameters}) -> int:\n    {line}\n    return 0\n"
    functions, faults = read({"m": source})
    assert not faults
    return watched(functions, {"m": {"WORD": (1 << 64) - 1}})["f"]


@pytest.mark.parametrize(
    ("line", "right", "wrong"),
    [
        ("c = a + b", (MOST, 0), (MOST, 1)),
        ("c = a - b", (-MOST, 1), (-MOST, 2)),
        ("c = a * b", (1 << 31, 1 << 31), (1 << 32, 1 << 31)),
        ("c = a + b if a > 0 else 0", (-1, MOST), (1, MOST)),
        ("c = xs[a]", (2, 0), (3, 0)),
        ("c = xs[a + b]", (1, 1), (0, -1)),
        ("s[a] = b", (0, 5), (-1, 5)),
        ("s[a] += b", (0, 5), (2, 5)),
        ("c = (w << (a + b & 63)) & WORD", (MOST, 0), (MOST, 1)),
    ],
)
def test_what_leaves_64_bits_or_an_array(
    line: str, right: tuple[int, int], wrong: tuple[int, int]
) -> None:
    function, word, array = made(line), (1 << 64) - 1, [3, 4, 5]
    assert function(*right, word, array, [0, 1]) == 0
    with pytest.raises(AssertionError):
        function(*wrong, word, array, [0, 1])


def test_what_is_cut_may_be_more() -> None:
    word, found = (1 << 64) - 1, [0]
    made("s[0] = ((w * w + (a * b & WORD)) & WORD) & 255")(MOST, 3, word, [], found)
    assert found == [254]
