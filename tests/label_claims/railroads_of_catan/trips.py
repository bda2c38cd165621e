"""Claims in labels and previews about trips, what the train does, and who is paid."""

import re
from collections import Counter
from collections.abc import Iterator

from engine.core.action import LAST_STEP
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.state.actions import PlanRun, Run
from engine.games.railroads_of_catan.state.path_notation import Stop, Trip
from engine.games.railroads_of_catan.state.phases import Building, Runs, Visits
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from render import PAINTERS, DrawingContext
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railroads_of_catan import effects as does
from tests.label_claims.railroads_of_catan.played import run_now

PAINTER = PAINTERS[GAME.key]
_WORK = r"(?:throw away|sell|load) "
_GOODS = r"\d+ \w+(?: \((?:\d+ for )?orders? [^)]+\))?"


def trip_claims(offer: Offer, action: Run, state: RailroadsOfCatan) -> Iterator[Claim]:
    """Yield the claims about a trip that is made at once."""
    after = does.applied(state, action)
    yield from _whole(offer, action, state, after)
    yield from _short(offer, action, state, after)
    yield from _end_of_game(offer, after)
    yield from _preview(offer, action, state, after)


def planned_trip_claims(offer: Offer, action: PlanRun, state: RailroadsOfCatan) -> Iterator[Claim]:
    """Yield the claims about a planned trip: its costs are those of the trip as things are now."""
    plan = next(run for run in does.applied(state, action).plans_of(offer.seat).runs if run.number == action.number)
    limit = does.match(rf"Only for up to ({does.SUM}) in fees", offer.label)
    said = (does.money(limit[1]), does.money(offer.field_labels["limit"]))
    yield Claim("limit of a planned trip", said, (plan.limit, plan.limit))
    then = state if _runs_yet(state, offer.seat) else state.begin_turn()
    after = run_now(then, action)
    yield Claim("planned trip possible now", "Not possible now" not in offer.label, after is not None)
    if after is None:
        return
    yield Claim("cash after a plan", None, _cash_said(offer.label))
    yield from _whole(offer, action, then, after)
    yield from _short(offer, action, then, after)
    yield from _preview(offer, action, then, after)


def _runs_yet(state: RailroadsOfCatan, seat: int) -> bool:
    """Whether the seat still runs trains in this turn."""
    return any(
        (isinstance(phase, Runs | Visits) and seat not in state.order[: phase.at])
        or (isinstance(phase, Building) and phase.seat == seat)
        for phase in state.flow
    )


def _cash_said(words: str) -> int | None:
    found = re.search(rf"(?:You then have|cash after) ({does.SUM})", words)
    return does.money(found[1]) if found else None


# -- the whole trip


def _whole(offer: Offer, action: Run | PlanRun, state: RailroadsOfCatan, after: RailroadsOfCatan) -> Iterator[Claim]:
    words, seat = offer.label, offer.seat
    used = does.match(r"(\d+) of (\d+) moves?\.", words)
    moves = does.moves_used(state, seat, action.trip)
    yield Claim("moves of a trip", (int(used[1]), int(used[2])), (moves, _most_moves(state, action)))
    if isinstance(action, Run):
        yield Claim("cash after a trip", _cash_said(words), after.cash[seat])
    pay = re.search(r"You pay (.+?)\.(?: |$)", words)
    yield Claim("paid by a trip", does.paid_said(pay[1]) if pay else {}, does.received(state, after, seat))
    sales = re.search(rf"Sales ({does.SUM})\.", words)
    orders = {letter: does.money(amount) for letter, amount in re.findall(rf"Order (\w) ({does.SUM})\.", words)}
    filled = {order.letter: order.bonus for order in state.orders if order not in after.orders}
    yield Claim("orders of a trip", orders, filled)
    income = (does.money(sales[1]) if sales else 0) + sum(orders.values())
    yield Claim("income of a trip", income, state.bank - after.bank)
    yield Claim("stops of a trip", _work_said(words.partition(" moves.")[0]), _work_done(state, action.trip))


def _most_moves(state: RailroadsOfCatan, action: Run | PlanRun) -> int:
    """Return the moves of the train: 8, or 6 of a large one. (RC Phase 6)"""
    train = state.find_train(action.seat, action.number)
    assert train is not None
    return 6 if train.large else 8


def _work_said(words: str) -> list[tuple[str, str, int]]:
    """Return verb, good, and barrels in the order of the text."""
    found = []
    for verb, goods in re.findall(rf"(throw away|sell|load) ({_GOODS}(?:(?:, and|,| and) {_GOODS})*)", words):
        found += [
            (verb, good, int(barrels)) for barrels, good in re.findall(r"(\d+) ([a-z]+)(?![\w)]* order)", _bare(goods))
        ]
    times = [int(number) for number in re.findall(r"×(\d+)", words)]
    return found + [("times", "", each) for each in times]


def _bare(goods: str) -> str:
    return re.sub(r" \([^)]*\)", "", goods)


def _work_done(state: RailroadsOfCatan, trip: Trip) -> list[tuple[str, str, int]]:
    found: list[tuple[str, str, int]] = []
    for stop in trip.stops:
        found += _work_of(state, stop)
    return found


def _work_of(state: RailroadsOfCatan, stop: Stop) -> list[tuple[str, str, int]]:
    thrown, sold = Counter(map(str, stop.thrown)), Counter[str]()
    for sale in stop.sales:
        sold[str(sale.good)] += sale.barrels
    done = [("throw away", good, barrels) for good, barrels in sorted(thrown.items())]
    done += [("sell", good, barrels) for good, barrels in sold.items()]
    return done + ([("load", str(state.layout.good_of(stop.place)), stop.load)] if stop.load else [])


# -- in a menu


def _short(offer: Offer, action: Run | PlanRun, state: RailroadsOfCatan, after: RailroadsOfCatan) -> Iterator[Claim]:
    net = after.cash[offer.seat] - state.cash[offer.seat]
    moves = does.moves_used(state, offer.seat, action.trip)
    found = does.match(rf"^({does.SUM}) in (\d+|no) moves?: ", offer.field_labels["trip"])
    yield Claim("trip in a menu", (does.money(found[1]), _number(found[2])), (net, moves))
    last = re.search(rf"({does.SUM}) in (\d+|no) moves? so far", offer.field_label(LAST_STEP))
    if last:
        yield Claim("last stop in a menu", (does.money(last[1]), _number(last[2])), (net, moves))
    yield from _aboard(offer.field_labels["trip"], action, after)


def _aboard(words: str, action: Run | PlanRun, after: RailroadsOfCatan) -> Iterator[Claim]:
    train = after.find_train(action.seat, action.number)
    assert train is not None
    load = re.search(
        r", ((?:\d+ \w+(?:, and |, | and )?)+) on board(?: for orders? (.+)|, wanted by orders? (.+))?$", words
    )
    said = {good: int(barrels) for barrels, good in re.findall(r"(\d+) (\w+)", load[1])} if load else {}
    yield Claim("goods on board", said, dict(Counter(map(str, train.goods))))
    wanted = [order.letter for order in after.orders if order.good in train.goods]
    if load and load[2]:  # each barrel fills one order
        letters = re.findall(r"\b[A-Z]\b", load[2])
        yield Claim("orders for goods on board", len(letters), min(len(letters), len(train.goods)))
    letters = re.findall(r"\b[A-Z]\b", (load[2] or load[3] or "") if load else "")
    yield Claim("orders that want goods on board", letters, wanted)


def _number(words: str) -> int:
    return 0 if words == "no" else int(words)


def _end_of_game(offer: Offer, after: RailroadsOfCatan) -> Iterator[Claim]:
    rich = re.search(r"With \$75,000", offer.label)
    yield Claim("end by cash", rich is not None, after.cash[offer.seat] >= 75_000)
    if rich:
        yield Claim("end by cash at the end of the turn", "at the end of the turn" in offer.label, True)


# -- the picture


def _preview(offer: Offer, action: Run | PlanRun, state: RailroadsOfCatan, after: RailroadsOfCatan) -> Iterator[Claim]:
    look = DrawingContext(tuple(name(seat) for seat in state.everyone), ())
    net = after.cash[offer.seat] - state.cash[offer.seat]
    for scene in PAINTER.preview_scenes(offer.view, look, action):
        alt = scene.alt
        used = does.match(r"(\d+) of (\d+) moves\.", alt)
        moves = does.moves_used(state, offer.seat, action.trip)
        yield Claim("moves in preview", (int(used[1]), int(used[2])), (moves, _most_moves(state, action)))
        found = does.match(rf"Net ({does.SUM})", alt)
        yield Claim("net in preview", does.money(found[1]), net)
        cash = after.cash[offer.seat] if isinstance(action, Run) else None
        yield Claim("cash in preview of a trip", _cash_said(alt), cash)
        pays = re.search(r"Pays (.+?)\. Net", alt)
        yield Claim("paid in preview", does.paid_said(pays[1]) if pays else {}, does.received(state, after, offer.seat))
        entries = re.findall(rf": ({does.SUM}|free)\.", alt.partition(" moves.")[2])
        yield Claim("entries in preview", sum(map(does.money, entries)), net)
        stops = alt.partition(" moves.")[0].split(": ", 2)[2]
        yield Claim("stops in preview", _work_said(stops), _work_done(state, action.trip))
