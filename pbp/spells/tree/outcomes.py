"""What a spell does. `at` is the sentence that it comes from; it takes no part in comparing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbp.spells.tree.base import Act, Cond, Node, Num, Value, Who, record

if TYPE_CHECKING:
    from pbp.spells.tree.conditions import SpellInput, SpellOf, WordInput
    from pbp.spells.tree.numbers import Roll
    from pbp.spells.tree.wizards import Pick


@record
class Change(Act):
    """Each of `who` gains `amount` (of Member(0)) of an attribute, or loses it.

    `floor`: a loss is cut to what leaves that many. `key` orders its draws.
    """

    who: Who
    attr: str
    gain: bool
    amount: Num
    floor: Num | None = None
    stage: int = 0
    at: int = field(default=0, compare=False)


@record
class Assign(Act):
    """Sets an attribute of each of `who`, to a word or a number."""

    who: Who
    attr: str | WordInput
    value: Value | Num
    stage: int = 0
    at: int = field(default=0, compare=False)


@record
class Swap(Act):
    """Two Wizards exchange a value."""

    left: Who
    right: Who
    attr: str | WordInput
    stage: int = 0
    at: int = field(default=0, compare=False)


@record
class Level(Act):
    """All of a group get the average of what they have; `rounding` as in Part."""

    who: Who
    attr: str
    rounding: str = ""
    stage: int = 0
    at: int = field(default=0, compare=False)


@record
class Pay(Act):
    """Each payer gives `amount` to each receiver. `mode`: "always", "able" (only who has it), "upto" (what there is).

    `each` is "payer" or "receiver": of which group Member(0) is, for the amount and the other side.
    """

    payer: Who
    receiver: Who
    attr: str
    amount: Num
    mode: str = "always"
    stage: int = 0
    at: int = field(default=0, compare=False)


@record
class Rolls(Act):
    """A die is rolled, to be spoken of afterwards."""

    roll: Roll
    at: int = field(default=0, compare=False)
    stage: int = 0


@record
class Picks(Act):
    """Wizards are drawn, to be spoken of afterwards."""

    pick: Pick
    at: int = field(default=0, compare=False)
    stage: int = 0


@record
class Replace(Act):
    """Each of `who` is considered to have selected another spell instead.

    `kept`: with the inputs of the selection that it replaces; of a SpellOf with those of that Wizard.
    """

    who: Who
    spell: str | SpellInput | SpellOf | None
    inputs: tuple[Node, ...] = ()
    kept: bool = False
    at: int = field(default=0, compare=False)


@record
class Void(Act):
    """The spells cast by `who` have no effect: in phase 1, or (`lasting`) as a status from phase 4 on."""

    who: Who
    lasting: bool = False
    at: int = field(default=0, compare=False)


@record
class Redirect(Act):
    """The spells cast by `who` (of Member(0)) target `to` instead of `was` (None: whatever they target).

    `lasting`: looked at again in every later group.
    """

    who: Who
    was: Who | None
    to: Who
    lasting: bool = False
    at: int = field(default=0, compare=False)


@record
class Watch(Act):
    """A status on single changes of `whom` (Member(1) inside), made by a spell whose caster (Member(0)) fits `source`.

    `way` is "gain", "loss" or "any"; `attr` "" means every attribute.
    `how`: "shield" (not affected: payments fall too), "cancel", "less", "more", "times", "set", "invert",
    "most" (so many by one spell in all), "move" (to `to`), or "also" (the change stays, and `then` is added).
    """

    whom: Who
    way: str
    attr: str
    source: Cond
    how: str
    amount: Num | None = None
    to: Who | None = None
    then: tuple[Act, ...] = ()
    at: int = field(default=0, compare=False)


@record
class After(Act):
    """What happens when the spell cast by `who` has taken effect."""

    who: Who
    then: tuple[Act, ...]
    at: int = field(default=0, compare=False)
    stage: int = 0


@record
class Nothing(Act):
    """Nothing happens: under a condition, no sentence of the spell does anything."""

    at: int = field(default=0, compare=False)


@record
class If(Act):
    """`then` if the condition is true, else `otherwise`; read once, in the earliest phase that needs it."""

    cond: Cond
    then: tuple[Act, ...]
    otherwise: tuple[Act, ...] = ()
    at: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Input:
    """One input of a spell: what is asked for, and what is excluded.

    `kind`: "position", "wizard", "spell", "number", "word". `label` is the plain-English name for a player.
    `not_self`: not the caster; `adjacent`: True next to the caster, False not next; `differs`: from input number;
    `words`: the only ones allowed; `but`: spells excluded; `traits` that a spell must have, or (False) must not;
    `low` and `high` bound a number.
    `noun` is what the Inputs line calls it: "colour"; "x".
    """

    kind: str
    label: str
    not_self: bool = False
    adjacent: bool | None = None
    differs: int | None = None
    words: tuple[str, ...] = ()
    but: tuple[str, ...] = ()
    traits: tuple[tuple[str, bool], ...] = field(default=(), metadata={"later": True})
    low: int | None = None
    high: int | None = None
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """What a cast costs: the parts are tried in order; the first whose condition is true is due."""

    parts: tuple[tuple[Cond, Num, str], ...]


@dataclass(frozen=True, slots=True)
class Program:
    """A readable spell: its inputs, price, Speed, traits and outcomes."""

    inputs: tuple[Input, ...]
    acts: tuple[Act, ...]
    price: Price | None = None
    speed: int = 1
    traits: tuple[str, ...] = ()
