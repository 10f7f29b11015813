"""The table as one player sees it: shared zones, then everybody's, then the player's own cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import attrs
from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from cardrules.cli.table.contents import FACE_DOWN, brief, in_short, items_of, sizes_of
from cardrules.cli.table.flow import SEMICOLON, Flow, Heading
from cardrules.cli.table.kept_values import KeptValues
from cardrules.cli.table.unbroken import Unbroken
from cardrules.prose import join
from cardrules.table.model import Player, Zone
from cardrules.table.whole import Table
from cardrules.table.wording import capital, number

# How tightly the board is drawn: with all that there is to see; without what is empty; with what is
# long counted; with a line for each zone and for everybody else; at last with a line for all.
TIGHT = (0, 1, 2, 3, 4)
# So tightly that nothing is missed.
LOOSE = TIGHT[:2]
# By tightness, how many lines a shared zone may take, another player, the reader, and all values
# together; 0 for any.
_ZONE_LINES = (0, 0, 2, 1, 1)
_PLAYER_LINES = (0, 0, 1, 1, 1)
_OWN_LINES = (0, 0, 0, 0, 1)
_VALUE_LINES = (0, 0, 2, 1, 1)


@attrs.frozen
class Board:
    """Draws a table; `names` are those of the players as there is room for them."""

    table: Table
    names: Sequence[str]
    is_plain: bool = False

    @property
    def unbroken(self) -> Unbroken:
        """What keeps the names of the cards whole where text is broken into lines."""
        return Unbroken(self.table.faces)

    # -- the whole ---------------------------------------------------------------------------------

    def render(self, tight: int = 0) -> RenderableType:
        """The table without the own hand."""
        parts: list[RenderableType] = [self._head()]
        parts += self._shared(tight)
        parts += self._everybody(tight)
        parts += self._teams(tight)
        parts += self._rest(tight)
        return Group(*parts)

    def _head(self) -> RenderableType:
        table = self.table
        told = [table.title]
        if table.game > 1 or self._is_within_match:
            told.append(f"game {table.game}")
        if table.round:
            told.append(f"round {table.round}")
        # What goes on, and what is so for now, has no meaning any more at the end.
        told += ["the game is over"] if table.is_over else self._now()
        return Text(", ".join(told), style="strong") if self.is_plain else Heading(told)

    def _now(self) -> list[str]:
        phase = [self.table.phase] if self.table.phase else []
        return [*phase, *self._kept.what_is_so(), self._whose_turn()]

    @property
    def _is_within_match(self) -> bool:
        """Whether anybody has won anything in a match."""
        return any(team.match for team in self.table.teams)

    def _whose_turn(self) -> str:
        active, question = self.table.active.seat, self.table.question
        if question is not None and question.is_secret:
            return f"{self.names[question.seat]} chooses in secret"
        if question is None or question.seat == active:
            return f"{self.names[active]}'s turn"
        return f"{self.names[active]}'s turn, {self.names[question.seat]} is asked"

    def _owner(self, seats: Sequence[int]) -> str:
        """Whom something belongs to; empty if it is shared."""
        return join([self.names[seat] for seat in seats])

    # -- shared zones ------------------------------------------------------------------------------

    def _shared(self, tight: int) -> list[RenderableType]:
        """A line for each zone in which there is something to see, then those face down."""
        zones = [zone for zone in self.table.zones if zone.holder == "shared" and zone.count]
        seen = [
            zone
            for zone in self.table.zones
            if (zone in zones and brief(zone)) or (_is_looked_at(zone) and tight < TIGHT[-2])
        ]
        width = max([cell_len(zone.label) for zone in seen], default=0)
        digits = max([len(str(zone.count)) for zone in seen], default=0)
        lines: list[RenderableType] = []
        for zone in seen:
            head = f"{_padded(zone.label, width)}  {zone.count:>{digits}} "
            head = f"{zone.label} {zone.count}:" if self.is_plain else head
            told = Flow(
                head=head, head_style="label",
                items=brief(zone, whole=tight in LOOSE) if zone.count else ["empty"],
                indent=width + digits + 4,
                most=_ZONE_LINES[tight] if zone.is_chosen_from else 1, sizes=sizes_of(zone),
            )  # fmt: skip
            lines.append(told)
        hidden = [f"{zone.label} {zone.count}" for zone in zones if not brief(zone)]
        return [*lines, *([_labelled(FACE_DOWN, hidden)] if hidden else [])]

    # -- what everybody has ------------------------------------------------------------------------

    def _is_of_one(self, holder: str) -> bool:
        """Whether what such holders have belongs to one player each."""
        return holder == "player" or (holder == "team" and not self.table.has_teams)

    def _everybody(self, tight: int) -> list[RenderableType]:
        """A line for each player: what lies in the zones, and what is not the same for all."""
        heads = []
        for player in self.table.players:
            # The heading tells it too.
            mark = ">" if player.is_active and self._has_turns and not self.is_plain else " "
            heads.append(f"{mark} {self.names[player.seat]}{self._who(player)}")
        rows = []
        for player, head in zip(self.table.players, heads, strict=True):
            zones = [
                zone
                for zone in self.table.zones
                if self._is_of_one(zone.holder)
                and zone.seats[0] == player.seat
                and self._is_shown(zone)
            ]
            values = self._values_of((player.seat,), self._is_of_one)
            if self._has_running_score:
                values.append(f"score {player.score}{SEMICOLON}")
            rows.append((head, zones, values, player.is_you))
        if self.table.is_over and not any(zones or values for _, zones, values, _ in rows):
            return []
        return [
            self._line_of(
                head, heads, zones, values, style="strong" if is_you else "",
                most=(_OWN_LINES if is_you else _PLAYER_LINES)[tight], whole=tight in LOOSE,
            )
            for head, zones, values, is_you in rows
        ]  # fmt: skip

    def _who(self, player: Player) -> str:
        """What a player is to the reader, if that is worth a word."""
        if player.is_you:
            return " (you)"
        own = [other.team for other in self.table.players if other.is_you]
        return " (partner)" if player.team in own else ""

    @property
    def _has_turns(self) -> bool:
        """Whether it is anybody's turn, or all choose at once, or nobody does any more."""
        question = self.table.question
        return question is not None and not question.is_secret

    def _is_shown(self, zone: Zone) -> bool:
        """Whether a zone is told of somebody; that a hand is empty says something, too."""
        return zone.count > 0 or (zone.is_hand and not self.table.is_over)

    @property
    def _has_running_score(self) -> bool:
        """Whether everybody can see how all stand while the game goes on."""
        known = all(player.score is not None for player in self.table.players)
        return known and not self.table.is_over

    def _teams(self, tight: int) -> list[RenderableType]:
        if not self.table.has_teams:
            return []
        heads, zones, values = [], [], []
        shown = {zone.name for zone in self.table.zones if self._is_shown(zone)}
        for team in self.table.teams:
            of_team = [
                zone
                for zone in self.table.zones
                if zone.holder == "team" and zone.seats == team.seats and zone.name in shown
            ]
            heads.append("  " + self._owner(team.seats))
            zones.append(of_team)
            values.append(self._values_of(team.seats, lambda holder: holder == "team"))
        if not any(zones) and not any(values):
            return []
        rows = zip(heads, zones, values, strict=True)
        most = _PLAYER_LINES[tight]
        whole = tight in LOOSE
        return [
            self._line_of(head, heads, of, told, most=most, whole=whole) for head, of, told in rows
        ]

    def _line_of(
        self,
        head: str,
        heads: Sequence[str],
        zones: Sequence[Zone],
        values: list[str],
        *,
        most: int,
        whole: bool,
        style: str = "",
    ) -> Flow:
        """A line of somebody; where it would be cut, all numbers come before what is known."""
        items = [item for zone in zones for item in items_of(zone, whole=whole)] + values
        width = 0 if self.is_plain else max(map(cell_len, heads)) + 1
        return Flow(
            head=_padded(head, width) if width else f"{head.strip()}:", head_style="",
            items=items or ["-"], style=style, indent=min(width + 1, _DEEPEST),
            most=most, instead=in_short(zones, values),
        )  # fmt: skip

    # -- what is no card ---------------------------------------------------------------------------

    @property
    def _kept(self) -> KeptValues:
        return KeptValues(self.table.values, self.names)

    def _values_of(self, seats: tuple[int, ...], fits: Callable[[str], bool]) -> list[str]:
        return [f"{text}{SEMICOLON}" for text in self._kept.of(seats, fits)]

    def _rest(self, tight: int) -> list[RenderableType]:
        """What is the same for all, what is empty, and how a match stands."""
        told, most = self._kept.of_all(), _VALUE_LINES[tight]
        lines: list[RenderableType] = []
        if told:
            lines.append(_labelled("also", told, most))
        empty = self.empty_zones("shared", but=_is_looked_at) if tight == TIGHT[0] else []
        if empty:
            lines.append(_labelled("nothing in", empty, most))
        if self._is_within_match and tight < TIGHT[-1]:
            sides = [f"{self._owner(team.seats)} {team.match}" for team in self.table.teams]
            lines.append(_labelled("match so far", sides, most))
        return lines

    def empty_zones(
        self, holder: str = "", *, but: Callable[[Zone], bool] = lambda zone: False
    ) -> list[str]:
        """The labels of zones in which nobody has anything, of one kind of holder or of all."""
        full = {zone.name for zone in self.table.zones if zone.count}
        empty = [zone for zone in self.table.zones if zone.name not in full and not but(zone)]
        return list(dict.fromkeys(z.label for z in empty if holder in ("", z.holder)))

    def named_zones(self) -> list[tuple[Zone, str]]:
        """All zones with their names."""
        return [
            (zone, f"{self._owner(zone.seats)}'s {zone.label}" if zone.seats else zone.label)
            for zone in self.table.zones
        ]

    # -- the own cards -----------------------------------------------------------------------------

    def own_cards(self) -> dict[str, str]:
        """The own cards by the labels under which they are shown: `c1`, `c2`, ..."""
        found = []
        for zone in self.table.zones:
            if zone.is_own:
                found += list(dict.fromkeys(_own_faces(zone)))
        return {f"c{at}": face for at, face in enumerate(found, 1)}

    def hand(self) -> list[RenderableType]:
        """The own cards, each with its label."""
        lines: list[RenderableType] = []
        at = 0
        for zone in self.table.zones:
            if not zone.is_own:
                continue
            shown = _own_faces(zone)
            told = []
            for face, many in Counter(shown).items():
                at += 1
                label = f"c{at}:" if self.is_plain else f"[c{at}]"
                told.append(f"{label} {f'{many} x ' if many > 1 else ''}{face}")
            hidden = zone.count - len(shown)
            if hidden:
                told.append(f"{hidden} {FACE_DOWN}")
            head = f"Your {zone.label} ({number(zone.count, 'card')}):"
            separator = ", " if self.is_plain else "  "
            lines.append(Flow(head=head, items=told, separator=separator, indent=2))
        return lines


def _is_looked_at(zone: Zone) -> bool:
    """Whether it says something that a zone is empty: all look there for what they may choose."""
    return zone.holder == "shared" and zone.is_open and zone.is_chosen_from


def _own_faces(zone: Zone) -> list[str]:
    """The faces of an own zone as they are labelled: a hand in order, a row as it lies."""
    cards = reversed(zone.cards) if zone.shape == "row" else zone.cards
    return [card.face for card in cards if card.face is not None]


def _padded(text: str, width: int) -> str:
    return text + " " * (width - cell_len(text))


def _labelled(label: str, items: Sequence[str], most: int = 0) -> Flow:
    return Flow(head=f"{capital(label)}:", head_style="label", items=items, indent=2, most=most)


# Further lines of a player are indented so far at most.
_DEEPEST = 20
