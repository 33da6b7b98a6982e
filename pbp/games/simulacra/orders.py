"""The orders of Shapeshifting Simulacra, and how they are read from a player's words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TypeVar

from pbp.errors import Problem
from pbp.games.base import Reading
from pbp.games.simulacra.plans import Condition, read_condition
from pbp.games.simulacra.state import COSTS, POOLS, Side, State, largest_die, ready
from pbp.games.wording import Line, contradiction, listed, meanings, order_lines, quoted

T = TypeVar("T")
VERBS = frozenset("FORM BUY DELAY MIND STOP AUTO WITHDRAW".split())
_JOINERS = frozenset("a an and at chip chips dice die each for in my number of on only the then to with worth".split())
_IGNORED = _JOINERS | {"body", "from"}
_NOTHING = frozenset("none nothing no".split())
_DIE = re.compile(r"(\d{0,2})d(\d{1,3})")


@dataclass(frozen=True, slots=True)
class Buy:
    """Dice to buy: sides of the Body dice and of the Spirit dice, in the order in which they are rolled."""

    body: tuple[int, ...] = ()
    spirit: tuple[int, ...] = ()

    @property
    def words(self) -> str:
        parts = ["BUY"]
        for pool in ("body", "spirit"):
            dice = getattr(self, pool)
            parts += [pool.upper(), *(f"d{sides}" for sides in dice)] if dice else []
        return " ".join(parts)

    @property
    def said(self) -> str:
        bought = [
            f"{listed(f'd{sides}' for sides in getattr(self, pool))} for {pool.capitalize()}"
            for pool in ("body", "spirit")
            if getattr(self, pool)
        ]
        return f"Buy {' and '.join(bought)}" if bought else "Buy no dice"


def largest_dice(side: Side) -> Buy:
    """One die for each pool with chips, the largest that they buy: also what a late buyer gets (rules 4.2)."""
    body, spirit = largest_die(side.chips("body")), largest_die(side.chips("spirit"))
    return Buy((body,) if body else (), (spirit,) if spirit else ())


@dataclass(frozen=True, slots=True)
class FormOrder:
    """A split of the chips, and where the options ask for it the purchase, or the pool of the chip that delays it."""

    body: int
    mind: int
    spirit: int
    buy: Buy | None = None
    delay: str | None = None

    @property
    def words(self) -> str:
        more = f"\n{self.buy.words}" if self.buy else f"\nDELAY {self.delay.upper()}" if self.delay else ""
        return f"FORM {self.body} {self.mind} {self.spirit}{more}"

    @property
    def said(self) -> str:
        more = f"; {self.buy.said[0].lower()}{self.buy.said[1:]}" if self.buy else ""
        more = f"; give up a {self.delay.capitalize()} chip to buy after the reveal" if self.delay else more
        return f"Body {self.body}, Mind {self.mind}, Spirit {self.spirit}{more}"


@dataclass(frozen=True, slots=True)
class Nudge:
    """One use of a Mind chip: +1 or -1 on a Body die (counted from 1), or 0 for a re-roll; `when` it hangs on a die."""

    change: int
    die: int
    when: Condition | None = None

    @property
    def words(self) -> str:
        when = f" {self.when.words(self.die)}" if self.when else ""
        return f"MIND {f'{self.change:+d}' if self.change else 'REROLL'} {self.die}{when}"

    @property
    def said(self) -> str:
        when = f" {self.when.said(self.die)}" if self.when else ""
        return f"{f'{self.change:+d} on' if self.change else 're-roll'} Body die {self.die}{when}"


@dataclass(frozen=True, slots=True)
class Mind:
    """Uses of Mind chips one after another; `auto` goes on by itself when they are done."""

    nudges: tuple[Nudge, ...] = ()
    auto: bool = False

    @property
    def words(self) -> str:
        lines = [nudge.words for nudge in self.nudges] + (["AUTO"] if self.auto else [])
        return "\n".join(lines or ["STOP"])

    @property
    def said(self) -> str:
        parts = [nudge.said for nudge in self.nudges] + (["go on by the safe rule"] if self.auto else [])
        return f"Mind: {', then '.join(parts)}, until there is a match" if parts else "Use no Mind"


def read(state: State, player: str, words: str) -> Reading:
    """What a player's words mean in this step; total."""
    if player not in state.players or state.players.index(player) not in state.owing or state.ended:
        return _refused("not-asked", words, "Nothing is asked of you in this step.", "")
    lines = [line for line in order_lines(_clauses(words), VERBS) if line.rest or line.verb != "MIND"]
    if lines and all(line.verb == "WITHDRAW" for line in lines):
        return Reading()
    allowed = _allowed(state)
    hint = f"This step takes {listed(allowed, 'or')}."
    if not lines:
        return _refused("no-order", words, "There is no order in this.", hint)
    if wrong := [line for line in lines if line.verb not in allowed]:
        return _refused("not-now", wrong[0].quote, f"{wrong[0].verb} is no order of this step.", hint)
    side = ready(state).sides[state.players.index(player)] if state.phase == "form" else None
    found: FormOrder | Buy | Mind | Problem
    if side is not None:
        found = _form_order(state, side, lines)
    elif state.phase == "buy":
        side = state.sides[state.players.index(player)]
        found = _one(lines, [_buy(line, side) for line in lines], "Send one BUY, with all dice.")
    else:
        found = _mind(lines, len(state.sides[state.players.index(player)].body))
    return Reading(problems=(found,)) if isinstance(found, Problem) else Reading(found)


def _allowed(state: State) -> tuple[str, ...]:
    if state.phase == "mind":
        return "MIND", "STOP", "AUTO"
    if state.phase == "buy":
        return ("BUY",)
    more = ("DELAY",) if state.options.keep_em_guessing else ()
    return ("FORM", "BUY", *more) if state.options.sealed else ("FORM",)


def _clauses(words: str) -> str:
    """The words with a line of its own for each verb that can be no part of another's order."""
    return re.sub(r"(?<=\S)[\s,;.]+(?:and\s+|then\s+)?(?=(?:buy|delay|stop|auto)\b)", "\n", words, flags=re.I)


def _refused(code: str, quote: str, reason: str, hint: str) -> Reading:
    return Reading(problems=(Problem(code, quoted(quote), reason, hint),))


def _one(lines: Sequence[Line], found: Sequence[T | Problem], hint: str) -> T | Problem:
    """The one meaning of lines of which only one can stand."""
    problem = next((item for item in found if isinstance(item, Problem)), None)
    if problem is None and len(set(found)) > 1:
        return contradiction(lines, hint)
    return problem or found[0]


def _form_order(state: State, side: Side, lines: Sequence[Line]) -> FormOrder | Problem:
    """A split, with its purchase or delay where the options ask for it."""
    forms = [line for line in lines if line.verb == "FORM"]
    if not forms:
        return Problem("incomplete", quoted(lines[0].quote), "The split is missing.", f"Begin with {_example(side)}.")
    form = _one(forms, [_split(line, side.life) for line in forms], "Send one FORM.")
    if isinstance(form, Problem) or not state.options.sealed:
        return form
    split = Side(life=side.life, form=(form.body, form.mind, form.spirit))
    rest = [line for line in lines if line.verb != "FORM"]
    if not rest:
        more = ", or DELAY BODY, MIND or SPIRIT" if state.options.keep_em_guessing else ""
        example = largest_dice(split).words
        hint = f"Add a line such as {example}{' (BUY alone buys nothing)' if example != 'BUY' else ''}{more}."
        return Problem("incomplete", quoted(forms[0].quote), "The dice are chosen with the split.", hint)
    found = [_with_dice(form, line, split) for line in rest]
    return _one(rest, found, "Send one BUY or one DELAY.")


def _with_dice(form: FormOrder, line: Line, split: Side) -> FormOrder | Problem:
    if line.verb == "BUY":
        buy = _buy(line, split)
        return buy if isinstance(buy, Problem) else replace(form, buy=buy)
    pool = _delay(line, split)
    return pool if isinstance(pool, Problem) else replace(form, delay=pool)


def _example(side: Side) -> str:
    body = min(side.life, 1)
    return f"FORM {body} {(side.life - body) // 3} {side.life - body - (side.life - body) // 3}"


def _split(line: Line, life: int) -> FormOrder | Problem:
    hint = f"Write Body, Mind, Spirit, {life} chips in all, for example FORM {life} 0 0."
    unreadable = Problem("not-understood", quoted(line.quote), "This is no split into Body, Mind and Spirit.", hint)
    tokens = re.findall(r"[^\W\d_]+|\d+", line.rest)
    if re.search(r"(?:^|[\s,;=])[-\u2212\u2013]\s*\d|\d[.]\d", line.rest) or any(len(token) > 6 for token in tokens):
        return unreadable
    numbers = [int(token) for token in tokens if token.isdecimal()]
    if words := [token for token in tokens if not token.isdecimal() and token.lower() not in _JOINERS]:
        pools = [_pool(word) for word in words]
        kinds = [token.isdecimal() for token in tokens if token.lower() not in _JOINERS]
        alternate = all(one != other for one, other in pairwise(kinds))
        if None in pools or len(set(pools)) < len(pools) or len(pools) != len(numbers) or not alternate:
            return unreadable
        chips = dict(zip(pools, numbers, strict=True))
        numbers = [chips.get(pool, 0) for pool in POOLS]
    if len(numbers) != 3:
        return unreadable
    if sum(numbers) != life:
        reason = (
            f"{' + '.join(map(str, numbers))} is {sum(numbers)}, but you have {life} chips and must place them all."
        )
        return Problem("wrong-sum", quoted(line.quote), reason, hint)
    body, mind, spirit = numbers
    return FormOrder(body, mind, spirit)


def _pool(word: str) -> str | None:
    found = meanings(word, {pool: pool for pool in POOLS})
    return found[0] if len(found) == 1 else None


def _delay(line: Line, side: Side) -> str | Problem:
    hint = "Write DELAY BODY, DELAY MIND or DELAY SPIRIT: the pool of the chip that you give up this round."
    pool = _pool(line.rest)
    if pool is None:
        return Problem("not-understood", quoted(line.quote), "This does not say which chip is given up.", hint)
    if side.chips(pool) < 1:
        return Problem("no-chip", quoted(line.quote), f"You place no chip in {pool.capitalize()}.", hint)
    return pool


def _buy(line: Line, side: Side) -> Buy | Problem:
    example = largest_dice(side).words
    hint = f"You may spend {_budget(side)}: d4 1, d6 2, d8 3, d10 4, d12 5, d20 6 chips. Example: {example}."
    parts: list[str | list[int]] = []
    times = 0
    for part in re.findall(r"\w+", line.rest.lower()):
        die = _DIE.fullmatch(part)
        if die and int(die[2]) in COSTS and not (die[1] and times):
            parts.append([int(die[2])] * int(die[1] or times or 1))
            times = 0
        elif die:
            return Problem("no-such-die", part, f"There is no d{int(die[2])}.", hint)
        elif re.fullmatch(r"\d\d?x?", part) and not times:
            times = int(part.rstrip("x"))
        elif times and part in "x":
            continue
        elif (pool := _pool(part)) in ("body", "spirit") and not times:
            parts.append(pool)
        elif part not in _NOTHING and part not in _JOINERS:
            return Problem("not-understood", quoted(line.quote), f"“{quoted(part)}” is no die and no pool.", hint)
    if times:
        return Problem("not-understood", quoted(line.quote), "A number of dice is not followed by a die.", hint)
    dice = _by_pool(parts, side)
    if dice is None:
        return Problem("which-pool", quoted(line.quote), "It does not say which dice are for which pool.", hint)
    for name in dice:
        cost = sum(COSTS[sides] for sides in dice[name])
        if cost > side.chips(name):
            reason = f"These {name.capitalize()} dice cost {cost} chips, and you have {side.chips(name)} for them."
            return Problem("too-dear", quoted(line.quote), reason, hint)
    return Buy(tuple(dice["body"]), tuple(dice["spirit"]))


def _by_pool(parts: Sequence[str | list[int]], side: Side) -> dict[str, list[int]] | None:
    """The dice by pool: each pool is named before its dice, or each after them; one pool with chips needs no name."""
    dice: dict[str, list[int]] = {"body": [], "spirit": []}
    with_chips = [pool for pool in dice if side.chips(pool) > 0]
    pool = with_chips[0] if len(with_chips) == 1 and not any(isinstance(part, str) for part in parts) else None
    named_after = len(parts) > 1 and isinstance(parts[-1], str) and not isinstance(parts[0], str)
    for part in reversed(parts) if named_after else parts:
        if isinstance(part, str):
            pool = part
        elif pool is None:
            return None
        else:
            dice[pool] = part + dice[pool] if named_after else dice[pool] + part
    return dice


def _budget(side: Side) -> str:
    return f"{side.chips('body')} in Body and {side.chips('spirit')} in Spirit"


def _mind(lines: Sequence[Line], dice: int) -> Mind | Problem:
    """Uses of Mind; STOP or AUTO can only come last."""
    ends = [line for line in lines if line.verb != "MIND"]
    if len({line.verb for line in ends}) > 1:
        return contradiction(ends, "End with STOP or with AUTO.")
    if ends and lines[-1].verb == "MIND":
        hint = f"Put {ends[0].verb} last, or leave it out."
        return Problem("after-the-end", quoted(lines[-1].quote), f"Nothing is done after {ends[0].verb}.", hint)
    nudges: list[Nudge] = []
    for line in lines:
        if line.verb == "MIND":
            found = _nudges(line, dice)
            if isinstance(found, Problem):
                return found
            nudges += found
        elif line.rest:
            return Problem("not-understood", quoted(line.quote), f"{line.verb} stands alone.", f"Write {line.verb}.")
    return Mind(tuple(nudges), auto=bool(ends) and ends[0].verb == "AUTO")


def _nudges(line: Line, dice: int) -> list[Nudge] | Problem:
    """One line of Mind, which may hold several uses."""
    hint = f"Write MIND +1 1, MIND -1 1 or MIND REROLL 1: the number is that of your Body die, 1 to {dice}."
    unreadable = Problem("not-understood", quoted(line.quote), "This is no use of Mind.", hint)
    use, condition, test = re.sub(r"[\u2212\u2013]", "-", line.rest.lower()).partition(" if ")
    if condition:
        return _conditional(replace(line, rest=use), test, dice)
    text = use
    text = re.sub(r"\b(?:add|plus)\s+(?:1|one)\b", "+1", text)
    text = re.sub(r"\b(?:subtract|minus|take)\s+(?:1|one)\b", "-1", text)
    tokens = re.findall(r"[+-]\s*\d+|\d+|re-?\s?roll\w*|[^\W\d]+|[^\s\w,.;:#()]", text)
    done: list[Nudge] = []
    change: int | None = None
    die: int | None = None
    for token in [*(token for token in tokens if token not in _IGNORED), ""]:
        if change is not None and (die is not None or not token.isdecimal()):
            if die is None and dice != 1:
                return Problem("which-die", quoted(line.quote), "It does not say which Body die.", hint)
            done.append(Nudge(change, 1 if die is None else die))
            change = die = None
        kind = _change(token)
        if kind is not None:
            change = kind
        elif token.isdecimal() and die is None and len(token) < 4:
            die = int(token)
        elif token:
            return unreadable
    if die is not None or not done:
        return unreadable
    if wrong := [nudge.die for nudge in done if not 1 <= nudge.die <= dice]:
        reason = f"You have no Body die {wrong[0]}: they are numbered 1 to {dice}, as bought."
        return Problem("no-such-die", quoted(line.quote), reason, hint)
    return done


def _conditional(line: Line, test: str, dice: int) -> list[Nudge] | Problem:
    """A line of one use, carried out only if a Body die then shows what the test says."""
    found = _nudges(line, dice)
    if isinstance(found, Problem):
        return found
    if len(found) > 1:
        hint = "Give each use a line of its own, with its own IF."
        return Problem("not-understood", quoted(line.quote), "A line with IF holds one use of Mind.", hint)
    when = read_condition(test, found[0].die)
    if when is None:
        hint = f"Write {found[0].words} IF 3 OR 4, IF BELOW 3, IF ABOVE 4, or of another die IF DIE 1 IS 3."
        return Problem("not-understood", quoted(line.quote), "It is not clear when this is to be done.", hint)
    if not 1 <= when.die <= dice:
        reason = f"You have no Body die {when.die}: they are numbered 1 to {dice}, as bought."
        return Problem("no-such-die", quoted(line.quote), reason)
    return [replace(found[0], when=when)]


def _change(token: str) -> int | None:
    if token.startswith(("re", "roll")) and "roll" in token:
        return 0
    return {"+1": 1, "-1": -1}.get(token.replace(" ", ""))
