"""The machine form: the program of one game as data, after ruleset, players and options are known.

`code.py` has the instructions, `program.py` what they make up, `layout.py` cards, zones and
variables, `shapes.py` what lies in slots, `ending.py` how a game ends. Branches that the options
close are gone. Expressions are those of the intermediate form (`cardrules.model.ir`), in which
options and numbers of players are constants by then.
"""
