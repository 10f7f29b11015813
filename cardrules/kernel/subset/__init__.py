"""The subset of Python in which operations are written: what is in it, and what it is read as."""
