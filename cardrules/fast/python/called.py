"""What games as plain Python call that is no function of theirs, by name."""

# The streams of chance, an object.
STREAMS = "z_streams"
# The cards of each set.
CARDS_IN = "cards_in"
# What keeps where all cards lie, and what lays them as it was kept.
KEEP_PLACES, LAY_AS_KEPT = "keep_places", "lay_as_kept"
# The draws of each player, and what was decided.
DRAWS, LOG = "z_draws", "z_log"
# What gives a game up.
BEYOND = "beyond"
