"""A deal of the day as values: when it is open, what it is dealt from, and how it is played. Pure; it knows no title.

Number *n* opens at midnight UTC and closes 36 hours later, so that everyone has it from one morning to the evening.
"""

import hashlib
import hmac
from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from statistics import median
from typing import Any

import msgspec

from bot.markdown import md
from engine import GAMES, Decision, Event, Game, Refused, Seat, State, decisions, play, read_action, redact
from engine.agents.policies import DEFAULT_POLICY, QUICK_POLICIES
from engine.core import Rng, read_options
from engine.games.solo import daily_result_marks
from engine.store.dailies import Deal
from engine.store.ids import DailyNumber

OPEN_HOURS = 36
_EVE = date(2026, 11, 22)
"""The day before number 1."""
_PAR_GAMES = 32
_SEED_BITS = 64
SEAT = Seat(1)


class Point(msgspec.Struct, frozen=True):
    """A game after some moves: the state, what happened since the move before, and the points of its deliveries."""

    state: State
    news: tuple[Event, ...] = ()
    marks: tuple[int, ...] = ()

    @property
    def question(self) -> Decision | None:
        """The choice that comes next; None when the game is over."""
        return next(iter(decisions(self.state)), None)


def day_of(number: DailyNumber) -> date:
    """The date of a deal."""
    return _EVE + timedelta(days=number)


def opens(number: DailyNumber) -> float:
    """The moment a deal opens, in seconds since 1970."""
    day = day_of(number)
    return datetime(day.year, day.month, day.day, tzinfo=UTC).timestamp()


def closes(number: DailyNumber) -> float:
    """The moment from which a deal is closed, in seconds since 1970."""
    return opens(number) + OPEN_HOURS * 3_600


def newest_at(now: float) -> DailyNumber:
    """The number of the deal that opened last."""
    return DailyNumber((datetime.fromtimestamp(now, UTC).date() - _EVE).days)


def is_open(number: DailyNumber, now: float) -> bool:
    """Whether a ranked attempt can be played now."""
    return 1 <= number <= newest_at(now) and now < closes(number)


def open_at(now: float) -> tuple[DailyNumber, ...]:
    """The deals that are open, the newest first: two until noon, then one."""
    newest = newest_at(now)
    return tuple(number for number in (newest, DailyNumber(newest - 1)) if is_open(number, now))


def pledge(secret: str) -> str:
    """The hash that is shown at opening: it proves later that the deal was chosen before."""
    return hashlib.sha256(secret.encode()).hexdigest()


def seed_of(deal: Deal) -> int:
    """The seed that a deal is dealt from. Whoever knows the secret can work it out and deal the same."""
    words = f"{deal.number} {deal.title} {deal.version}".encode()
    digest = hmac.new(deal.secret.encode(), words, hashlib.sha256).digest()
    return int.from_bytes(digest[: _SEED_BITS // 8], "big")


def dealt(deal: Deal) -> Point:
    """The game at its first question. Raises ``Refused`` when this release plays the title differently."""
    game = _game(deal)
    state, events = game.new_game(read_options(game.options, deal.options), 1, seed_of(deal))
    return _at_a_choice(deal, Point(state, events))


def played(deal: Deal, lines: Sequence[str]) -> Point:
    """The game after these moves. Raises ``Refused`` or ``Unreadable``."""
    point = dealt(deal)
    for line in lines:
        point = moved(deal, point, line)
    return point


def moved(deal: Deal, point: Point, line: str) -> Point:
    """The game after one more move and whatever leaves no choice after it. Raises ``Refused`` or ``Unreadable``."""
    action = read_action(line, _game(deal).actions)
    state, events = play(point.state, action)
    return _at_a_choice(deal, Point(state, events, (*point.marks, *daily_result_marks(deal.title, events))))


def score_of(deal: Deal, point: Point) -> int:
    """The score of a finished game."""
    return _game(deal).rules.ranking(point.state)[0].score


def par_of(deal: Deal) -> int:
    """The median score of computer players at this deal."""
    return round(median(_computed(deal, number) for number in range(_PAR_GAMES)))


def par_game(deal: Deal) -> Point:
    """The end of the game of a computer player whose score is par, or nearest to it. Takes as long as ``par_of``."""
    best: Point | None = None
    for number in range(_PAR_GAMES):
        point = _computed_game(deal, number)
        distance = abs(score_of(deal, point) - deal.par)
        if best is None or distance < abs(score_of(deal, best) - deal.par):
            best = point
        if distance == 0:
            break
    assert best is not None
    return best


def _computed(deal: Deal, number: int) -> int:
    """The score of one game by the computer player that sets par; ``number`` decides among equals."""
    return score_of(deal, _computed_game(deal, number))


def _computed_game(deal: Deal, number: int) -> Point:
    """The end of that game."""
    game, rng = _game(deal), Rng(number)
    choose = QUICK_POLICIES[DEFAULT_POLICY]
    point = dealt(deal)
    while (question := point.question) is not None:
        action, rng = choose(game, redact(point.state, SEAT), question, rng)
        state, events = play(point.state, action)
        point = _at_a_choice(deal, Point(state, events, (*point.marks, *daily_result_marks(deal.title, events))))
    return point


def _at_a_choice(deal: Deal, point: Point) -> Point:
    """The game at the next question with more than one offer, or at its end."""
    while (question := point.question) is not None and len(question.offers) == 1:
        state, events = play(point.state, next(iter(question.offers)))
        marks = daily_result_marks(deal.title, events)
        point = Point(state, (*point.news, *events), (*point.marks, *marks))
    return point


def _game(deal: Deal) -> Game[Any]:
    game = GAMES.get(deal.title)
    if game is None or game.version != deal.version:
        raise Refused(md("The rules have changed since this daily, so it can’t be played anymore."))
    return game
