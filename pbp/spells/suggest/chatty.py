"""An Effect that is talked through, in plain words: what is asked and answered, who is looked at first, when alone all
of it happens, and the words between that only cheer or pity; nothing of it is certain.

"Have a peek at your target. More Stars than you? Too bad, "
"then ..." -> "Look at your target. More Stars than you? Then ..."
"""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import BEGIN, begun, lower
from pbp.spells.suggest.exchanged import exchanged, exchanges
from pbp.spells.suggest.tabled import claimed


def chatty(text: str) -> str:
    """The text in plain words; the same where nothing is to be said otherwise."""
    said = text
    said = exchanged(said, _PLAINLY)
    for step in (_of_two, _counted, _looked_up, _asked, _the_other_case, _only_if, _swapped_once):
        said = step(said)
    return said if said == text else said.rstrip()


_CHEERS = (
    r"(?:too bad|bad luck|tough luck|hard luck|what a pity|pity|shame|what a shame|sorry|lovely|great|fine|nice"
    r"|good(?: for "
    r"(?:you|them))?|good news|bad news|very well|well|oh well|oh dear|oh|ah|aha|hooray|hurrah|yay|bravo"
    r"|excellent|splendid"
    r"|wonderful|super|jackpot|lucky (?:you|them)|poor (?:you|thing)|alas|perfect|marvellous|ouch|right|okay|ok"
    r"|never mind"
    r"|no luck|congratulations|brilliant|cheers|then)"
)
_SO = r"(?:then|in that case|if so|so|in this case|when that is so|if that is so)"
_PLAINLY = exchanges(
    (
        (rf"(?<=\?) {_CHEERS}(?:[,!.]? {_CHEERS})?[,!.;:–—]+ (?={_SO}\b)", " "),
        (r", (?:sorry|alas|oh dear|oh well|well|hooray|lucky you|poor thing|ouch)(?: \w+)?, ", ", "),
        (
            r"(?:take|have|give|cast) (?:a|one) (?:little |quick |good |first )?(?:peek|look|glance|peep|thought) "
            r"(?:back )?"
            r"(?P<at>at|to) (?:how (?P<who>[^.;:,?\n]+?) (?:is|are) (?:doing|faring|getting on)|(?P<what>[^.;:,?\n]+))",
            lambda m: f"{'Look' if m[0][0].isupper() else 'look'} at {m['who'] or m['what']}",
        ),
        (
            r"\b(?:the |this )?(?:whole (?:thing|spell|business)|thing|spell|magic|lot|trick) (?:just "
            r")?(?:fizzles(?: out)?|fails"
            r"|is off|goes up in smoke|comes to nothing|falls flat)(?:,? and nothing(?: at all)? happens)?(?=[.;!,]|$)",
            "nothing happens",
        ),
        (
            r"\b(?:this|the|your) spell (?:does|will do|has done) nothing(?: at all| whatsoever| whatever)?(?:, "
            r"(?:the )?(?:payment|cost)s? "
            r"(?:and all|included|too)| and nothing is paid)?(?=[.;,]|$)",
            "nothing happens",
        ),
        (
            r"\b(?P<has>has|have|holds?|owns?) (?P<many>\d+) (?P<thing>Stars|Crystals), (?:no|not one|not a "
            r"single one|neither) "
            r"more (?:and|or|nor) (?:no|not one|not a single one)?(?: ?less| fewer)(?: either)?",
            r"\g<has> exactly \g<many> \g<thing>",
        ),
        (
            r"\b(?P<more>more|fewer|less|as many|exactly as many)(?P<thing> Stars| Crystals)? (?P<than>than|as) "
            r"(?P<who>you|the "
            r"caster|that Wizard|they|the (?:chosen|named) Wizard|the Wizard in the chosen position) (?:started"
            r"|began|set out)"
            r"(?: (?:this|the) Duel)? with",
            lambda m: (
                f"{m['more']}{m['thing'] or ' Stars'} {m['than']} "
                f"{'they' if m['who'].lower() == 'that wizard' else m['who']} had at the start of this Duel"
            ),
        ),
        (
            r"\bthe Wizards (?:are|number) (?:in all )?(?P<many>(?:exactly |at least |at most |fewer than |more "
            r"than )?\d+)"
            r"(?: in (?:number|all))?(?: strong)?(?=[,.;:]|$)",
            r"the number of Wizards is \g<many>",
        ),
        (
            r"\b(?:should|if|where|when) (?P<who>the [^.;:,\n]+?|(?:Wizards|neighbours|spells) [^.;:,\n]+?) "
            r"(?:should )?number "
            r"(?P<many>(?:exactly |at least |at most |fewer than |more than )?\d+(?: or (?:more|fewer))?)(?=[,.;:])",
            r"if the number of \g<who> is \g<many>",
        ),
        (
            r"(?P<a>\b1 (?P<thing>Star|Crystal) for) an? (?P<value>[A-Z]\w+) (?P<one>[A-Z]\w+)(?: on (?:the "
            r"caster|you)| (?:that )?"
            r"(?:you|the caster) (?:wears?|has|have))?,? (?:and|plus) 1 (?P=thing) for an? (?P=value) "
            r"(?P<other>[A-Z]\w+)"
            r"(?: (?:on|in|of) (?:the caster|you|your)(?:['’]s)?(?: hands?| head)?| (?:that )?(?:you|the caster) "
            r"(?:wears?|has|have))?",
            r"\g<a> each of the caster's \g<one> and \g<other> that is \g<value>",
        ),
        (
            r",? (?:thus|so|hence|making|which makes|that is),? (?:0|none|1|2|\d)(?:, \d)* or \d (?:Stars?"
            r"|Crystals?)(?: in all| altogether)?",
            "",
        ),
        (
            rf"{BEGIN}\"?(?P<word>[A-Z]\w+)\"? in [^.;:\n]+ (?:stays?|remains?|means|is always) "
            rf"(?P=word)\b[^.;:\n]*[.;] *",
            "",
        ),
        # Who pays, if able.
        (
            r"(?P<pays>\bpa(?:ys?|id)\b[^.;:,\n]*?)(?P<many>\b\d+)(?P<rest> (?:Stars?|Crystals?)\b[^.;:,\n]*), "
            r"(?:provided(?: always)?|if|as long as|so long as)(?: that)? (?:that Wizard|they|you|the caster|the "
            r"one who pays) "
            r"(?:has|have|owns?|holds?|be possessed of|possess(?:es)?) (?:at least |not fewer than |no fewer than "
            r")?(?P=many)"
            r"(?: or more)?(?: Stars?| Crystals?)?(?: of them)?(?: \((?:if not|otherwise|else)[^()]*\bnothing[^()]*\)"
            r"|, failing (?:which|that),? (?:no payment|nothing)\b[^.;,\n]*)?(?=[.;]|$)",
            r"\g<pays>\g<many>\g<rest>, if able",
        ),
        (
            r"[:,] \(?(?:your|the caster['’]s|their) (?P<one>[A-Z]\w+) if (?:you|the caster|they|it is) (?:chose"
            r"|picked|named|selected"
            r"|chosen) (?P=one),?(?: and| or)? (?:your|the caster['’]s|their) (?P<other>[A-Z]\w+) if (?:you|the "
            r"caster|they|it is) "
            r"(?:chose|picked|named|selected|chosen) (?P=other)\)?(?=[.;])",
            "",
        ),
        (
            rf"{BEGIN}the (?:other(?: one| item)?|one (?:that )?(?:you|the caster) did(?: not|n['’]t) choose"
            rf"|(?:item|one) (?:that was )?not "
            r"chosen) (?:stays?|remains?|is left|keeps?)\b[^.;\n]*(?:[.;] *|$)",
            "",
        ),
        (
            r",? (?:which|and that|this) (?:makes|comes to|gives) (?:\w+ )?\d+ (?:Stars?|Crystals?)(?: at (?:the "
            r")?(?:very )?(?:most"
            r"|least|best)| in all| altogether)(?=[.;]|$)",
            "",
        ),
        (r"(?<=[Tt]hen), and only then,", ","),
        # How it is rounded.
        (
            r",? (?:and |but )?(?:if|should|where|when) (?:that|this|it|there|the (?:result|sum|number))[^.;:,\n]{0,30}"
            r"\b(?:half|fraction|broken)\b[^.;:,\n]{0,20}, (?:you |we )?(?:go|round(?: it)?|move|step|take it) "
            r"(?P<way>up|down)\b"
            r"[^.;:,\n]*",
            r", rounded \g<way>",
        ),
        (
            r"[,;] (?:and |but )?(?:a|any)(?: odd| left-?over)? half(?: a)?(?: Star| Crystal)?(?: that is left)? "
            r"(?:is|gets) "
            r"(?:dropped|lost|ignored|cut off|forgotten|rounded down)(?=[.;,]|$)",
            ", rounded down",
        ),
        (
            r"[,;] (?:and |but )?(?:a|any)(?: odd| left-?over)? half(?: a)?(?: Star| Crystal)?(?: that is left)? "
            r"(?:counts? as "
            r"(?:a whole(?: one)?|one|1)|is rounded up)(?=[.;,]|$)",
            ", rounded up",
        ),
        # Who swaps.
        (
            r"(?:whatever|all the|the) (?P<thing>Stars|Crystals) (?P<one>[^.;:,\n]+?) (?:was holding|holds|held"
            r"|had|has|was keeping"
            r"|owned) (?:are|is) now (?P<other>[^.;:,\n]+?)['’]s,? and (?:whatever|what|those(?: that)?|all)(?: "
            r"(?P=thing))?(?: that)? "
            r"(?P=other) (?:was holding|holds|held|had|has|was keeping|owned) (?:goes?|moves?|wanders?|travels?"
            r"|passes?|comes?) (?:the other "
            r"(?:way|direction)|back|over|the opposite way|in return)(?: round| around)?",
            r"\g<one> swaps \g<thing> with \g<other>",
        ),
        (
            rf"{BEGIN}(?:check|look at|look up|see|note|consider|recall|read)(?: first)? the (?:chosen|named) "
            rf"(?:word|option|number"
            r"|item|thing|value|spell|colour)[.:] (?=[^\n])",
            "",
        ),
        (
            rf"{BEGIN}(?:a|one|just a) (?:straight|simple|plain|fair|clean|full|mutual|direct) (?:swap|exchange"
            rf"|trade|switch) of "
            r"(?P<thing>Stars|Crystals|[A-Z]\w+)(?:,|:)? between (?P<one>(?!the two)[^.;:,\n]+?) and "
            r"(?P<other>[^.;:,\n]+)",
            lambda m: f"{begun(m['one'])} swaps {m['thing']} with {m['other']}",
        ),
    )
)


# ---- two that are compared ------------------------------------------------------------------------------------------

_TWO = re.compile(
    rf"{BEGIN}(?:you )?(?:look at|take|compare|consider|see)(?: the Stars of| the Crystals of)? (?:(?P<your>your"
    rf"|the caster's)|the) "
    r"(?:two )?neighbours(?: of (?P<of>[^.;:,\n]+))?[.;:] *",
    re.I,
)
_COMPARES = re.compile(r"(?:and |then )*(?:compare|check|look at|see) (?:their|the) (?:Stars|Crystals)[.;:] *", re.I)
_OF_THE_TWO = re.compile(
    r"\bthe (?:(?:one|neighbour|Wizard) (?:of (?:them|the two|these(?: two)?|those(?: two)?) )?(?:with|who has) "
    r"(?:the )?"
    r"(?P<way>more|fewer|less) (?P<thing>Stars|Crystals)|(?P<rich>richer|poorer)(?: one| neighbour)?(?: of "
    r"(?:them|the two|these))?)"
    r"(?=[ ,.;:]|$)",
    re.I,
)


def _of_two(text: str) -> str:
    """The one of two neighbours with more or fewer Stars: "Look at your neighbours. ... the one with fewer Stars" as
    "the neighbour of the caster with the fewest Stars"."""
    two = _TWO.search(text)
    if two is None or not _OF_THE_TWO.search(text[two.end() :]):
        return text
    of = "the caster" if two["your"] else two["of"] or "the caster"

    def one(match: re.Match[str]) -> str:
        most = (match["way"] or match["rich"]).lower() in ("more", "richer")
        return f"the neighbour of {of} with the {'most' if most else 'fewest'} {match['thing'] or 'Stars'}"

    return f"{text[: two.start()]}{_OF_THE_TWO.sub(one, _COMPARES.sub('', text[two.end() :]))}"


# ---- what is counted, or looked up ----------------------------------------------------------------------------------

_CHEER = rf"(?:{_CHEERS}|(?!(?:Otherwise|Then|If|Unless|No|Not|Yes)\b)[A-Z][a-z]+)"
"""Any word that stands alone before a mark."""
_HOW_MANY = re.compile(
    rf"(?:^|(?<=[.;!?\n] ))[^.;!?\n]*?\bhow many (?:of )?(?P<who>[^.;:?\n]*?\b(?:Wizards|neighbours"
    rf"|spells)\b[^.;:?\n]*?) "
    r"(?P<do>(?:are|have|cast|targeted|were|lost|gained)\b[^.;:?\n]*|there are)\? +(?P<many>(?:(?:exactly|at "
    r"least|at most|more than"
    r"|fewer than|only|just) )?(?:none|\d+|one|two|three|four|five)(?: or (?:more|fewer|less))?)\? +"
    rf"(?:{_CHEER}[,!.] )?(?:{_SO},? )?(?P<does>[^.;?\n]+?[.;!])(?P<rest> +(?:fewer|less|more|otherwise|not|any "
    rf"other|anything else)"
    rf"(?: than that| number| so many| that many)?\? +(?:{_CHEER}[,!.] )?(?:{_SO},? )?)?",
    re.I,
)


def _counted(text: str) -> str:
    """How many are asked for, and what happens for a number: "How many are idle? Two or more? Then ..."."""

    def condition(match: re.Match[str]) -> str:
        who, do = match["who"].strip(), match["do"].strip()
        crowd = who if do == "there are" else f"{who} who {do}"
        many = re.sub("(?i)^none$", "0", match["many"])
        otherwise = " Otherwise, " if match["rest"] else ""
        return f"If the number of {crowd} is {lower(many)}, {lower(match['does'])}{otherwise}"

    return _HOW_MANY.sub(condition, text)


_WHAT_CAST = re.compile(
    rf"{BEGIN}(?:let's |let us |first,? |now,? )*(?:see|check|look at|look up|find out|ask|consider) (?:what"
    rf"|which spell|what spell) "
    r"(?P<who>[^.;:,?\n]+?) (?P<did>cast|selected)[.;:!] (?:(?:was|is) (?:it|that)|if (?:it|that)(?: spell)? "
    r"(?:was|is)) "
    r"(?P<not>not )?(?P<what>(?:an? )?\"?[A-Z][^.;:?,\n]*?\"?)(?P<end>\?|, )",
    re.I,
)


def _looked_up(text: str) -> str:
    """What somebody cast, asked before it is said: "See what X cast. Was it Burn? Then ..."."""

    def asked(match: re.Match[str]) -> str:
        does = {"cast": "cast", "selected": "select"}[match["did"].lower()]
        if match["end"] == "?" and not match["not"]:
            return f"Did {match['who']} {does} {match['what']}?"
        if match["end"] == "?":
            return match[0]
        done = f"did not {does}" if match["not"] else match["did"].lower()
        return f"If {match['who']} {done} {match['what']}, "

    return _WHAT_CAST.sub(asked, text)


# ---- questions ------------------------------------------------------------------------------------------------------

_QUESTION = re.compile(
    rf"{BEGIN}(?P<asked>(?:does|do|did|is|are|was|were|has|have)\b[^.;:!?\n]+)\? (?!then){_SO},? (?P<does>[^\n.;]+)",
    re.I,
)


def _asked(text: str) -> str:
    """A question with its answer as a condition: "Does the caster have 3 Stars? Then ..."."""

    def condition(match: re.Match[str]) -> str:
        claim = claimed(match["asked"])
        return f"If {claim}, {lower(match['does'])}" if claim else match[0]

    return _QUESTION.sub(condition, text)


_OTHER_CASE = re.compile(
    r"(?P<before>(?:\bif (?P<case>[^.;:,\n]+), |\b(?:did|does|is|are|was|has|have) [^.;:?\n]+\? )[^\n]*?[.;!] "
    r")(?P<other>(?:"
    r"(?P<any>(?:with|on|for|in|at) any(?:thing)? (?:other|else)\b[^.;:,\n?]*\??|(?:any|some)thing (?:else"
    r"|other)\?|if (?:it|that) "
    r"was (?:anything|something) else|in any other case|failing that)|as many (?:as (?:back )?then|as that|or "
    r"more|or fewer)"
    r"[^.;:?\n]*\?|as (?:few|many)[^.;:?\n]*, or (?:more|fewer)\?)(?: (?:then|in that case|so)\b)?),? ",
    re.I,
)
_COMPARED = re.compile(r"\b(?P<way>more|fewer|less) (?:Stars|Crystals) than\b", re.I)


def _the_other_case(text: str) -> str:
    """The other of two cases as such: "As many as then, or more? Then ..." after "if you have fewer Stars than ..."."""

    def other(match: re.Match[str]) -> str:
        asked = match["other"].lower()
        if not match["any"]:
            compared = _COMPARED.search(match["case"] or "")
            against = "more" if compared and compared["way"].lower() != "more" else "fewer"
            if not compared or not re.search(rf"\bor {against}\b", asked):
                return match[0]
        return f"{match['before']}Otherwise, "

    return _OTHER_CASE.sub(other, text)


# ---- when alone it happens ------------------------------------------------------------------------------------------

_ONLY_IF = re.compile(
    r"(?P<does>(?:^|(?<=\n))(?!(?:if|unless|when|on|otherwise)\b)[^.;:!?\n]+)[.;!] (?:but )?(?:all )?(?:this|that"
    r"|it)(?: "
    r"(?:loss|gain|payment|swap|effect|spell|only))? (?:only )?(?:is (?:only )?done|happens|applies|holds|counts"
    r"|takes place"
    r"|takes effect|is so|works|is lost|is gained|is paid|comes about)(?: only)? (?P<only>only )?(?P<word>if|when|where"
    r"|provided(?: that)?) (?P<cond>[^.;:\n]+)(?P<end>[.;]|$)",
    re.I,
)


def _only_if(text: str) -> str:
    """One sentence, and when alone that happens, as a condition: "X. This is done only if Y." -> "If Y, X."."""

    def condition(match: re.Match[str]) -> str:
        if "only" not in match[0].lower():
            return match[0]
        return f"If {match['cond']}, {lower(match['does'].strip())}{match['end']}"

    return _ONLY_IF.sub(condition, text)


_SWAP_AGAIN = re.compile(
    rf"{BEGIN}(?:that is |that's |it is |it's |so,? )?(?:a|one|just a) (?:[a-z]+ )?(?:swap|exchange|trade"
    rf"|switch)(?: of (?P<thing>Stars"
    r"|Crystals|[A-Z]\w+))?(?: between (?:the two(?: of (?:them|you))?|them|you both))?(?:, (?:and )?(?:nothing "
    r"(?:more|else)|no more)"
    r"(?: to it)?)?[.!;] *$",
    re.I,
)


def _swapped_once(text: str) -> str:
    """A text that says of somebody that they swap something, without what only calls that a swap."""
    again = _SWAP_AGAIN.search(text)
    swapped = again and re.search(rf"\bswaps (?P<thing>{again['thing'] or '[A-Z]'}[a-z]*)", text[: again.start()])
    return text[: again.start()].rstrip() if again and swapped else text
