"""Numbers that an Effect works out first, where they are used; nothing of it is certain."""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import BEGIN, MARK, begun, lower
from pbp.spells.suggest.spoken import one_of


def _either(match: re.Match[str]) -> str:
    """One amount in one case, and another in the other case."""
    other = "Otherwise" if match["else"].lower() in ("otherwise", "if not") else begun(match["else"])
    who = lower(match["who"])
    return f"{match['mark']}{begun(match['case'])}, {who} {match['one']}. {other}, {who} {match['other']}"


_DONE = {"gained": "gains", "lost": "loses"}
_AMOUNTS = tuple(
    (re.compile(pattern, re.I), words)
    for pattern, words in (
        (
            rf"{BEGIN}(?P<mark>{MARK})(?P<who>[^.;:\n]*?\b(?:gains|loses|gain|lose)) (?:Stars|Crystals): "
            rf"(?P<one>\d+ (?:Stars?|Crystals?)) "
            r"(?P<case>if [^.;:,\n]+)[,;] (?:and |but )?(?P<other>\d+ (?:Stars?|Crystals?)) (?P<else>if "
            r"[^.;:,\n]+|otherwise)",
            _either,
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})(?P<who>(?:the|each|every|your|you)\b[^.;:,\n]+?)(?: again)?: (?:plus |\\+ "
            rf"?)(?P<many>(?:\d+|DICE\d+) (?:Stars?|Crystals?))",
            r"\g<mark>\g<who> gains \g<many>",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})(?P<who>(?:the|each|every|your|you)\b[^.;:,\n]+?)(?: again)?: (?:minus "
            rf"|[-−–] ?)(?P<many>(?:\d+|DICE\d+) (?:Stars?|Crystals?))",
            r"\g<mark>\g<who> loses \g<many>",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})(?:another )?(?P<many>\d+ (?:Stars?|Crystals?)) to "
            rf"(?P<who>[^.;:,\n]+)",
            r"\g<mark>\g<who> gains \g<many>",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})average your (?P<thing>Stars|Crystals) (?:with|and) (?:those of |the "
            rf"(?:Stars|Crystals) of )?(?P<other>[^.;:,\n]+?),? "
            r"\(?round(?:ing|ed)(?: it)? "
            r"(?P<way>up|down)\)?(?:[:;,.][^.;\n\d]*\b(?:both|each)\b[^.;\n\d]*)?(?=[.;\n]|$)",
            r"\g<mark>The caster and \g<other> end up with the average of their \g<thing> (rounded \g<way>)",
        ),
        (
            r"\bthe average of (?:your|their|the|these)(?: two)? (?P<thing>Star|Crystal) "
            r"(?:totals|counts|numbers|amounts)",
            r"the average of their \g<thing>s",
        ),
        (
            r"(?P<who>(?:^|(?<=[.;!?\n] )|(?<=\n))[^.;:,\n]*?) (?P<does>gains?|loses?) (?P<many>\d+ "
            r"(?:Stars?|Crystals?)),? (?:twice|two times)(?: over)?"
            r"(?: \([^()]*\))?(?=[.;]|$)",
            r"\g<who> \g<does> \g<many>. \g<who> \g<does> \g<many>",
        ),
        (
            r"\b(?P<roll>roll DICE\d+)(?: once)?[.;:,] (?:and )?(?:the|that|this) (?:result|number|roll)(?: "
            r"rolled)? is (?:the number of|how many) "
            r"(?P<thing>Stars|Crystals) (?:that |which )?(?P<who>[^.;:,]+?) "
            r"(?P<does>loses|gains|lose|gain|pays|pay)\b",
            r"\g<roll>. \g<who> \g<does> that many \g<thing>",
        ),
        (
            rf"{BEGIN}(?:for|take) (?P<who>(?:every|each) [^:;.]+?)[:;,.] (?:and )?divide (?:that|this|the) "
            rf"(?:Wizard|neighbour)'s "
            r"(?:number of )?(?P<thing>Stars|Crystals) by (?P<by>\d+),? \(?round(?:ed|ing) "
            r"(?P<way>up|down)\)?[:;,.] (?:and )?(?:that Wizard|they|that neighbour) "
            r"(?P<does>lose|gain)s? (?:the (?:resulting|so found|same) number|that number|that many|the result)(?: "
            r"of)?(?: Stars| Crystals)?",
            r"\g<who> \g<does>s \g<thing> equal to their \g<thing> divided by \g<by> (rounded \g<way>)",
        ),
        (
            r"\b(?:roll|throw) (?P<roll>DICE\d+)(?: once)?,? (?:and|then) halve (?:the "
            r"(?:result|roll|number)|it|that),? \(?round(?:ing|ed)?(?: it)? (?P<way>up|down)\)?[;:.,] "
            r"(?:and )?(?P<who>[^.;:\n]+?) (?P<does>gains?|loses?) that many (?P<thing>Stars|Crystals)",
            r"\g<who> \g<does> \g<thing> equal to half of \g<roll> (rounded \g<way>)",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})the (?P<thing>Stars|Crystals) of (?P<one>[^.;:,\n]+?) and (?:of |those of "
            rf")(?P<other>[^.;:,\n]+?) are averaged,? \(?round(?:ed|ing) (?P<way>up|down)\)?"
            r"(?:[.;:,][^.;\n]*?\b(?:ends? up|has|have|gets?|becomes?|is left)\b[^.;\n]*)?",
            r"\g<mark>\g<one> and "
            r"\g<other> end up with the average of their \g<thing> (rounded \g<way>)",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})(?P<one>[^.;:,\n]+?) (?:level|even out|average|equalise|share out) "
            rf"(?:your|their) (?P<thing>Stars|Crystals)[.;:,] [^.;\n]*?\b(?:average|same)\b[^.;\n]*?"
            r"round(?:ed|ing) (?P<way>up|down)\)?",
            r"\g<mark>\g<one> end up with the average of their \g<thing> "
            r"(rounded \g<way>)",
        ),
        (
            r"\b(?P<many>\d+ (?:Stars?|Crystals?)) is (?:the most|all) that (?P<who>[^.;:,\n]+?) can "
            r"(?P<does>lose|gain) "
            r"(?P<how>from|by|through)(?: any)?(?: single| one)*(?P<kind>(?: \"?[A-Z]\w+\"?)?) spell",
            r"\g<who> cannot \g<does> more than \g<many> \g<how> any one\g<kind> spell",
        ),
        (
            rf"(?:{BEGIN}[^.;:\n\d]*\beven (?:things|it) out[.:] )?{BEGIN}add (?:your|the caster's) "
            rf"(?P<thing>Stars|Crystals) to "
            r"(?P<other>[^.;:,\n]+?)'s(?: Stars| Crystals)?(?:,| and)+ (?:divide|halve) (?:the "
            r"(?:sum|total|result)|it|that)"
            r"(?: by (?:2|two))?,? (?:and )?round(?:ing)?(?: it)? (?P<way>up|down)[.;:,] "
            r"[^.;\n]*?\b(?:ends? up|becomes?|is set|are set|has|have|is left|are left)\b[^.;\n]*",
            r"The caster and \g<other> end up with the average of their \g<thing> (rounded \g<way>)",
        ),
        (
            r"\b(?:look|go)(?: back| also| now)* (?:at|over|through) (?:each of )?(?P<duels>the \d+ previous "
            r"Duels)[:;,.] for (?:each|every)(?: one)?(?: of (?:them|those))? (?:in which|where) "
            r"(?P<cond>[^.;:,\n]+), (?P<does>[^.;\n]+)",
            r"\g<does> for each of \g<duels> in which \g<cond>",
        ),
        (
            r"\b(?P<many>\d+ (?:Stars?|Crystals?)) (?:is|are) (?P<way>gained|lost) by (?P<who>[^.;:,\n]+?),? and "
            r"(?:on top of that|in addition|besides|also|additionally),? (?:a |another |a further )?"
            r"(?P<more>\d+)(?: further| more| extra| additional)? (?P<thing>Stars?|Crystals?) (?P<each>for "
            r"(?:each|every)\b)",
            lambda match: (
                f"{match['who']} {_DONE[match['way'].lower()]} {match['many']}, plus {match['more']} further "
                f"{match['thing']} {match['each']}"
            ),
        ),
        (
            r"(?P<who>(?:^|(?<=[.;!?\n] )|(?<=\n))[^.;:\n]*?) (?P<does>pays?(?: you)?|gains?|loses?) (?P<one>up to "
            r"\d+ (?:Stars?|Crystals?)) and (?P<other>(?:up to )?\d+ (?:Stars?|Crystals?))"
            r"(?P<to> to [^.;:,\n]+|)(?=[.;]|$)",
            r"\g<who> \g<does> \g<one>\g<to>. \g<who> \g<does> \g<other>\g<to>",
        ),
        (
            r"\b(?:add up|add together|total) (?:the )?(?P<thing>Stars|Crystals) of (?P<who>[^.;:]+?)[.:;,] "
            r"(?P<rest>[^.;:\n]*?) that many (?P<of>Stars|Crystals)",
            r"\g<rest> \g<of> equal to the total \g<thing> of \g<who>",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})add (?P<one>[^.;:\n]+?)'s (?P<thing>Stars|Crystals) to (?P<other>the "
            rf"caster's|yours|those of [^.;:,\n]+?|[^.;:,\n]+?'s), "
            r"(?:and )?(?:then )?(?:divide (?:the (?:sum|total|result) |it |that )?by (?:2|two)|halve (?:the "
            r"(?:sum|total|result)|it|that)),? (?:and )?round(?:ing)?"
            r"(?: it)? (?P<way>up|down)[.;:,] (?:[^.;\n]*?\b(?:ends? up|becomes?|is set|are set|has|have|is "
            r"left|are left)\b[^.;\n]*)",
            r"\g<mark>The caster and \g<one> end up with the average of their \g<thing> (rounded \g<way>)",
        ),
        (
            r"\b(?:take|work out|find|calculate) the average of (?P<of>[^.;:\n]+?),? \(?round(?:ed|ing)(?: it)? "
            r"(?P<way>up|down)\)?[:;.,] (?:and )?"
            r"(?:that|this|it) is (?:what|the number of \w+ (?:that |which |with which )?|how many \w+ "
            r")(?P<who>[^.;:\n]+?) ends? up(?: with)?",
            r"\g<who> end up with the average of \g<of> (rounded \g<way>)",
        ),
    )
)
_EXTREME = re.compile(
    rf"{BEGIN}(?:leave yourself (?:aside|out)(?: of it)? and |leaving yourself (?:aside|out), )?(?:find|look "
    rf"for|determine) (?:the )?"
    r"(?P<way>highest|lowest|largest|smallest) number of (?P<thing>Stars|Crystals) (?:among|of) "
    r"(?P<crowd>[^.;:\n]+?)[.;:,] "
    r"(?:whoever|each|every(?: one| Wizard)?|any(?: one)?)(?: of [^.;:\n]*?)? (?:who )?(?:has|have|with) "
    r"(?:that number|so many|that many)"
    r" (?P<does>[^.;\n(]+?)(?: \([^()]*\))?(?=[.;\n]|$)",
    re.I,
)


def reckoned(text: str) -> str:
    """Numbers that are worked out first, where they are used."""
    for pattern, words in _AMOUNTS:
        text = pattern.sub(words, text)

    def extreme(match: re.Match[str]) -> str:
        one = one_of(match["crowd"].strip())
        most = "most" if match["way"].lower() in ("highest", "largest") else "fewest"
        return f"Each {one} with the {most} {match['thing']} {match['does']}" if one else match[0]

    return _EXTREME.sub(extreme, text)
