"""Sets of cards and other things that are counted, indexed and narrowed rather than made."""
