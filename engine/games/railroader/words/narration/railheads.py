"""What happened in the set-up, at railheads, and to outlaws, in words."""

from __future__ import annotations

from engine.core.event import Event
from engine.core.game import Name
from engine.core.told import UNTOLD, Told
from engine.core.words import counted, listed
from engine.games.railroader.box.board import SPACES
from engine.games.railroader.box.cards import card_name
from engine.games.railroader.box.figures import ACTIONS
from engine.games.railroader.rules.ending import ENDINGS
from engine.games.railroader.rules.orders import orders_words
from engine.games.railroader.state import events as e
from engine.games.railroader.words.narration.cards import a_card, cards_words, onto_words, outlaw_words, supplies_words


def tell(event: Event, name: Name) -> Told:
    """Of an event of this part; nothing for others."""
    match event:
        case e.OrderDrawn(order=order):
            return Told(f"{name(order[0])} goes first, then {listed(tuple(map(name, order[1:])))}.")
        case e.MarketDealt(cards=cards, aside=aside):
            came = f" {listed(tuple(map(outlaw_words, aside)))} came up and attacked nobody." if aside else ""
            return Told(f"The market: {cards_words(cards)}.{came}")
        case e.TrackBuilt(seat=seat, sections=sections, total=total):
            sentence = f"{name(seat)} built {counted(sections, 'section')}: {total} now, to space {total * SPACES}."
            return Told(sentence, f"built track to {SPACES * total}", 5)
        case e.CardPlaced(seat=seat, card=card):
            return Told(f"{name(seat)} put {a_card(card)} on the railhead.", "placed", 3, (card_name(card),))
        case e.CardWithdrawn(seat=seat, card=card, onto=onto):
            sentence = f"{name(seat)} took {a_card(card)} off the railhead, {onto_words(onto)}."
            return Told(sentence, "withdrew", 2, (card_name(card),))
        case e.GangFed(left=left) if left:
            return Told(_fed(event, name), f"lost {counted(left, 'hungry worker')}", 7)
        case e.GangFed():
            return Told(_fed(event, name))
        case e.HandTaken(seat=seat, cards=cards):
            return Told(f"{name(seat)} took up the discard pile: {counted(cards, 'card')}.")
        case e.TurnCutShort(seat=seat, actions=actions) if actions == ACTIONS:
            return Told(f"{name(seat)} had nothing to do.")
        case e.TurnCutShort(seat=seat, actions=actions):
            return Told(f"{name(seat)} had nothing left to do: {counted(actions, 'action')} lost.")
        case e.GameEnded(ending=ending):
            return Told(ENDINGS[ending])
        case _:
            return _outlaws(event, name)


def _fed(event: e.GangFed, name: Name) -> str:
    """“Ada’s gang ate 2 supplies; 1 worker went hungry and left for the prairie.”"""
    ate = (
        f"{name(event.seat)}’s gang ate {supplies_words(event.fed)}"
        if event.fed
        else f"{name(event.seat)}’s gang ate nothing"
    )
    hungry = f"; {counted(event.left, 'worker')} went hungry and left for the prairie" if event.left else ""
    used = f"; used up: {cards_words(event.emptied)}" if event.emptied else ""
    return f"{ate}{hungry}{used}."


def _outlaws(event: Event, name: Name) -> Told:
    """What saboteurs, outlaws and deputies did."""
    match event:
        case e.DynamitePlaced(seat=seat, rival=rival, space=space):
            sentence = f"{name(seat)}’s saboteur placed dynamite on {name(rival)}’s track, space {space}."
            return Told(sentence, f"put dynamite on {name(rival)}’s space {space}", 8)
        case e.CrateStolen(seat=seat, rival=rival, card=card):
            sentence = f"{name(seat)}’s saboteur stole {card_name(card)} from {name(rival)}’s railhead."
            return Told(sentence, f"stole a crate from {name(rival)}", 8)
        case e.RailheadRaided():
            return Told(_raided(event, name))
        case e.DeputyUsed(seat=seat, outlaws=outlaws):
            return Told(
                f"{name(seat)}’s deputy sent away {counted(len(outlaws), 'outlaw')} and went to the prairie too."
            )
        case e.OutlawsLeft():
            return Told("No engine stood on red: the outlaws attacked nobody.")
        case e.OrdersSaid(use=use, first=first):
            return Told(f"Your deputies: {orders_words(use, first)}.")
        case _:
            return UNTOLD


def _raided(event: e.RailheadRaided, name: Name) -> str:
    """“Outlaws attacked Ada’s railhead: 1 worker fled and supplies 4 were taken.”"""
    fled = [f"{counted(event.workers, 'worker')} fled"] if event.workers else []
    taken = [f"{cards_words(event.crates)} were taken"] if event.crates else []
    losses = listed([*fled, *taken]) or "there was nothing to take"
    return f"{counted(event.outlaws, 'outlaw')} attacked {name(event.seat)}’s railhead: {losses}."
