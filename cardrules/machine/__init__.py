"""The machine form: the program of one game as data, after ruleset, players and options are known.

`code.py` has the instructions, `program.py` what they make up. Expressions are those of the
intermediate form (`cardrules.model.ir`), in which options and whatever else is fixed has become a
constant. An engine needs nothing else of a ruleset to play; whoever wants to read a game, prove
something of it or translate it reads this.
"""
