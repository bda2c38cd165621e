"""RailRoader as the rest of the program sees its pictures."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.secret import View
from engine.games.railroader.actions import Build, Dynamite, Engineer, Move, Roll, Stop
from engine.games.railroader.state import RailRoader
from render.games.railroader.ahead import ahead_preview, build_scenes, dynamite_scenes, roll_scenes, space_scenes
from render.games.railroader.board import board_scene
from render.labels import names_of
from render.painter import Choice, Look, Painter
from render.scene import Scene

__all__ = ["PAINTER"]


class _RailRoader:
    pictures: tuple[str, ...] = ("board",)
    called: Mapping[str, str] = {}

    def after_phase(self, view: View[RailRoader], look: Look, heading: str) -> tuple[str, ...]:
        return ("board",)

    def scenes(self, picture: str, view: View[RailRoader], look: Look) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match picture:
            case "board":
                return (board_scene(state, look.news, names),)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.pictures)}")

    def hand(self, view: View[RailRoader], look: Look) -> tuple[Scene, ...]:
        return ()

    def choices(self, view: View[RailRoader], look: Look, field: str, choices: tuple[Choice, ...]) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match field, next((action for choice in choices for action in choice.actions), None):
            case "waters" | "engineers", Move() | Roll():
                return roll_scenes(state, field, choices)
            case "space", Stop() | Engineer():
                return space_scenes(state, choices)
            case "sections", Build():
                return build_scenes(state, choices)
            case "rival" | "space", Dynamite():
                return dynamite_scenes(state, names, field, choices)
            case _:
                return ()

    def preview(self, view: View[RailRoader], look: Look, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match action:
            case Move() | Roll() | Stop() | Engineer() | Build() | Dynamite():
                return ahead_preview(state, names, action)
            case _:
                return ()


PAINTER: Painter = _RailRoader()
