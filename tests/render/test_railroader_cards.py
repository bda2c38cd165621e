"""Pictures of RailRoader's market, railheads, hands and final table: their content, and that it fits."""

from collections.abc import Iterator

import pytest

from bot.ui.questions import next_question
from engine import Event, decisions, redact
from engine.core import Action, Seat, View
from engine.games.railroader.game_data.cards import CARDS, Kind
from engine.games.railroader.state import events as e
from engine.games.railroader.state.state import RailRoader
from render import Choice, DrawingContext, Scene, render_scene
from render.fonts import text_width
from render.games.railroader import PAINTER
from render.games.railroader.colors import CRATE
from render.games.railroader.tables.card_use_text import CardUse, current_offers, current_use
from render.games.railroader.tables.cards import pile_text
from render.games.railroader.tables.icons import draw_icon
from render.games.railroader.tables.railhead_mats import mat_alt_text, mat_text
from render.scene import Box, Placed, Text, all_texts
from tests.games.railroader.table import cards, mat, railroad, table
from tests.render.legibility import LONGEST_WORDS
from tests.render.railroader import game

NAMES = ("Ada", "Benedikt Lindqvist", "小林さくら", "Дмитрий")
CLEO = railroad(
    64,
    18,
    hand="water-5 saboteur gold scout worker",
    discards="prospector engineer gold gold water-3",
    workers=2,
    crates="1/4 3/3",
)
ADA = railroad(57, 18, hand="worker worker water-3", workers=1, deputies=1, crates="4/4")


def position(mine=CLEO, **changes) -> RailRoader:
    """Return a position: seat 3 has one action left, two outlaws are out, and it cannot pay for two of the cards."""
    fields = {
        "seats": 4,
        "line": 26,
        "at": 3,
        "round": 14,
        "market": "worker water-6 -",
        "prairie": "worker worker gold water-3 supplies-4",
        "outlaws": "outlaw-workers outlaw-crate",
        "turn": {"left": 1, "rolled": True},
    }
    return table(ADA, railroad(), mine, railroad(), **(fields | changes))


def public(picture: str, state: RailRoader, *news: Event) -> Scene:
    return PAINTER.public_scenes(picture, redact(state, None), DrawingContext(NAMES, news))[0]


def hand(state: RailRoader, seat: int = 3) -> Scene:
    return PAINTER.private_scenes(redact(state, Seat(seat)), DrawingContext(NAMES))[0]


def asked(state: RailRoader, *picked: str) -> tuple[View, str, tuple[Choice, ...]]:
    """Return the view, field and choices of the question after the answers ``picked``, as the bot asks it."""
    [decision] = decisions(state)
    found = next_question(decision.offers, picked)
    assert found is not None
    choices = tuple(Choice(entry.key, entry.actions) for entry in found.entries)
    return redact(state, decision.seat), found.field, choices


def question(state: RailRoader, *picked: str) -> Scene:
    view, field, choices = asked(state, *picked)
    return PAINTER.choice_scenes(view, DrawingContext(NAMES), field, choices)[0]


def preview(state: RailRoader, *picked: str) -> Scene:
    view, _, choices = asked(state, *picked)
    return PAINTER.preview_scenes(view, DrawingContext(NAMES), choices[0].actions[0])[0]


def words(scene: Scene, role: str, *layers: str) -> list[str]:
    """Return the texts of a role, including those in sprites, in drawing order."""
    chosen = [layer for layer in scene.layers if not layers or layer.name in layers]
    there = Scene("part", 0, 0, "", (), tuple(chosen), "")
    return [text.words for text in all_texts(there) if text.role == role]


def framed(scene: Scene) -> list[Box]:
    return [
        shape
        for layer in scene.layers
        for shape in layer.shapes
        if isinstance(shape, Box) and shape.radius == 16 and shape.line == 6
    ]


# -- market


def test_the_market_shows_its_cards_with_prices_and_an_empty_place():
    scene = public("market", position())
    assert words(scene, "card name", "market") == ["Worker", "Water"]
    assert words(scene, "coin") == ["1", "2"]
    assert words(scene, "slot") == ["1", "2"]
    assert words(scene, "caption", "market") == ["new", "", "empty"]


def test_the_deck_is_a_number_and_the_prairie_a_count_of_each_card():
    scene = public("market", position())
    assert words(scene, "deck") == ["4"]
    assert words(scene, "card name", "prairie") == ["worker", "gold", "Supplies 4", "Water 3"]
    assert words(scene, "count", "prairie") == ["5 cards, open to search", "2", "1", "1", "1"]


def test_outlaws_say_what_they_do_and_where_the_others_are():
    shown = words(public("market", position()), "outlaw")
    assert shown == ["scares a worker", "steals a crate", "1 in the deck"]
    hidden = words(public("market", position(outlaws="", prairie="outlaw-crate")), "outlaw")
    assert hidden == ["2 in the deck", "1 on the prairie"]


def test_an_outlaw_on_the_prairie_is_called_by_what_it_is_after():
    scene = public("market", position(outlaws="", prairie="outlaw-crate outlaw-workers"))
    assert words(scene, "card name", "prairie") == ["crate thief", "worker scarer"]


def test_the_second_line_of_the_market_names_outlaws_before_purchases():
    bought = e.CardBought(Seat(1), *cards("water-4"), 1)
    outlaw = e.CardTurned(*cards("outlaw-crate"), 0)
    raid = e.RailheadRaided(Seat(4), 1, 0, cards("supplies-4"))
    state = position()
    assert words(public("market", state, bought), "second line") == ["Ada bought Water 4"]
    told = words(public("market", state, bought, outlaw), "second line")
    assert told == ["Outlaw revealed: no train was on red"]
    told = words(public("market", state, bought, outlaw, raid), "second line")
    assert told == ["Outlaws raided Дмитрий"]


def test_buying_is_asked_with_keys_only_on_what_can_be_paid():
    poor = question(position(market="worker water-6 gold"), "buy")
    assert words(poor, "key") == ["1", "3"]  # as the places are called
    assert "Which card in the market? Market, newest first: slot 1, worker for 1 gold (choice 1)" in poor.alt
    assert words(poor, "price") == ["1 gold", "costs 2 gold", "1 gold"]
    rich = position(railroad(64, 18, hand="gold gold worker"), market="worker water-6 gold")
    assert words(question(rich, "buy"), "price") == ["1 gold", "2 actions", "1 gold"]


def test_the_prairie_is_asked_with_keys_on_the_cards_that_fit():
    state = position(railroad(64, 18, hand="scout scout"), prairie="worker supplies-3 supplies-4")
    assert words(question(state, "scout"), "key") == ["1", "2"]
    assert "Choices: 1 Supplies 3, 2 Supplies 4." in question(state, "scout").alt


def test_a_key_on_a_crate_covers_none_of_its_words_and_cubes():
    scene = question(position(railroad(72, 18, hand="gold scout worker", workers=1, crates="4/4")), "withdraw")
    shapes = scene.shapes_of_layer("railhead")
    (key,) = [shape for shape in shapes if isinstance(shape, Placed) and shape.sprite.name == "key B"]
    (name,) = [shape for shape in shapes if isinstance(shape, Text) and shape.words == "Supplies 4"]
    cubes = [shape for shape in shapes if isinstance(shape, Box) and shape.fill == CRATE]
    assert len(cubes) == 4
    assert key.x > max(cube.x + cube.w for cube in cubes)
    assert key.y > name.y


@pytest.mark.parametrize("verb", ["buy", "scout", "place", "withdraw", "discard"])
def test_before_confirm_one_card_is_framed(verb):
    state = position(railroad(72, 18, hand="gold scout worker", workers=1))
    assert len(framed(preview(state, verb))) == 1


# -- a player


def test_a_hand_says_what_each_card_can_do_now_or_why_not():
    scene = hand(position())
    assert words(scene, "card name", "hand") == ["Worker", "Scout", "Saboteur", "Gold", "Water"]
    assert words(scene, "use") == ["not at railhead", "crates full", "no river", "buy", "moved"]
    bold = [text.words for text in all_texts(scene) if text.role == "use" and text.face == "sb"]
    assert bold == ["buy"]


def test_alike_cards_are_one_card_with_a_count():
    scene = hand(position(), 1)
    assert words(scene, "card name", "hand") == ["Worker", "Water"]
    assert "×2" in words(scene, "count", "hand")


def test_in_the_turn_of_others_a_hand_says_what_cards_are_for():
    assert words(hand(position(), 1), "use") == ["builds", "4–9 spaces"]


STUCK = [
    ("water-3", {"derailed": True}, "derailed"),
    ("water-3", {"cavalry": 60, "engine": 63}, "ambushed"),
    ("water-3", {"dynamite": 70}, "dynamite"),
    ("engineer", {"engine": 0, "sections": 0}, "no track"),
    ("worker", {"engine": 72, "workers": 3}, "mat full"),
    ("supplies-4", {"engine": 72, "crates": "4/4 4/4"}, "crates full"),
    ("scout", {}, "no supplies"),
    ("prospector", {}, "no gold"),
    ("gold", {}, "market empty"),
    ("saboteur", {"engine": 66}, "no river"),
]


@pytest.mark.parametrize(("card", "how", "why"), STUCK)
def test_a_card_that_cannot_be_played_says_why(card, how, why):
    fields = {"engine": 64, "sections": 18, "hand": card} | how
    state = position(railroad(**fields), prairie="", market="- - -", turn=None)
    offers = current_offers(state, Seat(3))
    assert current_use(state, Seat(3), *cards(card), offers) == CardUse(why, False)


def test_a_card_is_shown_as_playable_only_if_its_use_is_offered():
    for step in game():
        for seat in step.state.seats_in_order:
            offers = current_offers(step.state, seat)
            for card in dict.fromkeys(step.state.railroads[seat].hand):
                use = current_use(step.state, seat, card, offers)
                if use.is_playable:
                    assert any(plays(offer, card) for offer in offers), (card, use)
                elif offers and not step.state.current_turn.rolling:
                    assert not any(plays(offer, card) for offer in offers), (card, use)


def plays(offer: Action, card: str) -> bool:
    kind = CARDS[card].kind
    match type(offer).__name__:
        case "Move":
            water = kind is Kind.WATER and CARDS[card].value in offer.waters.values
            return water or (kind is Kind.ENGINEER and offer.engineers > 0)
        case "Roll":
            return kind is Kind.ENGINEER and offer.engineers > 0
        case "Place":
            return offer.card == card
        case name:
            users = {"Engineer": Kind.ENGINEER, "Buy": Kind.GOLD, "Scout": Kind.SCOUT, "Prospect": Kind.PROSPECTOR}
            return kind is (users | dict.fromkeys(("Dynamite", "Steal"), Kind.SABOTEUR)).get(name)


def test_a_railhead_has_three_places_and_two_crates():
    scene = hand(position())
    assert words(scene, "place") == ["person"]
    assert words(scene, "crate") == ["open", "unopened"]
    assert words(scene, "count", "railhead") == ["builds up to 2 · eats 2 of 4"]
    full = [box for box in scene.shapes_of_layer("railhead") if isinstance(box, Box) and box.fill == CRATE]
    assert len(full) == 1 + 3


@pytest.mark.parametrize(
    ("mine", "said"),
    [
        (railroad(64, 18, workers=3, crates="1/4"), "builds up to 3 · 2 go hungry"),
        (railroad(64, 18, deputies=1, crates="3/3"), "can’t build · 3 supplies"),
        (railroad(64, 25, workers=2, crates="4/4"), "builds up to 1 · eats 2 of 4"),
        (railroad(64, 26, workers=2, crates="4/4"), "line complete · eats 2 of 4"),
    ],
)
def test_the_railhead_says_what_the_gang_can_do_and_eat(mine, said):
    assert mat_text(position(mine, turn=None), Seat(3)) == said


def test_alt_texts_list_the_contents_of_railheads_and_piles():
    assert mat_alt_text(mat(2, 1, "1/4 3/3")) == "2 workers, 1 deputy, supplies 1 of 4 and 3 of 3"
    assert mat_alt_text(mat()) == "no workers, no supplies"
    assert pile_text(cards("water-3 gold gold")) == "gold ×2 and Water 3"
    assert pile_text(()) == "nothing"


def test_cards_of_the_hand_are_keyed_to_discard_and_those_of_the_railhead_to_withdraw():
    state = position(railroad(72, 18, hand="worker gold", workers=2, crates="1/4 3/3"))
    assert words(question(state, "discard"), "key", "hand") == ["A", "B"]
    assert words(question(state, "discard"), "key", "railhead") == []
    assert words(question(state, "withdraw"), "key", "railhead") == ["A", "B"]
    assert words(question(state, "withdraw"), "key", "hand") == []


def test_a_hand_of_all_kinds_and_a_long_pile_fit():
    every = " ".join(card for card, facts in CARDS.items() if facts.kind is not Kind.OUTLAW)
    scene = hand(position(railroad(64, 18, hand=every, discards=every)))
    assert scene.height <= 1_600
    assert len(words(scene, "use")) == 13


# -- railheads of all


def test_railheads_have_a_row_a_player_with_hand_and_pile():
    scene = public("railheads", position())
    assert words(scene, "name") == list(NAMES)
    assert words(scene, "pile count") == ["empty", "empty", "5", "empty"]
    assert "Ada: 1 worker, 1 deputy, supplies 4 of 4. Hand: worker ×2 and Water 3. Discard pile: nothing." in scene.alt


def test_stealing_is_asked_first_for_the_rival_and_then_for_the_crate():
    rivals = railroad(10, 8, crates="3/3 4/4"), railroad(10, 8, crates="1/4 3/3")
    state = table(*rivals, railroad(20, 18, hand="saboteur"), seats=3, line=26, at=3)
    assert question(state, "steal").alt.count("Choices: 1 Ada, 2 Benedikt Lindqvist.") == 1
    assert "Choices: 1 Supplies 3, 2 Supplies 4." in question(state, "steal", "1").alt
    assert words(question(state, "steal", "1"), "key") == ["1", "2"]
    assert len(framed(preview(state, "steal", "1"))) == 1


# -- the final table


def test_the_final_table_ranks_with_space_track_and_arrival():
    state = table(railroad(78, 20), railroad(80, 20), railroad(40, 15), seats=3, arrived=(Seat(2), Seat(1)))
    scene = public("final", state.end_game("buffalo-creek"))
    assert words(scene, "name") == ["Benedikt Lindqvist", "Ada", "小林さくら"]
    assert words(scene, "total") == ["space 80", "space 78", "space 40"]
    assert words(scene, "figure") == ["20 of 20 sections", "20 of 20 sections", "15 of 20 sections"]
    assert words(scene, "arrival") == ["arrived first", "arrived second", "on the way"]
    assert words(scene, "title") == ["FINAL RESULT"]


def test_the_final_table_says_what_decided_a_tie():
    state = table(railroad(80, 20), railroad(80, 20), arrived=(Seat(2), Seat(1)))
    notes = words(public("final", state.end_game("buffalo-creek")), "note")
    assert notes[0] == "Tie broken by later arrival: number 2 to arrive"


def test_the_final_table_before_the_end_says_so():
    assert words(public("final", position()), "title") == ["IF THE GAME ENDED NOW"]


# -- posts


def test_railheads_are_posted_when_somebody_lost_something_there():
    state = position()
    view = redact(state, None)
    theft = e.CrateStolen(Seat(2), Seat(1), *cards("supplies-4"))
    assert PAINTER.pictures_after_phase(view, DrawingContext(NAMES, (theft,)), "Turn") == ("board", "railheads")
    assert words(public("railheads", state, theft), "second line") == ["Benedikt Lindqvist stole Supplies 4 from Ada"]
    assert PAINTER.pictures_after_phase(view, DrawingContext(NAMES, (e.GangFed(Seat(2), 2, 0, ()),)), "Turn") == (
        "board",
    )


# -- all of them


def every_card() -> Scene:
    """A hand with every card."""
    return hand(position(railroad(64, 18, hand=" ".join(CARDS))))


def every() -> Iterator[Scene]:
    yield every_card()
    for step in (*game()[::9], game()[-1]):
        for picture in PAINTER.public_pictures[1:]:
            yield public(picture, step.state, *step.news)
        for seat in step.state.seats_in_order:
            yield hand(step.state, seat)
        for decision in decisions(step.state):
            verbs = {type(offer).__name__.lower() for offer in decision.offers}
            for verb in sorted(verbs & {"buy", "scout", "search", "steal", "place", "withdraw", "discard"}):
                yield preview(step.state, verb)


def test_every_picture_fits_and_can_be_read():
    for scene in every():
        assert 400 <= scene.height <= 1_600, scene.name
        assert 20 <= len(scene.alt) <= LONGEST_WORDS
        for text in all_texts(scene):
            assert text.role
            assert text.size >= (42 if text.role == "coin" else 44), text
        for layer in scene.layers:
            for shape in layer.shapes:
                if isinstance(shape, Text):
                    wide = text_width(shape.words, shape.face, shape.size, shape.tracking)
                    left = shape.x - {"left": 0, "middle": wide / 2, "right": wide}[shape.anchor]
                    assert left >= 0, shape
                    assert left + wide <= scene.width - 36, shape


def test_pictures_are_the_same_for_every_viewer():
    for step in game()[::11]:
        look = DrawingContext(NAMES, step.news)
        for picture in PAINTER.public_pictures:
            seen = PAINTER.public_scenes(picture, redact(step.state, None), look)
            assert all(
                PAINTER.public_scenes(picture, redact(step.state, seat), look) == seen
                for seat in step.state.seats_in_order
            )


def test_every_kind_of_card_has_an_icon_of_its_own():
    icons: dict[Kind, Placed] = {kind: draw_icon(kind, 50, 50, 100) for kind in Kind}
    assert len({placed.sprite.shapes for placed in icons.values()}) == len(Kind)


def test_a_spectator_has_no_hand():
    assert PAINTER.private_scenes(redact(position(), None), DrawingContext(NAMES)) == ()


def test_the_pictures_can_be_painted():
    for scene in (
        every_card(),
        hand(position()),
        *(public(name, position()) for name in PAINTER.public_pictures),
    ):
        assert len(render_scene(scene).file) <= 300_000
