"""Who plays together, in sentences for one who plays or watches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardrules.prose import join

_ASKED = ("partner", "partners", "team", "teams")


def partners_of(teams: Sequence[Sequence[int]], seat: int) -> list[int]:
    """The others in the team of a seat."""
    return [other for team in teams if seat in team for other in team if other != seat]


def your_partner(teams: Sequence[Sequence[int]], names: Sequence[str], viewer: int | None) -> str:
    """Who plays with somebody, told to that one; empty for whoever plays alone, or watches."""
    told = [] if viewer is None else [names[seat] for seat in partners_of(teams, viewer)]
    if not told:
        return ""
    return f"Your partner is {told[0]}" if len(told) == 1 else f"Your partners are {join(told)}"


def about_players(
    teams: Sequence[Sequence[int]], names: Sequence[str], viewer: int | None, wanted: str
) -> Iterator[str]:
    """What is said of partners, or of a player by name; nothing for anything else."""
    lowered = " ".join(wanted.lower().split())
    of_several = [team for team in teams if len(team) > 1]
    if lowered in _ASKED and of_several:
        own = your_partner(teams, names, viewer)
        yield from [own] if own else []
        others = (team for team in of_several if viewer not in team)
        yield from (f"{join([names[seat] for seat in team])} play together" for team in others)
    for seat, name in enumerate(names):
        if lowered == name.lower():
            yield _of_player(teams, names, viewer, seat)


def _of_player(
    teams: Sequence[Sequence[int]], names: Sequence[str], viewer: int | None, seat: int
) -> str:
    partners = [names[other] for other in partners_of(teams, seat)]
    if seat == viewer:
        return ". ".join(filter(None, ("That is you", your_partner(teams, names, viewer))))
    if viewer is not None and viewer in partners_of(teams, seat):
        return f"{names[seat]} is your partner"
    told = f"{names[seat]} {'plays' if viewer is None else 'plays against you'}"
    return f"{told}, together with {join(partners)}" if partners else told
