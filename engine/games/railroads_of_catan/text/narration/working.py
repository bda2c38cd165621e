"""Narration of building, running, and the end."""

from collections.abc import Iterator

from engine.core import (
    NO_NARRATION,
    Event,
    NameOfSeat,
    Narration,
    Seat,
    count_noun,
    dollar_amount,
    join_words,
    possessive_of,
)
from engine.games.railroads_of_catan.game_data.island import NodeId
from engine.games.railroads_of_catan.rules.refusals import obstacle_sentence
from engine.games.railroads_of_catan.rules.scoring import ENDINGS
from engine.games.railroads_of_catan.state import display_names
from engine.games.railroads_of_catan.state import events as e
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.trip_bill import Bill


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """The narration of an event of these phases; nothing for others."""
    match event:
        case e.TrackLaid():
            return Narration(_laying_sentence(event, name), _laying_clause(event, name))
        case e.TrainBought(seat=seat, number=number, city=city, cost=cost, cities=cities):
            where = display_names.city_text(cities, city, name, seat)
            sentence = f"{name(seat)} bought train {number} in {where} for {dollar_amount(cost)}."
            return Narration(sentence, f"bought a train in {display_names.place_text(cities, city, name, seat)}")
        case e.TrainUpgraded(seat=seat, number=number, cost=cost):
            clause = f"upgraded train {number} to a large train"
            return Narration(f"{name(seat)} {clause} for {dollar_amount(cost)}.", clause)
        case e.TrainRun(seat=seat, number=number, trip=trip, cities=cities):
            end = _arrival_text(display_names.short_spot_text(cities, trip.stops[-1].place, name, seat))
            return Narration(_run_sentence(event, name), f"ran train {number} {end}")
        case e.PlanStopped(why=str(sentence)):
            return Narration(f"Your plan was canceled. {sentence}")
        case e.PlanStopped(why=Obstacle() as why):
            which = f"Train {why.train}: " if why.train else ""
            return Narration(f"Your plan was canceled. {which}{obstacle_sentence(why)}")
        case e.VisitEnded(seat=seat, building=building):
            return Narration(f"{name(seat)} finished {'building' if building else 'running trains'}.")
        case e.GameEnded(ending=ending):
            return Narration(ENDINGS[ending])
        case _:
            return NO_NARRATION


def _laying_sentence(event: e.TrackLaid, name: NameOfSeat) -> str:
    """“Ada laid 2 tracks from their 5-dot city to Ben’s 4-dot city for $2,000 and paid $1,000 to Ben.”"""
    lines = join_words(
        [f"{count_noun(len(line) - 1, 'track')} {_direction_text(event, line, name)}" for line in event.path.lines]
    )
    free_text = f" ({event.free} free)" if event.free else ""
    price = f"for {dollar_amount(event.cost)}{free_text}" if event.cost or not event.free else "for free"
    fees_text = f" and paid {display_names.seat_sums_text(event.fees, name)}" if event.fees else ""
    return f"{name(event.seat)} laid {lines} {price}{fees_text}."


def _direction_text(event: e.TrackLaid, line: tuple[NodeId, ...], name: NameOfSeat) -> str:
    """“from their 5-dot city toward Cleo’s 3-dot city”, or “near Ben’s 4-dot city”: cities alone.

    After a rival’s city at the start, “their” would be read as the rival’s.
    """
    first, *between, last = line
    towns = [display_names.city_text(event.cities, place, name) for place in between if place in event.cities]
    through = f"through {join_words(towns)}" if towns else ""
    start = event.cities.get(first)
    about = event.seat if start is None or start.seat == event.seat else None
    words = [_start_text(event, first, name), through, _end_text(event, line, name, about)]
    return " ".join(filter(None, words)) or display_names.spot_text(event.cities, last, name, event.seat)


def _start_text(event: e.TrackLaid, first: NodeId, name: NameOfSeat) -> str:
    return f"from {display_names.city_text(event.cities, first, name, event.seat)}" if first in event.cities else ""


def _end_text(event: e.TrackLaid, line: tuple[NodeId, ...], name: NameOfSeat, about: Seat | None) -> str:
    """“to Ben’s 4-dot city”, “toward Ben’s 5-dot city”."""
    if line[-1] in event.cities:
        return f"to {display_names.city_text(event.cities, line[-1], name, about)}"
    if event.toward:
        return f"toward {display_names.city_text(event.cities, event.toward, name, about)}"
    return ""


def _laying_clause(event: e.TrackLaid, name: NameOfSeat) -> str:
    """“laid 3 tracks toward Ben’s 5 for $3,000”."""
    tracks, line = count_noun(len(event.path.tracks), "track"), event.path.lines[-1]
    price = dollar_amount(event.cost + sum(event.fees.values()))
    direction = _end_text(event, line, name, event.seat) or _direction_text(event, line, name)
    return f"laid {tracks} {direction.replace('-dot city', '')} for {price}"


def _run_sentence(event: e.TrainRun, name: NameOfSeat) -> str:
    """“Ada’s train 1 ran from their 5-dot city to Ben’s 4-dot city in 6 moves and sold 2 ore for $2,400.”"""
    stops, moves = event.trip.stops, count_noun(event.bill.moves, "move")
    first, last = stops[0].place, stops[-1].place
    start = display_names.spot_text(event.cities, first, name, event.seat)
    start_city = event.cities.get(first)
    end = display_names.spot_text(
        event.cities, last, name, event.seat if start_city is None or start_city.seat == event.seat else None
    )
    goal = "and back" if first == last else _arrival_text(end)
    way_text = f"stayed {start}" if len(stops) == 1 else f"ran {_departure_text(start)} {goal} in {moves}"
    goods_thrown = [good for stop in stops for good in stop.thrown]
    throw_clauses = [f"threw away {display_names.goods_text(goods_thrown)}"] if goods_thrown else []
    clauses = join_words([way_text, *throw_clauses, *_work_clauses(event.bill)])
    train = f"{possessive_of(name(event.seat))} train {event.number}"
    return " ".join([f"{train} {clauses}.", *_payment_sentences(event, name)])


def _departure_text(spot: str) -> str:
    """“from Ada’s 5-dot city”, “from a point near Ada’s 5-dot city”."""
    return f"from {_point_text(spot)}"


def _arrival_text(spot: str) -> str:
    """“to Ada’s 5-dot city”, “to a point near Ada’s 5-dot city”."""
    return f"to {_point_text(spot)}"


def _point_text(spot: str) -> str:
    """A spot as it follows a preposition: a city without “in”, or “a point near …”."""
    return f"a point {spot}" if spot.startswith("near ") else spot.removeprefix("in ").removeprefix("at ")


def _work_clauses(bill: Bill) -> Iterator[str]:
    """Tell what was loaded, sold, and filled, each as a clause."""
    if load_texts := [line.what for line in bill.lines if line.kind == "goods"]:
        yield f"loaded {_goods_sum_text(load_texts)}"
    if sale_lines := [line for line in bill.lines if line.kind == "sale"]:
        income = dollar_amount(sum(line.dollars for line in sale_lines))
        yield f"sold {_goods_sum_text([line.what for line in sale_lines])} for {income}"
    if order_lines := [line for line in bill.lines if line.kind == "order"]:
        letters, bonus_sum = join_words([line.what for line in order_lines]), sum(line.dollars for line in order_lines)
        yield f"filled {'order' if len(order_lines) == 1 else 'orders'} {letters} for {dollar_amount(bonus_sum)}"


def _payment_sentences(event: e.TrainRun, name: NameOfSeat) -> Iterator[str]:
    """Tell what rivals were paid, and the net where money went both ways or in several parts."""
    if payment_text := payments_text(event.bill, name):
        yield f"{name(event.seat)} paid {payment_text}."
    if len({line.kind for line in event.bill.lines if line.dollars}) > 1:
        yield f"Net: {dollars_with_sign(event.bill.net)}."


def bill_clauses(bill: Bill, name: NameOfSeat) -> tuple[str, ...]:
    """“Sales $1,800”, “Order A $6,000”, and payments to rivals, a clause each, for a trip not made yet."""
    sales = sum(line.dollars for line in bill.lines if line.kind == "sale")
    sale_clauses = (f"Sales {dollar_amount(sales)}",) if sales else ()
    order_clauses = (f"Order {line.what} {dollar_amount(line.dollars)}" for line in bill.lines if line.kind == "order")
    payment_text = payments_text(bill, name)
    return (*sale_clauses, *order_clauses, *((f"You pay {payment_text}",) if payment_text else ()))


def dollars_with_sign(net: int) -> str:
    """“+$2,000”, “−$400”, “$0”."""
    return f"{'+' if net > 0 else ''}{dollar_amount(net)}"


def payments_text(bill: Bill, name: NameOfSeat) -> str:
    """“Ben $800 for goods and $200 in fees, and Cleo $400 in fees”; empty where no one was paid."""
    sums_by_seat: dict[Seat, dict[str, int]] = {}
    for line in bill.lines:
        if line.seat is not None and line.dollars:
            sums = sums_by_seat.setdefault(line.seat, {})
            purpose = "for goods" if line.kind == "goods" else "in fees"
            sums[purpose] = sums.get(purpose, 0) - line.dollars
    rivals = [f"{name(seat)} {_sums_text(sums)}" for seat, sums in sums_by_seat.items()]
    return ", and ".join(filter(None, [", ".join(rivals[:-1]), *rivals[-1:]]))


def _sums_text(sums: dict[str, int]) -> str:
    return join_words([f"{dollar_amount(amount)} {purpose}" for purpose, amount in sums.items()])


def _goods_sum_text(amounts: list[str]) -> str:
    """“2 ore and 1 wood” of what lines say, equal goods together."""
    sums: dict[str, int] = {}
    for count, good in (what.split() for what in amounts):
        sums[good] = sums.get(good, 0) + int(count)
    return join_words([f"{count} {good}" for good, count in sums.items()])
