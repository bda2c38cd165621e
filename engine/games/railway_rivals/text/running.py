"""Narration of offered runs, of races, and of the end of the game."""

from engine.core import EventTexts, NameOfSeat, Narration, join_words
from engine.games.railway_rivals.rules.scoring import ENDINGS
from engine.games.railway_rivals.state.events import EntryVoid, GameEnded, RaceRun, RunDropped, RunOffered, RunPostponed
from engine.games.railway_rivals.state.runs import Train


def _run_narration(event: RunOffered, name: NameOfSeat) -> Narration:
    """“New run: Stoke to London (12-61).”"""
    if event.run.last:
        return Narration(f"Run offered for the last time: {event.run.title}.")
    return Narration(f"{'Run offered again' if event.again else 'New run'}: {event.run.title}.")


def _postponed_run_narration(event: RunPostponed, name: NameOfSeat) -> Narration:
    """Narrate that a run was put aside, with the reason."""
    if event.unconnected:
        return Narration(f"Run {event.run.title} was put aside: it has no connection yet.")
    return Narration(f"No one ran {event.run.title}, so it was put aside.")


def _void_entry_narration(event: EntryVoid, name: NameOfSeat) -> Narration:
    """Narrate that a train can't run, with the reason."""
    reason = "its exchange was called off"
    if event.fees > event.gold:
        reason = f"its fees are {event.fees} gold, but {name(event.seat)} has {event.gold}"
    return Narration(f"{name(event.seat)}’s train can’t run {event.run.title}: {reason}.")


def _race_narration(event: RaceRun, name: NameOfSeat) -> Narration:
    """“Race Stoke to London (12-61). Ada came first: 20 gold less 4 (to Ben).”"""
    race = event.race
    if len(race.trains) == 1:
        (train,) = race.trains
        results = [f"{_owners_text(train, name)} ran alone{_result_text(train, name)}."]
    else:
        winners = sum(train.place == 1 for train in race.trains)
        results = [f"{_place_text(train, name, winners)}{_result_text(train, name)}." for train in race.trains]
    stayed = [f"{join_words(tuple(map(name, event.stayed)))} stayed out."] if event.stayed else []
    head = f"Race {race.run.title}."
    return Narration(" ".join([head, *results, *stayed]))


def _owners_text(train: Train, name: NameOfSeat) -> str:
    """“Ada”, or “The joint train of Ada and Ben”."""
    owners = join_words(tuple(map(name, train.seats)))
    return f"The joint train of {owners}" if len(train.seats) > 1 else owners


def _place_text(train: Train, name: NameOfSeat, winners: int) -> str:
    """“Ada came first”, or “Ada tied for first” if there are several winners."""
    places = {1: "tied for first" if winners > 1 else "came first", 2: "came second"}
    return f"{_owners_text(train, name)} {places.get(train.place, 'won no prize')}"


def _result_text(train: Train, name: NameOfSeat) -> str:
    """“: 20 gold less 4 (to Cleo)”, or for a joint run “: Ada 10 gold and Ben 9 gold”."""
    if len(train.seats) == 1:
        balance = _balance_text(train.prize if train.place else None, sum(train.fees.values()) + train.settled)
        return f": {balance}{_receivers_text(train, name)}" if balance else ""
    prizes = {seat: train.prize_of(seat) if train.place else None for seat in train.seats}
    balances = [_balance_text(prize, train.fees_of(seat)) for seat, prize in prizes.items()]
    if not any(balances):
        return ""
    if len(set(balances)) == 1:
        return f": {balances[0]} each{_receivers_text(train, name)}"
    shares = [f"{name(seat)} {balance}" for seat, balance in zip(train.seats, balances, strict=True) if balance]
    return f": {join_words(shares)}{_receivers_text(train, name)}"


def _receivers_text(train: Train, name: NameOfSeat) -> str:
    """“ (7 to Ben, 1 to Cleo)”, or “ (to Ben)”: the players who receive a train's fees."""
    if not train.settled and len(train.fees) == 1:
        return f" (to {name(next(iter(train.fees)))})"
    parts = [f"{gold} to {name(seat)}" for seat, gold in train.fees.items() if gold]
    if train.settled:
        parts.append(f"{abs(train.settled)} {'received ' if train.settled < 0 else ''}by exchange")
    return f" ({', '.join(parts)})" if train.fees else ""


def _balance_text(prize: int | None, paid: int) -> str:
    """“20 gold less 4”, “20 gold”, or without a prize (None) “paid 4 gold”; empty if nothing was paid."""
    if prize is None:
        if paid > 0:
            return f"paid {paid} gold"
        return f"received {-paid} gold" if paid else ""
    if paid > 0:
        return f"{prize} gold less {paid}"
    return f"{prize} gold plus {-paid} by exchange" if paid else f"{prize} gold"


EVENT_TEXTS: EventTexts = {
    RunOffered: _run_narration,
    RunPostponed: _postponed_run_narration,
    RunDropped: lambda event, name: Narration(f"Run {event.run.title} was dropped."),
    EntryVoid: _void_entry_narration,
    RaceRun: _race_narration,
    GameEnded: lambda event, name: Narration(ENDINGS[event.ending]),
}
