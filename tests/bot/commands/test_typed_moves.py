"""Typed moves of a made-up game: the meaning of a line or an option, and the text of an error."""

from types import SimpleNamespace
from typing import Annotated, Any, cast

import pytest
from msgspec import Meta

from bot.commands import move
from bot.commands.move import move_commands
from bot.markdown import escape_prose
from bot.ui.text_matching import best_matches, find_value_by_name
from engine import GAMES, Action, Decision, Seat
from engine.core import Standing, verb_of
from engine.core.action import field_type
from engine.core.notation import notation_word

ONE = Seat(1)


class Call(Action, frozen=True):
    """Call a ``word``. (R 4) Nobody answers. It is loud."""

    word: str


class Move(Action, frozen=True):
    """Move to a town and a gate."""

    town: str
    gate: int


class Give(Action, frozen=True):
    """Give money: some of it."""

    to: Seat
    dollars: int


class Hope(Standing, frozen=True):
    """Hope."""

    word: Annotated[str, Meta(examples=["up"])]


class Stop(Action, frozen=True):
    """."""


NAMES = ("Ada", "Ben Ray", "7")
OFFERS = (
    Call(ONE, "St. Ives"),
    Call(ONE, "up-hill"),
    Move(ONE, "York", 1),
    Move(ONE, "York", 2),
    Give(ONE, Seat(2), 5),
    Stop(ONE),
)
PLANS = (Hope(ONE, "up"),)


def place(offers: tuple[Action, ...] | None = OFFERS, plans: tuple[Action, ...] = PLANS) -> Any:
    """Return the seat context of seat 1, called Ada, of three."""
    kinds = (Call, Move, Give, Hope, Stop)
    seen = SimpleNamespace(
        game=SimpleNamespace(actions=kinds),
        caption=lambda seat: NAMES[seat - 1],
        name=lambda seat: NAMES[seat - 1],
        label=lambda action, field="": f"{getattr(action, field)}: a place" if field else verb_of(action),
    )
    decision = None if offers is None else Decision(ONE, "?", offers)
    table = SimpleNamespace(players=NAMES)
    return SimpleNamespace(
        seat=ONE, table_view=seen, table=table, decision=decision, premoves=Decision(ONE, "?", plans)
    )


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", ()),
        ("  ", ()),
        ("stop", ("stop",)),
        ("/STOP", ("stop",)),
        ("call st. ives", ("call", "St._Ives")),
        ("call ST._IVES", ("call", "St._Ives")),
        ("call up hill", ("call", "up-hill")),
        ("call a new word", ("call", "a_new_word")),
        ("call", ("call",)),
        ("p1 call up-hill", ("call", "up-hill")),
        ("2 call up-hill", ("call", "up-hill")),
        ("p1 move york 2", ("move", "York", "2")),
        ("move move york 2", ("move", "York", "2")),
        ("move york 2", ("move", "York", "2")),
        ("move york 3", ("move", "york", "3")),
        ("move call up-hill", ("call", "up-hill")),
        ("p1", ("p1",)),
        ("p1 sing loud", ("p1", "sing", "loud")),
        ("hope up", ("hope", "up")),
        ("give ben ray 5", ("give", "2", "5")),
        ("give Ben_Ray 5", ("give", "2", "5")),
        ("give ada 5", ("give", "1", "5")),
        ("give 2 5", ("give", "2", "5")),
        ("give 7 5", ("give", "7", "5")),
        ("give nobody 5", ("give", "nobody", "5")),
        ("st\u200dop", ("stop",)),
        ("sing loud", ("sing", "loud")),
    ],
)
def test_typed_line_ignores_case_and_prefix_and_accepts_names(line: str, words: tuple[str, ...]) -> None:
    assert move._resolve_words(place(), line) == words


def test_player_not_to_move_can_plan() -> None:
    assert move._resolve_words(place(offers=None), "HOPE UP") == ("hope", "up")
    assert move._resolve_words(place(offers=None), "stop now") == ("stop", "now")
    assert not list(move._offers_of_kind(place(offers=None), Call)) and list(move._offers_of_kind(place(), Hope)) == [
        *PLANS
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [("give", " Write a player as a seat: 2 Ben Ray, 3 7."), ("call", ""), ("sing", "")],
)
def test_error_in_a_move_about_a_player_explains_naming(name: str, said: str) -> None:
    assert move._seat_names_text(place(), name) == said


@pytest.mark.parametrize(
    ("spelled", "said", "told"),
    [
        ("call x", "No.", "No. Example: “call St.\\_Ives”."),
        ("call x", "No. Example: y.", "No. Example: y."),
        ("call x", "No “call St._Ives” now.", "No “call St.\\_Ives” now."),
        ("sing x", "No.", "No."),
        ("hope x", "No.", "No. Example: “hope up”."),
        ("give x", "No.", "No. Write a player as a seat: 2 Ben Ray, 3 7. Example: “give 2 5”."),
    ],
)
def test_error_includes_an_example_unless_it_has_one(spelled: str, said: str, told: str) -> None:
    assert move._add_example(place(), spelled, escape_prose(said)) == told


@pytest.mark.parametrize(
    ("given", "count"),
    [
        ({}, 2),
        ({"town": "", "gate": None}, 2),
        ({"town": "york"}, 2),
        ({"town": "york", "gate": 1}, 1),
        ({"town": " York ", "gate": "2"}, 1),
        ({"town": "Hull"}, 0),
        ({"gate": 3}, 0),
    ],
)
def test_given_options_narrow_the_possible_moves(given: Any, count: int) -> None:
    moves = [offer for offer in OFFERS if isinstance(offer, Move)]
    assert len(move._matching_offers(moves, given)) == count


@pytest.mark.parametrize(
    ("given", "understood"),
    [
        ({"word": "up hill"}, {"word": "up hill"}),
        ({"word": "st. ives"}, {"word": "st. ives"}),
        ({"word": "hill"}, {"word": "up-hill"}),
        ({"word": "nothing"}, {"word": "nothing"}),
        ({"word": 5}, {"word": 5}),
    ],
)
def test_value_name_and_offered_value_are_both_accepted(given: Any, understood: Any) -> None:
    assert move._resolve_labels(place(), Call, given) == understood


@pytest.mark.parametrize(("value", "word_"), [("a b", "a_b"), ("  ", "_"), ("", "_"), (5, "5"), (" a ", "a")])
def test_value_is_one_word_of_notation(value: object, word_: str) -> None:
    assert move._notation_word(value) == word_


@pytest.mark.parametrize(
    ("typed", "fits"),
    [("", True), ("york", True), ("IVES st", True), ("st._ives", True), ("gate ives", True), ("york x", False)],
)
def test_typed_text_matches_word_or_label(typed: str, fits: bool) -> None:
    assert move._is_prefix_match(typed, "St._Ives", "York gate") == fits


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("Call a ``word``. (R 4) It is loud.", "Call a word"),
        ("Give money: some.\nOr not.", "Give money: some"),
        (".", "."),
        ("Go", "Go"),
        ("Go:", "Go"),
    ],
)
def test_command_description_is_the_first_sentence(text: str, first: str) -> None:
    assert move._first_sentence(text) == first


@pytest.mark.parametrize("key", GAMES)
def test_command_has_an_option_per_field_with_number_types(key: str) -> None:
    group = move_commands(GAMES[key])
    assert group.description == f"Make a move in {GAMES[key].name}"
    for kind in GAMES[key].actions:
        command = cast(Any, group.get_command(verb_of(kind)))
        assert command.description.split()[0] == (kind.__doc__ or "").split()[0]
        for option in command.parameters:
            hint = field_type(kind, option.name)
            number = getattr(hint, "__supertype__", hint) is int
            assert (option.type.name == "integer") == number, (kind, option.name)
            assert option.autocomplete and option.required


def test_move_words_are_written_as_in_files() -> None:
    assert notation_word("St. Ives") == "St._Ives"


MANY = [(f"go {n}", f"Go to {name}") for n, name in enumerate(("York mill", "Hull mill", "York gate", "Leeds"))]


@pytest.mark.parametrize(
    ("typed", "most", "lines"),
    [
        ("york", 9, [0, 2]),
        ("york", 1, [0]),
        ("mill york", 9, [0]),
        ("york mill", 9, [0]),
        ("york mill x", 9, [0]),
        ("york xx yy", 9, []),
        ("york mill xx yy", 9, []),
        ("leed", 9, [3]),
        ("lee", 9, []),
        ("leedz", 9, [3]),
        ("3", 9, [3]),
        ("4", 9, []),
        ("the", 9, []),
    ],
)
def test_one_of_three_words_may_be_unmatched(typed: str, most: int, lines: list[int]) -> None:
    assert best_matches(typed, MANY, most) == [MANY[n] for n in lines]


def test_typed_text_is_read_up_to_the_length_of_a_move() -> None:
    assert best_matches("x" * 95 + " york", MANY, 9) == [] and best_matches(" " * 96 + "york", MANY, 9) == [
        MANY[0],
        MANY[2],
    ]
    assert best_matches(" " * 97 + "york", MANY, 9) == []


@pytest.mark.parametrize(
    ("typed", "value"),
    [
        ("my mill", "a"),
        ("ben’s mill", "b"),
        ("mill", None),
        ("ada’s", "a"),
        ("gate", "c"),
        ("07", "d"),
        ("7", "d"),
        ("", None),
        ("tower", None),
    ],
)
def test_value_matches_full_name_or_unique_part(typed: str, value: str | None) -> None:
    values = {"a": "Ada’s mill: new", "b": "Ben’s mill, old", "c": "Gate (tower)", "d": "7: lucky"}
    assert find_value_by_name(typed, values, "Ada") == value
