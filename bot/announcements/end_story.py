"""The story of a finished game in up to three sentences: the lead, the best phase, and what decided the game.

It uses the public statistics at the end of each phase.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

import msgspec

from bot.announcements.post_text import ranking_lines
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, join_words, md
from bot.play.service import TableService
from bot.tables.phases import OpenPhase, drop_undone, split_into_phases
from bot.tables.table import Table
from bot.view import TableView, view_table, whose_turn_text
from engine import Seat
from engine.core import all_seats

_TURN = re.compile(r"\w+ [0-9]+")
"""The turn or round at the start of a headline: “Turn 3 of 9 · …”."""
_DECIDING = 2
"""Statistics that may be named as decisive."""


class Moment(msgspec.Struct, frozen=True):
    """The end of a phase: its turn or round (empty if the game has none), and all statistics."""

    turn: str
    tallies: tuple[Mapping[str, int], ...]

    @property
    def leader(self) -> Seat | None:
        """The only seat that leads in the game's first statistic; None if several do."""
        figures = [next(iter(tally.values())) for tally in self.tallies]
        return Seat(figures.index(max(figures)) + 1) if figures.count(max(figures)) == 1 else None


async def result_with_story(tables: TableService, table: Table) -> Markdown:
    """The result of a finished game for a private answer: the winner, each place, and the story."""
    table_view = view_table(table, None)
    places = ranking_lines(table, table_view.game.rules.ranking(table_view.view.state))
    lines = [whose_turn_text(table, None), *places, await end_story(tables, table, table_view)]
    return join_lines(filter(None, lines))


async def end_story(sessions: TableService, table: Table, seen: TableView) -> Markdown:
    """The story of a table's game; empty for a game that one person played alone."""
    if len(table.players) < 2:
        return md("")
    standing, _ = drop_undone(await sessions.history(table.id))
    done, _ = split_into_phases(OpenPhase(), standing, over=True)
    moments = list[Moment]()
    for chapter in done:
        then = view_table(table, None, (), await sessions.state_at(table.id, chapter.seq))
        turn = _TURN.match(str(then.status_line()))
        moments.append(Moment(turn[0].lower() if turn else "", tuple(then.statistics())))
    return story_of(seen, moments)


def story_of(seen: TableView, moments: Sequence[Moment]) -> Markdown:
    """The sentences of the story; ``seen`` is the spectators' view of the end."""
    ranking = seen.game.rules.ranking(seen.view.state)
    winners = [place.seat for place in ranking if place.place == 1]
    sentences = [_lead(seen, moments, winners), _best_phase(seen, moments)]
    if len(winners) == 1 and len(ranking) > 1:
        sentences.append(_deciding(seen, winners[0], ranking[1].seat))
    return join_lines(filter(None, sentences), " ")


def _lead(seen: TableView, moments: Sequence[Moment], winners: Sequence[Seat]) -> Markdown:
    """The sentence about the leader, and since when."""
    led = [(moment.turn, moment.leader) for moment in moments if moment.leader is not None]
    if not led:
        return md("")
    changes = sum(before[1] != after[1] for before, after in pairwise(led))
    last = led[-1][1]
    assert last is not None
    since = next(turn for index, (turn, _) in enumerate(led) if all(seat == last for _, seat in led[index:]))
    figure = escape_prose(next(iter(moments[0].tallies[0])))
    when = md(" from {} on", escape_prose(since)) if since else md("")
    often = (
        md("After {}, ", count_noun(changes, "change of the lead", "changes of the lead")) if changes > 1 else md("")
    )
    lead = md("{}{} had the most {}{}", often, seen.name(last), figure, when)
    return md("{}.", lead) if last in winners else md("{}, and was still overtaken.", lead)


def _best_phase(seen: TableView, moments: Sequence[Moment]) -> Markdown:
    """The phase in which a player gained the most of the game's first statistic."""
    gains = [
        (_first(after, seat) - _first(before, seat), index, seat)
        for index, (before, after) in enumerate(pairwise(moments), 1)
        for seat in all_seats(len(after.tallies))
    ]
    if not gains or max(gains)[0] <= 0:
        return md("")
    gain, index, seat = max(gains, key=lambda found: (found[0], -found[1]))
    figure = escape_prose(next(iter(moments[0].tallies[0])))
    turn = moments[index].turn
    when = md(" in {}", escape_prose(turn)) if turn else md(" at the end") if index == len(moments) - 1 else md("")
    return md("The biggest step was {}’s{}: {:,} more {}.", seen.name(seat), when, gain, figure)


def _deciding(seen: TableView, winner: Seat, second: Seat) -> Markdown:
    """The statistics, except the first, in which the winner was farthest ahead of the second."""
    best, other = (seen.game.text.statistics(seen.view, seat) for seat in (winner, second))
    ahead = {name: best[name] / max(1, other[name]) for name in [*best][1:] if best[name] > other.get(name, 0)}
    names = sorted(ahead, key=lambda name: -ahead[name])[:_DECIDING]
    if not names:
        return md("")
    told = [md("{} ({:,} to {:,})", escape_prose(name), best[name], other[name]) for name in names]
    return md("{} ended ahead of {} in {}.", seen.name(winner), seen.name(second), join_words(told))


def _first(moment: Moment, seat: Seat) -> int:
    return next(iter(moment.tallies[seat - 1].values()))
