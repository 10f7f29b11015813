"""How much of the stack compiled games take, and that those that take too much are left alone."""

from __future__ import annotations

import pytest

from cardrules.engine.game import Game
from cardrules.fast.llvm.stack_use import stack_use
from cardrules.fast.llvm.text import TooLargeError
from cardrules.fast.procedures import whole
from cardrules.rulesets import load


def function(name: str, cells: int, *calls: str) -> str:
    called = "".join(f"  call void @{one}(ptr %z)\n" for one in calls)
    place = f"  %t1 = alloca i64, i64 {cells}, align 8\n"
    return f"define internal void @{name}(ptr %z) {{\nentry:\n{place}{called}  ret void\n}}\n"


def test_the_longest_way_counts() -> None:
    alone = stack_use([function("a", 1000)], 10)
    assert alone > 8000
    one = [function("a", 1000, "b", "c"), function("b", 1000), function("c", 2000)]
    assert 3 * 8000 < stack_use(one, 10) < 4 * 8000
    # All of a circle is counted so many times, and what it comes to once.
    circle = [function("a", 1000, "b"), function("b", 1000, "a", "c"), function("c", 1000)]
    assert 20 * 8000 < stack_use(circle, 10) - alone < 23 * 8000
    assert stack_use([function("a", 1000, "a")], 10) == 10 * alone


def test_what_takes_too_much_is_left_to_the_reference_engine(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = Game(load("war"), 2)
    assert whole.Whole(game.program).text()
    monkeypatch.setattr(whole, "_MOST_STACK", 1000)
    with pytest.raises(TooLargeError, match="stack"):
        whole.Whole(game.program).text()
