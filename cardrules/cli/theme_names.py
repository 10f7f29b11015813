"""The colours of the table by the names of themes; apart from what draws, which is slow to load.

Each theme has colours of enough contrast on its background; `auto` has some that do on both. They
are numbers of the 256 colours that terminals agree on: those with names are what the user likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

# Labels and headings, rule IDs, and what matters less.
_Colours = tuple[int, int, int]

COLOURS: Mapping[str, _Colours] = MappingProxyType(
    {
        "auto": (29, 98, 243),
        "dark": (117, 183, 250),
        "light": (24, 54, 239),
    }
)
# A theme without colours has bold letters alone.
THEMES = (*COLOURS, "none")
