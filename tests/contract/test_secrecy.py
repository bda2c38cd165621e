"""Point 6 of the contract: information hidden from a seat changes nothing that it is shown. No game is named here."""

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES
from engine.core import Action, Seat, Secret, State, all_seats, decisions, play, redact, rng_from_seed
from engine.core.codec import dump_state
from engine.errors import Refused
from render import PAINTERS, Choice, DrawingContext
from tests.contract.seeded_games import Step, Table, due, each_title, few, onlookers, played, tables

EVERY = 12
"""The interval between checked positions, because pictures take at least a millisecond."""


def other_world(table: Table, step: Step, seat: Seat | None) -> State | None:
    """Return the state with the information hidden from ``seat`` dealt again, or None if ten deals in a row fail.

    ``seat`` cannot distinguish the two states. A deal fails if it would not lead to the same public question.
    """
    asked, rng = [q.seat for q in decisions(step.before)], rng_from_seed(table.seed, f"{seat} {step.index}")
    for _ in range(10):
        _, rng = rng.draw_below(2)
        state: State = table.game.agent.determinize(redact(step.before, seat), rng)
        if [q.seat for q in decisions(state)] == asked:
            return state
    return None


def offers_to(state: State, seat: Seat | None) -> list[tuple[Action, ...]]:
    return [tuple(q.offers) for q in decisions(state) if q.seat == seat]


def words(table: Table, state: State, seat: Seat | None) -> object:
    """Return everything that ``seat`` reads, and its offers."""
    view, game, mine = redact(state, seat), table.game, offers_to(state, seat)
    asked = [(q.seat, q.prompt) for q in decisions(state)]
    labels = [game.text.label(view, action, "", str) for offers in mine for action in offers[:5]]
    hints = [game.agent.score_action(view, action) for offers in mine for action in offers[:5]]
    return view, mine, asked, labels, hints, game.text.status_line(view), game.text.help(view)


def pictures(table: Table, state: State, seat: Seat | None) -> dict[str, object]:
    """Return every picture of ``seat`` by name, with its alt text."""
    painter, view = PAINTERS[table.game.key], redact(state, seat)
    look = DrawingContext(tuple(f"Player {n}" for n in all_seats(table.seats)))
    drawn: dict[str, object] = {name: painter.public_scenes(name, view, look) for name in painter.public_pictures}
    drawn["hand"] = painter.private_scenes(view, look)
    for offers in offers_to(state, seat):
        drawn["preview"] = painter.preview_scenes(view, look, offers[0])
        drawn["choices"] = painter.choice_scenes(view, look, "", (Choice("A", offers),))
    return drawn


@each_title
@given(data=st.data())
def test_hidden_information_does_not_change_texts_or_offers(key, data):
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            if due(table, step, EVERY):
                for seat in onlookers(table, step):
                    other = other_world(table, step, seat)
                    if other is not None:
                        assert words(table, step.before, seat) == words(table, other, seat)


@each_title
@few
@given(data=st.data())
def test_hidden_information_does_not_change_pictures(key, data):
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            if due(table, step, 3 * EVERY):
                for seat in onlookers(table, step):
                    other = other_world(table, step, seat)
                    if other is not None:
                        assert pictures(table, step.before, seat) == pictures(table, other, seat)


@each_title
@few
@given(data=st.data())
def test_public_pictures_are_equal_for_all_viewers(key, data):
    table = data.draw(tables(key))
    painter, look = PAINTERS[key], DrawingContext(tuple(f"Player {n}" for n in all_seats(table.seats)))
    with played(table) as steps:
        for step in steps:
            if due(table, step, EVERY):
                for name in painter.public_pictures:
                    mine = [
                        painter.public_scenes(name, redact(step.after, seat), look) for seat in onlookers(table, step)
                    ]
                    assert all(scenes == mine[0] for scenes in mine)


@each_title
def test_determinize_deals_hidden_parts_again(key):
    """Otherwise the other tests of this file would prove nothing."""
    game = GAMES[key]
    table = Table(game, game.seats[-1], (), 7, "random")
    state, _ = table.new()
    for seat in (None, *all_seats(table.seats)):
        assert dump_state(game.agent.determinize(redact(state, seat), rng_from_seed(1))) != dump_state(
            game.agent.determinize(redact(state, seat), rng_from_seed(2))
        )


@each_title
@given(data=st.data())
def test_determinized_state_can_be_played_to_the_end(key, data):
    """The state contains the same pieces."""
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            if step.index == table.seed % 50:
                state = table.game.agent.determinize(redact(step.before, step.action.seat), rng_from_seed(table.seed))
                assert table.game.rules.count_components(state) == table.game.rules.count_components(step.before)
                for _ in range(table.game.max_actions):
                    if not decisions(state):
                        break
                    state, _ = play(state, next(iter(decisions(state)[0].offers)))
                assert not decisions(state)
                return


@each_title
@given(data=st.data())
def test_refusal_reveals_no_secrets(key, data):
    """The same wrong move is refused with the same words, whatever is hidden from the player."""
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            if due(table, step, EVERY):
                for seat in all_seats(table.seats):
                    other = other_world(table, step, seat)
                    wrong = msgspec.structs.replace(step.action, seat=seat)
                    if other is not None:
                        assert refusal(step.before, wrong) == refusal(other, wrong)


def refusal(state: State, action: Action) -> str:
    try:
        play(state, action)
    except Refused as error:
        return str(error)
    return ""


@each_title
def test_view_contains_only_visible_secrets(key):
    game = GAMES[key]
    table = Table(game, game.seats[-1], (), 3, "random")
    state, _ = table.new()
    for seat in (None, *all_seats(table.seats)):
        for secret in secrets_of(redact(state, seat).state):
            assert secret.value is None or seat in secret.seen_by


def secrets_of(value: object) -> list[Secret[object]]:
    """Return every secret in a value, found without the help of types."""
    if isinstance(value, Secret):
        return [value]
    if isinstance(value, msgspec.Struct):
        return [s for name in value.__struct_fields__ for s in secrets_of(getattr(value, name))]
    if isinstance(value, dict):
        return [s for item in value.values() for s in secrets_of(item)]
    if isinstance(value, (tuple, frozenset)):
        return [s for item in value for s in secrets_of(item)]
    return []
