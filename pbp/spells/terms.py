"""Words that an Effect itself gives a meaning: names for Wizards and numbers, and kinds of spells and Wizards.

A name ("the payee") is read by the syntax of English: the sentence that gives it as well as those that use it. A kind
is read here: "a stray spell is a spell that targets you", "rich: having more than 12 Stars". Wherever such a word then
stands, it stands for the words that say what it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import is_dataclass, replace
from functools import cache
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.cutting.marks import trimmed
from pbp.spells.cutting.sentences import sentences
from pbp.spells.english.articles import each
from pbp.spells.english.letters import members_of, singular
from pbp.spells.english.lexicon import Said, lexicon
from pbp.spells.english.measures import casts_who
from pbp.spells.english.phrases import Casts, Nbar, Some
from pbp.spells.english.reading import ONE_WORD, chart, grammar
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.lets import CHANGING
from pbp.spells.sense.conditions import opposite
from pbp.spells.steps import TooLong
from pbp.spells.walk import BINDS, parts, rebuilt
from pbp.spells.words import CAPITALS, NUMBERS, KindWord, Names, key, straight, tokens

_UNNAMED = "The|A|An|Each|Every|All|Any|No|One|Your|My|Other|Both|If|When|That|This|Those|These|Then|Either|Let|By"
_NAME = (
    rf"(?:(?!(?:{_UNNAMED})\b)[A-Z][a-z]{{2,}}[ -][A-Z][a-z]{{2,}}"  # "Left Hand", and not "Each Wizard"
    r"|[A-Za-z][a-z]{2,}-[a-z]{3,}|[A-Za-z][a-z]{2,}|[A-Z]{3,})"
)
_WORD = (
    r'(?:[Tt]he |[Aa]n? )?(?:"(?:[Tt]he |[Aa]n? )?(?P<quoted>[A-Za-z][a-z]{2,}(?:[ -][A-Za-z][a-z]{2,}){0,2})"'
    rf"|(?P<plain>{_NAME}))"
)
_WHAT = (
    r"(?=(?i:the|an?|any\w*|every\w*|each|all|one|your|you(?=[.;,]|$)|my|whoever|those|as many|how many|half|whichever"
    r"|\d+|DICE\d+|however many|twice|double|three times"
    r"|(?:(?:idle|active|other) )?(?:wizards|neighbou?rs))\b)"
)
"""How it goes on where it is said what a word means, and not what is so: no other word is one that the text defines."""
_NAMES_GIVEN = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_WORD} (?:(?:is|are|shall be|will be|be|being|=) {_WHAT}|(?:shall |will )?mean(?:s|ing)?\b"
        r"|denot(?:es?|ing)\b|(?:stands?|standing) for\b|refer(?:s|ring)? to\b|indicates\b|designates\b|consists? of\b"
        r"|(?:equals|amounts to|comes to)\b)",
        rf"\b(?:is|are|as|call\b[^.;:]*?,) (?=\"|the |an? ){_WORD}(?=[.;:,)]| if\b)",
        rf"\b(?:hereinafter|hereafter|henceforth),? (?:called |known as |named )?{_WORD}(?=[.;:,)])",
        r'\((?:[^()"]* )?"(?:[Tt]he |[Aa]n? )?(?P<plain>[A-Za-z][a-z]{2,})"\)',
        rf"(?:\b[Cc]all(?:ed)?\b[^.;:]*?|known as|named) {_WORD}(?=[.;:,)]| here\b| below\b)",
        rf"\b[Bb]y {_WORD} (?:is meant|(?:I|we) mean)\b",
        rf"\b[Ll]et [^.;:]*?\bbe\b[^.;:]*? and {_WORD} (?:be )?{_WHAT}",
        rf"(?m)(?:^|[.;•*]\s)\W*{_WORD}(?: ?:| [-–—]) {_WHAT}",
        rf"\b[Ll]et the (?P<called>[a-z]{{3,}} (?:[Ww]izard|neighbou?r|opponent)) (?:be|mean|denote) {_WHAT}",
        rf"(?m)(?:^|[.;•*]\s)[Tt]he (?P<plain>[a-z]{{3,}} (?:[Ww]izard|neighbou?r|opponent)) (?:is|means) {_WHAT}",
        rf"(?m)(?:^|[.;•*]\s)\W*(?:[Tt]he )?(?P<plain>[A-Z][a-z]+ [a-z]{{3,}})(?::| =) {_WHAT}",
    )
)
"""How a text gives a name, or says what a word of its own means."""


def roles(effect: str, known: Iterable[str]) -> tuple[list[str], list[str]]:
    """The words that an Effect itself makes names or nouns, and their plurals: "The payee is the Wizard with ...".

    A word that means something by itself is one of them only in quotes, with a capital, or where it is spoken of again
    as of a thing ("the take"): then it has both meanings.
    """
    named: dict[str, bool] = {}
    text = straight("\n".join(sentences(effect)))
    for pattern in _NAMES_GIVEN:
        for found in pattern.finditer(text):
            groups = found.groupdict()
            if called := groups.get("called"):  # "let the dyed Wizard be ..."
                named.setdefault(called.casefold(), called.split()[0] not in _NEVER)
                continue
            word = groups.get("quoted") or groups["plain"]
            capital = word[0].isupper() and word != "Caster" and "the" in found[0].casefold().split()
            quoted = (
                capital
                or word != found["plain"]
                or (" " in word and word.istitle())
                or _is_thing(word, text, found.end())
            )
            named[singular(word.casefold())] = named.get(singular(word.casefold()), False) or quoted
    if not named:
        return [], []
    known = tuple(known)
    names = sorted(name for name, quoted in named.items() if is_free(name, known, quoted=quoted))
    return names, [f"{name}s" for name in names if is_free(f"{name}s", known, quoted=named[name])]


def _has_a_meaning(word: str) -> bool:
    """Whether English knows a word: as it stands, or as short for others ("your")."""
    return all(grammar().fitting(token.word) for token in tokens(word))


def is_free(word: str, known: Iterable[str], *, quoted: bool = False) -> bool:
    """Whether a word can be a name that the text gives: it has no meaning of its own, and is none of the `known`."""
    known = [name.casefold() for name in known]
    taken = CAPITALS | {*known}
    if not quoted:
        taken |= {one for name in known for one in name.split()}
    taken |= set(map(singular, taken - CAPITALS if quoted else taken))
    if word in taken or word in NUMBERS:
        return False
    words = re.split("[ -]", word)
    return quoted or word in _TURNED or not all(one in ONE_WORD or _has_a_meaning(one) for one in words)


_TURNED = frozenset("victim leader leaders successor predecessor fellow fellows holder holders".split())
"""Words that mean nothing by themselves where a text gives them a meaning, whatever turns have them."""


_INPUT_NAMES = re.compile(
    r"(?i)(?<![\w-])(?:(?:the|a|an|called|as|named|of) |\("
    r"|(?:^|[;.•:,\n] ?|\band )(?=[\w-]+(?:'s \w+)?(?: ?[:(=]| [-–—])))"
    r"(?:the )?\"?(?:the )?(?P<word>[a-z]{3,}(?:-[a-z]{3,})?)\b"
)
"""Where an Inputs line can give a name: "the debtor's position: ...", "another Wizard (the debtor)"."""


def input_names(text: str, known: Iterable[str]) -> list[str]:
    """The words that an Inputs line may make names of what it asks for."""
    known = tuple(known)
    found = {one["word"].casefold() for one in _INPUT_NAMES.finditer(straight(text))}
    return sorted(word for word in found if is_free(word, known) and not _SAYS_WHICH.search(word))


def given_names(inputs: Iterable[t.Input], known: Iterable[str]) -> list[str]:
    """The names that an Inputs line gives what it asks for; what it calls that in words of their own is none."""
    known = (*known, *(word for one in inputs for word in one.words))
    return [one.noun for one in inputs if len(one.noun) > 1 and one.noun not in _nouns() and is_free(one.noun, known)]


@cache
def _nouns() -> frozenset[str]:
    """What a word of the lexicon is further said to be: "clothing"."""
    return frozenset(said.detail for words in lexicon().values() for _, said in words)


_SAYS_WHICH = re.compile(r"(?<!\bgu)(?<!\bpri)(?<!\bconqu)est$|most$|ly$")
"""How a word ends that says something of an input, and is no name of it: "a position (the furthest)"."""


def _is_thing(word: str, text: str, end: int) -> bool:
    """Whether a word is said to be something and spoken of again as of a thing: "Take: 3 Stars. ... the take"."""
    again = rf"(?i:\bthe {re.escape(word)}\b)|\b{re.escape(word.capitalize())}\b"
    said = re.search(rf"(?im)(?:^|[.;•]\s)\W*(?:the )?{re.escape(word)}(?::| \w+(?: to)?)$", text[:end].rstrip())
    noun = any(terminal == "N" for terminal, _ in lexicon().get((word.casefold(),), ()))  # "the target is ..."
    return said is not None and (said[0][-1] == ":" or not noun) and re.search(again, text[end:]) is not None


_TERM = (
    r'(?:"(?:the |an? )?(?P<quoted>[A-Za-z][a-z]+(?:[ -][A-Za-z][a-z]+){0,2})"'
    r"|(?P<plain>(?:in|out of|on|under|off) [a-z]+|[A-Za-z][a-z]+(?:-[a-z]+)?|(?-i:[A-HJ-Z])))"
)
_PHRASE = (
    r'(?P<an>an? )?(?:"(?:the |an? )?(?P<quoted>[A-Za-z][a-z]+(?:[ -][A-Za-z][a-z]+){0,2})"'
    r"|(?P<plain>[A-Za-z][a-z]+(?:-[a-z]+)?(?: [a-z]+){0,2}?|(?-i:[A-HJ-Z])))"
)
"""As _TERM, of several words too, between "is" and "if": "hard up", "out of step", "a brawler"."""
_OPENS = (
    r"(?:•\s*)?(?:definitions?: )?(?:let )?(?:(?:here|below|(?:in|for|throughout)(?: the purposes? of)? this spell"
    r"|in what follows),? )?"
)
_SAYS = r"(?: ?:| ?=| -| –| —| is(?: called| defined as)?| are| be| means| mean| denotes| refers to)"
_IS = r"(?:is|was|counts as|(?:shall|will|is to) be)"
_THAT = r"(?:they|it|he|she|he or she|(?:that|the|this) (?:wizard|spell|neighbou?r|one))"
_HE = rf"(?:(?P<whose>(?:its|their|his|her)\b|(?:that|the) (?:wizard|spell|neighbou?r)'s)|{_THAT}\b)"
_IF = rf"(?:if|when|whenever|if,? and only if,?) {_THAT}"
_CALL = r"(?:let us |let's |we )?(?:call|name|consider) (?:an?|any|every|each)"
_A, _CALLED = (
    r"(?:the |an? |any )?",
    r"(?: called| said to be| considered| deemed| known as|regarded as|treated as|counted as)",
)
_LED = r"(?:having|with|owning|holding|wearing|who|that|which|in which)"
_SORTS = r"(?:spell|wizard|neighbou?r|opponent|duel)"
"""How it is said what such a word means."""
_KINDS_SAID = tuple(
    re.compile(_OPENS + pattern + r"\.?$", re.I)
    for pattern in (
        # "Stray spell: a spell that targets you", "a weed is any spell that targets you"
        rf"{_A}{_TERM}(?P<noun> {_SORTS}s?)?{_SAYS} (?:(?:the|an?|any|each|every|all) )?(?P<what>.+)",
        # "A rich Wizard is one with more than 12 Stars"
        rf"{_A}{_TERM} (?P<of>spell|wizard|duel)s?{_SAYS} (?:any )?(?:ones?|those|that) (?P<rest>{_LED} .+)",
        # "Rich: having more than 12 Stars"
        rf"{_A}{_TERM}{_SAYS} (?P<rest>{_LED} .+)",
        # "Rich: more than 12 Stars"
        rf"{_TERM}{_SAYS} (?P<has>.+)",
        # "A Wizard is rich if they have more than 12 Stars"
        rf"(?:an?|any|every|each|the) (?P<of>wizard|spell) {_IS}{_CALLED}? {_PHRASE},? {_IF} (?P<holds>.+)",
        # "A neighbour of yours is called thrifty unless they cast Burn", "a spell is drowned if its name is ..."
        rf"(?:an?|any|every|each) (?P<group>(?:[a-z]+ )?(?:wizard|spell|neighbou?r)\b[^\",:;]*?)"
        rf" {_IS}{_CALLED}? {_PHRASE},? (?:if|when|whenever|if,? and only if,?|(?P<unless>unless)) {_HE} (?P<holds>.+)",
        # "A Wizard is cursed if at least two spells target them"
        rf"(?:an?|any|every|each) (?P<group>(?:[a-z]+ )?(?:wizard|neighbou?r)\b[^\",:;]*?)"
        rf" {_IS}{_CALLED}? {_PHRASE},? (?:if|when) (?P<by>[^,;]+?) (?:targeted|targets?) (?:them|him|her)",
        # "A Wizard is sheltered if both of their neighbours are idle"
        rf"(?:an?|any|every|each) (?P<group>wizard) {_IS}{_CALLED}? {_PHRASE},? (?:if|when|whenever) (?P<so>.+)",
        # "A Duel is dry if nobody cast Burn in it"
        rf"(?:an?|any|every|each) (?P<duel>(?:[a-z]+ )?duel) {_IS}{_CALLED}? {_PHRASE},? (?:if|when) (?P<did>.+) in it",
        # "Call a Wizard rich who has more than 12 Stars"
        rf"{_CALL} (?P<of>wizard|spell) {_TERM},? (?:{_IF} (?P<holds>.+)|(?P<rest>{_LED} .+))",
        # "Call any Wizard who has more than 12 Stars rich", "Wizards who have more than 12 Stars are rich"
        rf"{_CALL} (?P<what>(?:wizard|spell) .+) {_TERM}",
        rf"(?P<what>(?:wizards|spells) .+) are{_CALLED}? {_TERM}",
        rf"(?:an?|any|every|each) (?P<what>(?:wizard|spell) .+) {_IS}{_CALLED}? {_TERM}",
    )
)
"""How a text says which spells, or Wizards, are of a kind."""
_OF_TERMS = ("T_ROLE", "T_ROLES", "T_KIND", "T_QUALITY", "T_SO", "T_SO_BARE", "T_SO_IT", "T_SO_ASKED")
_NOUNS = {"wizard": "Wizard", "spell": "spell", "duel": "Duel"}


def with_kinds(names: Names, effect: str, given: Iterable[str] = ()) -> Names:
    """The names with the kinds that an Effect defines, each of which may speak of those before it.

    `given` are names that the Inputs line gives, which no sentence makes another thing.
    """
    given, told = {*given}, sentences(effect)
    effect = "\n".join(told)
    for sentence in told:
        for kind in _kinds(sentence, names, effect):
            if kind.word not in given:
                names = _known(names, kind)
        if (state := _state(sentence, names, effect)) is not None:
            names = _with_state(names, *state)
    return names


def _explained(
    patterns: Iterable[re.Pattern[str]], sentence: str, names: Names, effect: str
) -> Iterator[tuple[re.Match[str], str, str]]:
    """Where a sentence gives a meaning to a word that has none: how it says so, and the word, with its noun."""
    for pattern in patterns:
        said = pattern.match(straight(sentence))
        if said is None:
            continue
        groups = said.groupdict()
        word = (groups.get("quoted") or groups["plain"] or "").casefold()
        noun = (groups.get("noun") or "").strip().casefold()
        if not noun and word.partition(" ")[2] in (*_NOUNS, *(f"{of}s" for of in _NOUNS)):  # "a "hostile spell""
            word, _, noun = word.partition(" ")
        known = any(key(word) in table for terminal, table in names.tables.items() if terminal not in _OF_TERMS)
        apart = bool(groups.get("quoted")) or len(word) == 1 or f"{groups['plain']}{groups.get('noun')}:" in sentence
        if (
            not known
            and (_free(word, quoted=apart) or _is_open(word, noun, groups, names))
            and len(_uses(word, effect)) > 1
            and not _is_held(word, names, effect)
        ):
            yield said, word, noun


_NEVER = frozenset(
    "chosen named picked selected random first second third last next previous other same own only sole single such"
    " said remaining tied targeted former latter left right adjacent neighbouring present current new old one two both"
    " all every any each no not another more less most fewest at by for to from with if then able active idle".split()
)
"""Words that say which, and never of what kind."""


_PARITY = ("odd", "even")
"""What numbers are, and nobody else: "a Wizard is odd if their number of Stars is odd"."""


def _is_open(word: str, noun: str, groups: dict[str, str | None], names: Names) -> bool:
    """Whether words have no meaning of their own where a sentence gives them one, though they have one elsewhere.

    "A Wizard is odd if their number of Stars is odd": nobody else is called "an odd Wizard".
    """
    of = noun or groups.get("of") or groups.get("group") or groups.get("duel") or ""
    told = re.split("[ -]", word.removeprefix("out of "))
    if not (of or groups.get("who")) or any(one in _NEVER or one in _EFFECTIVE or one in NUMBERS for one in told):
        return False
    if groups.get("an") and len(told) > 1:
        return False
    if not of or word in _PARITY:
        return True  # of a state it is asked what somebody is
    sort = next(sort for sort in (*_NOUNS, "neighbour", "neighbor", "opponent") if sort in of.casefold())
    tables = {terminal: {} if terminal in _OF_TERMS else table for terminal, table in names.tables.items()}
    plain = replace(names, tables=tables, kinds=())
    for told_of in (f"each {word} {sort}", f"each {sort} {word}", f"each {sort} who is {word}"):
        try:
            if chart(trimmed(told_of), plain).readings("np"):
                return False
        except (TooLong, Puzzle):
            return False
    return True


def _kinds(sentence: str, names: Names, effect: str) -> Iterator[KindWord]:
    """The kind that a sentence defines, in each of the ways in which its word is used."""
    for said, word, noun in _explained(_KINDS_SAID, sentence, names, effect):
        groups = said.groupdict()
        what = tuple(dict.fromkeys(_read(groups, noun, names)))
        of = (groups.get("of") or groups.get("group") or groups.get("duel") or "").casefold()
        one = next((f"the {sort}" for sort in ("spell", "duel") if re.search(rf"\b{sort}\b", of)), "the caster")
        if groups.get("an") and what and _reads(sentence, names):
            continue  # a name
        if not what or ((groups.get("holds") or groups.get("by") or groups.get("so")) and _is_said(one, word, names)):
            continue
        if _THE.search(said[0][: said.start("what")] if groups.get("what") else "") and _is_top(what):
            continue  # "Top Wizard: the Wizard with the most Stars": a name
        changing = any(isinstance(part, CHANGING) for one in what for part in _parts_of(one))
        adjective, named = _used_as(word, groups | {"noun": noun}, what, sentence, effect)
        if adjective:
            yield KindWord(word, False, what, sentence, changing)
        if named:
            yield KindWord(word, True, what, sentence, changing)
        if adjective or named:
            return


_SUBJECT = (
    r"(?P<who>you|I|(?:the|this) (?:(?:previous |last )?duel|spell)|(?:the|this|your) (?:caster|chosen spell"
    r"|(?:[a-z]+ ){0,2}(?:wizard|neighbou?r)(?: in (?:the|your) [a-z ]+?)?)|the [a-z]+)"
)
_BE = r"(?:is|am|are|was|were|counts? as|shall be|will be)"
_WHILE = r"(?:,? (?:exactly )?(?:if|when|whenever|if,? and only if,?|(?P<unless>unless)|(?P<being>while))"
_STATES_SAID = tuple(
    re.compile(_OPENS + pattern + r"\.?$", re.I)
    for pattern in (
        # "The Duel is dry if nobody cast Burn", "the caster is poor while having fewer than 5 Stars"
        rf"{_SUBJECT} {_BE}{_CALLED}? {_PHRASE}{_WHILE}) (?P<so>.+)",
        # "If nobody cast Burn, the Duel is called dry"
        rf"(?:if|when|whenever) (?P<so>.+), {_SUBJECT} {_BE} (?:here )?(?:called|said to be|known as) {_PHRASE}",
    )
)
"""How a text gives a name to what is so of somebody, or of something: a condition."""
_THIRD = {
    "have": "has", "are": "is", "were": "was", "do": "does", "having": "has", "being": "is", "wearing": "wears",
    "holding": "holds", "owning": "owns",
}  # fmt: skip


def _state(sentence: str, names: Names, effect: str) -> tuple[KindWord, str] | None:
    """The condition to which a sentence gives a name, and of whom the name is."""
    for said, word, _ in _explained(_STATES_SAID, sentence, names, effect):
        groups, who = said.groupdict(), said["who"].casefold()
        if groups.get("an"):
            continue
        if _is_said(who, word, names):
            continue
        so = _about(who, groups["so"])
        if who.endswith(" duel"):
            so = re.sub(r"(?i) in it(?=\.?$)", f" in {who}", so)
        found = tuple(dict.fromkeys(_conditions(so, names))) if so else ()
        if any(isinstance(part, t.Result) for part in parts(found)) and len(re.findall(r"DICE\d", effect)) > 1:
            continue  # "if the result is 5", and another roll behind it
        if not found:
            continue
        if groups.get("unless"):
            found = tuple(map(opposite, found))
        changing = any(isinstance(part, CHANGING) for part in parts(found))
        return KindWord(word, False, found, sentence, changing), who
    return None


def _about(who: str, so: str) -> str:
    """A condition with whom it is about by name, where it begins with "they"; empty where that cannot be said."""
    they = re.match(r"(?i)(?:they|it|he|she) (\w+)\b", so)
    if they and who.casefold() == "you":
        return ""  # "you are lucky if they targeted you": who?
    if verb := re.match(r"(having|being|wearing|holding|owning)\b", so):
        return f"{who} {_THIRD[verb[1]]}{so[verb.end() :]}"
    return f"{who} {_THIRD.get(they[1], they[1])}{so[they.end() :]}" if they else so


def _conditions(so: str, names: Names, *, they: bool = False) -> Iterator[t.Cond]:
    """All that a condition can mean that draws nothing, and speaks of nobody as "they" unless that may be."""
    never = t.Roll | t.Pick if they else t.Roll | t.Pick | t.They
    try:
        found = chart(trimmed(so), names).readings("cond")
    except (TooLong, Puzzle):
        return
    for one in found:
        if isinstance(one, t.Cond) and not any(isinstance(part, never) for part in parts(one)):
            yield one


_ARE = ("is", "was", "counts as", "is called", "are", "am", "were", "count as")
_ARE_NOT = (
    "is not",
    "was not",
    "does not count as",
    "are not",
    "am not",
    "were not",
    "do not count as",
    "isn't",
    "wasn't",
    "aren't",
)
_ASKED = ("is", "was", "are", "am", "were")


def _with_state(names: Names, state: KindWord, who: str) -> Names:
    """The names with that of a condition: "the Duel is dry", "the Duel is not dry", "is the Duel dry?"."""
    thing = who.endswith(("duel", "spell")) or (who.startswith("the ") and _free(who[4:], quoted=False))
    thing = thing and not names.has("T_ROLE", who[4:])
    of: tuple[str, ...] = (who, who.replace("the ", "this ", 1)) if thing else (who,)
    called = [state.word, f'"{state.word}"']
    says = {f"{one} {be} {word}": f"+{state.word}" for one in of for be in _ARE for word in called}
    says |= {f"{one} {be} {word}": f"-{state.word}" for one in of for be in _ARE_NOT for word in called}
    bare = dict.fromkeys(called, f"+{state.word}") | {f"not {word}": f"-{state.word}" for word in called}
    it = ("it",) if len(of) > 1 else ()
    its = {f"{one} {be} {word}": f"+{state.word}" for one in it for be in _ARE for word in called}
    its |= {f"{one} {be} {word}": f"-{state.word}" for one in it for be in _ARE_NOT for word in called}
    if thing:
        its |= bare  # "if contested, the chosen Wizard loses 2 Stars": of the bone, as the text has it
    elif not who.endswith(("you", "i", "caster")):
        bare = {}  # "unless poor, you lose 2 Stars": who?
    asks = {f"{be} {one} {word}": f"+{state.word}" for one in of for be in _ASKED for word in called}
    tables = dict(names.tables)
    for terminal, told in (("T_SO", says), ("T_SO_BARE", bare), ("T_SO_IT", its), ("T_SO_ASKED", asks)):
        tables[terminal] = {**tables.get(terminal, {}), **{key(words): what for words, what in told.items()}}
    longest = max(names.longest, *(len(key(words)) for words in says))
    return replace(names, tables=tables, longest=longest, kinds=(*names.kinds, state))


_THE = re.compile(r"(?i)\bthe $")


def _is_top(what: Iterable[Nbar]) -> bool:
    """Whether they are those who have most of something."""
    return any(isinstance(part, t.Top) for one in what for part in _parts_of(one))


def _parts_of(one: Nbar) -> Iterable[t.Node]:
    who = _whom(one)
    return () if who is None else parts(who)


def _reads(sentence: str, names: Names) -> bool:
    try:
        return bool(chart(trimmed(sentence), names).readings("sentence"))
    except (TooLong, Puzzle):
        return True


def _used_as(
    word: str, groups: dict[str, str | None], what: tuple[Nbar, ...], sentence: str, effect: str
) -> tuple[bool, bool]:
    """Whether the word of a kind stands before nouns, and whether it is one.

    A noun for Wizards alone ("a sleeper") is a name.
    """
    if groups.get("an"):
        return False, True
    if groups.get("noun") or any(groups.get(how) for how in ("rest", "holds", "so", "did")):
        return True, False
    used = (
        rf"(?i)\b{re.escape(word)} (?:wizard|spell|neighbou?r|duel|one)s?\b|(?:(?:is|are|not|being)"
        rf" {re.escape(word)}\b)"
    )
    before = any(re.search(used, one) for one in sentences(effect) if one != sentence)
    return before, not groups.get("has") and (before or {one.noun.sense for one in what} == {"spell"})


def _free(word: str, *, quoted: bool) -> bool:
    """Whether a word has no meaning of its own."""
    if any(one in CAPITALS or one in NUMBERS for one in re.split("[ -]", word)):
        return False
    known = (one in ONE_WORD or grammar().fitting(one) for one in re.split("[ -]", word))
    return quoted or word in _TURNED - {"victim"} or not all(known)


def _is_held(word: str, names: Names, effect: str) -> bool:
    """Whether a word is spoken of as the value of an attribute, too: "a Red Hat"."""
    items = "|".join(re.escape(" ".join(item)) for item in names.tables.get("T_ATTR", ()))
    held = rf'(?i)\b{re.escape(word)}"? (?:{items})\b|\b(?:{items})s? (?:is|are|was|becomes?|of) "?{re.escape(word)}\b'
    return bool(items) and re.search(held, effect) is not None


_EFFECTIVE = frozenset(
    "void null nullified ineffective cancelled negated invalid blocked stopped immune unaffected exempt over ended out"
    " excluded eliminated protected shielded banned barred".split()
)
"""What would do something if it were so."""


def _is_said(who: str, word: str, names: Names) -> bool:
    """Whether it says something by itself that somebody is so: "the spell is void"."""
    if word in _EFFECTIVE:
        return True
    if word in _PARITY and who == "the caster":
        return False
    tables = {terminal: {} if terminal in _OF_TERMS else table for terminal, table in names.tables.items()}
    try:
        found = chart(trimmed(f"{who} is {word}"), replace(names, tables=tables, kinds=()))
        return bool(found.readings("cond") or found.readings("sentence"))
    except (TooLong, Puzzle):
        return True


def _uses(word: str, effect: str) -> list[str]:
    return re.findall(rf"(?i)\b{re.escape(word)}s?\b", effect)


def _read(groups: dict[str, str | None], noun: str, names: Names) -> Iterator[Nbar]:
    """All that the words of a definition mean, as a noun with what is said of it."""
    if so := groups.get("so"):
        yield from (members_of(t.Those(t.All(), test), "s") for test in _of_a_wizard(so, names))
        return
    if rest := groups.get("rest"):
        whose = (groups.get("of") or "").casefold()
        told = [f"{noun} {rest}" for of, noun in _NOUNS.items() if of == whose or (not whose and of != "duel")]
    elif did := groups.get("did"):
        told = [f"{groups['duel']} in which {did}"]
    elif group := groups.get("group"):
        by = groups.get("by")
        told = [f"{group} targeted by {by}"] if by else list(_of_group(group, str(groups["holds"]), groups))
    elif holds := groups.get("holds"):
        of = _NOUNS[(groups["of"] or "").casefold()]
        if _SOMEBODY.search(holds):
            return
        holds = _AND_THEIR.sub(r"\1 whose ", _AND_IT.sub(r"\1 ", holds))
        told = [f"{of} who {holds}", f"{of}s who {holds}"] if of == "Wizard" else [f"{of} that {holds}"]
    elif has := groups.get("has"):
        told = [f"Wizard with {has}"]
    else:
        told = [str(groups["what"])]
    for words in told:
        for one in _noun(words, names):
            if (groups.get("group") or noun.startswith(("neighb", "oppon"))) and one.noun.sense not in _NOUNS:
                one = members_of(
                    _whom(one) or t.All(), "s"
                )  # "a neighbour of yours is called ...": one of these Wizards
            near = noun.startswith(("neighb", "oppon")) and one.noun.sense == "wizard"
            if one.noun.sense in _NOUNS and (not noun or near or noun.startswith(one.noun.sense)):
                yield Nbar(Said(replace(one.noun.word, form="s"), -1), one.mods)


_OF_THEMSELVES = t.They | t.Member | t.All | t.Casters | t.Those | t.Caster
"""Beside their own neighbours: who is spoken of where "they" can be nobody else."""


def _of_a_wizard(so: str, names: Names) -> Iterator[t.Cond]:
    """What is so of a Wizard who is "they": "at least one of that Wizard's neighbours is idle"."""
    for test in _conditions(so, names, they=True):
        told = list(parts(test))
        near = [one for one in told if isinstance(one, t.Neighbours)]
        whom = [one for one in told if isinstance(one, t.Who) and not isinstance(one, t.Neighbours)]
        own = all(isinstance(one.of, t.They | t.Member) for one in near)
        they = [one.word for one in whom if isinstance(one, t.They)]
        known = all(isinstance(one, _OF_THEMSELVES) for one in whom)
        if own and known and they and {*they} <= {"they", "them", "than", "that Wizard"}:
            yield _bound(test)


def _bound(node: Any, depth: int = 0) -> Any:
    """A condition in which "they" is the Wizard of whom it is asked, so many groups further out."""
    if isinstance(node, t.They):
        return t.Member(depth)
    if isinstance(node, tuple):
        return tuple(_bound(part, depth) for part in node)
    if not is_dataclass(node):
        return node
    return rebuilt(node, lambda name, value: _bound(value, depth + BINDS.get(type(node), {}).get(name, 0)))


_SOMEBODY = re.compile(
    r"(?i)\b(?:(?:chosen|named|picked|first|second)(?! spell)|by a spell|that|this|the Wizard|neighbou?rs?|most|fewest"
    r"|another Wizard)\b[^.;]*?\b(?:and|or|but) (?:they|it|he|she|its|their|his|her|that (?:wizard|spell|neighbou?r))\b"
)
"""Where a pronoun may be about another than who is explained: "they targeted the chosen Wizard and that Wizard ..."."""
_AND_IT = re.compile(r"(?i)\b(and|or|but) (?:they|it|he|she|that (?:wizard|spell|neighbou?r)) (?=\w)")
_AND_THEIR = re.compile(r"(?i)\b(and|or|but) (?:its|their|his|her|that (?:wizard|spell|neighbou?r)'s) (?=\w)")
_NOT = {
    "cast": "did not cast", "targeted": "did not target", "is": "is not", "are": "are not", "was": "was not",
    "were": "were not", "has": "does not have", "have": "do not have", "gained": "did not gain", "lost": "did not lose",
    "targets": "does not target",
}  # fmt: skip
"""How it is denied what somebody does."""


def _of_group(group: str, holds: str, groups: dict[str, str | None]) -> Iterator[str]:
    """Those of a group of whom it is so, or unless it is so."""
    whose = bool(groups.get("whose"))
    if _SOMEBODY.search(holds):
        return
    holds = _AND_THEIR.sub(r"\1 whose ", _AND_IT.sub(r"\1 who " if whose else r"\1 ", holds))
    if groups.get("unless"):
        verb, _, rest = holds.partition(" ")
        if verb not in _NOT or groups.get("whose") or re.search(r"(?i)\b(?:and|or|not|nor|neither|no)\b|,", rest):
            return
        holds = f"{_NOT[verb]} {rest}"
    if whose and (name := re.match(r"name is (?:that of |the name of |the same as that of )?", holds)):
        whose, holds = False, f"is {holds[name.end() :]}"  # "if its name is that of the chosen spell"
    led = "whose" if whose else "that" if re.search(r"(?i)\bspell\b", group) else "who"
    joined = re.search(r" (?:who|that|which|whose) ", group)
    yield f"{group} {'and ' if joined else ''}{led} {holds}"


def _noun(words: str, names: Names) -> list[Nbar]:
    try:
        found = chart(trimmed(words), names).readings("nbar")
    except (TooLong, Puzzle):
        return []
    return [one for one in found if isinstance(one, Nbar) and (one.noun.sense == "duel" or _whom(one) is not None)]


def _whom(nbar: Nbar) -> t.Who | None:
    """Who they are, or who cast them; None where that is not said alone by their kind, or a lot decides it."""
    try:
        match each(nbar):
            case Some(who, "each"):
                found = who
            case Casts(how="each") as casts:
                found = casts_who(casts)
            case _:
                return None
    except NoSense:
        return None
    return None if any(isinstance(part, t.Roll | t.Pick | t.They) for part in parts(found)) else found


def _known(names: Names, kind: KindWord) -> Names:
    """The names with a kind; its word is no name then."""
    terminal = "T_KIND" if kind.noun else "T_QUALITY"
    words = (kind.word, kind.word + "s") if kind.noun else (kind.word,)
    tables = {**names.tables, terminal: {**names.tables.get(terminal, {}), **{key(word): word for word in words}}}
    if kind.noun:
        for role in ("T_ROLE", "T_ROLES"):
            tables[role] = {known: word for known, word in tables[role].items() if word not in words}
    longest = max(names.longest, *(len(key(word)) for word in words))
    return replace(names, tables=tables, longest=longest, kinds=(*names.kinds, kind))
