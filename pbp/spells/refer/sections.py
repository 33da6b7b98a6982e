"""How far a label or a condition with a colon reaches: "Red: Gain 2 Stars. Your neighbours lose 1 Star."."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import parts

_OPENS = re.compile(
    r"(?is)^\W*[^.:;•?]*[^\W_][^.:;•?]*[:?]\s.*\w|^\W*(?!(?:if|when|unless|otherwise)\b)[\w–-]+(?: \w+){0,2} [–—-]+ \w"
)
"""A sentence that tells behind a colon, a dash or a question what happens."""
_POINT_IF = re.compile(r"(?i)^•\s*(?:if|on|with|when|unless|otherwise)\b")
"""A point that begins with its condition."""
_FOR_EACH = re.compile(r"(?i)^\W*(?:and )?(?:for|with) (?:each|every)\b[^.:;]*:")
"""What is done for each of several."""
_LISTS = re.compile(r"[^:•]*:\s•[^•]+•")
"""A list below a line that ends with a colon."""
_LIST_ENDS = re.compile(r";\s*(?:and |or )?(?:•|\(?[b-h2-9]\)\s)")
"""Points that are set out in one line, the last of which ends with a full stop."""
_CONDITIONS = re.compile(r"(?i)[^.:;]*\b(?:true|met|so|holds?|appl(?:y|ies)|fulfilled|the case|conditions?)\b[^.:;]*:")
"""A list of conditions, which ends before it is said what happens."""
_LABEL = re.compile(r"(?i)^(?!\W*(?:if|unless|when|where|otherwise|else)\b)\W*[\w–-]+(?: [\w–-]+){0,2}:")
"""A short label: "Red:", "1-3:", "On a 1:"."""
_CASE = re.compile(r"(?i)^\W*(?:the )?(?:(?:case|situation|option)\b|(?:second|third|other) case)")
_WHATEVER = re.compile(
    r"(?i)^\W*(?:(?:and|but) )?(?:in (?:any|either|each|every|both|all) (?:case|event)s?|either way|regardless|always"
    r"|at any rate|nothing happens,? either|whatever|whether|no matter|independently|afterwards|finally|in all)\b"
)
"""How a sentence begins that hangs on no condition of the one before."""
_CASES = t.If | t.Else | t.IfSo
_UNLED = t.Clause | t.Seq | t.Labelled | t.Later | t.Trail | t.Lasting
"""What stands under no condition that comes before it."""
_REASON = "it is not clear whether what follows has this condition too"
_HINT = "put all that happens then in one sentence, or say before it: In any case"


def check_sections(readings: Sequence[Sequence[t.Act]], texts: Sequence[str], effect: str) -> None:
    """That no sentence stands in the line of a label, or of a condition with a colon, that it could belong to.

    Raises Puzzle.
    """
    for number, text in enumerate(texts):
        each = _FOR_EACH.match(text) is not None
        if readings[number] and _LISTS.match(text) and all(_goes_on(act, each) for act in readings[number]):
            raise Puzzle(_REASON, _HINT, sentence=number)
        if readings[number] and all(map(_runs_on, readings[number])) and _in_line(text, effect):
            raise Puzzle(_REASON, _HINT, sentence=number)
    last_label = max(
        (at for at, text in enumerate(texts) if _LABEL.match(text) and _opens(readings[at], text)), default=0
    )
    opened = labelled = False
    end, ahead = 0, False  # where the sentence before ends, and whether its colon ends a line
    for number, text in enumerate(texts):
        place = _place(text, effect, end)
        start, end_here = place or (end, end)
        gap = effect[end:start]
        between = labelled and number < last_label  # "Red: gain 2 Stars. / Your neighbours lose 1. / Blue: ..."
        near = gap.count("\n") == 1 and not text.startswith("•")
        beside = number > 0 and (place is None or "\n" not in gap or ((ahead or between) and near))
        told = readings[number]
        opened = opened and beside
        if opened and told and not _WHATEVER.match(text):
            loose = all(isinstance(act, _UNLED) and not _of_that_one(act) for act in told) and not _CASE.match(text)
            again = labelled and not _OPENS.match(text) and all(map(_asks_otherwise, told))
            if loose or again:
                raise Puzzle(_REASON, _HINT, sentence=number)
        if _opens(told, text) and not (_LIST_ENDS.search(text) and "\n" not in effect[start:end_here]):
            opened, labelled = True, _LABEL.match(text) is not None
            ahead = "\n" in effect[start:end_here]
        elif told and all(isinstance(act, _CASES) for act in told):
            opened = False
        end = end_here


def _opens(told: Sequence[t.Act], text: str) -> bool:
    """Whether a sentence tells what happens in one case, or for each of several, behind a colon or in a point."""
    if _FOR_EACH.match(text):
        return True
    led = bool(told) and all(isinstance(_last(act), _CASES) for act in told)
    return led and not _CONDITIONS.match(text) and (_OPENS.match(text) or _POINT_IF.match(text)) is not None


def _goes_on(act: t.Act, each: bool) -> bool:
    """Whether only the first of several points has the condition above them, or is done for each of several."""
    if not isinstance(act, t.Seq) or isinstance(act.acts[0], t.Heading):
        return False
    first, *others = act.acts
    if each:
        return not all(isinstance(one, t.Clause) and isinstance(one.subject, t.They) for one in others)
    return isinstance(first, t.If) and all(isinstance(one, _UNLED) for one in others)


def _runs_on(act: t.Act) -> bool:
    """Whether an outcome without a condition stands behind a case in one list."""
    told = act.acts if isinstance(act, t.Seq) else ()
    return any(isinstance(one, _CASES) and isinstance(other, _UNLED) for one, other in pairwise(told))


def _in_line(text: str, effect: str) -> bool:
    """Whether two points of a list stand in one line, as two sentences: "1-3: gain 2 Stars. Lose 1 Crystal."."""
    for one, other in pairwise(re.findall(r"\w+", point) for point in text.split("•")):
        end, head = (_as_written(words) for words in (one[-3:], other[:3]))
        if end and head and re.search(rf"{end}[.;!] +{head}", effect):
            return True
    return False


def _of_that_one(act: t.Act) -> bool:
    """ "(For each Wizard: count ...) That Wizard loses that many Stars"."""
    return isinstance(act, t.Clause) and act.subject in (t.They("that Wizard"), t.They("that neighbour"))


def _asks_otherwise(act: t.Act) -> bool:
    """Whether an outcome has a condition which is not one more case of a roll or of a choice."""
    match act:
        case t.If(cond):
            return not any(isinstance(part, t.Result | t.Roll | t.Word | t.NumberInput) for part in parts(cond))
    return False


def _last(act: t.Act) -> t.Act:
    return _last(act.acts[-1]) if isinstance(act, t.Seq) and act.acts else act


def _place(text: str, effect: str, start: int) -> tuple[int, int] | None:
    """From where to where a sentence stands in the Effect."""
    words = re.findall(r"\w+", text)
    found = re.compile(_as_written(words)).search(effect, start) if words else None
    return found and found.span()


def _as_written(words: Sequence[str]) -> str:
    """A pattern of these words, with whatever marks stand between them in the Effect."""
    return r"[\W_]+".join(map(re.escape, words))
