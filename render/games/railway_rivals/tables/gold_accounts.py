"""The sources of a company's gold, computed from races and first arrivals."""

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.game_data.constants import STARTING_GOLD, TOWN_BONUS
from engine.games.railway_rivals.game_data.hex_map import CardNumber
from engine.games.railway_rivals.state.runs import Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals


class GoldAccount(msgspec.Struct, frozen=True):
    """A seat's totals of the game so far: gold by source, and numbers of bonuses and prizes."""

    seat: Seat
    gold: int
    town_bonuses: int
    """The number of towns that paid a bonus."""
    first_prizes: int
    second_prizes: int
    first_prize_gold: int
    second_prize_gold: int
    fees_in: int
    fees_out: int

    @property
    def bonus_gold(self) -> int:
        """Gold from town bonuses."""
        return TOWN_BONUS * self.town_bonuses

    @property
    def track_gold(self) -> int:
        """Gold from building, mostly negative: payments from rivals less costs and payments to rivals."""
        return (
            self.gold
            - STARTING_GOLD
            - self.bonus_gold
            - self.first_prize_gold
            - self.second_prize_gold
            - self.fees_in
            + self.fees_out
        )


def gold_account(state: RailwayRivals, seat: Seat) -> GoldAccount:
    """Compute the totals of a seat."""
    own = [train for race in state.races for train in race.trains if seat in train.seats]
    firsts = [train for train in own if train.place == 1]
    seconds = [train for train in own if train.place == 2]
    return GoldAccount(
        seat,
        state.gold[seat],
        state.count_bonuses(seat),
        len(firsts),
        len(seconds),
        sum(train.prize_of(seat) for train in firsts),
        sum(train.prize_of(seat) for train in seconds),
        sum(fees_received(race, seat) for race in state.races),
        sum(train.fees_of(seat) + _settlement_of(train, seat) for train in own),
    )


def _settlement_of(train: Train, seat: Seat) -> int:
    return max(0, train.settled) if train.seats[0] == seat else 0


def fees_received(race: Race, seat: Seat) -> int:
    """The gold that a seat received for its track in a race, including exchanges."""
    settlements = sum(max(0, -train.settled) for train in race.trains if train.seats[0] == seat)
    return settlements + sum(train.fees.get(seat, 0) for train in race.trains)


def net_gain(race: Race, seat: Seat) -> int:
    """The gold that a seat gains in a race, including fees for its track; negative for a loss."""
    own = [train for train in race.trains if seat in train.seats]
    prizes_less_fees = sum(train.prize_of(seat) - train.fees_of(seat) for train in own)
    return prizes_less_fees - sum(_settlement_of(train, seat) for train in own) + fees_received(race, seat)


def seats_by_gold(state: RailwayRivals) -> tuple[Seat, ...]:
    """All seats by gold, the richest first; ties in seat order."""
    return tuple(sorted(state.everyone, key=lambda seat: -state.gold[seat]))


def races_by_card(state: RailwayRivals) -> dict[CardNumber, int]:
    """The number of the race that used each card, by card."""
    numbers: dict[CardNumber, int] = {}
    for number, race in enumerate(state.races, 1):
        numbers |= dict.fromkeys(run_cards(race.run), number)
    return numbers


def run_cards(run: Run) -> tuple[CardNumber, CardNumber]:
    """The two Town Cards of a run."""
    return run.start, run.goal
