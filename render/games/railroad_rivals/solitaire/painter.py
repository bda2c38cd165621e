"""The painter of the solitaire game."""

from engine.core import Action, Event, View
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.events import CitiesSupplied, TilesDiscarded
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne, LayingStart, PlacingOne
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.events import CityPlaced
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.whole_board import board_scenes, change_scenes, film_scene
from render.games.railroad_rivals.choices.placement_choices import facing_choice_scenes
from render.games.railroad_rivals.solitaire import solitaire_captions
from render.games.railroad_rivals.solitaire.arrangement_choices import arrange_choice_scenes, arrange_preview_scenes
from render.games.railroad_rivals.solitaire.final_table import final_scenes
from render.games.railroad_rivals.solitaire.offer import offer_scenes
from render.games.railroad_rivals.solitaire.progression import progression_scenes
from render.games.railroad_rivals.solitaire.stocks import stock_scenes
from render.painter import Choice, DrawingContext
from render.scene import Scene
from render.text_fitting import Events, display_names

# The subject of the next question comes first; the first one may be the order of cubes, in the progression.
_PICTURES_AFTER = {
    "": ("overview", "scores", "offer"),
    LayingStart.heading: ("overview", "offer", "scores"),
    PlacingOne.heading: ("overview", "scores", "crops"),
    DeliveringOne.heading: ("overview", "offer", "scores", "stocks"),
}


class SolitairePainter:
    """Draws the pictures of a solitaire game. “scores” is the progression, and “final” has the rank."""

    def pictures_after_phase(self, view: View[RailroadRivals], heading: str) -> tuple[str, ...]:
        if not view.state.flow:
            return "final", "overview", "scores"
        return _PICTURES_AFTER.get(heading, ("overview", "scores"))

    def public_scenes(self, picture: str, view: View[RailroadRivals], context: DrawingContext) -> tuple[Scene, ...]:
        state, names, events = view.state, display_names(context.names, 1), _events_for_line(context.events)
        match picture:
            case "board":
                return board_scenes(state, events, names)
            case "overview":
                return board_scenes(state, events, names)[:1]
            case "crops":
                return board_scenes(state, events, names)[1:]
            case "changes":
                return change_scenes(state, events, names)
            case "network":
                return ()
            case "stocks":
                return stock_scenes(state, events, names)
            case "scores":
                return progression_scenes(state, events, names)
            case "offer":
                return offer_scenes(state, names)
            case _:
                return final_scenes(state, names)

    def film_scene(self, view: View[RailroadRivals], context: DrawingContext, end: View[RailroadRivals]) -> Scene:
        """Return one frame of a film."""
        return film_scene(view.state, _events_for_line(context.events), display_names(context.names, 1), end.state)

    def private_scenes(self, view: View[RailroadRivals], context: DrawingContext) -> tuple[Scene, ...]:
        """Return the offer, or the progression if there is no offer. Both pictures are public."""
        if view.seat is None:
            return ()
        return self.public_scenes("offer", view, context) or self.public_scenes("scores", view, context)

    def choice_scenes(
        self, view: View[RailroadRivals], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        state, names, events = view.state, display_names(context.names, 1), _events_for_line(context.events)
        match field, next((action for choice in choices for action in choice.actions), None):
            case "first" | "second" | "third", Arrange():
                return arrange_choice_scenes(state, field, choices)
            case "tile", Draft():
                return offer_scenes(state, names, _keys_by_value(choices, field))
            case "city", Place():
                offer = offer_scenes(state, names, _keys_by_value(choices, field))
                return (*offer, *board_scenes(state, events, names)[:1])
            case "at", Place():
                return solitaire_captions.solitaire_place_scenes(state, names, choices)
            case "facing", Place():
                return facing_choice_scenes(state, names, choices)
            case "goods", Deliver():
                progression = progression_scenes(state, events, names, _keys_by_value(choices, field))
                return (*progression, *board_scenes(state, events, names))
            case "city", Deliver():
                return solitaire_captions.solitaire_origin_scenes(state, names, choices)
            case "to", Deliver():
                return solitaire_captions.solitaire_destination_scenes(state, names, choices)
            case _:
                return ()

    def preview_scenes(self, view: View[RailroadRivals], context: DrawingContext, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, 1)
        match action:
            case Arrange():
                return arrange_preview_scenes(state, action)
            case Draft(tile=tile):
                return offer_scenes(state, names, framed_tile=tile)
            case Place():
                return solitaire_captions.solitaire_place_preview(state, names, action)
            case Deliver():
                return solitaire_captions.solitaire_delivery_preview(state, names, action)
            case _:
                return ()


def _events_for_line(events: Events) -> tuple[Event, ...]:
    """The events that the second line of the header can name.

    Every move discards tiles, so discards are left out. One event names all starting cities, so their placements are
    too.
    """
    is_start_over = any(isinstance(event, CitiesSupplied) for event in events)
    left_out = (TilesDiscarded, CityPlaced) if is_start_over else TilesDiscarded
    return tuple(event for event in events if not isinstance(event, left_out))


def _keys_by_value(choices: tuple[Choice, ...], field: str) -> dict[str, str]:
    return {str(getattr(choice.actions[0], field)): choice.key for choice in choices}
