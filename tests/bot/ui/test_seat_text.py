"""Posts and buttons of a seat that changes hands, for every kind of vacancy, and the briefing."""

from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot import limits
from bot.markdown import md
from bot.names import relative_time
from bot.play.seat_holders import EVERYBODY, NOBODY, VacancyReason
from bot.tables.table import BookkeepingKey, Player, SeatBookkeepingKey, Table
from bot.ui.seat_text import (
    briefing_button,
    briefing_text,
    game_over_buttons,
    newer_post_text,
    open_seat_reminder,
    seat_custom_id,
    vacancy_buttons,
    vacancy_card_buttons,
    vacancy_text,
)
from bot.users import UserPreferences
from bot.view import SeatContext, TableView, view_table
from engine import GAMES, Seat, decisions
from engine.agents.coach import has_search
from engine.store import Clock, FormerHolder
from engine.store.table_settings import TIME_CONTROLS, read_table_settings
from tests.bot.press_counts import place_of
from tests.bot.simulated_channel import GAME, TITLE

ADA, BEN, CLEO = Player("Ada", 1), Player("Ben", 2), Player("Cleo", 3)
WHYS: tuple[VacancyReason, ...] = ("resigned", "late", "left", "decided", "missing")
STATE = GAME.new_game(GAME.options(), 3, 1)[0]


def table(second: Player = BEN, **more: Any) -> Table:
    """Return a table of three seats, the second of which changes hands."""
    given: dict[str, Any] = {"id": 7, "channel": 1, "guild": 1, "title": TITLE, "host": 1, "options": {}}
    return Table(**{**given, "players": (ADA, second, CLEO), "status": "playing", "state": STATE, **more})


def notes(**of_seat: int) -> dict[str, int]:
    """Return bookkeeping about the second seat."""
    return {SeatBookkeepingKey[name].for_seat(2): number for name, number in of_seat.items()}


def post(at: Table) -> list[str]:
    """Return the lines about the second seat."""
    return vacancy_text(at, view_table(at, None), Seat(2)).splitlines()


AWAY = Player("Ben (away)", away=2)
COMPUTER = Player("Ben (computer)", policy="greedy", away=2)
LEFT = Player("Ben (computer)", policy="greedy")
OPEN = Player("Ben (away)")

PUBLIC, FIGURES = "**A seat is open.** Anyone not playing here can take it.", f"**{GAME.name}** · "
OFFERED = "<@9>, this seat is offered to you: press *Take seat* to play."
RETURN = "Until someone takes the seat, its player can return with *I’m back* or `/game seat action:back`."


@pytest.mark.parametrize(
    ("player", "why", "call", "lead", "ways"),
    [
        (AWAY, "resigned", NOBODY, "**Ben** has left the game. The seat is waiting for a player.", [PUBLIC]),
        (COMPUTER, "resigned", NOBODY, "**Ben** has left the game. A computer plays on.", []),
        (COMPUTER, "late", EVERYBODY, "<@2> has run out of time. A computer plays on.", [PUBLIC]),
        (COMPUTER, "left", 9, "**Ben** has left the server. A computer plays on.", [OFFERED]),
        (COMPUTER, "decided", 9, "**Ben** was replaced. A computer plays on.", [OFFERED]),
        (
            AWAY,
            "decided",
            NOBODY,
            "A player is needed to replace **Ben**. The seat is waiting for a player.",
            [PUBLIC],
        ),
        (COMPUTER, "missing", NOBODY, "**Ben** didn’t move in time and was replaced. A computer plays on.", []),
    ],
)
def test_vacant_seat_post_says_why_and_who_may_take_it(
    player: Player, why: VacancyReason, call: int, lead: str, ways: list[str]
) -> None:
    at = table(player, notes=notes(VACANCY_REASON=WHYS.index(why), OFFER_RECIPIENT=call))
    first, *others = post(at)
    assert first == lead and others[-1] == RETURN
    assert [line for line in others if line in (PUBLIC, OFFERED)] == ways
    assert any(line.startswith(FIGURES) and " · seat 2: " in line for line in others) == bool(ways)


@pytest.mark.parametrize(
    ("player", "why", "call", "lines"),
    [
        (LEFT, "resigned", NOBODY, ["A player has left the game. A computer now plays seat 2."]),
        (LEFT, "resigned", EVERYBODY, ["A player has left the game. A computer now plays seat 2.", PUBLIC]),
        (LEFT, "decided", EVERYBODY, ["**Ben** plays on until someone takes the seat.", PUBLIC]),
        (LEFT, "decided", 9, ["**Ben** plays on until someone takes the seat.", OFFERED]),
        (OPEN, "resigned", NOBODY, ["The seat is waiting for a player.", PUBLIC]),
    ],
)
def test_seat_kept_for_nobody_has_no_return_button(
    player: Player, why: VacancyReason, call: int, lines: list[str]
) -> None:
    found = post(table(player, notes=notes(OFFER_RECIPIENT=call, VACANCY_REASON=WHYS.index(why))))
    assert found[: len(lines)] == lines and len(found) == len(lines) + (len(lines) > 1)
    assert RETURN not in found


def test_computer_that_the_table_voted_for_keeps_the_seat() -> None:
    assert post(table(LEFT, notes=notes(VACANCY_REASON=3))) == ["✓ A computer keeps Ben’s seat."]
    assert post(table(replace(LEFT, name=""), notes=notes(VACANCY_REASON=3))) == ["✓ A computer keeps Player 2’s seat."]


@pytest.mark.parametrize(
    ("player", "line"),
    [
        (COMPUTER, "<@3> is the host now."),
        (LEFT, "A player has left the game. A computer now plays seat 2. <@3> is the host now."),
        (Player("Dov", 4), "<@3> is the host now."),
    ],
)
def test_new_host_is_named_until_there_is_a_newer_one(player: Player, line: str) -> None:
    found = post(table(player, host=3, notes=notes(NEW_HOST=3)))
    assert found[-1] == line
    past = post(table(replace(player, user=4), host=1, notes=notes(NEW_HOST=3)))
    assert not any("host" in text for text in past)


@pytest.mark.parametrize(
    ("past", "line"),
    [
        ((), "✓ **Dov** takes over for Player 2."),
        ((FormerHolder(2, 5, "Ben", 2),), "✓ **Dov** takes over for Ben."),
        ((FormerHolder(2, 5, "Ben (computer)"),), "✓ **Dov** takes over for Ben."),
        (
            (FormerHolder(2, 3, "Eve", 8), FormerHolder(2, 5, "Ben", 2), FormerHolder(3, 6, "Fay", 9)),
            "✓ **Dov** takes over for Ben.",
        ),
        ((FormerHolder(2, 3, "Ben", 2), FormerHolder(2, 5, "Dov", 4)), "✓ **Dov** is back."),
        ((FormerHolder(1, 5, "Dov", 4),), "✓ **Dov** takes over for Player 2."),
    ],
)
def test_taken_seat_post_says_who_plays_for_whom(past: tuple[FormerHolder, ...], line: str) -> None:
    first, second = post(table(Player("Dov", 4), holders=past))
    assert second == line and first.endswith("has left the game.")


VACANT = [(AWAY, True, True), (COMPUTER, False, True), (LEFT, False, False), (OPEN, True, False), (BEN, False, False)]


@pytest.mark.parametrize(("player", "open_", "kept"), VACANT)
@pytest.mark.parametrize("call", [NOBODY, EVERYBODY, 9])
@pytest.mark.parametrize("back", [True, False])
def test_vacant_seat_can_be_taken_if_offered_and_returned_to_if_kept(
    player: Player, open_: bool, kept: bool, call: int, back: bool
) -> None:
    at = table(player, notes={BookkeepingKey.SEAT_CHANGES: 5, **notes(OFFER_RECIPIENT=call)})
    found = [(item.label, item.custom_id) for item in cast(Any, vacancy_buttons(at, Seat(2), back=back).children)]
    free = player.user is None and (open_ or call != NOBODY)
    take = [("Take seat", "g:7:5:take2")] if free else []
    assert found == [*take, *([("I’m back", "g:7:5:back2")] if kept and back else [])]


def test_seat_that_never_changed_has_change_count_zero() -> None:
    assert seat_custom_id(table(), 2, "take") == "g:7:0:take2"


@pytest.mark.parametrize(("player", "open_", "kept"), VACANT)
@pytest.mark.parametrize("status", ["playing", "finished"])
def test_card_has_seats_button_during_the_game(player: Player, open_: bool, kept: bool, status: str) -> None:
    labels = [item.label for item in cast(Any, vacancy_card_buttons(table(player, status=status)))]
    wanted = [*(["Take seat"] if open_ else []), *(["I’m back"] if kept else [])]
    assert labels == (wanted if status == "playing" else [])


def test_card_offers_the_first_seat_open_to_everybody() -> None:
    given: dict[str, int] = {SeatBookkeepingKey.OFFER_RECIPIENT.for_seat(1): 9}
    players = (OPEN, OPEN, OPEN)
    take, *_ = cast(Any, vacancy_card_buttons(table(players=players, notes=given)))
    assert take.custom_id == "g:7:0:take2"


def test_open_seat_line_names_the_former_player() -> None:
    at = table(AWAY)
    assert newer_post_text(at, Seat(2)) == "**Ben**’s seat is available again. See the post below."
    assert open_seat_reminder(at, Seat(2), "LINK").startswith("**Ben**’s seat is still open: press *Take seat*")
    assert newer_post_text(table(replace(OPEN, name="")), Seat(2)).startswith("**Player 2**’s seat")


AHEAD = next(key for key, game in GAMES.items() if has_search(game))
QUICK = next(key for key, game in GAMES.items() if not has_search(game))


@pytest.mark.parametrize(
    ("title", "seats", "over", "labels"),
    [
        (AHEAD, 2, True, ["Rematch", "Your record", "Analyze"]),
        (AHEAD, 1, True, ["Rematch", "Your record"]),
        (QUICK, 2, True, ["Rematch", "Your record"]),
        (AHEAD, 2, False, []),
    ],
)
def test_finished_multiplayer_game_can_be_analyzed_if_agent_searches(
    title: str, seats: int, over: bool, labels: list[str]
) -> None:
    state, _ = GAMES[title].new_game(GAMES[title].options(), 2, 1)
    at = table(title=title, players=(ADA, BEN, CLEO)[:seats])
    shown = replace(state, flow=()) if over else state
    found = cast(Any, game_over_buttons(at, view_table(replace(at, players=(ADA, BEN)), None, state=shown)))
    assert [item.label for item in found] == labels
    assert [item.custom_id for item in found] == ["r:7:0:again", "v:7:0:-record", "T:7:0:0"][: len(labels)]


def test_finished_game_without_view_has_only_rematch_button() -> None:
    assert [item.label for item in cast(Any, game_over_buttons(table(title=AHEAD)))] == ["Rematch"]


def place(asked: bool = True, **more: Any) -> SeatContext:
    """Return the seat context of the asked player, or of another one."""
    decision = decisions(STATE)[0]
    made = place_of(GAME, STATE, decision, 3)
    return made if asked else replace(made, decision=None)


@pytest.mark.parametrize(("came", "status", "shown"), [(0, "playing", 0), (4, "playing", 1), (4, "finished", 0)])
def test_substitute_can_reopen_the_briefing_during_the_game(came: int, status: str, shown: int) -> None:
    here = place()
    players = tuple(replace(player, came=came) for player in here.table.players)
    found = briefing_button(replace(here, table=replace(here.table, players=players, status=cast(Any, status))))
    assert [cast(Any, item).custom_id for item in found] == ["g:1:999:brief"] * shown


def test_briefing_starts_with_own_question_and_ends_with_rules() -> None:
    here = place()
    lines = briefing_text(here, UserPreferences(), [md("Move {}.", n) for n in range(9)]).splitlines()
    assert here.decision is not None and lines[1] == f"Your turn: {here.decision.prompt}"
    figures = [line for line in lines if line.startswith("- ") and ": " in line]
    others = [name for seat, name in enumerate(("Ada", "Ben", "Cleo"), 1) if seat != here.seat]
    assert [line[2:].split(":")[0].strip("*") for line in figures] == ["You", *others]
    told = lines[lines.index("Recent moves:") + 1 :]
    assert told[:6] == [f"- Move {n}." for n in range(3, 9)]
    topic, text = here.table_view.game.text.help(here.table_view.view)[0]
    assert told[7] == f"**{topic}** (more with `/rules`)" and "\n".join(told[8:]) == limits.truncate(text, 500)
    assert "Recent moves:" not in briefing_text(here, UserPreferences(), [])


def test_briefing_says_if_it_is_not_the_readers_turn() -> None:
    assert "It’s not your turn." in briefing_text(place(asked=False), UserPreferences(), []).splitlines()


@pytest.mark.parametrize(
    ("speed", "known", "told"), [("daily", True, True), ("none", True, False), ("daily", False, False)]
)
def test_briefing_shows_deadline_if_there_is_a_clock(speed: str, known: bool, told: bool) -> None:
    here = place()
    clock = Clock(point=1, since=1_000_000.0, bank=TIME_CONTROLS["daily"].bank)
    clocks = {here.seat: clock} if known else {}
    at = replace(here.table, terms=read_table_settings({"clock": speed}), clocks=clocks)
    said = briefing_text(replace(here, table=at), UserPreferences(), []).splitlines()[1]
    assert ("Your time runs out" in said) == told
    assert not told or relative_time(1_000_000.0 + TIME_CONTROLS["daily"].bank) in said


def test_statistics_leave_out_zero_values() -> None:
    class Tallying:
        """A game with two statistics."""

        def __init__(self, *figures: int) -> None:
            self.figures = figures

        def statistics(self, *_: Any) -> dict[str, int]:
            return dict(zip(("dollars", "tracks"), self.figures, strict=True))

        def status_line(self, *_: Any) -> str:
            return "Turn 1"

    def told(*figures: int) -> str:
        seen = view_table(table(), None)
        words = Tallying(*figures)
        game = cast(Any, type("Game", (), {"text": words, "name": "Game"}))
        return vacancy_text(table(AWAY), cast(TableView, replace(seen, game=game)), Seat(2)).splitlines()[2]

    assert told(4_500, 5).endswith("seat 2: dollars 4,500, tracks 5")
    assert told(4_500, 0).endswith("seat 2: dollars 4,500") and told(0, 0).endswith("seat 2: nothing yet")
