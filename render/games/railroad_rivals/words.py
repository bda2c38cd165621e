"""Words for the turn, the last move, and who made it: read from a view's public part and the news."""

import re
from collections.abc import Sequence

from engine.core import Event, PhaseEnded, Place, Seat, counted, possessive
from engine.games.railroad_rivals.box.data import ANY, Railroad
from engine.games.railroad_rivals.robber_baron.shenanigans.window import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.windows import IssueDraft
from engine.games.railroad_rivals.rules.ending import ranking
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state import joints
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.words.narration import stage, tell
from render.called import News, called_then
from render.games.railroad_rivals.variants import by_modules
from render.labels import Names
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
