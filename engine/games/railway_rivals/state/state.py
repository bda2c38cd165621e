"""The state of a game of Railway Rivals, and the methods that change it."""

from collections.abc import Mapping
from typing import Self

import msgspec

from engine.core import Rng, Seat, Secret, State, all_seats, seats_from, secret_for
from engine.games.railway_rivals.game_data.constants import DIE_FACES, RUNS_PER_VISIT
from engine.games.railway_rivals.game_data.hex_map import HEX_MAPS, CardNumber, Hex, HexMap
from engine.games.railway_rivals.game_data.options import RailwayOptions
from engine.games.railway_rivals.state.deals import Desk
from engine.games.railway_rivals.state.phases import Building, Entering
from engine.games.railway_rivals.state.plans import BuildingSlot, no_limits
from engine.games.railway_rivals.state.runs import Race, Run
from engine.games.railway_rivals.state.track import Track, TrackPiece


class RailwayRivals(State, frozen=True, kw_only=True):
    """The state of a game. Mappings by seat have a key for every seat. Gold and track are public. (ruling 15)"""

    options: RailwayOptions
    seats: int
    gold: Mapping[Seat, int]
    """The gold of each seat; the bank has no limit. (ruling 15)"""
    bank: int = 0
    """The gold that the bank has received, less the gold that it has paid."""
    track: Track = Track()
    first: Mapping[Hex, Seat] = {}
    """The seat that first reached each town, or started there. (R Income; ruling 14)"""
    turn: int = 0
    """The number of the current Turn. Building phases of the operating stage continue the count."""
    roller: Seat
    """The seat that rolls the die next. (R A Player's Turn)"""
    fruitless: int = 0
    """Consecutive Turns without a new town. (ruling 56)"""
    turns_left: int | None = None
    """Full Turns left in the building stage after a declaration. (R End of Building Stage)"""
    operating: bool = False
    limits: Mapping[Seat, Secret[int]]
    """Gold that the plans of a seat may pay rivals in addition to the expected payments. (ruling 18)"""
    late: tuple[Hex, ...] = ()
    """The hexes of the towns without track when the operating stage began. (ruling 49)"""
    stock: Secret[tuple[CardNumber, ...]]
    """The remaining Town Cards, the top card first."""
    waiting: tuple[Run, ...] = ()
    """Postponed runs, the longest waiting first. (R Determining the Runs; ruling 64)"""
    dropped: tuple[Run, ...] = ()
    """Runs that are not offered any more. (rulings 101, 103)"""
    races: tuple[Race, ...] = ()
    ending: str = ""
    """The key of the ending of a finished game; empty until then."""
    rng: Secret[Rng]

    # -- gold

    def pay_from_bank(self, seat: Seat, gold: int) -> Self:
        """Move gold from the bank to a seat; a negative amount moves it to the bank."""
        gold_after = {**self.gold, seat: self.gold[seat] + gold}
        return msgspec.structs.replace(self, gold=gold_after, bank=self.bank - gold)

    def pay_rivals(self, seat: Seat, to: Mapping[Seat, int]) -> Self:
        """Move gold from a seat to rivals; ``to`` has the amount for each rival."""
        gold = {**self.gold, seat: self.gold[seat] - sum(to.values())}
        for rival, amount in to.items():
            gold[rival] += amount
        return msgspec.structs.replace(self, gold=gold)

    # -- the map

    @property
    def hex_map(self) -> HexMap:
        return HEX_MAPS[self.options.map]

    def start_company(self, seat: Seat, town: Hex) -> Self:
        """Start a company in a town, which then pays no bonus. (R Setting Up, 4; ruling 14)"""
        track = Track((*self.track.starts, (seat, town)), self.track.pieces)
        return msgspec.structs.replace(self, track=track, first={town: seat, **self.first})

    def add_track(self, *pieces: TrackPiece) -> Self:
        """Add steps of track, without payment."""
        return msgspec.structs.replace(self, track=Track(self.track.starts, self.track.pieces + pieces))

    def record_first_arrival(self, town: Hex, seat: Seat) -> Self:
        """Record that a seat is the first in a town. (R Income; ruling 46)"""
        return msgspec.structs.replace(self, first={**self.first, town: seat})

    @property
    def unreached_towns(self) -> tuple[Hex, ...]:
        """The hexes of towns that no company has reached or started in. (ruling 54)"""
        return tuple(town.hex for town in self.hex_map.towns if town.hex not in self.first)

    def count_bonuses(self, seat: Seat) -> int:
        """The number of towns that paid a seat for being the first there. (R Income; rulings 14, 49)"""
        unpaid = {town for _, town in self.track.starts}
        if not self.options.late_towns:
            unpaid.update(self.late)
        return sum(first == seat and town not in unpaid for town, first in self.first.items())

    # -- plans

    def set_limit(self, seat: Seat, gold: int) -> Self:
        """Set the gold that the seat's plans may pay rivals in addition to the expected payments. (ruling 18)"""
        return msgspec.structs.replace(self, limits={**self.limits, seat: secret_for(seat, gold)})

    def forget_limits(self) -> Self:
        """Reset the limits of all plans; limits apply for one round."""
        return msgspec.structs.replace(self, limits=no_limits(self.everyone))

    # -- current phases

    @property
    def current_building(self) -> Building | None:
        """The current building phase, or the one that is planned while runs are entered; None if there is none."""
        return next((phase for phase in reversed(self.flow) if isinstance(phase, Building)), None)

    def set_slot(self, index: int, slot: BuildingSlot) -> Self:
        building = self.current_building
        assert building is not None
        changed = building.with_slot(index, slot)
        flow = tuple(changed if phase is building else phase for phase in self.flow)
        return msgspec.structs.replace(self, flow=flow)

    @property
    def has_open_entries(self) -> bool:
        """Whether seats announce entries openly, the richest first. (ruling 68)"""
        return self.options.entries == "richest-first"

    @property
    def has_many_runs_at_once(self) -> bool:
        """Whether the option of many runs per visit is on. (ruling 104)"""
        return self.options.runs in RUNS_PER_VISIT

    @property
    def current_entering(self) -> Entering:
        """The current phase, in which runs are entered."""
        phase = self.flow[-1]
        assert isinstance(phase, Entering)
        return phase

    def set_desks(self, desks: Mapping[Seat, Desk]) -> Self:
        """Replace the desks of all seats; each desk is a secret of its seat."""
        entering = self.current_entering
        return self.replace_phase(
            entering.from_desks(
                entering.runs, desks, is_open=self.has_open_entries, has_many_runs=self.has_many_runs_at_once
            )
        )

    # -- Turns

    def begin_turn(self) -> Self:
        """Begin a Turn; after a declaration, count down the Turns left. (R End of Building Stage)"""
        remaining = None if self.turns_left is None else self.turns_left - 1
        return msgspec.structs.replace(self, turn=self.turn + 1, turns_left=remaining)

    def set_fruitless(self, turns: int) -> Self:
        """Set the number of consecutive Turns without a new town. (ruling 56)"""
        return msgspec.structs.replace(self, fruitless=turns)

    def set_turns_left(self, turns: int) -> Self:
        """Set the number of full Turns left in the building stage. (R End of Building Stage)"""
        return msgspec.structs.replace(self, turns_left=turns)

    def begin_operating(self) -> Self:
        """Begin the operating stage; towns without track become late towns. (R The Operating Stage; ruling 49)"""
        return msgspec.structs.replace(self, operating=True, late=self.unreached_towns, turns_left=None)

    def hand_die(self, seat: Seat) -> Self:
        """Give the die to a seat, which rolls next. (rulings 13, 98)"""
        return msgspec.structs.replace(self, roller=seat)

    def pass_die(self) -> Self:
        """Pass the die to the next player on the left. (R A Player's Turn)"""
        return self.hand_die(self.from_seat(self.roller)[1])

    # -- runs

    def set_stock(self, cards: tuple[CardNumber, ...]) -> Self:
        """Set the remaining Town Cards, the top card first."""
        return msgspec.structs.replace(self, stock=Secret(cards, len(cards)))

    def add_waiting(self, run: Run) -> Self:
        """Add a postponed run at the end of the queue. (ruling 64)"""
        return msgspec.structs.replace(self, waiting=(*self.waiting, run))

    def remove_waiting(self, *runs: Run) -> Self:
        return msgspec.structs.replace(self, waiting=tuple(run for run in self.waiting if run not in runs))

    def add_dropped(self, *runs: Run) -> Self:
        """Add dropped runs. (rulings 101, 103)"""
        return msgspec.structs.replace(self, dropped=self.dropped + runs)

    def add_race(self, race: Race) -> Self:
        return msgspec.structs.replace(self, races=(*self.races, race))

    def end_game(self, ending: str) -> Self:
        """Store the key of the ending."""
        return msgspec.structs.replace(self, ending=ending)

    # -- chance

    def roll_die(self, times: int) -> tuple[Self, tuple[int, ...]]:
        """Roll the green die a number of times; return the state and the rolls."""
        rolls, rng = [], self.rng.open()
        for _ in range(times):
            face, rng = rng.choice(DIE_FACES)
            rolls.append(face)
        return self.set_rng(rng), tuple(rolls)

    def set_rng(self, rng: Rng) -> Self:
        return msgspec.structs.replace(self, rng=Secret(rng))

    def shuffle_stock(self, cards: tuple[CardNumber, ...]) -> Self:
        """Shuffle these Town Cards; they become the stock."""
        order, rng = self.rng.open().shuffle(cards)
        return self.set_rng(rng).set_stock(order)

    # -- seats

    @property
    def everyone(self) -> tuple[Seat, ...]:
        """All seats in order, each to the left of the previous one."""
        return all_seats(self.seats)

    def from_seat(self, first: Seat) -> tuple[Seat, ...]:
        """All seats from ``first`` on, to the left."""
        return seats_from(first, self.seats)

    @property
    def seats_from_richest(self) -> tuple[Seat, ...]:
        """All seats, from the richest to the left. The roller, and then the seats to its left, win ties.

        (ruling 69)
        """
        most = max(self.gold.values())
        first = next(seat for seat in self.from_seat(self.roller) if self.gold[seat] == most)
        return self.from_seat(first)
