"""The state of a game while compiled code plays it: where it lies, how it changes."""
