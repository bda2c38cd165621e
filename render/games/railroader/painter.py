"""The painter of RailRoader."""

from collections.abc import Mapping

from engine.core import Action, View
from engine.core.action import field_question
from engine.games.railroader.state import actions as a
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.board.whole_board import board_scene
from render.games.railroader.choices.move_choices import (
    build_choice_scenes,
    dynamite_choice_scenes,
    move_preview_scenes,
    roll_choice_scenes,
    space_choice_scenes,
)
from render.games.railroader.colors import CRATE
from render.games.railroader.tables.final_table import final_scene
from render.games.railroader.tables.market import (
    has_purchase,
    is_new_round,
    market_choice_scenes,
    market_preview_scenes,
    market_scene,
)
from render.games.railroader.tables.player import (
    player_choice_scenes,
    player_overview_scene,
    player_preview_scenes,
    player_scene,
)
from render.games.railroader.tables.railheads import (
    has_loss,
    railhead_choice_scenes,
    railhead_preview_scenes,
    railhead_scene,
)
from render.games.railroader.tables.winner_train import train_scenes
from render.painter import Choice, DrawingContext, Painter
from render.scene import Scene
from render.text_fitting import display_names

_UNCUT_HEIGHTS: Mapping[str, int] = {
    "waters": 180,
    "engineers": 180,
    "space": 120,
    "sections": 52,
    "slot": 170,
    "card": 290,
}
"""The values of ``uncut_heights``: the height of the picture in px on a phone, by field."""


class _RailRoaderPainter:
    public_pictures: tuple[str, ...] = ("board", "market", "railheads", "final", "train")
    picture_aliases: Mapping[str, str] = {}
    private_label = "My cards"
    post_accent = CRATE

    def pictures_after_phase(self, view: View[RailRoader], context: DrawingContext, heading: str) -> tuple[str, ...]:
        """Return the names of the pictures: the board, and the railheads or the market if they changed.

        The railheads are shown after a loss or at a new round; otherwise the market is shown after a purchase.
        """
        state = view.state
        if not state.flow:
            return "final", "train", "board"
        if not heading:
            return "board", "market"
        if is_new_round(state) or has_loss(context.events):
            return "board", "railheads"
        return ("board", "market") if has_purchase(context.events) else ("board",)

    def public_scenes(self, picture: str, view: View[RailRoader], context: DrawingContext) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        match picture:
            case "board":
                return (board_scene(state, context.events, names),)
            case "market":
                return (market_scene(state, context.events, names),)
            case "railheads":
                return (railhead_scene(state, context.events, names),)
            case "final":
                return (final_scene(state, names),)
            case "train":
                return train_scenes(state, names)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.public_pictures)}")

    def film_scene(self, view: View[RailRoader], context: DrawingContext, end: View[RailRoader]) -> Scene:
        return self.public_scenes(self.public_pictures[0], view, context)[0]

    def private_scenes(self, view: View[RailRoader], context: DrawingContext) -> tuple[Scene, ...]:
        """The player's own hand with the current use of each card; hands are open. (ruling 8)"""
        if view.seat is None:
            return ()
        return (player_scene(view.state, view.seat, display_names(context.names, view.state.seats)),)

    def choice_scenes(
        self, view: View[RailRoader], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        action = next((action for choice in choices for action in choice.actions), None)
        question = field_question(type(action), field) if action is not None and field else ""
        match field, action:
            case "waters" | "engineers", a.Move() | a.Roll():
                return roll_choice_scenes(state, field, question, choices)
            case "space", a.Stop() | a.Engineer():
                return space_choice_scenes(state, question, choices)
            case "sections", a.Build():
                return build_choice_scenes(state, question, choices)
            case "rival" | "space", a.Dynamite():
                return dynamite_choice_scenes(state, names, field, question, choices)
            case "slot", a.Buy():
                return market_choice_scenes(state, names, question, choices)
            case "card", a.Search() | a.Scout():
                return market_choice_scenes(state, names, question, choices)
            case "rival" | "card", a.Steal():
                return railhead_choice_scenes(state, names, field, question, choices)
            case "card", a.Place() | a.Discard() | a.Withdraw():
                return player_choice_scenes(state, names, question, choices)
            case _:
                return ()

    def first_choice_letter(self, view: View[RailRoader]) -> int:
        return 0

    def has_overview(self, view: View[RailRoader]) -> bool:
        return view.seat is not None

    def overview(self, view: View[RailRoader], look: DrawingContext) -> tuple[Scene, ...]:
        """Return the player's railhead and hand, with the current use of each card."""
        return () if view.seat is None else (player_overview_scene(view.state, view.seat),)

    def fields_without_marks(self, view: View[RailRoader]) -> frozenset[str]:
        return frozenset({"onto", "use", "first"})

    def fields_marked_together(self, view: View[RailRoader]) -> frozenset[str]:
        return frozenset()

    def place_fields(self, view: View[RailRoader]) -> frozenset[str]:
        return frozenset({"waters", "engineers", "space", "sections"})

    def uncut_heights(self, view: View[RailRoader]) -> Mapping[str, int]:
        return _UNCUT_HEIGHTS

    def list_lengths(self, view: View[RailRoader]) -> Mapping[str, int]:
        """The market, because the choice of a slot needs the cost and use of every card."""
        return {"slot": len(view.state.market)}

    def preview_scenes(self, view: View[RailRoader], context: DrawingContext, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        match action:
            case a.Move() | a.Roll() | a.Stop() | a.Engineer() | a.Build() | a.Dynamite():
                return move_preview_scenes(state, names, action)
            case a.Buy() | a.Search() | a.Scout() | a.Prospect():
                return market_preview_scenes(state, names, action)
            case a.Steal():
                return railhead_preview_scenes(state, names, action)
            case a.Place() | a.Discard() | a.Withdraw():
                return player_preview_scenes(state, names, action)
            case _:
                return ()


PAINTER: Painter = _RailRoaderPainter()
