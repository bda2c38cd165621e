"""The status line, the aim of each phase, and narrations of turns and the end. (R Game Turn; R Game End)"""

from engine.core import EventTexts, NameOfSeat, Narration, View, count_noun, join_words
from engine.games.railroad_rivals.game_data.pieces import stock_name
from engine.games.railroad_rivals.rules.scoring import ENDINGS
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals


def status_line(view: View[RailroadRivals]) -> str:
    """Return the turn and the phase, or that the game is over."""
    return stage_text(view.state)


def aim(view: View[RailroadRivals]) -> str:
    """Return the purpose of the current phase and of the game."""
    match view.state.flow[-1:]:
        case (Bidding(),):
            return "Highest bid: first to pick, place, and deliver."
        case (Drafting(),):
            return "Most points win. ~: worth at the end, a guess."
        case (Placing(),):
            return "Your link: 2 points when a rival delivers over it."
        case (Delivering(),):
            return "+3: your points. Ada +2: over Ada’s link."
        case _:
            return ""


def stage_text(state: RailroadRivals) -> str:
    """The turn and phase: “Turn 6 of 9 · Place a city”."""
    if not state.flow:
        return f"Final scores after {count_noun(state.turn, 'turn')}"
    turn = _turn_text(state)
    match state.flow[-1]:
        case Bidding():
            return f"{turn} · Bid for turn order"
        case Drafting(picks=picks):
            return f"{turn} · {'First' if picks < state.seats else 'Second'} pick"
        case Placing():
            return f"{turn} · Place a city"
        case Delivering(time=time):
            return f"{turn} · {'Extra delivery' if time > 1 else 'Deliver a good'}"
        case _:
            label = active_modules.phase_label(state.flow[-1])
            return f"{turn} · {label}" if label else turn


def _turn_text(state: RailroadRivals) -> str:
    """The number of the turn: “Turn 6 of 9”, or “Turn 6 of about 9” if the end is uncertain."""
    if not state.turn:
        return "Setup"
    if state.ending:
        return f"Turn {state.turn}, the last"
    if state.turn > state.turn_estimate:
        return f"Turn {state.turn}"
    return f"Turn {state.turn} of {_certainty_prefix(state)}{state.turn_estimate}"


def _certainty_prefix(state: RailroadRivals) -> str:
    """The words before an uncertain number of turns: “up to ” or “about ”; empty if the number is certain."""
    if not state.late_cities:
        return ""
    return "up to " if state.options.end == "first-empty-hand" and not state.city_pile_out else "about "


def _narrate_pile_end(event: e.CityPileRanOut, name: NameOfSeat) -> Narration:
    next_turns = "From now on, each player drafts 2 stock tiles per turn."
    if not event.removed:
        return Narration(f"The city pile is empty. {next_turns}")
    tiles = "The last city tile was" if event.removed == 1 else f"The last {event.removed} city tiles were"
    return Narration(f"{tiles} not enough for all players and left the game. {next_turns}")


EVENT_TEXTS: EventTexts = {
    e.StartingTileLaid: lambda event, name: Narration(
        f"{event.city} is the starting tile, with {join_words(event.goods)}."
    ),
    e.TurnBegan: lambda event, name: Narration(f"Turn {event.turn} began."),
    e.CityPileRanOut: _narrate_pile_end,
    e.TilesDrawn: lambda event, name: Narration(
        f"On offer: {join_words((*event.cities, *map(stock_name, event.stocks)))}."
    ),
    e.StocksScored: lambda event, name: Narration(
        f"{name(event.seat)} scored {count_noun(event.points, 'point')} for stocks: {event.total} in all."
    ),
    e.GameEnded: lambda event, name: Narration(ENDINGS[event.ending]),
}
