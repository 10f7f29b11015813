"""A ruleset with players and options fixed: what depends on these alone is known from here on."""
