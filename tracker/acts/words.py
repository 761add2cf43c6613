"""The words of refusals, in English and Russian."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tracker.prompts.words import Text

REASONS: Final[Mapping[str, Text]] = {
    # the round
    "round-over": Text("the round is over", "раунд окончен"),
    "bets-open": Text("bets are still open", "ставки ещё принимаются"),
    "bets-closed": Text("bets are closed", "ставки уже сделаны"),
    "deal-first": Text("the deal is not finished", "раздача не окончена"),
    "deal-over": Text("the deal is finished", "раздача окончена"),
    "dealt-out-of-order": Text("another card comes first", "сначала другая карта"),
    "not-next-in-deal": Text("another seat gets the next card", "следующая карта не сюда"),
    "hands-to-play": Text("a hand has still to decide", "ещё не все руки сыграли"),
    "round-not-over": Text("the round is not played out", "раунд не доигран"),
    # turns
    "not-its-turn": Text("another hand is to decide first", "сначала решает другая рука"),
    "turn-passed": Text("the hand's turn has passed", "очередь руки прошла"),
    "awaits-card": Text("a card has to come first", "сначала должна прийти карта"),
    "insurance-open": Text("insurance has to be closed first", "сначала закройте страховку"),
    "peek-first": Text("the dealer looks at his hole card first", "сначала крупье смотрит закрытую карту"),
    # closed hands
    "stood": Text("the hand stood", "рука остановилась"),
    "doubled": Text("the hand doubled and has its card", "дабл: карта уже дана"),
    "gave-up": Text("the hand was given up", "рука отказалась от игры"),
    "took-even-money": Text("the hand took even money", "рука взяла равные деньги"),
    "bust": Text("the hand has too many", "у руки перебор"),
    "has-blackjack": Text("the hand is a blackjack", "у руки блэкджек"),
    "has-21": Text("the hand has 21", "у руки 21"),
    "split-ace": Text("a split ace gets one card", "на разделённый туз даётся одна карта"),
    "out-of-round": Text("the hand is out of the round", "рука вне игры"),
    "dealer-has-blackjack": Text("the dealer has blackjack", "у крупье блэкджек"),
    # the dealer
    "no-card-to-turn": Text("no card lies face down", "закрытой карты нет"),
    "turn-first": Text("the hole card has to be turned first", "сначала откройте закрытую карту"),
    "no-peek": Text("there is nothing to look at", "смотреть закрытую карту не нужно"),
    "no-offer": Text("there is nothing to offer", "предлагать нечего"),
    "burn-missing": Text("the first card has to be burned", "первую карту нужно сбросить"),
    "card-extra": Text("the hand has its two cards", "у руки уже две карты"),
    "dealer-card-early": Text("the dealer's card comes later", "карта крупье позже"),
    "dealer-drew-on-17-or-more": Text(
        "the dealer stands on 17 or more", "на 17 и больше крупье останавливается"
    ),
    "dealer-drew-on-soft-17": Text("the dealer stands on soft 17", "на мягких 17 крупье останавливается"),
    "dealer-drew-without-need": Text("no bet needs the dealer's card", "карта крупье никому не нужна"),
    "dealer-stood-below-17": Text("the dealer draws to 16", "до 16 крупье берёт"),
    "dealer-stood-on-soft-17": Text("the dealer draws on soft 17", "на мягких 17 крупье берёт"),
    "dealer-card-missing": Text("the dealer's card is still to come", "у крупье нет карты"),
    # cards
    "card-on-21": Text("no card on 21", "на 21 карта не даётся"),
    "card-on-blackjack": Text("no card on a blackjack", "на блэкджек карта не даётся"),
    "card-after-stand": Text("the hand stood", "рука остановилась"),
    "card-after-bust": Text("the hand has too many", "у руки перебор"),
    "card-after-double": Text("one card after a double", "после дабла одна карта"),
    "card-on-split-ace": Text("a split ace gets one card", "на разделённый туз даётся одна карта"),
    "card-after-surrender": Text("the hand was given up", "рука отказалась от игры"),
    # decisions
    "double-not-on-two-cards": Text("a double is on two cards", "дабл только на двух картах"),
    "double-after-split-forbidden": Text("no double after a split", "после сплита дабла нет"),
    "double-not-allowed-on-total": Text("no double on this total", "на этой сумме дабла нет"),
    "split-not-on-two-cards": Text("a split is of two cards", "сплит только на двух картах"),
    "split-unlike-cards": Text("the cards are not alike", "карты разные"),
    "split-over-limit": Text("no more splits", "больше сплитов нет"),
    "split-aces-over-limit": Text("no more splits of aces", "больше сплитов тузов нет"),
    "split-after-insurance": Text("no split after insurance", "после страховки сплита нет"),
    "surrender-not-offered-by-game": Text("the game has no surrender", "в этой игре отказа нет"),
    "surrender-not-on-two-cards": Text("a surrender is on two cards", "отказ только на двух картах"),
    "surrender-after-split": Text("no surrender after a split", "после сплита отказа нет"),
    "surrender-out-of-turn": Text("a surrender is the first act", "отказ только первым решением"),
    "surrender-against-ace": Text("no surrender against an ace", "против туза отказа нет"),
    # the box
    "switch-not-offered-by-game": Text("the game has no switch", "в этой игре обмена нет"),
    "switch-on-blackjack": Text("no switch of a blackjack", "с блэкджеком обмена нет"),
    "switch-twice": Text("one switch a round", "обмен только один"),
    "switch-after-action": Text("a switch comes before the first act", "обмен до первого решения"),
    "switch-after-insurance": Text("no switch after insurance", "после страховки обмена нет"),
    "insurance-without-ace": Text("insurance is against an ace", "страховка только против туза"),
    "nothing-to-insure": Text("there is nothing left to insure", "страховать больше нечего"),
    "insurance-late": Text("insurance is closed", "страховка закрыта"),
    "insurance-after-split": Text("no insurance after a split", "после сплита страховки нет"),
    "even-money-without-blackjack": Text("even money is for a blackjack", "равные деньги только за блэкджек"),
    "even-money-without-ace": Text("even money is against an ace", "равные деньги только против туза"),
    "paid-at-once": Text("a blackjack is paid at once", "блэкджек оплачивается сразу"),
    # bets
    "bet-below-minimum": Text("a bet is below the minimum", "ставка меньше минимума"),
    "bet-above-maximum": Text("a bet is above the maximum", "ставка больше максимума"),
    "bets-unequal": Text("a box's two stakes differ", "ставки на руках не равны"),
    "side-bet-without-bet": Text("a side bet needs a main bet", "нужна основная ставка"),
    "too-many-bettors": Text("too many bettors on a box", "слишком много игроков на боксе"),
    "too-many-boxes": Text("too many boxes", "слишком много боксов"),
    # money
    "bet-open": Text("the bet is not decided", "ставка ещё не решена"),
    "bet-unread": Text("a card is unread", "карта не прочитана"),
    "bet-settled": Text("the bet was settled", "ставка уже рассчитана"),
    "bet-lost": Text("the bet lost", "ставка проиграла"),
    "bet-won": Text("the bet won", "ставка выиграла"),
    "bet-even": Text("the bet is a push", "ничья"),
    "bet-void": Text("the bet does not count", "ставка не в счёт"),
    "bets-unsettled": Text("bets are still to settle", "не все ставки рассчитаны"),
}
"""Every reason; those that are a finding's code are refused by the rule behind it."""
