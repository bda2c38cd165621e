"""The painter of the solitaire game: a picture for each question. It has no turn order, no bids and no rivals."""

from engine.core import Action, Event, View
from engine.games.railroad_rivals.solitaire.actions import Arrange
from engine.games.railroad_rivals.solitaire.events import CitiesSupplied, TilesDiscarded
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne, LayingStart, PlacingOne
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.events import CityPlaced
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board import board_scenes, change_scenes, film_scene
from render.games.railroad_rivals.places import facing_scenes
from render.games.railroad_rivals.solitaire import retold
from render.games.railroad_rivals.solitaire.arrange import arrange_preview, arrange_scenes
from render.games.railroad_rivals.solitaire.final import final_scenes
from render.games.railroad_rivals.solitaire.offer import offer_scenes
from render.games.railroad_rivals.solitaire.progression import progression_scenes
from render.games.railroad_rivals.solitaire.stocks import stock_scenes
from render.labels import News, names_of
from render.painter import Choice, Look
from render.scene import Scene

# What the next question is about comes early. The first question may be the order of the cubes: the progression.
_AFTER = {
    "": ("overview", "scores", "offer"),
    LayingStart.heading: ("overview", "offer", "scores"),
    PlacingOne.heading: ("overview", "scores", "crops"),
    DeliveringOne.heading: ("overview", "offer", "scores", "stocks"),
}


class Solitaire:
    """The pictures have the names of the base game's; “scores” is the progression, “final” the rank."""

    def after_phase(self, view: View[RailroadRivals], heading: str) -> tuple[str, ...]:
        if not view.state.flow:
            return "final", "overview", "scores"
        return _AFTER.get(heading, ("overview", "scores"))

    def scenes(self, picture: str, view: View[RailroadRivals], look: Look) -> tuple[Scene, ...]:
        state, names, news = view.state, names_of(look.names, 1), _moves(look.news)
        match picture:
            case "board":
                return board_scenes(state, news, names)
            case "overview":
                return board_scenes(state, news, names)[:1]
            case "crops":
                return board_scenes(state, news, names)[1:]
            case "changes":
                return change_scenes(state, news, names)
            case "stocks":
                return stock_scenes(state, news, names)
            case "scores":
                return progression_scenes(state, news, names)
            case "offer":
                return offer_scenes(state, names)
            case _:
                return final_scenes(state, names)

    def film(self, view: View[RailroadRivals], look: Look, end: View[RailroadRivals]) -> Scene:
        """A frame of a film."""
        return film_scene(view.state, _moves(look.news), names_of(look.names, 1), end.state)

    def hand(self, view: View[RailroadRivals], look: Look) -> tuple[Scene, ...]:
        """Nothing is secret here: what is on offer, or else the progression."""
        if view.seat is None:
            return ()
        return self.scenes("offer", view, look) or self.scenes("scores", view, look)

    def choices(
        self, view: View[RailroadRivals], look: Look, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        state, names, news = view.state, names_of(look.names, 1), _moves(look.news)
        match field, next((action for choice in choices for action in choice.actions), None):
            case "first" | "second" | "third", Arrange():
                return arrange_scenes(state, field, choices)
            case "tile", Draft():
                return offer_scenes(state, names, _keys(choices, field))
            case "city", Place():
                offered = offer_scenes(state, names, _keys(choices, field))
                return (*offered, *board_scenes(state, news, names)[:1])
            case "at", Place():
                return retold.laid_at(state, names, choices)
            case "facing", Place():
                return facing_scenes(state, names, choices)
            case "goods", Deliver():
                keyed = progression_scenes(state, news, names, _keys(choices, field))
                return (*keyed, *board_scenes(state, news, names))
            case "city", Deliver():
                return retold.delivered_from(state, names, choices)
            case "to", Deliver():
                return retold.delivered_to(state, names, choices)
            case _:
                return ()

    def preview(self, view: View[RailroadRivals], look: Look, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, 1)
        match action:
            case Arrange():
                return arrange_preview(state, action)
            case Draft(tile=tile):
                return offer_scenes(state, names, chosen=tile)
            case Place():
                return retold.preview_of_place(state, names, action)
            case Deliver():
                return retold.preview_of_delivery(state, names, action)
            case _:
                return ()


def _moves(news: News) -> tuple[Event, ...]:
    """The news without what the second line is not about.

    Tiles leave the game with a move; and the starting cities are told together once the last one lies.
    """
    started = any(isinstance(event, CitiesSupplied) for event in news)
    left_out = (TilesDiscarded, CityPlaced) if started else TilesDiscarded
    return tuple(event for event in news if not isinstance(event, left_out))


def _keys(choices: tuple[Choice, ...], field: str) -> dict[str, str]:
    """The key to press for each choice, by the value of the field that the choice stands for."""
    return {str(getattr(choice.actions[0], field)): choice.key for choice in choices}
