"""Texts of drafting tiles. (R Draft Tiles)"""

from collections.abc import Callable
from functools import partial

from engine.core import ActionText, ActionTexts, EventTexts, NameOfSeat, Narration, Seat, View, count_noun, join_words
from engine.core.short_label import ShortLabel, fit_detail
from engine.games.railroad_rivals.game_data.pieces import is_city
from engine.games.railroad_rivals.game_data.printed_data import RAILROAD_NAMES, City, Railroad
from engine.games.railroad_rivals.rules.drafting import draftable_tiles
from engine.games.railroad_rivals.state import active_modules
from engine.games.railroad_rivals.state.actions import Draft
from engine.games.railroad_rivals.state.events import CityDrafted, DraftSkipped, SpecialDrafted, StockDrafted
from engine.games.railroad_rivals.state.phases import Drafting
from engine.games.railroad_rivals.state.state import RailroadRivals
from engine.games.railroad_rivals.text.wording import ALL_EQUAL, city_text, cubes_text, fit_text, narration_of_clause

FinalStockValue = Callable[[RailroadRivals, Seat, Railroad], float]
"""A computer player's estimate of the value of a stock at the end of the game, in points."""


def _draft_label(view: View[RailroadRivals], action: Draft, field: str, name: NameOfSeat) -> str:
    label = _tile_label(view.state, action.tile)
    return label if field else f"Draft {label}"


def _tile_label(state: RailroadRivals, tile: str) -> str:
    if (module_text := active_modules.tile_text(tile)) is not None:
        return module_text.label(state, tile)
    return _city_label(state, City(tile)) if is_city(tile) else _stock_label(state, Railroad(tile))


def _city_label(state: RailroadRivals, city: City) -> str:
    tile = state.board.tile_as_printed(city)
    edges = " ".join(railroad for railroad in tile.edges if railroad)
    return f"{city}: {count_noun(tile.goods, 'cube')}, edges {edges}, {fit_text(state, city)}"


def _stock_label(state: RailroadRivals, railroad: Railroad) -> str:
    label = f"{railroad} stock, {RAILROAD_NAMES[railroad]}: worth {state.value[railroad]} now"
    if railroad in state.baron.merged:
        partner = join_words([other for other in state.baron.merged if other != railroad])
        return f"{label}, one company with {partner}"
    owned = sum(stocks.get(railroad, 0) for stocks in state.stocks.values())
    return f"{label}, {f'players own {owned}' if owned else 'nobody owns it'}"


def _draft_short_label(
    view: View[RailroadRivals], action: Draft, field: str, name: NameOfSeat, *, final_value: FinalStockValue
) -> ShortLabel:
    state, tile = view.state, action.tile
    if (module_text := active_modules.tile_text(tile)) is not None:
        return module_text.short_label(state, tile)
    if is_city(tile):
        return _city_short_label(state, City(tile))
    return _stock_short_label(
        state, action.seat, Railroad(tile), round(final_value(state, action.seat, Railroad(tile)))
    )


def _city_short_label(state: RailroadRivals, city: City) -> ShortLabel:
    """A city with its cubes and fitting places: “Chicago · 4 cubes, fits 3 places”. The second line has its edges."""
    tile = state.board.tile_as_printed(city)
    edges = " ".join(railroad for railroad in tile.edges if railroad)
    short = f"{city} · {cubes_text(tile.goods)}"
    return ShortLabel(city_text(state, city, tile.goods), f"Edges {edges}", gains=(tile.goods,), short=short)


def _stock_short_label(state: RailroadRivals, seat: Seat, railroad: Railroad, final_value: int) -> ShortLabel:
    """A stock with its present and expected final value: “CBQ stock · 0 now, ~3 at the end”."""
    value, own = state.value[railroad], state.stocks[seat].get(railroad, 0)
    rivals = sum(stocks.get(railroad, 0) for other, stocks in state.stocks.items() if other != seat)
    links = sum(link.railroad == railroad for link in state.board.links)
    return ShortLabel(
        f"{railroad} stock · {value} now, ~{final_value} at the end",
        fit_detail(RAILROAD_NAMES[railroad], f"you own {own}, rivals {rivals}", count_noun(links, "link")),
        gains=(value,),
        short=f"{railroad} stock ~{final_value}",
    )


def _draft_context(view: View[RailroadRivals], action: Draft, field: str, *, final_value: FinalStockValue) -> str:
    is_choice_free = _is_second_pick(view.state) and _are_equal_tiles(view.state, action.seat, final_value)
    return ALL_EQUAL if is_choice_free else ""


def _is_second_pick(state: RailroadRivals) -> bool:
    phase = state.flow[-1] if state.flow else None
    return isinstance(phase, Drafting) and phase.picks >= state.seats


def _are_equal_tiles(state: RailroadRivals, seat: Seat, final_value: FinalStockValue) -> bool:
    """Whether the seat can draft several tiles whose labels all have the same numbers, so that none is better."""
    phase = state.flow[-1]
    assert isinstance(phase, Drafting)
    tiles = draftable_tiles(state, phase)
    if len(tiles) < 2 or not all(is_city(tile) or tile in state.value for tile in tiles):
        return False
    cities = [City(tile) for tile in tiles if is_city(tile)]
    stocks = [Railroad(tile) for tile in tiles if not is_city(tile)]
    city_numbers = {(state.board.tile_as_printed(city).goods, fit_text(state, city)) for city in cities}
    stock_numbers = {(state.value[stock], round(final_value(state, seat, stock))) for stock in stocks}
    return len(city_numbers) + len(stock_numbers) == 1


def draft_legend(view: View[RailroadRivals], action: Draft, field: str) -> str:
    """The explanation of the numbers on tiles."""
    if _is_second_pick(view.state):
        return "Each delivery over a railroad: its stock +1."
    return "One of each kind. A cube scores 1 to 3."


def texts(final_value: FinalStockValue) -> ActionTexts:
    """Return the texts of drafting; ``final_value`` estimates the final value of a stock."""
    return {
        Draft: ActionText(
            label=_draft_label,
            short_label=partial(_draft_short_label, final_value=final_value),
            question_context=partial(_draft_context, final_value=final_value),
            legend=draft_legend,
        )
    }


EVENT_TEXTS: EventTexts = {
    CityDrafted: lambda event, name: narration_of_clause(name(event.seat), f"drafted {event.city}"),
    StockDrafted: lambda event, name: narration_of_clause(name(event.seat), f"drafted {event.railroad} stock"),
    SpecialDrafted: lambda event, name: narration_of_clause(name(event.seat), f"drafted {event.special}"),
    DraftSkipped: lambda event, name: Narration(f"{name(event.seat)} had nothing left to draft."),
}
