"""Claims in the alt texts of pictures after a move and of those of its questions."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Any

from engine.core import Action, PhaseEnded, field_names, redact
from engine.games.railroads_of_catan.game import GAME
from engine.games.railroads_of_catan.state import actions as a
from render import PAINTERS, DrawingContext
from render.painter import Choice
from render.scene import Scene
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railroads_of_catan import effects as does
from tests.label_claims.railroads_of_catan import played
from tests.label_claims.railroads_of_catan.tables import table_claims

PAINTER = PAINTERS[GAME.key]


def picture_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of the pictures around a move. Those of the table are posted when a phase is over."""
    before: Any = offer.state
    after: Any = offer.after
    look = DrawingContext(tuple(name(seat) for seat in before.everyone), offer.events)
    posted = any(isinstance(event, PhaseEnded) for event in offer.events)
    for picture in PAINTER.public_pictures if posted else ():
        for scene in PAINTER.public_scenes(picture, redact(after, None), look):
            yield from table_claims(scene.alt, after, offer)
    for scene in PAINTER.private_scenes(redact(after, offer.seat), look):
        yield from _hand(scene, after, offer)
    yield from _questions(offer, look)


def _hand(scene: Scene, state: Any, offer: Offer) -> Iterator[Claim]:
    """Yield the outcome of the items that a seat plans to give up."""
    if not scene.alt.startswith("Items you plan to give up"):
        return
    plans = state.plans_of(offer.seat)
    marks = rf", for ({does.SUM}) or more, else (pay upkeep|remove): ([^.]+)\."
    for least, unsold, letters in re.findall(marks, scene.alt):
        for letter in re.findall(r"(?:^|, )([A-Z])(?= |,|$)", letters):
            mark = plans.marks[ord(letter) - ord("A")]
            fate, gained = played.maintained(state, offer.seat, mark, does.money(least))
            if fate != "no buyer":
                yield Claim("bid that is taken in picture", ("sold", does.money(least)), (fate, gained))
            fate, _ = played.maintained(state, offer.seat, mark, 0)
            yield Claim("item without bids in picture", "kept" if unsold == "pay upkeep" else "removed", fate)


# -- questions


def _questions(offer: Offer, look: DrawingContext) -> Iterator[Claim]:
    """Yield the claims of the pictures of the questions before the move, one for each of its values."""
    offers = [action for action in offer.decision.offers if type(action) is type(offer.action)]
    names = field_names(type(offer.action))
    if offer.action not in offers:
        return
    for at, field in enumerate(names):
        fitting = [one for one in offers if _values(one)[:at] == _values(offer.action)[:at]]
        choices = _choices(fitting, at)
        for scene in PAINTER.choice_scenes(offer.view, look, field, choices):
            mine = next(choice for choice in choices if offer.action in choice.actions)
            yield from _marked(offer, scene.alt, mine)


def _values(action: Action) -> tuple[object, ...]:
    return tuple(getattr(action, field) for field in field_names(type(action)))


def _choices(offers: Iterable[Action], at: int) -> tuple[Choice, ...]:
    """Return the answers to a question with their keys."""
    by_value = groupby(sorted(offers, key=lambda one: str(_values(one)[at])), key=lambda one: _values(one)[at])
    return tuple(Choice(f"K{number}", tuple(actions)) for number, (_, actions) in enumerate(by_value, 1))


def _marked(offer: Offer, alt: str, mine: Choice) -> Iterator[Claim]:
    """Yield what a picture with keys says about the move."""
    state: Any = offer.state
    match offer.action:
        case a.Run() if mine.actions[0] == offer.action and (
            found := re.search(rf"\b{mine.key}: (.+?)\.(?: K\d|$)", alt)
        ):
            after = does.applied(state, offer.action)
            net = after.cash[offer.seat] - state.cash[offer.seat]
            yield Claim("net in picture", does.money(does.match(rf"net ({does.SUM})", found[1])[1]), net)
            paid = does.paid_said(found[1].partition(", paid ")[2])
            yield Claim("paid in picture", paid, does.received(state, after, offer.seat))
            moves = does.match(r"(\d+) of \d moves", found[1])
            yield Claim("moves in picture", int(moves[1]), does.moves_used(state, offer.seat, offer.action.trip))
        case a.Lay() | a.Toward() if mine.actions[0] == offer.action and "$" in (found := _entry(alt, mine.key)):
            after = does.applied(state, offer.action)
            price = re.search(r" for (.+?)(?:, then|$)", found) or re.search(r"^(.+)$", found)
            said = sum(map(does.money, re.findall(does.SUM, price[1]))) if price else 0
            yield Claim("price in picture", said, state.cash[offer.seat] - after.cash[offer.seat])
        case a.Release(item=item) | a.Mark(item=item) | a.Keep(item=item):
            group = next(
                (g for g in re.findall(r"(?:^|\. )([^.]*upkeep[^.]*)\.?", alt) if re.search(rf"\b{mine.key}\b", g)), ""
            )
            if group:
                said = does.money(does.match(rf"upkeep ({does.SUM})", group)[1])
                yield Claim("upkeep in picture", said, does.upkeep_of(state, offer.seat, item))


def _entry(alt: str, key: str) -> str:
    """Return the words about one key (“K2: Player 1 5–V75: 1 track for $1,000.”) or the price of its group."""
    if found := re.search(rf"\b{key}: (.+?)\.(?: K\d+: | You have|$)", alt):
        return found[1]
    groups = re.findall(r"(?:^|\. |\? )([^.?]+): (K[^.]+)\.?", alt)
    return next((words for words, keys in groups if re.search(rf"\b{key} ", keys)), "")
