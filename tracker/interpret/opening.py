"""The bets of a round, as they stand when betting closes."""

from __future__ import annotations

from tracker.interpret.scene import Scene, Spot


def open_round(scene: Scene) -> None:
    """Tell the bets that stand now; no more may be made from here on."""
    if scene.bets_closed:
        return
    scene.bets_closed = True
    tell_bets(scene)
    if ("d", "nmb") not in scene.announced:
        scene.emit("d", "nmb", inferred=True, shown_by=[scene.now.id])


def tell_bets(scene: Scene, since: int = 0) -> None:
    """Tell each box's main bets and side bet from the chips; without any, boxes are in play by their cards alone.

    Args:
        scene: before its first card.
        since: media time; spots that did not change since then are left out (what the last round left there).
    """
    for spot in list(scene.spots.values()):
        spot.stake = spot.amount if spot.pts_us >= since else 0
    for box in sorted({name.partition(".")[0] for name in scene.spots}):
        _tell_main(scene, box)
        _tell_side(scene, scene.spot(f"{box}.side"))


def _tell_main(scene: Scene, box: str) -> None:
    per_box = scene.profile.hands_per_box
    spots = [scene.spot(f"{box}.{n}") for n in range(1, per_box + 1)]
    betted = [spot for spot in spots if spot.stake and ("bet", spot.name) not in scene.announced]
    amounts = {spot.stake for spot in betted}
    if len(betted) == per_box and len(amounts) == 1:
        _emit_bet(scene, box, betted)
    else:
        for spot in betted:
            _emit_bet(scene, spot.name, [spot])


def _emit_bet(scene: Scene, actor: str, spots: list[Spot]) -> None:
    shown_by = [fact for spot in spots for fact in spot.facts[-1:]]
    draft = scene.emit(actor, "bet", spots[0].stake, shown_by=shown_by)
    draft.pts_us = min(draft.pts_us, max(spot.pts_us for spot in spots))


def _tell_side(scene: Scene, spot: Spot) -> None:
    if spot.stake and ("bet", spot.name) not in scene.announced:
        box = spot.name.partition(".")[0]
        draft = scene.emit(box, "side", side_name(scene), spot.stake, shown_by=spot.facts[-1:])
        draft.pts_us = min(draft.pts_us, spot.pts_us)


def side_name(scene: Scene) -> str:
    """Name of the game's side bet."""
    return next((bet.name for bet in scene.profile.side_bets), "super-game")
