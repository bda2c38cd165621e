"""A table as one person may see it: the view of the state, with names and texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from bot import game_text
from bot.markdown import Markdown, escape_prose, join_words, md
from bot.names import name_lookup, player_names
from bot.tables.moves import public_questions
from bot.tables.phases import Made, Remark
from bot.tables.table import Player, Table, players_at
from engine import GAMES, Action, Decision, Event, Game, Seat, State, View, redact, visible_events
from engine.core import Standing, all_seats, verb_of
from engine.core.short_label import ShortLabel
from engine.store.ids import UserId
from render import PAINTERS, Called, DrawingContext, Painter

_AMOUNT = re.compile(r"\$?[\d,]+")
"""The amount at the start of a score such as “84 points” or “$1,200”."""


class TableView(msgspec.Struct, frozen=True):
    """A table as one person sees it. ``view.seat`` is the person's seat; None for a person without a seat.

    ``name`` returns the name of a seat's player for texts, ``caption`` for buttons and pictures. ``names_at`` returns a
    function like ``name`` for a past move, at which a seat may have had another player.
    """

    game: Game[Any]
    painter: Painter
    view: View[Any]
    drawing_context: DrawingContext
    name: Callable[[Seat], Markdown]
    caption: Callable[[Seat], str]
    names_at: Callable[[int], Callable[[Seat], Markdown]]
    short_labels: dict[tuple[Action, str], ShortLabel] = msgspec.field(default_factory=dict)
    """(action, field) -> cached short label. A page tries several layouts, which all use them."""

    def with_view(self, view: View[Any]) -> TableView:
        """Return a copy with another view of the table, and without cached labels."""
        return replace(self, view=view, short_labels={})

    def with_names_at(self, seq: int) -> TableView:
        """Return a copy that names the players as they were at move ``seq``."""
        return replace(self, name=self.names_at(seq))

    def label(self, action: Action, field: str = "") -> str:
        """Return the label of an action, or of its value in ``field``, without Markdown, for buttons and selects."""
        return self.game.text.label(self.view, action, field, self.caption)

    def short_label(self, action: Action, field: str = "") -> ShortLabel:
        """Return the short label of an action, or of its value in ``field``, for buttons."""
        key = action, field
        if key not in self.short_labels:
            self.short_labels[key] = self.game.text.short_label(self.view, action, field, self.caption)
        return self.short_labels[key]

    def question_context(self, action: Action, field: str) -> Markdown:
        """Return facts that apply to all answers, such as the available money; may be empty."""
        return game_text.question_context(self.game, self.view, action, field)

    def action_text(self, action: Action, field: str = "") -> Markdown:
        """Return an action with its cost and effect, or only its value in ``field``, as text for a message."""
        return game_text.action_label(self.game, self.view, action, field, self.name)

    def status_line(self) -> Markdown:
        """The status line of the game."""
        return game_text.status_line(self.game, self.view)

    def legend(self, action: Action, field: str) -> Markdown:
        """Return the meaning of the numbers in the answers; may be empty."""
        return game_text.legend(self.game, self.view, action, field)

    def aim(self) -> Markdown:
        """Return the aim of the current phase and of the game, for a newcomer; may be empty."""
        return game_text.aim(self.game, self.view)

    def preview_lines(self, action: Action) -> tuple[Markdown, ...]:
        """Return the preview of an action for *Confirm*: the action's text, and further facts if there are any."""
        note = game_text.action_preview(self.game, self.view, action, self.name)
        return (self.action_text(action), note) if note else (self.action_text(action),)

    def private_facts(self) -> tuple[Markdown, ...]:
        """Return sentences about facts that only this person knows and that no picture shows."""
        return game_text.private_facts(self.game, self.view, self.name)

    def narration(self, events: Sequence[Event]) -> list[Markdown]:
        """Return sentences about the events that this person may see."""
        lines: list[Markdown] = []
        remark, name = md(""), self.name
        for event in visible_events(tuple(events), self.view.seat):
            if isinstance(event, Made):
                name = self.names_at(event.seq)
            elif isinstance(event, Remark):
                remark = escape_prose(event.words)
            elif line := game_text.narration(self.game, event, name):
                # A remark follows the sentence about a player's move, not one about everybody.
                lines.append(md("{}{}", line, remark) if hasattr(event, "seat") else line)
                remark = md("")
        return lines

    def statistics(self) -> list[Mapping[str, int]]:
        """Return the public statistics of each seat, in order of the seats."""
        seats = all_seats(len(self.drawing_context.names))
        return [self.game.text.statistics(self.view, seat) for seat in seats]

    def private_news(self, events: Sequence[Event]) -> list[Markdown]:
        """Return sentences about private events since the person's last move, to show above the next question."""
        recent_events: list[Event] = []
        for event in visible_events(tuple(events), self.view.seat):
            if event.is_shown_again:
                recent_events.append(event)
            elif event.to is None and getattr(event, "seat", None) == self.view.seat:
                recent_events = []
        return self.narration(recent_events)


class SeatContext(msgspec.Struct, frozen=True):
    """A person with a seat at a started table: the seat, its view, and its decision (None if it is not to move).

    ``premoves`` are plans that the seat may make. ``private_news``, ``order_lines`` (unread sentences about standing
    orders), and ``private_note`` are shown above the next question. ``earlier_lines`` are the seat's earlier moves in
    notation, if the question comes every turn. ``is_newcomer``: whether the person has never finished this game.
    ``result_text`` is the result of a finished game, with the story of the game.
    """

    table: Table
    seat: Seat
    table_view: TableView
    decision: Decision | None
    premoves: Decision | None = None
    private_news: tuple[Markdown, ...] = ()
    order_lines: tuple[str, ...] = ()
    private_note: str = ""
    earlier_lines: tuple[str, ...] = ()
    is_newcomer: bool = False
    result_text: Markdown = md("")

    @property
    def user(self) -> UserId:
        """The user who plays the seat."""
        user = self.table.players[self.seat - 1].user
        assert user is not None, "a seat of a person"
        return user

    @property
    def turn_text(self) -> Markdown:
        """The sentence about whose turn it is; after the end of the game, the result and the story of the game."""
        return self.result_text or whose_turn_text(self.table, self.seat)


def view_table(
    table: Table, seat: Seat | None, news: Sequence[Event] = (), state: State | None = None, seq: int | None = None
) -> TableView:
    """Return a started table as ``seat`` sees it (None: as a spectator does).

    The state is the current one, or the past ``state`` after move ``seq``. ``news`` are events to highlight in
    pictures.
    """
    shown_state = state if state is not None else table.state
    if shown_state is None:
        raise LookupError(f"table {table.id} has no state: it has not been started")
    players = _fill_chairs(table, table.players if seq is None else players_at(table, seq))
    names, current_name = player_names(players), name_lookup(players)
    return TableView(
        GAMES[table.title],
        PAINTERS[table.title],
        redact(shown_state, seat),
        DrawingContext(names, _add_former_names(table, visible_events(tuple(news), None))),
        current_name,
        lambda number: names[number - 1],
        lambda seq: name_lookup(_fill_chairs(table, players_at(table, seq))) if table.holders else current_name,
    )


def _add_former_names(table: Table, news: tuple[Event, ...]) -> tuple[Event, ...]:
    """If seats have changed hands, replace each ``Made`` event by the players' names at that move."""
    if not table.holders:
        return news
    return tuple(
        Called(player_names(_fill_chairs(table, players_at(table, event.seq)))) if isinstance(event, Made) else event
        for event in news
    )


def _fill_chairs(table: Table, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """Return the players, and one without a name for each seat of an imported game that nobody had taken at its end."""
    free_count = (table.chairs or 0) - len(players)
    return (*players, *(Player("") for _ in range(free_count)))


def is_premove(context: SeatContext, picked: Sequence[str]) -> bool:
    """Whether the words, which begin with a verb, are a plan."""
    plan_verbs = (verb_of(kind) for kind in context.table_view.game.actions if issubclass(kind, Standing))
    return bool(picked) and picked[0] in plan_verbs


def whose_turn_text(table: Table, seat: Seat | None) -> Markdown:
    """Return the text about whose turn it is, with the seat's question if ``seat`` is to move."""
    open_decisions = public_questions(table, seat)
    if table.status != "playing" or not open_decisions:
        return _game_over_text(table)
    names = join_words(
        [name_lookup(table.players)(decision.seat) for decision in open_decisions if decision.seat != seat]
    )
    prompts = (decision.prompt for decision in open_decisions if decision.seat == seat)
    own_question = next((md("Your turn: {}", escape_prose(prompt)) for prompt in prompts), None)
    if own_question is not None:
        return md("{}\n-# Also waiting for {}.", own_question, names) if names else own_question
    return md("Waiting for {}.", names)


def _game_over_text(table: Table) -> Markdown:
    """Return a sentence that the game is over, with the winner if it was played to its end; empty while it runs."""
    if table.status == "finished":
        return md("The game is over: {}.", winner_title(view_table(table, None)))
    return md("The game is over.") if table.status == "ended" else md("")


def winner_title(table_view: TableView) -> Markdown:
    """Return the headline of a game that is over: “Ada wins by 4 points”."""
    ranking = table_view.game.rules.ranking(table_view.view.state)
    winners = [place for place in ranking if place.place == 1]
    names, best = join_words([table_view.name(place.seat) for place in winners]), winners[0]
    words = escape_prose(best.words or str(best.score))
    if len(ranking) == 1:
        return md("{} ends with {}", names, words)
    if len(winners) > 1:
        return md("{} share the win with {}", names, words)
    margin = best.score - max(place.score for place in ranking if place.place > 1)
    if margin == 0:
        return md("{} wins the tiebreak with {}", names, words)
    amount = f"{'$' * best.words.startswith('$')}{margin:,}"
    by = _AMOUNT.sub(amount, best.words, count=1) if _AMOUNT.match(best.words) else ""
    by = by.removesuffix("s") if margin == 1 else by
    return md("{} wins by {}", names, escape_prose(by)) if by else md("{} wins: {}", names, words)
