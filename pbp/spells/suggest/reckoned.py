"""Numbers that an Effect works out first, where they are used; nothing of it is certain."""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import BEGIN, MARK, begun, lower
from pbp.spells.suggest.exchanged import exchanged, exchanges
from pbp.spells.suggest.spoken import one_of


def _either(match: re.Match[str]) -> str:
    """One amount in one case, and another in the other case."""
    other = "Otherwise" if match["else"].lower() in ("otherwise", "if not") else begun(match["else"])
    who = lower(match["who"])
    return f"{match['mark']}{begun(match['case'])}, {who} {match['one']}. {other}, {who} {match['other']}"


_DONE = {"gained": "gains", "lost": "loses"}
_ITS = r"(?:are|is|concerns?|falls? to|goes? to|appl(?:y|ies) to|happens? to)"


def _labelled(match: re.Match[str]) -> str:
    """Whose gain and loss the items are that are only called so: "Gain: 2 Stars. Loss: 1 Crystal. Both are yours."."""
    whose = match["whose"] or "the caster"
    who = "the caster" if re.match(r"(?:you|yours|the caster)", whose, re.I) else re.sub("'s$", "", whose)
    return _GAIN_OR_LOSS.sub(
        lambda item: f"{item['mark']}{begun(who)} {'gains' if item['way'].lower() == 'gain' else 'loses'} ",
        match["items"],
    )


_GAIN_OR_LOSS = re.compile(
    rf"(?P<mark>{BEGIN}{MARK})(?:(?:the |its |your )?(?P<way>gain|loss)(?: of|:)) (?=(?:\d|DICE|as many|Stars|"
    rf"Crystals|half|up to|twice)\b)",
    re.I,
)
_AMOUNTS = exchanges(
    (
        (
            rf"(?P<items>(?:^|(?<=\n)){MARK}(?:the )?(?:gain|loss): [^\n]*(?:\n+{MARK}(?:the )?(?:gain|loss): [^\n]*)*)"
            rf"(?:\n(?:both|all|these)(?: of (?:these|them))? {_ITS} (?P<whose>[^.;\n]+)[.]?)?",
            _labelled,
        ),
        (
            r"\bas many (?P<thing>Stars|Crystals) as the number of the position (?:in which |where |that )?(?P<who>"
            r"(?:the|that|each)\b[^.;:,]*? )"
            r"(?:stands?(?: in)?|is(?: in)?|has|holds?|sits?(?: in)?|occupies)",
            r"\g<thing> equal to \g<who>'s position",
        ),
        (r"\b(?P<who>Wizard|position|caster) 's position\b", r"\g<who>'s position"),
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


# ---- two who end up with the same ------------------------------------------------------------------------------------

_MEAN = re.compile(r"\b(?:averag\w+|mean|half\b[^.;:]*\bsum|halve[sd]?|divided?)\b", re.I)
_WAY = re.compile(
    r"\bround(?:ed|ing|s)?(?: (?:it|this|that|the result|the number|the average))? (?P<way>up|down)\b|\(round"
    r"(?:ed|ing) (?P<other>up|down)",
    re.I,
)
_END_UP = re.compile(
    r"\b(?:ends? up|becomes?|are set|is set|set|gets?|have|has|is left|are left|left with|is (?:what|how many|"
    r"the number)|keeps?|finish(?:es)?|"
    r"average (?:your|their|the caster's|the)\b[^.;:]*\band)\b",
    re.I,
)
_BOTH = re.compile(
    r"\b(?:both|each|that (?:average|number|many)|the (?:result|average|same|mean)|they|these two|you two|average)\b",
    re.I,
)
_OTHERWISE = re.compile(
    r"\b(?:if|unless|gains?|loses?|pays?|lost|gained|steals?|swaps?|otherwise|each (?:neighbour|other)|every|"
    r"difference|chosen number"
    r"|among|until|remainder|rest of)\b|\b(?!2\b|two\b)\d+|DICE",
    re.I,
)
"""What stands in a text that says something else besides."""
_SOMEBODY = (
    r"(?:the caster|you|that Wizard|the Wizard in the (?:chosen|next|previous|first|second)(?: chosen)? position|"
    r"the Wizard (?:you (?:named|chose|picked))"
    r"|the (?:first |second )?(?:chosen|named|other) Wizard|a random [^.,;:]+?|the Wizard[^.,;:]*? with the "
    r"(?:most|fewest) (?:Stars|Crystals)"
    r"|the Wizard[^.,;:]*? who has the (?:most|fewest) (?:Stars|Crystals)(?: of all Wizards other than (?:you|"
    r"the caster))?"
    r"|the Wizard \d+ positions? (?:before|after) [^.,;:]+?)"
)
OWNER = re.compile(
    rf"(?P<your>\byour)(?: own)?(?: number of)? (?P<a>Stars|Crystals)\b|(?P<whose>\b{_SOMEBODY})'s(?: own)?(?: "
    rf"number of)?(?: (?P<b>Stars|Crystals)\b|(?=[,.;:]| and))"
    rf"|\b(?P<c>Stars|Crystals) of (?P<of>{_SOMEBODY})(?=[ ,.;:(]|$)|\b(?:those |that )?of (?P<those>{_SOMEBODY})"
    rf"(?=[ ,.;:(]|$)",
    re.I,
)
_PIECES = re.compile(r"[^.;:\n]+(?:[.;:](?= |\n|$)|\n|$)\s*")
MOST_PIECES = 4
"""Of how many pieces a text is that says who ends up with the average."""


def _levelled(text: str) -> str:
    """Two who end up with the average of what they have, however that is worked out: "Add your Stars to those of the
    chosen Wizard, divide the sum by 2 and round down. Each of you ends up with the result"."""
    if not _MEAN.search(text):
        return text
    pieces = list(_PIECES.finditer(text))
    for size in range(1, MOST_PIECES + 1):
        for first in range(len(pieces) - size + 1):
            begin, end = pieces[first].start(), pieces[first + size - 1].end()
            said = _level(text[begin:end])
            if said:
                mark = re.match(rf"\s*{MARK}(?:then,? )?", text[begin:end], re.I)
                lead = mark[0] if mark else ""
                return f"{text[:begin]}{lead}{lower(said) if lead.lower().strip().endswith('then') else said}"
                f" {_levelled(text[end:])}".rstrip()
    return text


def _level(text: str) -> str:
    """The sentence in which two Wizards end up with the average; nothing if that is not all of a text."""
    text = re.sub(rf"^\s*{MARK}", "", text)
    if not (_MEAN.search(text) and _END_UP.search(text) and _BOTH.search(text)) or _OTHERWISE.search(
        _WHOSE_MOST.sub("", text)
    ):
        return ""
    ways = {(match["way"] or match["other"]).lower() for match in _WAY.finditer(text)}
    owners: list[str] = []
    things: set[str] = set()
    for match in OWNER.finditer(text):
        who = "the caster" if match["your"] else match["whose"] or match["of"] or match["those"]
        who = "the caster" if who.lower() == "you" else re.sub(r"^the other Wizard$", "", who, flags=re.I)
        things |= {thing.capitalize() for thing in (match["a"], match["b"], match["c"]) if thing}
        if who and lower(who) not in owners:
            owners.append(lower(who))
    if len(owners) == 3 and "that Wizard" in owners:
        owners.remove("that Wizard")
    if len(owners) != 2 or len(ways) != 1 or len(things) != 1:
        return ""
    return f"{begun(owners[0])} and {owners[1]} end up with the average of their {things.pop()} (rounded {ways.pop()})."


_WHOSE_MOST = re.compile(r"\bamong (?:the )?Wizards\b", re.I)


def reckoned(text: str) -> str:
    """Numbers that are worked out first, where they are used."""
    text = _levelled(text)
    text = exchanged(text, _AMOUNTS)

    def extreme(match: re.Match[str]) -> str:
        one = one_of(match["crowd"].strip())
        most = "most" if match["way"].lower() in ("highest", "largest") else "fewest"
        return f"Each {one} with the {most} {match['thing']} {match['does']}" if one else match[0]

    return _EXTREME.sub(extreme, text)
