"""Claims in pictures and alt texts: of the questions before a move, of its preview, and of the table after it."""

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from engine.core import Action, PhaseEnded, field_names, redact
from engine.games.railroad_rivals.game import GAME
from engine.games.railroad_rivals.robber_baron import actions as baron
from engine.games.railroad_rivals.solitaire.phases import LayingStart
from engine.games.railroad_rivals.state.actions import Deliver, Draft, Place
from engine.games.railroad_rivals.state.events import Delivered
from engine.games.railroad_rivals.state.state import RailroadRivals
from render import PAINTERS, DrawingContext
from render.painter import Choice
from render.scene import Scene, Text
from tests.label_claims.frame import Claim, Offer, name
from tests.label_claims.railroad_rivals import effects as does
from tests.label_claims.railroad_rivals.grammar import grammar_claims
from tests.label_claims.railroad_rivals.tables import table_claims

PAINTER = PAINTERS[GAME.key]


def picture_claims(offer: Offer) -> Iterator[Claim]:
    """Yield the claims of all pictures around a move. Those of the table are posted when a phase is over."""
    before, after = offer.state, offer.after
    assert isinstance(before, RailroadRivals) and isinstance(after, RailroadRivals)
    look = DrawingContext(tuple(name(seat) for seat in before.everyone), offer.events)
    posted = any(isinstance(event, PhaseEnded) for event in offer.events)
    for picture in PAINTER.public_pictures if posted else ():
        for scene in PAINTER.public_scenes(picture, redact(after, None), look):
            yield from table_claims(scene, after)
            yield from _grammar(scene)
    for scene in PAINTER.private_scenes(offer.view, look):
        yield from table_claims(scene, before, offer.seat)
        yield from _grammar(scene)
    for scene in PAINTER.preview_scenes(offer.view, look, offer.action):
        yield from _grammar(scene)
        yield from preview_claims(offer, scene, before, after)
    yield from _question_claims(offer, look)


def _grammar(scene: Scene) -> Iterator[Claim]:
    yield from grammar_claims("pictures", texts(scene))


def texts(scene: Scene) -> tuple[str, ...]:
    """Return the alt text of a picture, and the lines of its header."""
    shapes = next(layer.shapes for layer in scene.layers if layer.name == "header")
    lines = [shape.words for shape in shapes if isinstance(shape, Text) and shape.role == "second line"]
    return scene.alt, *(line for line in lines if not line.endswith("…"))


# -- previews


def preview_claims(offer: Offer, scene: Scene, before: RailroadRivals, after: RailroadRivals) -> Iterator[Claim]:
    """Yield the claims of a picture of a move before it is made."""
    action = offer.action
    match action:
        case Place():
            yield from _place(scene, action, before, after)
        case Deliver() | baron.Relay():
            yield from _delivery(offer, scene, before, after)
        case Draft(tile=tile):
            yield Claim("tile in preview", f"you would take {tile}" in scene.alt, True)
        case baron.Industry(city=city):
            for words in texts(scene):
                yield Claim("cubes in preview", does.cubes_said(words), does.cubes_drawn(before, after, city))
        case baron.Insider():
            order = re.findall(r"Player (\d)", scene.alt)
            yield Claim("order in preview", order, [str(seat) for seat in after.order])
        case baron.Buy() | baron.Dump() | baron.Loot() | baron.Merge():
            yield from _dealing(offer, scene, before, after)
        case _:
            return


def _place(scene: Scene, action: Place, before: RailroadRivals, after: RailroadRivals) -> Iterator[Claim]:
    for words in texts(scene):
        yield Claim("links in preview", does.links_said(words), does.links_made(before, after))
        if not isinstance(before.flow[-1], LayingStart):
            drawn = does.cubes_drawn(before, after, action.city)
            yield Claim("cubes in preview", does.cubes_said(words), drawn)


def _delivery(offer: Offer, scene: Scene, before: RailroadRivals, after: RailroadRivals) -> Iterator[Claim]:
    gained = does.gained(before, after, offer.events)
    if before.seats == 1:
        points, values = sum(gained.values()), does.moved(before, after)
        for words in texts(scene):
            if found := re.search(r"(?:scores|, )(?: )?(\d+) points?", words):
                yield Claim("points in preview", int(found[1]), points)
            if found := re.search(r"next (?:one|delivery) scores (\d+)", words):
                yield Claim("next delivery in preview", int(found[1]), len(set(after.delivered[-4:])))
            if found := re.search(rf"({does.RAILROAD}) (?:\+(\d+) to|rises by (\d+) to) (\d+)", words):
                yield Claim("stock values in preview", {found[1]: int(found[4])}, values)
        return
    yield Claim("points in preview", does.points_said(scene.alt, offer.seat), gained)
    yield Claim("stock values in preview", does.values_said(scene.alt), does.moved(before, after))


def _dealing(offer: Offer, scene: Scene, before: RailroadRivals, after: RailroadRivals) -> Iterator[Claim]:
    yield from table_claims(scene, after)
    change = after.score[offer.seat] - before.score[offer.seat]
    for words in texts(scene):
        line = words.partition(" Stock values:")[0]
        match offer.action:
            case baron.Buy():
                found = does.match(rf"Pay (\d+) of your {does.NUMBER} points?", line)
                said = (-int(found[1]), does.number(found[2]))
                yield Claim("price in preview", said, (change, before.score[offer.seat]))
                yield Claim("stock values in preview", does.values_said(line), does.moved(before, after))
            case baron.Dump(railroad=railroad):
                found = does.match(rf"(\d+) × (\d+) = {does.NUMBER} points?", line)
                said = (int(found[1]), int(found[1]) * int(found[2]), does.number(found[3]))
                yield Claim("sale in preview", said, (does.held(before, railroad)[offer.seat], change, change))
                yield Claim("stock values in preview", does.values_said(line), does.moved(before, after))
            case baron.Loot():
                found = does.match(r"(\d+) points for you\. All (.+) stock leaves", line)
                gone = sorted(set(after.baron.ruined) - set(before.baron.ruined))
                yield Claim("looting in preview", (int(found[1]), does.listed_words(found[2])), (change, gone))
            case baron.Merge(first=first, second=second):
                found = does.match(r"at (\d+) and \S+ at (\d+) merge at (\d+)", line)
                happened = (before.value[first], before.value[second], after.value[first])
                yield Claim("merger in preview", tuple(map(int, found.groups())), happened)


# -- questions


def _question_claims(offer: Offer, look: DrawingContext) -> Iterator[Claim]:
    """Yield the claims of the pictures of the questions before the move, one for each of its values."""
    offers = [action for action in offer.decision.offers if type(action) is type(offer.action)]
    names = field_names(type(offer.action))
    if offer.action not in offers:
        return
    for at, field in enumerate(names):
        fitting = [one for one in offers if _values(one)[:at] == _values(offer.action)[:at]]
        choices = _choices(fitting, at)
        if len(choices) < 2:
            continue
        for scene in PAINTER.choice_scenes(offer.view, look, field, choices):
            yield from _grammar(scene)
            yield from _marked(offer, scene, field, choices)


def _values(action: Action) -> tuple[object, ...]:
    return tuple(getattr(action, field) for field in field_names(type(action)))


def _choices(offers: Iterable[Action], at: int) -> tuple[Choice, ...]:
    """Return the answers to a question with their keys."""
    by_value = groupby(sorted(offers, key=lambda one: str(_values(one)[at])), key=lambda one: _values(one)[at])
    return tuple(Choice(f"K{number}", tuple(actions)) for number, (_, actions) in enumerate(by_value, 1))


def _marked(offer: Offer, scene: Scene, field: str, choices: tuple[Choice, ...]) -> Iterator[Claim]:
    """Yield what a picture with keys says about the move."""
    state, action, after = offer.state, offer.action, offer.after
    assert isinstance(state, RailroadRivals) and isinstance(after, RailroadRivals)
    mine = next(choice for choice in choices if action in choice.actions)
    entry = _entry(scene.alt, mine.key)
    match action, field:
        case Place(), "at":
            if found := re.search(r"fits (\d+) places?|^(\d+) places? for", scene.alt):
                yield Claim("places in picture", int(found[1] or found[2]), len(choices))
            if found := re.search(r"(\d+) ways to turn", entry):
                yield Claim("turnings in picture", int(found[1]), len(mine.actions))
        case Place(), "facing":
            said = does.links_said(entry.partition(", edges")[0])
            yield Claim("links in picture", said, does.links_made(state, after))
        case ((Deliver() | baron.Relay()), ("to" | "city")):
            yield from _marked_delivery(offer, scene, entry, field)
        case baron.Industry(city=city), "city":
            found = does.match(rf"{does.NUMBER} new cubes?", entry)
            yield Claim("cubes in picture", does.number(found[1]), does.cubes_drawn(state, after, city))
        case baron.Buy(), _:
            found = does.match(rf"you have {does.NUMBER} points?", scene.alt)
            yield Claim("points in picture", does.number(found[1]), state.score[offer.seat])
            yield from table_claims(scene, state)
        case ((baron.Dump() | baron.Loot() | baron.Merge()), _):
            yield from table_claims(scene, state)
        case _:
            return


def _marked_delivery(offer: Offer, scene: Scene, entry: str, field: str) -> Iterator[Claim]:
    before, after = offer.state, offer.after
    assert isinstance(before, RailroadRivals) and isinstance(after, RailroadRivals)
    gained = does.gained(before, after, offer.events)
    told = [event for event in offer.events if isinstance(event, Delivered)]
    if found := re.search(rf"(?:Worth|scores) {does.NUMBER} points?", " ".join(texts(scene))):
        yield Claim("points of a cube in picture", does.number(found[1]), told[-1].points)
    if field == "to" and before.seats > 1:
        yield Claim("points in picture", does.points_said(entry, offer.seat), gained)
        yield Claim("stock values in picture", does.values_said(entry), does.moved(before, after))
    elif field == "city" and before.seats > 1:
        found = re.search(rf"{re.escape(told[-1].destination)} \(([A-Z&]+), Player (\d)\)", entry)
        said = (found[1], int(found[2])) if found else None
        yield Claim("link in picture", said, (told[-1].railroad, told[-1].owner))


def _entry(alt: str, key: str) -> str:
    """Return what an alt text says after a key."""
    found = re.search(rf"\b{key} (.+?)(?=\.? K\d+ |\.?$)", alt)
    return found[1] if found else ""
