"""A table's players, state, moves, and phases, as the bot knows them. It knows no Discord and no title."""
