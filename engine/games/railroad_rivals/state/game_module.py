"""The extension point for variants: a module changes or extends the base game.

The base game calls the modules in play through this interface. It depends on modules in three other ways: the phases of
all modules are in one closed union (``phases.game_state``); the expansion's data are in ``RailroadRivals.baron``, which
the state's methods read for special tiles and markers; and solitaire has its own set-up (``solitaire.setup``).
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, NamedTuple

import msgspec

from engine.core import Action, ActionText, Decision, Event, EventText, Phase, Rule, Seat, View
from engine.core.reasons import ScoreEntry
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.game_data.components import ModuleContents
from engine.games.railroad_rivals.game_data.printed_data import City, Goods
from engine.games.railroad_rivals.state.board import Link
from engine.games.railroad_rivals.state.events import BonusReason
from engine.games.railroad_rivals.state.phases import Delivering
from engine.games.railroad_rivals.state.state import RailroadRivals


class Trip(msgspec.Struct, frozen=True):
    """One delivery: a cube of ``goods`` from ``city`` over ``links`` in this order to ``destination``."""

    seat: Seat
    goods: Goods
    city: City
    links: tuple[Link, ...]
    destination: City


class Bonus(msgspec.Struct, frozen=True):
    """Points that a delivery gives a seat."""

    seat: Seat
    points: int
    reason: BonusReason


class TileText(NamedTuple):
    """The texts of a tile on offer, as functions of the state and the tile's name."""

    label: Callable[[RailroadRivals, str], str]
    """The tile and its effect, without a verb: “Merger: once, when delivering, merge two railroads”."""
    short_label: Callable[[RailroadRivals, str], ShortLabel]


ActionTexts = Mapping[type[Action], ActionText[RailroadRivals]]
"""The texts of actions, by their class."""
EventTexts = Mapping[type[Event], EventText]
"""The narrations of events, by their class."""
PhaseTexts = Mapping[tuple[type[Phase[Any]], type[Action]], ActionText[RailroadRivals]]
"""The texts that actions of the base game have in a phase, by the classes of both."""


class GameModule(ModuleContents):
    """A module that changes nothing. Stateless: its data are in the state."""

    actions: tuple[type[Action], ...] = ()
    """Its actions, including ``Standing`` ones and those of its phases."""
    events: tuple[type[Event], ...] = ()
    phases: tuple[type[Phase[Any]], ...] = ()
    action_texts: ClassVar[ActionTexts] = {}
    """The texts of its actions."""
    phase_texts: ClassVar[PhaseTexts] = {}
    """The texts that actions of the base game have in its phases, where they differ from the usual ones."""
    tile_texts: ClassVar[Mapping[str, TileText]] = {}
    """The texts of its tiles, by their names."""
    event_texts: ClassVar[EventTexts] = {}
    """The narrations of its events."""
    topics: tuple[tuple[str, str], ...] = ()
    """Its topics, as ``GameText.help``."""
    delivery_rules: tuple[Rule[RailroadRivals], ...] = ()
    """Additional ways to deliver a good, for a step of the Deliver a Good phase."""
    side_move_rules: tuple[Rule[RailroadRivals], ...] = ()
    """Additional moves in such a step."""

    # -- a turn

    def turn_phases(self, state: RailroadRivals, phases: tuple[Phase[Any], ...]) -> tuple[Phase[Any], ...]:
        """The phases of the turn that begins; ``phases`` are those so far."""
        return phases

    def premove_decisions(self, state: RailroadRivals) -> tuple[Decision, ...]:
        """Decisions about premoves."""
        return ()

    def apply_premove(self, state: RailroadRivals, action: Any) -> RailroadRivals:
        """The state after one of the module's ``Standing`` actions."""
        raise NotImplementedError(f"{type(self).__name__} asks nothing ahead")

    def count_delivery_phases(self, state: RailroadRivals) -> int:
        """The number of deliveries of everyone in this turn; the highest number of all modules counts."""
        return 1

    def side_move_labels(self, state: RailroadRivals, phase: Delivering) -> tuple[str, ...]:
        """The additional moves that the seat can make now, as far as everyone knows: “build”, “play a tile”."""
        return ()

    def delivery_bonuses(self, state: RailroadRivals, trip: Trip) -> Iterable[Bonus]:
        """Points of a delivery besides those for its color and links."""
        return ()

    def score_entries(self, event: Event) -> Iterable[ScoreEntry]:
        """The points that seats get from one of the module's events."""
        return ()

    # -- the end

    def apply_final_scoring(self, state: RailroadRivals) -> RailroadRivals:
        """Final scoring next to the stocks."""
        return state

    def score_note(self, score: int) -> str:
        """A remark on a final score, in the ranking."""
        return ""

    # -- words and opinions: None where the base game's apply

    def status_line(self, state: RailroadRivals) -> str | None:
        """The current activity, for the status line: “use Insider Trading”."""
        return None

    def score_action(self, view: View[RailroadRivals], action: Action) -> float | None:
        """Rate an action, as ``AgentSupport.score_action`` does."""
        return None

    def replacement_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...] | None:
        """All topics, as ``GameText.help``, where the base game's do not hold."""
        return None

    def help_topics(self, state: RailroadRivals) -> tuple[tuple[str, str], ...]:
        """Its topics, the current phase's first."""
        return self.topics
