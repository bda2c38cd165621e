"""What happened to trains, in words."""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.core.told import UNTOLD, Told
from engine.core.words import counted
from engine.games.railroader.rules.reach import ground_words
from engine.games.railroader.state import events as e


def tell(event: Event, name: Name) -> Told:
    """Of an event of this part; nothing for others."""
    match event:
        case e.TrainRolled(seat=seat, waters=waters, die=die, engineers=engineers):
            total, drivers = sum(waters) + die, counted(engineers, "engineer")
            sentence = (
                f"{name(seat)} rolled {die}{_with(waters)}: {counted(total, 'space')}, which {drivers} can change."
            )
            return Told(sentence, f"rolled {die}", 7)
        case e.TrainMoved():
            return Told(_moved(event, name), _move(event), 7)
        case e.Derailed(seat=seat, space=space, past=past):
            ran = f"ran {counted(past, 'space')} past the end of the track"
            return Told(f"{name(seat)}’s train {ran} and derailed on space {space}.", f"derailed by {past}", 9)
        case e.Rerailed(seat=seat):
            did = "put the train back on the track"
            return Told(f"{name(seat)} {did}; it moves from the next turn on.", did, 7)
        case e.DynamiteReached(seat=seat, space=space):
            sentence = f"{name(seat)}’s train reached the dynamite on space {space}; it is gone."
            return Told(sentence, f"cleared the dynamite on {space}", 7)
        case e.BuffaloCreekReached(seat=seat, space=space):
            did = "reached Buffalo Creek"
            return Told(f"{name(seat)} {did} on space {space}: this round is the last.", did, 9)
        case e.Ambushed(seat=seat, space=space, garrison=garrison):
            start = f"the garrison on space {garrison}" if garrison else "Junction City"
            sentence = f"{name(seat)}’s train was ambushed on space {space}; the cavalry set out from {start}."
            return Told(sentence, "was ambushed", 9)
        case e.CavalryRode(seat=seat, die=die, space=space, relieved=relieved, free=free):
            rolled = f"{name(seat)}’s cavalry rolled {die}{'' if free else ' for 1 action'}"
            if relieved:
                sentence = f"{rolled} and relieved the train, which moves from the next turn on."
                return Told(sentence, "was freed by the cavalry", 7)
            return Told(f"{rolled} and rode to space {space}.", f"saw the cavalry ride to {space}", 3)
        case _:
            return UNTOLD


def _moved(event: e.TrainMoved, name: Name) -> str:
    """“Cleo rolled 5 and moved 52 to 64 (river) on water 4 + 3.” With engineers, where they had it stop."""
    who, ground = name(event.seat), ground_words(event.ground)
    way = f"{event.start} to {event.space}" + (f" ({ground})" if ground else "")
    if not event.die:
        return f"{who} moved {way} by an engineer alone."
    if event.engineers:  # the roll is told
        if not (step := event.space - event.start):
            return f"{who}’s engineers kept the train on space {event.space}."
        far = f"{abs(step)} {'ahead' if step > 0 else 'back'}" + (f" ({ground})" if ground else "")
        return f"{who}’s engineers took the train to space {event.space}, {far}."
    if event.space == event.start:
        return f"{who} rolled {event.die}{_with(event.waters)}; the engine is on space {event.space}."
    return f"{who} rolled {event.die} and moved {way}{_with(event.waters)}."


def _move(event: e.TrainMoved) -> str:
    """“rolled 5 and moved 52 to 64 on water 3 + 4”."""
    rolled = f"rolled {event.die} and " if event.die else ""
    where = f"moved {event.start} to {event.space}" if event.start != event.space else f"stayed on {event.space}"
    by = [f"water {' + '.join(map(str, event.waters))}"] if event.waters else []
    if event.engineers:
        by.append("an engineer" if event.engineers == 1 else f"{event.engineers} engineers")
    return f"{rolled}{where}{' on ' if event.waters else ' by ' if by else ''}{' and '.join(by)}"


def _with(waters: tuple[int, ...]) -> str:
    """“ on water 4 + 3”; nothing for the die alone."""
    return f" on {waters_words(waters)}" if waters else ""


def waters_words(waters: tuple[int, ...]) -> str:
    """“water 4 + 3”, the highest first; nothing without water."""
    return f"water {' + '.join(map(str, sorted(waters, reverse=True)))}" if waters else ""
