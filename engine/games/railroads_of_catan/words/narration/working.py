"""The words for events of building and running, and of the end."""

from collections.abc import Iterator

from engine.core import UNTOLD, Event, Name, Seat, Told, counted, dollars, listed, possessive
from engine.games.railroads_of_catan.box.island import Place
from engine.games.railroads_of_catan.rules.ending import ENDINGS
from engine.games.railroads_of_catan.rules.refusals import refusal
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state import naming
from engine.games.railroads_of_catan.state.bill import Bill
from engine.games.railroads_of_catan.state.obstacle import Obstacle


def tell(event: Event, name: Name) -> Told:
    """An event of these phases in words; nothing for others."""
    match event:
        case e.TrackLaid():
            return Told(_laid(event, name), _laid_in_short(event, name))
        case e.TrainBought(seat=seat, number=number, city=city, cost=cost, cities=cities):
            where = naming.city_words(cities, city, name, seat)
            sentence = f"{name(seat)} bought train {number} in {where} for {dollars(cost)}."
            return Told(sentence, f"bought a train in {naming.place_words(cities, city, name, seat)}")
        case e.TrainUpgraded(seat=seat, number=number, cost=cost):
            did = f"upgraded train {number} to a large train"
            return Told(f"{name(seat)} {did} for {dollars(cost)}.", did)
        case e.TrainRun(seat=seat, number=number, trip=trip, cities=cities):
            end = _arrival(naming.short_spot(cities, trip.stops[-1].place, name, seat))
            return Told(_run(event, name), f"ran train {number} {end}")
        case e.PlanStopped(why=str(sentence)):
            return Told(f"Your plan was canceled. {sentence}")
        case e.PlanStopped(why=Obstacle() as why):
            which = f"Train {why.train}: " if why.train else ""
            return Told(f"Your plan was canceled. {which}{refusal(why)}")
        case e.VisitEnded(seat=seat, building=building):
            return Told(f"{name(seat)} finished {'building' if building else 'running trains'}.")
        case e.GameEnded(ending=ending):
            return Told(ENDINGS[ending])
        case _:
            return UNTOLD


def _laid(event: e.TrackLaid, name: Name) -> str:
    """“Ada laid 2 tracks from their 5-dot city to Ben’s 4-dot city for $2,000 and paid $1,000 to Ben.”"""
    lines = listed([f"{counted(len(line) - 1, 'track')} {_way(event, line, name)}" for line in event.path.lines])
    free = f" ({event.free} free)" if event.free else ""
    price = f"for {dollars(event.cost)}{free}" if event.cost or not event.free else "for free"
    paid = f" and paid {naming.seat_sums(event.fees, name)}" if event.fees else ""
    return f"{name(event.seat)} laid {lines} {price}{paid}."


def _way(event: e.TrackLaid, line: tuple[Place, ...], name: Name) -> str:
    """“from their 5-dot city toward Cleo’s 3-dot city”, or “near Ben’s 4-dot city”: cities alone.

    After a rival’s city at the start, “their” would be read as the rival’s.
    """
    first, *between, last = line
    towns = [naming.city_words(event.cities, place, name) for place in between if place in event.cities]
    through = f"through {listed(towns)}" if towns else ""
    start = event.cities.get(first)
    about = event.seat if start is None or start.seat == event.seat else None
    words = [_start(event, first, name), through, _end(event, line, name, about)]
    return " ".join(filter(None, words)) or naming.spot_words(event.cities, last, name, event.seat)


def _start(event: e.TrackLaid, first: Place, name: Name) -> str:
    return f"from {naming.city_words(event.cities, first, name, event.seat)}" if first in event.cities else ""


def _end(event: e.TrackLaid, line: tuple[Place, ...], name: Name, about: Seat | None) -> str:
    """“to Ben’s 4-dot city”, “toward Ben’s 5-dot city”."""
    if line[-1] in event.cities:
        return f"to {naming.city_words(event.cities, line[-1], name, about)}"
    if event.toward:
        return f"toward {naming.city_words(event.cities, event.toward, name, about)}"
    return ""


def _laid_in_short(event: e.TrackLaid, name: Name) -> str:
    """“laid 3 tracks toward Ben’s 5 for $3,000”."""
    tracks, line = counted(len(event.path.tracks), "track"), event.path.lines[-1]
    price = dollars(event.cost + sum(event.fees.values()))
    way = _end(event, line, name, event.seat) or _way(event, line, name)
    return f"laid {tracks} {way.replace('-dot city', '')} for {price}"


def _run(event: e.TrainRun, name: Name) -> str:
    """“Ada’s train 1 ran from their 5-dot city to Ben’s 4-dot city in 6 moves and sold 2 ore for $2,400.”"""
    stops, moves = event.trip.stops, counted(event.bill.moves, "move")
    first, last = stops[0].place, stops[-1].place
    start = naming.spot_words(event.cities, first, name, event.seat)
    left = event.cities.get(first)
    end = naming.spot_words(event.cities, last, name, event.seat if left is None or left.seat == event.seat else None)
    goal = "and back" if first == last else _arrival(end)
    way = f"stayed {start}" if len(stops) == 1 else f"ran {_departure(start)} {goal} in {moves}"
    thrown = [good for stop in stops for good in stop.thrown]
    threw = [f"threw away {naming.goods_words(thrown)}"] if thrown else []
    did = listed([way, *threw, *_done(event.bill)])
    train = f"{possessive(name(event.seat))} train {event.number}"
    return " ".join([f"{train} {did}.", *_settled(event, name)])


def _departure(spot: str) -> str:
    """“from Ada’s 5-dot city”, “from a point near Ada’s 5-dot city”."""
    return f"from {_point(spot)}"


def _arrival(spot: str) -> str:
    """“to Ada’s 5-dot city”, “to a point near Ada’s 5-dot city”."""
    return f"to {_point(spot)}"


def _point(spot: str) -> str:
    """A spot as it follows a preposition: a city without “in”, or “a point near …”."""
    return f"a point {spot}" if spot.startswith("near ") else spot.removeprefix("in ").removeprefix("at ")


def _done(bill: Bill) -> Iterator[str]:
    """Tell what was loaded, sold, and filled, each as a clause."""
    if loaded := [line.what for line in bill.lines if line.kind == "goods"]:
        yield f"loaded {_summed(loaded)}"
    if sold := [line for line in bill.lines if line.kind == "sale"]:
        income = dollars(sum(line.dollars for line in sold))
        yield f"sold {_summed([line.what for line in sold])} for {income}"
    if filled := [line for line in bill.lines if line.kind == "order"]:
        letters, paid = listed([line.what for line in filled]), sum(line.dollars for line in filled)
        yield f"filled {'order' if len(filled) == 1 else 'orders'} {letters} for {dollars(paid)}"


def _settled(event: e.TrainRun, name: Name) -> Iterator[str]:
    """Tell what rivals were paid, and the net where money went both ways or in several parts."""
    if paid := paid_words(event.bill, name):
        yield f"{name(event.seat)} paid {paid}."
    if len({line.kind for line in event.bill.lines if line.dollars}) > 1:
        yield f"Net: {gain(event.bill.net)}."


def bill_words(bill: Bill, name: Name) -> tuple[str, ...]:
    """“Sales $1,800”, “Order A $6,000”, and what rivals are paid, a clause each, for a trip still to be made."""
    sales = sum(line.dollars for line in bill.lines if line.kind == "sale")
    sold = (f"Sales {dollars(sales)}",) if sales else ()
    filled = (f"Order {line.what} {dollars(line.dollars)}" for line in bill.lines if line.kind == "order")
    paid = paid_words(bill, name)
    return (*sold, *filled, *((f"You pay {paid}",) if paid else ()))


def gain(net: int) -> str:
    """“+$2,000”, “−$400”, “$0”."""
    return f"{'+' if net > 0 else ''}{dollars(net)}"


def paid_words(bill: Bill, name: Name) -> str:
    """“Ben $800 for goods and $200 in fees, and Cleo $400 in fees”; empty where nobody was paid."""
    owed: dict[Seat, dict[str, int]] = {}
    for line in bill.lines:
        if line.seat is not None and line.dollars:
            sums = owed.setdefault(line.seat, {})
            purpose = "for goods" if line.kind == "goods" else "in fees"
            sums[purpose] = sums.get(purpose, 0) - line.dollars
    rivals = [f"{name(seat)} {_sums(sums)}" for seat, sums in owed.items()]
    return ", and ".join(filter(None, [", ".join(rivals[:-1]), *rivals[-1:]]))


def _sums(sums: dict[str, int]) -> str:
    return listed([f"{dollars(amount)} {purpose}" for purpose, amount in sums.items()])


def _summed(whats: list[str]) -> str:
    """“2 ore and 1 wood” of what lines say, equal goods together."""
    sums: dict[str, int] = {}
    for count, good in (what.split() for what in whats):
        sums[good] = sums.get(good, 0) + int(count)
    return listed([f"{count} {good}" for good, count in sums.items()])
