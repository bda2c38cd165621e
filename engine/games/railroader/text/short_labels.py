"""Short labels of choices: what distinguishes them, and their effects."""

from collections.abc import Mapping, Sequence

from engine.core import Action, NameOfSeat, Seat, View, count_noun
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railroader.game_data.board import SPACES_PER_SECTION
from engine.games.railroader.game_data.cards import (
    CARDS,
    ENGINEER,
    Card,
    Kind,
    card_name,
    card_name_capitalized,
    kind_of,
    value_of,
)
from engine.games.railroader.game_data.constants import DIE_FACES, SPACES_PER_ENGINEER
from engine.games.railroader.phases.outcomes import outcomes, state_after
from engine.games.railroader.rules.card_use import can_be_used
from engine.games.railroader.rules.moving import StopSpaces, stop_spaces
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.rules.train_reach import derailing_rolls, ground_text, reachable_spaces
from engine.games.railroader.state.actions import (
    Build,
    Buy,
    Deputies,
    Discard,
    Dynamite,
    Engineer,
    Move,
    Place,
    Prospect,
    Rerail,
    Roll,
    Scout,
    Search,
    Steal,
    Stop,
    Withdraw,
)
from engine.games.railroader.state.state import Railroad, RailRoader
from engine.games.railroader.text.labels.trains import range_text, stop_text
from engine.games.railroader.text.narration.trains import waters_text

_USES: Mapping[Kind, str] = {
    Kind.WORKER: "lays track, eats",
    Kind.DEPUTY: "stops 2 outlaws",
    Kind.ENGINEER: f"roll ±{SPACES_PER_ENGINEER}",
    Kind.SCOUT: "brings supplies",
    Kind.PROSPECTOR: "brings gold",
    Kind.SABOTEUR: "slows a rival",
    Kind.GOLD: "pays 1 each time",
}
_ONTO = {"pile": "Your pile · you get it back", "prairie": "The prairie · anyone can get it"}
_MEANINGS: Mapping[tuple[type[Action], str], str] = {
    (Discard, "card"): "Only uses up 1 action. Pile: yours again later.",
    (Discard, "onto"): "Pile: you take it back later. Prairie: for anyone.",
    (Withdraw, "card"): "Only uses up 1 action. Unfed workers leave.",
    (Withdraw, "onto"): "Pile: you take it back later. Prairie: for anyone.",
    (Place, "card"): "Railhead: track’s end. Workers build and eat.",
    (Scout, "card"): "The prairie: what anyone discarded there.",
    (Search, "card"): "The prairie: what anyone discarded there.",
    (Move, "waters"): "Each card takes 1 action. Water is then gone.",
    (Engineer, "space"): "Takes 1 action. It doesn’t count as your roll.",
    (Dynamite, "rival"): "Up to the dynamite, a train moves without Water.",
    (Dynamite, "space"): "Up to the dynamite, a train moves without Water.",
    (Steal, "rival"): "Each worker eats 1 a turn, or leaves.",
    (Steal, "card"): "Each worker eats 1 a turn, or leaves.",
}
"""Meanings of a question's words, by action and field. The empty field is the choice of the action."""
_ORDERS = {
    "needed": "When it prevents a loss (usual)",
    "always": "Always",
    "never": "Never",
    "two": "When it prevents 2 or more losses",
}
_FIRST = {"workers": "Those who scare workers first", "crates": "The crate thief first"}


def short_label(view: View[RailRoader], action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The short label of ``field``, or of the whole action; None for an action of another game."""
    state = view.state
    match action:
        case Move() | Roll():
            return _move_short_label(state, action, field)
        case Stop() | Engineer():
            return _space_short_label(state, action, field)
        case Rerail():
            return ShortLabel("Re-rail the train · moves next turn")
        case Build():
            return _build_short_label(state, action, field)
        case Dynamite() | Steal():
            return _sabotage_short_label(state, action, field, name)
        case Discard() | Withdraw():
            return _discard_short_label(state, action, field)
        case Deputies(use=use, first=first):
            orders = (
                f"{_ORDERS[use]}: {first} first",
                f"{_ORDERS[use].partition(' (')[0]}: {first} first",
                f"{use}: {first} first",
            )
            return ShortLabel({"use": _ORDERS[use], "first": _FIRST[first]}.get(field) or fit_label(*orders))
        case _:
            return _card_short_label(state, action, field)


def question_context(view: View[RailRoader], action: Action, field: str) -> str:
    """The facts that all answers to a question share."""
    state = view.state
    match action:
        case Buy() if field:
            return _owned_cards_text(state.railroads[action.seat])
        case Stop():
            return _equal_stops_text(state, action)
        case Move(seat=seat, waters=waters) if field == "engineers":
            return _sure_derailment_text(state, seat, waters.values)
        case _:
            return ""


def _sure_derailment_text(state: RailRoader, seat: Seat, waters: tuple[int, ...]) -> str:
    """Tell that even with all engineers the train derails, so that none is worth its action."""
    railroad = state.railroads[seat]
    spaces_by_roll = reachable_spaces(state, seat, waters, railroad.hand.count(ENGINEER))
    sure = len(derailing_rolls(state, seat, spaces_by_roll)) == DIE_FACES
    return f"It derails at {railroad.last_track_space} in any case." if sure else ""


def _owned_cards_text(railroad: Railroad) -> str:
    """“You own Water 3 + 5, 2 workers, 4 meals.”: what a player has for moving and for building."""
    cards = (*railroad.hand, *railroad.discards)
    waters = sorted(value_of(card) for card in cards if kind_of(card) is Kind.WATER)
    workers = railroad.mat.workers + sum(kind_of(card) is Kind.WORKER for card in cards)
    meals = railroad.mat.supply_count + sum(value_of(card) for card in cards if kind_of(card) is Kind.SUPPLIES)
    water_text = waters_text(tuple(waters)) if waters else "no Water"
    return f"You own {water_text}, {count_noun(workers, 'worker')}, {count_noun(meals, 'meal')}."


def _equal_stops_text(state: RailRoader, action: Stop) -> str:
    """Tell that a train derails wherever it stops, so that all choices are the same."""
    railroad, rolling = state.railroads[action.seat], state.current_turn.rolling
    if rolling is None or min(stop_spaces(state, action.seat, rolling)) <= railroad.last_track_space:
        return ""
    return f"All derail at {railroad.last_track_space}: any is the same."


def legend(view: View[RailRoader], action: Action, field: str) -> str:
    """The meaning of a question's words and numbers."""
    match action:
        case Buy() if field:
            is_saboteur_sold = any(card and kind_of(card) is Kind.SABOTEUR for card in view.state.market)
            use = "Saboteur: dynamite on a rival’s track, or theft."
            return use if is_saboteur_sold else "Moves 5–10: spaces, by die. 4 meals: for 4 workers."
        case Withdraw() if not field and not _offers_besides_discards(view.state):
            return "From the railhead, workers or food would leave."
        case Move() | Roll() if field == "engineers":
            return f"Engineer: stop up to {SPACES_PER_ENGINEER} before or past your roll."
        case _:
            return _MEANINGS.get((type(action), field), "")


def _offers_besides_discards(state: RailRoader) -> bool:
    """Whether the player can do more than discard."""
    return any(not isinstance(offer, Discard | Withdraw) for offer in _offers(state))


def _offers(state: RailRoader) -> tuple[Action, ...]:
    """All that the player whose turn it is may do."""
    return tuple(offer for asked in state.current_turn.decisions(state) for offer in asked.offers)


def _space_short_label(state: RailRoader, action: Stop | Engineer, field: str) -> ShortLabel:
    """“25 · 2 nearer the goal”, “24, 1 ahead · ambush”, “19 · derails, back on 16”."""
    where, effects = stop_text(state, action)
    verb = "" if field else "Stop on " if isinstance(action, Stop) else "Engineer to "
    after, engine = outcomes(state, action)[0].state.railroads[action.seat], state.railroads[action.seat].engine
    if after.derailed:
        return ShortLabel(f"{verb}{where} · derails, back on {after.engine}", fit_detail(*effects))
    if effects:
        short_effect = effects[0].partition(",")[0]
        label = fit_label(f"{verb}{where} · {effects[0]}", f"{verb}{where} · {short_effect}")
    elif action.space > engine:
        label = fit_label(f"{verb}{action.space}, {action.space - engine} nearer the goal", f"{verb}{where}")
    else:
        label = f"{verb}{where}"
    return ShortLabel(label, fit_detail(*effects), gains=(action.space,))


def _move_short_label(state: RailRoader, action: Move | Roll, field: str) -> ShortLabel:
    """“Move: Water 4 + 3 · to spaces 60–65”, with the chance to derail where there is one."""
    waters = action.waters.values if isinstance(action, Move) else ()
    engineers = 0 if field == "waters" else action.engineers
    drivers = count_noun(engineers, "engineer")
    means = [*([waters_text(waters)] if waters and field != "engineers" else []), *([drivers] if engineers else [])]
    verb = "" if field else "Move: " if waters else "Roll: "
    spaces_by_roll = reachable_spaces(state, action.seat, waters, engineers)
    safe = sorted(
        {
            space
            for spaces in spaces_by_roll
            for space in spaces
            if space <= state.railroads[action.seat].last_track_space
        }
    )
    off = len(derailing_rolls(state, action.seat, spaces_by_roll))
    means_text = " + ".join(means) or ("0 engineers" if field else "the die")
    if not safe:
        return ShortLabel(fit_label(f"{verb}{means_text} · always derails"), quiet=True)
    reach = range_text(safe)
    chances = [
        *([f"{off} in {DIE_FACES} derails"] if off else []),
        *_goal_chances(state, action.seat, spaces_by_roll),
    ]
    if field == "engineers":
        roll_text = f"roll ±{SPACES_PER_ENGINEER * engineers}: {reach}" if engineers else f"as you roll, {reach}"
        cost = f", {count_noun(engineers, 'action')}" if engineers else ""
        labels = [f"{means_text} · {', '.join([roll_text, *chances])}", f"{means_text} · {roll_text}{cost}"]
        labels = labels if chances else labels[1:]
    else:
        cards = len(waters) + engineers
        extra = [*chances, *([f"{cards} actions"] if cards > 1 else [])]
        tails = [", ".join(["", *extra[:kept]]) for kept in range(len(extra), -1, -1)]
        move = "Move" if waters else "Roll"
        labels = [
            f"{f'{means} · to {reach}' if field else f'{move} to {reach} · {means}'}{tail}"
            for tail in tails
            for means in (means_text, means_text.replace(" + ", "+"))
        ]
    colors = _colors_text(state, action.seat, safe)
    return ShortLabel(
        fit_label(*labels, max_length=MAX_LABEL),
        fit_detail(colors, f"derails on {off} of {DIE_FACES} rolls" if off else ""),
        gains=(safe[-1],),
    )


def _goal_chances(state: RailRoader, seat: Seat, spaces_by_roll: Sequence[StopSpaces]) -> list[str]:
    """“goal 1 in 6”: the rolls that take the train to the last section, as far as there is track."""
    finish = state.board.last_space - SPACES_PER_SECTION
    last = state.railroads[seat].last_track_space
    rolls = sum(any(finish < space <= last for space in spaces) for spaces in spaces_by_roll)
    return [f"goal {rolls} in {DIE_FACES}"] if rolls and state.railroads[seat].engine <= finish else []


def _colors_text(state: RailRoader, seat: Seat, spaces: list[int]) -> str:
    """“river 61, red 64”."""
    ground = ((ground_text(state.board.space_kind(seat, space)), space) for space in spaces)
    return ", ".join(f"{word} {space}" for word, space in ground if word)


def _build_short_label(state: RailRoader, action: Build, field: str) -> ShortLabel:
    railroad = state_after(state, action).railroads[action.seat]
    end = (
        f"track to {railroad.last_track_space}, the goal"
        if railroad.sections == state.board.sections
        else f"track to space {railroad.last_track_space}"
    )
    detail = f"{railroad.sections} of {state.board.sections} sections"
    many = count_noun(action.sections, "section")
    head = f"{'' if field else 'Build '}{many}"
    label = fit_label(f"{head} · {end}", f"{head} · {end.partition(',')[0]}", max_length=MAX_LABEL)
    return ShortLabel(label, detail, gains=(action.sections,))


def _card_short_label(state: RailRoader, action: Action, field: str) -> ShortLabel | None:
    """A card that is bought, found, sent for, or placed."""
    match action:
        case Buy(slot=slot):
            card = state.market[slot - 1]
            assert card is not None
            cost = CARDS[card].cost
            where = f", slot {slot}" if state.market.count(card) > 1 else ""
            label = f"{_verb_with_card('Buy', card, field)}{where} · {cost} gold"
            use = _use_text(card)
            return ShortLabel(
                fit_label(f"{label}, {use}", f"{label}, {use.partition(' each')[0]}", label, max_length=MAX_LABEL),
                f"Slot {slot}",
                costs=(cost,),
                short=f"{slot} · {card_name_capitalized(card)}, {cost} gold",
            )
        case Search(card=card):
            return ShortLabel(f"{_verb_with_card('Search', card, field)} · {_use_text(card)}", gains=(value_of(card),))
        case Place(seat=seat, card=card):
            after = state_after(state, action)
            stays = end_turn(after, seat).railroads[seat].mat.workers == after.railroads[seat].mat.workers
            use = _use_text(card) if stays or kind_of(card) is not Kind.WORKER else "leaves unless fed"
            return ShortLabel(f"{_verb_with_card('Place', card, field)} · {use}")
        case Scout(card=card):
            return ShortLabel(f"{_verb_with_card('Scout', card, field)} · {_use_text(card)}", gains=(value_of(card),))
        case Prospect():
            return ShortLabel("Prospector · takes 1 gold")
        case _:
            return None


def _verb_with_card(verb: str, card: Card, field: str) -> str:
    return card_name_capitalized(card) if field else f"{verb} {card_name(card)}"


def _use_text(card: Card) -> str:
    """“moves 5–10”, “4 meals”, “lays track, eats”."""
    number = value_of(card)
    match kind_of(card):
        case Kind.WATER:
            return f"moves {number + 1}–{number + DIE_FACES}"
        case Kind.SUPPLIES:
            return count_noun(number, "meal")
        case other:
            return _USES[other]


def _sabotage_short_label(state: RailRoader, action: Dynamite | Steal, field: str, name: NameOfSeat) -> ShortLabel:
    rival = state.railroads[action.rival]
    whose = shorten_name(name(action.rival))
    if isinstance(action, Dynamite):
        ahead = f"{action.space - rival.engine} ahead"
        where = ", ".join(filter(None, [ahead, ground_text(state.board.space_kind(action.rival, action.space))]))
        labels = {
            "rival": f"{whose} · train {rival.engine}, track {rival.last_track_space}",
            "space": f"{action.space} · {where}",
        }
        gains = (action.space - rival.engine,) if field != "rival" else ()
        return ShortLabel(labels.get(field, f"Dynamite {whose} {action.space} · {ahead}"), gains=gains)
    if field == "rival":
        crates = [card_name(crate.card) for crate in rival.mat.unopened_crates]
        return ShortLabel(fit_label(f"{whose} · {', '.join(crates)}", f"{whose} · {count_noun(len(crates), 'crate')}"))
    mat = state_after(state, action).railroads[action.rival].mat
    left = f"leaves {mat.supply_count} for {mat.workers}"
    theft_text = card_name(action.card) if field else f"Steal {card_name(action.card)} from {whose}"
    workers_left = f"{left} {'worker' if mat.workers == 1 else 'workers'}"
    label = fit_label(f"{theft_text} · {workers_left}", f"{theft_text} · {left}", theft_text)
    return ShortLabel(label, f"{count_noun(mat.supply_count, 'supply')} left")


def _discard_short_label(state: RailRoader, action: Discard | Withdraw, field: str) -> ShortLabel:
    """“Worker: pile”: a card that gains nothing now, and where it goes."""
    if field == "onto":
        return ShortLabel(_ONTO[action.onto], quiet=True)
    card = card_name_capitalized(action.card)
    if isinstance(action, Withdraw):
        return _withdraw_short_label(state, action, card, field)
    use = _use_text(action.card) if can_be_used(action.card, _offers(state)) else "no use now"
    if field == "card":
        return ShortLabel(f"{card} · {use}", quiet=True)
    if action.onto == "prairie":
        return ShortLabel(f"{card} to the prairie, 1 card less", costs=(1,), quiet=True)
    return ShortLabel(f"{card} to your pile{'' if use == _use_text(action.card) else f', {use}'}", quiet=True)


def _withdraw_short_label(state: RailRoader, action: Withdraw, card: str, field: str) -> ShortLabel:
    """“Supplies 4 to your pile · worker unfed”: what is left at the railhead, and whom it no longer feeds."""
    after = state_after(state, action)
    mat = after.railroads[action.seat].mat
    left = f"{count_noun(mat.workers, 'worker')}, {count_noun(mat.supply_count, 'supply')}"
    hungry = mat.workers - end_turn(after, action.seat).railroads[action.seat].mat.workers
    onto = "your pile" if action.onto == "pile" else "the prairie"
    subject, short_subject = (card, card) if field else (f"{card} to {onto}", f"{card} to {onto.split()[-1]}")
    alike = mat.workers if kind_of(action.card) is Kind.WORKER else mat.supply_count
    unfed = f"{count_noun(hungry, 'worker')} unfed"
    labels = (
        (f"{subject} · {unfed}", f"{short_subject} · {unfed}")
        if hungry
        else (f"{subject} · leaves {left}", f"{subject}, {alike} left")
    )
    return ShortLabel(fit_label(*labels, subject, max_length=MAX_LABEL), fit_detail(f"Leaves {left}"), quiet=True)
