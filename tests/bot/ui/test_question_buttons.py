"""Answers as buttons: which ones, with which labels, and outdated buttons."""

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Annotated, Any, cast

import pytest
from msgspec import Meta
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown, escape_prose, md
from bot.ui.answer_buttons import AnswerButton, likeliest_question, make_labels_distinct
from bot.ui.answer_layout import MAX_BUTTONS, NO_SURROUNDINGS, AnswerLayout, PageSurroundings, lay_out_answers
from bot.ui.question_buttons import question_button_rows
from bot.ui.question_components import words_of_back, words_of_other_paths
from bot.ui.question_page import answers_line, scenes_of_question
from bot.ui.questions import AnswerChoice, Question, letter_key, next_question, notation_words
from engine import GAMES, Action, Seat, decisions, play
from engine.core import verb_of
from engine.core.short_label import ShortLabel
from render import Choice
from tests.bot.press_counts import place_of
from tests.bot.simulated_channel import NAMES, SELECT, World, spelled, world
from tests.bot.ui.test_questions import Dig

MAP = "railway-rivals"
"""A game with more places than buttons."""
LITTLE = PageSurroundings(line_count=18, below=())
"""The surroundings of a page whose text leaves room for three short rows."""


class Halt(Action, frozen=True):
    """Halt."""


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
    """Lay track by a path; any may be typed."""

    way: Annotated[str, Meta(examples=["a-b-c"])]


class Ride(Action, frozen=True):
    """Ride with a cargo to a town, by one path or another."""

    cargo: str
    town: str
    way: str


class Reach(Action, frozen=True):
    """Reach a town by a path."""

    path_field = "by"

    town: str
    by: str


class Seen:
    """A game whose labels are the words themselves. Pictures mark its answers, unless they are ``bare``.

    Moves to one place have one mark if the values of a field are ``shared``. The pictures of ``places`` are always
    kept.
    """

    view = name = drawing_context = None

    def __init__(
        self,
        bare: Collection[str] = ("word", "cargo"),
        shared: Collection[str] = (),
        places: Collection[str] = (),
        worths: Mapping[str, int] | None = None,
        detail: str = "",
    ) -> None:
        self.painter = SimpleNamespace(
            fields_without_marks=lambda _: bare,
            fields_marked_together=lambda _: set(shared),
            place_fields=lambda _: places,
            uncut_heights=lambda _: {},
            list_lengths=lambda _: {},
            has_overview=lambda _: False,
            first_choice_letter=lambda _: 0,
        )
        spelled = SimpleNamespace(
            label=lambda _, action, field, __: self.label(action, field),
            short_label=lambda _, action, field, __: ShortLabel(self.label(action, field)),
        )
        agent = SimpleNamespace(score_action=lambda *_: 0.0, search_settings=None)
        self.game = SimpleNamespace(text=spelled, agent=agent)
        self.worths, self.detail = worths or {}, detail

    def label(self, action: Any, field: str = "") -> str:
        return str(getattr(action, field)) if field else " ".join(notation_words(action)[1:])

    def action_text(self, action: Any, field: str = "") -> Markdown:
        return escape_prose(self.label(action, field))

    def short_label(self, action: Any, field: str = "") -> ShortLabel:
        label = self.label(action, field)
        quiet = isinstance(action, Halt)
        return ShortLabel(label, self.detail, gains=(self.worths.get(label, 0),), quiet=quiet)

    def question_context(self, action: Any, field: str) -> Any:
        return md("")


def laid(seen: Seen, found: Question, page: int = 0, around: PageSurroundings = NO_SURROUNDINGS) -> AnswerLayout:
    return lay_out_answers(cast(Any, seen), found, page, around)


def shown(seen: Seen, found: Question, around: PageSurroundings = NO_SURROUNDINGS) -> list[str]:
    """Return the labels of the first page's buttons."""
    return [chip.label for chip in laid(seen, found, 0, around).buttons]


def calls(count: int, long: bool = False) -> Question:
    """Return a question with ``count`` answers. The ``long`` ones take a line each."""
    names = [f"{'x' * 30 if long else 'w'}{n}" for n in range(count)]
    return Question(
        "choices", ("call",), "word", tuple(AnswerChoice((n,), n, (Call(Seat(1), n),)) for n in names), None
    )


# -- what stands on them


def test_answer_marked_in_picture_has_its_letter() -> None:
    asked = next_question([Call(Seat(1), "up"), Call(Seat(1), "down")], ["call"])
    assert asked is not None
    assert shown(Seen(), asked) == ["up", "down"] and shown(Seen(bare=()), asked) == ["A · up", "B · down"]


def test_letters_continue_after_those_of_the_picture() -> None:
    seen, asked = Seen(bare=()), next_question([Call(Seat(1), "up"), Call(Seat(1), "down")], ["call"])
    seen.painter.first_choice_letter = lambda _: 13
    assert asked is not None and shown(seen, asked) == ["N · up", "O · down"]


def test_answers_are_ordered_by_the_gain_in_their_labels() -> None:
    asked = next_question([Call(Seat(1), word) for word in ("up", "down", "on")], ["call"])
    assert asked is not None and shown(Seen(worths={"on": 3, "down": 1}), asked) == ["on", "down", "up"]


@pytest.mark.parametrize(("detail", "lines"), [("", ()), ("goes on", ("Each: goes on.",)), ("ends.", ("Each: ends.",))])
def test_common_text_of_all_answers_is_shown_once_above(detail: str, lines: tuple[str, ...]) -> None:
    assert laid(Seen(detail=detail), calls(3)).common_lines == lines
    assert not laid(Seen(detail=detail), calls(1)).common_lines


def told(*pairs: tuple[str, str, str]) -> list[str]:
    chips = [AnswerButton(tuple(spelled.split()), label, Halt(Seat(1)), detail) for spelled, label, detail in pairs]
    return [chip.label for chip in make_labels_distinct(chips)]


def test_equal_labels_are_distinguished_by_details_or_next_question() -> None:
    assert told(("a", "up", ""), ("b", "down", "")) == ["up", "down"]
    assert told(("a", "up", "by York; steep"), ("b", "up", "by Hull; steep")) == ["up, by York", "up, by Hull"]
    assert told(("a x 1", "up", ""), ("a x 2", "up", "")) == ["up"]
    assert told(("a", "up", ""), ("b", "up", "")) == ["up (1)", "up (2)"]


# -- which of them are buttons


@pytest.mark.parametrize(
    ("count", "buttons", "rest", "last"),
    [(4, 4, 0, 0), (15, 15, 0, 0), (16, 14, 2, 0), (40, 15, 25, 0), (41, 15, 10, 1)],
)
def test_answers_that_fit_are_buttons_and_the_rest_a_select(count: int, buttons: int, rest: int, last: int) -> None:
    page = laid(Seen(), calls(count))
    assert (len(page.buttons), len(page.in_select), page.last) == (buttons, rest, last)


@pytest.mark.parametrize(("lines", "buttons"), [(3, 8), (12, 3), (14, 2), (20, 1)])
def test_text_above_leaves_less_room_for_buttons(lines: int, buttons: int) -> None:
    page = laid(Seen(), calls(12, long=True), 0, PageSurroundings(line_count=lines))
    assert len(page.buttons) == buttons and len(page.buttons) + len(page.in_select) == 12
    assert page.is_fitting == (lines < 20)


def test_pages_of_long_question_have_every_answer_once() -> None:
    asked = calls(90)
    pages = [laid(Seen(), asked, page, PageSurroundings(line_count=3 + 5 * (page % 2))) for page in range(4)]
    listed = [chip.words[0] for page in pages for chip in (*page.buttons, *page.in_select)]
    assert listed == [f"w{n}" for n in range(90)] and laid(Seen(), asked, 9) == laid(Seen(), asked, 3)


@pytest.mark.parametrize(("places", "pictured"), [((), False), (("word",), True)])
def test_picture_is_dropped_for_answers_unless_it_shows_places(places: tuple[str, ...], pictured: bool) -> None:
    page = laid(Seen(bare=(), places=places), calls(9, long=True), 0, PageSurroundings(line_count=9))
    assert page.is_pictured == pictured and bool(page.marks) == pictured


@pytest.mark.parametrize(
    ("bare", "towns", "first", "count"),
    [(True, 7, "c0 t0", 14), (True, 30, "c0", 2), (True, 1, "c0", 2), (False, 1, "A · c0", 2)],
)
def test_whole_moves_are_buttons_if_they_save_a_question_and_fit(
    bare: bool, towns: int, first: str, count: int
) -> None:
    entries = tuple(
        AnswerChoice((f"c{c}",), "AB"[c], tuple(Haul(Seat(1), f"c{c}", f"t{t}") for t in range(towns)))
        for c in range(2)
    )
    found = Question("choices", ("haul",), "cargo", entries, None)
    labels = shown(Seen(("cargo",) if bare else ()), found)
    assert (labels[0], len(labels)) == (first, count)


def test_whole_moves_in_a_select_gain_less_than_buttons() -> None:
    entries = tuple(
        AnswerChoice((f"c{c}",), "AB"[c], tuple(Haul(Seat(1), f"c{c}", f"t{t}") for t in range(10))) for c in range(2)
    )
    found = Question("choices", ("haul",), "cargo", entries, None)
    assert shown(Seen(), found) == ["c0", "c1"], "nothing says which are the lesser"
    page = laid(Seen(worths={f"c{n % 2} t{n // 2}": 20 - n for n in range(20)}), found)
    assert [chip.label for chip in page.buttons][:3] == ["c0 t0", "c1 t0", "c0 t1"] and page.in_select


def test_whole_moves_have_letters_and_places_have_all_of_theirs() -> None:
    rides = [[Ride(Seat(1), f"c{c}", f"t{t}", "w") for t in range(3)] for c in range(2)]
    entries = tuple(AnswerChoice((f"c{c}",), letter_key(c), tuple(of_it)) for c, of_it in enumerate(rides))
    seen, found = Seen(bare=(), shared=("town",)), Question("choices", ("ride",), "cargo", entries, None)
    page = laid(seen, found)
    told = [ride for of_it in rides for ride in of_it]
    assert [chip.label for chip in page.buttons] == [
        f"{letter} · {ride.cargo} {ride.town} w" for letter, ride in zip("ABCDEF", told, strict=True)
    ]
    assert (page.marked_field, page.marks) == ("town", tuple(zip("ABCDEF", ((ride,) for ride in told), strict=True)))
    assert page.button_marks == tuple("ABCDEF")


def test_select_options_have_no_letters_and_no_marks() -> None:
    found = next_question([Haul(Seat(1), f"c{c}", "t0") for c in range(20)], ["haul"])
    assert found is not None
    page = laid(Seen(bare=(), places=("cargo",)), found)
    shown_letters = [letter_key(at) for at in range(len(page.buttons))]
    assert page.in_select and [key for key, _ in page.marks] == shown_letters == list(page.button_marks)
    assert [chip.label for chip in page.in_select] == [f"c{c}" for c in range(len(page.buttons), 20)]


REACHES = [Reach(Seat(1), town, by) for town in ("York", "Hull") for by in ("river", "hill")]


def test_best_route_to_each_goal_is_a_button_and_others_are_behind_other_ways() -> None:
    offers = [*REACHES, *(Reach(Seat(1), f"t{n}", by) for n in range(30) for by in "xy")]
    found = next_question(offers, ["reach"])
    assert found is not None
    seen = Seen(bare=("town", "by"), worths={"York hill": 9, "Hull river": 7, "Hull hill": 2})
    page = laid(seen, found)
    assert [chip.label for chip in page.buttons][:2] == ["York hill", "Hull river"]
    assert not {"York river", "Hull hill"} & {chip.label for chip in (*page.buttons, *page.in_select)}
    picked = next_question(offers, ["reach", "York", "hill"])
    assert picked is not None and words_of_other_paths(picked, offers) == ("reach", "York")
    assert words_of_back(cast(Any, seen), picked, offers) == ("reach",)


def test_other_ways_button_needs_another_route() -> None:
    offers = [Reach(Seat(1), "York", "river"), Reach(Seat(1), "Hull", "hill")]
    picked = next_question(offers, ["reach", "York"])
    assert picked is not None and picked.kind == "confirm" and words_of_other_paths(picked, offers) is None


@pytest.mark.parametrize(
    ("around", "labels"),
    [
        (PageSurroundings(), "dig 1, dig 2, dig 3, call up, call down, halt"),
        (LITTLE, "Dig…, dig 3, call up, call down, halt"),
        (replace(LITTLE, line_count=20), "Dig…, dig 3, Call…, halt"),
    ],
)
def test_verbs_with_fewest_moves_are_expanded_first_if_they_fit(around: PageSurroundings, labels: str) -> None:
    offers = [Halt(Seat(1)), *(Dig(Seat(1), holes) for holes in (1, 2, 3)), Call(Seat(1), "up"), Call(Seat(1), "down")]
    found = next_question(offers)
    assert found is not None and ", ".join(shown(Spoken(), found, around)) == labels


def test_open_ended_verb_is_one_button() -> None:
    found = next_question([Halt(Seat(1)), Lay(Seat(1), "a-b"), Lay(Seat(1), "a-c")])
    assert found is not None and shown(Spoken(), found) == ["Lay…", "halt"]


class Spoken(Seen):
    """A game in which the label of a whole move is its line."""

    def label(self, action: Any, field: str = "") -> str:
        return super().label(action, field) if field else " ".join(notation_words(action))


@pytest.mark.parametrize(
    ("bets", "lines", "others"),
    [(2, 3, ["b0", "b1"]), (5, 3, ["Bet…"]), (3, 18, ["b0", "b1", "b2"]), (3, 21, ["Bet…"])],
)
def test_moves_of_another_verb_are_shown_if_they_fit(bets: int, lines: int, others: list[str]) -> None:
    beside = AnswerChoice(("bet",), "", tuple(Bet(Seat(1), f"b{n}") for n in range(bets)))
    page = laid(Seen(), replace(calls(3), other_verbs=(beside,)), 0, PageSurroundings(line_count=lines))
    assert [chip.label for chip in page.others] == others and all(chip.is_quiet for chip in page.others)


# -- pictures and words


def test_verb_question_has_no_picture_and_later_ones_have_one() -> None:
    offers, seen = [Call(Seat(1), "up"), Call(Seat(1), "down"), Bet(Seat(1), "up")], Seen(bare=())
    drawn: list[Any] = []
    vars(seen.painter).update(choice_scenes=lambda *shown: drawn.append(shown[2:]) or (), preview_scenes=lambda *_: ())
    asked = [next_question(offers, picked.split()) for picked in ("", "call", "call up")]
    pages = [(found, laid(seen, found) if found.kind != "confirm" else AnswerLayout(())) for found in asked if found]
    pictures = [scenes_of_question(cast(Any, seen), found, layout) for found, layout in pages]
    assert [scenes and list(scenes()) for scenes in pictures] == [None, [], []]
    assert drawn == [("word", (Choice("A", (offers[0],)), Choice("B", (offers[1],))))]


def test_previous_answers_are_shown_without_effects() -> None:
    class Told(Seen):
        def label(self, action: Any, field: str = "") -> str:
            return f"{super().label(action, field)}: a heavy load"

    offers = [Haul(Seat(1), *load) for load in (("coal", "York"), ("coal", "Hull"), ("ore", "Hull"))]
    found = next_question(offers, ["haul", "coal"])
    assert found is not None and answers_line(cast(Any, Told()), found) == ["Haul → coal → **Town?**"]


def build_question() -> tuple[Any, Question, Any]:
    """Return the first question of a turn to build: its seat context, the choice of a verb, and the offers."""
    game = GAMES[MAP]
    state, _ = game.new_game(game.options(), 2, 7)
    while not any(verb_of(offer) == "build" for offer in decisions(state)[0].offers):
        state, _ = play(state, next(iter(decisions(state)[0].offers)))
    (asked, *_), offers = decisions(state), tuple(decisions(state)[0].offers)
    first = next_question(offers)
    assert first is not None and first.kind == "verbs"
    return place_of(game, state, asked, 2), first, offers


def test_first_question_of_likeliest_verb_is_asked_directly() -> None:
    place, first, offers = build_question()
    found = likeliest_question(place.table_view, first, offers)
    assert found.field and found.previous_words is None
    assert [entry.words for entry in found.other_verbs] == [entry.words for entry in first.entries[1:]]


def test_more_button_shows_every_answer() -> None:
    place, first, offers = build_question()
    found = likeliest_question(place.table_view, first, offers)
    page = lay_out_answers(place.table_view, found)
    assert len(page.buttons) <= MAX_BUTTONS and len(page.in_select) <= limits.SELECT_OPTIONS
    more = [
        item for row in question_button_rows(place, found, 0) for item in row if getattr(item, "label", "") == "More"
    ]
    assert all(str(cast(Any, item).custom_id).endswith(" ".join(["-0", *found.picked])) for item in more)


async def test_select_of_an_outdated_page_still_works(tmp_path: Path) -> None:
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
    """Put a select into the message, as an older release showed it."""
    option = {"label": value, "value": value}
    stored = running.env.backend.get_message(message.channel_id, message.id)
    parts = [{"type": SELECT, "custom_id": identity, "options": [option], "min_values": 1, "max_values": 1}]
    stored.components = [{"type": 1, "components": parts}]


def test_slot_button_has_number_card_and_price() -> None:
    game = GAMES["railroader"]
    state, _ = game.new_game(game.options(), 2, 1)
    asked = decisions(state)[0]
    place, found = place_of(game, state, asked, 2), next_question(asked.offers, ("buy",))
    assert found is not None
    labels = [chip.label for chip in lay_out_answers(place.table_view, found).buttons]
    assert [label[:4] for label in labels] == [f"{n} · " for n in range(1, len(labels) + 1)]
    assert all(" gold, " in label for label in labels), "what it costs, and what it brings"


def briefs_of(key: str, verb_: str, field: str = "") -> list[str]:
    """Return the labels of the first question with this verb in a game of three."""
    game = GAMES[key]
    state, _ = game.new_game(game.options(), 3, 3)
    while True:
        asked = decisions(state)[0]
        wanted = [action for action in asked.offers if verb_of(action) == verb_]
        if wanted:
            seen = place_of(game, state, asked, 3).table_view
            return [seen.short_label(action, field).label for action in wanted]
        state, _ = play(state, next(iter(asked.offers)))


@pytest.mark.parametrize(
    ("key", "verb_", "field", "unit"),
    [
        ("railroad-rivals", "draft", "tile", r" cubes?\b|no cubes| stock · \d+ now, ~\d+ at the end"),
        ("railroad-rivals", "place", "", r" \(\d\) [NESW] of .+ · "),
        ("railway-rivals", "start", "town", r" next towns cost \d+"),
        ("railway-rivals", "build", "", r" \d+ of \d+| cost \d+"),
        ("railroads-of-catan", "pick", "hex", r" · \$\d+, (\d+ markets?|track \$[\d,]+)$"),
        ("railroader", "buy", "slot", r" gold, "),
    ],
)
def test_numbers_have_units_and_places_have_one_notation(key: str, verb_: str, field: str, unit: str) -> None:
    labels = briefs_of(key, verb_, field)
    assert labels and all(re.search(unit, label) for label in labels), labels


def test_stop_building_label_says_what_is_lost_or_kept() -> None:
    game = GAMES["railway-rivals"]
    state, _ = game.new_game(game.options(), 3, 3)
    while not (done := [a for d in decisions(state)[:1] for a in d.offers if verb_of(a) == "done"]):
        state, _ = play(state, next(iter(decisions(state)[0].offers)))
    label = place_of(game, state, decisions(state)[0], 3).table_view.short_label(done[0]).label
    assert re.fullmatch(r"Stop building \(lose \d points?\)", label)
