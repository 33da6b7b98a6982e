"""Random finished spells in the manner of what players write, each with its list and its canonical words."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, fields, is_dataclass, replace
from random import Random
from typing import Any

from spells.unseen.acts import Sentences
from spells.unseen.duels import matters
from spells.unseen.parts import CASTER, Parts
from spells.unseen.setting import ATTRIBUTES, POSITION, TRAITS, Setting, draw_setting

from pbp.spells import Spell, read_list
from pbp.spells import tree as t
from pbp.spells.around import Around
from pbp.spells.readings import read_inputs
from pbp.spells.walk import mapped, parts
from pbp.spells.wording.sentences import Sayer, Unsaid

TWO = "Two positions in the Wizard Ring"
DIFFERENT = "Two different positions in the Wizard Ring"
INPUTS = (
    (34, ""), (17, POSITION), (8, f"{POSITION} other than your own"), (3, f"{POSITION} next to your own"),
    (2, f"{POSITION} not next to your own"), (4, "The name of a Wizard"), (5, "The name of a Wizard other than you"),
    (1, "The name of a Wizard next to you"), (1, TWO), (2, DIFFERENT), (1, f"{DIFFERENT}, neither of them your own"),
    (1, "The names of two other Wizards"), (4, "A number from {low} to {high}"),
    (3, POSITION + ", and a number from {low} to {high}"), (3, "One of {values}"), (2, "One of {attributes}"),
    (2, POSITION + ", and one of {values}"), (1, POSITION + " other than your own, and one of {attributes}"),
    (2, "The name of a spell"), (1, "The name of a spell other than {own}"),
    (2, POSITION + ", and the name of a spell"),
    (3, "The name of a Wizard other than you, and the name of a spell other than {own}"),
)  # fmt: skip
"""What may be asked for, and how often."""
SPEEDS, EARLY = (*[1] * 16, 0, 2, 3, 5, 10, 10, 50, 90), (5, 10, 10, 50, 90)
LONG = 40
"""Of spells with more words than this most are thrown away: players seldom write them."""


@dataclass(frozen=True)
class Drawn:
    """A spell to be put into other words: its list, its canonical words, and its tree."""

    setting: Setting
    inputs: str
    cost: str
    speed: str
    effect: str
    traits: str
    program: t.Program

    def read(self, inputs: str, cost: str, speed: str, effect: str, name: str = "") -> Spell:
        """A spell of other words on the list, under another name if one is given."""
        setting = replace(self.setting, own=name) if name else self.setting
        page = setting.wikitext(inputs, effect, cost, speed, self.traits)
        found = read_list(page, frozenset(ATTRIBUTES)).find(setting.own)
        return found or Spell(setting.own, {})


def draw_inputs(rng: Random, own: str) -> str:
    """An Inputs line."""
    text = rng.choices([text for _, text in INPUTS], [weight for weight, _ in INPUTS])[0]
    low = rng.choice((0, 1, 1, 1, 2))
    values = rng.choice(("Red, Blue or Green", "Pointy, Round or Floppy", "Red or Blue"))
    attributes = rng.choice(("Hat, Robes or Staff", "Hat, Staff or Beard", "Hat or Robes"))
    return text.format(low=low, high=low + rng.choice((2, 3, 4, 5)), values=values, attributes=attributes, own=own)


def draw_price(made: Parts) -> t.Price | None:
    """What the cast costs."""
    if made.chance(0.68):
        return None
    attr = "Stars" if made.chance(0.88) else "Crystals"
    number = made.asked("number")
    cost = t.Int(1 if attr == "Crystals" else made.pick(1, 1, 2, 2, 3, 4, 5))
    always = t.Always()
    return made.weighted(
        (20, lambda: t.Price(((always, cost, attr),))),
        (20 if number is not None else 0, lambda: t.Price(((always, made.number_input(), "Stars"),))),
        (3, lambda: t.Price(((made.about_caster(), cost, attr), (always, t.Int(cost.value + 2), attr)))),
        (2, lambda: t.Price(((made.about_caster(), cost, attr),))),
        (1, lambda: t.Price(((always, t.Count(t.Neighbours(CASTER)), "Stars"),))),
        (0.5, lambda: t.Price(((always, t.Part(t.Stat(CASTER, "Stars"), t.Int(made.pick(2, 3)), "down"), "Stars"),))),
        (0.5, lambda: t.Price(((always, t.Greatest((t.Int(0), t.Stat(CASTER, "Crystals"))), "Crystals"),))),
    )


def say_price(price: t.Price | None, inputs: tuple[t.Input, ...], own: str) -> str:
    """A price in words. Raises Unsaid."""
    if price is None:
        return ""
    said = []
    for cond, number, attr in price.parts:
        voice = Sayer(inputs, own)
        words = voice.amount_of(number, attr, CASTER)
        if cond != t.Always():
            words += f" if {voice.claim(cond)}"
        said.append(words)
    return ", otherwise ".join(said)


def same_keys(program: t.Program) -> t.Program:
    """The program with its draws numbered as they come in the tree."""
    keyed = [p for p in parts(program.acts) if isinstance(p, t.Roll | t.Pick | t.Top) and p.key]
    order = {key: place + 1 for place, key in enumerate(dict.fromkeys(p.key for p in keyed))}

    def numbered(node: Any) -> Any:
        return replace(node, key=order[node.key]) if isinstance(node, t.Roll | t.Pick | t.Top) and node.key else node

    return replace(program, acts=mapped(program.acts, numbered))


def draw(rng: Random) -> Drawn | str:
    """One spell, or why it is none: it cannot be said, is not read so, or does nothing."""
    setting = draw_setting(rng)
    text = draw_inputs(rng, setting.own)
    inputs = read_inputs(text, Around((setting.own, *setting.others)), setting.own)
    for _ in range(8):
        made = Sentences(rng, setting, inputs)
        acts, price = made.effect(), draw_price(made)
        if not unused(inputs, acts, price):
            break
    else:
        return "an input is not used"
    if is_plain(acts) and rng.random() < 0.6:
        return "too plain"
    if is_involved(acts) or is_idle(acts) or is_cut_at_nothing(acts):
        return "too odd"
    speed = rng.choice(EARLY if early(acts) and rng.random() < 0.7 else SPEEDS)
    traits = rng.choice(TRAITS) if rng.random() < 0.25 else ""
    wanted = t.Program(inputs, acts, price, speed, (traits,) if traits else ())
    why = "unsaid"
    for explicit in (False, True):
        try:
            effect = Sayer(wanted.inputs, setting.own, explicit=explicit).effect(acts)
            cost = say_price(price, wanted.inputs, setting.own)
        except Unsaid:
            return why
        drawn = Drawn(setting, text, cost, "" if speed == 1 else str(speed), effect, traits, wanted)
        if len(effect.split()) > LONG and rng.random() < 0.7:
            return "too long"
        read = drawn.read(text, cost, drawn.speed, effect).program
        if read is not None and same_keys(read) == same_keys(wanted):
            return replace(drawn, program=read) if matters(setting, read, rng) else "does nothing"
        why = "refused" if read is None else "read otherwise"
    return why


def is_plain(acts: tuple[t.Act, ...]) -> bool:
    """Whether a spell only gives or takes a number of Stars."""
    return all(isinstance(act, t.Change | t.Pay) and isinstance(act.amount, t.Int) for act in acts) and len(acts) < 3


def is_involved(acts: tuple[t.Act, ...]) -> bool:
    """Whether a spell has more than a player would put into one: conditions in conditions, and a tie besides."""
    nested = any(isinstance(part, t.If) for act in acts if isinstance(act, t.If) for part in parts(act.then))
    return nested and any(isinstance(part, t.Top) and part.ties != "all" for part in parts(acts))


def is_idle(acts: tuple[t.Act, ...]) -> bool:
    """Whether nobody would write such a spell: it only costs its caster, or does the same in either case."""
    both = any(isinstance(part, t.If) and part.then == part.otherwise for part in parts(acts))
    return both or all(isinstance(act, t.Change) and act.who == CASTER and not act.gain for act in acts)


def is_cut_at_nothing(acts: tuple[t.Act, ...]) -> bool:
    """Whether somebody gains as many Stars as somebody has, where less than none counts as none: no player says so."""
    gains = (part.amount for part in parts(acts) if isinstance(part, t.Change) and part.gain)
    return any(isinstance(amount, t.Greatest) and t.Int(0) in amount.parts for amount in gains)


def early(acts: tuple[t.Act, ...]) -> bool:
    """Whether a spell works on other spells, and so wants to come before them."""
    return any(isinstance(part, t.Watch | t.Void | t.Redirect | t.Replace) for part in parts(acts))


def unused(inputs: tuple[t.Input, ...], acts: tuple[t.Act, ...], price: t.Price | None) -> bool:
    """Whether an input is asked for of which nothing speaks."""
    spoken = (t.Chosen, t.NumberInput, t.WordInput, t.SpellInput, t.Word)
    used = {part.index for whole in (acts, price and price.parts) for part in parts(whole) if isinstance(part, spoken)}
    return len(used) < len(inputs)


def batch(seed: int, count: int) -> tuple[list[Drawn], Counter[str]]:
    """So many different spells, always the same for a seed; and how many were drawn for nothing, by reason."""
    rng = Random(f"unseen {seed}")
    found: dict[str, Drawn] = {}
    lost: Counter[str] = Counter()
    while len(found) < count:
        drawn = draw(rng)
        if isinstance(drawn, str):
            lost[drawn] += 1
        elif drawn.setting.own not in {known.setting.own for known in found.values()}:
            found.setdefault(drawn.effect, drawn)
    return list(found.values()), lost


def compact(node: Any) -> str:
    """A tree as the text of the call that makes it."""
    if isinstance(node, tuple):
        return "(" + "".join(f"{compact(part)}, " for part in node) + ")"
    if not is_dataclass(node):
        return repr(node)
    given = [(item, getattr(node, item.name)) for item in fields(node) if item.name != "at"]
    told = [f"{item.name}={compact(value)}" for item, value in given if value != item.default]
    return f"{type(node).__name__}({', '.join(told)})"


def tree(text: str) -> Any:
    """The tree of such a text."""
    return eval(text, {"__builtins__": {}}, vars(t))


def dumped(drawn: Drawn, number: int) -> dict[str, Any]:
    """A spell as data."""
    return {
        "n": number, "name": drawn.setting.own, "others": list(drawn.setting.others), "inputs": drawn.inputs,
        "cost": drawn.cost, "speed": drawn.speed, "effect": drawn.effect, "traits": drawn.traits,
        "tree": compact(drawn.program),
    }  # fmt: skip


def loaded(data: dict[str, Any]) -> Drawn:
    """The spell of such data."""
    setting = Setting(data["name"], tuple(data["others"]))
    words = {key: data[key] for key in ("inputs", "cost", "speed", "effect", "traits")}
    return Drawn(setting, **words, program=tree(data["tree"]))


def save(seed: int, drawn: list[Drawn]) -> str:
    """A batch as a JSON text."""
    lines = ",\n".join(json.dumps(dumped(spell, n), ensure_ascii=False) for n, spell in enumerate(drawn, 1))
    return f'{{"seed": {seed}, "spells": [\n{lines}\n]}}\n'
