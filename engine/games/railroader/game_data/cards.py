"""The cards and their numbers, read from ``cards.txt``. (RR Set up; RR Additional Contents)"""

from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import NamedTuple, NewType, Self

from engine.core import shorten, with_article
from engine.games.railroader.game_data.options import Deck
from engine.kit.data_sheets import SheetLine, read_packaged_sheet, read_sheet

Card = NewType("Card", str)
"""A card by its name in ``cards.txt``, such as ``worker`` or ``water-4``."""


class Kind(StrEnum):
    """A kind of card, by its use.

    The value is the first part of the names of its cards.
    """

    WORKER = "worker"
    DEPUTY = "deputy"
    ENGINEER = "engineer"
    SCOUT = "scout"
    PROSPECTOR = "prospector"
    SABOTEUR = "saboteur"
    GOLD = "gold"
    SUPPLIES = "supplies"
    WATER = "water"
    OUTLAW = "outlaw"


class CardFacts(NamedTuple):
    """One line of ``cards.txt``. ``value`` and ``cost`` are 0 if a card has none."""

    kind: Kind
    value: int
    cost: int
    """The number of gold cards that the card costs, which is also the number of actions. (RR Purchasing other cards)"""
    start: int
    """The number of copies in each starting set."""
    deck: int
    """The number of copies in the balanced deck, without unused starting sets."""
    first: int
    """The number of copies in the deck of the first release, without unused starting sets."""

    def count_in_deck(self, deck: Deck) -> int:
        """The number of copies in a deck, without unused starting sets."""
        return self.first if deck == "first" else self.deck


class Waters(NamedTuple):
    """Values of Water cards that are played together, the lowest first, such as ``3+4``."""

    values: tuple[int, ...]

    def __str__(self) -> str:
        return "+".join(map(str, self.values))

    @classmethod
    def read(cls, word: str) -> Self:
        """Read a word such as ``4+3``. Raises ``ValueError``."""
        parts = word.split("+")
        if not all(part.isascii() and part.isdigit() and len(part) <= 2 for part in parts):
            raise ValueError(word)
        return cls(tuple(sorted(map(int, parts))))

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(Card(f"{Kind.WATER}-{value}") for value in self.values)


def read_cards(text: str) -> Mapping[Card, CardFacts]:
    """Read the text of ``cards.txt``, in its order. Raises ``Unreadable`` with line and column."""
    cards: dict[Card, CardFacts] = {}
    for entry in read_sheet(text, heads=(), sections=("cards",)).sections["cards"]:
        name, facts = _read_card(entry)
        if name in cards:
            raise entry.error(f"{name} is already on the sheet.")
        cards[name] = facts
    return cards


def _read_card(entry: SheetLine) -> tuple[Card, CardFacts]:
    name, words = entry.split_name()
    kind, _, _ = name.partition("-")
    if kind not in set(Kind):
        raise entry.error(f"“{shorten(name)}” isn’t a card: a name starts with one of {', '.join(Kind)}.")
    if len(words) != 5:
        raise entry.error(f"{name} needs 5 words (a value, a cost, and three counts), not {len(words)}.")
    numbers: list[int] = []
    for word in words:
        is_number = word.text.isascii() and word.text.isdigit() and len(word.text) <= 2
        if word.text != "-" and not is_number:
            raise word.error(f"“{shorten(word.text)}” isn’t a number. Write 0 to 99, or - for none.")
        numbers.append(0 if word.text == "-" else int(word.text))
    facts = CardFacts(Kind(kind), *numbers)
    if facts.kind in (Kind.WATER, Kind.SUPPLIES) and name != f"{kind}-{facts.value}":
        raise words[0].error(f"{name} has the value {facts.value}, which isn’t the number in its name.")
    return Card(name), facts


CARDS = read_packaged_sheet(__package__, "cards.txt", read_cards)

GOLD = Card("gold")
WORKER = Card("worker")
DEPUTY = Card("deputy")
ENGINEER = Card("engineer")
SCOUT = Card("scout")
PROSPECTOR = Card("prospector")
SABOTEUR = Card("saboteur")
CRATE_THIEF = Card("outlaw-crate")
"""The outlaw that steals an unopened crate. (RR Outlaws; ruling 7)"""
WORKER_SCARER = Card("outlaw-workers")
"""An outlaw that scares off a worker. (RR Outlaws; ruling 7)"""

_ORDER = {card: place for place, card in enumerate(CARDS)}


def kind_of(card: Card) -> Kind:
    """The kind of a card."""
    return CARDS[card].kind


def value_of(card: Card) -> int:
    """The printed number of a card; 0 if there is none."""
    return CARDS[card].value


def cost_of(card: Card) -> int:
    """The number of gold cards that a card costs in the market."""
    return CARDS[card].cost


def card_name(card: Card) -> str:
    """The name of a card as players read it: “worker”, “Water 4”."""
    facts = CARDS[card]
    if facts.kind in (Kind.WATER, Kind.SUPPLIES):
        return f"{facts.kind.capitalize()} {facts.value}"
    return str(facts.kind)


def card_name_capitalized(card: Card) -> str:
    """The name of a card at the start of a line: “Worker”, “Water 4”."""
    name = card_name(card)
    return name[0].upper() + name[1:]


def card_with_article(card: Card) -> str:
    """A card with its article: “a worker”, “an engineer”, “a gold card”; “Water 4” has none."""
    match kind_of(card):
        case Kind.WATER | Kind.SUPPLIES:
            return card_name(card)
        case Kind.GOLD:
            return "a gold card"
        case _:
            return with_article(card_name(card))


def unknown_card_refusal(word: str) -> str:
    """Return the refusal of a typed word that is not the name of a card."""
    cards = ", ".join(card for card, facts in CARDS.items() if facts.kind is not Kind.OUTLAW)
    return f"“{shorten(word)}” isn’t a valid card. The cards are {cards}."


def sort_cards(cards: Iterable[Card]) -> tuple[Card, ...]:
    """Sort cards into the order of ``cards.txt``.

    All face-up piles are stored in this order.
    """
    return tuple(sorted(cards, key=_ORDER.__getitem__))


def starting_cards() -> tuple[Card, ...]:
    """The cards that every player starts with. (RR Set up)"""
    return tuple(card for card, facts in CARDS.items() for _ in range(facts.start))


def full_deck(deck: Deck, spare_sets: int) -> tuple[Card, ...]:
    """The cards of a new deck, with the unused starting sets. (RR Set up; ruling 2)"""
    return (
        tuple(card for card, facts in CARDS.items() for _ in range(facts.count_in_deck(deck)))
        + starting_cards() * spare_sets
    )
