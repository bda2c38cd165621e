"""The pictures of Railway Rivals for the rest of the program."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core import Action, View
from engine.core.action import field_question
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from engine.games.railway_rivals.phases.racing import Racing
from engine.games.railway_rivals.rules.search.distance_maps import goal_hexes
from engine.games.railway_rivals.state import actions as a
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text.starting import nearest_towns
from render.games.railway_rivals.board.whole_map import MapQuestion, map_scene
from render.games.railway_rivals.board.winner_network import network_scenes
from render.games.railway_rivals.choices.build_pictures import plan_scenes, way_choice_scenes, way_preview_scenes
from render.games.railway_rivals.choices.route_choices import route_choice_scenes, route_preview_scenes
from render.games.railway_rivals.choices.run_choices import run_choice_scenes
from render.games.railway_rivals.choices.step_choices import step_choice_scenes
from render.games.railway_rivals.colors import SEA
from render.games.railway_rivals.tables.build_report import build_report_scenes
from render.games.railway_rivals.tables.card_grid import card_grid_scenes
from render.games.railway_rivals.tables.final_table import final_scenes
from render.games.railway_rivals.tables.gold_table import gold_scenes
from render.games.railway_rivals.tables.race_picture import race_scenes
from render.painter import Choice, DrawingContext, Painter
from render.scene import Scene
from render.text_fitting import display_names, names_at_that_time


class _RailwayRivalsPainter:
    public_pictures: tuple[str, ...] = ("map", "round", "race", "record", "money", "final", "halves", "network")
    picture_aliases: Mapping[str, str] = {
        "map": "whole-map",
        "round": "last-built",
        "halves": "map-halves",
    }
    private_label = "My plan"
    post_accent = SEA

    def pictures_after_phase(self, view: View[RailwayRivals], context: DrawingContext, heading: str) -> tuple[str, ...]:
        state = view.state
        if not state.flow:
            return "final", "network", "race", "map"
        if heading == Racing.heading:
            return "race", "money"
        if heading == Building.heading:
            return ("round", "map", "money") if state.operating else ("round", "map")
        return ("map",)

    def public_scenes(self, picture: str, view: View[RailwayRivals], context: DrawingContext) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        match picture:
            case "map":
                return (map_scene(state, context.events, names),)
            case "halves":
                whole = map_scene(state, context.events, names)
                return (msgspec.structs.replace(whole, name="halves", halved=True),)
            case "round":
                return build_report_scenes(state, context.events, names_at_that_time(context.events, names))
            case "race":
                return race_scenes(state, context.events, names_at_that_time(context.events, names))
            case "record":
                return card_grid_scenes(state, names, context.events)
            case "money":
                return gold_scenes(state, names, context.events)
            case "final":
                return final_scenes(state, names)
            case "network":
                return network_scenes(state, names)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.public_pictures)}")

    def film_scene(self, view: View[RailwayRivals], context: DrawingContext, end: View[RailwayRivals]) -> Scene:
        return self.public_scenes(self.public_pictures[0], view, context)[0]

    def private_scenes(self, view: View[RailwayRivals], context: DrawingContext) -> tuple[Scene, ...]:
        if view.seat is None:
            return ()
        return plan_scenes(view.state, display_names(context.names, view.state.seats), view.seat)

    def choice_scenes(
        self, view: View[RailwayRivals], context: DrawingContext, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        choices = tuple(map(_choice_as_build, choices))
        first_action = next((action for choice in choices for action in choice.actions), None)
        question = field_question(type(first_action), field) if first_action is not None and field else ""
        match field, first_action:
            case ("town", a.Start()) | ("toward", a.Build()):
                keys = _keys_by_hex(state.hex_map, choices)
                return (
                    map_scene(
                        state,
                        context.events,
                        names,
                        MapQuestion(question, keys, ends=_choice_hexes(state, choices)),
                    ),
                )
            case "run", a.Enter() | a.Stay() | a.Joint() | a.Exchange() | a.Accept() | a.Decline():
                return run_choice_scenes(state, context.events, names, question, choices)
            case "path", a.Build():
                return way_choice_scenes(state, names, question, choices)
            case "path", a.Lay():
                return step_choice_scenes(state, names, question, choices)
            case "route", a.Enter() | a.Joint() | a.Exchange() | a.Accept():
                return route_choice_scenes(state, names, question, choices)
            case _:
                return ()

    def first_choice_letter(self, view: View[RailwayRivals]) -> int:
        return 0

    def has_overview(self, view: View[RailwayRivals]) -> bool:
        return False

    def overview(self, view: View[RailwayRivals], look: DrawingContext) -> tuple[Scene, ...]:
        return ()

    def fields_without_marks(self, view: View[RailwayRivals]) -> frozenset[str]:
        return frozenset({"partner", "gold", "when", "end"})

    def fields_marked_together(self, view: View[RailwayRivals]) -> frozenset[str]:
        return frozenset()

    def place_fields(self, view: View[RailwayRivals]) -> frozenset[str]:
        return frozenset({"town", "toward", "path", "run", "route"})

    def uncut_heights(self, view: View[RailwayRivals]) -> Mapping[str, int]:
        return {}

    def list_lengths(self, view: View[RailwayRivals]) -> Mapping[str, int]:
        return {}

    def preview_scenes(self, view: View[RailwayRivals], context: DrawingContext, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, display_names(context.names, view.state.seats)
        match _plan_as_build(action):
            case a.Build() | a.Lay() as build:
                return way_preview_scenes(state, names, build)
            case a.Enter() | a.Joint() | a.Exchange() | a.Accept() as answer:
                return route_preview_scenes(state, names, answer)
            case _:
                return ()


def _plan_as_build(action: Action) -> Action:
    """Convert a plan to the action that builds the same track; other actions are returned unchanged."""
    return a.Build(action.seat, action.toward, action.path) if isinstance(action, a.PlanTrack) else action


def _choice_as_build(choice: Choice) -> Choice:
    return msgspec.structs.replace(choice, actions=tuple(map(_plan_as_build, choice.actions)))


def _choice_hexes(state: RailwayRivals, choices: tuple[Choice, ...]) -> Mapping[str, Sequence[Hex]]:
    """The hexes of each choice, by key: a start town and its nearest towns, or a goal and the track toward it."""
    ends: dict[str, Sequence[Hex]] = {}
    for choice in choices:
        match choice.actions[0]:
            case a.Start(town=name):
                names = (name, *(near for _, near in nearest_towns(state, name)))
                ends[choice.key] = [hex for each in names for hex in goal_hexes(state.hex_map.key).get(each, ())]
            case a.Build(toward=name, path=path):
                ends[choice.key] = (*goal_hexes(state.hex_map.key).get(name, ())[:1], *path.hexes)
            case _:
                continue
    return ends


def _keys_by_hex(chart: HexMap, choices: tuple[Choice, ...]) -> Mapping[Hex, str]:
    """The keys of the choices, by the hexes of their towns and special runs."""
    keys: dict[Hex, str] = {}
    for choice in choices:
        match choice.actions[0]:
            case a.Start(town=name) | a.Build(toward=name):
                keys |= dict.fromkeys(goal_hexes(chart.key).get(name, ()), choice.key)
            case _:
                continue
    return keys


PAINTER: Painter = _RailwayRivalsPainter()
