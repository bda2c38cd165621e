"""A run is run: fees, rolls, places and prizes. (R Running Costs; R Deals; R The Race)"""

from collections.abc import Mapping

import msgspec

from engine.core import Seat
from engine.games.railway_rivals.rules.draws import postpone
from engine.games.railway_rivals.rules.race import AVERAGE_DIE, PRIZES, Progress, compete, movement, places, prizes
from engine.games.railway_rivals.rules.search.routes import LIMIT, trace
from engine.games.railway_rivals.rules.trips import share
from engine.games.railway_rivals.state.deals import Desk
from engine.games.railway_rivals.state.events import EntryVoid, RaceRun
from engine.games.railway_rivals.state.runs import Contest, Entry, Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals


def contests(state: RailwayRivals, runs: tuple[Run, ...], desks: Mapping[Seat, Desk]) -> tuple[Contest, ...]:
    """The contest for each run, with the trains that were entered."""
    return tuple(Contest(run, _entries(state, desks, index)) for index, run in enumerate(runs))


def _entries(state: RailwayRivals, desks: Mapping[Seat, Desk], index: int) -> tuple[Entry, ...]:
    """The trains of a run, the richest first. (R The Race)"""
    found = []
    for seat in state.richest:
        answer = desks[seat].answers[index]
        if answer is None or answer.route is None or (answer.joint and answer.joint[0] != seat):
            continue
        train = answer.joint or (seat,)
        hexes = trace(state.chart, state.track, frozenset(train), answer.route).hexes
        partners = {partner: pact.pays for partner, pact in answer.pacts.items()}
        found.append(Entry(train, hexes, answer.fees, partners))
    return tuple(found)


def held(state: RailwayRivals, contest: Contest) -> RailwayRivals:
    """The race is run, or the run is postponed if none of its trains can. (rulings 75, 84)"""
    entered = frozenset(seat for entry in contest.entries for seat in entry.seats)
    stayed = tuple(seat for seat in state.everyone if seat not in entered)
    state, entries = _able(state, contest)
    return _run(state, contest.run, entries, stayed) if entries else postpone(state, contest.run)


# -- fees


def _able(state: RailwayRivals, contest: Contest) -> tuple[RailwayRivals, tuple[Entry, ...]]:
    """The trains whose fees are in hand; without one of them, what others had agreed with it falls away too.

    (R Deals; rulings 75, 84)
    """
    state, entries = _kept(state, contest)
    void = True
    while void:
        running = frozenset(seat for entry in entries for seat in entry.seats)
        entries = tuple(_still_agreed(entry, running) for entry in entries)
        failed = [(entry, seat) for entry in entries if (seat := _in_the_way(state, entry)) is not None]
        void = bool(failed)
        for entry, seat in failed:
            due = _due(state, entry, seat)
            state = state.tell(EntryVoid(seat, contest.run, due, state.gold[seat]))
        entries = tuple(entry for entry in entries if all(entry is not other for other, _ in failed))
    return state, entries


def _kept(state: RailwayRivals, contest: Contest) -> tuple[RailwayRivals, tuple[Entry, ...]]:
    """The trains that nobody reneged on: a partner that runs without its side of an exchange stops the other train.

    A second deal that would break an exchange is refused; a game begun before that was so may still hold a broken one.
    (R Deals; ruling 84)
    """
    kept: list[Entry] = []
    for entry in contest.entries:
        if _betrayed(entry, contest.entries):
            lead = entry.seats[0]
            state = state.tell(EntryVoid(lead, contest.run, 0, state.gold[lead]))
        else:
            kept.append(entry)
    return state, tuple(kept)


def _betrayed(entry: Entry, entries: tuple[Entry, ...]) -> bool:
    """Whether a partner of an exchange has no train that keeps to it."""
    keeping = [other for other in entries if entry.seats[0] in other.partners]
    return any(all(partner not in other.seats for other in keeping) for partner in entry.partners)


def _still_agreed(entry: Entry, running: frozenset[Seat]) -> Entry:
    partners = {seat: pays for seat, pays in entry.partners.items() if seat in running}
    return msgspec.structs.replace(entry, partners=partners) if len(partners) < len(entry.partners) else entry


def _due(state: RailwayRivals, entry: Entry, seat: Seat) -> int:
    """The gold that a seat of a train has to pay in the end."""
    part = share(state, entry.seats, seat, sum(entry.fees.values()))
    return part - sum(entry.partners.values())


def _in_the_way(state: RailwayRivals, entry: Entry) -> Seat | None:
    """The seat that cannot pay, or whose route pays a rival too much without the exchange it was made for."""
    for seat in entry.seats:
        if _due(state, entry, seat) > state.gold[seat]:
            return seat
    beyond = any(gold > LIMIT for seat, gold in entry.fees.items() if seat not in entry.partners)
    return entry.seats[0] if beyond else None


def _pay_fees(state: RailwayRivals, entries: tuple[Entry, ...]) -> RailwayRivals:
    """Owners are paid whether they run or not; of a joint run the second pays its part to the first.

    (rulings 76, 80, 82)
    """
    before = state
    for entry in entries:
        lead, *others = entry.seats
        for seat in others:
            part = share(before, entry.seats, seat, sum(entry.fees.values()))
            state = state.pay(seat, {lead: part})
        state = state.pay(lead, entry.fees)
    return state


# -- the race


def _run(state: RailwayRivals, run: Run, entries: tuple[Entry, ...], stayed: tuple[Seat, ...]) -> RailwayRivals:
    """Fees, rolls, prizes; who ``stayed`` out is told too. (R The Race; R Winning the Run; R Winning the Contract)"""
    richest, state = state.richest, _pay_fees(state, entries)
    ways = [movement(state.chart, entry.hexes) for entry in entries]
    rng = state.rng.open()

    def throw() -> int:
        nonlocal rng
        roll, rng = rng.choice(AVERAGE_DIE)
        return roll

    progress = compete(ways, throw)
    state = state.drawn_on(rng)
    found = places(progress)
    won = prizes(found)
    rows = zip(entries, progress, found, won, strict=True)
    trains = [_train(richest, entry, how, place, prize) for entry, how, place, prize in rows]
    for train in trains:
        for seat in train.seats:
            state = state.receive(seat, train.prize_of(seat))
    race = Race(run, tuple(sorted(trains, key=_in_table)))
    return state.complete(race).tell(RaceRun(race, stayed))


def _train(richest: tuple[Seat, ...], entry: Entry, how: Progress, place: int, prize: int) -> Train:
    """The train of an entry after its race; what an exchange settles is kept apart from the fees."""
    fees = {seat: gold for seat, gold in entry.fees.items() if seat not in entry.partners}
    settled = sum(entry.fees.get(seat, 0) - pays for seat, pays in entry.partners.items())
    richer = next(seat for seat in richest if seat in entry.seats) if len(entry.seats) > 1 else None
    return Train(entry.seats, entry.hexes, fees, settled, how.rolls, how.stops, how.over, place, prize, richer)


def _in_table(train: Train) -> tuple[int, int, int]:
    """By place; then who arrived, and then who came farthest."""
    if train.place:
        return train.place, 0, 0
    if train.over is not None:
        return len(PRIZES) + 1, len(train.rolls), -train.over
    left = len(train.hexes) - 1 - (train.stops[-1] if train.stops else 0)
    return len(PRIZES) + 2, left, 0
