"""Notices over a real store, with a mailbox that only notes what is done: sent, shared, mended, and dropped."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.play.sessions import Player
from bot.telling.points import mark
from tests.bot.seated import ADA, BEN, CAT
from tests.bot.telling.noticed import DIRECT, NOW, RUNS, Run, error


async def test_a_notice_is_posted_once_and_kept_with_its_message(run: Run) -> None:
    await run.claim(run.notice("remind"))
    (kept,) = await run.told()
    assert (kept.state, kept.channel, kept.message, kept.at) == ("sent", 1, 101, NOW)
    assert run.boxes.done == [("post", 1, 101, [BEN.user], ["Your move"])] and run.went
    await run.told()
    assert len(run.boxes.done) == 1


@pytest.mark.parametrize("found", [None, 77])
async def test_after_a_restart_a_notice_is_looked_for_before_it_is_posted(run: Run, found: int | None) -> None:
    notice = run.notice("remind")
    await run.keep(notice)
    if found is not None:
        run.boxes.found[mark(run.table, notice)] = found
    (kept,) = await run.told()
    assert kept.message == (found or 101) and len(run.boxes.named("post")) == (found is None)
    assert run.boxes.done[0] == ("find", 1, mark(run.table, notice))


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
async def test_the_channel_reads_once_what_is_the_same_for_several(run: Run, kind: str, other: Any, posts: int) -> None:
    asked = run.sessions.decisions(run.table)[0].seat
    seats = [seat for seat in (1, 2, 3) if seat != asked]
    await run.claim(run.notice(kind, seats[0]), replace(run.notice(kind, seats[1]), **other))
    rows = await run.told()
    assert len(run.boxes.named("post")) == posts == len({row.message for row in rows})
    assert all(row.state == "sent" for row in rows)


@pytest.mark.parametrize(("apart", "posts"), [(20.0, 1), (90.0, 2)])
async def test_times_that_are_more_than_a_minute_apart_are_told_apart(run: Run, apart: float, posts: int) -> None:
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
async def test_when_times_have_changed_messages_that_name_one_are_written_anew(
    run: Run, kind: str, state: Any, edits: int
) -> None:
    sent: dict[str, Any] = {"state": "sent", "channel": 1, "message": 50} if state == "sent" else {}
    if kind == "next":
        await run.change(clocks={1: RUNS})
    await run.keep(run.notice(kind, **sent))
    await run.told()
    assert not run.boxes.named("edit")
    run.notices.outdate(run.table.id)
    await run.told()
    assert len([deed for deed in run.boxes.named("edit") if deed[2] == 50]) == edits
    before = len(run.boxes.done)
    await run.told()
    assert len(run.boxes.done) == before, "they are not written a third time"


async def test_what_the_channel_does_not_take_is_told_and_tried_again(run: Run) -> None:
    await run.claim(run.notice("remind"))
    run.notices.outdate(run.table.id)
    run.boxes.fails = error()
    (row,) = await run.told()
    assert (run.went, row.state) == (False, "claimed") and run.notices.trouble(run.table.id)
    assert run.table.id in run.notices._outdated
    (row,) = await run.told()
    assert (run.went, row.state) == (True, "sent") and run.notices.trouble(run.table.id) == ""


async def test_what_a_direct_message_does_not_take_is_no_trouble_of_the_channel(run: Run) -> None:
    await run.claim(run.notice("remind", place="direct"))
    run.boxes.fails = error()
    await run.told()
    assert not run.went and not run.notices.trouble(run.table.id) and run.table.id not in run.notices._outdated


@pytest.mark.parametrize(("place", "lost"), [("channel", True), ("direct", False)])
async def test_a_channel_that_is_gone_strands_the_table(run: Run, place: str, lost: bool) -> None:
    await run.claim(run.notice("remind", place=place))
    run.boxes.fails = error(404, 10003)
    (row,) = await run.told()
    assert run.went and row.state == "failed" and (run.table.id in run.notices.stranded) == lost


@pytest.mark.parametrize(("kind", "status", "warned"), [("zero", 403, 1), ("zero", 500, 0), ("remind", 403, 0)])
async def test_a_warning_that_the_channel_refuses_goes_to_its_person(
    run: Run, kind: str, status: int, warned: int
) -> None:
    await run.claim(run.notice(kind))
    run.boxes.fails = error(status, 50001)
    await run.told()
    direct = [deed for deed in run.boxes.named("post") if deed[1] == DIRECT + (BEN.user or 0)]
    assert len(direct) == warned and not run.went


@pytest.mark.parametrize("notices", ["direct", "both", "channel"])
@pytest.mark.parametrize("kind", ["asked", "remind", "last", "zero"])
async def test_who_takes_no_direct_messages_is_told_in_the_channel_from_now_on(
    run: Run, notices: Any, kind: Any
) -> None:
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
    closed = run.sessions.people.of(BEN.user or 0).closed
    assert closed == (notices in ("direct", "both"))


@pytest.mark.parametrize(
    ("kind", "edited"), [("remind", False), ("last", False), ("again", False), ("zero", True), ("quiet", True)]
)
@pytest.mark.parametrize("by", ["player", "clock"])
async def test_what_is_over_is_deleted_or_says_what_became_of_it(run: Run, kind: str, edited: bool, by: Any) -> None:
    await run.keep(run.notice(kind, state="sent", channel=1, message=50))
    await run.change(clocks={2: replace(RUNS, since=None)})
    await run.log((2, by))
    assert await run.told() == []
    done = "edit" if edited and not (kind == "zero" and by == "clock") else "remove"
    assert [deed[:3] for deed in run.boxes.done] == [(done, 1, 50)]


async def test_what_cannot_be_deleted_is_tried_again(run: Run) -> None:
    await run.keep(run.notice("remind", state="sent", channel=1, message=50))
    await run.change(clocks={})
    run.boxes.removes = False
    assert len(await run.told()) == 1 and not run.went
    run.boxes.removes = True
    assert await run.told() == [] and run.went


@pytest.mark.parametrize("found", [None, 60])
async def test_a_notice_that_was_over_before_it_was_noted_is_found_and_mended(run: Run, found: int | None) -> None:
    notice = run.notice("remind")
    await run.keep(notice)
    await run.change(clocks={})
    run.boxes.found = {} if found is None else {mark(run.table, notice): found}
    assert await run.told() == []
    assert run.boxes.named("remove") == ([] if found is None else [("remove", 1, 60)])


async def test_of_several_who_share_a_message_those_stay_in_it_who_have_not_answered(run: Run) -> None:
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
async def test_what_was_done_after_time_was_up_is_told_once(
    run: Run, by: Any, away: bool, since: float | None, sent: int, kept: int
) -> None:
    players = (ADA, Player("Ben (away)", away=BEN.user), CAT) if away else (ADA, BEN, CAT)
    await run.change(clocks={2: replace(RUNS, since=since)}, players=players)
    await run.log(*([(2, by)] if by else []), (3, "player"))
    await run.claim(run.notice("late"))
    assert len(await run.told()) == kept and len(run.boxes.named("post")) == sent


async def test_a_message_to_who_lost_the_seat_stands_until_it_is_kept_no_more(run: Run) -> None:
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
async def test_a_question_to_who_lost_the_seat_becomes_that_news_unless_it_has_a_message(run: Run, news: bool) -> None:
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
async def test_a_question_that_the_clock_answered_is_told_by_another_message(
    run: Run, by: Any, place: Any, done: str
) -> None:
    await run.keep(run.notice("asked", place=place, state="sent", channel=1, message=50))
    await run.change(clocks={2: replace(RUNS, since=None)})
    await run.log((2, by))
    await run.told()
    assert [deed[:3] for deed in run.boxes.done] == [(done, 1, 50)]


async def test_what_a_seat_planned_or_another_did_is_no_answer(run: Run) -> None:
    notice = run.notice("asked")
    for log, acted in [
        ([], ""),
        ([(2, "ahead"), (1, "player")], ""),
        ([(2, "player")], "player"),
        ([(2, "player"), (2, "clock")], "clock"),
        ([(1, "clock"), (2, "forced")], "player"),
    ]:
        await run.log(*cast(Any, log))
        assert await run.notices._acted(notice) == acted
