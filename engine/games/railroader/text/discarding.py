"""Texts about discarding, from the hand and from the railhead."""

from engine.core import Action, ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, View, count_noun
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroader.game_data.cards import WORKER, card_name, card_name_capitalized, card_with_article
from engine.games.railroader.phases.outcomes import state_after
from engine.games.railroader.rules.discarding import can_be_used
from engine.games.railroader.state.actions import Discard, Withdraw
from engine.games.railroader.state.events import CardDiscarded, CardWithdrawn
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.consequences import preview, rest_of_turn_text
from engine.games.railroader.text.railhead import hungry_workers
from engine.games.railroader.text.wording import card_use, short_card_use

_SHORT_DESTINATIONS = {"pile": "Your pile · you get it back", "prairie": "The prairie · anyone can get it"}
_DESTINATION_LEGEND = "Pile: you take it back later. Prairie: for anyone."


def _to_prairie(onto: str) -> str:
    """Return “ to the prairie”, or an empty text for the discard pile."""
    return " to the prairie" if onto == "prairie" else ""


def _offers(state: RailRoader) -> tuple[Action, ...]:
    return tuple(offer for decision in state.current_turn.decisions(state) for offer in decision.offers)


# -- from the hand


def _discard_label(view: View[RailRoader], action: Discard, field: str, name: NameOfSeat) -> str:
    """“Discard a scout to the prairie: no effect, 2 cards left in hand, 1 action left”."""
    railroad = state_after(view.state, action).railroads[action.seat]
    match field:
        case "card":
            return f"{card_name_capitalized(action.card)}: {card_use(action.card)}"
        case "onto" if action.onto == "pile":
            return f"Your discard pile: you get it back ({count_noun(len(railroad.discards), 'card')} there with it)"
        case "onto":
            return "The prairie: anyone can get it"
        case _:
            discard = f"Discard {card_with_article(action.card)}{_to_prairie(action.onto)}"
            left = f"{count_noun(len(railroad.hand), 'card')} left in hand"
            return f"{discard}: no effect, {left}, {rest_of_turn_text(view.state, action)}"


def _discard_short_label(view: View[RailRoader], action: Discard, field: str, name: NameOfSeat) -> ShortLabel:
    """“Scout to your pile, no use now”."""
    if field == "onto":
        return ShortLabel(_SHORT_DESTINATIONS[action.onto], quiet=True)
    card = card_name_capitalized(action.card)
    is_useful = can_be_used(action.card, _offers(view.state))
    if field == "card":
        return ShortLabel(f"{card} · {short_card_use(action.card) if is_useful else 'no use now'}", quiet=True)
    if action.onto == "prairie":
        return ShortLabel(f"{card} to the prairie, 1 card less", costs=(1,), quiet=True)
    return ShortLabel(f"{card} to your pile{'' if is_useful else ', no use now'}", quiet=True)


def _discard_legend(view: View[RailRoader], action: Discard, field: str) -> str:
    if field == "card":
        return "Only uses up 1 action. Pile: yours again later."
    return _DESTINATION_LEGEND if field else ""


def _narrate_discard(event: CardDiscarded, name: NameOfSeat) -> Narration:
    sentence = f"{name(event.seat)} discarded {card_with_article(event.card)}{_to_prairie(event.onto)}."
    return Narration(sentence, "discarded", 1, (card_name(event.card),))


# -- from the railhead


def _withdraw_label(view: View[RailRoader], action: Withdraw, field: str, name: NameOfSeat) -> str:
    """“Worker: leaves 1 worker and 3 supplies”."""
    if field == "onto":
        is_pile = action.onto == "pile"
        return "Your discard pile: you get it back" if is_pile else "The prairie: anyone can get it"
    mat = state_after(view.state, action).railroads[action.seat].mat
    leaves = f"leaves {count_noun(mat.workers, 'worker')} and {count_noun(mat.supply_count, 'supply')}"
    if field:
        return f"{card_name_capitalized(action.card)}: {leaves}"
    discard = f"Discard {card_with_article(action.card)} from the railhead{_to_prairie(action.onto)}"
    return f"{discard}: {leaves}, {rest_of_turn_text(view.state, action)}"


def _withdraw_short_label(view: View[RailRoader], action: Withdraw, field: str, name: NameOfSeat) -> ShortLabel:
    """“Supplies 4 to your pile · 1 worker unfed”, “… · leaves 1 worker, 3 supplies”."""
    if field == "onto":
        return ShortLabel(_SHORT_DESTINATIONS[action.onto], quiet=True)
    mat = state_after(view.state, action).railroads[action.seat].mat
    left = f"{count_noun(mat.workers, 'worker')}, {count_noun(mat.supply_count, 'supply')}"
    destination = "your pile" if action.onto == "pile" else "the prairie"
    subject = short_subject = card_name_capitalized(action.card)
    if not field:
        subject, short_subject = f"{subject} to {destination}", f"{subject} to {destination.split()[-1]}"
    if hungry := hungry_workers(view.state, action):
        unfed = f"{count_noun(hungry, 'worker')} unfed"
        labels = f"{subject} · {unfed}", f"{short_subject} · {unfed}"
    else:
        of_its_kind = mat.workers if action.card == WORKER else mat.supply_count
        labels = f"{subject} · leaves {left}", f"{subject}, {of_its_kind} left"
    return ShortLabel(fit_label(*labels, subject, max_length=MAX_LABEL), fit_detail(f"Leaves {left}"), quiet=True)


def _withdraw_legend(view: View[RailRoader], action: Withdraw, field: str) -> str:
    match field:
        case "card":
            return "Only uses up 1 action. Unfed workers leave."
        case "onto":
            return _DESTINATION_LEGEND
        case _:
            can_only_discard = all(isinstance(offer, Discard | Withdraw) for offer in _offers(view.state))
            return "From the railhead, workers or food would leave." if can_only_discard else ""


def _narrate_withdrawal(event: CardWithdrawn, name: NameOfSeat) -> Narration:
    card = card_with_article(event.card)
    sentence = f"{name(event.seat)} discarded {card} from the railhead{_to_prairie(event.onto)}."
    return Narration(sentence, "removed", 2, (card_name(event.card),))


ACTION_TEXTS: ActionTexts = {
    Discard: ActionText(
        label=_discard_label, short_label=_discard_short_label, legend=_discard_legend, preview=preview
    ),
    Withdraw: ActionText(
        label=_withdraw_label, short_label=_withdraw_short_label, legend=_withdraw_legend, preview=preview
    ),
}
EVENT_TEXTS: EventTexts = {CardDiscarded: _narrate_discard, CardWithdrawn: _narrate_withdrawal}
