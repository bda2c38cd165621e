"""Posts about seats that change hands: which are made, edited, found, and deleted, with which bookkeeping."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.announcements.seat_posts import publish_seat_changes
from bot.play.seat_holders import EVERYBODY, NOBODY
from bot.tables.table import BookkeepingKey, Player, SeatBookkeepingKey, Table
from bot.users import UserPreferences
from tests.bot.ui.test_seat_text import AWAY, BEN, COMPUTER, LEFT, table

TAKE, BACK = "g:7:5:take2", "g:7:5:back2"


class Box:
    """A mailbox that records what is done and finds these posts."""

    def __init__(self, found: dict[str, int]) -> None:
        self.done: list[tuple[Any, ...]] = []
        self.found = found

    async def post(self, text: str, *, nonce: str, view: Any, mentioned: list[int] | None = None) -> int:
        self.done.append(("post", nonce, [item.label for item in view.children], mentioned))
        return 99

    async def edit(self, message: int, text: str, view: Any) -> bool:
        self.done.append(("edit", message, [item.label for item in view.children]))
        return True

    async def delete(self, message: int) -> bool:
        self.done.append(("remove", message))
        return True

    async def find_by_custom_id(self, mark: str, *, after: int | None) -> int | None:
        return self.found.get(mark)

    def link(self, message: int) -> str:
        return f"LINK{message}"


async def told(
    player: Player,
    notes: dict[str, int],
    found: dict[str, int] | None = None,
    who: UserPreferences | None = None,
    **more: Any,
) -> tuple[bool, list[tuple[Any, ...]], dict[str, int]]:
    """Return whether seats changed, what was done, and the bookkeeping about the second seat."""
    noted: dict[str, int] = {}

    async def note(_: int, given: dict[str, int]) -> None:
        noted.update(given)

    sessions = SimpleNamespace(
        save_bookkeeping=note, user_settings=SimpleNamespace(preferences_of=lambda _: who or UserPreferences())
    )
    at: Table = table(
        player,
        notes={
            BookkeepingKey.SEAT_CHANGES: 5,
            BookkeepingKey.SEAT_CHANGES_PUBLISHED: 4,
            BookkeepingKey.STATUS_CARD: 1,
            **notes,
        },
        **more,
    )
    box = Box(found or {})
    changed = await publish_seat_changes(cast(Any, box), cast(Any, sessions), at)
    return changed, box.done, {name.removesuffix("2"): value for name, value in noted.items()}


def seat(**of_seat: int) -> dict[str, int]:
    return {SeatBookkeepingKey[name].for_seat(2): value for name, value in of_seat.items()}


async def test_seat_posts_are_not_repeated() -> None:
    assert await told(AWAY, {BookkeepingKey.SEAT_CHANGES_PUBLISHED: 5, **seat(VACANCY_POST=0)}) == (False, [], {})
    assert await told(BEN, {}) == (True, [], {})


@pytest.mark.parametrize(
    ("player", "call", "labels", "called"),
    [
        (AWAY, NOBODY, ["Take seat", "I’m back"], []),
        (COMPUTER, NOBODY, ["I’m back"], []),
        (COMPUTER, EVERYBODY, ["Take seat", "I’m back"], []),
        (COMPUTER, 9, ["Take seat", "I’m back"], [9]),
        (LEFT, 9, ["Take seat"], [9]),
    ],
)
@pytest.mark.parametrize(
    ("why", "who", "missed"),
    [
        (0, UserPreferences(), []),
        (1, UserPreferences(), [2]),
        (1, UserPreferences(notices="direct"), []),
        (1, UserPreferences(notices="both"), [2]),
    ],
)
async def test_vacant_seat_post_mentions_concerned_users(
    player: Player, call: int, labels: list[str], called: list[int], why: int, who: UserPreferences, missed: list[int]
) -> None:
    _, done, noted = await told(player, seat(VACANCY_POST=0, OFFER_RECIPIENT=call, VACANCY_REASON=why), who=who)
    wanted = [*called, *(missed if player.away is not None else [])]
    assert done == [("post", "7-5-s2", labels, wanted)] and noted == {SeatBookkeepingKey.VACANCY_POST: 99}


@pytest.mark.parametrize(("player", "mark"), [(AWAY, TAKE), (COMPUTER, BACK)])
async def test_seat_post_from_before_a_crash_is_found(player: Player, mark: str) -> None:
    assert await told(player, seat(VACANCY_POST=0), {mark: 44}) == (True, [], {SeatBookkeepingKey.VACANCY_POST: 44})


@pytest.mark.parametrize(
    ("player", "status", "post", "done"),
    [
        (BEN, "playing", 0, []),
        (AWAY, "finished", 0, []),
        (BEN, "playing", 50, [("edit", 50, [])]),
        (AWAY, "playing", 50, [("edit", 50, ["Take seat", "I’m back"])]),
        (AWAY, "finished", 50, [("edit", 50, ["Take seat", "I’m back"])]),
    ],
)
async def test_seat_post_shows_the_current_state(player: Player, status: str, post: int, done: Any) -> None:
    assert await told(player, seat(VACANCY_POST=post), status=status) == (True, done, {})


@pytest.mark.parametrize(("post", "edited"), [(60, True), (50, False), (0, True)])
async def test_older_seat_post_links_to_the_newer_one(post: int, edited: bool) -> None:
    _, done, noted = await told(BEN, seat(PREVIOUS_VACANCY_POST=50, VACANCY_POST=post))
    assert (("edit", 50, []) in done[:1]) == (edited or post == 50)
    assert len([deed for deed in done if deed[:2] == ("edit", 50)]) == 1
    assert noted == {SeatBookkeepingKey.PREVIOUS_VACANCY_POST: 0}


@pytest.mark.parametrize(
    ("player", "notes", "found", "done", "noted"),
    [
        (
            AWAY,
            {"REMINDER_DUE": 1, "VACANCY_POST": 50},
            {},
            [("post", "7-5-n2", ["Take seat"], None)],
            {"REMINDER_DUE": 0, "REMINDER_POST": 99},
        ),
        (AWAY, {"REMINDER_DUE": 1, "VACANCY_POST": 50}, {TAKE: 44}, [], {"REMINDER_DUE": 0, "REMINDER_POST": 44}),
        (
            AWAY,
            {"REMINDER_DUE": 1, "VACANCY_POST": 50, "REMINDER_POST": 60},
            {},
            [("remove", 60), ("post", "7-5-n2", ["Take seat"], None)],
            {"REMINDER_DUE": 0, "REMINDER_POST": 99},
        ),
        (AWAY, {"VACANCY_POST": 50, "REMINDER_POST": 60}, {}, [], {}),
        (BEN, {"VACANCY_POST": 50, "REMINDER_POST": 60}, {}, [("remove", 60)], {"REMINDER_POST": 0}),
        (COMPUTER, {"VACANCY_POST": 50, "REMINDER_POST": 60}, {}, [("remove", 60)], {"REMINDER_POST": 0}),
        (BEN, {"VACANCY_POST": 50, "REMINDER_DUE": 1}, {}, [], {"REMINDER_DUE": 0, "REMINDER_POST": 0}),
        (
            BEN,
            {"VACANCY_POST": 50, "REMINDER_DUE": 1, "REMINDER_POST": 60},
            {},
            [("remove", 60)],
            {"REMINDER_DUE": 0, "REMINDER_POST": 0},
        ),
        (AWAY, {"REMINDER_DUE": 1}, {}, [], {"REMINDER_DUE": 0, "REMINDER_POST": 0}),
    ],
)
async def test_reminder_line_is_shown_while_a_seat_is_open_to_all(
    player: Player, notes: Any, found: dict[str, int], done: Any, noted: dict[str, int]
) -> None:
    _, did, kept = await told(player, seat(**notes), found)
    assert [deed for deed in did if deed[0] != "edit"] == done
    assert kept == {SeatBookkeepingKey[name]: value for name, value in noted.items()}


async def test_no_reminder_line_after_the_end_of_the_game() -> None:
    _, did, _ = await told(AWAY, seat(REMINDER_DUE=1, VACANCY_POST=50, REMINDER_POST=60), status="finished")
    assert [deed for deed in did if deed[0] != "edit"] == [("remove", 60)]
