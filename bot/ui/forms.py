"""One form for the last fields of a move, where they do not depend on one another. It knows no title.

It is filled in with what its player said of the same thing last time, or with what is listed first.
"""

from collections.abc import Sequence

from discord import ui
from msgspec.structs import replace

from bot import limits
from bot.desk import Seated
from bot.tables.table import Table, game_of
from bot.ui.chips import parted
from bot.ui.components import custom_id
from bot.ui.fields import Field, form
from bot.ui.menu import Menu, menu, words
from engine import Action
from engine.core import MAX_LENGTH, Standing, field_names, verb_of
from engine.core.action import button_title, field_example, field_question
from engine.core.notation import is_number_field, notation_word, read_number

SENT, REFUSED = "+", "="
"""In a ``custom_id``: before the rest of a form that was sent, and of one that opens as it was sent and refused."""


def is_last(table: Table, rest: str) -> bool:
    """Whether a form is one for the last fields of a move, which begins with these words."""
    name = rest.split(" ", 1)[0]
    return any(kind.form_from for kind in game_of(table.title).actions if verb_of(kind) == name)


def last_form(place: Seated, found: Menu, earlier: Sequence[str]) -> ui.Modal | None:
    """The form for what a question and those after it ask; None if they are asked one by one.

    ``earlier`` are lines that the seat has said.
    """
    identity = form_id(place.table, found, sent=True)
    if not identity:
        return None
    kind, listed = type(found.sample), [action for entry in found.entries for action in entry.actions]
    names = field_names(kind)[field_names(kind).index(found.field) :]
    usual = _usual(found, earlier)
    made = tuple(_last_field(place, found, listed, name, usual.get(name, "")) for name in names)
    if any(len(field.options) > limits.SELECT_OPTIONS for field in made):
        return None
    return form(button_title(kind), identity, made)


def refused_form(place: Seated, line: str) -> ui.Modal | None:
    """The form for the last fields of a move, filled in as the line says; None if that is not asked any more."""
    spelled = line.split(" ")
    kind = next(kind for kind in place.seen.game.actions if verb_of(kind) == spelled[0])
    picked = spelled[: field_names(kind).index(kind.form_from) + 1]
    asked = place.ahead if issubclass(kind, Standing) else place.decision
    found = menu(asked.offers, picked) if asked else None
    return last_form(place, found, [f"p{place.seat} {line}"]) if found else None


def form_id(table: Table, found: Menu, *, sent: bool = False) -> str:
    """The ``custom_id`` of the form, or of the button that opens it; empty if it asks one by one, or has no room."""
    if found.kind == "confirm" or not found.field or found.field != type(found.sample).form_from:
        return ""
    identity = custom_id("c", table.id, table.seq, (SENT if sent else "") + " ".join(found.picked))
    return identity if len(identity) <= limits.CUSTOM_ID else ""


def completed_by(place: Seated, picked: Sequence[str], values: Sequence[str]) -> str:
    """The move that the words and the values of a form come to."""
    kind = next(kind for kind in place.seen.game.actions if verb_of(kind) == picked[0])
    names = field_names(kind)[len(picked) - 1 :]
    return " ".join([*picked, *(_spelled(kind, *pair) for pair in zip(names, values, strict=False))])


def _spelled(kind: type[Action], name: str, typed: str) -> str:
    """A value as a word of notation; numbers as people write them."""
    if is_number_field(kind, name):
        try:
            return str(read_number(typed))
        except ValueError:
            pass
    return notation_word(typed.strip()) or "_"


def _usual(found: Menu, earlier: Sequence[str]) -> dict[str, str]:
    """The values that the seat said last of the same thing, or else those that are listed first."""
    names, depth = field_names(type(found.sample)), len(found.picked)
    said = (tuple(line.split()[1:]) for line in reversed(earlier))
    same = (spelled for spelled in said if spelled[:depth] == found.picked and len(spelled) == len(names) + 1)
    return dict(zip(names, next(same, words(found.sample))[1:], strict=True))


def _last_field(place: Seated, found: Menu, listed: Sequence[Action], name: str, now: str) -> Field:
    """One question; a number with its bounds, where all between them are possible."""
    if name != found.field or found.kind != "number":
        field = field_of(place, listed, name, now)
        return field if field.options else replace(field, about=_told(place, listed, name))
    asked = f"{field_question(type(found.sample), name)} ({found.low} to {found.high})"
    if now.isdecimal():
        now = str(min(max(int(now), found.low), found.high))  # the nearest number that can be said now
    return Field(_identity(type(found.sample), name), asked, len(str(found.high)), str(found.low), now, required=True)


def _told(place: Seated, listed: Sequence[Action], name: str) -> str:
    """The listed values that do something worth saying, each with what it does."""
    values = {notation_word(getattr(action, name)): action for action in listed}
    labels = [place.seen.label(action, name) for action in values.values()]
    return " · ".join(label for label in labels if parted(label)[1])


def field_of(place: Seated, listed: Sequence[Action], name: str, now: str) -> Field:
    """One question: a text where more than the listed values may be typed, or else a choice."""
    kind = type(listed[0])
    asked, identity = field_question(kind, name), _identity(kind, name)
    if field_example(kind, name):
        return Field(identity, asked, MAX_LENGTH, field_example(kind, name), now, required=True)
    values = {notation_word(getattr(action, name)): action for action in listed}
    options = tuple(_option(place.seen.label(action, name), value) for value, action in values.items())
    return Field(identity, asked, MAX_LENGTH, now=now, required=True, options=options)


def words_of(action: Action, names: Sequence[str]) -> tuple[str, ...]:
    """The values of these fields as words of notation."""
    return tuple(notation_word(getattr(action, name)) for name in names)


def _identity(kind: type[Action], name: str) -> str:
    return f"{verb_of(kind)}.{name}"


def _option(label: str, value: str) -> tuple[str, str, str]:
    """A value by its name, with what it does in a second line, since a phone cuts a long one off."""
    name, effect = parted(label)
    return name, value, effect
