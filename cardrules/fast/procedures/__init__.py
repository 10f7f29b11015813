"""Procedures, questions and whole games as compiled code."""
