"""Notifications over a real store after their question is closed, and their texts."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.announcements.decision_points import notification_custom_id
from bot.announcements.notification_rules import notifications_for_moment
from bot.announcements.withdrawn_questions import find_withdrawn_question, note_withdrawn_question
from bot.play.service import Player
from bot.tables.table import BookkeepingKey
from engine import Seat
from engine.store.table_settings import DAY, read_table_settings
from tests.bot.announcements.notifications_of_store import DAILY, DIRECT, NOW, RUNS, Run
from tests.bot.seated_players import ADA, BEN, CAT


@pytest.mark.parametrize(
    ("kind", "edited"), [("remind", False), ("last", False), ("again", False), ("zero", True), ("quiet", True)]
)
@pytest.mark.parametrize("by", ["player", "clock"])
async def test_closed_notification_is_deleted_or_says_the_outcome(run: Run, kind: str, edited: bool, by: Any) -> None:
    await run.keep(run.notice(kind, state="sent", channel=1, message=50))
    await run.change(clocks={2: replace(RUNS, since=None)})
    await run.log((2, by))
    assert await run.told() == []
    done = "edit" if edited and not (kind == "zero" and by == "clock") else "remove"
    assert [deed[:3] for deed in run.boxes.done] == [(done, 1, 50)]


async def test_failed_deletion_is_retried(run: Run) -> None:
    await run.keep(run.notice("remind", state="sent", channel=1, message=50))
    await run.change(clocks={})
    run.boxes.removes = False
    assert len(await run.told()) == 1 and not run.went
    run.boxes.removes = True
    assert await run.told() == [] and run.went


@pytest.mark.parametrize("found", [None, 60])
async def test_notification_closed_before_it_was_stored_is_found_and_edited(run: Run, found: int | None) -> None:
    notice = run.notice("remind")
    await run.keep(notice)
    await run.change(clocks={})
    run.boxes.found = {} if found is None else {notification_custom_id(run.table, notice): found}
    assert await run.told() == []
    assert run.boxes.named("remove") == ([] if found is None else [("remove", 1, 60)])


async def test_shared_message_keeps_players_who_have_not_answered(run: Run) -> None:
    sent: dict[str, Any] = {"state": "sent", "channel": 1, "message": 50}
    await run.keep(run.notice("remind", 2, **sent), run.notice("remind", 3, **sent))
    await run.change(clocks={3: RUNS})
    (left,) = await run.told()
    assert left.seat == 3 and run.boxes.done == [("edit", 1, 50, None)]
    assert f"<@{CAT.user}>" in run.boxes.texts[50] and f"<@{BEN.user}>" not in run.boxes.texts[50]


@pytest.mark.parametrize(
    ("by", "away", "since", "sent", "kept"),
    [
        ("clock", False, None, 1, 0),
        ("player", False, None, 0, 0),
        ("", False, None, 0, 0),
        ("", False, NOW, 0, 1),
        ("clock", False, NOW, 1, 0),
        ("", True, None, 1, 0),
    ],
)
async def test_timeout_action_is_reported_once(
    run: Run, by: Any, away: bool, since: float | None, sent: int, kept: int
) -> None:
    players = (ADA, Player("Ben (away)", away=BEN.user), CAT) if away else (ADA, BEN, CAT)
    await run.change(clocks={2: replace(RUNS, since=since)}, players=players)
    await run.log(*([(2, by)] if by else []), (3, "player"))
    await run.claim(run.notice("late"))
    assert len(await run.told()) == kept and len(run.boxes.named("post")) == sent


async def test_message_to_former_player_is_kept_until_the_seat_is_not_reserved(run: Run) -> None:
    away = (ADA, Player("Ben (away)", away=BEN.user), CAT)
    await run.change(clocks={}, players=away)
    await run.claim(run.notice("late", place="direct"))
    (row,) = await run.told()
    channel = DIRECT + (BEN.user or 0)
    assert run.boxes.done == [("post", channel, 101, [BEN.user], ["I’m back"])] and row.state == "sent"
    await run.told()
    await run.told()
    assert run.boxes.done[1:] == [("edit", channel, 101, ["I’m back"])], "it is written anew once in each process"
    await run.change(players=(ADA, Player("Dan", 104), CAT))
    assert await run.told() == [] and run.boxes.done[2:] == [("edit", channel, 101, [])]


@pytest.mark.parametrize("news", [False, True])
async def test_question_of_former_player_becomes_seat_loss_message(run: Run, news: bool) -> None:
    sent: dict[str, Any] = {"state": "sent", "channel": DIRECT, "message": 50}
    late = run.notice("late", place="direct", **{**sent, "message": 60})
    await run.keep(run.notice("asked", place="direct", **sent), *([late] if news else []))
    await run.change(clocks={}, players=(ADA, Player("Ben (away)", away=BEN.user), CAT))
    rows = await run.told()
    assert [(row.kind, row.message) for row in rows] == [("late", 60 if news else 50)]
    assert run.boxes.named("remove") == ([("remove", DIRECT, 50)] if news else [])


@pytest.mark.parametrize(
    ("by", "place", "done"), [("clock", "direct", "remove"), ("clock", "channel", "edit"), ("player", "direct", "edit")]
)
async def test_question_answered_by_timeout_gets_another_message(run: Run, by: Any, place: Any, done: str) -> None:
    await run.keep(run.notice("asked", place=place, state="sent", channel=1, message=50))
    await run.change(clocks={2: replace(RUNS, since=None)})
    await run.log((2, by))
    await run.told()
    assert [deed[:3] for deed in run.boxes.done] == [(done, 1, 50)]


async def test_plan_or_foreign_move_is_not_an_answer(run: Run) -> None:
    notice = run.notice("asked")
    for log, acted in [
        ([], ""),
        ([(2, "ahead"), (1, "player")], ""),
        ([(2, "player")], "player"),
        ([(2, "player"), (2, "clock")], "clock"),
        ([(1, "clock"), (2, "forced")], "player"),
    ]:
        await run.log(*cast(Any, log))
        assert await run.notices._actor_since(notice) == acted


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
async def test_notification_counts_reminders_or_timeouts(
    run: Run, kind: str, reminders: Any, notices: Any, times: int
) -> None:
    await run.person(2, reminders=reminders, notices=notices)
    await run.log((2, "clock"))
    assert (await run.notices._load_facts(run.table, run.notice(kind))).count == times


async def test_notification_has_question_and_times_of_its_seat(run: Run) -> None:
    asked = run.sessions.decisions(run.table)[0]
    await run.change(notes={**run.table.notes, BookkeepingKey.QUESTION_POST: 70})
    told = await run.notices._load_facts(run.table, run.notice("remind", asked.seat))
    assert told.question == asked and told.link == "LINK70" and told.deadline == NOW + DAY
    assert told.action_at == NOW + DAY + DAILY.grace
    other = await run.notices._load_facts(run.table, run.notice("remind", asked.seat % 3 + 1))
    assert other.question is None
    await run.change(notes={}, clocks={2: replace(RUNS, since=NOW - 2 * DAY)})
    now = await run.notices._load_facts(run.table, run.notice("remind"))
    assert now.deadline is None and now.link == "", "what is due now is no time to come"


@pytest.mark.parametrize("state", ["claimed", "sent"])
async def test_grace_period_starts_when_the_warning_was_sent(run: Run, state: Any) -> None:
    begins = NOW - 600 if state == "sent" else NOW
    left = await run.notices._load_facts(run.table, run.notice("left", state=state, at=NOW - 600))
    assert left.action_at == begins + DAILY.grace
    await run.change(clocks={2: replace(RUNS, since=NOW - 3 * DAY)})
    zero = await run.notices._load_facts(run.table, run.notice("zero", state=state, at=NOW - 600))
    assert zero.action_at == begins + DAILY.grace


@pytest.mark.parametrize("message", [None, 50])
async def test_withdrawn_notification_is_deleted_with_its_message(run: Run, message: int | None) -> None:
    sent: dict[str, Any] = {"state": "sent", "channel": 1, "message": message} if message else {}
    notice = run.notice("left", **sent)
    await run.keep(notice)
    await run.notices.withdraw(run.table, notice)
    assert await run.notices.open_notifications(run.table.id) == ()
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
async def test_clock_notifications_go_to_the_required_place(
    run: Run, kind: Any, chosen: Any, places: list[str], late: str
) -> None:
    await run.person(2, **chosen)
    await run.change(terms=read_table_settings({"clock": "daily", "late": late}))
    found = notifications_for_moment(run.sessions, run.table, Seat(2), kind)
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
async def test_only_open_question_of_current_player_can_be_repeated(
    run: Run, changes: Any, kind: Any, place: Any, kept: bool
) -> None:
    await run.change(**changes)
    await note_withdrawn_question(run.sessions, run.table, run.notice(kind, place=place, point=0), 50)
    table = await run.sessions.get(run.table.id)
    again = await find_withdrawn_question(run.sessions, table, run.notice("asked", place="direct", point=0))
    assert again == (50 if kept else None)
    assert await find_withdrawn_question(run.sessions, table, run.notice("remind", place="direct", point=0)) is None
