"""Texts in pictures, and alt texts, from the public state and the events."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from engine.core import Event, PhaseEnded, RankingEntry, Seat, count_noun, join_words, possessive_of
from engine.games.railroad_rivals import GAME
from engine.games.railroad_rivals.game_data.printed_data import WILD_EDGE, City, Railroad
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phase import Window
from engine.games.railroad_rivals.robber_baron.shenanigans.reaction_phases import IssueDraft
from engine.games.railroad_rivals.rules.scoring import ranking
from engine.games.railroad_rivals.solitaire.phases import DeliveringOne
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.board import Link, open_edges, tiles_by_cell
from engine.games.railroad_rivals.state.phases import Bidding, Delivering, Drafting, Placing
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.turns import stage_text
from engine.games.railroad_rivals.text.wording import place_text
from render.games.railroad_rivals.module_additions import is_module_event
from render.parts import final_table
from render.text_fitting import Events, Names, join_sentences, name_with_number, names_at_that_time

_ORDINALS = ("1st", "2nd", "3rd", "4th", "5th", "6th")


def corner_text(state: RailroadRivals) -> str:
    """The text in the right corner of a header: turn and phase."""
    return stage_text(state)


def seats_to_act(state: RailroadRivals) -> tuple[Seat, ...]:
    """The seats that have not finished the current phase, the next seat first; empty after the game."""
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
            return tuple(seat for seat in state.everyone if seat == state.baron.holder_of(special))
        case (_,) if state.seats == 1:
            return state.order
        case _:
            return ()


def seat_to_act(state: RailroadRivals) -> Seat | None:
    """The seat that acts next; None after the game."""
    return next(iter(seats_to_act(state)), None)


def placement_events(events: Events) -> tuple[e.CityPlaced, ...]:
    """The events of placed cities, oldest first."""
    return tuple(event for event in events if isinstance(event, e.CityPlaced))


def edges_text(edges: Sequence[Railroad | None]) -> str:
    """The edges of a tile in words: “UP CBQ blank UP”."""
    if all(railroad == WILD_EDGE for railroad in edges):
        return "any railroad"
    return " ".join(railroad or "blank" for railroad in edges)


def delivery_events(events: Events) -> tuple[e.Delivered, ...]:
    """The events of deliveries, oldest first."""
    return tuple(event for event in events if isinstance(event, e.Delivered))


def last_move_line(state: RailroadRivals, events: Events, names: Names) -> tuple[Seat | None, str]:
    """A seat or None, and a text about the last move; before any move, the next player; after the game, the winner."""
    return (
        (newest_event_line(state, events, names) or _opening_line(state, names))
        if state.flow
        else _winner_line(state, names)
    )


def expand_delivery(words: str) -> str:
    """Replace the colon after a player's name by “delivered”, to make a sentence from the line of a delivery."""
    return _DELIVERY_PATTERN.sub(r"\1 delivered ", words)


_DELIVERY_PATTERN = re.compile(r"^([^:]+): (?=\w+ from )")
"""Matches the name and the colon in “Ada: coal from Omaha to Denver by UP, 3 points”."""


def newest_event_line(state: RailroadRivals, events: Events, names: Names) -> tuple[Seat | None, str] | None:
    """The text of the latest event that has a text, and the event's seat; None if no event has a text."""
    for number in range(len(events) - 1, -1, -1):
        names_then = names_at_that_time(events[: number + 1], names)
        line = _trip_line(events[: number + 1], names_then) or _event_line(events[number], names_then)
        if line is not None:
            return line
    return None


def _opening_line(state: RailroadRivals, names: Names) -> tuple[Seat | None, str]:
    """The text before any move, with a seat or None: the starting tile, or the next player."""
    seat = seat_to_act(state)
    if not state.board.links and len(state.board.laid) == 1:
        return None, f"{state.board.laid[0].city} is the starting tile"
    return (seat, f"{possessive_of(names[seat - 1])} turn") if seat else (None, "Game over")


def rises_period_text(state: RailroadRivals, events: Events = ()) -> str:
    """The time at which stocks rose in the events: “This turn”, “Last turn”, or “Extra delivery”.

    After the last delivery of a turn, the next turn may have begun already. With Extra Delivery, a turn may have two
    delivery phases, each with its own events. (RB Extra Delivery)
    """
    if _delivery_phase_number(state, events) > 1:
        return "Extra delivery"
    return "This turn" if isinstance(next(iter(state.flow[-1:]), None), Delivering | DeliveringOne) else "Last turn"


def _delivery_phase_number(state: RailroadRivals, events: Events) -> int:
    """The number within its turn, 1 or 2, of the Deliver a Good phase in which the events happened."""
    match state.flow[-1:]:
        case (Delivering(time=time),):
            return time - any(isinstance(event, PhaseEnded) for event in events)
        case ():
            return max(
                (module.count_delivery_phases(state) for module in active_modules.modules_in_play(state)), default=1
            )
        case _:
            return 1


def verdict_text(places: Sequence[RankingEntry], names: Names, *, over: bool) -> str:
    """The winner, or the leader if the game is not ``over``, with the points."""
    return final_table.verdict_text(places, names, count_noun(places[0].score, "point"), over=over)


def _winner_line(state: RailroadRivals, names: Names) -> tuple[Seat | None, str]:
    """The winner, or None for several winners, and a text with the points; in a solitaire game, also with the rank."""
    places = ranking(state)
    if state.seats == 1:
        return places[0].seat, f"{names[0]}: {count_noun(places[0].score, 'point')}, {places[0].note}"
    return final_table.sole_winner(places), verdict_text(places, names, over=True)


def _trip_line(events: Events, names: Names) -> tuple[Seat, str] | None:
    """The line about a delivery over a tower, which consists of two events; None for other events. (RB Water Tower)"""
    match events[-2:]:
        case (e.Delivered(points=0, city=city, destination=tower), e.Delivered(city=at) as end) if at == tower:
            route = f"{end.goods} from {city} over {tower} to {end.destination}"
            return end.seat, f"{names[end.seat - 1]}: {route}, {count_noun(end.points, 'point')}"
        case _:
            return None


def ordinal(place: int) -> str:
    """The ordinal of a place: “1st”, “2nd”."""
    return _ORDINALS[place - 1]


def _event_line(event: Event, names: Names) -> tuple[Seat | None, str] | None:
    """The seat and the text of an event; None if the event has no text."""
    narration = GAME.text.narrate(event, lambda seat: names[seat - 1])
    seat = event.order[0] if isinstance(event, e.OrderSet) else getattr(event, "seat", None)
    if event.to is not None:
        return None
    if narration.clause and seat is not None:
        colon = ":" if isinstance(event, e.Delivered) else ""
        return seat, f"{names[seat - 1]}{colon} {narration.clause}"
    return (seat, narration.sentence.removesuffix(".")) if is_module_event(event) and narration.sentence else None


__all__ = ["board_alt_text", "join_sentences", "part_alt_text"]


def board_alt_text(state: RailroadRivals, events: Events, names: Names) -> str:
    """The alt text of the whole board: turn, last move, points, links, goods, buildings, and open edges."""
    cities = [tile.city for tile in state.board.laid]
    return join_sentences(
        (
            f"Railroad Rivals, {corner_text(state)}.",
            _last_move_sentence(state, events, names),
            f"{count_noun(len(cities), 'city')} on the table.",
            f"Points: {', '.join(_points_texts(state, names))}.",
            *_link_sentences(state, names, cities),
            *_table_sentences(state, names, cities),
        )
    )


def part_alt_text(opening: str, state: RailroadRivals, names: Names, cities: Sequence[City]) -> str:
    """The alt text of a crop: its cities with goods, buildings, and open edges, and then their links."""
    cities_sentence = f"Cities: {', '.join(cities)}."
    return join_sentences(
        (opening, cities_sentence, *_table_sentences(state, names, cities), *_link_sentences(state, names, cities))
    )


def _last_move_sentence(state: RailroadRivals, events: Events, names: Names) -> str:
    """The last move as a sentence; before any move, about the next player; after the game, about the winner."""
    mover, words = last_move_line(state, events, names)
    is_move = mover and not words.endswith(" goes first") and state.flow and newest_event_line(state, events, names)
    return f"Last move: {expand_delivery(words)}{_placement_text(state, events, names)}." if is_move else f"{words}."


def _points_texts(state: RailroadRivals, names: Names) -> Iterator[str]:
    """The points of each player, such as “Ada 14”."""
    for seat, name in zip(state.everyone, names, strict=True):
        yield name_with_number(name, state.score[seat])


def _link_sentences(state: RailroadRivals, names: Names, cities: Collection[City]) -> Iterator[str]:
    shown_cities = set(cities)
    for seat, name in zip(state.everyone, names, strict=True):
        owned = [link for link in state.board.links if link.owner == seat]
        yield _player_links_sentence(name, len(owned), [link for link in owned if shown_cities & {link.a, link.b}])


def _table_sentences(state: RailroadRivals, names: Names, cities: Collection[City]) -> Iterator[str]:
    shown_cities = set(cities)
    goods = [f"{city} {join_words(cubes)}" for city, cubes in state.goods.items() if cubes and city in shown_cities]
    yield f"Goods: {'; '.join(goods) or 'none'}."
    yield from _building_sentences("Hotels", state.baron.hotels, names, shown_cities)
    yield from _building_sentences("Water towers", state.baron.towers, names, shown_cities)
    yield f"Open edges: {'; '.join(_open_edge_texts(state, shown_cities)) or 'none'}."


def _player_links_sentence(name: str, owned: int, links: Sequence[Link]) -> str:
    """The links of a player by railroad: “Ada has 2 links: B&O Chicago–Detroit, Detroit–Buffalo.”

    If ``links`` are not all ``owned`` links: “Ada has 5 links, 2 of them here: B&O Chicago–Detroit, …”
    """
    links_by_railroad: dict[Railroad, list[str]] = {}
    for link in links:
        links_by_railroad.setdefault(link.railroad, []).append(f"{link.a}–{link.b}")
    links_text = "; ".join(f"{railroad} {', '.join(ends)}" for railroad, ends in links_by_railroad.items())
    return (
        f"{name} has "
        f"{count_noun(owned, 'link')}{_partial_count_text(owned, len(links))}{f': {links_text}' if links_text else ''}."
    )


def _partial_count_text(owned_count: int, shown_count: int) -> str:
    """The number of shown links if some are not shown: “, 2 of them here”; else empty."""
    if shown_count == owned_count:
        return ""
    return f", {shown_count or 'none'} of them here" if owned_count > 1 else ", not here"


def _building_sentences(
    kind: str, owners: Mapping[City, Seat], names: Names, cities: Collection[City]
) -> Iterator[str]:
    """Yield a sentence with cities and owners of one kind of building, if these cities have any."""
    city_texts = [f"{city} ({names[seat - 1]})" for city, seat in owners.items() if city in cities]
    if city_texts:
        yield f"{kind}: {', '.join(city_texts)}."


def _open_edge_texts(state: RailroadRivals, shown_cities: Collection[City]) -> Iterator[str]:
    """Yield the cities at which each railroad has open edges: “B&O at Pittsburgh and Cleveland”."""
    laid, edges = tiles_by_cell(state.board), open_edges(state.board)
    for railroad in sorted(edges, key=lambda railroad: railroad or "~"):
        beside = (laid[cell.neighbor(side)].city for cell, side in edges[railroad])
        cities = tuple(dict.fromkeys(city for city in beside if city in shown_cities))
        if cities:
            yield f"{edges_text((railroad,))} at {join_words(cities)}"


def _placement_text(state: RailroadRivals, events: Events, names: Names) -> str:
    """The place of the last tile, if the last move placed it: “, south of Chicago”; else empty."""
    last_placements = placement_events(events)[-1:]
    if not last_placements or newest_event_line(state, last_placements, names) != newest_event_line(
        state, events, names
    ):
        return ""
    return f", {place_text(state, last_placements[0].at)}"
