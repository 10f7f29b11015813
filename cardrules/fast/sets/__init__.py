"""Sets of cards and families of them: how they are made, counted and gone through."""
