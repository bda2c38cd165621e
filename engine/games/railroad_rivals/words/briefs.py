"""Choices as their buttons say them: what tells them apart, and what they gain and cost."""

from collections.abc import Sequence

from engine.core import Action, Name, Seat, View, counted
from engine.core.brief import LONGEST, Brief, detail_of, label_that_fits, short_name
from engine.games.railroad_rivals.box.data import RAILROAD_NAMES, City, Goods, Railroad
from engine.games.railroad_rivals.box.pieces import is_city
from engine.games.railroad_rivals.rules.delivery import delivery_points, fee, trip_of
from engine.games.railroad_rivals.rules.places import fits, place_words, side_words, sides_words
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.actions import Bid, Deliver, Draft, Pass, Place
from engine.games.railroad_rivals.state.board import Laid, Link, contacts, links_made
from engine.games.railroad_rivals.state.module import Trip
from engine.games.railroad_rivals.state.phases import Bidding
from engine.games.railroad_rivals.state.state import RailroadRivals


def brief(view: View[RailroadRivals], action: Action, field: str, name: Name) -> Brief | None:
    """The words of a button for ``field``, or for the whole action; None where the label is short enough."""
    state = view.state
    for module in joints.modules(state):
        if (found := module.brief(state, action, field, name)) is not None:
            return found
    match action:
        case Pass():
            return _pass(state)
        case Bid(amount=amount):
            return Brief(f"{amount}" if field else f"Bid {amount}", costs=(amount,))
        case Draft(tile=tile):
            return _city_tile(state, City(tile)) if is_city(tile) else _stock_tile(state, action.seat, Railroad(tile))
        case Place():
            return _place(state, action, field)
        case Deliver() if field == "goods":
            return goods_brief(state, action.goods)
        case Deliver() if field == "city":
            return origin_brief(state, action.city)
        case Deliver():
            return trip_brief(state, trip_of(state, action), name, whole=not field)
        case _:
            return None


def about(view: View[RailroadRivals], action: Action, field: str) -> str:
    """The bidder’s points, and the price of the first place in the last turns."""
    if not isinstance(action, Bid):
        return ""
    have, lately = f"You have {counted(view.state.score[action.seat], 'point')}.", view.state.firsts.words()
    return f"{have} First place lately: {lately}." if lately else have


def legend(view: View[RailroadRivals], action: Action, field: str) -> str:
    """The meaning of the figures on tiles and deliveries."""
    match action:
        case Place() if field in ("", "city"):
            return "(2): cubes you draw. UP N of Omaha: the link."
        case Deliver() if field in ("", "goods", "city", "to"):
            return "+3: your points. 2 UP↑: your stock gains 2."
        case _:
            return ""


def preview(view: View[RailroadRivals], action: Action, name: Name) -> str:
    """A warning of a bid that is far above what the first place cost lately."""
    if isinstance(action, Bid) and view.state.firsts.is_high(action.amount):
        return f"⚠ That’s more than twice what first place cost lately ({view.state.firsts.words()})."
    return ""


def _stock_tile(state: RailroadRivals, seat: Seat, railroad: Railroad) -> Brief:
    """“CBQ stock worth 3, you own 1”."""
    value = state.value[railroad]
    label = f"{railroad} stock worth {value}"
    own = state.stocks[seat].get(railroad, 0)
    rivals = sum(stocks.get(railroad, 0) for other, stocks in state.stocks.items() if other != seat)
    owned = [f"{who} {number}" for who, number in (("you own", own), ("rivals", rivals)) if number]
    held = label_that_fits(", ".join([label, *owned]), ", ".join([label, *owned[:1]]))
    return Brief(
        held,
        detail_of(RAILROAD_NAMES[railroad], f"you own {own}, rivals {rivals}"),
        gains=(value,),
        short=f"{railroad} worth {value}",
    )


def goods_brief(state: RailroadRivals, goods: Goods) -> Brief:
    """“+3 coal”."""
    points = delivery_points(state, goods)
    return Brief(f"+{points} {goods}", gains=(points,))


def origin_brief(state: RailroadRivals, city: City) -> Brief:
    """“Omaha: coal wood”; of many cubes their number."""
    goods = state.goods[city]
    return Brief(label_that_fits(f"{city}: {' '.join(goods)}", f"{city}: {counted(len(goods), 'cube')}"))


def trip_brief(state: RailroadRivals, trip: Trip, name: Name, *, whole: bool) -> Brief:
    """“+3 wood Omaha→Denver, Ben +2, 2 CBQ↑”: the points, who else gets some, and one’s own stock that rises."""
    own = delivery_points(state, trip.goods)
    own += sum(bonus.points for bonus in joints.bonuses(state, trip) if bonus.seat == trip.seat)
    way = f"{trip.goods} {trip.city}→{trip.destination}" if whole else str(trip.destination)
    railroad = trip.links[-1].railroad
    rises, stocks = _rises(state, trip)
    paid = [f"{short_name(name(seat))} +{points}" for seat, points in _others_points(state, trip).items()]
    tails = [", ".join(filter(None, [*paid, rises])), rises, ", ".join(paid), str(railroad), ""]
    labels = [", ".join(filter(None, [f"+{own} {way}", tail])) for tail in tails]
    label = label_that_fits(*labels, room=LONGEST)
    gains = (own, stocks) if rises and rises in label else (own,)
    return Brief(label, _trip_detail(state, trip, paid), gains=gains)


def _trip_detail(state: RailroadRivals, trip: Trip, paid: Sequence[str]) -> str:
    after = state
    for link in trip.links:
        after = after.raise_value(link.railroad)
    risen = [f"{link.railroad} rises to {after.value[link.railroad]}" for link in trip.links]
    return detail_of(*paid, *dict.fromkeys(risen))


def _others_points(state: RailroadRivals, trip: Trip) -> dict[Seat, int]:
    """The points that a delivery brings other seats."""
    points: dict[Seat, int] = {}
    for link in trip.links:
        if paid := fee(link, trip.seat):
            points[Seat(link.owner)] = points.get(Seat(link.owner), 0) + paid
    for bonus in joints.bonuses(state, trip):
        if bonus.seat != trip.seat:
            points[bonus.seat] = points.get(bonus.seat, 0) + bonus.points
    return points


def _rises(state: RailroadRivals, trip: Trip) -> tuple[str, int]:
    """“2 CBQ↑” and 2: the value that the seat’s own stock gains."""
    after = state
    for link in trip.links:
        after = after.raise_value(link.railroad)
    owned = state.stocks[trip.seat]
    gained = {railroad: owned.get(railroad, 0) * (after.value[railroad] - state.value[railroad]) for railroad in owned}
    known = {railroad: points for railroad, points in gained.items() if points}
    total = sum(known.values())
    return (f"{total} {'+'.join(known)}↑", total) if known else ("", 0)


def _pass(state: RailroadRivals) -> Brief:
    phase = state.flow[-1]
    if not isinstance(phase, Bidding):
        return Brief("Finish delivering", quiet=True)
    ordered = state.options.bidding == "whole-order"
    return Brief(f"Pass, take place {len(phase.still_in)}" if ordered else "Pass", quiet=True)


def _city_tile(state: RailroadRivals, city: City) -> Brief:
    """A city on offer, with its edges."""
    edges = " ".join(railroad for railroad in state.board.tile(city).edges if railroad)
    cubes = state.board.tile(city).goods
    return Brief(
        _city_label(state, city, cubes), f"Edges {edges}", gains=(cubes,), short=f"{city} · {_cubes_words(cubes)}"
    )


def _city_label(state: RailroadRivals, city: City, cubes: int) -> str:
    """“Kansas City · 2 cubes, fits 2”."""
    short = fits(state, city).removesuffix(" places").removesuffix(" place")
    return label_that_fits(
        f"{city} · {_cubes_words(cubes)}, {short}",
        f"{city} · {_cubes_words(cubes)}, {short.removesuffix(' only').removesuffix(' yet')}",
    )


def _place(state: RailroadRivals, action: Place, field: str) -> Brief:
    match field:
        case "city":
            cubes = state.cubes_to_draw(action.city)
            return Brief(_city_label(state, action.city, cubes), gains=(cubes,) if cubes else ())
        case "at":
            return _spot(state, action)
        case "facing":
            return _facing(state, action)
        case _:
            return _whole_place(state, action)


def _spot(state: RailroadRivals, action: Place) -> Brief:
    """“North of Chicago · CBQ”: a place, and the railroads that end there."""
    where = place_words(state, action.at)
    short = where.replace(" of ", " ").split(", ")
    laid = Laid(action.city, action.at, action.facing, action.seat)
    ends = "+".join(str(other) for _, other, _ in contacts(state.board, laid) if other is not None)
    named = [where.replace(", ", " and "), *(", ".join(short[:n]) for n in (3, 2, 1))]
    with_ends = [f"{words} · {ends}" for words in named] if ends else []
    return Brief(_capital(label_that_fits(*with_ends[:2], *named[:1], *with_ends[2:], *named[1:])))


def _facing(state: RailroadRivals, action: Place) -> Brief:
    """“UP · N CBQ, E MP, S blank, W UP”: the links that it makes, and all edges."""
    made = "+".join(link.railroad for link in _links(state, action)) or "No link"
    sides = sides_words(state, action.city, action.facing)
    short = sides.replace(",", "").replace("blank", "–")
    return Brief(label_that_fits(f"{made} · {sides}", f"{made} · {short}", short))


def _whole_place(state: RailroadRivals, action: Place) -> Brief:
    """“Omaha (2) · UP W of Denver”: the cubes, the first link, and the railroads of more."""
    city, made, cubes = action.city, _links(state, action), state.cubes_to_draw(action.city)
    near = place_words(state, action.at).split(", ")[0]
    link, *more = made or (None,)
    first = _compass(side_words(state, action.at, link.b)) if link else _compass(near)
    railroad = link.railroad if link else "no link,"
    others = "".join(f", {other.railroad}" for other in more if other)
    head = f"{city} ({cubes}) · {railroad}"
    label = label_that_fits(
        f"{head} {first}{others}", f"{head} {first}", f"{head} {first.replace(' of ', ' ')}", head, room=LONGEST
    )
    sides = sides_words(state, city, action.facing)
    detail = detail_of(_capital(place_words(state, action.at)), sides, f"draw {_cubes_words(cubes)}", between="; ")
    return Brief(label, detail, gains=(cubes,) if cubes else ())


def _compass(where: str) -> str:
    """“W of Denver”."""
    side, _, rest = where.partition(" ")
    return f"{side[:1].upper()} {rest}"


def _links(state: RailroadRivals, action: Place) -> tuple[Link, ...]:
    return tuple(links_made(state.board, Laid(action.city, action.at, action.facing, action.seat)))


def _cubes_words(cubes: int) -> str:
    return counted(cubes, "cube") if cubes else "no cubes"


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]
