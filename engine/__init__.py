"""Rules of railway board games as pure functions over frozen values."""

from engine.core.action import Action, Decision
from engine.core.event import Event, PhaseEnded, visible_events
from engine.core.flow import State, decisions, play
from engine.core.game import Game, Options, RankingEntry
from engine.core.notation import read_action, write_action
from engine.core.seats import Seat
from engine.core.secret import View, redact
from engine.errors import Refused, RoundhouseError, Stale, Unreadable
from engine.games import GAMES

__all__ = [
    "GAMES",
    "Action",
    "Decision",
    "Event",
    "Game",
    "Options",
    "PhaseEnded",
    "RankingEntry",
    "Refused",
    "RoundhouseError",
    "Seat",
    "Stale",
    "State",
    "Unreadable",
    "View",
    "decisions",
    "play",
    "read_action",
    "redact",
    "visible_events",
    "write_action",
]
