"""The table in the terminal, plain: numbered actions, one line of input each."""

from __future__ import annotations

import click

from cardrules.cli.sitting import Sitting
from cardrules.engine.narrate import Narrator
from cardrules.sim.run import Moment


def play_game(sitting: Sitting) -> None:
    """Play at this terminal until the game is over or somebody leaves.

    The caller saves the record and prints the result; whether there is one, `playthrough.over`
    tells. `KeyboardInterrupt` and what `Playthrough.act` raises pass through.
    """
    playthrough = sitting.playthrough
    # With one person at the keyboard the log is theirs; several see what everybody may see.
    viewer = sitting.people[0] if len(sitting.people) == 1 else "spectator"
    narrator = Narrator(playthrough.game, viewer, sitting.names)
    _tell(narrator, playthrough.moment)
    while not playthrough.over:
        seat = playthrough.seat
        bot = sitting.bots[seat.player]
        if bot is not None:
            _tell(narrator, playthrough.act(bot.choose(seat)))
            continue
        actions = seat.actions
        click.echo(f"\n{sitting.names[seat.player]}: {seat.decision.prompt}")
        for number, action in enumerate(actions, start=1):
            click.echo(f"  {number}  {action}")
        chosen = _number(len(actions))
        if chosen is None:
            return
        _tell(narrator, playthrough.act(actions[chosen - 1]))


def _tell(narrator: Narrator, moment: Moment) -> None:
    for line in narrator.lines(moment.state, moment.events):
        click.echo(line)


def _number(most: int) -> int | None:
    """The number that is typed, or None to leave."""
    while True:
        try:
            typed = input(f"1 to {most}, or q to leave: ").strip()
        except EOFError:
            return None
        if typed == "q":
            return None
        if typed.isdecimal() and 1 <= int(typed) <= most:
            return int(typed)
        click.echo(f"{typed!r} is not one of the numbers.")
