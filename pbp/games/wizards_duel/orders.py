"""A player's words in a Wizard's Duel -> an order, judged by public facts and the player's own alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache

from pbp.errors import Problem
from pbp.games.base import Reading
from pbp.games.wizards_duel.state import CASTING, CHARM, DAYBREAK, Wizards
from pbp.games.wizards_duel.variants import COMMON_NAMES, OLYMPIAN_NAMES, VARIANTS, WISDOM, VariantRules
from pbp.games.wording import Line, before_chatter, contradiction, listed, meanings, order_lines, quoted

VERBS = frozenset({"CAST", "CHANNEL", "BAN", "DAYBREAK", "NO", "PASS", "WITHDRAW"})
_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
_NOTHING = frozenset({"none", "nothing", "no", "no spell", "nobody", "no ban"})
_ASKED = {CASTING: "a spell to cast", CHARM: "what to ban", DAYBREAK: "whether to use Daybreak"}


@dataclass(frozen=True, slots=True)
class DuelOrder:
    """CAST or BAN with a spell (BAN NONE: None), DAYBREAK, or NO DAYBREAK."""

    verb: str
    spell: str | None
    words: str
    said: str


def read(state: Wizards, seat: int, owes: bool, words: str) -> Reading:
    """What a player's order lines mean now. `owes`: whether the present step asks this player for anything."""
    lines = order_lines(words, VERBS)
    lines = [line for line in lines if line.verb != "NO" or (state.phase != CASTING and _is_refusal(line))]
    if lines and all(line.verb == "WITHDRAW" for line in lines):
        return Reading()
    if not owes:
        return _refused("nothing-owed", words, "Nothing is asked of you in this step.", "Wait for the next letter.")
    hint = _hint(state, seat)
    if not lines:
        return _refused("no-order", words, f"This holds no order; you are asked {_ASKED[state.phase]}.", hint)
    results = [_line(state, seat, line) for line in lines]
    problems = tuple(dict.fromkeys(item for item in results if isinstance(item, Problem)))
    if problems:
        return Reading(problems=problems)
    orders = dict.fromkeys(item for item in results if isinstance(item, DuelOrder))
    if len(orders) > 1 or len(orders) < len(set(results)):
        return Reading(problems=(contradiction(lines, f"Send one of them alone. {hint}"),))
    return Reading(next(iter(orders)))


def daybreak_order(use: bool) -> DuelOrder:
    """DAYBREAK or NO DAYBREAK."""
    if use:
        return DuelOrder("DAYBREAK", None, "DAYBREAK", "Daybreak: the last round is undone")
    return DuelOrder("NO DAYBREAK", None, "NO DAYBREAK", "no Daybreak: the round stands")


def cast_order(variant: VariantRules, spell: str) -> DuelOrder:
    """CAST and a spell."""
    return _cast_order(variant.name, spell)


@cache
def _cast_order(variant: str, spell: str) -> DuelOrder:
    words = "CAST WISDOM" if spell == WISDOM else f"CAST {spell}"
    return DuelOrder("CAST", spell, words, f"cast {VARIANTS[variant].title(spell)}")


def ban_order(variant: VariantRules, spell: str | None) -> DuelOrder:
    """BAN and a spell, or BAN NONE."""
    if spell is None:
        return DuelOrder("BAN", None, "BAN NONE", "ban nothing")
    return DuelOrder("BAN", spell, f"BAN {spell}", f"ban {variant.title(spell)}")


def _refused(code: str, words: str, reason: str, hint: str) -> Reading:
    return Reading(problems=(Problem(code, quoted(words), reason, hint),))


def _is_refusal(line: Line) -> bool:
    """Whether a line that begins with "no" is NO DAYBREAK, NO BAN or a bare no, and not talk."""
    return line.rest.split(" ")[0].upper() in ("", "DAYBREAK", "BAN")


def _line(state: Wizards, seat: int, line: Line) -> DuelOrder | Problem | str:
    """One line's order, or what is wrong with it; the text "WITHDRAW" for an order taken back."""
    if line.verb == "WITHDRAW":
        return "WITHDRAW"
    rest = before_chatter(line.rest, state.players[1 - seat])
    declines = line.verb == "PASS" or (line.verb == "NO" and rest.upper() in ("", _noun(state)))
    if state.phase == CASTING:
        if line.verb in ("CAST", "CHANNEL"):  # the Olympian variant's word for it
            return _cast(state, seat, rest, line)
    elif state.phase == CHARM:
        if declines or (line.verb == "BAN" and rest.lower() in _NOTHING):
            return ban_order(state.rules, None)
        if line.verb == "BAN":
            return _ban(state, rest, line)
    elif declines or (line.verb == "DAYBREAK" and rest.lower() in _NOTHING):
        return daybreak_order(False)
    elif line.verb == "DAYBREAK":
        if rest.lower() in ("", "yes"):
            return daybreak_order(True)
        reason = "It is not clear whether you use Daybreak."
        return Problem("unclear", quoted(line.quote), reason, _hint(state, seat))
    reason = f"This step asks for something else: {_ASKED[state.phase]}."
    return Problem("not-now", quoted(line.quote), reason, _hint(state, seat))


def _hint(state: Wizards, seat: int) -> str:
    """What the present step takes, with an example that would be legal for the seat."""
    rules = state.rules
    if state.phase == CASTING:
        castable = state.castable(seat)
        example = f", such as {cast_order(rules, castable[0]).words}" if castable else ""
        return f"Write CAST and a spell of your hand{example}."
    if state.phase == CHARM:
        spell = next(spell for spell in rules.spells if spell not in rules.charm_excludes)
        return f"Write BAN and a spell, such as {ban_order(rules, spell).words}, or BAN NONE."
    return "Write DAYBREAK or NO DAYBREAK."


def _noun(state: Wizards) -> str:
    return "BAN" if state.phase == CHARM else "DAYBREAK"


def _cast(state: Wizards, seat: int, rest: str, line: Line) -> DuelOrder | Problem:
    variant = state.rules
    spell = _spell(variant, rest, line)
    if isinstance(spell, Problem):
        return spell
    side, castable = state.sides[seat], state.castable(seat)
    if spell in castable:
        return cast_order(variant, spell)
    hint = f"You may cast {_titles(variant, castable, 'or')}."
    if spell in side.hand:
        reason = f"{variant.title(spell)} is banned in this round."
        return Problem("banned", quoted(line.quote), reason, hint)
    reason = f"{variant.title(spell)} is not in your hand."
    return Problem("not-in-hand", quoted(line.quote), reason, hint)


def _ban(state: Wizards, rest: str, line: Line) -> DuelOrder | Problem:
    variant = state.rules
    spell = _spell(variant, rest, line)
    if isinstance(spell, Problem):
        return spell
    if spell == WISDOM or spell in variant.charm_excludes:
        allowed = [item for item in variant.spells if item not in variant.charm_excludes]
        reason = f"{variant.title(spell)} cannot be named."
        return Problem("not-to-ban", quoted(line.quote), reason, f"You may name {listed(allowed, 'or')}, or NONE.")
    return ban_order(variant, spell)


def _spell(variant: VariantRules, rest: str, line: Line) -> str | Problem:
    """The spell that a phrase names: its number, its name in this variant or another, or enough of one."""
    found = meanings(rest, *_tables(variant.name))
    if len(found) == 1:
        return found[0]
    quote = quoted(line.quote)
    if found:
        reason = f"{rest} can mean {_titles(variant, found, 'or')}."
        return Problem("ambiguous", quote, reason, f"Write the number, such as {line.verb} {found[0]}.")
    what = f"There is no spell {quoted(rest)!r} in this game." if rest else "No spell is named."
    return Problem("no-such-spell", quote, what, f"The spells are {_titles(variant, variant.spells, 'and')}.")


@cache
def _tables(variant: str) -> tuple[dict[str, str], ...]:
    """What spells can be called in a variant: by its own names, by those of another, by numbers in words."""
    rules = VARIANTS[variant]
    known = (*rules.spells, *((WISDOM,) if WISDOM in rules.names else ()))
    own, common, olympian = (_names(names, known) for names in (rules.names, COMMON_NAMES, OLYMPIAN_NAMES))
    return own, common | olympian, {word: str(number) for number, word in enumerate(_NUMBERS) if str(number) in known}


def _names(names: Mapping[str, str], known: Iterable[str]) -> dict[str, str]:
    """The ways to write each known spell that has a name here: number, name, and both together."""
    table: dict[str, str] = {}
    for spell in known:
        if spell in names:
            name = names[spell]
            table |= {name: spell, f"{spell} {name}": spell, f"{name} {spell}": spell, spell: spell}
    return table


def _titles(variant: VariantRules, spells: Iterable[str], last: str) -> str:
    return listed([variant.title(spell) for spell in spells], last)
