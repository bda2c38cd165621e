"""Railway Rivals as the rest of the program sees its pictures."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core import Action, View
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.phases.racing import Racing
from engine.games.railway_rivals.rules.search.grid import goals
from engine.games.railway_rivals.state import actions as a
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.state import RailwayRivals
from render.games.railway_rivals.build import plan_scenes, way_preview, way_scenes
from render.games.railway_rivals.final import final_scenes
from render.games.railway_rivals.livery import SEA
from render.games.railway_rivals.money import money_scenes
from render.games.railway_rivals.race import race_scenes
from render.games.railway_rivals.record import record_scenes
from render.games.railway_rivals.round import round_scenes
from render.games.railway_rivals.routes import route_preview, route_scenes
from render.games.railway_rivals.runs import run_scenes
from render.games.railway_rivals.steps import step_scenes
from render.games.railway_rivals.whole import Asked, map_scene
from render.labels import called_then, names_of
from render.painter import Choice, Look, Painter
from render.scene import Scene


class _RailwayRivals:
    pictures: tuple[str, ...] = ("map", "round", "race", "record", "money", "final", "halves")
    called: Mapping[str, str] = {"map": "whole-map", "round": "last-built", "halves": "map-halves"}
    private = "My plan"
    accent = SEA

    def after_phase(self, view: View[RailwayRivals], look: Look, heading: str) -> tuple[str, ...]:
        state = view.state
        if not state.flow:
            return "final", "race", "map"
        if heading == Racing.heading:
            return "race", "money"
        if heading == Building.heading:
            return ("round", "map", "money") if state.operating else ("round", "map")
        return ("map",)

    def scenes(self, picture: str, view: View[RailwayRivals], look: Look) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match picture:
            case "map":
                return (map_scene(state, look.news, names),)
            case "halves":
                whole = map_scene(state, look.news, names)
                return (msgspec.structs.replace(whole, name="halves", halved=True),)
            case "round":
                return round_scenes(state, look.news, called_then(look.news, names))
            case "race":
                return race_scenes(state, look.news, called_then(look.news, names))
            case "record":
                return record_scenes(state, names, look.news)
            case "money":
                return money_scenes(state, names, look.news)
            case "final":
                return final_scenes(state, names)
            case _:
                raise KeyError(f"{picture!r} is not one of {', '.join(self.pictures)}")

    def film(self, view: View[RailwayRivals], look: Look, end: View[RailwayRivals]) -> Scene:
        return self.scenes(self.pictures[0], view, look)[0]

    def hand(self, view: View[RailwayRivals], look: Look) -> tuple[Scene, ...]:
        if view.seat is None:
            return ()
        return plan_scenes(view.state, names_of(look.names, view.state.seats), view.seat)

    def choices(
        self, view: View[RailwayRivals], look: Look, field: str, choices: tuple[Choice, ...]
    ) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        choices = tuple(map(_as_built, choices))
        match field, next((action for choice in choices for action in choice.actions), None):
            case ("town", a.Start()) | ("toward", a.Build()):
                asked = "Where do you start?" if field == "town" else "Build toward where?"
                keys = _keys(state.chart, choices)
                return (map_scene(state, look.news, names, Asked(asked, keys, ends=_ends(state, choices))),)
            case "run", a.Enter() | a.Stay() | a.Joint() | a.Exchange() | a.Accept() | a.Decline():
                return run_scenes(state, look.news, names, choices)
            case "path", a.Build():
                return way_scenes(state, names, choices)
            case "path", a.Lay():
                return step_scenes(state, names, choices)
            case "route", a.Enter() | a.Joint() | a.Exchange() | a.Accept():
                return route_scenes(state, names, choices)
            case _:
                return ()

    def first_mark(self, view: View[RailwayRivals]) -> int:
        return 0

    def has_overview(self, view: View[RailwayRivals]) -> bool:
        return False

    def overview(self, view: View[RailwayRivals], look: Look) -> tuple[Scene, ...]:
        return ()

    def unmarked(self, view: View[RailwayRivals]) -> frozenset[str]:
        return frozenset({"partner", "gold", "when", "end"})

    def shared(self, view: View[RailwayRivals]) -> frozenset[str]:
        return frozenset()

    def places(self, view: View[RailwayRivals]) -> frozenset[str]:
        return frozenset({"town", "toward", "path", "run", "route"})

    def whole(self, view: View[RailwayRivals]) -> Mapping[str, int]:
        return {}

    def lists(self, view: View[RailwayRivals]) -> Mapping[str, int]:
        return {}

    def preview(self, view: View[RailwayRivals], look: Look, action: Action) -> tuple[Scene, ...]:
        state, names = view.state, names_of(look.names, view.state.seats)
        match _built(action):
            case a.Build() | a.Lay() as built:
                return way_preview(state, names, built)
            case a.Enter() | a.Joint() | a.Exchange() | a.Accept() as answer:
                return route_preview(state, names, answer)
            case _:
                return ()


def _built(action: Action) -> Action:
    """The track that a plan with a limit would build; any other action as it is."""
    return a.Build(action.seat, action.toward, action.path) if isinstance(action, a.PlanTrack) else action


def _as_built(choice: Choice) -> Choice:
    return msgspec.structs.replace(choice, actions=tuple(map(_built, choice.actions)))


def _ends(state: RailwayRivals, choices: tuple[Choice, ...]) -> Mapping[str, Sequence[Hex]]:
    """The hexes that each choice is about: a town, and where the way there begins."""
    ends: dict[str, Sequence[Hex]] = {}
    for choice in choices:
        match choice.actions[0]:
            case a.Start(town=name):
                ends[choice.key] = goals(state.chart.key).get(name, ())
            case a.Build(toward=name, path=path):
                ends[choice.key] = (*goals(state.chart.key).get(name, ())[:1], *path.hexes)
            case _:
                continue
    return ends


def _keys(chart: Chart, choices: tuple[Choice, ...]) -> Mapping[Hex, str]:
    """The keys of the choices, by the hexes of the towns and special runs that they stand for."""
    found: dict[Hex, str] = {}
    for choice in choices:
        match choice.actions[0]:
            case a.Start(town=name) | a.Build(toward=name):
                found |= dict.fromkeys(goals(chart.key).get(name, ()), choice.key)
            case _:
                continue
    return found


PAINTER: Painter = _RailwayRivals()
