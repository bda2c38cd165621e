"""Which answers are buttons, and that what was pressed before there were so many still works."""

from collections.abc import Collection
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, cast

import pytest
from msgspec import Meta
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown, escape_prose
from bot.ui.answers import answers
from bot.ui.chips import FEW, Chip, Chips, _distinct, _verbs, chips, leading, other_verbs
from bot.ui.menu import Menu, MenuChoice, letters, menu, words
from bot.ui.question import answered_so_far, scenes_of
from engine import GAMES, Action, Seat, decisions, play
from engine.core import verb
from render import Choice
from tests.bot.taps import place_of
from tests.bot.ui.test_menu import Dig
from tests.bot.world import NAMES, SELECT, World, spelled, world

MAP = "railway-rivals"
"""A title with more places than have room."""


class Halt(Action, frozen=True):
    """Halt."""


def test_what_buttons_do_stands_in_lines_that_fit_a_message() -> None:
    one = Halt(Seat(1))
    many = Chips(tuple(Chip((str(n),), f"{n}_{n}", one, "x" * 900 + str(n)) for n in range(FEW)))
    assert len("\n".join(many.lines)) < limits.CONTENT * 2 // 3
    assert many.lines[3].startswith("**3\\_3** xxx") and many.lines[3].endswith("…")
    assert not Chips((Chip(("a",), "A", one),)).lines


def test_buttons_in_a_row_that_do_the_same_share_a_line() -> None:
    one, said = Halt(Seat(1)), ("goes on", "goes on", "ends", "ends", "ends", "")
    shown = Chips(tuple(Chip((mark,), mark, one, does) for mark, does in zip("ABCDEF", said, strict=True)))
    assert shown.lines == ("**A** goes on", "**B** goes on", "**C** – **E** ends")


class Call(Action, frozen=True):
    """Call a word."""

    word: str


class Bet(Action, frozen=True):
    """Bet on a word."""

    word: str


class Haul(Action, frozen=True):
    """Haul a cargo."""

    cargo: str
    town: str


class Lay(Action, frozen=True):
    """Lay track by a way, any of which may be typed."""

    way: Annotated[str, Meta(examples=["a-b-c"])]


class Ride(Action, frozen=True):
    """Ride with a cargo to a town, by one way or another."""

    cargo: str
    town: str
    way: str


class Seen:
    """A game whose labels are the words themselves; the answers in its pictures are marked unless they are ``bare``.

    Moves to one place have one mark where the values of a field are ``shared``.
    """

    view = name = look = None

    def __init__(self, bare: Collection[str] = ("word", "cargo"), shared: Collection[str] = ()) -> None:
        self.painter = SimpleNamespace(unmarked=lambda _: bare, shared=lambda _: set(shared))
        spelled = SimpleNamespace(label=lambda _, action, field, __: self.label(action, field))
        self.game = SimpleNamespace(words=spelled, computer=SimpleNamespace(hint=lambda *_: 0.0))

    def label(self, action: Any, field: str = "") -> str:
        return str(getattr(action, field)) if field else " ".join(words(action)[1:])

    def sentence(self, action: Any, field: str = "") -> Markdown:
        return escape_prose(self.label(action, field))


def shown(seen: Seen, found: Menu) -> list[str]:
    """The words on the buttons of the first page."""
    page = chips(cast(Any, seen), found)
    return [chip.label for chip in page.shown] if page else []


def test_an_answer_that_a_picture_marks_has_its_mark_on_it_and_a_number_is_its_own() -> None:
    offers = [Call(Seat(1), "up"), Call(Seat(1), "down")]
    asked = menu(offers, ["call"])
    assert asked is not None
    assert shown(Seen(), asked) == ["up", "down"] and shown(Seen(bare=()), asked) == ["1 · up", "2 · down"]
    assert shown(Seen(bare=()), replace(asked, kind="number")) == ["up", "down"]


def test_a_question_of_what_to_do_has_no_picture_and_every_later_one_has_its_own() -> None:
    offers, seen = [Call(Seat(1), "up"), Call(Seat(1), "down"), Bet(Seat(1), "up")], Seen()
    vars(seen.painter).update(choices=lambda *shown: shown[2:], preview=lambda *_: "made")
    asked = [menu(offers, picked.split()) for picked in ("", "call", "call up")]
    pictures = [scenes_of(cast(Any, seen), found) for found in asked if found is not None]
    marked = ("word", (Choice("1", (offers[0],)), Choice("2", (offers[1],))))
    assert [scenes and scenes() for scenes in pictures] == [None, marked, "made"]


def test_the_answers_so_far_stand_before_the_next_question_without_what_they_do() -> None:
    class Told(Seen):
        def label(self, action: Any, field: str = "") -> str:
            return f"{super().label(action, field)}: a heavy load"

    offers = [Haul(Seat(1), *load) for load in (("coal", "York"), ("coal", "Hull"), ("ore", "Hull"))]
    found = menu(offers, ["haul", "coal"])
    assert found is not None and answered_so_far(cast(Any, Told()), found) == ["Haul → coal → **Town?**"]


@pytest.mark.parametrize(
    ("bare", "towns", "first", "count"),
    [
        (True, 15, "c0 t0", 15),
        (True, 16, "c0", 2),
        (True, 1, "c0", 2),
        (False, 7, "A · t0", 14),
        (False, 8, "A · c0", 2),
        (False, 1, "A · c0", 2),
    ],
)
def test_whole_moves_are_buttons_where_they_save_a_question_and_have_room(
    bare: bool, towns: int, first: str, count: int
) -> None:
    entries = tuple(
        MenuChoice((f"c{c}",), "AB"[c], tuple(Haul(Seat(1), f"c{c}", f"t{t}") for t in range(towns))) for c in range(2)
    )
    found = Menu("choices", ("haul",), "cargo", entries, None)
    labels = shown(Seen(("cargo",) if bare else ()), found)
    assert (labels[0], len(labels)) == (first, count)


@pytest.mark.parametrize(
    ("cargoes", "towns", "ways", "labels"),
    [
        (2, 4, 2, ["c0 A1", "c0 A2", "c0 B1", "c0 B2", "c0 C1", "c0 C2", "c0 D1", "c0 D2"]),
        (5, 6, 1, [f"c{n} {mark}" for n in range(3) for mark in "ABCDEF"][:15]),
        (2, 8, 2, ["A · c0", "B · c1"]),  # more than two pages hold
        (16, 1, 1, list("ABCDEFGHIJKLMNO")),  # the cargo says it all
    ],
)
def test_many_whole_moves_to_a_few_places_bear_the_mark_of_the_place(
    cargoes: int, towns: int, ways: int, labels: list[str]
) -> None:
    rides = [
        [Ride(Seat(1), f"c{c}", f"t{t}", f"w{w}") for t in range(towns) for w in range(ways)] for c in range(cargoes)
    ]
    entries = tuple(MenuChoice((f"c{c}",), letters(c), tuple(of_it)) for c, of_it in enumerate(rides))
    seen, found = Seen(bare=(), shared=("town",)), Menu("choices", ("ride",), "cargo", entries, None)
    page = chips(cast(Any, seen), found)
    assert page is not None and [chip.label for chip in page.shown] == labels
    places = [
        (letters(t), tuple(ride for of_it in rides for ride in of_it if ride.town == f"t{t}")) for t in range(towns)
    ]
    assert (page.marked, page.marks) == (("town", tuple(places)) if labels[0].startswith("c0 ") else ("", ()))


@pytest.mark.parametrize(
    ("answers_first", "bets", "buttons"), [(15, 5, 5), (15, 6, 1), (11, 6, 1), (10, 10, 10), (10, 11, 1), (1, 15, 15)]
)
def test_moves_of_another_verb_are_spelled_out_where_rows_are_left(answers_first: int, bets: int, buttons: int) -> None:
    calls = (Call(Seat(1), f"w{n}") for n in range(answers_first))
    entries = tuple(MenuChoice((call.word,), "", (call,)) for call in calls)
    beside = MenuChoice(("bet",), "", tuple(Bet(Seat(1), f"b{n}") for n in range(bets)))
    found = Menu("choices", ("call",), "word", entries, None, beside=(beside,))
    assert len(other_verbs(cast(Any, Seen()), found)) == buttons


def test_marks_of_a_picture_are_buttons_in_its_order_a_page_at_a_time() -> None:
    game = GAMES[MAP]
    state, _ = game.new(game.options(), 2, 7)
    while not any(verb(offer) == "build" for offer in decisions(state)[0].offers):
        state, _ = game_on(state)
    (asked, *_), offers = decisions(state), tuple(decisions(state)[0].offers)
    place, first = place_of(game, state, asked, 2), menu(offers)
    assert first is not None and first.kind == "verbs"
    found = leading(place.seen, first, offers)
    assert found.field and found.back is None, "the first question is asked at once"
    assert [entry.words for entry in found.beside] == [entry.words for entry in first.entries[1:]]
    found = replace(found, beside=())
    pages = [chips(place.seen, found, page) for page in range(9)]
    labels = [chip.label for page in pages[: pages[0].last + 1 if pages[0] else 0] if page for chip in page.shown]
    assert labels == [entry.key for entry in found.entries] and len(labels) > FEW
    assert pages[8] == pages[pages[0].last if pages[0] else 0], "a page that is no more is the last one"


def test_more_shows_every_answer_after_a_page_with_other_verbs() -> None:
    game = GAMES[MAP]
    state, _ = game.new(game.options(), 2, 7)
    while not any(verb(offer) == "build" for offer in decisions(state)[0].offers):
        state, _ = game_on(state)
    (asked, *_), offers = decisions(state), tuple(decisions(state)[0].offers)
    place, first = place_of(game, state, asked, 2), menu(offers)
    assert first is not None
    found = leading(place.seen, first, offers)
    more = next(item for row in answers(place, found, 0) for item in row if getattr(item, "label", "") == "More")
    assert str(more.custom_id).endswith(" ".join(["-0", *found.picked])), "from the first answer on"


def game_on(state: Any) -> tuple[Any, Any]:
    """The state after the first offer."""
    return play(state, next(iter(decisions(state)[0].offers)))


async def test_a_select_of_an_old_menu_still_answers(tmp_path: Path) -> None:
    async with world(tmp_path) as running:
        await running.started(*NAMES[:2])
        person, decision = await running.asked()
        first, *answer = spelled(next(iter(decision.offers))).split()
        shown = (await person.click(running.latest("Your move"), label="Your move")).response
        table = await running.table()
        select_in(running, shown, f"s:{table.id}:{table.seq}:{first}", answer[0])
        said = (await person.select(shown, [answer[0]])).response
        assert "Confirm" in running.labels(said)


def select_in(running: World, message: Any, identity: str, value: str) -> None:
    """Puts a select into the message, as an older release showed it."""
    option = {"label": value, "value": value}
    stored = running.env.backend.get_message(message.channel_id, message.id)
    parts = [{"type": SELECT, "custom_id": identity, "options": [option], "min_values": 1, "max_values": 1}]
    stored.components = [{"type": 1, "components": parts}]


def test_a_number_with_a_name_has_its_effect_in_a_line_of_its_own() -> None:
    game = GAMES["railroader"]
    state, _ = game.new(game.options(), 2, 1)
    asked = decisions(state)[0]
    place = place_of(game, state, asked, 2)
    found = menu(asked.offers, ("buy",))
    shown = chips(place.seen, found) if found else None
    assert shown is not None and all(chip.label.startswith("Slot ") and ": " not in chip.label for chip in shown.shown)
    assert "gold, " in shown.lines[0]


class Spoken(Seen):
    """A game whose labels of whole moves are their lines."""

    def label(self, action: Any, field: str = "") -> str:
        return super().label(action, field) if field else " ".join(words(action))


@pytest.mark.parametrize(
    ("most", "labels"),
    [
        (4, "halt, Dig…, dig 3, Call…"),
        (5, "halt, Dig…, dig 3, call up, call down"),
        (6, "halt, Dig…, dig 3, call up, call down"),
        (7, "halt, dig 1, dig 2, dig 3, call up, call down"),
    ],
)
def test_verbs_are_spelled_out_from_the_one_of_fewest_moves_on_as_far_as_there_is_room(most: int, labels: str) -> None:
    offers = [Halt(Seat(1)), *(Dig(Seat(1), holes) for holes in (1, 2, 3)), Call(Seat(1), "up"), Call(Seat(1), "down")]
    found = menu(offers)
    assert found is not None and ", ".join(chip.label for chip in _verbs(cast(Any, Spoken()), found, most)) == labels


@pytest.mark.parametrize(("most", "labels"), [(3, "halt, Lay…"), (4, "halt, lay a-b, lay a-c, Lay…")])
def test_where_more_may_be_typed_the_verb_stays_beside_its_moves(most: int, labels: str) -> None:
    found = menu([Halt(Seat(1)), Lay(Seat(1), "a-b"), Lay(Seat(1), "a-c")])
    assert found is not None and ", ".join(chip.label for chip in _verbs(cast(Any, Spoken()), found, most)) == labels


@pytest.mark.parametrize(
    ("labels", "kept"),
    [(["a", "b"], True), (["a", "a"], False), (["a", ""], False), (["a" * 40], True), (["a" * 41], False)],
)
def test_moves_are_buttons_where_their_words_are_there_and_short_and_tell_them_apart(
    labels: list[str], kept: bool
) -> None:
    found = [Chip((label,), label, Halt(Seat(1))) for label in labels]
    assert _distinct(found, 40) == (tuple(found) if kept else ())
