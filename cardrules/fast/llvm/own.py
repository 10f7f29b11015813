"""Operations of `cardrules.kernel` that are written in another way than from their Python, since
LLVM has instructions for them, or cannot see what need not be looked at. They do the same.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.fast.llvm.checks import HARDLY_EVER
from cardrules.fast.llvm.text import literal
from cardrules.kernel.chance import GAMMA
from cardrules.kernel.numbers import NONE

# What tells, besides its result, whether that is a number still.
_WITH_OVERFLOW: Mapping[str, str] = {"plus": "sadd", "minus": "ssub"}
DECLARATIONS = "\n".join(
    [
        f"declare {{i64, i1}} @llvm.{name}.with.overflow.i64(i64, i64)"
        for name in _WITH_OVERFLOW.values()
    ]
)


def own_text(name: str) -> str | None:
    """The text of an operation that is written in another way than from its Python."""
    if name == "shuffle":
        return _shuffle()
    return _with_overflow(name) if name in _WITH_OVERFLOW else None


def _with_overflow(name: str) -> str:
    by = f"@llvm.{_WITH_OVERFLOW[name]}.with.overflow.i64"
    return f"""\
define internal i64 @{name}(i64 %left, i64 %right) {{
  %both = call {{i64, i1}} {by}(i64 %left, i64 %right)
  %number = extractvalue {{i64, i1}} %both, 0
  %is_none = extractvalue {{i64, i1}} %both, 1
  %found = select i1 %is_none, i64 {literal(NONE)}, i64 %number
  ret i64 %found
}}
"""


def _shuffle() -> str:
    """A shuffle without a look at each thing: all of them are there. What is hardly ever so (there
    are fewer, or a word is to be refused) is left to `draw_distinct`.
    """
    given = "ptr %stream, i64 %stream.cells, ptr %things, i64 %things.cells, i64 %start"
    return f"""\
define internal void @shuffle({given}, i64 %size) {{
entry:
  %end = add i64 %start, %size
  %is_within = icmp ule i64 %end, %things.cells
  %is_ahead = icmp ule i64 %start, %end
  %is_stream = icmp ugt i64 %stream.cells, 1
  %is_right = and i1 %is_within, %is_ahead
  %is_quick = and i1 %is_right, %is_stream
  br i1 %is_quick, label %begin, label %slow
begin:
  %next.at = getelementptr i64, ptr %stream, i64 1
  %key = load i64, ptr %stream, align 1
  %next = load i64, ptr %next.at, align 1
  %far = mul i64 %next, {literal(GAMMA)}
  %first = add i64 %key, %far
  %from = getelementptr i64, ptr %things, i64 %start
  %are_some = icmp ugt i64 %size, 1
  br i1 %are_some, label %draw, label %done
draw:
  %bound = phi i64 [ %size, %begin ], [ %last, %swap ]
  %place = phi i64 [ %first, %begin ], [ %further, %swap ]
  %word = call i64 @mixed(i64 %place)
  %low = mul i64 %word, %bound
  %is_refused = icmp ult i64 %low, %bound
  br i1 %is_refused, label %refused, label %swap{HARDLY_EVER}
swap:
  %wide.word = zext i64 %word to i128
  %wide.bound = zext i64 %bound to i128
  %product = mul i128 %wide.word, %wide.bound
  %upper = lshr i128 %product, 64
  %other = trunc i128 %upper to i64
  %last = sub i64 %bound, 1
  %last.at = getelementptr i64, ptr %from, i64 %last
  %other.at = getelementptr i64, ptr %from, i64 %other
  %thing = load i64, ptr %last.at, align 1
  %exchanged = load i64, ptr %other.at, align 1
  store i64 %exchanged, ptr %last.at, align 1
  store i64 %thing, ptr %other.at, align 1
  %further = add i64 %place, {literal(GAMMA)}
  %goes_on = icmp ugt i64 %last, 1
  br i1 %goes_on, label %draw, label %done
refused:
  %drawn = sub i64 %size, %bound
  %now = add i64 %next, %drawn
  store i64 %now, ptr %next.at, align 1
  br label %slow
slow:
  %number = phi i64 [ %size, %entry ], [ %bound, %refused ]
  call void @draw_distinct({given}, i64 %number, i64 %number)
  ret void
done:
  %left = phi i64 [ %size, %begin ], [ %last, %swap ]
  %all.drawn = sub i64 %size, %left
  %behind = add i64 %next, %all.drawn
  store i64 %behind, ptr %next.at, align 1
  ret void
}}
"""
