"""The table in the terminal: what a person sees, is asked and may type.

`session.py` is the game as a state machine: a line comes in, text goes out. `terminal.py` is the
loop around it, which alone reads the keyboard. Nothing here knows a game or a state: what is drawn
and chosen comes from `cardrules.table`.
"""
