"""The options that a table agrees on before it starts. (RB: the expansion is completely modular; rulings, Modules)"""

from collections.abc import Mapping
from itertools import product
from typing import Annotated, Literal, Self

import msgspec
from msgspec import Meta

from engine.core import Options, counted
from engine.errors import Refused
from engine.games.railroad_rivals.box.components import turns_expected
from engine.games.railroad_rivals.box.data import ALWAYS_NEW_ENGLAND, STOCK_TILES, Pittsburgh
from engine.games.railroad_rivals.box.printing import RECONSTRUCTION, Printing


class RivalsOptions(Options, frozen=True, cache_hash=True):
    """The seven parts of Robber Baron, each a switch of its own, the harder solitaire game, two readings of R, and the
    tiles.
    """

    bidding: Annotated[
        Literal["first-place", "whole-order"],
        Meta(
            title="Bidding",
            description=(
                "first-place: the winner goes first, the others keep their order. "
                "whole-order: each player who passes takes the last open place; the winner goes first."
            ),
        ),
    ] = "first-place"
    new_england: Annotated[
        bool,
        Meta(
            title="New England",
            description="Adds the NYNH&H railroad and its 7 cities. Always on with 6 players, optional with fewer.",
        ),
    ] = False
    buildings: Annotated[
        bool,
        Meta(
            title="Hotels and water towers",
            description="Each player has one of each: hotels score for arriving goods, towers send goods farther.",
        ),
    ] = False
    advanced: Annotated[
        bool,
        Meta(
            title="Advanced tiles",
            description="Adds Transcontinental, New Industry, Railroad Headquarters, and 2 Locomotive Upgrades.",
        ),
    ] = False
    shenanigans: Annotated[
        bool,
        Meta(
            title="Stock Shenanigans",
            description="Adds 6 tiles to the stocks: buy, dump, loot, merge, Stock Issue, and Insider Trading.",
        ),
    ] = False
    extra_delivery: Annotated[
        bool, Meta(title="Extra delivery", description="The last turn has 2 delivery phases.")
    ] = False
    railroad_size: Annotated[
        bool, Meta(title="Railroad size", description="At the end of the game, each link scores its owner 1 point.")
    ] = False
    challenge: Annotated[
        bool,
        Meta(
            title="Solitaire Challenge",
            description="For 1 player: start from 3 random cities instead of a linked chain.",
        ),
    ] = False
    end: Annotated[
        Literal["after-pile", "first-empty-hand"],
        Meta(
            title="End with advanced tiles",
            description=(
                "after-pile: placing the last city in hand ends the game only after the city pile is gone. "
                "first-empty-hand: it always ends the game, as the rulebook says, perhaps in turn 2."
            ),
        ),
    ] = "after-pile"
    pittsburgh: Annotated[
        Pittsburgh,
        Meta(
            title="Pittsburgh",
            description=(
                "adjacent: its B&O edges are neighbors, as in the rulebook’s example. "
                "opposite: they face each other, as in games started before this option."
            ),
        ),
    ] = "adjacent"
    tiles: Annotated[
        Printing,
        Meta(
            title="Tiles",
            description=(
                f"{RECONSTRUCTION}: city tiles that fit all the rulebook says. Others are lists of printed copies, "
                "added by the bot’s host. A game keeps the tiles it starts with."
            ),
        ),
    ] = Printing()

    def on_table(self) -> Self:
        """The options as a state has them: which tiles are played with is said by its board, and there alone."""
        usual = type(self)()
        return msgspec.structs.replace(self, pittsburgh=usual.pittsburgh, tiles=usual.tiles)

    @classmethod
    def before(cls) -> Mapping[str, str]:
        """Stored tables that do not name Pittsburgh's edges were dealt the tile with opposite ones."""
        return {"pittsburgh": "opposite"}

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """The base game, and everything of Robber Baron."""
        full = cls(
            bidding="whole-order",
            buildings=True,
            advanced=True,
            shenanigans=True,
            extra_delivery=True,
            railroad_size=True,
        )
        return {"Base": cls(), "Full": full}

    def note(self, seats: int) -> str:
        """Explain the presets, the module six players have without choosing it (ruling X2), and the game's length."""
        full = "The preset Full has every module of the Robber Baron expansion, but New England only with 6 players."
        six = " With 6 players, New England is in play." if seats in ALWAYS_NEW_ENGLAND else ""
        return f"{full}{six}{self._length(seats)}"

    def _length(self, seats: int) -> str:
        """The expected number of turns, for so many players. (R When the City Tile Draw Pile Runs Out)"""
        if seats not in STOCK_TILES:
            return ""
        how = "up to " if self.advanced and self.end == "first-empty-hand" else "about "
        turns = f"{'' if seats == 1 else how}{turns_expected(self.tiles, self, seats)} turns"
        return f" A game with {counted(seats, 'player')} takes {turns}."

    def check(self, seats: int) -> None:
        """Raises ``Refused`` when these options are not for so many players. (R Solitaire Challenge; ruling O11)"""
        alone = RivalsOptions(challenge=self.challenge, end=self.end, pittsburgh=self.pittsburgh, tiles=self.tiles)
        if seats == 1 and self != alone:
            raise Refused(
                "You can’t use whole-order bidding or modules of the Robber Baron expansion in a solitaire game. "
                "Choose the preset Base, or add a second player (a computer player will do)."
            )
        if seats > 1 and self.challenge:
            raise Refused(f"The Solitaire Challenge is for 1 player, and you have {seats}. Turn it off.")


def lengths() -> tuple[int, int]:
    """The turns of the shortest and of the longest game in which nobody passes, with any players and modules."""
    tables = [RivalsOptions(new_england=east, advanced=tiles) for east, tiles in product((False, True), repeat=2)]
    turns = [turns_expected(options.tiles, options, seats) for options in tables for seats in STOCK_TILES]
    return min(turns), max(turns)
