"""The answers to a question on one page: buttons as far as a phone shows them, and the rest in a select.

Choices have letters if the picture has them.
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
    has_short_labels,
    is_goal_question,
    is_quiet_verb,
    make_labels_distinct,
    move_buttons,
    number_buttons,
    opened_verb_chips,
    other_verb_buttons,
    value_buttons,
    verb_buttons,
    whole_move_buttons,
    whole_moves,
)
from bot.ui.questions import Question, letter_key
from bot.view import TableView
from engine import Action
from engine.core import field_names, verb_of
from render.scene_cropping import FLAT

MAX_BUTTONS = 15
"""Maximum number of buttons for answers."""
_MIN_BESIDE_VERBS = 2
"""Answers that have buttons, a select counted as one, where the moves of other verbs have some as well."""
_MIN_BESIDE_PICTURE = 3
"""Minimum number of buttons next to a picture; if fewer fit, the picture is omitted."""
_LEAST_OVERVIEW = 0.38
"""Minimum height over width of the picture for the choice of what to do."""
_SQUARE = 1.0
"""Height over width of the tallest window."""


class PageSurroundings(msgspec.Struct, frozen=True):
    """The rest of a page around the answers: lines of text, and labels of other buttons.

    ``quick`` buttons above the answers make the moves ``quick_actions`` immediately; ``more`` follow the answers in
    their rows, and ``below`` lead to other pages.
    """

    line_count: int = 3
    quick: tuple[str, ...] = ()
    more: tuple[str, ...] = ()
    below: tuple[str, ...] = ("Back",)
    quick_actions: tuple[Action, ...] = ()


NO_SURROUNDINGS = PageSurroundings()
"""A short question with a Back button."""


class AnswerLayout(msgspec.Struct, frozen=True):
    """The answers of one page: buttons, those ``in_select``, the other verbs, and the last page's number.

    ``marked_field`` is the field whose values have ``marks`` in the picture, each with its possible actions. Options of
    a select have none, unless the picture is itself the list of answers. ``button_marks`` are the marks of the buttons:
    the picture is cropped around them, at most ``tallest`` times as high as wide. ``max_buttons`` answers may be
    buttons.
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
        """The second line that every answer has, once: “Each: the fastest way, pays no fees.”"""
        shared = _common_detail((*self.buttons, *self.in_select))
        return (md("Each: {}.", escape_prose(shared.rstrip("."))),) if shared else ()


def lay_out_answers(
    table_view: TableView, question: Question, page: int = 0, around: PageSurroundings = NO_SURROUNDINGS
) -> AnswerLayout:
    """The answers to a question as its page shows them."""
    if question.kind == "verbs":
        return _lay_out_verbs(table_view, question, around)
    if question.kind == "number":
        answer_buttons = number_buttons(table_view, question)
        fits = _is_fitting(
            [answer_button.label for answer_button in answer_buttons],
            0,
            (),
            around,
            _picture_height(table_view, question),
        )
        pictured = fits and not _has_no_marks(table_view, question)
        return AnswerLayout(tuple(answer_buttons), is_pictured=pictured)
    choices = _choices(table_view, question, around)
    folded = _arranged(table_view, question, choices, page, around, other_verb_buttons(table_view, question))
    opened = [
        _arranged(table_view, question, choices, page, around, others)
        for others in opened_verb_chips(table_view, question)
    ]
    wide = [
        layout
        for layout in opened
        if layout.is_fitting and len(layout.buttons) + bool(layout.in_select) >= _MIN_BESIDE_VERBS
    ]
    return max((*wide, folded), key=_usefulness)


def _usefulness(layout: AnswerLayout) -> tuple[int, int]:
    """By how many answers and moves of other verbs are a press away, then by how few verbs have only a button."""
    moves = sum(not chip.label.endswith("…") for chip in (*layout.buttons, *layout.others))
    return moves, -sum(chip.label.endswith("…") for chip in layout.others)


# -- what to do


def _lay_out_verbs(table_view: TableView, question: Question, around: PageSurroundings) -> AnswerLayout:
    """The verbs, with the moves of those with the fewest moves in their place, as a phone shows them."""
    verbs = [entry for entry in question.entries if len(entry.words) == 1]
    answer_buttons = verb_buttons(table_view, question)
    for entry in sorted(verbs, key=lambda entry: len(entry.actions)):
        if len(verbs) > 1 and is_quiet_verb(table_view, entry):
            continue
        moves = move_buttons(table_view, entry)
        first = next(
            (at for at, answer_button in enumerate(answer_buttons) if answer_button.words[0] == entry.words[0]), 0
        )
        others = [answer_button for answer_button in answer_buttons if answer_button.words[0] != entry.words[0]]
        opened = [*others[:first], *moves, *others[first:]]
        if (
            moves
            and len(opened) <= MAX_BUTTONS
            and _is_fitting([answer_button.label for answer_button in opened], 0, (), around, 0)
        ):
            answer_buttons = opened
    answer_buttons = sorted(answer_buttons, key=lambda answer_button: answer_button.is_quiet)
    labels = [answer_button.label for answer_button in answer_buttons]
    button_count = _max_buttons_fitting(labels, (), around, 0)
    left = phone_height.max_picture_ratio(
        around.line_count, _every_row(labels[:button_count], len(answer_buttons) - button_count, (), around)
    )
    pictured = table_view.painter.has_overview(table_view.view) and left >= _LEAST_OVERVIEW
    return AnswerLayout(
        tuple(answer_buttons[:button_count]), tuple(answer_buttons[button_count:]), tallest=left, is_pictured=pictured
    )


# -- values


def _choices(seen: TableView, found: Question, around: PageSurroundings) -> list[Sequence[AnswerButton]]:
    """The candidate answers: whole moves, or the best path to each goal, or the current values."""
    choices = list[Sequence[AnswerButton]]()
    for actions in (whole_moves(found), best_moves_by_goal(seen, found)):
        offered = [action for action in actions if action not in around.quick_actions]
        chips = make_labels_distinct(whole_move_buttons(seen, found, offered)) if offered else []
        choices += [chips] if chips and has_short_labels(chips) else []
    values = value_buttons(seen, found)
    others = [chip for chip in values if chip.action not in around.quick_actions or len(chip.words) == 0]
    return [*choices, make_labels_distinct(others or values)]


def _arranged(
    seen: TableView,
    found: Question,
    choices: Sequence[Sequence[AnswerButton]],
    page: int,
    around: PageSurroundings,
    others: Sequence[AnswerButton],
) -> AnswerLayout:
    """The first choices that a page shows completely, or all of the most useful; otherwise the values."""
    *whole, values = choices
    for chips in whole:
        layout = _lay_out_buttons(seen, found, chips, page, around, others)
        is_one_each = len(chips) == len(found.entries)
        is_one_page = len(layout.in_select) + len(layout.buttons) == len(chips)
        if is_one_each or (is_one_page and (not layout.in_select or is_goal_question(found) or _is_ranked(chips))):
            return layout
    return _lay_out_buttons(seen, found, values, page, around, others)


def _is_ranked(answer_buttons: Sequence[AnswerButton]) -> bool:
    """Whether the labels show which answers gain more, so that the select has the lesser ones."""
    return len({answer_button.worth for answer_button in answer_buttons}) > 1


def _lay_out_buttons(
    table_view: TableView,
    question: Question,
    answer_buttons: Sequence[AnswerButton],
    page: int,
    around: PageSurroundings,
    others: Sequence[AnswerButton],
) -> AnswerLayout:
    """The answers by gain, with the picture if it fits, for a phone."""
    ranked = sorted(answer_buttons, key=lambda chip: (chip.is_quiet, -chip.worth))
    lines = around.line_count + bool(_common_detail(ranked))
    around = replace(around, line_count=lines)
    bare = _has_no_marks(table_view, question)
    is_place = question.field in table_view.painter.place_fields(table_view.view)
    if not bare:
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
                layout, _in_short(layout, page, around, others, _picture_height(table_view, question)), key=_shown
            )
        if is_place or len(layout.buttons) >= min(_MIN_BESIDE_PICTURE, len(ranked)):
            return replace(_without_letters_in_select(layout), is_pictured=True)
    elif is_place:
        return replace(
            _fit_to_phone(AnswerLayout(tuple(ranked)), page, around, others, phone_height.WINDOW_HEIGHT),
            is_pictured=True,
        )
    return _fit_to_phone(AnswerLayout(tuple(ranked)), page, around, others, 0)


def _in_short(
    layout: AnswerLayout, page: int, around: PageSurroundings, others: Sequence[AnswerButton], picture: int
) -> AnswerLayout:
    """The answers with short labels, if more fit then and all differ."""
    chips = [replace(chip, label=_short_label(chip)) for chip in (*layout.buttons, *layout.in_select)]
    if len({chip.short or chip.label for chip in chips}) < len(chips):
        return layout
    return _fit_to_phone(replace(layout, buttons=tuple(chips)), page, around, others, picture)


def _short_label(chip: AnswerButton) -> str:
    """The short label after the letter, if there is one."""
    return _with_letter(chip.short, chip.letter) if chip.short else chip.label


def _with_letter(label: str, letter: str) -> str:
    """“A · Denver”; a label that begins with its number is unchanged."""
    return label if not letter or label.startswith(f"{letter} ") else f"{letter} · {label}"


def _without_letters_in_select(layout: AnswerLayout) -> AnswerLayout:
    """The layout whose picture marks only the buttons, unless the picture is itself the list of the answers."""
    if layout.is_list:
        return layout
    letters_in_select = {answer.letter for answer in layout.in_select} - {answer.letter for answer in layout.buttons}
    in_select = tuple(
        replace(answer, label=answer.label.removeprefix(f"{answer.letter} · "), letter="")
        for answer in layout.in_select
    )
    marks = tuple(mark for mark in layout.marks if mark[0] not in letters_in_select)
    return replace(layout, in_select=in_select, marks=marks)


def _shown(layout: AnswerLayout) -> int:
    return len(layout.buttons)


def _has_no_marks(table_view: TableView, question: Question) -> bool:
    """Whether no picture marks the answers."""
    unmarked = table_view.painter.fields_without_marks(table_view.view)
    return question.field in unmarked or f"{verb_of(question.sample)}.{question.field}" in unmarked


def _picture_height(table_view: TableView, question: Question) -> int:
    """The height of the picture of a question on a phone."""
    heights: Mapping[str, int] = table_view.painter.uncut_heights(table_view.view)
    return heights.get(question.field, phone_height.WINDOW_HEIGHT)


def _add_letters(
    table_view: TableView, question: Question, ranked: Sequence[AnswerButton], quick_moves: Sequence[Action]
) -> AnswerLayout:
    """The answers with letters as in the picture; ``quick_moves`` have the first ones."""
    names, painter, view = field_names(type(question.sample)), table_view.painter, table_view.view
    following = names[names.index(question.field) + 1 :][:1]
    is_whole = len(ranked[0].words) > 1
    field = following[0] if is_whole and painter.fields_marked_together(view) & {*following} else question.field
    first, is_number = painter.first_choice_letter(view), field == question.field and _has_own_numbers(question)
    lengths = painter.list_lengths(view)
    listed = max(1, lengths.get(question.field, len(ranked) + len(quick_moves)) - len(quick_moves))
    marks = list[tuple[str, tuple[Action, ...]]]()
    marks += [(letter_key(first + at), (action,)) for at, action in enumerate(quick_moves)]
    lettered = list[AnswerButton]()
    for at, answer_button in enumerate(ranked[:listed], first + len(quick_moves)):
        letter = str(getattr(answer_button.action, field)) if is_number else letter_key(at)
        marks.append((letter, tuple(_remaining_actions(question, answer_button, is_whole=is_whole))))
        lettered.append(replace(answer_button, label=_with_letter(answer_button.label, letter), letter=letter))
    return AnswerLayout(
        (*lettered, *ranked[listed:]),
        marked_field=field,
        marks=tuple(marks),
        max_buttons=min(MAX_BUTTONS, listed),
        is_list=question.field in lengths,
    )


def _has_own_numbers(question: Question) -> bool:
    """Whether the answers are one-digit numbers, such as slots, which mark themselves in the picture."""
    return all(entry.words[0].isdigit() and len(entry.words[0]) == 1 for entry in question.entries)


def _remaining_actions(question: Question, answer_button: AnswerButton, *, is_whole: bool) -> Collection[Action]:
    """The actions still possible after an answer."""
    if is_whole:
        return (answer_button.action,)
    return next(
        (entry.actions for entry in question.entries if entry.words == answer_button.words), (answer_button.action,)
    )


def _fit_to_phone(
    layout: AnswerLayout, page: int, around: PageSurroundings, others: Sequence[AnswerButton], picture: int
) -> AnswerLayout:
    """Lay out the buttons that a phone shows, and the rest in a select; very many answers have more pages."""
    answer_buttons = layout.buttons
    beside = [answer_button.label for answer_button in others]
    button_count = _max_buttons_fitting(
        [answer_button.label for answer_button in answer_buttons], beside, around, picture
    )
    whole = button_count + limits.SELECT_OPTIONS >= len(answer_buttons)
    size = (
        len(answer_buttons) if whole else limits.SELECT_OPTIONS
    )  # the same on each page, whatever stands around the answers
    last = (len(answer_buttons) - 1) // size
    page = max(0, min(page, last))
    here = answer_buttons[page * size : (page + 1) * size]
    labels = [answer_button.label for answer_button in here]
    beside += [*(["Earlier"] if page else []), *(["More"] if page < last else [])]
    button_count = _max_buttons_fitting(labels, beside, around, picture)
    button_count = min(button_count, layout.max_buttons)
    if button_count == len(here) - 1 and button_count > 1:
        button_count -= 1  # a select of one is no choice
    near = dict.fromkeys(answer_button.letter for answer_button in here[:button_count]) if layout.marks else {}
    keys_on_page = {answer_button.letter for answer_button in here}
    marks = tuple(mark for mark in layout.marks if mark[0] in keys_on_page or mark[1][0] in around.quick_actions)
    fitting = _is_fitting(labels[:button_count], len(here) - button_count, beside, around, picture)
    parts = {
        "buttons": here[:button_count],
        "in_select": here[button_count:],
        "others": tuple(others),
        "is_fitting": fitting,
    }
    rows = _every_row(labels[:button_count], len(here) - button_count, beside, around)
    tallest = max(FLAT, min(_SQUARE, phone_height.max_picture_ratio(around.line_count, rows)))
    return replace(layout, **parts, page=page, last=last, marks=marks, button_marks=tuple(near), tallest=tallest)


def _max_buttons_fitting(labels: Sequence[str], others: Sequence[str], around: PageSurroundings, picture: int) -> int:
    """The number of answer buttons that a phone shows without scrolling, at least one."""
    for button_count in range(min(len(labels), MAX_BUTTONS), 1, -1):
        if _is_fitting(labels[:button_count], len(labels) - button_count, others, around, picture):
            return button_count
    return 1 if len(labels) != 2 else 2


def _is_fitting(
    labels: Sequence[str], rest: int, others: Sequence[str], around: PageSurroundings, picture: int
) -> bool:
    rows = _every_row(labels, rest, others, around)
    return len(rows) <= limits.ROWS and phone_height.is_visible_at_once(around.line_count, rows, picture)


def _every_row(
    labels: Sequence[str], rest: int, others: Sequence[str], around: PageSurroundings
) -> list[Sequence[str]]:
    """The labels of all rows of a page; a select has none."""
    together = len(others) + len(around.below) <= limits.BUTTONS_IN_ROW
    below = [[*others, *around.below]] if together else [*_split_labels(others), *_split_labels(around.below)]
    rows = [around.quick, *_split_labels([*labels, *around.more]), *([[""]] if rest else []), *below]
    return [row for row in rows if row]


def _split_labels(labels: Sequence[str]) -> list[Sequence[str]]:
    size = limits.BUTTONS_IN_ROW
    return [labels[start : start + size] for start in range(0, len(labels), size)]


def _common_detail(answer_buttons: Sequence[AnswerButton]) -> str:
    """The second line that all answers share; empty if they differ or there is only one."""
    details = [
        answer_button.detail
        for answer_button in answer_buttons
        if not answer_button.is_quiet and not answer_button.label.endswith("…")
    ]
    return details[0] if len(details) > 1 and len(set(details)) == 1 else ""
