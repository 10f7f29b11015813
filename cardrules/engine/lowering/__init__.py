"""From the statements of a ruleset to the instructions of one game (`cardrules.machine`)."""
