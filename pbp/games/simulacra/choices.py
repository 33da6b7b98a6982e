"""What a seat may choose in Shapeshifting Simulacra, as data."""

from __future__ import annotations

from pbp.games.choices import Field, FieldValue, Move, Sum
from pbp.games.simulacra.orders import largest_dice
from pbp.games.simulacra.state import COSTS, POOLS, Side, State, ready

BOUGHT = ("body", "spirit")
"""The pools whose chips buy dice."""

Form = tuple[int, int, int]
Filling = tuple[tuple[str, tuple[str, ...]], ...]

_USES = (
    FieldValue("+1", "add 1", "to what the die shows"),
    FieldValue("-1", "take 1 off", "what the die shows"),
    FieldValue("REROLL", "roll again", "the die"),
)
_TESTS = (
    FieldValue("IF", "shows"),
    FieldValue("IF BELOW", "shows less than"),
    FieldValue("IF ABOVE", "shows more than"),
)
_MOST_LINES = 6


def choices(state: State, seat: int) -> tuple[Move, ...]:
    """The moves of a seat that the present step asks."""
    side = state.sides[seat]
    if state.phase == "mind":
        return _mind(side)
    if state.phase == "buy":
        return _buy(side)
    life = ready(state).sides[seat].life
    if not state.options.sealed:
        shown = tuple(_chips(form) for form in (_even(life), (life, 0, 0)))
        return (Move("form", "Take this form", "FORM", _pools(life), (_all_placed(life),), shown=shown),)
    sealed = _form_with_dice(life)
    return (sealed, *(_delay(life, pool) for pool in POOLS)) if state.options.keep_em_guessing else (sealed,)


def _even(life: int) -> Form:
    mind = (life - 1) // 3
    return 1, mind, life - 1 - mind


def _chips(form: Form) -> Filling:
    return tuple((pool, (str(chips),)) for pool, chips in zip(POOLS, form, strict=True))


def _pools(life: int, low: str = "") -> tuple[Field, ...]:
    return tuple(Field(pool, "number", pool.capitalize(), low=int(pool == low), high=life) for pool in POOLS)


def _all_placed(life: int) -> Sum:
    why = f"You have {life} chips and must place them all."
    return Sum(tuple((pool, 1) for pool in POOLS), life, life, "chips placed", why)


def _form_with_dice(life: int) -> Move:
    # in words BUY stands on a line of its own, whatever is bought
    line = Field("buy", "flag", "Dice", (FieldValue("BUY", "Choose them now"),), "\n{}", default="BUY")
    fields, sums = [*_pools(life), line], [_all_placed(life)]
    for pool in BOUGHT:
        dice = _dice(pool, life)
        fields += dice
        why = f"The {pool.capitalize()} dice cost more chips than you place there."
        weights = tuple((field.name, COSTS[int(field.name.removeprefix(pool))]) for field in dice)
        sums.append(Sum((*weights, (pool, -1)), -life, 0, f"chips for {pool.capitalize()} dice", why))
    form = _even(life)
    shown = (*_chips(form), *_bought(Side(life=life, form=form)))
    return Move("form", "Take this form, with these dice", "FORM", tuple(fields), tuple(sums), shown=(shown,))


def _delay(life: int, pool: str) -> Move:
    """A form that gives up a chip of a pool to buy after the reveal."""
    word = (FieldValue(pool.upper(), pool.capitalize()),)
    line = Field("delay", "flag", "The chip given up", word, "\nDELAY {}", default=pool.upper())
    label, fields = f"Take this form, and give up a {pool.capitalize()} chip to buy later", (*_pools(life, pool), line)
    form = {"body": (life, 0, 0), "mind": (0, life, 0), "spirit": (0, 0, life)}[pool]
    return Move(f"delay-{pool}", label, "FORM", fields, (_all_placed(life),), shown=(_chips(form),))


def _buy(side: Side) -> tuple[Move, ...]:
    fields: list[Field] = []
    sums: list[Sum] = []
    for pool in BOUGHT:
        dice, chips = _dice(pool, side.chips(pool)), side.chips(pool)
        fields += dice
        why = f"These {pool.capitalize()} dice cost more than your {chips} chips for them."
        weights = tuple((field.name, COSTS[int(field.name.removeprefix(pool))]) for field in dice)
        sums.append(Sum(weights, 0, chips, f"chips for {pool.capitalize()} dice", why))
    nothing = Move("nothing", "Buy nothing", "BUY")
    if not fields:
        return (nothing,)
    shown = (_bought(side),)
    return Move("buy", "Buy these dice", "BUY", tuple(fields), tuple(sums), least=1, shown=shown), nothing


def _dice(pool: str, chips: int) -> list[Field]:
    """How many of each die that so many chips can buy."""
    found, group = [], f"{pool.capitalize()} dice"
    for sides, cost in COSTS.items():
        if cost <= chips:
            label, says = f"d{sides} ({cost} {'chip' if cost == 1 else 'chips'} each)", f" {pool.upper()} {{}}d{sides}"
            name, high = f"{pool}{sides}", chips // cost
            found.append(Field(name, "number", label, says=says, high=high, default="0", quiet="0", group=group))
    return found


def _bought(side: Side) -> Filling:
    """The largest dice that the chips of a side buy."""
    best = largest_dice(side)
    return tuple((f"{pool}{sides}", ("1",)) for pool in BOUGHT for sides in getattr(best, pool))


def _mind(side: Side) -> tuple[Move, ...]:
    auto = Move("auto", "Let the safe rule use it", "AUTO", note="It walks to a match within reach, else rolls again.")
    lines = tuple(field for nth in range(1, min(side.chips("mind") + 2, _MOST_LINES) + 1) for field in _line(side, nth))
    then = (FieldValue("AUTO", "go on by the safe rule"), FieldValue("STOP", "use no more"))
    end = Field("end", "word", "After these lines", then, "\n{}", default="STOP")
    last = str(len(side.body))
    fix = {"use1": "+1", "die1": "1"}
    roll = {"use1": "REROLL", "die1": last, "use2": "-1", "die2": last, "test2": "IF ABOVE", "value2": "2"}
    shown = tuple(tuple((name, (value,)) for name, value in plan.items()) for plan in (fix, roll | {"end": "AUTO"}))
    plan = Move("mind", "Use Mind like this", "", (*lines, end), least=1, shown=shown)
    return plan, auto, Move("stop", "Use no Mind", "STOP")


def _line(side: Side, nth: int) -> tuple[Field, ...]:
    """One use: what is done, to which die, and what it hangs on."""
    group, faces = f"Line {nth}", [die.value for die in side.body]
    dice = tuple(FieldValue(str(number), f"die {number}, now {face}") for number, face in enumerate(faces, 1))
    use, test = (f"use{nth}", frozenset[str]()), (f"test{nth}", frozenset[str]())
    return (
        Field(use[0], "word", "What", _USES, "\nMIND {}", optional=True, group=group),
        Field(f"die{nth}", "word", "Which die", dice, needs=use, group=group),
        Field(test[0], "word", "Only if the die then", _TESTS, needs=use, optional=True, group=group),
        Field(f"value{nth}", "number", "this number", low=-20, high=60, needs=test, group=group),
    )
