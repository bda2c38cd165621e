"""The legal moves that a typed line or a command may have meant, as buttons that lead to *Confirm*. It knows no title.

A number that is not allowed means the nearest ones that are; any other slip the moves that share most words with it.
"""

from collections.abc import Collection, Iterator

from bot import limits
from bot.desk import Seated
from bot.errors import AgainstTheRules
from bot.markdown import md, message_of
from bot.tables.table import Table
from bot.ui.chips import parted
from bot.ui.components import Row, button, custom_id
from bot.ui.menu import words
from bot.ui.nearest import nearest
from bot.ui.page import Page
from bot.ui.steps import nearest_numbers
from engine import Action, Refused, Seat, Unreadable, read_action
from engine.core import CombinedOffers, field_names, verb_of
from engine.core.action import field_type
from engine.core.notation import is_number_field

_ONE, _SEVERAL = md("Did you mean this?"), md("Did you mean one of these?")


def meant(place: Seated, line: str, error: Unreadable | Refused, kind: type[Action] = Action) -> Page | None:
    """The refusal of a line with the moves of a ``kind`` that are like it, best first; None if none is."""
    alike = _likely(place, line, kind)
    if not alike:
        return None
    labels = [place.seen.label(action) for action in alike]
    short = [parted(label)[0] for label in labels]
    row: Row = []
    for action, label, name in zip(alike, labels, short, strict=True):
        whole = short.count(name) > 1  # else it could not be told from others that begin as it does
        row.append(button(label if whole else name, _confirming(place.table, action)))
    if isinstance(error, AgainstTheRules) and error.why:
        row = [*row[: limits.BUTTONS_IN_ROW - 1], button("Why?", error.why)]
    return Page(md("{} {}", message_of(error), _SEVERAL if len(alike) > 1 else _ONE), None, [row])


def _confirming(table: Table, action: Action) -> str:
    """The ``custom_id`` of the press that shows the move before it is made."""
    return custom_id("m", table.id, table.seq, " ".join(["-0", *words(action)]))


def _likely(place: Seated, line: str, kind: type[Action]) -> list[Action]:
    """The moves that are like the line: a row of them at most."""
    offers = CombinedOffers(*(asked.offers for asked in (place.decision, place.ahead) if asked))
    near = list(dict.fromkeys(_with_other_numbers(place, line, offers)))
    if near:
        return _short_enough(place.table, near)
    spelled = {" ".join(words(action)): action for action in offers if isinstance(action, kind)}
    labels = [(text, place.seen.label(action)) for text, action in spelled.items()]
    return _short_enough(place.table, [spelled[text] for text, _ in nearest(line, labels, limits.BUTTONS_IN_ROW)])


def _short_enough(table: Table, actions: list[Action]) -> list[Action]:
    fitting = (action for action in actions if len(_confirming(table, action)) <= limits.CUSTOM_ID)
    return list(fitting)[: limits.BUTTONS_IN_ROW]


def _with_other_numbers(place: Seated, line: str, offers: Collection[Action]) -> Iterator[Action]:
    """The moves that differ from the line in one number alone, which is the nearest that is allowed."""
    name = line.split(" ", 1)[0]
    for kind in (kind for kind in place.seen.game.actions if verb_of(kind) == name):
        try:
            typed = read_action(f"p{place.seat} {line}", (kind,))
        except Unreadable:
            return
        for field in field_names(kind):
            if is_number_field(kind, field) and field_type(kind, field) is not Seat:
                yield from nearest_numbers(offers, typed, field)
