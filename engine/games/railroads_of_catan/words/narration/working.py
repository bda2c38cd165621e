"""What happened in building and running, and at the end, in words."""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.told import UNTOLD, Told
from engine.core.words import counted, listed
from engine.games.railroads_of_catan.rules.ending import ENDINGS
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.bill import Bill
from engine.games.railroads_of_catan.state.naming import dollars, goods_words, line_words, place_words, seat_sums


def tell(event: Event, name: Name) -> Told:
    """Of an event of these phases; nothing for others."""
    match event:
        case e.TrackLaid():
            return Told(_laid(event, name), _laid_in_short(event, name))
        case e.TrainBought(seat=seat, number=number, city=city, cost=cost, cities=cities):
            where = place_words(cities, city, name, seat)
            sentence = f"{name(seat)} bought train {number} in {where} for {dollars(cost)}."
            return Told(sentence, f"bought a train in {where}")
        case e.TrainUpgraded(seat=seat, number=number, cost=cost):
            did = f"made train {number} a large one"
            return Told(f"{name(seat)} {did} for {dollars(cost)}.", did)
        case e.TrainRun(seat=seat, number=number, trip=trip, cities=cities):
            end = place_words(cities, trip.stops[-1].place, name, seat)
            return Told(_run(event, name), f"ran train {number} to {end}")
        case e.PlanStopped(why=why):
            return Told(f"Your plan was stopped: {why.rstrip('.')}.")
        case e.VisitEnded(seat=seat, building=building):
            return Told(f"{name(seat)} is done {'building' if building else 'running trains'}.")
        case e.GameEnded(ending=ending):
            return Told(ENDINGS[ending])
        case _:
            return UNTOLD


def _laid(event: e.TrackLaid, name: Name) -> str:
    """“Ada laid city 5 to V86 by V85 for $2,000 and paid $1,000 to Ben, on the way to Ben’s 5.”"""
    lines = ", and ".join(line_words(event.cities, line, name, event.seat) for line in event.path.lines)
    price = f" for {dollars(event.cost)}" + (f" ({event.free} free)" if event.free else "")
    price = price if event.cost or not event.free else " free"
    paid = f" and paid {seat_sums(event.fees, name)}" if event.fees else ""
    going_on = event.toward and event.toward not in {line[-1] for line in event.path.lines}
    toward = (
        f", on the way to {place_words(event.cities, event.toward, name, event.seat)}"
        if event.toward and going_on
        else ""
    )
    return f"{name(event.seat)} laid {lines}{price}{paid}{toward}."


def _laid_in_short(event: e.TrackLaid, name: Name) -> str:
    """“laid 3 tracks to Ben’s 5 for $3,000”."""
    tracks = counted(len(event.path.tracks), "track")
    price = dollars(event.cost + sum(event.fees.values()))
    end = place_words(event.cities, event.path.lines[-1][-1], name, event.seat)
    return f"laid {tracks} to {end} for {price}"


def _run(event: e.TrainRun, name: Name) -> str:
    """“Ada’s train 1 ran from city 5 to Ben’s 4 in 6 moves: sold 2 ore for $2,400; it brought $2,400.”"""
    first, last = event.trip.stops[0], event.trip.stops[-1]
    start, end = (place_words(event.cities, place, name, event.seat) for place in (first.place, last.place))
    moves = counted(event.bill.moves, "move")
    stood = f"stood {'in' if first.place in event.cities else 'at'} {start}"
    way = stood if len(event.trip.stops) == 1 else f"ran from {start} to {end} in {moves}"
    thrown = [good for stop in event.trip.stops for good in stop.thrown]
    parts = [*([f"threw away {goods_words(thrown)}"] if thrown else []), *bill_words(event.bill, name)]
    paid_and_got = len({line.kind for line in event.bill.lines if line.dollars}) > 1
    net = f"; all in all {dollars(event.bill.net)}" if paid_and_got else ""
    return f"{name(event.seat)}’s train {event.number} {way}{': ' if parts else ''}{', '.join(parts)}{net}."


def bill_words(bill: Bill, name: Name) -> list[str]:
    """What was bought, sold and filled, and the fees, each as a clause."""
    bought = [line for line in bill.lines if line.kind == "goods"]
    sold = [line for line in bill.lines if line.kind == "sale"]
    filled = [line for line in bill.lines if line.kind == "order"]
    fees: dict[Seat, int] = {}
    for line in bill.lines:
        if line.kind in ("segment", "city") and line.seat is not None:
            fees[line.seat] = fees.get(line.seat, 0) - line.dollars
    parts = []
    if bought:
        cost = -sum(line.dollars for line in bought)
        price = f" for {dollars(cost)}" if cost else ""
        parts.append(f"loaded {_summed([line.what for line in bought])}{price}")
    if sold:
        parts.append(f"sold {_summed([line.what for line in sold])} for {dollars(sum(line.dollars for line in sold))}")
    if filled:
        letters = listed([line.what for line in filled])
        paid = dollars(sum(line.dollars for line in filled))
        parts.append(f"filled {'order' if len(filled) == 1 else 'orders'} {letters} for {paid}")
    if any(fees.values()):
        parts.append(f"fees {seat_sums(fees, name)}")
    return parts


def _summed(whats: list[str]) -> str:
    """“2 ore and 1 wood” of what lines say, equal goods together."""
    sums: dict[str, int] = {}
    for count, good in (what.split() for what in whats):
        sums[good] = sums.get(good, 0) + int(count)
    return listed([f"{count} {good}" for good, count in sums.items()])
