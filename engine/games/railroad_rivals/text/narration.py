"""Narration of events, and the status line.

Style: past tense, full sentences, numbers with units. The labels of choices are in ``labels.py``.
"""

from collections import Counter

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, Seat, View, count_noun, join_words, with_article
from engine.games.railroad_rivals.game_data.components import late_cities
from engine.games.railroad_rivals.game_data.pieces import stock_name
from engine.games.railroad_rivals.rules.scoring import ENDINGS
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals


def status_line(view: View[RailroadRivals]) -> str:
    """Turn and phase, or that the game is over."""
    return stage_text(view.state)


def aim(view: View[RailroadRivals]) -> str:
    """The purpose of the phase, and of the game."""
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
    """Turn and phase: “Turn 6 of 9 · Place a city”."""
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
            added = [module.status_line(state) for module in active_modules.modules_in_play(state)]
            return " · ".join(filter(None, [turn, *added]))


def _turn_text(state: RailroadRivals) -> str:
    """“Turn 6 of 9”; where tiles are played and not placed, it may come otherwise: “Turn 6 of about 9”."""
    if not state.turn:
        return "Setup"
    if state.ending:
        return f"Turn {state.turn}, the last"
    if state.turn > state.turn_estimate:
        return f"Turn {state.turn}"
    return f"Turn {state.turn} of {_certainty_prefix(state)}{state.turn_estimate}"


def _certainty_prefix(state: RailroadRivals) -> str:
    """“up to ” while a hand may end the game at any time, “about ” where tiles are played and not placed."""
    if not late_cities(state.options, state.seats):
        return ""
    return "up to " if state.options.end == "first-empty-hand" and not state.city_pile_out else "about "


def narration_of_clause(who: str, clause: str) -> Narration:
    """The narration of an event whose sentence and clause are the same: “Ada drafted Chicago.”"""
    return Narration(f"{who} {clause}.", clause)


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """An event in words, for posts and pictures."""
    for module in active_modules.all_modules():
        if type(event) in module.events:
            return module.narrate(event, name)
    parts = (part(event, name) for part in (_narrate_turn, _narrate_choice, _narrate_table, _narrate_end))
    return next((told for told in parts if told is not NO_NARRATION), NO_NARRATION)


def _narrate_turn(event: Event, name: NameOfSeat) -> Narration:
    """The start of a turn, and who goes first in it."""
    match event:
        case e.StartingTileLaid(city=city, goods=goods):
            return Narration(f"{city} is the starting tile, with {join_words(goods)}.")
        case e.TurnBegan(turn=turn):
            return Narration(f"Turn {turn} began.")
        case e.CityPileRanOut(removed=removed):
            return Narration(f"{_pile_gone_text(removed)} From now on, each player drafts 2 stock tiles per turn.")
        case e.TilesDrawn(cities=cities, stocks=stocks):
            return Narration(f"On offer: {join_words((*cities, *map(stock_name, stocks)))}.")
        case e.OrderSet(order=order, paid=paid):
            did = f"paid {count_noun(paid, 'point')} to go first"
            winner = f"{name(order[0])} {did}. " if paid else ""
            return Narration(f"{winner}Turn order: {', '.join(map(name, order))}.", did if paid else "goes first")
        case _:
            return NO_NARRATION


def _pile_gone_text(removed: int) -> str:
    """Why no more cities are drawn: the pile is empty, or the ``removed`` tiles were too few for all players."""
    if not removed:
        return "The city pile is empty."
    last = "The last city tile was" if removed == 1 else f"The last {removed} city tiles were"
    return f"{last} not enough for all players and left the game."


def _narrate_choice(event: Event, name: NameOfSeat) -> Narration:
    """Bids and drafts."""
    match event:
        case e.BidMade(seat=seat, amount=amount):
            return narration_of_clause(name(seat), f"bid {count_noun(amount, 'point')}")
        case e.BidPassed(seat=seat):
            return narration_of_clause(name(seat), "passed in the bidding")
        case e.CityDrafted(seat=seat, city=city):
            return narration_of_clause(name(seat), f"drafted {city}")
        case e.StockDrafted(seat=seat, railroad=railroad):
            return narration_of_clause(name(seat), f"drafted {railroad} stock")
        case e.SpecialDrafted(seat=seat, special=special):
            return narration_of_clause(name(seat), f"drafted {special}")
        case e.DraftSkipped(seat=seat):
            return Narration(f"{name(seat)} had nothing left to draft.")
        case _:
            return NO_NARRATION


def _narrate_table(event: Event, name: NameOfSeat) -> Narration:
    """Placements and deliveries."""
    match event:
        case e.CityPlaced():
            return _narrate_placement(event, name)
        case e.GoodsDrawn(city=city, goods=goods, missing=missing):
            short = f" The bag was {count_noun(missing, 'cube')} short." if missing else ""
            return Narration(f"{city} received {join_words(goods) or 'no goods'}.{short}")
        case e.PlacementPassed(seat=seat, empty_handed=empty):
            return narration_of_clause(name(seat), "had no city to place" if empty else "passed: no city fits")
        case e.Delivered():
            return _narrate_delivery(event, name)
        case e.BonusScored(seat=seat, points=points, reason=reason):
            return Narration(f"{name(seat)} scored {count_noun(points, 'point')} for {bonus_text(reason)}.")
        case e.DeliverySkipped(seat=seat):
            return narration_of_clause(name(seat), "couldn’t deliver")
        case _:
            return NO_NARRATION


def bonus_text(reason: e.BonusReason | str) -> str:
    """“the hotel in Chicago”, “two Locomotive Upgrades”, after “for”, as earlier releases stored it."""
    if isinstance(reason, str):
        return reason
    if reason.hotel:
        return f"the hotel in {reason.hotel}"
    return "a Locomotive Upgrade" if reason.upgrades == 1 else "two Locomotive Upgrades"


def _narrate_end(event: Event, name: NameOfSeat) -> Narration:
    match event:
        case e.HandEmptied(seat=seat):
            why = "at this table, an empty hand ends it only after the city pile is gone"
            return Narration(f"{name(seat)} has no city left to place. The game continues: {why}.")
        case e.LastTurnCame(seat=None):
            return Narration("No one placed a city this turn, and the city pile is gone. This is the last turn.")
        case e.LastTurnCame(seat=int(seat)):
            return Narration(f"{name(Seat(seat))} placed the last city in hand. This is the last turn.")
        case e.StocksScored(seat=seat, points=points, total=total):
            return Narration(f"{name(seat)} scored {count_noun(points, 'point')} for stocks: {total} in all.")
        case e.GameEnded(ending=ending):
            return Narration(ENDINGS[ending])
        case _:
            return NO_NARRATION


def _narrate_placement(event: e.CityPlaced, name: NameOfSeat) -> Narration:
    """A placement: posts say where the links lead, pictures show it."""
    who, placed = name(event.seat), f"placed {event.city}"
    if not event.links:
        return Narration(f"{who} {placed} without a link.", f"{placed} without a link")
    ends = join_words(tuple(with_article(f"{link.railroad} link to {link.b}") for link in event.links))
    kind = "link" if len(event.links) == 1 else "links"
    return Narration(f"{who} {placed} and gained {ends}.", f"{placed}: {_railroads_text(event)} {kind}")


def _railroads_text(event: e.CityPlaced) -> str:
    """The railroads of the new links: “PRR”, “B&O and PRR”, “2 PRR”, “2 PRR and 1 B&O”."""
    times = Counter(link.railroad for link in event.links)
    if max(times.values()) == 1:
        return join_words(tuple(times))
    return join_words(tuple(f"{count} {railroad}" for railroad, count in times.items()))


def _narrate_delivery(event: e.Delivered, name: NameOfSeat) -> Narration:
    """A delivery; pictures have it alone, for a colon: “coal from Omaha to Denver by UP, 3 points”."""
    points = count_noun(event.points, "point")
    way = f"{event.goods} from {event.city} to {event.destination} by {event.railroad}"
    return Narration(_delivery_sentence(event, way, points, name), f"{way}, {points}")


def _delivery_sentence(event: e.Delivered, way: str, points: str, name: NameOfSeat) -> str:
    fee = f"; {name(event.owner)} gets {event.owner_points} for the link" if event.owner_points else ""
    rose = f"{join_words(event.company or (event.railroad,))} stock is worth {event.value}."
    worth = rose if event.value else f"{event.railroad} is out of business: no stock rises."
    if not event.points:
        over = f"{event.goods} from {event.city} over the tower in {event.destination} by {event.railroad}"
        return f"{name(event.seat)} sent {over}{fee}. {worth}"
    return f"{name(event.seat)} delivered {way}: {points}{fee}. {worth}"
