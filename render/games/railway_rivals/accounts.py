"""The sources of a company's gold: towns, prizes, fees; read from the public record of races and towns."""

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.box.chart import Number
from engine.games.railway_rivals.box.figures import STARTING_GOLD, TOWN_BONUS
from engine.games.railway_rivals.state.runs import Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals


class Account(msgspec.Struct, frozen=True):
    """Sums over a whole game, all 0 or more but ``track``: what else came in and went out, for track and its use."""

    seat: Seat
    gold: int
    towns: int
    """Towns that paid it a bonus."""
    firsts: int
    seconds: int
    won: int
    """Gold of first prizes."""
    second: int
    """Gold of second prizes."""
    fees_in: int
    fees_out: int

    @property
    def bonuses(self) -> int:
        """Gold of towns."""
        return TOWN_BONUS * self.towns

    @property
    def track(self) -> int:
        """The gold that is in no other sum: payments for building, in and out, and building in the operating stage."""
        return self.gold - STARTING_GOLD - self.bonuses - self.won - self.second - self.fees_in + self.fees_out


def account(state: RailwayRivals, seat: Seat) -> Account:
    """The sums of a seat."""
    own = [train for race in state.races for train in race.trains if seat in train.seats]
    firsts = [train for train in own if train.place == 1]
    seconds = [train for train in own if train.place == 2]
    return Account(
        seat,
        state.gold[seat],
        state.bonuses(seat),
        len(firsts),
        len(seconds),
        sum(train.prize_of(seat) for train in firsts),
        sum(train.prize_of(seat) for train in seconds),
        sum(fees_into(race, seat) for race in state.races),
        sum(train.fees_of(seat) + _settled_by(train, seat) for train in own),
    )


def _settled_by(train: Train, seat: Seat) -> int:
    """The gold a seat pays a rival with whom it exchanged track."""
    return max(0, train.settled) if train.seats[0] == seat else 0


def fees_into(race: Race, seat: Seat) -> int:
    """The gold a seat received for its track in a race."""
    settled = sum(max(0, -train.settled) for train in race.trains if train.seats[0] == seat)
    return settled + sum(train.fees.get(seat, 0) for train in race.trains)


def net(race: Race, seat: Seat) -> int:
    """The gold a race brought a seat in all, fees for its own track included; less than 0 for a loss."""
    own = [train for train in race.trains if seat in train.seats]
    brought = sum(train.prize_of(seat) - train.fees_of(seat) for train in own)
    return brought - sum(_settled_by(train, seat) for train in own) + fees_into(race, seat)


def by_gold(state: RailwayRivals) -> tuple[Seat, ...]:
    """All seats, most gold first; equals in seat order."""
    return tuple(sorted(state.everyone, key=lambda seat: -state.gold[seat]))


def raced(state: RailwayRivals) -> dict[Number, int]:
    """The number of the race in which each card came up."""
    found: dict[Number, int] = {}
    for number, race in enumerate(state.races, 1):
        found |= dict.fromkeys(cards_of(race.run), number)
    return found


def cards_of(run: Run) -> tuple[Number, Number]:
    """The two town cards of a run."""
    return run.start, run.goal
