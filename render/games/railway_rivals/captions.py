"""Texts of the pictures of the map: header, last move, paths, and alt text."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core import Event, Seat, join_words
from engine.games.railway_rivals.game_data.hex_map import Hex, HexMap
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.path_notation import Branches
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.text import track_wording
from engine.games.railway_rivals.text.building import build_clause
from engine.games.railway_rivals.text.tables import EVENT_TEXTS
from render.games.railway_rivals.board.network_alt_text import network_texts
from render.palette import PLAYERS
from render.text_fitting import Events, Names, join_sentences, names_at_that_time


def fees_text(gold: int) -> str:
    """“7 gold in fees”, or “no fees”."""
    return f"{gold} gold in fees" if gold else "no fees"


def corner_text(state: RailwayRivals, events: Events) -> str:
    """“Turn 7 · die 5”, “Turns 7 to 9 · dice 5, 2, 6”, or in the operating stage “after race 4”."""
    roll_event = next((event for event in reversed(events) if isinstance(event, e.DieRolled)), None)
    if state.races:
        is_current = roll_event is not None and roll_event.races == len(state.races)
        return f"after race {len(state.races)}{_dice_text(roll_event.rolls if roll_event and is_current else ())}"
    if roll_event is None:
        return "operating stage" if state.operating else f"Turn {state.turn}" if state.turn else "start towns"
    turns, under_way = turns_of_roll(state, roll_event)
    words = f"Turn {turns[0]}" if len(turns) == 1 else f"Turns {turns[0]} to {turns[-1]}"
    return f"{words}{_dice_text(roll_event.rolls if under_way else roll_event.rolls[: len(turns)])}"


def turns_of_roll(state: RailwayRivals, roll_event: e.DieRolled) -> tuple[range, bool]:
    """The Turns of a roll that have begun, and whether their building is still going on."""
    phase = next((phase for phase in reversed(state.flow) if isinstance(phase, Building)), None)
    first = None if phase is None else state.turn - phase.at // state.seats
    under_way = first == roll_event.turn
    last = state.turn if first is None or under_way else first - 1
    last = max(roll_event.turn, min(last, roll_event.turn + len(roll_event.rolls) - 1))
    return range(roll_event.turn, last + 1), under_way


def _dice_text(rolls: Sequence[int]) -> str:
    """“ · die 5”, or “ · dice 5, 2, 6”."""
    return f" · {'die' if len(rolls) == 1 else 'dice'} {', '.join(map(str, rolls))}" if rolls else ""


def last_move_line(state: RailwayRivals, events: Events, names: Names) -> tuple[Seat | None, str]:
    """The seat that moved last, and the move as a clause: “Ada built into Derby for 4”."""
    names = names_at_that_time(events, names)
    for event in reversed(events):
        if clause := _event_clause(state.hex_map, event, names):
            seat = _acting_seat(event)
            return seat, f"{_subject_text(event, names[seat - 1])} {clause}" if seat else clause
    return None, "Everyone’s track" if state.track.pieces else "No track yet"


def _event_clause(chart: HexMap, event: Event, names: Names) -> str:
    """The clause about an event; for track, it includes the names of towns and special runs on the map."""

    def name(seat: Seat) -> str:
        return names[seat - 1]

    if isinstance(event, e.TrackBuilt):
        event_with_towns = msgspec.structs.replace(event, towns=chart.town_names_on(event.path.hexes))
        return build_clause(event_with_towns, name, _special_run_names(chart))
    event_text = EVENT_TEXTS.get(type(event))
    return event_text(event, name).clause if event_text is not None else ""


def _acting_seat(event: Event) -> Seat | None:
    return event.order[0] if isinstance(event, e.OrderDrawn) else getattr(event, "seat", None)


def _subject_text(event: Event, name: str) -> str:
    return f"{name}’s plan" if isinstance(event, e.PlanSkipped) else name


def payments_text(payments: Mapping[Seat, int], names: Names) -> str:
    """“Ben 15 and Cleo 2”."""
    return track_wording.payments_text(payments, lambda seat: names[seat - 1])


def goal_text(chart: HexMap, path: Branches) -> str:
    """“into Derby”, or “to K13”: the towns on a path, or else the ends of its lines."""
    return track_wording.goal_text(path, chart.town_names_on(path.hexes), _special_run_names(chart))


def _special_run_names(chart: HexMap) -> Mapping[Hex, str]:
    """The names of special runs, by hex; where several runs share a hex, the first one on the map."""
    return {hex: run.name for run in reversed(chart.special_runs) for hex in run.hexes}


def path_text(path: Branches) -> str:
    """“R19–Q20–P20, C9–B9”."""
    return ", ".join("–".join(line) for line in path.lines)


def track_events(events: Events) -> tuple[e.TrackBuilt, ...]:
    """The events about built track, in order."""
    return tuple(event for event in events if isinstance(event, e.TrackBuilt))


# -- alt text of the whole map


def _company_text(names: Names, seat: Seat) -> str:
    """“Ada (disc)”: the name and the shape of the company's mark."""
    return f"{names[seat - 1]} ({PLAYERS[seat - 1].mark})"


def map_alt_text(state: RailwayRivals, events: Events, names: Names) -> str:
    """The alt text of the whole map: gold, track, unreached towns, and new track."""
    chart = state.hex_map
    open_towns = join_words([town.name for town in chart.towns if town.hex in state.unreached_towns], "or")
    head = f"Railway Rivals, {chart.name}, {corner_text(state, events)}."
    built_texts = _last_built_texts(chart, events, names)
    last = [f"Built last: {'; '.join(built_texts)}."] if built_texts else []
    players = [_player_sentence(state, names, seat) for seat in state.everyone]
    left = f"No one has reached {open_towns}." if open_towns else "All towns are reached."
    return join_sentences((head, *players, left, *last))


def _last_built_texts(chart: HexMap, events: Events, names: Names) -> list[str]:
    goals_by_name: dict[str, list[str]] = {}
    for event in track_events(events):
        name = names_at_that_time(events[: events.index(event)], names)[event.seat - 1]
        goals_by_name.setdefault(name, []).append(goal_text(chart, event.path))
    return [f"{name}: {join_words(goals)}" for name, goals in goals_by_name.items()]


def _player_sentence(state: RailwayRivals, names: Names, seat: Seat) -> str:
    """A sentence about a player's gold, and about the player's track or start town."""
    has = f"{_company_text(names, seat)} has {state.gold[seat]} gold"
    if lines := network_texts(state, seat):
        return f"{has} and track {', '.join(lines)}."
    starts = dict(state.track.starts)
    return f"{has} and starts in {state.hex_map.town_at[starts[seat]].name}." if seat in starts else f"{has}."
