"""The checks, one in a module."""
