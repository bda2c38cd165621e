"""The data from which the coach explains a move, in dollars."""

from collections.abc import Hashable, Iterator

from engine.core import Action, Event, Seat, dollar_amount
from engine.core.reasons import Asset, Horizon, Phrase, Reasons, ScoreEntry
from engine.games.railroads_of_catan.agent.position_value import position_value_parts
from engine.games.railroads_of_catan.state.actions import Run
from engine.games.railroads_of_catan.state.events import (
    BankerPaid,
    BidsShown,
    HolidayPaid,
    ItemKept,
    ItemSold,
    TaxPaid,
    TrackLaid,
    TrainBought,
    TrainRun,
    TrainUpgraded,
    UpkeepPaid,
)
from engine.games.railroads_of_catan.state.state import RailroadsOfCatan
from engine.games.railroads_of_catan.state.trip_bill import Bill

_MIN_DIFFERENCE = 150
"""Differences between two moves below this number of dollars are not mentioned."""
_MIN_ESTIMATED_DIFFERENCE = 300
"""Differences in orders or in estimates below this number of dollars are not mentioned."""
_UNIT = 100


def score_entries(event: Event) -> Iterator[ScoreEntry]:
    """Yield the dollars that each seat gains or loses by an event, by category."""
    match event:
        case TrainRun(seat=seat, bill=bill):
            yield from _bill_entries(seat, bill)
        case TrackLaid(seat=seat, cost=cost, fees=fees):
            yield ScoreEntry(seat, "track", -cost - sum(fees.values()))
            for owner, paid in fees.items():
                yield ScoreEntry(owner, "fees", paid)
        case TrainBought(seat=seat, cost=cost) | TrainUpgraded(seat=seat, cost=cost):
            yield ScoreEntry(seat, "trains", -cost)
        case BidsShown(paid=bids):
            for seat, paid in bids.items():
                yield ScoreEntry(seat, "bids", -paid)
        case ItemSold(seat=seat, buyer=buyer, amount=amount, upkeep=upkeep):
            yield ScoreEntry(seat, "sales", amount)
            yield ScoreEntry(buyer, "sales", -amount - upkeep)
        case _:
            yield from _bank_entries(event)


def _bill_entries(seat: Seat, bill: Bill) -> Iterator[ScoreEntry]:
    """Yield the dollars of a trip for the train's owner, and for each rival that the owner paid."""
    for line in bill.lines:
        if line.kind == "order":
            yield ScoreEntry(seat, "order", line.dollars, line.what)
        elif line.kind in ("segment", "city"):
            yield ScoreEntry(seat, "paid", line.dollars)
        else:
            yield ScoreEntry(seat, "goods", line.dollars)
        if line.seat is not None:
            yield ScoreEntry(line.seat, "fees", -line.dollars)


def _bank_entries(event: Event) -> Iterator[ScoreEntry]:
    """Yield the dollars that a seat gets from the bank or pays to it by an event that is not a move."""
    match event:
        case TaxPaid(seat=seat, paid=paid):
            yield ScoreEntry(seat, "tax", -paid)
        case HolidayPaid(seat=seat, received=received) | BankerPaid(seat=seat, received=received):
            yield ScoreEntry(seat, "bank", received)
        case UpkeepPaid(seat=seat, paid=paid) | ItemKept(seat=seat, paid=paid):
            yield ScoreEntry(seat, "upkeep", -paid)


def action_kind(action: Action) -> Hashable:
    """Return the kind of an action; trips of one train to one place are of the same kind."""
    return (Run, action.number, action.trip.stops[-1].place) if isinstance(action, Run) else type(action)


def _asset_parts(state: RailroadsOfCatan, seat: Seat) -> Iterator[Asset]:
    """Yield the estimated future income, upkeep, and cargo of a seat; nothing after the end of the game."""
    if state.flow and state.turn:
        parts = position_value_parts(state, seat)
        yield Asset("earnings", 1, parts.turns * parts.earnings)
        yield Asset("maintenance", 1, -parts.turns * parts.upkeep)
        yield Asset("load", 1, parts.load)


REASONS = Reasons(
    score_entries=score_entries,
    assets=_asset_parts,
    phrases={
        "goods": Phrase(
            "you make {n} more with goods{when}",
            "you make {n} less with goods{when}",
            "{who} makes {n} more with goods{when}",
            "{who} makes {n} less with goods{when}",
            least=_MIN_DIFFERENCE,
        ),
        "order": Phrase(
            "you fill order {item} more often (in {share}, {n} more on average)",
            "you fill order {item} less often (in {share}, {n} less on average)",
            "{who} fills order {item} more often ({n} more on average)",
            "{who} fills order {item} less often ({n} less on average)",
            least=_MIN_ESTIMATED_DIFFERENCE,
            is_rare=True,
            always=("you fill order {item} ({n})", "{who} fills order {item} ({n})"),
            never=("you don’t fill order {item} ({n})", "{who} doesn’t fill order {item} ({n})"),
        ),
        "paid": Phrase(
            "you pay {n} less for rivals’ track and cities{when}",
            "you pay {n} more for rivals’ track and cities{when}",
            "{who} pays {n} less for others’ track and cities{when}",
            "{who} pays {n} more for others’ track and cities{when}",
            least=_MIN_DIFFERENCE,
        ),
        "fees": Phrase(
            "rivals pay you {n} more for track and goods{when}",
            "rivals pay you {n} less for track and goods{when}",
            "{who} gets {n} more for track and goods{when}",
            "{who} gets {n} less for track and goods{when}",
            least=_MIN_DIFFERENCE,
        ),
        "track": Phrase(
            "you spend {n} less on track{when}",
            "you spend {n} more on track{when}",
            "{who} spends {n} less on track{when}",
            "{who} spends {n} more on track{when}",
            least=_MIN_DIFFERENCE,
            price="the track",
            has_later_costs=True,
        ),
        "trains": Phrase(
            "you spend {n} less on trains{when}",
            "you spend {n} more on trains{when}",
            least=_MIN_DIFFERENCE,
            price="the train",
            has_later_costs=True,
        ),
        "bids": Phrase(
            "you pay {n} less for your bid",
            "you pay {n} more for your bid",
            "{who} pays {n} less for the bid",
            "{who} pays {n} more for the bid",
            least=50,
            horizons=(Horizon.END,),
            price="the higher bid",
        ),
        "sales": Phrase(
            "you get {n} more for what you sell",
            "you get {n} less for what you sell",
            least=_MIN_DIFFERENCE,
            horizons=(Horizon.END,),
        ),
        "bank": Phrase(
            "you get {n} more from the bank",
            "you get {n} less from the bank",
            least=_MIN_DIFFERENCE,
            horizons=(Horizon.END,),
        ),
        "earnings rose": Phrase(
            "your trains should earn {n} more in later turns",
            "your trains should earn {n} less in later turns",
            "{whose} trains should earn {n} more in later turns",
            "{whose} trains should earn {n} less in later turns",
            least=_MIN_ESTIMATED_DIFFERENCE,
        ),
        "maintenance rose": Phrase(
            "your upkeep is {n} lower in later turns",
            "your upkeep is {n} higher in later turns",
            least=_MIN_ESTIMATED_DIFFERENCE,
        ),
        "load rose": Phrase(
            "your trains carry more for later (worth {n})",
            "your trains carry less for later (worth {n})",
            "{whose} trains carry more for later (worth {n})",
            "{whose} trains carry less for later (worth {n})",
            least=_MIN_ESTIMATED_DIFFERENCE,
        ),
    },
    amount_text=lambda amount: dollar_amount(round(amount)),
    unit=_UNIT,
    unfinished_note=", as far as I can foresee",
)
