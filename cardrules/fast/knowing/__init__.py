"""What somebody knows of cards, for games in which asking depends on it; others have none of it."""
