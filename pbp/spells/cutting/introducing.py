"""Sentences that give a word a meaning, in whatever way they do, put as terms.py reads them.

Each way says the same as one of a few plain sentences: "we say that a Wizard is plump if ..." is "a Wizard is plump
if ...", and "for each creditor, that is, each Wizard who ..." is "for each creditor. A creditor is a Wizard who ...".
Nothing else is changed, and a word that has a meaning of its own is left where it stands.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from importlib.resources import files

from pbp.spells.cutting import garments
from pbp.spells.english.lexicon import words

_BEGINS = r"(?:^|(?<=\n)|(?<=[.;] )|(?<=[.;]))"
_WORD = r"[A-Za-z][a-z]+(?:-[a-z]+)?"
_TERM = rf"(?:\"[^\"\n]+\"|{_WORD}(?: (?:up|in|out|off|down|on|over|away|by|behind|ahead)\b)?)"
_NOUN = r"(?:Wizard|spell|neighbour|neighbor|Duel|opponent)"
_WHO = (
    rf"(?:(?:an?|any|every|each|another|the|this|your) (?:[a-z]+ ){{0,2}}{_NOUN}\b[^,.:;\n\"]*?|(?:the|this)"
    rf" caster|you)"
)
_IS = r"(?:is|are|was|counts? as|(?:shall|will|is to) be)"
_IF = r"(?:if|when|whenever|while|unless)"
_MEANS = r"(?:is|are|means?|denotes?|stands? for)"


@cache
def _plain() -> frozenset[str]:
    """The words that have a meaning of their own."""
    grammar = files("pbp.spells.english").joinpath("english.lark").read_text("utf-8")
    return words() | {*re.findall(r'"([a-z]+)"', grammar)}


def _is_new(term: str) -> bool:
    """Whether a word has no meaning of its own, so that the text must give it one."""
    term = term.strip('"').casefold()
    forms = (term, term.removesuffix("s"))
    return not any(form in _plain() for form in forms) and any(one not in _plain() for one in re.split("[ -]", term))


_OPENED = re.compile(
    rf"(?i){_BEGINS}(?:(?:let us|let's|we|I)(?: (?:shall|will))? (?:agree|say)(?: here)? that|say(?: that)?) "
    rf"(?=(?:an?|any|every|each|another|the|this|your|you) [^.:;\n]*?\b{_IS} [^.:;\n]*?\b{_IF} )"
)
_HEADED = re.compile(
    rf"(?i){_BEGINS}(?:(?:one|two|three|four|some|a few|first,? (?:some|a few|two|three)) )?"
    r"(?:definitions?|terms)(?: first| (?:used )?(?:below|here)| used in this spell)?[.:] ?(?=[A-Z\"])"
)
"""What only says that a definition follows: "we say that", "Two definitions."."""
_THE_CASTER = re.compile(
    r"\((?:(?:hereinafter|hereafter|henceforth|in what follows),? )?(?:called |known as |referred to as |named )?"
    r"(?:\"[Tt]he [Cc]aster\"|[Tt]he (?:\"[Cc]aster\"|Caster))\)"
)
""" "The Wizard casting this spell (hereinafter "the Caster")": no word of the text's own."""
_BY_DEFINITION = re.compile(r"(?i),? by definition,?(?= )")
_OF_THIS_SPELL = re.compile(rf"\b(?P<the>[Tt]he) (?P<term>{_WORD}) of this spell\b")
_BY_IT_IS_MEANT = re.compile(
    rf"(?i){_BEGINS}by (?P<term>(?:an? )?{_TERM}(?: {_NOUN})?) (?:is meant|(?:we|I) mean) (?=\S)"
)
_TO_BE = re.compile(
    rf"(?i){_BEGINS}to be (?P<term>{_TERM}) (?:means|is) to (?P<does>(?:have|own|hold|wear|be|stand|target) )"
)
_ANOTHER = re.compile(
    rf"(?i)(?P<who>{_BEGINS}(?:an? )?\"?(?P<term>{_WORD})\"?(?: {_NOUN})? {_MEANS}) another"
    rf" (?={_NOUN}\b)"
)
_LET = re.compile(
    rf"(?i){_BEGINS}(?P<lead>(?:first|then|next),? )?(?:we |let us )?"
    r"(?:(?:denote|designate) by (?P<by>[b-hj-z])|(?:use|take|set|define|denote|put) (?P<letter>[b-hj-z])"
    r" (?:for|as|to be|to|=|equal to)) (?=(?:the|half|twice|your|a|DICE)\b)"
)
_AND_WRITE = re.compile(r"(?i),? and (?:write|use|take|put) (?P<letter>[b-hj-z]) (?:for|as|to be) (?=the\b)")
_CALLING = re.compile(r"(?i),? calling (?=(?:the result|it|that) [a-z][.;,])")
_DEFINED = re.compile(
    rf"(?i)(?P<who>{_BEGINS}(?:an? |the )?\"?(?P<term>{_WORD})\"?(?: {_NOUN}s?)?) (?P<is>is|are) (?:here |hereby "
    rf"|below )?"
    r"(?:defined|understood|taken|said|held|meant) (?:as|to be) "
)
_WE_DEFINE = re.compile(rf"(?i){_BEGINS}(?:we |I )?define (?P<term>(?:an? )?{_TERM}(?: {_NOUN})?) (?:as|to be) ")
_HERE = re.compile(
    rf"(?i)(?P<who>{_BEGINS}(?:an? )?\"?(?P<term>{_WORD})\"?)(?: here| \((?:here|in this spell|below)\))"
    rf" (?={_MEANS} )"
)
_WE_CALL = re.compile(
    rf"(?i)(?P<who>{_BEGINS}(?:any|every|each|an?|all) {_NOUN}s? [^.;:,\n]+?),? (?:we|I) call (?P<term>(?:an?"
    rf" )?{_WORD})(?=[.;])"
)
_THOSE_ARE = re.compile(
    rf"(?:\AThose|{_BEGINS}(?:All )?Wizards) (?P<what>(?:who|with|whose) [^.;:,\n]+) (?:are|count as) "
    rf"(?P<term>[a-z-]+(?<!s)s)(?=[.;])"
)
_THEN_WITH = re.compile(
    rf"(?i){_BEGINS}(?P<then>then|after that),? with (?P<letter>[b-hj-z]) (?:being|standing for|as|denoting|meaning) "
    rf"(?P<what>[^,.:;\n]+), "
)
_IF_ARE = re.compile(
    rf"(?i){_BEGINS}if (?:an?|any) Wizard (?P<so>[^.;:,\n]+), (?:they|that Wizard|he or she) (?:is|are|counts? as)"
    rf" (?:called )?(?P<term>(?:an? )?{_WORD})(?=[.;])"
)
_OR_ELSE = re.compile(
    rf"(?i){_BEGINS}(?P<who>(?:an?|any|every|each) {_NOUN}) (?P<is>{_IS}) (?P<one>(?:an? )?{_TERM}) if "
    rf"(?P<so>[^.:;\n]+?)"
    rf"(?:[.;,]| and| but)+ (?:(?:and |but )?(?:otherwise|if not),? (?:(?:they|it|that {_NOUN}) (?:is|are) )?"
    rf"(?P<other>(?:an? )?{_TERM})(?=[.;])"
    rf"|(?:and |but )?(?:(?P=is) )?(?P<two>(?:an? )?{_TERM}),? (?:otherwise|if not|if (?:they|it) (?:did|do|does|are"
    rf"|is|has|have) not)(?=[.;]))"
)
"""Two words for what is so and for what is not: "a Wizard is a giver if they ..., and a taker otherwise"."""
_BEING = re.compile(rf"(?i){_BEGINS}being (?P<term>{_TERM}) (?=means (?:having|owning|holding|wearing) )")
_AND_TWO = re.compile(
    rf"(?i){_BEGINS}(?P<who>(?:an?|any|every|each) {_NOUN}) (?P<is>{_IS}) (?P<one>{_TERM} {_IF} [^.:;\n]+?),? and"
    rf" (?:(?P=is) )?(?P<two>{_TERM} (?:if|when|whenever) (?:they|it|he|she|that (?:Wizard|spell|one)) [^.:;\n]+)"
)
"""Two words in one sentence: "a Wizard is rich if they ..., and poor if they ..."."""
_CALLED_IF = re.compile(
    rf"(?i){_BEGINS}(?:let us |let's |we )?call (?P<who>{_WHO}) (?P<term>(?:an? )?{_TERM}) (?P<so>{_IF} [^.:;\n]+)"
    rf"(?P<end>[.:;]?)"
)
"""How somebody is called so under a condition: "call the caster thrifty if ...: ..."."""


def introduced(effect: str) -> str:
    """An Effect with what it says of its own words put plainly."""
    effect = garments.spelt_out(_owned(effect))
    for shape, plain in _SHAPES:
        effect = shape.sub(plain, effect)
    return _that_one(_lasting(_who_that_is(_aside(_numbered(_held(effect))))))


def _named(found: re.Match[str]) -> str:
    """ "The beneficiary (of this spell)"."""
    return f"{found['the']} {found['term']}" if _is_new(found["term"]) else found[0]


def _article(text: str) -> str:
    return "an" if text[0] in "aeiou" else "a"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _bare(term: str) -> str:
    """A word without its article."""
    return re.sub("(?i)^an? ", "", term)


def _then_let(found: re.Match[str]) -> str:
    """ "Then, with D being the difference at that moment, ...": by then."""
    what = re.sub(r"(?i),? at (?:that|this) (?:moment|time|point)\b", "", found["what"])
    return f"{found['then']} let {found['letter']} be {what}: "


def _both_ways(found: re.Match[str]) -> str:
    """ "A Wizard is a giver if they cast Burn; otherwise they are a taker"."""
    other = found["other"] or found["two"]
    if not _is_new(_bare(found["one"]).split(" ")[0]) or not _is_new(_bare(other).split(" ")[0]):
        return found[0]
    led = f"{found['who']} {found['is']}"
    return f"{led} {found['one']} if {found['so']}. {led} {other} unless {found['so']}"


def _in_full(found: re.Match[str]) -> str:
    return f"{found['who']} {found['is']} {found['one']}. {found['who']} {found['is']} {found['two']}"


def _if_so(found: re.Match[str]) -> str:
    """ "Call the caster thrifty if ...: if thrifty, ..."."""
    if not _is_new(_bare(found["term"])):
        return found[0]
    be = "are" if found["who"].casefold() == "you" else "is"
    return f"{_capital(found['who'])} {be} {found['term']} {found['so']}{'.' if found['end'] else ''}"


_SHAPES: tuple[tuple[re.Pattern[str], str | Callable[[re.Match[str]], str]], ...] = (
    (_HEADED, ""),
    (_OPENED, ""),
    (_THE_CASTER, "(the caster)"),
    (_BY_DEFINITION, ""),
    (_OF_THIS_SPELL, _named),
    (_BY_IT_IS_MEANT, lambda found: f"{_capital(found['term'])} means "),
    (_TO_BE, lambda found: f"A Wizard is {found['term']} if they {re.sub('^be ', 'are ', found['does'])}"),
    (_BEING, lambda found: f"{_capital(found['term'])} "),
    (_LET, lambda found: f"{found['lead'] or ''}let {found['by'] or found['letter']} be "),
    (_THEN_WITH, _then_let),
    (_AND_WRITE, r", and let \g<letter> be "),
    (_CALLING, " and call "),
    (_DEFINED, lambda found: f"{found['who']} {found['is']} " if _is_new(found["term"]) else found[0]),
    (_WE_DEFINE, lambda found: f"{_capital(found['term'])} is " if _is_new(_bare(found["term"])) else found[0]),
    (_HERE, lambda found: f"{found['who']} " if _is_new(found["term"]) else found[0]),
    (_WE_CALL, r"\g<who> is \g<term>"),
    (
        _THOSE_ARE,
        lambda found: f"{_capital(found['term'])} are Wizards {found['what']}" if _is_new(found["term"]) else found[0],
    ),
    (
        _IF_ARE,
        lambda found: (
            f"A Wizard is {found['term']} if they {found['so']}" if _is_new(_bare(found["term"])) else found[0]
        ),
    ),
    (_OR_ELSE, _both_ways),
    (_ANOTHER, lambda found: f"{found['who']} any other " if _is_new(found["term"]) else found[0]),
    (_AND_TWO, _in_full),
    (_CALLED_IF, _if_so),
)
"""Ways of saying that a word is defined, and how each says it plainly."""


_ASIDE_SAYS = (
    rf"(?:(?:an? |the |any )?(?!{_NOUN}\b)\"?(?P<term>{_WORD})\"?(?: {_NOUN}s?)?"
    r"(?: (?:is|are) (?=(?:an?|any|one|those|all|each|every|the)\b)| (?:means?|denotes?|stands? for) |: )"
    rf"|(?:{_WHO}) {_IS} (?P<so>(?:an? )?{_TERM}) (?:if|when) )"
)
_BRACKETED = re.compile(
    rf"(?i)(?P<before>(?:^|[.;]|\w))(?P<gap> ?)\((?:where |here,? )?(?P<says>{_ASIDE_SAYS}[^()]*?)\.?\)(?P<end>[.;]"
    rf"|$|(?=\s+[A-Z(]))"
)
"""A definition in brackets, by itself or behind what it is about: "(plump: having more than 8 Stars)"."""
_APPOSED = re.compile(
    rf"(?i),? (?P<an>an?|any) (?P<term>{_WORD})(?P<noun> {_NOUN})? being (?P<says>(?:an?|any|one) [^.;:()\n]+)"
    rf"(?P<end>[.;]|$)"
)
_WHERE = re.compile(rf"(?i), (?:where|in which|here) (?P<says>{_ASIDE_SAYS}[^.;:()\n]+)(?P<end>[.;]|$)")
"""A definition behind what it is about: "for each warm Duel, a warm Duel being an earlier Duel in which ..."."""
_SPOKEN_OF = rf"(?i)(?P<each>for each|each|every|an?|any) (?P<term>{_WORD})(?P<noun> {_NOUN})?"
_IS_A = (
    r"(?:for )?(?:(?:an?|each|every|any) )?(?P<says>(?:other )?(?:Wizard|spell|neighbour|one|anyone|anybody|"
    r"(?:earlier )?Duel)\b"
)
_THAT_IS = (
    re.compile(
        rf"{_SPOKEN_OF}(?P<rest>)(?:, (?:that is,?|meaning|i\.e\.,?)| [-–—] (?:(?:that is|i\.e\.),? )?)"
        rf" ?{_IS_A}[^.;:(),\n]+?)(?:,| [-–—])(?P<end> )"
    ),
    re.compile(
        rf"{_SPOKEN_OF}(?P<rest>(?: (?!each|every)[\w\"']+){{0,5}}?)(?:,? by which is meant|,? meaning|, that is,?"
        rf"|,? i\.e\.,?)"
        rf" {_IS_A}[^.;:()\n]+)(?P<end>[.;]|$)"
    ),
    re.compile(rf"{_SPOKEN_OF}(?P<rest>) \((?:that is,? |i\.e\.,? |meaning )?{_IS_A}[^.;:()\n]+)\)(?P<end>[.;]| |$)"),
)
"""What a word means, right behind it: "for each creditor, that is, each Wizard who targeted the caster"."""


def _aside(effect: str) -> str:
    """An Effect with each definition that stands beside what it is about as a sentence of its own."""

    def new(found: re.Match[str], *, first: bool = False) -> bool:
        groups = found.groupdict()
        term = groups.get("term") or _bare(groups.get("so") or "")
        return _is_new(term) and (first or not term[0].isupper())

    def bracketed(found: re.Match[str]) -> str:
        if not new(found, first=True):
            return found[0]
        alone = found["before"] in ("", ".", ";")
        return f"{found['before']}{found['gap'] if alone else '. '}{_capital(found['says'])}."

    def apposed(found: re.Match[str]) -> str:
        said = found.groupdict()
        says = f"{said['an']} {said['term']}{said['noun'] or ''} is {said['says']}" if "an" in said else said["says"]
        return f". {_capital(says)}{found['end'] or '.'}" if new(found) else found[0]

    def that_is(found: re.Match[str]) -> str:
        if not new(found):
            return found[0]
        called = f"{found['term']}{found['noun'] or ''}"
        an, one = (_article(called), "" if found["says"].startswith("any") else f"{_article(found['says'])} ")
        rest, says = f"{found['each']} {called}{found['rest']}", f"{_capital(an)} {called} is {one}{found['says']}"
        return f"{says}. {rest} " if found["end"] == " " else f"{rest}. {says}."

    effect = _BRACKETED.sub(bracketed, effect)
    effect = _WHERE.sub(apposed, _APPOSED.sub(apposed, effect))
    for shape in _THAT_IS:
        effect = shape.sub(that_is, effect)
    return effect


_MY = r"(?:the caster's|your|my)"
_OF_ME = r"(?:of the caster|of yours|of mine)"
_OWNED = re.compile(
    rf"(?i){_BEGINS}(?:(?P<who>{_WHO}) (?P<is>{_IS}(?: called)?) (?:(?:an? )?(?P<one>{_WORD}) {_OF_ME}|{_MY} "
    rf"(?P<two>{_WORD}))"
    rf" (?=if |when )|(?:an?|any) (?P<three>{_WORD}) {_OF_ME} (?={_MEANS} )|{_MY} (?P<four>{_WORD})s (?=are (?:the"
    rf"|all|those|any) )"
    rf"|(?:an?|any) (?P<five>{_WORD}) (?=is (?:a|an|any|another|each) (?:other )?{_NOUN}\b[^.;\n]*\b(?:caster|you"
    rf"|your)\b))"
)
"""How a text gives a word to those who are something to the caster: "another Wizard is the caster's rival if ..."."""


def _owned(effect: str) -> str:
    """An Effect in which nobody but the caster has rivals, with "rival" for "rival of the caster"."""
    for found in [*_OWNED.finditer(effect)]:
        term = next(word for word in found.group("one", "two", "three", "four", "five") if word).casefold()
        term = term.removesuffix("s") if found["four"] and not term.endswith("ss") else term
        if not _is_new(term) or any(
            found[word] and found[word][0].isupper() for word in ("one", "two", "three", "four")
        ):
            continue
        has = rf"(?:the caster has|you have|I have) (?P<many>[^.,;:]{{1,20}} ){term}"
        effect = re.sub(rf"(?i)\b(each|one|any|all|two|both|none) of {_MY} {term}s\b", rf"\1 of the {term}s", effect)
        effect = re.sub(rf"(?i)\b{_MY} {term}s\b", rf"the {term}s", effect)
        effect = re.sub(rf"(?i)\b({term}s?) {_OF_ME}\b", r"\1", effect)
        effect = re.sub(rf"(?i)\b{_IS}(?: called)? {_MY} {term}\b", f"is a {term}", effect)
        effect = re.sub(rf"(?i)\b{has}s\b", rf"there are \g<many>{term}s", effect)
        effect = re.sub(rf"(?i)\b{has}\b", rf"there is \g<many>{term}", effect)
    return re.sub(
        rf"(?i){_BEGINS}another (?={_NOUN} {_IS}(?: called)? (?:an? )?{_WORD} (?:if|when) )", "Any other ", effect
    )


_NUMBERED = re.compile(
    rf"(?i){_BEGINS}\(?(?:the (?P<q>\"?)(?P<of>{_WORD})(?P=q) of (?:an?|any|each) Wizard (?:is|means)"
    rf"|(?:an?|any|each) Wizard's (?P<quote>\"?)(?P<s>{_WORD})(?P=quote) (?:is|means)"
    rf"|\"?(?P<bare>{_WORD})\"?(?::| means| is))"
    r" (?:the number of (?P<one>[A-Z][a-z]+)(?: that)? (?:(?:an?|the|that) Wizard|they|he or she) (?:has|have)"
    r"|(?:their|that Wizard's) number of (?P<two>[A-Z][a-z]+)|how many (?P<three>[A-Z][a-z]+) (?:an? Wizard|they) "
    r"(?:has|have))\.?\)?(?:\.|;|$) ?"
)
"""How a text calls a number that each Wizard has: "a Wizard's weight is the number of Crystals that they have"."""


def _numbered(effect: str) -> str:
    """An Effect with the number of a thing for what the text calls that: "(equal to) their weight"."""
    found = _NUMBERED.search(effect)
    if found is None:
        return effect
    term = (found["of"] or found["s"] or found["bare"]).casefold()
    thing = found["one"] or found["two"] or found["three"]
    rest = f"{effect[: found.start()]}{effect[found.end() :]}"
    led = r"(?<=\bthe )|(?<='s )|(?<=\btheir )|(?<=\byour )|(?<=\bown )|(?<=est )|(?<=\bsame )"
    told = re.sub(rf"(?i)(?:{led})\b{term}\b", f"number of {thing}", rest)
    if not _is_new(term) or told == rest or re.search(rf"(?i)\b{term}s?\b", told):
        return effect
    return told.rstrip()


_THEIRS = r"(?:that Wizard's|the Wizard's|their|a Wizard's)"
_LISTED = r"[A-Z][a-z]+(?:, [A-Z][a-z]+)*,? and [A-Z][a-z]+ (?:that|which) (?:is|are) (?:not )?\"?\w+\"?"
_HELD = re.compile(
    rf"(?i:{_BEGINS}(?:an?|any|every|each) \"(?P<term>{_WORD})\"(?: of (?:an?|any|each) Wizard)? (?:is|means) "
    rf"(?:any|each|every|one|each one|any one) of {_THEIRS}) (?P<what>{_LISTED})\. ?"
)
"""How a text calls what a Wizard has and is so: "a "gap" of a Wizard is any of their Hat and Robes that is "None""."""
_SOMEBODY = r"(?:that (?:Wizard|neighbour)|the caster|the (?:chosen Wizard|Wizard in the chosen position))"


def _held(effect: str) -> str:
    """An Effect with those things for what the text calls so: "for each of that neighbour's Hat and Robes that ..."."""
    found = _HELD.search(effect)
    if found is None:
        return effect
    term, what = found["term"].casefold(), found["what"]
    rest = f"{effect[: found.start()]}{effect[found.end() :]}"
    told = re.sub(rf"(?i)\b(?:each|every) {term} of (?P<who>{_SOMEBODY})\b", rf"each of \g<who>'s {what}", rest)
    told = re.sub(rf"(?i)\b(?:each|every) {term} (?:that )?(?:they have|of theirs)\b", f"each of their {what}", told)
    whose = rf"(?P<whose>{_SOMEBODY}'s|their|your)"
    told = re.sub(rf"(?i)\b(?:each|every one) of {whose} {term}(?:e?s)\b", rf"each of \g<whose> {what}", told)
    if told == rest or re.search(rf"(?i)\b{term}(?:e?s)?\b", told):
        return effect
    return told.rstrip()


_NAMED_SO = re.compile(
    r"(?<=\w)(?: \((?:here(?:after|inafter)? |henceforth )?(?:called )?the (?P<term>[a-z]+(?:-[a-z]+)?)\)|, the "
    r"(?P<apart>[a-z]+),(?! (?:and|or|the|your|each|nor|but)\b))"
)
"""A name behind whom it is given: "the Wizard in the chosen position (the patsy)"."""
_THE_ONE = re.compile(
    r"\b(?P<the>[Tt]he) (?P<term>[a-z]+(?:-[a-z]+)?)(?: \((?:that is,? |i\.e\.,? |meaning )?"
    r"(?P<what>(?:the|your|half|twice) [^()]+)\)"
    r"|,? (?:that is|i\.e\.|meaning),? (?P<more>(?:the|your|half|twice) [^,.;:()\n]+)(?:,|(?=[.;]|$)))"
)
"""Who has a name, behind it: "the patsy (the Wizard in the chosen position) loses 2 Stars"."""
_SAYS_MOST = re.compile(r"(?:est|most)$")
_NOT_BY_ITSELF = re.compile(
    r"(?i)\b(?:random|rolls?|rolled|results?|DICE\d+|they|them|their|it|its|that|this|those"
    r"|these|such|same)\b"
)


def _who_that_is(effect: str) -> str:
    """An Effect that says first who, or how many, its names are, where it says that behind them."""
    told: list[str] = []

    def quoted(found: re.Match[str]) -> str:
        term = found["term"] or found["apart"]
        return f' ("{term}")' if _is_new(term) and not _SAYS_MOST.search(term) else found[0]

    def alone(found: re.Match[str]) -> str:
        what = found["what"] or found["more"]
        if not _is_new(found["term"]) or _NOT_BY_ITSELF.search(what):
            return found[0]
        told.append(f"The {found['term']} is {what}.")
        return f"{found['the']} {found['term']}"

    effect = _THE_ONE.sub(alone, _NAMED_SO.sub(quoted, effect))
    gap = " " if effect[:1].isalpha() else "\n"
    return f"{' '.join(told)}{gap}{effect}" if told else effect


_DOES = {
    "gains": "gain", "loses": "lose", "pays": "pay", "receives": "receive", "is": "are", "has": "have", "does": "do",
    "cannot": "cannot", "can": "can",
}  # fmt: skip
"""What somebody does for a while, of one and of several."""
_DOING = rf"(?P<does>{'|'.join((*_DOES, *_DOES.values()))}) (?P<what>[^.;\"\n]+?)\. ?"
_STATUS = re.compile(
    rf"(?i){_BEGINS}(?:(?:an?|any|every|each) Wizard who is \"?(?P<one>{_WORD})\"?|(?:an?|any|every|each) "
    rf"(?P<two>{_WORD}) Wizard"
    rf"|(?P<three>{_WORD}) Wizards|while (?:an? Wizard|somebody|someone) is \"?(?P<four>{_WORD})\"?, (?:they|that"
    rf" Wizard)"
    rf"|to be \"?(?P<five>{_WORD})\"? (?:means|is) to|\"?(?P<six>{_WORD})\"? means:?(?: that (?:the|that|a) Wizard|"
    rf" that they)?) {_DOING}"
)
"""How a word is given to what lasts: "a dozing Wizard cannot lose Stars", "to be damped means to gain half as many"."""
_FOR_A_WHILE = r"(?:for the (?:rest|remainder) of|until the end of|for) (?:this|the) Duel"


_IN_DOUBT = re.compile(r"(?i)\b(?:if|unless|when\w*|while|who\w*|that|as|or|no\w*|neither)\b")


def _lasting(effect: str) -> str:
    """An Effect that says of somebody what its own word for it means: "you are dozing for the rest of this Duel"."""
    status = _STATUS.search(effect)
    if status is None or re.search(rf"(?i){_FOR_A_WHILE}", status[0]):
        return effect
    term = next(word for word in status.group("one", "two", "three", "four", "five", "six") if word).casefold()
    alone = {**{many: one for one, many in _DOES.items()}, **{one: one for one in _DOES}}[status["does"].casefold()]
    near = re.search(r"(?i)(?<!their )\b(?:neighbou?rs?|next|previous|adjacent)\b", status["what"])
    if not _is_new(term) or near:
        return effect  # "every jinxed Wizard loses 1 Star for each neighbour": whose?

    def said(found: re.Match[str]) -> str:
        who = found["before"].rpartition(",")[2]
        lasts = '"' in status[0] or re.search(rf"(?i){_FOR_A_WHILE}", f"{found['before']} {found['after']}")
        if _IN_DOUBT.search(who) or not who.strip() or not lasts:
            return found[0]
        does = _DOES[alone] if found["be"].casefold() == "are" else alone
        return f"{found['before']}{does} {status['what']}{found['after']}"

    rest = f"{effect[: status.start()]}{effect[status.end() :]}"
    told = rf"(?i)(?P<before>[^.;\n]*?)\b(?P<be>is|are|becomes) \"?{term}\"?(?![\w-])(?P<after>[^.;\n]*)"
    again = re.sub(told, said, rest)
    return effect if again == rest or re.search(rf"(?i)\b{term}\b", again) else again.rstrip()


_THAT_ONE = re.compile(rf"\b(?P<that>[Tt]hat) (?P<term>[a-z]+)\b(?! {_NOUN})")
_ANOTHER_ONE = re.compile(
    r"(?i)\b(?:Wizards?|neighbou?rs?|positions?|opponents?|who\w*|they|them|their|he|she|some\w*|any\w*|every\w*"
    r"|others?"
    r"|chosen|named|next|previous)\b"
)
"""Who else may be spoken of."""


def _that_one(effect: str) -> str:
    """An Effect with "that Wizard" for "that wick", where nobody else was spoken of since "a random wick"."""

    def said(found: re.Match[str]) -> str:
        term = found["term"]
        before, _, between = effect[: found.start()].rpartition(f" {term} ")
        one = re.search(r"(?i)\b(?:an?|random|each|every|any|one|that)$", before)
        others = [word for word in re.findall(rf"(?i)\bthe ({_WORD})\b", between) if _is_new(word)]
        told = (
            rf"(?i)\b(?:an?|any|every|each) \"?{term}\"? {_MEANS}\b|\b(?:{_IS}|called) an? {term}\b|\b{term}s "
            rf"(?:are|:)"
        )
        if not _is_new(term) or not re.search(told, effect) or not one or others:
            return found[0]
        if term in between or _ANOTHER_ONE.search(between):
            return found[0]
        return f"{found['that']} Wizard"

    return _THAT_ONE.sub(said, effect)
