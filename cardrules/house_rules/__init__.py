"""House rules: small files that change a ruleset, put together with it into one text.

The text of the base is a tree of lines (`outline.py`). A file of house rules is one too; its lines
say what is changed (`operations.py`), and where, by the first words of the lines of the base
(`anchors.py`). All changes are found in the base as it is, held against each other
(`conflicts.py`), and made at once (`making.py`). What comes out is a text like any other, whose
lines know from which file they are.
"""
