"""Points 1 to 5, 7, and 8 of the contract for every registered game. No game is named here.

A failing game is reported as a transcript that can be pasted into ``tests/games/<title>/``.
"""

from itertools import islice

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import GAMES, Refused
from engine.core import MAX_LENGTH, Action, Decision, all_seats, decisions, field_names, play, read_action, write_action
from engine.core.codec import dump_events, dump_state, load_events, load_state
from engine.core.transcript import parse_transcript, replay
from tests.contract.seeded_games import STYLES, Table, asked, due, each_title, looked_into, played, some, tables, walk


def sentence(text: str) -> bool:
    return len(text) > 10 and text[0] == text[0].upper() and text.rstrip()[-1] in ".!?"


@pytest.mark.parametrize("key", GAMES)
def test_every_action_has_texts_and_no_text_is_unused(key):
    game = GAMES[key]
    assert set(game.text.actions) == set(game.actions)
    assert set(game.text.events) <= set(game.events)


# -- 1: somebody has a decision, or the game is over with a ranking


@each_title
@given(data=st.data())
def test_some_seat_is_to_move_until_there_is_a_ranking(key, data):
    table = data.draw(tables(key))
    state, _ = table.new()
    assert decisions(state)
    with played(table) as steps:
        for step in steps:
            state = step.after
            assert bool(decisions(state)) == bool(state.flow)
            if due(table, step):
                for question in decisions(state):
                    assert 1 <= question.seat <= table.seats
                    assert question.prompt.strip()
                    assert len(question.offers) > 0
    ranking = table.game.rules.ranking(state)
    assert sorted(place.seat for place in ranking) == list(all_seats(table.seats))
    assert [place.place for place in ranking] == sorted(place.place for place in ranking)
    assert [p.place for p in ranking] == [1 + sum(q.place < p.place for q in ranking) for p in ranking]
    assert table.game.rules.ending(state) in table.game.endings
    assert table.game.rules.round_number(state) >= 1


@each_title
@given(data=st.data())
def test_offers_are_consistent(key, data):
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            for question in looked_into(table, step) if due(table, step) else ():
                listed = list(question.offers)
                assert len(listed) == len(question.offers) == len(set(map(write_action, listed)))
                assert all(action.seat == question.seat for action in listed)
                assert all(action in question.offers for action in some(table, listed, 50))
                assert all(type(action) in GAMES[key].actions for action in listed)


# -- 2: what is offered applies; what is not is refused, and changes nothing


@each_title
@given(data=st.data())
def test_every_offered_action_applies(key, data):
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            if due(table, step, 7):
                for question in looked_into(table, step):
                    for action in some(table, question.offers, 50):
                        play(step.before, action)


@each_title
@given(data=st.data())
def test_action_outside_the_offers_is_refused_with_a_sentence(key, data):
    table = data.draw(tables(key))
    seen: dict[tuple[type[Action], str], set[object]] = {}
    tried = 0
    with played(table) as steps:
        for step in steps:
            if not due(table, step):
                continue
            questions = asked(table, step)
            remember(looked_into(table, step), seen)
            stored = dump_state(step.before)
            for wrong in islice(mutations(step.action, table, seen), 40):
                if not offered(questions, wrong):
                    with pytest.raises(Refused) as refusal:
                        play(step.before, wrong)
                    assert sentence(str(refusal.value)), f"{write_action(wrong)}: {refusal.value}"
                    tried += 1
            assert dump_state(step.before) == stored
    assert tried > 0


def remember(questions: tuple[Decision, ...], seen: dict[tuple[type[Action], str], set[object]]) -> None:
    """Remember the values of action fields in the game so far, from which mutations are drawn."""
    for question in questions:
        for action in islice(question.offers, 60):
            for name in field_names(type(action)):
                seen.setdefault((type(action), name), set()).add(getattr(action, name))


def mutations(action: Action, table: Table, seen: dict[tuple[type[Action], str], set[object]]):
    """Yield the action by another seat, with another value in one field, and other verbs with earlier values."""
    for seat in (0, *all_seats(table.seats), table.seats + 1):
        yield msgspec.structs.replace(action, seat=seat)
    for name in field_names(type(action)):
        value = getattr(action, name)
        others = sorted(seen[type(action), name], key=str)
        if isinstance(value, int):
            others += [-1, 0, value + 1, value + 1000, 10**9]
        for other in others[table.seed % 5 :: 5]:
            yield msgspec.structs.replace(action, **{name: other})
    for kind in table.game.actions:
        pools = [sorted(seen.get((kind, name), ()), key=str) for name in field_names(kind)]
        if all(pools):
            yield kind(action.seat, *(pool[table.seed % len(pool)] for pool in pools))


def offered(questions: tuple[Decision, ...], action: Action) -> bool:
    return any(action in q.offers for q in questions if q.seat == action.seat)


@each_title
def test_no_action_is_possible_after_the_end_of_the_game(key):
    last = list(walk(Table(GAMES[key], GAMES[key].seats[0], (), 1, "random")))[-1]
    with pytest.raises(Refused) as refusal:
        play(last.after, last.action)
    assert sentence(str(refusal.value))


# -- 3 and 4: purity, and text forms


@each_title
@given(data=st.data())
def test_playing_keeps_the_previous_state(key, data):
    table = data.draw(tables(key))
    with played(table) as steps:
        for step in steps:
            stored = dump_state(step.before)
            after, events = play(step.before, step.action)
            assert dump_state(step.before) == stored
            assert (after, events) == (step.after, step.events)
            assert not after.news


@each_title
@given(data=st.data())
def test_states_events_and_actions_round_trip(key, data):
    table = data.draw(tables(key, "random", "greedy"))
    with played(table) as steps:
        for step in steps:
            if due(table, step) or not step.after.flow:
                assert load_state(table.game, dump_state(step.after), table.game.version) == step.after
            assert load_events(table.game, dump_events(step.events)) == step.events
            for question in looked_into(table, step) if due(table, step) else ():
                for action in islice(question.offers, 60):
                    line = write_action(action)
                    assert len(line) <= MAX_LENGTH
                    assert line.isprintable()
                    assert read_action(line, table.game.actions) == action


# -- 5: a transcript gives the same game


@each_title
@given(data=st.data())
def test_transcript_replays_to_the_same_states_and_events(key, data):
    table = data.draw(tables(key))
    with played(table) as walking:
        steps = list(walking)
        transcript = parse_transcript(table.transcript(tuple(step.action for step in steps)))
        for checked in (True, False):
            again = []
            state = replay(table.game, transcript, checked=checked, watch=lambda *seen, to=again: to.append(seen))
            assert again == [(step.action, step.after, step.events) for step in steps]
            assert state == steps[-1].after


# -- 7: what is conserved


@each_title
@given(data=st.data())
def test_components_are_conserved(key, data):
    table = data.draw(tables(key, *STYLES))
    state, _ = table.new()
    at_first = table.game.rules.count_components(state)
    assert at_first
    with played(table) as steps:
        for step in steps:
            assert table.game.rules.count_components(step.after) == at_first


# -- 8: it ends, whoever plays


@each_title
@pytest.mark.parametrize("style", STYLES)
@given(data=st.data())
def test_every_game_ends(key, style, data):
    table = data.draw(tables(key, style))
    with played(table) as steps:
        *_, last = steps
        assert table.game.rules.ranking(last.after)
