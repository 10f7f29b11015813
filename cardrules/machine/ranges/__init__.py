"""Between which bounds the values of a program lie, found without playing it.

`bounds.py` says what is known of a value, `values.py` what is known of an expression, `guards.py`
what a condition tells of names and variables once it holds. `carrying_out.py` follows procedures
with bounds in place of values, and `analysis.py` repeats that until nothing new is found.
"""
