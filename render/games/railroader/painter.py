"""RailRoader as the rest of the program sees its pictures."""

from collections.abc import Mapping

from engine.core import Action, View
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.ahead import ahead_preview, build_scenes, dynamite_scenes, roll_scenes, space_scenes
from render.games.railroader.board import board_scene
from render.games.railroader.final import final_scene
from render.games.railroader.livery import CRATE
from render.games.railroader.market import bought, market_choices, market_preview, market_scene, new_round
from render.games.railroader.player import player_choices, player_preview, player_scene
from render.games.railroader.railheads import railhead_choices, railhead_preview, railhead_scene, robbed
from render.labels import names_of
from render.painter import Choice, Look, Painter
from render.scene import Scene

_HEIGHTS: Mapping[str, int] = {"waters": 180, "engineers": 180, "space": 92, "sections": 52, "slot": 170, "card": 290}
"""px of a phone: the train's ways, the track, the market and one's own cards."""


class _RailRoader:
    pictures: tuple[str, ...] = ("board", "market", "railheads", "final")
    called: Mapping[str, str] = {}
    private = "My cards"
    accent = CRATE

    def after_phase(self, view: View[RailRoader], look: Look, heading: str) -> tuple[str, ...]:
        """The board and at most one more: railheads after a loss or a round, else the market after a purchase."""
        state = view.state
        if not state.flow:
            return "final", "board"
        if not heading:
            return "board", "market"
        if new_round(state) or robbed(look.news):
            return "board", "railheads"
        return ("board", "market") if bought(look.news) else ("board",)

    def scenes(self, picture: str, view: View[RailRoader], look: Look) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match picture:
            case "board":
                return (board_scene(state, look.news, names),)
            case "market":
                return (market_scene(state, look.news, names),)
            case "railheads":
                return (railhead_scene(state, look.news, names),)
            case "final":
                return (final_scene(state, names),)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.pictures)}")

    def film(self, view: View[RailRoader], look: Look, end: View[RailRoader]) -> Scene:
        return self.scenes(self.pictures[0], view, look)[0]

    def hand(self, view: View[RailRoader], look: Look) -> tuple[Scene, ...]:
        """Hands are open; this is one's own with what each card can do. (ruling 8)"""
        if view.seat is None:
            return ()
        return (player_scene(view.state, view.seat, names_of(look.names, view.state.seats)),)

    def choices(self, view: View[RailRoader], look: Look, field: str, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match field, next((action for choice in choices for action in choice.actions), None):
            case "waters" | "engineers", a.Move() | a.Roll():
                return roll_scenes(state, field, choices)
            case "space", a.Stop() | a.Engineer():
                return space_scenes(state, choices)
            case "sections", a.Build():
                return build_scenes(state, choices)
            case "rival" | "space", a.Dynamite():
                return dynamite_scenes(state, names, field, choices)
            case "slot", a.Buy():
                return market_choices(state, names, choices)
            case "card", a.Search() | a.Scout():
                return market_choices(state, names, choices)
            case "rival" | "card", a.Steal():
                return railhead_choices(state, names, field, choices)
            case "card", a.Place() | a.Discard() | a.Withdraw():
                return player_choices(state, names, choices)
            case _:
                return ()

    def first_mark(self, view: View[RailRoader]) -> int:
        return 0

    def has_overview(self, view: View[RailRoader]) -> bool:
        return view.seat is not None

    def overview(self, view: View[RailRoader], look: Look) -> tuple[Scene, ...]:
        """One’s railhead and hand, with what each card can do."""
        return self.hand(view, look)

    def unmarked(self, view: View[RailRoader]) -> frozenset[str]:
        return frozenset({"onto", "use", "first"})

    def shared(self, view: View[RailRoader]) -> frozenset[str]:
        return frozenset()

    def places(self, view: View[RailRoader]) -> frozenset[str]:
        return frozenset({"waters", "engineers", "space", "sections"})

    def whole(self, view: View[RailRoader]) -> Mapping[str, int]:
        return _HEIGHTS

    def lists(self, view: View[RailRoader]) -> Mapping[str, int]:
        """The market, which has the cost and the use of every card."""
        return {"slot": len(view.state.market)}

    def preview(self, view: View[RailRoader], look: Look, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match action:
            case a.Move() | a.Roll() | a.Stop() | a.Engineer() | a.Build() | a.Dynamite():
                return ahead_preview(state, names, action)
            case a.Buy() | a.Search() | a.Scout() | a.Prospect():
                return market_preview(state, names, action)
            case a.Steal():
                return railhead_preview(state, names, action)
            case a.Place() | a.Discard() | a.Withdraw():
                return player_preview(state, names, action)
            case _:
                return ()


PAINTER: Painter = _RailRoader()
