"""Clocks of seats, as values: when they run, what is left, what is due next. Pure; it knows no title and no Discord.

A seat's clock runs while the table waits for the person who holds it; it stands on holiday and while the table pauses.
All times are seconds since 1970, all spans seconds.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Literal

import msgspec
from msgspec.structs import replace

from bot.clocks.zones import tzinfo_of
from engine.core import Seat
from engine.store import Clock, Entry
from engine.store.persons import Person
from engine.store.terms import DAY, Speed

Kind = Literal["remind", "last", "quiet", "zero", "late"]
"""A reminder; the last one; nobody is reminded again and the table is told; time is up and the table is warned; the
grace is over as well and something happens."""

_SHARES = (0.5, 0.8)
"""Shares of the time there was, after which a person is reminded; the second is the last reminder."""
UNCLOCKED = (DAY, 3 * DAY, 7 * DAY)
"""At a table without a clock: when a person is reminded, and when the table is told that no reminder follows."""
_ONE_TIMEOUT_SECONDS = 60.0
"""Rows of one seat that the clock made within so much time were made at one time-out."""


class Moment(msgspec.Struct, frozen=True):
    """Something that is due at a decision point."""

    kind: Kind
    at: float


def fresh(speed: Speed | None) -> Clock:
    """The clock of a seat that was never asked."""
    return Clock(bank=speed.bank if speed else 0.0)


def waited(clock: Clock, person: Person, now: float) -> float:
    """For how long the clock has run, the person's holiday left out."""
    if clock.since is None:
        return 0.0
    start, end = person.holiday
    away = max(0.0, min(now, end) - max(clock.since, start))
    return max(0.0, now - clock.since - away)


def begun(person: Person, then: float, now: float, since: float) -> float:
    """Since when a clock is to have run, to have run at ``now`` for as long as the one since ``since`` had at ``then``.

    It is how downtime is given back to somebody who was on holiday in it.
    """
    (start, end), spent = person.holiday, waited(Clock(since=since), person, then)
    if start >= now or (end <= now and spent <= now - end):
        return now - spent
    return start - (spent - max(0.0, now - end)) if spent else now


def left(clock: Clock, person: Person, now: float) -> float:
    """The seconds left on a clock; below 0 once it has run out."""
    return clock.bank - waited(clock, person, now)


def zero(clock: Clock, person: Person) -> float | None:
    """The time when a running clock comes to zero; None for a clock that stands."""
    return None if clock.since is None else _after(clock.since, clock.bank, person)


def after_move(
    clocks: Mapping[Seat, Clock],
    seq: int,
    now: float | None,
    *,
    before: Collection[int],
    asked: Collection[int],
    moved: int,
    anew: bool,
    speed: Speed | None,
    people: Mapping[Seat, Person],
) -> dict[Seat, Clock]:
    """The clocks that move ``seq`` of seat ``moved`` (0: nobody's) changes, at the moment ``now``; None while the table
    pauses, when no clock starts.

    ``before`` and ``asked`` are the seats that the table waited for and waits for, ``people`` those who hold seats. Who
    answered has the increment added. A turn of many moves is one answer: who is asked still goes on at the same
    decision point, unless a new part of the game begins (``anew``), such as the next phase, by whoever's move.
    """
    changed: dict[Seat, Clock] = {}
    for seat, person in people.items():
        clock = clocks.get(seat) or fresh(speed)
        over = seat in before and (anew or seat not in asked)
        if over:
            changed[seat] = clock = _stopped(clock, person, now, speed, answered=seat == moved)
        if seat in asked and (over or seat not in before or seat not in clocks):
            changed[seat] = replace(clock, point=seq, since=now, stage=0)
        elif seat in asked and seat == moved and speed is None and now is not None:
            changed[seat] = replace(clock, since=now, stage=0)
    return changed


def after_undo(
    clocks: Mapping[Seat, Clock],
    seq: int,
    now: float | None,
    *,
    before: Collection[int],
    asked: Collection[int],
    moved: int,
    anew: bool,
    speed: Speed | None,
    people: Mapping[Seat, Person],
    whole: bool = True,
) -> dict[Seat, Clock]:
    """The clocks that undo ``seq`` of a move of seat ``moved`` changes; all else as in ``after_move``.

    Who is asked again has the clock running from now, without the increment of the answer that is void: of several that
    are taken back at once, of one (``whole``), as at a full bank they had added nothing. The time spent on a question
    that came of the answer is given back.
    """
    changed: dict[Seat, Clock] = {}
    for seat, person in people.items():
        clock = clocks.get(seat) or fresh(speed)
        void = seat == moved and (anew or seat not in before)
        if seat in asked and (void or anew or seat not in before):
            spent = left(clock, person, now) if void and now is not None else clock.bank
            lost = speed.increment if speed is not None and void and whole else 0.0
            bank = max(0.0, spent - lost)
            changed[seat] = replace(clock, bank=bank, point=seq, since=now, stage=0)
        elif seat in before and seat not in asked:
            changed[seat] = replace(clock, since=None)
    return changed


def paused(clock: Clock, person: Person, now: float) -> Clock:
    """A clock that stands with what is left of it."""
    return replace(clock, bank=left(clock, person, now), since=None) if clock.since is not None else clock


def resumed(clock: Clock, now: float) -> Clock:
    """A clock that goes on."""
    return replace(clock, since=now)


def moments(clock: Clock, person: Person, speed: Speed | None) -> tuple[Moment, ...]:
    """Everything that is due at a running clock's decision point, in order; ``clock.stage`` of it has been attended to.

    Quiet hours hold reminders, and what comes of a clock that has run out, to their end.
    """
    if clock.since is None:
        return ()
    spans = _spans(clock, speed)
    found = [Moment(kind, _awake(_after(clock.since, span, person), person)) for kind, span in spans]
    if speed is not None:
        found[-1] = Moment("late", _awake(found[-2].at + speed.grace, person))  # no holiday stops the grace
    return tuple(found)


def passed(clock: Clock, person: Person, speed: Speed | None, now: float) -> tuple[Moment, ...]:
    """The moments that are due by now and have not been attended to."""
    return tuple(moment for moment in moments(clock, person, speed)[clock.stage :] if moment.at <= now)


def upcoming(clock: Clock, person: Person, speed: Speed | None) -> Moment | None:
    """The next moment to attend to at a running clock; None when no more comes."""
    return next(iter(moments(clock, person, speed)[clock.stage :]), None)


def late(clock: Clock, person: Person, speed: Speed | None, warned: float | None) -> float | None:
    """The time when something happens for who has not answered: not before the grace after the warning is over.

    ``warned`` is when the table was warned. None while the clock stands, and at a table without a clock.
    """
    if speed is None or clock.since is None:
        return None
    at = moments(clock, person, speed)[-1].at
    return at if warned is None else max(at, warned + speed.grace)


def anew(clock: Clock, speed: Speed | None, now: float) -> Clock:
    """A clock when the table begins to keep time in another way: a full bank, and nothing due yet."""
    bank = speed.bank if speed else 0.0
    return replace(clock, bank=bank, since=None if clock.since is None else now, stage=0)


def in_a_row(log: Sequence[Entry], seat: Seat) -> int:
    """The number of times the seat's time has run out since its player has made a move."""
    times: list[float] = []
    for entry in reversed(log):
        if entry.seat == seat and entry.by in ("player", "order"):
            break
        if entry.seat == seat and entry.by == "clock":
            times.append(entry.at)
    gaps = sum(later - earlier > _ONE_TIMEOUT_SECONDS for later, earlier in pairwise(times))
    return gaps + 1 if times else 0


def _spans(clock: Clock, speed: Speed | None) -> Iterator[tuple[Kind, float]]:
    if speed is None:
        first, last, end = UNCLOCKED
        yield from (("remind", first), ("last", last), ("quiet", end))
        return
    bank = max(0.0, clock.bank)
    first, last = (share * bank for share in _SHARES)
    yield from (("remind", first), ("last", last))
    yield from (("zero", bank), ("late", bank + speed.grace))


def _stopped(clock: Clock, person: Person, now: float | None, speed: Speed | None, *, answered: bool) -> Clock:
    if speed is None:
        return replace(clock, since=None)
    bank = max(0.0, clock.bank if now is None else left(clock, person, now))
    more = speed.increment if answered else 0.0
    return replace(clock, bank=max(bank, min(speed.cap, bank + more)), since=None)


def _after(since: float, span: float, person: Person) -> float:
    """The moment ``span`` after ``since``, the person's holiday left out: it stops no clock that has run out."""
    start, end = person.holiday
    begun = max(since, start)
    if span <= 0:
        return since
    return since + span if end <= begun or since + span <= start else since + span + (end - begun)


def _awake(at: float, person: Person) -> float:
    """The moment itself, or the end of the quiet hours that it lies in."""
    start, end = person.quiet
    if start == end:
        return at
    local = datetime.fromtimestamp(at, tzinfo_of(person.zone))
    quiet = start <= local.hour < end if start < end else local.hour >= start or local.hour < end
    if not quiet:
        return at
    morning = local.replace(hour=end % 24, minute=0, second=0, microsecond=0)
    return (morning if morning > local else morning + timedelta(days=1)).timestamp()
