"""What happened in runs, deals and races, in words."""

from __future__ import annotations

from collections.abc import Mapping

from engine.core.event import Event
from engine.core.game import Name
from engine.core.seats import Seat
from engine.core.told import UNTOLD, Told
from engine.core.words import counted, listed
from engine.games.railway_rivals.box.figures import RUNS_BETWEEN_BUILDING
from engine.games.railway_rivals.rules.ending import ENDINGS
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Race, Train
from engine.games.railway_rivals.state.state import RailwayRivals


def headline(state: RailwayRivals) -> str:
    """Of a phase of this half: “Races 5 and 6 · enter or stay out”."""
    match state.flow[-1]:
        case Entering(runs=runs):
            first = len(state.races) + 1
            last = first + len(runs) - 1
            between = "and" if len(runs) == RUNS_BETWEEN_BUILDING else "to"
            which = f"Race {first}" if len(runs) == 1 else f"Races {first} {between} {last}"
            return f"{which} · enter or stay out"
        case _:
            return f"Operating stage, after {counted(len(state.races), 'race')}"


def tell(event: Event, name: Name) -> Told:
    """Of an event of this half; nothing for others."""
    match event:
        case e.RunOffered(run=run, again=again):
            last = " for the last time" if run.last else ""
            return Told(f"{'Again up for contract' if again else 'Up for contract'}{last}: run {run.title}.")
        case e.RunPostponed(run=run, unconnected=True):
            return Told(f"Run {run.title} is put aside: it has no connection yet.")
        case e.RunPostponed(run=run):
            return Told(f"Nobody ran {run.title}; it is put aside.")
        case e.RunDropped(run=run):
            return Told(f"Run {run.title} is dropped.")
        case e.EntryMade():
            return UNTOLD  # who is still asked stands in the card, and who runs in the race
        case e.EntryStated(seat=seat, run=run, route=None):
            return Told(f"{name(seat)} stays out of run {run.title}.")
        case e.EntryStated(seat=seat, run=run, route=route, fees=fees):
            return Told(f"{name(seat)} enters run {run.title} by {route}; {fee_words(fees, name)}.")
        case e.EntryVoid(seat=seat, run=run, fees=fees, gold=gold) if fees > gold:
            return Told(
                f"{name(seat)}’s train cannot run {run.title}: its fees are {fees} gold, and {gold} are in hand."
            )
        case e.EntryVoid(seat=seat, run=run):
            return Told(f"{name(seat)}’s train cannot run {run.title}: the exchange it needs fell away.")
        case e.RaceRun(race=race, stayed=stayed):
            out = f" {listed(tuple(map(name, stayed)))} stayed out." if stayed else ""
            return Told(f"{_race(race, name)}{out}")
        case e.GameEnded(ending=ending):
            return Told(ENDINGS[ending])
        case _:
            return _deal(event, name)


def _deal(event: Event, name: Name) -> Told:
    match event:
        case e.OfferMade(seat=seat, partner=partner, run=run, joint=joint):
            return Told(f"{name(seat)} offered {name(partner)} {deal_words(joint=joint)} for {run.title}.")
        case e.OfferDeclined(seat=seat, partner=partner, run=run):
            return Told(f"{name(seat)} did not take up {name(partner)}’s offer for {run.title}.")
        case e.DealMade(seat=seat, partner=partner, run=run, joint=joint):
            return Told(f"{name(seat)} and {name(partner)} agreed on {deal_words(joint=joint)} for {run.title}.")
        case _:
            return UNTOLD


def deal_words(*, joint: bool) -> str:
    """What two of them agree on."""
    return "a joint run" if joint else "an exchange of running powers"


def _race(race: Race, name: Name) -> str:
    """“Race 12 Stoke to 61 London: Ada first, 20 gold less 4 (to Ben); Ben second, 10 gold.”"""
    alone = ", without a rival" if len(race.trains) == 1 else ""
    return f"Race {race.run.title}: {'; '.join(_result(train, name) for train in race.trains)}{alone}."


def _result(train: Train, name: Name) -> str:
    """“Ada first, 20 gold less 4 (to Cleo)”; of a joint run what each of the two gets: “Ada with Ben first, 10 gold
    each”."""
    who = " with ".join(map(name, train.seats))
    place = {1: f"{who} first", 2: f"{who} second"}.get(train.place, who)
    if len(train.seats) == 1:
        paid = sum(train.fees.values()) + train.settled
        return f"{_sums(place, ', ', train.prize if train.place else None, paid)}{_receivers(train, name)}"
    sums = [(train.prize_of(seat) if train.place else None, train.fees_of(seat)) for seat in train.seats]
    if len(set(sums)) == 1:
        return f"{_sums(place, ', ', *sums[0])} each{_receivers(train, name)}"
    shares = [_sums(name(seat), " ", *sum_) for seat, sum_ in zip(train.seats, sums, strict=True)]
    return f"{place}, {listed(shares)}{_receivers(train, name)}"


def _receivers(train: Train, name: Name) -> str:
    """“ (7 to Ben, 1 to Cleo)”, or “ (to Ben)”: whom all that a train pays goes to."""
    if not train.settled and len(train.fees) == 1:
        return f" (to {name(next(iter(train.fees)))})"
    parts = [f"{gold} to {name(seat)}" for seat, gold in train.fees.items() if gold]
    if train.settled:
        parts.append(f"{abs(train.settled)} {'received ' if train.settled < 0 else ''}by exchange")
    return f" ({', '.join(parts)})" if train.fees else ""


def _sums(lead: str, between: str, prize: int | None, paid: int) -> str:
    """What a train or one of its owners gets and pays; None: no prize."""
    if prize is None:
        return f"{lead}{between}no prize" + (
            f", {paid} gold paid" if paid > 0 else f", {-paid} gold received" if paid else ""
        )
    return f"{lead}{between}{prize} gold" + (
        f" less {paid}" if paid > 0 else f" and {-paid} by exchange" if paid else ""
    )


def _to(fees: Mapping[Seat, int], name: Name) -> str:
    return listed(tuple(f"{gold} to {name(Seat(rival))}" for rival, gold in fees.items()))


def fee_words(fees: Mapping[Seat, int], name: Name) -> str:
    """“fees 4 to Ben and 2 to Cleo”, or “no fees”."""
    return f"fees {_to(fees, name)}" if fees else "no fees"
