"""Operations of `cardrules.kernel` for which LLVM has instructions of its own.

They give the same as what is written there.
"""

from __future__ import annotations

from collections.abc import Mapping

from cardrules.fast.llvm.text import literal
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
    if name not in _WITH_OVERFLOW:
        return None
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
