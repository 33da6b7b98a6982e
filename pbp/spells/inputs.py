"""The Inputs, Cost, Speed and Traits of a spell; and which input an effect speaks of."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from pbp.spells import tree as t


class Puzzle(Exception):
    """The words can be meant in two ways (`double`), or in none. `sentence` is the number of the sentence."""

    def __init__(self, reason: str, hint: str = "", *, double: bool = False):
        super().__init__(reason)
        self.reason, self.hint, self.double = reason, hint, double
        self.sentence = 0


ANY_TARGET, PLACE, FIRST = -1, -10, -2
"""How the reader marks an input not yet found: a Wizard or position; a position; the first, second (-3), third."""


def find_input(inputs: tuple[t.Input, ...], what: int | str) -> int:
    """The number of the input that is spoken of. Raises Puzzle."""
    kinds = {"NumberInput": ("number",), "WordInput": ("word",), "SpellInput": ("spell",)}
    if isinstance(what, str):
        found = [index for index, asked in enumerate(inputs) if asked.kind in kinds[what]]
    else:
        targets = [index for index, asked in enumerate(inputs) if asked.kind in ("position", "wizard")]
        if what in (PLACE, ANY_TARGET):
            wanted = "position" if what == PLACE else "wizard"
            found = [index for index in targets if inputs[index].kind == wanted] or ([] if what == PLACE else targets)
        else:
            number = FIRST - what
            found = targets[number : number + 1] if len(targets) > 1 else []
    if len(found) == 1:
        return found[0]
    if not found:
        raise Puzzle("the Inputs line offers no such choice", "say in the Inputs line what is chosen")
    raise Puzzle("the Inputs line offers two of these", "say which: the first or the second")


_OWN = (
    r"(?:(?:the )?caster(?:'s)?(?: own)?(?: position)?|your own(?: position)?|your position|yourself|yours|you"
    r"|oneself|themselves|themself|(?:their|one's) own(?: position)?|(?:the position|that) of the caster)\b"
)
_THAT = r"[,(]?\s*(?:(?:that|which|who) (?:is|are) |being |and |but )?"
_NOT_SELF = re.compile(
    rf"{_THAT}(?:not|other than|except(?: for)?|excluding|different from|distinct from|but not) {_OWN}\)?", re.I
)
_NOT_NEAR = re.compile(rf"{_THAT}not (?:adjacent|next) to (?:that of )?{_OWN}\)?", re.I)
_FAR = re.compile(rf"{_THAT}neither {_OWN} nor (?:adjacent|next) to (?:it|that|that one|{_OWN})\)?", re.I)
_NEVER_SELF = re.compile(
    rf"[,(]?\s*(?:(?:and|but) )?(?:(?:that|which|who|it|this) )?(?:can ?not|may not|must not) be {_OWN}\)?", re.I
)
_NEAR = re.compile(
    rf"{_THAT}(?:immediately )?(?:adjacent|next|beside|neighbou?ring)(?: to)? (?:that of )?(?:{_OWN}|your)\)?", re.I
)
_NEITHER = re.compile(
    rf"[,(]?\s*(?:and )?(?:neither|none) of (?:them|which|whom)(?: (?:is|being|may be|can be))? {_OWN}\)?", re.I
)
_AS_NUMBER = re.compile(r"[,(]?\s*(?:given |written )?as an? (?:whole )?number\)?", re.I)
_X = re.compile(
    r"\bX(?:\s*[:=,]|,? which is|,? is|,? being)\s*(?=an? (?:whole )?(?:number|integer))"
    r"|(?<=number) X\b|,? called X\b| \(X\)|, X$",
    re.I,
)
_SPLIT = re.compile(
    r"\s*(?:;|\n|,?\s+and\s+(?=(?:an?|the|one|another|either)\b)|,\s+(?=(?:an?|the|another)\s)|,?\s+then\s+)\s*", re.I
)
_POSITION = re.compile(
    r"^(?:the |an? |any |one )?(?:(?:numerical|numeric|ring|wizard ring|target|number of a) )?positions?(?: number)?"
    r"(?: (?:in|of|on) (?:the |this )?(?:wizard )?(?:ring|duel))?$",
    re.I,
)
_WIZARD = re.compile(
    r"^(?:(?:the )?name of )?(?:(?:an?|any|one|the) )?(other |another |neighbou?ring |adjacent )?(?:target )?wizard"
    r"(?:'s name)?(?: (?:in|participating in|of) (?:the |this )?(?:duel|wizard ring|ring))?$",
    re.I,
)
_NEIGHBOUR = re.compile(
    r"^(?:(?:the )?name of )?(?:an?|one)(?: of (?:the caster's|your))? neighbou?rs?(?: of the caster)?$", re.I
)
_SPELL = re.compile(
    r"^(?:the )?(?:name of )?(?:(?:an?|any|one|the|another) )?(?:other )?spell(?:'s)?(?: name)?"
    r"(?: (?:on|from|in) (?:this|the|the current|this duel's)(?: spell)? (?:list|page|duel)(?: spell list)?)?$",
    re.I,
)
_EXCLUDED = re.compile(
    r"^(.*?spell.*?)[,(]?\s*(?:(?:that|which) is not |other than |except(?: for)? |but not |excluding )(.+?)\)?$", re.I
)
_NUMBER = re.compile(
    r"^(?:(?:an?|any|one) )?(?:whole |integer )?(?:number|integer)s?(?: of stars)?,? "
    r"\(?(?:(?:from|between|in the range(?: of)?) )?(\d+) ?(?:to|and|through|-|–) ?(\d+)\)?(?: \(?inclusive\)?)?$",
    re.I,
)
_WORDS = re.compile(
    r"^(?:(?:the name of )?(?:(?:an?|the) )?(?P<noun>[a-z]+?)s?(?: of [a-z]+)?\s*[:(]\s*)?"
    r"(?:(?:one of|either|choose(?: one of)?|one out of)\b[: ]*)?"
    r"(?:the (?:words?|styles?|colou?rs?|options?|values?|items?):? |the following:? ?)?(?P<list>[^()]+?)\)?$",
    re.I,
)
_SAME = re.compile(r"[,(]?\s*(?:(?:which|that|they) )?(?:may|can) be (?:one and )?the same(?: one)?\)?", re.I)
_IN_RING = re.compile(r"\((in the wizard ring)\)", re.I)
_MARK = re.compile(r"(?:^|(?<=[;,.] ))\(?[1-9a-d]\) ")
_UP_TO = re.compile(
    r"^a positive (?:whole )?(?:number|integer)[,(]? (?:of at most|up to|no higher than) (\d+)\)?$", re.I
)
_NO_WORD = re.compile(r"(?:an?|the|of|that|which|position|wizard|spell|number)\b", re.I)


def read_inputs(text: str, spells: Sequence[str], own: str = "") -> tuple[t.Input, ...]:
    """The inputs that the Inputs line of a spell `own` asks for. Raises Puzzle where it cannot be read."""
    text = re.sub(r"\s+", " ", text.strip().rstrip(".")).replace("isn't", "is not").replace("aren't", "are not")
    text = re.sub(r"\bthan this (?:one|spell)\b", lambda _: f"than {own}", _MARK.sub("", _IN_RING.sub(r"\1", text)))
    text, named = _X.subn("", text)
    found = _read(text, spells)
    if re.search(r"\b(?:another|other) spell\b", text, re.I):
        found = tuple(_but(asked, own) if asked.kind == "spell" and not asked.but else asked for asked in found)
    return tuple(replace(asked, noun="x") if asked.kind == "number" and named else asked for asked in found)


def _read(text: str, spells: Sequence[str]) -> tuple[t.Input, ...]:
    text = re.sub(r"^(?:•\s*|first,? (?=an? ))", "", text, flags=re.I)
    text = re.sub(r"^the position of another wizard\b", "a position other than the caster's", text, flags=re.I)
    text = re.sub(r"^the position of an? wizard\b", "a position", text, flags=re.I)
    if not text:
        return ()
    whole = _two(text)
    if whole:
        return whole
    alone = _one(text, spells)
    if alone is not None:
        return (alone,)
    found: list[t.Input] = []
    for piece in filter(None, (part.strip(" ;,") for part in _SPLIT.split(text.replace("•", ";")))):
        asked = _again(piece, found) or _one(piece, spells)
        if asked is None:
            raise Puzzle(f'the input "{piece}" cannot be read', "for example: A position in the Wizard Ring")
        found.append(asked)
    return tuple(found)


def _two(text: str) -> tuple[t.Input, ...]:
    """ "Two different positions in the Wizard Ring"."""
    match = re.match(r"^(?:the names? of )?two (different |distinct )?(other )?(positions|wizards)(.*)$", text, re.I)
    if match is None:
        return ()
    noun = match[3].lower()[:-1]
    rest, neither = _NEITHER.subn("", _SAME.sub("", match[4]))
    base = _one(f"{'another' if match[2] or neither else 'a'} {noun}{rest}", [])
    if base is None:
        return ()
    differs = 0 if match[1] or match[2] else None
    return replace(base, label=f"the first {noun}"), replace(base, label=f"the second {noun}", differs=differs)


def _again(piece: str, before: list[t.Input]) -> t.Input | None:
    """ "A second position", "a different Wizard", after an input of that kind."""
    match = re.match(r"^(?:(?:an?|the) )?(second|third|different|another|other) (position|wizard)(.*)$", piece, re.I)
    if match is None or not before or before[-1].kind != match[2].lower():
        return None
    base = _one(f"a {match[2]}{match[3]}", [])
    ordinal = match[1].lower() in ("second", "third")
    return base and replace(base, differs=None if ordinal else len(before) - 1)


def _one(text: str, spells: Sequence[str]) -> t.Input | None:
    """One input, or None if the words are none."""
    spell = _spell(text, spells)
    if spell is not None:
        return spell
    bare, not_self, near = text, False, None
    rules = (
        (_FAR, True, False),
        (_NOT_NEAR, False, False),
        (_NOT_SELF, True, None),
        (_NEVER_SELF, True, None),
        (_NEAR, False, True),
    )
    for pattern, own, beside in rules:
        if pattern.search(bare):
            bare = pattern.sub("", bare, count=1).strip(" ,")
            not_self, near = not_self or own, near if beside is None else beside
    bare = _AS_NUMBER.sub("", bare).strip(" ,")
    beside_me = re.match(r"^(?:an? |any )?(?:adjacent|neighbou?ring) position(.*)$", bare, re.I)
    if beside_me:
        bare, near = f"a position{beside_me[1]}", True
    elif _NEIGHBOUR.match(bare):
        bare, near = "a wizard", True
    other = re.match(r"^(?:an?)?(?:other|nother|ny other) position(.*)$", bare, re.I)
    if other:
        bare, not_self = f"a position{other[1]}", True
    if _POSITION.match(bare):
        return t.Input("position", _label("a position in the Wizard Ring", not_self, near), not_self, near)
    wizard = _WIZARD.match(bare)
    if wizard:
        kind = (wizard[1] or "").strip().lower()
        not_self, near = not_self or "other" in kind, True if kind.startswith(("neigh", "adj")) else near
        return t.Input("wizard", _label("the name of a Wizard", not_self, near), not_self, near)
    number = _NUMBER.match(_UP_TO.sub(r"a number from 1 to \1", bare))
    if number:
        low, high = int(number[1][:9]), int(number[2][:9])
        return t.Input("number", f"a number from {low} to {high}", low=low, high=high) if low <= high else None
    return None if not_self or near is not None else _words(bare)


def _label(base: str, not_self: bool, near: bool | None) -> str:
    own = "your own" if "position" in base else "you"
    if not_self and near is False:
        return f"{base} that is neither {own} nor next to {'it' if own == 'your own' else 'you'}"
    if near is not None:
        return f"{base} {'' if near else 'not '}next to {own}"
    return f"{base} other than {own}" if not_self else base


def _spell(text: str, spells: Sequence[str]) -> t.Input | None:
    match = _EXCLUDED.match(text)
    base, excluded = (match[1], match[2]) if match else (text, "")
    if not _SPELL.match(base.strip(" ,")):
        return None
    names: list[str] = []
    for name in re.split(r",\s*|\s+(?:or|and|nor)\s+", excluded) if excluded else []:
        known = next((spell for spell in spells if spell.casefold() == name.strip().casefold()), None)
        if known is None:
            raise Puzzle(f"there is no spell {name} on the list")
        names.append(known)
    label = "the name of a spell" + (f" other than {' or '.join(names)}" if names else "")
    return t.Input("spell", label, but=tuple(names))


def _but(asked: t.Input, own: str) -> t.Input:
    """ "Another spell": not this one."""
    return replace(asked, label=f"the name of a spell other than {own}", but=(own,)) if own else asked


def _words(text: str) -> t.Input | None:
    """One of several words."""
    match = _WORDS.match(re.sub(r"\b(or|and) the word ", r"\1 ", text, flags=re.I))
    if match is None or not re.search(r"\bor\b|/|^(?:one of|either)|[:(]", text, re.I):
        return None
    found = re.split(r",\s*(?:or\s+|and\s+)?|\s+or\s+|\s+and\s+|\s*/\s*", match["list"].strip())
    words = [word for word in (part.strip(" '\"") for part in found) if word]
    if len(words) < 2 or len({word.casefold() for word in words}) < len(words):
        return None
    if any(len(word.split()) > 2 or _NO_WORD.match(word) for word in words):
        return None
    label = "one of " + ", ".join(words[:-1]) + " or " + words[-1]
    return t.Input("word", label, words=tuple(words), noun=(match["noun"] or "").lower())


def read_speed(text: str) -> int:
    """The Speed; 1 if nothing is said. Raises Puzzle."""
    text = text.strip().rstrip(".")
    if not text:
        return 1
    if not re.fullmatch(r"\d{1,6}", text):
        raise Puzzle(f'the Speed "{text}" is not a whole number')
    return int(text)


def read_traits(text: str) -> tuple[str, ...]:
    """The traits, separated by commas."""
    return tuple(part for part in (p.strip(" .•") for p in re.split(r"[,;/•\n]|\band\b", text)) if part)
