"""Railroads of Catan as the rest of the program sees its pictures."""

from collections.abc import Mapping

import msgspec

from engine.core import Action, View
from engine.games.railroads_of_catan.box.island import Terrain
from engine.games.railroads_of_catan.phases.delivery import Delivery
from engine.games.railroads_of_catan.rules.when import when_building, when_running
from engine.games.railroads_of_catan.state import actions as a
from engine.games.railroads_of_catan.state.phases import Buying, Maintenance, Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board import board_scene, points_scene
from render.games.railroads_of_catan.built import built_scenes
from render.games.railroads_of_catan.final import final_scene
from render.games.railroads_of_catan.keyed import item_keys, keyed_scenes, marked, track_keys, train_keys
from render.games.railroads_of_catan.livery import TERRAIN_COLOR
from render.games.railroads_of_catan.money import bids_scene
from render.games.railroads_of_catan.orders import orders_scene
from render.games.railroads_of_catan.players import players_scene
from render.games.railroads_of_catan.run import run_preview
from render.games.railroads_of_catan.sites import site_scenes, wish_scenes
from render.games.railroads_of_catan.trips import ASKED, runs_scenes, trip_scenes
from render.games.railroads_of_catan.ways import way_preview, way_scenes
from render.games.railroads_of_catan.words import board_changed
from render.labels import called_then, names_of
from render.painter import Choice, Look, Painter
from render.scene import Scene

_UNMARKED = frozenset({"amount", "reserve", "limit", "first", "second", "third", "fourth", "otherwise", "owner"})
_TRIPS = 182
"""px of a phone: the picture of trips to choose from."""
_AFTER_ORDERS = 13
"""N, the first letter that no delivery order has."""


class _RailroadsOfCatan:
    pictures: tuple[str, ...] = ("board", "orders", "players", "bids", "built", "runs", "final", "points")
    called: Mapping[str, str] = {
        "built": "last-built",
        "bids": "order-of-play",
        "runs": "trains-run",
        "points": "point-names",
    }
    private = "My plans"
    accent = TERRAIN_COLOR[Terrain.PASTURE]

    def after_phase(self, view: View[RailroadsOfCatan], look: Look, heading: str) -> tuple[str, ...]:
        if not view.state.flow:
            return "final", "board", "runs"
        match heading:
            case Buying.heading:
                return ("board",)
            case Runs.heading:
                return "runs", "board"
            case Visits.heading:
                return "board", "runs"
            case Delivery.heading:
                return "board", "orders"
            case Maintenance.heading:
                return ("board",) if board_changed(look.news) else ()
            case _:
                return ("board",)

    def scenes(self, picture: str, view: View[RailroadsOfCatan], look: Look) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match picture:
            case "board":
                return (board_scene(state, look.news, names),)
            case "orders":
                return (orders_scene(state, look.news, names),)
            case "players":
                return (players_scene(state, names),)
            case "bids":
                return (bids_scene(state, look.news, names),)
            case "final":
                return (final_scene(state, names),)
            case "runs":
                return runs_scenes(state, look.news, called_then(look.news, names))
            case "built":
                return built_scenes(state, look.news, called_then(look.news, names))
            case "points":
                return (points_scene(state, names),)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.pictures)}")

    def film(self, view: View[RailroadsOfCatan], look: Look, end: View[RailroadsOfCatan]) -> Scene:
        return self.scenes(self.pictures[0], view, look)[0]

    def hand(self, view: View[RailroadsOfCatan], look: Look) -> tuple[Scene, ...]:
        """The seat's plans: hexes it wants, items to give up, track, and trips."""
        state, seat, names = view.state, view.seat, names_of(look.names, view.state.seats)
        said = state.plans[seat].value if seat else None
        if seat is None or said is None:
            return ()
        given_up = keyed_scenes(state, names, seat, marked(state, names, seat, said.marks), "Items you plan to give up")
        track = a.PlanTrack(seat, said.track.path, said.track.limit) if said.track else None
        planned = way_preview(when_building(state, seat), names, track) if track else ()
        then = when_running(state, seat)
        runs = (a.PlanRun(seat, run.number, run.trip, run.limit) for run in said.runs)
        rides = (scene for run in runs for scene in run_preview(then, names, run))
        numbered = (msgspec.structs.replace(scene, name=f"run{i}") for i, scene in enumerate(rides, 1))
        return (*wish_scenes(state, names, seat, said.wishes), *given_up, *planned, *numbered)

    def choices(
        self, view: View[RailroadsOfCatan], look: Look, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match field, next((action for choice in choices for action in choice.actions), None):
            case ("hex", a.Pick()) | ("hexes", a.Prefer()) | ("city", a.Toward() | a.Train()):
                return site_scenes(state, names, choices)
            case "path", a.Lay(seat=seat):
                asked = "Which track? Type a path for several"
                return keyed_scenes(state, names, seat, track_keys(state, names, choices), asked)
            case "path", a.Toward():
                return way_scenes(state, names, choices)
            case "path", a.PlanTrack(seat=seat):
                return way_scenes(when_building(state, seat), names, choices)
            case "item", a.Mark(seat=seat) | a.Keep(seat=seat) | a.Release(seat=seat) | a.Offer(seat=seat):
                return keyed_scenes(state, names, seat, item_keys(state, names, choices), "Which track or train?")
            case "number", a.Run(seat=seat) | a.PlanRun(seat=seat) | a.Upgrade(seat=seat):
                return keyed_scenes(state, names, seat, train_keys(state, names, choices), "Which train?")
            case "trip", a.Run():
                return trip_scenes(state, names, choices)
            case "trip", a.PlanRun(seat=seat):
                return trip_scenes(when_running(state, seat), names, choices)
            case _:
                return ()

    def first_mark(self, view: View[RailroadsOfCatan]) -> int:
        """Orders have the first letters, as soon as there are any."""
        return _AFTER_ORDERS if view.state.orders else 0

    def has_overview(self, view: View[RailroadsOfCatan]) -> bool:
        return False

    def overview(self, view: View[RailroadsOfCatan], look: Look) -> tuple[Scene, ...]:
        return ()

    def unmarked(self, view: View[RailroadsOfCatan]) -> frozenset[str]:
        """Money, which no picture of a question shows."""
        return _UNMARKED

    def shared(self, view: View[RailroadsOfCatan]) -> frozenset[str]:
        return frozenset()

    def places(self, view: View[RailroadsOfCatan]) -> frozenset[str]:
        return frozenset({"hex", "hexes", "city", "path", "trip"})

    def whole(self, view: View[RailroadsOfCatan]) -> Mapping[str, int]:
        return {"trip": _TRIPS}

    def lists(self, view: View[RailroadsOfCatan]) -> Mapping[str, int]:
        """Trips, of which the picture has every stop and its figures."""
        return {"trip": ASKED}

    def preview(self, view: View[RailroadsOfCatan], look: Look, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match action:
            case a.Lay() | a.Toward():
                return way_preview(state, names, action)
            case a.PlanTrack(seat=seat):
                return way_preview(when_building(state, seat), names, action)
            case a.Run():
                return run_preview(state, names, action)
            case a.PlanRun(seat=seat):
                return run_preview(when_running(state, seat), names, action)
            case _:
                return ()


PAINTER: Painter = _RailroadsOfCatan()
