"""A player's words in Reality Benders -> an order. Everything that an order is judged by is public."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from pbp.errors import Problem
from pbp.games.base import Reading
from pbp.games.reality_benders.graph import EVERY_ARROW, LETTERS
from pbp.games.reality_benders.state import (
    CASTING,
    INPUTS,
    NAMES,
    OFFER,
    OFFERED,
    RULES,
    Benders,
    BendersOrder,
    CastOrder,
    OfferOrder,
    PickOrder,
    RuleOrder,
    title,
)
from pbp.games.wording import Line, before_chatter, contradiction, listed, meanings, order_lines, quoted

VERBS = frozenset({"RULE", "BRIDGE", "BREAK", "CAST", "BONUS", "OFFER", "PICK", "NO", "WITHDRAW"})
_TABLE = {name: letter for letter, name in NAMES.items()}
_LINKS = frozenset(
    "to over beats and then with between from at on of the spell spells rule letter letters for named naming"
    " name guess guessing guesses against vs item my use using".split()
)
_INNER = re.compile(
    r"[,;]?\s+(?:(?:and|with|plus|using|use|also)\s+)*(?:my\s+|the\s+)?(?=(?:RULE|BRIDGE|BREAK|BONUS|OFFER)\b)", re.I
)
_NO_BONUS = re.compile(r"[,;]?\s*\b(?:no|not|without|don'?t use)\s+(?:my\s+|the\s+)?bonus\b", re.I)

Found = Problem | str
"""What is wrong with a line, or nothing ("")."""


def read(state: Benders, seat: int, words: str) -> Reading:
    """What a player's order lines mean now."""
    spread = "\n".join(_INNER.sub("\n", _NO_BONUS.sub("", " ".join(line.split()))) for line in words.splitlines())
    lines = [line for line in order_lines(spread, VERBS) if line.verb != "NO"]
    if lines and all(line.verb == "WITHDRAW" for line in lines):
        return Reading()
    if seat not in state.asked:
        return _refused("nothing-owed", words, "Nothing is asked of you in this step.", "Wait for the next letter.")
    hint = _hint(state, seat)
    if not lines:
        return _refused("no-order", words, "This holds no order.", hint)
    if any(line.verb == "WITHDRAW" for line in lines):
        return Reading(problems=(contradiction(lines, hint),))
    allowed = {RULES: ("RULE", "BRIDGE", "BREAK"), CASTING: ("CAST", "BONUS", "OFFER")}.get(
        state.phase, (state.phase.upper(),)
    )
    for line in lines:
        if line.verb not in allowed:
            return _refused("not-now", line.quote, f"{line.verb} is not asked for in this step.", hint)
    reader: Callable[[Benders, int, Sequence[Line]], BendersOrder | Problem] = {
        RULES: _rules,
        CASTING: _casting,
        OFFER: _offer,
    }.get(state.phase, _pick)
    result = reader(state, seat, lines)
    return Reading(problems=(result,)) if isinstance(result, Problem) else Reading(result)


def _hint(state: Benders, seat: int) -> str:
    """What the present step takes, with an example that would be legal for the seat."""
    if state.phase == RULES:
        return f"Write RULE and an arrow that does not exist yet, such as RULE {_free_arrow(state)}."
    if state.phase == CASTING:
        spell = state.sides[seat].castable[0]
        example = CastOrder(spell, tuple("ACE"[: INPUTS[spell]])).words
        return f"Write CAST, a spell of your hand and what it asks for, such as {example}."
    if state.phase == OFFER:
        return "Write OFFER and three different spells from A to H, such as OFFER A C E."
    return f"Write PICK and one of the three spells, such as PICK {state.offers[seat][0]}."


def _free_arrow(state: Benders) -> str:
    free = sorted(EVERY_ARROW - state.graph)
    return free[len(free) // 2]


def _refused(code: str, words: str, reason: str, hint: str) -> Reading:
    return Reading(problems=(Problem(code, quoted(words), reason, hint),))


def _problem(code: str, line: Line, reason: str, hint: str = "") -> Problem:
    return Problem(code, quoted(line.quote), reason, hint)


def _spells(line: Line, count: int) -> list[str] | Problem:
    """The letters that a line names; `count`: how many it should be, so that "AC" can be read as A and C."""
    found: list[str] = []
    for word in re.findall(r"[^\W_]+", before_chatter(line.rest, "")):
        if word.upper() in LETTERS and len(word) == 1:
            found.append(word.upper())
        elif word.lower() not in _LINKS:
            letters = meanings(word, _TABLE) if len(word) > 1 else []
            if not letters and 1 < len(word) <= count and set(word.upper()) <= set(LETTERS):
                letters = []
                found += word.upper()
            elif not letters:
                known = listed([title(letter) for letter in LETTERS])
                return _problem(
                    "no-such-spell", line, f"There is no spell {quoted(word)!r}.", f"The spells are {known}."
                )
            elif len(letters) > 1:
                meant = listed([title(letter) for letter in letters], "or")
                return _problem("ambiguous", line, f"{word} can mean {meant}.", "Write the letter.")
            found += letters
    return found


def _one(lines: Sequence[Line], verb: str, make: Callable[[Line], object]) -> object:
    """What the lines with a verb mean together: one thing, None if there is no such line, or a Problem."""
    chosen = [line for line in lines if line.verb == verb]
    results = list(dict.fromkeys(make(line) for line in chosen))
    for result in results:
        if isinstance(result, Problem):
            return result
    if len(results) > 1:
        return contradiction(chosen, f"Send one {verb}.")
    return results[0] if results else None


def _arrow(line: Line) -> str | Problem:
    """The arrow that a line names: "A>B", also as "A to B", "A->B", "AB" and, turned round, "B<A"."""
    letters = _spells(line, 2)
    if isinstance(letters, Problem):
        return letters
    turned, straight = re.search(r"<|←", line.rest), re.search(r">|→", line.rest)
    if len(letters) != 2 or (turned and straight):
        return _problem("unclear", line, f"{line.verb} takes one arrow.", "An arrow is written A>B.")
    if letters[0] == letters[1]:
        return _problem("loop", line, "An arrow leads from one spell to another one.", "It is written A>B.")
    return f"{letters[1]}>{letters[0]}" if turned else f"{letters[0]}>{letters[1]}"


def _rules(state: Benders, seat: int, lines: Sequence[Line]) -> RuleOrder | Problem:
    parts: dict[str, str] = {}
    for verb in ("RULE", "BRIDGE", "BREAK"):
        arrow = _one(lines, verb, _arrow)
        if isinstance(arrow, Problem):
            return arrow
        if isinstance(arrow, str):
            line = next(line for line in lines if line.verb == verb)
            if problem := _bad_arrow(state, seat, line, arrow, parts):
                return problem
            parts[verb] = arrow
    if "RULE" not in parts:
        return _problem("no-rule", lines[0], "Each player adds a rule in this step.", _hint(state, seat))
    return RuleOrder(parts["RULE"], parts.get("BRIDGE"), parts.get("BREAK"))


def _bad_arrow(state: Benders, seat: int, line: Line, arrow: str, parts: dict[str, str]) -> Problem | None:
    verb = line.verb
    if verb != "RULE" and verb.capitalize() not in state.stock[seat]:
        return _problem("no-item", line, f"You have no {verb.capitalize()}.", "Leave that line out.")
    if verb == "BREAK":
        if arrow in state.graph:
            return None
        there = f"The arrows are {', '.join(sorted(state.graph))}." if state.graph else "There are no arrows yet."
        return _problem("no-such-arrow", line, f"There is no arrow {arrow}.", there)
    if arrow in state.graph:
        return _problem("rule-exists", line, f"{arrow} exists already.", f"Free is, for one, {_free_arrow(state)}.")
    if arrow == parts.get("RULE"):
        return _problem("same-rule", line, "Bridge builds a second, different arrow.", "Name another one.")
    return None


def _casting(state: Benders, seat: int, lines: Sequence[Line]) -> CastOrder | Problem:
    cast = _one(lines, "CAST", lambda line: _cast(state, seat, line))
    if isinstance(cast, Problem):
        return cast
    bonus = [line for line in lines if line.verb == "BONUS"]
    for line in bonus:
        if line.rest.lower() not in ("", "yes", "item"):
            return _problem("unclear", line, "It is not clear whether you use Bonus.", "Write BONUS alone on a line.")
        if "Bonus" not in state.stock[seat]:
            return _problem("no-item", line, "You have no Bonus.", "Leave that line out.")
    offer = _one(lines, "OFFER", _three)
    if isinstance(offer, Problem):
        return offer
    if not isinstance(cast, CastOrder):
        return _problem("no-order", lines[0], "Bonus and an early offer go with a spell.", _hint(state, seat))
    return CastOrder(cast.spell, cast.inputs, bool(bonus), offer.spells if isinstance(offer, OfferOrder) else ())


def _cast(state: Benders, seat: int, line: Line) -> CastOrder | Problem:
    letters = _spells(line, 3)
    if isinstance(letters, Problem):
        return letters
    if not letters:
        return _problem("unclear", line, "No spell is named.", _hint(state, seat))
    spell, inputs = letters[0], tuple(letters[1:])
    side = state.sides[seat]
    hint = f"You may cast {listed([title(letter) for letter in side.castable], 'or')}."
    if spell not in side.hand:
        return _problem("not-in-hand", line, f"{title(spell)} is not in your hand.", hint)
    if spell == side.previous:
        return _problem("repeated", line, f"{title(spell)} was your spell of the round before.", hint)
    if len(inputs) != INPUTS[spell]:
        asks = ("no further spell", "one spell", "two spells")[INPUTS[spell]]
        example = CastOrder(spell, tuple("ACE"[: INPUTS[spell]])).words
        return _problem("wrong-inputs", line, f"{title(spell)} asks for {asks}.", f"Such as {example}.")
    if len(inputs) == 2 and inputs[0] == inputs[1]:
        return _problem("loop", line, f"{title(spell)} asks for two different spells.", f"Such as CAST {spell} A C.")
    return CastOrder(spell, inputs)


def _three(line: Line) -> OfferOrder | Problem:
    """The three spells that a line offers."""
    letters = _spells(line, 3)
    if isinstance(letters, Problem):
        return letters
    if len(letters) != 3 or len(set(letters)) != 3 or not set(letters) <= set(OFFERED):
        return _problem(
            "wrong-offer", line, "Three different spells from A to H are asked for.", "Such as OFFER A C E."
        )
    return OfferOrder(tuple(sorted(letters)))


def _offer(state: Benders, seat: int, lines: Sequence[Line]) -> OfferOrder | Problem:
    result = _one(lines, "OFFER", _three)
    assert isinstance(result, OfferOrder | Problem)  # read() has seen to it that every line is an OFFER
    return result


def _pick(state: Benders, seat: int, lines: Sequence[Line]) -> PickOrder | Problem:
    def make(line: Line) -> PickOrder | Problem:
        letters, offered = _spells(line, 1), state.offers[seat]
        if isinstance(letters, Problem):
            return letters
        if len(letters) != 1 or letters[0] not in offered:
            among = listed([title(spell) for spell in offered], "or")
            return _problem("not-offered", line, f"You may take {among}.", f"Such as PICK {offered[0]}.")
        return PickOrder(letters[0])

    result = _one(lines, "PICK", make)
    assert isinstance(result, PickOrder | Problem)  # read() has seen to it that every line is a PICK
    return result
