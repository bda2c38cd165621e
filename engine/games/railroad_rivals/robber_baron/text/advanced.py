"""Texts of the advanced tiles. (RB Advanced Tiles)"""

from collections.abc import Mapping

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, View, count_noun
from engine.core.short_label import ShortLabel
from engine.games.railroad_rivals.game_data.printed_data import (
    ADVANCED_TILES,
    HEADQUARTERS,
    NEW_INDUSTRY,
    TRANSCONTINENTAL,
    City,
    Special,
)
from engine.games.railroad_rivals.robber_baron.actions import Headquarters, Industry
from engine.games.railroad_rivals.robber_baron.events import HeadquartersPlayed, IndustryPlayed
from engine.games.railroad_rivals.robber_baron.numbers import UPGRADE_POINTS, UPGRADE_TILES
from engine.games.railroad_rivals.state.board import links_by_city
from engine.games.railroad_rivals.state.game_module import TileText
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import fit_text, narration_of_clause


def _transcontinental_label(state: RailroadRivals, tile: str) -> str:
    goods = state.board.tile_as_printed(City(tile)).goods
    return f"{tile}: {goods} cubes, every edge matches any railroad, {fit_text(state, City(tile))}"


def _transcontinental_short_label(state: RailroadRivals, tile: str) -> ShortLabel:
    goods = state.board.tile_as_printed(City(tile)).goods
    return ShortLabel(f"{tile} · {goods} cubes, any edge", fit_text(state, City(tile)).capitalize(), gains=(goods,))


def _upgrade_short_label(state: RailroadRivals, tile: str) -> ShortLabel:
    more = count_noun(UPGRADE_POINTS, "more point")
    return ShortLabel(f"{tile} · +{UPGRADE_POINTS} a delivery", f"{more} each time", gains=(UPGRADE_POINTS,))


TILE_TEXTS: Mapping[str, TileText] = {
    TRANSCONTINENTAL: TileText(_transcontinental_label, _transcontinental_short_label),
    NEW_INDUSTRY: TileText(
        lambda state, tile: f"{tile}: once, when delivering, draw new cubes onto a placed city, as many as it shows",
        lambda state, tile: ShortLabel(f"{tile} · new cubes on a city", "Once, when you deliver"),
    ),
    HEADQUARTERS: TileText(
        lambda state, tile: f"{tile}: once, when delivering, deliver twice in a phase",
        lambda state, tile: ShortLabel(f"{tile} · deliver twice, once", "Once, when you deliver"),
    ),
    Special.UPGRADE: TileText(
        lambda state, tile: f"{tile}: 1 more point for each of your deliveries from now on", _upgrade_short_label
    ),
}


def _industry_label(view: View[RailroadRivals], action: Industry, field: str, name: NameOfSeat) -> str:
    drawn, links = _cubes_and_links(view.state, action.city)
    if field:
        return f"{action.city}: {count_noun(drawn, 'new cube')}, {links}"
    return f"Play New Industry in {action.city}: draw {count_noun(drawn, 'cube')} onto it ({links})"


def _industry_short_label(view: View[RailroadRivals], action: Industry, field: str, name: NameOfSeat) -> ShortLabel:
    drawn, links = _cubes_and_links(view.state, action.city)
    label = f"{action.city} · {count_noun(drawn, 'new cube')}, {links}"
    return ShortLabel(label, gains=(drawn,) if drawn else ())


def _cubes_and_links(state: RailroadRivals, city: City) -> tuple[int, str]:
    """The number of cubes that New Industry draws onto a city, and the number of its links in words."""
    return state.count_cubes_to_draw(city), count_noun(len(links_by_city(state.board).get(city, ())), "link")


ACTION_TEXTS: ActionTexts = {
    Industry: ActionText(label=_industry_label, short_label=_industry_short_label),
    Headquarters: ActionText(
        label=lambda view, action, field, name: "Play Headquarters: deliver one more cube in this phase",
        short_label=lambda view, action, field, name: ShortLabel("Headquarters · deliver once more"),
    ),
}

EVENT_TEXTS: EventTexts = {
    IndustryPlayed: lambda event, name: narration_of_clause(name(event.seat), f"played New Industry in {event.city}"),
    HeadquartersPlayed: lambda event, name: narration_of_clause(
        name(event.seat), "played Headquarters and may deliver twice"
    ),
}

TOPICS = (
    (
        "Transcontinental (Robber Baron)",
        "Draft and place it like a city. Each of its edges matches any railroad, now and later. When you place "
        f"it, draw {ADVANCED_TILES[TRANSCONTINENTAL].goods} cubes onto it.",
    ),
    (
        "New Industry (Robber Baron)",
        "Draft it like a city and keep it in your hand. Once, on your turn to deliver, before or after the "
        "delivery, play it on a city on the table. Draw that city’s printed number of new cubes onto it. Then "
        "New Industry leaves the game.",
    ),
    (
        "Headquarters (Robber Baron)",
        "Draft it like a city and keep it in your hand. Once, on your turn to deliver, play it to deliver one "
        "more cube. The first delivery counts for the second: a color that you have just delivered scores "
        "less. Then Headquarters leaves the game.",
    ),
    (
        "Locomotive Upgrades (Robber Baron)",
        f"The {UPGRADE_TILES} upgrades among the stock tiles are drafted like stocks. From then on, each of "
        "them scores its owner 1 more point for each delivery that the owner makes.",
    ),
)
