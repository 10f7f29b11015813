"""Carrying out a game: what changes states, who is asked, what stops it, how it ends."""
