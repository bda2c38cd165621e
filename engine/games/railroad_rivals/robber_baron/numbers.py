"""Numbers from the rulebook of Robber Baron. The expansion's city tiles are in ``game_data/printed_data.py``."""

from engine.games.railroad_rivals.game_data.printed_data import Special

HOTEL_POINTS = 1
"""Points that the owner of a hotel gets for each cube delivered there. (RB Hotels)"""

UPGRADE_TILES = 2
"""The number of Locomotive Upgrades in the stock pile. (RB Components)"""

UPGRADE_POINTS = 1
"""Points that each Locomotive Upgrade adds to each delivery of its owner. (RB Locomotive Upgrade)"""

SHENANIGANS = (Special.BUY, Special.DUMP, Special.LOOT, Special.MERGER, Special.ISSUE, Special.INSIDER)
"""The special tiles of Stock Shenanigans; one of each is in the stock pile. (RB Components)"""

PURCHASE_RISE = 1
"""The amount by which a stock rises when one of its tiles is bought. (RB Buy Stock)"""

DUMP_FALL = 2
"""The amount by which a stock falls for each of its tiles that is dumped. (RB Dump Stock)"""

LOOT_POINTS = 5
"""Points for looting a company. (RB Loot The Company)"""

LAST_DELIVERY_PHASES = 2
"""The number of Deliver a Good phases in the last turn. (RB Extra Delivery)"""

LINK_POINTS = 1
"""Points for each link at the end of the game. (RB Railroad Size)"""
