"""The lists of an Effect: points that share a line above them, or make one statement together."""

from __future__ import annotations

import re
from itertools import takewhile

MARK = re.compile(
    r"^\s*(?:\(?\d{1,2}[.)]|[-–—*#]|§\s?\d{1,2}[.:]?|(?:Section|Clause|Article|Art\.|Paragraph|Rule) \d{1,2}[.:])"
    r"\s+(?=\S)"
)
"""What stands before the lines of a list, beside the bullets of the page: "1.", "2)", a dash, "§3", "Section 4."."""
LETTER = re.compile(r"^\s*\(?((?i:[a-h]|i{1,3}|iv|vi{0,3}))[.)]\s+(?=\S)")
"""As MARK: "(b)", "iii)", "B."."""
ASKS = re.compile(r"\b(if|unless|otherwise|when|whenever|where|provided|as long as)\b", re.IGNORECASE)
_SHARES = re.compile(
    r"(?i)^(?:(?:then|also|at (?:one and )?the same time),? )?"
    r"(?:you(?: both)?:?|(?:the|each|every|all|an?|one|your|you and) [^,.;:•]*"
    r"(?:[^,.;:•]|(?:\bwizards?|\bneighbou?rs?|\bcaster|\bring):))$"
)
"""A line that only says who does what the lines of the list below it say."""
_DOES = re.compile(
    r"(?i)(?:pays?|gains?|loses?|gets?|receives?|swaps?|gives?|takes?) "
    r"(?!.*(?:[.:;•?]|, and |\b(?:who|that|which|whose|for|than)\b))"
)
"""How such a line begins, in which nothing could go on in the next one."""
_VERB_LAST = re.compile(r"(?i)\b(?:pays?|gains?|loses?|gets?|receives?)\s*$")
"""How such a line ends above amounts, each with its case."""
_ITEM = re.compile(rf"{MARK.pattern}|{LETTER.pattern}|^\s*•\s*")
_SUBJECT_LAST = re.compile(rf"(?i)^(?:[^.;:•]*, )?{_SHARES.pattern[5:]}")
PREDICATE = re.compile(
    r"(?i)^(?:(?:for|until|if|unless|when)\b[^,]*, )?(?:then )?(?:pays?|gains?|loses?|gets?|receives?|swaps?|gives?"
    r"|takes?|ends?|becomes?|targets?|can|cannot|is|are|has|have|does|do|will|shall)\b"
)
"""What a point says of whom the line above the list names."""
_MANY = re.compile(r"(?i)^(?:\d+|one|two|three|four|five|DICE\d+) [^\W\d]+")


_WITHIN = re.compile(r"^\s*\(?(?P<of>\d{1,2})(?:\s?\(?(?P<letter>[a-h])[.)]{1,2}|\.(?P<nth>[1-8])[.)]?)\s+(?=\S)")
"""What stands before the points of a list within point 3 of another: "3a.", "3 (b)", "3.2"."""


def within(effect: str) -> str:
    """An Effect in which points within points have letters alone: "3a. ..." as "(a) ..." below "3. ...".

    Where no point 3 stands above it, "3a." is a point by itself.
    """
    made: list[str] = []
    point, last = "", 0
    for line in effect.split("\n"):
        found = _WITHIN.match(line)
        nth = int(found["nth"]) if found and found["nth"] else 0
        if found and point == found["of"] and (found["letter"] or nth == last + 1):
            made.append(f"({found['letter'] or 'abcdefgh'[nth - 1]}) {line[found.end() :]}")
            last = nth
        elif found and found["letter"]:
            made.append(f"{found['of']}. {line[found.end() :]}")
            point = ""
        else:
            made.append(line)
            if figure := re.match(r"\s*\(?(\d{1,2})[.)]\s", line):
                point, last = figure[1], 0
    return "\n".join(made)


_OF_WHAT = re.compile(
    r"(?i)\b(?P<verb>pays?|gains?|loses?|gets?|receives?)(?P<what> Stars| Crystals)?(?P<so> as follows)?\s*:?\s*$"
)
"""How a line ends above amounts of one thing, each with its case: "... loses Stars as follows:"."""
_SO_MANY = re.compile(
    r"(?i)^(?P<many>(?:and |or )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|DICE\d+))(?P<of> \w+)?"
    r"(?=,? (?:if|on|with|unless|when|where|otherwise|else)\b)"
)
"""How such an amount begins."""


def _amounts_of(lines: list[str]) -> list[str]:
    """A line above amounts, and these with what they are of: "loses Stars: / * 4, if" as "loses: / * 4 Stars, if"."""
    head, items = _OF_WHAT.search(lines[0]), [_SO_MANY.match(_ITEM.sub("", line)) for line in lines[1:]]
    if not head or not (head["what"] or head["so"]) or len(items) < 2 or None in items:
        return lines
    what = (head["what"] or "").rstrip("s")
    told = [item["of"] for item in items if item and item["of"]]
    if what and any(one.rstrip("s") != what for one in told):
        return lines  # "loses Stars: 2 Crystals if ..."
    said = []
    for line in lines[1:]:
        mark = _ITEM.match(line)
        assert mark is not None
        rest = line[mark.end() :]
        item = _SO_MANY.match(rest)
        assert item is not None
        said.append(f"{mark[0]}{item['many']}{item['of'] or head['what'] or ''}{rest[item.end() :]}")
    return [f"{lines[0][: head.end('verb')]}:", *said]


def shared(effect: str) -> str:
    """A list below a line that says who does all of it: "The caster / * gains 2 Stars / * loses 1 Crystal", in one."""
    lines, made, at = effect.split("\n"), list[str](), 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and kind_of(lines[end]) == kind_of(lines[at + 1]) not in ("", kind_of(lines[at])):
            end += 1
        lines[at:end] = _amounts_of(lines[at:end])
        told = [re.sub(r"(?i)[,;]? and$", "", _unmarked(line).rstrip(" .;,")) for line in lines[at + 1 : end]]
        plain = len(told) > 1 and all(_DOES.match(one) and not ASKS.search(one) for one in told)
        said = _ITEM.sub("", lines[at]).strip()
        if plain and _SHARES.match(said):
            made.append(f"{lines[at].strip().rstrip(':')} {', '.join(told[:-1])}, and {told[-1]}.")
        elif len(told) > 1 and all(map(SHARE.match, told)) and _VERB_LAST.search(lines[at]):
            made += [f"{lines[at].rstrip()}:", *lines[at + 1 : end]]
        elif len(told) > 1 and not kind_of(lines[at]) and _SUBJECT_LAST.match(said) and _predicates(told):
            made += [f"{lines[at].rstrip().rstrip(':')}:", *lines[at + 1 : end]]
        else:
            made.append(lines[at])
            end = at + 1
        at = end
    return "\n".join(made)


def _unmarked(line: str) -> str:
    """A line of a list without what marks it: "* a) loses 2 Stars" as "loses 2 Stars"."""
    told = _ITEM.sub("", line)
    return LETTER.sub("", told) if kind_of(line) == "bullet" else told


def kind_of(line: str) -> str:
    """With what a line begins that is one of a list: "figure", "letter" or "bullet"."""
    if not line.strip() or not _ITEM.match(line):
        return ""
    if LETTER.match(line):
        return "letter"
    return "figure" if line.lstrip(" (•*-–—#")[:1].isdigit() else "bullet"


def _predicates(told: list[str]) -> bool:
    """Whether the points of a list only go on with the line above them: "is not affected by spells", "2 Stars"."""
    return all(map(PREDICATE.match, told)) or all(map(_MANY.match, told))


_LABELS = {
    "who": r"affected|who(?:m|se)?(?: (?:is|are) \w+)?|victims?|targets?|wizards? (?:affected|concerned)"
    r"|(?:on|for|to) whom"
    r"|what (?:is|are) (?:changed|affected|redirected|concerned)|which spells?(?: (?:is|are) \w+)?"
    r"|spells? (?:affected|concerned)",
    "long": r"(?:for )?how long|duration|until when|period|lasts",
    "when": r"when|condition|on what condition|under what condition|if what",
    "what": r"what(?: happens| they do| follows)?|results?|effects?|outcome|consequence|how|in what way|change",
}
"""The labels of points that make one statement together, by what they tell of it."""
_LABELLED_POINT = re.compile(
    r"(?i)^\s*(?:\(?(?:\d|[a-h]|i{1,3}|iv)[.)]\s+|[*•–-]\s+)?(?:"
    + "|".join(rf"(?P<{kind}>{labels})" for kind, labels in _LABELS.items())
    + r"):\s+(?=\S)"
)
_NEXT_LABEL = re.compile(rf"(?i)(?<=[^\W\d][.;]) +(?=(?:{'|'.join(_LABELS.values())}): )")


def together(effect: str) -> str:
    """Points that make one statement, in one sentence: "Who: you. / How long: ... / What: ...".

    A victim, or a target, of whom the text speaks again is a name that it gives.
    """
    made: list[str] = []
    lines = _NEXT_LABEL.sub("\n", effect).split("\n")
    lines_of = [*lines]
    while lines:
        told = list(takewhile(lambda found: found is not None, map(_LABELLED_POINT.match, lines)))
        kinds = [found.lastgroup for found in told if found is not None]
        named = [found[0] for found in told if found is not None and re.search(r"(?i)victim|target", found[0])]
        again = named and re.search(r"(?i)\b(?:the|each|every) (?:victim|target)", effect)
        more = ". " in _ITEM.sub("", lines[len(kinds) - 1]) or len(kinds) < len(lines)
        open_end = (
            "when" in kinds
            and more
            and not re.match(r"(?i)\W*(?:otherwise|else|if not)\b", "".join(lines[len(kinds) :]))
        )
        if len(kinds) < 2 or len(set(kinds)) < len(kinds) or "what" not in kinds or again or open_end:
            made.append(lines.pop(0))
            continue
        points = [_ITEM.sub("", line).strip().rstrip(".;,") for line in lines[: len(kinds)]]
        made.append(f"{' • '.join(points)}.")
        lines = lines[len(kinds) :]
    return "\n".join(made) if made != lines_of else effect


LISTS_ALL = re.compile(
    r"(?im)((?:^|[.;,:]\s|\b(?:and|but)\s)\W*(?:if|when|where|unless|provided)\b[^.;:,\n]*),(?: then)?[ \t]*$"
    r"(?=\n\s*(?:[*•–-]|\(?[1-9a-h][.)])\s)"
)
"""A condition that ends its line with a comma, above the list of what then happens."""
_ITEM_MARK = r"(?:\s*\n\s*(?:[*•–-]|\(?(?:[1-9a-h]|i{1,3})[.)])|\s*\((?:[1-9a-h]|i{1,3})\))\s+"
CONDITIONS_JOINED = re.compile(
    r"(?i)(?P<opens>\b(?:if|when|where|unless|provid(?:ed|ing)(?: that)?|condition that))(?P<how> both| either)?:?"
    rf"(?P<items>(?:{_ITEM_MARK}[^.;:\n]+?[,;]?(?: and| or)?(?={_ITEM_MARK}))+)"
    rf"{_ITEM_MARK}(?P<last>[^.,;:\n]+)(?P<end>,\s*\n\s*)?"
)
"""A list of conditions that are joined by words: "provided that: (a) ...; and (b) ..."."""
_GOES_ON = re.compile(r"[^.;:\n]*\((?:[1-9a-h]|i{1,3})\)|,? (?:and|or|but)\b")
"""What stands behind such a list where the sentence has more items, or its last condition is not yet over."""
_GRADES = r"\b(?:and|or)(?= (?:more|fewer|less|higher|lower|above|below)\b)"


def conditions_in_line(found: re.Match[str]) -> str:
    """A list of conditions as such a list is announced; as it stands, if it is not clear how they are joined."""
    told = [one.strip() for one in re.split(_ITEM_MARK, found["items"]) if one.strip()]
    joints = {joint[1].lower() for one in told if (joint := re.search(r"(?i)\b(and|or)$", one))}
    if found["how"]:
        joints.add({"both": "and", "either": "or"}[found["how"].strip().lower()])
    elif not re.search(r"(?i)\b(?:and|or)$", told[-1]):
        return found[0]
    items = [re.sub(r"(?i)[,;]?(?: (?:and|or))?$", "", one) for one in told]
    said = re.sub(_GRADES, "", " ".join([*items, found["last"]]))
    if len(joints) != 1 or re.search(r"(?i)\b(?:and|or|nor|but)\b", said) or _GOES_ON.match(found.string, found.end()):
        return found[0]
    many = "all of these are true" if joints == {"and"} else "at least one of these is true"
    return f"{found['opens']} {many}: {' • '.join([*items, found['last']])}{', ' if found['end'] else ''}"


SHARE = re.compile(
    r"(?i)^(?:•\s*)?(?:and |or )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|DICE\d+) [^\W\d]+,?"
    r" (?:if|on|with|unless|when|where|otherwise|else)\b[^:]*$"
)
"""An amount with its case: "5 Stars if there are 5 or more Wizards"."""
