"""Narration of the set-up, railheads, and outlaws."""

from engine.core import NO_NARRATION, Event, NameOfSeat, Narration, count_noun, join_words, possessive_of
from engine.games.railroader.game_data.board import SPACES_PER_SECTION
from engine.games.railroader.game_data.cards import card_name, card_with_article
from engine.games.railroader.game_data.constants import ACTIONS_PER_TURN
from engine.games.railroader.rules.premoves import orders_text
from engine.games.railroader.rules.scoring import ENDINGS
from engine.games.railroader.state import events as e
from engine.games.railroader.text.narration.cards import cards_text, destination_text, outlaw_text


def narrate(event: Event, name: NameOfSeat) -> Narration:
    """The narration of such an event; nothing for others."""
    match event:
        case e.OrderDrawn(order=order):
            return Narration(f"{name(order[0])} goes first, then {join_words(tuple(map(name, order[1:])))}.")
        case e.MarketDealt():
            return Narration(_first_market_text(event))
        case e.TrackBuilt(seat=seat, sections=sections, total=total):
            built = f"{name(seat)} built {count_noun(sections, 'section')}"
            sentence = f"{built}, up to space {total * SPACES_PER_SECTION} ({count_noun(total, 'section')} in all)."
            return Narration(sentence, f"built track to {SPACES_PER_SECTION * total}", 5)
        case e.CardPlaced(seat=seat, card=card):
            return Narration(
                f"{name(seat)} placed {card_with_article(card)} at the railhead.", "placed", 3, (card_name(card),)
            )
        case e.CardWithdrawn(seat=seat, card=card, onto=onto):
            sentence = f"{name(seat)} discarded {card_with_article(card)} from the railhead{destination_text(onto)}."
            return Narration(sentence, "removed", 2, (card_name(card),))
        case e.GangFed(left=left) if left:
            return Narration(_meal_sentence(event, name), f"lost {count_noun(left, 'hungry worker')}", 7)
        case e.GangFed():
            return Narration(_meal_sentence(event, name))
        case e.HandTaken(seat=seat, cards=cards):
            return Narration(f"{name(seat)} picked up the discard pile ({count_noun(cards, 'card')}).")
        case e.TurnCutShort(seat=seat, actions=actions) if actions == ACTIONS_PER_TURN:
            return Narration(f"{name(seat)} could do nothing this turn.")
        case e.TurnCutShort(seat=seat, actions=actions):
            return Narration(f"{name(seat)} had nothing left to do and lost {count_noun(actions, 'action')}.")
        case e.GameEnded(ending=ending):
            return Narration(ENDINGS[ending])
        case _:
            return _narrate_outlaws(event, name)


def _first_market_text(event: e.MarketDealt) -> str:
    """The cards of the first market, and the outlaws that came up with them."""
    market = f"The first market: {cards_text(event.cards)}."
    if not event.aside:
        return market
    outlaws = join_words([outlaw_text(card) for card in event.aside])
    were = "was" if len(event.aside) == 1 else "were"
    return f"{market} {outlaws[0].upper()}{outlaws[1:]} {were} revealed and attacked no one."


def _meal_sentence(event: e.GangFed, name: NameOfSeat) -> str:
    """“Ada’s workers ate 1 supply, but 2 workers got none and left for the prairie.”"""
    if not event.fed:
        return f"{name(event.seat)} had no supplies, so {count_noun(event.left, 'worker')} left for the prairie."
    worker = "worker" if event.fed + event.left == 1 else "workers"
    ate = f"{possessive_of(name(event.seat))} {worker} ate {count_noun(event.fed, 'supply')}"
    if event.left:
        ate += f", but {count_noun(event.left, 'worker')} got none and left for the prairie"
    if not event.emptied:
        return f"{ate}."
    return f"{ate}. {cards_text(event.emptied)} {'is' if len(event.emptied) == 1 else 'are'} empty."


def _narrate_outlaws(event: Event, name: NameOfSeat) -> Narration:
    """Tell what saboteurs, outlaws and deputies did."""
    match event:
        case e.DynamitePlaced(seat=seat, rival=rival, space=space):
            saboteur, track = possessive_of(name(seat)), possessive_of(name(rival))
            sentence = f"{saboteur} saboteur placed dynamite on space {space} of {track} track."
            return Narration(sentence, f"placed dynamite on {track} space {space}", 8)
        case e.CrateStolen(seat=seat, rival=rival, card=card):
            sentence = (
                f"{possessive_of(name(seat))} saboteur stole {card_name(card)} from {possessive_of(name(rival))} "
                "railhead."
            )
            return Narration(sentence, f"stole {card_name(card)} from {name(rival)}", 8)
        case e.RailheadRaided():
            return Narration(_raid_sentence(event, name))
        case e.DeputyUsed(seat=seat, outlaws=outlaws):
            away = f"drove off {count_noun(len(outlaws), 'outlaw')} and went to the prairie with them"
            return Narration(f"{possessive_of(name(seat))} deputy {away}.")
        case e.OutlawsLeft():
            return Narration("No train was on red, so the outlaws attacked no one.")
        case e.OrdersSaid(use=use, first=first):
            return Narration(f"Your deputies are {orders_text(use, first)}.")
        case _:
            return NO_NARRATION


def _raid_sentence(event: e.RailheadRaided, name: NameOfSeat) -> str:
    """“2 outlaws attacked Ada’s railhead, scared off 1 worker, and stole Supplies 4.”"""
    clauses = [f"attacked {possessive_of(name(event.seat))} railhead"]
    if event.workers:
        clauses.append(f"scared off {count_noun(event.workers, 'worker')}")
    if event.crates:
        clauses.append(f"stole {cards_text(event.crates)}")
    if len(clauses) == 1:
        clauses.append("found nothing to take")
    return f"{count_noun(event.outlaws, 'outlaw')} {join_words(clauses)}."
