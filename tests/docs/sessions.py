"""Python sessions in pages: the code of all their fences, run one after the other."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

_FENCE = re.compile(r"```python\n(.*?)```", re.DOTALL)


def run_session(page: Path) -> tuple[int, str]:
    """How many examples a page has, and what came out differently."""
    text = "\n".join(match[1] for match in _FENCE.finditer(page.read_text(encoding="utf-8")))
    examples = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    told: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    runner.run(examples, out=told.append)
    return len(examples.examples), "".join(told)
