"""A whole Effect with everything said outright: what a word was defined to be in its place, tables and questions as
sentences, and ties in the words of the meaning page; nothing of it is certain."""

from __future__ import annotations

import re

from pbp.spells.suggest.asides import begun, lower, without_asides
from pbp.spells.suggest.cases import DOES, in_cases, rows_told
from pbp.spells.suggest.chatty import chatty
from pbp.spells.suggest.formal import formal
from pbp.spells.suggest.lasting import lasting
from pbp.spells.suggest.reckoned import reckoned
from pbp.spells.suggest.spoken import positions_away, spoken_of
from pbp.spells.suggest.tabled import tables_told
from pbp.spells.suggest.terms import terms_put
from pbp.spells.suggest.ties import THEN, ties_told
from pbp.spells.suggest.upright import upright

LONGEST = 1500
"""Characters of the longest Effect that is said outright."""
_LEAD = r"(?:^|(?<=[.;:!?\n]) *|(?<=\bFirst,) *|(?<=\band) +)[•*#\-]? *(?:(?i:first|then|now|and|also)[,:]? )*"
_NAME = r"(?P<word>[A-Z]\w*(?: [A-Z]\w*)?|[A-Z])"
_WHAT = r"(?P<what>[^.;:\n]+?)(?=[.;\n]|,? and (?:let )?(?:the )?\"?[A-Z]\w*\"? (?:be|the|is|=)|$)[.;]?"
_DEFINED = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:{_LEAD}|, and |and )[Ll]et (?:the )?\"?{_NAME}\"? (?:be|mean|stand for|denote) {_WHAT}",
        rf"{_LEAD}\"(?:[Tt]he )?(?P<word>[a-zA-Z]\w*)\" (?:means|is|stands for|denotes) {_WHAT}",
        rf"{_LEAD}\"?{_NAME}\"? (?:=|means|stands for|denotes|:=) {_WHAT}",
        rf"{_LEAD}(?P<word>[A-Z]) (?:is|shall be) {_WHAT}",
        rf"{_LEAD}[Cc]all (?P<what>[^.;:\n]+?) (?:the )?\"?(?P<word>[A-Z]\w*)\"?(?:[.;]|$)",
    )
)
_SECOND = re.compile(r"^,? and (?:let )?(?:the )?\"?(?P<word>[A-Z]\w*)\"? (?:be |is |= ?)?(?P<what>[^.;:\n]+?)[.;]")
"""What else is defined in the same sentence: "Let W be the named Wizard and S the named spell"."""
_SUM = re.compile(r"(?:the (?:sum|result|total)|it|that|this|them)\b", re.I)
_HOW_MANY = re.compile(
    r"how many (?:of )?(.+?) (have|has|are|is|cast|targeted|gained|lost|stand|stands|there are)\b(.*)"
)
_COUNT = re.compile(
    r"^(?:the (?:number|count|result|sum|total|average|lower|higher|difference|chosen number)|half|a third|DICE"
    r"|one roll|\d)",
    re.I,
)
_NO_NAMES = frozenset("If The Each Every Roll Then Otherwise Stars Star Wizard Wizards You Duel I Both All".split())
_ARTICLE = r"(?! (?:random|[Ww]izard|neighbour|spell|roll|die|different|single|third|tie)\b)"
"""After "A", where that is no letter."""


def outright(text: str, *, asides: bool = False) -> str:
    """The text with everything said outright; the same where nothing is to be said otherwise. With `asides`, what only
    announces or explains something stays in it."""
    said = text
    for step in (
        terms_put,
        tables_told,
        formal,
        chatty,
        upright,
        _answered,
        lasting,
        without_asides,
        in_cases,
        reckoned,
        spoken_of,
        rows_told,
        _listed,
        _defined,
        _asked,
        _headed,
        _found,
        _counted,
        _walked,
        _picked,
        ties_told,
    ):
        if len(said) > LONGEST:
            return text
        if step is not without_asides or not asides:
            said = step(said)
    return _OTHERWISE_AND.sub("Otherwise, if ", said)


_OTHERWISE_AND = re.compile(r"\bOtherwise, (?:and|but) (?:if )?")
"""What else must be so where a first condition is not: "You did not, and you are idle"."""


def _who_do(what: str) -> str:
    """Of whom "how many of your neighbours are idle" asks: your neighbours who are idle; nothing of other words."""
    asked = _HOW_MANY.fullmatch(what)
    return f"{asked[1]} who {asked[2]}{asked[3]}" if asked else ""


_MARKED = re.compile(r"(?:^|(?<=\n)|(?<=[.?!] ))(?:Q|A|Question|Answer)\d?[:.] +")
_ONLY_ASKS = re.compile(
    r"(?:^|(?<=[.;:!?\n] )|(?<=\n))(?:and |so )*(?:what (?:does (?:it|this|this spell|the spell) do|happens|is done)"
    r"(?: then)?|anything else|what else(?: happens)?)\? *\n?",
    re.I,
)
_WORKS = re.compile(
    r"(?:^|(?<=[.;:!?\n] )|(?<=\n))when does (?:this|it|this spell|the spell) (?:work|do anything|happen|apply)\?\s+"
    r"only (?:if|when) (?P<cond>[^.;]+)[.;](?: (?:if not|otherwise),? nothing happens\.)?\s*(?P<rest>[^\n]+)",
    re.I,
)
"""When the spell works, and what it does then."""


def _answered(text: str) -> str:
    """Questions that are answered, without what only asks for the rest."""
    if "?" not in text:
        return text
    said = _ONLY_ASKS.sub("", _MARKED.sub("", text))
    return _WORKS.sub(lambda match: f"If {match['cond']}: {match['rest'][:1].lower()}{match['rest'][1:]}", said)


_APART = r"(?:separately|in addition|besides|on top)(?: (?:from|to|of) [^\n,]+)?,? "
"""What only says that an item is another one."""
_ITEM = r"\n[•*#\-]? *(?:\(?(?:\d{1,2}|[a-h])[.)])? *"
_SHARED = re.compile(
    rf"(?P<who>[^\n.;:]+?),?:?(?P<items>(?:{_ITEM}(?:(?:also|then),? |{_APART})?(?:for the (?:remainder|rest) of "
    rf"this Duel,? )?"
    r"(?:gains?|loses?|pays?|steals?|swaps?|gets?|has|have|receives?|takes?|gives?|cannot|becomes?|ends? up|is|"
    r"are|targets?)\b[^\n]+)+)",
    re.I,
)
_CASE = re.compile(
    r"(?P<mark>(?:^|\n)(?:(?:[•*#\-] *)?\(?(?:\d{1,2}|[a-h])[.)] *|[•*#\-] *|(?=case [a-z\d])))"
    r"(?:case [a-z\d],? )?(?=\w)"
    r"(?P<case>(?!(?:if|on|otherwise|when|where|step|let|count|look|roll|compare|check|DICE\d+|in|for|until|each|every"
    r"|whatever|whichever|only|however|once|after|from|take|spells?)\b)"
    r"[^\n:.;]*?\b(?:is|are|has|have|cast|was|were|did|chose|targeted|gained|lost|neither|none)\b[^\n:.;]*): ",
    re.I,
)
_OTHER_CASE = re.compile(r"\n\W*(?:\w\) *)?(?:otherwise|if|else)\b", re.I)
_NEITHER = re.compile(r"^(?:neither|none|not so|anything else|in (?:any|every) other case)\b", re.I)


def _listed(text: str) -> str:
    """Items that share their subject, each with it; and cases before a colon as conditions."""

    def shared(match: re.Match[str]) -> str:
        items = re.split(_ITEM, match["items"])
        who, made = match["who"].strip(), []
        for item in filter(None, items):
            said = re.sub(rf"^{_APART}|[,;]?(?: and)?$|[.]$", "", item.strip())
            lasts = re.match(r"(?P<lasts>for the (?:remainder|rest) of this Duel),? ", said, re.I)
            made.append(f"{begun(lasts['lasts'])}, {lower(who)} {said[lasts.end() :]}." if lasts else f"{who} {said}.")
        return " ".join(made)

    def case(match: re.Match[str]) -> str:
        said, later = match["case"].strip(), _CASE.search(text[: match.start()]) is not None
        return f"{match['mark']}{'Otherwise' if later and _NEITHER.match(said) else f'If {said}'}, "

    text = _SHARED.sub(shared, text)
    several = len(_CASE.findall(text)) > 1 or _OTHER_CASE.search(text) is not None
    return _CASE.sub(case, text) if several else text


_WHERE = re.compile(
    r"(?P<said>[^.;:\n]*\b(?P<word>[A-Z])\b[^.;:\n]*?),? \(?(?:where|with) (?P=word) (?:is|being|=|stands for|equals) "
    r"(?P<what>[^.;:()\n]+)\)?"
)
"""What is defined after it was used: "loses N Stars, where N is ..."."""


def _defined(text: str) -> str:
    """What a word was defined to be, in its place."""
    text = _WHERE.sub(lambda match: _put(match["said"], match["word"], match["what"].rstrip(" ,")), text)
    for _ in range(4):
        match = next((found for pattern in _DEFINED for found in pattern.finditer(text) if _is_name(found)), None)
        if match is None or len(text) > LONGEST:
            return text
        word, what = match["word"], match["what"].strip(" ,")
        rest = text[match.end() :]
        if THEN.search(match[0].partition(word)[0]):
            rest = f" Then {rest.lstrip(' ;,.')}"
        second = _SECOND.match(rest)
        before = text[: match.start()].rstrip(" ,")
        before += "." if before and before[-1] not in ".;:!?\n" else ""
        text = f"{before} {_put(rest[second.end() :] if second else rest, word, what)}"
        if second:
            text = f"Let {second['word']} be {second['what']}. {text}"
    return text


def _is_name(match: re.Match[str]) -> bool:
    """Whether a word is defined, and spoken of afterwards."""
    word = match["word"]
    again = re.search(rf"\b{word}\b", match.string[match.end() :])
    return word not in _NO_NAMES and again is not None and not _SUM.match(match["what"])


def _put(text: str, word: str, what: str) -> str:
    """A text with what a word stands for in its place; of a number as so many of a thing."""
    counted = _who_do(what)
    if counted:
        what = f"the number of {counted}"
    name = rf"\b(?:[Tt]he )?\"?{word}\"?(?!\w){_ARTICLE if word == 'A' else ''}"
    if counted or _COUNT.match(what):
        what = re.sub(r"^(?:the result of )?(?:one |a )?roll of (?=DICE)", "", what)
        times = rf"\b(\d+|twice|three times|half of|half) (?:times |× ?)?{name}(?: (Stars|Crystals))?"
        text = re.sub(times, lambda match: f"{match[2] or ''} equal to {match[1]} times {what}", text)
        for many in (rf"\bas many (Stars|Crystals) as {name}", rf"{name}(?: more| fewer)? (Stars|Crystals)\b"):
            text = re.sub(many, lambda match: f"{match[1]} equal to {what}", text)
    return re.sub(name, lambda _: what, text)


_QUESTION = re.compile(
    r"(?:(?<=[.;!?\n] )|^)(?P<asked>[A-Z][^.;:!?\n]{5,80})\? (?:then|in that case|if so|if yes|yes)[,:]? ", re.I
)
_VERB_FIRST = re.compile(r"^(?:is|are|did|does|do|has|have|was|were|any)\b", re.I)


def _asked(text: str) -> str:
    """ "Two neighbours level on Stars? Then ..." as a condition."""

    def condition(match: re.Match[str]) -> str:
        asked = match["asked"]
        return match[0] if _VERB_FIRST.match(asked) else f"If {asked[:1].lower()}{asked[1:]}, "

    return _QUESTION.sub(condition, text)


_THAT_WIZARD = re.compile(
    r"\b(?:that|the same|the said)(?: same| very)? (?:wizard|one)(?: (?:so )?(?:found|picked))?\b"
    r"|\bthis (?:same )?wizard\b|\bthat neighbour\b",
    re.I,
)
_PLACE_CHOSEN = r"(?:the|your) (?:chosen |first |second )?position(?: you (?:chose|picked|named))?"
_CHOSEN = (
    rf"(?:the (?:wizard (?:you (?:named|chose|picked|selected)|(?:in|at) {_PLACE_CHOSEN})"
    r"|(?:named|chosen|first|second) wizard)|your target)"
)
_HEADED = re.compile(
    rf"(?:(?<=[.;!?\n•] )|(?<=\n)|^)(?P<head>[A-Z][^.;:!?\n]{{2,80}}?)(?P<who>{_CHOSEN})(?:'s \w+)?"
    r"(?:[:!]|(?P<end>\.)) (?P<rest>[^\n]*)",
    re.I,
)
_SAYS = re.compile(r"\d|\b(?:if|unless|when|whenever|where|otherwise|until|Duel|each|every|all|no|not|let)\b", re.I)
"""What stands in a head that says more than whom a sentence is about."""


_LOOKS = re.compile(r"(?:keep an eye on|look at|watch|take a look at|take|mark|observe|consider|behold) ", re.I)


def _headed(text: str) -> str:
    """Whom a head names, where a sentence speaks of "that Wizard": "Trade with your target: that Wizard pays you"."""

    def headed(match: re.Match[str]) -> str:
        head = match["head"]
        if _SAYS.search(head) or not _THAT_WIZARD.search(match["rest"]) or (match["end"] and not _LOOKS.match(head)):
            return match[0]
        said = _THAT_WIZARD.sub(lambda _: match["who"], match["rest"])
        return begun(said)

    return _HEADED.sub(headed, text)


_FINDS = re.compile(
    r"(?P<lead>(?:^|(?<=[.;:!?\n,•])) ?)(?:then )?(?:find|identify|determine|look for|look up|pick out|take|consider) "
    r"(?P<who>(?:the|whichever|whoever|each|a) [^,.;:()\n]+?)[.;:] (?:and )?(?:then )?(?P<rest>[^\n]+)",
    re.I,
)


_SOMEBODY = re.compile(r"\b(?:wizard|neighbour|one|whoever)\b", re.I)


def _found(text: str) -> str:
    """Who is to be found first, where something happens to that Wizard."""

    def found(match: re.Match[str]) -> str:
        who = re.sub(r"\b(who|which|that) then\b", r"\1", match["who"])
        rest = _THAT_WIZARD.sub(lambda _: who, match["rest"], count=1)
        if rest == match["rest"] or not _SOMEBODY.search(who):
            return match[0]
        begins = match["lead"].strip() == "" and not match.string[: match.start()].rstrip().endswith((",", ":"))
        return f"{match['lead']}{rest[:1].upper() if begins else rest[:1].lower()}{rest[1:]}"

    return _FINDS.sub(found, text)


_WALKS = re.compile(
    r"(?:(?:start(?:ing)?|beginning|begin|going|go) (?:at|from|with|in) (?:your own|your|the caster's)(?: own)? "
    r"(?:position|place|seat)[^:;.(]*?)?(?:count|go|move|walk)(?:ing)? (?P<many>\d+|one|two|three|four) "
    r"(?:positions?|places?|seats?) (?P<way>up|on|onwards?|forwards?|further|ahead|down|back|backwards?)"
    r"[^:;.,(]*(?:\([^()]*\))?[:;.,] (?:and )?(?:the )?(?P<whose>(?:Robes|Hat|Staff|Beard|Stars|Crystals) of the )?"
    r"wizard (?:you (?:arrive at|reach|land on|come to|end up at|stop at)|there|in (?:that|this) position"
    r"|(?:who )?(?:stands|standing|sits|sitting) there)",
    re.I,
)


def _walked(text: str) -> str:
    """The Wizard so many positions away, for a count of positions."""
    return _WALKS.sub(lambda match: positions_away(match, "the caster", match["whose"] or ""), text)


_NUMBER = r"(?:a single|an?|one|two|three|four|five|\d+)"
_QUANTITY = (
    rf"(?:(?:exactly|only|just|at least|at most|more than|fewer than|no more than|no fewer than) )*{_NUMBER}"
    r"(?: or (?:more|fewer))?"
)
_COUNTS = re.compile(
    r"(?:(?<=[.;:!?\n•] )|(?<=\n)|(?<=result, )|^)(?:You )?"
    r"(?:(?:look back at|look at|take) (?P<duels>the \d+ previous Duels)(?: and|,|:)* )?"
    r"(?:(?:look at|take|of|from|among) (?P<of>[^.;:]+?)(?: and|,) )?"
    r"(?:count|add up|tally)(?: up)?(?: all)?(?: of)? (?P<what>[^.;:]+)[.;:,] (?:and |then )*(?P<rest>[^\n]+)",
    re.I,
)
_OF_THEM = r"(?: of (?:them|those|these|such \w+))?"
_IF_SO_MANY = re.compile(
    rf"^if (?:there (?:is|are|was|were)|it is|you (?:find|count)|you get) (?P<many>{_QUANTITY}){_OF_THEM}\b", re.I
)
_FOR_EACH = re.compile(
    r"\b(?:for|per) (?:each|every)(?: one)?"
    r"(?: of (?:them|those|these|those \d+)|(?: such)? (?:wizard|neighbour|duel|one)s?)?"
    r"(?: (?:so )?(?:counted|found)| (?:that )?you(?: have)? counted)?(?=[,.;]|$)",
    re.I,
)
_SO_MANY = re.compile(
    r"\b(?:that many|that number of|as many) (?P<thing>Stars|Crystals)"
    r"(?: as (?:that|you(?: have)? counted|were(?: so)? counted|(?:there are )?(?:Wizards|neighbours|spells) "
    r"(?:so |thus |you )?(?:counted|found)"
    r"|there are (?:such|of (?:them|those))(?: \w+)?))?"
    r"(?=[,.;]|$)",
    re.I,
)


def _counted(text: str) -> str:
    """What was to be counted first, where the number is used."""

    def used(match: re.Match[str]) -> str:
        of = match["duels"] or match["of"]
        if of and not re.match(r"(?:those|the ones|them)\b", match["what"], re.I):
            return match[0]
        what = re.sub(r"^(?:those|the ones)\b", of or "those", match["what"].strip(), flags=re.I)
        what = _who_do(what) or re.sub(r"^(?:all|every|each) ", "the ", what)
        rest = match["rest"]
        number = what if what.lower().startswith("the number of") else f"the number of {what}"
        rest = _IF_SO_MANY.sub(lambda many: f"If {number} is {many['many']}", rest)
        rest = _FOR_EACH.sub(lambda _: f"for each of {what}", rest, count=1)
        rest = _SO_MANY.sub(lambda so: f"as many {so['thing']} as {number}", rest, count=1)
        return match[0] if rest == match["rest"] else begun(rest)

    return _COUNTS.sub(used, text)


_DRAWN = r"(?:picked|drawn|chosen|selected|taken)"
_DRAW = r"(?:pick|draw|choose|select|take)"
_PICKS = re.compile(
    r"(?:(?<=[.;:!?\n,] )|(?<=\n)|^)(?:out of|from(?: among)?|among|of)(?: all)? (?:the )?(?P<among>[^,.;:\n]+),? "
    rf"(?:(?P<many>{_NUMBER})(?: of (?:them|those))? (?:is|are) {_DRAWN}(?: at random| by lot| randomly)"
    rf"|(?:we |you )?{_DRAW} (?P<few>{_NUMBER})(?: of (?:them|those))?(?: at random| by lot| randomly)"
    r"|a random one(?P<one>))(?:[.;:,]? (?:and )?)(?P<rest>[^\n]+)",
    re.I,
)
_PICKED = re.compile(
    rf"(?:(?<=[.;:!?\n,] )|(?<=\n)|^)(?P<many>{_NUMBER}) (?P<kind>(?:other )?(?:wizard|neighbour)s?[^,.;:\n]*?) "
    rf"(?:is|are) {_DRAWN}(?: at random| by lot| randomly)(?: (?:out of|from(?: among)?|among|of)(?: all)?(?: the)? "
    r"(?P<among>[^,.;:\n]+))?[.;:,]? (?:and )?(?P<rest>[^\n]+)",
    re.I,
)
_THOSE = re.compile(
    rf"\b(?:(?:that|the|each|those)(?: of the)?(?: two| so)?(?: {_DRAWN}| same)? (?:wizard|neighbour|one)s?(?: so)?"
    rf"(?: {_DRAWN})?|each of (?:them|those)(?: \d+| two| three)?|both of them|they|them)\b",
    re.I,
)
_ONE = re.compile(r"(?:a|an|one|a single|1)?", re.I)


def _picked(text: str) -> str:
    """Who is drawn first out of several, where something is done to them."""

    def done_to(match: re.Match[str], who: str) -> str:
        rest = match["rest"]
        said = f"{who} {rest}" if DOES.match(rest) else _THOSE.sub(lambda _: who, rest, count=1)
        return match[0] if said == rest else begun(said)

    def from_among(match: re.Match[str]) -> str:
        return done_to(match, _at_random(match["many"] or match["few"] or "", match["among"]))

    def are_picked(match: re.Match[str]) -> str:
        among, kind = match["among"], match["kind"]
        alone = not among and _ONE.fullmatch(match["many"]) is not None
        return done_to(match, f"a random {kind}" if alone else _at_random(match["many"], among or kind))

    return _PICKED.sub(are_picked, _PICKS.sub(from_among, text))


def _at_random(many: str, among: str) -> str:
    return f"a random one of the {among}" if _ONE.fullmatch(many) else f"{many} random {among}"
