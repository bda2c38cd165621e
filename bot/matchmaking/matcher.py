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
"""Seconds for which an entry stays in the queue."""
_PREFERRED_PLAYERS = 3
"""Number of players to wait for, if the game allows it and nobody has waited for too long."""
_MAX_WAIT_SECONDS = DAY
"""Seconds of waiting after which the game's minimum number of players is enough."""
_MIN_CALL_INTERVAL = 6 * HOUR
"""Minimum seconds until the same user is called again."""


class Party(msgspec.Struct, frozen=True):
    """Users who are called to one table, those who have waited longest first."""

    title: str
    clock: str
    users: tuple[UserId, ...]


def is_multiplayer(title: str) -> bool:
    """Whether a game can be played by two or more."""
    return title in GAMES and GAMES[title].seats[-1] > 1


def form_parties(seekers: Sequence[Seeker], now: float) -> tuple[Party, ...]:
    """Return the groups of users who can be called to a table now. No user is in two of them."""
    free_seekers = _free_seekers(seekers, now)
    parties: list[Party] = []
    for group in _group_by_game_and_clock(free_seekers).values():
        parties += _split_into_parties(group, {user for party in parties for user in party.users}, now)
    return tuple(parties)


def next_change(seekers: Sequence[Seeker], now: float) -> float:
    """Return the next time, in seconds since 1970, at which ``form_parties`` may give another result for this queue."""
    moments = [moment for seeker in seekers for moment in _change_moments(seeker) if moment > now]
    return min(moments, default=now + DAY)


def missing_players_text(waiting: Sequence[Seeker], now: float) -> Markdown:
    """Return a sentence that says how many more people a table needs. ``waiting`` are the similar entries in the
    queue.
    """
    first = min(waiting, key=lambda seeker: seeker.since)
    more = max(1, _players_needed(first.title, now - first.since) - len(waiting))
    return md("A table opens when {} can play.", count_noun(more, "more person", "more people"))


def count_free_seats(table: Table) -> int:
    """The number of free seats in a lobby."""
    return (table.chairs or GAMES[table.title].seats[-1]) - len(table.players)


def _change_moments(seeker: Seeker) -> Iterator[float]:
    yield seeker.until
    yield seeker.since + _MAX_WAIT_SECONDS
    if seeker.called is not None:
        yield seeker.called + _MIN_CALL_INTERVAL


def _free_seekers(seekers: Iterable[Seeker], now: float) -> list[Seeker]:
    """Return the entries of users who can be called: those who have no open call and were not called recently."""
    all_seekers = tuple(seekers)
    called = {seeker.user for seeker in all_seekers if seeker.opening is not None}
    called |= {
        seeker.user for seeker in all_seekers if seeker.called is not None and seeker.called > now - _MIN_CALL_INTERVAL
    }
    return [
        seeker
        for seeker in all_seekers
        if seeker.user not in called and seeker.until > now and is_multiplayer(seeker.title)
    ]


def _group_by_game_and_clock(seekers: Iterable[Seeker]) -> Mapping[tuple[str, str], list[Seeker]]:
    """Group the entries by (game, clock). In each group, the entry that has waited longest is first."""
    groups: dict[tuple[str, str], list[Seeker]] = {}
    for seeker in sorted(seekers, key=lambda entry: (entry.since, entry.user, entry.title)):
        groups.setdefault((seeker.title, seeker.clock), []).append(seeker)
    return groups


def _split_into_parties(group: Sequence[Seeker], taken: set[UserId], now: float) -> Iterator[Party]:
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
    """The number of people needed for a table, if the first of them has waited for ``waited`` seconds."""
    seat_counts = [seats for seats in GAMES[title].seats if seats > 1]
    minimum = seat_counts[0]
    preferred = _PREFERRED_PLAYERS if _PREFERRED_PLAYERS in seat_counts else minimum
    return minimum if waited >= _MAX_WAIT_SECONDS else preferred
