"""Does what a player is shown, or asked, tell what this player cannot know? Found by playing."""
