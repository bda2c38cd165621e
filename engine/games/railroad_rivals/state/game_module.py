"""The interface through which modules change or extend the base game.

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
    """A delivery of a cube from ``city`` to ``destination`` over ``links``, which are in order."""

    seat: Seat
    goods: Goods
    city: City
    links: tuple[Link, ...]
    destination: City


class Bonus(msgspec.Struct, frozen=True):
    """Points that a seat gets for a delivery in addition to those for its color and links."""

    seat: Seat
    points: int
    reason: BonusReason


class TileText(NamedTuple):
    """The texts of a tile on offer, as functions of the state and the tile's name."""

    label: Callable[[RailroadRivals, str], str]
    """Describes the tile and its effect, without a verb: “Merger: once, when delivering, merge two railroads”."""
    short_label: Callable[[RailroadRivals, str], ShortLabel]


PhaseTexts = Mapping[tuple[type[Phase[Any]], type[Action]], ActionText[RailroadRivals]]
"""The texts of actions of the base game in phases of a module, by (phase class, action class)."""


class GameModule(ModuleContents):
    """Base class of modules, which changes nothing. Modules override methods; their data are in the state."""

    actions: tuple[type[Action], ...] = ()
    """All kinds of action that the module adds, including ``Standing`` actions."""
    events: tuple[type[Event], ...] = ()
    phases: tuple[type[Phase[Any]], ...] = ()
    action_texts: ClassVar[ActionTexts] = {}
    """The texts of the module's actions."""
    phase_texts: ClassVar[PhaseTexts] = {}
    """The texts of actions of the base game that differ in the module's phases."""
    tile_texts: ClassVar[Mapping[str, TileText]] = {}
    """The texts of the module's tiles on offer, by name."""
    event_texts: ClassVar[EventTexts] = {}
    """The narrations of the module's events."""
    phase_labels: ClassVar[Mapping[type[Phase[Any]], str]] = {}
    """The texts of the module's phases for the status line, such as “Stock Issue”."""
    topics: tuple[tuple[str, str], ...] = ()
    """The module's help topics for ``GameText.help``, as (title, text) pairs."""
    delivery_rules: tuple[Rule[RailroadRivals], ...] = ()
    """Rules of additional kinds of delivery in the Deliver a Good phase."""
    side_move_rules: tuple[Rule[RailroadRivals], ...] = ()
    """Rules of moves that a seat can make in addition to its delivery."""

    # -- a turn

    def turn_phases(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        """Return the phases of a new turn; ``phases`` are the phases without this module."""
        return phases

    def premove_decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        """Return the open decisions about the module's premoves."""
        return ()

    def apply_premove(self, state: RailroadRivals, action: Any) -> RailroadRivals:
        """Return the state after a ``Standing`` action of the module."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing ahead")

    def count_delivery_phases(self, state: RailroadRivals) -> int:
        """Return the number of Deliver a Good phases in this turn. The game takes the highest number of all modules."""
        return 1

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        """Return the publicly known moves, such as “build”, that the seat can make in addition to its delivery."""
        return ()

    def delivery_bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Return the points for a delivery in addition to those for its color and links."""
        return ()

    def score_entries(self, event: Event) -> Iterable[ScoreEntry]:
        """Return the points that seats get from one of the module's events."""
        return ()

    # -- the end

    def apply_final_scoring(self, state: RailroadRivals) -> RailroadRivals:
        """Apply the module's final scoring."""
        return state

    def score_note(self, score: int) -> str:
        """Return a note on a final score for the ranking; empty by default."""
        return ""

    # -- texts and evaluations; None means that those of the base game apply

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        """Return the value of an action (see ``AgentSupport.score_action``); None for actions without evaluation."""
        return None

    def replacement_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
        """Return all help topics, if the module replaces those of the base game; else None."""
        return None

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """Return the module's help topics; the topic of the current phase comes first."""
        return self.topics
