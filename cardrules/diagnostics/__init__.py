"""How cardrules says what is wrong with a text: one model, one registry of codes, one renderer."""
