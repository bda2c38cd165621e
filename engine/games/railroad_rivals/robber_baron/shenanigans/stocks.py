"""Ownership of companies' stock, and the effects of Stock Shenanigans on stock tiles and values."""

from engine.core import Seat
from engine.games.railroad_rivals.game_data.printed_data import Railroad, Special
from engine.games.railroad_rivals.robber_baron.numbers import DUMP_FALL, PURCHASE_RISE
from engine.games.railroad_rivals.state.state import RailroadRivals


def count_company_stock(state: RailroadRivals, seat: Seat, railroad: Railroad) -> int:
    """The number of stock tiles that a seat has of the company to which a railroad belongs. (rulings K7, K11)"""
    return sum(state.stocks[seat].get(name, 0) for name in state.baron.company_of(railroad))


def companies_of(state: RailroadRivals, seat: Seat) -> tuple[Railroad, ...]:
    """The companies in which a seat has stock, each named by the first of its railroads with a tile."""
    names: dict[tuple[Railroad, ...], Railroad] = {}
    for railroad in state.value:
        if railroad in state.stocks[seat]:
            names.setdefault(state.baron.company_of(railroad), railroad)
    return tuple(names.values())


def majority_rival(state: RailroadRivals, seat: Seat, railroad: Railroad) -> Seat | None:
    """The other seat with the most stock of a company, if it has more than ``seat``; else None."""
    most = max(state.everyone, key=lambda other: count_company_stock(state, other, railroad))
    return most if count_company_stock(state, most, railroad) > count_company_stock(state, seat, railroad) else None


def count_rivals_stock(state: RailroadRivals, seat: Seat, railroad: Railroad) -> int:
    """The number of stock tiles that all other seats have of the company to which a railroad belongs."""
    return sum(count_company_stock(state, other, railroad) for other in state.everyone if other != seat)


def apply_purchase_rise(state: RailroadRivals, railroad: Railroad) -> RailroadRivals:
    """Raise the value of a stock after a purchase of one of its tiles. (RB Buy Stock; ruling K11)"""
    return state.raise_value(railroad, PURCHASE_RISE)


def apply_dump_fall(state: RailroadRivals, railroad: Railroad, tiles: int) -> RailroadRivals:
    """Lower the value of a company's stock for each tile that was dumped. (RB Dump Stock; rulings K5, K11)"""
    return state.raise_value(railroad, -DUMP_FALL * tiles)


def halfway_value(state: RailroadRivals, first: Railroad, second: Railroad) -> int:
    """The value halfway between the values of two railroads, rounded up. (RB Merger; ruling K9)"""
    return (state.value[first] + state.value[second] + 1) // 2


def discard_special(state: RailroadRivals, seat: Seat, special: Special) -> RailroadRivals:
    """Remove a used special tile from the game. (RB Stock Shenanigans; ruling K2)"""
    return state.with_expansion(state.baron.remove_special(seat, special)).discard_tiles(special)


def take_stock_from_pile(state: RailroadRivals, seat: Seat, railroad: Railroad) -> RailroadRivals:
    """Move a stock tile from the pile to a seat, and shuffle the pile. (ruling K3)"""
    pile = list(state.stock_pile.open())
    pile.remove(railroad)
    return state.add_stock(seat, railroad).set_stock_pile(tuple(pile))


def return_stock_to_pile(state: RailroadRivals, seat: Seat, railroad: Railroad) -> RailroadRivals:
    """Shuffle all of a seat's tiles of a company into the pile. (ruling K5)"""
    sold = _company_tiles(state, seat, railroad)
    return state.remove_stocks(seat, state.baron.company_of(railroad)).set_stock_pile(state.stock_pile.open() + sold)


def remove_company(state: RailroadRivals, railroad: Railroad) -> RailroadRivals:
    """Remove all tiles of a company, including those in the pile, and set its value to 0. (rulings K6, K7)"""
    company = state.baron.company_of(railroad)
    pile = state.stock_pile.open()
    tiles_gone = tuple(tile for tile in pile if tile in company)
    for seat in state.everyone:
        tiles_gone += _company_tiles(state, seat, railroad)
        state = state.remove_stocks(seat, company)
    state = state.discard_tiles(*sorted(tiles_gone)).set_value(company, 0)
    state = state.with_expansion(state.baron.close_company(company))
    return state.set_stock_pile(tuple(tile for tile in pile if tile not in company), shuffled=False)


def merge_railroads(state: RailroadRivals, first: Railroad, second: Railroad) -> RailroadRivals:
    """Merge two railroads into one company at the halfway value; all tiles stay where they are."""
    value = halfway_value(state, first, second)
    return state.set_value((first, second), value).with_expansion(state.baron.merge_companies(first, second))


def _company_tiles(state: RailroadRivals, seat: Seat, railroad: Railroad) -> tuple[str, ...]:
    owned = state.stocks[seat]
    return tuple(name for name in state.baron.company_of(railroad) for _ in range(owned.get(name, 0)))
