"""The words for events of trains."""

from engine.core import UNTOLD, Event, Name, Told, counted, possessive
from engine.games.railroader.box.board import Space
from engine.games.railroader.box.figures import ENGINEER
from engine.games.railroader.state import events as e

_GROUND = {
    Space.PLAIN: "",
    Space.RIVER: "a river",
    Space.RED: "a red space",
    Space.PURPLE: "a purple space",
    Space.WHITE: "a garrison",
}


def tell(event: Event, name: Name) -> Told:
    """The words for an event of this part; nothing for others."""
    match event:
        case e.TrainRolled():
            return _rolled(event, name)
        case e.TrainMoved(engineers=engineers) if engineers and event.die:
            return Told(_stopped(event, name), f"moved to {event.space} with {counted(engineers, 'engineer')}", 7)
        case e.TrainMoved():
            return _moved(event, name)
        case e.Derailed(seat=seat, space=space, past=past):
            ran = f"ran {counted(past, 'space')} past the end of the track"
            did = f"ran {counted(past, 'space')} off the track"
            return Told(f"{possessive(name(seat))} train {ran} and derailed on space {space}.", did, 9)
        case e.Rerailed(seat=seat):
            did = "re-railed the train"
            return Told(f"{name(seat)} {did}. It can move next turn.", did, 7)
        case e.DynamiteReached(seat=seat, space=space):
            sentence = f"{possessive(name(seat))} train reached and cleared the dynamite on space {space}."
            return Told(sentence, f"cleared the dynamite on {space}", 7)
        case e.BuffaloCreekReached(seat=seat, space=space):
            did = "reached Buffalo Creek"
            return Told(f"{name(seat)} {did} (space {space}). This is the last round.", did, 9)
        case e.Ambushed() | e.CavalryRode():
            return _ambush(event, name)
        case _:
            return UNTOLD


def _ambush(event: e.Ambushed | e.CavalryRode, name: Name) -> Told:
    """The attack on a train, and the cavalry that comes to free it."""
    whose = possessive(name(event.seat))
    if isinstance(event, e.Ambushed):
        start = f"the garrison on space {event.garrison}" if event.garrison else "Junction City"
        sentence = f"{whose} train was ambushed on space {event.space}. The cavalry set out from {start}."
        return Told(sentence, "was ambushed", 9)
    rolled = f"{'' if event.free else 'For 1 action, '}{whose} cavalry rolled {event.die}"
    if event.relieved:
        return Told(f"{rolled} and freed the train. It can move next turn.", "was freed by the cavalry", 7)
    return Told(f"{rolled} and rode to space {event.space}.", f"moved the cavalry to {event.space}", 3)


def _rolled(event: e.TrainRolled, name: Name) -> Told:
    """“Cleo rolled 5 with Water 4 + 3: 12 spaces, or up to 2 more or fewer with 1 engineer.”"""
    waters = f" with {waters_words(event.waters)}" if event.waters else ""
    total = counted(sum(event.waters) + event.die, "space")
    change = f"or up to {ENGINEER * event.engineers} more or fewer with {counted(event.engineers, 'engineer')}"
    did = f"rolled {event.die}{waters}"
    return Told(f"{name(event.seat)} {did}: {total}, {change}.", did, 7)


def _moved(event: e.TrainMoved, name: Name) -> Told:
    """“Cleo moved from space 52 to 57, a river (Water 3, rolled 2).”"""
    means = _means(event)
    if event.space == event.start:
        stayed = f"stayed on space {event.space} ({means})"
        return Told(f"{name(event.seat)} {stayed}.", stayed, 7)
    sentence = f"{name(event.seat)} moved from {_way(event)} ({means})."
    return Told(sentence, f"moved to {event.space} ({means})", 7)


def _stopped(event: e.TrainMoved, name: Name) -> str:
    """Tell where engineers had the train stop; the roll itself was told before."""
    drivers, who = counted(event.engineers, "engineer"), name(event.seat)
    if event.space == event.start:
        return f"With {drivers}, {who} stayed on space {event.space}."
    return f"With {drivers}, {who} moved from {_way(event)}."


def _way(event: e.TrainMoved) -> str:
    """“space 52 to 57, a river”."""
    start = f"space {event.start} to {event.space}" if event.start else f"Junction City to space {event.space}"
    ground = _GROUND[event.ground]
    return f"{start}, {ground}" if ground else start


def _means(event: e.TrainMoved) -> str:
    """Tell what moved a train, in short: “Water 4 + 3, rolled 5”."""
    if not event.die:
        return "an engineer alone"
    return f"{waters_words(event.waters)}, rolled {event.die}" if event.waters else f"rolled {event.die}"


def waters_words(waters: tuple[int, ...]) -> str:
    """“Water 4 + 3”, the highest first; nothing without water."""
    return f"Water {' + '.join(map(str, sorted(waters, reverse=True)))}" if waters else ""
