"""Whether enough people look for the same game, and who of them are called to a table. Pure; it knows no title."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec

from bot.markdown import Markdown, counted, md
from bot.tables.table import Table
from engine.games import GAMES
from engine.store.ids import UserId
from engine.store.openings import Seeker
from engine.store.terms import DAY, HOUR

SOUGHT_SECONDS = 3 * DAY
"""How long somebody stays in the queue."""
_USUAL = 3
_PATIENCE = DAY
"""After that, as few people as the rules allow make a table."""
_REST = 6 * HOUR
"""Nobody is called again sooner."""


class Party(msgspec.Struct, frozen=True):
    """People who are called to one table, the longest waiting first."""

    title: str
    clock: str
    users: tuple[UserId, ...]


def can_be_sought(title: str) -> bool:
    """Whether a title can be played by two or more."""
    return title in GAMES and GAMES[title].seats[-1] > 1


def parties(seekers: Sequence[Seeker], now: float) -> tuple[Party, ...]:
    """Everybody who can be called now, in parties; nobody is in two of them."""
    free = _free(seekers, now)
    found: list[Party] = []
    for group in _alike(free).values():
        found += _cut(group, {user for party in found for user in party.users}, now)
    return tuple(found)


def next_change(seekers: Sequence[Seeker], now: float) -> float:
    """The next moment at which waiting alone changes something."""
    moments = [moment for seeker in seekers for moment in _moments(seeker) if moment > now]
    return min(moments, default=now + DAY)


def missing(waiting: Sequence[Seeker], now: float) -> Markdown:
    """A sentence about how many more people are needed; ``waiting`` want the same, and there is at least one."""
    first = min(waiting, key=lambda one: one.since)
    more = max(1, _needed(first.title, now - first.since) - len(waiting))
    return md("A table opens when {} can play.", counted(more, "more person", "more people"))


def free_seats(table: Table) -> int:
    """The number of seats that nobody has taken in a lobby."""
    return (table.chairs or GAMES[table.title].seats[-1]) - len(table.players)


def _moments(seeker: Seeker) -> Iterator[float]:
    yield seeker.until
    yield seeker.since + _PATIENCE
    if seeker.called is not None:
        yield seeker.called + _REST


def _free(seekers: Iterable[Seeker], now: float) -> list[Seeker]:
    """Everybody who waits, is not called to any table, and was not called lately."""
    every = tuple(seekers)
    called = {seeker.user for seeker in every if seeker.opening is not None}
    called |= {seeker.user for seeker in every if seeker.called is not None and seeker.called > now - _REST}
    return [one for one in every if one.user not in called and one.until > now and can_be_sought(one.title)]


def _alike(seekers: Iterable[Seeker]) -> Mapping[tuple[str, str], list[Seeker]]:
    """Seekers by game and clock, whose oldest is first."""
    found: dict[tuple[str, str], list[Seeker]] = {}
    for seeker in sorted(seekers, key=lambda one: (one.since, one.user, one.title)):
        found.setdefault((seeker.title, seeker.clock), []).append(seeker)
    return found


def _cut(group: Sequence[Seeker], taken: set[UserId], now: float) -> Iterator[Party]:
    left = [seeker for seeker in group if seeker.user not in taken]
    while left:
        first = left[0]
        if len(left) < _needed(first.title, now - first.since):
            return
        size = _needed(first.title, 0.0)
        users = tuple(seeker.user for seeker in left[:size])
        yield Party(first.title, first.clock, users)
        left = left[size:]


def _needed(title: str, waited: float) -> int:
    """The number of people who make a table, once the first of them has waited so long."""
    together = [seats for seats in GAMES[title].seats if seats > 1]
    least = together[0]
    usual = _USUAL if _USUAL in together else least
    return least if waited >= _PATIENCE else usual
