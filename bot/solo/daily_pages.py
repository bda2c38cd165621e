"""The pages of the daily deal: before it, a choice in it, its result, the board, and past days. It knows no title."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from discord import ui

from bot import limits
from bot.markdown import Markdown, counted, cut, escape_prose, in_code, joined, md
from bot.solo.deal import SEAT, Point, closes, is_open, pledge, score_of, seed_of
from bot.solo.run import seen_alone
from bot.tables.table import Player
from bot.ui.asking import Asked, Leads, around, back_words, question_rows
from bot.ui.components import Row, Style, button, custom_id, select
from bot.ui.layout import Layout, lay_out
from bot.ui.menu import menu
from bot.ui.page import Page
from bot.ui.question import answered_so_far, scenes_of
from engine import GAMES, redact, write_action
from engine.store.dailies import Attempt, Deal
from engine.store.ids import DailyNumber
from render import Scene

_PAR_PLAYER = "Par player"
BEST = 10
"""People on a board."""
_ONE_ATTEMPT = md("""\
Everyone gets the same deal and has one attempt. It begins when you press *Play*, and you can stop \
and continue as often as you like.""")


class Standing(msgspec.Struct, frozen=True):
    """A finished attempt among all: its points at each delivery, and how many others it is better than."""

    attempt: Attempt
    marks: tuple[int, ...]
    others: int
    beaten: int


def before_page(deal: Deal, now: float, streak: int) -> Page:
    """The daily before its reader has begun it: nothing of the deal is seen yet."""
    text = joined(
        [
            md("**{}**", _called(deal)),
            _ONE_ATTEMPT,
            md(
                "It closes {}. Par is {}: the middle score of computer players.", _moment(closes(deal.number)), deal.par
            ),
            *([md("Your streak is {}.", counted(streak, "day"))] if streak else []),
            md("-# The hash of the secret that this deal comes from: `{}`", in_code(pledge(deal.secret))),
        ]
    )
    play = button("Play", _id(deal.number, "begin1"), Style.success)
    return Page(text, None, [[play, *_others(deal, now)]])


def play_button(number: DailyNumber) -> ui.Button[Any]:
    """The way to a daily, from wherever it is offered."""
    return button("Play", _id(number, "play"), Style.success)


def called(number: DailyNumber, title: str) -> Markdown:
    """A daily by its number and its game."""
    return md("{} · {}", _title(number), escape_prose(GAMES[title].name))


def choice_page(deal: Deal, attempt: Attempt, point: Point, name: str, picked: Sequence[str], page: int) -> Page:
    """The next choice of an attempt, after the words ``picked`` of it."""
    question = point.question
    assert question is not None
    found = menu(question.offers, picked) or menu(question.offers)
    assert found is not None
    seen = seen_alone(deal.title, [Player(name)], redact(point.state, SEAT), point.news)
    first = found.back is None
    told = [md("-# {}", cut(joined(seen.told(point.news), " "), limits.CONTENT // 3))] if first and point.news else []
    at = md("**{}** · {}", _named(deal, attempt), seen.headline())
    confirm = found.kind == "confirm"
    said = seen.preview(found.sample) if confirm else [escape_prose(question.prompt), *answered_so_far(seen, found)]
    leads, before = _leads(attempt), back_words(seen, found, question.offers)
    back: Row = [] if before is None else [button("Back", leads.menu(before, 0))]
    asked, lines = Asked(seen, found, leads, back, question.offers), joined([at, *told, *said])
    layout = Layout(()) if confirm else lay_out(seen, found, page, around(asked, lines))
    address = _at(attempt, f"m{attempt.ranked:d}{page}", picked)
    text = joined([lines, *layout.lines])
    return Page(text, scenes_of(seen, found, layout), question_rows(asked, layout), address)


def end_page(deal: Deal, point: Point, standing: Standing, name: str, now: float, *, shared_now: bool = False) -> Page:
    """A finished attempt: the line to share, and the final table; once it is shared, without *Share*."""
    attempt = standing.attempt
    seen = seen_alone(deal.title, [Player(name)], redact(point.state, SEAT), point.news)
    said = shared(deal, standing)
    if not attempt.ranked:
        said = md("{} · {}, {}", _named(deal, attempt), attempt.score or 0, _against(deal, attempt))
    is_shareable = attempt.ranked and not shared_now
    share = [button("Share", _id(deal.number, "share"), Style.primary)] if is_shareable else []
    again = [] if attempt.ranked else [button("Play again", _id(deal.number, "again"))]
    painter = seen.painter
    address = _id(deal.number, "play" if attempt.ranked else "begin0")
    compare = button("Compare with par", _id(deal.number, f"par{attempt.ranked:d}"))
    return Page(
        said,
        lambda: [
            scene
            for one in painter.public_pictures
            for scene in painter.public_scenes(one, seen.view, seen.drawing_context)
        ],
        [[*share, *again, compare], _others(deal, now)],
        address,
    )


def comparison_page(deal: Deal, point: Point, standing: Standing, par: Point, name: str) -> Page:
    """A finished attempt beside the game of the computer player nearest to par: each delivery, and both boards."""
    ranked = standing.attempt.ranked
    mine = seen_alone(deal.title, [Player(name)], redact(point.state, SEAT), ())
    other = seen_alone(deal.title, [Player(_PAR_PLAYER)], redact(par.state, SEAT), ())
    text = [
        md("**{}** · you and the {}", _named(deal, standing.attempt), escape_prose(_PAR_PLAYER.lower())),
        md("Score: {} against {}.", standing.attempt.score or 0, score_of(deal, par)),
        *_deliveries(standing.marks, par.marks),
        md("-# The first picture is your board, the next one the par player’s."),
    ]

    def boards() -> list[Scene]:
        sights = (mine, other)
        return [
            seen.painter.public_scenes(seen.painter.public_pictures[0], seen.view, seen.drawing_context)[0]
            for seen in sights
        ]

    back = button("Back", _id(deal.number, "play" if ranked else "begin0"))
    return Page(joined(text), boards, [[back]], _id(deal.number, f"par{ranked:d}"))


def _deliveries(mine: Sequence[int], other: Sequence[int]) -> list[Markdown]:
    """The points of each delivery, in columns, and what they come to."""
    if not mine and not other:
        return []
    wide = max(len(str(mark)) for mark in (*mine, *other))
    head = max(len("You"), len(_PAR_PLAYER))
    lines = [
        md("`{} {}`", in_code(who.ljust(head)), in_code(" ".join(str(mark).rjust(wide) for mark in marks)))
        for who, marks in (("You", mine), (_PAR_PLAYER, other))
    ]
    gain = sum(mine) - sum(other)
    more = md("{} more than", gain) if gain > 0 else md("{} fewer than", -gain) if gain else md("as many points as")
    return [md("Points of each delivery:"), *lines, md("Your deliveries scored {} the par player’s.", more)]


def shared(deal: Deal, standing: Standing) -> Markdown:
    """A result without anything about the deal: score, par, percentile, streak, and the points of each delivery."""
    attempt = standing.attempt
    parts = [md("{} · {}, {}", _title(deal.number), attempt.score or 0, _against(deal, attempt))]
    if standing.others:
        parts.append(md("better than {} %", 100 * standing.beaten // standing.others))
    parts.append(md("streak {}", attempt.streak))
    return md("{}\n`{}`", joined(parts, " · "), joined([md("{}", mark) for mark in standing.marks], " "))


def board_page(deal: Deal, count: int, here: Sequence[Attempt] | None, now: float) -> Page:
    """The best of a server at a deal (None: no server), and how many people have finished it.

    After closing, also what it was dealt from.
    """
    lines = [
        md("{}. <@{}>: {}, {}", place, one.user, one.score or 0, _against(deal, one))
        for place, one in _placed(here or ())
    ]
    finished = md("{} finished it.", counted(count, "person", "people")) if count else md("No one has finished it.")
    text = [md("**{}**", _called(deal)), md("{} Par is {}.", finished, deal.par), *lines]
    if here is not None and count and not here:
        text.append(md("No one on this server has finished it yet."))
    if is_open(deal.number, now):
        text.append(md("-# It closes {}.", _moment(closes(deal.number))))
    else:
        text.append(
            md(
                "-# Secret: `{}`\n-# Its hash: `{}`\n-# Seed: {}",
                in_code(deal.secret),
                in_code(pledge(deal.secret)),
                seed_of(deal),
            )
        )
    rows = [[button("Past days", _id(deal.number, "past"))]]
    return Page(cut(joined(text), limits.CONTENT), None, rows)


def past_page(deals: Sequence[Deal], scores: Mapping[DailyNumber, int | None]) -> Page:
    """The days that have closed, to play without ranking."""
    if not deals:
        return Page(md("No daily has closed yet. Play the present one with `/daily`."))
    options = [(_title(deal.number), str(deal.number), False) for deal in deals]
    about = [f"Par {deal.par}, {_own(scores.get(deal.number))}" for deal in deals]
    choice = select(_id(DailyNumber(0), "pick"), "Which day?", options, about)
    return Page(md("**Past days**\nPlay any of them as often as you like. The score isn’t ranked."), None, [[choice]])


def closed_page(deal: Deal, now: float) -> Page:
    """A past day before its reader plays it."""
    text = md("**{}**\nThis daily closed {}. Par is {}.", _called(deal), _moment(closes(deal.number)), deal.par)
    play = button("Play", _id(deal.number, "begin0"), Style.success)
    return Page(text, None, [[play, *_others(deal, now)]])


def _id(number: DailyNumber, deed: str) -> str:
    """The ``custom_id`` of what is pressed on a page of a daily."""
    return custom_id("q", number, 0, deed)


def _others(deal: Deal, now: float) -> Row:
    """The ways to the board, to past days, and to yesterday's deal while it is open."""
    board = button("Board", _id(deal.number, "board"))
    ways: Row = [board, button("Past days", _id(deal.number, "past"))]
    yesterday = DailyNumber(deal.number - 1)
    if is_open(yesterday, now):
        ways.append(button("Yesterday’s", _id(yesterday, "play")))
    return ways


def _placed(done: Sequence[Attempt]) -> list[tuple[int, Attempt]]:
    """The attempts with their places; equal scores share one."""
    places: list[tuple[int, Attempt]] = []
    for count, one in enumerate(done, 1):
        tie = bool(places) and places[-1][1].score == one.score
        places.append((places[-1][0] if tie else count, one))
    return places


def _title(number: DailyNumber) -> Markdown:
    return md("Roundhouse Daily #{}", number)


def _called(deal: Deal) -> Markdown:
    return called(deal.number, deal.title)


def _named(deal: Deal, attempt: Attempt) -> Markdown:
    return _title(deal.number) if attempt.ranked else md("{}, unranked", _title(deal.number))


def _against(deal: Deal, attempt: Attempt) -> Markdown:
    over = (attempt.score or 0) - deal.par
    if over > 0:
        return md("{} above par", over)
    return md("{} short of par", -over) if over < 0 else md("par")


def _own(score: int | None) -> str:
    return "not played" if score is None else f"your score {score}"


def _moment(at: float) -> Markdown:
    return md("<t:{}:R>", int(at))


def _at(attempt: Attempt, rest: str, words: Sequence[str] = ()) -> str:
    return custom_id("q", attempt.daily, len(attempt.lines), " ".join([rest, *words]))


def _leads(attempt: Attempt) -> Leads:
    """The parts of a question in an attempt. Its titles ask for nothing that must be typed."""
    mark = f"{attempt.ranked:d}"
    return Leads(
        menu=lambda picked, page: _at(attempt, f"m{mark}{page}", picked),
        select=lambda picked: _at(attempt, f"s{mark}", picked),
        form=lambda picked: _at(attempt, f"m{mark}0", picked),
        confirm=lambda action: _at(attempt, f"a{mark}", [write_action(action)]),
    )
