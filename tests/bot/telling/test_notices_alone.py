"""Notices over a real store, with a mailbox that only notes what is done: what is sent, shared, mended, and dropped."""

from collections.abc import AsyncIterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
import pytest_asyncio
from msgspec.structs import replace

from bot.play.sessions import Player, Table, Tables
from bot.preferences import Person
from bot.tables.bare import Bare
from bot.tables.notes import Note
from bot.telling import notices as of_notices
from bot.telling.notices import Notices
from bot.telling.points import mark
from bot.telling.restored import remember, standing_again
from bot.telling.wanted import for_moment
from engine import Seat
from engine.store import Clock, Entry, Store
from engine.store.notices import Notice, of_table
from engine.store.terms import DAY, SPEEDS, terms_of
from tests.bot.seated import ADA, BEN, CAT, begun

NOW = 1_000.0
DAILY = SPEEDS["daily"]
RUNS = Clock(point=5, bank=2 * DAY, since=NOW - DAY, stage=3)
DIRECT = 9_000
"""The direct channels: this number and the user's."""


class Boxes:
    """All that was done in channels; ``fails`` is raised by the next post, ``found`` has what is found by its mark."""

    def __init__(self) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.found: dict[str, int] = {}
        self.texts: dict[int, str] = {}
        self.fails: Exception | None = None
        self.removes = True
        self.posted = 100

    def named(self, *verbs: str) -> list[tuple[Any, ...]]:
        return [deed for deed in self.done if deed[0] in verbs]


class Box:
    """A mailbox of one channel."""

    def __init__(self, boxes: Boxes, channel: int) -> None:
        self.boxes, self.channel = boxes, channel

    async def post(self, text: str, *, nonce: str, view: Any, pinged: list[int]) -> int:
        if self.boxes.fails is not None:
            failure, self.boxes.fails = self.boxes.fails, None
            raise failure
        self.boxes.posted += 1
        self.boxes.texts[self.boxes.posted] = text
        labels = [item.label for item in view.children]
        self.boxes.done.append(("post", self.channel, self.boxes.posted, pinged, labels))
        return self.boxes.posted

    async def edit(self, message: int, text: str, view: Any = None) -> bool:
        self.boxes.texts[message] = text
        self.boxes.done.append(("edit", self.channel, message, view and [item.label for item in view.children]))
        return True

    async def remove(self, message: int) -> bool:
        self.boxes.done.append(("remove", self.channel, message))
        return self.boxes.removes

    async def find(self, known: str, after: int) -> int | None:
        self.boxes.done.append(("find", self.channel, known))
        return self.boxes.found.get(known)

    def link(self, message: int) -> str:
        return f"LINK{message}"


class Pace:
    """Nobody waits."""

    async def wait(self, channel: int | None = None) -> None:
        """It is the caller's turn at once."""


class Run(SimpleNamespace):
    """A table of three whose clocks run, its notices, and what they did."""

    sessions: Tables
    notices: Notices
    boxes: Boxes
    table: Table

    async def change(self, **changes: Any) -> None:
        async with self.sessions.holding(self.table.id) as held:
            self.table = await held.save(replace(held.table, **changes))

    async def told(self, **more: Any) -> list[Notice]:
        """Brings the notices up to date; what there is of them."""
        self.went = await self.notices.reconcile(self.table)
        return list(await self.notices.rows(self.table.id))

    def notice(self, kind: Any, seat: int = 2, place: Any = "channel", **more: Any) -> Notice:
        user = (ADA, BEN, CAT)[seat - 1].user or 0
        given = {"point": 5, "user": user, "at": NOW, "claimed": NOW, **more}
        return Notice(session=self.table.id, seat=seat, kind=kind, place=place, **given)

    async def claim(self, *notices: Notice) -> None:
        await self.notices.claim(notices)

    async def keep(self, *notices: Notice) -> None:
        """These are there as after a restart."""
        await self.notices.claim(notices)
        await self.notices._keep(*notices)
        self.notices._new.clear()
        self.notices._rows = Bare(self.sessions.store, of_table)

    async def person(self, seat: int, **chosen: Any) -> None:
        await self.sessions.people.keep((ADA, BEN, CAT)[seat - 1].user or 0, Person(**chosen))

    async def log(self, *entries: tuple[int, Any]) -> None:
        """Rows of the log after the decision point, of these seats and makers."""
        made = [Entry(6 + n, seat, "p1 pass", by, NOW, b"[]") for n, (seat, by) in enumerate(entries)]

        async def read(table_id: int, after: int = 0, up_to: int | None = None) -> list[Entry]:
            return [entry for entry in made if entry.seq > after]

        cast(Any, self.sessions.store).log = read


@pytest_asyncio.fixture
async def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Run]:
    store = await Store.open(str(tmp_path / "tables.db"))
    sessions, boxes = Tables(store, clock=lambda: NOW, new_seed=lambda: 7), Boxes()
    monkeypatch.setattr(of_notices, "Mailbox", lambda client, channel, guild: Box(boxes, channel))

    async def create_dm(user: Any) -> Any:
        return SimpleNamespace(id=DIRECT + user.id, send=None)

    client = cast(Any, SimpleNamespace(create_dm=create_dm))
    found = Run(sessions=sessions, boxes=boxes, notices=Notices(client, sessions, cast(Any, Pace())))
    found.table = await begun(sessions, ADA, BEN, CAT)
    await found.change(terms=terms_of({"clock": "daily"}), clocks={1: RUNS, 2: RUNS, 3: RUNS})
    await found.log()
    yield found
    await store.close()


def error(status: int = 500, code: int = 0) -> discord.HTTPException:
    kind = discord.Forbidden if status == 403 else discord.NotFound if status == 404 else discord.HTTPException
    return kind(cast(Any, SimpleNamespace(status=status, reason="")), {"code": code, "message": "no"})


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
