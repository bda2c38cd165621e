"""Texts about trains: moves, derailing, dynamite, arrival, and ambushes."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from engine.core import (
    ActionText,
    ActionTexts,
    EventTexts,
    NameOfSeat,
    Narration,
    Seat,
    View,
    count_noun,
    join_words,
    possessive_of,
)
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label
from engine.games.railroader.game_data.board import Space
from engine.games.railroader.game_data.cards import ENGINEER
from engine.games.railroader.game_data.constants import DIE_FACES, SPACES_PER_ENGINEER
from engine.games.railroader.phases.outcomes import Outcome, outcomes
from engine.games.railroader.rules.moving import StopSpaces, derailing_rolls, reachable_spaces, stop_spaces
from engine.games.railroader.state import events as e
from engine.games.railroader.state.actions import Engineer, Move, Rerail, Roll, Stop
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.consequences import preview, rest_of_turn_text
from engine.games.railroader.text.wording import field_legend, ground_text, waters_text

_GROUND = {
    Space.PLAIN: "",
    Space.RIVER: "a river",
    Space.RED: "a red space",
    Space.PURPLE: "a purple space",
    Space.WHITE: "a garrison",
}

# -- rolls


def _move_label(view: View[RailRoader], action: Move, field: str, name: NameOfSeat) -> str:
    """“Move with Water 4 + 3: to 60–65 (river 61), derails if you roll 6 (1 in 6), …”."""
    state, waters = view.state, action.waters.values
    match field:
        case "waters":
            return f"{waters_text(waters)}: {_reach_text(state, action.seat, waters, 0)}"
        case "engineers":
            return _engineers_label(state, action, waters)
        case _:
            means = join_words([waters_text(waters), *_engineers_if_any(action.engineers)])
            return _roll_outcome_label(state, f"Move with {means}", action, waters)


def _roll_label(view: View[RailRoader], action: Roll, field: str, name: NameOfSeat) -> str:
    """“Roll toward the dynamite: to 60–65, 1 action left”."""
    if field:
        return _engineers_label(view.state, action, ())
    means = "".join(f" with {text}" for text in _engineers_if_any(action.engineers))
    return _roll_outcome_label(view.state, f"Roll toward the dynamite{means}", action, ())


def _engineers_label(state: RailRoader, action: Move | Roll, waters: tuple[int, ...]) -> str:
    """Return the label of a number of engineers: “1 engineer, ±2 spaces: to 58–67”."""
    engineers = action.engineers
    change = f"{count_noun(engineers, 'engineer')}, ±{SPACES_PER_ENGINEER * engineers} spaces"
    return f"{change if engineers else 'No engineer'}: {_reach_text(state, action.seat, waters, engineers)}"


def _roll_outcome_label(state: RailRoader, means: str, action: Move | Roll, waters: tuple[int, ...]) -> str:
    seat, engineers = action.seat, action.engineers
    chance = len(derailing_rolls(state, seat, reachable_spaces(state, seat, waters, engineers)))
    odds = f" ({chance} in {DIE_FACES})" if 0 < chance < DIE_FACES else ""
    return f"{means}: {_reach_text(state, seat, waters, engineers)}{odds}, {rest_of_turn_text(state, action)}"


def _roll_short_label(view: View[RailRoader], action: Move | Roll, field: str, name: NameOfSeat) -> ShortLabel:
    """“Move to 60–65 · Water 4 + 3, 1 in 6 derails”, “Roll to 60–65 · the die”."""
    state, seat = view.state, action.seat
    waters = action.waters.values if isinstance(action, Move) else ()
    engineers = 0 if field == "waters" else action.engineers
    spaces_by_roll = reachable_spaces(state, seat, waters, engineers)
    safe = _spaces_on_track(state, seat, spaces_by_roll)
    means = " + ".join([*filter(None, [waters_text(waters)]), *_engineers_if_any(engineers)]) or "the die"
    if field == "engineers":
        means = count_noun(engineers, "engineer") if engineers else "0 engineers"
    if not safe:
        verb = "" if field else "Move: " if waters else "Roll: "
        return ShortLabel(fit_label(f"{verb}{means} · always derails"), quiet=True)
    derailing = len(derailing_rolls(state, seat, spaces_by_roll))
    chances = [f"{derailing} in {DIE_FACES} derails"] if derailing else []
    chances += _goal_chances(state, seat, spaces_by_roll)
    if field == "engineers":
        labels = _engineers_button_texts(means, engineers, _range_text(safe), chances)
    else:
        labels = _roll_button_texts(means, _range_text(safe), chances, len(waters) + engineers, field)
    return ShortLabel(
        fit_label(*labels, max_length=MAX_LABEL),
        fit_detail(
            ", ".join(f"{ground} {space}" for space in safe if (ground := _ground_text(state, seat, space))),
            f"derails on {derailing} of {DIE_FACES} rolls" if derailing else "",
        ),
        gains=(safe[-1],),
    )


def _engineers_button_texts(means: str, engineers: int, reach: str, chances: Sequence[str]) -> list[str]:
    """Labels of engineers, the longest first: “1 engineer · roll ±2: 58–67, 1 action”."""
    change = f"roll ±{SPACES_PER_ENGINEER * engineers}: {reach}" if engineers else f"as you roll, {reach}"
    cost = f", {count_noun(engineers, 'action')}" if engineers else ""
    labels = [f"{means} · {', '.join([change, *chances])}"] if chances else []
    return [*labels, f"{means} · {change}{cost}"]


def _roll_button_texts(means: str, reach: str, chances: Sequence[str], cards: int, field: str) -> list[str]:
    """Labels of a roll, the longest first: “Move to 60–65 · Water 4 + 3, 2 actions”."""
    additions = [*chances, *([f"{cards} actions"] if cards > 1 else [])]
    tails = [", ".join(["", *additions[:count]]) for count in range(len(additions), -1, -1)]
    verb = "Move" if means.startswith("Water") else "Roll"
    return [
        f"{f'{shown_means} · to {reach}' if field else f'{verb} to {reach} · {shown_means}'}{tail}"
        for tail in tails
        for shown_means in (means, means.replace(" + ", "+"))
    ]


def _goal_chances(state: RailRoader, seat: Seat, spaces_by_roll: Sequence[StopSpaces]) -> list[str]:
    """Return a list with the chance to reach Buffalo Creek, “goal 1 in 6”, or an empty list."""
    railroad, board = state.railroads[seat], state.board
    if board.is_in_creek(railroad.engine):
        return []
    track = railroad.last_track_space
    rolls = sum(any(space <= track and board.is_in_creek(space) for space in spaces) for spaces in spaces_by_roll)
    return [f"goal {rolls} in {DIE_FACES}"] if rolls else []


def _engineers_context(view: View[RailRoader], action: Move, field: str) -> str:
    """Say that the train derails even with all engineers, so an engineer would be wasted."""
    if field != "engineers":
        return ""
    state, seat = view.state, action.seat
    railroad = state.railroads[seat]
    spaces_by_roll = reachable_spaces(state, seat, action.waters.values, railroad.hand.count(ENGINEER))
    is_sure = len(derailing_rolls(state, seat, spaces_by_roll)) == DIE_FACES
    return f"It derails at {railroad.last_track_space} in any case." if is_sure else ""


def _roll_legend(view: View[RailRoader], action: Move | Roll, field: str) -> str:
    match field:
        case "waters":
            return "Each card takes 1 action. Water is then gone."
        case "engineers":
            return f"Engineer: stop up to {SPACES_PER_ENGINEER} before or past your roll."
        case _:
            return ""


def _reach_text(state: RailRoader, seat: Seat, waters: tuple[int, ...], engineers: int) -> str:
    """“to 60–65 (river 61, red 64), derails if you roll 6”."""
    spaces_by_roll = reachable_spaces(state, seat, waters, engineers)
    safe = _spaces_on_track(state, seat, spaces_by_roll)
    if not safe:
        return "derails on every roll"
    grounds = _grounds_text(state, seat, safe)
    derailing = derailing_rolls(state, seat, spaces_by_roll)
    derails = f", derails if you roll {_range_text(derailing)}" if derailing else ""
    return f"to {_range_text(safe)}{f' ({grounds})' if grounds else ''}{derails}"


def _spaces_on_track(state: RailRoader, seat: Seat, spaces_by_roll: Sequence[StopSpaces]) -> list[int]:
    """The spaces on which the train can stop without derailing, in order."""
    track = state.railroads[seat].last_track_space
    return sorted({space for spaces in spaces_by_roll for space in spaces if space <= track})


def _grounds_text(state: RailRoader, seat: Seat, spaces: Iterable[int]) -> str:
    """Return the colored spaces and those of Buffalo Creek in words: “river 61, red 64 and 66”."""
    spaces_by_ground: dict[str, list[str]] = {}
    for space in spaces:
        if ground := _ground_or_creek_text(state, seat, space):
            spaces_by_ground.setdefault(ground, []).append(str(space))
    return ", ".join(f"{ground} {join_words(numbers)}" for ground, numbers in spaces_by_ground.items())


def _ground_text(state: RailRoader, seat: Seat, space: int) -> str:
    return ground_text(state.board.space_kind(seat, space))


def _ground_or_creek_text(state: RailRoader, seat: Seat, space: int) -> str:
    return "Buffalo Creek" if state.board.is_in_creek(space) else _ground_text(state, seat, space)


def _range_text(numbers: Iterable[int]) -> str:
    """Return the lowest and highest number, “60–65”, or the only number."""
    first, *rest = numbers
    return f"{first}–{rest[-1]}" if rest else str(first)


def _engineers_if_any(engineers: int) -> list[str]:
    return [count_noun(engineers, "engineer")] if engineers else []


# -- stops


def _space_label(view: View[RailRoader], action: Stop | Engineer, field: str, name: NameOfSeat, *, verb: str) -> str:
    """“Stop on space 57, 2 back: river, 1 action left”."""
    where, effects = _stop_text(view.state, action)
    if not field:
        return f"{verb} space {where}: {', '.join([*effects, rest_of_turn_text(view.state, action)])}"
    return f"Space {where}: {', '.join(effects)}" if effects else f"Space {where}"


def _space_short_label(
    view: View[RailRoader], action: Stop | Engineer, field: str, name: NameOfSeat, *, verb: str
) -> ShortLabel:
    """“25 · 2 nearer the goal”, “24, 1 ahead · ambush”, “19 · derails, back on 16”."""
    state = view.state
    where, effects = _stop_text(state, action)
    verb = "" if field else f"{verb} "
    after, engine = outcomes(state, action)[0].state.railroads[action.seat], state.railroads[action.seat].engine
    if after.derailed:
        return ShortLabel(f"{verb}{where} · derails, back on {after.engine}", fit_detail(*effects))
    if effects:
        short_effect = effects[0].partition(",")[0]
        label = fit_label(f"{verb}{where} · {effects[0]}", f"{verb}{where} · {short_effect}")
    elif action.space > engine:
        label = fit_label(f"{verb}{action.space}, {action.space - engine} nearer the goal", f"{verb}{where}")
    else:
        label = f"{verb}{where}"
    return ShortLabel(label, fit_detail(*effects), gains=(action.space,))


def _stop_text(state: RailRoader, action: Stop | Engineer) -> tuple[str, list[str]]:
    """Return a space with its distance, “57, 2 back”, and the effects of the stop, such as “river”."""
    step = action.space - state.railroads[action.seat].engine
    if not step:
        return f"{action.space}, no move", []
    outcome = outcomes(state, action)[0]
    effects = list(_stop_effects(state, outcome, action.seat))
    if outcome.state.railroads[action.seat].derailed:
        return str(action.space), effects
    return f"{action.space}, {step} ahead" if step > 0 else f"{action.space}, {-step} back", effects


def _stop_effects(state: RailRoader, outcome: Outcome, seat: Seat) -> Iterator[str]:
    """Clauses about the events of a stop, and one about the kind of the space."""
    creek_before, space = state.seats_in_creek, outcome.state.railroads[seat].engine
    ground = _ground_or_creek_text(state, seat, space)
    for event in outcome.events:
        match event:
            case e.Derailed(past=past):
                yield f"{past} past your track, derails on space {space}"
                ground = ""
            case e.DynamiteReached():
                yield "clears the dynamite"
            case e.Ambushed(garrison=garrison):
                yield f"ambush, cavalry starts from {garrison or 'Junction City'}"
                ground = ""
    if seat in creek_before and seat not in outcome.state.seats_in_creek:
        yield "leaves Buffalo Creek, so you have not arrived"
    if ground:
        yield "red, where outlaws attack" if ground == ground_text(Space.RED) else ground


def _stop_context(view: View[RailRoader], action: Stop, field: str) -> str:
    """Say that a train derails wherever it stops, so that all choices are the same."""
    state = view.state
    railroad, rolling = state.railroads[action.seat], state.current_turn.rolling
    if rolling is None or min(stop_spaces(state, action.seat, rolling)) <= railroad.last_track_space:
        return ""
    return f"All derail at {railroad.last_track_space}: any is the same."


def _rerail_label(view: View[RailRoader], action: Rerail, field: str, name: NameOfSeat) -> str:
    space = view.state.railroads[action.seat].engine
    rest = rest_of_turn_text(view.state, action)
    return f"Re-rail the train: back on the track at {space}, can move next turn, {rest}"


# -- narration


def _narrate_roll(event: e.TrainRolled, name: NameOfSeat) -> Narration:
    """“Cleo rolled 5 with Water 4 + 3: 12 spaces, or up to 2 more or fewer with 1 engineer.”"""
    waters = f" with {waters_text(event.waters)}" if event.waters else ""
    total = count_noun(sum(event.waters) + event.die, "space")
    engineers = count_noun(event.engineers, "engineer")
    change = f"or up to {SPACES_PER_ENGINEER * event.engineers} more or fewer with {engineers}"
    clause = f"rolled {event.die}{waters}"
    return Narration(f"{name(event.seat)} {clause}: {total}, {change}.", clause, 7)


def _narrate_move(event: e.TrainMoved, name: NameOfSeat) -> Narration:
    """“Cleo moved from space 52 to 57, a river (Water 3, rolled 2).”"""
    player, means = name(event.seat), _means_text(event)
    stays = event.space == event.start
    if event.engineers and event.die:  # the roll has its own event
        engineers = count_noun(event.engineers, "engineer")
        clause = f"stayed on space {event.space}" if stays else f"moved from {_route_text(event)}"
        return Narration(f"With {engineers}, {player} {clause}.", f"moved to {event.space} with {engineers}", 7)
    if stays:
        clause = f"stayed on space {event.space} ({means})"
        return Narration(f"{player} {clause}.", clause, 7)
    return Narration(f"{player} moved from {_route_text(event)} ({means}).", f"moved to {event.space} ({means})", 7)


def _route_text(event: e.TrainMoved) -> str:
    """“space 52 to 57, a river”."""
    route = f"space {event.start} to {event.space}" if event.start else f"Junction City to space {event.space}"
    ground = _GROUND[event.ground]
    return f"{route}, {ground}" if ground else route


def _means_text(event: e.TrainMoved) -> str:
    """The cards and the roll that moved a train: “Water 4 + 3, rolled 5”."""
    if not event.die:
        return "an engineer alone"
    return f"{waters_text(event.waters)}, rolled {event.die}" if event.waters else f"rolled {event.die}"


def _narrate_derailment(event: e.Derailed, name: NameOfSeat) -> Narration:
    past = f"ran {count_noun(event.past, 'space')}"
    sentence = (
        f"{possessive_of(name(event.seat))} train {past} past the end of the track and derailed on space {event.space}."
    )
    return Narration(sentence, f"{past} off the track", 9)


def _narrate_rerailing(event: e.Rerailed, name: NameOfSeat) -> Narration:
    return Narration(f"{name(event.seat)} re-railed the train. It can move next turn.", "re-railed the train", 7)


def _narrate_dynamite_reached(event: e.DynamiteReached, name: NameOfSeat) -> Narration:
    sentence = f"{possessive_of(name(event.seat))} train reached and cleared the dynamite on space {event.space}."
    return Narration(sentence, f"cleared the dynamite on {event.space}", 7)


def _narrate_arrival(event: e.BuffaloCreekReached, name: NameOfSeat) -> Narration:
    clause = "reached Buffalo Creek"
    return Narration(f"{name(event.seat)} {clause} (space {event.space}). This is the last round.", clause, 9)


def _narrate_ambush(event: e.Ambushed, name: NameOfSeat) -> Narration:
    start = f"the garrison on space {event.garrison}" if event.garrison else "Junction City"
    train = f"{possessive_of(name(event.seat))} train was ambushed on space {event.space}"
    return Narration(f"{train}. The cavalry set out from {start}.", "was ambushed", 9)


def _narrate_cavalry_ride(event: e.CavalryRode, name: NameOfSeat) -> Narration:
    cavalry = f"{'' if event.free else 'For 1 action, '}{possessive_of(name(event.seat))} cavalry rolled {event.die}"
    if event.relieved:
        return Narration(f"{cavalry} and freed the train. It can move next turn.", "was freed by the cavalry", 7)
    return Narration(f"{cavalry} and rode to space {event.space}.", f"moved the cavalry to {event.space}", 3)


ACTION_TEXTS: ActionTexts = {
    Move: ActionText(
        label=_move_label,
        short_label=_roll_short_label,
        question_context=_engineers_context,
        legend=_roll_legend,
        preview=preview,
    ),
    Roll: ActionText(label=_roll_label, short_label=_roll_short_label, legend=_roll_legend, preview=preview),
    Stop: ActionText(
        label=partial(_space_label, verb="Stop on"),
        short_label=partial(_space_short_label, verb="Stop on"),
        question_context=_stop_context,
        preview=preview,
    ),
    Engineer: ActionText(
        label=partial(_space_label, verb="Move with only an engineer to"),
        short_label=partial(_space_short_label, verb="Engineer to"),
        legend=field_legend("Takes 1 action. It doesn’t count as your roll."),
        preview=preview,
    ),
    Rerail: ActionText(
        label=_rerail_label, short_label=lambda *_: ShortLabel("Re-rail the train · moves next turn"), preview=preview
    ),
}
EVENT_TEXTS: EventTexts = {
    e.TrainRolled: _narrate_roll,
    e.TrainMoved: _narrate_move,
    e.Derailed: _narrate_derailment,
    e.Rerailed: _narrate_rerailing,
    e.DynamiteReached: _narrate_dynamite_reached,
    e.BuffaloCreekReached: _narrate_arrival,
    e.Ambushed: _narrate_ambush,
    e.CavalryRode: _narrate_cavalry_ride,
}
