"""The registry of games, one line each."""

from collections.abc import Mapping
from typing import Any

from engine.core import Game
from engine.games import railroad_rivals, railroader, railroads_of_catan, railway_rivals

_ALL_GAMES: tuple[Game[Any], ...] = (
    railroad_rivals.GAME,
    railway_rivals.GAME,
    railroader.GAME,
    railroads_of_catan.GAME,
)

GAMES: Mapping[str, Game[Any]] = {game.key: game for game in _ALL_GAMES}
