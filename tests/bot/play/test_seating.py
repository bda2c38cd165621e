"""A lobby as a value: who sits down, who is host, what a rematch has, and when an idle one is closed."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.play import seating
from bot.play.sessions import Player, Table
from bot.tables.table import Note, removals, removed
from bot.telling.posts import lobby as lobby_post
from engine.agents.policies import DEFAULT_POLICY
from engine.errors import Refused
from engine.games import GAMES
from engine.store import Holder
from engine.store.terms import DAY, terms_of
from tests.bot.seated import ADA, BEN, CAT, DAN, GAME, TITLE

COMPUTER = Player("Computer 1", policy="greedy")
MOST = GAME.seats[-1]


def lobby(*players: Player, **more: Any) -> Table:
    given: dict[str, Any] = {"channel": 1, "guild": 1, "title": TITLE, "host": ADA.user, "options": {}, **more}
    return Table(players=players, **given)


def refused(change: Callable[[], object], said: str) -> None:
    with pytest.raises(Refused, match=said):
        change()


def test_a_person_opens_a_table_and_sits_there_or_only_watches() -> None:
    refused(lambda: seating.opened(1, 2, TITLE, COMPUTER, 5.0), "computer player can’t open")
    table = seating.opened(1, 2, TITLE, ADA, 5.0)
    assert (table.players, table.host, table.since, table.status) == ((ADA,), ADA.user, 5.0, "lobby")
    assert seating.opened(1, 2, TITLE, ADA, 5.0, seated=False).players == ()


@pytest.mark.parametrize("seats", [MOST - 1, MOST])
def test_as_many_sit_down_as_the_title_has_chairs(seats: int) -> None:
    table = lobby(*(Player(f"P{n}", n) for n in range(seats)))
    if seats == MOST:
        refused(lambda: seating.join(table, ADA), f"All {MOST} seats")
        refused(lambda: seating.add_computer(table, DEFAULT_POLICY, (DEFAULT_POLICY,)), f"All {MOST} seats")
    else:
        assert seating.join(table, ADA).players[-1] == ADA
        assert seating.add_computer(table, DEFAULT_POLICY, (DEFAULT_POLICY,)).players[-1].policy == DEFAULT_POLICY


def test_an_imported_game_for_one_has_one_chair() -> None:
    table = lobby(ADA, chairs=1)
    refused(lambda: seating.join(table, BEN), "The only seat at this table is taken.")
    assert "(for 1 player)." in lobby_post(table)
    refused(lambda: seating.check_start(lobby(ADA, COMPUTER, chairs=1), ADA.user or 0), "has 1 player, and 2 seats")


@pytest.mark.parametrize("seats", [1, 2])
def test_an_imported_game_has_as_many_chairs_as_it_had_players(seats: int) -> None:
    table = lobby(*(ADA, COMPUTER)[:seats], chairs=2)
    if seats == 2:
        refused(lambda: seating.join(table, BEN), "All 2 seats")
        seating.check_start(table, ADA.user or 0)
    else:
        assert len(seating.join(table, BEN).players) == 2
        refused(lambda: seating.check_start(table, ADA.user or 0), "has 2 players, and 1 seat is taken")
    refused(lambda: seating.set_option(table, "x", "y"), "continues an imported game")
    refused(lambda: seating.choose_preset(table, "x"), "continues an imported game")


def test_nobody_sits_down_twice_and_computers_may_be_alike() -> None:
    refused(lambda: seating.join(lobby(COMPUTER, ADA), ADA), "already at this table")
    assert seating.join(lobby(COMPUTER), Player("Guest")).players[-1] == Player("Guest")


def test_who_is_removed_joins_again_only_once_they_are_invited() -> None:
    table = seating.remove(lobby(ADA, BEN, CAT), BEN.user or 0)
    assert (table.players, removals(table)) == ((ADA, CAT), (BEN.user,))
    refused(lambda: seating.join(table, BEN), "you were removed from it")
    assert seating.join(table, DAN).players[-1] == DAN
    table = seating.remove(seating.join(seating.invite(table, BEN.user or 0), BEN), BEN.user or 0)
    assert removals(table) == (0, BEN.user) and BEN not in table.players
    refused(lambda: seating.join(table, BEN), "you were removed from it")
    table = seating.remove(table, CAT.user or 0)
    assert seating.invite(table, BEN.user or 0).notes == {removed(1): 0, removed(2): 0, removed(3): CAT.user}


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
def test_only_another_person_is_removed_and_only_before_the_start(user: int, more: Any, said: str) -> None:
    refused(lambda: seating.remove(lobby(ADA, BEN, COMPUTER, **more), user), said)


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
def test_nobody_is_invited_where_there_is_no_chair_for_them(user: int, more: Any, said: str) -> None:
    refused(lambda: seating.invite(lobby(ADA, BEN, **more), user), said)


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
def test_a_computer_has_the_first_name_of_its_level_that_nobody_has(players: tuple[Player, ...], name: str) -> None:
    assert seating.add_computer(lobby(*players), DEFAULT_POLICY, (DEFAULT_POLICY,)).players[-1].name == name


def test_a_computer_of_another_level_has_a_name_of_that_level() -> None:
    assert seating.add_computer(lobby(), "apprentice", ("apprentice",)).players[-1].name == "Pip"


@pytest.mark.parametrize(
    ("players", "name"),
    [
        ((), "Computer 1"),
        ((COMPUTER,), "Computer 2"),
        ((Player("Computer 2", policy="random"),), "Computer 1"),
        ((COMPUTER, Player("Computer 2", 9)), "Computer 3"),
    ],
)
def test_a_computer_without_a_character_is_numbered(players: tuple[Player, ...], name: str) -> None:
    assert seating.add_computer(lobby(*players), "random", ("random",)).players[-1].name == name


@pytest.mark.parametrize(
    ("players", "left"),
    [
        ((ADA, COMPUTER, BEN), (ADA, BEN)),
        ((COMPUTER, ADA, Player("Computer 2", policy="greedy"), BEN), (COMPUTER, ADA, BEN)),
        ((ADA, COMPUTER), (ADA,)),
        ((COMPUTER,), ()),
    ],
)
def test_the_last_computer_leaves(players: tuple[Player, ...], left: tuple[Player, ...]) -> None:
    assert seating.remove_computer(lobby(*players)).players == left
    refused(lambda: seating.remove_computer(lobby(ADA, BEN)), "no computer players")


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
def test_a_host_who_leaves_hands_the_table_to_the_next_person_or_closes_it(
    players: tuple[Player, ...], host: Player, user: Player, heir: Player, status: str
) -> None:
    table = seating.leave(lobby(*players, host=host.user), user.user or 0)
    assert (table.host, table.status) == (heir.user, status) and user not in table.players
    refused(lambda: seating.leave(lobby(*players), DAN.user or 0), "don’t have a seat")


@pytest.mark.parametrize("seats", [*GAME.seats, MOST + 1])
def test_a_game_starts_with_as_many_as_it_is_for(seats: int) -> None:
    table = lobby(*(Player(f"P{n}", n) for n in range(seats)))
    if seats in GAME.seats:
        seating.check_start(table, ADA.user or 0)
        refused(lambda: seating.check_start(table, BEN.user or 0), "Only the host")
    else:
        said = f"{GAME.name} is for {GAME.seats[0]}–{MOST} players, and {seats} seats are taken"
        refused(lambda: seating.check_start(table, ADA.user or 0), said)


CHANGES: list[Callable[[Table], object]] = [
    lambda table: seating.join(table, CAT),
    lambda table: seating.leave(table, ADA.user or 0),
    lambda table: seating.add_computer(table, DEFAULT_POLICY, (DEFAULT_POLICY,)),
    seating.remove_computer,
    lambda table: seating.set_term(table, "clock", "daily"),
    lambda table: seating.set_option(table, "x", "y"),
    lambda table: seating.check_start(table, ADA.user or 0),
]


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize(
    ("status", "said"), [("playing", "already started"), ("finished", "is closed"), ("ended", "is closed")]
)
def test_a_table_is_changed_so_before_its_game_begins(
    change: Callable[[Table], object], status: str, said: str
) -> None:
    refused(lambda: change(lobby(ADA, COMPUTER, status=status)), said)


@pytest.mark.parametrize("status", ["lobby", "playing", "finished", "ended"])
@pytest.mark.parametrize(("user", "moderator"), [(ADA, False), (BEN, True), (BEN, False)])
def test_the_host_or_a_moderator_closes_a_table_that_is_open(status: Any, user: Player, moderator: bool) -> None:
    def closed() -> Table:
        return seating.close(lobby(ADA, BEN, status=status), user.user or 0, moderator=moderator)

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
def test_an_idle_lobby_closes_a_day_after_its_host_was_told(nudged: float | None, due: list[tuple[str, float]]) -> None:
    since = 10 * DAY
    notes = {} if nudged is None else {Note.NUDGED: int(since + nudged * DAY)}
    found = seating.lobby_moments(lobby(ADA, since=since, notes=notes))
    assert [(step, (at - since) / DAY) for step, at in found] == due
    assert seating.lobby_moments(lobby(ADA, since=since, status="playing")) == ()


def over(*players: Player, **more: Any) -> Table:
    return lobby(*players, status=more.pop("status", "finished"), terms=terms_of({"clock": "daily"}), **more)


AWAY, LEFT = Player("Ben (computer)", policy=DEFAULT_POLICY, away=BEN.user), Player("Computer 7", policy=DEFAULT_POLICY)
GONE = (Holder(2, 4, "Ben", BEN.user),)


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
        (LEFT, (Holder(1, 4, "Ben", BEN.user),), ADA.user, ()),
    ],
)
def test_who_left_a_game_is_missing_at_its_rematch(
    player: Player, holders: tuple[Holder, ...], user: int | None, seats: tuple[int, ...]
) -> None:
    assert seating.missing(over(ADA, player, holders=holders), user) == seats


@pytest.mark.parametrize(
    ("host", "players", "policies"),
    [
        (ADA, (ADA, BEN, COMPUTER), ["greedy"]),
        (ADA, (ADA, AWAY, CAT), [DEFAULT_POLICY]),
        (ADA, (ADA, AWAY, COMPUTER), ["greedy", DEFAULT_POLICY]),
        (BEN, (ADA, AWAY, COMPUTER), ["greedy"]),
    ],
)
def test_a_rematch_has_the_computers_of_the_game_and_one_for_each_who_left_it(
    host: Player, players: tuple[Player, ...], policies: list[str]
) -> None:
    game = over(*players, holders=GONE if AWAY in players else (), options={"x": "y"})
    table = seating.rematch(game, host, 9.0)
    assert table.players[0] == host and [player.policy for player in table.players[1:]] == policies
    assert (table.options, table.terms, table.since, table.host) == (game.options, game.terms, 9.0, host.user)
    assert len({player.name for player in table.players}) == len(table.players)


def test_a_rematch_is_for_who_played_a_game_that_is_over_and_had_none() -> None:
    refused(lambda: seating.rematch(lobby(ADA, BEN, status="playing"), ADA, 9.0), "isn’t over")
    refused(lambda: seating.rematch(over(ADA, BEN), CAT, 9.0), "Only players of that game")
    refused(lambda: seating.rematch(over(ADA, BEN, notes={Note.AGAIN: 5}), ADA, 9.0), "already had a rematch")
    assert seating.rematch(over(ADA, BEN, status="ended"), BEN, 9.0).host == BEN.user


def test_every_title_can_be_opened() -> None:
    assert [seating.opened(1, None, key, ADA, 0.0).title for key in GAMES] == list(GAMES)
