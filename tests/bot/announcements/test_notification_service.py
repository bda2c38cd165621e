"""Notifications over a real store: which are sent, shared, and retried."""

from typing import Any

import pytest
from msgspec.structs import replace

from bot.announcements.decision_points import notification_custom_id
from tests.bot.announcements.notifications_of_store import DIRECT, NOW, RUNS, Run, error
from tests.bot.seated_players import BEN


async def test_notification_is_posted_once_and_stored_with_its_message(run: Run) -> None:
    await run.claim(run.notice("remind"))
    (kept,) = await run.told()
    assert (kept.state, kept.channel, kept.message, kept.at) == ("sent", 1, 101, NOW)
    assert run.boxes.done == [("post", 1, 101, [BEN.user], ["Your move"])] and run.went
    await run.told()
    assert len(run.boxes.done) == 1


@pytest.mark.parametrize("found", [None, 77])
async def test_after_restart_notification_is_searched_before_posting(run: Run, found: int | None) -> None:
    notice = run.notice("remind")
    await run.keep(notice)
    if found is not None:
        run.boxes.found[notification_custom_id(run.table, notice)] = found
    (kept,) = await run.told()
    assert kept.message == (found or 101) and len(run.boxes.named("post")) == (found is None)
    assert run.boxes.done[0] == ("find", 1, notification_custom_id(run.table, notice))


@pytest.mark.parametrize(
    ("kind", "other", "posts"),
    [
        ("remind", {}, 1),
        ("last", {}, 1),
        ("zero", {}, 1),
        ("again", {}, 1),
        ("quiet", {}, 2),
        ("left", {}, 2),
        ("remind", {"place": "direct"}, 2),
        ("remind", {"kind": "last"}, 2),
    ],
)
async def test_equal_notifications_share_one_channel_message(run: Run, kind: str, other: Any, posts: int) -> None:
    asked = run.sessions.decisions(run.table)[0].seat
    seats = [seat for seat in (1, 2, 3) if seat != asked]
    await run.claim(run.notice(kind, seats[0]), replace(run.notice(kind, seats[1]), **other))
    rows = await run.told()
    assert len(run.boxes.named("post")) == posts == len({row.message for row in rows})
    assert all(row.state == "sent" for row in rows)


@pytest.mark.parametrize(("apart", "posts"), [(20.0, 1), (90.0, 2)])
async def test_deadlines_over_a_minute_apart_are_separate(run: Run, apart: float, posts: int) -> None:
    asked = run.sessions.decisions(run.table)[0].seat
    first, second = (seat for seat in (1, 2, 3) if seat != asked)
    await run.change(clocks={first: RUNS, second: replace(RUNS, bank=RUNS.bank + apart)})
    await run.claim(run.notice("remind", first), run.notice("remind", second))
    await run.told()
    assert len(run.boxes.named("post")) == posts


@pytest.mark.parametrize(
    ("kind", "state", "edits"),
    [("remind", "sent", 1), ("zero", "sent", 1), ("quiet", "sent", 0), ("next", "sent", 0), ("remind", "claimed", 0)],
)
async def test_changed_deadlines_update_messages_that_name_them(run: Run, kind: str, state: Any, edits: int) -> None:
    sent: dict[str, Any] = {"state": "sent", "channel": 1, "message": 50} if state == "sent" else {}
    if kind == "next":
        await run.change(clocks={1: RUNS})
    await run.keep(run.notice(kind, **sent))
    await run.told()
    assert not run.boxes.named("edit")
    run.notices.mark_times_outdated(run.table.id)
    await run.told()
    assert len([deed for deed in run.boxes.named("edit") if deed[2] == 50]) == edits
    before = len(run.boxes.done)
    await run.told()
    assert len(run.boxes.done) == before, "they are not written a third time"


async def test_refused_channel_message_is_reported_and_retried(run: Run) -> None:
    await run.claim(run.notice("remind"))
    run.notices.mark_times_outdated(run.table.id)
    run.boxes.fails = error()
    (row,) = await run.told()
    assert (run.went, row.state) == (False, "claimed") and run.notices.problem(run.table.id)
    assert run.table.id in run.notices._outdated
    (row,) = await run.told()
    assert (run.went, row.state) == (True, "sent") and run.notices.problem(run.table.id) == ""


async def test_refused_direct_message_is_not_a_channel_error(run: Run) -> None:
    await run.claim(run.notice("remind", place="direct"))
    run.boxes.fails = error()
    await run.told()
    assert not run.went and not run.notices.problem(run.table.id) and run.table.id not in run.notices._outdated


@pytest.mark.parametrize(("place", "lost"), [("channel", True), ("direct", False)])
async def test_deleted_channel_marks_the_table(run: Run, place: str, lost: bool) -> None:
    await run.claim(run.notice("remind", place=place))
    run.boxes.fails = error(404, 10003)
    (row,) = await run.told()
    assert run.went and row.state == "failed" and (run.table.id in run.notices.without_channel) == lost


@pytest.mark.parametrize(("kind", "status", "warned"), [("zero", 403, 1), ("zero", 500, 0), ("remind", 403, 0)])
async def test_warning_refused_by_the_channel_is_sent_directly(run: Run, kind: str, status: int, warned: int) -> None:
    await run.claim(run.notice(kind))
    run.boxes.fails = error(status, 50001)
    await run.told()
    direct = [deed for deed in run.boxes.named("post") if deed[1] == DIRECT + (BEN.user or 0)]
    assert len(direct) == warned and not run.went


@pytest.mark.parametrize("notices", ["direct", "both", "channel"])
@pytest.mark.parametrize("kind", ["asked", "remind", "last", "zero"])
async def test_user_with_closed_direct_messages_is_notified_in_channel(run: Run, notices: Any, kind: Any) -> None:
    await run.person(2, notices=notices)
    asked = run.notice(kind, place="direct")
    others = [run.notice("asked", place="direct", state="sent", channel=2, message=3)] if kind != "asked" else []
    await run.keep(*others)
    await run.claim(asked)
    run.boxes.fails = error(403, 50007)
    rows = {row.key: row.state for row in await run.told()}
    assert rows[asked.key] == "failed"
    instead = kind != "zero" and notices != "both"
    assert (replace(asked, place="channel").key in rows) == instead
    closed = run.sessions.user_settings.preferences_of(BEN.user or 0).closed
    assert closed == (notices in ("direct", "both"))
