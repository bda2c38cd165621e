"""Stock Shenanigans: buying, dumping, looting, merging, and two tiles that are used between phases."""

from engine.games.railroad_rivals.robber_baron.shenanigans.stock_shenanigans import Shenanigans

__all__ = ["Shenanigans"]
