"""How Railroad Rivals tells what happened and where the game stands.

One voice: plain past tense, full sentences, numbers with their unit. What a choice means is said in ``labels.py``.
"""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.secret import View
from engine.core.words import counted, listed
from engine.games.railroad_rivals.box.pieces import stock_words
from engine.games.railroad_rivals.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.rules.ending import ENDINGS
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.components import late_cities
from engine.games.railroad_rivals.state.state import RailroadRivals


def headline(view: View[RailroadRivals]) -> str:
    """Turn and phase, or that the game is over."""
    return stage(view.state)


def stage(state: RailroadRivals) -> str:
    """Turn and phase: “Turn 6 of 9 · place a city”."""
    if not state.flow:
        return f"Final scores after {state.turn} turns"
    turn = _turn(state)
    match state.flow[-1]:
        case Bidding():
            return f"{turn} · bid for turn order"
        case Drafting(picks=picks):
            return f"{turn} · {'first' if picks < state.seats else 'second'} pick"
        case Placing():
            return f"{turn} · place a city"
        case Delivering(time=time):
            return f"{turn} · deliver a good" + (" once more" if time > 1 else "")
        case _:
            return " · ".join([turn, *filter(None, (module.headline(state) for module in joints.modules(state)))])


def _turn(state: RailroadRivals) -> str:
    """“Turn 6 of 9”; where tiles are played and not placed, it may come otherwise: “Turn 6 of about 9”."""
    if not state.turn:
        return "Set-up"
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


def narrate(event: Event, name: Name) -> str:
    """The event as a sentence for the table; empty when it is not worth a line."""
    for module in joints.every():
        if type(event) in module.events:
            return module.narrate(event, name) or ""
    match event:
        case e.StartingTileLaid(city=city, goods=goods):
            return f"{city} is the starting tile, with {listed(goods)}."
        case e.TurnBegan(turn=turn):
            return f"Turn {turn} began."
        case e.CityPileRanOut(removed=removed):
            left = f" The last {counted(removed, 'city tile')} left the game." if removed else ""
            return f"The city pile ran out: from now on everybody drafts two stock tiles a turn.{left}"
        case e.TilesDrawn(cities=cities, stocks=stocks):
            return f"On offer: {listed((*cities, *map(stock_words, stocks)))}."
        case e.OrderSet(order=order, paid=paid):
            winner = f"{name(order[0])} paid {counted(paid, 'point')} to go first. " if paid else ""
            return f"{winner}Turn order: {', '.join(map(name, order))}."
        case _:
            return _narrate_choice(event, name)


def _narrate_choice(event: Event, name: Name) -> str:
    """What was bid and drafted."""
    match event:
        case e.BidMade(seat=seat, amount=amount):
            return f"{name(seat)} bid {counted(amount, 'point')}."
        case e.BidPassed(seat=seat):
            return f"{name(seat)} passed in the bidding."
        case e.CityDrafted(seat=seat, city=city):
            return f"{name(seat)} drafted {city}."
        case e.StockDrafted(seat=seat, railroad=railroad):
            return f"{name(seat)} drafted {railroad} stock."
        case e.SpecialDrafted(seat=seat, special=special):
            return f"{name(seat)} drafted {special}."
        case e.DraftSkipped(seat=seat):
            return f"Nothing was left to draft for {name(seat)}."
        case _:
            return _narrate_table(event, name)


def _narrate_table(event: Event, name: Name) -> str:
    """What was placed and delivered."""
    match event:
        case e.CityPlaced(seat=seat, city=city, links=links):
            made = listed(tuple(f"{link.railroad} to {link.b}" for link in links))
            return f"{name(seat)} placed {city}: " + (f"{_links(len(links))} {made}." if links else "no link.")
        case e.GoodsDrawn(city=city, goods=goods, missing=missing):
            short = f" The bag was {counted(missing, 'cube')} short." if missing else ""
            return f"{city} received {listed(goods) or 'no goods'}.{short}"
        case e.PlacementPassed(seat=seat, empty_handed=empty):
            return f"{name(seat)} had no city to place." if empty else f"{name(seat)} passed: no city fits."
        case e.Delivered():
            return _narrate_delivery(event, name)
        case e.BonusScored(seat=seat, points=points, reason=reason):
            return f"{name(seat)} scored {counted(points, 'point')} for {reason}."
        case e.DeliverySkipped(seat=seat):
            return f"No delivery was possible for {name(seat)}."
        case _:
            return _narrate_end(event, name)


def _narrate_end(event: Event, name: Name) -> str:
    match event:
        case e.HandEmptied(seat=seat):
            return (
                f"{name(seat)} has no city left to place. The game continues: at this table an empty hand ends it "
                "only once the city pile is gone."
            )
        case e.LastTurnCame(seat=None):
            return "Nobody could place a city this turn and the city pile is gone: this is the last turn."
        case e.LastTurnCame(seat=int(seat)):
            return f"{name(Seat(seat))} placed the last city in hand: this is the last turn."
        case e.StocksScored(seat=seat, points=points, total=total):
            return f"{name(seat)} scored {counted(points, 'point')} for stocks: {total} in all."
        case e.GameEnded(ending=ending):
            return ENDINGS[ending]
        case _:
            return ""


def _narrate_delivery(event: e.Delivered, name: Name) -> str:
    road = f"{event.goods} from {event.city} to {event.destination} by {event.railroad}"
    fee = f", and {event.owner_points} to {name(event.owner)} for the link" if event.owner_points else ""
    rose = f"{listed(event.company or (event.railroad,))} stock is worth {event.value}."
    worth = rose if event.value else f"{event.railroad} is out of business: no stock rises."
    if not event.points:
        over = f"{event.goods} from {event.city} over the tower in {event.destination} by {event.railroad}"
        return f"{name(event.seat)} sent {over}{fee}. {worth}"
    return f"{name(event.seat)} delivered {road}: {counted(event.points, 'point')}{fee}. {worth}"


def _links(number: int) -> str:
    return "link" if number == 1 else f"{number} links"
