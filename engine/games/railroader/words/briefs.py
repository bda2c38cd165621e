"""Choices as their buttons say them: what tells them apart, and what they do."""

from collections.abc import Mapping

from engine.core import Action, Name, Seat, View, counted
from engine.core.brief import LONGEST, Brief, detail_of, label_that_fits, short_name
from engine.games.railroader.box.cards import CARDS, Card, Kind, card_name, card_title, kind, value
from engine.games.railroader.box.figures import DIE, ENGINEER
from engine.games.railroader.phases.outcomes import state_after
from engine.games.railroader.rules.railhead import end_turn
from engine.games.railroader.rules.reach import derailing, ground_words, reach
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
from engine.games.railroader.words.labels.trains import range_words, stop_words
from engine.games.railroader.words.narration.trains import waters_words

_USES: Mapping[Kind, str] = {
    Kind.WORKER: "lays track, eats",
    Kind.DEPUTY: "stops 2 outlaws",
    Kind.ENGINEER: f"±{ENGINEER} with a roll",
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


def brief(view: View[RailRoader], action: Action, field: str, name: Name) -> Brief | None:
    """The words of a button for ``field``, or for the whole action; None for an action of another game."""
    state = view.state
    match action:
        case Move() | Roll():
            return _move(state, action, field)
        case Stop() | Engineer():
            where, effects = stop_words(state, action)
            verb = "" if field else "Stop on " if isinstance(action, Stop) else "Engineer to "
            label = f"{verb}{where}"
            return Brief(
                label_that_fits(*(f"{label} · {effect}" for effect in effects[:1]), label), detail_of(*effects)
            )
        case Rerail():
            return Brief("Re-rail the train · moves next turn")
        case Build():
            return _build(state, action, field)
        case Dynamite() | Steal():
            return _sabotage(state, action, field, name)
        case Discard() | Withdraw():
            return _discard(state, action, field)
        case Deputies(use=use, first=first):
            orders = (
                f"{_ORDERS[use]}: {first} first",
                f"{_ORDERS[use].partition(' (')[0]}: {first} first",
                f"{use}: {first} first",
            )
            return Brief({"use": _ORDERS[use], "first": _FIRST[first]}.get(field) or label_that_fits(*orders))
        case _:
            return _card(state, action, field)


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


def _move(state: RailRoader, action: Move | Roll, field: str) -> Brief:
    """“Move: Water 4 + 3 · to spaces 60–65”, with the chance to derail where there is one."""
    waters = action.waters.values if isinstance(action, Move) else ()
    engineers = 0 if field == "waters" else action.engineers
    drivers = counted(engineers, "engineer")
    means = [*([waters_words(waters)] if waters and field != "engineers" else []), *([drivers] if engineers else [])]
    verb = "" if field else "Move: " if waters else "Roll: "
    reached = reach(state, action.seat, waters, engineers)
    safe = sorted({space for spaces in reached for space in spaces if space <= state.railroads[action.seat].track})
    off = len(derailing(state, action.seat, reached))
    told = " + ".join(means) or ("0 engineers" if field else "the die")
    if not safe:
        return Brief(label_that_fits(f"{verb}{told} · always derails"), quiet=True)
    derails = f", {off} in {DIE} derails" if off else ""
    spaces = "space" if len(safe) == 1 else "spaces"
    long, short = (f"{verb}{told} · to {unit}{range_words(safe)}" for unit in (f"{spaces} ", ""))
    label = label_that_fits(f"{long}{derails}", f"{short}{derails}", long, short, room=LONGEST)
    colors = _colors(state, action.seat, safe)
    return Brief(label, detail_of(colors, f"derails on {off} of {DIE} rolls" if off else ""), gains=(safe[-1],))


def _colors(state: RailRoader, seat: Seat, spaces: list[int]) -> str:
    """“river 61, red 64”."""
    ground = ((ground_words(state.board.space(seat, space)), space) for space in spaces)
    return ", ".join(f"{word} {space}" for word, space in ground if word)


def _build(state: RailRoader, action: Build, field: str) -> Brief:
    railroad = state_after(state, action).railroads[action.seat]
    end = "to Buffalo Creek" if railroad.sections == state.board.sections else f"track to space {railroad.track}"
    detail = f"{railroad.sections} of {state.board.sections} sections"
    many = counted(action.sections, "section")
    return Brief(f"{'' if field else 'Build '}{many} · {end}", detail, gains=(action.sections,))


def _card(state: RailRoader, action: Action, field: str) -> Brief | None:
    """A card that is bought, found, sent for, or placed."""
    match action:
        case Buy(slot=slot):
            card = state.market[slot - 1]
            assert card is not None
            cost = CARDS[card].cost
            where = f" in slot {slot}" if state.market.count(card) > 1 else ""
            label = f"{_named('Buy', card, field)}{where} · {cost} gold"
            return Brief(
                label_that_fits(f"{label}, {_use(card)}", label, room=LONGEST),
                f"Slot {slot}",
                costs=(cost,),
                short=f"{slot} · {card_title(card)}, {cost} gold",
            )
        case Search(card=card):
            return Brief(f"{_named('Search', card, field)} · {_use(card)}", gains=(value(card),))
        case Place(seat=seat, card=card):
            after = state_after(state, action)
            stays = end_turn(after, seat).railroads[seat].mat.workers == after.railroads[seat].mat.workers
            use = _use(card) if stays or kind(card) is not Kind.WORKER else "leaves unless fed"
            return Brief(f"{_named('Place', card, field)} · {use}")
        case Scout(card=card):
            return Brief(f"{_named('Scout', card, field)} · {_use(card)}", gains=(value(card),))
        case Prospect():
            return Brief("Prospector · takes 1 gold")
        case _:
            return None


def _named(verb: str, card: Card, field: str) -> str:
    return card_title(card) if field else f"{verb} {card_name(card)}"


def _use(card: Card) -> str:
    """“moves 5–10”, “4 meals”, “lays track, eats”."""
    number = value(card)
    match kind(card):
        case Kind.WATER:
            return f"moves {number + 1}–{number + DIE}"
        case Kind.SUPPLIES:
            return counted(number, "meal")
        case other:
            return _USES[other]


def _sabotage(state: RailRoader, action: Dynamite | Steal, field: str, name: Name) -> Brief:
    rival = state.railroads[action.rival]
    whose = short_name(name(action.rival))
    if isinstance(action, Dynamite):
        ahead = f"{action.space - rival.engine} ahead"
        where = ", ".join(filter(None, [ahead, ground_words(state.board.space(action.rival, action.space))]))
        labels = {"rival": f"{whose} · train {rival.engine}, track {rival.track}", "space": f"{action.space} · {where}"}
        return Brief(labels.get(field, f"Dynamite {whose} {action.space} · {ahead}"))
    if field == "rival":
        crates = [card_name(crate.card) for crate in rival.mat.unopened]
        return Brief(label_that_fits(f"{whose} · {', '.join(crates)}", f"{whose} · {counted(len(crates), 'crate')}"))
    mat = state_after(state, action).railroads[action.rival].mat
    left = f"leaves {mat.supplies} for {mat.workers}"
    said = card_name(action.card) if field else f"Steal {card_name(action.card)} from {whose}"
    return Brief(label_that_fits(f"{said} · {left}", said), f"{counted(mat.supplies, 'supply')} left")


def _discard(state: RailRoader, action: Discard | Withdraw, field: str) -> Brief:
    """“Worker: pile”: a card that gains nothing now, and where it goes."""
    if field == "onto":
        return Brief(_ONTO[action.onto], quiet=True)
    card = card_title(action.card)
    if field == "card" and isinstance(action, Discard):
        return Brief(f"{card} · {_use(action.card)}", quiet=True)
    if isinstance(action, Withdraw):
        mat = state_after(state, action).railroads[action.seat].mat
        left = f"{counted(mat.workers, 'worker')}, {counted(mat.supplies, 'supply')}"
        named = card if field else f"{card} to {_to(action.onto)}"
        alike = mat.workers if kind(action.card) is Kind.WORKER else mat.supplies
        labels = (f"{named} · leaves {left}", f"{named}, {alike} left", named)
        return Brief(label_that_fits(*labels, room=LONGEST), detail_of(f"Leaves {left}"), quiet=True)
    return Brief(f"{card} to {_to(action.onto)}", quiet=True)


def _to(onto: str) -> str:
    return "your pile" if onto == "pile" else "the prairie"
