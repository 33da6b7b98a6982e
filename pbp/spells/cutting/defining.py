"""Sentences in which a text says what its own words mean, set out as one sentence for each word."""

from __future__ import annotations

import re

from pbp.spells.cutting.introducing import introduced
from pbp.spells.words import straight

_TERM = r'(?:(?:the|an?) )?"[^"]+"'
_IS = r"(?:is|are|be|means?|denotes?)\b"
_IF = r"(?:if|when|whenever|while|unless)\b"
_SOME_ARE = rf"[^\",.;:]{{3,40}}? (?:is|are|counts? as|am) {_TERM}"
_DEFINES = re.compile(rf"(?i)\W*(?:let )?(?:{_TERM}(?: ?:| {_IS})|(?P<who>{_SOME_ARE}) {_IF})")
_DEFINES_MORE = re.compile(rf"(?i)(?:,? and|,|;)\s+(?=(?:let )?{_TERM} {_IS}|{_SOME_ARE} {_IF}|{_TERM} {_IF})")
"""How a sentence begins, and goes on, that says what several words mean."""
_OF_COURSE = re.compile(
    r"(?i) \((?:and )?(?:the caster|you)(?: counts?| (?:is|are) one)? (?:too|as well),?"
    r" if (?:the caster|they|you) (?:is|are) (?:such an? \w+|one(?: of (?:them|these|those))?|among them)\)(?=[.;]?$)"
)
"""What is so whatever the definition says: "(the caster counts too, if the caster is such a neighbour)"."""
_NOT_CAST = re.compile(
    r"(?i)[^()]*\b(?:any|each|every|all|an?) (?:other )?wizards?(?: (?:other than|except) the caster)? (?:who|that)"
    r" (?:(?:did|has|have) not cast|cast no)\b(?![^()]*\b(?:and|or|but)\b)"
)
_IDLE_TOO = re.compile(
    r"(?i) \((?:so )?(?:an |any |every )?idle wizards? (?:is|are|counts?|belongs?)\b[^();:]*"
    r"\b(?:too|as well)\)(?=[.;]?$)"
)
"""What is so of all who did not cast something: "(so an idle Wizard is out of step as well)"."""


def definitions(text: str) -> list[str]:
    """A sentence that says what several words mean, as a sentence for each of them; any other as it is."""
    said = straight(text)
    begun = _DEFINES.match(said)
    if begun is None:
        return [text]
    said = _OF_COURSE.sub("", said)
    if _NOT_CAST.match(said):
        said = _IDLE_TOO.sub("", said)
    told, at = [], 0
    for more in _DEFINES_MORE.finditer(said, begun.end()):
        told.append(said[at : more.start()])
        at = more.end()
    told.append(said[at:])
    who = re.sub(_TERM, "", begun["who"]) if begun["who"] else ""
    led = "let " if told[0].lstrip("• ").lower().startswith("let ") else ""
    return [told[0], *(_whole(one, who, led) for one in told[1:])]


def _whole(said: str, who: str, led: str) -> str:
    """A further definition in full: "(the caster is "poor" if ..., and) "poorest" if ..."."""
    if re.match(rf"(?i){_TERM} {_IF}", said):
        return f"{who}{said}"
    return f"{led}{said}" if led and not said.startswith(led) else said


_OTHERWISE = r" (?:and )?(?:otherwise|if not|else),? (?:(?:it|they|(?P=who)) (?:is|are) )?(?P<other>\"[^\"]+\")\."
_IS_SO = (
    r"(?i)(?:^|(?<=\n)|(?<=[.;] ))(?P<who>you|(?:the|this) [a-z ]+?|an? wizard) (?P<be>is|are) (?P<one>\"[^\"]+\")"
    r" (?:if|when) (?P<so>[^;.\n]+?)"
)
_TWO_CASES = (
    re.compile(
        r"(?i)(?:^|(?<=\n)|(?<=[.;] ))(?:if|when) (?P<so>[^;.\n]+?),? (?P<who>you|(?:the|this) (?:duel|spell|caster"
        r"|(?:chosen |named )?wizard(?: in the chosen position)?)) (?P<be>is|are) (?P<one>\"[^\"]+\")[;,.]" + _OTHERWISE
    ),
    re.compile(_IS_SO + r"[;,.]?" + _OTHERWISE),
    re.compile(_IS_SO + r",? (?:and|but) (?:is |are )?(?P<other>\"[^\"]+\") (?:otherwise|if not)\."),
)
"""Two words for what is so and for what is not: "if they cast Burn, the spell is "hot"; otherwise it is "cold"."""
_SAME_AGAIN = re.compile(
    r"(?i)(?P<who>\bthe (?:[\w-]+ ){0,5}?[\w-]+) \((?:that is,? |i\.e\. |again )?the (?:very )?same"
    r" (?:wizard|one|person|player|neighbou?r)(?: again| as (?:before|above))?\)"
)
_OTHERS = re.compile(
    r"(?i)\b(?:random|other|another|same|result|roll|next|previous|neighbou?rs?|left|right|it|its|them|they|their|that|this"
    r"|those|one|most|fewest|least|highest|lowest|\w+est)\b"
)
"""What can be said twice of two."""


_BRACKETED = re.compile(
    r"(?:^|(?<=\n)|(?<=\. ))\(([^()]*\"[^\"]+\" (?:is|are|means?|stands? for)\b[^()]*?)\.?\)(?= |\n|$)"
)
"""A definition in brackets: "(In this spell the "foe" is the chosen Wizard.)"."""
_LISTED = re.compile(r"(?m)^;\s*(?P<word>[^:;\n\"|]{2,40}?)\s*:\s+(?=\S)")
_AGREED = re.compile(
    r"(?i)(?:^|(?<=\n)|(?<=\. ))(?:(?:let us|let's|we|I) (?:agree|say)(?: here)? that|say that"
    r"|(?:for|in) (?:short|brevity|brief),?) (?=[^.\n\"]*\"[^\"\n]+\")"
)
_AS_NOUN = re.compile(r"(?P<word>\"[^\"\n]+\") \((?:noun|n\.|adjective|adj\.|plural|pl\.)\)")
_MEANS = re.compile(r"(?i)(?<=\" )(means?|stands? for|denotes?): (?=\S)")
"""What only says that a word is defined."""
_DASHED = re.compile(r"(?m)(?:^|(?<=\. ))(?P<word>\"[^\"\n]+\") [–—-] (?=\S)")
"""What a word means, as a list of the wiki has it, or behind a dash."""


_GAPPED = re.compile(
    r"(?i)(?P<first>\"[^\"]+\" (?P<is>is|are|means) (?:the|an?|your) [^\".;]*?(?:, (?:and )?| and )(?:the )?\"[^\"]+\")"
    r" (?=(?:the|an?|your|any|each|every) )"
)
_CALLED_TOO = re.compile(
    r"(?i)(?P<first>(?P<is> is (?:here )?called) (?:the )?\"[^\"]+\")(?:, (?:and )?| and )"
    r"(?P<who>(?:the|an?|your) (?!\")[^\",.;]+?) (?=(?:the )?\")"
)
"""A further definition without its verb: "the "Lamp" is the caster, the "Mirror" the chosen Wizard"."""
_COUNTED = re.compile(
    r"(?i)(?P<word>\"[^\"\n]+\" (?:is|are)) (?:counted|kept)(?: so| thus| as follows| like this| this way)?:?"
    r" (?=(?:1|one)\b)"
    r"|there (?:is|are) (?:1|one) (?P<one>\"[^\"\n]+\") (?=for (?:each|every)\b)"
)
"""How it is said of what there is one: "the "grains" are counted so: 1 for each", "there is one "grain" for each"."""
_OF_TWO = re.compile(r"(?i)(?<= of) two (?:numbers|amounts|values|figures)[:,] (?P<one>[^.,:;]+?),? and ")
"""What says only how many it is of: "the sum of two numbers: your Stars, and those of the chosen Wizard"."""
_AND_CALL = re.compile(r"(?i)((?:^|(?<=\n)|(?<=[.;] ))(?:let|call) [^.;\n]*?),? and (?=(?:call|let) )")
_IN_SECOND = re.compile(r"(?i)( in the first chosen position\b[^.;]* in the second)(?=[.,;]| and )")


def set_out(effect: str) -> str:
    """An Effect with its definitions as they usually stand, and without what says that somebody is the one before."""
    if (plain := introduced(said := straight(effect))) != said:
        effect = plain
    if '"' in effect:
        effect = _IN_SECOND.sub(r"\1 chosen position", _BRACKETED.sub(r"\1.", effect))
        effect = _CALLED_TOO.sub(r"\g<first>. \g<who>\g<is> ", _GAPPED.sub(r"\g<first> \g<is> ", effect))
    effect = _AND_CALL.sub(r"\1. ", effect)
    effect = _OF_TWO.sub(r" \g<one> and ", effect)
    effect = _LISTED.sub(r'"\g<word>": ', effect)
    if '"' in effect:
        effect = _COUNTED.sub(_so_many, effect)
        effect = _AGREED.sub("", _DASHED.sub(r"\g<word>: ", effect))
        effect = _AS_NOUN.sub(r"\g<word>", _MEANS.sub(r"\1 ", effect))
        for shape in _TWO_CASES:
            effect = shape.sub(_two_cases, effect)
    return _SAME_AGAIN.sub(_as_before, effect)


def _two_cases(found: re.Match[str]) -> str:
    """Two words for what is so and what is not, as a definition of each that is used."""
    text = f"{found.string[: found.start()]} {found.string[found.end() :]}".casefold()
    told = [
        f"{found['who']} {found['be']} {found[word]} {how} {found['so']}."
        for word, how in (("one", "if"), ("other", "unless"))
        if re.search(rf"\b{found[word].strip(chr(34)).casefold()}\b", text)
    ]
    return " ".join(told) or found[0]


def _so_many(found: re.Match[str]) -> str:
    return f"{found['word']} " if found["word"] else f"the {found['one']} is 1 "


def _as_before(found: re.Match[str]) -> str:
    """ "The loser (the same Wizard)", where "the loser" was spoken of."""
    before = straight(found.string[: found.start()]).casefold().replace('"', "")
    who = re.split(r"\b(?=the )", found["who"].casefold())[-1]
    again = not _OTHERS.search(who) and re.search(rf"\b{re.escape(who)}\b", before) is not None
    return found["who"] if again else found[0]
