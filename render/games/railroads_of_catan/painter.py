"""Railroads of Catan as the rest of the program sees its pictures."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.action import Action
from engine.core.secret import View
from engine.games.railroads_of_catan.phases.building import Buying
from engine.games.railroads_of_catan.phases.draft import Draft
from engine.games.railroads_of_catan.phases.turns import Visits
from engine.games.railroads_of_catan.state import RailroadsOfCatan
from render.games.railroads_of_catan.board import board_scene
from render.labels import names_of
from render.painter import Choice, Look, Painter
from render.scene import Scene

__all__ = ["PAINTER"]


class _RailroadsOfCatan:
    pictures: tuple[str, ...] = ("board",)
    called: Mapping[str, str] = {}

    def after_phase(self, view: View[RailroadsOfCatan], look: Look, heading: str) -> tuple[str, ...]:
        match heading:
            case Buying.heading | Visits.heading | Draft.heading:
                return ("board",)
            case _:
                return ("board",)

    def scenes(self, picture: str, view: View[RailroadsOfCatan], look: Look) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match picture:
            case "board":
                return (board_scene(state, look.news, names),)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.pictures)}")

    def hand(self, view: View[RailroadsOfCatan], look: Look) -> tuple[Scene, ...]:
        return ()

    def choices(
        self, view: View[RailroadsOfCatan], look: Look, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        return ()

    def preview(self, view: View[RailroadsOfCatan], look: Look, action: Action) -> tuple[Scene, ...]:
        return ()


PAINTER: Painter = _RailroadsOfCatan()
