"""What leaves a text open, whatever the reading of its sentences: asked of an Effect before it is cut."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbp.spells.cutting.doubts import DOUBTS
from pbp.spells.cutting.lists import ASKS
from pbp.spells.cutting.marks import COUNTED
from pbp.spells.inputs import Puzzle

_ITEM_AT = re.compile(r"(?m)(?:^\s*(?:[*•-]\s*)?|[.;:]\s+)\(?([1-9a-h])[.)]\s")
_NAMED_ITEM = r"\(?([1-9a-h])\b\)?"
_REFERS = re.compile(
    r"(?i)\b(?:(?:whatever (?:comes|becomes) of|"
    r"(?:(?:whatever|(?:no matter|regardless of) what) the|(?:irrespective|regardless|independent(?:ly)?) of the)"
    r" (?:outcome|result|roll)(?: is| was)? (?:of|in|from|under)|"
    r"(?:irrespective|regardless|independent(?:ly)?) of|"
    r"whether(?: or not)?(?: (?:any|some)thing (?:[a-z]+ ){1,2}(?:in|under|at)| the condition (?:of|in|under))?|"
    r"(?:whatever|what) (?:was|is|were|has been) \w+(?: (?:or|and) \w+)? (?:under|in|at|by)|"
    r"(?:gain|loss|payment) under)\s+(?:(?:clause|point|part|item|rule|line|step)\s+|(?=\())|"
    rf"(?:whatever|no matter what) happen(?:s|ed) (?:under|in|with|at) (?:[a-z]{{4,7}} )?(?=[1-9(]|[a-h]\)))"
    rf"{_NAMED_ITEM}(?:\s+and\s+{_NAMED_ITEM})?"
)
"""Where an item of a list begins, and where one is named: "(3) Whatever comes of (1) and (2), ..."."""


def check_items(effect: str) -> None:
    """That each item that is named is there, before the one that names it. Raises Puzzle."""
    items = [(found.start(), found[1]) for found in _ITEM_AT.finditer(effect)]
    for named in _REFERS.finditer(effect):
        told = [mark for mark in named.groups() if mark]
        alike = [(at, mark) for at, mark in items if mark.isdigit() == told[0].isdigit()]  # (a) may stand within (1)
        marks = "".join(mark for _, mark in alike)
        before = [mark for at, mark in alike if at < named.start()][:-1]
        in_order = "123456789".startswith(marks) or "abcdefgh".startswith(marks)
        if len(set(told)) < len(told) or not {*told} <= {*before} or not in_order:
            raise Puzzle(f"it is not clear which item ({told[0]}) is", "number the items one after the other")


_WHATS = r"wizard|neighbou?r|one|number|result|roll|amount|total|sum|average|difference|outcome|figure|were"
_OF_POINT = re.compile(
    rf"(?i)(?<!whatever the )(?<!matter what the )(?<!regardless of the )\b(?P<what>{_WHATS})"
    rf"(?: (?!(?:{_WHATS})\b)\w+){{0,4}}?"
    r" (?:(?:from|of|in|under|by|at) (?:(?:point|step|part|item|line)\s+\(?|\()"
    r"|(?:found|taken|drawn|picked|chosen|selected|counted|rolled) (?:in|under) (?=\d))(?P<mark>[1-9a-h])\b"
    r"|\b(?P<gives>)(?:point|step|part|item|line)\s+\(?(?P<mark2>[1-9a-h])\b\)? (?:gives|says|yields|shows)\b"
)
"""What a point speaks of as found in another: "the Wizard found in point 2", "the number from point 1"."""
_FINDS = re.compile(r"(?i)\b(?:pick|draw|choose|find|take|look|select|determine|random|picked|drawn|found|taken)\b")
_RECKONS = re.compile(
    r"(?i)\bDICE\s?\d|\b(?:roll|count|add|divide|halve|double|triple|multiply|subtract|work out|calculate|average"
    r"|difference|sum|total|counted|divided|that many|(?:take|look at|note) (?:\w+ )?(?:stars|crystals))\b"
    r"|(?<!highest )(?<!lowest )(?<!greatest )\bnumber of\b"
)
_KIND = r"(?:points?|steps?|parts?|items?|lines?) "
_AFTER_POINT = re.compile(
    rf"(?i)\bafter (?:both |{_KIND}|(?=\())(?:{_NAMED_ITEM} and )?{_NAMED_ITEM}"
    rf"|\b(?:{_KIND})?(?<!\w)(?P<not>{_NAMED_ITEM}) (?:does|is) not (?:happen|apply|take place|done)\b"
)
"""After which points one comes, and which does not happen: "after (a) and (b), ...", "point 1 does not apply"."""
_NEITHER_POINT = re.compile(
    rf"(?i)\bneither (?:under |in |of )?(?:{_KIND})?{_NAMED_ITEM} nor (?:under |in |of )?{_NAMED_ITEM}"
)
_BESIDE_POINT = re.compile(
    rf"(?i)\b(?:separately from|in addition to|on top of|besides|apart from|after) (?:both )?{_KIND}"
    rf"(?:{_NAMED_ITEM} and )?{_NAMED_ITEM}"
)
_FLOW_OF_POINT = re.compile(
    rf"(?i)\b(?P<flow>loss|gain|payment)(?:es|s)?(?: made| suffered)? (?:under|in|from|of|at|by|through|because of) "
    rf"(?:{_KIND}|(?=\())(?P<mark>{_NAMED_ITEM})"
)
_FLOWS = {
    "loss": r"\b(?:los|forfeit|pa(?:y|id)|out\b|minus|poorer|less|fewer|drop|hurt|robbed)",
    "gain": r"\b(?:gain|g[eo]t|receiv|earn|w[io]n|collect|t[ao]k|more|richer|plus|pa(?:y|id)|g[ai]v)",
    "payment": r"\b(?:pa(?:y|id)|g[ai]v|hand|steal|t[ao]k)",
}


def check_beside(effect: str) -> None:
    """That no point is said to come beside, or after, itself, and none is named twice. Raises Puzzle."""
    for named in _FLOW_OF_POINT.finditer(effect):
        items = [found for found in _ITEM_AT.finditer(effect) if found[1].isdigit() == named[3].isdigit()]
        ends = [found.start() for found in items[1:]] + [len(effect)]
        told = [effect[found.end() : end] for found, end in zip(items, ends, strict=False) if found[1] == named[3]]
        if len(told) != 1 or not re.search(rf"(?i){_FLOWS[named['flow'].lower()]}", told[0]):
            raise Puzzle("nothing like this is said in that point", "leave it out")
    for named in _BESIDE_POINT.finditer(effect):
        own = [found[1] for found in _ITEM_AT.finditer(effect, 0, named.start())][-1:]
        marks = [mark for mark in named.groups() if mark]
        if len(set(marks)) < len(marks) or own == marks[-1:]:
            raise Puzzle("it is not clear which point this is about", "say again what happens there")


_SKIPPED = re.compile(
    rf"(?i)\b(?P<skip>skip|ignore|leave out|disregard|nothing of)? ?(?:{_KIND}){_NAMED_ITEM}(?: and {_NAMED_ITEM})?"
    r"(?P<so> (?:then )?(?:does|do|shall|will|is|are|falls?)(?: then| be)? "
    r"(?:not (?:happen|apply|take place|done)|skipped|left out|ignored|away)\b)?"
)
"""Which points are said not to happen: "and point 2 does not apply", "skip points 2 and 3"."""


def _is_ahead(effect: str, named: re.Match[str], mark: str) -> bool:
    """Whether a point speaks of one below it."""
    above = [found[1] for found in _ITEM_AT.finditer(effect, 0, named.start()) if found[1].isdigit() == mark.isdigit()]
    return bool(above) and mark.lower() > above[-1].lower()


def check_skips(effect: str) -> None:
    """That the points which are said not to happen are all that follow, the last thing that is said. Raises Puzzle."""
    for named in _SKIPPED.finditer(effect):
        marks = [mark.lower() for mark in named.group(2, 3) if mark]
        if not (named["skip"] or named["so"]):
            continue
        if not {*marks} <= {found[1].lower() for found in _ITEM_AT.finditer(effect)}:
            raise Puzzle("it is not clear which points do not happen", "say: otherwise")
        if not _is_ahead(effect, named, marks[0]):
            continue
        items = [found for found in _ITEM_AT.finditer(effect) if found[1].isdigit() == marks[0].isdigit()]
        after = [found for found in items if found.start() > named.start()]
        ends = effect[after[-1].end() :] if after else ""
        own = effect[named.end() : after[0].start()] if after else ""
        led = effect[max(found.start() for found in items if found.start() < named.start()) : named.start()]
        if len(ASKS.findall(led)) != 1:
            raise Puzzle("it is not clear when this does not happen", "say: otherwise")
        if [found[1].lower() for found in after] != marks or "\n" in ends.strip() or re.search(r"\w", own):
            raise Puzzle("it is not clear which points do not happen", "say: otherwise")


def check_after(effect: str) -> None:
    """That a point that speaks of those above it speaks of the last of them, or of all. Raises Puzzle."""
    for named in _AFTER_POINT.finditer(effect):
        mark = [one for one in named.groups() if one and len(one) == 1][-1]
        if named["not"] and _is_ahead(effect, named, mark):
            continue
        above = [found[1] for found in _ITEM_AT.finditer(effect) if found.start() < named.start()]
        alike = [one for one in above if one.isdigit() == mark.isdigit()]
        if len(alike) < 2 or alike[-2] != mark:
            raise Puzzle("it is not clear which point this is about", "say again what happens there")
    for named in _NEITHER_POINT.finditer(effect):
        items = [
            found for found in _ITEM_AT.finditer(effect, 0, named.start()) if found[1].isdigit() == named[1].isdigit()
        ]
        own = items and not re.search(r"\n|[.;] ", effect[items[-1].end() : named.start()])
        if sorted(found[1] for found in items[: -1 if own else None]) != sorted(named.groups()):
            raise Puzzle("it is not clear whether the other points happen", "say which of them do not")


def check_points(effect: str) -> None:
    """That only one point can be meant where another speaks of what was found in it. Raises Puzzle."""
    items = [(found.start(), found[1]) for found in _ITEM_AT.finditer(effect)]
    for named in _OF_POINT.finditer(effect):
        mark = named["mark"] or named["mark2"]
        wizard = named["what"] and named["what"].lower() in ("wizard", "neighbour", "neighbor", "one")
        finds = _FINDS if wizard else _RECKONS
        alike = [(at, item) for at, item in items if item.isdigit() == mark.isdigit() and at < named.start()]
        ends = [at for at, _ in alike[1:]] + [named.start()]
        told = {item: effect[at:end] for (at, item), end in zip(alike, ends, strict=False)}
        if mark not in list(told)[:-1] or len(told) < len(alike):
            raise Puzzle(f"it is not clear which point ({mark}) is", "number the points one after the other")
        if [item for item, said in told.items() if finds.search(said)] != [mark]:
            raise Puzzle("more than one point could be meant", "say again what it is")


_MARKS_NAMED = rf"{_NAMED_ITEM}(?:, {_NAMED_ITEM})?(?:, {_NAMED_ITEM})?,? and (?:{_KIND})?{_NAMED_ITEM}"
_POINTS_NAMED = re.compile(
    rf"(?i)(?:(?P<rolls>(?:roll|result|die|throw|number) (?:(?:is|goes) )?(?:\w+ )?(?:for|in|under|to|governs|decides) "
    rf"(?:both |all )?(?:{_KIND})?)|\b(?:both |{_KIND})?)(?<![\w.])(?:{_MARKS_NAMED})(?P<by> (?:both |all )?(?:alike )?"
    r"(?:go|work|are (?:decided|governed|settled|determined)|use|share|depend|hang|turn|refer|are about|look)\b)?"
    r"(?P<all> (?:both |all )?(?:happen|take place|apply|are done|are carried out|go off|occur|hold)\b)?"
)
"""How points are named of which it is said that they happen together, or go by one roll."""
_ONE_POINT = re.compile(
    rf"(?i)\b{_KIND}{_NAMED_ITEM} (?:happens|applies|takes place) (?:whether|whatever|independ|even)"
)


def check_named(effect: str) -> None:
    """That the points which happen together are all there are, and those that go by a roll all that follow it."""
    told = [found[1].lower() for found in _ITEM_AT.finditer(effect)]
    if any(told.count(named[1].lower()) != 1 for named in _ONE_POINT.finditer(effect)):
        raise Puzzle("it is not clear which points this is about", "name all of them, in their order")
    for named in _POINTS_NAMED.finditer(effect):
        marks = [mark.lower() for mark in named.groups() if mark and len(mark) == 1]
        there = {one for one in told if one.isdigit() == marks[0].isdigit()}
        if there and (len({*marks}) < len(marks) or not there.issuperset(marks)):
            raise Puzzle("it is not clear which points this is about", "name those that there are")
        if not (named["rolls"] or named["by"] or named["all"]):
            continue
        items = [found for found in _ITEM_AT.finditer(effect) if found[1].isdigit() == marks[0].isdigit()]
        if named["all"] and not items:
            continue  # a list without marks: how many they are is looked at later
        if not named["all"]:
            rolls = re.search(r"(?i)\bDICE", effect)
            items = [found for found in items if rolls is None or found.start() > rolls.start()]
        if sorted(found[1] for found in items) != sorted(marks):
            raise Puzzle("it is not clear which points this is about", "name all of them, in their order")


_EITHER = re.compile(r"(?i)\bnothing happens,? either\b|\b(?:nor|neither) does anything happen\b")
_NOTHING = re.compile(r"(?i)\b(?:nothing|no|not|neither|nobody)\b")


def check_either(effect: str) -> None:
    """That where nothing happens "either", it was said before that something does not. Raises Puzzle."""
    for said in _EITHER.finditer(effect):
        if not _NOTHING.search(effect[: said.start()]):
            raise Puzzle("it was not said before when nothing happens", 'leave out "either"')


_ROLLED = re.compile(
    r"(?i)\b(?:the )?(?:rolled (?:number|result|value)"
    r"|(?:number|result|value)s? (?:that (?:is|was) |you )?(?:rolled|thrown)"
    r"|the roll\b(?!ing)|dice result|result of the (?:roll|die|dice|throw))"
)
_RESULT = re.compile(r"(?i)\bthe results?\b(?! for\b| is (?:a|that)\b| of (?:this|that)\b|:)")
_RECKONED = re.compile(
    r"(?i)\b(?:count|number of|take|divid|doubl|tripl|halv|half|third|quarter|averag|add|sum|total|subtract|multipl"
    r"|work|calculat|differen|compar|round|plus|minus|times)"
)
_DICE = re.compile(r"(?i)dice|\bdie\b|\bd ?\d|\broll(?:s|ing)? (?:a|an|one|two|\d)\b")


def check_rolled(effect: str) -> None:
    """That something is rolled where a roll is spoken of: "lose the rolled number of Stars". Raises Puzzle."""
    told = _ROLLED.search(effect) or (_RESULT.search(effect) and not _RECKONED.search(effect))
    if told and _DICE.search(effect) is None:
        raise Puzzle("nothing is rolled in this spell", "say: roll DICE6")


_SO_MANY_LED = re.compile(
    r"(?i)\b(?:if|unless|when(?:ever)?|where|should|otherwise)\b[^.:;•\n]*"
    r"\b(?P<many>two|both|three|four|[234])\b (?:\w+ ){0,4}?(?:happen|apply|occur|take place|(?:are|be) done)\b"
    r"[^.:;•\n]*:(?P<told>[^.\n•]*)\.[ ]+(?=\S)"
)


def check_told(effect: str) -> None:
    """That a sentence which says how many things happen under its condition tells them all. Raises Puzzle.

    "If you have a Hat, two things happen: you gain 1 Star. The next Wizard loses 1 Star.": is the second one of them?
    """
    for led in _SO_MANY_LED.finditer(effect):
        many = int(COUNTED.get(led["many"].lower(), led["many"]))
        if len(re.split(r";|, | and ", led["told"])) < many:
            raise Puzzle("it is not clear how far the condition reaches", "put all that it governs in one sentence")


def _without(reason: str, hint: str, pattern: re.Pattern[str]) -> Callable[[str], None]:
    """A check that an Effect has no such words, which leave something open wherever they stand."""

    def check(effect: str) -> None:
        if pattern.search(effect):
            raise Puzzle(reason, hint)

    return check


_THESE_OTHERS = re.compile(r"(?i)\b(?:these|those) other (?:wizards|ones)\b(?! (?:who|that|whose|with)\b)")


def check_others(effect: str) -> None:
    """That "these other Wizards" are others of whom it was said before that they are. Raises Puzzle."""
    for named in _THESE_OTHERS.finditer(effect):
        if not re.search(r"(?i)\b(?:other|else|except|excepting|but|save|neighbou?rs?)\b", effect[: named.start()]):
            raise Puzzle("other than the caster, or than those before?", "say: each of them")


CHECKS: tuple[Callable[[str], None], ...] = (
    check_items,
    check_points,
    check_beside,
    check_after,
    check_named,
    check_skips,
    check_either,
    check_others,
    check_told,
    *(_without(*doubt) for doubt in DOUBTS),
    check_rolled,
)
"""What is asked of the text of an Effect before it is cut. Each raises Puzzle."""
