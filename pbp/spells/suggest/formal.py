"""An Effect that is written like a contract, in plain words: numbers said twice, parties, losses that are suffered by
reason of something, and what lies between two moments; nothing of it is certain.

"upon every loss of Stars suffered by you by reason of a spell, ..." -> "whenever you lose Stars from a spell, ..."
"""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import BEGIN, MARK, lower
from pbp.spells.suggest.exchanged import exchanged, exchanges

_NUMBERS = "one two three four five six seven eight nine ten eleven twelve".split()
_TWICE = re.compile(rf"\b(?P<word>{'|'.join(_NUMBERS)}|a|an) \((?P<number>\d+)\)", re.I)
_OR_EACH = r"(?:each and every|any and every|any and all|each|every|any(?: single| one)?|a(?: single)?)"
_FROM = (
    r"(?:by (?:reason|virtue|way|dint) of|on account of|as a (?:result|consequence) of|because of|owing to|due to|from"
    r"|through|at the hands of|by)"
)
_WHO = r"(?P<who>[^.;:,\n]+?)"
_WHERE = r"(?P<where>[^.;:,\n]+?)"
_MORE = r"(?:in excess of|exceeding|greater than|larger than|higher than|bigger than|of more than|more than|above|over)"
_WOULD = r"would(?: otherwise| have to| ever)*"
_HAS_IT = r"(?:incur|suffer|sustain|take|bear|undergo|have|make|receive|enjoy)"
_REPLACED = (
    r"(?:(?:shall be|is|are|will be|becomes?) (?:replaced (?:by|with)|reduced to|limited to|cut(?: down)? to|capped at"
    r"|turned into|lowered to)|counts? (?:only )?as|becomes?|shall become|is only)"
)
_JUST = r"(?:just|only|merely|exactly|no more than)"
_IN_PLACE = r"(?:instead|in (?:its|their) (?:place|stead)|in (?:place|lieu) (?:of it|of that|thereof)|rather than that)"
_LOSES = {"loss": "lose", "gain": "gain"}


def formal(text: str) -> str:
    """The text in plain words; the same where nothing is to be said otherwise."""
    said = _TWICE.sub(_once, text)
    said = exchanged(said, _PLAINLY)
    return over_a_number(said)


def _once(match: re.Match[str]) -> str:
    """ "five (5)" as "5"; the same where the two differ."""
    word, number = match["word"].lower(), int(match["number"])
    same = number == 1 if word in ("a", "an") else _NUMBERS.index(word) + 1 == number
    return match["number"] if same else match[0]


def _whenever(match: re.Match[str]) -> str:
    verb = _LOSES[match["way"].lower()]
    who = match["who"]
    does = verb if re.match(r"(?:you|they|both|all)\b", who, re.I) else f"{verb}s"
    return f"whenever {who} {does} {match['thing']} from {match['where']}"


_ONE_SPELL = re.compile(r"^(?:an?|any|each|every) (?P<kind>(?:\w+ )?)spell$", re.I)


def _by_half_or_twice(match: re.Match[str]) -> str:
    many = "twice" if match["much"].lower() == "doubled" else "half"
    where = _ONE_SPELL.sub(r"\g<kind>spells", match["where"])
    return f"{match['who']} {_LOSES[match['way'].lower()]}s {many} as many {match['thing']} from {where}"


_OVER_IT = re.compile(
    rf"\b(?:{_OR_EACH} )(?P<way>loss|gain) of (?P<thing>Stars|Crystals) {_MORE} (?P<many>\d+)(?: Stars?| Crystals?)?,? "
    rf"(?:which|that) {_WHO} {_WOULD} {_HAS_IT} {_FROM} {_WHERE},? {_REPLACED} (?:{_JUST} )?(?:an? (?:loss|gain) of )?"
    r"(?:(?:just|only|merely|exactly) )?(?P<few>\d+)(?: Stars?| Crystals?)?(?: instead)?",
    re.I,
)
_ABOUT = re.compile(
    rf"{BEGIN}(?:{MARK})(?:it|this|that|this spell|the rule) (?:concerns|is about|applies to|covers|regards|touches"
    rf"|looks at) (?:all |any |those |the )*(?P<thing>Stars|Crystals) (?:that |which )?{_WHO} would (?P<way>lose|gain) "
    rf"{_FROM} {_WHERE}[.;]\s*(?:{MARK})(?:each time|whenever|every time|when|if|where|any time|should) (?:such "
    rf"an?|any such"
    rf"|that|this) (?:loss|gain|amount|number)(?: would)?(?: be| come to| is| comes to| amount to)? {_MORE} "
    rf"(?P<many>\d+)"
    rf"(?: Stars?| Crystals?)?, (?P<again>[^.;,\n]+?) (?:loses?|gains?) (?:{_JUST} )?(?P<few>\d+)(?: Stars?| "
    rf"Crystals?)?"
    rf" {_IN_PLACE}",
    re.I,
)


def over_a_number(text: str) -> str:
    """What would be lost beyond a number, and how much is lost then: said in one clause."""

    def over(match: re.Match[str]) -> str:
        way = _LOSES.get(match["way"].lower(), match["way"].lower())
        who, thing = match["who"], match["thing"]
        does = way if re.match(r"(?:you|they|both|all)\b", who, re.I) else f"{way}s"
        return (
            f"whenever {who} would {way} more than {match['many']} {thing} from {match['where']}, "
            f"{who} {does} {match['few']} {thing if match['few'] != '1' else thing[:-1]} instead"
        )

    def about(match: re.Match[str]) -> str:
        again = match["again"].casefold()
        same = again == match["who"].casefold() or again in ("they", "that wizard", "that same wizard")
        said = over(match)
        begins = not match.string[: match.start()].rstrip().endswith((":", ","))
        return match[0] if not same else f"{said[:1].upper()}{said[1:]}" if begins else said

    return _ABOUT.sub(about, _OVER_IT.sub(over, text))


_PLAINLY = exchanges(
    (
        (
            r"\bthe (?:party|person|Wizard|one) (?:by whom this spell (?:is|was|has been) cast|who (?:casts?|has "
            r"cast) this "
            r"spell|casting this spell)(?: \((?:that is,? |i\.e\.? )?the caster\))?",
            "the caster",
        ),
        (r"\b(?:the|these|those) (?:said|aforesaid|abovementioned|aforementioned) (?=[A-Z]?[a-z])", "that "),
        (r"\b(?P<what>the|any|each|every) (?:said|aforesaid) ", r"\g<what> "),
        (
            r"\bthe (?P<what>Wizard|spell) (?:whose name|the name of which|by name,? which) (?:(?:was|is|has been"
            r"|were) (?:so )?"
            r"(?:chosen|given|picked|named)|you (?:chose|gave|picked|named))",
            r"the chosen \g<what>",
        ),
        (r",? (?:all )?(?:as|in) (?:one|a)(?: single| and the same)? (?:loss|gain|payment|sum|lump)(?=[.;,]|$)", ""),
        (
            rf"{BEGIN}(?P<mark>{MARK})(?:whereas|in the event that|on (?:the )?condition that|insofar as|in so "
            rf"far as|supposing(?: that)?"
            r"|assuming(?: that)?|to the extent that) (?P<cond>[^.;:,\n]+), ",
            r"\g<mark>If \g<cond>, ",
        ),
        (
            rf"(?P<mark>^{MARK})(?:subject to [^.;:,\n]+, )?(?P<does>[^.;:\n]+)[.;]\s*(?:{MARK})(?:(?:paragraph"
            rf"|clause|section"
            r"|article|item|point|rule) \(?1\)?|this|the (?:foregoing|above)) (?:shall not|does not|doesn['’]t"
            r"|will not) (?:apply|hold|happen)"
            r" (?:where|if|when|in case) (?P<cond>[^.;:\n]+)(?P<end>[.;]?)\s*$",
            lambda m: f"{m['mark']}Unless {m['cond']}, {lower(m['does'])}{m['end']}",
        ),
        (r",? notwithstanding [^.;:,\n]+,? ", " "),
        (
            r"\b(?:is|are|be|shall be|will be|becomes?|shall become) (?:null and void|void|of no effect|without "
            r"(?:any )?effect"
            r"|ineffective|inoperative)\b",
            "has no effect",
        ),
        (r"\bshall has no effect\b", "has no effect"),
        (
            rf"\b{_OR_EACH} (?P<way>loss|gain) of (?P<thing>Stars|Crystals) (?:accruing to|suffered by|incurred "
            rf"by|made by|falling to"
            rf"|of|by) {_WHO} {_FROM} {_WHERE} (?:shall be|is|are|will be) (?P<much>doubled|halved)",
            _by_half_or_twice,
        ),
        (r"\bit shall be lawful for (?P<who>[^.;:,\n]+?) to receive\b", r"\g<who> receives"),
        (r"\b(?:the|a) sum of (?=(?:\d+|DICE\d+|one|two|three|four|five|six) (?:Stars?|Crystals?))", ""),
        (
            r"\b(?P<who>the caster|you|the (?:chosen|named) Wizard|the Wizard in the chosen position) receives? "
            r"(?P<from>from [^.;:,\n]+?)"
            r" (?P<much>(?:\d+|DICE\d+) (?:Stars?|Crystals?))",
            lambda m: f"{m['from'][len('from ') :]} pays {m['much']} to {m['who']}",
        ),
        # When it holds.
        (r"\bfor the (?:residue|balance|whole remainder) of (?=(?:the|this) Duel)", "for the remainder of "),
        (
            r"\b(?:with effect |commencing |beginning |starting )?(?:from now(?: on)?,? (?:and )?)?for (?:so|as) "
            r"long as (?:the|this)"
            r"(?: present| current)? Duel (?:continues|lasts|endures|goes on|runs)",
            "for the remainder of this Duel",
        ),
        (
            r"\b(?:commencing|beginning|starting|running|effective|in force|with effect) (?:at|from|as of|with"
            r"|on) (?:this "
            r"(?:very )?(?:moment|point|instant)|now|here)(?: on(?:wards?)?)?,? (?:and )?(?:ending|lasting|running"
            r"|continuing|expiring|ceasing)?,? ?(?:with|at|on|until|till|up to|to) (?:the (?:end|close|conclusion"
            r"|expiry|termination|finish) of )?(?:the|this)(?: present| current)? Duel",
            "for the remainder of this Duel",
        ),
        (
            r"\b(?:from this (?:very )?(?:moment|point|instant)(?: on(?:wards?)?)?,? )?(?:until|till|up to|to) "
            r"the (?:close"
            r"|conclusion|expiry|termination|finish) of (?:the|this)(?: present| current)? Duel",
            "for the remainder of this Duel",
        ),
        (
            r"(?P<end>^|[.\n] *)(?P<mark>(?:[•*#\-–] *)?(?:\(?\d[.)] *)?)(?:this|the following|this spell|the rule)(?: "
            r"shall| will)? (?:lasts?|holds?|appl(?:y|ies)|goes on|stays? in force|is in force|works?) "
            r"(?:for the remainder of this Duel|(?:from (?:now|here|this moment)(?: on)? )?(?:until|till|to|up to) the "
            r"end of (?:the|this)(?: present| current)? Duel)[.:;]\s*(?:[•*#\-–] *(?:\(?\d[.)] *)?)?(?=\w)",
            r"\g<end>\g<mark>For the remainder of this Duel: ",
        ),
        # What somebody suffers.
        (
            rf"\b(?:up)?on (?:the occasion of )?{_OR_EACH} (?P<way>loss|gain) of (?P<thing>Stars|Crystals),? "
            rf"(?:which is |that "
            rf"is )?(?:suffered|incurred|sustained|borne|made|had|enjoyed|received|undergone) "
            rf"by {_WHO} {_FROM} {_WHERE}(?=,)",
            _whenever,
        ),
        (r"\bshall pay (?P<to>to [^.;:,\n]+?) (?P<much>(?:\d+|DICE\d+) (?:Stars?|Crystals?))", r"pays \g<much> \g<to>"),
        (
            rf"{BEGIN}(?P<mark>{MARK})by (?P<who>[^.;:,\n]+), (?P<much>(?:\d+|DICE\d+|up to \d+|an?) (?:Stars?"
            rf"|Crystals?)) "
            r"(?:is|are|shall be) paid to (?P<whom>[^.;:,\n]+)",
            lambda m: f"{m['mark']}{m['who'][:1].upper()}{m['who'][1:]} pays {m['much']} to {m['whom']}",
        ),
        (
            r"(?P<pays>\bpays?) (?P<many>\d+) (?P<rest>(?:Stars|Crystals) to [^.;:,\n]+),? or,? (?:if|where|when"
            r"|in case) (?:fewer|"
            r"less) than (?P=many)(?: Stars| Crystals)? (?:are|is) (?:held|owned|there|left|had),? (?:as many|all"
            r"|those|whatever)"
            r"(?: of them)?(?: as| that| which)?(?: (?:are|is) (?:held|owned|there|left|had))?",
            r"\g<pays> up to \g<many> \g<rest>",
        ),
        # Counted in the passive.
        (
            rf"{BEGIN}(?P<mark>{MARK})(?:of|among) (?P<of>[^.;:,\n]+), it is counted how many (?P<be>are|have"
            rf"|cast|were) "
            r"(?P<what>[^.;:\n]+)",
            r"\g<mark>Count how many of \g<of> \g<be> \g<what>",
        ),
        (rf"{BEGIN}(?P<mark>{MARK})it is counted how many (?P<what>[^.;:\n]+)", r"\g<mark>Count how many \g<what>"),
        (
            rf"{BEGIN}(?P<mark>{MARK})(?P<what>(?:the )?(?:Wizards|neighbours|spells) [^.;:\n]+?) are (?:all "
            rf")?counted(?=[.;])",
            r"\g<mark>Count \g<what>",
        ),
    )
)
