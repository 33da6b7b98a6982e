"""What an Effect speaks of before it says what happens, put where it is meant: whom a heading names, what a phrase is
defined to stand for, a condition that is asked first or spread over a list, a place that is counted out, and a sum that
is shared; nothing of it is certain."""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import begun
from pbp.spells.suggest.exchanged import exchanged, exchanges

_BEGIN = r"(?:^|(?<=[.;:!?\n•] )|(?<=\n)|(?<=• \w\) ))"
_SELF = r"(?:the caster|caster|you|your|yours)"


def spoken_of(text: str) -> str:
    """The text with what it speaks of first where it is meant; the same where nothing is."""
    for step in (_classes, _alternatives, _checked, _topics, _of_all, _reached, _shared_out, _shorter):
        text = step(text)
    return text


# ---- what a phrase is defined to stand for -------------------------------------------------------------------------

_QUOTED = r"(?:[Aa]n? |[Tt]he )?\"(?:[Tt]he )?(?P<word>[A-Za-z][\w'-]*(?: [A-Za-z][\w'-]*){0,2})\""
_STANDS = r"(?:is|are|means?|stands? for|denotes?|will be|shall be)"
_CLASSES = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_BEGIN}(?:[Dd]efinitions?[.:,] *|[Ii]n this (?:text|spell|Effect),? |[Hh]ere,? "
        r"|[Ff]or the purposes? of this (?:text|spell|Effect),? )?(?:[•*\-] )?"
        rf"{_QUOTED},? {_STANDS} (?P<what>[^.;\n]+)[.;\n]",
        rf"{_BEGIN}(?:[•*\-] ?)(?P<word>[A-Z]\w*(?: [a-z]\w*)?): (?P<what>(?:any|each|every|an?|the) [^.;\n]+)[.;\n]",
        rf"{_BEGIN}(?:[Tt]he |[Aa]ll )?(?P<word>(?!neighbours?|chosen|named|other|two|first|second"
        r"|only)[a-z]+ Wizards) are "
        r"(?P<what>(?:the|you|all|each|every)\b[^.;\n]+)[.;\n]",
    )
)
_KIND = re.compile(
    r"(?:any|each|every|an?|all|whichever) (?:single )?(?P<kind>spell|Wizard|neighbour)s?\b(?P<rest>.*)", re.I
)
_NUMBER = re.compile(r"the (?:number|total|sum|difference|average|result)\b|half\b|DICE", re.I)
_DEFINITIONS = re.compile(rf"{_BEGIN}(?:Definitions?|Rules?|Effect|Terms)[:.]\s+(?=\S)", re.I)


_IN_A_TIE = re.compile(
    rf"(?P<defined>{_QUOTED} {_STANDS} (?:the|whoever|whichever)\b[^.;\n]*? the (?:most|fewest) "
    rf"[^.;\n]*?)[;.,]? (?:and |but |or,? )?"
    r"(?:if|where|when|should|in case|on|in)\b[^.;\n]*?\b(?:tie[sd]?|tied|level|share|equal\w*)\b[^.;\n]*?\b"
    r"(?:(?P<nobody>nobody|no one|none|neither)|(?P<lot>random|lot)|(?P<place>lowest|highest) position)\b[^.;\n]*",
    re.I,
)


def _classes(text: str) -> str:
    """Spells and Wizards of a kind that has been given a name, as what the name stands for."""

    def tied(match: re.Match[str]) -> str:
        ways = "at random" if match["lot"] else f"in favour of the {match['place']} position"
        return f"{match['defined']} ({'nobody if tied' if match['nobody'] else f'ties are broken {ways}'})"

    text = _IN_A_TIE.sub(tied, text)
    for _ in range(3):
        match = next((found for pattern in _CLASSES for found in pattern.finditer(text) if _is_used(found)), None)
        if match is None:
            break
        rest = f"{text[: match.start()]}{text[match.end() :].lstrip()}"
        text = _DEFINITIONS.sub("", _in_place(rest, match["word"].rstrip("s"), match["what"].strip(" ,")))
    return text


def _is_used(match: re.Match[str]) -> bool:
    return re.search(rf"\b{re.escape(match['word'].rstrip('s'))}s?\b", match.string[match.end() :], re.I) is not None


def _in_place(text: str, word: str, what: str) -> str:
    """A text with what a phrase stands for in its place, and without what only tells who is one of those."""
    name = re.escape(word)
    text = re.sub(
        rf"[;.,]? ?[^.;\n]*\b(?:is|are|be|count as) (?:also )?(?:an? )?\"?{name}s?\"?(?: too| as well|)[.;]",
        ".",
        text,
        flags=re.I,
    )
    text = re.sub(r"^[. ]+|(?<=[.;:\n]) *\.", "", text)
    if _NUMBER.match(what):
        text = re.sub(
            rf"\bas many (\w+) as (?:the )?\"?{name}\"?(?!\w)", lambda m: f"{m[1]} equal to {what}", text, flags=re.I
        )
        text = re.sub(rf"\b(?:the )?\"?{name}\"? (Stars|Crystals)\b", lambda m: f"{m[1]} equal to {what}", text)
    kind = _KIND.fullmatch(what)
    if kind is None:
        either = re.sub(r"\band\b", "or", what)
        text = re.sub(rf"\b(?:any|an?|whichever) \"?{name}\"?(?!\w)", lambda _: either, text, flags=re.I)
        return re.sub(rf"\b(?:each |every |the |both |all )*\"?{name}s?\"?(?!\w)", lambda _: what, text, flags=re.I)
    noun, rest = kind["kind"], kind["rest"]
    if noun.lower() == "wizard":
        noun = "Wizard"
    text = re.sub(rf"\b(that|this|the same) \"?{name}\"?(?!\w)", rf"\1 {noun}", text, flags=re.I)
    text = re.sub(
        rf"\b(each|every|any|an?|no|one|the) \"?{name}\"?(?!\w)",
        lambda found: f"{_each(found[1])} {noun}{rest}",
        text,
        flags=re.I,
    )
    return re.sub(
        rf"(?:\b(all|no) )?\"?\b{name}s\"?(?!\w)",
        lambda found: f"{found[1] or ''} {noun}s{rest}".strip(),
        text,
        flags=re.I,
    )


def _each(word: str) -> str:
    return {"the": "each", "an": "a"}.get(word.lower(), word)


# ---- a condition that is spread over a list, or asked first --------------------------------------------------------

_ITEM = r"(?:\n|;|, )\s*(?:and |or )?(?:[•*#\-–] ?)?(?:\(?(?:[a-h1-9]|i{1,3})[.)] ?)?"
_ANY = r"(?:at least one|one or (?:more|both)|either one|either|any(?: one)?|one)"
_ALTERNATIVES = re.compile(
    r"(?P<before>[^.;:\n]*?)(?P<comma>,? ?)\(?(?P<if>\b(?:if|unless|provided that|provided|on condition that"
    r"|as long as))\b "
    rf"(?P<many>{_ANY}|both|all|each|every one)(?: of)?(?: the| these)?(?: following| two| three| of these)*"
    r"(?: (?:things|conditions|statements))?(?: (?:is|are|holds?|applies|apply))+(?: true| met| the case| so)?"
    r"(?: (?:of|for) (?P<who>[^.;:\n]+?))?: *\n?(?P<items>(?:\s*[•*#\-–(][^\n]+(?:\n|$))+)",
    re.I,
)
_ITEM_MARK = re.compile(r"^\s*(?:[•*#\-–] ?)?(?:\(?(?:[a-h1-9]|i{1,3})[.)] ?)?")
_SUBJECT = re.compile(r"^(?:that|this|the same) (?:wizard|one)\b|^(?:they|he|she|it)\b", re.I)


def _alternatives(text: str) -> str:
    """Conditions in a list as one: "if at least one of these is true: a) ... b) ..."."""

    def joined(match: re.Match[str]) -> str:
        items = [_ITEM_MARK.sub("", line).strip(" ,;.") for line in match["items"].splitlines() if line.strip()]
        items = [re.sub(r"(?:,|;)? (?:or|and)$", "", item) for item in items]
        if len(items) < 2 or any(":" in item or ". " in item for item in items):
            return match[0]
        if match["who"]:
            items = [_SUBJECT.sub(lambda _: match["who"], item) for item in items]
        word = "and" if match["many"].lower() in ("both", "all", "each", "every one") else "or"
        begins = "unless" if match["if"].lower() == "unless" else "if"
        said = f"{begins} {f' {word} '.join(items)}"
        before = re.sub(r"\s*\([^()]*$", "", match["before"]).strip(" ,")
        if not before:
            return f"{begun(said)}, "
        space = match["before"][: len(match["before"]) - len(match["before"].lstrip())]
        return f"{space}{begun(said)}, {before[:1].lower()}{before[1:]}.\n"

    return _ALTERNATIVES.sub(joined, text)


_CHECKED = re.compile(
    rf"{_BEGIN}(?:(?:first,? )?(?:check|see|look|find out|ask|determine|consider)(?: first)? (?:whether|if)"
    r"|(?:this spell|it) (?:only )?(?:does (?:something|anything)|works|has an effect|takes effect)(?: only)? if) "
    r"(?P<cond>[^.;:\n]+)[.;:,]\s*"
    r"(?P<mark>[•*#\-–] ?)?(?:and |then )*if (?:so|yes|at least one (?:does|has|did|is)|(?:any|some|one)(?:one"
    r"|body)? (?:does|has|did|is)"
    r"|(?:it|that|this|they|you|he|she)(?: is| are| does| do| did| has| have)(?: so| the case)?)[:,]\s",
    re.I,
)
_IF_NONE = re.compile(
    r"(?P<lead>(?:^|(?<=[.;:!?•\n] )|(?<=\n)|(?<=[*•]))(?:[•*#\-–] ?)?)(?:but |and )?if (?:not|no|none (?:does"
    r"|has|did|is|do)|"
    r"(?:nobody|no one) (?:does|has|did|is)|(?:it|that|this|they|you) (?:is|are|does|do|did|has|have)(?: not|n't)"
    r"(?: so| the case)?)[:,] ",
    re.I,
)
_NOTHING_ELSE = re.compile(
    r"(?:(?<=[.;\n]) ?)(?:but |and )?(?:(?:if|when|where) (?:not|there (?:is|are) (?:none|no[^,.;]*)|(?:it|that"
    r"|this|they|you)"
    r" (?:is|are|does|do|did|has|have)(?: not|n't)(?: so| the case)?|none (?:does|has|did|is))"
    r"|otherwise),? nothing (?:else |further )?happens"
    r"[^.;\n]{0,12}[.;]?\s*$",
    re.I,
)


_ONLY_IF = re.compile(
    r"\W*(?:if|unless|when|should|provided|is|are|was|were|do|does|did|has|have)\b[^.;!\n]*[.;]?\s*", re.I
)
"""An Effect that is one condition and what happens then, so that nothing else is said not to happen."""


def _checked(text: str) -> str:
    """A condition that is asked first, as one; and no word of what does not happen otherwise, at the end."""
    said = _CHECKED.sub(lambda match: f"{match['mark'] or ''}If {match['cond'].strip()}, ", text)
    if said != text:
        said = _IF_NONE.sub(lambda match: f"{match['lead']}Otherwise, ", said)
    left = _NOTHING_ELSE.sub("", said)
    return left if _ONLY_IF.fullmatch(left) else said


# ---- of whom a sentence speaks -------------------------------------------------------------------------------------

_SINGULAR = (
    (
        re.compile(r"(?:each |both |all )?(?:of )?(?:the )?(?:your|the caster's)(?: own)?(?: two)? neighbours", re.I),
        "neighbour of the caster",
    ),
    (
        re.compile(
            r"(?:each |both |all )?(?:of )?(?:the )?(?:two )?neighbours of "
            r"(?P<of>.+)",
            re.I,
        ),
        "neighbour of {of}",
    ),
    (
        re.compile(
            r"(?:each |both |all )?(?:of )?(?P<of>the (?:named|chosen|first chosen|second chosen) Wizard"
            r"|the Wizard [^,;:]+?)'s(?: two)? neighbours",
            re.I,
        ),
        "neighbour of {of}",
    ),
    (re.compile(r"(?:all |the )*(?P<other>other )?Wizards(?P<of>.*)", re.I), "{other}Wizard{of}"),
    (re.compile(r"(?:all |the |any )*(?P<trait>[A-Z]\w+ )?spells(?P<of>.*)"), "{trait}spell{of}"),
)
_ONE_DOES = (
    (re.compile(r"\bwho have\b|\bthat have\b", re.I), "who has"),
    (re.compile(r"\b(who|that|which) (target|cast)\b(?!s)"), r"\1 \2s"),
    (re.compile(r"\b(who|that) are\b"), r"\1 is"),
    (re.compile(r"\b((?:who|that)\b.*\b)were\b"), r"\1was"),
)
_TOPIC = re.compile(
    rf"{_BEGIN}(?P<lead>(?:as for|as to|regarding|concerning|now for|look at|now look at|consider|take|compare)"
    r"(?: the (?:Stars|Crystals) of)? )?"
    r"(?P<who>(?:(?:each|both|all|any) (?:of )?)?(?:your|the|all|other|[A-Z][\w]+)?[^,.;:\n]*?\b(?:neighbours"
    r"|Wizards|spells)\b[^,.;:\n]*?)"
    r"(?P<does> (?:get|are|have|suffer|feel|share|must|will|should)\b[^.;:\n\d]{0,40})?(?P<mark>[:,.]) "
    r"(?P<rest>[^\n]+)",
    re.I,
)
_EACH_OF_THEM = re.compile(
    r"\b(?:each|every one|every|all|any|both)(?: one)? of (?:them|these|those)\b(?: two)?|\bthey(?: each| both"
    r"| all)?\b",
    re.I,
)
_NONE_OF_THEM = re.compile(r"\b(?:none|neither|not one) of (?:them|these|those)\b", re.I)
_ONE_OF_THEM = re.compile(r"\bthe (?:one|neighbour)(?: of (?:them|these|those))?(?= with| who)", re.I)
_AND_DO = re.compile(r"\band (?:count|see|check|find|look|take|add)\b", re.I)
_THAT_ONE = re.compile(r"\bif (?P<cond>[^,.;]*\b(?:that|this) (?:wizard|neighbour)\b[^,.;]*), ", re.I)


def _topics(text: str) -> str:
    """Of whom a heading speaks, where the sentence has a pronoun: "As for your neighbours: each of them loses ..."."""

    def said(match: re.Match[str]) -> str:
        if not match["lead"] and not match["does"] and match["mark"] != ":":
            return match[0]
        if (match["mark"] == "." and not match["lead"]) or _AND_DO.search(match["who"]):
            return match[0]
        one = one_of(match["who"].strip())
        if not one:
            return match[0]
        first, stop, later = match["rest"].partition(". ")
        rest = first
        for pattern, words in (
            (_NONE_OF_THEM, f"no {one}"),
            (_EACH_OF_THEM, f"each {one}"),
            (_ONE_OF_THEM, f"the {one}"),
        ):
            rest, many = pattern.subn(lambda _, words=words: words, rest, count=1)
            if many:
                break
        else:
            return match[0]
        return f"{begun(rest)}{stop}{later}"

    return _TOPIC.sub(said, text)


def one_of(who: str) -> str:
    """One of several, without an article: "neighbour of the caster" of "your neighbours"; nothing of other words."""
    for pattern, one in _SINGULAR:
        match = pattern.fullmatch(who)
        if match:
            words = one.format(**{name: value or "" for name, value in match.groupdict().items()})
            for plural, single in _ONE_DOES:
                words = plural.sub(single, words)
            return words
    return ""


_CROWD = r"(?:all |the |your |other )[^,.;:\n]*?\b(?:neighbours|Wizards)\b[^,.;:\n]*?"
_OF_ALL = re.compile(
    rf"\b(?:(?:of|among|out of) (?P<all>{_CROWD}),? the one|the one (?:of|among) (?P<these>{_CROWD}))"
    r" (?P<most>(?:with|who has|that has) the (?:most|fewest)\b)",
    re.I,
)


def _of_all(text: str) -> str:
    """The one of several that has the most or the fewest: "of the other Wizards, the one with the most Stars"."""

    def chosen(match: re.Match[str]) -> str:
        one = one_of((match["all"] or match["these"]).strip())
        if not one:
            return match[0]
        words = f"the {one} {match['most']}"
        return words if match[0][0].islower() else f"T{words[1:]}"

    return _OF_ALL.sub(chosen, text)


# ---- a place that is counted out -----------------------------------------------------------------------------------

_START = (
    r"(?P<start>your(?: own)?(?: position)?|the caster(?:'s(?: own)? position)?|the chosen position|the position "
    r"(?:you chose|chosen)|"
    r"(?:the (?:named|chosen|first chosen|second chosen) Wizard|the Wizard [^,.;:]*?)(?:'s position)?)"
)
_STEPS = r"(?P<many>\d+|one|two|three|four|five) (?:positions?|places?|seats?)"
_WAY = r"(?P<way>upwards?|up|onwards?|on|forwards?|further|ahead|clockwise|downwards?|down|backwards?|back)"
_ASIDE = r"(?:,? (?:towards?|in the direction of|through|round|around|along) [^,.;:(]*)?(?: \([^()]*\))?"
_REACHED = (
    re.compile(
        rf"(?:start(?:ing)?|begin(?:ning)?|go(?:ing)?|count(?:ing)?) (?:at|from|with|in) {_START},? (?:and "
        rf")?(?:then )?"
        rf"(?:count|go|move|walk)(?:ing)? {_STEPS} {_WAY}{_ASIDE}[.:;,] (?:and )?(?:the )?Wizard "
        r"(?:(?:who )?(?:stand(?:s|ing)|is|sits|sitting) )?(?:in the position |at the position |where |whom "
        r"|that )?(?:you|one) "
        r"(?:arrive|end up|land|stop|reach|come|get|finish)(?: at| on| there| to| up)*",
        re.I,
    ),
    re.compile(
        r"the Wizard (?:whom |that |who is )?(?:you |one )?(?:reach(?:es|ed)?|find|found|arrive at"
        rf"|come to) by counting {_STEPS} {_WAY}"
        rf"(?: the ring| round the ring)? from {_START}{_ASIDE}(?=[.,;:]|$| (?:gains?|loses?|pays?|and|if))",
        re.I,
    ),
)


def positions_away(match: re.Match[str], of: str, whose: str = "") -> str:
    """The Wizard (or `whose`, something of theirs) as `many` positions that `way` from another, where a count stood."""
    way = "before" if match["way"].lower().startswith(("down", "back")) else "after"
    number = "position" if match["many"].lower() in ("1", "one") else "positions"
    begins = match.start() == 0 or match.string[: match.start()].rstrip().endswith((".", "!", "?", "•", "*"))
    return f"{'T' if begins else 't'}he {whose}Wizard {match['many']} {number} {way} {of}"


def _reached(text: str) -> str:
    """The Wizard so many positions away from another, for a count of positions."""

    def walked(match: re.Match[str]) -> str:
        start = match["start"].lower()
        of = (
            "the caster"
            if re.match(_SELF, start) or start.startswith("the caster")
            else re.sub(r"'s position$", "", match["start"])
        )
        of = "the Wizard in the chosen position" if re.match(r"the (?:chosen )?position", of, re.I) else of
        return positions_away(match, of)

    for pattern in _REACHED:
        text = pattern.sub(walked, text)
    return text


# ---- a sum that is shared ------------------------------------------------------------------------------------------

_SHARED = re.compile(
    rf"{_BEGIN}(?:add|take|put)(?: together| up)? (?:your (?P<thing>Stars|Crystals)|the (?P<things>Stars"
    r"|Crystals) of (?P<one>[^.;:]+?))"
    r",? (?:and|to|with) (?:the )?(?:those |(?:Stars|Crystals) )?of (?P<other>[^.;:]+?)(?: together)?(?:,| and|;"
    r"|\.)+ (?:and |then )*"
    r"(?:divide|halve)(?: the (?:sum|total|result)| it| that| this)?(?: by (?:2|two))?(?:,| and|, and)? "
    r"(?:then )?round(?:ing|ed)?(?: it)? "
    r"(?P<way>up|down)(?P<rest>[.:;,][^\n]*\b(?:ends? up|each|both|sets?|becomes?|have|has)\b[^\n]*)",
    re.I,
)


def _shared_out(text: str) -> str:
    """Two Wizards who share what they have: "Add your Stars to those of ..., and divide the sum by 2"."""

    def shared(match: re.Match[str]) -> str:
        thing, one = match["thing"] or match["things"], match["one"] or "the caster"
        rest = match["rest"].lstrip(".:;, ")
        about, _, later = rest.partition(". ")
        if re.search(r"\d", about):
            return match[0]
        both = f"{begun(one)} and {match['other']}"
        return f"{both} end up with the average of their {thing} (rounded {match['way']}). {later}".strip()

    return _SHARED.sub(shared, text)


# ---- what is said in more words -------------------------------------------------------------------------------------

_BUT_YOU = (
    r"(?:other than|except(?: for)?|but|besides|apart from) (?:you|yourself|the caster)(?: of [A-Z]\w*(?: "
    r"[A-Z]\w*)*)?"
)
_EVERYONE = r"(?:all(?: of)?(?: the)? Wizards|every(?:one|body)|all|the Wizards)(?: in the ring)?"
_DRAWN = r"(?:drawn|picked|chosen)"
_FROM_OTHERS = rf"from(?: among)? {_EVERYONE} {_BUT_YOU}"
_OTHER = r"a random Wizard other than the caster"
_SHORTER = exchanges(
    (
        (
            r"[.;,:] *(?:and )?(?:make )?an? (?:separate|new|fresh|different) (?:draw|Wizard|roll|one)"
            rf"(?: is (?:made|{_DRAWN})(?: at random)?)? ?(?:at random )?(?:for|with) "
            r"(?:each|every)(?: such| one| of these| of them)? ?(?:spells?)?(?=[.;]|$)",
            "",
        ),
        (
            rf"\ba random Wizard(?P<instead> instead)?,? (?:newly |separately )?{_DRAWN} (?:anew )?"
            rf"for (?:each|every)(?: such)? spell {_FROM_OTHERS}",
            rf"{_OTHER}\g<instead>",
        ),
        (
            r"\b(?:somebody|someone|another Wizard)(?: else)?(?P<instead> instead)?,? (?:namely |that is |i\.e\. )?"
            rf"an? (?:random )?Wizard {_DRAWN}(?: at random)? {_FROM_OTHERS}",
            rf"{_OTHER}\g<instead>",
        ),
        (
            rf", (?P<instead>instead) of (?:you|the caster), an? (?:random )?Wizard {_DRAWN}"
            rf"(?: at random)? {_FROM_OTHERS}",
            rf" {_OTHER} \g<instead>",
        ),
        (
            r"\b(?:any |all |the |whatever )?(?P<stars>Stars|Crystals)(?: that)? "
            r"(?P<who>[^,.;:]+? would (?:lose|gain) [^,.;:]+?),? are not (?P<done>lost|gained) by "
            r"(?:the caster|you|that Wizard|them|the [^,.;:]*?Wizard)[.;,:] (?:but |and )*"
            r"(?P<other>(?:the|your?|each|a)\b[^.;:]+?) (?:loses?|gains?) (?:them|those|these|that many)"
            r"(?: Stars| Crystals)? instead",
            r"\g<stars> that \g<who> are \g<done> by \g<other> instead",
        ),
        (
            r"\bthe Wizard whose position is (?P<many>\d+|one|two|three)(?: positions?| places?)? (?:lower than|"
            r"below|before)"
            r" (?:that of )?(?P<who>the (?:chosen|named|first chosen|second chosen) Wizard|the Wizard in the "
            r"chosen position|the caster|yours?)"
            r"(?:'s(?: position)?)?\b",
            r"the Wizard \g<many> positions before \g<who>",
        ),
        (
            r"\bthe Wizard whose position is (?P<many>\d+|one|two|three)(?: positions?| places?)? (?:higher than|"
            r"above|after)"
            r" (?:that of )?(?P<who>the (?:chosen|named|first chosen|second chosen) Wizard|the Wizard in the "
            r"chosen position|the caster|yours?)"
            r"(?:'s(?: position)?)?\b",
            r"the Wizard \g<many> positions after \g<who>",
        ),
        (r"\b(?P<way>before|after) yours\b(?= |[.,;])", r"\g<way> you"),
        (r",? \(?(?:be it|even if it is|if only) (?:only |just )?(?:a single )?one(?: of them)?\)?,?(?= )", ""),
        (
            r"\b(?:this|the following|what follows) (?:holds|applies|lasts|goes|is so|works) "
            r"(?:for the (?:rest|remainder)|until the end) of (?:this|the) Duel: ",
            "for the remainder of this Duel, ",
        ),
        (
            r"^\W*if (?:nobody|no one|no Wizard|none) (?P<did>[^,.;:]+), nothing happens[.;] (?:but |and )?"
            r"(?:otherwise|if (?:somebody|someone|anybody|any(?: one)?|one or more|some|at least one)(?: Wizards?)? "
            r"(?:did|does|do|has|have|is|are)),? (?=[^.;\n]*[.;]?\s*$)",
            r"If at least 1 Wizard \g<did>, ",
        ),
        (rf"\ban? (?:random )?Wizard {_DRAWN}(?: at random)? {_FROM_OTHERS}", _OTHER),
        (
            r"(?P<which>\b(?:each|every|any|all) spells? that targets? [^,.;:]+?)"
            r"(?P<does> targets? [^.;:]+?),? except that "
            r"(?:a|any|each) spell whose target has (?:already )?been changed (?:is left as it is|stays? as it is"
            r"|keeps? its target)",
            r"\g<which> whose target has not been changed\g<does>",
        ),
    )
)


def _shorter(text: str) -> str:
    """Draws without the word that each spell has its own, and what else is said in two steps."""
    return exchanged(text, _SHORTER)
