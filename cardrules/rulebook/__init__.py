"""What a rulebook for people consists of, read from a ruleset, and how it is written down."""
