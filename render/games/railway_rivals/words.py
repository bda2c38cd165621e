"""Words of map pictures: the header's corner, the last move, hexes as people type them, the whole map's alt text."""

from collections.abc import Mapping, Sequence

import msgspec

from engine.core import Event, Seat, listed
from engine.games.railway_rivals.box.chart import Chart, Hex
from engine.games.railway_rivals.state import events as e
from engine.games.railway_rivals.state.paths import Branches
from engine.games.railway_rivals.state.phases import Building
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.words.narration import building as narration
from engine.games.railway_rivals.words.narration import tell
from render.called import News, called_then
from render.games.railway_rivals.trails import trails
from render.labels import Names, joined
from render.palette import PLAYERS


def fees_words(gold: int) -> str:
    """“7 gold in fees”, or “no fees”."""
    return f"{gold} gold in fees" if gold else "no fees"


def corner(state: RailwayRivals, news: News) -> str:
    """“Turn 7 · die 5”, or “Turns 7 to 9 · dice 5, 2, 6”; in the operating stage the last race: “after race 4”."""
    rolled = next((event for event in reversed(news) if isinstance(event, e.DieRolled)), None)
    if state.races:
        now = rolled is not None and rolled.races == len(state.races)
        return f"after race {len(state.races)}{_dice(rolled.rolls if rolled and now else ())}"
    if rolled is None:
        return "operating stage" if state.operating else f"Turn {state.turn}" if state.turn else "start towns"
    turns, under_way = turns_told(state, rolled)
    words = f"Turn {turns[0]}" if len(turns) == 1 else f"Turns {turns[0]} to {turns[-1]}"
    return f"{words}{_dice(rolled.rolls if under_way else rolled.rolls[: len(turns)])}"


def turns_told(state: RailwayRivals, rolled: e.DieRolled) -> tuple[range, bool]:
    """The Turns of a roll that were begun, and whether they go on; when told, the next ones may have begun."""
    phase = next((phase for phase in reversed(state.flow) if isinstance(phase, Building)), None)
    first = None if phase is None else state.turn - phase.at // state.seats
    under_way = first == rolled.turn
    last = state.turn if first is None or under_way else first - 1
    last = max(rolled.turn, min(last, rolled.turn + len(rolled.rolls) - 1))
    return range(rolled.turn, last + 1), under_way


def _dice(rolls: Sequence[int]) -> str:
    """“ · die 5”, or “ · dice 5, 2, 6”."""
    return f" · {'die' if len(rolls) == 1 else 'dice'} {', '.join(map(str, rolls))}" if rolls else ""


def last_move(state: RailwayRivals, news: News, names: Names) -> tuple[Seat | None, str]:
    """The last move in a few words, with the seat that made it."""
    names = called_then(news, names)
    for event in reversed(news):
        if did := _did(state.chart, event, names):
            seat = _mover(event)
            return seat, f"{_subject(event, names[seat - 1])} {did}" if seat else did
    return None, "Everyone’s track" if state.track.pieces else "No track yet"


def _did(chart: Chart, event: Event, names: Names) -> str:
    """The event in the words of the game; of track also with the special runs, which the map alone knows."""

    def name(seat: Seat) -> str:
        return names[seat - 1]

    if isinstance(event, e.TrackBuilt):
        named = msgspec.structs.replace(event, towns=chart.towns_on(event.path.hexes))
        return narration.built_words(named, name, _special_runs(chart))
    return tell(event, name).did


def _mover(event: Event) -> Seat | None:
    """The seat whose doing an event was; None if nobody's."""
    return event.order[0] if isinstance(event, e.OrderDrawn) else getattr(event, "seat", None)


def _subject(event: Event, name: str) -> str:
    return f"{name}’s plan" if isinstance(event, e.PlanSkipped) else name


def paid_words(paid: Mapping[Seat, int], names: Names) -> str:
    """“Ben 15 and Cleo 2”."""
    return narration.paid_words(paid, lambda seat: names[seat - 1])


def goal_words(chart: Chart, path: Branches) -> str:
    """“into Derby”, or “to K13”: where the last line ends, and towns it came through on the way."""
    return narration.goal_words(path, chart.towns_on(path.hexes), _special_runs(chart))


def _special_runs(chart: Chart) -> Mapping[Hex, str]:
    """The names of those that lead to a hex; of two the first in the sheet."""
    return {hex: run.name for run in reversed(chart.special_runs) for hex in run.hexes}


def path_words(path: Branches) -> str:
    """“R19–Q20–P20, C9–B9”."""
    return ", ".join("–".join(line) for line in path.lines)


def built(news: News) -> tuple[e.TrackBuilt, ...]:
    """The track that was built, in order."""
    return tuple(event for event in news if isinstance(event, e.TrackBuilt))


# -- the whole map in words


def company(names: Names, seat: Seat) -> str:
    """“Ada (disc)”: never the color alone."""
    return f"{names[seat - 1]} ({PLAYERS[seat - 1].mark})"


def map_alt(state: RailwayRivals, news: News, names: Names) -> str:
    """Map and turn, every player's gold and track, the towns that are left, and what was built last."""
    chart = state.chart
    open_towns = listed([town.name for town in chart.towns if town.hex in state.unreached], "or")
    head = f"Railway Rivals, {chart.name}, {corner(state, news)}."
    built_last = _built_last(chart, news, names)
    last = [f"Built last: {', '.join(built_last)}."] if built_last else []
    players = [_player(state, names, seat) for seat in state.everyone]
    left = f"No one has reached {open_towns}." if open_towns else "All towns are reached."
    return joined((head, *players, left, *last))


def _built_last(chart: Chart, news: News, names: Names) -> list[str]:
    said = []
    for event in built(news):
        name = called_then(news[: news.index(event)], names)[event.seat - 1]
        said.append(f"{name} {goal_words(chart, event.path)}")
    return said


def _player(state: RailwayRivals, names: Names, seat: Seat) -> str:
    """A player's mark, gold, and track; a start town where no track is built yet."""
    has = f"{company(names, seat)} has {state.gold[seat]} gold"
    if lines := trails(state, seat):
        return f"{has} and track {', '.join(lines)}."
    starts = dict(state.track.starts)
    return f"{has} and starts in {state.chart.town_at[starts[seat]].name}." if seat in starts else f"{has}."
