"""The interface by which modules change or extend the base game.

The base game depends on modules in three other ways: ``phases.game_state`` lists the phases of all modules,
``RailroadRivals.baron`` has the data of the expansion, and ``solitaire.setup`` begins a solitaire game.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

import msgspec

from engine.core import Action, ActionText, ActionTexts, Decision, Event, EventTexts, Phase, Rule, Seat, View
from engine.core.reasons import ScoreEntry
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.game_data.components import ModuleContents
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


class Trip(msgspec.Struct, frozen=True):
    """A delivery of a cube from ``city`` over ``links``, in order, to ``destination``."""

    seat: Seat
    goods: Goods
    city: City
    links: tuple[Link, ...]
    destination: City


class Bonus(msgspec.Struct, frozen=True):
    """Points that a seat gets for a delivery, beyond those for its color and links."""

    seat: Seat
    points: int
    reason: BonusReason


class TileText(NamedTuple):
    """The texts of a tile on offer, as functions of the state and the tile's name."""

    label: Callable[[RailroadRivals, str], str]
    """The tile and its effect, without a verb: “Merger: once, when delivering, merge two railroads”."""
    short_label: Callable[[RailroadRivals, str], ShortLabel]


PhaseTexts = Mapping[tuple[type[Phase[Any]], type[Action]], ActionText[RailroadRivals]]
"""The texts that actions of the base game have in a phase, by the classes of both."""


class GameModule(ModuleContents):
    """A module that changes nothing; modules override what they change. Its data are in the state."""

    actions: tuple[type[Action], ...] = ()
    """All kinds of action that the module adds, including ``Standing`` ones."""
    events: tuple[type[Event], ...] = ()
    phases: tuple[type[Phase[Any]], ...] = ()
    action_texts: ClassVar[ActionTexts] = {}
    """The texts of the module's actions."""
    phase_texts: ClassVar[PhaseTexts] = {}
    """The texts of actions of the base game that are different in the module's phases."""
    tile_texts: ClassVar[Mapping[str, TileText]] = {}
    """The texts of the module's tiles on offer, by name."""
    event_texts: ClassVar[EventTexts] = {}
    """The narrations of the module's events."""
    phase_labels: ClassVar[Mapping[type[Phase[Any]], str]] = {}
    """The texts of the module's phases in the status line: “Stock Issue”."""
    topics: tuple[tuple[str, str], ...] = ()
    """The module's topics (title and text) for ``GameText.help``."""
    delivery_rules: tuple[Rule[RailroadRivals], ...] = ()
    """Rules of additional kinds of delivery in the Deliver a Good phase."""
    side_move_rules: tuple[Rule[RailroadRivals], ...] = ()
    """Rules of moves that a seat can make beside its delivery."""

    # -- a turn

    def turn_phases(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        """Return the phases of a new turn, given those without this module (``phases``)."""
        return phases

    def premove_decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        """Return the open decisions about the module's premoves."""
        return ()

    def apply_premove(self, state: RailroadRivals, action: Any) -> RailroadRivals:
        """Return the state after one of the module's ``Standing`` actions."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing ahead")

    def count_delivery_phases(self, state: RailroadRivals) -> int:
        """Return the number of Deliver a Good phases in this turn; the highest number of all modules counts."""
        return 1

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        """Return the publicly known moves that the seat can make beside its delivery: “build”."""
        return ()

    def delivery_bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Return the points of a delivery beyond those for its color and links."""
        return ()

    def score_entries(self, event: Event) -> Iterable[ScoreEntry]:
        """Return the points that seats get from one of the module's events."""
        return ()

    # -- the end

    def apply_final_scoring(self, state: RailroadRivals) -> RailroadRivals:
        """Apply the module's final scoring."""
        return state

    def score_note(self, score: int) -> str:
        """Return a remark on a final score for the ranking; may be empty."""
        return ""

    # -- texts and evaluations; None means that those of the base game apply

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        """Return the value of an action, as ``AgentSupport.score_action`` does."""
        return None

    def replacement_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
        """Return all topics for ``GameText.help``, in place of those of the base game."""
        return None

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """Return the module's topics, that of the current phase first."""
        return self.topics
