"""Expressions of the rules as compiled code."""
