# ruff: noqa: E501 (a table reads best with one row a line)
"""The kinds of finding (NOTATION section 4): one row each, with what it takes to see it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, Literal

Evidence = Literal["cards", "bets", "order", "money", "gesture", "tray", "system"]


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding.

    Attributes:
        code: stable, kebab-case.
        severity: `info`, `check`, `error` or `alarm`, unless the profile says otherwise.
        evidence: what a machine has to see.
        rule: short name of the rule that is broken.
        en: title in English.
        ru: title in Russian.
        found_by: the `referee` in a round, the `statistics` over rounds, the `camera`'s health; None: not yet seen.
        needs: for what is not yet seen, the evidence that it would take.
    """

    code: str
    severity: Literal["info", "check", "error", "alarm"]
    evidence: Evidence
    rule: str
    en: str
    ru: str
    found_by: Literal["referee", "statistics", "camera"] | None = "referee"
    needs: str = ""

    @property
    def judged(self) -> bool:
        """Whether the referee finds it in a round."""
        return self.found_by == "referee"

    def to_json(self) -> dict[str, Any]:
        """Return the row as `pitwatch codes --json` prints it."""
        return {
            "code": self.code,
            "title": {"en": self.en, "ru": self.ru},
            "severity": self.severity,
            "evidence": self.evidence,
            "rule": self.rule,
            "judged": self.judged,
            "found_by": self.found_by,
            "needs": self.needs or None,
        }


_ROWS: Final = (
    # dealer's hand
    Code("dealer-stood-below-17", "error", "cards", "S17", "Dealer stood below 17", "Крупье остановился меньше чем на 17"),
    Code("dealer-drew-on-17-or-more", "error", "cards", "S17", "Dealer drew on 17 or more", "Крупье взял карту на 17 или больше"),
    Code("dealer-drew-on-soft-17", "error", "cards", "S17", "Dealer drew on soft 17", "Крупье взял карту на мягких 17"),
    Code("dealer-stood-on-soft-17", "error", "cards", "H17", "Dealer stood on soft 17", "Крупье остановился на мягких 17"),
    Code("dealer-drew-without-need", "error", "cards", "dealer's hand", "Dealer drew though no bet was left in play", "Крупье взял карту, хотя ставок в игре нет"),
    Code("dealer-card-early", "error", "order", "deal order", "Dealer's card came too early", "Карта крупье вышла раньше времени"),
    Code("dealer-card-missing", "error", "order", "deal order", "Dealer did not take his card", "Крупье не взял свою карту"),
    Code("hole-card-exposed", "error", "order", "hole card", "Hole card was exposed", "Закрытая карта крупье показана"),
    Code("upcard-not-shown", "error", "cards", "upcard", "Upcard was not shown", "Открытая карта крупье не показана"),
    # dealing order
    Code("box-skipped-in-deal", "error", "order", "deal order", "Box was passed over in the deal", "Бокс пропущен при сдаче"),
    Code("dealt-out-of-order", "error", "order", "deal order", "Card dealt out of order", "Карта сдана не по порядку"),
    Code("card-to-empty-box", "error", "order", "deal order", "Card dealt to a box without a bet", "Карта сдана на бокс без ставки"),
    Code("card-missing", "error", "order", "deal order", "Hand was played with one card", "Рука сыграна с одной картой"),
    Code("card-extra", "error", "order", "deal order", "One card too many in the deal", "Лишняя карта при сдаче"),
    Code("burn-missing", "error", "order", "burn card", "Burn card was left out", "Первая карта башмака не сброшена"),
    Code("decision-out-of-turn", "error", "order", "order of play", "Hand played out of turn", "Решение вне очереди"),
    Code("box-skipped-in-play", "error", "order", "order of play", "Hand was never asked", "Рука не опрошена"),
    Code("cut-card-dealt", "error", "gesture", "cut card", "Cut card was dealt", "Сдана отрезная карта", None, "the cut card told from a playing card in the picture, or someone who enters it"),
    # player cards
    Code("card-on-21", "error", "cards", "no card on 21", "Card given on 21", "Карта на 21"),
    Code("card-on-blackjack", "error", "cards", "no card on blackjack", "Card given on a blackjack", "Карта на блэкджек"),
    Code("card-after-stand", "error", "cards", "hit and stand", "Card given after a stand", "Карта после отказа от карты"),
    Code("card-after-bust", "error", "cards", "bust", "Card given after a bust", "Карта после перебора"),
    Code("card-after-double", "error", "cards", "double", "Second card after a double", "Вторая карта после дабла"),
    Code("card-on-split-ace", "error", "cards", "split aces", "Second card on a split ace", "Вторая карта на разделённый туз"),
    Code("card-after-surrender", "error", "cards", "surrender", "Card given after a surrender", "Карта после сарендера"),
    Code("cards-moved", "alarm", "cards", "card identity", "Card moved from hand to hand", "Карта перемещена между руками"),
    # switch
    Code("switch-not-offered-by-game", "error", "cards", "switch", "Switch in a game without one", "Обмен в игре без обмена"),
    Code("switch-wrong-cards", "alarm", "cards", "switch", "Wrong cards were switched", "Обменены не те карты"),
    Code("switch-after-action", "error", "order", "switch", "Switch after the box had acted", "Обмен после действия на боксе"),
    Code("switch-twice", "error", "cards", "switch", "Second switch on a box", "Повторный обмен на боксе"),
    Code("switch-after-insurance", "error", "order", "switch", "Switch after insurance", "Обмен после страховки"),
    Code("switch-on-blackjack", "error", "cards", "switch", "Switch on a box with a blackjack", "Обмен на боксе с блэкджеком"),
    # double
    Code("double-not-on-two-cards", "error", "cards", "DOA", "Double not on two cards", "Дабл не на двух картах"),
    Code("double-wrong-amount", "error", "bets", "double", "Double for a wrong amount", "Неверная сумма дабла"),
    Code("double-after-split-forbidden", "error", "cards", "DAS", "Double after a split", "Дабл после сплита запрещён"),
    Code("double-not-allowed-on-total", "error", "cards", "double", "Double on a total that the game does not allow", "Дабл при сумме, на которой он не разрешён"),
    Code("double-not-offered", "check", "gesture", "dealer's duty", "Double on 9, 10, 11 was not offered", "Дабл на 9, 10, 11 не предложен"),
    Code("double-missing-card", "error", "cards", "double", "Doubled hand got no card", "Нет карты после дабла"),
    # split
    Code("split-unlike-cards", "error", "cards", "split", "Unlike cards were split", "Разделены разные карты"),
    Code("split-not-on-two-cards", "error", "cards", "split", "Split not on two cards", "Сплит не на двух картах"),
    Code("split-over-limit", "error", "cards", "split limit", "One split too many", "Сплит сверх предела"),
    Code("split-aces-over-limit", "error", "cards", "split aces", "Aces split once too often", "Сплит тузов сверх предела"),
    Code("split-wrong-amount", "error", "bets", "split", "Split for a wrong amount", "Неверная сумма сплита"),
    Code("split-after-insurance", "error", "order", "NSAI", "Split after insurance", "Сплит после страховки"),
    Code("split-missing-card", "error", "cards", "split", "Split hand got no card", "Нет карты после сплита"),
    # surrender
    Code("surrender-not-on-two-cards", "error", "cards", "surrender", "Surrender not on two cards", "Сарендер не на двух картах"),
    Code("surrender-after-split", "error", "cards", "surrender", "Surrender after a split", "Сарендер после сплита"),
    Code("surrender-out-of-turn", "error", "order", "surrender", "Surrender when the turn had passed", "Сарендер после своей очереди"),
    Code("surrender-wrong-amount", "alarm", "money", "surrender", "Surrender did not cost half", "Сарендер стоил не половину"),
    Code("surrender-against-ace", "error", "cards", "surrender", "Surrender against an ace", "Сарендер против туза"),
    Code("surrender-not-offered-by-game", "error", "order", "surrender", "Surrender in a game without one", "Сарендер в игре без него"),
    # insurance
    Code("insurance-without-ace", "error", "cards", "insurance", "Insurance without an ace", "Страховка не против туза"),
    Code("insurance-wrong-amount", "error", "bets", "insurance", "Insurance is not half of the stake", "Страховка не равна половине ставки"),
    Code("insurance-late", "error", "order", "insurance", "Insurance came too late", "Страховка принята поздно"),
    Code("insurance-after-split", "error", "order", "IOA", "Insurance after a split", "Страховка после сплита"),
    Code("insurance-not-offered", "check", "gesture", "dealer's duty", "Insurance was not offered", "Страховка не предложена"),
    Code("even-money-without-blackjack", "error", "cards", "even money", "Even money without a blackjack", "Равные деньги без блэкджека"),
    Code("even-money-without-ace", "error", "cards", "even money", "Even money without an ace", "Равные деньги не против туза"),
    # bets
    Code("bet-late", "alarm", "bets", "no more bets", "Bet after no more bets", "Ставка после «Ставки сделаны»"),
    Code("bet-changed", "alarm", "bets", "no more bets", "Bet changed after the first card", "Ставка изменена после первой карты"),
    Code("bet-below-minimum", "check", "bets", "limits", "Bet below the minimum", "Ставка меньше минимума"),
    Code("bet-above-maximum", "check", "bets", "limits", "Bet above the maximum", "Ставка больше максимума"),
    Code("bets-unequal", "error", "bets", "equal stakes", "Stakes of a box's two hands differ", "Ставки на двух руках бокса не равны"),
    Code("side-bet-without-bet", "check", "bets", "side bet", "Side bet without a main bet", "Дополнительная ставка без основной"),
    Code("side-bet-late", "alarm", "bets", "no more bets", "Side bet after no more bets", "Дополнительная ставка принята поздно"),
    Code("too-many-bettors", "check", "bets", "bettors", "Too many bettors on a box", "Слишком много ставок на боксе"),
    Code("too-many-boxes", "check", "bets", "boxes", "Too many boxes in play", "Слишком много боксов в игре"),
    # money
    Code("loser-paid", "alarm", "money", "settlement", "Losing bet was paid", "Оплачена проигравшая ставка"),
    Code("loser-not-taken", "alarm", "money", "settlement", "Losing bet was not taken", "Проигравшая ставка не снята"),
    Code("winner-not-paid", "alarm", "money", "settlement", "Winning bet was not paid", "Выигрыш не оплачен"),
    Code("winner-taken", "alarm", "money", "settlement", "Winning bet was taken", "Снята выигравшая ставка"),
    Code("push-paid", "alarm", "money", "settlement", "Push was paid", "Оплачена ничья"),
    Code("push-taken", "alarm", "money", "settlement", "Push was taken", "Снята ставка при ничьей"),
    Code("underpaid", "alarm", "money", "settlement", "Player got too little", "Игрок получил меньше положенного"),
    Code("overpaid", "alarm", "money", "settlement", "Player got too much", "Игрок получил больше положенного"),
    Code("side-bet-wrong-tier", "alarm", "money", "paytable", "Side bet settled on a wrong tier", "Дополнительная ставка оплачена не по той комбинации"),
    Code("side-bet-missed", "alarm", "money", "paytable", "Winning side bet was missed", "Выигрыш дополнительной ставки пропущен"),
    Code("bonus-missed", "alarm", "money", "bonus", "Bonus was missed", "Бонус пропущен"),
    Code("bonus-wrong-tier", "alarm", "money", "bonus", "Bonus paid on a wrong tier", "Бонус оплачен не по той комбинации"),
    Code("insurance-mispaid", "alarm", "money", "insurance", "Insurance was settled wrongly", "Страховка рассчитана неверно"),
    Code("paid-wrong-box", "alarm", "money", "settlement", "Wrong box was paid", "Оплачен не тот бокс"),
    Code("settled-early", "error", "order", "settlement", "Bet settled before its time", "Ставка рассчитана раньше времени"),
    Code("settled-twice", "alarm", "money", "settlement", "Bet settled twice", "Ставка рассчитана дважды"),
    Code("cleared-unsettled", "alarm", "money", "settlement", "Cards cleared with a bet open", "Карты убраны, ставка не рассчитана"),
    # shoe
    Code("card-count-exceeded", "alarm", "cards", "shoe", "More copies of a card than decks", "Карт больше, чем колод"),
    Code("shoe-not-shuffled", "error", "tray", "shoe", "Shoe was not shuffled", "Башмак не перетасован", None, "the shuffle in the picture, or the order of the discards beside that of the next shoe"),
    Code("deck-incomplete", "alarm", "tray", "shoe", "A card of the deck is missing", "В колоде не хватает карты", None, "a count of every card, those behind the cut card too: a deck check at the spread"),
    # statistics over rounds
    Code("pace-low", "info", "system", "pace", "Slow game", "Медленный темп", "statistics"),
    Code("pace-high", "info", "system", "pace", "Fast game", "Быстрый темп", "statistics"),
    Code("error-rate-high", "check", "system", "error rate", "Many dealing errors", "Много ошибок крупье", "statistics"),
    Code("errors-one-sided", "alarm", "money", "sign test", "Errors favour one side", "Ошибки в одну пользу", "statistics"),
    Code("bets-follow-count", "check", "bets", "count", "Bets follow the count", "Ставки следуют за счётом", "statistics"),
    Code("play-knows-hole-card", "alarm", "cards", "hole card", "Play knows the hole card", "Игра знает закрытую карту", "statistics"),
    # system
    Code("camera-blind", "check", "system", "evidence", "Camera cannot see the table", "Камера не видит стол", "camera"),
    Code("table-uncertain", "check", "system", "evidence", "State of the table is uncertain", "Состояние стола неясно", None, "nothing more: the round is marked uncertain with its doubts, which accuse nobody"),
    Code("clock-jump", "check", "system", "evidence", "Clock jumped", "Скачок времени", None, "the wall clock of the recorder beside the media clock of the stream"),
    Code("correction", "info", "system", "correction", "Record was corrected", "Запись исправлена"),
)  # fmt: skip

CODES: Final = {row.code: row for row in _ROWS}
"""Every kind of finding by its code, in the order of the notation."""
