"""The painter of Railroad Rivals."""

from collections.abc import Mapping

from engine.core import Action, View
from engine.games.railroad_rivals.robber_baron.actions import (
    Buy,
    Dump,
    Hotel,
    Industry,
    Insider,
    Loot,
    Merge,
    Relay,
    Tower,
)
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Place
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from render.games.railroad_rivals.board.whole_board import (
    board_scenes,
    change_scenes,
    film_scene,
    has_closeup,
    post_crop_scenes,
)
from render.games.railroad_rivals.board.winner_network import network_scenes
from render.games.railroad_rivals.choices.building_choices import building_choice_scenes, building_preview_scenes
from render.games.railroad_rivals.choices.delivery_choices import (
    delivery_preview_scenes,
    destination_choice_scenes,
    origin_choice_scenes,
    trip_choice_scenes,
)
from render.games.railroad_rivals.choices.placement_choices import (
    facing_choice_scenes,
    place_choice_scenes,
    place_preview_scenes,
)
from render.games.railroad_rivals.choices.stock_choices import stock_choice_scenes, stock_preview_scenes
from render.games.railroad_rivals.solitaire import SolitairePainter
from render.games.railroad_rivals.tables.final_table import final_scenes
from render.games.railroad_rivals.tables.hand import hand_scenes
from render.games.railroad_rivals.tables.offer import offer_scenes
from render.games.railroad_rivals.tables.scores import insider_trading_preview_scenes, score_scenes
from render.games.railroad_rivals.tables.stocks import stock_scenes
from render.painter import Choice, DrawingContext, Painter
from render.palette import RULE
from render.scene import Scene
from render.text_fitting import display_names

# The subject of the next question comes first: after a turn, the tiles for the next bidding are already drawn.
_PICTURES_AFTER = {
    Bidding.heading: ("offer", "overview", "stocks"),
    Drafting.heading: ("stocks", "overview", "crops"),  # nothing is left on offer
    Placing.heading: ("overview", "stocks"),
    Delivering.heading: ("overview", "stocks", "offer"),
}
_PICTURES_AFTER_CLOSE = {
    Placing.heading: ("changes", "overview", "stocks"),
    Delivering.heading: ("changes", "stocks", "offer", "overview"),
}
"""The names of pictures after a phase that changed a large board; a closeup of the changes comes first.

A post shows at most three pictures in full size.
"""

_SOLITAIRE = SolitairePainter()
_FACINGS_HEIGHT, _OFFER_HEIGHT, _SCORES_HEIGHT = 122, 175, 145
"""Heights of uncropped pictures on a phone's screen, in its pixels: orientations, offer, and scores."""

_UNMARKED = frozenset({"goods", "deliver.city", "deliver.to", "relay.city", "relay.to", "ahead.tile", "answer"})


class _RailroadRivalsPainter:
    public_pictures: tuple[str, ...] = (
        "board",
        "overview",
        "crops",
        "changes",
        "stocks",
        "scores",
        "offer",
        "final",
        "network",
    )
    picture_aliases: Mapping[str, str] = {
        "overview": "whole-board",
        "crops": "board-parts",
        "changes": "last-change",
    }
    private_label = "Hand"
    post_accent = RULE

    def pictures_after_phase(
        self, view: View[RailroadRivals], context: DrawingContext, heading: str
    ) -> tuple[str, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.pictures_after_phase(view, heading)
        if not view.state.flow:
            return "final", "network", "overview", "stocks"
        names = display_names(context.names, view.state.seats)
        pictures = _PICTURES_AFTER.get(heading, ("overview", "offer", "stocks"))
        if heading in _PICTURES_AFTER_CLOSE and has_closeup(view.state, context.events, names):
            pictures = _PICTURES_AFTER_CLOSE[heading]
        if heading == Delivering.heading and not _has_untaken_tile(view.state):
            return tuple(name for name in pictures if name != "offer")  # in an extra delivery nothing is left on offer
        return pictures

    def public_scenes(self, picture: str, view: View[RailroadRivals], context: DrawingContext) -> tuple[Scene, ...]:
        if view.state.seats == 1 and picture in self.public_pictures:
            return _SOLITAIRE.public_scenes(picture, view, context)
        state, names = view.state, display_names(context.names, view.state.seats)
        match picture:
            case "board":
                return board_scenes(state, context.events, names)
            case "overview":
                return board_scenes(state, context.events, names)[:1]
            case "crops":
                return post_crop_scenes(state, context.events, names)
            case "changes":
                return change_scenes(state, context.events, names)
            case "stocks":
                return stock_scenes(state, context.events, names)
            case "scores":
                return score_scenes(state, context.events, names)
            case "offer":
                return offer_scenes(state, context.events, names)
            case "final":
                return final_scenes(state, names)
            case "network":
                return network_scenes(state, names)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.public_pictures)}")

    def film_scene(self, view: View[RailroadRivals], context: DrawingContext, end: View[RailroadRivals]) -> Scene:
        if view.state.seats == 1:
            return _SOLITAIRE.film_scene(view, context, end)
        return film_scene(view.state, context.events, display_names(context.names, view.state.seats), end.state)

    def private_scenes(self, view: View[RailroadRivals], context: DrawingContext) -> tuple[Scene, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.private_scenes(view, context)
        if view.seat is None:
            return ()
        return hand_scenes(view.state, view.seat, display_names(context.names, view.state.seats))

    def choice_scenes(
        self, view: View[RailroadRivals], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.choice_scenes(view, context, field, choices)
        state, names = view.state, display_names(context.names, view.state.seats)
        match field, next((action for choice in choices for action in choice.actions), None):
            case "city", Place(seat=seat):
                return hand_scenes(state, seat, names, _keys_by_value(choices, "city"))
            case "at", Place():
                return place_choice_scenes(state, names, choices)
            case "facing", Place():
                return facing_choice_scenes(state, names, choices)
            case "tile", Draft():
                return offer_scenes(state, context.events, names, _keys_by_value(choices, "tile"))
            case "goods" | "city" | "to", Deliver() | Relay() if not choices[0].key:
                return trip_choice_scenes(state, names, choices)
            case "city", Deliver() | Relay():
                return origin_choice_scenes(state, names, choices)
            case "to", Deliver() | Relay():
                return destination_choice_scenes(state, names, choices)
            case "city", Hotel() | Tower() | Industry():
                return building_choice_scenes(state, names, choices)
            case _, Buy() | Dump() | Loot() | Merge() if field:
                return stock_choice_scenes(state, names, field, choices)
            case "amount", Bid():
                return score_scenes(state, context.events, names)
            case _:
                return ()

    def first_choice_letter(self, view: View[RailroadRivals]) -> int:
        return 0

    def has_overview(self, view: View[RailroadRivals]) -> bool:
        return False

    def overview(self, view: View[RailroadRivals], look: DrawingContext) -> tuple[Scene, ...]:
        return ()

    def fields_without_marks(self, view: View[RailroadRivals]) -> frozenset[str]:
        """Return the fields whose answers are not marked on the board; none in a solitaire game."""
        return frozenset() if view.state.seats == 1 else _UNMARKED

    def fields_marked_together(self, view: View[RailroadRivals]) -> frozenset[str]:
        """Return the field of a city's place, because the board marks the places of all cities in the hand together."""
        return frozenset() if view.state.seats == 1 else frozenset({"at"})

    def place_fields(self, view: View[RailroadRivals]) -> frozenset[str]:
        return frozenset({"city", "at", "facing", "goods", "to"})

    def uncut_heights(self, view: View[RailroadRivals]) -> Mapping[str, int]:
        return {"facing": _FACINGS_HEIGHT, "tile": _OFFER_HEIGHT, "amount": _SCORES_HEIGHT}

    def list_lengths(self, view: View[RailroadRivals]) -> Mapping[str, int]:
        """Return a number that is above the number of tiles, because the picture of the offer describes all tiles."""
        return {"tile": 99}

    def preview_scenes(self, view: View[RailroadRivals], context: DrawingContext, action: Action) -> tuple[Scene, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.preview_scenes(view, context, action)
        state, names = view.state, display_names(context.names, view.state.seats)
        match action:
            case Place():
                return place_preview_scenes(state, names, action)
            case Deliver() | Relay():
                return delivery_preview_scenes(state, names, action)
            case Hotel() | Tower() | Industry():
                return building_preview_scenes(state, names, action)
            case Buy() | Dump() | Loot() | Merge():
                return stock_preview_scenes(state, names, action)
            case Insider(seat=seat):
                return insider_trading_preview_scenes(state, names, seat)
            case Draft(tile=tile):
                return offer_scenes(state, context.events, names, framed_tile=tile)
            case _:
                return ()


def _has_untaken_tile(state: RailroadRivals) -> bool:
    return any(offered.taken is None for offered in (*state.city_offer, *state.stock_offer))


def _keys_by_value(choices: tuple[Choice, ...], field: str) -> dict[str, str]:
    return {str(getattr(choice.actions[0], field)): choice.key for choice in choices}


PAINTER: Painter = _RailroadRivalsPainter()
