"""The picture of market, outlaws, and prairie. (style guide, section 9)"""

from collections.abc import Iterator, Mapping, Sequence

from engine.core import count_noun, join_words
from engine.games.railroader.game_data.cards import (
    CRATE_THIEF,
    GOLD,
    Card,
    Kind,
    card_name,
    card_name_capitalized,
    cost_of,
    kind_of,
)
from engine.games.railroader.game_data.constants import MARKET_SLOTS
from engine.games.railroader.rules.component_counts import unseen_cards
from engine.games.railroader.state import events as e
from engine.games.railroader.state.actions import Buy, Prospect, Scout, Search
from engine.games.railroader.state.state import RailRoader
from render.games.railroader.captions import as_sentence, cards_with_articles, fit_name
from render.games.railroader.colors import PALETTE
from render.games.railroader.tables.cards import (
    PILE_ROW_PITCH,
    count_alike,
    draw_card,
    draw_empty_place,
    draw_pile_boxes,
    pile_text,
)
from render.games.railroader.tables.icons import draw_icon
from render.painter import Choice
from render.palette import ACCENT, INK, INK_SOFT, PAPER, PAPER_2, RULE
from render.parts.page_layout import (
    MARGIN,
    PAGE_WIDTH,
    THICK_RULE,
    accent_frame,
    choice_key,
    header_layer,
    ink_rule,
    panel,
    paper_scene,
)
from render.parts.typography import BODY, SECTION, SMALL, TextStyle
from render.scene import Box, Disc, Scene, Shape, make_layer
from render.text_fitting import Events, Names, join_sentences, names_at_that_time

_TOP = 206
_CARD, _TALL, _PITCH, _FIRST = 236, 360, 260, 290
_DECK = 204
_DECK_RADIUS = 4
_DECK_OFFSETS = ((16, -14), (8, -7), (0, 0))
"""Offsets in pixels (right, down) of the three visible cards of the deck, the top card last."""
_DECK_EDGE = 13
"""Pixels between the edge of the deck's top card and the frame printed on it."""
_DECK_LINE, _DECK_CAPTION = 205, 38
_LINE = 58
"""Pixels from the bottom of a card to the baseline of the text below it."""
_WORDS, _WHERE_AT = 6, 44
"""Pixels from the left of a card to the number of the slot, and to its caption."""
_KEY_AT, _KEY_SIZE, _PRICE_AT = 34, 34, 82
_OUTLAWS = 1_096
_EDGE, _OUTLAW, _OUTLAW_WORDS = 26, 66, 128
_FIRST_OUTLAW, _OUTLAW_PITCH, _OUTLAW_ICON, _HIDDEN = 132, 86, 84, 14
_FOOT, _BELOW = 660, 20
_TITLE = 66
_PILES = 758
_SLOT_NOTES = ("new", "", "leaves next")
"""Captions of the slots, from the slot next to the deck on."""
_Slots = Mapping[int, str]
"""The keys of the market's slots."""
_Chosen = int | Card | None
"""The chosen card, which is framed: a slot of the market, or a card of the prairie."""
_COUNT = TextStyle("hb", 120)
_SLOT = TextStyle("hb", 52)


def has_purchase(events: Events) -> bool:
    """Whether a card was bought in the events."""
    return any(isinstance(event, e.CardBought) for event in events)


def is_new_round(state: RailRoader) -> bool:
    """Whether the current turn is the first one of a round other than the first round."""
    return bool(state.flow) and state.round > 1 and state.current_turn.seat == state.first


def market_scene(
    state: RailRoader,
    events: Events,
    names: Names,
    *,
    line: str = "",
    slots: _Slots | None = None,
    cards: Mapping[Card, str] | None = None,
    framed_item: _Chosen = None,
) -> Scene:
    """Return the market above the prairie.

    ``line`` is a question or preview; by default, the last change. ``slots`` and ``cards`` are the keys of slots and of
    cards of the prairie.
    """
    second_line = line or _last_change_line(state, events, names_at_that_time(events, names))
    seat = None if not line else state.current_turn.seat
    rows = -(-max(1, len(count_alike(state.prairie))) // MARKET_SLOTS)
    places = range(1, MARKET_SLOTS + 1)
    layers = (
        header_layer("Market and prairie", f"Round {max(1, state.round)}", second_line, seat=seat),
        make_layer("deck", _draw_deck(state)),
        make_layer("market", (shape for slot in places for shape in _draw_slot(state, slot, slots, framed_item))),
        make_layer("outlaws", _draw_outlaws(state)),
        make_layer("prairie", _draw_prairie(state, cards or {}, framed_item)),
    )
    alt = _alt_text(state, second_line, slots or {}, cards or {})
    return paper_scene("market", _PILES + rows * PILE_ROW_PITCH + _BELOW, PALETTE, layers, alt)


def market_choice_scenes(
    state: RailRoader, names: Names, question: str, choices: Sequence[Choice]
) -> tuple[Scene, ...]:
    """Return the picture for choosing a card to buy, or a card to take from the prairie."""
    slots = {one.slot: choice.key for choice in choices for one in choice.actions if isinstance(one, Buy)}
    cards = {one.card: choice.key for choice in choices for one in choice.actions if isinstance(one, Search | Scout)}
    return (market_scene(state, (), names, line=question, slots=slots or None, cards=cards),)


def market_preview_scenes(
    state: RailRoader, names: Names, action: Buy | Search | Scout | Prospect
) -> tuple[Scene, ...]:
    """The preview of an action: the market with the card framed."""
    match action:
        case Buy(slot=slot):
            card = state.market[slot - 1]
            assert card is not None
            line = f"{card_name_capitalized(card)} for {cost_of(card)} gold, to your discard pile"
            return (market_scene(state, (), names, line=line, framed_item=slot),)
        case Search(card=card):
            line = f"{card_name_capitalized(card)} from the prairie to your hand"
        case Scout(card=card):
            line = f"The scout brings {card_name(card)} to your railhead"
        case Prospect():
            card, line = GOLD, "The prospector brings 1 gold to your discard pile"
    return (market_scene(state, (), names, line=line, framed_item=card),)


# -- market


def _draw_deck(state: RailRoader) -> Iterator[Shape]:
    """Draw the back of the deck with the number of its cards, or an empty place."""
    left = state.deck.size
    if left:
        for right, down in _DECK_OFFSETS[-left:]:
            yield panel(MARGIN + right, _TOP + down, _DECK, _TALL, INK, PAPER, 2)
        inner = _DECK - 2 * _DECK_EDGE, _TALL - 2 * _DECK_EDGE
        yield Box(MARGIN + _DECK_EDGE, _TOP + _DECK_EDGE, *inner, None, RULE, 2, _DECK_RADIUS)
    else:
        yield draw_empty_place(MARGIN, _TOP, _DECK, _TALL)
    middle = MARGIN + _DECK / 2
    yield _COUNT.middle(middle, _TOP + _DECK_LINE, str(left), "deck", PAPER if left else INK_SOFT)
    words = "in deck" if left else "no deck"
    yield SMALL.middle(middle, _TOP + _TALL - _DECK_CAPTION, words, "caption", RULE if left else INK_SOFT)


def _draw_slot(state: RailRoader, slot: int, keys: _Slots | None, framed_item: _Chosen) -> Iterator[Shape]:
    x, card, base = _FIRST + (slot - 1) * _PITCH, state.market[slot - 1], _TOP + _TALL + _LINE
    if card is None:
        yield draw_empty_place(x, _TOP, _CARD, _TALL)
        yield BODY.middle(x + _CARD / 2, _TOP + _TALL / 2 + BODY.baseline_shift, "empty", "caption", INK_SOFT)
        return
    yield draw_card(card, x, _TOP, _CARD, _TALL, cost=True)
    if framed_item == slot:
        yield accent_frame(x, _TOP, _CARD, _TALL)
    if keys is None:
        yield _SLOT.left(x + _WORDS, base, str(slot), "slot")
        yield BODY.left(x + _WHERE_AT, base, _SLOT_NOTES[slot - 1], "caption", INK_SOFT)
    elif slot in keys:
        yield choice_key(keys[slot], x + _KEY_AT, base - BODY.baseline_shift, _KEY_SIZE)
        yield BODY.left(x + _PRICE_AT, base, f"{cost_of(card)} gold", "price")
    elif not framed_item:
        yield BODY.left(x + _WORDS, base, _price_text(state, card), "price", INK_SOFT, max_width=_PITCH - 2 * _WORDS)


def _price_text(state: RailRoader, card: Card) -> str:
    """Return the price that the player can't pay, in gold or in actions: “costs 2 gold”, “2 actions”."""
    cost, turn = cost_of(card), state.current_turn
    if state.railroads[turn.seat].hand.count(GOLD) < cost:
        return f"costs {cost} gold"
    return count_noun(cost, "action")


# -- outlaws


def _draw_outlaws(state: RailRoader) -> Iterator[Shape]:
    """Draw the outlaws next to the board with their effects, and text about the other outlaws."""
    wide, outlaws = PAGE_WIDTH - MARGIN - _OUTLAWS, state.outlaws
    yield Box(_OUTLAWS, _TOP, wide, _TALL, PAPER_2, ACCENT if outlaws else INK_SOFT, 6 if outlaws else 3)
    yield SECTION.left(_OUTLAWS + _EDGE, _TOP + _LINE, "OUTLAWS", "section heading", ACCENT if outlaws else INK)
    number = f"{len(outlaws)} face up" if outlaws else "none"
    yield BODY.right(PAGE_WIDTH - MARGIN - _EDGE, _TOP + _LINE, number, "count", INK if outlaws else INK_SOFT)
    y = _TOP + _FIRST_OUTLAW
    for outlaw in outlaws:
        yield draw_icon(Kind.OUTLAW, _OUTLAWS + _OUTLAW, y, _OUTLAW_ICON)
        words = "steals a crate" if outlaw == CRATE_THIEF else "scares a worker"
        yield BODY.left(_OUTLAWS + _OUTLAW_WORDS, y + BODY.baseline_shift, words, "outlaw")
        y += _OUTLAW_PITCH
    for words in _outlaws_elsewhere_texts(state):
        yield Disc(_OUTLAWS + _OUTLAW, y, _HIDDEN, None, INK_SOFT, 3)
        yield BODY.left(_OUTLAWS + _OUTLAW_WORDS, y + BODY.baseline_shift, words, "outlaw", INK_SOFT)
        y += _OUTLAW_PITCH


def _outlaws_elsewhere_texts(state: RailRoader) -> Iterator[str]:
    """Yield the numbers of the other outlaws: “2 in the deck”, “1 on the prairie”."""
    on_prairie = sum(kind_of(card) is Kind.OUTLAW for card in state.prairie)
    if in_deck := sum(kind_of(card) is Kind.OUTLAW for card in unseen_cards(state)):
        yield f"{in_deck} in the deck"
    if on_prairie:
        yield f"{on_prairie} on the prairie"


# -- prairie


def _draw_prairie(state: RailRoader, keys: Mapping[Card, str], framed_item: _Chosen) -> Iterator[Shape]:
    yield ink_rule(_FOOT, THICK_RULE)
    yield SECTION.left(MARGIN, _FOOT + _TITLE, "PRAIRIE", "section heading")
    number = f"{count_noun(len(state.prairie), 'card')}, open to search" if state.prairie else "empty"
    yield BODY.right(PAGE_WIDTH - MARGIN, _FOOT + _TITLE, number, "count", INK_SOFT)
    if not state.prairie:
        words = "Discards here form the next deck"
        yield BODY.left(MARGIN, _PILES + _TITLE, words, "caption", INK_SOFT)
    yield from draw_pile_boxes(state.prairie, _PILES, keys, framed_item if isinstance(framed_item, str) else None)


# -- texts


def _last_change_line(state: RailRoader, events: Events, names: Names) -> str:
    """Return a line about the most important change: outlaws, purchases, a new deck, or a new round."""
    outlaw_count = sum(isinstance(event, e.CardTurned) and not event.slot for event in events)
    if outlaw_count:
        raided_names = [fit_name(names[event.seat - 1]) for event in events if isinstance(event, e.RailheadRaided)]
        saved_names = [fit_name(names[event.seat - 1]) for event in events if isinstance(event, e.DeputyUsed)]
        up = "Outlaw revealed" if outlaw_count == 1 else f"{outlaw_count} outlaws revealed"
        if raided_names:
            return f"Outlaws raided {join_words(tuple(dict.fromkeys(raided_names)))}"
        if saved_names:
            return f"{up}: a deputy saved {join_words(tuple(dict.fromkeys(saved_names)))}"
        return f"{up}: no train was on red"
    if purchases := [event for event in events if isinstance(event, e.CardBought)]:
        cards = join_words(cards_with_articles([card_name(event.card) for event in purchases]))
        return f"{fit_name(names[purchases[-1].seat - 1], 420)} bought {cards}"
    if any(isinstance(event, e.PrairieShuffled) for event in events):
        return "The prairie was reshuffled into a new deck"
    if is_new_round(state):
        return "New round: the market shifted"
    return "Each gold you pay takes 1 action"


def _slot_text(slot: int, card: Card | None, slots: _Slots) -> str:
    """A slot in the alt text: “slot 2, Water 6 for 2 gold (choice B)”."""
    if card is None:
        return f"slot {slot}, empty"
    choice = f" (choice {slots[slot]})" if slot in slots else ""
    return f"slot {slot}, {card_name(card)} for {cost_of(card)} gold{choice}"


def _alt_text(state: RailRoader, line: str, slots: _Slots, cards: Mapping[Card, str]) -> str:
    """“Market, newest first: slot 1, worker for 1 gold; …. Outlaws face up: 2. …”"""
    market = "; ".join(_slot_text(slot, card, slots) for slot, card in enumerate(state.market, 1))
    thieves = sum(card == CRATE_THIEF for card in state.outlaws)
    scaring = len(state.outlaws) - thieves
    scare = f"{scaring} scares off workers" if scaring == 1 else f"{scaring} scare off workers"
    out = ", ".join([*([scare] if scaring else []), *(["1 steals crates"] if thieves else [])])
    return join_sentences(
        (
            f"Market, round {max(1, state.round)}. {as_sentence(line)}",
            f"Market, newest first: {market}. Deck: {count_noun(state.deck.size, 'card')}.",
            f"Outlaws face up: {len(state.outlaws) or 'none'}{f' ({out})' if out else ''}.",
            *([f"Choices: {', '.join(f'{key} {card_name(card)}' for card, key in cards.items())}."] if cards else []),
            f"Prairie: {pile_text(state.prairie)}.",
        )
    )
