"""Choices as their buttons say them: what tells them apart, and what they do."""

from collections.abc import Mapping

from engine.core import Action, NameOfSeat, Seat, View, count_noun
from engine.core.short_label import MAX_LABEL, ShortLabel, fit_detail, fit_label, shorten_name
from engine.games.railroader.game_data.cards import (
    CARDS,
    Card,
    Kind,
    card_name,
    card_name_capitalized,
    kind_of,
    value_of,
)
from engine.games.railroader.game_data.constants import DIE_FACES, SPACES_PER_ENGINEER
from engine.games.railroader.phases.outcomes import state_after
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
from engine.games.railroader.state.state import RailRoader
from engine.games.railroader.text.labels.trains import range_text, stop_text
from engine.games.railroader.text.narration.trains import waters_text

_USES: Mapping[Kind, str] = {
    Kind.WORKER: "lays track, eats",
    Kind.DEPUTY: "stops 2 outlaws",
    Kind.ENGINEER: f"±{SPACES_PER_ENGINEER} with a roll",
    Kind.SCOUT: "brings supplies",
    Kind.PROSPECTOR: "brings gold",
    Kind.SABOTEUR: "harms a rival",
    Kind.GOLD: "pays 1",
}
_ONTO = {"pile": "Your pile · you get it back", "prairie": "The prairie · anyone can get it"}
_ORDERS = {
    "needed": "When it prevents a loss (usual)",
    "always": "Always",
    "never": "Never",
    "two": "When it prevents 2 or more losses",
}
_FIRST = {"workers": "Those who scare workers first", "crates": "The crate thief first"}


def short_label(view: View[RailRoader], action: Action, field: str, name: NameOfSeat) -> ShortLabel | None:
    """The words of a button for ``field``, or for the whole action; None for an action of another game."""
    state = view.state
    match action:
        case Move() | Roll():
            return _move_short_label(state, action, field)
        case Stop() | Engineer():
            where, effects = stop_text(state, action)
            verb = "" if field else "Stop on " if isinstance(action, Stop) else "Engineer to "
            label = f"{verb}{where}"
            return ShortLabel(
                fit_label(*(f"{label} · {effect}" for effect in effects[:1]), label), fit_detail(*effects)
            )
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


def legend(view: View[RailRoader], action: Action, field: str) -> str:
    """The meaning of the places that a question names."""
    match action:
        case Discard() | Withdraw() if field in ("card", "onto"):
            return "Pile: you get it back. Prairie: for anyone."
        case Place() if field:
            return "At the railhead, workers lay track and eat."
        case Scout() | Search() if field:
            return "The prairie: what anyone discarded there."
        case Buy() if field:
            return "Moves 5–10: spaces, by die. 4 meals: for 4 workers."
        case _:
            return ""


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
    derails = f", {off} in {DIE_FACES} derails" if off else ""
    spaces = "space" if len(safe) == 1 else "spaces"
    long, short = (f"{verb}{means_text} · to {unit}{range_text(safe)}" for unit in (f"{spaces} ", ""))
    label = fit_label(f"{long}{derails}", f"{short}{derails}", long, short, max_length=MAX_LABEL)
    colors = _colors_text(state, action.seat, safe)
    return ShortLabel(
        label, fit_detail(colors, f"derails on {off} of {DIE_FACES} rolls" if off else ""), gains=(safe[-1],)
    )


def _colors_text(state: RailRoader, seat: Seat, spaces: list[int]) -> str:
    """“river 61, red 64”."""
    ground = ((ground_text(state.board.space_kind(seat, space)), space) for space in spaces)
    return ", ".join(f"{word} {space}" for word, space in ground if word)


def _build_short_label(state: RailRoader, action: Build, field: str) -> ShortLabel:
    railroad = state_after(state, action).railroads[action.seat]
    end = (
        "to Buffalo Creek"
        if railroad.sections == state.board.sections
        else f"track to space {railroad.last_track_space}"
    )
    detail = f"{railroad.sections} of {state.board.sections} sections"
    many = count_noun(action.sections, "section")
    return ShortLabel(f"{'' if field else 'Build '}{many} · {end}", detail, gains=(action.sections,))


def _card_short_label(state: RailRoader, action: Action, field: str) -> ShortLabel | None:
    """A card that is bought, found, sent for, or placed."""
    match action:
        case Buy(slot=slot):
            card = state.market[slot - 1]
            assert card is not None
            cost = CARDS[card].cost
            where = f" in slot {slot}" if state.market.count(card) > 1 else ""
            label = f"{_verb_with_card('Buy', card, field)}{where} · {cost} gold"
            return ShortLabel(
                fit_label(f"{label}, {_use_text(card)}", label, max_length=MAX_LABEL),
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
        return ShortLabel(labels.get(field, f"Dynamite {whose} {action.space} · {ahead}"))
    if field == "rival":
        crates = [card_name(crate.card) for crate in rival.mat.unopened_crates]
        return ShortLabel(fit_label(f"{whose} · {', '.join(crates)}", f"{whose} · {count_noun(len(crates), 'crate')}"))
    mat = state_after(state, action).railroads[action.rival].mat
    left = f"leaves {mat.supply_count} for {mat.workers}"
    theft_text = card_name(action.card) if field else f"Steal {card_name(action.card)} from {whose}"
    return ShortLabel(fit_label(f"{theft_text} · {left}", theft_text), f"{count_noun(mat.supply_count, 'supply')} left")


def _discard_short_label(state: RailRoader, action: Discard | Withdraw, field: str) -> ShortLabel:
    """“Worker: pile”: a card that gains nothing now, and where it goes."""
    if field == "onto":
        return ShortLabel(_ONTO[action.onto], quiet=True)
    card = card_name_capitalized(action.card)
    if field == "card" and isinstance(action, Discard):
        return ShortLabel(f"{card} · {_use_text(action.card)}", quiet=True)
    if isinstance(action, Withdraw):
        mat = state_after(state, action).railroads[action.seat].mat
        left = f"{count_noun(mat.workers, 'worker')}, {count_noun(mat.supply_count, 'supply')}"
        subject = card if field else f"{card} to {_destination_text(action.onto)}"
        alike = mat.workers if kind_of(action.card) is Kind.WORKER else mat.supply_count
        labels = (f"{subject} · leaves {left}", f"{subject}, {alike} left", subject)
        return ShortLabel(fit_label(*labels, max_length=MAX_LABEL), fit_detail(f"Leaves {left}"), quiet=True)
    return ShortLabel(f"{card} to {_destination_text(action.onto)}", quiet=True)


def _destination_text(onto: str) -> str:
    return "your pile" if onto == "pile" else "the prairie"
