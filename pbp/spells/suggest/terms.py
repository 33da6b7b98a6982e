"""What an Effect defines its own words to be, in their place: "Victim: the Wizard in the chosen position", in bold, in
a table of terms, before or after it is used; nothing of it is certain.

"**Guest**: the chosen Wizard. The Guest's Hat becomes Red." -> "The Hat of the chosen Wizard becomes Red."
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from pbp.spells.suggest.asides import begun
from pbp.spells.suggest.exchanged import exchanged, exchanges
from pbp.spells.tables.cases import cells_of
from pbp.spells.tables.shapes import blocks

MOST = 8
"""How many terms are looked for."""
_BOLD = re.compile(r"\*\*(?=\S)([^*\n]+?)(?<=\S)\*\*|'''(?=\S)([^'\n]+?)(?<=\S)'''|__(?=\S)([^_\n]+?)(?<=\S)__")

_AS_ITEM = re.compile(r"(?:^|(?<=\n))• •? ?(?=[^*\n]{1,40}\*\*)")
"""The marks of a list, for which the asterisks of what is bold can be taken at the beginning of a line."""


@dataclass(frozen=True)
class Term:
    """A word or some, and what it stands for; `tie`: what is said of a tie with it."""

    word: str
    what: str
    tie: str = ""


def terms_put(text: str) -> str:
    """The text with what its own words stand for in their place; the same where it has none."""
    text = _BOLD.sub(lambda match: next(filter(None, match.groups())).strip(), _AS_ITEM.sub(r"**", text))
    said, found = _from_tables(text)
    for _ in range(MOST):
        one = next(_defined(said), None)
        if one is None:
            break
        said, term = one
        found.append(term)
    if not found:
        return text
    said = _HEADED.sub("", said)
    for at, term in enumerate(found):
        found = [replace(other, what=_put(other.what, term)) if other is not term else other for other in found]
        said = _put(said, found[at])
    return said.strip()


_HEADED = re.compile(
    r"(?:^|(?<=[.;] )|(?<=\n))(?:effects?|rules?|definitions?|terms?|what happens|glossary|all at once)(?: (?:on|"
    r"of|for) [^.:;\n\d]{1,40})?: +(?=\S)",
    re.I,
)


# ---- where a word is defined ----------------------------------------------------------------------------------------

_BEGIN = r"(?:^|(?<=[.;!?\n•] )|(?<= \()|(?<=\n)|(?<=•)|(?<=§\d )|(?<=\(\w\) )|(?<=\b\d[.)] ))"
_LEAD = (
    r"(?:[•*\-–] ?)?(?:(?:definitions?|terms?|glossary)[.:,] *)?"
    r"(?:(?:in|for) (?:this|the purposes? of this) (?:text|spell|Effect),? |here,? |below,? |in what follows,? )?"
)
_W = r"[\w'’]+(?:-[\w'’]+)*"
_WORD = rf"(?:the |an? |any |each )?\"?(?:the )?(?P<word>{_W}(?: {_W}){{0,2}})\"?"
_CAPITAL = r"(?:[Tt]he |[Aa]n? )?\"?(?:[Tt]he )?(?P<word>[A-Z][\w'’-]*(?: [A-Z]?[\w'’-]+){0,2}?)\"?"
_NOUN = (
    r"(?:(?:the|an?|any|each|every|all|both|one|half|whoever|whichever|whatever|your|yourself|you|DICE|\d)\b"
    r"|as many|that |twice|having |being |with |Wizards|spells|Stars|neighbours|everybody|everyone|nobody)"
)
_WHAT = r"(?P<what>[^\n]+?)(?:\.(?= |\n|$)|(?=\n)|$)"
_SO = rf"{_NOUN}[^.;\n]+"
_IS = r"(?:means?|is short for|stands? for|denotes?|refers? to|is (?:here )?(?:used|written) for|shall mean|will mean)"
_DEFINITIONS = tuple(
    re.compile(pattern, flags)
    for pattern, flags in (
        (rf"{_BEGIN}{_LEAD}{_CAPITAL} ?(?::|=|:=|–|—) (?P<what>(?i:{_NOUN})[^\n;]+?)(?:[.;](?= |\n|$)|(?=\n)|$)", 0),
        (
            rf"{_BEGIN}{_LEAD}(?:an?|the) (?P<word>(?!(?:random|chosen|named|other|next|previous|first|second|"
            rf"only)\b)[\w'’-]+(?: [\w'’-]+)?) "
            r"is (?:here |always )?(?P<what>(?:any|each|every|whichever|whoever) [^.;\n]+)(?:[.;]|(?=\n)|$)",
            re.I,
        ),
        (rf"{_BEGIN}{_LEAD}by {_WORD},? (?:I|we) (?:mean|understand) {_WHAT}", re.I),
        (rf"{_BEGIN}{_LEAD}by {_WORD} (?:is|are) meant {_WHAT}", re.I),
        (rf"{_BEGIN}{_LEAD}(?:the (?:word|term|name) )?{_WORD} {_IS} {_WHAT}", re.I),
        (rf"{_BEGIN}{_LEAD}let {_WORD} (?:be|mean|stand for|denote) (?P<what>{_SO}?)(?:[.;]|(?=\n)|$)", re.I),
        (
            rf"{_BEGIN}{_LEAD}(?:let us |let's |we |I )?(?:call|name) (?P<what>an? (?:Wizard|spell|neighbour)) {_WORD} "
            r"(?P<more>(?:who|that|which|if (?:they|it|that (?:Wizard|spell)))\b[^.;\n]+)[.;]?",
            re.I,
        ),
        (
            rf"{_BEGIN}{_LEAD}(?:let us |let's |we |I )?(?:call|name) (?P<what>(?:an?|any|each|the|"
            rf"every)\b[^.;\n]+?),? "
            r"(?:simply )?(?:(?:an?|the) )?\"(?:[Tt]he )?(?P<word>[\w'’-]+(?: [\w'’-]+){0,2})\"(?:[.;]|(?=\n)|$)",
            re.I,
        ),
        (
            rf"{_BEGIN}{_LEAD}(?P<what>(?:an?|any|each|the|every)\b[^.;\n]+?) (?:is|are) (?:(?:here|hereafter|below|in "
            r"what follows) )?(?:called|named|known as|said to be) (?:(?:an?|the) )?\"?(?:[Tt]he )?"
            rf"(?P<word>{_W}(?: {_W}){{0,2}})\"?(?:[.;]|(?=\n)|$)",
            re.I,
        ),
        (
            rf"{_BEGIN}{_LEAD}{_CAPITAL} (?:is|are|shall be|will be) (?P<what>{_NOUN}[^\n;]+?)(?:[.;](?= |\n|$)|"
            rf"(?=\n)|$)",
            0,
        ),
        (
            rf"{_BEGIN}{_LEAD}(?:[Aa]n? |[Tt]he )?\"(?:[Tt]he )?(?P<word>{_W}(?: {_W}){{0,2}})\" (?:is|are) {_WHAT}",
            0,
        ),
    )
)
_ASIDE = re.compile(
    r"(?P<what>\b(?:the|each|every|any|an?)\b [^.;:,()\n]+?) \((?:here(?:after)?|from (?:now|here) on|called|"
    r"namely)?[, ]*"
    r"(?:the |an? )?\"(?:[Tt]he )?(?P<word>[\w'’-]+(?: [\w'’-]+)?)\"\)"
)
_ALSO = re.compile(
    rf"^,? and (?:by |let )?(?:the |an? )?\"?(?:[Tt]he )?(?P<word>{_W}(?: {_W}){{0,2}})\"?,? "
    rf"(?:is |be |means |= |stands for )?(?P<what>{_NOUN}[^.;\n]+)[.;]?",
    re.I,
)
"""A further definition in the same sentence: "let W be the caster and S the chosen spell"."""
_AND_OTHER = re.compile(
    rf"(?:,? and|; ?(?:and )?) ?(?:let |by )?(?:(?:the|an?) )?\"?(?:[Tt]he )?(?P<word>{_W}(?: {_W})??)\"? "
    rf"(?:(?:is|be|means?|stands for|mean) )?(?=(?:the|an?|any|each|every|all|both|you|whoever|half|as many|DICE)\b)",
    re.I,
)
_DOES = re.compile(
    r"(?<!who )(?<!that )(?<!which )(?<!would )(?<!to )\b(?:gains?|loses?|pays?|becomes?|swaps?|steals?|receives?"
    r"|cannot|happens?)\b",
    re.I,
)
"""What stands in a sentence that says what happens, and is no definition."""
_NO_TERMS = frozenset(
    "star stars crystal crystals hat robes staff beard wizard wizards spell spells duel neighbour neighbours "
    "caster you "
    "result roll position positions of to from in on by for and or at with it this that they them effect cost "
    "speed if when then otherwise there each every "
    "nobody everybody nothing chosen number stage step case who one ring first second dice hats staffs beards "
    "tie".split()
)
_TIE_OF = re.compile(
    r"[;,.]? *\(?(?:and |but )?(?P<tie>(?:if|where|should|when|in|on|with) [^.;()\n]*\b(?:tie[sd]?|tied|level|shares?|"
    r"several|equal\w*)\b[^.;()\n]*)\)?",
    re.I,
)
_MOST = re.compile(r"\bthe (?:most|fewest)\b|\b(?:highest|lowest|largest|smallest)\b", re.I)


def _defined(text: str) -> Iterator[tuple[str, Term]]:
    """A text without a definition that stands in it, and what that defines."""
    for pattern in _DEFINITIONS:
        for match in pattern.finditer(text):
            what, more = match["what"].strip(" ,"), match.groupdict().get("more") or ""
            if re.match(r"if ", more, re.I):
                more = re.sub(r"^if (?:they|it|that \w+)", "who", more, flags=re.I)
            rest = re.sub(r" \(\s*\)", "", f"{text[: match.start()]}\n{text[match.end() :].lstrip()}")
            what = f"{what} {more}".strip()
            other = _AND_OTHER.search(what)
            if other and not more and _is_word(other["word"]) and _used(other["word"], rest):
                rest = f"Let {other['word']} be {what[other.end() :]}.\n{rest}"
                what = what[: other.start()]
            if _is_word(match["word"]) and _used(match["word"], rest) and not _DOES.search(what):
                what, tie, rest = _with_tie(what, rest, match.start())
                yield _without_remarks(rest, match["word"]), Term(match["word"], _plainly(what), tie)
    for match in _ASIDE.finditer(text):
        rest = f"{text[: match.start()]}{match['what']}{text[match.end() :]}"
        if _is_word(match["word"]) and _used(match["word"], text[match.end() :]):
            what = re.sub(r"^(?:.*\b(?:from|of|to|and|that)\b )(?=the Wizard)", "", match["what"], flags=re.I)
            yield rest, Term(match["word"], what)


def _is_word(word: str) -> bool:
    words = word.casefold().split()
    if word in ("A", "a", "I"):  # too much like words of other kinds
        return False
    if not words or (words[0] in _NO_TERMS and len(words) == 1):
        return False
    own = words[-1] in ("wizard", "spell") and len(words) > 1 and words[0] not in _NO_TERMS
    return own or words[-1] not in _NO_TERMS


def _used(word: str, text: str) -> bool:
    return re.search(rf"\b{re.escape(word)}(?:s|es|'s)?\b", text, re.I) is not None


def _with_tie(what: str, rest: str, at: int) -> tuple[str, str, str]:
    """What is defined, what is said of a tie with it, there or in the next sentence, and the rest."""
    if not _MOST.search(what) and "targeted by" not in what:
        return what, "", rest
    tie = _TIE_OF.search(what)
    if tie and tie.start():
        return what[: tie.start()].strip(" ,;"), tie["tie"], rest
    later = re.match(rf"\s*{_TIE_OF.pattern}[.]", rest[at:], re.I)
    if later:
        return what, later["tie"], f"{rest[:at]}\n{rest[at + later.end() :].lstrip()}"
    return what, "", rest


def _without_remarks(text: str, word: str) -> str:
    """A text without what only tells who may be one of those: "There can be several leaders"."""
    name = re.escape(word.rstrip("s"))
    for pattern in (
        rf"{_BEGIN}there (?:can|may|might|could) (?:well )?be (?:several|more than one|many|no|none|any number of)(?: "
        rf"such)? ?(?:{name}s?)?[.;] *",
        rf"{_BEGIN}(?:the caster|you|the caster, too,|you, too,) (?:may|can|might|could) (?:well )?(?:also )?be "
        rf"(?:an? |one|"
        rf"the )(?:{name})?(?: too| as well| themselves)?[.;] *",
        rf"{_BEGIN}the further Wizards? (?:may|can) be the caster[.;] *",
    ):
        text = re.sub(pattern, "", text, flags=re.I)
    return text


_PLAIN = exchanges(
    (
        (r",? (?:possibly|perhaps|maybe|even) (?:you|yourself|the caster)(?: too| as well)?,?(?= |$)", ""),
        (r"\((?:possibly|perhaps|maybe|it may be|even|this may be)[^()]*\)", ""),
        (r"^the one (?=Wizard|neighbour|spell)", "the "),
        (
            r"\b(?:the|an?|any|each) Wizard such that no(?: other)? Wizard has more (Stars|Crystals)",
            r"each Wizard with the most \1",
        ),
        (
            r"\b(?:the|an?|any|each) Wizard such that no(?: other)? Wizard has fewer (Stars|Crystals)",
            r"each Wizard with the fewest \1",
        ),
        (
            r"\bcast a spell (?:that|which) (?:at least one|one or more|any|some|an)(?: ?other| further| more| "
            r"additional)? "
            r"Wizards? (?:has |have |also )?cast(?: too| as well| also)?",
            "cast the same spell as another Wizard",
        ),
        (r"^the result of (?:one|a|a single) (?:roll of )?(?=DICE)", ""),
        (r"^(?:one |a |a single )?roll of (?=DICE)", ""),
        (
            r"^(?:one|a|any one) of (?:the caster's|your)(?: two)? neighbours,? (?:picked|drawn|chosen|selected) "
            r"(?:at random"
            r"|by lot)\b[^,.;]*",
            "a random neighbour of the caster",
        ),
        (
            r"^(?:one|a|any one)(?: of(?: all)? the)?(?P<other> other)? Wizards?,? (?:picked|drawn|chosen|"
            r"selected) (?:at random"
            r"|by lot)(?: from (?:among )?all Wizards?| from the whole ring)?(?P<but>(?: other than| except| "
            r"but)[^,.;]*)?[^.;]*",
            lambda match: f"a random{match['other'] or ''} Wizard{match['but'] or ''}",
        ),
        (r"[,;] (?:only )?(?:the caster|you) (?:is|are) never (?:an? |one)[^.;\n]*", " other than the caster"),
        (r", (?:not counting|leaving out|except|but not) (?:the caster|you|yourself)$", " other than the caster"),
    )
)


def _plainly(what: str) -> str:
    what = exchanged(what, _PLAIN)
    what = _ALL_OTHERS.sub("all Wizards other than the caster", what)
    what = " ".join(what.split()).strip(" ,;.")
    # Who is left out stands beside the Wizards, and not after what is said of them.
    return re.sub(r"^((?:any|each|every|an?) (?:Wizard|neighbour))\b(.+) (other than the caster)$", r"\1 \3\2", what)


_ALL_OTHERS = re.compile(
    r"^(?:all|each|every one)(?: of)? the Wizards,? (?:leaving out|except(?: for)?|but(?: not)?|other than|apart "
    r"from|not counting"
    r"|excluding) (?:you|yourself|the caster),?",
    re.I,
)
_TERM = re.compile(r"(?:the )?(?:terms?|words?|names?|symbols?|letters?|expressions?|abbreviations?|roles?)", re.I)
_MEANING = re.compile(
    r"(?:the |its )?(?:meanings?|means|definitions?|stands for|explanation|refers to|it means|in full|what (?:it|this) "
    r"(?:means|is|stands for)|who (?:it|this|that) is|who is meant|who|is|what is meant|who or what|here means)",
    re.I,
)
_OF_TERMS = re.compile(
    r"(?:^|(?<=[.;\n]) *)[^.;:\n]*\b(?:terms?|words?|names?|definitions?|means?|meanings?|glossary|parties|roles)\b"
    r"[^.;:\n]*:\s*$",
    re.I,
)


def _from_tables(text: str) -> tuple[str, list[Term]]:
    """A text without its tables of terms, and what they define."""
    made: list[str] = []
    found: list[Term] = []
    for block in blocks(text):
        if isinstance(block, str):
            made.append(block)
            continue
        rows = [[cell.strip(" .") for cell in cells_of(row)] for row in block if not re.fullmatch(r"[\s|:\-]+", row)]
        head = rows[0] if rows else []
        told = len(head) == 2 and _MEANING.fullmatch(head[1].strip(" ?:")) and all(len(row) == 2 for row in rows)
        if not told or not (_TERM.fullmatch(head[0]) or not _MEANING.fullmatch(head[1]) or head[1].lower() != "who"):
            made.append("\n".join(block))
            continue
        made = [*made[:-1], _OF_TERMS.sub("", made[-1])] if made else made
        for word, meaning in rows[1:]:
            what, tie, _ = _with_tie(meaning, "", 0)
            for name in (f"{head[0]} {word}", word):
                found.append(Term(re.sub(r"^(?:the|an?) ", "", name, flags=re.I).strip('"'), _plainly(what), tie))
    return "\n".join(part for part in made if part.strip()), found


# ---- put in its place -----------------------------------------------------------------------------------------------

_KIND = re.compile(
    r"(?:any|each|every|an?|all|whichever) (?:single |one )?(?P<kind>(?:other )?(?:[A-Z]\w+ )?(?:spell|Wizard|"
    r"neighbour))s?\b"
    r"(?P<rest>.*)",
    re.I,
)
_SAYS = re.compile(r"(?:(?P<who>who|that|which)|(?P<being>being)|(?P<having>having|with|has)|is) (?P<claim>.+)", re.I)
_CALLED = re.compile(r"an? (?P<kind>Wizard|spell|neighbour) (?P<claim>(?:who|that|which) .+)", re.I)
_NUMBER = re.compile(r"(?:the (?:number|total|sum|difference|average|chosen number)\b|half\b|a third\b|twice\b)", re.I)


def _put(text: str, term: Term) -> str:
    """A text with what a word stands for in its place."""
    if not _used(term.word, text):
        return text
    text = re.sub(
        rf"\b(each|every|any|a|no|all|the) (?:member|one)(s?) of (?:the |this )?{re.escape(term.word)}\b",
        rf"\1 {term.word}\2",
        text,
        flags=re.I,
    )
    what = term.what
    if re.fullmatch(r"DICE\d+", what):
        said = _of_number(text, term.word, "the result")
        return f"Roll {what}. {said}" if not re.match(r"\W*roll", text, re.I) else said
    if re.match(r"a random\b", what):
        return _at_random(text, term)
    if _SAYS.fullmatch(what):
        said = _described(text, term.word, what)
    elif _NUMBER.match(what):
        said = _of_number(text, term.word, what)
    elif (kind := _KIND.fullmatch(what)) is not None:
        called = _CALLED.fullmatch(what)
        said = _described(text, term.word, called["claim"]) if called else text
        said = _of_kind(said, term.word, kind["kind"], kind["rest"])
    else:
        said = _named(text, term.word, what)
    return _then_tie(said, what, term.tie) if term.tie else said


def _then_tie(text: str, what: str, tie: str) -> str:
    """What is said of a tie after the first sentence of which it is said."""
    at = text.find(what)
    end = re.compile(r"[.](?= |\n|$)| \|\s*(?=\n|$)|(?=\n)|$").search(text, max(at, 0) + len(what))
    assert end is not None
    if at < 0 or "|" in text[at : end.end()]:
        return f"{text.rstrip()}\n{begun(tie)}."
    return f"{text[: end.start()]}. {begun(tie)}.{text[end.end() :]}"


def _of_number(text: str, word: str, what: str) -> str:
    name = rf"(?:the )?\"?{re.escape(word)}\"?(?!\w)"
    thing = r"(?P<thing>Stars|Crystals)"
    so = lambda match: f"{match['thing']} equal to {what}"  # noqa: E731
    for many in (rf"\bas many {thing} as {name}(?: (?:says|shows|tells))?", rf"\b{name}(?: more| fewer)? {thing}\b"):
        text = re.sub(many, so, text, flags=re.I)
    return re.sub(rf"(?:\b)?{name}", lambda _: what, text, flags=re.I)


def _at_random(text: str, term: Term) -> str:
    """Who is drawn: once where it is said once, else drawn first."""
    name = re.compile(rf"\b(?:the )?\"?{re.escape(term.word)}\"?(?!\w)", re.I)
    if len(name.findall(text)) == 1 and not re.search(rf"{name.pattern}'s", text, re.I):
        return _begun(name.sub(lambda _: term.what, text))
    return f"Choose {term.what}. {_begun(name.sub('the picked Wizard', text))}"


def _named(text: str, word: str, what: str) -> str:
    """A text in which somebody or something single is named in full."""
    several = re.match(r"(?:all|both|Wizards|spells|neighbours|each|every)\b", what, re.I)
    name = (
        rf"\b(?:the |an? {'|each |every |all (?:the )?' if several else ''}"
        rf")?\"?{re.escape(word)}{'s?' if several else ''}\"?"
    )
    if re.match(r"(?:the|each|every)\b", what, re.I) and len(what.split()) > 2:
        of = (
            rf"{name}(?:'s|’s) (?P<thing>(?:(?:chosen|own|two|next|previous) )?\"?(?!(?:instead|too|and|or|is|as|"
            rf"at|if)\b)\w+\"?)(?! of\b)"
        )
        text = re.sub(of, lambda match: f"the {match['thing']} of {what}", text, flags=re.I)
    return _begun(re.sub(rf"{name}(?![\w-])", lambda _: what, text, flags=re.I))


def _of_kind(text: str, word: str, kind: str, rest: str) -> str:
    """A text in which those of a kind are called by it: "each guest" as "each Wizard who targeted the caster"."""
    name, rest = re.escape(re.sub(r"(?<!s)s$", "", word)), rest.rstrip(" ,")
    rest = re.sub(
        r"\b(that|which) bears the (?:chosen|named) name\b(?: and (targets) )?",
        lambda m: f"named the chosen spell{' that targets ' if m[2] else ''}",
        rest,
    )
    kind = re.sub(r"^(?:(other) )?wizard$", lambda match: f"{'other ' if match[1] else ''}Wizard", kind, flags=re.I)
    noun = kind.split()[-1]
    text = re.sub(rf"\b(that|this|the same|the said) \"?{name}\"?(?!\w)", rf"\1 {noun}", text, flags=re.I)
    text = re.sub(
        rf"\b(?:should|if|where|when) (?:the )?\"?{name}\"? (?:numbers?|counts?|consists? of|is) "
        rf"(?P<many>(?:exactly |at least |at "
        r"most |fewer than |more than )?\d+(?: or (?:more|fewer))?)(?: members?| strong| in number)?(?=[,.;:])",
        rf"If there are \g<many> {word.removesuffix('s')}s",
        text,
        flags=re.I,
    )

    def one(match: re.Match[str]) -> str:
        article = match["article"]
        more = match["more"] or ""
        says = f"{more}{rest}" if re.match(r" (?:other than|except|but)", more, re.I) else f"{rest}{more}"
        said = {"the": "each", "an": "a", "a": "a"}.get(article.lower(), article)
        return f"{_like(article, said)} {kind}{says}"

    def many(match: re.Match[str]) -> str:
        several = re.sub(r"\b(who|that|which) has\b", r"\1 have", re.sub(r"\b(who|that|which) is\b", r"\1 are", rest))
        several = re.sub(
            r"\b(who|that|which) (?:was|targets)\b",
            lambda m: f"{m[1]} {'were' if 'was' in m[0] else 'target'}",
            several,
        )
        return f"{match['all'] or ''}{kind}s{several}"

    more = (
        r"(?P<more> (?:other than|except|but) (?:you(?:rself)?|the caster|the Wizard in the chosen position|the "
        r"chosen Wizard))?"
    )
    articles = (
        r"(?P<article>each|every|any|an?|no|one|the|a random|another|each other|every other|any other|at least one)"
    )
    text = re.sub(rf"\b{articles} \"?{name}\"?(?!\w|'s|-){more}", one, text, flags=re.I)
    return _begun(
        re.sub(
            rf"(?P<all>\b(?:all|no|other|idle|the number of) (?:the )?)?(?<![\w-])\"?{name}s\"?(?!\w)",
            many,
            text,
            flags=re.I,
        )
    )


def _described(text: str, word: str, what: str) -> str:
    """A text in which those who are so are described: "a rich Wizard" as "a Wizard who has more than 12 Stars"."""
    says = _SAYS.fullmatch(what)
    assert says is not None
    claim = re.sub(r"^(?:who|that|which) ", "", says["claim"], flags=re.I)
    claim = claim if says["who"] else f"{'has' if says['having'] else 'is'} {claim}"
    several = re.sub(r"^has\b", "have", re.sub(r"^is\b", "are", claim))
    name = rf"\"?{re.escape(word)}\"?"
    denied = _denied(claim)
    none = re.sub(r"^does not", "do not", re.sub(r"^is not", "are not", denied))

    def is_so(match: re.Match[str]) -> str:
        many = match[0].lower().startswith(("are", "were"))
        return (none if many else denied) if match["not"] else several if many else claim

    text = re.sub(rf"\b(?:is|are|was|were) (?P<not>not |never |no )?(?:an? )?{name}(?!\w)", is_so, text, flags=re.I)
    more = (
        r"(?P<more>(?: (?:other than|except|but) (?:you(?:rself)?|the caster|the Wizard in the chosen position"
        r"|the chosen Wizard))?(?: of (?:you(?:rs)?|the caster|the chosen Wizard|the Wizard in the chosen position))?)"
    )
    return re.sub(
        rf"\b(?P<before>(?:other )?)(?:(?P<non>non-){name}|{name}) (?P<kind>Wizard|neighbour|spell)"
        rf"(?P<several>s?)\b{more}",
        lambda match: (
            f"{match['before']}{match['kind']}{match['several']}{match['more'] or ''} "
            f"{'that' if match['kind'].lower() == 'spell' else 'who'} "
            f"{denied if match['non'] else several if match['several'] else claim}"
        ),
        text,
        flags=re.I,
    )


def _denied(claim: str) -> str:
    """What is not so: "has 3 Stars" as "does not have 3 Stars"."""
    for begins, words in (
        ("has ", "does not have "),
        ("is ", "is not "),
        ("did not ", "did "),
        ("does not have ", "has "),
    ):
        if claim.startswith(begins):
            return words + claim[len(begins) :]
    verb, _, rest = claim.partition(" ")
    base = {"cast": "cast", "targeted": "target", "lost": "lose", "gained": "gain", "selected": "select"}.get(verb)
    return f"did not {base} {rest}" if base else f"is not so that they {claim}"


def _like(old: str, new: str) -> str:
    return begun(new) if old[:1].isupper() else new


def _begun(text: str) -> str:
    return re.sub(r"(?:^|(?<=\n)|(?<=[.!?] ))(?:the|each|every|any|all|both|a) ", lambda m: begun(m[0]), text)
