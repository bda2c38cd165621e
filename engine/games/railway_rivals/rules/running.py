"""Running a race: fees, rolls, places, and prizes. (R Running Costs; R Deals; R The Race)"""

from collections.abc import Mapping

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.rules.draws import postpone_run
from engine.games.railway_rivals.rules.race import (
    AVERAGE_DIE,
    PRIZES,
    RaceProgress,
    movement_costs,
    race_places,
    race_prizes,
    run_race,
)
from engine.games.railway_rivals.rules.run_costs import fee_share
from engine.games.railway_rivals.rules.search.train_routes import MAX_FEES_PER_RIVAL, trace_route
from engine.games.railway_rivals.state.deals import Desk
from engine.games.railway_rivals.state.events import EntryVoid, RaceRun
from engine.games.railway_rivals.state.runs import Contest, Race, RaceEntry, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals


def open_contests(state: RailwayRivals, runs: tuple[Run, ...], desks: Mapping[Seat, Desk]) -> tuple[Contest, ...]:
    """The contest for each open run, with the trains that were entered."""
    return tuple(Contest(run, _race_entries(state, desks, index)) for index, run in enumerate(runs))


def _race_entries(state: RailwayRivals, desks: Mapping[Seat, Desk], index: int) -> tuple[RaceEntry, ...]:
    """The trains that were entered for a run, beginning with the richest seat. (R The Race)"""
    entries = []
    for seat in state.seats_from_richest:
        answer = desks[seat].answers[index]
        if answer is None or answer.route is None or (answer.joint and answer.joint[0] != seat):
            continue
        train = answer.joint or (seat,)
        hexes = trace_route(state.hex_map, state.track, frozenset(train), answer.route).hexes
        partners = {partner: pact.pays for partner, pact in answer.pacts.items()}
        entries.append(RaceEntry(train, hexes, answer.fees, partners))
    return tuple(entries)


def hold_race(state: RailwayRivals, contest: Contest) -> RailwayRivals:
    """Run the race, or postpone the run if none of its trains can run. (rulings 75, 84)"""
    entered = frozenset(seat for entry in contest.entries for seat in entry.seats)
    stayed = tuple(seat for seat in state.everyone if seat not in entered)
    state, entries = _void_unpayable_entries(state, contest)
    return _run_race(state, contest.run, entries, stayed) if entries else postpone_run(state, contest.run)


# -- fees


def _void_unpayable_entries(state: RailwayRivals, contest: Contest) -> tuple[RailwayRivals, tuple[RaceEntry, ...]]:
    """Void the entries that cannot pay their fees; exchanges with these entries end.

    Return the state and the remaining entries. (R Deals; rulings 75, 84)
    """
    state, entries = _void_betrayed_entries(state, contest)
    is_void = True
    while is_void:
        running = frozenset(seat for entry in entries for seat in entry.seats)
        entries = tuple(_drop_missing_partners(entry, running) for entry in entries)
        failures = [(entry, seat) for entry in entries if (seat := _find_failing_seat(state, entry)) is not None]
        is_void = bool(failures)
        for entry, seat in failures:
            due = _amount_due(state, entry, seat)
            state = state.emit(EntryVoid(seat, contest.run, due, state.gold[seat]))
        entries = tuple(entry for entry in entries if all(entry is not other for other, _ in failures))
    return state, entries


def _void_betrayed_entries(state: RailwayRivals, contest: Contest) -> tuple[RailwayRivals, tuple[RaceEntry, ...]]:
    """Void the entries whose partner does not keep to an exchange; return the state and the other entries.

    New deals that would break an exchange are refused, so only games from earlier releases can have these entries. (R
    Deals; ruling 84)
    """
    entries_kept: list[RaceEntry] = []
    for entry in contest.entries:
        if _is_betrayed(entry, contest.entries):
            lead = entry.seats[0]
            state = state.emit(EntryVoid(lead, contest.run, 0, state.gold[lead]))
        else:
            entries_kept.append(entry)
    return state, tuple(entries_kept)


def _is_betrayed(entry: RaceEntry, entries: tuple[RaceEntry, ...]) -> bool:
    """Whether an exchange partner of this entry has no train that keeps to the exchange."""
    keeping = [other for other in entries if entry.seats[0] in other.partners]
    return any(all(partner not in other.seats for other in keeping) for partner in entry.partners)


def _drop_missing_partners(entry: RaceEntry, running: frozenset[Seat]) -> RaceEntry:
    partners = {seat: pays for seat, pays in entry.partners.items() if seat in running}
    return msgspec.structs.replace(entry, partners=partners) if len(partners) < len(entry.partners) else entry


def _amount_due(state: RailwayRivals, entry: RaceEntry, seat: Seat) -> int:
    """The gold that a seat of a train has to pay, less the fees that exchange partners pay."""
    part = fee_share(state, entry.seats, seat, sum(entry.fees.values()))
    return part - sum(entry.partners.values())


def _find_failing_seat(state: RailwayRivals, entry: RaceEntry) -> Seat | None:
    """A seat of the train that cannot pay, or that pays a rival too much without an exchange; None if there is none."""
    for seat in entry.seats:
        if _amount_due(state, entry, seat) > state.gold[seat]:
            return seat
    beyond = any(gold > MAX_FEES_PER_RIVAL for seat, gold in entry.fees.items() if seat not in entry.partners)
    return entry.seats[0] if beyond else None


def _pay_fees(state: RailwayRivals, entries: tuple[RaceEntry, ...]) -> RailwayRivals:
    """Pay the owners of track; in a joint run, the second seat pays its share to the first.

    (rulings 76, 80, 82)
    """
    start = state
    for entry in entries:
        lead, *others = entry.seats
        for seat in others:
            part = fee_share(start, entry.seats, seat, sum(entry.fees.values()))
            state = state.pay_rivals(seat, {lead: part})
        state = state.pay_rivals(lead, entry.fees)
    return state


# -- the race


def _run_race(
    state: RailwayRivals, run: Run, entries: tuple[RaceEntry, ...], stayed: tuple[Seat, ...]
) -> RailwayRivals:
    """Pay fees, roll, and pay prizes; ``stayed`` are the seats without a train.

    (R The Race; R Winning the Run; R Winning the Contract)
    """
    richest, state = state.seats_from_richest, _pay_fees(state, entries)
    costs_by_train = [movement_costs(state.hex_map, entry.hexes) for entry in entries]
    rng = state.rng.open()

    def roll_die() -> int:
        nonlocal rng
        roll, rng = rng.choice(AVERAGE_DIE)
        return roll

    progress = run_race(costs_by_train, roll_die)
    state = state.set_rng(rng)
    train_places = race_places(progress)
    train_prizes = race_prizes(train_places)
    rows = zip(entries, progress, train_places, train_prizes, strict=True)
    trains = [_train_after_race(richest, *row) for row in rows]
    for train in trains:
        for seat in train.seats:
            state = state.pay_from_bank(seat, train.prize_of(seat))
    race = Race(run, tuple(sorted(trains, key=_table_order)))
    return state.add_race(race).emit(RaceRun(race, stayed))


def _train_after_race(
    richest: tuple[Seat, ...], entry: RaceEntry, progress: RaceProgress, place: int, prize: int
) -> Train:
    """The result of a train; ``settled`` is the gold that it pays for exchanges (negative: receives)."""
    fees = {seat: gold for seat, gold in entry.fees.items() if seat not in entry.partners}
    settled = sum(entry.fees.get(seat, 0) - pays for seat, pays in entry.partners.items())
    richer = next(seat for seat in richest if seat in entry.seats) if len(entry.seats) > 1 else None
    return Train(
        entry.seats, entry.hexes, fees, settled, progress.rolls, progress.stops, progress.over, place, prize, richer
    )


def _table_order(train: Train) -> tuple[int, int, int]:
    """The sort key of a train in a race's table: its place, then its arrival, then its remaining hexes."""
    if train.place:
        return train.place, 0, 0
    if train.over is not None:
        return len(PRIZES) + 1, len(train.rolls), -train.over
    remaining = len(train.hexes) - 1 - (train.stops[-1] if train.stops else 0)
    return len(PRIZES) + 2, remaining, 0
