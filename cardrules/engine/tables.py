"""What is fixed for a game: its layout, and the ruleset with players and options beside it."""

from __future__ import annotations

from functools import cached_property

import attrs

from cardrules.engine.card_order import CardOrder
from cardrules.engine.specialise.constants import Constants
from cardrules.engine.specialise.folding import Folding
from cardrules.machine.layout import Layout
from cardrules.model.ruleset import Ruleset


@attrs.frozen(kw_only=True, eq=False)
class Tables(Layout):
    """The layout of a game, for those who also tell people of it: with the words of its ruleset.

    `layout` is the same by itself.
    """

    ruleset: Ruleset
    options: dict[str, int | bool]
    folding: Folding
    constants: Constants
    layout: Layout

    @cached_property
    def card_order(self) -> CardOrder:
        """The order in which cards are shown."""
        return CardOrder(self.ruleset)
