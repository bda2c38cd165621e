"""The words of `/stats`: ratings, results, and habits. It knows no title."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from bot import limits
from bot.markdown import Markdown, counted, cut, escape_prose, joined, listed, md
from bot.persons.stats import NEWCOMER, Rated, Rating, best, habits
from engine import GAMES
from engine.agents.registry import level_name
from engine.store.ids import TableId, UserId
from engine.store.results import Record, Result

_EXPLAINED = md(
    "-# A rating is a cautious estimate of a player’s strength; new players start at {:,}. A finished game is "
    "rated if two or more people played from the start, without hints. Leaving a rated game counts as last place. Each "
    "level of computer player has its own rating, so beating a strong one counts for more.",
    NEWCOMER,
)


def player_text(
    who: Markdown, found: Sequence[Result], rated: Mapping[str, Rating], record: Record, *, is_asker: bool = False
) -> Markdown:
    """A player's results: a line a title, how they keep to games, and what a rating is. ``rated`` is by title."""
    lines = [md("**{}**", who)]
    for title in GAMES:
        mine = [result for result in found if result.title == title]
        if mine:
            lines.append(_line(title, mine, rated.get(title)))
    if not found:
        lines.append(md("No finished games yet.") if not is_asker else md("You haven’t finished a game yet."))
    lines += habits(record)
    if rated:
        lines.append(_EXPLAINED)
    return cut(joined(lines), limits.CONTENT)


def own_record_text(title: str, table: TableId, mine: Sequence[Result], rating: Rating | None) -> Markdown:
    """A player's record at one game: the result at this table, wins, the best and the mean score, and the rating."""
    name = escape_prose(GAMES[title].name)
    stayed = [result for result in mine if not result.gone]
    if not stayed:
        return md("You haven’t finished a game of {} yet.", name)
    lines = [md("**{}: your record**", name), *_here(table, stayed), _line(title, mine, rating)]
    scores = [result.score for result in stayed]
    best = md("Best score: {:,}. Mean score: {:,}.", max(scores), round(fmean(scores)))
    return joined([*lines, *([best] if len(scores) > 1 else [])])


def _here(table: TableId, stayed: Sequence[Result]) -> list[Markdown]:
    """The result at this table, and whether it is the player's best one so far."""
    here = next((result for result in stayed if result.session == table), None)
    if here is None:
        return []
    earlier = [result.score for result in stayed if (result.at, result.session) < (here.at, here.session)]
    is_best = bool(earlier) and here.score > max(earlier)
    said = md("This game: {:,}, place {}.", here.score, here.place)
    if here.alone:
        said = md("This game: {:,}.", here.score)
    return [md("{} Your best score so far!", said) if is_best else said]


def title_text(title: str, found: Mapping[Rated, Rating], among: frozenset[UserId]) -> Markdown:
    """The best of a title among some users, and the levels of computer players."""
    top, levels = best(found, among), best(found, [who for who in found if isinstance(who, str)])
    lines = [md("**{}**: the highest ratings of players on this server", escape_prose(GAMES[title].name))]
    lines += [
        md("{}\\. <@{}> · {:,} · {}", place, int(r.who), r.points, counted(r.games, "rated game"))
        for place, r in _places(top)
    ]
    if not top:
        return joined([*lines, md("No one has finished a rated game yet.")])
    computers = [
        md("{} {:,} ({})", escape_prose(level_name(str(r.who))), r.points, counted(r.games, "rated game"))
        for r in levels
    ]
    about = [md("Computer players: {}.", listed(computers))] if computers else []
    return joined([*lines, *about, _EXPLAINED])


def _places(top: Sequence[Rating]) -> list[tuple[int, Rating]]:
    """Equal ratings share a place."""
    return [(1 + sum(other.points > rating.points for other in top), rating) for rating in top]


def _line(title: str, mine: Sequence[Result], rating: Rating | None) -> Markdown:
    stayed = [result for result in mine if not result.gone]
    against = [result for result in stayed if not result.alone]
    alone = md(" ({} alone)", len(stayed) - len(against)) if len(against) < len(stayed) else md("")
    played = [md("{} finished{}", counted(len(stayed), "game"), alone)] if stayed else []
    played += [md("{} won", sum(result.place == 1 for result in against))] if against else []
    left = [md("{} left before the end", counted(len(mine) - len(stayed), "game"))] if len(stayed) < len(mine) else []
    points = md("rating **{:,}** after {} · ", rating.points, counted(rating.games, "rated game")) if rating else md("")
    return md("{}: {}{}", escape_prose(GAMES[title].name), points, joined([*played, *left], ", "))
