"""The layout of the answers to a question.

Answers are buttons, up to the number that a phone shows at once; the rest are options of a select. Answers have letters
if the picture marks them.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from bot import limits
from bot.markdown import Markdown, escape_prose, md
from bot.ui import phone_height
from bot.ui.answer_buttons import (
    AnswerButton,
    best_moves_by_goal,
    expanded_verb_buttons,
    has_short_labels,
    is_goal_question,
    is_quiet_verb,
    make_labels_distinct,
    move_buttons,
    number_buttons,
    other_verb_buttons,
    value_buttons,
    verb_buttons,
    whole_move_buttons,
    whole_moves,
)
from bot.ui.questions import Question, letter_key, notation_words
from bot.view import TableView
from engine import Action
from engine.core import field_names, verb_of
from render.scene_cropping import FLAT

MAX_BUTTONS = 15
"""Maximum number of buttons for answers."""
_MIN_OWN_BUTTONS = 2
"""Minimum number of buttons for the question's own answers, next to moves of other verbs. A select counts as one."""
_MIN_BUTTONS_WITH_PICTURE = 3
"""Minimum number of answer buttons on a page with a picture. If fewer fit, the picture is omitted."""
_MIN_OVERVIEW_RATIO = 0.38
"""Minimum ratio of height to width of the picture on a page that asks for a verb."""
_MAX_WINDOW_RATIO = 1.0
"""Maximum ratio of height to width of a cropped picture."""


class PageSurroundings(msgspec.Struct, frozen=True):
    """The parts of a page around the answers: the number of text lines, and the labels of other buttons.

    The ``quick`` buttons are above the answers and make the moves ``quick_actions`` immediately. The ``more`` buttons
    follow the answers in the same rows. The buttons ``below`` lead to other pages.
    """

    line_count: int = 3
    quick: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    below: tuple[str, ...] = ("Back",)
    quick_actions: tuple[Action, ...] = ()


NO_SURROUNDINGS = PageSurroundings()
"""The surroundings of a question with a short text and a Back button."""


class AnswerLayout(msgspec.Struct, frozen=True):
    """The answers on one page of a question: ``buttons``, and options ``in_select``. ``others`` are the other verbs.

    ``page`` is the page's number and ``last`` the last page's. ``marks`` are the letters in the picture, each with its
    possible actions; they mark values of ``marked_field``. Options of a select have letters only if the picture
    ``is_list``, a list of all answers. The picture is cropped around the ``button_marks``, the letters of buttons, and
    its height is at most ``tallest`` times its width. At most ``max_buttons`` answers may be buttons.
    """

    buttons: tuple[AnswerButton, ...]
    in_select: tuple[AnswerButton, ...] = ()
    others: tuple[AnswerButton, ...] = ()
    page: int = 0
    last: int = 0
    marked_field: str = ""
    marks: tuple[tuple[str, tuple[Action, ...]], ...] = ()
    button_marks: tuple[str, ...] = ()
    tallest: float = FLAT
    is_pictured: bool = False
    is_list: bool = False
    is_fitting: bool = True
    max_buttons: int = MAX_BUTTONS

    @property
    def common_lines(self) -> tuple[Markdown, ...]:
        """The detail that all answers share: “Each: the fastest way, pays no fees.” Empty if the details differ."""
        shared = _common_detail((*self.buttons, *self.in_select))
        return (md("Each: {}.", escape_prose(shared.rstrip("."))),) if shared else ()


def lay_out_answers(
    table_view: TableView, question: Question, page: int = 0, around: PageSurroundings = NO_SURROUNDINGS
) -> AnswerLayout:
    """Return the layout of the answers to a question; ``page`` is the page's number, starting at 0."""
    if question.kind == "verbs":
        return _lay_out_verbs(table_view, question, around)
    if question.kind == "number":
        answer_buttons = number_buttons(table_view, question)
        is_fitting = _is_fitting(
            [answer_button.label for answer_button in answer_buttons],
            0,
            (),
            around,
            _picture_height(table_view, question),
        )
        is_pictured = is_fitting and not _has_no_marks(table_view, question)
        return AnswerLayout(tuple(answer_buttons), is_pictured=is_pictured)
    choices = _choices(table_view, question, around)
    collapsed = _arrange_answers(table_view, question, choices, page, around, other_verb_buttons(table_view, question))
    expanded = [
        _arrange_answers(table_view, question, choices, page, around, others)
        for others in expanded_verb_buttons(table_view, question)
    ]
    fitting = [
        layout
        for layout in expanded
        if layout.is_fitting and len(layout.buttons) + bool(layout.in_select) >= _MIN_OWN_BUTTONS
    ]
    return max((*fitting, collapsed), key=_usefulness)


def words_by_letter(layout: AnswerLayout, depth: int) -> dict[str, tuple[str, ...]]:
    """Letter in the picture -> the words that it adds to the first ``depth`` words of a move."""
    new_words = dict[str, tuple[str, ...]]()
    for letter, actions in layout.marks:
        words = [notation_words(action)[depth:] for action in actions]
        new_words[letter] = words[0] if len(words) == 1 else words[0][:1]
    return new_words


def _usefulness(layout: AnswerLayout) -> tuple[int, int]:
    """Return a sort key of layouts: (number of buttons that make a move, minus the number of incomplete buttons).

    A button of another verb is incomplete if its label ends with “…”.
    """
    move_count = sum(not answer_button.label.endswith("…") for answer_button in (*layout.buttons, *layout.others))
    return move_count, -sum(answer_button.label.endswith("…") for answer_button in layout.others)


# -- what to do


def _lay_out_verbs(table_view: TableView, question: Question, around: PageSurroundings) -> AnswerLayout:
    """Lay out the verbs. Verbs with few moves are replaced by their moves, fewest first, if these fit."""
    verbs = [entry for entry in question.entries if len(entry.words) == 1]
    answer_buttons = verb_buttons(table_view, question)
    for entry in sorted(verbs, key=lambda entry: len(entry.actions)):
        if len(verbs) > 1 and is_quiet_verb(table_view, entry):
            continue
        moves = move_buttons(table_view, entry)
        first = next(
            (index for index, answer_button in enumerate(answer_buttons) if answer_button.words[0] == entry.words[0]), 0
        )
        others = [answer_button for answer_button in answer_buttons if answer_button.words[0] != entry.words[0]]
        expanded = [*others[:first], *moves, *others[first:]]
        if (
            moves
            and len(expanded) <= MAX_BUTTONS
            and _is_fitting([answer_button.label for answer_button in expanded], 0, (), around, 0)
        ):
            answer_buttons = expanded
    answer_buttons = sorted(answer_buttons, key=lambda answer_button: answer_button.is_quiet)
    labels = [answer_button.label for answer_button in answer_buttons]
    button_count = _max_buttons_fitting(labels, (), around, 0)
    max_ratio = phone_height.max_picture_ratio(
        around.line_count, _every_row(labels[:button_count], len(answer_buttons) - button_count, (), around)
    )
    is_pictured = table_view.painter.has_overview(table_view.view) and max_ratio >= _MIN_OVERVIEW_RATIO
    return AnswerLayout(
        tuple(answer_buttons[:button_count]),
        tuple(answer_buttons[button_count:]),
        tallest=max_ratio,
        is_pictured=is_pictured,
    )


# -- values


def _choices(table_view: TableView, question: Question, around: PageSurroundings) -> list[Sequence[AnswerButton]]:
    """Return the sets of answers to try: whole moves, the best path to each goal, and last the values of the field."""
    choices = list[Sequence[AnswerButton]]()
    for actions in (whole_moves(question), best_moves_by_goal(table_view, question)):
        remaining = [action for action in actions if action not in around.quick_actions]
        buttons = make_labels_distinct(whole_move_buttons(table_view, question, remaining)) if remaining else []
        choices += [buttons] if buttons and has_short_labels(buttons) else []
    values = value_buttons(table_view, question)
    others = [
        answer_button
        for answer_button in values
        if answer_button.action not in around.quick_actions or len(answer_button.words) == 0
    ]
    return [*choices, make_labels_distinct(others or values)]


def _arrange_answers(
    table_view: TableView,
    question: Question,
    choices: Sequence[Sequence[AnswerButton]],
    page: int,
    around: PageSurroundings,
    others: Sequence[AnswerButton],
) -> AnswerLayout:
    """Lay out the first suitable set of whole moves, or else the values, which are the last of the ``choices``.

    A set is suitable if it has one move for each answer, or if it fits on one page. If the page needs a select, the
    moves must also differ in worth or lead to different goals.
    """
    *move_sets, values = choices
    for buttons in move_sets:
        layout = _lay_out_buttons(table_view, question, buttons, page, around, others)
        is_one_each = len(buttons) == len(question.entries)
        is_one_page = len(layout.in_select) + len(layout.buttons) == len(buttons)
        if is_one_each or (is_one_page and (not layout.in_select or is_goal_question(question) or _is_ranked(buttons))):
            return layout
    return _lay_out_buttons(table_view, question, values, page, around, others)


def _is_ranked(answer_buttons: Sequence[AnswerButton]) -> bool:
    """Whether some answers are worth more than others, so that the best can be buttons and the rest in a select."""
    return len({answer_button.worth for answer_button in answer_buttons}) > 1


def _lay_out_buttons(
    table_view: TableView,
    question: Question,
    answer_buttons: Sequence[AnswerButton],
    page: int,
    around: PageSurroundings,
    others: Sequence[AnswerButton],
) -> AnswerLayout:
    """Lay out the answers, best first. The picture is added if a phone has room for it."""
    ranked = sorted(answer_buttons, key=lambda answer_button: (answer_button.is_quiet, -answer_button.worth))
    line_count = around.line_count + bool(_common_detail(ranked))
    around = replace(around, line_count=line_count)
    is_unmarked = _has_no_marks(table_view, question)
    is_place = question.field in table_view.painter.place_fields(table_view.view)
    if not is_unmarked:
        quick_moves = around.quick_actions if question.field in table_view.painter.list_lengths(table_view.view) else ()
        layout = _fit_to_phone(
            _add_letters(table_view, question, ranked, quick_moves),
            page,
            around,
            others,
            _picture_height(table_view, question),
        )
        if layout.in_select and not layout.last:
            layout = max(
                layout,
                _with_short_labels(layout, page, around, others, _picture_height(table_view, question)),
                key=lambda layout: len(layout.buttons),
            )
        if is_place or len(layout.buttons) >= min(_MIN_BUTTONS_WITH_PICTURE, len(ranked)):
            return replace(_without_letters_in_select(layout), is_pictured=True)
    elif is_place:
        return replace(
            _fit_to_phone(AnswerLayout(tuple(ranked)), page, around, others, phone_height.WINDOW_HEIGHT),
            is_pictured=True,
        )
    return _fit_to_phone(AnswerLayout(tuple(ranked)), page, around, others, 0)


def _with_short_labels(
    layout: AnswerLayout, page: int, around: PageSurroundings, others: Sequence[AnswerButton], picture: int
) -> AnswerLayout:
    """Return the layout with short labels; unchanged if two of them would be equal."""
    buttons = [
        replace(answer_button, label=_short_label(answer_button))
        for answer_button in (*layout.buttons, *layout.in_select)
    ]
    if len({answer_button.short or answer_button.label for answer_button in buttons}) < len(buttons):
        return layout
    return _fit_to_phone(replace(layout, buttons=tuple(buttons)), page, around, others, picture)


def _short_label(answer_button: AnswerButton) -> str:
    """Return the answer's short label with its letter; without a short label, its label."""
    return _with_letter(answer_button.short, answer_button.letter) if answer_button.short else answer_button.label


def _with_letter(label: str, letter: str) -> str:
    """Put the letter before the label: “A · Denver”. A label that already begins with the letter is unchanged."""
    return label if not letter or label.startswith(f"{letter} ") else f"{letter} · {label}"


def _without_letters_in_select(layout: AnswerLayout) -> AnswerLayout:
    """Remove the letters of the options in the select from the labels and from the picture.

    The layout is unchanged if the picture is the list of all answers.
    """
    if layout.is_list:
        return layout
    letters_in_select = {answer.letter for answer in layout.in_select} - {answer.letter for answer in layout.buttons}
    in_select = tuple(
        replace(answer, label=answer.label.removeprefix(f"{answer.letter} · "), letter="")
        for answer in layout.in_select
    )
    marks = tuple(mark for mark in layout.marks if mark[0] not in letters_in_select)
    return replace(layout, in_select=in_select, marks=marks)


def _has_no_marks(table_view: TableView, question: Question) -> bool:
    """Whether the game's pictures never mark the answers to this question."""
    unmarked = table_view.painter.fields_without_marks(table_view.view)
    return question.field in unmarked or f"{verb_of(question.sample)}.{question.field}" in unmarked


def _picture_height(table_view: TableView, question: Question) -> int:
    """Return the height of the question's picture on a phone, in pixels."""
    heights: Mapping[str, int] = table_view.painter.uncut_heights(table_view.view)
    return heights.get(question.field, phone_height.WINDOW_HEIGHT)


def _add_letters(
    table_view: TableView, question: Question, ranked: Sequence[AnswerButton], quick_moves: Sequence[Action]
) -> AnswerLayout:
    """Add the letters in the picture to the answers. The first letters are those of the ``quick_moves``."""
    names, painter, view = field_names(type(question.sample)), table_view.painter, table_view.view
    next_field = names[names.index(question.field) + 1 :][:1]
    is_whole = len(ranked[0].words) > 1
    field = next_field[0] if is_whole and painter.fields_marked_together(view) & {*next_field} else question.field
    first, is_number = painter.first_choice_letter(view), field == question.field and _has_own_numbers(question)
    lengths = painter.list_lengths(view)
    lettered_count = max(1, lengths.get(question.field, len(ranked) + len(quick_moves)) - len(quick_moves))
    marks = list[tuple[str, tuple[Action, ...]]]()
    marks += [(letter_key(first + at), (action,)) for at, action in enumerate(quick_moves)]
    with_letters = list[AnswerButton]()
    for at, answer_button in enumerate(ranked[:lettered_count], first + len(quick_moves)):
        letter = str(getattr(answer_button.action, field)) if is_number else letter_key(at)
        marks.append((letter, tuple(_remaining_actions(question, answer_button, is_whole=is_whole))))
        with_letters.append(replace(answer_button, label=_with_letter(answer_button.label, letter), letter=letter))
    return AnswerLayout(
        (*with_letters, *ranked[lettered_count:]),
        marked_field=field,
        marks=tuple(marks),
        max_buttons=min(MAX_BUTTONS, lettered_count),
        is_list=question.field in lengths,
    )


def _has_own_numbers(question: Question) -> bool:
    """Whether all answers are one-digit numbers, such as slots, which replace letters in the picture."""
    return all(entry.words[0].isdigit() and len(entry.words[0]) == 1 for entry in question.entries)


def _remaining_actions(question: Question, answer_button: AnswerButton, *, is_whole: bool) -> Collection[Action]:
    if is_whole:
        return (answer_button.action,)
    return next(
        (entry.actions for entry in question.entries if entry.words == answer_button.words), (answer_button.action,)
    )


def _fit_to_phone(
    layout: AnswerLayout, page: int, around: PageSurroundings, others: Sequence[AnswerButton], picture: int
) -> AnswerLayout:
    """Put the answers into buttons, up to what a phone shows at once, and the rest into a select.

    If there are too many answers for one select, they are split into pages.
    """
    answer_buttons = layout.buttons
    other_labels = [answer_button.label for answer_button in others]
    button_count = _max_buttons_fitting(
        [answer_button.label for answer_button in answer_buttons], other_labels, around, picture
    )
    is_one_page = button_count + limits.SELECT_OPTIONS >= len(answer_buttons)
    size = len(answer_buttons) if is_one_page else limits.SELECT_OPTIONS
    last = (len(answer_buttons) - 1) // size
    page = max(0, min(page, last))
    on_page = answer_buttons[page * size : (page + 1) * size]
    labels = [answer_button.label for answer_button in on_page]
    other_labels += [*(["Earlier"] if page else []), *(["More"] if page < last else [])]
    button_count = _max_buttons_fitting(labels, other_labels, around, picture)
    button_count = min(button_count, layout.max_buttons)
    if button_count == len(on_page) - 1 and button_count > 1:
        button_count -= 1  # a select has at least two options
    button_letters = (
        dict.fromkeys(answer_button.letter for answer_button in on_page[:button_count]) if layout.marks else {}
    )
    letters_on_page = {answer_button.letter for answer_button in on_page}
    marks = tuple(mark for mark in layout.marks if mark[0] in letters_on_page or mark[1][0] in around.quick_actions)
    is_fitting = _is_fitting(labels[:button_count], len(on_page) - button_count, other_labels, around, picture)
    parts = {
        "buttons": on_page[:button_count],
        "in_select": on_page[button_count:],
        "others": tuple(others),
        "is_fitting": is_fitting,
    }
    rows = _every_row(labels[:button_count], len(on_page) - button_count, other_labels, around)
    tallest = max(FLAT, min(_MAX_WINDOW_RATIO, phone_height.max_picture_ratio(around.line_count, rows)))
    return replace(
        layout, **parts, page=page, last=last, marks=marks, button_marks=tuple(button_letters), tallest=tallest
    )


def _max_buttons_fitting(labels: Sequence[str], others: Sequence[str], around: PageSurroundings, picture: int) -> int:
    """Return the maximum number of answer buttons that a phone shows without scrolling, at least one."""
    for button_count in range(min(len(labels), MAX_BUTTONS), 1, -1):
        if _is_fitting(labels[:button_count], len(labels) - button_count, others, around, picture):
            return button_count
    return 1 if len(labels) != 2 else 2


def _is_fitting(
    labels: Sequence[str], select_count: int, others: Sequence[str], around: PageSurroundings, picture: int
) -> bool:
    rows = _every_row(labels, select_count, others, around)
    return len(rows) <= limits.ROWS and phone_height.is_visible_at_once(around.line_count, rows, picture)


def _every_row(
    labels: Sequence[str], select_count: int, others: Sequence[str], around: PageSurroundings
) -> list[Sequence[str]]:
    """Return the labels of each row of a page. The row of a select has one empty label."""
    is_one_row = len(others) + len(around.below) <= limits.BUTTONS_IN_ROW
    below = [[*others, *around.below]] if is_one_row else [*_split_labels(others), *_split_labels(around.below)]
    rows = [around.quick, *_split_labels([*labels, *around.more]), *([[""]] if select_count else []), *below]
    return [row for row in rows if row]


def _split_labels(labels: Sequence[str]) -> list[Sequence[str]]:
    size = limits.BUTTONS_IN_ROW
    return [labels[start : start + size] for start in range(0, len(labels), size)]


def _common_detail(answer_buttons: Sequence[AnswerButton]) -> str:
    """Return the second line that all answers share; empty if they differ, or if there is only one answer."""
    details = [
        answer_button.detail
        for answer_button in answer_buttons
        if not answer_button.is_quiet and not answer_button.label.endswith("…")
    ]
    return details[0] if len(details) > 1 and len(set(details)) == 1 else ""
