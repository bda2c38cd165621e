"""Pages of a daily deal: start, choices, result, leaderboard, and past days."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, code_text, count_noun, escape_prose, join_lines, md, truncate
from bot.solo.deal import SEAT, DailyPosition, closing_time, is_open, score_of, secret_hash, seed_of
from bot.solo.lesson import view_without_table
from bot.tables.table import Player
from bot.ui.answer_layout import AnswerLayout, lay_out_answers
from bot.ui.components import Row, Style, button, custom_id, select_menu
from bot.ui.page import Page
from bot.ui.question_components import QuestionLinks, QuestionView, page_surroundings, question_rows, words_of_back
from bot.ui.question_page import answers_line, scenes_of_question
from bot.ui.questions import next_question
from engine import GAMES, redact, write_action
from engine.store.dailies import DailyAttempt, DailyDeal
from engine.store.ids import DailyNumber
from render import Scene

_PAR_PLAYER = "Par player"
MAX_LISTED = 10
"""Maximum number of users on a leaderboard."""
_ONE_ATTEMPT_TEXT = md("""\
Everyone gets the same deal and has one attempt. It begins when you press *Play*, and you can stop \
and continue as often as you like.""")


class AttemptStanding(msgspec.Struct, frozen=True):
    """A finished attempt at a daily, compared with others.

    ``marks`` are the points of its deliveries, ``others`` is the number of other attempts, and ``beaten`` the number of
    attempts that it beats.
    """

    attempt: DailyAttempt
    marks: tuple[int, ...]
    others: int
    beaten: int


def start_page(deal: DailyDeal, now: float, streak: int) -> Page:
    """The page of a daily that the user has not started. It reveals nothing about the deal."""
    text = join_lines(
        [
            md("**{}**", _deal_name(deal)),
            _ONE_ATTEMPT_TEXT,
            md(
                "It closes {}. Par is {}: the middle score of computer players.",
                _relative_time(closing_time(deal.number)),
                deal.par,
            ),
            *([md("Your streak is {}.", count_noun(streak, "day"))] if streak else []),
            md("-# The hash of the secret that this deal comes from: `{}`", code_text(secret_hash(deal.secret))),
        ]
    )
    play_button = button("Play", _daily_custom_id(deal.number, "begin1"), Style.success)
    return Page(text, None, [[play_button, *_other_buttons(deal, now)]])


def play_button(number: DailyNumber) -> ui.Button[Any]:
    """The button that shows a daily."""
    return button("Play", _daily_custom_id(number, "play"), Style.success)


def daily_name(number: DailyNumber, title: str) -> Markdown:
    """The name of a daily, with its number and its game."""
    return md("{} · {}", _daily_title(number), escape_prose(GAMES[title].name))


def choice_page(
    deal: DailyDeal, attempt: DailyAttempt, point: DailyPosition, name: str, picked: Sequence[str], page: int
) -> Page:
    """The page with the next choice of an attempt. ``picked`` are the words of the move that were chosen so far."""
    question = point.question
    assert question is not None
    open_question = next_question(question.offers, picked) or next_question(question.offers)
    assert open_question is not None
    table_view = view_without_table(deal.title, [Player(name)], redact(point.state, SEAT), point.news)
    is_first = open_question.previous_words is None
    events_line = (
        [md("-# {}", truncate(join_lines(table_view.narration(point.news), " "), limits.CONTENT // 3))]
        if is_first and point.news
        else []
    )
    heading = md("**{}** · {}", _attempt_name(deal, attempt), table_view.status_line())
    is_confirmation = open_question.kind == "confirm"
    prompt_lines = (
        table_view.preview_lines(open_question.sample)
        if is_confirmation
        else [escape_prose(question.prompt), *answers_line(table_view, open_question)]
    )
    links, words_before = _question_links(attempt), words_of_back(table_view, open_question, question.offers)
    extra_buttons: Row = [] if words_before is None else [button("Back", links.menu(words_before, 0))]
    question_view, lines = (
        QuestionView(table_view, open_question, links, extra_buttons, question.offers),
        join_lines([heading, *events_line, *prompt_lines]),
    )
    layout = (
        AnswerLayout(())
        if is_confirmation
        else lay_out_answers(table_view, open_question, page, page_surroundings(question_view, lines))
    )
    page_id = _attempt_custom_id(attempt, f"m{attempt.ranked:d}{page}", picked)
    text = join_lines([lines, *layout.common_lines])
    return Page(
        text, scenes_of_question(table_view, open_question, layout), question_rows(question_view, layout), page_id
    )


def end_page(
    deal: DailyDeal, point: DailyPosition, standing: AttemptStanding, name: str, now: float, *, shared_now: bool = False
) -> Page:
    """The page of a finished attempt, with pictures of its end, and *Share* until the result is shared."""
    attempt = standing.attempt
    table_view = view_without_table(deal.title, [Player(name)], redact(point.state, SEAT), point.news)
    text = share_text(deal, standing)
    if not attempt.ranked:
        text = md("{} · {}, {}", _attempt_name(deal, attempt), attempt.score or 0, _par_text(deal, attempt))
    is_shareable = attempt.ranked and not shared_now
    share_button = [button("Share", _daily_custom_id(deal.number, "share"), Style.primary)] if is_shareable else []
    again_button = [] if attempt.ranked else [button("Play again", _daily_custom_id(deal.number, "again"))]
    painter = table_view.painter
    page_id = _daily_custom_id(deal.number, "play" if attempt.ranked else "begin0")
    compare_button = button("Compare with par", _daily_custom_id(deal.number, f"par{attempt.ranked:d}"))
    return Page(
        text,
        lambda: [
            scene
            for picture in painter.public_pictures
            for scene in painter.public_scenes(picture, table_view.view, table_view.drawing_context)
        ],
        [[*share_button, *again_button, compare_button], _other_buttons(deal, now)],
        page_id,
    )


def comparison_page(
    deal: DailyDeal, point: DailyPosition, standing: AttemptStanding, par: DailyPosition, name: str
) -> Page:
    """The page that compares a finished attempt with a computer player's game.

    ``par`` is the computer player's game whose score is closest to par.
    """
    ranked = standing.attempt.ranked
    own_view = view_without_table(deal.title, [Player(name)], redact(point.state, SEAT), ())
    par_view = view_without_table(deal.title, [Player(_PAR_PLAYER)], redact(par.state, SEAT), ())
    text = [
        md("**{}** · you and the {}", _attempt_name(deal, standing.attempt), escape_prose(_PAR_PLAYER.lower())),
        md("Score: {} against {}.", standing.attempt.score or 0, score_of(deal, par)),
        *_delivery_lines(standing.marks, par.marks),
        md("-# The first picture is your board, the next one the par player’s."),
    ]

    def boards() -> list[Scene]:
        views = (own_view, par_view)
        return [
            table_view.painter.public_scenes(
                table_view.painter.public_pictures[0], table_view.view, table_view.drawing_context
            )[0]
            for table_view in views
        ]

    back_button = button("Back", _daily_custom_id(deal.number, "play" if ranked else "begin0"))
    return Page(join_lines(text), boards, [[back_button]], _daily_custom_id(deal.number, f"par{ranked:d}"))


def _delivery_lines(own_points: Sequence[int], par_points: Sequence[int]) -> list[Markdown]:
    """Lines that compare the points of each delivery, in columns, and a sentence about the sums."""
    if not own_points and not par_points:
        return []
    width = max(len(str(mark)) for mark in (*own_points, *par_points))
    name_width = max(len("You"), len(_PAR_PLAYER))
    lines = [
        md(
            "`{} {}`",
            code_text(player.ljust(name_width)),
            code_text(" ".join(str(mark).rjust(width) for mark in marks)),
        )
        for player, marks in (("You", own_points), (_PAR_PLAYER, par_points))
    ]
    gain = sum(own_points) - sum(par_points)
    comparison = (
        md("{} more than", gain) if gain > 0 else md("{} fewer than", -gain) if gain else md("as many points as")
    )
    return [md("Points of each delivery:"), *lines, md("Your deliveries scored {} the par player’s.", comparison)]


def share_text(deal: DailyDeal, standing: AttemptStanding) -> Markdown:
    """The public text about a result, which reveals nothing about the deal."""
    attempt = standing.attempt
    parts = [md("{} · {}, {}", _daily_title(deal.number), attempt.score or 0, _par_text(deal, attempt))]
    if standing.others:
        parts.append(md("better than {} %", 100 * standing.beaten // standing.others))
    parts.append(md("streak {}", attempt.streak))
    return md("{}\n`{}`", join_lines(parts, " · "), join_lines([md("{}", mark) for mark in standing.marks], " "))


def scores_page(deal: DailyDeal, count: int, best: Sequence[DailyAttempt] | None, now: float) -> Page:
    """The page with the best attempts of a server (None: no server), and the total number of finished attempts.

    After the deal has closed, the page also shows the seed of the deal.
    """
    lines = [
        md("{}. <@{}>: {}, {}", place, attempt.user, attempt.score or 0, _par_text(deal, attempt))
        for place, attempt in _with_places(best or ())
    ]
    count_sentence = (
        md("{} finished it.", count_noun(count, "person", "people")) if count else md("No one has finished it.")
    )
    text = [md("**{}**", _deal_name(deal)), md("{} Par is {}.", count_sentence, deal.par), *lines]
    if best is not None and count and not best:
        text.append(md("No one on this server has finished it yet."))
    if is_open(deal.number, now):
        text.append(md("-# It closes {}.", _relative_time(closing_time(deal.number))))
    else:
        text.append(
            md(
                "-# Secret: `{}`\n-# Its hash: `{}`\n-# Seed: {}",
                code_text(deal.secret),
                code_text(secret_hash(deal.secret)),
                seed_of(deal),
            )
        )
    rows = [[button("Past days", _daily_custom_id(deal.number, "past"))]]
    return Page(truncate(join_lines(text), limits.CONTENT), None, rows)


def past_page(deals: Sequence[DailyDeal], scores: Mapping[DailyNumber, int | None]) -> Page:
    """The page with a list of closed deals, which users can play without ranking."""
    if not deals:
        return Page(md("No daily has closed yet. Play today’s with `/daily`."))
    options = [(_daily_title(deal.number), str(deal.number), False) for deal in deals]
    descriptions = [f"Par {deal.par}, {_own_score_text(scores.get(deal.number))}" for deal in deals]
    day_select = select_menu(_daily_custom_id(DailyNumber(0), "pick"), "Which day?", options, descriptions)
    return Page(
        md("**Past days**\nPlay any of them as often as you like. The score isn’t ranked."), None, [[day_select]]
    )


def past_day_page(deal: DailyDeal, now: float) -> Page:
    """The page of a closed deal that the user has not started."""
    text = md(
        "**{}**\nThis daily closed {}. Par is {}.",
        _deal_name(deal),
        _relative_time(closing_time(deal.number)),
        deal.par,
    )
    play_button = button("Play", _daily_custom_id(deal.number, "begin0"), Style.success)
    return Page(text, None, [[play_button, *_other_buttons(deal, now)]])


def _daily_custom_id(number: DailyNumber, verb: str) -> str:
    return custom_id("q", number, 0, verb)


def _other_buttons(deal: DailyDeal, now: float) -> Row:
    """Buttons for the leaderboard, for past days, and for yesterday's deal while it is open."""
    board_button = button("Board", _daily_custom_id(deal.number, "board"))
    buttons: Row = [board_button, button("Past days", _daily_custom_id(deal.number, "past"))]
    yesterday = DailyNumber(deal.number - 1)
    if is_open(yesterday, now):
        buttons.append(button("Yesterday’s", _daily_custom_id(yesterday, "play")))
    return buttons


def _with_places(attempts: Sequence[DailyAttempt]) -> list[tuple[int, DailyAttempt]]:
    """Return a (place, attempt) pair for each attempt. Equal scores share a place."""
    places: list[tuple[int, DailyAttempt]] = []
    for count, attempt in enumerate(attempts, 1):
        is_tie = bool(places) and places[-1][1].score == attempt.score
        places.append((places[-1][0] if is_tie else count, attempt))
    return places


def _daily_title(number: DailyNumber) -> Markdown:
    return md("Roundhouse Daily #{}", number)


def _deal_name(deal: DailyDeal) -> Markdown:
    return daily_name(deal.number, deal.title)


def _attempt_name(deal: DailyDeal, attempt: DailyAttempt) -> Markdown:
    return _daily_title(deal.number) if attempt.ranked else md("{}, unranked", _daily_title(deal.number))


def _par_text(deal: DailyDeal, attempt: DailyAttempt) -> Markdown:
    difference = (attempt.score or 0) - deal.par
    if difference > 0:
        return md("{} above par", difference)
    return md("{} short of par", -difference) if difference < 0 else md("par")


def _own_score_text(score: int | None) -> str:
    return "not played" if score is None else f"your score {score}"


def _relative_time(at: float) -> Markdown:
    return md("<t:{}:R>", int(at))


def _attempt_custom_id(attempt: DailyAttempt, verb: str, words: Sequence[str] = ()) -> str:
    return custom_id("q", attempt.daily, len(attempt.lines), " ".join([verb, *words]))


def _question_links(attempt: DailyAttempt) -> QuestionLinks:
    """The functions that build ``custom_id``s for a question of an attempt. Games of dailies have no typed values."""
    ranked_digit = f"{attempt.ranked:d}"
    return QuestionLinks(
        menu=lambda picked, page: _attempt_custom_id(attempt, f"m{ranked_digit}{page}", picked),
        select=lambda picked: _attempt_custom_id(attempt, f"s{ranked_digit}", picked),
        form=lambda picked: _attempt_custom_id(attempt, f"m{ranked_digit}0", picked),
        confirm=lambda action: _attempt_custom_id(attempt, f"a{ranked_digit}", [write_action(action)]),
    )
