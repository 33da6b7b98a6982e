"""An Effect with each sentence upright: who does something first, and what they do after it; what is looked at first
where it is used; nothing of it is certain.

"Stars equal in number to the result are gained by the caster." -> "The caster gains Stars equal to the result."
"""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import BEGIN, MARK, begun, lower
from pbp.spells.suggest.exchanged import exchanged, exchanges
from pbp.spells.suggest.reckoned import OWNER
from pbp.spells.suggest.spoken import one_of

_SPELL = r"(?:each|every|any|all|a) spells?\b[^.;:,]*?"
_BE = r"(?:is|are|was|were|shall be|will be|be)"
_WHO = r"[^.;:,\n]+?"
_SO_MANY = r"(?:\d+|DICE\d+|up to \d+|an?) (?:Stars?|Crystals?)"
_DONE = {"gained": "gain", "lost": "lose"}
_ITS_TARGET = (
    r"(?:its (?:own )?(?:old )?target|the targeted Wizard|the one (?:that )?it targets|the (?:targeted )?position"
    r"(?: that)? it targets"
    r"|the targeted position|the Wizard (?:whom |that )?it targets)"
)


def _does(who: str, verb: str) -> str:
    """A verb as it stands after somebody: "gains" after "the caster"."""
    several = re.match(r"(?:both|all|you\b|your|the neighbours|the two)", who, re.I) and not re.match(
        r"your? \w+ (?:neighbour)\b", who
    )
    joined = " and " in who and not re.search(r"\b(?:who|that|each|every)\b", who)
    return verb if several or joined else f"{verb}s"


def _moved(match: re.Match[str]) -> str:
    who = match["who"].strip()
    said = f"{who} {_does(who, _DONE[match['way'].lower()])} {match['what']}"
    return f"{match['mark']}{begun(said) if match['what'][:1].isupper() or not match['mark'].strip() else said}"


_UPRIGHT = exchanges(
    (
        (r"(?:^|(?<=\n))§ ?\d+[.):]? *", ""),
        (r"\b(?P<who>that|it|who|there)['’]s\b(?! own)", r"\g<who> is"),
        # Who is spoken of first, and does something after that.
        (
            rf"{BEGIN}what(?:ever|soever)? (?:was |has been |is )?(?:selected|cast|chosen) by (?P<who>{_WHO}), "
            rf"(?:that Wizard|they|he|she) (?P<be>is|are) ",
            r"\g<who> is ",
        ),
        (
            rf"{BEGIN}what(?:ever|soever)? (?:spell )?(?P<who>{_WHO}) (?:selected|cast|chose), (?:that Wizard|they|"
            rf"he|she) (?P<be>is|are) ",
            r"\g<who> is ",
        ),
        (
            r"\b(?:check|see|look at|look up|find out|ask) (?:what|which spell|what spell) (?P<who>[^.;:,?\n]+?) "
            r"(?P<did>cast|selected)[.;:,] (?:and )?"
            r"if (?:it|that|this)(?: spell)? (?:was|is) neither (?P<one>\"?[A-Z][^,.;:\n]*?\"?) nor "
            r"(?P<other>\"?[A-Z][^,.;:\n(]*?\"?)(?: \([^()]*nothing[^()]*\))?, ",
            r"If \g<who> did not cast \g<one> or \g<other>, ",
        ),
        (
            r"\b(?:check|see|look at|look up|find out|ask) (?:what|which spell|what spell) (?P<who>[^.;:,?\n]+?) "
            r"(?P<did>cast|selected)[.;:,] (?:and )?"
            r"if (?:it|that|this)(?: spell)? (?:was|is) (?P<not>not )?(?P<what>\"?[A-Z][^.;:\n(]*?\"?), (?=[a-z])",
            lambda m: f"If {m['who']} {'did not cast' if m['not'] else 'cast'} {m['what']}, ",
        ),
        (
            rf"{BEGIN}did (?:any|another|some|at least one)(?: other)? (?P<kind>Wizard|neighbour)(?P<of> of "
            rf"[^?]+?)? (?P<verb>cast|target) (?P<what>[^?\n]+)\? "
            r"(?:then|if so|in that case),? (?P<each>each|every|any) (?P<other>other )?(?P=kind) who (?:did|has)"
            r"(?: so)?",
            lambda m: (
                f"{begun(m['each'])} {m['other'] or ''}{m['kind']}{m['of'] or ''} "
                f"who {m['verb']}{'ed' if m['verb'] == 'target' else ''} {m['what']}"
            ),
        ),
        # Passives.
        (
            rf"{BEGIN}(?P<mark>{MARK}(?:then,? |otherwise,? )?)(?:if able, )(?P<much>{_SO_MANY}) {_BE} paid by "
            rf"(?P<who>{_WHO}) to (?P<whom>[^.;:,\n]+)",
            lambda m: f"{m['mark']}{begun(m['who'])} pays {m['much']} to {m['whom']}, if able",
        ),
        (
            r"(?P<before>(?:^|(?<=[.;!] )|(?<=\n)|(?<=, )|(?<=\) )))(?P<whom>(?:you|the caster(?: of [A-Z]\w+)?|"
            r"the (?:chosen|named) Wizard|the Wizard in the chosen position|they|each [^.;:,]+?))"
            rf" (?:is|are) paid (?P<much>{_SO_MANY}) by (?P<who>[^.;:,\n]+)",
            lambda m: (
                f"{m['who'] if m['whom'][0].islower() else begun(m['who'])} pays {m['much']} to {lower(m['whom'])}"
            ),
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})the (?P<thing>Stars|Crystals|[A-Z]\w+) of (?P<who>{_WHO}) (?:is|are|shall "
            rf"be) (?:swapped|exchanged) (?:with|for) "
            r"(?:the (?P=thing)|those|that) of (?P<whom>[^.;:,\n]+)",
            lambda m: f"{m['mark']}{begun(m['who'])} swaps {m['thing']} with {m['whom']}",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK})the (?P<thing>Stars|Crystals|[A-Z]\w+) of (?P<who>{_WHO}) and (?:the "
            rf"(?P=thing)|those|that) of (?P<whom>{_WHO}) "
            r"(?:is|are|shall be) (?:swapped|exchanged)(?: for each other| with each other)?(?=[.;,\n]|$)",
            lambda m: f"{m['mark']}{begun(m['who'])} swaps {m['thing']} with {m['whom']}",
        ),
        (
            r"(?P<what>\"?\b[A-Z]\w+(?: [A-Z]\w+)*\"?|the chosen spell|the same spell as [^,.;]+?|no spell) (?:is|"
            r"are|shall be) considered to have been selected by "
            r"(?P<who>[^.;:,\n]+?)(?P<instead> instead)?(?=[.;,\n]|$)",
            r"\g<who> is considered to have selected \g<what>\g<instead>",
        ),
        (r"\bby whom (?P<what>an? \"?\w+\"? [A-Z]\w+) (?:is|was) not worn", r"who does not have \g<what>"),
        (r"\bby whom (?P<what>an? \"?\w+\"? [A-Z]\w+) (?:is|was) worn", r"who has \g<what>"),
        (r"\bby whom (?P<what>[^,.;:]+?) (?:is|was|has been) (?:not |never )cast", r"who did not cast \g<what>"),
        (r"\bby whom (?P<what>[^,.;:]+?) (?:is|was|has been) cast", r"who cast \g<what>"),
        (r"\bby whom (?P<who>[^,.;:]+?) (?:is|was|has been) targeted", r"who targeted \g<who>"),
        (r"\bby whom (?P<what>[^,.;:]+?) (?:is|are) (?:held|owned)", r"who has \g<what>"),
        (
            r"\bthe position (?:that |which )?(?:is |was )?(?:held|occupied|taken) by (?P<who>the (?:first |second "
            r")?chosen Wizard|the caster|the Wizard in [^.;:,]+?)(?=[ ,.;:]|$)",
            r"\g<who>'s position",
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK}(?:after [^.;,\n]+ has taken effect, |if [^.;,\n]+, |then,? |otherwise,? )?)"
            rf"(?P<thing>Stars|Crystals) (?:equal(?: in number)? to|to the number of) "
            rf"(?P<much>[^.;:,\n]+?) {_BE} "
            r"(?P<way>gained|lost) by (?P<who>[^.;:,\n]+)",
            lambda m: (
                f"{m['mark']}{m['who'] if m['mark'].strip() else begun(m['who'])}"
                f" {_does(m['who'], _DONE[m['way'].lower()])} {m['thing'].capitalize()} equal to {m['much']}"
            ),
        ),
        (
            rf"{BEGIN}(?P<mark>{MARK}(?:after [^.;,\n]+ has taken effect, |if [^.;,\n]+, |then,? |otherwise,? )?)"
            rf"(?P<thing>Stars|Crystals) {_BE} (?P<way>gained|lost) by (?P<who>{_WHO})"
            r"(?:, (?:their number|the number of (?:them|which)|how many) (?:being|is)(?: given by| equal to)?|"
            r"[.;:] *(?:the number|the amount|how many)[^.:;\n\d]*?(?::| (?:is|equals)(?: equal to)?)) "
            r"(?P<much>[^.;\n]+)",
            lambda m: (
                f"{m['mark']}{m['who'] if m['mark'].strip() else begun(m['who'])}"
                f" {_does(m['who'], _DONE[m['way'].lower()])} {m['thing'].capitalize()} equal to {m['much']}"
            ),
        ),
        (r"\b(?:which|that) the (?:loser|gainer|winner) has\b|\b(?:of|held by) the loser(?=[ .,;]|$)", "they have"),
        # Where spells go.
        (
            rf"(?P<to>[^.;:,\n]+?) {_BE} targeted instead by (?P<spell>{_SPELL})(?=[.;\n]|$)",
            lambda m: f"{begun(m['spell'])} targets {lower(m['to'].strip())} instead",
        ),
        (
            rf"(?P<to>[^.;:,\n]+?) {_BE} targeted by (?P<spell>{_SPELL}) instead(?=[.;\n]|$)",
            lambda m: f"{begun(m['spell'])} targets {lower(m['to'].strip())} instead",
        ),
        (
            rf"\b(?:if|whenever|when|where) (?P<at>a Wizard|{_WHO}) (?:is|would be) targeted by a spell (?:that "
            rf"was |which was |that is )?(?P<by>cast by [^.;:,\n]+), "
            r"(?P<to>[^.;:,\n]+?) (?:is|shall be) targeted by (?:that spell|it) instead",
            r"each spell \g<by> that targets \g<at> targets \g<to> instead",
        ),
        (
            rf"\bwhatever spell (?P<who>{_WHO}) casts?, if (?:it|that spell) targets (?P<at>[^.;:,\n]+), (?:it|"
            rf"that spell) targets (?P<to>[^.;:,\n]+?) instead",
            r"each spell cast by \g<who> that targets \g<at> targets \g<to> instead",
        ),
        (
            rf"\bwhatever spell (?P<by>(?:of|cast by) {_WHO} )?targets (?P<at>[^.;:,\n]+), (?:it|that spell) "
            rf"targets (?P<to>[^.;:,\n]+?) instead",
            lambda m: (
                f"each spell {(m['by'] or '').replace('of ', 'cast by ', 1)}that targets {m['at']} "
                f"targets {m['to']} instead"
            ),
        ),
        (
            r"\bdoes not target (?:the (?:position|Wizard)(?: that)? it targets|its target),? but (?P<to>[^.;:,\n]+?) "
            r"instead",
            r"targets \g<to> instead",
        ),
        (
            r"\b(?:shall |will )?targets?, (?:in place|instead) of (?:the (?:position|Wizard)(?: that)? it targets|"
            r"its target|its own target), (?P<to>[^.;:,\n]+)",
            r"targets \g<to> instead",
        ),
        (
            r"\b(?P<spell>(?:each|every|any) spell that targets [^.;:,]+?) (?:shall|will), (?:provided|if|as long as)"
            r"(?: that)? its target has not (?:already |yet )?been changed, target (?P<to>[^.;:,]+?) instead",
            r"\g<spell> whose target has not been changed targets \g<to> instead",
        ),
        (
            rf"\bthe position (?:next |just |right |directly )?(?:before|below) (?:that of |the one of )?{_ITS_TARGET}",
            "the previous position",
        ),
        (
            rf"\bthe position (?:next |just |right |directly )?(?:after|above|beyond) (?:that of |the one of "
            rf")?{_ITS_TARGET}",
            "the next position",
        ),
        (
            r"\bspells?,? (?:bearing|that bears?|which bears?|that has|with|of|carrying|that carries) the name "
            r"(?P<one>\"[^\"]+\"|[A-Z]\w+) or the name (?P<other>\"[^\"]+\"|[A-Z]\w+)",
            r"spell named \g<one> or \g<other>",
        ),
        (
            r"\bspells?,? (?:bearing|that bears?|which bears?|that has|of|carrying|that carries) the name "
            r"(?P<one>\"[^\"]+\"|[A-Z]\w+)",
            r"spell named \g<one>",
        ),
        (
            r"\bspell,? (?:bearing|that bears|which bears|that has|of|carrying|that carries|with) the (?:chosen|"
            r"named) name(?: and (?P<does>targets) )?",
            lambda m: f"spell named the chosen spell{' that targets ' if m['does'] else ''}",
        ),
        (
            r"\bwho cast (?P<what>[^.;:,\n]+?) (?P<be>is|are) considered to have selected (?:that(?: very)?(?: "
            r"same)?|the same) spell\b",
            r"who cast \g<what> \g<be> considered to have selected \g<what>",
        ),
        (
            r"\bcast a spell (?:that|which) (?:at least one|one or more|any|some|an)(?: ?other| further| more| "
            r"additional)? Wizards? "
            r"(?:has |have |also )*cast(?: too| as well| also)?",
            "cast the same spell as another Wizard",
        ),
        (r",? subject to (?=a maximum of|an upper limit of|at most)", ", to "),
        (
            r"\binstead,? with (?P<who>you|the caster|[^.;:,\n]+?) as (?:its|the|their) target",
            r"targeting \g<who> instead",
        ),
        (r"(?P<by>\blost by [^.;:,\n]+?),? instead of (?:by )?[^.;:,\n]+", r"\g<by> instead"),
        (r"\bwho cast that \"?[A-Z]\w+\"?(?! [a-z]*spell)(?=[ ,.;]|$)", "who cast that spell"),
        (
            r"\b(?:whenever|each time|when|every time) (?P<who>[^.;:,]+?) would (?P<does>lose|gain) (?P<thing>Stars"
            r"|Crystals)(?P<how> from [^.;:,]+?)?, (?:these|those|the|that|such)(?: Stars| Crystals)? (?:are|"
            r"is) "
            r"(?P<done>lost|gained) by (?P<other>[^.;:,]+?) instead",
            r"\g<thing> that \g<who> would \g<does>\g<how> are \g<done> by \g<other> instead",
        ),
        # What somebody looks at first.
        (
            r"\blooks? at (?P<whose>their|your)(?: own)? (?P<list>[A-Z]\w+(?:, [A-Z]\w+)*,? and [A-Z]\w+),? and "
            r"(?P<does>(?:gain|lose)s? \d+ (?:Stars?|Crystals?)) for (?:each|every one|every)(?: one)? of "
            r"(?:those|these|them)"
            r"(?: \w+)? (?:that|which) is (?P<value>\"?[A-Z]\w+\"?)",
            r"\g<does> for each of \g<whose> \g<list> that is \g<value>",
        ),
        (
            rf"(?P<before>{BEGIN}{MARK}|, (?:and )?|\band )take (?P<much>(?:\d+|DICE\d+) (?:Stars?|Crystals?))(?=[.;,]"
            rf"|$| and\b(?! (?:give|hand|pay|pass|add|put)\b)| for (?:each|every)\b)(?! (?:and )?(?:away|from|off))",
            lambda m: (
                f"{m['before']}{'Gain' if not m['before'].strip(' •*-0123456789.()abcdefgh') else 'gain'} {m['much']}"
            ),
        ),
        (
            r"\b(?:protect|shield|guard|shelter)\b [^.;:\n]*?,? (?P<lasts>for the (?:rest|remainder) of (?:this|"
            r"the) Duel): (?=(?:nobody|no one|no|each|every|all|any|spells?|whenever|the|they)\b)",
            r"\g<lasts>, ",
        ),
        # Who is drawn, and what two have.
        (
            rf"{BEGIN}(?:one|an?) (?P<who>random [^.;:,\n]+?) is (?:drawn|picked|chosen|selected)(?: first)?[.;]",
            r"Choose a \g<who>.",
        ),
        (r"\bthe drawn (?=Wizard|neighbour)(?:Wizard|neighbour)", "the picked Wizard"),
        (
            rf"{BEGIN}(?:[^.;:\n\d]*\bchange hands[.:] *)?(?P<one>the (?:caster|Wizard in the chosen position|"
            rf"(?:first |second )?chosen Wizard)|you) ends? up with as many (?P<thing>Stars|Crystals) as "
            r"(?P<other>[^.;:,\n]+?) (?:had|has|have)(?: before)?,? and (?P=other) (?:ends up )?with as many(?: "
            r"(?P=thing))? as (?P=one) (?:had|has|have)(?: before)?",
            lambda m: f"{begun(m['one'])} and {m['other']} swap {m['thing']}",
        ),
        (
            r"\b(?P<who>(?:any|each|every|a|another) (?:other )?Wizard(?: other than (?:you|the caster))?) (?P<has>has"
            r"|have) (?P<more>more|fewer) (?P<thing>Stars|Crystals) than (?:that Wizard|he|she|they) had",
            r"\g<who> \g<has> \g<more> \g<thing> than they had",
        ),
        (
            r"\bthe (?P<kind>Wizard|one) (?:who has|with|that has) the (?P<most>most|fewest) (?P<thing>\w+) (?:of|"
            r"among|out of) (?:all )?(?:the )?(?:other Wizards|Wizards (?:other than|except|but) (?:you|the "
            r"caster))",
            r"the Wizard other than the caster with the \g<most> \g<thing>",
        ),
        # What is so of somebody.
        (
            r"\bone (?P<kind>Wizard|neighbour)(?P<of> of [^,.;]+?)?, (?:and )?(?:no more than one|only one|just one|"
            r"not more than one|and no more),?",
            r"exactly 1 \g<kind>\g<of>",
        ),
        (
            r"\b(?:all|every|each)(?: of the)? (?P<odd>odd|even) positions? (?:are|is) (?:free|empty) of (?:any "
            r")?(?P<who>Wizard)s?(?P<but> other than (?:you|the caster))?",
            r"no \g<who>\g<but> is in an \g<odd> "
            r"position",
        ),
        (
            r"\bas many (?P<thing>Star|Crystal)s as (?:the number of |there are )?(?:those|the ones|items|things|"
            r"how many)(?: things| items)? (?:among|of|out of) (?P<whose>their|your|the caster's)(?: own)? "
            r"(?P<list>[A-Z]\w+(?:, [A-Z]\w+)*,? (?:and|or) [A-Z]\w+) (?:that|which) (?:are|is) "
            r"(?P<value>\"?[A-Z]\w+\"?)",
            r"1 \g<thing> for each of \g<whose> \g<list> that is \g<value>",
        ),
        (
            rf"{BEGIN}(?:look at|take|consider|check|there are)(?: these| the following)?(?: \w+)?(?: things| "
            rf"items)?:? (?P<list>(?:your|the caster's) [A-Z]\w+(?:, (?:your |the caster's )?[A-Z]\w+)*,? and "
            rf"(?:your |the caster's )?[A-Z]\w+)[.;:] "
            r"for (?:each|every)(?: one)?(?: single)?(?: of (?:them|those|these)(?: \w+)?)? (?:that|which) is "
            r"(?P<value>\"?[A-Z]\w+\"?), (?P<does>[^.;\n]+)",
            lambda m: f"{begun(m['does'])} for each of {_one_list(m['list'])} that is {m['value']}",
        ),
        (
            r",? (?:but|and) (?:do not|don't|never) (?:go|drop|sink|fall) below (?P<floor>\d+)(?: Stars?)?",
            r", but not below \g<floor>",
        ),
        (
            r"\bturn (?P<what>your [A-Z]\w+|the [A-Z]\w+ of [^.;:,]+?|[^.;:,]+?'s [A-Z]\w+) (?P<value>\"[A-Z]\w+\"|"
            r"[A-Z]\w+)(?=[ ,.;]|$)",
            r"\g<what> becomes \g<value>",
        ),
        (
            r"\bchange (?P<what>the (?P<thing>[A-Z]\w+) of [^.;:,]+?) (?:in)?to (?:the same (?P=thing) as yours|your "
            r"own|the same as yours)",
            r"\g<what> becomes your \g<thing>",
        ),
        (
            r"\bchange (?P<what>the [A-Z]\w+ of [^.;:,]+?|your [A-Z]\w+) (?:in)?to (?P<value>\"?[A-Z]\w+\"?)(?=[ ,.;]|"
            r"$)",
            r"\g<what> becomes \g<value>",
        ),
    )
)


def upright(text: str) -> str:
    """The text with each sentence upright; the same where nothing is to be turned."""
    for step in (_looked_at, _of_whom, _turned, _walked_to, _not_below, _difference):
        text = step(text)
    if _IN_A_LIST.search(text):
        text = _BARE.sub(lambda match: f"{match['mark']}you {lower(match['does'].lower())}", text)
    return text


_IN_A_LIST = re.compile(r":[^\S\n]*\n\W*(?:\(?[a-h\d][.)] *)?(?:each|every|the|all|make|let|your)\b", re.I)
_BARE = re.compile(rf"(?P<mark>(?<=\n)(?=\W*[•*#(a-h\d]){MARK})(?P<does>lose|gain|pay|swap|steal)\b", re.I)
"""Items of a list without somebody who does them, beside others that have one."""


def _turned(text: str) -> str:
    text = exchanged(text, _UPRIGHT)
    if "Wizard" in text and not re.search(r"\b(?:chosen|named|that Wizard|you two|both of you)\b", text):
        text = _BOTH_AND.sub(r"\g<who> \g<one>", text)
    return re.sub(r"(?:^|(?<=\n)|(?<=[.!] ))(?:each|the|that|you) ", lambda match: begun(match[0]), text)


_HAS = r"(?:have|has|cast|is|are|lost|gained|targeted|did)"
_BOTH_AND = re.compile(
    rf"\b(?P<who>you|they|the caster|neighbours?|Wizards?) both (?P<one>{_HAS}\b(?=[^.,;]* and {_HAS}\b))", re.I
)
"""Of whom two things are so, where nobody else is spoken of."""


def _one_list(words: str) -> str:
    """ "your Hat, your Robes and your Staff" as "your Hat, Robes and Staff"."""
    first, *rest = re.split(r"(?=, |,? and )", words)
    return first + "".join(re.sub(r"\b(?:your|the caster's) ", "", part) for part in rest)


_LOOKS = re.compile(
    rf"{BEGIN}(?P<mark>{MARK})(?:check|look at|consider|take|inspect)(?: both of| all of| each of)? (?P<who>"
    rf"(?:your|the|all)\b[^.;:,\n]*?"
    r"\b(?:neighbours|Wizards)\b[^.;:,\n]*?)[.;:,] (?:and )?if (?P<many>at least (?:one|1)|any(?: one)?|one or "
    r"more|none|neither|no one"
    r"|both|each|all|every one|exactly (?:one|\d)) of (?:them|these|those)(?: neighbours| Wizards| "
    r"two)?(?P<both> both)?(?P<rest>[^\n]*)",
    re.I,
)
_ONE_DRAWN = re.compile(
    r"\b(?:one|a random one|any one) of (?:these|those|them)(?: neighbours| Wizards| two)?,? ?(?:(?:picked|drawn|"
    r"chosen|selected) )?(?:at random|by lot)?,?",
    re.I,
)
_EACH_OF = re.compile(
    r"\b(?P<each>each|every one|all|both) of (?:these|those|them)(?: neighbours| Wizards| two)?\b", re.I
)


def _looked_at(text: str) -> str:
    """Several who are looked at first, where something is so of one of them: "Look at your neighbours. If any of them
    is idle, each of them loses 1 Star."."""

    def said(match: re.Match[str]) -> str:
        who, rest = match["who"], match["rest"]
        one = one_of(who)
        if one:
            rest = _ONE_DRAWN.sub(
                lambda found: f"a random {one}" if re.search("random|lot", found[0]) else found[0], rest
            )
            rest = _EACH_OF.sub(lambda _: f"each {one}", rest)
        both = "" if match["both"] and re.match(rf" {_HAS}\b[^.,;]* and {_HAS}\b", rest, re.I) else match["both"] or ""
        return f"{match['mark']}If {match['many']} of {who}{both}{rest}"

    return _LOOKS.sub(said, text)


_TRUE_OF = re.compile(
    rf"{BEGIN}(?P<mark>{MARK})(?P<who>[^.;:\n]*?\b(?:Wizards?|neighbours?|spells?)\b[^.;:\n]*?),? (?:of|for) "
    rf"(?:whom|which) (?P<many>both|all|each|every one|either|at least one|any|one or both|one or more)"
    r"(?: of)?(?: the| these| those)*(?: following)?(?: two| three| \d)?(?: \w+?)?(?: below)? (?:are|is|holds?|"
    r"applies|apply)(?: true| so| met)?,? (?P<does>[^.:\n]+?)(?P<colon>[:.])\s*(?P<items>(?:\n[^\n]+){2,4})",
    re.I,
)
_OF_HIM = re.compile(r"(?:that|the|this|such a) (?:Wizard|neighbour|spell|one) |(?:it|they|he|she) ", re.I)


def _of_whom(text: str) -> str:
    """Of whom several things are true that are listed after what happens: "Every Wizard of whom both are true loses 1
    Star: 1. The Wizard is idle. 2. The Wizard cast Burn."."""

    def said(match: re.Match[str]) -> str:
        items = [re.sub(rf"^\s*{MARK}", "", line).strip(" .;,") for line in match["items"].strip().splitlines()]
        items = [re.sub(r",? (?:and|or)$", "", item) for item in items]
        if not all(_OF_HIM.match(item) for item in items):
            return match[0]
        word = " and " if match["many"].lower() in ("both", "all", "each", "every one") else " or "
        one = "that" if re.search(r"spells?$", match["who"]) else "who"
        return (
            f"{match['mark']}{match['who']} {one} {word.join(_OF_HIM.sub('', item, count=1) for item in items)}"
            f" {match['does']}."
        )

    return _TRUE_OF.sub(said, text)


_WALK = re.compile(
    rf"(?:{BEGIN}|(?<=[Tt]hen ))(?P<mark>{MARK}(?:then,? )?)(?:start(?:ing)?|begin(?:ning)?|count(?:ing)?|go|"
    rf"move)(?: on| off)?(?: from| at| with| in)? (?P<start>your(?: own)?(?: position| place)?|the chosen "
    rf"position|the position you chose|"
    r"the (?:chosen|named) Wizard(?:'s position)?|the Wizard in the chosen position)(?:,? (?:and )?(?:then "
    r")?(?:count|go|move|walk))?(?: on)? (?:by )?"
    r"(?P<many>\d+|one|two|three|four|five|as many positions as (?:the chosen number|the number you chose)|the "
    r"chosen number of)(?: positions?| places?)?,? ?(?P<way>upwards?|up|onwards?|on|forwards?|further|"
    r"downwards?|down|backwards?|back|before)?"
    r"[^.:;,\n\d]*[.:;,] (?P<rest>[^\n]*)",
    re.I,
)
_THERE = re.compile(
    r"\bthe Wizard (?:(?:who )?(?:stands|standing|is|sits|sitting|in the position|whom)? ?(?:there|(?:where |"
    r"that |whom )?you (?:arrive at|arrive|reach|land on|land|come to|end up at|end up|find there|get to|stop "
    r"at|stop))|in that position)",
    re.I,
)


def _walked_to(text: str) -> str:
    """The Wizard to whom a count of positions leads, however far the sentence is that speaks of them."""

    def said(match: re.Match[str]) -> str:
        start, many, way = match["start"].lower(), match["many"].lower(), (match["way"] or "").lower()
        on_from = re.search(r"\b(?:count|go|move)(?:ing)? on\b", match[0], re.I)
        if not _THERE.search(match["rest"]) or not (way or on_from):
            return match[0]
        of = (
            "the caster"
            if start.startswith("your")
            else "the Wizard in the chosen position"
            if "position" in start and "Wizard" not in match["start"]
            else re.sub("'s position$", "", match["start"])
        )
        side = "before" if way.startswith(("down", "back", "before")) else "after"
        if many.startswith(("as many", "the chosen number")):
            who = f"the Wizard as many positions {side} {of} as the chosen number"
        else:
            who = f"the Wizard {many} position{'' if many in ('1', 'one') else 's'} {side} {of}"
        rest = _THERE.sub(lambda _: who, match["rest"])
        mark = match["mark"]
        return f"{mark}{rest if mark.lower().strip().endswith(('then', 'then,')) else begun(rest)}"

    return _WALK.sub(said, text)


_NEVER_BELOW = re.compile(
    r"[.;] *(?:neither(?: of (?:these|the two))?|none of (?:these|the)|no|this|that|the|these|such an?)(?: "
    r"\w+)?(?: loss(?:es)?)? (?P<can>can|may|cannot|can't|does|shall|will|must)(?: not| never)? (?:bring|take|"
    r"push|drop|leave|make|reduce) "
    r"(?:anybody|anyone|a Wizard|any Wizard|them|that Wizard|you|the caster|the loser|any of them)(?:'s "
    r"Stars)?(?: (?:go|fall|drop))? below (?P<floor>\d+)(?: Stars?)?(?=[.;\n]|$)",
    re.I,
)
_LOSES = re.compile(r"\b(?P<does>loses? (?:\d+|DICE\d+) (?:Stars?|Crystals?))(?=[.;,]|$)(?!, but not below)", re.I)


def _not_below(text: str) -> str:
    """Losses that go no further, where that is said in a sentence after them."""
    match = _NEVER_BELOW.search(text)
    if match is None or not re.search(r"\b(?:neither|none|no|not|cannot|can't|never)\b", match[0], re.I):
        return text
    start = max(text.rfind(mark, 0, match.start()) for mark in (". ", "\n", "! ")) + 1
    said = _LOSES.sub(rf"\g<does>, but not below {match['floor']}", text[start : match.start()] + ".")
    return f"{text[:start]}{said.rstrip('.')}{text[match.end() :]}"


_SUBTRACT = re.compile(
    r"(?P<said>(?:compare|take|look at|subtract|work out|count)\b[^.;\n]*?(?:[.;:,] (?:and |then )*[^.;\n]*?)?\b"
    r"(?:subtract|take|difference|deduct)\b[^.;\n]*?)[.;:,] (?:and |then )*(?P<does>[^.;\n]*?) (?:that many|as "
    r"many|that number of) "
    r"(?P<thing>Stars|Crystals)(?:, whichever [^.;,\n]*|, whoever [^.;,\n]*|, no matter [^.;,\n]*)?(?=[.;,\n]|$)",
    re.I,
)
_LOWER = re.compile(r"\b(?:lower|smaller|lesser)\b[^.;]*\b(?:higher|larger|greater|bigger)\b|\bdifference\b", re.I)


def _difference(text: str) -> str:
    """So many as the difference of what two have, where that is worked out first."""

    def said(match: re.Match[str]) -> str:
        owners: list[str] = []
        things: set[str] = set()
        for one in OWNER.finditer(match["said"]):
            who = "the caster" if one["your"] else one["whose"] or one["of"] or one["those"]
            who = "the caster" if who.lower() == "you" else who
            things |= {found.capitalize() for found in (one["a"], one["b"], one["c"]) if found}
            if who not in owners:
                owners.append(who)
        if (
            len(things) != 1
            or len(owners) != 2
            or not _LOWER.search(match["said"])
            or re.search(r"\d|\bif\b", match["said"])
        ):
            return match[0]
        of = things.pop()
        return (
            f"{begun(match['does'])} {match['thing']} equal to the difference between the number of {of} "
            f"of {owners[0]} and the number of {of} of {owners[1]}"
        )

    return _SUBTRACT.sub(said, text)
