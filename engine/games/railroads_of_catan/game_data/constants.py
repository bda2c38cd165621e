"""Numbers of the rules, each with its source. Money is in dollars."""

START_CASH = 15_000
"""(RC Game Setup)"""
RAILS_PER_PLAYER = 15
"""Rails of a player. (RC Game Setup)"""
SEGMENTS_PER_PLAYER = 5
"""Train segments of a player; a large train is two. (RC Game Setup)"""
CITY_DOTS = (5, 4, 3, 2)
"""In the order of the draft; each player has one city of each. (RC Game Setup)"""
CITIES_PER_PLAYER = len(CITY_DOTS)
"""Cities of a player. (RC Game Setup)"""
UPKEEP_DIVISOR = 10
"""Upkeep is the list price divided by this. (RC Phase 1)"""
BID_STEP = 100
"""Bids are multiples of it. (ruling 13)"""
MENU_BIDS: tuple[int, ...] = (*range(0, 1_000, BID_STEP), 1_000, 1_500, 2_000, 3_000, 4_000)
"""Start bids that are offered, as many as one menu shows; others are typed."""
TAX_PER_BARREL = 100
"""For each barrel. (RC Phase 2, Tax)"""
CREW_TRACKS = 2
"""More tracks with the construction crew. (RC Phase 3)"""
ORDERS_PER_PLAYER = 2
"""Open delivery orders for each player. (RC Phase 4)"""
COMMISSION = 4_000
"""For filling a delivery order. (RC Phase 4)"""
ORDER_GROWTH = 2_000
"""The amount by which an open order grows each turn. (RC Phase 4)"""
TRACKS_PER_TURN = 3
"""(RC Phase 5)"""
CONNECTION_FEE = 1_000
"""To the owner of a city that a track ends in. (RC Phase 5)"""
UPGRADE_PRICE = 3_000
"""The price to make a small train large. (RC Phase 5)"""
MAX_TRAINS_PER_CITY = 3
"""(RC Phase 6)"""
MOVES_PER_TURN = {False: 8, True: 6}
"""Moves of a small and of a large train. (RC Phase 6)"""
TRAIN_CAPACITY = {False: 2, True: 5}
"""Barrels on a small train, and on a large one. (RC Phase 6)"""
SEGMENT_FEE = 200
"""For each segment of another player's track. (RC Phase 6)"""
CITY_FEE = 200
"""For passing through, or parking in, another player's city. (RC Phase 6)"""
MAX_FEES_PER_RIVAL = 1_000
"""The most that one player pays another in a turn. (RC Phase 6)"""
WINNING_CASH = 75_000
"""Cash that ends the game. (RC Phase 7)"""
MAX_TURNS = 7
"""(RC Phase 7)"""
BANKER_DIVISOR = 10
"""The banker pays the cash divided by this. (RC Phase 3)"""
HOLIDAY_PAY = {False: 1_000, True: 2_000}
"""For a small train, and for a large one. (RC Phase 2, Holiday)"""
SLIPS_PER_CITY = {4: 7, 3: 9}
"""Slips of each city, by the number of players. (RC Game Setup)"""
SURPLUS_CREDIT = 2
"""Free tracks, or one over mountains or water. (RC Phase 2, Surplus; ruling 38)"""
SMALL_TRAIN_PRICE = 5_000
"""(RC Phase 5)"""
SIZE_NAMES = {False: "small", True: "large"}
"""The names of the sizes of trains."""
MOUNTAIN_MOVES = 2
"""For a track through mountains. (RC Phase 6)"""
