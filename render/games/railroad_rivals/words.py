"""Words for the turn, the last move, and who made it: read from a view's public part and the news."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.core import Event, PhaseEnded, Place, Seat, counted, listed, possessive
from engine.games.railroad_rivals.box.data import ANY, City, Railroad
from engine.games.railroad_rivals.robber_baron.shenanigans.window import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import IssueDraft
from engine.games.railroad_rivals.rules.ending import ranking
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.board import Link, open_edges, tiles
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.labels import place_words
from engine.games.railroad_rivals.words.narration import stage, tell
from render.games.railroad_rivals.variants import by_modules
from render.labels import Names, News, beside, called_then, joined
from render.parts import final

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def corner(state: RailroadRivals) -> str:
    """The header's right: turn and phase."""
    return stage(state)


def upcoming(state: RailroadRivals) -> tuple[Seat, ...]:
    """The seats still to act in the present phase, the next one in front; none when the game is over."""
    match state.flow[-1:]:
        case (Bidding(still_in=still_in),):
            return still_in
        case (Drafting(picks=picks),):
            return state.order[picks % state.seats :]
        case (Placing(done=done) | Delivering(done=done),):
            return state.order[done:]
        case (IssueDraft(seat=seat),):
            return (seat,)
        case (Window(special=special),):
            return tuple(seat for seat in state.everyone if seat == state.baron.holder(special))
        case (_,) if state.seats == 1:
            return state.order
        case _:
            return ()


def asked(state: RailroadRivals) -> Seat | None:
    """The seat whose turn it is."""
    return next(iter(upcoming(state)), None)


def placements(news: News) -> tuple[e.CityPlaced, ...]:
    """The cities placed in the news, oldest first."""
    return tuple(event for event in news if isinstance(event, e.CityPlaced))


def edge_words(edges: Sequence[Railroad | None]) -> str:
    """The edges of a tile in words, in their order."""
    if all(railroad == ANY for railroad in edges):
        return "any railroad"
    return " ".join(railroad or "blank" for railroad in edges)


def deliveries(news: News) -> tuple[e.Delivered, ...]:
    """The deliveries in the news, oldest first."""
    return tuple(event for event in news if isinstance(event, e.Delivered))


def last_move(state: RailroadRivals, news: News, names: Names) -> tuple[Seat | None, str]:
    """The last move in a few words, and its player; before any, whose turn it is; after the game, who won."""
    return (newest(state, news, names) or _waiting(state, names)) if state.flow else _won(state, names)


def in_full(words: str) -> str:
    """The last move as a sentence of an alt text, with the verb that a colon stands for where there is little room."""
    return _DELIVERED.sub(r"\1 delivered ", words)


_DELIVERED = re.compile(r"^([^:]+): (?=\w+ from )")
"""“Ada: coal from Omaha to Denver by UP, 3 points”."""


def newest(state: RailroadRivals, news: News, names: Names) -> tuple[Seat | None, str] | None:
    """The last event in the news that is worth a line; None if there is none."""
    for number in range(len(news) - 1, -1, -1):
        then = called_then(news[: number + 1], names)
        told = _trip_told(news[: number + 1], then) or _told(news[number], then)
        if told is not None:
            return told
    return None


def _waiting(state: RailroadRivals, names: Names) -> tuple[Seat | None, str]:
    """Before any move: the starting tile, or whose turn it is."""
    seat = asked(state)
    if not state.board.links and len(state.board.laid) == 1:
        return None, f"{state.board.laid[0].city} is the starting tile"
    return (seat, f"{possessive(names[seat - 1])} turn") if seat else (None, "Game over")


def whose_rises(state: RailroadRivals, news: News = ()) -> str:
    """The words for the time of the rises in the news: after the last delivery the next turn has begun, or none does.

    A turn may have a second phase of deliveries, whose news tell nothing of the first. (RB Extra Delivery)
    """
    if _time(state, news) > 1:
        return "Extra delivery"
    return "This turn" if isinstance(next(iter(state.flow[-1:]), None), Delivering | DeliveringOne) else "Last turn"


def _time(state: RailroadRivals, news: News) -> int:
    """The number of the turn's phase of deliveries that the news are of."""
    match state.flow[-1:]:
        case (Delivering(time=time),):
            return time - any(isinstance(event, PhaseEnded) for event in news)
        case ():
            return max((module.delivery_phases(state) for module in joints.modules(state)), default=1)
        case _:
            return 1


def verdict(places: Sequence[Place], names: Names, *, over: bool) -> str:
    """The winner, or the leader, with the points."""
    return final.verdict(places, names, counted(places[0].score, "point"), over=over)


def _won(state: RailroadRivals, names: Names) -> tuple[Seat | None, str]:
    """The winner, nobody where several share the win, and the verdict; alone there is a rank instead."""
    places = ranking(state)
    if state.seats == 1:
        return places[0].seat, f"{names[0]}: {counted(places[0].score, 'point')}, {places[0].note}"
    return final.sole_winner(places), verdict(places, names, over=True)


def _trip_told(news: News, names: Names) -> tuple[Seat, str] | None:
    """A cube that went on over a tower: told once a link, with no points at the first. (RB Water Tower)"""
    match news[-2:]:
        case (e.Delivered(points=0, city=city, destination=tower), e.Delivered(city=at) as end) if at == tower:
            way = f"{end.goods} from {city} over {tower} to {end.destination}"
            return end.seat, f"{names[end.seat - 1]}: {way}, {counted(end.points, 'point')}"
        case _:
            return None


def ordinal(place: int) -> str:
    """1st, 2nd, …"""
    return _ORDINALS[place - 1]


def _told(event: Event, names: Names) -> tuple[Seat | None, str] | None:
    """The deed of a player, if it is worth the line; of a module's own events also those of no player."""
    told = tell(event, lambda seat: names[seat - 1])
    seat = event.order[0] if isinstance(event, e.OrderSet) else getattr(event, "seat", None)
    if event.to is not None:
        return None
    if told.did and seat is not None:
        colon = ":" if isinstance(event, e.Delivered) else ""
        return seat, f"{names[seat - 1]}{colon} {told.did}"
    return (seat, told.sentence.removesuffix(".")) if by_modules(event) and told.sentence else None


__all__ = ["board_alt", "joined", "part_alt"]


def board_alt(state: RailroadRivals, news: News, names: Names) -> str:
    """The whole table: turn, last move, points, links by player, goods and buildings by city, open edges."""
    cities = [tile.city for tile in state.board.laid]
    return joined(
        (
            f"Railroad Rivals, {corner(state)}.",
            _last(state, news, names),
            f"{counted(len(cities), 'city')} on the table.",
            f"Points: {', '.join(_points(state, names))}.",
            *_linked(state, names, cities),
            *_standing(state, names, cities),
        )
    )


def part_alt(opening: str, state: RailroadRivals, names: Names, cities: Sequence[City]) -> str:
    """A part of the table: its cities, their goods, buildings, and open edges, and the links that touch them.

    Links come last, for the whole table's text begins with them.
    """
    named = f"Cities: {', '.join(cities)}."
    return joined((opening, named, *_standing(state, names, cities), *_linked(state, names, cities)))


def _last(state: RailroadRivals, news: News, names: Names) -> str:
    """The last move as a sentence; without one, whose turn it is; after the game, who won."""
    mover, words = last_move(state, news, names)
    moved = mover and not words.endswith(" goes first") and state.flow and newest(state, news, names)
    return f"Last move: {in_full(words)}{_where(state, news, names)}." if moved else f"{words}."


def _points(state: RailroadRivals, names: Names) -> Iterator[str]:
    """Each player's points, which they may also bid: “Ada 14”."""
    for seat, name in zip(state.everyone, names, strict=True):
        yield beside(name, state.score[seat])


def _linked(state: RailroadRivals, names: Names, cities: Collection[City]) -> Iterator[str]:
    """The links of each player, and which of them touch some cities, one sentence a player."""
    shown = set(cities)
    for seat, name in zip(state.everyone, names, strict=True):
        owned = [link for link in state.board.links if link.owner == seat]
        yield _links(name, len(owned), [link for link in owned if shown & {link.a, link.b}])


def _standing(state: RailroadRivals, names: Names, cities: Collection[City]) -> Iterator[str]:
    """The goods, the buildings, and the open edges of some cities."""
    shown = set(cities)
    goods = [f"{city} {listed(cubes)}" for city, cubes in state.goods.items() if cubes and city in shown]
    yield f"Goods: {'; '.join(goods) or 'none'}."
    yield from _built("Hotels", state.baron.hotels, names, shown)
    yield from _built("Water towers", state.baron.towers, names, shown)
    yield f"Open edges: {'; '.join(_open(state, shown)) or 'none'}."


def _links(name: str, owned: int, links: Sequence[Link]) -> str:
    """The links of a player, by railroad: “Ada has 2 links: B&O Chicago–Detroit, Detroit–Buffalo.”

    Where not all of the ``owned`` links are shown: “Ada has 5 links, 2 of them here: B&O Chicago–Detroit, …”
    """
    ways: dict[Railroad, list[str]] = {}
    for link in links:
        ways.setdefault(link.railroad, []).append(f"{link.a}–{link.b}")
    said = "; ".join(f"{railroad} {', '.join(ends)}" for railroad, ends in ways.items())
    return f"{name} has {counted(owned, 'link')}{_not_all(owned, len(links))}{f': {said}' if said else ''}."


def _not_all(owned: int, shown: int) -> str:
    """The number of links that a part of the table shows: “, 2 of them here”; empty where it shows them all."""
    if shown == owned:
        return ""
    return f", {shown or 'none'} of them here" if owned > 1 else ", not here"


def _built(kind: str, built: Mapping[City, Seat], names: Names, shown: Collection[City]) -> Iterator[str]:
    """The buildings of one kind in words, each city with its owner; nothing while there are none."""
    said = [f"{city} ({names[seat - 1]})" for city, seat in built.items() if city in shown]
    if said:
        yield f"{kind}: {', '.join(said)}."


def _open(state: RailroadRivals, shown: Collection[City]) -> Iterator[str]:
    """The cities with a free edge, by its railroad: “B&O at Pittsburgh and Cleveland”."""
    laid, edges = tiles(state.board), open_edges(state.board)
    for railroad in sorted(edges, key=lambda railroad: railroad or "~"):
        beside = (laid[cell.beside(side)].city for cell, side in edges[railroad])
        cities = tuple(dict.fromkeys(city for city in beside if city in shown))
        if cities:
            yield f"{edge_words((railroad,))} at {listed(cities)}"


def _where(state: RailroadRivals, news: News, names: Names) -> str:
    """The neighbors of the tile placed, where that was the last move: “, south of Chicago”."""
    made = placements(news)[-1:]
    if not made or newest(state, made, names) != newest(state, news, names):
        return ""
    return f", {place_words(state, made[0].at)}"
