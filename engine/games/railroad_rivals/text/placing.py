"""Texts of placing cities. (R Place a City Tile)"""

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Seat,
    View,
    count_noun,
    join_words,
    with_article,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroad_rivals.game_data.printed_data import City, Railroad
from engine.games.railroad_rivals.state import events as e
from engine.games.railroad_rivals.state.actions import Place
from engine.games.railroad_rivals.state.board import (
    Link,
    PlacedTile,
    Spot,
    blank_spots,
    matching_spots,
    new_links,
    touching_edges,
)
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text import wording


def place_label(view: View[RailroadRivals], action: Place, field: str, name: NameOfSeat) -> str:
    """The label of one field of a placement (city, place, or orientation), or of the whole placement."""
    state = view.state
    match field:
        case "city":
            return f"{action.city}: {_cubes_now_text(state, action.city)}, {wording.fit_text(state, action.city)}"
        case "at":
            return wording.place_text(state, action.at)
        case "facing":
            return f"{wording.links_text(state, action)} ({wording.edges_text(state, action.city, action.facing)})"
        case _:
            return _whole_placement_label(state, action)


def _whole_placement_label(state: RailroadRivals, action: Place) -> str:
    where = wording.place_text(state, action.at)
    cubes = state.count_cubes_to_draw(action.city)
    drawn = f"draw {count_noun(cubes, 'cube')}" if cubes else "the bag is empty"
    orientations = sum(spot.at == action.at for spot in _spots(state, action.city))
    edges = f" ({wording.edges_text(state, action.city, action.facing)})" if orientations > 1 else ""
    return f"Place {action.city} {where}{edges}: {wording.links_text(state, action)}, {drawn}"


def _cubes_now_text(state: RailroadRivals, city: City) -> str:
    """The cubes that a city would get now: “3 cubes”, “1 cube, all that is in the bag”."""
    cubes = state.count_cubes_to_draw(city)
    if not cubes:
        return "the bag is empty"
    short = ", all that is in the bag" if cubes < state.board.tile_as_printed(city).goods else ""
    return f"{count_noun(cubes, 'cube')}{short}"


def _spots(state: RailroadRivals, city: City) -> tuple[Spot, ...]:
    """The spots where a city matches a railroad; if there are none, the spots where blank edges touch."""
    return matching_spots(state.board, city) or blank_spots(state.board, city)


def _links_of_placement(state: RailroadRivals, action: Place) -> tuple[Link, ...]:
    return new_links(state.board, PlacedTile(action.city, action.at, action.facing, action.seat))


def _place_short_label(view: View[RailroadRivals], action: Place, field: str, name: NameOfSeat) -> ShortLabel:
    """The short label of one field of a placement (city, place, or orientation), or of the whole placement."""
    state = view.state
    match field:
        case "city":
            cubes = state.count_cubes_to_draw(action.city)
            return ShortLabel(wording.city_text(state, action.city, cubes), gains=(cubes,) if cubes else ())
        case "at":
            return _cell_short_label(state, action)
        case "facing":
            return _facing_short_label(state, action)
        case _:
            return _whole_placement_short_label(state, action)


def _cell_short_label(state: RailroadRivals, action: Place) -> ShortLabel:
    """A place, and the railroads of possible links there: “North of Chicago · 1 CBQ↑”."""
    where = wording.place_text(state, action.at)
    short = where.replace(" of ", " ").split(", ")
    tile = PlacedTile(action.city, action.at, action.facing, action.seat)
    own_edges = set(state.board.tile_as_printed(action.city).edges)
    ends = [edge for _, edge, _ in touching_edges(state.board, tile) if edge is not None and edge in own_edges]
    rise, links = _rise_text(state, action.seat, ends)
    places = [where.replace(", ", " and "), *(", ".join(short[:n]) for n in (3, 2, 1))]
    with_links = [f"{place} · {links}" for place in places] if ends else []
    label = wording.capitalize(fit_label(*with_links[:2], *places[:1], *with_links[2:], *places[1:]))
    return ShortLabel(label, gains=(rise,) if rise and label.endswith(links) else ())


def _rise_text(state: RailroadRivals, seat: Seat, railroads: Sequence[Railroad]) -> tuple[int, str]:
    """The gain of the seat's stock by one delivery over each of these links, and its text: “1 UP↑, IC”."""
    owned = Counter({railroad: state.stocks[seat].get(railroad, 0) for railroad in railroads})
    names = [
        f"{owned[railroad]} {railroad}↑" if owned[railroad] else str(railroad) for railroad in dict.fromkeys(railroads)
    ]
    return owned.total(), ", ".join(names)


def _facing_short_label(state: RailroadRivals, action: Place) -> ShortLabel:
    """The new links, and the edges that stay free: “UP · free N CBQ, E MP”."""
    _, links = _rise_text(state, action.seat, [link.railroad for link in _links_of_placement(state, action)])
    owned = state.stocks[action.seat]
    free_edges = wording.free_edges(state, action)
    free = [f"{side.upper()} {railroad}{'↑' * (railroad in owned)}" for side, railroad in free_edges]
    edges = wording.edges_text(state, action.city, action.facing)
    head = links or "No link"
    label = fit_label(f"{head} · free {', '.join(free)}", f"{head} · {' '.join(free)}", edges) if free else head
    return ShortLabel(label, f"Edges {edges}")


def _whole_placement_short_label(state: RailroadRivals, action: Place) -> ShortLabel:
    """The cubes, the place, and the links with the gain of the player's stock: “Omaha (2) W of Denver · 1 UP↑”."""
    links, cubes = _links_of_placement(state, action), state.count_cubes_to_draw(action.city)
    where = wording.place_text(state, action.at)
    place = wording.side_text(state, action.at, links[0].b) if links else where.split(", ")[0]
    side, _, neighbor = place.partition(" ")
    near = f"{side[:1].upper()} {neighbor}"
    rise, railroads = _rise_text(state, action.seat, [link.railroad for link in links])
    head, railroads = f"{action.city} ({cubes})", railroads or "no link"
    label = fit_label(
        f"{head} {near} · {railroads}",
        f"{head} {near.replace(' of ', ' ')} · {railroads}",
        f"{head} · {railroads}",
        head,
        max_length=MAX_LABEL,
    )
    detail = fit_detail(wording.capitalize(where), f"draw {wording.cubes_text(cubes)}", between="; ")
    gains = (cubes, rise) if label.endswith(railroads) else (cubes,)
    return ShortLabel(label, detail, gains=tuple(filter(None, gains)))


def _place_context(view: View[RailroadRivals], action: Place, field: str) -> str:
    """A sentence for a question whose answers are all equally good; empty for other questions."""
    if field == "at" and _are_equal_places(view.state, action):
        return wording.ALL_EQUAL
    if field == "facing" and _are_equal_facings(view.state, action):
        return "Same link, as good free edges: take any."
    return ""


def _are_equal_places(state: RailroadRivals, action: Place) -> bool:
    """Whether all places are equally good: their best orientations make as many links and gain as much stock."""
    numbers_by_place = dict[object, set[tuple[int, int]]]()
    for spot in matching_spots(state.board, action.city):
        links = _links_of_placement(state, replace(action, at=spot.at, facing=spot.facing))
        rise, _ = _rise_text(state, action.seat, [link.railroad for link in links])
        numbers_by_place.setdefault(spot.at, set()).add((len(links), rise))
    return len(numbers_by_place) > 1 and len({max(numbers) for numbers in numbers_by_place.values()}) == 1


def _are_equal_facings(state: RailroadRivals, action: Place) -> bool:
    """Whether all orientations in the place make the same links and leave equally good edges free."""
    spots = [spot for spot in _spots(state, action.city) if spot.at == action.at]
    owned = state.stocks[action.seat]
    numbers = set[tuple[object, ...]]()
    for spot in spots:
        placement = replace(action, facing=spot.facing)
        free = [railroad for _, railroad in wording.free_edges(state, placement)]
        own_stocks = sum(owned.get(railroad, 0) for railroad in free)
        numbers.add((_links_of_placement(state, placement), len(free), own_stocks))
    return len(spots) > 1 and len(numbers) == 1


def _place_legend(view: View[RailroadRivals], action: Place, field: str) -> str:
    match field:
        case "" | "city":
            return "In brackets: cubes. ↑: your stock."
        case "at":
            return "Last: the link you make. ↑: your stock gains."
        case _:
            return "Free edges: for later links. ↑: your stock."


ACTION_TEXTS: ActionTexts = {
    Place: ActionText(
        label=place_label, short_label=_place_short_label, question_context=_place_context, legend=_place_legend
    )
}


def _narrate_placement(event: e.CityPlaced, name: NameOfSeat) -> Narration:
    """Narrate a placement. The short clause omits the linked cities, because pictures show them."""
    clause = f"placed {event.city}"
    if not event.links:
        return wording.narration_of_clause(name(event.seat), f"{clause} without a link")
    links = join_words([with_article(f"{link.railroad} link to {link.b}") for link in event.links])
    noun = "link" if len(event.links) == 1 else "links"
    return Narration(
        f"{name(event.seat)} {clause} and gained {links}.", f"{clause}: {_railroads_text(event.links)} {noun}"
    )


def _railroads_text(links: Sequence[Link]) -> str:
    """The railroads of new links: “PRR”, “B&O and PRR”, “2 PRR”, “2 PRR and 1 B&O”."""
    counts = Counter(link.railroad for link in links)
    if max(counts.values()) == 1:
        return join_words(tuple(counts))
    return join_words([f"{count} {railroad}" for railroad, count in counts.items()])


def _narrate_cubes(event: e.GoodsDrawn, name: NameOfSeat) -> Narration:
    short = f" The bag was {count_noun(event.missing, 'cube')} short." if event.missing else ""
    return Narration(f"{event.city} received {join_words(event.goods) or 'no goods'}.{short}")


def _narrate_empty_hand(event: e.HandEmptied, name: NameOfSeat) -> Narration:
    why = "at this table, an empty hand ends it only after the city pile is gone"
    return Narration(f"{name(event.seat)} has no city left to place. The game continues: {why}.")


def _narrate_last_turn(event: e.LastTurnCame, name: NameOfSeat) -> Narration:
    if event.seat is None:
        return Narration("No one placed a city this turn, and the city pile is gone. This is the last turn.")
    return Narration(f"{name(event.seat)} placed the last city in hand. This is the last turn.")


EVENT_TEXTS: EventTexts = {
    e.CityPlaced: _narrate_placement,
    e.GoodsDrawn: _narrate_cubes,
    e.PlacementPassed: lambda event, name: wording.narration_of_clause(
        name(event.seat), "had no city to place" if event.empty_handed else "passed: no city fits"
    ),
    e.HandEmptied: _narrate_empty_hand,
    e.LastTurnCame: _narrate_last_turn,
}
