"""Choices as compiled code: how many answers there are, and the one with a number."""
