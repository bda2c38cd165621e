"""Rules of a lobby: seats, host, rematch, and when an idle lobby is closed."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.announcements.post_text import lobby_text as lobby_post
from bot.play import lobby_rules
from bot.play.service import Player, Table
from bot.tables.table import BookkeepingKey, removal_key, users_removed
from engine.agents.policies import DEFAULT_POLICY
from engine.errors import Refused
from engine.games import GAMES
from engine.store import FormerHolder
from engine.store.table_settings import DAY, read_table_settings
from tests.bot.seated_players import ADA, BEN, CAT, DAN, GAME, TITLE

COMPUTER = Player("Computer 1", policy="greedy")
MOST = GAME.seats[-1]


def lobby(*players: Player, **more: Any) -> Table:
    given: dict[str, Any] = {"channel": 1, "guild": 1, "title": TITLE, "host": ADA.user, "options": {}, **more}
    return Table(players=players, **given)


def refused(change: Callable[[], object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        change()


def test_host_takes_a_seat_or_only_watches() -> None:
    refused(lambda: lobby_rules.new_lobby(1, 2, TITLE, COMPUTER, 5.0), "computer player can’t open")
    table = lobby_rules.new_lobby(1, 2, TITLE, ADA, 5.0)
    assert (table.players, table.host, table.since, table.status) == ((ADA,), ADA.user, 5.0, "lobby")
    assert lobby_rules.new_lobby(1, 2, TITLE, ADA, 5.0, seated=False).players == ()


@pytest.mark.parametrize("seats", [MOST - 1, MOST])
def test_table_has_as_many_players_as_the_game_has_seats(seats: int) -> None:
    table = lobby(*(Player(f"P{n}", n) for n in range(seats)))
    if seats == MOST:
        refused(lambda: lobby_rules.join(table, ADA), f"All {MOST} seats")
        refused(lambda: lobby_rules.add_computer(table, DEFAULT_POLICY, (DEFAULT_POLICY,)), f"All {MOST} seats")
    else:
        assert lobby_rules.join(table, ADA).players[-1] == ADA
        assert lobby_rules.add_computer(table, DEFAULT_POLICY, (DEFAULT_POLICY,)).players[-1].policy == DEFAULT_POLICY


def test_imported_solo_game_has_one_seat() -> None:
    table = lobby(ADA, chairs=1)
    refused(lambda: lobby_rules.join(table, BEN), "The only seat at this table is taken.")
    assert "(for 1 player)." in lobby_post(table)
    refused(lambda: lobby_rules.check_start(lobby(ADA, COMPUTER, chairs=1), ADA.user or 0), "has 1 player, and 2 seats")


@pytest.mark.parametrize("seats", [1, 2])
def test_imported_game_has_as_many_seats_as_players(seats: int) -> None:
    table = lobby(*(ADA, COMPUTER)[:seats], chairs=2)
    if seats == 2:
        refused(lambda: lobby_rules.join(table, BEN), "All 2 seats")
        lobby_rules.check_start(table, ADA.user or 0)
    else:
        assert len(lobby_rules.join(table, BEN).players) == 2
        refused(lambda: lobby_rules.check_start(table, ADA.user or 0), "has 2 players, and 1 seat is taken")
    refused(lambda: lobby_rules.set_option(table, "x", "y"), "continues an imported game")
    refused(lambda: lobby_rules.choose_preset(table, "x"), "continues an imported game")


def test_users_take_one_seat_and_computers_may_repeat() -> None:
    refused(lambda: lobby_rules.join(lobby(COMPUTER, ADA), ADA), "already at this table")
    assert lobby_rules.join(lobby(COMPUTER), Player("Guest")).players[-1] == Player("Guest")


def test_removed_user_can_join_again_only_after_invitation() -> None:
    table = lobby_rules.remove_player(lobby(ADA, BEN, CAT), BEN.user or 0)
    assert (table.players, users_removed(table)) == ((ADA, CAT), (BEN.user,))
    refused(lambda: lobby_rules.join(table, BEN), "you were removed from it")
    assert lobby_rules.join(table, DAN).players[-1] == DAN
    table = lobby_rules.remove_player(lobby_rules.join(lobby_rules.invite(table, BEN.user or 0), BEN), BEN.user or 0)
    assert users_removed(table) == (0, BEN.user) and BEN not in table.players
    refused(lambda: lobby_rules.join(table, BEN), "you were removed from it")
    table = lobby_rules.remove_player(table, CAT.user or 0)
    assert lobby_rules.invite(table, BEN.user or 0).notes == {
        removal_key(1): 0,
        removal_key(2): 0,
        removal_key(3): CAT.user,
    }


@pytest.mark.parametrize(
    ("user", "more", "said"),
    [
        (ADA.user, {}, "can’t remove the host"),
        (DAN.user, {}, "doesn’t have a seat"),
        (0, {}, "doesn’t have a seat"),
        (
            BEN.user,
            {"status": "playing"},
            "To give their seat to someone else, use `/game seat action:replace`",
        ),
        (BEN.user, {"status": "ended"}, "is closed"),
    ],
)
def test_only_other_users_can_be_removed_before_the_start(user: int, more: Any, said: str) -> None:
    refused(lambda: lobby_rules.remove_player(lobby(ADA, BEN, COMPUTER, **more), user), said)


@pytest.mark.parametrize(
    ("user", "more", "said"),
    [
        (BEN.user, {}, "already at this table"),
        (DAN.user, {"chairs": 2}, "All 2 seats"),
        (
            DAN.user,
            {"status": "playing"},
            "To offer a seat to someone, use `/game seat action:replace`",
        ),
    ],
)
def test_no_invitation_to_a_full_table(user: int, more: Any, said: str) -> None:
    refused(lambda: lobby_rules.invite(lobby(ADA, BEN, **more), user), said)


@pytest.mark.parametrize(
    ("players", "name"),
    [
        ((), "Mabel"),
        ((COMPUTER,), "Mabel"),
        ((Player("Mabel", 9),), "Otto"),
        ((Player("Otto", policy=DEFAULT_POLICY),), "Mabel"),
        ((Player("Mabel", policy=DEFAULT_POLICY), Player("Otto", 9)), "Greta"),
    ],
)
def test_computer_gets_first_unused_name_of_its_level(players: tuple[Player, ...], name: str) -> None:
    assert lobby_rules.add_computer(lobby(*players), DEFAULT_POLICY, (DEFAULT_POLICY,)).players[-1].name == name


def test_computer_of_another_level_gets_a_name_of_that_level() -> None:
    assert lobby_rules.add_computer(lobby(), "apprentice", ("apprentice",)).players[-1].name == "Pip"


@pytest.mark.parametrize(
    ("players", "name"),
    [
        ((), "Computer 1"),
        ((COMPUTER,), "Computer 2"),
        ((Player("Computer 2", policy="random"),), "Computer 1"),
        ((COMPUTER, Player("Computer 2", 9)), "Computer 3"),
    ],
)
def test_computer_without_a_character_is_numbered(players: tuple[Player, ...], name: str) -> None:
    assert lobby_rules.add_computer(lobby(*players), "random", ("random",)).players[-1].name == name


@pytest.mark.parametrize(
    ("players", "left"),
    [
        ((ADA, COMPUTER, BEN), (ADA, BEN)),
        ((COMPUTER, ADA, Player("Computer 2", policy="greedy"), BEN), (COMPUTER, ADA, BEN)),
        ((ADA, COMPUTER), (ADA,)),
        ((COMPUTER,), ()),
    ],
)
def test_last_computer_is_removed(players: tuple[Player, ...], left: tuple[Player, ...]) -> None:
    assert lobby_rules.remove_computer(lobby(*players)).players == left
    refused(lambda: lobby_rules.remove_computer(lobby(ADA, BEN)), "no computer players")


@pytest.mark.parametrize(
    ("players", "host", "user", "heir", "status"),
    [
        ((ADA, BEN, CAT), ADA, ADA, BEN, "lobby"),
        ((COMPUTER, ADA, CAT), ADA, ADA, CAT, "lobby"),
        ((ADA, BEN, CAT), ADA, BEN, ADA, "lobby"),
        ((ADA, COMPUTER), ADA, ADA, ADA, "ended"),
        ((BEN, COMPUTER), ADA, BEN, ADA, "lobby"),
    ],
)
def test_leaving_host_passes_host_role_on_or_closes_the_table(
    players: tuple[Player, ...], host: Player, user: Player, heir: Player, status: str
) -> None:
    table = lobby_rules.leave(lobby(*players, host=host.user), user.user or 0)
    assert (table.host, table.status) == (heir.user, status) and user not in table.players
    refused(lambda: lobby_rules.leave(lobby(*players), DAN.user or 0), "don’t have a seat")


@pytest.mark.parametrize("seats", [*GAME.seats, MOST + 1])
def test_game_starts_with_an_allowed_number_of_players(seats: int) -> None:
    table = lobby(*(Player(f"P{n}", n) for n in range(seats)))
    if seats in GAME.seats:
        lobby_rules.check_start(table, ADA.user or 0)
        refused(lambda: lobby_rules.check_start(table, BEN.user or 0), "Only the host")
    else:
        said = f"{GAME.name} is for {GAME.seats[0]}–{MOST} players, and {seats} seats are taken"
        refused(lambda: lobby_rules.check_start(table, ADA.user or 0), said)


CHANGES: list[Callable[[Table], object]] = [
    lambda table: lobby_rules.join(table, CAT),
    lambda table: lobby_rules.leave(table, ADA.user or 0),
    lambda table: lobby_rules.add_computer(table, DEFAULT_POLICY, (DEFAULT_POLICY,)),
    lobby_rules.remove_computer,
    lambda table: lobby_rules.set_term(table, "clock", "daily"),
    lambda table: lobby_rules.set_option(table, "x", "y"),
    lambda table: lobby_rules.check_start(table, ADA.user or 0),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    ("status", "said"), [("playing", "already started"), ("finished", "is closed"), ("ended", "is closed")]
)
def test_lobby_can_be_changed_before_the_start(change: Callable[[Table], object], status: str, said: str) -> None:
    refused(lambda: change(lobby(ADA, COMPUTER, status=status)), said)


@pytest.mark.parametrize("status", ["lobby", "playing", "finished", "ended"])
@pytest.mark.parametrize(("user", "moderator"), [(ADA, False), (BEN, True), (BEN, False)])
def test_host_or_moderator_can_close_an_open_table(status: Any, user: Player, moderator: bool) -> None:
    def closed() -> Table:
        return lobby_rules.close_table(lobby(ADA, BEN, status=status), user.user or 0, moderator=moderator)

    if status in ("finished", "ended"):
        refused(closed, "already closed")
    elif user is BEN and not moderator:
        refused(closed, "Only the host or a server moderator")
    else:
        assert closed().status == "ended"


@pytest.mark.parametrize(
    ("nudged", "due"),
    [
        (None, [("nudge", 6.0), ("close", 7.0)]),
        (-1.0, [("nudge", 6.0), ("close", 7.0)]),
        (0.0, [("close", 7.0)]),
        (6.0, [("close", 7.0)]),
        (6.5, [("close", 7.5)]),
    ],
)
def test_idle_lobby_closes_a_day_after_the_host_was_notified(
    nudged: float | None, due: list[tuple[str, float]]
) -> None:
    since = 10 * DAY
    notes = {} if nudged is None else {BookkeepingKey.IDLE_REMINDER_AT: int(since + nudged * DAY)}
    found = lobby_rules.lobby_deadlines(lobby(ADA, since=since, notes=notes))
    assert [(step, (at - since) / DAY) for step, at in found] == due
    assert lobby_rules.lobby_deadlines(lobby(ADA, since=since, status="playing")) == ()


def over(*players: Player, **more: Any) -> Table:
    return lobby(*players, status=more.pop("status", "finished"), terms=read_table_settings({"clock": "daily"}), **more)


AWAY, LEFT = Player("Ben (computer)", policy=DEFAULT_POLICY, away=BEN.user), Player("Computer 7", policy=DEFAULT_POLICY)
GONE = (FormerHolder(2, 4, "Ben", BEN.user),)


@pytest.mark.parametrize(
    ("player", "holders", "user", "seats"),
    [
        (BEN, (), ADA.user, ()),
        (BEN, GONE, ADA.user, ()),
        (COMPUTER, (), ADA.user, ()),
        (LEFT, GONE, ADA.user, (2,)),
        (AWAY, GONE, ADA.user, (2,)),
        (AWAY, GONE, BEN.user, ()),
        (AWAY, GONE, None, (2,)),
        (Player("Ben (away)", away=BEN.user), (), ADA.user, (2,)),
        (Player(""), (), ADA.user, (2,)),
        (LEFT, (FormerHolder(1, 4, "Ben", BEN.user),), ADA.user, ()),
    ],
)
def test_player_who_left_is_not_in_the_rematch(
    player: Player, holders: tuple[FormerHolder, ...], user: int | None, seats: tuple[int, ...]
) -> None:
    assert lobby_rules.seats_left_early(over(ADA, player, holders=holders), user) == seats


@pytest.mark.parametrize(
    ("host", "players", "policies"),
    [
        (ADA, (ADA, BEN, COMPUTER), ["greedy"]),
        (ADA, (ADA, AWAY, CAT), [DEFAULT_POLICY]),
        (ADA, (ADA, AWAY, COMPUTER), ["greedy", DEFAULT_POLICY]),
        (BEN, (ADA, AWAY, COMPUTER), ["greedy"]),
    ],
)
def test_rematch_has_computers_of_the_game_and_one_for_each_player_who_left(
    host: Player, players: tuple[Player, ...], policies: list[str]
) -> None:
    game = over(*players, holders=GONE if AWAY in players else (), options={"x": "y"})
    table = lobby_rules.new_rematch(game, host, 9.0)
    assert table.players[0] == host and [player.policy for player in table.players[1:]] == policies
    assert (table.options, table.terms, table.since, table.host) == (game.options, game.terms, 9.0, host.user)
    assert len({player.name for player in table.players}) == len(table.players)


def test_rematch_needs_a_finished_game_without_rematch_and_a_former_player() -> None:
    refused(lambda: lobby_rules.new_rematch(lobby(ADA, BEN, status="playing"), ADA, 9.0), "isn’t over")
    refused(lambda: lobby_rules.new_rematch(over(ADA, BEN), CAT, 9.0), "Only players of that game")
    refused(
        lambda: lobby_rules.new_rematch(over(ADA, BEN, notes={BookkeepingKey.NEXT_TABLE: 5}), ADA, 9.0),
        "already had a rematch",
    )
    assert lobby_rules.new_rematch(over(ADA, BEN, status="ended"), BEN, 9.0).host == BEN.user


def test_every_game_can_be_opened() -> None:
    assert [lobby_rules.new_lobby(1, None, key, ADA, 0.0).title for key in GAMES] == list(GAMES)
