"""What an author says of ties, in the words of the meaning page; nothing of it is certain."""

from __future__ import annotations

import re

THEN = re.compile(r"\b(?:then|after that)\b", re.I)
_LEVEL = r"ties?|tied|tying|level|draws?|drawn|joint\w*|shares?|shared|sharing"
_TIED = re.compile(rf"\b(?:{_LEVEL}|equally (?:many|few|rich|poor)|(?:two|2) or more|several|more than one)\b", re.I)
_SAYS_MOST = re.compile(rf"\b(?:{_LEVEL}|most|fewest|highest|lowest)\b", re.I)
_BEGINS = re.compile(
    r"^\W*(?:and |but |so |then |now )*(?:if|where|when|should|in case|in the (?:case|event)|on a|for|with|while"
    r"|as for|a tie|ties|tied|any tie|(?:two|several|both) )",
    re.I,
)
_AT_RANDOM = "one of the tied Wizards is selected at random"
_SEAT = r"\b(?:position|place|seat|number)"
_LOW, _HIGH = r"\b(?:lowest|smallest|earliest|first)\b", r"\b(?:highest|largest|last|latest)\b"
_ENDS = tuple(
    (re.compile(pattern, re.I), said)
    for pattern, said in (
        (r"\b(?:at random|random(?:ly)?|by lot|lots|by chance|coin|toss)\b", _AT_RANDOM),
        (rf"{_LOW}[^.;]*{_SEAT}|{_SEAT}[^.;]*{_LOW}", "the one in the lowest position is chosen"),
        (rf"{_HIGH}[^.;]*{_SEAT}|{_SEAT}[^.;]*{_HIGH}", "the one in the highest position is chosen"),
        (r"\b(?:nothing|no effect|none of this|not happen|fizzles?)\b", "nothing happens"),
        (
            r"\b(?:nobody|no one|none|neither|no wizard|no neighbour|not any|not one)\b"
            r"|\bno \w+ (?:changes?|moves?|(?:is|are) (?:lost|gained|changed|paid|swapped))\b",
            "nobody is affected",
        ),
        (r"\b(?:all|each|every|everybody|everyone|both)\b", "all of them are affected"),
    )
)
_NUMBERS = re.compile(r"\b(?:[3-9]|\d\d+|DICE\d+)\b|\"\w+\"")
_PARTS = re.compile(r"\([^()]*\)|[^.;()\n]*[.;]|[^.;()\n]+|[()\n]")


_BUT_TIED = re.compile(
    rf", (?:but|and|or) (?=(?:if|where|when|should|in case|in the event)\b[^,.;]*\b(?:{_LEVEL})\b)", re.I
)


def ties_told(text: str) -> str:
    """What happens in a tie, in the words of the meaning page, after the sentence of which it is said."""
    text = _BUT_TIED.sub("; ", text)
    made: list[str] = []
    later = ""
    for match in _PARTS.finditer(text):
        part = match[0]
        said = _tie(part, text[: match.start()])
        spoken = bool(made and _SAYS_MOST.search(made[-1])) or not _SAYS_MOST.search(text[match.end() :])
        if said and part.startswith("(") and made and "".join(made).rstrip().endswith((".", "!")):
            made.append(f" If there is a tie, {said}.")
        elif said and not later and (part.startswith("(") or not spoken):
            later = f" If there is a tie, {said}."
            if THEN.match(part.lstrip()):
                made.append(" Then")
        elif said:
            made.append(f" If there is a tie, {said}.")
        else:
            made.append(part)
            if later and part[-1] in ".;":
                made.append(later)
                later = ""
    return re.sub(r"\s+([.;,])", r"\1", re.sub(r"[;,](?= If there is a tie)", ".", "".join([*made, later])))


def _tie(part: str, before: str) -> str:
    """What a part of a text says of a tie, if it speaks of nothing else."""
    part = re.sub(r"^\((?:or|and|but|even),? ", "(", part)
    condition, comma, rest = part.partition("," if "," in part else ":")
    if part.startswith("(") and comma and _BEGINS.match(rest) and _TIED.search(rest):
        condition, rest = rest, condition
    if not _TIED.search(condition) or not _SAYS_MOST.search(part):
        return ""
    if not part.startswith("(") and not _BEGINS.match(part):
        return ""
    if any(number not in before for number in _NUMBERS.findall(part)):
        return ""
    return next((said for pattern, said in _ENDS if pattern.search(rest if comma else part)), "")
