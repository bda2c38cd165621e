"""The map pictures in words: facts first, what was built last, then the lists. (drawing rules for maps, section 9)"""

from __future__ import annotations

from collections.abc import Iterator

from engine.core.seats import Seat
from engine.games.railway_rivals.state.state import RailwayRivals
from engine.games.railway_rivals.state.track import network
from render.called import News, called_then
from render.games.railway_rivals.words import built, corner, goal_words
from render.labels import Names, joined
from render.palette import PLAYERS


def company(names: Names, seat: Seat) -> str:
    """“Ada (disc)”: never the color alone."""
    return f"{names[seat - 1]} ({PLAYERS[seat - 1].mark})"


def map_alt(state: RailwayRivals, news: News, names: Names) -> str:
    """Turn, gold, what was built last, towns not reached, and the towns of every company."""
    chart = state.chart
    gold = ", ".join(f"{company(names, seat)} {state.gold[seat]}" for seat in state.everyone)
    last = [
        f"{called_then(news[: news.index(event)], names)[event.seat - 1]} {goal_words(chart, event.path)}"
        for event in built(news)
    ]
    open_towns = ", ".join(town.name for town in chart.towns if town.hex in state.unreached)
    return joined(
        (
            f"Railway Rivals, {chart.name}, {corner(state, news)}.",
            f"Gold: {gold}.",
            *([f"Built last: {', '.join(last)}."] if last else []),
            *([f"Not reached: {open_towns}."] if open_towns else ["All towns are reached."]),
            *_networks(state, names),
        )
    )


def _networks(state: RailwayRivals, names: Names) -> Iterator[str]:
    for seat in state.everyone:
        own = network(state.track, seat)
        towns = [town.name for town in state.chart.towns if town.hex in own]
        if towns:
            yield f"{names[seat - 1]} is in {', '.join(towns)}."
