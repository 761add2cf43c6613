"""The betting phase: stakes, side bets, several bettors, limits, and what changes when it should not."""

from __future__ import annotations

from tracker.state import Box, Hand, Round, SideStake

UNNAMED = ""


def place_bet(round_: Round, actor: str, amount: int, by: str | None) -> None:
    """Put a main bet on a box (on each of its starting hands) or on one hand."""
    late = _is_late(round_, "bet-late")
    if round_.betting_closed:
        round_.find("bet-late", actor, expected="no bet after d nmb", seen=f"{actor} bet")
    round_.stakes_seen = True
    box = round_.boxes.setdefault(int(actor[0]), Box(int(actor[0])))
    name = by or UNNAMED
    box.bettors[name] = box.bettors.get(name, 0) + amount
    for n in (int(actor[2:]),) if len(actor) > 1 else range(1, round_.profile.hands_per_box + 1):
        hand = box.hand(n)
        if hand is None:
            hand = add_hand(round_, box, n)
            hand.late = late
        elif late:
            continue
        hand.stake += amount


def place_side_bet(round_: Round, box_no: int, name: str, amount: int) -> None:
    """Put a side bet on a box."""
    late = _is_late(round_, "side-bet-late")
    if round_.betting_closed:
        round_.find(
            "side-bet-late", f"{box_no}.side", expected="no side bet after d nmb", seen=f"{box_no} side"
        )
    round_.boxes.setdefault(box_no, Box(box_no)).sides.append(SideStake(name, amount, late))


def see_chips(round_: Round, ref: str, amount: int) -> None:
    """Take note of what a bet spot holds now; once betting is closed it must be what was bet."""
    hand = round_.hand(ref)
    if not round_.betting_closed:
        round_.stakes_seen = True
        box = round_.boxes.setdefault(int(ref[0]), Box(int(ref[0])))
        if hand is None and amount:
            add_hand(round_, box, int(ref[2:])).stake = amount
        elif hand is not None and amount:
            hand.stake = amount
        elif hand is not None:
            box.hands.remove(hand)
            round_.line_up()
        return
    settled = any(move.bet == ref for move in round_.moves)
    held = hand.whole_stake if hand else 0
    if amount != held and not settled:
        round_.find(
            "bet-changed",
            ref,
            expected=f"{ref} chips {round_.say(held)}",
            seen=f"{ref} chips {round_.say(amount)}",
        )
        if hand is not None and hand.acted_at == [] and _ruled_to_count(round_, "bet-changed"):
            hand.stake = amount


def add_hand(round_: Round, box: Box, n: int) -> Hand:
    """Give a box the starting hand N."""
    hand = Hand(ref=f"{box.no}.{n}", box=box.no, n=n, root=n)
    box.hands.append(hand)
    box.hands.sort(key=lambda other: other.n)
    round_.line_up()
    return hand


def close_betting(round_: Round) -> None:
    """No more bets: judge the bets as they lie now, once."""
    if round_.betting_closed:
        return
    round_.betting_closed = True
    profile = round_.profile
    boxes = [box for box in round_.boxes.values() if box.has_bet]
    if len(boxes) > profile.max_boxes:
        extra = sorted(boxes, key=lambda box: box.no)[profile.max_boxes]
        round_.find(
            "too-many-boxes",
            str(extra.no),
            expected=f"at most {profile.max_boxes} boxes",
            seen=f"{len(boxes)} boxes",
        )
    for box in round_.boxes.values():
        _judge_box(round_, box)


def _judge_box(round_: Round, box: Box) -> None:
    profile, limits = round_.profile, round_.limits
    if len(box.bettors) > profile.max_bettors:
        seen = f"{len(box.bettors)} bettors"
        round_.find(
            "too-many-bettors", str(box.no), expected=f"at most {profile.max_bettors} bettors", seen=seen
        )
    stakes = [hand.stake for hand in box.hands]
    if stakes and (len(set(stakes)) > 1 or len(stakes) < profile.hands_per_box):
        seen = " and ".join(round_.say(stake) for stake in stakes)
        round_.find("bets-unequal", str(box.no), expected="one stake on each hand", seen=seen)
    for amount in stakes if profile.stake_scope == "hand" else [sum(stakes)] if stakes else []:
        if limits.minimum is not None and amount < limits.minimum:
            round_.find(
                "bet-below-minimum",
                str(box.no),
                expected=f"at least {round_.say(limits.minimum)}",
                seen=round_.say(amount),
            )
            break
        if limits.maximum is not None and amount > limits.maximum:
            round_.find(
                "bet-above-maximum",
                str(box.no),
                expected=f"at most {round_.say(limits.maximum)}",
                seen=round_.say(amount),
            )
            break
    if box.sides and not box.has_bet:
        round_.find("side-bet-without-bet", f"{box.no}.side", expected=f"{box.no} bet", seen="no main bet")
    side = sum(stake.amount for stake in box.sides)
    if limits.side_maximum is not None and side > limits.side_maximum:
        round_.find(
            "bet-above-maximum",
            f"{box.no}.side",
            expected=f"at most {round_.say(limits.side_maximum)}",
            seen=round_.say(side),
        )


def _is_late(round_: Round, code: str) -> bool:
    return round_.betting_closed and not _ruled_to_count(round_, code)


def _ruled_to_count(round_: Round, code: str) -> bool:
    return round_.rulings.get(code) in ("stands", "keep")
