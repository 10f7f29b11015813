"""The criteria of `winner` as lines of their own, so that house rules can change each by itself.

    winner highest score then highest count of hand "cards"    [SC-E6]

They stand below the line as long as changes are made, and go back into it then.
"""

from __future__ import annotations

from cardrules.house_rules.outline import INDENT, Entry, code_and_note
from cardrules.syntax.snag import TOKEN

WINNER = "winner"
_THEN = "then"


def spread(root: Entry) -> None:
    """Lay the criteria of the line `winner` below it."""
    for entry in root.children:
        if entry.first == WINNER and not entry.children:
            line = entry.lines[0]
            indent = " " * (entry.indent + INDENT)
            entry.children = [
                Entry((line.rewritten(indent + text),), parent=entry) for text in _criteria(entry)
            ]


def put_back(root: Entry) -> None:
    """Put the criteria that stand below the line `winner` into it; it stays if none is another."""
    for entry in root.children:
        if entry.first != WINNER or not entry.children:
            continue
        criteria, ids = [], [*entry.ids]
        for child in entry.children:
            code, note = code_and_note(child)
            heading = next((word for word in _tokens(note) if word[0] == '"'), "")
            criteria.append(f"{code} {heading}".strip())
            ids += [name for name in child.ids if name not in ids]
        if criteria != _criteria(entry):
            _, note = code_and_note(entry)
            told = [word for word in _tokens(note) if word[0] == '"']
            notes = [*([f"[{', '.join(ids)}]"] if ids else []), *told]
            behind = f"    {' '.join(notes)}" if notes else ""
            text = f"{' ' * entry.indent}{WINNER} {f' {_THEN} '.join(criteria)}{behind}"
            entry.above += tuple(line for child in entry.children for line in child.above)
            entry.lines = (entry.lines[0].rewritten(text),)
        entry.children = []


def _criteria(entry: Entry) -> list[str]:
    """What stands behind `winner`, cut at each `then`."""
    code, _ = code_and_note(entry)
    found, start = [], 0
    matches = list(TOKEN.finditer(code))
    for match in matches[1:]:
        if match.group() == _THEN:
            found.append(code[start : match.start()])
            start = match.end()
    found.append(code[start:])
    found[0] = found[0][len(WINNER) :]
    return [text.strip() for text in found if text.strip()]


def _tokens(text: str) -> list[str]:
    return [match.group() for match in TOKEN.finditer(text)]
