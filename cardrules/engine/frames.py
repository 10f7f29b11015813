"""Frames: what is kept of a procedure that is being carried out.

A frame is a list: the number of the procedure, its place (0 where it begins), who acts, and the
slots.
"""

from __future__ import annotations

from typing import Any

Frame = list[Any]
# How much stands before the slots.
FRAME_HEAD = 3


def frame_slot(slot: int) -> str:
    """The source of a slot of the frame."""
    return f"f[{slot + FRAME_HEAD}]"
