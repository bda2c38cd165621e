"""The words for what has happened in Railroad Rivals, and for its turn and phase.

One voice: plain past tense, full sentences, numbers with their unit. Choices have their words in ``labels.py``.
"""

from collections import Counter

from engine.core import UNTOLD, Event, Name, Seat, Told, View, article, counted, listed
from engine.games.railroad_rivals.box.components import late_cities
from engine.games.railroad_rivals.box.pieces import stock_words
from engine.games.railroad_rivals.rules.ending import ENDINGS
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals


def headline(view: View[RailroadRivals]) -> str:
    """Turn and phase, or that the game is over."""
    return stage(view.state)


def aim(view: View[RailroadRivals]) -> str:
    """The purpose of the phase, and of the game."""
    match view.state.flow[-1:]:
        case (Bidding(),):
            return "Highest bid: first to pick, place, and deliver."
        case (Drafting(),):
            return "Most points win. Stocks score at the end."
        case (Placing(),):
            return "Your links score when others deliver on them."
        case (Delivering(),):
            return "Deliveries score, and raise their railroad."
        case _:
            return ""


def stage(state: RailroadRivals) -> str:
    """Turn and phase: “Turn 6 of 9 · Place a city”."""
    if not state.flow:
        return f"Final scores after {counted(state.turn, 'turn')}"
    turn = _turn(state)
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
            added = [module.headline(state) for module in joints.modules(state)]
            return " · ".join(filter(None, [turn, *added]))


def _turn(state: RailroadRivals) -> str:
    """“Turn 6 of 9”; where tiles are played and not placed, it may come otherwise: “Turn 6 of about 9”."""
    if not state.turn:
        return "Setup"
    if state.ending:
        return f"Turn {state.turn}, the last"
    if state.turn > state.planned_turns:
        return f"Turn {state.turn}"
    return f"Turn {state.turn} of {_how_sure(state)}{state.planned_turns}"


def _how_sure(state: RailroadRivals) -> str:
    """“up to ” while a hand may end the game at any time, “about ” where tiles are played and not placed."""
    if not late_cities(state.options, state.seats):
        return ""
    return "up to " if state.options.end == "first-empty-hand" and not state.city_pile_out else "about "


def doing(who: str, did: str) -> Told:
    """An event that is told with the same words everywhere: “Ada drafted Chicago.”"""
    return Told(f"{who} {did}.", did)


def tell(event: Event, name: Name) -> Told:
    """The event in words, for posts and for pictures."""
    for module in joints.every():
        if type(event) in module.events:
            return module.tell(event, name)
    parts = (part(event, name) for part in (_turns, _choices, _table, _end))
    return next((told for told in parts if told is not UNTOLD), UNTOLD)


def _turns(event: Event, name: Name) -> Told:
    """The start of a turn, and who goes first in it."""
    match event:
        case e.StartingTileLaid(city=city, goods=goods):
            return Told(f"{city} is the starting tile, with {listed(goods)}.")
        case e.TurnBegan(turn=turn):
            return Told(f"Turn {turn} began.")
        case e.CityPileRanOut(removed=removed):
            return Told(f"{_pile_gone(removed)} From now on, each player drafts 2 stock tiles per turn.")
        case e.TilesDrawn(cities=cities, stocks=stocks):
            return Told(f"On offer: {listed((*cities, *map(stock_words, stocks)))}.")
        case e.OrderSet(order=order, paid=paid):
            did = f"paid {counted(paid, 'point')} to go first"
            winner = f"{name(order[0])} {did}. " if paid else ""
            return Told(f"{winner}Turn order: {', '.join(map(name, order))}.", did if paid else "goes first")
        case _:
            return UNTOLD


def _pile_gone(removed: int) -> str:
    """Why no more cities are drawn: the pile is empty, or the ``removed`` tiles were too few for all players."""
    if not removed:
        return "The city pile is empty."
    last = "The last city tile was" if removed == 1 else f"The last {removed} city tiles were"
    return f"{last} not enough for all players and left the game."


def _choices(event: Event, name: Name) -> Told:
    """Bids and drafts."""
    match event:
        case e.BidMade(seat=seat, amount=amount):
            return doing(name(seat), f"bid {counted(amount, 'point')}")
        case e.BidPassed(seat=seat):
            return doing(name(seat), "passed in the bidding")
        case e.CityDrafted(seat=seat, city=city):
            return doing(name(seat), f"drafted {city}")
        case e.StockDrafted(seat=seat, railroad=railroad):
            return doing(name(seat), f"drafted {railroad} stock")
        case e.SpecialDrafted(seat=seat, special=special):
            return doing(name(seat), f"drafted {special}")
        case e.DraftSkipped(seat=seat):
            return Told(f"{name(seat)} had nothing left to draft.")
        case _:
            return UNTOLD


def _table(event: Event, name: Name) -> Told:
    """Placements and deliveries."""
    match event:
        case e.CityPlaced():
            return _placed(event, name)
        case e.GoodsDrawn(city=city, goods=goods, missing=missing):
            short = f" The bag was {counted(missing, 'cube')} short." if missing else ""
            return Told(f"{city} received {listed(goods) or 'no goods'}.{short}")
        case e.PlacementPassed(seat=seat, empty_handed=empty):
            return doing(name(seat), "had no city to place" if empty else "passed: no city fits")
        case e.Delivered():
            return _delivered(event, name)
        case e.BonusScored(seat=seat, points=points, reason=reason):
            return Told(f"{name(seat)} scored {counted(points, 'point')} for {bonus_words(reason)}.")
        case e.DeliverySkipped(seat=seat):
            return doing(name(seat), "couldn’t deliver")
        case _:
            return UNTOLD


def bonus_words(reason: e.BonusReason | str) -> str:
    """“the hotel in Chicago”, “two Locomotive Upgrades”, after “for”; an earlier release stored it so."""
    if isinstance(reason, str):
        return reason
    if reason.hotel:
        return f"the hotel in {reason.hotel}"
    return "a Locomotive Upgrade" if reason.upgrades == 1 else "two Locomotive Upgrades"


def _end(event: Event, name: Name) -> Told:
    match event:
        case e.HandEmptied(seat=seat):
            why = "at this table, an empty hand ends it only after the city pile is gone"
            return Told(f"{name(seat)} has no city left to place. The game continues: {why}.")
        case e.LastTurnCame(seat=None):
            return Told("No one placed a city this turn, and the city pile is gone. This is the last turn.")
        case e.LastTurnCame(seat=int(seat)):
            return Told(f"{name(Seat(seat))} placed the last city in hand. This is the last turn.")
        case e.StocksScored(seat=seat, points=points, total=total):
            return Told(f"{name(seat)} scored {counted(points, 'point')} for stocks: {total} in all.")
        case e.GameEnded(ending=ending):
            return Told(ENDINGS[ending])
        case _:
            return UNTOLD


def _placed(event: e.CityPlaced, name: Name) -> Told:
    """A placement: posts say where the links lead, pictures show it."""
    who, placed = name(event.seat), f"placed {event.city}"
    if not event.links:
        return Told(f"{who} {placed} without a link.", f"{placed} without a link")
    ends = listed(tuple(article(f"{link.railroad} link to {link.b}") for link in event.links))
    kind = "link" if len(event.links) == 1 else "links"
    return Told(f"{who} {placed} and gained {ends}.", f"{placed}: {_roads(event)} {kind}")


def _roads(event: e.CityPlaced) -> str:
    """The railroads of the new links: “PRR”, “B&O and PRR”, “2 PRR”, “2 PRR and 1 B&O”."""
    times = Counter(link.railroad for link in event.links)
    if max(times.values()) == 1:
        return listed(tuple(times))
    return listed(tuple(f"{count} {railroad}" for railroad, count in times.items()))


def _delivered(event: e.Delivered, name: Name) -> Told:
    """A delivery; pictures have it alone, for a colon: “coal from Omaha to Denver by UP, 3 points”."""
    points = counted(event.points, "point")
    way = f"{event.goods} from {event.city} to {event.destination} by {event.railroad}"
    return Told(_delivery(event, way, points, name), f"{way}, {points}")


def _delivery(event: e.Delivered, way: str, points: str, name: Name) -> str:
    fee = f"; {name(event.owner)} gets {event.owner_points} for the link" if event.owner_points else ""
    rose = f"{listed(event.company or (event.railroad,))} stock is worth {event.value}."
    worth = rose if event.value else f"{event.railroad} is out of business: no stock rises."
    if not event.points:
        over = f"{event.goods} from {event.city} over the tower in {event.destination} by {event.railroad}"
        return f"{name(event.seat)} sent {over}{fee}. {worth}"
    return f"{name(event.seat)} delivered {way}: {points}{fee}. {worth}"
