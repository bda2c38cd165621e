"""Move patterns: their notation, the moves that they match, and whether a matching move was public."""

from typing import Annotated, Literal

import pytest
from msgspec import Meta

from engine.core import Action, AmountOffers, CombinedOffers, Event, Seat, Standing
from engine.core.move_pattern import example_pattern, read_pattern, write_pattern
from engine.core.pattern_matching import choose_offer, is_match, is_public_match
from engine.errors import Unreadable


class Take(Action, frozen=True):
    thing: str


class Bid(Action, frozen=True):
    amount: int


class Send(Action, frozen=True):
    rival: Seat
    how: Literal["fast", "slow"]
    load: Annotated[int, Meta(examples=["500"])]


class Ship(Action, frozen=True):
    place: str
    load: int


class Seal(Action, frozen=True):
    is_sealed = True

    thing: str
    amount: int


class Pass(Action, frozen=True):
    pass


class Whisper(Standing, frozen=True):
    word: str


class Taken(Event, frozen=True):
    seat: Seat
    thing: str


class Left(Event, frozen=True):
    seat: Seat


KINDS = (Take, Bid, Send, Ship, Seal, Pass, Whisper)
ONE, TWO = Seat(1), Seat(2)
ANYTHING = bool  # of any action: it may be made


def wish(text, **more):
    return read_pattern(text, KINDS, **more)


def takes(*things):
    return [Take(ONE, thing) for thing in things]


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("take St. Louis", "take St._Louis"),
        ("  Take   Boston|Cleveland|Boston ", "take Boston|Cleveland"),
        ("/take *", "take *"),
        ("bid 3..7", "bid 3..7"),
        ("bid ..$1,500", "bid ..1500"),
        ("bid 3…", "bid 3.."),
        ("send 2 slow 5..", "send 2 slow 5.."),
        ("send * fast", "send * fast"),
        ("take boston | St. Louis |*", "take boston|St._Louis|*"),
        ("send 2|* fast|* 5|*", "send 2|* fast|* 5|*"),
        ("pass", "pass"),
    ],
)
def test_move_pattern_round_trips(text, written):
    assert write_pattern(wish(text)) == written
    assert wish(written) == wish(text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "There is no move in that."),
        ("hop", "“hop” isn’t a move. The moves are take, bid, send, ship, seal, pass."),
        ("whisper yes", "“whisper” isn’t a move"),
        ("pass now", "“pass” needs no words, but you gave 1"),
        ("bid 1 2", "“bid” needs 1 word, but you gave 2"),
        ("take * *", "“take” needs 1 word, but you gave 2"),
        ("take St. *", "“take” needs 1 word, but you gave 2"),
        ("send 2 fast 5 6", "“send” needs 3 words, but you gave 4. Write “send <rival> <how> <load>”."),
        ("bid many", "“many” isn’t an answer to “Amount?”. Enter a whole number, such as 3."),
        ("bid 7..3", "The range 7..3 is empty. Write 3..7."),
        ("bid ..", "A range needs a number: ..7 is up to 7, and 3.. is 3 or more"),
        ("bid x..4", "“x..4” isn’t a range"),
        ("take 3..4", "“3..4” is a range, but thing isn’t a number."),
        ("send 2 somehow", "“somehow” isn’t an answer to “How?”. Choose fast or slow."),
        ("take Boston|*|Omaha", "“Boston|*|Omaha” has a “*” before another word. It means any other, so put it"),
        ("take *|*", "put it last"),
        (
            "ship Kansas City",
            "“City” isn’t an answer to “Load?”. Enter a whole number, such as 3. If it’s part of the "
            "name before it, write “Kansas_City”.",
        ),
        ("p2 take Boston", "“p2” isn’t a move"),
    ],
)
def test_unreadable_pattern_is_refused_with_an_example(text, why):
    with pytest.raises(Unreadable, match="Example: ") as refused:
        wish(text)
    assert why in str(refused.value)


def test_pattern_examples_can_be_parsed():
    for kind in (Take, Bid, Send, Pass):
        assert wish(example_pattern(kind)).kind is kind


def test_omitted_words_match_any_value():
    assert is_match(wish("send"), Send(ONE, TWO, "slow", 3))
    assert is_match(wish("send 2"), Send(ONE, TWO, "slow", 3))
    assert not is_match(wish("send 3"), Send(ONE, TWO, "slow", 3))
    assert not is_match(wish("take"), Bid(ONE, 1))


def test_pattern_ignores_case_spaces_and_dash_style():
    assert is_match(wish("take st. louis|new-york"), Take(ONE, "St. Louis"))
    assert is_match(wish("take NEW YORK"), Take(ONE, "New York"))


def test_first_offered_alternative_is_chosen():
    offers = takes("Boston", "Cleveland", "Omaha")
    assert choose_offer(wish("take Buffalo|Omaha|Cleveland"), ONE, offers, ANYTHING) == Take(ONE, "Omaha")
    assert choose_offer(wish("take new-york|CLEVELAND|boston"), ONE, offers, ANYTHING) == Take(ONE, "Cleveland")
    sendings = [Send(ONE, TWO, how, load) for how in ("fast", "slow") for load in (9, 5)]
    assert choose_offer(wish("send * slow|fast 5.."), ONE, sendings, ANYTHING) == Send(ONE, TWO, "slow", 5)


def test_wildcard_may_follow_ranked_alternatives():
    offers = takes("Omaha", "Boston", "Cleveland")
    assert choose_offer(wish("take Cleveland|Boston|*"), ONE, offers, ANYTHING) == Take(ONE, "Cleveland")
    assert choose_offer(wish("take Buffalo|*"), ONE, offers, ANYTHING) == Take(ONE, "Omaha")
    assert choose_offer(wish("take Buffalo|*"), ONE, offers, lambda action: action != offers[0]) == offers[1]
    assert choose_offer(wish("take Buffalo|*"), ONE, [Pass(ONE)], ANYTHING) is None
    assert choose_offer(wish("send 2 slow|*"), ONE, [Send(ONE, TWO, "fast", 9)], ANYTHING) == Send(ONE, TWO, "fast", 9)
    assert choose_offer(wish("bid 5|*"), ONE, [Bid(ONE, 7)], ANYTHING) == Bid(ONE, 7)


def test_wildcard_chooses_the_first_offer():
    offers = takes("Boston", "Cleveland", "Omaha")
    assert choose_offer(wish("take *"), ONE, offers, ANYTHING) == Take(ONE, "Boston")
    assert choose_offer(wish("take cleveland"), ONE, offers, ANYTHING) == Take(ONE, "Cleveland")
    assert choose_offer(wish("take Buffalo"), ONE, offers, ANYTHING) is None


def test_range_chooses_the_lowest_value():
    def offers(least):
        return CombinedOffers([Pass(ONE)], AmountOffers(Bid, ONE, least, 20))

    assert choose_offer(wish("bid ..7"), ONE, offers(1), ANYTHING) == Bid(ONE, 1)
    assert choose_offer(wish("bid 3..7"), ONE, offers(1), ANYTHING) == Bid(ONE, 3)
    assert choose_offer(wish("bid ..7"), ONE, offers(7), ANYTHING) == Bid(ONE, 7)
    assert choose_offer(wish("bid ..7"), ONE, offers(8), ANYTHING) is None
    assert choose_offer(wish("bid 3.."), ONE, [Bid(ONE, 9), Bid(ONE, 5)], ANYTHING) == Bid(ONE, 5)


def test_forbidden_move_is_skipped():
    offers = takes("Boston", "Cleveland")
    assert choose_offer(wish("take *"), ONE, offers, lambda action: action.thing != "Boston") == Take(ONE, "Cleveland")


class Sealable(list):
    """Offers that list few actions and contain every multiple of 100 up to 1,300."""

    def __contains__(self, action):
        return action.amount % 100 == 0 and action.amount <= 1_300


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("seal mine ..450", 400),
        ("seal mine ..1500", 1_300),
        ("seal mine 500..999", 900),
        ("seal mine ..50", 0),
        ("seal mine 350..390", None),
        ("seal * ..900", 900),
        ("seal mine 100..", 100),
    ],
)
def test_range_of_a_sealed_amount_chooses_its_limit(text, amount):
    made = choose_offer(wish(text), ONE, Sealable([Seal(ONE, "mine", 0), Seal(ONE, "mine", 100)]), ANYTHING)
    assert made == (None if amount is None else Seal(ONE, "mine", amount))


class Counted(Sealable):
    """Offers that count their membership tests."""

    asked = 0

    def __contains__(self, action):
        self.asked += 1
        return super().__contains__(action)


def test_unaffordable_limit_needs_few_membership_tests():
    offers = Counted([Seal(ONE, "mine", 0)])
    assert choose_offer(wish("seal mine ..999999999"), ONE, offers, ANYTHING) == Seal(ONE, "mine", 1_300)
    assert offers.asked < 3_000


def test_sealed_number_is_found_between_illegal_values():
    offers = Sealable([Seal(ONE, "mine", 100), Seal(ONE, "mine", 1_100)])
    assert choose_offer(wish("seal mine ..1299"), ONE, offers, lambda move: move.amount != 1_100) == Seal(
        ONE, "mine", 1_200
    )
    assert choose_offer(wish("seal mine 300..9999"), ONE, Sealable(), ANYTHING) == Seal(ONE, "mine", 1_300)


def test_sealed_limit_does_not_exceed_the_allowed_price():
    offers = Sealable([Seal(ONE, "mine", 100)])
    assert choose_offer(wish("seal mine ..900"), ONE, offers, lambda move: move.amount <= 500) == Seal(ONE, "mine", 500)


class Odd(list):
    """Offers that list few actions and contain every odd amount."""

    def __contains__(self, action):
        return action.amount % 2 == 1


def test_explicit_legal_value_outside_the_list_is_chosen():
    offers = Odd([Bid(ONE, 1), Bid(ONE, 9)])
    assert choose_offer(wish("bid 5"), ONE, offers, ANYTHING) == Bid(ONE, 5)
    assert choose_offer(wish("bid 4|7"), ONE, offers, ANYTHING) == Bid(ONE, 7)
    assert choose_offer(wish("bid 5.."), ONE, offers, ANYTHING) == Bid(ONE, 5)
    assert choose_offer(wish("bid 4"), ONE, offers, ANYTHING) is None


def test_public_move_is_noticed():
    told = (Taken(seat=TWO, thing="St. Louis"),)
    move = Take(TWO, "St. Louis")
    assert is_public_match(wish("take St._Louis", allow_seat=True), move, told)
    assert is_public_match(wish("p2 take *", allow_seat=True), move, told)
    assert not is_public_match(wish("p3 take *", allow_seat=True), move, told)
    assert not is_public_match(wish("take Boston", allow_seat=True), move, told)


@pytest.mark.parametrize(
    "told",
    [
        (),
        (Taken(seat=TWO, thing="Boston", to=frozenset({TWO})),),
        (Left(seat=TWO),),
        (Taken(seat=ONE, thing="Boston"),),
    ],
)
def test_sealed_or_anonymous_move_is_never_noticed(told):
    assert not is_public_match(wish("take *", allow_seat=True), Take(TWO, "Boston"), told)


class Sealed(Event, frozen=True):
    seat: Seat
    decided: int


class BidTold(Event, frozen=True):
    seat: Seat
    amount: int


def test_public_number_does_not_reveal_a_sealed_one():
    pattern = wish("p2 bid 2", allow_seat=True)
    assert not is_public_match(pattern, Bid(TWO, 2), (Sealed(seat=TWO, decided=2),))
    assert is_public_match(pattern, Bid(TWO, 2), (BidTold(seat=TWO, amount=2),))


def test_later_event_does_not_reveal_a_sealed_move():
    told = (Sealed(seat=TWO, decided=1), Taken(seat=TWO, thing="Boston"))
    assert not is_public_match(wish("take Boston", allow_seat=True), Take(TWO, "Boston"), told)


def test_move_without_values_is_noticed_only_if_fully_public():
    assert is_public_match(wish("p2 pass", allow_seat=True), Pass(TWO), (Left(seat=TWO),))
    told = (Left(seat=TWO), Taken(seat=TWO, thing="x", to=frozenset({TWO})))
    assert not is_public_match(wish("p2 pass", allow_seat=True), Pass(TWO), told)


def test_range_label_shows_its_limits():
    lines = ("bid 3..", "bid ..7", "bid 3..7")
    assert [read_pattern(line, KINDS).parts[0].description() for line in lines] == ["3 or more", "up to 7", "3 to 7"]
