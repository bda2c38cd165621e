"""What a notice tells and counts, where each moment of a clock is told, and which question can come again."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.play.sessions import Player
from bot.tables.notes import Note
from bot.telling.restored import remember, standing_again
from bot.telling.wanted import for_moment
from engine import Seat
from engine.store.terms import DAY, terms_of
from tests.bot.seated import ADA, BEN, CAT
from tests.bot.telling.noticed import DAILY, NOW, RUNS, Run


@pytest.mark.parametrize(
    ("kind", "reminders", "notices", "times"),
    [
        ("quiet", "all", "channel", 2),
        ("quiet", "last", "channel", 1),
        ("quiet", "none", "channel", 0),
        ("quiet", "all", "none", 0),
        ("remind", "all", "channel", 0),
        ("late", "all", "channel", 1),
    ],
)
async def test_a_notice_counts_reminders_or_how_often_time_ran_out(
    run: Run, kind: str, reminders: Any, notices: Any, times: int
) -> None:
    await run.person(2, reminders=reminders, notices=notices)
    await run.log((2, "clock"))
    assert (await run.notices._told(run.table, run.notice(kind))).times == times


async def test_a_notice_tells_the_seats_own_question_and_times(run: Run) -> None:
    asked = run.sessions.decisions(run.table)[0]
    await run.change(notes={**run.table.notes, Note.PING: 70})
    told = await run.notices._told(run.table, run.notice("remind", asked.seat))
    assert told.asked == asked and told.link == "LINK70" and told.due == NOW + DAY
    assert told.late == NOW + DAY + DAILY.grace
    other = await run.notices._told(run.table, run.notice("remind", asked.seat % 3 + 1))
    assert other.asked is None
    await run.change(notes={}, clocks={2: replace(RUNS, since=NOW - 2 * DAY)})
    now = await run.notices._told(run.table, run.notice("remind"))
    assert now.due is None and now.link == "", "what is due now is no time to come"


@pytest.mark.parametrize("state", ["claimed", "sent"])
async def test_a_grace_begins_when_its_warning_was_sent(run: Run, state: Any) -> None:
    begins = NOW - 600 if state == "sent" else NOW
    left = await run.notices._told(run.table, run.notice("left", state=state, at=NOW - 600))
    assert left.late == begins + DAILY.grace
    await run.change(clocks={2: replace(RUNS, since=NOW - 3 * DAY)})
    zero = await run.notices._told(run.table, run.notice("zero", state=state, at=NOW - 600))
    assert zero.late == begins + DAILY.grace


@pytest.mark.parametrize("message", [None, 50])
async def test_a_withdrawn_notice_goes_with_its_message(run: Run, message: int | None) -> None:
    sent: dict[str, Any] = {"state": "sent", "channel": 1, "message": message} if message else {}
    notice = run.notice("left", **sent)
    await run.keep(notice)
    await run.notices.withdraw(run.table, notice)
    assert await run.notices.rows(run.table.id) == ()
    assert run.boxes.done == ([("remove", 1, 50)] if message else [])


@pytest.mark.parametrize(
    ("kind", "chosen", "places"),
    [
        ("remind", {}, ["channel"]),
        ("remind", {"reminders": "last"}, []),
        ("last", {"reminders": "last"}, ["channel"]),
        ("last", {"reminders": "none"}, []),
        ("remind", {"notices": "both"}, ["channel", "direct"]),
        ("again", {"notices": "both"}, ["channel"]),
        ("again", {"notices": "direct"}, []),
        ("quiet", {"notices": "none"}, ["channel"]),
        ("left", {"notices": "both"}, ["channel"]),
        ("zero", {"notices": "direct"}, ["channel", "direct"]),
        ("zero", {"notices": "none", "reminders": "none"}, ["channel"]),
        ("late", {"notices": "direct"}, ["channel", "direct"]),
    ],
)
@pytest.mark.parametrize("late", ["computer", "open"])
async def test_each_moment_of_a_clock_is_told_where_it_has_to_be(
    run: Run, kind: Any, chosen: Any, places: list[str], late: str
) -> None:
    await run.person(2, **chosen)
    await run.change(terms=terms_of({"clock": "daily", "late": late}))
    found = for_moment(run.sessions, run.table, Seat(2), kind)
    wanted = [place for place in places if (kind, late, place) != ("late", "open", "channel")]
    assert [notice.place for notice in found] == wanted
    assert all((notice.point, notice.user, notice.at, notice.claimed) == (5, BEN.user, NOW, NOW) for notice in found)


@pytest.mark.parametrize(
    ("changes", "kind", "place", "kept"),
    [
        ({}, "asked", "direct", True),
        ({}, "asked", "channel", False),
        ({}, "remind", "direct", False),
        ({"paused": NOW}, "asked", "direct", False),
        ({"status": "finished"}, "asked", "direct", False),
        ({"players": (ADA, Player("Dan", 104), CAT)}, "asked", "direct", False),
    ],
)
async def test_only_an_open_question_to_who_still_plays_can_come_again(
    run: Run, changes: Any, kind: Any, place: Any, kept: bool
) -> None:
    await run.change(**changes)
    await remember(run.sessions, run.table, run.notice(kind, place=place, point=0), 50)
    table = await run.sessions.get(run.table.id)
    again = await standing_again(run.sessions, table, run.notice("asked", place="direct", point=0))
    assert again == (50 if kept else None)
    assert await standing_again(run.sessions, table, run.notice("remind", place="direct", point=0)) is None
