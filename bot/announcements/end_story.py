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
"""The turn or round at the start of a status line: “Turn 3 of 9 · …”."""
_MAX_DECISIVE = 2
"""Maximum number of statistics with which the story explains the victory."""


class Moment(msgspec.Struct, frozen=True):
    """The state of the game after a phase: the turn or round (empty if the game has none), and each seat's
    statistics.
    """

    turn: str
    tallies: tuple[Mapping[str, int], ...]

    @property
    def leader(self) -> Seat | None:
        """The only seat that leads in the game's first statistic; None if several do."""
        values = [next(iter(tally.values())) for tally in self.tallies]
        return Seat(values.index(max(values)) + 1) if values.count(max(values)) == 1 else None


async def result_with_story(tables: TableService, table: Table) -> Markdown:
    """Return the private answer about a finished game: the winner, each place, and the story."""
    table_view = view_table(table, None)
    places = ranking_lines(table, table_view.game.rules.ranking(table_view.view.state))
    lines = [whose_turn_text(table, None), *places, await end_story(tables, table, table_view)]
    return join_lines(filter(None, lines))


async def end_story(tables: TableService, table: Table, table_view: TableView) -> Markdown:
    """The story of a table's game; empty for a game that one person played alone."""
    if len(table.players) < 2:
        return md("")
    moves, _ = drop_undone(await tables.history(table.id))
    phases, _ = split_into_phases(OpenPhase(), moves, over=True)
    moments = list[Moment]()
    for phase in phases:
        phase_view = view_table(table, None, (), await tables.state_at(table.id, phase.seq))
        turn = _TURN.match(str(phase_view.status_line()))
        moments.append(Moment(turn[0].lower() if turn else "", tuple(phase_view.statistics())))
    return story_of(table_view, moments)


def story_of(table_view: TableView, moments: Sequence[Moment]) -> Markdown:
    """The sentences of the story; ``table_view`` is the spectators' view of the end."""
    ranking = table_view.game.rules.ranking(table_view.view.state)
    winners = [place.seat for place in ranking if place.place == 1]
    sentences = [_lead_sentence(table_view, moments, winners), _best_phase_sentence(table_view, moments)]
    if len(winners) == 1 and len(ranking) > 1:
        sentences.append(_decisive_sentence(table_view, winners[0], ranking[1].seat))
    return join_lines(filter(None, sentences), " ")


def _lead_sentence(table_view: TableView, moments: Sequence[Moment], winners: Sequence[Seat]) -> Markdown:
    """Return the sentence that says who led last, and since which turn."""
    leaders = [(moment.turn, moment.leader) for moment in moments if moment.leader is not None]
    if not leaders:
        return md("")
    changes = sum(before[1] != after[1] for before, after in pairwise(leaders))
    last = leaders[-1][1]
    assert last is not None
    since_turn = next(
        turn for index, (turn, _) in enumerate(leaders) if all(seat == last for _, seat in leaders[index:])
    )
    figure = escape_prose(next(iter(moments[0].tallies[0])))
    when = md(" from {} on", escape_prose(since_turn)) if since_turn else md("")
    changes_text = (
        md("After {}, ", count_noun(changes, "change of the lead", "changes of the lead")) if changes > 1 else md("")
    )
    lead = md("{}{} had the most {}{}", changes_text, table_view.name(last), figure, when)
    return md("{}.", lead) if last in winners else md("{}, and was still overtaken.", lead)


def _best_phase_sentence(table_view: TableView, moments: Sequence[Moment]) -> Markdown:
    """Return the sentence about the largest gain of any player within one phase, in the game's first statistic."""
    gains = [
        (_first_statistic(after, seat) - _first_statistic(before, seat), index, seat)
        for index, (before, after) in enumerate(pairwise(moments), 1)
        for seat in all_seats(len(after.tallies))
    ]
    if not gains or max(gains)[0] <= 0:
        return md("")
    gain, index, seat = max(gains, key=lambda entry: (entry[0], -entry[1]))
    figure = escape_prose(next(iter(moments[0].tallies[0])))
    turn = moments[index].turn
    when = md(" in {}", escape_prose(turn)) if turn else md(" at the end") if index == len(moments) - 1 else md("")
    return md("The biggest step was {}’s{}: {:,} more {}.", table_view.name(seat), when, gain, figure)


def _decisive_sentence(table_view: TableView, winner: Seat, second: Seat) -> Markdown:
    """Return the sentence about where the winner was farthest ahead of the second, apart from the game's first
    statistic.
    """
    best, other = (table_view.game.text.statistics(table_view.view, seat) for seat in (winner, second))
    ahead = {name: best[name] / max(1, other[name]) for name in [*best][1:] if best[name] > other.get(name, 0)}
    names = sorted(ahead, key=lambda name: -ahead[name])[:_MAX_DECISIVE]
    if not names:
        return md("")
    comparisons = [md("{} ({:,} to {:,})", escape_prose(name), best[name], other[name]) for name in names]
    return md("{} ended ahead of {} in {}.", table_view.name(winner), table_view.name(second), join_words(comparisons))


def _first_statistic(moment: Moment, seat: Seat) -> int:
    return next(iter(moment.tallies[seat - 1].values()))
