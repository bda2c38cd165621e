"""Decides whether enough people in the queue want the same game, and whom to call to a table. Pure."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bot.markdown import Markdown, count_noun, md
from bot.tables.table import Table
from engine.games import GAMES
from engine.store.ids import UserId
from engine.store.matchmaking import Seeker
from engine.store.table_settings import DAY, HOUR

QUEUE_SECONDS = 3 * DAY
"""The time that an entry stays in the queue."""
_USUAL_PLAYERS = 3
_PATIENCE_SECONDS = DAY
"""Wait after which the minimum number of players is enough."""
_REST_SECONDS = 6 * HOUR
"""No one is called again sooner."""


class Party(msgspec.Struct, frozen=True):
    """People who are called to one table, the longest waiting first."""

    title: str
    clock: str
    users: tuple[UserId, ...]


def is_multiplayer(title: str) -> bool:
    """Whether a game can be played by two or more."""
    return title in GAMES and GAMES[title].seats[-1] > 1


def form_parties(seekers: Sequence[Seeker], now: float) -> tuple[Party, ...]:
    """All parties that can be called now; no one is in two of them."""
    free_seekers = _free_seekers(seekers, now)
    parties: list[Party] = []
    for group in _group_by_game_and_clock(free_seekers).values():
        parties += _cut_parties(group, {user for party in parties for user in party.users}, now)
    return tuple(parties)


def next_change(seekers: Sequence[Seeker], now: float) -> float:
    """The next time at which waiting alone changes the result."""
    moments = [moment for seeker in seekers for moment in _change_moments(seeker) if moment > now]
    return min(moments, default=now + DAY)


def missing_players_text(waiting: Sequence[Seeker], now: float) -> Markdown:
    """A sentence about how many more people are needed; ``waiting`` is how many already wait, at least 1."""
    first = min(waiting, key=lambda one: one.since)
    more = max(1, _players_needed(first.title, now - first.since) - len(waiting))
    return md("A table opens when {} can play.", count_noun(more, "more person", "more people"))


def count_free_seats(table: Table) -> int:
    """The number of free seats in a lobby."""
    return (table.chairs or GAMES[table.title].seats[-1]) - len(table.players)


def _change_moments(seeker: Seeker) -> Iterator[float]:
    yield seeker.until
    yield seeker.since + _PATIENCE_SECONDS
    if seeker.called is not None:
        yield seeker.called + _REST_SECONDS


def _free_seekers(seekers: Iterable[Seeker], now: float) -> list[Seeker]:
    """Everyone who waits, is not called, and was not called recently."""
    every = tuple(seekers)
    called = {seeker.user for seeker in every if seeker.opening is not None}
    called |= {seeker.user for seeker in every if seeker.called is not None and seeker.called > now - _REST_SECONDS}
    return [one for one in every if one.user not in called and one.until > now and is_multiplayer(one.title)]


def _group_by_game_and_clock(seekers: Iterable[Seeker]) -> Mapping[tuple[str, str], list[Seeker]]:
    """The people in the queue by game and clock, longest waiting first."""
    groups: dict[tuple[str, str], list[Seeker]] = {}
    for seeker in sorted(seekers, key=lambda one: (one.since, one.user, one.title)):
        groups.setdefault((seeker.title, seeker.clock), []).append(seeker)
    return groups


def _cut_parties(group: Sequence[Seeker], taken: set[UserId], now: float) -> Iterator[Party]:
    remaining = [seeker for seeker in group if seeker.user not in taken]
    while remaining:
        first = remaining[0]
        if len(remaining) < _players_needed(first.title, now - first.since):
            return
        size = _players_needed(first.title, 0.0)
        users = tuple(seeker.user for seeker in remaining[:size])
        yield Party(first.title, first.clock, users)
        remaining = remaining[size:]


def _players_needed(title: str, waited: float) -> int:
    """The number of people for a table, given how long the first one has waited."""
    seat_counts = [seats for seats in GAMES[title].seats if seats > 1]
    least = seat_counts[0]
    usual = _USUAL_PLAYERS if _USUAL_PLAYERS in seat_counts else least
    return least if waited >= _PATIENCE_SECONDS else usual
