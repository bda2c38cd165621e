"""The rows of a question: pages, numbers above the listed ones, steps of a move, and targets of buttons."""

from collections.abc import Collection, Iterator, Sequence
from typing import Annotated, Any, cast

import pytest
from msgspec import Meta
from msgspec.structs import replace

from bot import limits
from bot.markdown import md
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
from bot.ui.components import button
from bot.ui.question_components import QuestionLinks, QuestionView, page_surroundings, question_rows
from bot.ui.questions import AnswerChoice, Question, next_question
from engine import Action, Seat
from engine.core import AmountOffers, CombinedOffers
from tests.bot.ui.test_question_buttons import Bet, Halt, Seen, calls
from tests.bot.ui.test_questions import Offer

ONE = Seat(1)
LEADS = QuestionLinks(
    menu=lambda picked, page: f"m {page} {' '.join(picked)}",
    select=lambda picked: f"s {' '.join(picked)}",
    form=lambda picked: f"n {' '.join(picked)}",
    confirm=lambda action: f"a {action}",
)
STEPWISE = replace(LEADS, steps=lambda picked, chosen: f"{'next' if chosen else 'first'} {' '.join(picked)}")


def asked(
    found: Question | None, offers: Collection[Action] = (), leads: QuestionLinks = LEADS, bare: Sequence[str] = ()
) -> QuestionView:
    assert found is not None
    return QuestionView(cast(Any, Seen(bare)), found, leads, [button("Back", "back")], offers)


def ways(rows: Sequence[Sequence[Any]]) -> list[list[tuple[str, str]]]:
    """Return label and ``custom_id`` of the buttons by row."""
    return [[(item.label, item.custom_id) for item in row] for row in rows]


def rows_of(question: QuestionView, page: int = 0, beside: Sequence[Any] = ()) -> Any:
    """Return the rows of a question under a short text."""
    if question.question.kind == "confirm":
        return question_rows(question, AnswerLayout(()), beside)
    return question_rows(
        question, lay_out_answers(question.table_view, question.question, page, page_surroundings(question, md("?")))
    )


@pytest.mark.parametrize(
    ("page", "turning"),
    [
        (0, [("More", "m 1 call")]),
        (1, [("Earlier", "m 0 call"), ("More", "m 2 call")]),
        (2, [("Earlier", "m 1 call")]),
    ],
)
def test_page_buttons_of_long_question_lead_to_neighboring_pages(page: int, turning: list[tuple[str, str]]) -> None:
    below = rows_of(asked(calls(60), bare=["word"]), page)[-1]
    assert ways([below]) == [[*turning, ("Back", "back")]]


def test_answers_without_button_are_select_options() -> None:
    (choice,) = [row[0] for row in rows_of(asked(calls(22), bare=["word"])) if hasattr(row[0], "options")]
    first, *_, last = choice.options
    assert (first.label, first.value, last.value) == ("w15", "w15", "w21")
    assert choice.custom_id == "s call" and choice.placeholder == "7 more choices…"


def test_second_line_has_details_in_which_answers_differ() -> None:
    class Told(Seen):
        def short_label(self, action: Any, field: str = "") -> Any:
            brief = super().short_label(action, field)
            return replace(brief, detail=f"by {brief.label}")

    for seen, about in ((Told(["word"]), "by w15"), (Seen(["word"], detail="far"), None)):
        question = replace(asked(calls(22)), table_view=cast(Any, seen))
        (choice,) = [row[0] for row in rows_of(question) if hasattr(row[0], "options")]
        assert choice.options[0].description == about


def test_verb_select_option_has_no_words_before_it() -> None:
    offers = [Bet(ONE, "x" * 30 + str(n)) for n in range(3)]
    found = replace(next_question(offers, ["bet"]), picked=())  # as where the verbs themselves are a select
    layout = AnswerLayout(
        lay_out_answers(cast(Any, Seen()), found).buttons[:1], lay_out_answers(cast(Any, Seen()), found).buttons[1:]
    )
    (choice,) = [row[0] for row in question_rows(asked(found), layout) if hasattr(row[0], "options")]
    assert choice.custom_id == "s -"


def test_more_button_beside_other_verbs_leads_to_the_question_alone() -> None:
    other = AnswerChoice(("bet",), "", tuple(Bet(ONE, f"b{n}") for n in range(2)))
    first, *_, last = rows_of(asked(replace(calls(60), other_verbs=(other,)), bare=["word"]))
    assert ways([first])[0][0] == ("w0", "m 0 call w0")
    assert ways([last])[0] == [("b0", "m 0 bet b0"), ("b1", "m 0 bet b1"), ("More", "m 0 call"), ("Back", "back")]


@pytest.mark.parametrize(("high", "typed"), [(5, False), (6, False), (7, False), (8, True), (40, True)])
def test_number_without_button_can_be_typed(high: int, typed: bool) -> None:
    offers = CombinedOffers((Halt(ONE),), AmountOffers(Offer, ONE, 3, high))
    below = ways(rows_of(asked(next_question(offers, ["offer"]), offers, bare=["price"])))[-1]
    assert (("Another number…", "n offer") in below) == typed


def test_numbers_are_in_ascending_order() -> None:
    offers = CombinedOffers((Halt(ONE),), AmountOffers(Offer, ONE, 3, 40))
    first, second, *_ = ways(rows_of(asked(next_question(offers, ["offer"]), offers, bare=["price"])))
    assert [label for label, _ in first] == ["3", "4", "5", "6", "7"]
    assert second == [("11", "m 0 offer 11"), ("16", "m 0 offer 16"), ("40", "m 0 offer 40")]


def test_confirmation_has_buttons_for_higher_numbers() -> None:
    offers = CombinedOffers((Halt(ONE),), AmountOffers(Offer, ONE, 3, 12))
    confirming, below = ways(rows_of(asked(next_question(offers, ["offer", "4"]), offers), 0, [button("Both", "both")]))
    assert [label for label, _ in confirming] == ["Confirm", "Both", "Back"]
    assert below == [("+1", "m 0 offer 5"), ("+5", "m 0 offer 9"), ("Another number…", "n offer")]


class Lay(Action, frozen=True):
    """Lay track along a path, step by step."""

    gauge: str
    path: Annotated[str, Meta(examples=["a-b"])]


class Tracks(Collection[Lay]):
    """Paths that may continue to any of ``count`` places."""

    def __init__(self, ways: int) -> None:
        self.ways = ways

    def __iter__(self) -> Iterator[Lay]:
        return (Lay(ONE, gauge, f"a-{gauge}") for gauge in ("broad", "narrow"))

    def __len__(self) -> int:
        return 2

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Lay)

    def begin_action(self, words: Sequence[str]) -> Action | None:
        return Lay(ONE, words[1], "a") if self.ways else None

    def continuations(self, action: Lay) -> tuple[Action, ...]:
        return tuple(Lay(ONE, action.gauge, f"{action.path}-{n}") for n in range(self.ways))


class Stepping(Seen):
    """A game whose last steps are labeled with their last place."""

    def label(self, action: Any, field: str = "") -> str:
        return f"to {action.path}: goes on" if field == "+" else super().label(action, field)


@pytest.mark.parametrize(
    ("steps", "ways_on", "typing"),
    [
        (False, 0, ["Type it…"]),
        (True, 0, ["Type it…"]),
        (False, 3, ["Type it…"]),
        (True, 3, ["Type it…", "Step by step…"]),
    ],
)
def test_path_is_built_step_by_step_if_possible(steps: bool, ways_on: int, typing: list[str]) -> None:
    offers, leads = Tracks(ways_on), STEPWISE if steps else LEADS
    (*_, below) = ways(rows_of(asked(next_question(offers, ["lay", "broad"]), offers, leads, ["path"])))
    assert [label for label, _ in below] == [*typing, "Back"]
    assert not steps or not ways_on or below[1][1] == "first lay broad a"


@pytest.mark.parametrize(
    ("steps", "ways_on", "listed"), [(False, 3, 0), (True, 0, 0), (True, 3, 3), (True, limits.SELECT_OPTIONS + 1, 25)]
)
def test_complete_path_can_be_extended_by_a_select(steps: bool, ways_on: int, listed: int) -> None:
    offers, leads = Tracks(ways_on), STEPWISE if steps else LEADS
    question = asked(next_question(offers, ["lay", "broad", "a-b"]), offers, leads)
    _, *below = rows_of(replace(question, table_view=cast(Any, Stepping())))
    selects: list[Any] = [item for row in below for item in row if hasattr(item, "options")]
    assert [len(one.options) for one in selects] == ([listed] if listed else [])
    for one in selects:
        assert one.custom_id == "next lay broad"
        first = one.options[0]
        assert (first.label, first.value, first.description) == ("to a-b-0", "a-b-0", "goes on")
