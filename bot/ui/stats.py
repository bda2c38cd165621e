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
    who: Markdown,
    results: Sequence[SeatResult],
    rated: Mapping[str, Rating],
    record: PlayRecord,
    *,
    is_asker: bool = False,
) -> Markdown:
    """A player's statistics: a line per game, habits, and what a rating is. ``rated`` is by game."""
    lines = [md("**{}**", who)]
    for title in GAMES:
        mine = [result for result in results if result.title == title]
        if mine:
            lines.append(_game_line(title, mine, rated.get(title)))
    if not results:
        lines.append(md("No finished games yet.") if not is_asker else md("You haven’t finished a game yet."))
    lines += habit_lines(record)
    if rated:
        lines.append(_RATING_EXPLANATION)
    return truncate(join_lines(lines), limits.CONTENT)


def own_record_text(title: str, table: TableId, mine: Sequence[SeatResult], rating: Rating | None) -> Markdown:
    """A player's record at one game: this result, wins, best and mean score, and rating."""
    name = escape_prose(GAMES[title].name)
    stayed = [result for result in mine if not result.gone]
    if not stayed:
        return md("You haven’t finished a game of {} yet.", name)
    lines = [md("**{}: your record**", name), *_here(table, stayed), _game_line(title, mine, rating)]
    scores = [result.score for result in stayed]
    best = md("Best score: {:,}. Mean score: {:,}.", max(scores), round(fmean(scores)))
    return join_lines([*lines, *([best] if len(scores) > 1 else [])])


def _here(table: TableId, stayed: Sequence[SeatResult]) -> list[Markdown]:
    """The result at this table, and whether it is the player's best so far."""
    here = next((result for result in stayed if result.session == table), None)
    if here is None:
        return []
    earlier = [result.score for result in stayed if (result.at, result.session) < (here.at, here.session)]
    is_best = bool(earlier) and here.score > max(earlier)
    said = md("This game: {:,}, place {}.", here.score, here.place)
    if here.alone:
        said = md("This game: {:,}.", here.score)
    return [md("{} Your best score so far!", said) if is_best else said]


def game_ratings_text(title: str, ratings: Mapping[Contestant, Rating], among: frozenset[UserId]) -> Markdown:
    """The best of a game among some users, and the levels of computer players."""
    top, levels = best_ratings(ratings, among), best_ratings(ratings, [who for who in ratings if isinstance(who, str)])
    lines = [md("**{}**: the highest ratings of players on this server", escape_prose(GAMES[title].name))]
    lines += [
        md("{}\\. <@{}> · {:,} · {}", place, int(r.who), r.points, count_noun(r.games, "rated game"))
        for place, r in _number_ratings(top)
    ]
    if not top:
        return join_lines([*lines, md("No one has finished a rated game yet.")])
    computers = [
        md("{} {:,} ({})", escape_prose(level_name(str(r.who))), r.points, count_noun(r.games, "rated game"))
        for r in levels
    ]
    about = [md("Computer players: {}.", join_words(computers))] if computers else []
    return join_lines([*lines, *about, _RATING_EXPLANATION])


def _number_ratings(top: Sequence[Rating]) -> list[tuple[int, Rating]]:
    """Ratings with places; equal ones share a place."""
    return [(1 + sum(other.points > rating.points for other in top), rating) for rating in top]


def _game_line(title: str, mine: Sequence[SeatResult], rating: Rating | None) -> Markdown:
    stayed = [result for result in mine if not result.gone]
    against = [result for result in stayed if not result.alone]
    alone = md(" ({} alone)", len(stayed) - len(against)) if len(against) < len(stayed) else md("")
    played = [md("{} finished{}", count_noun(len(stayed), "game"), alone)] if stayed else []
    played += [md("{} won", sum(result.place == 1 for result in against))] if against else []
    left_clause = (
        [md("{} left before the end", count_noun(len(mine) - len(stayed), "game"))] if len(stayed) < len(mine) else []
    )
    points = (
        md("rating **{:,}** after {} · ", rating.points, count_noun(rating.games, "rated game")) if rating else md("")
    )
    return md("{}: {}{}", escape_prose(GAMES[title].name), points, join_lines([*played, *left_clause], ", "))
