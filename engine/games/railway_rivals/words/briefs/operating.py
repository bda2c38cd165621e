"""Entries, routes and deals, as their buttons say them."""

from typing import Any, NamedTuple

from engine.core import Action, Name, Seat
from engine.core.brief import LONGEST, Brief, detail_of, has_figure, label_that_fits, short_name
from engine.games.railway_rivals.box.chart import Hex
from engine.games.railway_rivals.rules.deals import exchanged
from engine.games.railway_rivals.rules.desktop import Answering, Desktop, desktop
from engine.games.railway_rivals.rules.entering import REST
from engine.games.railway_rivals.rules.race import PRIZES, movement, odds_of_ways
from engine.games.railway_rivals.rules.trips import Trip, candidates, trip
from engine.games.railway_rivals.state.actions import Accept, Decline, Enter, Exchange, Joint, Stay
from engine.games.railway_rivals.state.deals import Offer
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Run
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.narration.operating import fee_words

_DEAL, _RUN = LONGEST - 4, 32


class _Train(NamedTuple):
    """A train as it would run: its trip, its chance to win (None: no rival can run), and what is paid in all."""

    trip: Trip
    chance: float | None
    pays: int


def brief(state: RailwayRivals, action: Action, field: str, name: Name) -> Brief | None:
    """An answer about the open runs; None for other actions."""
    phase = state.flow[-1] if state.flow else None
    if not isinstance(action, Answering) or not isinstance(phase, Entering):
        return None
    at = desktop(state, action.seat)
    if action.run == REST:
        return Brief(
            "Stay out of every other run", detail_of(*(_run_words(at, at.runs[i]) for i in at.undecided)), quiet=True
        )
    run = at.runs[at.place(action.run)]
    match field:
        case "run":
            return Brief(_run_words(at, run), quiet=isinstance(action, Stay))
        case "partner":
            assert not isinstance(action, Enter | Stay)
            return _partner(state, at, run, action, name)
        case "route":
            assert not isinstance(action, Stay | Decline)
            return _route(state, at, action, name)
        case _:
            return _whole(state, at, run, action, name)


def about(state: RailwayRivals, action: Action, field: str) -> str:
    """The prizes of a run, and the meaning of the percentages, where labels have any."""
    if isinstance(action, Stay | Joint) and field in ("", "run"):
        return _why_shared(state, action.seat)
    has_chances = isinstance(action, Enter) or (isinstance(action, Joint | Exchange | Accept) and field == "route")
    if not has_chances or not isinstance(state.flow[-1], Entering):
        return ""
    return f"Prizes: {PRIZES[0]} and {PRIZES[1]} gold. %: chance to beat the fastest known rival."


def _why_shared(state: RailwayRivals, seat: Seat) -> str:
    """Why a seat can enter no run alone; nothing where it can."""
    if not isinstance(state.flow[-1], Entering):
        return ""
    at = desktop(state, seat)
    if any(next(candidates(state, at.runs[index], (seat,)), None) for index in at.undecided):
        return ""
    return "You have no way to run alone. A joint run shares prize and fees."


def _run_words(at: Desktop, run: Run) -> str:
    """“Penrith→Kirkby Stephen”, of long names the first words; with numbers where two open runs have the same names."""
    start, goal = (name.partition(" & ")[0] for name in run.names)
    words = label_that_fits(f"{start}→{goal}", f"{start.split()[0]}→{goal.split()[0]}", room=_RUN)
    alike = [other for other in at.runs if other.names == run.names]
    return f"{words} {run}" if len(alike) > 1 else words


def _whole(state: RailwayRivals, at: Desktop, run: Run, action: Answering, name: Name) -> Brief:
    match action:
        case Stay():
            return Brief(label_that_fits(f"Out: {_run_words(at, run)}", room=_DEAL), quiet=True)
        case Decline(partner=partner):
            rival = short_name(name(Seat(partner)))
            return Brief(
                label_that_fits(f"Decline {rival}: {_run_words(at, run)}", f"Decline {rival}", room=_DEAL), quiet=True
            )
        case Accept(partner=partner):
            return _accept(state, at, run, action, short_name(name(Seat(partner))))
        case Joint(partner=partner) | Exchange(partner=partner):
            rival = short_name(name(Seat(partner)))
            kind = "joint" if isinstance(action, Joint) else "exchange"
            words = f"{rival}, {kind}: {_run_words(at, run)}"
            return Brief(
                label_that_fits(words, f"{rival}: {_run_words(at, run)}", room=LONGEST),
                _way_words(state, run, action, name),
            )
        case _:
            return _entry(state, at, run, action, name)


def _entry(state: RailwayRivals, at: Desktop, run: Run, action: Enter, name: Name) -> Brief:
    """“Penrith→Keswick, 40%, pay 1 gold”: the run, the chance to win, and the fees."""
    train = _train(state, at, action)
    chance = "no rival" if train.chance is None else f"{train.chance:.0%}"
    pays = f", {_pays(train)}" if train.pays else ""
    words = _run_words(at, run)
    label = label_that_fits(
        f"{words}, {chance}{pays}", f"{words} {chance}{pays.replace(' gold', '')}", f"{words} {chance}", words
    )
    detail = detail_of(_way_words(state, run, action, name), fee_words(train.trip.fees, name))
    return Brief(label, detail, **_figures(action, train, label))


def _route(state: RailwayRivals, at: Desktop, action: Enter | Joint | Exchange | Accept, name: Name) -> Brief:
    """“40%, 12 hexes, pay 1 gold”, and the towns between where there is room."""
    run, train = at.runs[at.place(action.run)], _train(state, at, action)
    chance = "no rival" if train.chance is None else f"{train.chance:.0%}"
    hexes = len(train.trip.way.hexes) - 1
    pays = _pays(train) or "no fees"
    via = _way_words(state, run, action, name)
    short = f"{chance}, {hexes} hexes, {pays}"
    label = label_that_fits(f"{short}, {via}", f"{chance}, {pays}, {via}", short)
    detail = detail_of(f"{via[0].upper()}{via[1:]}", fee_words(train.trip.fees, name), between="; ")
    return Brief(label, detail, **_figures(action, train, label))


def _pays(train: _Train) -> str:
    """“pay 4 gold”, “get 2 gold” of an exchange, or nothing."""
    return f"pay {train.pays} gold" if train.pays > 0 else f"get {-train.pays} gold" if train.pays else ""


def _figures(action: Answering, train: _Train, label: str) -> dict[str, Any]:
    """The figures of a label: the first prize with its chance, which only a train of one’s own has, and the fees."""
    costs = (train.pays,) if train.pays and has_figure(label, train.pays) else ()
    if not isinstance(action, Enter):
        return {"costs": costs}
    return {"gains": (PRIZES[0],), "costs": costs, "chance": 1 if train.chance is None else round(train.chance, 2)}


def _accept(state: RailwayRivals, at: Desktop, run: Run, action: Accept, rival: str) -> Brief:
    """“Accept Ada: joint, 40%, pay 4 gold”."""
    train = _train(state, at, action)
    kind = "joint" if _offer(at, run, Seat(action.partner)).joint else "exchange"
    chance = "" if train.chance is None else f", {train.chance:.0%}"
    pays = f", {_pays(train)}" if train.pays else ""
    label = label_that_fits(
        f"Accept {rival}: {kind}{chance}{pays}", f"Accept {rival}{chance}{pays}", f"Accept {rival}", room=LONGEST
    )
    return Brief(label, detail_of(_run_words(at, run), "can’t be undone"))


def _partner(
    state: RailwayRivals, at: Desktop, run: Run, action: Joint | Exchange | Accept | Decline, name: Name
) -> Brief:
    """A rival and its gold; of an offer received, what it is."""
    partner = Seat(action.partner)
    rival = short_name(name(partner))
    if isinstance(action, Joint | Exchange):
        return Brief(f"{rival} · {state.gold[partner]} gold")
    offer = _offer(at, run, partner)
    fees = fee_words(offer.fees, name)
    if offer.joint:
        return Brief(f"{rival} · joint run", detail_of(fees), quiet=isinstance(action, Decline))
    return Brief(f"{rival} · exchange, pays you {offer.fees.get(at.seat, 0)} gold", quiet=isinstance(action, Decline))


def _train(state: RailwayRivals, at: Desktop, action: Enter | Joint | Exchange | Accept) -> _Train:
    """The train of an answer, its chance against the fastest known rival, and what the seat pays in all."""
    run, seat = at.runs[at.place(action.run)], at.seat
    spared = frozenset[Seat]()
    seats: tuple[Seat, ...] = (seat,)
    if isinstance(action, Accept):
        offer = _offer(at, run, Seat(action.partner))
        if not offer.joint:
            found = exchanged(state, at, offer, action.route)
            return _Train(found, _chance(state, run, found, (seat,)), found.total - offer.fees.get(seat, 0))
        seats = (offer.seat, seat)
    elif isinstance(action, Joint):
        seats = (seat, Seat(action.partner))
    elif isinstance(action, Exchange):
        spared = frozenset((Seat(action.partner),))
    found = trip(state, run, seats, action.route, spared)
    return _Train(found, _chance(state, run, found, seats), found.total)


def _chance(state: RailwayRivals, run: Run, train: Trip, seats: tuple[Seat, ...]) -> float | None:
    """The chance to beat the fastest known rival; None where no rival can run alone. (rulings, section 5)"""
    rivals = [
        movement(state.chart, theirs.way.hexes)
        for seat in state.everyone
        if seat not in seats
        for theirs in candidates(state, run, (seat,))
    ]
    if not rivals:
        return None
    return odds_of_ways(movement(state.chart, train.way.hexes), min(rivals, key=sum)).win


def _way_words(state: RailwayRivals, run: Run, action: Enter | Joint | Exchange | Accept, name: Name) -> str:
    """“via Northallerton”, or “the fastest way”; hexes are named only where no town tells ways apart."""

    def word(hex: Hex) -> str:
        town = state.chart.town_at.get(hex)
        return town.name if town else hex

    between = [word(hex) for hex in action.route.via[1:-1]]
    ends = []
    if len(state.chart.hexes_of(run.start)) > 1:
        ends.append(f"from {word(action.route.via[0])}")
    if len(state.chart.hexes_of(run.goal)) > 1:
        ends.append(f"to {word(action.route.via[-1])}")
    payees = [short_name(name(Seat(seat))) for seat in dict.fromkeys(action.route.payees) if seat]
    paying = f"paying {' and '.join(payees)}" if payees else ""
    via = f"via {' and '.join(between)}" if between else ""
    return " ".join(filter(None, [*ends, via, paying])) or "the fastest way"


def _offer(at: Desktop, run: Run, partner: Seat) -> Offer:
    return next(offer for offer in at.desk.received(at.seat, at.place(str(run))) if offer.seat == partner)
