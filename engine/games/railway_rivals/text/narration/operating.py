"""Narration of runs, deals, and races."""

from collections.abc import Mapping

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, Seat, count_noun, join_words
from engine.games.railway_rivals.rules.scoring import ENDINGS
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.phases import Entering
from engine.games.railway_rivals.state.runs import Race, Run, Train
from engine.games.railway_rivals.state.state import RailwayRivals


def status_line(state: RailwayRivals) -> str:
    """The status line in the operating stage: “2 runs open after 4 races · enter or stay out”.

    Races to come have no numbers, because a run that no player enters is put aside.
    """
    match state.flow[-1]:
        case Entering(runs=runs):
            after = f" after {count_noun(len(state.races), 'race')}" if state.races else ""
            return f"{count_noun(len(runs), 'run')} open{after} · enter or stay out"
        case _:
            return f"Operating stage · after {count_noun(len(state.races), 'race')}"


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """The narration of an event of runs, entries, or races; nothing for others."""
    match event:
        case e.RunOffered(run=run, again=again):
            return Narration(f"{_offer_text(run, again=again)}: {run.title}.")
        case e.RunPostponed(run=run, unconnected=True):
            return Narration(f"Run {run.title} was put aside: it has no connection yet.")
        case e.RunPostponed(run=run):
            return Narration(f"No one ran {run.title}, so it was put aside.")
        case e.RunDropped(run=run):
            return Narration(f"Run {run.title} was dropped.")
        case e.EntryMade():
            return NO_NARRATION  # the card shows who is still deciding, and the race who runs
        case e.EntryStated(seat=seat, run=run, route=None):
            return Narration(f"{name(seat)} stayed out of run {run.title}.")
        case e.EntryStated(seat=seat, run=run, route=route, fees=fees):
            paying = fee_text(fees, name).replace("pays", "paying", 1)
            return Narration(f"{name(seat)} entered run {run.title} by {route}, {paying}.")
        case e.EntryVoid(seat=seat, run=run, fees=fees, gold=gold) if fees > gold:
            due = f"its fees are {fees} gold, but {name(seat)} has {gold}"
            return Narration(f"{name(seat)}’s train can’t run {run.title}: {due}.")
        case e.EntryVoid(seat=seat, run=run):
            return Narration(f"{name(seat)}’s train can’t run {run.title}: its exchange was called off.")
        case e.RaceRun(race=race, stayed=stayed):
            out = f" {join_words(tuple(map(name, stayed)))} stayed out." if stayed else ""
            return Narration(f"{_race_sentences(race, name)}{out}")
        case e.GameEnded(ending=ending):
            return Narration(ENDINGS[ending])
        case _:
            return _narrate_deal(event, name)


def _narrate_deal(event: Event, name: NameOfSeat) -> Narration:
    match event:
        case e.OfferMade(seat=seat, partner=partner, run=run, joint=joint):
            return Narration(f"{name(seat)} offered {name(partner)} {deal_text(is_joint=joint)} for {run.title}.")
        case e.OfferDeclined(seat=seat, partner=partner, run=run):
            return Narration(f"{name(seat)} didn’t accept {name(partner)}’s offer for {run.title}.")
        case e.DealMade(seat=seat, partner=partner, run=run, joint=joint):
            return Narration(f"{name(seat)} and {name(partner)} agreed on {deal_text(is_joint=joint)} for {run.title}.")
        case _:
            return NO_NARRATION


def deal_text(*, is_joint: bool) -> str:
    """The name of a deal."""
    return "a joint run" if is_joint else "an exchange of running powers"


def _offer_text(run: Run, *, again: bool) -> str:
    if run.last:
        return "Run offered for the last time"
    return "Run offered again" if again else "New run"


def _race_sentences(race: Race, name: NameOfSeat) -> str:
    """“Race Stoke to London (12-61). Ada came first: 20 gold less 4 (to Ben). Ben came second: 10 gold.”"""
    if len(race.trains) == 1:
        (train,) = race.trains
        return f"Race {race.run.title}. {_runners_text(train, name)} ran alone{_results_text(train, name)}."
    firsts = sum(train.place == 1 for train in race.trains)
    results = [f"{_place_text(train, name, firsts)}{_results_text(train, name)}." for train in race.trains]
    return " ".join([f"Race {race.run.title}.", *results])


def _runners_text(train: Train, name: NameOfSeat) -> str:
    """“Ada”, or “The joint train of Ada and Ben”."""
    owners = join_words(tuple(map(name, train.seats)))
    return f"The joint train of {owners}" if len(train.seats) > 1 else owners


def _place_text(train: Train, name: NameOfSeat, first_count: int) -> str:
    """“Ada came first”; where several trains are ``first_count``, “Ada tied for first”."""
    places = {1: "tied for first" if first_count > 1 else "came first", 2: "came second"}
    return f"{_runners_text(train, name)} {places.get(train.place, 'won no prize')}"


def _results_text(train: Train, name: NameOfSeat) -> str:
    """“: 20 gold less 4 (to Cleo)”; of a joint run each player's part, or “: 10 gold each” if both get the same."""
    if len(train.seats) == 1:
        sums = _balance_text(train.prize if train.place else None, sum(train.fees.values()) + train.settled)
        return f": {sums}{_receivers_text(train, name)}" if sums else ""
    prizes = {seat: train.prize_of(seat) if train.place else None for seat in train.seats}
    parts = [_balance_text(prize, train.fees_of(seat)) for seat, prize in prizes.items()]
    if not any(parts):
        return ""
    if len(set(parts)) == 1:
        return f": {parts[0]} each{_receivers_text(train, name)}"
    shares = [f"{name(seat)} {part}" for seat, part in zip(train.seats, parts, strict=True) if part]
    return f": {join_words(shares)}{_receivers_text(train, name)}"


def _receivers_text(train: Train, name: NameOfSeat) -> str:
    """“ (7 to Ben, 1 to Cleo)”, or “ (to Ben)”: the players who get what a train pays."""
    if not train.settled and len(train.fees) == 1:
        return f" (to {name(next(iter(train.fees)))})"
    parts = [f"{gold} to {name(seat)}" for seat, gold in train.fees.items() if gold]
    if train.settled:
        parts.append(f"{abs(train.settled)} {'received ' if train.settled < 0 else ''}by exchange")
    return f" ({', '.join(parts)})" if train.fees else ""


def _balance_text(prize: int | None, paid: int) -> str:
    """Tell what a train or one of its owners gets and pays; empty without a prize (None) and without payments."""
    if prize is None:
        return _payment_text(paid)
    if paid > 0:
        return f"{prize} gold less {paid}"
    return f"{prize} gold plus {-paid} by exchange" if paid else f"{prize} gold"


def _payment_text(paid: int) -> str:
    if paid > 0:
        return f"paid {paid} gold"
    return f"received {-paid} gold" if paid else ""


def fee_text(fees: Mapping[Seat, int], name: NameOfSeat) -> str:
    """“pays 4 gold to Ben and 2 gold to Cleo”, or “pays no fees”."""
    paid = join_words([f"{gold} gold to {name(Seat(rival))}" for rival, gold in fees.items()])
    return f"pays {paid or 'no fees'}"
