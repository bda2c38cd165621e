"""Texts of `/stats`: ratings, results, and habits."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from bot import limits
from bot.markdown import Markdown, count_noun, escape_prose, join_lines, join_words, md, truncate
from bot.persons.stats import NEWCOMER_POINTS, Contestant, Rating, best_ratings, habit_lines
from engine import GAMES
from engine.agents.registry import level_name
from engine.store.ids import TableId, UserId
from engine.store.results import PlayRecord, SeatResult

_RATING_EXPLANATION = md(
    "-# A rating is a cautious estimate of a player’s strength; new players start at {:,}. A finished game is "
    "rated if two or more people played from the start, without hints. Leaving a rated game counts as last place. Each "
    "level of computer player has its own rating, so beating a strong one counts for more.",
    NEWCOMER_POINTS,
)


def player_stats_text(
    name: Markdown,
    results: Sequence[SeatResult],
    ratings: Mapping[str, Rating],
    record: PlayRecord,
    *,
    is_asker: bool = False,
) -> Markdown:
    """Return a player's statistics: a line for each game, habits, and an explanation of ratings.

    ``ratings`` are the player's ratings by game.
    """
    lines = [md("**{}**", name)]
    for title in GAMES:
        own_results = [result for result in results if result.title == title]
        if own_results:
            lines.append(_game_line(title, own_results, ratings.get(title)))
    if not results:
        lines.append(md("No finished games yet.") if not is_asker else md("You haven’t finished a game yet."))
    lines += habit_lines(record)
    if ratings:
        lines.append(_RATING_EXPLANATION)
    return truncate(join_lines(lines), limits.CONTENT)


def own_record_text(title: str, table: TableId, own_results: Sequence[SeatResult], rating: Rating | None) -> Markdown:
    """Return a player's record in one game: the result at this table, wins, best and mean score, and rating."""
    name = escape_prose(GAMES[title].name)
    full_results = [result for result in own_results if not result.gone]
    if not full_results:
        return md("You haven’t finished a game of {} yet.", name)
    lines = [
        md("**{}: your record**", name),
        *_this_game_line(table, full_results),
        _game_line(title, own_results, rating),
    ]
    scores = [result.score for result in full_results]
    best = md("Best score: {:,}. Mean score: {:,}.", max(scores), round(fmean(scores)))
    return join_lines([*lines, *([best] if len(scores) > 1 else [])])


def _this_game_line(table: TableId, full_results: Sequence[SeatResult]) -> list[Markdown]:
    """Return the line with the result at this table, and whether it is the player's best so far; may be empty."""
    this_result = next((result for result in full_results if result.session == table), None)
    if this_result is None:
        return []
    earlier = [
        result.score for result in full_results if (result.at, result.session) < (this_result.at, this_result.session)
    ]
    is_best = bool(earlier) and this_result.score > max(earlier)
    line = md("This game: {:,}, place {}.", this_result.score, this_result.place)
    if this_result.alone:
        line = md("This game: {:,}.", this_result.score)
    return [md("{} Your best score so far!", line) if is_best else line]


def game_ratings_text(title: str, ratings: Mapping[Contestant, Rating], users: frozenset[UserId]) -> Markdown:
    """Return the highest ratings of the ``users`` in a game, and the ratings of computer players."""
    top, levels = (
        best_ratings(ratings, users),
        best_ratings(ratings, [contestant for contestant in ratings if isinstance(contestant, str)]),
    )
    lines = [md("**{}**: the highest ratings of players on this server", escape_prose(GAMES[title].name))]
    lines += [
        md("{}\\. <@{}> · {:,} · {}", place, int(rating.who), rating.points, count_noun(rating.games, "rated game"))
        for place, rating in _number_ratings(top)
    ]
    if not top:
        return join_lines([*lines, md("No one has finished a rated game yet.")])
    computers = [
        md(
            "{} {:,} ({})",
            escape_prose(level_name(str(rating.who))),
            rating.points,
            count_noun(rating.games, "rated game"),
        )
        for rating in levels
    ]
    about = [md("Computer players: {}.", join_words(computers))] if computers else []
    return join_lines([*lines, *about, _RATING_EXPLANATION])


def _number_ratings(top: Sequence[Rating]) -> list[tuple[int, Rating]]:
    """Return (place, rating) pairs. Equal ratings share a place."""
    return [(1 + sum(other.points > rating.points for other in top), rating) for rating in top]


def _game_line(title: str, own_results: Sequence[SeatResult], rating: Rating | None) -> Markdown:
    full_results = [result for result in own_results if not result.gone]
    against_others = [result for result in full_results if not result.alone]
    alone_note = (
        md(" ({} alone)", len(full_results) - len(against_others))
        if len(against_others) < len(full_results)
        else md("")
    )
    parts = [md("{} finished{}", count_noun(len(full_results), "game"), alone_note)] if full_results else []
    parts += [md("{} won", sum(result.place == 1 for result in against_others))] if against_others else []
    left_clause = (
        [md("{} left before the end", count_noun(len(own_results) - len(full_results), "game"))]
        if len(full_results) < len(own_results)
        else []
    )
    rating_text = (
        md("rating **{:,}** after {} · ", rating.points, count_noun(rating.games, "rated game")) if rating else md("")
    )
    return md("{}: {}{}", escape_prose(GAMES[title].name), rating_text, join_lines([*parts, *left_clause], ", "))
