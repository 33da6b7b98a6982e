"""What lasts for the rest of a Duel, where spells go, and what waits for a spell, as the meaning page says it; nothing
of it is certain."""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import BEGIN, begun, lower
from pbp.spells.suggest.exchanged import exchanged, exchanges

_DUEL = r"(?:this|the)(?: present| current| whole)? Duel(?:'s end)?"
_END = rf"(?:(?:the end of|the last moment of) )?{_DUEL}(?: is over| ends| has ended| is done| finishes| closes)?"
_LASTING = (
    rf"(?:from (?:now|this moment|here|then|this point)(?: on(?:wards?)?)?,? (?:and )?(?:until|till|to|up to) {_END}"
    rf"|(?:for|during|throughout|over) (?:all )?(?:the |what is )?(?:rest|remainder|left) of {_DUEL}"
    rf"|(?:until|till) {_END}"
    rf"|(?:for )?as long as {_DUEL} (?:lasts|goes on|runs)|while {_DUEL} lasts)"
)
_FOR_THE_REST = "for the remainder of this Duel"
_HOLDS = r"(?:holds?|appl(?:y|ies)|lasts?|goes(?: on)?|works?|is so|stands?|stays?(?: in force| so)?|continues)"
_IT_HOLDS = rf"(?:(?:the following|what follows|this)(?: shall| will)? {_HOLDS}|the following is (?:so|true))"
_LATER = re.compile(
    rf"(?P<said>[^.!\n]+)[.;!] *(?:All )?(?:This|That|It)(?: (?:protection|rule|effect|status))?"
    rf"(?: shall| will)? {_HOLDS} {_LASTING}(?=[.!\n]|$)",
    re.I,
)
"""A sentence after which it is said that this lasts."""
_LASTS = re.compile(rf"\b{_LASTING}\b(?:,? {_IT_HOLDS}(?=[:,]))?[:,]?", re.I)
_THEN_DOES = r"(?:targets?|loses?|gains?|has|have|is|are|pays?|cannot)\b"
_MIDST = re.compile(
    rf"(?P<lead>(?:^|(?<=[.;:!?•\n] )|(?<=\n))(?:also,? |and |then,? )*(?:(?:if|unless|provided that) "
    rf"[^.;:,\n]+, )?)(?P<said>(?:whenever|when|each|every|any|all|whatever"
    rf"|whichever|if ever|should)\b[^.;:\n]*?),? {_FOR_THE_REST}(?:[:,]|(?= "
    rf"{_THEN_DOES})|(?=[.;]|$))(?P<rest>[^.;\n]*)",
    re.I,
)


def lasting(text: str) -> str:
    """What lasts as the meaning page begins it, spells that go elsewhere by their targets, those who lose or gain
    something by a pronoun, and what waits for a spell after that has taken effect."""
    said = _WHEREVER.sub("whenever", text)
    said = _LATER.sub(lambda match: f"{begun(_FOR_THE_REST)}, {lower(match['said'].lstrip())}", said)
    said = _LASTS.sub(_for_the_rest, said)
    said = _MIDST.sub(_in_front, said)
    said = _HEAD.sub(_without_head, _HEAD_FIRST.sub(_without_head, said))
    return exchanged(said, _PLAINLY)


_WHEREVER = re.compile(r"\bwherever\b(?=[^.;:,]*\bwould\b)", re.I)
_HEAD = re.compile(
    rf"(?P<lasts>{_FOR_THE_REST}), (?!if |unless |when)(?P<head>(?:(?!\b(?:gains?|loses?|pays|pay(?! "
    rf"off)|cannot|effect|if|unless)\b)"
    r"[^.;:\n\d])+): (?P<rest>(?:each|every|whenever|any|all|no|Stars|whoever)\b[^.;\n]*)",
    re.I,
)
_HEAD_FIRST = re.compile(
    rf"{BEGIN}(?P<head>(?!if |unless |when |on |roll )[^.;:\n\d]{{4,70}}): (?P<lasts>{_FOR_THE_REST}), "
    rf"(?P<rest>[^.;\n]*)",
    re.I,
)
_OF_SOMEBODY = re.compile(r"\b(?:Wizard|neighbour|whoever)", re.I)
_THAT_ONE = re.compile(r"\b(?:this|that) Wizard\b", re.I)
_WHO = re.compile(r"\bthe (?:Wizard in the chosen position|(?:first |second )?chosen Wizard|named Wizard)\b", re.I)


def _without_head(match: re.Match[str]) -> str:
    """What lasts without what only announces it, naming whom that names."""
    who = _WHO.search(match["head"])
    if who is None and _OF_SOMEBODY.search(match["head"]) and _THAT_ONE.search(match["rest"]):
        return match[0]
    rest = _THAT_ONE.sub(who[0], match["rest"]) if who else match["rest"]
    return f"{match['lasts']}, {rest}"


def _in_front(match: re.Match[str]) -> str:
    """A sentence with how long it lasts before it, not in its midst."""
    lead, said, rest = match["lead"], lower(match["said"]), match["rest"].lstrip()
    if rest and re.search(rf"(?:^{_WHENEVER}|\b(?:shall|will|must|can|may))$", said, re.I):
        said += f" {rest}"
    elif rest:
        said += f" {rest}" if re.match(_THEN_DOES, rest) else f", {rest}"
    return f"{lead}{_FOR_THE_REST if lead else begun(_FOR_THE_REST)}, {said}"


def _for_the_rest(match: re.Match[str]) -> str:
    mark = match[0][-1] if match[0][-1] in ":," else ""
    return f"{begun(_FOR_THE_REST) if match[0][0].isupper() else _FOR_THE_REST}{',' if mark else ''}"


_SOME = r"(?:any|each|every|whichever|whatever|all|a)"
_ANYBODY = r"(?:any(?:body|one)|some(?:body|one)|people)"
_WHENEVER = r"(?:whenever|each time|every time|any time|if ever|when)"
_FROM = r"(?:from|through|by|because of)"
_THIS_ONE = (
    r"(?:that|this|such a|the said|the same) (?:Wizard|neighbour|one)"
    r"|the (?:Wizard|neighbour|one) (?:who|that) (?:would (?:have )?(?:gain|los)\w*|gained|lost|has (?:gained|lost)) "
    r"(?:the|those|these|them|any)(?: Stars| Crystals)?"
)
_ELSE = r"(?:somewhere else|elsewhere|astray|to somebody else|at somebody else|one place \w+ \w+)"
_PLAINLY = exchanges(
    (
        # Who casts it, and whom it reaches.
        (
            rf"\b{_ANYBODY} (?:else )?(?:but|besides|except|other than|apart from) (?:you|the caster)\b(?! of)",
            "a Wizard other than the caster",
        ),
        (r"\bspells (?:that )?other people cast\b", "spells cast by other Wizards"),
        (
            r"\bthe position (?:just |right |directly |immediately )?before (?:yours|your own|you|the caster's(?: "
            r"own)?|the caster)"
            r"(?: \([^()]*\))?(?=[ .,;]|$)(?! would)",
            "the previous position",
        ),
        (
            r"\bthe position (?:just |right |directly |immediately )?after (?:yours|your own|you|the caster's(?: "
            r"own)?|the caster)"
            r"(?: \([^()]*\))?(?=[ .,;]|$)(?! would)",
            "the next position",
        ),
        (r"(?<=\w) \((?:be it|whether|no matter|this may be|even)\b[^()]*\)", ""),
        (r",? no matter (?:who|which)(?: (?:one|it is|that is))?,", ""),
        (rf"{BEGIN}(?:but )(?={_FOR_THE_REST})", ""),
        (
            rf"(?P<when>\b{_WHENEVER}) (?P<spell>a spell [^,;:.\n]+?) (?:makes|causes|would make|would cause) "
            rf"(?P<who>[^,;:.\n]+?) "
            r"(?:to )?(?P<does>lose|gain) (?P<what>Stars|Crystals), ",
            r"\g<when> \g<who> \g<does>s \g<what> from "
            r"\g<spell>, ",
        ),
        (
            r"\b(?P<same>the same number of (?:Stars|Crystals)) (?:again|once more|a second "
            r"time)(?=[.;]|$)",
            r"\g<same>",
        ),
        # Where spells go.
        (
            r"\bwhichever spell (?P<who>[^,;:.\n]+?) (?:cast|casts),? (?:it|that spell) ",
            r"the spell cast by "
            r"\g<who> ",
        ),
        (
            rf" (?:goes|is sent|lands|flies|ends up|strikes|hits|is turned|is aimed|veers|is diverted) {_ELSE}[:,] "
            rf"(?:it|that spell|they) "
            r"(?=targets?\b)",
            " ",
        ),
        (
            rf"\b{_SOME} spells? (?:that |which )?(?:would targets?|targets|targeting) (?P<at>[^,.;:]+?) "
            rf"(?:has|have|takes?|gets?) "
            r"(?P<to>[^,.;:]+?) as (?:its|their)(?: new)? targets?(?P<instead> instead)?(?: of "
            r"[^,.;:]+?)?(?=[.,;]|$)",
            r"each spell that targets \g<at> targets \g<to> instead",
        ),
        (
            rf"\b{_SOME} spells? (?:that |which )?(?:would targets?|targets|targeting) (?P<at>[^,.;:]+?) targets? "
            r"(?P<to>[^,.;:]+? instead)\b(?! of)",
            r"each spell that targets \g<at> targets \g<to>",
        ),
        (
            rf"\b{_SOME} spells? (?P<by>[^,.;:]+? casts?) targets? (?P<to>[^,.;:]+?)(?: instead)?,? (?:if|as long "
            rf"as|provided|where)"
            r"(?: that)? (?:it is a spell that|it|that spell) targets a Wizard(?P<instead> instead)?",
            r"each spell that \g<by> that targets a Wizard targets \g<to> instead",
        ),
        (
            rf"\b(?:{_WHENEVER}|if) {_SOME} spells? (?P<by>cast by [^,.;:]+? )?(?:targets|would target) "
            rf"(?P<at>[^,.;:]+?), "
            r"(?:it|that spell|the spell) (?:instead )?targets (?:instead,? )?(?P<to>[^.;:,]+?)(?: "
            r"instead)?(?=[.;]|$)",
            r"each spell \g<by>that targets \g<at> targets \g<to> instead",
        ),
        (
            r"\bfor (?:each|every) (?P<which>(?:such )?spell\b[^.;:]*?),? (?:separately,? |one by one,? |in turn,? "
            r")?(?:draw|pick|choose) "
            r"(?P<who>a random [^.;:,]+?)(?: anew)?[;.,:] (?:and )?(?:it|that spell|the spell|each (?P=which)|the "
            r"(?P=which)) "
            r"(?:then )?targets (?:that|this|the (?:drawn|picked|chosen)) (?:Wizard|one)(?: instead)?(?: of [^.;:,]+)?",
            r"each spell that \g<which> targets \g<who> instead",
        ),
        (r"\beach spell that spell\b", "each spell"),
        (r"\beach spell that such spell\b", "each such spell"),
        # Who loses or gains something from spells.
        (
            rf"(?P<when>\b{_WHENEVER}) Stars are lost by (?P<who>[^,;:.\n]+?) (?P<how>{_FROM} "
            rf"[^,;:.\n]+), ",
            r"\g<when> \g<who> loses Stars \g<how>, ",
        ),
        (
            rf"(?P<when>\b{_WHENEVER}) Stars are gained by (?P<who>[^,;:.\n]+?) (?P<how>{_FROM} "
            rf"[^,;:.\n]+), ",
            r"\g<when> \g<who> gains Stars \g<how>, ",
        ),
        (
            r"\bhalf (?:of )?the (?:number|amount)(?: of Stars)?(?: that)? (?:was|were|is|so|thus|has been) (?:so "
            r"|thus )?(?:lost|gained),? \(?(?P<how>rounded (?:up|down))\)?",
            r"half as many Stars (\g<how>)",
        ),
        (
            r"\b(?:whatever|any|all|the) (?P<what>Stars|Crystals)(?: that)? (?P<who>[^,;:.\n]+? would "
            r"(?:gain|lose) [^,;:.\n]+?) (?P<done>are (?:gained|lost) by [^,;:.\n]+? instead) of by "
            r"[^,;:.\n]+",
            r"\g<what> that \g<who> \g<done>",
        ),
        (
            rf"(?P<when>\b{_WHENEVER} [^.;:]*?\b(?:loses?|gains?|lose|gain)\b[^.;:,]*?, )(?:{_THIS_ONE}) "
            rf"(?P<only>only )?"
            r"(?P<does>lose|gain|pay)s\b",
            r"\g<when>they \g<does>",
        ),
        (
            rf"(?P<when>\b{_WHENEVER} [^.;:]*?\b(?P<does>lose|gain)s\b [^.;:,]*?, )(?P<who>[^,.;:]+?) "
            rf"(?P<gets>gains|loses|pays) "
            r"as many Stars as (?:were|was|have been|has been) (?:so |thus |then )?(?:lost|gained)",
            r"\g<when>\g<who> \g<gets> that many Stars",
        ),
        (
            rf"\b{_WHENEVER} (?P<who>[^.;:,]+?) (?P<does>(?:would )?(?:lose|gain)s?) (?:any )?Stars (?P<how>{_FROM} "
            rf"[^.;:]+?), "
            r"(?:that|the|this)(?: loss| gain| number| amount)(?: of Stars)? (?:is|shall be) "
            r"(?:reduced|lowered|lessened) by "
            r"(?P<many>[^,.;:()]+?)(?:,? \(?(?:but )?(?:not|never) below (?:0|zero)\)?)?(?=[.;]|$)",
            r"Stars that \g<who> \g<does> \g<how> are reduced by \g<many>",
        ),
        (
            r"\bno spells? (?P<by>[^,.;:]+?) can (?:make|cause) (?P<who>[^,.;:]+?) (?:to )?(?P<does>lose|gain) "
            r"(?P<what>Stars|Crystals)",
            r"\g<who> cannot \g<does> \g<what> from spells \g<by>",
        ),
        (
            r"\bno effect(?: whatsoever| at all)? (?:shall|will|can|may) be had by "
            r"(?P<what>[^,.;:]+)",
            r"\g<what> has no effect",
        ),
        (r"\b(?P<no>has|have) no effect (?:whatsoever|whatever|at all)\b", r"\g<no> no effect"),
        # What waits for a spell.
        (
            r"(?P<said>(?:^|(?<=[.!?\n] )|(?<=\n))[^.!?\n]+)[.;] (?:all )?(?:this|that|it)(?: only)? (?:happens|is "
            r"done|takes place|comes)"
            r"(?: only)? (?P<after>(?:once|after|when|as soon as) [^.;\n]+? (?:has taken|takes|took) "
            r"effect)(?=[.;\n]|$)",
            r"\g<said> \g<after>",
        ),
        (
            r"(?:this (?:one|spell|effect) waits? for|wait for) the spell (?P<which>[^.;:,]+)[.;:,] "
            r"(?:after|once|when) (?:that spell|it) has taken effect, ",
            r"After the spell \g<which> has taken effect, ",
        ),
        (
            r"wait until the spell (?P<which>[^.;:,]+?) has taken effect[.;:,] (?:then,? )?",
            r"After the spell \g<which> has taken effect, ",
        ),
    )
)
