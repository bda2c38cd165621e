"""Replacement of players and calls to a rematch: who may do what, and the texts."""

from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.commands import rematch, seats
from bot.commands.rematch import _call_text, _find_open_rematch, _join_rematch
from bot.commands.seats import (
    _check_can_replace,
    _confirm_page,
    _find_typed_seat,
    _holder_placeholder,
    _new_holder_text,
    _only_other_user,
    _replacement_poll,
    _replacement_result,
    _returning_player,
)
from bot.names import holder_placeholder
from bot.play.seats import EVERYBODY, NOBODY
from bot.tables.table import BookkeepingKey, Player, SeatBookkeepingKey
from bot.users import UserPreferences
from engine import Refused, Seat
from tests.bot.installation import IN_SERVER
from tests.bot.ui.test_seat_text import ADA, AWAY, BEN, CLEO, COMPUTER, LEFT, OPEN, table

TWO = Seat(2)
BOT: Any = SimpleNamespace()


@pytest.mark.parametrize(
    ("second", "guild", "name"),
    [(BEN, 1, "Benjamin"), (COMPUTER, 1, "Benjamin"), (COMPUTER, None, "Ben"), (BEN, None, "Benjamin")],
)
def test_player_returning_by_direct_message_keeps_the_name(
    monkeypatch: pytest.MonkeyPatch, second: Player, guild: int | None, name: str
) -> None:
    monkeypatch.setattr(seats, "player_from", lambda _: Player("Benjamin", 2))
    person: Any = SimpleNamespace(user=SimpleNamespace(id=2), guild_id=guild, **IN_SERVER)
    assert _returning_player(person, table(second)) == Player(name, 2)


@pytest.mark.parametrize(
    ("players", "labels"),
    [
        ((ADA, BEN, CLEO), ["Leave to a computer", "Leave the seat open"]),
        ((ADA, COMPUTER, CLEO), ["Leave to a computer", "Leave the seat open"]),
        ((ADA, COMPUTER, LEFT), ["End the game"]),
    ],
)
def test_last_person_ends_the_game_instead_of_leaving(players: Any, labels: list[str]) -> None:
    assert [item.label for item in cast(Any, _confirm_page(table(players=players)).buttons[0])] == labels


@pytest.mark.parametrize(
    ("second", "to", "more", "why"),
    [
        (BEN, NOBODY, {}, ""),
        (BEN, EVERYBODY, {}, ""),
        (BEN, 9, {}, ""),
        (BEN, NOBODY, {"status": "finished"}, "this game is over"),
        (BEN, NOBODY, {"guild": None}, ""),
        (BEN, EVERYBODY, {"guild": None}, "only a computer can take a seat"),
        (LEFT, NOBODY, {}, "A computer is already playing this seat."),
        (LEFT, NOBODY, {"notes": {SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(2): EVERYBODY}}, ""),
        (LEFT, EVERYBODY, {}, ""),
        (OPEN, NOBODY, {}, ""),
        (BEN, 3, {}, "already at this table"),
    ],
)
def test_seat_of_a_running_game_can_be_given_to_another_user(second: Player, to: int, more: Any, why: str) -> None:
    at = table(players=(Player("Ada", 101), second, CLEO), **more)
    with pytest.raises(Refused, match=why) if why else nullcontext():
        _check_can_replace(at, TWO, to)


@pytest.mark.parametrize(
    ("players", "other"),
    [((ADA, BEN, CLEO), None), ((ADA, BEN, COMPUTER), 1), ((LEFT, BEN, COMPUTER), None), ((ADA, LEFT, COMPUTER), 1)],
)
def test_single_other_person_is_distinguished_from_several(players: Any, other: int | None) -> None:
    assert _only_other_user(table(players=players), TWO) == other


@pytest.mark.parametrize(("came", "seq", "since"), [(0, 5, 5), (3, 5, 5), (5, 5, 6), (9, 5, 10), (0, 0, 0)])
def test_substitute_holds_the_seat_from_the_next_move(came: int, seq: int, since: int) -> None:
    assert _holder_placeholder(table(replace(BEN, came=came)), 2, seq) == holder_placeholder(2, since)


@pytest.mark.parametrize(
    ("second", "to", "user", "call", "done"),
    [
        (COMPUTER, NOBODY, 2, 0, True),
        (COMPUTER, NOBODY, 0, 0, True),
        (COMPUTER, NOBODY, 3, 0, False),
        (COMPUTER, EVERYBODY, 2, EVERYBODY, True),
        (COMPUTER, EVERYBODY, 2, 0, False),
        (COMPUTER, 9, 2, 9, True),
        (COMPUTER, 9, 2, 8, False),
        (AWAY, EVERYBODY, 2, 0, True),
        (AWAY, NOBODY, 2, 0, False),
        (BEN, NOBODY, 2, 0, False),
    ],
)
async def test_replacement_proposal_ends_when_the_seat_already_changed(
    second: Player, to: int, user: int, call: int, done: bool
) -> None:
    proposal: Any = SimpleNamespace(detail=f"2 {to} {user}", head=5)
    said = await _replacement_result(
        table(second, notes={SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(2): call}), proposal
    )
    assert bool(said) == done
    assert not done or ("A computer now plays" in said) == (to == NOBODY)


@pytest.mark.parametrize(
    ("players", "user", "late", "votes", "asked", "needed"),
    [
        ((ADA, LEFT, CLEO), 0, False, {}, (1,), 1),
        ((ADA, BEN, COMPUTER), 2, False, {}, (2,), 1),
        ((ADA, BEN, COMPUTER), 2, True, {}, (1,), 1),
        ((ADA, BEN, CLEO), 2, False, {}, (1, 3, 2), 2),
        ((ADA, BEN, CLEO), 2, True, {}, (1, 3, 2), 2),
        ((ADA, BEN, CLEO), 2, False, {2: True}, (2,), 1),
        ((ADA, BEN, CLEO), 2, False, {2: False}, (1, 3, 2), 2),
        ((ADA, BEN, CLEO, Player("Dan", 4)), 2, False, {}, (1, 3, 4, 2), 2),
    ],
)
async def test_majority_of_others_or_the_seat_owner_decides(
    monkeypatch: pytest.MonkeyPatch, players: Any, user: int, late: bool, votes: Any, asked: Any, needed: int
) -> None:
    async def is_late(*_: Any) -> bool:
        return late

    monkeypatch.setattr(seats, "_is_seat_late", is_late)
    proposal: Any = SimpleNamespace(detail=f"2 0 {user}", votes=votes)
    poll = await _replacement_poll(BOT, table(players=players), proposal)
    assert (tuple(poll.voters), poll.needed) == (asked, needed)


def test_seat_can_be_offered_to_computer_anyone_or_one_user() -> None:
    assert [_new_holder_text(to) for to in (NOBODY, EVERYBODY, 9)] == ["a computer", "anyone who takes it", "<@9>"]


@pytest.mark.parametrize(
    ("second", "typed", "seat"),
    [
        (BEN, "2", 2),
        (BEN, " ben ", 2),
        (BEN, "2 Ben", 2),
        (BEN, "3", 3),
        (BEN, "1", 1),
        (COMPUTER, "Ben", 2),
        (BEN, "4", 0),
    ],
)
def test_seat_is_named_by_number_or_current_or_former_player(second: Player, typed: str, seat: int) -> None:
    if seat:
        assert _find_typed_seat(table(second), typed) == seat
    else:
        with pytest.raises(Refused, match="no player “4”"):
            _find_typed_seat(table(second), typed)


# -- rematches


@pytest.mark.parametrize(
    ("second", "user", "call", "mentioned"),
    [
        (BEN, 1, "<@2> Cleo Play again?\n", [2]),
        (BEN, 3, "<@1> <@2> Play again?\n", [1, 2]),
        (BEN, 9, "<@1> <@2> Cleo Play again?\n", [1, 2]),
        (LEFT, 1, "Cleo Play again?\n", []),
    ],
)
def test_others_are_called_to_a_rematch_by_mention_or_name(
    second: Player, user: int, call: str, mentioned: list[int]
) -> None:
    people = SimpleNamespace(preferences_of=lambda one: UserPreferences(notices="direct" if one == 3 else "channel"))
    assert _call_text(cast(Any, SimpleNamespace(user_settings=people)), table(second), user) == (call, mentioned)


@pytest.mark.parametrize(
    ("status", "note", "is_open"), [("lobby", 7, True), ("playing", 7, False), ("lobby", 8, False), (None, 7, False)]
)
async def test_rematch_is_open_while_its_lobby_exists(status: Any, note: int, is_open: bool) -> None:
    found = None if status is None else table(status=status, notes={BookkeepingKey.PREVIOUS_TABLE: note})

    async def at(_: int) -> Any:
        return found

    bot: Any = SimpleNamespace(tables=SimpleNamespace(table_in_channel=at))
    assert await _find_open_rematch(bot, table()) == (found if is_open else None)


@pytest.mark.parametrize(
    ("user", "card", "guild", "said"),
    [
        (2, 0, 1, "The rematch is already open, and you’ve joined it."),
        (9, 5, 1, "The rematch was already open, so you joined it.\nhttps://discord.com/channels/1/1/5"),
        (9, 5, None, "The rematch was already open, so you joined it.\nhttps://discord.com/channels/@me/1/5"),
    ],
)
async def test_second_rematch_press_joins_and_links_to_the_card(
    monkeypatch: pytest.MonkeyPatch, user: int, card: int, guild: int | None, said: str
) -> None:
    here, sent, kicked = (
        table(guild=guild, notes={BookkeepingKey.STATUS_CARD: card} if card else {}),
        list[str](),
        list[int](),
    )

    async def join(*_: Any) -> Any:
        return here

    async def send_message(text: str, *, ephemeral: bool) -> None:
        sent.append(text)

    sessions = SimpleNamespace(seat_of=lambda at, one: TWO if one == 2 else None, join_lobby=join)
    bot = SimpleNamespace(tables=sessions, outbox=SimpleNamespace(wake=kicked.append))
    monkeypatch.setattr(rematch, "services_of", lambda _: bot)
    monkeypatch.setattr(rematch, "player_from", lambda _: Player("Eve", user))
    response = SimpleNamespace(send_message=send_message, is_done=lambda: False)
    person: Any = SimpleNamespace(user=SimpleNamespace(id=user), extras={}, response=response, **IN_SERVER)
    await _join_rematch(person, here)
    assert sent == [said] and bool(kicked) == (user == 9)
