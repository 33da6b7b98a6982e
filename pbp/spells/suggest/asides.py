"""An Effect without what it says besides what happens: what counts or announces what follows, repeats it, or lets
something stand; and some turns of phrase as the meaning page has them. Nothing of it is certain."""

from __future__ import annotations

import re

from pbp.spells.suggest.exchanged import exchanged, exchanges

BEGIN = r"(?:^|(?<=[.;:!?\n•*] )|(?<=\n)|(?<=\b\w[.)] )|(?<=\(\w\) ))"
"""Where a sentence begins."""
MARK = r"(?:[•*#\-–] *)?(?:\(?(?:\d{1,2}|[a-h]|i{1,3})[.)] *)?"
"""The mark of an item, if there is one."""


def begun(words: str) -> str:
    """Words as a sentence begins with them."""
    return f"{words[:1].upper()}{words[1:]}"


def with_capitals(text: str) -> str:
    """A text with a capital at the beginning of each sentence."""
    return _FIRST.sub(lambda match: match[0].upper(), text)


_FIRST = re.compile(r"(?:^|(?<=\n)|(?<=[\w)\"][.!?] ))(?![a-z]{1,3}[.)])[a-z]")


def lower(words: str) -> str:
    """The first word of a sentence as it stands in its midst."""
    return f"{words[0].lower()}{words[1:]}" if _COMMON.match(words) else words


_COMMON = re.compile(
    r"(?:The|You|Your|Each|Every|All|A|An|Both|If|That|Any|Whenever|When|Spells|One|Nobody|No|Two|Three|Four|Five|Half"
    r"|Neither|Whoever|Whichever|(?:Some|Any|Every)(?:one|body)|They|Exactly|At (?:least|most))\b"
)

_ALL_OF = (
    r"(?:both|all|each|these|the)(?: of)?(?: these| the| this| it)?(?: (?:two|three|2|3))?"
    r"(?: (?:following|below|things|outcomes|changes|effects|steps|sentences|items|rules))*"
)
_HAPPEN = r"(?:happens?|appl(?:y|ies)|holds?|takes? place|(?:is|are) done|works?|comes? about|occurs?|goes?|counts?)"
_AT_ONCE = r"(?:at once|together|at (?:one and )?the same (?:time|moment)|in the same moment|simultaneously)"
_MANY = r"(?:two|three|four|both|several|2|3|4)"
_TELLS = (
    r"\b(?:(?:gain|lose|pay|swap|end|share|become|target|spell|Star|Crystal|Wizard|neighbour|effect(?! at))s?|if)\b"
)
"""What stands in a sentence that says what happens."""


def _items(words: str) -> str:
    """ "Your Hat, your Robes, your Staff" as "your Hat, Robes and Staff"."""
    *items, last = re.split(r",? and |, ", re.sub(r"(?<=, )(?:your|the caster's|their) ", "", words))
    return f"{', '.join(items)} and {last}" if items else last


_NOT_SAID = exchanges(
    (
        (rf"{BEGIN}(?:moreover|furthermore|on top of that|besides that|in addition to that)[,:] ", ""),
        (
            rf"{BEGIN}(?:{_MANY}|all|both|the|these)\b(?:(?!{_TELLS})[^.;:\n\d]){{0,60}}"
            rf"\b(?:{_AT_ONCE}|independently)[.:] *(?=\S|\n|$)",
            "",
        ),
        (rf"{BEGIN}at (?:one and )?the same (?:time|moment)(?:, in no particular order)?[,:] *", ""),
        (
            rf"{BEGIN}(?:this|that|it) (?:goes|holds|is so|applies|is true|works) for (?:each|every)(?: "
            rf"single)?(?: such)? spell[^.;\n]*[.;]? *",
            "",
        ),
        (
            rf"{BEGIN}(?:condition|test|requirement|check): "
            rf"(?P<cond>(?!does|do|did|is|are|has|have|was)[^.;:?\n]+)[.;?]\s*(?P<mark>{MARK})if "
            rf"(?:(?:it|this|that|the condition)"
            r" (?:is|holds)(?: met| true| so| fulfilled| satisfied)?|so)[:,] ",
            r"\g<mark>If \g<cond>, ",
        ),
        (rf"{BEGIN}(?:every|each) such spell is [a-z]+ (?:in this way|like this|so)[.;]? *", ""),
        (rf"{BEGIN}(?:condition|test|requirement|check): (?=[^.;:\n]+\?)", ""),
        (
            r",?(?: no matter what,?| in any case,?)? and (?:on top of that|besides|in addition|besides that): "
            r"*(?=\n)",
            ".",
        ),
        (
            r"\bcount how many of (?:these|the following)(?: \w+)? are (?P<value>\"?\w+\"?): "
            r"(?P<list>[^.;:\n]+)[.;] (?P<does>[^.;:\n]*?)that many (?P<thing>Star|Crystal)s",
            lambda match: (
                f"{match['does']}1 {match['thing']} for each of {_items(match['list'])} that is {match['value']}"
            ),
        ),
        (
            rf"{BEGIN}(?:(?:and|but) )?(?:whether or not|regardless of|no matter|irrespective of|whatever "
            rf"(?:the|your|those|that|this"
            r"|came|comes|happens|happened|is|was))\b(?:(?!\b(?:gain|lose|pay|swap)s?\b)[^.;:,\n])*[,:] (?:and "
            r"|also )?",
            "",
        ),
        (
            r",? \(?(?:whether or not|regardless of|no matter|irrespective of)\b(?! "
            r"which)[^.;:,\n()]*\)?(?=[.;\n]|$)",
            "",
        ),
        (
            r"(?P<mark>(?:^|(?<=[.;:!\n•*] )|(?<=\n))[•*\-]? ?)(?:if|result(?: of)?) "
            r"(?P<case>even|odd|\d+(?: or (?:more|higher|less|lower|fewer))?|\d(?:, \d)* or \d)"
            r"(?:, whether even or odd)?[:,] ",
            r"\g<mark>If the result is \g<case>, ",
        ),
        (r",? or (?P<one>(?:who|that) [^,.;|\n]+?),? or both\b,?", r" or \g<one>"),
        (r",? or (?P<one>[^,.;|\n]+?),? or both\b", r" or \g<one>"),
        (
            r"\bthe Wizard (?:so )?(?P<how>picked|drawn)(?: at random| by lot)?(?= "
            r"(?:has|have|is|cast|lost|gained|had|loses|gains|pays)\b|[.,;'])",
            "the picked Wizard",
        ),
        (r"\bthe caster of this (?:one|spell|text|Effect)\b", "the caster"),
        (r"\b(?P<be>is|are|be) unaffected by\b", r"\g<be> not affected by"),
        (
            r"\bif (?:another|any other|some other) Wizard (?P<cond>[^,.;:\n]+), "
            r"(?:any|each|every|the)(?P<kind> \"?[A-Z]\w+\"?)? spells? "
            r"(?:that is |which is )?cast by (?:that Wizard|them) (?P<does>[^.;\n]+)",
            r"each\g<kind> spell cast by another Wizard who \g<cond> \g<does>",
        ),
        (
            r"\bas (?:that|the) spell made (?P<who>you|the caster) gain or lose\b",
            r"as \g<who> gained or lost "
            r"from it",
        ),
        (
            rf"(?P<before>\b(?:otherwise|[^\n.]*?[^\n.,])),? (?:then )?(?:do )?{_ALL_OF}"
            rf"(?: (?:do|does|shall|will|must))?(?: {_HAPPEN})?(?: {_AT_ONCE})?(?: \([^()]*\))?: *(?=\n|[•*(]|1)",
            r"\g<before>:",
        ),
        (rf"{BEGIN}{MARK}{_ALL_OF}(?: shall| will)? {_HAPPEN} {_AT_ONCE}[.:] *", ""),
        (
            rf"{BEGIN}{_MANY} (?:separate |different )?(?!(?:Star|Crystal|Wizard|spell|Duel)s?\b)[a-z]+(?: are "
            rf"(?:made|handed out|given|dealt|done)| "
            rf"follow| happen)? ?(?:{_AT_ONCE})?[.:!]\s*(?=\S)",
            "",
        ),
        (
            rf"{BEGIN}(?:the )?(?:first|second|third|next|last) "
            rf"(?:sting|part|gain|loss|payment|step|thing|blow|effect): *",
            "",
        ),
        (
            rf"{BEGIN}(?:the |this )?(?:loss|gain|payment|swap) itself (?:stands|remains|is "
            rf"kept|stays)[^.;\n]*[.;]? *",
            "",
        ),
        (rf"{BEGIN}(?:and )?as for (?:you|yourself|the caster)[,:] (?:you |the caster )?", ""),
        (
            r"\ball (?:of )?(?:the )?(?P<what>Stars|Crystals) of (?P<who>[^.;:,]+?) are (?:lost|taken "
            r"away|gone)\b",
            r"\g<who> loses all of their \g<what>",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})as for (?P<what>[^.;:,\n]+)[:,] (?:it|they|that Wizard|this) "
            rf"(?=(?:gain|lose|pay|become|swap|target|is|are|has)s?\b)",
            r"\g<mark>\g<what> ",
        ),
        (r"\b(?P<does>becomes?) whatever (?P<what>[^.;:,\n]+?) (?:is|are)(?: now)?(?=[.;]|$)", r"\g<does> \g<what>"),
        (rf"{BEGIN}(?:in|for) (?:both|either|all) cases?,? (?:and |also )?", ""),
        (
            rf"{BEGIN}(?:whichever|no matter which|whoever|whatever)\b[^.,;:\n]* (?:is|are|has|have) "
            rf"(?:ahead|more|higher|larger|greater|richer|fewer)\b[^.,;:\n]*, ",
            "",
        ),
        (r"\bthe latter\b", "that Wizard"),
        (
            r"\b(?P<who>the caster|you|the Wizard in the chosen position|the chosen Wizard|that Wizard) "
            r"(?P<has>has|have) the same (?P<thing>\w+) as (?:some|any|at least one) "
            r"Wizard other than (?:(?P=who)|yourself|themselves)",
            r"\g<who> \g<has> the same \g<thing> as another "
            r"Wizard",
        ),
        (
            r"\bthe spell (?:that |which )?(?P<who>you|the caster|that Wizard|the chosen Wizard|the Wizard in the "
            r"chosen position) cast in (?P<when>the previous Duel|Duel X-\d) is the same "
            r"as the (?:one|spell)(?: that| which)? (?:you|they|the caster|that Wizard) cast(?: now| in this "
            r"Duel)?",
            r"\g<who> cast the same spell as in \g<when>",
        ),
        (
            r"\bnone of the (?P<many>\d+) previous Duels (?:went by|passed|was) without (?P<who>[^.;:,\n]+?) "
            r"casting (?P<what>\"[^\"]+\"|[A-Z]\w+)(?: in it)?",
            r"\g<who> cast \g<what> in each of the \g<many> previous Duels",
        ),
        (
            r"\b(?:with|using) the (?:very |exact |same )*inputs (?:which |that )?(?:that Wizard|they) "
            r"(?:gave|chose|named|used|picked)(?: for it)?",
            "with the same inputs",
        ),
        (
            r"\b(?:every|each|any) \"(?P<one>[^\"]+)\" (?:and|or) (?:every|each|any) \"(?P<other>[^\"]+)\"(?! "
            r"spell)",
            r'each spell named "\g<one>" or "\g<other>"',
        ),
        (rf"{BEGIN}(?:on an? )?(?P<which>even|odd) result: ", r"On an \g<which> result, "),
        (r", (?:that is|i\.e\.|in other words),? [^.;\n\d]*(?=[.;\n]|$)", ""),
        (
            r"(?P<each>\b(?:each|every|any) (?:other )?(?:Wizard|neighbour)\b(?:(?!\bthe (?:\w+ "
            r")*Wizard|\btarget\b|'s)[^.;:\n])*?) "
            r"(?:that|this) (?:Wizard|neighbour)'s (?:own )?",
            r"\g<each> their ",
        ),
        (
            r"\b(?:is|are) (?:struck|hit|punished|burdened|charged|fined)(?: by (?:you|the caster))? "
            r"(?:for|with|by) a loss of (?=\d|DICE)",
            "loses ",
        ),
        (r"\b(?:shall |will |must )?suffers? a loss of (?=\d|DICE)", "loses "),
        (r"\((?P<how>round(?:ed|ing) (?:up|down))[;,:] [^()]*\)", r"(\g<how>)"),
        (r",? \((?:a gain for a gain|a loss for a loss)\b[^()]*\)", ""),
        (
            r"[:;,] (?:all \d+|all of (?:them|it)) if [^.;,]*, (?:and )?(?:otherwise|if not,?|else) (?:as "
            r"many|whatever|what|all) [^.;]*"
            r"(?=[.;])",
            "",
        ),
        (
            r",? (?:drawn|picked|chosen) (?:separately|anew|afresh|independently) for (?:each|every)(?: such| "
            r"one of these)? spell",
            "",
        ),
        (
            r"\b(?:this|that|the)(?: spell)? (?:only )?(?:applies|works|happens|does something|does anything|takes "
            r"effect)(?: only)?"
            r" (?:where|when|if) (?P<cond>[^.;:\n]+)[.;:] (?:in that case|then|if so|when it does|if you do|if "
            r"they do|if it does)"
            r"(?P<mark>[:,]) *",
            r"If \g<cond>\g<mark> ",
        ),
        (
            r"(?<=[.\n]) *(?:where|if|when) (?:that|this|the|it|they)\b[^.;\n]*\b(?:neither|none of) "
            r"[^.;\n]*[.;]?\s*$",
            "",
        ),
        (
            r"(?P<case>(?:^|(?<=[.!?\n] )|(?<=\n))(?:if|where|when|provided that)\b[^.;:\n]*[^.;:,\n]),? *(?=\n "
            r"*[•*#\-–])",
            r"\g<case>:",
        ),
        (
            r"\b(?P<if>if|should|where) there (?:is|be|are) (?:any|an?|at least one|some) Wizard (?:who|that) "
            r"(?P<one>[^.;:,]+?),? or "
            r"(?:any|an?|at least one|some) Wizard (?:who|that) (?P<other>[^.;:,]+)",
            r"if any Wizard \g<one> or "
            r"\g<other>",
        ),
        (
            r"\bthe spell (?:that |which )?(?P<who>(?:that|this|the|you|each|any)[^.;:,]*?) cast(?: in this Duel)? "
            r"was also cast by (?:any(?:body|one) else|another Wizard|some(?:body|one) else|some other Wizard"
            r"|any other Wizard)(?: \([^()]*\))?",
            r"\g<who> cast the same spell as another Wizard",
        ),
        (r"\bthe (?:count|total|number) of Wizards in the ring\b", "the number of Wizards"),
        (
            r"\b(?P<of>each|every one|any) of (?:these|the following)(?: \w+)? (?P<what>(?:that|which|who) "
            r"[^.;:\n]+): (?P<list>[^.;:\n]+)",
            lambda match: f"{match['of']} of {_items(match['list'])} {match['what']}",
        ),
    )
)


_OF_WHOM = re.compile(
    r"\b,? ?of whom (?P<many>at least one|one or both|either|both|all|each)(?: of (?:these|the following))?(?: "
    r"two| three)?(?: things| statements)? (?:is|are) true:"
    r"\s*[•*#\-–(][^\n\w]*(?:that|the|this) (?:Wizard|neighbour) (?P<one>[^\n;,]+)[;,]?(?: or| "
    r"and)?\n[^\n\w]*(?:that|the|this) (?:Wizard|neighbour) "
    r"(?P<other>[^\n.;]+)[.;]?",
    re.I,
)
"""Of whom two things are true that are listed."""


def _who_do(match: re.Match[str]) -> str:
    word = "and" if match["many"].lower() in ("both", "all", "each") else "or"
    return f" who {match['one']} {word} {match['other']}."


def without_asides(text: str) -> str:
    """A text without what says how much follows, that all of it happens, or that something said before stands."""
    text = _OF_WHOM.sub(_who_do, text)
    return exchanged(text, _NOT_SAID)
