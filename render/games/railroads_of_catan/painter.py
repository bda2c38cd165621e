"""The painter of Railroads of Catan."""

from collections.abc import Mapping

import msgspec

from engine.core import Action, View
from engine.core.action import field_question
from engine.games.railroads_of_catan.game_data.island import Terrain
from engine.games.railroads_of_catan.phases.delivery import Delivery
from engine.games.railroads_of_catan.rules.plan_timing import state_when_building, state_when_running
from engine.games.railroads_of_catan.state import actions as a
from engine.games.railroads_of_catan.state.phases import Buying, Maintenance, Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render.games.railroads_of_catan.board.whole_board import board_scene, points_scene
from render.games.railroads_of_catan.board.winner_network import network_scenes
from render.games.railroads_of_catan.captions import has_board_changed
from render.games.railroads_of_catan.choices.hex_choices import hex_choice_scenes, wish_scenes
from render.games.railroads_of_catan.choices.item_choices import (
    item_choice_scenes,
    item_keys,
    keys_of_marks,
    track_keys,
    train_keys,
)
from render.games.railroads_of_catan.choices.trip_choices import MAX_TRIP_CHOICES, run_record_scenes, trip_choice_scenes
from render.games.railroads_of_catan.choices.way_choices import way_choice_scenes, way_preview_scenes
from render.games.railroads_of_catan.colors import TERRAIN_COLOR
from render.games.railroads_of_catan.tables.build_report import build_report_scenes
from render.games.railroads_of_catan.tables.final_table import final_scene
from render.games.railroads_of_catan.tables.orders import orders_scene
from render.games.railroads_of_catan.tables.players import players_scene
from render.games.railroads_of_catan.tables.trip_picture import trip_preview_scenes
from render.games.railroads_of_catan.tables.turn_order_table import turn_order_scene
from render.painter import Choice, DrawingContext, Painter
from render.scene import Scene
from render.text_fitting import display_names, names_at_that_time

_FIELDS_WITHOUT_MARKS = frozenset(
    {"amount", "reserve", "limit", "first", "second", "third", "fourth", "otherwise", "owner"}
)
_TRIPS_HEIGHT = 182
"""Height of the picture of trips on a phone, in pixels of the phone."""
_FIRST_LETTER = 13
"""Index in the alphabet of N, the first letter that no delivery order has."""


class _RailroadsOfCatanPainter:
    public_pictures: tuple[str, ...] = (
        "board",
        "orders",
        "players",
        "bids",
        "built",
        "runs",
        "final",
        "points",
        "network",
    )
    picture_aliases: Mapping[str, str] = {
        "built": "last-built",
        "bids": "order-of-play",
        "runs": "trains-run",
        "points": "point-names",
    }
    private_label = "My plans"
    post_accent = TERRAIN_COLOR[Terrain.PASTURE]

    def pictures_after_phase(
        self, view: View[RailroadsOfCatan], context: DrawingContext, heading: str
    ) -> tuple[str, ...]:
        if not view.state.flow:
            return "final", "network", "board", "runs"
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
                return ("board",) if has_board_changed(context.events) else ()
            case _:
                return ("board",)

    def public_scenes(self, picture: str, view: View[RailroadsOfCatan], context: DrawingContext) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        match picture:
            case "board":
                return (board_scene(state, context.events, names),)
            case "orders":
                return (orders_scene(state, context.events, names),)
            case "players":
                return (players_scene(state, names),)
            case "bids":
                return (turn_order_scene(state, context.events, names),)
            case "final":
                return (final_scene(state, names),)
            case "runs":
                return run_record_scenes(state, context.events, names_at_that_time(context.events, names))
            case "built":
                return build_report_scenes(state, context.events, names_at_that_time(context.events, names))
            case "points":
                return (points_scene(state, names),)
            case "network":
                return network_scenes(state, names)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.public_pictures)}")

    def film_scene(self, view: View[RailroadsOfCatan], context: DrawingContext, end: View[RailroadsOfCatan]) -> Scene:
        return self.public_scenes(self.public_pictures[0], view, context)[0]

    def private_scenes(self, view: View[RailroadsOfCatan], context: DrawingContext) -> tuple[Scene, ...]:
        """Draw the seat's plans: ranked hexes, items to give up, track, and trips."""
        state, seat, names = view.state, view.seat, display_names(context.names, view.state.seats)
        plans = state.plans[seat].value if seat else None
        if seat is None or plans is None:
            return ()
        give_up_scenes = item_choice_scenes(
            state, names, seat, keys_of_marks(state, names, seat, plans.marks), "Items you plan to give up"
        )
        track = a.PlanTrack(seat, plans.track.path, plans.track.limit) if plans.track else None
        track_scenes = way_preview_scenes(state_when_building(state, seat), names, track) if track else ()
        state_then = state_when_running(state, seat)
        runs = (a.PlanRun(seat, run.number, run.trip, run.limit) for run in plans.runs)
        ride_scenes = (scene for run in runs for scene in trip_preview_scenes(state_then, names, run))
        numbered_scenes = (msgspec.structs.replace(scene, name=f"run{i}") for i, scene in enumerate(ride_scenes, 1))
        return (*wish_scenes(state, names, seat, plans.wishes), *give_up_scenes, *track_scenes, *numbered_scenes)

    def choice_scenes(
        self, view: View[RailroadsOfCatan], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        first_action = next((action for choice in choices for action in choice.actions), None)
        question = field_question(type(first_action), field) if first_action is not None and field else ""
        match field, first_action:
            case ("hex", a.Pick()) | ("hexes", a.Prefer()) | ("city", a.Toward() | a.Train()):
                return hex_choice_scenes(state, names, question, choices)
            case "path", a.Lay(seat=seat):
                tracks = track_keys(state, names, choices)
                return item_choice_scenes(state, names, seat, tracks, f"{question} Type a path for several")
            case "path", a.Toward():
                return way_choice_scenes(state, names, question, choices)
            case "path", a.PlanTrack(seat=seat):
                return way_choice_scenes(state_when_building(state, seat), names, question, choices)
            case "item", a.Mark(seat=seat) | a.Keep(seat=seat) | a.Release(seat=seat) | a.Offer(seat=seat):
                return item_choice_scenes(state, names, seat, item_keys(state, names, choices), question)
            case "number", a.Run(seat=seat) | a.PlanRun(seat=seat) | a.Upgrade(seat=seat):
                return item_choice_scenes(state, names, seat, train_keys(state, names, choices), question)
            case "trip", a.Run():
                return trip_choice_scenes(state, names, question, choices)
            case "trip", a.PlanRun(seat=seat):
                return trip_choice_scenes(state_when_running(state, seat), names, question, choices)
            case _:
                return ()

    def first_choice_letter(self, view: View[RailroadsOfCatan]) -> int:
        """Return the index of the first letter for choices, so that no choice has the letter of a delivery order."""
        return _FIRST_LETTER if view.state.orders else 0

    def has_overview(self, view: View[RailroadsOfCatan]) -> bool:
        return False

    def overview(self, view: View[RailroadsOfCatan], look: DrawingContext) -> tuple[Scene, ...]:
        return ()

    def fields_without_marks(self, view: View[RailroadsOfCatan]) -> frozenset[str]:
        """Return the fields of actions whose values no picture shows."""
        return _FIELDS_WITHOUT_MARKS

    def fields_marked_together(self, view: View[RailroadsOfCatan]) -> frozenset[str]:
        return frozenset()

    def place_fields(self, view: View[RailroadsOfCatan]) -> frozenset[str]:
        return frozenset({"hex", "hexes", "city", "path", "trip"})

    def uncut_heights(self, view: View[RailroadsOfCatan]) -> Mapping[str, int]:
        return {"trip": _TRIPS_HEIGHT}

    def list_lengths(self, view: View[RailroadsOfCatan]) -> Mapping[str, int]:
        """Return the maximum number of trips in a question, because the picture has a row for each of them."""
        return {"trip": MAX_TRIP_CHOICES}

    def preview_scenes(
        self, view: View[RailroadsOfCatan], context: DrawingContext, action: Action
    ) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        match action:
            case a.Lay() | a.Toward():
                return way_preview_scenes(state, names, action)
            case a.PlanTrack(seat=seat):
                return way_preview_scenes(state_when_building(state, seat), names, action)
            case a.Run():
                return trip_preview_scenes(state, names, action)
            case a.PlanRun(seat=seat):
                return trip_preview_scenes(state_when_running(state, seat), names, action)
            case _:
                return ()


PAINTER: Painter = _RailroadsOfCatanPainter()
