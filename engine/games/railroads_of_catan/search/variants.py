"""A trip with one stop made otherwise: fewer or more barrels sold or loaded there. (RC Phase 6; rulings 71-78)"""

from collections import Counter
from collections.abc import Iterator

from engine.games.railroads_of_catan.rules.trips import Journey, no_place, step, work
from engine.games.railroads_of_catan.search.sales import sales_here
from engine.games.railroads_of_catan.state.obstacle import Obstacle
from engine.games.railroads_of_catan.state.paths import Sale, Stop
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan


def variants(
    state: RailroadsOfCatan, begun: Journey, stops: tuple[Stop, ...]
) -> Iterator[tuple[tuple[Stop, ...], Journey]]:
    """The stops of each variant that can be made, and what it comes to; the stops after the other one do what they
    still can."""
    made: Journey | Obstacle = begun
    for i, stop in enumerate(stops):
        here = step(state, made, stop.place) if i and isinstance(made, Journey) else made
        assert isinstance(here, Journey)
        for other in _otherwise(state, here, stop) if stop.works else ():
            after, there = _followed(state, here, (other, *stops[i + 1 :]))
            if isinstance(there, Journey) and (after[-1].works or not stops[-1].works):
                yield (*stops[:i], *after), there
        made = work(state, here, stop)


def _otherwise(state: RailroadsOfCatan, here: Journey, stop: Stop) -> Iterator[Stop]:
    """With another load, or with other barrels of one good sold."""
    for load in range(here.train.capacity + 1):
        if load != stop.load:
            yield stop._replace(load=load)
    made = state.layout.good(stop.place)
    selling = Counter({good: 0 for good in here.train.goods if good is not made})
    for sale in stop.sales:
        selling[sale.good] += sale.barrels
    for good, barrels in selling.items():
        others = tuple(sale for sale in stop.sales if sale.good is not good)
        for count in range(here.train.goods.count(good) + 1):
            if count != barrels:
                sold = sales_here(state, stop.place, good, count, here.filled)
                yield stop._replace(sales=(*others, *sold))


def _followed(
    state: RailroadsOfCatan, here: Journey, stops: tuple[Stop, ...]
) -> tuple[tuple[Stop, ...], Journey | Obstacle]:
    """The stops from here on, each as far as the goods on board allow."""
    after: list[Stop] = []
    made: Journey | Obstacle = here
    for stop in stops:
        made = step(state, made, stop.place) if after and isinstance(made, Journey) else made
        if isinstance(made, Obstacle):
            break
        after.append(_limited(made, stop))
        made = work(state, made, after[-1])
    if isinstance(made, Journey) and (wrong := no_place(state, made.train)):
        made = wrong
    return tuple(after), made


def _limited(here: Journey, stop: Stop) -> Stop:
    """Sales of what is on board, and a load for which there is room."""
    left, sales = Counter(here.train.goods), list[Sale]()
    for sale in stop.sales:
        if barrels := min(sale.barrels, left[sale.good]):
            left[sale.good] -= barrels
            sales.append(sale._replace(barrels=barrels))
    room = here.train.capacity - left.total()
    return stop._replace(sales=tuple(sales), load=min(stop.load, room))
