"""An Effect cut into its sentences, and a sentence into its words."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise, takewhile

from pbp.spells.cutting.defining import definitions, set_out
from pbp.spells.cutting.doubts import DOUBTS, rolls_none
from pbp.spells.inputs import Puzzle
from pbp.spells.tables import cases, governing, shapes
from pbp.spells.words import ARROW, NUMBERS, Token, is_cut_short, tokens

_MARK = re.compile(
    r"^\s*(?:\(?\d{1,2}[.)]|[-–—*#]|§\s?\d{1,2}[.:]?|(?:Section|Clause|Article|Art\.|Paragraph|Rule) \d{1,2}[.:])"
    r"\s+(?=\S)"
)
"""What stands before the lines of a list, beside the bullets of the page: "1.", "2)", a dash, "§3", "Section 4."."""
_LETTER = re.compile(r"^\s*\(?((?i:[a-h]|i{1,3}|iv|vi{0,3}))[.)]\s+(?=\S)")
"""As _MARK: "(b)", "iii)", "B."."""
_STEP = re.compile(r"(?i)\b(step|part|point|case)\s+\w{1,2}\.$")
"""What stands before the words of a step: no sentence of its own."""
_PLACES = {"first": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_COUNTED = {"one": "1", "two": "2", "both": "2", "three": "3", "four": "4", "five": "5"}
_NTH = rf"(?:case|situation)\s+(?:\w{{1,2}}|{'|'.join(_COUNTED)})|(?:the\s+)?(?:{'|'.join(_PLACES)})\s+case"
_CASE = re.compile(rf"(?i)(?P<nth>{_NTH})\s*(?:\((?P<cond>[^()]+)\)\s*[:,]|[:,.–—-])\s+")
"""How a line begins that tells of a case: all of it is about that case."""
_NEXT_CASE = re.compile(
    r"(?<=[.;])\s+(?=(?:(?:Case|Situation)\s+(?:[A-H1-9]|one|two|three|four|five)"
    r"|(?:The\s+)?(?i:first|second|third|fourth|fifth)\s+case)\b\s*[:,.(–—-])"
)
"""Where a sentence that tells of a case begins within a line."""
OTHER_CASES = re.compile(
    r"(?i)^\W*(?:(?:and|but) )?in (?:all|every|any) other cases?\b"
    rf"|^\W*(?:{_NTH})\s*[:,.–—-]\s+"
    r"(?:otherwise|else|(?:in )?(?:all|any|every) (?:the )?(?:other|else)|(?:any|every)thing else|(?:all )?the rest)\b"
)
"""How a sentence begins that tells of all cases but those told before."""
_HEADING = frozenset(
    "there are is this it a one two three four five all both everything of the these following in single at same time "
    "moment once go together simultaneously happen happens take takes place apply applies carried out done made and "
    "thing things part parts point points effect effects step steps change changes case cases payment payments "
    "restriction rule possibilities with no particular order among them between its own condition conditions each "
    "second first other another others does not depend depends on neither none affects independently independent "
    "numbers amounts conditions totals counts taken counted checked read before any either anything".split()
)
"""Of what words the line above a list consists that says nothing of when and to whom."""


_TOLD_OF_LABEL = re.compile(
    r"(?:pays|gains|loses|gets|receives|swaps|gives|takes|ends|becomes|targets|can|cannot|is|has|does|will|shall)\b"
    r"|(?!(?i:the|your|each|every|all|any|if|then|also|nobody|everyone|you)\b)[A-Z]\w+ (?:becomes?|turns|is|are|set)\b"
)
_NO_LABEL = (
    "on|with|for|if|when|where|unless|otherwise|else|then|step|part|odd|even|in|at|after|before|result|results|roll"
)
_LABEL_TOLD = re.compile(
    rf"(?:• )?(?!(?i:{_NO_LABEL})\b)(?=[A-Z])[^.:;•?]{{3,70}}: "
    rf"(?:(?:pay|gain|lose|swap)\b|{_TOLD_OF_LABEL.pattern})[^.:;?]*;$"
)
"""A line that begins with whom it is about, and what its next part says of them: "Caster: gains 2; Hat becomes Red"."""
_LOOKS_IF = re.compile(
    r"(?i)^• (?:then,? )?(?:if|where|when|unless|provided that)\b[^.;:]*,"
    r" (?:count|take|look at|add up|compare|consider) [^.;:]*\.$"
)
_OF_WHAT_IS_FOUND = re.compile(
    r"(?i)\b(?:of (?:them|these|those)|there (?:are|is)|(?:that|the|this) (?:many|number|total|difference|sum|count))\b"
)
"""A point that looks at something under a condition, and what its last sentence says of what is found."""
_OWN_THINGS = re.compile(r"(?i)^(?:then )?(?:look at|take|consider|check) [^.;?]*\.$")
_EACH_OF_THEM = re.compile(r"(?i)for (?:each|every)(?: one)? of (?:these|those|them|the)\b[^,.;:]* (?:that|which) ")
"""What looks at several things that somebody has, and what is said of each of them."""
_IN_LINE = re.compile(r"(?:and )?•")
_AMOUNT = re.compile(
    r"(?i)(and )?how (many|much)( is (that|it)| (stars|crystals)( is that)?| exactly)?\s*[:?]\s*(?=\S)"
)
"""What asks how much it is of which the sentence before speaks: the answer belongs into that sentence."""
_GETS = re.compile(
    r"(?i)(?:• )?(?!if\b)[^,:;]+ (?:gets?|receives?|takes?) "
    r"(?-i:the [A-Z]\w+ of|your [A-Z]|[^,:;\d]+'s [A-Z])[^,:;]+[.;]$"
)
_GETS_BACK = re.compile(
    r"(?i)(?:• )?(?:and )?((?:at the same (?:time|moment)|in (?:return|exchange)), "
    r"[^,:;]+ (?:gets?|receives?|takes?) [^,:;]+[.;]$)"
)
"""What one gets, and what the other gets for it: "You get the chosen Wizard's Hat. In return, they get yours."."""
_EACH_DRAWN = re.compile(
    r"(?i)(((make|draw|pick|choose|select) )?a (new|fresh|separate|random) [^.,:;?]* "
    r"|(the|that) (wizard|target|draw|choice|pick) is (to be )?"
    r"(drawn|picked|chosen|selected|made) (anew|afresh|again|separately) )"
    r"(for (each|every)( such)? spell( so \w+)?|each time)\.?$"
)
"""How it is said, in a sentence of its own, how often it is drawn of which the sentence before speaks."""
_LISTED = re.compile(
    r"(?i)\b(both|all|one|either|any|each|more) (of )?(these|the following|the)( two| three)?"
    r"( conditions| things| statements)? (is|are) (true|met|so|the case|fulfilled)( of [^:•]+)?:[^:]*;$"
)
"""How a sentence ends that lists conditions: what comes next is one of them."""
_ARE_SO = r"\b(true|met|so|case|fulfilled|satisfied|holds?|apply|applies)( of [^:•]+)?: •"
_CONDITIONS = re.compile(
    r"(?i)^(if|when|where|provided|unless) [^:•]*\b(these|those|following|both|all|any|either)\b[^:•]*"
    rf"{_ARE_SO}[^:]*$"
)
"""A list of conditions, before it is said what happens then."""
_OF_WHOM_LISTED = re.compile(r"(?i)^(?:each|every|all) [^:•]*\b(?:who|that|which)(?: both)?: •[^:]*$")
"""Of whom it is listed what must be true of them, before it is said what they do."""
_ASKS = re.compile(r"\b(if|unless|otherwise|when|whenever|where|provided|as long as)\b", re.IGNORECASE)


_BEFORE_TABLE = re.compile(r"(?i):$|\b(table|rows?|below|follows|according|depend\w*|based|look up|consult)\b")
"""What a sentence has that leads to a table."""


@lru_cache(maxsize=8)  # asked twice of an Effect that is read: how many they are, and what they mean
def sentences(effect: str) -> tuple[str, ...]:
    """An Effect cut into sentences: after full stops and semicolons; a list under a condition stays together.

    Of a table each row is a sentence, with the names of the columns; these stand with what leads to it, too.
    """
    found: list[str] = []
    governs = ""
    for block in shapes.blocks(set_out(effect)):
        if isinstance(block, str):
            plain = [one for told in _of_lines(block) for one in definitions(told)]
            found += _of_rows(plain, found) if found and cases.is_row(found[-1]) else plain
            continue
        while len(found) > 1 and not any(map(cases.is_row, found[-2:])) and all(map(governing.lead, found[-2:])):
            found[-2:] = [" ".join(found[-2:])]
        led = governing.lead(found[-1], governs or _spared(found)) if found and not cases.is_row(found[-1]) else None
        governs = led.governs if led else ""
        if led and led.other:
            found[-1] = "This table applies:"
        if led:
            found[-1] += f"\n{block[0]}"
            found += cases.told(block, governs)
            continue
        before = found[-1] if found and not cases.is_row(found[-1]) and _BEFORE_TABLE.search(found[-1]) else ""
        if before and cases.governs(before, block):
            found.pop()
        elif before:
            found[-1] += f"\n{block[0]}"
        elif cases.rolls(block[0], " ".join(found)):
            found.append(block[0])
        found += cases.told(block, before)
    return tuple(found)


def _spared(found: list[str]) -> str:
    """What governs a table that is for all other cases than the one of the sentence before."""
    told = re.fullmatch(r"(?i)(?:if|when) ([^:;,]+), (?!otherwise)[^:;]+\.", found[-2]) if len(found) > 1 else None
    return f"If {told[1]}:" if told else ""


def _of_rows(plain: list[str], before: list[str]) -> list[str]:
    """Sentences behind a table, with what they say of its rows in plain words."""
    alone = all(map(cases.is_row, before))
    told = [governing.after(one, alone) for one in plain]
    return [one if said is None else f"{said}." for one, said in zip(plain, told, strict=True) if said != ""]


_SHARES = re.compile(
    r"(?i)^(?:(?:then|also|at (?:one and )?the same time),? )?"
    r"(?:you:?|(?:the|each|every|all|an?|one|your) [^,.;:•]*"
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
_ITEM = re.compile(rf"{_MARK.pattern}|{_LETTER.pattern}|^\s*•\s*")
_SUBJECT_LAST = re.compile(rf"(?i)^(?:[^.;:•]*, )?{_SHARES.pattern[5:]}")
_PREDICATE = re.compile(
    r"(?i)^(?:(?:for|until|if|unless|when)\b[^,]*, )?(?:then )?(?:pays?|gains?|loses?|gets?|receives?|swaps?|gives?"
    r"|takes?|ends?|becomes?|targets?|can|cannot|is|are|has|have|does|do|will|shall)\b"
)
"""What a point says of whom the line above the list names."""
_MANY = re.compile(r"(?i)^(?:\d+|one|two|three|four|five|DICE\d+) [^\W\d]+")


def _shared(effect: str) -> str:
    """A list below a line that says who does all of it: "The caster / * gains 2 Stars / * loses 1 Crystal", in one."""
    lines, made, at = effect.split("\n"), list[str](), 0
    while at < len(lines):
        end = at + 1
        while end < len(lines) and _kind(lines[end]) == _kind(lines[at + 1]) not in ("", _kind(lines[at])):
            end += 1
        told = [re.sub(r"(?i)[,;]? and$", "", _ITEM.sub("", line).rstrip(" .;,")) for line in lines[at + 1 : end]]
        plain = len(told) > 1 and all(_DOES.match(one) and not _ASKS.search(one) for one in told)
        said = _ITEM.sub("", lines[at]).strip()
        if plain and _SHARES.match(said):
            made.append(f"{lines[at].strip().rstrip(':')} {', '.join(told[:-1])}, and {told[-1]}.")
        elif len(told) > 1 and all(map(_SHARE.match, told)) and _VERB_LAST.search(lines[at]):
            made += [f"{lines[at].rstrip()}:", *lines[at + 1 : end]]
        elif len(told) > 1 and not _kind(lines[at]) and _SUBJECT_LAST.match(said) and _predicates(told):
            made += [f"{lines[at].rstrip().rstrip(':')}:", *lines[at + 1 : end]]
        else:
            made.append(lines[at])
            end = at + 1
        at = end
    return "\n".join(made)


def _kind(line: str) -> str:
    """With what a line begins that is one of a list: "figure", "letter" or "bullet"."""
    if not line.strip() or not _ITEM.match(line):
        return ""
    if _LETTER.match(line):
        return "letter"
    return "figure" if line.lstrip(" (•*-–—#")[:1].isdigit() else "bullet"


def _predicates(told: list[str]) -> bool:
    """Whether the points of a list only go on with the line above them: "is not affected by spells", "2 Stars"."""
    return all(map(_PREDICATE.match, told)) or all(map(_MANY.match, told))


_ASKED = re.compile(r"(?i)^\W*Q(?:uestion)?[:.] [^:?]*\?\s+A(?:nswer)?[:.] ")
"""How an Effect begins that is told in questions and answers."""
_ANSWERED = re.compile(r"(?i)(^|[.?!;]\s+|\n)\W*(?:Q(?:uestion)?|A(?:nswer)?)[:.] ")


_WHO = re.compile(
    r"(?i)^\W*(?:and )?(?:who(?: is| are)? [a-z]+(?: Stars| Crystals)?|whom [^?]+|whose \w+(?: is| are)? [a-z]+)\?"
    r" [^?:]*\.$"
)
"""What only asks, and says, of whom the next question is: "Who is hit? The chosen Wizard."."""
_OF_WHOM = re.compile(r"(?i)(?:and )?(?:what|how|to what|into what)\b(?! if)[^?]*\?")


_TRIGGER = re.compile(
    r"(?im)^\W*(?:trigger|event|whenever): ([^.\n]+)\.?\n\W*(?:result|effect|outcome|response|consequence)"
    r"(?:,? (?:each|every) time)?:\s+"
)
"""What is to be watched for, and what then happens, each under its label."""
_SAID = r"([^.;\n]+)\.?"
_CONDITION = re.compile(
    rf"(?im)^\W*condition: {_SAID}\n\W*(?:result|effect|outcome|consequence)(?:,? if (?:so|met|true|fulfilled))?:\s+"
    rf"(?={_SAID}\s*(?:\Z|\n\W*(?:otherwise|else|if not)\b))"
)
"""A condition and the one sentence of what then happens, each under its label."""
_HEADED = re.compile(
    r"(?im)(?:^|(?<=[.;] ))\W*(?:(?:two|three|four|some|a few) (?:more |further )?(?:terms|definitions|words|names)"
    r"(?: first)?"
    r"|(?:key|legend|glossary|vocabulary)(?: used)?)[.:](?:\s+|$)"
    r"|^\W*(?:result|rules?|outcome|consequence|(?:(?:\w+ )?more )?(?:definitions?|terms))(?: used)?:"
    r"(?:\s+|$)(?!\d)|^Definitions\.\s+|^The following (?:terms|words|definitions) are used(?: here| below)?[.:]\s+"
)
"""A label that says nothing of what stands below it."""


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


def _together(effect: str) -> str:
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


_LISTS_ALL = re.compile(
    r"(?im)((?:^|[.;,:]\s|\b(?:and|but)\s)\W*(?:if|when|where|unless|provided)\b[^.;:,\n]*),(?: then)?[ \t]*$"
    r"(?=\n\s*(?:[*•–-]|\(?[1-9a-h][.)])\s)"
)
"""A condition that ends its line with a comma, above the list of what then happens."""


_ITEM_MARK = r"(?:\s*\n\s*(?:[*•–-]|\(?(?:[1-9a-h]|i{1,3})[.)])|\s*\((?:[1-9a-h]|i{1,3})\))\s+"
_CONDITIONS_JOINED = re.compile(
    r"(?i)(?P<opens>\b(?:if|when|where|unless|provid(?:ed|ing)(?: that)?|condition that))(?P<how> both| either)?:?"
    rf"(?P<items>(?:{_ITEM_MARK}[^.;:\n]+?[,;]?(?: and| or)?(?={_ITEM_MARK}))+)"
    rf"{_ITEM_MARK}(?P<last>[^.,;:\n]+)(?P<end>,\s*\n\s*)?"
)
"""A list of conditions that are joined by words: "provided that: (a) ...; and (b) ..."."""
_GOES_ON = re.compile(r"[^.;:\n]*\((?:[1-9a-h]|i{1,3})\)|,? (?:and|or|but)\b")
"""What stands behind such a list where the sentence has more items, or its last condition is not yet over."""
_GRADES = r"\b(?:and|or)(?= (?:more|fewer|less|higher|lower|above|below)\b)"


def _conditions_in_line(found: re.Match[str]) -> str:
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


def _of_lines(effect: str) -> list[str]:
    """The sentences of lines without a table."""
    found: list[str] = []
    listing, outer, inner, last = False, "", "", ""  # the marks of what opens a list, in it, and of the line before
    effect = _CONDITIONS_JOINED.sub(_conditions_in_line, effect)
    if _ASKED.search(effect):
        effect = _ANSWERED.sub(r"\1", effect)
    effect = _together(effect)
    effect = _CONDITION.sub(r"If \1, ", _TRIGGER.sub(r"Each time \1, ", _LISTS_ALL.sub(r"\1:", effect)))
    effect = _NEXT_CASE.sub("\n", _shared(_HEADED.sub("", effect)))
    effect = re.sub(r"(?<=;)\s+and\s+(?=\(?[b-h]\)\s)", " ", effect)
    for line in effect.split("\n"):
        before, last = last, _kind(line)
        line = _marked(line, found[-1] if found else "")
        bullet = line.startswith("•")
        if not bullet or (last and last == outer != inner):
            listing = False
        case = _CASE.match(line.lstrip("• ")) is not None
        of_whom = found and _OF_WHOM_LISTED.match(found[-1]) and _PREDICATE.match(line)
        if found and not bullet and line.strip() and (of_whom or _CONDITIONS.search(found[-1])):
            line = re.sub(r"[.,;]+(?=\s+•|$)", ",", f"{found.pop().rstrip(' .,;')},") + f" {line}"
        told = _parts(line)
        for at, part in enumerate(told):
            if at == 1 and len(told) == 2 and _LOOKS_IF.match(found[-1]) and _OF_WHAT_IS_FOUND.search(part):
                found[-1] = f"{found[-1][:-1]}: {part}"
                continue
            if at and _LABEL_TOLD.match(found[-1]) and not _ASKS.search(found[-1]) and _TOLD_OF_LABEL.match(part):
                found[-1] = f"{found[-1][:-1]} • {part}"
                continue
            if found and found[-1].endswith("?"):
                found[-1] += f" {part.lstrip('• ')}"  # what is asked stands with what follows from the answer
                continue
            if found and _WHO.search(found[-1]) and _OF_WHOM.match(part):
                found[-1] = f"{found[-1][:-1]}: {part}"
                continue
            if found and (at or not bullet) and _lists(found[-1]):
                found[-1] += " • " + re.sub(r"^and\s+", "", part, flags=re.IGNORECASE)
                continue
            if found and not bullet and _AMOUNT.match(part) and found[-1].endswith("."):
                found[-1] = f"{found[-1][:-1]}: {_AMOUNT.sub('', part)}"
                continue
            if found and _EACH_DRAWN.match(part) and found[-1].endswith((".", ";")):
                found[-1] = f"{found[-1][:-1]}, {part}"
                continue
            if found and _GETS.match(found[-1]) and (back := _GETS_BACK.match(part)):
                found[-1] = f"{found[-1][:-1]}, and {part[back.start(1) :]}"
                continue
            if found and bullet and not at and _GETS.match(part) and found[-1][0] == "•" and _GETS.match(found[-1]):
                found[-1] = f"{found[-1][:-1]}, and {part.lstrip('• ')}"
                continue
            if found and not bullet and _LISTED.search(found[-1]):
                found[-1] += f" • {part}"
                continue
            if found and not bullet and _goes_on(found[-1], part):
                part = part[4:].strip()
            if found and not bullet and _last_of_several(found, part):
                part = part[4:].strip()
            if found and not bullet and _shares_out(found[-1], part):
                found[-1] += f" • {part}"
                continue
            if found and not bullet and _WALKS.fullmatch(found[-1].lstrip("• ")):
                found[-1] = f"{found[-1][:-1]}: {part}"
                continue
            if found and not bullet and _OWN_THINGS.match(found[-1]) and _EACH_OF_THEM.match(part):
                found[-1] = f"{found[-1][:-1]}: {part}"
                continue
            if found and not bullet and _denies_only(found[-1]):
                found[-1] = f"{found[-1][:-1]}, {part}"
                continue
            if found and (_continues(found[-1], part) if not bullet else at and _within(found[-1], part)):
                found[-1] = f"{found[-1][:-1]}, {part}"
                continue
            if case and (at or not listing):
                if at and not OTHER_CASES.match(part):
                    found[-1] += f"{' •' if at > 1 else ''} {part}"
                else:
                    found.append(part)
            elif listing or (found and found[-1].rstrip().endswith(":") and not _heads(found[-1])):
                found[-1] += (" " if part.startswith("•") or found[-1].endswith(":") else " • ") + part
                if not listing:
                    listing, outer, inner = True, before, last
            elif found and at and _IN_LINE.match(part) and ": •" in found[-1] and found[-1].endswith(";"):
                found[-1] += " " + part.removeprefix("and ")  # the next item of a list that is set out in one line
            elif found and _next_mark(found[-1], part):
                found[-1] += " " + part
            else:
                found.append(part)
    return _held([part.strip() for part in found])


_ITEM_AT = re.compile(r"(?m)(?:^\s*(?:[*•-]\s*)?|[.;:]\s+)\(?([1-9a-h])[.)]\s")
_NAMED_ITEM = r"\(?([1-9a-h])\b\)?"
_REFERS = re.compile(
    r"(?i)\b(?:(?:whatever (?:comes|becomes) of|"
    r"(?:(?:whatever|(?:no matter|regardless of) what) the|(?:irrespective|regardless|independent(?:ly)?) of the)"
    r" (?:outcome|result|roll)(?: is| was)? (?:of|in|from|under)|"
    r"(?:irrespective|regardless|independent(?:ly)?) of|"
    r"whether(?: or not)?(?: (?:any|some)thing (?:[a-z]+ ){1,2}(?:in|under|at)| the condition (?:of|in|under))?|"
    r"(?:whatever|what) (?:was|is|were|has been) \w+(?: (?:or|and) \w+)? (?:under|in|at|by)|"
    r"(?:gain|loss|payment) under)\s+(?:(?:clause|point|part|item|rule|line|step)\s+|(?=\())|"
    rf"(?:whatever|no matter what) happen(?:s|ed) (?:under|in|with|at) (?:[a-z]{{4,7}} )?(?=[1-9(]|[a-h]\)))"
    rf"{_NAMED_ITEM}(?:\s+and\s+{_NAMED_ITEM})?"
)
"""Where an item of a list begins, and where one is named: "(3) Whatever comes of (1) and (2), ..."."""


def check_items(effect: str) -> None:
    """That each item that is named is there, before the one that names it. Raises Puzzle."""
    items = [(found.start(), found[1]) for found in _ITEM_AT.finditer(effect)]
    for named in _REFERS.finditer(effect):
        told = [mark for mark in named.groups() if mark]
        alike = [(at, mark) for at, mark in items if mark.isdigit() == told[0].isdigit()]  # (a) may stand within (1)
        marks = "".join(mark for _, mark in alike)
        before = [mark for at, mark in alike if at < named.start()][:-1]
        in_order = "123456789".startswith(marks) or "abcdefgh".startswith(marks)
        if len(set(told)) < len(told) or not {*told} <= {*before} or not in_order:
            raise Puzzle(f"it is not clear which item ({told[0]}) is", "number the items one after the other")


_WHATS = r"wizard|neighbou?r|one|number|result|roll|amount|total|sum|average|difference|outcome|figure|were"
_OF_POINT = re.compile(
    rf"(?i)(?<!whatever the )(?<!matter what the )(?<!regardless of the )\b(?P<what>{_WHATS})"
    rf"(?: (?!(?:{_WHATS})\b)\w+){{0,4}}?"
    r" (?:(?:from|of|in|under|by|at) (?:(?:point|step|part|item|line)\s+\(?|\()"
    r"|(?:found|taken|drawn|picked|chosen|selected|counted|rolled) (?:in|under) (?=\d))(?P<mark>[1-9a-h])\b"
    r"|\b(?P<gives>)(?:point|step|part|item|line)\s+\(?(?P<mark2>[1-9a-h])\b\)? (?:gives|says|yields|shows)\b"
)
"""What a point speaks of as found in another: "the Wizard found in point 2", "the number from point 1"."""
_FINDS = re.compile(r"(?i)\b(?:pick|draw|choose|find|take|look|select|determine|random|picked|drawn|found|taken)\b")
_RECKONS = re.compile(
    r"(?i)\bDICE\s?\d|\b(?:roll|count|add|divide|halve|double|triple|multiply|subtract|work out|calculate|average"
    r"|difference|sum|total|counted|divided|that many|(?:take|look at|note) (?:\w+ )?(?:stars|crystals))\b"
    r"|(?<!highest )(?<!lowest )(?<!greatest )\bnumber of\b"
)


_KIND = r"(?:points?|steps?|parts?|items?|lines?) "
_AFTER_POINT = re.compile(
    rf"(?i)\bafter (?:both |{_KIND}|(?=\())(?:{_NAMED_ITEM} and )?{_NAMED_ITEM}"
    rf"|\b(?:{_KIND})?(?<!\w)(?P<not>{_NAMED_ITEM}) (?:does|is) not (?:happen|apply|take place|done)\b"
)
"""After which points one comes, and which does not happen: "after (a) and (b), ...", "point 1 does not apply"."""
_NEITHER_POINT = re.compile(
    rf"(?i)\bneither (?:under |in |of )?(?:{_KIND})?{_NAMED_ITEM} nor (?:under |in |of )?{_NAMED_ITEM}"
)


_BESIDE_POINT = re.compile(
    rf"(?i)\b(?:separately from|in addition to|on top of|besides|apart from|after) (?:both )?{_KIND}"
    rf"(?:{_NAMED_ITEM} and )?{_NAMED_ITEM}"
)


_FLOW_OF_POINT = re.compile(
    rf"(?i)\b(?P<flow>loss|gain|payment)(?:es|s)?(?: made| suffered)? (?:under|in|from|of|at|by|through|because of) "
    rf"(?:{_KIND}|(?=\())(?P<mark>{_NAMED_ITEM})"
)
_FLOWS = {
    "loss": r"\b(?:los|forfeit|pa(?:y|id)|out\b|minus|poorer|less|fewer|drop|hurt|robbed)",
    "gain": r"\b(?:gain|g[eo]t|receiv|earn|w[io]n|collect|t[ao]k|more|richer|plus|pa(?:y|id)|g[ai]v)",
    "payment": r"\b(?:pa(?:y|id)|g[ai]v|hand|steal|t[ao]k)",
}


def check_beside(effect: str) -> None:
    """That no point is said to come beside, or after, itself, and none is named twice. Raises Puzzle."""
    for named in _FLOW_OF_POINT.finditer(effect):
        items = [found for found in _ITEM_AT.finditer(effect) if found[1].isdigit() == named[3].isdigit()]
        ends = [found.start() for found in items[1:]] + [len(effect)]
        told = [effect[found.end() : end] for found, end in zip(items, ends, strict=False) if found[1] == named[3]]
        if len(told) != 1 or not re.search(rf"(?i){_FLOWS[named['flow'].lower()]}", told[0]):
            raise Puzzle("nothing like this is said in that point", "leave it out")
    for named in _BESIDE_POINT.finditer(effect):
        own = [found[1] for found in _ITEM_AT.finditer(effect, 0, named.start())][-1:]
        marks = [mark for mark in named.groups() if mark]
        if len(set(marks)) < len(marks) or own == marks[-1:]:
            raise Puzzle("it is not clear which point this is about", "say again what happens there")


_SKIPPED = re.compile(
    rf"(?i)\b(?P<skip>skip|ignore|leave out|disregard|nothing of)? ?(?:{_KIND}){_NAMED_ITEM}(?: and {_NAMED_ITEM})?"
    r"(?P<so> (?:then )?(?:does|do|shall|will|is|are|falls?)(?: then| be)? "
    r"(?:not (?:happen|apply|take place|done)|skipped|left out|ignored|away)\b)?"
)
"""Which points are said not to happen: "and point 2 does not apply", "skip points 2 and 3"."""


def _is_ahead(effect: str, named: re.Match[str], mark: str) -> bool:
    """Whether a point speaks of one below it."""
    above = [found[1] for found in _ITEM_AT.finditer(effect, 0, named.start()) if found[1].isdigit() == mark.isdigit()]
    return bool(above) and mark.lower() > above[-1].lower()


def check_skips(effect: str) -> None:
    """That the points which are said not to happen are all that follow, the last thing that is said. Raises Puzzle."""
    for named in _SKIPPED.finditer(effect):
        marks = [mark.lower() for mark in named.group(2, 3) if mark]
        if not (named["skip"] or named["so"]):
            continue
        if not {*marks} <= {found[1].lower() for found in _ITEM_AT.finditer(effect)}:
            raise Puzzle("it is not clear which points do not happen", "say: otherwise")
        if not _is_ahead(effect, named, marks[0]):
            continue
        items = [found for found in _ITEM_AT.finditer(effect) if found[1].isdigit() == marks[0].isdigit()]
        after = [found for found in items if found.start() > named.start()]
        ends = effect[after[-1].end() :] if after else ""
        own = effect[named.end() : after[0].start()] if after else ""
        led = effect[max(found.start() for found in items if found.start() < named.start()) : named.start()]
        if len(_ASKS.findall(led)) != 1:
            raise Puzzle("it is not clear when this does not happen", "say: otherwise")
        if [found[1].lower() for found in after] != marks or "\n" in ends.strip() or re.search(r"\w", own):
            raise Puzzle("it is not clear which points do not happen", "say: otherwise")


def check_after(effect: str) -> None:
    """That a point that speaks of those above it speaks of the last of them, or of all. Raises Puzzle."""
    for named in _AFTER_POINT.finditer(effect):
        if named["not"] and _is_ahead(
            effect, named, next(mark for mark in named.groups()[::-1] if mark and len(mark) == 1)
        ):
            continue
        mark = [one for one in named.groups() if one and len(one) == 1][-1]
        above = [found[1] for found in _ITEM_AT.finditer(effect) if found.start() < named.start()]
        alike = [one for one in above if one.isdigit() == mark.isdigit()]
        if len(alike) < 2 or alike[-2] != mark:
            raise Puzzle("it is not clear which point this is about", "say again what happens there")
    for named in _NEITHER_POINT.finditer(effect):
        items = [
            found for found in _ITEM_AT.finditer(effect, 0, named.start()) if found[1].isdigit() == named[1].isdigit()
        ]
        own = items and not re.search(r"\n|[.;] ", effect[items[-1].end() : named.start()])
        if sorted(found[1] for found in items[: -1 if own else None]) != sorted(named.groups()):
            raise Puzzle("it is not clear whether the other points happen", "say which of them do not")


def check_points(effect: str) -> None:
    """That only one point can be meant where another speaks of what was found in it. Raises Puzzle."""
    items = [(found.start(), found[1]) for found in _ITEM_AT.finditer(effect)]
    for named in _OF_POINT.finditer(effect):
        mark = named["mark"] or named["mark2"]
        wizard = named["what"] and named["what"].lower() in ("wizard", "neighbour", "neighbor", "one")
        finds = _FINDS if wizard else _RECKONS
        alike = [(at, item) for at, item in items if item.isdigit() == mark.isdigit() and at < named.start()]
        ends = [at for at, _ in alike[1:]] + [named.start()]
        told = {item: effect[at:end] for (at, item), end in zip(alike, ends, strict=False)}
        if mark not in list(told)[:-1] or len(told) < len(alike):
            raise Puzzle(f"it is not clear which point ({mark}) is", "number the points one after the other")
        if [item for item, said in told.items() if finds.search(said)] != [mark]:
            raise Puzzle("more than one point could be meant", "say again what it is")


_MARKS_NAMED = rf"{_NAMED_ITEM}(?:, {_NAMED_ITEM})?(?:, {_NAMED_ITEM})?,? and (?:{_KIND})?{_NAMED_ITEM}"
_POINTS_NAMED = re.compile(
    rf"(?i)(?:(?P<rolls>(?:roll|result|die|throw|number) (?:(?:is|goes) )?(?:\w+ )?(?:for|in|under|to|governs|decides) "
    rf"(?:both |all )?(?:{_KIND})?)|\b(?:both |{_KIND})?)(?<![\w.])(?:{_MARKS_NAMED})(?P<by> (?:both |all )?(?:alike )?"
    r"(?:go|work|are (?:decided|governed|settled|determined)|use|share|depend|hang|turn|refer|are about|look)\b)?"
    r"(?P<all> (?:both |all )?(?:happen|take place|apply|are done|are carried out|go off|occur|hold)\b)?"
)
"""How points are named of which it is said that they happen together, or go by one roll."""


_ONE_POINT = re.compile(
    rf"(?i)\b{_KIND}{_NAMED_ITEM} (?:happens|applies|takes place) (?:whether|whatever|independ|even)"
)


def check_named(effect: str) -> None:
    """That the points which happen together are all there are, and those that go by a roll all that follow it."""
    told = [found[1].lower() for found in _ITEM_AT.finditer(effect)]
    if any(told.count(named[1].lower()) != 1 for named in _ONE_POINT.finditer(effect)):
        raise Puzzle("it is not clear which points this is about", "name all of them, in their order")
    for named in _POINTS_NAMED.finditer(effect):
        marks = [mark.lower() for mark in named.groups() if mark and len(mark) == 1]
        if not (named["rolls"] or named["by"] or named["all"]):
            continue
        items = [found for found in _ITEM_AT.finditer(effect) if found[1].isdigit() == marks[0].isdigit()]
        if named["all"] and not items:
            continue  # a list without marks: how many they are is looked at later
        if not named["all"]:
            rolls = re.search(r"(?i)\bDICE", effect)
            items = [found for found in items if rolls is None or found.start() > rolls.start()]
        if sorted(found[1] for found in items) != sorted(marks):
            raise Puzzle("it is not clear which points this is about", "name all of them, in their order")


_OF_EACH = re.compile(
    r"(?i)(?:^|[.•*]\s*)(?:for|consider|take|look at) (?:each|every)\b[^.;]*?[:,][^.;]*;\s*"
    r"(?!(?:if|otherwise|else|unless|when|where|should)\b)(?![^.;]*\b(?:that|those|they|them|their|theirs|such|each"
    r"|it|its)\b)[^.;\s]",
    re.MULTILINE,
)
"""What is said of each of several, and then, after a semicolon, something that speaks of none of them."""
_EITHER = re.compile(r"(?i)\bnothing happens,? either\b|\b(?:nor|neither) does anything happen\b")
_NOTHING = re.compile(r"(?i)\b(?:nothing|no|not|neither|nobody)\b")


def check_either(effect: str) -> None:
    """That where nothing happens "either", it was said before that something does not. Raises Puzzle."""
    for said in _EITHER.finditer(effect):
        if not _NOTHING.search(effect[: said.start()]):
            raise Puzzle("it was not said before when nothing happens", 'leave out "either"')


def check_rolled(effect: str) -> None:
    """That something is rolled where a roll is spoken of. Raises Puzzle."""
    if rolls_none(effect):
        raise Puzzle("nothing is rolled in this spell", "say: roll DICE6")


_SO_MANY_LED = re.compile(
    r"(?i)\b(?:if|unless|when(?:ever)?|where|should|otherwise)\b[^.:;•\n]*"
    r"\b(?P<many>two|both|three|four|[234])\b (?:\w+ ){0,4}?(?:happen|apply|occur|take place|(?:are|be) done)\b"
    r"[^.:;•\n]*:(?P<told>[^.\n•]*)\.[ ]+(?=\S)"
)


def check_told(effect: str) -> None:
    """That a sentence which says how many things happen under its condition tells them all. Raises Puzzle.

    "If you have a Hat, two things happen: you gain 1 Star. The next Wizard loses 1 Star.": is the second one of them?
    """
    for led in _SO_MANY_LED.finditer(effect):
        many = int(_COUNTED.get(led["many"].lower(), led["many"]))
        if len(re.split(r";|, | and ", led["told"])) < many:
            raise Puzzle("it is not clear how far the condition reaches", "put all that it governs in one sentence")


_ITEM_BESIDE = re.compile(
    r"(?i)\bif\b(?![^.;\n]*\(a\)\s*(?:\w+ ){0,3}(?:gain|lose|pay)s?\b)[^.;\n]*\b(?:gain|lose|pay)s?\b[^.;\n]*"
    r"\band \([b-h]\)\s*(?:\w+ ){0,3}(?:gain|lose|pay|become|swap)s?\b"
)
_CAST_ANYWAY = re.compile(
    r"(?i)\bif\b[^.;\n]*\bcasts?\b[^.;\n]*\b(?:whatever|whichever|no matter wh\w+)\b[^.,;\n]*\bcasts?\b"
)
"""How far does the condition reach?"""
_TARGETED = re.compile(
    r"(?is)\b(?:targets|(?:is|are|was|were|being|be) targeted)\b.*\bthe (?:targett?ed (?:wizard|position|one)"
    r"|(?:one|wizard|position) targett?ed(?! by)|(?:original|former|previous|first|old) target)\b"
)
"""Who "the targeted Wizard" is: the one of the Inputs, or the one whom a spell was said to target."""
_NOT_THE_CASE = re.compile(
    r"(?i)\bit (?:is|was) not (?:the case|so|true) that\b(?:[^.;,()]|,(?= (?:and|or)))*"
    r"\b(?:and|or)\b(?! it (?:is|was) not)"
)
"""How much is not so?"""
_FOR_EACH_NEAR = re.compile(
    r"(?i)(?:^|[.;:•]\s*)for (?:each|every) (?:adjacent wizard|neighbou?r)\b(?! of\b)[^,.;]*,"
    r"\s+(?:each|every|all|any|whoever)\b"
)
"""Whose neighbour: of the caster, or of each of those?"""


_CUT_SHORT = re.compile(
    r"(?i)\b(?:is|are|be|called) (?:an? )?[a-z-]+(?: \w+)?,? (?:if|when|unless) (?:they|you|it|that \w+|the [\w ]+?) "
    r"(?:did|do|does|is|are|has|have|was|were)(?: not|n't)?[.;]"
    r"|\b(?:is|means) (?:an?|one|anyone|any) (?:\w+ )?(?:who|that) (?:did|do|does|is|are|has|have)(?: not|n't)[.;]"
)
"""What a word means where its condition leaves out what: "a Wizard is cold if they did not."."""
_BUT_NOT = re.compile(
    r"(?i)\b(?:targeted|targets|cast [^.;,]*? on|more \w+ than|fewer \w+ than) (?:you|the|your|an?)\b[^.;,]*?"
    r",? (?:but|and) not (?:you|the|your|an?|me)\b(?! (?:targeted|targets?|cast))"
)
"""Whom somebody did not target as well, or who is left out: "targeted the first Wizard but not the second"."""
_BUT_YOU = re.compile(r"(?i)\bif (?:they|it)\b[^.;]*, but (?:you are|the caster is|I am) not\b")
_THAN_OTHERS = re.compile(r"(?i)\bmore [^.;]{1,60} than other (?:wizards|ones)\b")
_ALSO_IF = re.compile(r"(?i)(?<=[a-z0-9\"]),? (?:and )?also (?:if|when|where) (?!(?:you|they|it|that \w+) had\b)")
"""What comes beside a condition: another case, or one thing more that must be so?"""
_SHARED_OUT = re.compile(
    r"(?i)\b(?:neighbou?rs|wizards|they|both of you|you both|you and [^.;,]+)\b[^.;,]*\b(?:gain|lose|pay|receive|get)"
    r" \d+ \w+[,.;:] (?:so )?each (?:of them )?(?:(?:gets?|gains?|loses?|pays?) )?(?:one|two|three|four|five|\d+)[.;)]"
)
"""How much each of several has of what was told: "your neighbours gain 4 Stars, each of them two"."""
_EACH_OTHER = re.compile(
    r"(?i)\bfor (?:each|every) (?!other)[^.;]*? for (?:each|every) other wizard\b"
    r"|\bnumber of wizards who [^.;]*\bnumber of other wizards\b"
)
"""Other than the caster, or than those before."""
_RESULT_OF = re.compile(
    r"(?is)\broll DICE\d+\b.*\b(?:is|are|called|means) [^.;]*\b(?:if|when|with|who|one)\b[^.;]*\bthe (?:result|roll)\b"
    r"[^.;]*[.;].*\broll DICE\d"
)
_OF_TABLE = re.compile(
    r"(?im)^\|.*\|[ \t]*\n+(?!\|)[ \t]*(?:(?:and|also|then|besides|moreover|in addition|on top of that),? )*"
    r"(?:(?:that|these|those) wizards?|they|them|their|those|these(?! rows| lines)"
    r"|(?:each|all|both|one) of (?:them|these)"
    r"|the other (?:wizard|neighbou?r))\b"
)
"""Of whom a sentence speaks behind a table."""
_IN_TOTAL = re.compile(
    r"(?i)\|\s*(?:(?:the )?(?:total|sum)\b[^|\n]*|[^|\n]*\((?:in )?total\)[^|\n]*|[^|\n]*\bper wizard"
    r"|[^|\n]*\bfor each of them)\s*\|\s*\n"
)
"""The name of a column that may speak of a sum, or of each."""


def _without(reason: str, hint: str, *patterns: re.Pattern[str]) -> Callable[[str], None]:
    """A check that an Effect has no such words, which leave something open wherever they stand."""

    def check(effect: str) -> None:
        if any(pattern.search(effect) for pattern in patterns):
            raise Puzzle(reason, hint)

    return check


_NOT_BOTH = re.compile(
    r"(?i)\b(?:(?:do|does|did)(?: not|n['’]t) have|without|lacks?|lacking)\b[^.;:•?]*?"
    r"(?:,| or)(?: or)? (?:an?|\d+|DICE\d+|at (?:least|most)|more|fewer)\b[^.;:•?,]*,? or both\b"
)
"""Whether one of two is not had, or neither: "who does not have a Red Hat or a Red Staff, or both"."""
_THESE_OTHERS = re.compile(r"(?i)\b(?:these|those) other (?:wizards|ones)\b(?! (?:who|that|whose|with)\b)")


def check_others(effect: str) -> None:
    """That "these other Wizards" are others of whom it was said before that they are. Raises Puzzle."""
    for named in _THESE_OTHERS.finditer(effect):
        if not re.search(r"(?i)\b(?:other|else|except|excepting|but|save|neighbou?rs?)\b", effect[: named.start()]):
            raise Puzzle("other than the caster, or than those before?", "say: each of them")


_WHO_ELSE = re.compile(
    r"(?is)\b(?:is|are|means?|called|:)\s[^.;:]*\b(?:wizards?|neighbou?rs?|anyone|anybody|everyone"
    r"|whoever)\b[^.;:]*[.;,]\s"
    r"(?:and )?[^.;:]*(?:\b(?:is|are|means?)|:) (?:(?:any|another|each|every|all|an)(?: the)? other (?:wizards?"
    r"|neighbou?rs?|ones?)"
    r"|(?:any|every)(?:one|body) else|all(?: of)? the (?:others|rest))(?=[.;\n]|$)"
)
"""Other than whom: "a suspect is a Wizard who cast Burn; a bystander is any other Wizard"?"""

CHECKS: tuple[Callable[[str], None], ...] = (
    check_items,
    check_points,
    check_beside,
    check_after,
    check_named,
    check_skips,
    _without(
        "what stands after the semicolon could happen once, or for each of them", "say it in two sentences", _OF_EACH
    ),
    check_either,
    check_others,
    check_told,
    _without("other than the caster, or than those named before?", "say: a Wizard who did not ...", _WHO_ELSE),
    _without(
        "it is not clear how far the condition reaches",
        "say in a sentence of its own what has none",
        _ITEM_BESIDE,
        _CAST_ANYWAY,
    ),
    _without("the Wizard who was chosen, or the one whom that spell targets?", "say: the chosen Wizard", _TARGETED),
    _without("is this another case, or must it be so as well?", "say it in two sentences", _ALSO_IF),
    _without("so much for each besides, or of what was said before?", "say only: each ...", _SHARED_OUT),
    _without("other than the caster, or than those before?", "say: for each Wizard who did not ...", _EACH_OTHER),
    _without("which roll is meant by then?", "say it where it is meant", _RESULT_OF),
    _without("what a word means is not said in full", "say again what they did", _CUT_SHORT),
    _without("whom they did not target, or who is left out?", "say it in two conditions", _BUT_NOT),
    _without("is this a condition, or are you left out?", "say: other than the caster", _BUT_YOU),
    _without("other than the caster, or than those?", "say: than Wizards who ...", _THAN_OTHERS),
    _without("whom of the table is this about?", "name the Wizard", _OF_TABLE),
    _without("so much for each, or for all together?", "say: each of them loses 2 Stars", _IN_TOTAL),
    _without("whose neighbours are meant?", "say: each neighbour of the caster", _FOR_EACH_NEAR),
    _without("it is not clear how much is denied", "say: if ... is not ..., and ...", _NOT_THE_CASE),
    _without("is one of the two not so, or neither?", "say: neither ... nor ...", _NOT_BOTH),
    *(_without(reason, hint, pattern) for reason, hint, pattern in DOUBTS),
    check_rolled,
)
"""What is asked of the text of an Effect before it is cut. Each raises Puzzle."""

_HELD = re.compile(
    r"(?i)^(?:(?:the following )?(?P<many>two|three|2|3) things (?:hold|apply|are (?:true|so|in force))"
    r"|(?:the following|what follows) (?:holds|applies|is (?:true|so|in force)))\b[^.:;]*\.$"
)
"""How it is said of so many sentences, or of the last, that they hold for a while: "Two things hold for ..."."""


def _held(found: list[str]) -> list[str]:
    """Sentences of which it was said before how long they hold, as a list below that."""
    for at, said in enumerate(found):
        heading = _HELD.match(said)
        if heading is not None and (heading["many"] or at + 2 == len(found)):
            many = (heading["many"] or "1").lower()
            end = at + 1 + int(_COUNTED.get(many, many))
            listed = " • ".join(one.strip(" .;•") for one in found[at + 1 : end])
            return [*found[:at], f"{said[:-1]}: {listed}", *found[end:]]
    return found


_LETTERS_NAMED = re.compile(
    r"(?i)^(?:both |points |parts )?\(?[a-h]\)(?:, \(?[a-h]\))*,? and \(?[a-h]\)"
    r"(?= (?:both |all )?(?:happen|take place|apply|are done|are carried out|go off|occur|hold)\b)"
)
"""All points of a list by their letters, before it is said that they happen: "(a) and (b) happen at once"."""


def _marked(line: str, before: str) -> str:
    """A line with what marks it as one of a list as a bullet; "(b)" goes on where "(a)" stands in a sentence."""
    line = _LETTERS_NAMED.sub(lambda named: f"These {len(re.findall(r'[)]', named[0]))} points", line)
    letter = _LETTER.match(line)
    if letter and not (letter[1] in "bcdefgh" and re.search(r"\(?a\)\s", before)):
        return _LETTER.sub("• ", line)
    return _MARK.sub("• ", line)


_ONE_OF_LIST = re.compile(r"(?i)^(?:and\s+)?\(?([b-h2-9]|i{2,3}|iv|vi{0,3})\)\s")
_FIRST = {"letter": r"(?i)(?<!\w)\(?a\)\s", "figure": r"(?<!\w)\(?1\)\s", "roman": r"(?i)(?<!\w)\(?i\)\s"}


def _next_mark(before: str, part: str) -> bool:
    """Whether "(b) ..." or "and b) ..." goes on with a list that "a)" began in the same sentence."""
    mark = _ONE_OF_LIST.match(part)
    if mark is None:
        return False
    kind = "figure" if mark[1].isdigit() else "letter" if len(mark[1]) == 1 and mark[1].lower() not in "iv" else "roman"
    return re.search(_FIRST[kind], before) is not None


def _parts(line: str) -> list[str]:
    """A line cut after full stops, semicolons and the like; "Step 1." and "incl." stand with what follows."""
    found: list[str] = []
    line = re.sub(r"!+(?=\))", "", line)  # "(it may be you!)"
    for part in re.split(r"(?<=[.;!])\s+(?!(?:and )?[a-z]\))", line):
        part = part.strip()
        if found and (_STEP.search(found[-1]) or is_cut_short(found[-1])):
            found[-1] += f" {part}"
        elif part.strip("•.; "):
            found.append(part)
    return found


def _heads(text: str) -> bool:
    """Whether a line that ends with a colon is a heading, and no condition of the list below."""
    return all(word in _HEADING for word in re.findall(r"[^\W\d_]+", text.lower()))


def _lists(before: str) -> bool:
    """Whether a list of outcomes was announced: "two things happen: ...;"."""
    return (
        before.endswith(";")
        and re.search(
            r"\b(things|following|this|these|provisions|effects|points|consequences) ((shall |will |must )?"
            r"(happens?|occurs?|takes? place|apply|applies)|(are|is|shall be) done)"
            r"( at (once|the same time)| together)?:",
            before,
        )
        is not None
    )


def _goes_on(before: str, part: str) -> bool:
    """Whether "; and" begins a sentence of its own: what stands before has a condition behind it that ends there."""
    return (
        before.endswith(";")
        and re.match(r"and\s", part, re.IGNORECASE) is not None
        and _ASKS.search(part) is None
        and len(_ASKS.findall(before)) == 1
        and re.search(r" (provided that|if|unless) [^,:]*(, failing which [^,:]*)?;$", before) is not None
    )


_SEVERAL = re.compile(r"(?i)^(two|three|four|five|\d) (things|effects|changes)\b[^:;]*: ")
_GOVERNS = re.compile(
    r"(?i)\b(if|unless|otherwise|when\w*|where|provided|as long as|until|rest|remainder|then|should|on a)\b"
)


def _last_of_several(found: list[str], part: str) -> bool:
    """Whether "; and" begins the last of several outcomes that a heading counts, none of which has a condition."""
    if not found[-1].endswith(";") or re.match(r"and\s", part, re.IGNORECASE) is None:
        return False
    first = next((at for at in range(len(found) - 1, -1, -1) if at == 0 or not found[at - 1].endswith(";")), 0)
    told = found[first:]
    return _SEVERAL.match(told[0]) is not None and not any(_GOVERNS.search(one) for one in told)


_SHARE = re.compile(
    r"(?i)^(?:•\s*)?(?:and |or )?(?:\d+|one|two|three|four|five|six|seven|eight|nine|ten|DICE\d+) [^\W\d]+,?"
    r" (?:if|on|with|unless|when|where|otherwise|else)\b[^:]*$"
)
"""An amount with its case: "5 Stars if there are 5 or more Wizards"."""


def _shares_out(before: str, part: str) -> bool:
    """Whether this is the next of several amounts under one verb: "You gain: 5 Stars if your Hat is Red; 4 if not"."""
    led, _, told = before.partition(":")
    return (
        before.endswith(";")
        and not _ASKS.search(led)
        and _SHARE.match(told.strip()) is not None
        and (_SHARE.match(part) is not None)
    )


_WALKS = re.compile(
    r"(?i)(?:(?:start|begin)(?:ing)? (?:at|from|in|with) [^.:;?,()]*(?:,| and|, and)(?: then)? )?"
    r"(?:go|count|move)(?: back(?:wards?)?)? (?:\d+|one|two|three|four|five|six) positions? (?![^.]* look )[^.:;?]*\."
    r"|look (?:back )?(?:at|over|through|on) [^.:;?]*\b(?:\d+|two|three|four|five)\b[^.:;?]*\bDuels\."
    r"|look (?:back )?(?:at|to) (?:the (?:previous|last) Duel|the Duel before this(?: one)?|Duel X ?[-–] ?\d)\."
)
"""A sentence that only says where to look: "Count two positions back from yourself."."""


def _denies_only(before: str) -> bool:
    """Whether it is only said yet what does not happen: "whenever you would lose Stars, you do not lose them;"."""
    lost = re.search(
        r"\b(?P<led>whatever \w+\b[^.;,]* would|would|whenever|time)\b[^.;]*, [^,.;]*(n['’]t| not) \w+"
        r"(?P<them> (them|those|it))?;$",
        before,
        re.IGNORECASE,
    )
    if re.search(r"(?i)\b(Stars|\w+s) [^.,;]*\bwould [^.,;]* are not \w+ by [^.,;]+;$", before):
        return True  # "Stars that you would lose from Burn are not lost by you;"
    return lost is not None and (lost["them"] is not None or lost["led"].lower().startswith("whatever"))


def _continues(before: str, part: str) -> bool:
    """Whether "; and" only adds an outcome: where a condition stands, it might govern both or one."""
    return (
        before.endswith(";")
        and re.match(r"and\s", part, re.IGNORECASE) is not None
        and not _ASKS.search(f"{before} {part}")
    )


def _within(before: str, part: str) -> bool:
    """Whether "; and" adds an outcome in an item of a list that begins with the only condition: "if ...: ...;"."""
    led = re.match(r"(?i)•\s*(?:if|unless|otherwise)\b[^:;.]*:\s([^;.]*);$", re.sub(r"\s*\([^()]*\)", "", before))
    return led is not None and part[:4].lower() == "and " and not _GOVERNS.search(f"{led[1]} {part}")


def _numbered(text: str) -> str:
    """ "First case: ...", "Case one (no Wizard cast Burn): ..." as "Case 1: ..."."""
    bare = text.lstrip("• ")
    found = _CASE.match(bare)
    if found is None:
        return text
    *_, last = (word for word in found["nth"].casefold().split() if word not in ("the", "case", "situation"))
    number = _PLACES.get(last) or _COUNTED.get(last) or last.upper()
    return f"Case {number}: {found['cond'] + ': ' if found['cond'] else ''}{bare[found.end() :]}"


_WALKED = re.compile(
    r"(?i)\b(?:count|go|move|walk|step)(?:ing)?(?: on| back| forwards?| ahead)? (?:\d+|one|two|three|four|five|six) "
    r"(?:position|place|spot|seat|space|slot)s?\b[^:;,]*(?:[:;,]| and)\s.*"
    r"\b(?:chosen|named|selected|targeted|given|picked) (?:position|place|spot|seat|space|slot)\b"
)
"""What looks somewhere, and then speaks of the position that was chosen: it is not the one that is reached."""


def trimmed(text: str) -> list[Token]:
    """The words of a sentence, with list marks alone between its items."""
    if _WALKED.search(text):
        raise Puzzle("the position that was chosen, or the one that is reached?", "say it in two sentences")
    kept: list[Token] = []
    if re.search(_ARE_SO, text):
        text = re.sub(r"[,;]?\s+or\s+•\s+", " • or ", text)
    for token in _without_marks(tokens(_numbered(text))):
        if token.word == "•" and _opens(token) and kept and kept[-1].word in (",", "then"):
            while kept and kept[-1].word in (",", "then"):  # "if ..., then a) ... and b) ..."
                kept.pop()
            kept.append(replace(token, word=":"))
            continue
        if token.word == "•":
            while kept and (kept[-1].word in ",.;" or (kept[-1].word in ("and", "or") and len(kept) > 1)):
                if kept[-1].word == "or":
                    raise Puzzle('nobody chooses between what "or" offers')
                kept.pop()
            if not kept or kept[-1].word in (":", "•"):
                continue
        if token.word == "." and kept and is_cut_short(f"{kept[-1].shown}."):
            continue
        if token.word == "+" and kept and kept[-1].word in ("(", ",", "or", "and", "but"):
            token = replace(token, word="plus")  # "gain 3 Stars (+2 if your Hat is Red)": not 2
        if token.word == "own" and kept and kept[-1].word == "'s":
            continue  # "the caster's own Hat" is the caster's Hat
        kept.append(token)
    while kept and kept[-1].word in (".", ";", "!"):
        kept.pop()
    return kept


def _without_marks(found: list[Token]) -> list[Token]:
    """A sentence without the marks of its conditions: "if (a) ... or (b) ..., you lose 2 Stars"."""
    at = [place for place, token in enumerate(found) if token.word == "•" and token.shown != "•"]
    if len(at) < 2 or not at[0] or found[at[0] - 1].word not in ("if", "either", "when", "where", "unless"):
        return found
    between = [" ".join(token.word for token in found[start + 1 : end]) for start, end in pairwise(at)]
    joined = all(re.fullmatch(r"[^,]*( ,| or| and| , or| , and)", said) for said in between)
    if not joined or not between[-1].endswith((" or", " and")):
        return found
    return [token for place, token in enumerate(found) if place not in at]


_ARROWS_SAY = (":", "becomes", "become")
"""What an arrow can stand for: what happens under a condition, or what something becomes."""


def unpointed(found: list[Token]) -> list[list[Token]]:
    """A sentence with what its arrows stand for: "odd → lose 2 Stars", "your Hat → Red"."""
    if all(token.word != ARROW for token in found):
        return []
    return [[replace(one, word=say) if one.word == ARROW else one for one in found] for say in _ARROWS_SAY]


def _opens(mark: Token) -> bool:
    """Whether a mark begins a list: "a)", "(1)", "i)"."""
    return mark.shown.strip("()").lower() in ("a", "1", "i")


_DASHES = frozenset("-–—")
_MOST_DASHES = 2


def undashed(found: list[Token]) -> list[list[Token]]:
    """A sentence with what its dashes stand for: commas, or one of them a colon. Never the sign of a number."""
    places = [at for at, token in enumerate(found) if token.word in _DASHES and _is_dash(found, at)]
    if not places or len(places) > _MOST_DASHES:
        return []
    marks = [dict.fromkeys(places, ",")]
    if len(places) == 1:
        marks.append({places[0]: ":"})
    return [[replace(one, word=mark.get(at, one.word)) for at, one in enumerate(found)] for mark in marks]


def _is_dash(found: list[Token], at: int) -> bool:
    """Whether a dash stands between words, with a space on both sides of it unless it is a long one."""
    if not 0 < at < len(found) - 1:
        return False
    before, here, after = found[at - 1 : at + 2]
    if after.kind != "word" or after.word in NUMBERS or before.kind == "mark":
        return False
    spaced = before.start + len(before.shown) < here.start and here.start + 1 < after.start
    return spaced or here.word == "—"
