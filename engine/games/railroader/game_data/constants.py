"""Numbers of the rulebook that no option changes, with their sources."""

ACTIONS_PER_TURN = 3
"""The number of actions in a turn. (RR Order of play)"""
MIN_HAND = 3
"""A player with fewer cards than this in hand picks up the discard pile. (RR Order of play)"""
MAX_PEOPLE = 3
"""Maximum number of workers and deputies at a railhead. (RR The Railhead)"""
MAX_CRATES = 2
"""Maximum number of crates at a railhead. (RR The Railhead)"""
MARKET_SLOTS = 3
"""The number of cards in the market. (RR Set up)"""
DIE_FACES = 6
"""The number of faces of the die. (RR Water; ruling 11)"""
SPACES_PER_ENGINEER = 2
"""Maximum number of spaces by which one engineer changes a roll. (RR Engineer)"""
MAX_ROUNDS = 60
"""The number of the round that is the last one even if no train has reached Buffalo Creek. (ruling 86)"""
MAX_SEATS = 4
"""Maximum number of players, and the number of starting sets. (ruling 1)"""
