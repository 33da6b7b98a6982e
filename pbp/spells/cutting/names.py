"""What a text calls by a word or a letter of its own: each means one thing, and nothing else in the game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle

_GROUPS_OF_GAME = re.compile(
    r"(?i)(?:wizards?|neighbou?rs?|others?|next|previous|chosen|named|selected|picked|adjacent|random|casters?|you|yours?"
    r"|spells?|casts?|own|each|both|same|half|first|second|last|duels?)"
)


def check_own_words(words: Iterable[str]) -> None:
    """That no word to which the text gives a meaning has another in the game. Raises Puzzle."""
    if known := next((word for word in words if _GROUPS_OF_GAME.fullmatch(word)), ""):
        raise Puzzle(f'"{known.lower()}" has another meaning in the game', "use another word")


_LETTER_IS = re.compile(r"\b([A-Z])(?: (?:is|be|being|equals|means|denotes|stands for)\b| ?=)\s*([^.;,()\n]*)")
_WORD_IS = re.compile(
    r"(?i)\b(?:an?|the|any|each|every|where) [\"“]?([a-z]{3,})[\"”]?(?: Wizards?| spells?| ones?)?"
    r" (?:is|are|means?) (?=an?\b|any|one|each|every|who|some|the\b)([^.;()\n]*)"
)
_A_NOUN = re.compile(r"(?<=[\w,] )A (?:\w+ )?(?:[Ww]izard|neighbou?r|player|opponent|spell|one)\b")
_SAYS_WHO_IS_CHOSEN = re.compile(
    r"(?im)(?:^|[.;:•] *)(?:let )?the (?:chosen|named|selected|targeted|given|picked) (?:wizard|position|target)"
    r" (?:is|be|means|=) (?:the|an?|any|each|every)\b(?! (?:caster|same)\b)[^,;.]*\."
)


def _told(text: str) -> dict[str, str]:
    """What a text says of the letters and words that it explains."""
    found = [*_LETTER_IS.findall(text), *((word.lower(), said) for word, said in _WORD_IS.findall(text))]
    return {name: " ".join(said.lower().split()) for name, said in found}


_SHARED = re.compile(r"(?i)\b(?:swap|exchang|trad|switch|same|different|alike|match|compar|differ)")


def check_yours(effect: str, attributes: Iterable[str]) -> None:
    """That "your" is of one alone: "If you and they cast Burn, your Hats become Red". Raises Puzzle."""
    things = "|".join(re.escape(one) for one in attributes if not one.endswith("s"))
    several = re.compile(rf"(?i)\b(?:your|my)(?: \w+)? (?:{things})s\b")
    if things and any(several.search(part) and not _SHARED.search(part) for part in re.split(r"[.;,:|\n]", effect)):
        raise Puzzle("yours alone, or of each of you?", "say: the caster's ...; or: the ... of each of them")


def check_names(effect: str, cost: str, inputs: Sequence[t.Input]) -> None:
    """That a letter or a word means one thing in all that a spell says, and is none of the words I and A.

    Raises Puzzle.
    """
    asked = {one.noun for one in inputs if one.noun}
    whom = [one.noun for one in inputs if one.kind in ("wizard", "position")]
    in_cost, in_effect = _told(cost), _told(effect)
    for name, said in in_cost.items():
        again = in_effect.get(name, said) != said
        if again or (name.lower() in asked and not re.search(r"\b(?:chosen|named|given|selected|chose|input)\b", said)):
            raise Puzzle(f'"{name}" is said to be two things', "use two names")
    if "i" in whom:
        raise Puzzle('"I" could be who is chosen, or who casts the spell', "use another letter")
    if ("a" in asked or "A" in in_effect) and _A_NOUN.search(effect):
        raise Puzzle('"A" could be a name here, or a word', "use another letter")
    if whom and _SAYS_WHO_IS_CHOSEN.search(effect):
        raise Puzzle("who is chosen is said in the Inputs line", "give this Wizard another name")
