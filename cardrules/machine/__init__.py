"""The machine form: the program of one game as data, after ruleset, players and options are known.

`code.py` has the instructions, `program.py` what they make up, `shapes.py` what lies in slots,
`ending.py` how a game ends. Branches that the options close are gone. Expressions are those of the
intermediate form (`cardrules.model.ir`): an option in them becomes a constant where source is
written. Zones, definitions, placements and the beginnings of variables are not in it: an engine
takes these from the ruleset and its tables.
"""
