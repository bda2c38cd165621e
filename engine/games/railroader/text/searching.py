"""Texts about searches of the prairie, by a train, a scout, or a prospector."""

from functools import partial

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View, possessive_of
from engine.core.short_label import ShortLabel
from engine.games.railroader.game_data.cards import GOLD, card_name, value_of
from engine.games.railroader.state.actions import Prospect, Scout, Search
from engine.games.railroader.state.events import CrateScouted, GoldFound, WaterFound
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.consequences import preview, rest_of_turn_text
from engine.games.railroader.text.railhead import placement_text
from engine.games.railroader.text.wording import card_button_text, card_use, field_legend, short_card_use


def _search_label(view: View[RailRoader], action: Search, field: str, name: NameOfSeat) -> str:
    """“Search the river for Water 4: moves 5–10 spaces, 2 actions left”."""
    card = f"{card_name(action.card)}: {card_use(action.card)}"
    return card if field else f"Search the river for {card}, {rest_of_turn_text(view.state, action)}"


def _scout_label(view: View[RailRoader], action: Scout, field: str, name: NameOfSeat) -> str:
    """“Send the scout for Supplies 4: 5 supplies for 2 workers, 2 actions left”."""
    card = f"{card_name(action.card)}: {placement_text(view.state, action)}"
    return card if field else f"Send the scout for {card}, {rest_of_turn_text(view.state, action)}"


def _prospect_label(view: View[RailRoader], action: Prospect, field: str, name: NameOfSeat) -> str:
    gold = f"take 1 of {view.state.prairie.count(GOLD)} gold from the prairie"
    return f"Send the prospector: {gold}, {rest_of_turn_text(view.state, action)}"


def _card_short_label(
    view: View[RailRoader], action: Search | Scout, field: str, name: NameOfSeat, *, verb: str
) -> ShortLabel:
    """“Scout Supplies 4 · 4 meals”."""
    label = f"{card_button_text(verb, action.card, field)} · {short_card_use(action.card)}"
    return ShortLabel(label, gains=(value_of(action.card),))


def _narrate_search(event: WaterFound, name: NameOfSeat) -> Narration:
    card = card_name(event.card)
    return Narration(f"{name(event.seat)} searched the river and found {card}.", "found", 2, (card,))


def _narrate_scouting(event: CrateScouted, name: NameOfSeat) -> Narration:
    card = card_name(event.card)
    sentence = f"{possessive_of(name(event.seat))} scout brought {card} from the prairie to the railhead."
    return Narration(sentence, "scouted", 3, (card,))


def _narrate_prospecting(event: GoldFound, name: NameOfSeat) -> Narration:
    sentence = f"{possessive_of(name(event.seat))} prospector found 1 gold on the prairie."
    return Narration(sentence, "found", 2, ("gold",))


ACTION_TEXTS: ActionTexts = {
    Search: ActionText(
        label=_search_label,
        short_label=partial(_card_short_label, verb="Search"),
        legend=field_legend("The prairie: what anyone discarded there."),
        preview=partial(preview, note="The card goes to your hand."),
    ),
    Scout: ActionText(
        label=_scout_label,
        short_label=partial(_card_short_label, verb="Scout"),
        legend=field_legend("The prairie: what anyone discarded there."),
        preview=partial(preview, note="The scout goes to your discard pile."),
    ),
    Prospect: ActionText(
        label=_prospect_label,
        short_label=lambda *_: ShortLabel("Prospector · takes 1 gold"),
        preview=partial(preview, note="The gold and the prospector go to your discard pile."),
    ),
}
EVENT_TEXTS: EventTexts = {
    WaterFound: _narrate_search,
    CrateScouted: _narrate_scouting,
    GoldFound: _narrate_prospecting,
}
