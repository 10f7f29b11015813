"""Which line is blamed if the lines of a block begin in several columns."""

from __future__ import annotations

import pytest

from cardrules.diagnostics.model import Diagnostic, Diagnostics
from cardrules.source import SourceFile
from cardrules.syntax.parser import parse_rules

# The line with `here` is the one that differs.
BLOCKS = {
    "the first one too far left": """
setup
  shuffle here
    shuffle deck
    shuffle deck
""",
    "the first one too far right": """
setup
      shuffle here
    shuffle deck
    shuffle deck
""",
    "the first of two too far left": """
setup
  shuffle here
    shuffle deck
""",
    "the first of two too far right": """
setup
      shuffle here
    shuffle deck
""",
    "the first one much too far right": """
setup
          shuffle here
    shuffle deck
""",
    "one in the middle too far left": """
setup
    shuffle deck
  shuffle here
    shuffle deck
""",
    "one in the middle too far right": """
setup
    shuffle deck
      shuffle here
    shuffle deck
""",
    "the last one too far left": """
setup
    if deck is empty
        shuffle deck
        shuffle deck
       shuffle here
""",
    "the first one of an inner block": """
setup
    if deck is empty
          shuffle here
        shuffle deck
    shuffle deck
""",
    "the first one of an inner block, too far left": """
setup
    if deck is empty
      shuffle here
        shuffle deck
    shuffle deck
""",
    "one with a block": """
setup
  if here is empty
        shuffle deck
    shuffle deck
    shuffle deck
""",
    "one with a block that goes with it": """
setup
      if here is empty
          shuffle deck
    shuffle deck
    shuffle deck
""",
    "one with a block that goes with it, too far left": """
setup
  if here is empty
      shuffle deck
    shuffle deck
""",
    "a choice": """
action play
      choose here from deck
    require deck is empty
    do
        shuffle deck
""",
    "the only choice": """
action play
      choose here from deck
    do
        shuffle deck
""",
    "the first effect": """
action play
    choose card from deck
    do  # now
      move here to deck
        shuffle deck
""",
    "`do`": """
action play
    choose card from deck
  do here
        shuffle deck
""".replace("do here", "do # here"),
    "a line of the score": """
score
  while: here
    turns: deck
    phase: deck
""",
    "among comments, blank lines and brackets": """
setup
# a comment
      shuffle here  # (

        # another
    reveal (deck
  where number > 3)
    shuffle deck
""",
    "most lines in a column of their own": """
setup
   shuffle here
     shuffle deck
     shuffle deck
""",
    "several in the wrong column": """
setup
      shuffle here
      shuffle deck
    shuffle deck
    shuffle deck
    shuffle deck
""",
    "a line with lines below it that opens no block": """
setup
    shuffle deck
        shuffle here
        shuffle deck
""",
    "a line that is as near to one block as to the other": """
setup
    if deck is empty
        shuffle deck
      shuffle here
""",
}


def found_in(text: str) -> list[Diagnostic]:
    source = SourceFile("block.rules", text)
    diagnostics = Diagnostics(source)
    parse_rules(source, 0, diagnostics)
    return list(diagnostics)


@pytest.mark.parametrize("case", BLOCKS)
def test_the_line_that_differs_is_blamed(case: str) -> None:
    (found,) = found_in(BLOCKS[case])
    line, column = found.source.position(found.span.start)
    assert (found.code, column) == ("CR102", 1)
    assert "here" in found.source.line(line)


@pytest.mark.parametrize(
    ("first", "message", "help"),
    [
        (3, "1 blank further left", "Put 1 blank before it."),
        (2, "2 blanks further left", "Put 2 blanks before it."),
        (7, "3 blanks further right", "Take away 3 blanks before it."),
    ],
)
def test_how_far_it_is_off(first: int, message: str, help: str) -> None:
    rest = "    shuffle deck\n" * 2
    (found,) = found_in(f"setup\n{' ' * first}shuffle deck\n{rest}")
    assert found.message == f"This line stands {message} than the other lines of its block."
    assert found.help == help
    (label,) = found.labels
    assert found.source.position(label.span.start) == (3, 1)


def test_nobody_says_which_column_is_right_if_two_lines_differ_without_reason() -> None:
    (found,) = found_in("setup\n  shuffle deck\n   shuffle deck\n")
    assert found.message == (
        "This line is indented further than the line above, which opens no block."
    )
    assert not found.labels
