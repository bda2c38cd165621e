"""Numbers of the rules, each with its source. Money is in dollars."""

START_CASH = 15_000
"""Dollars of each player at the beginning. (RC Game Setup)"""
RAILS_PER_PLAYER = 15
"""Number of rails of each player. (RC Game Setup)"""
SEGMENTS_PER_PLAYER = 5
"""Number of train segments of each player; a small train uses one, a large train two. (RC Game Setup)"""
CITY_DOTS = (5, 4, 3, 2)
"""Number of dots of each of a player's cities, in the order in which they are founded. (RC Game Setup)"""
CITIES_PER_PLAYER = len(CITY_DOTS)
"""Number of cities of a player. (RC Game Setup)"""
UPKEEP_DIVISOR = 10
"""The upkeep of an item is its list price divided by this number. (RC Phase 1)"""
BID_STEP = 100
"""Bids are multiples of this. (ruling 13)"""
MENU_BIDS: tuple[int, ...] = (*range(0, 1_000, BID_STEP), 1_000, 1_500, 2_000, 3_000, 4_000)
"""Dollars of the bids for the turn order that a menu lists; players type other amounts."""
TAX_PER_BARREL = 100
"""Dollars of tax for each barrel on a train. (RC Phase 2, Tax)"""
CREW_TRACKS = 2
"""Number of additional tracks that the construction crew allows. (RC Phase 3)"""
ORDERS_PER_PLAYER = 2
"""Number of open delivery orders for each player. (RC Phase 4)"""
COMMISSION = 4_000
"""Dollars paid for filling a delivery order, in addition to the sale. (RC Phase 4)"""
ORDER_GROWTH = 2_000
"""The amount by which an open order grows each turn. (RC Phase 4)"""
TRACKS_PER_TURN = 3
"""Maximum number of tracks that a player may lay in a turn without associates and events. (RC Phase 5)"""
CONNECTION_FEE = 1_000
"""Fee for a new track that ends in a rival's city, paid to the rival. (RC Phase 5)"""
UPGRADE_PRICE = 3_000
"""Price of making a small train large. (RC Phase 5)"""
MAX_TRAINS_PER_CITY = 3
"""Maximum number of trains that may be in a city. (RC Phase 6)"""
MOVES_PER_TURN = {False: 8, True: 6}
"""Moves of a train in a turn, by whether the train is large. (RC Phase 6)"""
TRAIN_CAPACITY = {False: 2, True: 5}
"""Maximum number of barrels on a train, by whether the train is large. (RC Phase 6)"""
SEGMENT_FEE = 200
"""Fee for each use of a rival's track. (RC Phase 6)"""
CITY_FEE = 200
"""Fee for passing through, or parking in, a rival's city. (RC Phase 6)"""
MAX_FEES_PER_RIVAL = 1_000
"""Maximum dollars of fees that one player pays to one rival in a turn. (RC Phase 6)"""
WINNING_CASH = 75_000
"""A player with this number of dollars ends the game. (RC Phase 7)"""
MAX_TURNS = 7
"""Number of turns after which the game ends. (RC Phase 7)"""
BANKER_DIVISOR = 10
"""The banker pays the player's cash divided by this number. (RC Phase 3)"""
HOLIDAY_PAY = {False: 1_000, True: 2_000}
"""Payment for each train on a holiday, by whether the train is large. (RC Phase 2, Holiday)"""
SLIPS_PER_CITY = {4: 7, 3: 9}
"""Number of order slips of each city, by the number of players. (RC Game Setup)"""
SURPLUS_CREDIT = 2
"""Free tracks of each player; a track over mountains or water counts as two. (RC Phase 2, Surplus; ruling 38)"""
SMALL_TRAIN_PRICE = 5_000
"""Price of a small train. (RC Phase 5)"""
SIZE_NAMES = {False: "small", True: "large"}
"""Names of the train sizes, by whether the train is large."""
MOUNTAIN_MOVES = 2
"""Moves that a track through mountains takes. (RC Phase 6)"""
