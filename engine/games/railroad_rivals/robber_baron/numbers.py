"""Numbers from the rulebook of Robber Baron.

Its city tiles are in ``engine.games.railroad_rivals.game_data.printed_data``.
"""

from engine.games.railroad_rivals.game_data.printed_data import Special

HOTEL_POINTS = 1
"""Per cube whose trip ends at a hotel. (RB Hotels)"""

UPGRADE_TILES = 2
"""Locomotive Upgrades in the stock pile. (RB Components)"""

UPGRADE_POINTS = 1
"""Per own delivery and upgrade. (RB Locomotive Upgrade)"""

SHENANIGANS = (Special.BUY, Special.DUMP, Special.LOOT, Special.MERGER, Special.ISSUE, Special.INSIDER)
"""One of each is in the stock pile. (RB Components)"""

PURCHASE_RISE = 1
"""The amount by which a stock rises when one of its tiles is bought. (RB Buy Stock)"""

DUMP_FALL = 2
"""By this much a stock falls for every tile of it that is dumped. (RB Dump Stock)"""

LOOT_POINTS = 5
"""For looting a company. (RB Loot The Company)"""

LAST_DELIVERY_PHASES = 2
"""Deliver a Good phases of the last turn. (RB Extra Delivery)"""

LINK_POINTS = 1
"""For every link in the end. (RB Railroad Size)"""
