"""Texts of the end of bidding, building, or running trains, and of the game."""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View, join_words
from engine.core.short_label import ShortLabel
from engine.games.railroads_of_catan.rules.running import trains_to_run
from engine.games.railroads_of_catan.rules.scoring import ENDINGS
from engine.games.railroads_of_catan.state.actions import Done
from engine.games.railroads_of_catan.state.events import GameEnded, VisitEnded
from engine.games.railroads_of_catan.state.phases import Building, Maintenance, Running
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.place_names import capitalize

_View = View[RailroadsOfCatan]


def _done_label(view: _View, action: Done, field: str, name: NameOfSeat) -> str:
    match view.state.flow[-1:]:
        case (Maintenance(),):
            return "Stop bidding"
        case (Building(),):
            return "Stop building"
        case (Running() as running,):
            trains = trains_to_run(view.state, running)
            numbers = join_words([str(train.number) for train in trains])
            trains_text = f"train {numbers} stays" if len(trains) == 1 else f"trains {numbers} stay"
            return f"Stop running trains: {trains_text} in place"
        case _:
            return "Finish"


def _done_short_label(view: _View, action: Done, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Stop running trains”; the detail says which trains stay in place."""
    label, _, trains_text = _done_label(view, action, field, name).partition(": ")
    return ShortLabel(label, capitalize(trains_text), quiet=True)


def _narrate_end_of_visit(event: VisitEnded, name: NameOfSeat) -> Narration:
    return Narration(f"{name(event.seat)} finished {'building' if event.building else 'running trains'}.")


def _narrate_end_of_game(event: GameEnded, name: NameOfSeat) -> Narration:
    return Narration(ENDINGS[event.ending])


ACTION_TEXTS: ActionTexts = {Done: ActionText(label=_done_label, short_label=_done_short_label)}
EVENT_TEXTS: EventTexts = {VisitEnded: _narrate_end_of_visit, GameEnded: _narrate_end_of_game}
