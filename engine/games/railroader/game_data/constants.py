"""Numbers of the rules, each with its source."""

ACTIONS_PER_TURN = 3
"""Actions in a turn. (RR Order of play)"""
MIN_HAND = 3
"""With fewer cards than this in hand, the discard pile is picked up. (RR Order of play)"""
MAX_PEOPLE = 3
"""Workers and deputies on a railhead mat. (RR The Railhead)"""
MAX_CRATES = 2
"""Supply cards on a railhead mat. (RR The Railhead)"""
MARKET_SLOTS = 3
"""Cards in the market. (RR Set up)"""
DIE_FACES = 6
"""Faces of the one die. (RR Water; ruling 11)"""
SPACES_PER_ENGINEER = 2
"""Spaces that one engineer may add or subtract. (RR Engineer)"""
MAX_ROUNDS = 60
"""The round after which the train farthest along wins. (ruling 86)"""
MAX_SEATS = 4
"""Maximum number of players, and number of starting sets. (ruling 1)"""
