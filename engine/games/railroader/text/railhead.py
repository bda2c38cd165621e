"""Texts about building, cards that are placed at the railhead, and the end of a turn."""

from functools import partial

from engine.core import (
    Action,
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    View,
    count_noun,
    possessive_of,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_label
from engine.games.railroader.game_data.board import SPACES_PER_SECTION
from engine.games.railroader.game_data.cards import DEPUTY, WORKER, card_name, card_name_capitalized, card_with_article
from engine.games.railroader.game_data.constants import MAX_PEOPLE
from engine.games.railroader.phases.outcomes import outcomes, state_after
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.state.actions import Build, Place, Scout
from engine.games.railroader.state.events import CardPlaced, GangFed, HandTaken, TrackBuilt
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.consequences import preview, rest_of_turn_text
from engine.games.railroader.text.wording import card_button_text, cards_text, field_legend, short_card_use


def _build_label(view: View[RailRoader], action: Build, field: str, name: NameOfSeat) -> str:
    """“2 sections: track to space 72”."""
    state, complete = view.state, view.state.board.sections
    railroad = state_after(state, action).railroads[action.seat]
    sections = count_noun(action.sections, "section")
    end = f"space {railroad.last_track_space}" + (", Buffalo Creek" if railroad.sections == complete else "")
    if field:
        return f"{sections}: track to {end}"
    return f"Build {sections}: track to {end} ({railroad.sections} of {complete}), {rest_of_turn_text(state, action)}"


def _build_short_label(view: View[RailRoader], action: Build, field: str, name: NameOfSeat) -> ShortLabel:
    """“2 sections · track to space 72”."""
    complete = view.state.board.sections
    railroad = state_after(view.state, action).railroads[action.seat]
    sections = f"{'' if field else 'Build '}{count_noun(action.sections, 'section')}"
    end = f"track to space {railroad.last_track_space}"
    labels = [f"{sections} · {end}"]
    if railroad.sections == complete:
        end = f"track to {railroad.last_track_space}"
        labels = [f"{sections} · {end}, the goal", f"{sections} · {end}"]
    detail = f"{railroad.sections} of {complete} sections"
    return ShortLabel(fit_label(*labels, max_length=MAX_LABEL), detail, gains=(action.sections,))


def _place_label(view: View[RailRoader], action: Place, field: str, name: NameOfSeat) -> str:
    """“Place a deputy: drives off up to 2 outlaws, eats nothing, no room left, 1 action left”."""
    effect = placement_text(view.state, action)
    if field:
        return f"{card_name_capitalized(action.card)}: {effect}"
    return f"Place {card_with_article(action.card)}: {effect}, {rest_of_turn_text(view.state, action)}"


def placement_text(state: RailRoader, action: Place | Scout) -> str:
    """Return the effect of a card at the railhead, with the number of workers and supplies there after the move."""
    mat = state_after(state, action).railroads[action.seat].mat
    supplies, workers = count_noun(mat.supply_count, "supply"), count_noun(mat.workers, "worker")
    if action.card == WORKER:
        fed = "eats this turn, builds from your next turn"
        return f"{_hungry_text(state, action) if hungry_workers(state, action) else fed} ({workers}, {supplies})"
    if action.card == DEPUTY:
        room = MAX_PEOPLE - mat.people_count
        return f"drives off up to 2 outlaws, eats nothing, {f'room for {room} more' if room else 'no room left'}"
    return f"{supplies} for {workers}"


def hungry_workers(state: RailRoader, action: Action) -> int:
    """Count the workers who would leave hungry if the turn ended right after a move."""
    after = state_after(state, action)
    return after.railroads[action.seat].mat.workers - end_turn(after, action.seat).railroads[action.seat].mat.workers


def _hungry_text(state: RailRoader, action: Place | Scout) -> str:
    """Say that a worker can't be fed, unless food is added before the turn ends."""
    if all(outcome.is_turn_over for outcome in outcomes(state, action)):
        return "leaves after this turn"
    return "leaves after this turn unless you add supplies"


def _place_short_label(view: View[RailRoader], action: Place, field: str, name: NameOfSeat) -> ShortLabel:
    """“Place worker · lays track, eats”."""
    is_unfed = action.card == WORKER and hungry_workers(view.state, action)
    use = "leaves unless fed" if is_unfed else short_card_use(action.card)
    return ShortLabel(f"{card_button_text('Place', action.card, field)} · {use}")


def _narrate_track_built(event: TrackBuilt, name: NameOfSeat) -> Narration:
    end = event.total * SPACES_PER_SECTION
    clause = f"built {count_noun(event.sections, 'section')}, up to space {end}"
    sentence = f"{name(event.seat)} {clause} ({count_noun(event.total, 'section')} in all)."
    return Narration(sentence, f"built track to {end}", 5)


def _narrate_placement(event: CardPlaced, name: NameOfSeat) -> Narration:
    sentence = f"{name(event.seat)} placed {card_with_article(event.card)} at the railhead."
    return Narration(sentence, "placed", 3, (card_name(event.card),))


def _narrate_meal(event: GangFed, name: NameOfSeat) -> Narration:
    if not event.left:
        return Narration(_meal_sentence(event, name))
    return Narration(_meal_sentence(event, name), f"lost {count_noun(event.left, 'hungry worker')}", 7)


def _meal_sentence(event: GangFed, name: NameOfSeat) -> str:
    """“Ada’s workers ate 1 supply, but 2 workers got none and left for the prairie.”"""
    if not event.fed:
        return f"{name(event.seat)} had no supplies, so {count_noun(event.left, 'worker')} left for the prairie."
    worker = "worker" if event.fed + event.left == 1 else "workers"
    ate = f"{possessive_of(name(event.seat))} {worker} ate {count_noun(event.fed, 'supply')}"
    if event.left:
        ate += f", but {count_noun(event.left, 'worker')} got none and left for the prairie"
    if not event.emptied:
        return f"{ate}."
    return f"{ate}. {cards_text(event.emptied)} {'is' if len(event.emptied) == 1 else 'are'} empty."


def _narrate_hand_taken(event: HandTaken, name: NameOfSeat) -> Narration:
    return Narration(f"{name(event.seat)} picked up the discard pile ({count_noun(event.cards, 'card')}).")


ACTION_TEXTS: ActionTexts = {
    Build: ActionText(
        label=_build_label,
        short_label=_build_short_label,
        preview=partial(preview, note="You can build once per turn."),
    ),
    Place: ActionText(
        label=_place_label,
        short_label=_place_short_label,
        legend=field_legend("Railhead: track’s end. Workers build and eat."),
        preview=preview,
    ),
}
EVENT_TEXTS: EventTexts = {
    TrackBuilt: _narrate_track_built,
    CardPlaced: _narrate_placement,
    GangFed: _narrate_meal,
    HandTaken: _narrate_hand_taken,
}
