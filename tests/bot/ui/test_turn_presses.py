"""Results of presses in the private menu: a question, a form, or a move."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import InteractionType
from msgspec.structs import replace

from bot.markdown import md
from bot.tables.table import Player
from bot.turn import handlers
from bot.turn.handlers import (
    _answers_with_typed,
    _try_make_move,
    _try_open_form,
    _undo_buttons,
    handle_form,
    handle_menu,
    handle_open_form,
    page_after_late_press,
)
from bot.ui.components import ButtonPress
from bot.ui.question_buttons import INBOX_PLACE, PREMOVE_PLACE, STEPWISE_PLACE
from bot.ui.questions import AnswerChoice, Question, next_question
from bot.view import SeatContext
from engine import Action, Decision, Refused, Seat
from engine.core import MAX_LENGTH, AmountOffers, CombinedOffers
from tests.bot.ui.test_answer_buttons import Hope, place
from tests.bot.ui.test_question_buttons import Call, Halt, Haul, Lay, Seen
from tests.bot.ui.test_questions import Offer

ONE = Seat(1)
OFFERS = CombinedOffers((Halt(ONE),), AmountOffers(Offer, ONE, 3, 40))


def here(*offers: Action, ahead: bool = False) -> SeatContext:
    asked = Decision(ONE, "?", offers or OFFERS)
    seen: Any = Seen()
    seen.caption = lambda _: "Ada"
    seen.game.actions = (Halt, Offer, Call, Lay, Haul, Hope)
    found = replace(place(), table_view=seen)
    return replace(found, decision=None if ahead else asked, premoves=asked if ahead else None)


class Deeds(list[Any]):
    """Records all that a press led to."""

    def noting(self, name: str, answer: Any = None) -> Any:
        async def note(_: Any, *about: Any, **named: Any) -> Any:
            self.append((name, about, named))
            return answer

        return note


@pytest.fixture
def deeds(monkeypatch: pytest.MonkeyPatch) -> Deeds:
    """Return the recorded results of presses, which all have the same seat context."""
    found, at = Deeds(), here()

    async def found_place(*_: int) -> SeatContext:
        return at

    monkeypatch.setattr(
        handlers,
        "services_of",
        lambda _: SimpleNamespace(load_seat_context=found_place, tables=SimpleNamespace(orders=None)),
    )
    monkeypatch.setattr(handlers, "question_page", found.noting("page", "page"))
    monkeypatch.setattr(handlers, "_try_make_move", found.noting("made"))
    monkeypatch.setattr(handlers, "_try_open_form", found.noting("form", False))
    monkeypatch.setattr(handlers, "send_page", found.noting("show"))
    return found


PERSON: Any = SimpleNamespace(user=SimpleNamespace(id=1))


@pytest.mark.parametrize(
    ("rest", "page", "forms", "made"),
    [
        ("-0", ([], 0, False), [], True),
        ("-2 call", (["call"], 2, False), [False], True),
        (f"{PREMOVE_PLACE}0", ([], 0, True), [True], True),
        (f"{PREMOVE_PLACE}1 hope", (["hope"], 1, True), [True], True),
        (f"{INBOX_PLACE}0", ([], 0, False), [], True),
        (f"{STEPWISE_PLACE}0 run 1", (["run", "1"], 0, False), [False], False),
    ],
)
async def test_press_leads_to_the_next_question_or_a_form(
    deeds: Deeds, rest: str, page: tuple[list[str], int, bool], forms: list[bool], made: bool
) -> None:
    await handle_menu(PERSON, ButtonPress("m", 1, 999, rest, ()))
    ((_, about, named),) = [deed for deed in deeds if deed[0] == "page"]
    assert (about[-1], named["page"], named["ahead"]) == page
    assert bool(named["lead"]) == rest.startswith(INBOX_PLACE)
    assert [deed[-1]["ahead"] for deed in deeds if deed[0] == "form"] == forms
    assert bool([deed for deed in deeds if deed[0] == "made"]) == made
    assert deeds[-1] == ("show", ("page",), {"as_new_message": rest.startswith(INBOX_PLACE)})


@pytest.mark.parametrize(
    ("typed", "picked", "lead"),
    [
        ("3", ["offer", "3"], ""),
        (" 40 ", ["offer", "40"], ""),
        ("2", ["offer"], "Enter a whole number from 3 to 40."),
        ("41", ["offer"], "Enter a whole number from 3 to 40."),
        ("many", ["offer"], "Enter a whole number from 3 to 40."),
    ],
)
async def test_typed_number_within_bounds_is_the_next_answer(
    monkeypatch: pytest.MonkeyPatch, deeds: Deeds, typed: str, picked: list[str], lead: str
) -> None:
    monkeypatch.setattr(handlers, "_continue_after_answer", deeds.noting("on"))
    await handle_form(PERSON, ButtonPress("f", 1, 999, "offer", (typed,)))
    ((_, about, _),) = deeds
    assert about[-2:] == (picked, lead)


async def test_late_form_leads_to_the_current_question(monkeypatch: pytest.MonkeyPatch, deeds: Deeds) -> None:
    monkeypatch.setattr(handlers, "_continue_after_answer", deeds.noting("on"))
    await handle_form(PERSON, ButtonPress("f", 1, 999, "call", ("up",)))
    ((_, about, _),) = deeds
    assert about[-2:] == (["call"], "")


@pytest.mark.parametrize(
    ("offers", "rest", "shown"),
    [
        (OFFERS, "offer", ("Price? (3 to 40)", 2, "3")),
        ((Halt(ONE), Lay(ONE, "a-b"), Lay(ONE, "a-c")), "lay", ("Way?", MAX_LENGTH, "a-b-c")),
        ((Halt(ONE), Call(ONE, "up"), Call(ONE, "down")), "call", None),
        ((Halt(ONE),), "call", None),
    ],
)
async def test_typing_form_shows_bounds_or_an_example(
    monkeypatch: pytest.MonkeyPatch, deeds: Deeds, offers: Any, rest: str, shown: Any
) -> None:
    at = here(*offers) if isinstance(offers, tuple) else here()

    async def found_place(*_: int) -> SeatContext:
        return at

    async def send_modal(form: Any) -> None:
        (row,) = form.to_dict()["components"]
        inner = row["component"]
        deeds.append((row["label"], inner["max_length"], inner["placeholder"]))

    monkeypatch.setattr(
        handlers,
        "services_of",
        lambda _: SimpleNamespace(load_seat_context=found_place, tables=SimpleNamespace(orders=None)),
    )
    person: Any = SimpleNamespace(
        user=PERSON.user, extras={}, response=SimpleNamespace(send_modal=send_modal, is_done=lambda: False)
    )
    await handle_open_form(person, ButtonPress("n", 1, 999, rest, ()))
    assert deeds == [shown] if shown else [deed[0] for deed in deeds] == ["page", "show"]


@pytest.mark.parametrize(
    ("typed", "picked", "said"),
    [
        ("B", ("lay", "a-c"), ""),  # a letter of the picture
        ("a-b", ("lay", "a-b"), ""),
        ("d-e", ("lay", "d-e"), ""),
        ("", ("lay",), "refused"),
        ("nowhere", ("lay",), "refused"),
    ],
)
def test_typed_value_is_an_answer_if_the_rules_accept_it(
    monkeypatch: pytest.MonkeyPatch, typed: str, picked: tuple[str, ...], said: str
) -> None:
    def play(_: Any, action: Any) -> None:
        if "-" not in action.way:
            raise Refused("refused")

    monkeypatch.setattr(handlers, "play", play)
    at = here(Lay(ONE, "a-b"), Lay(ONE, "a-c"))
    entries = tuple(AnswerChoice((way,), str(key), (Lay(ONE, way),)) for key, way in enumerate(("a-b", "a-c"), 1))
    found = Question("choices", ("lay",), "way", entries, None, example="a-b-c")
    answers, why = _answers_with_typed(at, found, typed)
    assert (tuple(answers), why) == (picked, said)


@pytest.mark.parametrize(("typed", "picked", "said"), [("coal", ("haul", "coal"), False), ("oil", ("haul",), True)])
def test_typed_value_before_the_last_field_must_have_offers(typed: str, picked: tuple[str, ...], said: bool) -> None:
    at = here(Haul(ONE, "coal", "York"), Haul(ONE, "coal", "Hull"), Haul(ONE, "ore", "Hull"))
    found = next_question(at.decision.offers if at.decision else (), ("haul",))
    assert found is not None
    answers, why = _answers_with_typed(at, replace(found, example="ore"), typed)
    assert (tuple(answers), why) == (picked, "“oil” isn’t possible. Example: ore." if said else "")


# -- what is made or opened at once


@pytest.mark.parametrize(
    ("kind", "turned", "asked", "has_form", "opens"),
    [
        (InteractionType.component, False, True, True, True),
        (InteractionType.modal_submit, False, True, True, False),
        (InteractionType.component, True, True, True, False),
        (InteractionType.component, False, False, True, False),
        (InteractionType.component, False, True, False, False),
    ],
)
@pytest.mark.parametrize("ahead", [True, False])
async def test_press_opens_the_form_of_a_question(
    monkeypatch: pytest.MonkeyPatch, kind: Any, turned: bool, asked: bool, has_form: bool, opens: bool, ahead: bool
) -> None:
    sent: list[Any] = []

    async def said_by(*_: Any) -> tuple[str, ...]:
        return ()

    async def send_modal(form: Any) -> None:
        sent.append(form)

    at = here(Hope(ONE, "up"), Hope(ONE, "down"), ahead=True) if ahead else here()
    at = at if asked else replace(at, premoves=None, decision=None)
    monkeypatch.setattr(handlers, "services_of", lambda _: SimpleNamespace(load_standing_lines=said_by))
    monkeypatch.setattr(handlers, "is_picture_turn", lambda _: turned)
    monkeypatch.setattr(handlers, "form_custom_id", lambda *_: "c" if has_form else "")
    monkeypatch.setattr(handlers, "last_fields_form", lambda *_: "form")
    person: Any = SimpleNamespace(
        type=kind, extras={}, response=SimpleNamespace(send_modal=send_modal, is_done=lambda: False)
    )
    assert await _try_open_form(person, at, (), ahead=ahead) == opens and sent == (["form"] if opens else [])


@pytest.mark.parametrize(
    ("picked", "turned", "confirmed", "made"),
    [
        (["offer", "7"], False, False, "offer 7"),
        (["offer", "7"], False, True, None),
        (["offer", "7"], True, False, None),
        (["offer"], False, False, None),
        (["call"], False, False, None),
        ([], False, False, None),
    ],
)
async def test_last_answer_makes_move_without_confirmation(
    monkeypatch: pytest.MonkeyPatch, picked: list[str], turned: bool, confirmed: bool, made: str | None
) -> None:
    lines: list[str] = []

    async def is_confirmed(*_: Any) -> bool:
        return confirmed

    async def played(_: Any, __: Any, line: str, ___: int) -> str:
        lines.append(line)
        return "make_move"

    async def gone_on(_: Any, found: Any) -> Any:
        return found

    people = SimpleNamespace(preferences_of=lambda _: None)
    monkeypatch.setattr(
        handlers, "services_of", lambda _: SimpleNamespace(user_settings=people, tables=SimpleNamespace(orders=None))
    )
    for name, work in (("is_confirmation_needed", is_confirmed), ("make_move", played), ("page_after_move", gone_on)):
        monkeypatch.setattr(handlers, name, work)
    monkeypatch.setattr(handlers, "is_picture_turn", lambda _: turned)
    found: Any = await _try_make_move(PERSON, ButtonPress("m", 1, 999, "-0", ()), here(), picked)
    assert (found, lines) == (("make_move", [made]) if made else (None, []))


@pytest.mark.parametrize(
    ("back", "computer", "length", "labels"),
    [
        (True, False, 1, ["Undo"]),
        (True, False, 2, ["Undo", "Restart turn"]),
        (False, False, 2, ["Restart turn"]),
        (False, False, 0, []),
        (True, True, 2, ["Undo"]),
        (False, True, 2, []),
    ],
)
async def test_made_move_has_undo_and_restart_turn_buttons(
    monkeypatch: pytest.MonkeyPatch, back: bool, computer: bool, length: int, labels: list[str]
) -> None:
    async def turn_length(*_: Any) -> int:
        return length

    monkeypatch.setattr(handlers, "undoable_turn_length", turn_length)
    at = here()
    first, second = at.table.players[:2]
    robin = Player("Robin", policy="greedy")
    table = replace(at.table, players=(first, robin if computer else second))
    asked = (Decision(Seat(2), "?", (Halt(Seat(2)),)),)
    bot: Any = SimpleNamespace(tables=SimpleNamespace(decisions=lambda _: asked))
    found = await _undo_buttons(bot, table, 101, can_undo=back)
    assert [item.label for item in cast(Any, found)] == labels


@pytest.mark.parametrize(("status", "goes_on"), [("playing", True), ("finished", False)])
async def test_late_press_shows_the_board_and_a_button_to_continue(
    monkeypatch: pytest.MonkeyPatch, status: Any, goes_on: bool
) -> None:
    at = place()
    table = replace(at.table, status=status)

    async def started(_: int) -> Any:
        return table

    async def seen_by(*_: Any) -> Any:
        return at.table_view

    sessions = SimpleNamespace(seat_of=lambda *_: None, decisions=lambda _: ())
    bot = SimpleNamespace(table_in_play=started, view_for=seen_by, tables=sessions)
    monkeypatch.setattr(handlers, "services_of", lambda _: bot)
    page = await page_after_late_press(PERSON, 1, md("Too late."))
    assert page.text == ("Too late.\nWaiting for Ben." if goes_on else "Too late.")
    ways = [item.custom_id for row in cast(Any, page.buttons) for item in row]
    assert ways == (["m:1:999:-0"] if goes_on else []) and page.custom_id == "v:1:999:-board"
