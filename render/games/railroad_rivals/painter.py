"""Railroad Rivals as the rest of the program sees its pictures."""

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
from render.games.railroad_rivals.board import board_scenes, change_scenes, film_scene, is_overview, posted_crops
from render.games.railroad_rivals.dealings import dealing_preview, dealing_scenes
from render.games.railroad_rivals.delivery import delivery_preview, from_scenes, to_scenes, trip_scenes
from render.games.railroad_rivals.final import final_scenes
from render.games.railroad_rivals.hand import hand_scenes
from render.games.railroad_rivals.offer import offer_scenes
from render.games.railroad_rivals.places import facing_scenes, place_preview, place_scenes
from render.games.railroad_rivals.scores import order_preview, score_scenes
from render.games.railroad_rivals.sites import site_preview, site_scenes
from render.games.railroad_rivals.solitaire import Solitaire
from render.games.railroad_rivals.stocks import stock_scenes
from render.labels import names_of
from render.painter import Choice, Look, Painter
from render.palette import RULE
from render.scene import Scene

# What is asked next needs the goods and open edges before a placement and after it: there the crops of a large table
# follow, and the close look at the last move only where there are none, because a post shows three pictures large.
# What the next question is about comes early: the move that ends a turn also draws the tiles that are bid for next.
_AFTER = {
    Bidding.heading: ("offer", "overview", "stocks"),
    Drafting.heading: ("stocks", "overview", "crops"),  # nothing is left on offer
    Placing.heading: ("overview", "crops", "stocks"),
    Delivering.heading: ("overview", "stocks", "offer"),
}

_SOLITAIRE = Solitaire()
_FACINGS, _OFFER, _SCORES = 122, 175, 145
"""px of a phone: the turns of a tile, the offer and the scores."""


class _RailroadRivals:
    pictures: tuple[str, ...] = ("board", "overview", "crops", "changes", "stocks", "scores", "offer", "final")
    called: Mapping[str, str] = {"overview": "whole-board", "crops": "board-parts", "changes": "last-change"}
    private = "Hand"
    accent = RULE

    def after_phase(self, view: View[RailroadRivals], look: Look, heading: str) -> tuple[str, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.after_phase(view, heading)
        if not view.state.flow:
            return "final", "overview", "stocks"
        if heading == Placing.heading and not is_overview(view.state, names_of(look.names, view.state.seats)):
            return "overview", "changes", "stocks"
        if heading == Delivering.heading and not _has_offer(view.state):
            return "overview", "stocks"  # in an extra delivery nothing is left on offer
        return _AFTER.get(heading, ("overview", "offer", "stocks"))

    def scenes(self, picture: str, view: View[RailroadRivals], look: Look) -> tuple[Scene, ...]:
        if view.state.seats == 1 and picture in self.pictures:
            return _SOLITAIRE.scenes(picture, view, look)
        state, names = view.state, names_of(look.names, view.state.seats)
        match picture:
            case "board":
                return board_scenes(state, look.news, names)
            case "overview":
                return board_scenes(state, look.news, names)[:1]
            case "crops":
                return posted_crops(state, look.news, names)
            case "changes":
                return change_scenes(state, look.news, names)
            case "stocks":
                return stock_scenes(state, look.news, names)
            case "scores":
                return score_scenes(state, look.news, names)
            case "offer":
                return offer_scenes(state, look.news, names)
            case "final":
                return final_scenes(state, names)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.pictures)}")

    def film(self, view: View[RailroadRivals], look: Look, end: View[RailroadRivals]) -> Scene:
        if view.state.seats == 1:
            return _SOLITAIRE.film(view, look, end)
        return film_scene(view.state, look.news, names_of(look.names, view.state.seats), end.state)

    def hand(self, view: View[RailroadRivals], look: Look) -> tuple[Scene, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.hand(view, look)
        if view.seat is None:
            return ()
        return hand_scenes(view.state, view.seat, names_of(look.names, view.state.seats))

    def choices(
        self, view: View[RailroadRivals], look: Look, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.choices(view, look, field, choices)
        state, names = view.state, names_of(look.names, view.state.seats)
        match field, next((action for choice in choices for action in choice.actions), None):
            case "city", Place(seat=seat):
                return hand_scenes(state, seat, names, _keys(choices, "city"))
            case "at", Place():
                return place_scenes(state, names, choices)
            case "facing", Place():
                return facing_scenes(state, names, choices)
            case "tile", Draft():
                return offer_scenes(state, look.news, names, _keys(choices, "tile"))
            case "goods", Deliver() | Relay():
                return trip_scenes(state, names, choices)
            case "city", Deliver() | Relay():
                return from_scenes(state, names, choices)
            case "to", Deliver() | Relay():
                return to_scenes(state, names, choices)
            case "city", Hotel() | Tower() | Industry():
                return site_scenes(state, names, choices)
            case _, Buy() | Dump() | Loot() | Merge() if field:
                return dealing_scenes(state, names, field, choices)
            case "amount", Bid():
                return score_scenes(state, look.news, names)
            case _:
                return ()

    def first_mark(self, view: View[RailroadRivals]) -> int:
        return 0

    def has_overview(self, view: View[RailroadRivals]) -> bool:
        return False

    def overview(self, view: View[RailroadRivals], look: Look) -> tuple[Scene, ...]:
        return ()

    def unmarked(self, view: View[RailroadRivals]) -> frozenset[str]:
        """Cubes of a kind lie all over the board; on the solitaire progression each has its place."""
        return frozenset() if view.state.seats == 1 else frozenset({"goods", "ahead.tile", "answer"})

    def shared(self, view: View[RailroadRivals]) -> frozenset[str]:
        """Places of the table, for all cities in hand at once."""
        return frozenset() if view.state.seats == 1 else frozenset({"at"})

    def places(self, view: View[RailroadRivals]) -> frozenset[str]:
        return frozenset({"city", "at", "facing", "goods", "to"})

    def whole(self, view: View[RailroadRivals]) -> Mapping[str, int]:
        return {"facing": _FACINGS, "tile": _OFFER, "amount": _SCORES}

    def lists(self, view: View[RailroadRivals]) -> Mapping[str, int]:
        """The offer, which has the cubes and edges of cities and the values of stocks."""
        return {"tile": 99}

    def preview(self, view: View[RailroadRivals], look: Look, action: Action) -> tuple[Scene, ...]:
        if view.state.seats == 1:
            return _SOLITAIRE.preview(view, look, action)
        state, names = view.state, names_of(look.names, view.state.seats)
        match action:
            case Place():
                return place_preview(state, names, action)
            case Deliver() | Relay():
                return delivery_preview(state, names, action)
            case Hotel() | Tower() | Industry():
                return site_preview(state, names, action)
            case Buy() | Dump() | Loot() | Merge():
                return dealing_preview(state, names, action)
            case Insider(seat=seat):
                return order_preview(state, names, seat)
            case Draft(tile=tile):
                return offer_scenes(state, look.news, names, chosen=tile)
            case _:
                return ()


def _has_offer(state: RailroadRivals) -> bool:
    """Whether a tile is left that nobody has taken."""
    return any(lot.taken is None for lot in (*state.city_offer, *state.stock_offer))


def _keys(choices: tuple[Choice, ...], field: str) -> dict[str, str]:
    """The key to press for each choice, by the value of the field that the choice stands for."""
    return {str(getattr(choice.actions[0], field)): choice.key for choice in choices}


PAINTER: Painter = _RailroadRivals()
