"""The words for events of the set-up, at railheads, and of outlaws."""

from engine.core import UNTOLD, Event, Name, Told, counted, listed, possessive
from engine.games.railroader.box.board import SPACES
from engine.games.railroader.box.cards import a_card, card_name
from engine.games.railroader.box.figures import ACTIONS
from engine.games.railroader.rules.ending import ENDINGS
from engine.games.railroader.rules.orders import orders_words
from engine.games.railroader.state import events as e
from engine.games.railroader.words.narration.cards import cards_words, onto_words, outlaw_words


def tell(event: Event, name: Name) -> Told:
    """The words for an event of this part; nothing for others."""
    match event:
        case e.OrderDrawn(order=order):
            return Told(f"{name(order[0])} goes first, then {listed(tuple(map(name, order[1:])))}.")
        case e.MarketDealt():
            return Told(_dealt(event))
        case e.TrackBuilt(seat=seat, sections=sections, total=total):
            built = f"{name(seat)} built {counted(sections, 'section')}"
            sentence = f"{built}, up to space {total * SPACES} ({counted(total, 'section')} in all)."
            return Told(sentence, f"built track to {SPACES * total}", 5)
        case e.CardPlaced(seat=seat, card=card):
            return Told(f"{name(seat)} placed {a_card(card)} at the railhead.", "placed", 3, (card_name(card),))
        case e.CardWithdrawn(seat=seat, card=card, onto=onto):
            sentence = f"{name(seat)} discarded {a_card(card)} from the railhead{onto_words(onto)}."
            return Told(sentence, "removed", 2, (card_name(card),))
        case e.GangFed(left=left) if left:
            return Told(_fed(event, name), f"lost {counted(left, 'hungry worker')}", 7)
        case e.GangFed():
            return Told(_fed(event, name))
        case e.HandTaken(seat=seat, cards=cards):
            return Told(f"{name(seat)} picked up the discard pile ({counted(cards, 'card')}).")
        case e.TurnCutShort(seat=seat, actions=actions) if actions == ACTIONS:
            return Told(f"{name(seat)} could do nothing this turn.")
        case e.TurnCutShort(seat=seat, actions=actions):
            return Told(f"{name(seat)} had nothing left to do and lost {counted(actions, 'action')}.")
        case e.GameEnded(ending=ending):
            return Told(ENDINGS[ending])
        case _:
            return _outlaws(event, name)


def _dealt(event: e.MarketDealt) -> str:
    """The cards of the first market, and the outlaws that came up with them."""
    market = f"The first market: {cards_words(event.cards)}."
    if not event.aside:
        return market
    outlaws = listed([outlaw_words(card) for card in event.aside])
    were = "was" if len(event.aside) == 1 else "were"
    return f"{market} {outlaws[0].upper()}{outlaws[1:]} {were} revealed and attacked no one."


def _fed(event: e.GangFed, name: Name) -> str:
    """“Ada’s workers ate 1 supply, but 2 workers got none and left for the prairie.”"""
    if not event.fed:
        return f"{name(event.seat)} had no supplies, so {counted(event.left, 'worker')} left for the prairie."
    worker = "worker" if event.fed + event.left == 1 else "workers"
    ate = f"{possessive(name(event.seat))} {worker} ate {counted(event.fed, 'supply')}"
    if event.left:
        ate += f", but {counted(event.left, 'worker')} got none and left for the prairie"
    if not event.emptied:
        return f"{ate}."
    return f"{ate}. {cards_words(event.emptied)} {'is' if len(event.emptied) == 1 else 'are'} empty."


def _outlaws(event: Event, name: Name) -> Told:
    """Tell what saboteurs, outlaws and deputies did."""
    match event:
        case e.DynamitePlaced(seat=seat, rival=rival, space=space):
            saboteur, track = possessive(name(seat)), possessive(name(rival))
            sentence = f"{saboteur} saboteur placed dynamite on space {space} of {track} track."
            return Told(sentence, f"placed dynamite on {track} space {space}", 8)
        case e.CrateStolen(seat=seat, rival=rival, card=card):
            sentence = (
                f"{possessive(name(seat))} saboteur stole {card_name(card)} from {possessive(name(rival))} railhead."
            )
            return Told(sentence, f"stole {card_name(card)} from {name(rival)}", 8)
        case e.RailheadRaided():
            return Told(_raided(event, name))
        case e.DeputyUsed(seat=seat, outlaws=outlaws):
            away = f"drove off {counted(len(outlaws), 'outlaw')} and went to the prairie with them"
            return Told(f"{possessive(name(seat))} deputy {away}.")
        case e.OutlawsLeft():
            return Told("No train was on red, so the outlaws attacked no one.")
        case e.OrdersSaid(use=use, first=first):
            return Told(f"Your deputies are {orders_words(use, first)}.")
        case _:
            return UNTOLD


def _raided(event: e.RailheadRaided, name: Name) -> str:
    """“2 outlaws attacked Ada’s railhead, scared off 1 worker, and stole Supplies 4.”"""
    done = [f"attacked {possessive(name(event.seat))} railhead"]
    if event.workers:
        done.append(f"scared off {counted(event.workers, 'worker')}")
    if event.crates:
        done.append(f"stole {cards_words(event.crates)}")
    if len(done) == 1:
        done.append("found nothing to take")
    return f"{counted(event.outlaws, 'outlaw')} {listed(done)}."
