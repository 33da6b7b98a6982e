"""An Effect cut into its sentences, and a sentence into its words."""

from __future__ import annotations

import re
from functools import lru_cache

from pbp.spells.cutting.defining import definitions, set_out
from pbp.spells.cutting.lists import (
    ASKS,
    CONDITIONS_JOINED,
    LETTER,
    LISTS_ALL,
    MARK,
    PREDICATE,
    SHARE,
    conditions_in_line,
    kind_of,
    shared,
    together,
    within,
)
from pbp.spells.cutting.marks import ARE_SO, CASE, COUNTED, NTH_CASE
from pbp.spells.tables import cases, governing, shapes
from pbp.spells.tables.forms import unframed
from pbp.spells.words import is_cut_short

_STEP = re.compile(r"(?i)\b(step|part|point|case)\s+\w{1,2}\.$")
"""What stands before the words of a step: no sentence of its own."""
_NEXT_CASE = re.compile(
    r"(?<=[.;])\s+(?=(?:(?:Case|Situation)\s+(?:[A-H1-9]|one|two|three|four|five)"
    r"|(?:The\s+)?(?i:first|second|third|fourth|fifth)\s+case)\b\s*[:,.(–—-])"
)
"""Where a sentence that tells of a case begins within a line."""
OTHER_CASES = re.compile(
    r"(?i)^\W*(?:(?:and|but) )?in (?:all|every|any) other cases?\b"
    rf"|^\W*(?:{NTH_CASE})\s*[:,.–—-]\s+"
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
_OWN_THINGS = re.compile(r"(?i)^(?:then )?(?:look (?:back )?at|take|consider|check) [^.;?]*\.$")
_EACH_OF_THEM = re.compile(r"(?i)for (?:each|every)(?: one)? of (?:these|those|them|the)\b[^,.;:]* (?:that|which) ")
"""What looks at several things that somebody has, and what is said of each of them."""
_OF_DUELS = re.compile(
    r"(?i)^(?:• )?(?:out )?of the [^.:;?]*\bDuels\b[^.:;?]*, count (?:those|the ones) in which [^.:;?]*[.;]$"
)
_FOR_EACH = re.compile(r"(?i)\bfor (?:each|every)(?: one| of them)?(?:,|\.?$)")
"""What counts some of the Duels before this one, and what is said of each of these."""
_IN_LINE = re.compile(r"(?:and )?•")
_AMOUNT = re.compile(
    r"(?i)(and )?how (many|much)( is (that|it)| (stars|crystals)( is that)?| exactly)?\s*[:?]\s*(?=\S)"
)
"""What asks how much it is of which the sentence before speaks: the answer belongs into that sentence."""
_GAP = re.compile(
    r"(?i)(?:and )?(?!(?:otherwise|else|or|then|on|for|in|from|to)\b)"
    rf"[^,:;.]+, (?:\d+|{'|'.join(COUNTED)})(?: Stars?| Crystals?)?[.;]"
)
"""What goes on with whom, and how much: "(each Wizard who cast Burn loses 2 Stars;) Jolt, 3;"."""
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
    r"(drawn|picked|chosen|selected|made) (anew|afresh|again|separately) "
    r"|one is (drawn|picked|chosen|selected) (at random )?)"
    r"(for (each|every)( such)? spell( so \w+)?|each time)\.?$"
    r"|(each|every)( such)? spell( so \w+)? (gets|has|is given) "
    r"(its own|a) (separate |new |fresh )?draw( of its own)?\.?$"
)
"""How it is said, in a sentence of its own, how often it is drawn of which the sentence before speaks."""
_LISTED = re.compile(
    r"(?i)\b(both|all|one|either|any|each|more) (of )?(these|the following|the)( two| three)?"
    r"( conditions| things| statements)? (is|are) (true|met|so|the case|fulfilled)( of [^:•]+)?:[^:]*;$"
)
"""How a sentence ends that lists conditions: what comes next is one of them."""
_CONDITIONS = re.compile(
    r"(?i)^(if|when|where|provided|unless) [^:•]*\b(these|those|following|both|all|any|either)\b[^:•]*"
    rf"{ARE_SO}[^:]*$"
)
"""A list of conditions, before it is said what happens then."""
_OF_WHOM_LISTED = re.compile(r"(?i)^(?:each|every|all) [^:•]*\b(?:who|that|which)(?: both)?: •[^:]*$")
"""Of whom it is listed what must be true of them, before it is said what they do."""
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
_SUPPOSED = re.compile(
    r"(?i)(?:^|(?<=\n)|(?<=[.;] ))(?:suppose|supposing|imagine|assume)(?: that)? ([^.;:?\n]+)\."
    r" (?:then|in (?:that|this) case|if so|if that is so),? "
    r"(?=[^.;\n]+(?:[.;]?\s*$|[.;]\s+(?:otherwise|else|if|suppose|unless|in (?:any|all|every) other)\b))"
)
"""What is only supposed, and in the next sentence what then happens: "Suppose a neighbour cast Burn. Then ...".

What a further sentence says could be supposed, too.
"""
_IF_BRACKETED = re.compile(
    r"(?i)^\s*\((?P<so>(?:only )?(?:if|unless|when|where) [^():]+):\)\s+(?P<then>[^.;:\n]+\.?\s*)$"
    r"|^\s*\(condition: (?P<told>[^():.]+)\.?\)\s+(?P<what>[^.;:\n]+\.?\s*)$"
)
"""A condition in brackets before all that happens: "(If you have a Hat:) you gain 2 Stars."."""
_NONE_AT_ALL = r"(?:nothing|no (?:change|gain|loss|reward|penalty|Stars?))"
_LAST = r"(?=[^.;?\n]+[.;]?\s*$)"
_YES_NOTHING = re.compile(rf"(?i)^([^.;:?\n]+\? )yes: {_NONE_AT_ALL}[.;] no: {_LAST}")
"""What is asked only for the other answer: "Did you cast Burn? Yes: nothing. No: you gain 2 Stars."."""
_IF_NOTHING = re.compile(
    rf"(?i)^\s*(?:if|when) ([^.;:?\n]+?)(?:, (?:then )?| then ){_NONE_AT_ALL}[.;]"
    rf" (?:otherwise|else|if not|in (?:all|any|every) other cases?),? {_LAST}"
)
"""A case in which there is nothing of what alone is said of the other: "If you cast Burn, nothing; otherwise ...".

Where more is said, that could be left out as well.
"""
_HEADED = re.compile(
    r"(?im)(?:^|(?<=[.;] ))\W*(?:(?:two|three|four|some|a few) (?:more |further )?(?:terms|definitions|words|names)"
    r"(?: first)?"
    r"|(?:key|legend|glossary|vocabulary)(?: used)?)[.:](?:\s+|$)"
    r"|^\W*(?:result|rules?|outcome|consequence|(?:(?:\w+ )?more )?(?:definitions?|terms))(?: used)?:"
    r"(?:\s+|$)(?!\d)|^Definitions\.\s+|^The following (?:terms|words|definitions) are used(?: here| below)?[.:]\s+"
)
"""A label that says nothing of what stands below it."""


def _if_led(found: re.Match[str]) -> str:
    """ "If you have a Hat: you gain 2 Stars." without its brackets."""
    so = found["so"] or f"if {found['told']}"
    return f"{so}: {found['then'] or found['what']}"


def _of_lines(effect: str) -> list[str]:
    """The sentences of lines without a table."""
    found: list[str] = []
    listing, outer, inner, last = False, "", "", ""  # the marks of what opens a list, in it, and of the line before
    effect = _SUPPOSED.sub(r"If \1, ", _IF_BRACKETED.sub(_if_led, unframed(effect)))
    effect = _IF_NOTHING.sub(r"Unless \1, ", _YES_NOTHING.sub(r"\1If not, ", effect))
    effect = CONDITIONS_JOINED.sub(conditions_in_line, effect)
    if _ASKED.search(effect):
        effect = _ANSWERED.sub(r"\1", effect)
    effect = together(within(effect))
    effect = _CONDITION.sub(r"If \1, ", _TRIGGER.sub(r"Each time \1, ", LISTS_ALL.sub(r"\1:", effect)))
    effect = _NEXT_CASE.sub("\n", shared(_HEADED.sub("", effect)))
    effect = re.sub(r"(?<=;)\s+and\s+(?=\(?[b-h]\)\s)", " ", effect)
    effect = re.sub(r"[;,]\s+and[ \t]*(?=\n[ \t]*[*#•])", ";", effect)
    effect = _ROLL_AND_WALK.sub(lambda found: f"{found[1]}. {found[2].capitalize()}", effect)
    for line in effect.split("\n"):
        before, last = last, kind_of(line)
        line = _marked(line, found[-1] if found else "")
        bullet = line.startswith("•")
        if not bullet or (last and last == outer != inner):
            listing = False
        case = CASE.match(line.lstrip("• ")) is not None
        of_whom = found and _OF_WHOM_LISTED.match(found[-1]) and PREDICATE.match(line)
        if found and not bullet and line.strip() and (of_whom or _CONDITIONS.search(found[-1])):
            line = re.sub(r"[.,;]+(?=\s+•|$)", ",", f"{found.pop().rstrip(' .,;')},") + f" {line}"
        told = _parts(line)
        for at, part in enumerate(told):
            if at == 1 and len(told) == 2 and _LOOKS_IF.match(found[-1]) and _OF_WHAT_IS_FOUND.search(part):
                found[-1] = f"{found[-1][:-1]}: {part}"
                continue
            if at and _LABEL_TOLD.match(found[-1]) and not ASKS.search(found[-1]) and _TOLD_OF_LABEL.match(part):
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
            if found and found[-1].endswith(";") and _GAP.fullmatch(part) and not ASKS.search(f"{found[-1]} {part}"):
                found[-1] += f" {part}"
                continue
            if found and _GETS.match(found[-1]) and (back := _GETS_BACK.match(part)):
                found[-1] = f"{found[-1][:-1]}, and {part[back.start(1) :]}"
                continue
            if found and bullet and not at and _GETS.match(part) and found[-1][0] == "•" and _GETS.match(found[-1]):
                found[-1] = f"{found[-1][:-1]}, and {part.lstrip('• ')}"
                continue
            if found and (at or not bullet) and _LISTED.search(found[-1]):
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
            looks = found and not bullet and _OWN_THINGS.match(found[-1]) and _EACH_OF_THEM.match(part)
            if looks or (found and (at or not bullet) and _OF_DUELS.match(found[-1]) and _FOR_EACH.search(part)):
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
            end = at + 1 + int(COUNTED.get(many, many))
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
    letter = LETTER.match(line)
    if letter and not (letter[1] in "bcdefgh" and re.search(r"\(?a\)\s", before)):
        return LETTER.sub("• ", line)
    return MARK.sub("• ", line)


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
    return not OTHER_CASES.match(text) and all(word in _HEADING for word in re.findall(r"[^\W\d_]+", text.lower()))


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
        and ASKS.search(part) is None
        and len(ASKS.findall(before)) == 1
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


def _shares_out(before: str, part: str) -> bool:
    """Whether this is the next of several amounts under one verb: "You gain: 5 Stars if your Hat is Red; 4 if not"."""
    led, _, told = before.partition(":")
    return (
        before.endswith(";")
        and not ASKS.search(led)
        and SHARE.match(told.strip()) is not None
        and (SHARE.match(part) is not None)
    )


_ROLL_AND_WALK = re.compile(
    r"(?i)\b(roll (?:a |one )?DICE\d+),? (?:and|then|and then) (count|go|move|walk|step)"
    r"(?= (?:(?:on|forwards?) )?that many (?:position|place|seat|spot|space))"
)
"""A roll, and who is found by it: "roll DICE6 and count that many positions on from your own"."""
_WALKS = re.compile(
    r"(?i)(?:(?:(?:start|begin)(?:n?ing)? (?:at|from|in|with)|from) [^.:;?,()]*(?:,| and|, and)(?: then)? )?"
    r"(?:go|count|move|walk|step|travel|advance)(?: back(?:wards?)?)? "
    r"(?:\d+|one|two|three|four|five|six|that many|this many) (?:position|place|seat|spot|space|step)s? "
    r"(?![^.]* look )[^.:;?]*[.;]"
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
        and not ASKS.search(f"{before} {part}")
    )


def _within(before: str, part: str) -> bool:
    """Whether "; and" adds an outcome in an item of a list that begins with the only condition: "if ...: ...;"."""
    led = re.match(r"(?i)•\s*(?:if|unless|otherwise)\b[^:;.]*:\s([^;.]*);$", re.sub(r"\s*\([^()]*\)", "", before))
    return led is not None and part[:4].lower() == "and " and not _GOVERNS.search(f"{led[1]} {part}")
