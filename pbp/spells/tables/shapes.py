"""What tables stand in an Effect, each as a table of cases or of what each does, whichever way round it is drawn.

A table on its side is turned, one that asks something in each row is a table for each question, one that says what
happens first and what then is no table but sentences; "ditto" is the cell above.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from pbp.spells.tables import columns, forms, frames, rows
from pbp.spells.tables.cases import (
    BE_OR_DO,
    BESIDES,
    CASE,
    ELSE,
    END,
    NO,
    NONE,
    VERB,
    WHAT,
    YES,
    cells_of,
    line,
)
from pbp.spells.tables.crossed import by_who_has_what
from pbp.spells.tables.pairs import compared, of_two
from pbp.spells.tables.recast import recast, unlabelled

_EDGE = re.compile(r"^\|.*\|$")


_OF_TABLE = re.compile(
    r"(?i)(?:(?<=^)|(?<=\n)|(?<=[.;] ))in (?:this|the) table(?: below)?, (?=\S)|(?<=\d)(?: once)? for the whole table\b"
)
"""What says of a sentence before a table only that it is about that."""


def _without_letters(found: tuple[str, ...]) -> tuple[str, ...]:
    """A table without a first column that only gives its rows letters, one after the other."""
    names, *told = (cells_of(row) for row in found)
    letters = [row[0].strip("().").casefold() for row in told]
    if (
        len(names) < 3
        or names[0].casefold() not in ("", "letter", "label", "mark")
        or letters != list("abcdefgh"[: len(told)])
    ):
        return found
    return tuple(line(row[1:]) for row in (names, *told))


_RESULTS = re.compile(r"\d+(?:\s*(?:,|/|or|to|-|–|—)\s*\d+)*\s*(?:\+|or (?:more|higher|above))?")
_DOES_FIRST = re.compile(r"(?i)\S.* (?:gains?|loses?|pays?|becomes?|swaps?)\b|(?:gain|lose|pay|nothing)\b")


def _with_names(found: tuple[str, ...], before: str) -> tuple[str, ...]:
    """A table of what is rolled that begins with a row, with names above it: "| 1 | Lose 2 Stars |"."""
    rows = [cells_of(row) for row in found]
    whole = len(rows) > 1 and all(len(row) == 2 and _RESULTS.fullmatch(row[0]) for row in rows)
    if not whole or "DICE" not in before.upper() or not _DOES_FIRST.match(rows[0][1]) or not rows[0][1][-1:].isalpha():
        return found
    return line(("result", "effect")), *found


_SHORT = re.compile(
    r"(?P<who>(?:(?:the )?(?:(?:first |second )?(?:chosen|named) wizard|caster)|you)"
    r"(?P<thing>(?:'s|r)? (?-i:[A-Z][a-z]+))?)"
    r" (?P<what>(?:not )?(?:idle|(?-i:[A-Z][a-z]+)))\?",
    re.IGNORECASE,
)


_NUMBERED = re.compile(
    r"(?i)(?:(?:1st|2nd|3rd|first|second|third) )?(?:question|test|condition|q)(?: ?\d)?: (?=\S.*\?$)"
)


_ARTICLE = re.compile(
    r"(?i)(^(?=\w+ (?:cast|is|has|had|gains|loses|did|was)\b)|\b(?:on|to|for|of|from) (?=\w+$))(caster|target)(?= |$)"
)
"""Where "caster" and "target" are nouns without an article: "Effect on target", "Target cast Burn"."""


def _with_articles(row: str) -> str:
    return line(_ARTICLE.sub(r"\1the \2", cell) for cell in cells_of(row))


def _whole_question(name: str) -> str:
    """The name of a column that asks in few words, in full: "Chosen Wizard idle?", "1st question: is ...?"."""
    name = _ARTICLE.sub(r"\1the \2", _NUMBERED.sub("", re.sub(r"^(?:#|[Nn][or]\.) of (?=\w)", "Number of ", name)))
    if short := _SHORT.fullmatch(name):
        return f"Is {columns.articled(columns.lowered(short['who']))} {short['what']}?"
    return f"{name[0].upper()}{name[1:]}" if name.endswith("?") else name


def blocks(effect: str) -> Iterator[str | tuple[str, ...]]:
    """An Effect as runs of its lines, and tables: of these the lines of their rows, the names of the columns first."""
    lines = rows.drawn(forms.drawn(effect)).split("\n")
    text: list[str] = []
    at = 0
    while at < len(lines):
        ruled = at + 1 < len(lines) and "|" in lines[at] and rows.is_rule(lines[at + 1])
        if not ruled and not _EDGE.match(lines[at].strip()):
            text.append(lines[at])
            at += 1
            continue
        end = at + 1
        while end < len(lines) and ("|" in lines[end] if ruled else _EDGE.match(lines[end].strip())):
            if end > at + 1 and end + 1 < len(lines) and rows.is_rule(lines[end + 1]):
                break  # the names of another table
            end += 1
        found = _filled(line(cells_of(one)) for one in lines[at:end] if not rows.is_rule(one))
        if not found:  # a rule, and nothing that it could be of
            text += lines[at:end]
            at = end
            continue
        at = end
        if said := _as_definitions(found) or _in_order(found):
            text += said
            continue
        found = _without_letters(_with_names(found, "\n".join(lines[: at - len(found)])))
        found = (line(map(_whole_question, cells_of(found[0]))), *map(_with_articles, found[1:]))
        before = _OF_TABLE.sub("", "\n".join(text))
        before, made = recast(before, [cells_of(row) for row in found])
        if isinstance(made, str):
            text = [before, made] if before else [made]
            continue
        before, found = _with_question(before, _cases_alone(tuple(map(line, made))))
        if before:
            yield before
        text = []
        found = tuple(map(line, by_who_has_what(compared(of_two([cells_of(row) for row in _with_ties(found)])))))
        yield from _unfolded(_side_by_side(_turned(_condition_last(found))))
    if text:
        yield "\n".join(text)


_ASKED = frozenset(("question", "condition", "case", "if", "is it so", "asked", "test"))


_SO = frozenset(
    (
        "met",
        "passed",
        "if passed",
        "if so",
        "if yes",
        "yes",
        "if true",
        "true",
        "then",
        "if it is so",
        "if it holds",
        "if it is met",
        "if it is true",
        "if met",
    )
)


_NOT_SO = frozenset(
    (
        "not met", "unmet", "failed", "if failed", "if not", "if no", "no", "if false", "false", "otherwise", "else",
        "if it is not so", "if it does not", "if it is not met",
        "if it is not true",
    )
)  # fmt: skip


def _unfolded(found: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A table that asks something in each row as tables of one question each: "| Condition | If so | If not |"."""
    names, *told = (cells_of(row) for row in found)
    if len(names) == 2 and _IF_YES.fullmatch(names[1].strip(END)) and all(row[0].endswith("?") for row in told):
        yield from ((line((asked, "effect")), line(("yes", so))) for asked, so in told)
        return
    if columns.without_label(names, told) and not any(columns.row(names, row) for row in told):
        names, told = names[1:], [row[1:] for row in told]
        found = tuple(map(line, (names, *told)))
    heads = [name.strip(END + "?").casefold() for name in names]
    asks = heads[0] in _ASKED or (not heads[0] and all(row[0].endswith("?") for row in told))
    if len(names) != 3 or not asks or any(len(row) != 3 for row in told):
        yield found
    elif heads[1] in _SO and heads[2] in _NOT_SO:
        for number, (asked, so, other) in enumerate(told):
            so, other = ("nothing else" if len(told) > 1 and NONE.fullmatch(one) else one for one in (so, other))
            if asked.endswith("?"):
                yield line((asked, "effect")), line(("yes", so)), line(("no", other))
            else:
                name = ("if", "when")[number % 2]  # which tells one table from the next
                yield line((name, "effect")), line((asked, so)), line(("otherwise", other))
    elif heads[1] in ("answer", "the answer") and all(row[0].endswith("?") for row in told):
        for asked in dict.fromkeys(row[0] for row in told):
            yield line((asked, names[2])), *(line(row[1:]) for row in told if row[0] == asked)
    else:
        yield found


_IF_YES = re.compile(
    r"(?i)(?:what happens |effect |outcome |result |then )?if (?:so|yes|the answer is [\"“']?yes[\"”']?|it is so)"
)


_CASE_NAME = re.compile(r"(?i)\d.*|none|yes|no|odd|even|[<>≤≥].*|otherwise")


_OF_THINGS = frozenset(("", "change in", "change", "thing", "item", "attribute"))


_OF_WIZARDS = frozenset(("", "who", "wizard", "wizards"))


_IF_NOT = re.compile(r"(?i)(?:if|when) (?:not|they (?:are|did|do|have) not|it is not(?: so)?)|otherwise|else")


def _turned(found: tuple[str, ...]) -> tuple[str, ...]:
    """A table that has its cases side by side, with the cases below each other: "| Result | 1 or 2 | 3 to 6 |"."""
    names, *told = (cells_of(row) for row in found)
    whole = len(names) > 2 and len(told) > 0 and all(len(row) == len(names) for row in told)
    things = whole and names[0].casefold() in _OF_THINGS and columns.are_things([row[0] for row in told])
    if things and all(map(columns.is_somebody, names[1:])):
        names = ("Who", *names[1:])  # "| | You | The chosen Wizard |" above "| Stars | +1 | -1 |"
        return tuple(line(column) for column in zip(names, *told, strict=True))
    if whole and _by_cases(names, told):
        first = names[0] if names[0].casefold() not in _OF_WIZARDS else "result" if names[1][0].isdigit() else "if"
        cases = ("otherwise" if _IF_NOT.fullmatch(name) else name for name in names[1:])
        return tuple(line(column) for column in zip((first, *cases), *told, strict=True))
    whole = whole and all(map(_CASE_NAME.fullmatch, names[1:]))
    asks = names[0].strip(END + "?").casefold() in _ASKED or all(row[0].endswith("?") for row in told)
    if not whole or asks or _CASE_NAME.fullmatch(told[0][0]):
        return found
    return tuple(line(column) for column in zip(names, *told, strict=True))


def _by_cases(names: Sequence[str], told: Sequence[Sequence[str]]) -> bool:
    """Whether a table says in each row what one Wizard does in each of the cases that its columns are."""
    whose = all(columns.is_somebody(row[0]) for row in told)
    does = all(_DOES_SO.fullmatch(cell) or NONE.fullmatch(cell) for row in told for cell in row[1:])
    if not whose or not does or any(columns.is_named(name) for name in names[1:]):
        return False
    cases = names[1:]
    if names[0].casefold() in _OF_WIZARDS:
        return all(
            re.match(r"(?i)(?:if|when)\b|\d", name) or _IF_NOT.fullmatch(name) or " is " in name for name in cases
        )
    return names[0].casefold().startswith(("chosen", "the chosen", "result", "roll")) or names[0].endswith("?")


def _cases_alone(found: tuple[str, ...]) -> tuple[str, ...]:
    """A table of one row that says below each case what then happens: "Odd | Even"."""
    names, *told = (cells_of(row) for row in found)
    if len(told) != 1 or len(names) != len(told[0]) or len(names) < 2 or not all(map(_CASE_NAME.fullmatch, names)):
        return found
    rows = tuple(line(pair) for pair in zip(names, told[0], strict=True))
    return rows if {name.casefold() for name in names} <= YES | NO else (line(("result", "effect")), *rows)


_DOES_SO = re.compile(rf"(?i)(?:{VERB}|becomes?|swaps?|is|has|cannot|[+−–-]\d+)\b.*")


def _side_by_side(found: tuple[str, ...]) -> tuple[str, ...]:
    """A table that says below each name what that Wizard does, or that has no names, as one of whom, and what."""
    names, *told = (cells_of(row) for row in found)
    if len(names) < 2 or any(len(row) != len(names) for row in told):
        return found
    if len(names) == 2 and all(_OF_SOME.match(row[0]) and _DOES_WHAT.fullmatch(row[1]) for row in (names, *told)):
        return (line(("who", "what happens")), *found)
    if len(told) == 1 and all(map(_IS_CLAUSE.search, (*names, *told[0]))) and not columns.row(names, told[0]):
        return (line(("if", "effect")), *(line(pair) for pair in zip(names, told[0], strict=True)))
    if all(map(_DOES_WHAT.fullmatch, names)) and all(columns.can_be_who(cell) for row in told for cell in row):
        return (
            line(("who", "what happens")),
            *(line((who, does)) for row in told for does, who in zip(names, row, strict=True)),
        )
    if len(told) == 1 and all(map(_WHOLE_CASE.fullmatch, names)):
        return (line(("if", "effect")), *(line(pair) for pair in zip(names, told[0], strict=True)))
    if len(told) == 1 and all(map(_PART_NAME.fullmatch, names)):
        return (line(("what happens",)), *(line((cell,)) for cell in told[0]))
    several = len(told) > 1 and not all(map(columns.is_somebody, names))
    if not told or several or not all(_DOES_SO.fullmatch(cell) for row in told for cell in row):
        return found
    return (line(("who", "what happens")), *(line(pair) for row in told for pair in zip(names, row, strict=True)))


_OF_SOME = re.compile(r"(?i)(?:the|each|every|all|any|an?|you|both|everyone|everybody|whoever|wizards|neighbou?rs)\b")
"""How a row begins that says of somebody what they do."""


_WHOLE_CASE = re.compile(r"(?i)always|in (?:any|every) case|(?:only )?(?:if|when|unless) \S.*|otherwise|else")


_PART_NAME = re.compile(
    r"(?i)(?:part|effect|point|thing|line) (?:\d|[a-d]|one|two|three)"
    r"|(?:first|second|third|1st|2nd|3rd|one|other|another) (?:part|effect|thing|point)"
)


_IS_CLAUSE = re.compile(
    rf"(?i)^\S+ (?:.* )?(?:{VERB}|swaps?|becomes?|cast|is|are|has|have|lose|gain|targeted|happens)\b(?! ?$)|happens$"
)
"""What says of somebody that they do something: "The caster is idle", "nothing happens"."""


_DOES_WHAT = re.compile(rf"(?i)(?:{VERB}|swaps?|cannot) \S.*")


_TIE = re.compile(
    r"(?i)(?:in|if|on|with|when|in case of|for)? ?(?:a |the |there is a )?(?:ties?|tied)(?: rule| break)?"
)


_WHO_TIED = re.compile(r"(?i)(?P<who>who(?:m)?|wizards?) \((?P<tie>[^()]*\btied?\b[^()]*)\)")


_CAN_TIE = re.compile(r"(?i)\b(?:most|fewest|highest|lowest|greatest|least)\b(?!.*\()")


def _with_ties(found: tuple[str, ...]) -> tuple[str, ...]:
    """A table with what one of its columns, or the name of one, says of ties, beside those of whom it says that."""
    names, *told = (cells_of(row) for row in found)
    at = next((at for at, name in enumerate(names) if _TIE.fullmatch(name.strip(END))), 0)
    if not told or any(len(row) != len(names) for row in told):
        return found
    if named := _WHO_TIED.fullmatch(names[0]):
        return (
            line((named["who"], *names[1:])),
            *(line((f"{row[0]} ({named['tie']})" if _CAN_TIE.search(row[0]) else row[0], *row[1:])) for row in told),
        )
    if not at or not all(_CAN_TIE.search(row[0]) or re.fullmatch("[–—-]", row[at]) for row in told):
        return found
    rows = [(f"{row[0]} (if tied, {row[at]})" if _CAN_TIE.search(row[0]) else row[0], *row[1:]) for row in told]
    return tuple(line((*row[:at], *row[at + 1 :])) for row in (names, *rows))


def _condition_last(found: tuple[str, ...]) -> tuple[str, ...]:
    """A table that says first what happens, and then when, with what is asked first: "Effect | Only if"."""
    names, *told = unlabelled([cells_of(row) for row in found])
    known = columns.named()
    whole = len(names) == 2 and all(names) and all(len(row) == 2 for row in told)
    asks = columns.plain(names[-1])
    if not whole or asks not in (known["when"] | known["unless"]) - WHAT or _is_case(names[0]):
        return found
    does = "effect" if columns.plain(names[0]) in known["does"] | BESIDES | {"bonus", "reward", "amount"} else names[0]
    unless = "unless " if asks in known["unless"] else ""
    cases = [case if columns.is_always(case) else unless + case for _, case in told]
    return (line(("if", does)), *(line((case, what)) for case, (what, _) in zip(cases, told, strict=True)))


def _is_case(name: str) -> bool:
    """Whether a column says of whom its rows are, or in which case."""
    known = columns.named()
    return columns.plain(name) in known["who"] | known["when"] | known["unless"] | (CASE - WHAT) or name.endswith("?")


_ANSWER = frozenset(("answer", "the answer", "case", ""))
"""Names of a first column that holds the answers to the question before the table."""


def _with_question(before: str, found: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
    """What stands before a table, and the table: a question that its rows answer with yes and no is their name."""
    names, *told = found
    if cells_of(names)[0].casefold() in YES | NO:
        told = list(found)
    elif cells_of(names)[0].casefold() not in _ANSWER or cells_of(names)[-1].casefold() not in WHAT:
        return before, found
    said, mark, question = before.rstrip().rpartition("\n")
    if asked := re.fullmatch(r"(?s)(.*[.;!?])\s+(.*)", question):
        said, question = f"{said}{mark}{asked[1]}", asked[2]
    whole = question.endswith("?") and not said.endswith("?") and BE_OR_DO.match(question) is not None
    answers = sorted(re.split(r"[,( ]", cells_of(row)[0].casefold().strip(END))[0] for row in told)
    if not whole or answers not in (["no", "yes"], ["false", "true"], ["n", "y"]):
        return before, found
    return said, (line((question, "effect")), *told)


def _as_definitions(rows: Sequence[str]) -> list[str]:
    """A table of words and what they mean, as a sentence each; empty if it is another table."""
    names, *told = (cells_of(row) for row in rows)
    if len(names) != 2 or not _MEANING.fullmatch(names[1]) or any(len(cells) != 2 or "" in cells for cells in told):
        return []
    more = (
        "" if _TERM.fullmatch(names[0]) or names[0] == "" else f"{names[0]} "
    )  # "Party | Who it is" above "One | the caster"
    return [f"{more}{word}: {what.rstrip('.;')}." for word, what in told]


_DITTO = re.compile(r"(?i)ditto|[\"“”〃″]|(?:the )?same as (?:above|before)|as (?:above|before)|likewise")


_ANEW = re.compile(r"(?i)DICE|\b(?:random|they|theirs?|them|its?|that|those|own|same)\b")
"""What could mean another one when it is said again."""


def _filled(found: Iterable[str]) -> tuple[str, ...]:
    """The rows of a table in which a cell says that it is as the one above it: "ditto"."""
    told: list[tuple[str, ...]] = []
    for cells in map(cells_of, found):
        if ELSE.fullmatch(cells[0].strip(END)):
            cells = (cells[0], *(cell or "any" for cell in cells[1:-1]), cells[-1])
        above = told[-1] if len(told) > 1 and len(told[-1]) == len(cells) else cells
        told.append(
            tuple(
                before if _DITTO.fullmatch(cell) and not _ANEW.search(before) else cell
                for cell, before in zip(cells, above, strict=True)
            )
        )
    return tuple(map(line, told))


_ORDER = re.compile(r"(?i)first(?: (?:then|next|after that|afterwards|finally|lastly))+")


def _in_order(found: Sequence[str]) -> list[str]:
    """A table that says what happens first, and what then, as a sentence for each; empty if it is another table."""
    names, *told = map(cells_of, found)
    whole = len(names) >= 2 and all(len(cells) == len(names) for cells in told)
    if not whole or not _ORDER.fullmatch(" ".join(cells[0] for cells in told)):
        return []
    if len(names) == 2:
        does = columns.plain(names[1]) in columns.named()["does"]
        return [f"{when}, {columns.lowered(what.rstrip('.'))}." for when, what in told] if does else []
    rows = [(cells[0], _clause(names[1:], cells[1:])) for cells in told]
    return [f"{when}, {columns.lowered(what)}." for when, what in rows] if all(what for _, what in rows) else []


def _clause(names: Sequence[str], cells: Sequence[str]) -> str:
    """What a row says in one clause; empty where it is none."""
    whole = columns.row(names, cells) or next(frames.rows(names, cells), None)
    if whole is None or whole.idle:
        return ""
    several = re.search(r"(?i)^(?:both|all|you)\b| and ", cells[0])
    return whole.said[-1 if several else 0]


_TERM = re.compile(r"(?i)(the )?(terms?|words?|names?|symbols?|letters?|expressions?|definitions?|roles?|short)")


_MEANING = re.compile(
    r"(?i)(its |the )?(meanings?|means|definitions?|what (it|this) means|who( (it|this) is)?|stands for|value|is|=)"
    r"|in words|explanation|description|which wizard|who is meant|(what|who|whom) it stands for"
)
