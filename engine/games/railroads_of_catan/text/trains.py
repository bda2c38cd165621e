"""Texts of buying and upgrading trains. (RC Phase 5)"""

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, Seat, View, dollar_amount
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_label
from engine.games.railroads_of_catan.game_data.constants import (
    MOVES_PER_TURN,
    SMALL_TRAIN_PRICE,
    TRAIN_CAPACITY,
    UPGRADE_PRICE,
)
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.game_data.pieces import TrainPiece
from engine.games.railroads_of_catan.rules.trips import Journey, travel
from engine.games.railroads_of_catan.search.proposals import trip_proposals
from engine.games.railroads_of_catan.state.actions import Train, Upgrade
from engine.games.railroads_of_catan.state.display_names import (
    city_text,
    goods_text,
    location_text,
    name_to_reader,
    place_text,
    train_text,
)
from engine.games.railroads_of_catan.state.events import TrainBought, TrainUpgraded
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.text.place_names import capitalize, capitalize_your, place_name

_View = View[RailroadsOfCatan]


def _train_label(view: _View, action: Train, field: str, name: NameOfSeat) -> str:
    """“Buy a small train in your 4-dot city for $5,000: $10,000 left”."""
    state, price = view.state, dollar_amount(SMALL_TRAIN_PRICE)
    city = city_text(state.cities, action.city, name_to_reader(name, view.seat))
    if field:
        return capitalize_your(f"{city} ({state.layout.good_of(action.city)}): small train for {price}")
    cash_after = dollar_amount(state.cash[action.seat] - SMALL_TRAIN_PRICE)
    return f"Buy a small train in {city} for {price}: {cash_after} left"


def _train_short_label(view: _View, action: Train, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Train in your 5, first trip +$2,600”; for the field, “Your 5 · first trip +$2,600”."""
    state, seat = view.state, action.seat
    gain = _first_trip_gain(state, seat, action.city)
    trip_text = f"first trip +{dollar_amount(gain)}" if gain else "no trip yet"
    place = place_name(state, action.city, seat, name)
    label = f"{capitalize(place)} · {trip_text}" if field else f"Train in {place}, {trip_text}"
    detail = f"{TRAIN_CAPACITY[False]} barrels, {MOVES_PER_TURN[False]} moves"
    return ShortLabel(fit_label(label, max_length=MAX_LABEL), detail, gains=(gain,) if gain else ())


def _train_legend(view: _View, action: Train, field: str) -> str:
    """Explain the dollars of the first trip."""
    return "" if field else "First trip: what it brings on today’s track."


def _first_trip_gain(state: RailroadsOfCatan, seat: Seat, city: NodeId) -> int:
    """Return the net dollars of the best trip that a new train could make now; 0 if no trip earns anything."""
    train = TrainPiece(seat, len(state.trains_of(seat)) + 1, city)
    journeys = (travel(state, {}, train, trip) for trip in trip_proposals(state, {}, train))
    return max([0, *(journey.bill.net for journey in journeys if isinstance(journey, Journey))])


def _upgrade_label(view: _View, action: Upgrade, field: str, name: NameOfSeat) -> str:
    """“Upgrade train 1 in your 5-dot city to large for $3,000: 5 barrels, 6 moves, …”."""
    state, own_name = view.state, name_to_reader(name, view.seat)
    train, train_name = state.find_train(action.seat, action.number), f"train {action.number}"
    if field:
        return capitalize(train_text(state.cities, train, own_name) if train else train_name)
    place = f" {location_text(state.cities, train.at, own_name)}" if train else ""
    size = f"{TRAIN_CAPACITY[True]} barrels, {MOVES_PER_TURN[True]} moves"
    cash_after = dollar_amount(state.cash[action.seat] - UPGRADE_PRICE)
    return f"Upgrade {train_name}{place} to large for {dollar_amount(UPGRADE_PRICE)}: {size}, {cash_after} left"


def _upgrade_short_label(view: _View, action: Upgrade, field: str, name: NameOfSeat) -> ShortLabel:
    """Return “Upgrade train 2, $3,000”; for the field, “Train 2 · your 5, 2 wheat”."""
    state, price = view.state, dollar_amount(UPGRADE_PRICE)
    detail = f"Large: {_size_text()}; {price}"
    if not field:
        return ShortLabel(f"Upgrade train {action.number}, {price}", detail, costs=(UPGRADE_PRICE,))
    train = state.find_train(action.seat, action.number)
    label = f"Train {action.number}"
    if train is None:
        return ShortLabel(label, detail)
    label = f"{label} · {place_name(state, train.at, action.seat, name)}"
    return ShortLabel(fit_label(f"{label}, {goods_text(train.goods)}", label), detail)


def _upgrade_context(view: _View, action: Upgrade, field: str) -> str:
    """Return “You carry 2 ore on train 1.”: the cargo of the trains that can be upgraded."""
    if field != "number":
        return ""
    trains = [train for train in view.state.trains_of(action.seat) if not train.large]
    cargo = [f"{goods_text(train.goods)} on train {train.number}" for train in trains if train.goods]
    return f"You carry {', '.join(cargo)}." if cargo else "All your small trains are empty."


def _upgrade_legend(view: _View, action: Upgrade, field: str) -> str:
    """Explain how a large train differs from a small one."""
    return "" if field else f"Large: {_size_text()}."


def _size_text() -> str:
    """Return “5 barrels, not 2; 6 moves, not 8”: a large train compared with a small one."""
    barrels = f"{TRAIN_CAPACITY[True]} barrels, not {TRAIN_CAPACITY[False]}"
    return f"{barrels}; {MOVES_PER_TURN[True]} moves, not {MOVES_PER_TURN[False]}"


def _narrate_bought_train(event: TrainBought, name: NameOfSeat) -> Narration:
    city = city_text(event.cities, event.city, name, event.seat)
    sentence = f"{name(event.seat)} bought train {event.number} in {city} for {dollar_amount(event.cost)}."
    return Narration(sentence, f"bought a train in {place_text(event.cities, event.city, name, event.seat)}")


def _narrate_upgrade(event: TrainUpgraded, name: NameOfSeat) -> Narration:
    clause = f"upgraded train {event.number} to a large train"
    return Narration(f"{name(event.seat)} {clause} for {dollar_amount(event.cost)}.", clause)


ACTION_TEXTS: ActionTexts = {
    Train: ActionText(label=_train_label, short_label=_train_short_label, legend=_train_legend),
    Upgrade: ActionText(
        label=_upgrade_label,
        short_label=_upgrade_short_label,
        question_context=_upgrade_context,
        legend=_upgrade_legend,
    ),
}
EVENT_TEXTS: EventTexts = {TrainBought: _narrate_bought_train, TrainUpgraded: _narrate_upgrade}
