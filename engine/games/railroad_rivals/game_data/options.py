"""The options that a table chooses before the game begins. (RB: the expansion is completely modular)"""

from collections.abc import Mapping
from itertools import product
from typing import Annotated, Literal, Self

import msgspec

from engine.core import Options, count_noun
from engine.core.game import OptionValue, describe_option
from engine.errors import Refused
from engine.games.railroad_rivals.game_data.components import turn_estimate
from engine.games.railroad_rivals.game_data.printed_data import NEW_ENGLAND_SEATS, STOCK_TILES, Pittsburgh
from engine.games.railroad_rivals.game_data.printing import RECONSTRUCTION, Printing

_VISIT_ESTIMATE = 115.0
"""Expected number of times that each player visits a game. (``python -m tests.games.days`` measured 97 to 120.)"""


class RivalsOptions(Options, frozen=True, cache_hash=True):
    """Options: the bidding rule, modules, the Solitaire Challenge, the end of the game, and the city tiles."""

    bidding: Annotated[
        Literal["first-place", "whole-order"],
        describe_option(
            "Bidding",
            values={
                "first-place": OptionValue(
                    "For the first place", "The winner goes first, and the others keep their order."
                ),
                "whole-order": OptionValue("For every place", "The first player to pass goes last, and so on."),
            },
        ),
    ] = "first-place"
    new_england: Annotated[
        bool,
        describe_option(
            "New England", "Adds the NYNH&H railroad and its 7 cities. Always on with 6 players, optional with fewer."
        ),
    ] = False
    buildings: Annotated[
        bool,
        describe_option(
            "Hotels and water towers",
            "Each player has one of each: hotels score for arriving goods, towers send goods farther.",
        ),
    ] = False
    advanced: Annotated[
        bool,
        describe_option(
            "Advanced tiles", "Adds Transcontinental, New Industry, Railroad Headquarters, and 2 Locomotive Upgrades."
        ),
    ] = False
    shenanigans: Annotated[
        bool,
        describe_option(
            "Stock Shenanigans", "Adds 6 tiles to the stocks: buy, dump, loot, merge, Stock Issue, and Insider Trading."
        ),
    ] = False
    extra_delivery: Annotated[bool, describe_option("Extra delivery", "The last turn has 2 delivery phases.")] = False
    railroad_size: Annotated[
        bool, describe_option("Railroad size", "At the end of the game, each link scores its owner 1 point.")
    ] = False
    challenge: Annotated[
        bool,
        describe_option("Solitaire Challenge", "For 1 player: start from 3 random cities instead of a linked chain."),
    ] = False
    end: Annotated[
        Literal["after-pile", "first-empty-hand"],
        describe_option(
            "End with advanced tiles",
            "What happens when a player has placed the last city in hand.",
            {
                "after-pile": OptionValue("After the city pile", "It ends the game only after the city pile is gone."),
                "first-empty-hand": OptionValue(
                    "At the first empty hand", "It always ends the game, as in the rulebook, possibly in turn 2."
                ),
            },
        ),
    ] = "after-pile"
    pittsburgh: Annotated[
        Pittsburgh,
        describe_option(
            "B&O edges of Pittsburgh",
            values={
                "adjacent": OptionValue("Side by side", "As in the rulebook’s example."),
                "opposite": OptionValue("Opposite each other", "As in older games."),
            },
        ),
    ] = "adjacent"
    tiles: Annotated[
        Printing,
        describe_option(
            "Tiles",
            "Lists of printed copies are added by the bot’s host. A game keeps the tiles it starts with.",
            {RECONSTRUCTION: OptionValue("Reconstruction", "City tiles that fit all the rulebook says.")},
        ),
    ] = Printing()

    def state_options(self) -> Self:
        """Return the options as stored in a state, with defaults for the tiles, which the board contains."""
        defaults = type(self)()
        return msgspec.structs.replace(self, pittsburgh=defaults.pittsburgh, tiles=defaults.tiles)

    @classmethod
    def legacy_values(cls) -> Mapping[str, str]:
        """Return the values for tables that are older than an option: the edges of Pittsburgh."""
        return {"pittsburgh": "opposite"}

    @classmethod
    def presets(cls) -> Mapping[str, Self]:
        """Return the presets: the base game, and the game with all modules of Robber Baron."""
        full = cls(
            bidding="whole-order",
            buildings=True,
            advanced=True,
            shenanigans=True,
            extra_delivery=True,
            railroad_size=True,
        )
        return {"Base": cls(), "Full": full}

    def visit_estimate(self, seats: int) -> float | None:
        """Return the expected visits of each player, about the same for all numbers of players; None for solitaire."""
        return _VISIT_ESTIMATE if seats > 1 else None

    def setup_note(self, seats: int) -> str:
        """Return a note about the presets, New England with six players (ruling X2), and the number of turns."""
        full = "The preset Full has every module of the Robber Baron expansion, but New England only with 6 players."
        six = " With 6 players, New England is in play." if seats in NEW_ENGLAND_SEATS else ""
        return f"{full}{six}{self._length_sentence(seats)}"

    def _length_sentence(self, seats: int) -> str:
        """The sentence about the expected number of turns; empty if no game has this number of players."""
        if seats not in STOCK_TILES:
            return ""
        how = "up to " if self.advanced and self.end == "first-empty-hand" else "about "
        turns = f"{'' if seats == 1 else how}{turn_estimate(self.tiles, self, seats)} turns"
        return f" A game with {count_noun(seats, 'player')} takes {turns}."

    def check_seats(self, seats: int) -> None:
        """Raise ``Refused`` if the options don't allow this number of players. (R Solitaire Challenge; ruling O11)"""
        alone = RivalsOptions(challenge=self.challenge, end=self.end, pittsburgh=self.pittsburgh, tiles=self.tiles)
        if seats == 1 and self != alone:
            raise Refused(
                "You can’t use whole-order bidding or modules of the Robber Baron expansion in a solitaire game. "
                "Choose the preset Base, or add a second player (a computer player will do)."
            )
        if seats > 1 and self.challenge:
            raise Refused(f"The Solitaire Challenge is for 1 player, and you have {seats}. Turn it off.")


def turn_range() -> tuple[int, int]:
    """The minimum and maximum of ``turn_estimate`` over all numbers of players and modules."""
    tables = [RivalsOptions(new_england=east, advanced=tiles) for east, tiles in product((False, True), repeat=2)]
    turns = [turn_estimate(options.tiles, options, seats) for options in tables for seats in STOCK_TILES]
    return min(turns), max(turns)
