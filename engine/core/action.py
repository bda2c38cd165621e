"""Actions of players, the decisions that offer them, and lazy offers.

The order of an action's fields is the order of its questions.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

import msgspec

from engine.core.seats import Seat

LAST_STEP = "+"
"""The ``field`` of a label for the last step of an action that is composed step by step."""


class Action(msgspec.Struct, frozen=True, tag=str.lower, gc=False):
    """An action of one seat.

    The lower-case class name is the verb, the second word of the notation. A field's ``msgspec.Meta(title=…)`` is the
    question for it. If the ``Meta`` has ``examples``, players may type any legal value, also one that is not offered.
    """

    button_title: ClassVar[str] = ""
    """The label of the action's button, where the verb is not enough."""
    help_topic: ClassVar[str] = ""
    """The topic of ``GameText.help`` that explains the action."""
    quick_number: ClassVar[Literal["lowest", "highest", "none", "all"]] = "lowest"
    """The number that gets a button next to the verb, if the action's only field is a number.

    With ``all``, every number is listed with its meaning.
    """
    is_sealed: ClassVar[bool] = False
    """Whether the action is hidden from the other seats until all have answered."""
    is_public: ClassVar[bool] = True
    """Whether everyone sees all values of the action; otherwise, conditions of orders can't use it."""
    is_best_first: ClassVar[bool] = False
    """Whether the offers are listed best first."""
    is_repeated: ClassVar[bool] = False
    """Whether the action is offered in every turn, with fields that do not depend on each other.

    One form then asks for all fields, filled with the last answers.
    """
    form_from: ClassVar[str] = ""
    """The first field that a form asks for together with all later fields. Empty if there is no such form."""
    path_field: ClassVar[str] = ""
    """The name of the last field, if that is only the path to the value of the field before it; otherwise empty."""
    position: ClassVar[str] = ""
    """The name of the field whose values are positions, such as market slots, whose contents may change."""

    seat: Seat


class Standing(Action, frozen=True):
    """A premove: an answer that a player gives before the question comes.

    The player can change a premove at any time, and no one waits for it.
    """


class Decision(msgspec.Struct, frozen=True):
    """An open question to one seat; several may be open at the same time.

    ``prompt`` is public and must not depend on secrets. ``offers`` may depend on them, and only ``seat`` sees them.
    Iterating over ``offers`` enumerates them; ``in`` checks one action, without enumeration if that is expensive.
    Open-ended collections allow more than they list (``is_open_ended``). Long collections have ``menu_offers``, the
    offers that people see listed.
    """

    seat: Seat
    prompt: str
    offers: Collection[Action]


class AmountOffers(Collection[Action]):
    """The offers ``action_kind(seat, n)`` for every whole number ``low <= n <= high``, computed on demand."""

    __slots__ = ("action_kind", "high", "low", "seat")

    def __init__(self, make: Callable[[Seat, int], Action], seat: Seat, low: int, high: int) -> None:
        self.action_kind, self.seat, self.low, self.high = make, seat, low, high

    def __len__(self) -> int:
        return max(0, self.high - self.low + 1)

    def __iter__(self) -> Iterator[Action]:
        return (self.action_kind(self.seat, n) for n in range(self.low, self.high + 1))

    def __contains__(self, action: object) -> bool:
        if type(action) is not self.action_kind:
            return False
        return (
            isinstance(action, Action) and action.seat == self.seat and self.low <= _amount_value(action) <= self.high
        )


class CombinedOffers(Collection[Action]):
    """The offers of several collections, one after the other."""

    __slots__ = ("parts",)

    def __init__(self, *parts: Collection[Action]) -> None:
        self.parts = parts

    def __len__(self) -> int:
        return sum(map(len, self.parts))

    def __iter__(self) -> Iterator[Action]:
        return chain.from_iterable(self.parts)

    def __contains__(self, action: object) -> bool:
        return any(action in part for part in self.parts)

    @property
    def is_open_ended(self) -> bool:
        """Whether any part is open-ended."""
        return any(map(is_open_ended, self.parts))

    @property
    def menu_offers(self) -> Collection[Action]:
        """The offers of all parts that people see listed."""
        return CombinedOffers(*map(menu_offers, self.parts))

    def complete_action(self, words: Sequence[str]) -> Action | None:
        """Return the first action that a part completes from these words; None if no part does."""
        actions = (complete_action(part, words) for part in self.parts)
        return next((action for action in actions if action is not None), None)

    def begin_action(self, words: Sequence[str]) -> Action | None:
        """Return the action with the fewest steps that begins with these words; None if no part composes one."""
        actions = (begin_action(part, words) for part in self.parts)
        return next((action for action in actions if action is not None), None)

    def continuations(self, action: Action) -> tuple[Action, ...]:
        return tuple(chain.from_iterable(continuations(part, action) for part in self.parts))


def offer_kinds(offers: Collection[Action]) -> set[type[Action]]:
    """Return the kinds of action in the offers, including a kind for which no amount is possible."""
    if isinstance(offers, CombinedOffers):
        return set[type[Action]]().union(*map(offer_kinds, offers.parts))
    if isinstance(offers, AmountOffers) and isinstance(offers.action_kind, type):
        return {offers.action_kind}
    return set(map(type, offers))


def complete_action(offers: Collection[Action], words: Sequence[str]) -> Action | None:
    """Return the action that begins with a verb and typed values, if the offers can complete it.

    So players may type only the first values, and the offers supply the others.
    """
    complete = getattr(offers, "complete_action", None)
    action: Action | None = complete(words) if complete else None
    return action


def begin_action(offers: Collection[Action], words: Sequence[str]) -> Action | None:
    """Return the action with the fewest steps that begins with a verb and values.

    Return None if actions are not composed step by step.
    """
    begin = getattr(offers, "begin_action", None)
    action: Action | None = begin(words) if begin else None
    return action


def continuations(offers: Collection[Action], action: Action) -> tuple[Action, ...]:
    """Return the allowed actions that add a step to an action, or replace its last step."""
    go_on = getattr(offers, "continuations", None)
    actions: tuple[Action, ...] = go_on(action) if go_on else ()
    return actions


def menu_offers(offers: Collection[Action]) -> Collection[Action]:
    """Return the offers that people see listed. Of several offers with the same effect, only one is listed."""
    listed_offers: Collection[Action] = getattr(offers, "menu_offers", offers)
    return listed_offers


def is_open_ended(offers: Collection[Action]) -> bool:
    """Whether more actions may be legal than are listed."""
    return bool(getattr(offers, "is_open_ended", False))


def is_repeated_question(offers: Collection[Action]) -> bool:
    """Whether the first offer is an action that is offered in every turn (``is_repeated``)."""
    first = next(iter(offers), None)
    return first is not None and first.is_repeated


def verb_of(action: Action | type[Action]) -> str:
    """Return the action's verb, as notation and commands write it."""
    return str(action.__struct_config__.tag)


def button_title(kind: type[Action]) -> str:
    """Return the label of a button for the move: “Build your hotel”; by default its verb."""
    return kind.button_title or verb_of(kind).capitalize()


def field_names(kind: type[Action]) -> tuple[str, ...]:
    """Return the names of an action's questions, in order (without the seat)."""
    return kind.__struct_fields__[1:]


@cache
def field_type(kind: type[Action], field: str) -> Any:
    """Return the type of a field's values, without ``Annotated`` metadata."""
    hint = _type_hints(kind)[field]
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def is_text_field(kind: type[Action], field: str) -> bool:
    """Whether any text at all can be read as a value of the field."""
    hint = field_type(kind, field)
    return getattr(hint, "__supertype__", hint) is str


def field_question(kind: type[Action], field: str) -> str:
    """Return the question for a field, such as “From which city?”.

    It is the title of the field's ``msgspec.Meta``, or by default the field's name.
    """
    titles = [meta.title for meta in _field_metas(kind, field) if meta.title]
    return titles[0] if titles else f"{field.capitalize()}?"


def field_example(kind: type[Action], field: str) -> str:
    """Return an example of a value that is not offered but may be typed; empty if all values are offered.

    It is the example in the field's ``msgspec.Meta``.
    """
    return next((str(meta.examples[0]) for meta in _field_metas(kind, field) if meta.examples), "")


def field_help(kind: type[Action], field: str) -> str:
    """Return the help for a player who types the field: the description in ``msgspec.Meta``; may be empty."""
    return next((meta.description for meta in _field_metas(kind, field) if meta.description), "")


def _field_metas(kind: type[Action], field: str) -> list[msgspec.Meta]:
    return [meta for meta in getattr(_type_hints(kind)[field], "__metadata__", ()) if isinstance(meta, msgspec.Meta)]


@cache
def _type_hints(kind: type[Action]) -> dict[str, Any]:
    """Return the types of all fields by name, including their ``Annotated`` metadata."""
    return {field.name: field.type for field in msgspec.structs.fields(kind)}


def _amount_value(action: Action) -> int:
    value = getattr(action, field_names(type(action))[0])
    return value if isinstance(value, int) else -1
