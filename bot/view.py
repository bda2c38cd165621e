"""A table as one person may see it: the view with names, events, and sentences."""

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
"""The start of a score such as “84 points” or “$1,200”."""


class TableView(msgspec.Struct, frozen=True):
    """``view.seat`` is the person's seat, None for others; ``name`` is for text, ``caption`` for buttons and pictures.

    ``names_at`` returns the names at a past move, when seats may have had other holders. (``with_names_at``)
    """

    game: Game[Any]
    painter: Painter
    view: View[Any]
    drawing_context: DrawingContext
    name: Callable[[Seat], Markdown]
    caption: Callable[[Seat], str]
    names_at: Callable[[int], Callable[[Seat], Markdown]]
    short_labels: dict[tuple[Action, str], ShortLabel] = msgspec.field(default_factory=dict)
    """Results so far: a page needs the same ones for each layout that it tries."""

    def with_view(self, view: View[Any]) -> TableView:
        """The same of another state of the table: replacing ``view`` alone would keep its short labels."""
        return replace(self, view=view, short_labels={})

    def with_names_at(self, seq: int) -> TableView:
        """The same view with the names at move ``seq``."""
        return replace(self, name=self.names_at(seq))

    def label(self, action: Action, field: str = "") -> str:
        """The label of ``action`` or one of its values, without Markdown, for buttons and selects."""
        return self.game.text.label(self.view, action, field, self.caption)

    def short_label(self, action: Action, field: str = "") -> ShortLabel:
        """The words of a button for ``action`` or one of its values."""
        key = action, field
        if key not in self.short_labels:
            self.short_labels[key] = self.game.text.short_label(self.view, action, field, self.caption)
        return self.short_labels[key]

    def question_context(self, action: Action, field: str) -> Markdown:
        """Facts that all answers share, such as the available money; often empty."""
        return game_text.question_context(self.game, self.view, action, field)

    def action_text(self, action: Action, field: str = "") -> Markdown:
        """The action with its price and effect, or one of its values, for a message."""
        return game_text.action_label(self.game, self.view, action, field, self.name)

    def status_line(self) -> Markdown:
        """The headline of the view."""
        return game_text.status_line(self.game, self.view)

    def legend(self, action: Action, field: str) -> Markdown:
        """The meaning of the numbers in the answers; may be empty."""
        return game_text.legend(self.game, self.view, action, field)

    def aim(self) -> Markdown:
        """The purpose of the current phase and of the game, for a newcomer; may be empty."""
        return game_text.aim(self.game, self.view)

    def preview_lines(self, action: Action) -> tuple[Markdown, ...]:
        """The preview of an action before Confirm: its label, and further facts."""
        note = game_text.action_preview(self.game, self.view, action, self.name)
        return (self.action_text(action), note) if note else (self.action_text(action),)

    def private_facts(self) -> tuple[Markdown, ...]:
        """Facts that only this person knows and that no picture shows, as sentences."""
        return game_text.private_facts(self.game, self.view, self.name)

    def narration(self, events: Sequence[Event]) -> list[Markdown]:
        """The events that this person may see, in words."""
        lines: list[Markdown] = []
        remark, name = md(""), self.name
        for event in visible_events(tuple(events), self.view.seat):
            if isinstance(event, Made):
                name = self.names_at(event.seq)
            elif isinstance(event, Remark):
                remark = escape_prose(event.words)
            elif line := game_text.narration(self.game, event, name):
                lines.append(md("{}{}", line, remark) if hasattr(event, "seat") else line)  # not after a result of all
                remark = md("")
        return lines

    def statistics(self) -> list[Mapping[str, int]]:
        """The public statistics of everyone, seat 1 first."""
        seats = all_seats(len(self.drawing_context.names))
        return [self.game.text.statistics(self.view, seat) for seat in seats]

    def private_news(self, events: Sequence[Event]) -> list[Markdown]:
        """Private events to show above the person's next question, since their last move."""
        recent_events: list[Event] = []
        for event in visible_events(tuple(events), self.view.seat):
            if event.is_shown_again:
                recent_events.append(event)
            elif event.to is None and getattr(event, "seat", None) == self.view.seat:
                recent_events = []
        return self.narration(recent_events)


class SeatContext(msgspec.Struct, frozen=True):
    """A person at a table in play: the seat, its view, and its decision (None: not to move).

    ``premoves`` are plans that the seat may make. ``private_news``, ``order_lines`` (unread sentences about standing
    orders), and ``private_note`` are shown above the next question. ``earlier_lines`` are the seat's last answers to
    questions that come every turn. ``is_newcomer`` is whether the person has finished no game of this kind.
    ``result_text`` is the result with the story of a finished game.
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
        """The user who holds the seat."""
        user = self.table.players[self.seat - 1].user
        assert user is not None, "a seat of a person"
        return user

    @property
    def turn_text(self) -> Markdown:
        """The sentence about the current turn; after the end, the result with the story."""
        return self.result_text or whose_turn_text(self.table, self.seat)


def view_table(
    table: Table, seat: Seat | None, news: Sequence[Event] = (), state: State | None = None, seq: int | None = None
) -> TableView:
    """The view of ``seat`` (None: anyone) of a started table; ``state`` for a past one, with the move ``seq`` that led
    to it.
    """
    shown_state = state if state is not None else table.state
    if shown_state is None:
        raise LookupError(f"table {table.id} has no state: it has not been started")
    players = _fill_chairs(table, table.players if seq is None else players_at(table, seq))
    names, now = player_names(players), name_lookup(players)
    return TableView(
        GAMES[table.title],
        PAINTERS[table.title],
        redact(shown_state, seat),
        DrawingContext(names, _add_former_names(table, visible_events(tuple(news), None))),
        now,
        lambda number: names[number - 1],
        lambda seq: name_lookup(_fill_chairs(table, players_at(table, seq))) if table.holders else now,
    )


def _add_former_names(table: Table, news: tuple[Event, ...]) -> tuple[Event, ...]:
    """The events with former holders' names, if seats have changed hands since."""
    if not table.holders:
        return news
    return tuple(
        Called(player_names(_fill_chairs(table, players_at(table, event.seq)))) if isinstance(event, Made) else event
        for event in news
    )


def _fill_chairs(table: Table, players: tuple[Player, ...]) -> tuple[Player, ...]:
    """The players; no one on the chairs that were still free when a game from a file was closed."""
    free = (table.chairs or 0) - len(players)
    return (*players, *(Player("") for _ in range(free)))


def is_premove(context: SeatContext, picked: Sequence[str]) -> bool:
    """Whether the words, verb first, are a plan that is made before the turn."""
    ahead = (verb_of(kind) for kind in context.table_view.game.actions if issubclass(kind, Standing))
    return bool(picked) and picked[0] in ahead


def whose_turn_text(table: Table, seat: Seat | None) -> Markdown:
    """A sentence that says whose turn it is, and what the reader with ``seat`` has to decide."""
    asked = public_questions(table, seat)
    if table.status != "playing" or not asked:
        return _game_over_text(table)
    names = join_words([name_lookup(table.players)(decision.seat) for decision in asked if decision.seat != seat])
    prompts = (decision.prompt for decision in asked if decision.seat == seat)
    mine = next((md("Your turn: {}", escape_prose(prompt)) for prompt in prompts), None)
    if mine is not None:
        return md("{}\n-# Also waiting for {}.", mine, names) if names else mine
    return md("Waiting for {}.", names)


def _game_over_text(table: Table) -> Markdown:
    """A sentence that the game is over, with the winner if it was played to the end; otherwise empty."""
    if table.status == "finished":
        return md("The game is over: {}.", winner_title(view_table(table, None)))
    return md("The game is over.") if table.status == "ended" else md("")


def winner_title(table_view: TableView) -> Markdown:
    """The headline of a game that is over: “Ada wins by 4 points”."""
    ranking = table_view.game.rules.ranking(table_view.view.state)
    first = [place for place in ranking if place.place == 1]
    who, best = join_words([table_view.name(place.seat) for place in first]), first[0]
    words = escape_prose(best.words or str(best.score))
    if len(ranking) == 1:
        return md("{} ends with {}", who, words)
    if len(first) > 1:
        return md("{} share the win with {}", who, words)
    margin = best.score - max(place.score for place in ranking if place.place > 1)
    if margin == 0:
        return md("{} wins the tiebreak with {}", who, words)
    amount = f"{'$' * best.words.startswith('$')}{margin:,}"
    by = _AMOUNT.sub(amount, best.words, count=1) if _AMOUNT.match(best.words) else ""
    by = by.removesuffix("s") if margin == 1 else by
    return md("{} wins by {}", who, escape_prose(by)) if by else md("{} wins: {}", who, words)
