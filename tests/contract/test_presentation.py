"""Point 10 of the contract: every view can be drawn, and all texts fit Discord. No game is named here."""

import re
from io import BytesIO

from discord import app_commands, ui
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from bot import limits
from bot.commands.move import move_commands
from bot.ui.answer_buttons import likeliest_question
from bot.ui.answer_layout import lay_out_answers
from bot.ui.components import custom_id
from bot.ui.question_buttons import question_button_rows
from bot.ui.questions import Question, next_question, notation_words
from bot.view import SeatContext
from engine import GAMES, PhaseEnded
from engine.core import View, decisions, redact, visible_events, write_action
from engine.core.action import menu_offers
from render import PAINTERS, Choice, DrawingContext, Scene, render_scene
from tests.bot.press_counts import place_of, taps
from tests.contract.seeded_games import Table, due, each_title, few, looked_into, onlookers, played, some, tables, walk
from tests.render.legibility import LONGEST_WORDS

NAMES = ("**Ada** `x` @everyone", "名前の長い人" * 6, "\u202eevil\u202c ‮", "😀👩‍👩‍👧 é́́́", "", "W" * 32)
"""Extreme display names. A picture shortens them and never fails."""

PICTURE_BYTES = 8_000_000
"""Maximum bytes of a picture, well under the 10 MB that every server accepts."""

LONGEST_TOPIC = 120
"""Maximum words of a topic of the rules, which is read on a phone."""

LARGEST_TABLE, LARGEST_SEQ = 10**9 - 1, 10**5 - 1
EVERY = 40


def look_of(table: Table) -> DrawingContext:
    return DrawingContext(NAMES[: table.seats])


def fits(scene: Scene) -> None:
    assert 0 < len(scene.alt) <= LONGEST_WORDS
    assert scene.width > 0
    assert scene.height > 0
    assert re.fullmatch(r"[a-z0-9_-]+", scene.name), scene.name
    assert len(scene.palette) <= 256


# -- pictures


@each_title
def test_every_game_has_a_painter(key):
    assert key in PAINTERS


@each_title
@few
@given(data=st.data())
def test_every_view_has_scenes(key, data):
    table = data.draw(tables(key, "random", "greedy"))
    painter, look = PAINTERS[key], look_of(table)
    with played(table) as steps:
        for step in steps:
            if due(table, step, EVERY) or not step.after.flow:
                for seat in onlookers(table, step):
                    view = redact(step.after, seat)
                    scenes = [
                        scene for name in painter.public_pictures for scene in painter.public_scenes(name, view, look)
                    ]
                    hand = painter.private_scenes(view, look)
                    assert scenes
                    known = GAMES[key].text.private_notes(view, lambda other: NAMES[other - 1])
                    assert bool(hand or known) <= (seat is not None)
                    assert len("\n".join(known)) < limits.CONTENT / 2
                    for scene in (*scenes, *hand):
                        fits(scene)


@each_title
@given(data=st.data())
def test_report_pictures_fit_into_one_message(key, data):
    table = data.draw(tables(key))
    painter = PAINTERS[key]
    state, begun = table.new()
    posts = [(state, "", begun)]
    with played(table) as steps:
        for step in steps:
            headings = [event.phase for event in step.events if isinstance(event, PhaseEnded)]
            posts += [(step.after, heading, step.events) for heading in headings]
        posted = set()
        for state, heading, events in posts:
            view, look = redact(state, None), DrawingContext(NAMES[: table.seats], visible_events(events, None))
            names = painter.pictures_after_phase(view, look, heading)
            assert set(names) <= set(painter.public_pictures)
            if heading not in posted or not state.flow:
                posted.add(heading)
                scenes = [scene for name in names for scene in painter.public_scenes(name, view, look)]
                assert len(scenes) <= limits.FILES
                assert len({scene.name for scene in scenes}) == len(scenes)
    assert painter.pictures_after_phase(redact(state, None), look_of(table), ""), "a game begins with a picture"


@each_title
@settings(max_examples=2)
@given(data=st.data())
def test_scenes_can_be_rendered(key, data):
    table = data.draw(tables(key))
    painter, look = PAINTERS[key], look_of(table)
    *_, last = walk(table)
    for state in (table.new()[0], last.after):
        for seat, name in zip((None, 1, 2), painter.public_pictures * 3, strict=False):
            for scene in painter.public_scenes(name, redact(state, seat), look):
                picture = render_scene(scene)
                with Image.open(BytesIO(picture.file)) as image:
                    assert image.format == "PNG"
                    assert image.size == (scene.width, scene.height)
                assert len(picture.file) <= PICTURE_BYTES
                assert picture.words == scene.alt
                assert 0 < len(picture.alt) <= limits.ALT_TEXT


# -- words


@each_title
@given(data=st.data())
def test_every_event_has_a_narration_that_fits(key, data):
    table = data.draw(tables(key, "random", "greedy"))
    game = table.game
    with played(table) as steps:
        for step in steps:
            view = redact(step.after, None)
            assert 0 < len(game.text.status_line(view)) <= limits.BUTTON_LABEL
            for event in step.events:
                told = game.text.event_sentence(event, lambda seat: NAMES[seat - 1] or "Player")
                assert len(told) <= limits.EMBED_TITLE * 2
                assert "\n" not in told
            for topic, text in game.text.help(view):
                assert 0 < len(topic) <= limits.EMBED_TITLE
                assert 0 < len(text.split()) <= LONGEST_TOPIC, topic
            for question in decisions(step.after) if due(table, step) else ():
                assert len(question.prompt) <= limits.EMBED_TITLE


def questions(found: Question, offers: tuple[object, ...]) -> list[Question]:
    """Return a question and all that can follow from it."""
    following = [found]
    if found.kind not in ("confirm", "number"):
        for entry in found.entries:
            after = next_question(offers, (*found.picked, *entry.words))
            assert after is not None
            following += questions(after, offers)
    return following


@each_title
@few
@given(data=st.data())
def test_every_question_page_fits_its_message(key, data):
    table = data.draw(tables(key, "random", "greedy"))
    game = table.game
    with played(table) as steps:
        for step in steps:
            if due(table, step, 2 * EVERY):
                for question in looked_into(table, step):
                    offers = tuple(question.offers)
                    first = next_question(offers)
                    assert first is not None
                    view, found = redact(step.before, question.seat), questions(first, offers)
                    for following in found:
                        check_menu(following, table, view)
                    for following in some(table, found, 6):
                        check_pictures(following, table, view)
                    place = place_of(game, step.before, question, table.seats, LARGEST_TABLE, LARGEST_SEQ)
                    for following in some(table, found, 12):
                        check_buttons(likeliest_question(place.table_view, following, offers), place)
                    listed = set(menu_offers(question.offers))
                    for action in offers[:: 1 + len(offers) // 20]:
                        if action in listed:
                            assert taps(place, action)[0], "a move that no button leads to"
                        else:
                            typed = next_question(question.offers, notation_words(action))
                            assert typed is not None and typed.kind == "confirm", "a move that cannot be typed"
                    for action in offers:
                        rest = write_action(action).split(" ", 1)[1]
                        assert len(custom_id("c", LARGEST_TABLE, LARGEST_SEQ, f"x {rest}")) <= limits.CUSTOM_ID


def check_menu(found: Question, table: Table, view: View) -> None:
    game = table.game
    labels = [
        game.text.label(view, entry.actions[0], found.field, lambda seat: f"Player {seat}") for entry in found.entries
    ]
    assert all(labels)
    if found.field:
        assert len(set(labels)) == len(labels), "two answers that read the same"
        assert all(len(label) <= 2 * limits.SELECT_TEXT for label in labels)
    if found.kind == "verbs":
        assert len(found.entries) <= (limits.ROWS - 1) * limits.BUTTONS_IN_ROW


def check_buttons(found: Question, place: SeatContext) -> None:
    """Check that all pages of a question fit their message, and that their buttons differ."""
    last = 0 if found.kind == "confirm" else lay_out_answers(place.table_view, found).last
    for page in range(last + 1):
        rows = [row for row in question_button_rows(place, found, page) if row]
        assert len(rows) <= limits.ROWS
        assert all(len(row) <= limits.BUTTONS_IN_ROW for row in rows)
        items = [item for row in rows for item in row]
        identities = [item.custom_id for item in items if isinstance(item, ui.Button | ui.Select)]
        assert len(set(identities)) == len(identities) == len(items)
        labels = [item.label for item in items if isinstance(item, ui.Button)]
        assert len(set(labels)) == len(labels), labels


def check_pictures(found: Question, table: Table, view: View) -> None:
    painter, look = PAINTERS[table.game.key], look_of(table)
    if found.kind == "choices":
        choices = tuple(Choice(entry.key, entry.actions) for entry in found.entries)
        for scene in painter.choice_scenes(view, look, found.field, choices):
            fits(scene)
    if found.kind == "confirm":
        for scene in painter.preview_scenes(view, look, found.sample):
            fits(scene)


# -- commands


@each_title
def test_generated_commands_keep_discord_limits(key):
    group = move_commands(GAMES[key])
    assert re.fullmatch(r"[a-z0-9_-]+", group.name)
    assert len(group.name) <= limits.COMMAND_NAME
    assert len(group.commands) <= limits.COMMAND_OPTIONS
    assert len(group.commands) == len(GAMES[key].actions)
    for command in group.commands:
        assert isinstance(command, app_commands.Command)
        assert len(command.name) <= limits.COMMAND_NAME
        assert 0 < len(command.description) <= limits.COMMAND_DESCRIPTION
        assert len(command.parameters) <= limits.COMMAND_OPTIONS
        for parameter in command.parameters:
            assert len(parameter.name) <= limits.COMMAND_NAME


def test_command_groups_of_games_differ():
    names = [game.command for game in GAMES.values()]
    assert len(set(names)) == len(names)
