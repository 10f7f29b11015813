"""States from outside: prepared positions, saved states, states that could be the real one."""
