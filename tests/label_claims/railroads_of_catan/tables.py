"""Numbers in alt texts of public pictures: cash, cities, trains, track, orders, and what was built and run."""

import re
from collections.abc import Iterator
from typing import Any

from engine.games.railroads_of_catan.state import events as e
from tests.label_claims.frame import Claim, Offer
from tests.label_claims.railroads_of_catan import effects as does

_ROW = re.compile(r"Player (\d) \((?:disc|square|triangle|diamond|[a-z]+)\):? ")


def table_claims(alt: str, state: Any, offer: Offer) -> Iterator[Claim]:
    """Yield the numbers of an alt text of a public picture."""
    rows = _rows(alt)
    if "last built." in alt:
        yield from _built(rows, offer)
        return
    if "trains run." in alt or alt.startswith("Train run"):
        yield from _runs(alt, offer)
        return
    for seat, words in rows.items():
        if cash := re.search(rf"^({does.SUM})", words) or re.search(rf"({does.SUM}) cash", words):
            yield Claim("cash in alt text", does.money(cash[1]), state.cash[seat])
        if "city" in words or "cities" in words or "linked" in words:
            yield from _player(words, state, seat)
    yield from _orders(alt, state)
    yield from _final(alt, state)


def _rows(alt: str) -> dict[int, str]:
    """Return the words about each player."""
    parts = _ROW.split(alt)
    return {int(seat): words for seat, words in zip(parts[1::2], parts[2::2], strict=True)}


def _player(words: str, state: Any, seat: int) -> Iterator[Claim]:
    if linked := re.search(r"(\d) of (\d) cities linked", words):
        own = state.cities_of(seat)
        most = max(len(set(own) & does.joined_to(state, seat, city)) for city in own)
        yield Claim("linked cities in alt text", (int(linked[1]), int(linked[2])), (most if most > 1 else 0, len(own)))
    if ", track " in words:
        tracks = sum(int(number) for number in re.findall(r"\((\d+)\)", words.partition(", track ")[2]))
        yield Claim("tracks in alt text", tracks, len(state.tracks_of(seat)))
    trains = re.findall(r"(small|large) train (\d) at", words) or [
        (size, number) for number, size in re.findall(r"train (\d) (small|large) at", words)
    ]
    owned = [("large" if train.large else "small", str(train.number)) for train in state.trains_of(seat)]
    yield Claim("trains in alt text", trains, owned)
    if left := re.search(r"(\d+) rails? and (\d+) segments? left", words):
        pieces = sum(2 if train.large else 1 for train in state.trains_of(seat))
        said = (int(left[1]), int(left[2]))
        yield Claim("supply in alt text", said, (15 - len(state.tracks_of(seat)), 5 - pieces))
    if made := re.search(r"cities (\d \w+ \(H\d\d\)(?:, \d \w+ \(H\d\d\))*)", words):
        said_cities = re.findall(r"(\d) (\w+) \((H\d\d)\)", made[1])
        own_cities = [
            (str(state.cities[hex].dots), str(state.layout.good_of(hex)), str(hex)) for hex in state.cities_of(seat)
        ]
        yield Claim("cities in alt text", said_cities, own_cities)


def _orders(alt: str, state: Any) -> Iterator[Claim]:
    if found := re.search(r"Orders: (.+)\.$", alt):
        said = {
            (letter, good, does.money(sum_))
            for letter, good, sum_ in re.findall(rf"(\w), (\w+) to .+? for ({does.SUM})", found[1])
        }
        yield Claim("orders in alt text", said, {(o.letter, str(o.good), o.bonus) for o in state.orders})
    rows = re.findall(rf"(\w): (\w+) to .+? \((H\d\d)\), ({does.SUM}) plus sale ({does.SUM})", alt)
    if rows:
        sell = {"ore": 300}
        said_rows = {
            (letter, good, hex, does.money(bonus), does.money(sale)) for letter, good, hex, bonus, sale in rows
        }
        real = {
            (o.letter, str(o.good), str(o.city), o.bonus, sell.get(str(o.good), 200) * state.cities[o.city].dots)
            for o in state.orders
        }
        yield Claim("orders with sale in alt text", said_rows, real)


def _final(alt: str, state: Any) -> Iterator[Claim]:
    for place, seat, cash, assets in re.findall(
        rf"(\d)\. Player (\d) ({does.SUM}): .*?assets ([\d.]+?)[,.](?: |\d of|$)", alt
    ):
        yield Claim("cash in the result", does.money(cash), state.cash[int(seat)])
        yield Claim("assets in the result", float(assets), _assets(state, int(seat)))
        above = sum(
            (state.cash[o], _assets(state, o)) > (state.cash[int(seat)], _assets(state, int(seat)))
            for o in state.everyone
        )
        yield Claim("place in the result", int(place), above + 1)


def _assets(state: Any, seat: int) -> float:
    """Return the value of a seat's assets: track 1, on mountains or water 2; trains 5 or 8; barrels a half. (RC
    Phase 7)
    """
    tracks = sum(2 if kind in ("mountain", "water") else 1 for kind in _kinds(state, seat))
    trains = sum((8 if train.large else 5) + len(train.goods) / 2 for train in state.trains_of(seat))
    return tracks + trains


def _kinds(state: Any, seat: int) -> list[str]:
    return [kind for kind, number in does.kinds_of(state, state.tracks_of(seat)).items() for _ in range(number)]


def _built(rows: dict[int, str], offer: Offer) -> Iterator[Claim]:
    """Yield what each player paid and received for building in the picture's news."""
    events = offer.events
    for seat, words in rows.items():
        paid = re.search(rf"paid ({does.SUM})", words)
        got = re.search(rf"received ({does.SUM})", words)
        laid = [event for event in events if isinstance(event, e.TrackLaid)]
        own = sum(event.cost + sum(event.fees.values()) for event in laid if event.seat == seat)
        own += sum(
            event.cost for event in events if isinstance(event, e.TrainBought | e.TrainUpgraded) and event.seat == seat
        )
        fees = sum(event.fees.get(seat, 0) for event in laid)
        said = (does.money(paid[1]) if paid else 0, does.money(got[1]) if got else 0)
        yield Claim("payments in picture of building", said, (own, fees))
        free = re.search(r"(\d+) tracks? of it free", words)
        yield Claim(
            "free tracks in picture of building",
            int(free[1]) if free else 0,
            sum(x.free for x in laid if x.seat == seat),
        )


def _runs(alt: str, offer: Offer) -> Iterator[Claim]:
    """Yield what each player gained by the trips in the picture's news."""
    events = [event for event in offer.events if isinstance(event, e.TrainRun)]
    sums = dict.fromkeys(offer.state.everyone, 0)  # type: ignore[attr-defined]
    for event in events:
        for line in event.bill.lines:
            sums[event.seat] += line.dollars
            if line.seat is not None:
                sums[line.seat] -= line.dollars
    if found := re.search(r"In total: (.+?)\. ", alt):
        said = {int(seat): does.money(amount) for seat, amount in re.findall(rf"Player (\d) ({does.SUM})", found[1])}
        yield Claim("totals in picture of trips", said, sums)
    else:
        net = does.money(does.match(rf"Net ({does.SUM})", alt)[1])
        yield Claim("net in picture of a trip", net, sum(line.dollars for line in events[0].bill.lines))
