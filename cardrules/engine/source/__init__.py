"""Python source of a game: expressions, searches, procedures."""
