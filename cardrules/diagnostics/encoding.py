"""Files that are text, but not in UTF-8."""

from __future__ import annotations

from cardrules.diagnostics.model import Diagnostics
from cardrules.source import Span


def is_other_encoding(diagnostics: Diagnostics) -> bool:
    """Whether the source is written in an encoding that we do not read; then that is reported."""
    encoding = diagnostics.source.encoding
    if not encoding:
        return False
    diagnostics.report(
        "CR001",
        Span(0, 0),
        f"The file is written in {encoding}, and not in UTF-8.",
        help='Save it in the encoding UTF-8; editors ask for it under "Save as".',
    )
    return True
