"""What is said beside the point: of ties, of what a loss leaves, of who counts, whatever the order of its words.

People say such things in endlessly many ways ("(both of them, if they are tied)", "though this can't take anyone under
0"), and yet little can be meant. A gist is a stretch of words between two marks, all of which belong to one closed set
of gists.txt; what it says hangs on which kinds of words are there. A word outside the set, a second number or a second
denial, and it is no gist: the syntax alone decides. What a gist says stands in the syntax where the same thing said in
full can stand, and is checked there as that is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from pbp.spells import tree as t
from pbp.spells.english.asides import Aside
from pbp.spells.english.phrases import CASTER, Some
from pbp.spells.words import Names, Token

MARKS = frozenset(".,;:()?!-–—•")
PARTS = 4
"""Into how many parts commas may cut a gist."""
LONGEST = 24
"""Words that a gist may have."""
JOINING = frozenset("and but or so although though however yet then".split())
EXCEPTING = frozenset(("except", "save"))
"""What may join a gist to what is before it; the last with "that"."""


@cache
def sets() -> dict[str, frozenset[str]]:
    """The sets of words of gists.txt."""
    found: dict[str, frozenset[str]] = {}
    for line in files("pbp.spells.english").joinpath("gists.txt").read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, words = line.split(" = ")
            said = (found[word.lower()] if word.isupper() else {word} for word in words.split())
            found[name] = found.get(name, frozenset()).union(*said)
    return found


class Gist:
    """The words of a stretch, without its commas."""

    def __init__(self, said: Sequence[Token], names: Names):
        self.tokens = [token for token in said if token.word not in (",", '"')]
        self.words = [token.word for token in self.tokens]
        self.names = names

    def has(self, name: str) -> bool:
        """Whether a word of this set is there."""
        return not sets()[name].isdisjoint(self.words)

    def count(self, name: str) -> int:
        """How many words of this set are there."""
        return sum(word in sets()[name] for word in self.words)

    def within(self, name: str) -> bool:
        """Whether there are no words but those of this set."""
        return sets()[name].issuperset(self.words)

    def thing(self, at: int) -> str:
        """The thing that is named at a place: "Stars", or ""."""
        return self.names.tables.get("T_THING", {}).get(tuple(self.words[at : at + 1]), "")

    def is_attribute(self, word: str) -> bool:
        """Whether a word names something that a Wizard has."""
        return any((word,) in self.names.tables.get(table, {}) for table in ("T_ATTR", "T_THING"))


def gists(found: Sequence[Token], names: Names) -> Iterator[tuple[int, str, int, Any]]:
    """Each gist of a sentence: where it begins, its terminal in the syntax, where it ends, and what it says."""
    spoken = [token.word for token in found]
    for (terminal, _, gist), trigger in zip(GISTS, _triggers(), strict=True):
        if trigger.isdisjoint(spoken):
            continue
        for start, end in _stretches(spoken):
            if terminal == "_O" and spoken[end : end + 1] != [":"]:
                continue
            begins = next((at for at in range(start, end) if not _joins(spoken, at)), end)
            if spoken[begins : begins + 2] == ["provided", "that"]:
                start = begins = begins + 2  # left for the syntax to read: it can also be a condition
            if trigger.isdisjoint(spoken[begins:end]):
                continue
            if any(token.shown == "A" for token in found[max(begins, 1) : end]):
                continue  # a letter that stands for somebody
            if terminal == "T_FREE" and "or" in spoken[start:begins]:
                continue  # "Hat or Robes, or whatever you like"
            value = gist(Gist(found[begins:end], names))
            if value is not None:
                # "Then" is left for the syntax to read: it can say of a step of its own.
                after = next((at + 1 for at in reversed(range(start, begins)) if spoken[at] == "then"), start)
                yield from ((at, terminal, end, value) for at in range(after, begins + 1))


def _joins(spoken: Sequence[str], at: int) -> bool:
    """Whether a word joins what follows to what was said: "but", "except that"; but not in "however many they had"."""
    if spoken[at] in EXCEPTING or (at and spoken[at] == "that" and spoken[at - 1] in EXCEPTING):
        return "that" in spoken[at : at + 2]
    return spoken[at] in JOINING and spoken[at : at + 2] != ["however", "many"]


@cache
def _triggers() -> tuple[frozenset[str], ...]:
    """For each gist the words of which one must be there."""
    return tuple(frozenset[str]().union(*(sets()[name] for name in needed)) for _, needed, _ in GISTS)


def _stretches(spoken: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The stretches between two marks; commas may be within."""
    ends = [at for at, word in enumerate(spoken) if word in MARKS] + [len(spoken)]
    for number, before in enumerate((-1, *ends[:-1])):
        for last in range(number, min(number + PARTS, len(ends))):
            if any(spoken[mark] != "," for mark in ends[number:last]):
                break
            if 0 < ends[last] - before - 1 <= LONGEST:
                yield before + 1, ends[last]
                if spoken[before + 1] in ("otherwise", "else") and ends[last] - before > 2:
                    yield before + 2, ends[last]  # "otherwise both of these apply: ..."


MOVES = {word: move for move in ("lose", "gain", "pay") for word in (move, f"{move}s")} | {
    "get": "gain",
    "gets": "gain",
}
ENDS = {"highest": "last", "higher": "last", "lowest": "first", "lower": "first"}


def of_tie(gist: Gist) -> t.TieRule | None:
    """ "(Both of them, if they are tied)", "in a tie just one of them, drawn by lot"."""
    ways: set[str] = set()
    does: set[str] = set()
    best: list[tuple[bool, str]] = []
    words = gist.words
    at = 0
    while at < len(words):
        word, before, after = words[at], words[at - 1 : at], words[at + 1 : at + 2]
        if word in ("most", "fewest"):
            thing = gist.thing(at + 1)
            best.append((word == "most", thing))
            at += bool(thing)
        elif word in ENDS and after == ["position"]:
            ways.add(ENDS[word])
            at += 1 + (words[at + 2 : at + 3] == ["number"])
        elif words[at : at + 3] in (["at", "the", "top"], ["at", "the", "bottom"]):
            best.append((words[at + 2] == "top", ""))
            at += 2
        elif word in MOVES:
            does.add(MOVES[word])
        elif word == "paid" and before in (["is"], ["are"], ["be"]):
            does.add("paid")
        elif word in sets()["lot"]:
            ways.add("random")
        elif word in sets()["every"] and not (word in ("all", "both") and before == ["of"]):
            ways.add("all")
        elif words[at : at + 3] in (["more", "than", "one"], ["two", "or", "more"]):
            at += 2
        elif words[at : at + 3] in (["with", "the", "most"], ["with", "the", "fewest"]):
            at += 1
        elif words[at : at + 2] == ["for", "this"] and words[at + 2 : at + 3] in (["swap"], ["exchange"], ["purpose"]):
            at += 2
        elif word not in sets()["beside_tie"] and not (word == "by" and after and after[0] in sets()["lot"]):
            return None
        at += 1
    if len(ways) != 1 or len(does) > 1 or len(best) > 1 or _asked(words) == len(words):
        return None
    if list(words[:3]) == ["all", "of", "them"] and not does:
        return None  # "... loses 2 Stars, or all of them if there is a tie": all Wizards, or all Stars?
    one = any(word == "one" and words[at - 1] not in ("each", "every", "than") for at, word in enumerate(words))
    if "all" in ways and (one or gist.has("alone") or _all_asked(words) or gist.count("picking") > gist.count("hit")):
        return None
    near = not {"neighbour", "neighbours"}.isdisjoint(words)
    return t.TieRule(ways.pop(), best=best[0] if best else None, near=near, does="".join(does), one=one)


def of_several(gist: Gist) -> t.TieRule | None:
    """ "(Of several, the one in the lowest position)", "be it one Wizard or several"."""
    if gist.within("one_or_more") and "be" in gist.words[:3] and gist.words.count("or") == 1:
        return t.TieRule("all")
    return None if gist.has("tie") or gist.has("asking") else of_tie(gist)


def _asked(words: Sequence[str]) -> int:
    """Where it is asked for a tie: at "if", "in a tie", "ties", "of several"; behind the last word if it is not."""
    for at, word in enumerate(words):
        after = words[at + 1 : at + 3]
        if word in ("of", "among", "from", "be") and not sets()["few"].isdisjoint(after[:1]):
            return at
        if word in sets()["asking"] or (word == "in" and ("tie" in after or "case" in after or "event" in after)):
            return at
    return len(words)


def _all_asked(words: Sequence[str]) -> bool:
    """Whether "all" stands in what is asked, "if all Wizards are tied", and not in what is done."""
    tied = next((at for at, word in enumerate(words) if word in sets()["tie"]), 0)
    return not sets()["every"].isdisjoint(words[_asked(words) : tied])


def of_floor(gist: Gist) -> t.FloorRule | None:
    """ "(Although this loss cannot bring the Wizard who suffers it below 0)", "nobody can fall under 1 by it"."""
    numbers: list[int] = []
    attrs: set[str] = set()
    under, words = 0, gist.words
    known = frozenset[str]().union(*(sets()[name] for name in ("beside_floor", "denial", "bringing", "you")))
    for at, word in enumerate(words):
        if gist.tokens[at].kind == "number" or word == "zero":
            if not at or words[at - 1] not in sets()["under"] | {"than"}:
                return None
            numbers.append(0 if word == "zero" else int(word[:9]))
        elif gist.thing(at):
            attrs.add(gist.thing(at))
        elif word in sets()["under"] or (word in sets()["fewer"] and words[at + 1 : at + 2] == ["than"]):
            if at and sets()["bringing"].isdisjoint(words[:at]):
                return None  # "those below 2 get none", "nobody under 3 takes any": who is there already
            under += 1
        elif word not in known and not (word == "'s" and words[at - 1] == "caster"):
            return None
    near, you = not {"neighbour", "neighbours"}.isdisjoint(words), gist.has("you")
    if (gist.count("denial"), under, len(numbers)) != (1, 1, 1) or not gist.has("bringing") or len(attrs) > 1:
        return None
    if near and you:
        return None
    whole = gist.has("anyone")
    spell = whole and "spell" in words  # "this spell cannot bring anyone below 0": whatever it takes
    return t.FloorRule(t.Int(numbers[0]), "".join(attrs), whole=whole, near=near, you=you, spell=spell)


def of_counting(gist: Gist) -> Aside | None:
    """ "(You count too)", "the caster being included both times", "who may even be the caster"."""
    if not gist.within("beside_you"):
        return None
    if gist.has("maybe"):
        # "You can be drawn too" could say that the caster is, whoever else may be.
        return "may" if gist.has("counting") or "even" in gist.words else "might", Some(CASTER)
    return ("in", Some(CASTER)) if gist.has("counting") else None


def of_rounding(gist: Gist) -> str | None:
    """ "(A fraction is rounded up)", "round up if it does not come out even", "fractions dropped"."""
    ways = {way for way in ("up", "down") if gist.has(way)}
    if not gist.has("rounding"):
        if not gist.has("dropped") or not gist.has("fraction"):
            return None
        ways.add("down")
    elif not {"remainder", "remainders"}.isdisjoint(gist.words):
        return None
    for at, word in enumerate(gist.words):
        if word == "not" and {"whole", "even"}.isdisjoint(gist.words[at + 1 : at + 5]):
            return None
        if word in ("next", "nearest") and gist.words[at + 1 : at + 2] != ["whole"]:
            return None
    return ways.pop() if len(ways) == 1 and gist.within("beside_rounding") else None


def of_lasting(gist: Gist) -> t.Act | None:
    """ "That is true until the end of the Duel", "(rest of Duel)", "from this moment to the end of the Duel"."""
    if "duel" not in gist.words or not gist.within("beside_left"):
        return None
    pairs = list(pairwise(gist.words))
    if any(word in ("present", "current") and after != "duel" for word, after in pairs):
        return None  # "for the present"
    if gist.has("moments") and ("from", "this") not in pairs:
        return None  # "only for this moment"
    return t.Lasts() if gist.has("until") or not gist.has("ended") else None  # "the rest of this Duel is over"


def of_whatever(gist: Gist) -> str | None:
    """ "Whatever colour it had until now", "even if it was None", "also if you had no Hat before"; and of which thing
    it is said that it does not matter now, "whatever Hat you have", or "".
    """
    words = gist.words
    if words[0] not in sets()["whatever"] | {"no"} or (words[0] in ("even", "also") and "if" not in words):
        return None
    known = all(word in sets()["beside_whatever"] or gist.is_attribute(word) for word in words)
    if len(words) < 3 or not known:
        return None
    past = words[0] in ("even", "also") or gist.has("past")
    return "" if past else next(filter(gist.is_attribute, words), "")


def of_whole(gist: Gist) -> Aside | None:
    """ "No exceptions", "nobody excepted", "every single one of them without exception"."""
    nobody = gist.count("no_one") == gist.count("excepted") == 1
    return ("whole", None) if nobody and gist.within("beside_excepted") else None


WISHED = ("wanted", "wished", "desired", "preferred")
"""What is so of a choice, by whoever chooses: "whichever is wanted"."""


def of_choosing(gist: Gist) -> bool | None:
    """ "Whichever you like", "your choice", "it does not matter which", of what an Inputs line asks for."""
    words = gist.words
    matter = "matter" in words or "matters" in words
    for at, word in enumerate(words):
        before, after = words[at - 1] if at else "", "".join(words[at + 1 : at + 2])
        if word == "one" and before not in ("whichever", "whatever", "any", "which", "either"):
            return None
        if word == "'s" and after not in sets()["choices"] and (words[at - 2 : at], after) != (["is", "caster"], ""):
            return None
        if word in ("you", "caster") and after not in sets()["liking"] | {"'s"} and (before, after) != ("to", ""):
            return None
        if (word in ("see", "sees")) != (after == "fit"):
            return None  # "as you see fit", and no other seeing
        if word in ("no", "not", "who") and not matter:
            return None
    if gist.has("liking") and not {"you", "caster", "pick", "choose", "choice", *WISHED}.isdisjoint(words):
        return True if gist.within("beside_choosing") and not matter else None
    which = not {"which", "who", "whichever", "what"}.isdisjoint(words)
    return True if matter and which and gist.count("denial") == 1 and gist.within("beside_choosing") else None


def of_lead(gist: Gist) -> bool | None:
    """ "First things first:", "here is how it works:", "there is a price for it:", "good news for you:"."""
    one_of = any(pair == ("one", "of") for pair in pairwise(gist.words))  # "one of these happens: ..."
    known = any(pair == ("you", "know") for pair in pairwise(gist.words))  # "you know how it goes: ..."
    if "you" in gist.words and not known and ("news" not in gist.words or gist.words[-2:] != ["for", "you"]):
        return None  # "this happens to you: ..."
    if "one" in gist.words and not {"happen", "happens", "follows"}.isdisjoint(gist.words):
        return None  # "one thing happens: ..." is a heading that says how many
    return True if len(gist.words) > 1 and gist.within("beside_lead") and not one_of else None


NUMBERS = {"one": 1, "two": 2, "both": 2, "three": 3, "four": 4, "five": 5}
KINDS = {"los": "loss", "gai": "gain", "pay": "payment", "cha": "change", "cas": "case", "pos": "case"}
"""How the words of the set "flows" begin, and what a heading with one of them speaks of."""


_ONLY = ("it", "that", "they", "there")
_ONLY_DO = frozenset("one all both will do does it works work too just only as well".split())


_ORDER = (("in", "with"), ("no",), ("particular", "special", "fixed", "set", "given"), ("order", "sequence"))
_APART = (("independent", "independently"), ("of",), ("each", "one"), ("other", "another"))


def _ends(words: list[str], *tails: tuple[tuple[str, ...], ...]) -> bool:
    """Whether words end so: "... in no particular order"."""
    return any(
        len(words) > len(tail)
        and all(word in some for word, some in zip(words[-len(tail) :], tail, strict=True))
        and words[-2:] != ["each", "another"]
        for tail in tails
    )


def of_heading(gist: Gist) -> t.Heading | None:
    """ "Both of these apply at once", "two separate losses, both at the same time", "one of two cases applies",
    "two things in no particular order", "these points are independent of each other".
    """
    words = gist.words
    unordered, apart = _ends(words, _ORDER, (*_ORDER[:2], _ORDER[-1])), _ends(words, _APART)
    if unordered or apart:
        words = words[: -4 if apart or words[-2] != "no" else -3]
        while words and words[-1] in ("are", "is", "and", "being"):
            words = words[:-1]
        told = _heading(Gist(gist.tokens[: len(words)], gist.names), at_once=True) if words else None
        return told and replace(told, apart=apart)
    return _heading(gist)


def _heading(gist: Gist, *, at_once: bool = False) -> t.Heading | None:
    words = gist.words
    if _ONLY_DO.issuperset(words) or tuple(words) in (("in", "that", "case"), ("in", "this", "case")):
        return None  # "one will do", "all do, too", "in that case:": of what was asked
    counts, kinds, at_once = set[int](), set[str](), at_once or gist.has("together")
    for at, word in enumerate(words):
        before, after = "".join(words[at - 1 : at]), "".join(words[at + 1 : at + 2])
        if word in sets()["moment"]:
            if before not in (("at",) if word == "once" else ("same", "one")):
                return None  # "once only", "one at a time"
            at_once = True
        elif word == "step" or (word == "go" and before == "one"):
            if before != "one":
                return None
            at_once = True
        elif (word == "same" and after not in sets()["moment"]) or (
            word == "other" and (before in ("every", "each", "the") or KINDS.get(after[:3]) == "case")
        ):
            return None  # "every other row", "the other changes", "in all other cases"
        elif word == "one" and (after in ("of", "") and before not in ("each", "every")):
            if before not in ("", "exactly", "only", "just", "always"):
                return None
            kinds.add("one case")
        elif word == "one" and (before in ("each", "every") or after in ("and", "time", "moment", "step", "go")):
            continue
        elif word in NUMBERS or gist.tokens[at].kind == "number":
            if after == "of" and word != "both" and before != "all":
                return None  # "two of these": of more?
            if gist.tokens[at].kind == "number" and after not in sets()["told"]:
                return None  # "a 2 does both"
            counts.add(NUMBERS.get(word) or int(word[:9]))
        elif word in sets()["flows"]:
            kinds.add(KINDS[word[:3]])
        elif word not in sets()["beside_head"] or (word in ("all", "everything") and after in _ONLY):
            return None  # "that is all it does"
    if words[0] in ("a", "an") and not counts and kinds & {"loss", "gain"}:
        counts.add(1)
    said = counts or kinds or gist.has("told") or gist.has("all_of") or "following" in words
    if gist.has("together") and not gist.has("happening"):
        return None  # "you and the target lose 2 Stars (together)": 2 in all?
    if {"effect", "effects"} >= {*words} - {"the"}:
        return t.Heading()
    if len(counts) > 1 or not (at_once or (said and gist.has("happening")) or ((counts or kinds) and gist.has("told"))):
        return None
    if "one case" in kinds:
        kinds.discard("case")
    elif not {"only", "exactly", "just"}.isdisjoint(words):
        return None
    if not kinds and not counts and gist.has("all_of") and "what" not in words:
        kinds.add("all")  # "all of this happens at once"
    return t.Heading(*counts or (0,), *kinds) if len(kinds) < 2 and (counts, kinds) != ({1}, {"case"}) else None


def of_rows(gist: Gist) -> t.Heading | None:
    """ "Every row happens", "whoever several rows apply to suffers each", "as this table says, in both rows"."""
    things = {thing for at in range(len(gist.words)) if (thing := gist.thing(at))}
    words = [word for at, word in enumerate(gist.words) if not gist.thing(at)]
    if not sets()["beside_rows"].issuperset(words) or sets()["all_rows"].isdisjoint(words) or len(things) > 1:
        return None
    if any(word in ("may", "can", "could") and before not in sets()["rows"] for before, word in pairwise(["", *words])):
        return None  # "you may apply both rows"
    counts = {NUMBERS[word] for at, word in enumerate(words) if word in NUMBERS and words[at - 1 : at] != ["than"]}
    ways = {KINDS[word[:3]] for word in words if word[:3] in ("los", "gai")}
    if len(counts) > 1 or counts == {1} or len(ways) > 1 or not (gist.has("happening") or gist.has("adding") or ways):
        return None
    if "than" in words and not {"all", "each", "both", "every"}.isdisjoint(words[words.index("than") :]):
        ways = {f"all {way}" for way in ways}  # "a Wizard hit by more than one row loses all of it": both apply
    return t.Heading(*counts or (0,), *ways or ("all",), *things)


def of_denied(gist: Gist) -> bool | None:
    """ "(Is ... so?) No (a different one, or none at all)": it says in other words that it is not so."""
    words = [word for word in gist.words if not gist.is_attribute(word)]
    pairs = list(pairwise(["", *words]))
    if any(
        (word == "1" and before != "least") or (word == "one" and before in ("only", "not")) for before, word in pairs
    ):
        return None
    if set(words) <= {"none", "nobody", "no", "at", "all", "did", "does", "do", "is", "are", "has", "have"}:
        return None  # "at least two? No (nobody)": and one?
    return True if gist.has("denied") and sets()["beside_denied"].issuperset(words) else None


def of_once(gist: Gist) -> t.ByTheWay | None:
    """ "(A Wizard to whom both apply is counted only once)", "(either is enough, and each Wizard counts once)"."""
    said = " ".join(gist.words)
    enough = said.startswith(("either is enough and ", "either one is enough and "))
    if not enough and not {"either", "enough", "and"}.isdisjoint(gist.words):
        return None  # "either counts once"
    ways = (gist.count("once"), gist.count("twice"), gist.count("denial"))
    if ways not in ((1, 0, 0), (0, 1, 1)) or gist.count("counted") != 1 or not gist.within("beside_once"):
        return None
    return t.ByTheWay("counted once")


GISTS: tuple[tuple[str, tuple[str, ...], Callable[[Gist], Any]], ...] = (
    ("T_TIE", ("tie",), of_tie),
    ("T_FEW", ("few",), of_several),
    ("T_FLOOR", ("under", "fewer"), of_floor),
    ("T_COUNTED", ("you",), of_counting),
    ("T_ROUND", ("rounding", "dropped"), of_rounding),
    ("T_LASTS", ("left",), of_lasting),
    ("T_WHATEVER", ("whatever",), of_whatever),
    ("T_WHOLE", ("excepted",), of_whole),
    ("T_FREE", ("liking", "indifferent"), of_choosing),
    ("T_HEAD", ("happening", "together", "moment", "told"), of_heading),
    ("T_HEAD", ("rows",), of_rows),
    ("T_DENIED", ("denied",), of_denied),
    ("T_ONCE", ("once", "twice"), of_once),
    ("_O", ("leading",), of_lead),
)
"""Each terminal, the sets of which a word must be there, and what reads a stretch."""
