"""Narration of trains."""

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, count_noun, possessive_of
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.constants import SPACES_PER_ENGINEER
from engine.games.railroader.state import events as e

_GROUND = {
    Space.PLAIN: "",
    Space.RIVER: "a river",
    Space.RED: "a red space",
    Space.PURPLE: "a purple space",
    Space.WHITE: "a garrison",
}


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """The narration of a train event; nothing for others."""
    match event:
        case e.TrainRolled():
            return _narrate_roll(event, name)
        case e.TrainMoved(engineers=engineers) if engineers and event.die:
            return Narration(
                _stop_sentence(event, name), f"moved to {event.space} with {count_noun(engineers, 'engineer')}", 7
            )
        case e.TrainMoved():
            return _narrate_move(event, name)
        case e.Derailed(seat=seat, space=space, past=past):
            ran_text = f"ran {count_noun(past, 'space')} past the end of the track"
            did = f"ran {count_noun(past, 'space')} off the track"
            return Narration(f"{possessive_of(name(seat))} train {ran_text} and derailed on space {space}.", did, 9)
        case e.Rerailed(seat=seat):
            did = "re-railed the train"
            return Narration(f"{name(seat)} {did}. It can move next turn.", did, 7)
        case e.DynamiteReached(seat=seat, space=space):
            sentence = f"{possessive_of(name(seat))} train reached and cleared the dynamite on space {space}."
            return Narration(sentence, f"cleared the dynamite on {space}", 7)
        case e.BuffaloCreekReached(seat=seat, space=space):
            did = "reached Buffalo Creek"
            return Narration(f"{name(seat)} {did} (space {space}). This is the last round.", did, 9)
        case e.Ambushed() | e.CavalryRode():
            return _narrate_ambush(event, name)
        case _:
            return NO_NARRATION


def _narrate_ambush(event: e.Ambushed | e.CavalryRode, name: NameOfSeat) -> Narration:
    """The attack on a train, and the cavalry that comes to free it."""
    whose = possessive_of(name(event.seat))
    if isinstance(event, e.Ambushed):
        start = f"the garrison on space {event.garrison}" if event.garrison else "Junction City"
        sentence = f"{whose} train was ambushed on space {event.space}. The cavalry set out from {start}."
        return Narration(sentence, "was ambushed", 9)
    rolled = f"{'' if event.free else 'For 1 action, '}{whose} cavalry rolled {event.die}"
    if event.relieved:
        return Narration(f"{rolled} and freed the train. It can move next turn.", "was freed by the cavalry", 7)
    return Narration(f"{rolled} and rode to space {event.space}.", f"moved the cavalry to {event.space}", 3)


def _narrate_roll(event: e.TrainRolled, name: NameOfSeat) -> Narration:
    """“Cleo rolled 5 with Water 4 + 3: 12 spaces, or up to 2 more or fewer with 1 engineer.”"""
    waters = f" with {waters_text(event.waters)}" if event.waters else ""
    total = count_noun(sum(event.waters) + event.die, "space")
    change = (
        f"or up to {SPACES_PER_ENGINEER * event.engineers} more or fewer with {count_noun(event.engineers, 'engineer')}"
    )
    did = f"rolled {event.die}{waters}"
    return Narration(f"{name(event.seat)} {did}: {total}, {change}.", did, 7)


def _narrate_move(event: e.TrainMoved, name: NameOfSeat) -> Narration:
    """“Cleo moved from space 52 to 57, a river (Water 3, rolled 2).”"""
    means = _means_text(event)
    if event.space == event.start:
        stayed = f"stayed on space {event.space} ({means})"
        return Narration(f"{name(event.seat)} {stayed}.", stayed, 7)
    sentence = f"{name(event.seat)} moved from {_way_text(event)} ({means})."
    return Narration(sentence, f"moved to {event.space} ({means})", 7)


def _stop_sentence(event: e.TrainMoved, name: NameOfSeat) -> str:
    """Tell where engineers had the train stop; the roll itself was told before."""
    drivers, who = count_noun(event.engineers, "engineer"), name(event.seat)
    if event.space == event.start:
        return f"With {drivers}, {who} stayed on space {event.space}."
    return f"With {drivers}, {who} moved from {_way_text(event)}."


def _way_text(event: e.TrainMoved) -> str:
    """“space 52 to 57, a river”."""
    start = f"space {event.start} to {event.space}" if event.start else f"Junction City to space {event.space}"
    ground = _GROUND[event.ground]
    return f"{start}, {ground}" if ground else start


def _means_text(event: e.TrainMoved) -> str:
    """Tell what moved a train, in short: “Water 4 + 3, rolled 5”."""
    if not event.die:
        return "an engineer alone"
    return f"{waters_text(event.waters)}, rolled {event.die}" if event.waters else f"rolled {event.die}"


def waters_text(waters: tuple[int, ...]) -> str:
    """“Water 4 + 3”, the highest first; empty without water."""
    return f"Water {' + '.join(map(str, sorted(waters, reverse=True)))}" if waters else ""
