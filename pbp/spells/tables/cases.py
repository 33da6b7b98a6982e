"""Tables of cases inside an Effect: each row says what happens in one case, under the names of the two columns.

A table stands in an Effect as lines, "| T | the caster gains |" and below it "| 0 to 5 | T Stars |". What a row says is
put as English sentences, which the reader of sentences reads or refuses.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

from pbp.spells.inputs import Puzzle
from pbp.spells.tables import columns, frames, governing

END = " .:…"

ELSE = re.compile(
    r"(?i)(?:is )?(in )?(otherwise|(anything |everything |all )?else|others?|(the )?rest|(all|any|every) (the )?others?"
    r"|(all|any|every|the|an) other"
    r" (case|result|number|value|outcome|word|choice|roll|spell|Hat|colou?r|combination|answer|pair)s?"
    r"|any (result|number|value|word|spell) else|none of (these|those|the above|them)|neither of (these|those))"
    r"(?:,? \(?(?:(?:even|including|also|or|and) (?P<with>\d{1,4}|none|nothing|no (?:spell|[A-Z][a-z]+))(?: at all)?"
    r"|(?P<also>\d{1,4}|none|nothing) (?:included|too|as well))\)?)?"
    r"|(?:another|a different)(?: one| spell)?,? or (?P<none>none|no spell|nothing)(?: at all)?(?: \(idle\))?"
)
"""How a row is named that stands for all cases but those above it: "any other number (0 included)"."""
CASE = columns.named()["when"] | frozenset(
    (
        "", "case", "cases", "conditions", "situation", "in case", "comparison", "state",
        "scenario", "requirement", "if it is so that", "what is so", "circumstance",
        "circumstances", "this is true", "this is so", "true", "is it so", "this holds", "this applies",
        "first condition", "second condition", "third condition", "condition 1", "condition 2", "1st condition",
        "2nd condition", "reason", "reasons", "and if", "and",
        "and also if", "and also", "and when", "further condition",
        "other condition",
    )
)  # fmt: skip
"""Names of a first column that holds whole conditions."""
WHAT = frozenset(
    (
        "effect", "effects", "the effect", "result", "results", "outcome", "outcomes", "the outcome", "then",
        "consequence", "consequences", "happens", "what happens", "this happens", "what happens then",
        "then this happens", "do this", "what comes of it", "what is done", "what follows", "what it does", "",
        "what this does", "what the spell does", "what this spell does", "this spell", "what",
    )
)  # fmt: skip
"""Names of a second column that holds whole sentences."""
BESIDES = frozenset(
    (
        "what else happens", "what happens in addition", "what happens besides", "additional effect", "extra effect",
        "further effect", "payment", "payments", "loss", "losses", "gain", "gains", "change", "changes", "what changes",
        "what is paid", "what is lost", "what is gained", "reward", "rewards", "bonus", "prize", "penalty",
        "punishment", "fine",
    )
)  # fmt: skip
"""Names of a second column that holds what happens beside the rest of the Effect: "none" leaves that as it is."""
_AMOUNTS = frozenset(("amount", "number", "how many", "how much"))
"""Names of a second column that holds numbers of what leads to the table."""
VERB = r"gains?|loses?|pays?|receives?|gets?|steals?|takes?"
_ENDS_WITH_VERB = re.compile(
    r"(?i).*\b(is|are|was|were|has|have|had|cast|casts|selected|rolls?|rolled|shows?|targeted|chose|becomes?)"
    r"|.+ (?:cast|targeted|gained|lost|received) (?:by|from)"
)
_PLACE_OF = re.compile(r"(?i)the (position|place|spot|seat) (?:in|on|at) which .* (?:is|are|stands?|sits?)")
_THING = r"(?P<thing>(?!The|This|Each|Every|All|You|Your|They|Their|That|No|Any)[A-Z][A-Za-z]*|stars|crystals)"
_OF_THING = re.compile(rf"{_THING} (?:that )?(?P<who>(?!gained|lost)\S.*?) (?P<verb>{VERB})")
_THING_DONE = re.compile(rf"{_THING} (?P<verb>gained|lost)")
_THING_BY = re.compile(rf"{_THING} (?P<verb>gained|lost) by (?P<who>\S.*)")
_DOES_THING = re.compile(rf"(?P<does>(?:.* )?(?i:{VERB})) \(?{_THING}\)?")
_DONE = {"gained": "gain", "lost": "lose"}
_FLOW = re.compile(r"(?i)\b(?:gain(?:s|ed)?|loses?|lost)\b")
_WHO_FLOWS = re.compile(r"(?i)who (?P<way>gain|lose|pay)s(?: what| whom| how (?:much|many)(?: (?:stars|crystals))?)?")
"""Names of a second column that holds sentences of one kind, or whom and how much."""
_WHOM_MUCH = re.compile(r"(?P<who>[^:,(]+?)(?::|,| \() ?(?P<much>\d[^:,()]*?)\)?")
NONE = re.compile(r"(?i)(nothing|none|0|no (?P<thing>[A-Za-z]+))")
_NOTHING_MORE = re.compile(
    r"(?i)nothing (further|more|else|besides|in addition|extra)( happens)?"
    r"|(gains?|loses?|pays?|receives?|gets?) nothing"
    r"|(nobody|no one|no wizard) (gains?|loses?|pays?) (anything|any stars|any crystals)"
    r" (else|more|by (the|this) roll|by it|in this way|here)"
)
"""What leaves the rest of the Effect as it is."""
_UNCHANGED = re.compile(
    r"(?i)(?:(?:is|are) left|stays?|remains?|is|are)(?: (?:as|what) (?:it|they) (?:is|are|was|were)| unchanged"
    r"| the same| left alone| spared)|(?:does not|doesn't|do not|don't) change|no change|unchanged"
)
"""What leaves that of which the column speaks as it is."""
_NUMBER = re.compile(r"\d{1,4}|[A-Z]|DICE\d{1,4}")
_SOME = re.compile(
    r"(?i)(?P<some>both|neither|none|all|not all|exactly (?:one|\d+)|only one|just one|one or more|one"
    r"|at (?:least|most) (?:one|\d+)|\d+ or (?:more|fewer))"
    r"(?: of (?:them|these|those|the two))? (?P<be>is|are) (?P<what>.+)"
)
_NAMED = re.compile(r"(?i)\s*(the|your|their|its|his|my|a|an|each|every|DICE|you|I)\b|[A-Z]\b|.*'s\b")
"""How the name of a column begins that needs no article."""
_PLURAL = r"(?:Wizards|spells|neighbou?rs|players|Stars|Crystals)"
_AS_SOMEBODY = re.compile(
    r"(?i)(?:(?:more|fewer|less) than|(?:at (?:least|most) |exactly |just )?as many as) .+ ha(?:s|ve)"
)
_MANY = re.compile(rf"(?i)(?P<before>(?:\w+ )?){_PLURAL}\b(?P<rest>.*)")
_HOW_MANY = re.compile(
    rf"(?i)how many (?P<what>(?:\w+ )?{_PLURAL}"
    r"(?: (?:other than|except|besides|apart from) (?:the caster|you(?:rself)?))?)"
    r" (?P<have>(?:you|they|the caster) ha(?:ve|s)\b)?(?P<rest>.*)"
)
_ASKS = re.compile(r"(?i)^(?:what|who|which spell|(?:the )?spells?(?: that)?) (?=\S.* (?:cast|targeted|rolled|chose)$)")
_SO_MANY_ARE = re.compile(
    r"(?i)(\d|[<>≤≥]|at (least|most)|both|neither|(just|only) one|none|no one|nobody|zero|one|two|three|more|fewer"
    r"|exactly|from|between|up to).*"
)
_MANY_WORDS = {"neither": "0", "both": "2", "just one": "exactly one", "only one": "exactly one"}
"""How many of two, in words."""
_ROLLED = frozenset(
    ("roll", "die", "dice", "rolled", "die roll", "dice roll", "dice result", "die result", "number rolled")
)
_NOTED = re.compile(r"(?i)(?P<answer>yes|no)(?:, | (?=\())\(?(?P<note>[^()]*[^() ])\)?")
"""An answer with what it means: "No (a different spell, or none at all)", "Yes, at least one"."""
YES, NO = frozenset(("yes", "true", "y")), frozenset(("no", "false", "n"))
BE_OR_DO = re.compile(r"(?i)(did|do|does|is|are|was|were|has|have)\b")
"""How a whole question begins."""
_DID = re.compile(rf"(?i)(?:{BE_OR_DO.pattern[4:]}|(?:cast|targeted|gained|lost|received|stands?|wears?)\b)")
"""How what is said of somebody begins: "is idle", "targeted the caster"."""
_EITHER_OR = re.compile(r"(?i)(?P<be>is|are|was|were) (?P<what>.+) (?P<one>[a-z]+),? or (?P<two>[a-z]+)")
"""A question that names its answers: "Is the chosen number odd or even?"."""
_NUMBER_OF = re.compile(r"(?i)(the )?number of\b")
_NOBODY = re.compile(r"(?i)^(none|nobody|no one|no[- ]?body)(?=$|,? or )")
_ANY = re.compile(
    r"(?i)any( number| amount| of them| value)?|whatever|either(?: way)?|(?:in )?any case|no matter(?: what)?|yes or no"
    r"|[–—-]|(?:it )?does not matter"
    r"|(?:any|either|both),? .+ or not"
)
"""A cell of a further column that asks nothing."""
_ROLL = re.compile(
    r"(?i)(?:(?:the|a|your|you) )?(?:(?:roll|result) of )?(?:(?:a|the) )?"
    r"(?:(?:dice |die )?(?:roll|result) )?\(?(DICE\d{1,4})\)?(?: (?:roll|result))?"
)


_ALWAYS_TOO = re.compile(r"(?i)\balways\b|^(?:in (?:any|every) case|besides|in addition)\b")
"""How a row is named that comes beside those of the cases, whatever these are called."""


_ASKS_WHOLE = re.compile(
    r"(?i)(?=.*\b(?:conditions?|case|situation|true|must|requirements?|needed|hold|holds)\b)"
    r"(?:(?:conditions?|case|situation|true|must|requirements?|needed|holds?|to|be|met|what|the|is|so|has|this|that|it"
    r"|fulfilled|for|of|things|state|which)\b ?)+"
)


def _asks_whole(name: str) -> bool:
    """Whether a column holds whole conditions: "Case", "Condition to be met", "What must be true"."""
    called = name.strip(END).casefold()
    return called in CASE or _ASKS_WHOLE.fullmatch(called) is not None


@dataclass(frozen=True)
class CaseRow:
    """A row of a table under the names of its columns.

    `like`: what leads to the table, with so many of a thing; `led`: what leads to it and says when it happens;
    of a case that is a condition: "If the target is idle: ".
    """

    names: tuple[str, ...]
    cells: tuple[str, ...]
    like: re.Match[str] | None = None
    led: str = ""

    @cached_property
    def each(self) -> columns.WholeRow | None:
        """What it says, if it is of a table whose rows all happen, or of one that happens in every case."""
        case = self.cells[0] if len(self.names) == 2 else ""
        if not self.asks and not _ALWAYS_TOO.search(case):
            case = ""
        if case and (columns.is_always(case) or columns.is_lasting(case)):
            name = "what happens" if columns.plain(self.names[1]) in columns.named()["does"] else self.names[1]
            when = f"{case}, " if columns.is_lasting(case) else ""
            return columns.WholeRow(tuple(when + one for one in _outcomes(name, self.cells[1])), always=True)
        return columns.row(self.names, self.cells)

    @cached_property
    def rest(self) -> bool:
        """Whether it stands for all cases but those above it."""
        if self.each is not None:
            return False
        first = self.cells[0].strip(END + ",")
        denies = self.names[0].endswith("?") and first.casefold() in NO
        if len(self.names) > 2 and denies:
            return False  # more may be asked in each row
        return denies or ELSE.fullmatch(first) is not None

    @property
    def asks(self) -> bool:
        """Whether its first cell is a whole condition."""
        return _asks_whole(self.names[0])

    @property
    def also(self) -> int | None:
        """A number of which it is said that it is among all others: "any other number, 0 included"."""
        found = ELSE.fullmatch(self.cells[0].strip(END + ","))
        told = found and (found["with"] or found["also"] or found["none"])
        return (int(told) if told.isdigit() else 0) if told else None

    @property
    def bare(self) -> bool:
        """Whether it does not say whose the amounts are: "Stars lost"."""
        return (
            not self.like
            and self.each is None
            and any(_THING_DONE.fullmatch(name.strip(END)) for name in self.names[1:])
        )

    def shown(self) -> str:
        """The row alone, as a reason shows it."""
        return " | ".join(self.cells)


def line(cells: Iterable[str]) -> str:
    """A row of a table as a line of an Effect."""
    return f"| {' | '.join(' '.join(cell.split()) for cell in cells)} |"


def cells_of(text: str) -> tuple[str, ...]:
    """The cells of a line of a table. "Loses nothing from this spell" says no more than "loses nothing"."""
    cells = text.strip().removeprefix("|").removesuffix("|").split("|")
    return tuple(_FROM_THIS.sub(r"\1", _GOES_ON.sub("", cell.strip())) for cell in cells)


_GOES_ON = re.compile(r"^(?:\.\.\.|…)\s*(?=\w)|(?<=\w)\s*(?:\.\.\.|…)$")
"""What says only that one cell goes on where another ends."""


_FROM_THIS = re.compile(
    r"(?i)^((?:(?:gains?|loses?|pays?|gets?|receives?) )?(?:nothing|no change|no stars|no crystals))"
    r" (?:from|for|by|through) this spell(?=\.?$)"
)


_CLAUSE = re.compile(r"(?i)(?:gains?|loses?|pays?|receives?|swaps?|has|have|is|are|cannot|targets?|becomes?)\b")


def told(rows: Sequence[str], before: str = "") -> list[str]:
    """A table's rows, each below the names of the columns, and below what leads to it if that says more of them."""
    said = before and (like(before, rows[0]) or about(before, rows[0]) or governs(before, rows))
    lead = f"{before}\n" if said else ""
    names, *others = rows
    if not others and len(cells_of(names)) == 2 and not before and _CLAUSE.match(cells_of(names)[1]):
        return [f"{' '.join(cells_of(names)).strip(END)}."]  # one row by itself is a sentence
    if cells_of(names)[0].endswith("?"):  # "no" is the rest, wherever it stands
        others.sort(key=lambda row: _answers_last(cells_of(row)[0].strip(END + ",")))
    elif others:
        others = [
            line(row) for row in columns.without_rest(cells_of(names), _another([cells_of(row) for row in others]))
        ]
    return [f"{lead}{names}\n{row}" for row in others if row != names] or list(rows[:1])


def _answers_last(answer: str) -> int:
    """Where a row stands among those of a question: "no" behind "yes", and what is left behind both."""
    return 2 if ELSE.fullmatch(answer) else int(answer.casefold() in NO)


_GOVERNING = re.compile(r"(?i)(?:if|when|unless|where|provided|for the (?:rest|remainder)|until|from now)\b.*:")


def governs(before: str, rows: Sequence[str]) -> bool:
    """Whether what leads to a table says when, or how long, each of its rows happens: "If the target is idle:"."""
    names, *told = map(cells_of, rows)
    if not told or like(before, rows[0]) or about(before, rows[0]) or any(len(row) != len(names) for row in told):
        return False
    if re.fullmatch(r"(?:If|Unless) [^:]*:", before.strip()):
        return True
    return all(columns.row(names, row) for row in told) and _GOVERNING.fullmatch(before.strip()) is not None


_NEITHER = re.compile(r"(?i)(?:is |are |does )?neither(?: of (?:these|those|them|the two|both))?")
_OF_TWO = re.compile(
    r"(?i)(?!.*\b(?:and|nor|neither|not|or (?:more|fewer|less|higher|lower))\b)"
    r"(?:(?! or ).)+,? or (?:(?! or ).)+(?: \(or both\)|, or both)?"
)


_ONE_CASE = re.compile(
    r"(?i)(?!.*\b(?:and|nor|neither|not|unless|but|if|otherwise)\b)(?!.* or (?!more|fewer|less|higher|lower)).+"
)
_NOT_THAT = re.compile(
    r"(?i)(?:if )?(?:not(?: so)?|otherwise|else|not that|(?:you|they|it|he|she|the caster)"
    r" (?:did|do|does|are|is|have|has)(?: not|n't)),?"
    rf" (?:and|but) {_ONE_CASE.pattern[4:]}"
)
"""A condition of one part, and below it one that is asked where that is not so: "You did not, and ... is idle"."""


_BEYOND = re.compile(r"(?i)(?:any(?:thing)? )?(?:(?P<more>more|higher|above)|fewer|less|lower|below)(?: than that)?")
"""A row beyond the one above it: "more", below "3"."""


_COMPARES = re.compile(r"(?i)more|fewer|less|higher|lower|greater|smaller|(?P<same>(?:the )?same|equal)")
_COMPARED = re.compile(
    r"(?i)(?:(?:more|fewer|less|higher|lower|greater|smaller) than|equal to|the same as) (?P<than>[^\d,]+)"
)
"""A row that compares with what the rows above it name: "lower", below "higher than the chosen number"."""


def _another(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows of which one is of "another spell" than those above it, which are named: so not of none at all."""
    found: list[tuple[str, ...]] = []
    for cells in rows:
        if _NEITHER.fullmatch(cells[0].strip(END)) and (
            (len(found) == 1 and _OF_TWO.fullmatch(found[0][0]))  # below "is idle, or has a Red Hat"
            or (len(found) == 2 and _ONE_CASE.fullmatch(found[0][0]) and _NOT_THAT.fullmatch(found[1][0]))
        ):
            cells = ("otherwise", *cells[1:])
        beyond = _BEYOND.fullmatch(cells[0].strip(END))
        before = found[-1][0] if found and not re.search(r"(?i)than|over|under|above|below|[<>]", found[-1][0]) else ""
        if beyond and (numbers := re.findall(r"(?i)\d+|\b(?:one|two|three|four)\b", before)):
            cells = (f"{'more' if beyond['more'] else 'fewer'} than {numbers[-1 if beyond['more'] else 0]}", *cells[1:])
        if bare := _COMPARES.fullmatch(cells[0].strip(END)):
            than = {told["than"] for row in found if (told := _COMPARED.fullmatch(row[0].strip(END)))}
            if len(than) == 1 and len(found) == sum(
                _COMPARED.fullmatch(row[0].strip(END)) is not None for row in found
            ):
                cells = (f"{'equal to' if bare['same'] else f'{bare[0]} than'} {than.pop()}", *cells[1:])
        above = [row[0] for row in found if not re.fullmatch(r"(?i)nothing|none|no spell", row[0])]
        if above and re.fullmatch(r"(?i)(?:another|a different|some other) (?:spell|one)", cells[0].strip(END)):
            cells = (f"a spell other than {' or '.join(above)}", *cells[1:])
        found.append(cells)
    return found


def rolls(names: str, before: str) -> bool:
    """Whether the first column is named after a die ("DICE6") that nothing before it has rolled."""
    return _ROLL.fullmatch(cells_of(names)[0]) is not None and "DICE" not in before.upper()


def is_row(text: str) -> bool:
    """Whether a sentence of an Effect is a row of a table."""
    return text.startswith("|") or text.count("\n|") == 2


def leads(text: str) -> str:
    """What stands before a table in its sentence; empty where there is none."""
    before, mark, _ = text.partition("\n|")
    return before if mark and not is_row(text) else ""


def names_of(text: str) -> tuple[str, ...]:
    """The names of the columns, of a row or of what leads to a table."""
    return cells_of(next(line for line in text.split("\n") if line.startswith("|")))


def beside(before: str, sentence: str) -> str:
    """A text with one sentence more; the rows of a table stand below each other, and its names once."""
    mark = "\n" if before.endswith("|") else " "
    if not is_row(sentence):
        return f"{before}{mark}{sentence}".strip()
    *_, names, cells = sentence.split("\n") if "\n" in sentence else ("", sentence)
    goes_on = before.endswith("|") and names in before.split("\n")
    return f"{before}\n{cells if goes_on else sentence}".strip()


def die(name: str) -> str:
    """The die after which a column is named; empty if it is none."""
    found = _ROLL.fullmatch(name.strip(END))
    return found[1] if found else ""


def row(text: str) -> CaseRow:
    """The row that a sentence is. Raises Puzzle if it is none that can say what happens in a case."""
    *before, names, cells = ["", "", *text.split("\n")][-3 if text.count("\n") else -2 :]
    if not names:
        raise Puzzle("the table has no row but this one", "write a row for each case below the names of the columns")
    lead = before[0] if before else ""
    first, *others = cells_of(names)
    found = CaseRow((about(lead, names) or first, *others), cells_of(cells), like(lead, names))
    if governs(lead, (names, cells)):
        found = replace(found, led=f"{lead} ")
    if len(found.names) > _MOST_COLUMNS and found.each is None:
        reason = f'the table has {len(found.names)} columns: "{found.shown()}"'
        raise Puzzle(reason, "write two: the case, and what happens")
    if len(found.cells) != len(found.names):
        reason = f'the row "{found.shown()}" has {len(found.cells)} cells, and the table {len(found.names)} columns'
        raise Puzzle(reason, "write one cell for each column")
    if "" in found.cells:
        raise Puzzle(f'a cell of the row "{found.shown()}" is empty', "write what happens in this case")
    span = _SPAN.search(found.cells[0])
    if span and int(span[1]) >= int(span[2]):
        raise Puzzle(f'the row "{found.shown()}" goes from more to less', "write the lower number first")
    return found


# ---- the case

_MOST_COLUMNS = 4
_SPAN = re.compile(r"(\d+)\s*(?:to|-|–|—|−|\.\.+)\s*(\d+)")


def _listed(cell: str) -> str:
    """ "1-3", "1, 2", "1/2" as "1 to 3", "1 or 2"."""
    cell = _SPAN.sub(r"\1 to \2", cell)
    cell = re.sub(r"(?<=\w)\s*/\s*(?=\w)", " or ", cell)
    if not re.search(r"(?i)\b(or|and|nor|to)\b|\d,\d{3}\b", cell):
        cell = re.sub(r",\s*(?=[^,]*$)", " or ", cell)
    cell = re.sub(r"(?i)^up to (?=\d+$)", "at most ", cell)
    return re.sub(r"(?i)^(\d+) (?:and|or) (?:more|above|over|up|upwards|higher)$", r"\1 or more", cell)


def _named(name: str) -> str:
    """What the name of a column asks about, as a noun or a clause."""
    name = columns.articled(_ASKS.sub("", re.sub(r"(?i)^(if|when)\s+", "", name.strip(END + "?"))))
    name = _PICKED.sub(r"the chosen \1", name)
    if found := _SO_MANY_OF_THEM.fullmatch(name):
        return f"the number{found['of'] or ''}"
    many = _HOW_MANY.fullmatch(name)
    if many:
        who = many["have"] or ("that" if re.search(r"(?i)spells|stars|crystals", many["what"]) else "who")
        rest = re.sub(
            r"(?i)^\s*do(es)? (.+) have$", lambda asks: f"{asks[2]} ha{'s' if asks[1] else 've'}", many["rest"]
        )
        if of := re.match(rf"(?i)\s*(of .+?) (?={_DID.pattern[4:]})", rest):
            return f"the number of {many['what']} {of[1]} {who} {rest[of.end() :].strip()}"
        return f"the number of {many['what']} {who} {rest.strip()}".strip()
    return "the result" if _ROLL.fullmatch(name) or name.casefold() in _ROLLED else name


_OPTION = r"(?:option|word|colou?r|item|choice|shape|thing|attribute|answer)"
_PICKED = re.compile(
    rf"(?i)(?:the )?({_OPTION}) (?:that )?(?:chosen|picked"
    r"|(?:you|the caster) (?:have |has )?(?:choose|chose|chosen|chooses|pick|picked|picks))$"
)
"""A name of a column for what the Inputs line lets be chosen."""
_SO_MANY_OF_THEM = re.compile(
    r"(?i)how many(?P<of> of (?:them|these|those))?(?: (?:are there|there are|were counted|you counted|you find))?"
)
"""A name that asks only how many there are of those who were just counted."""


_IDLE_SAID = re.compile(r"(?i)^(nothing|none|no spell)(?: at all)?,? \((?:is |was |they are |and (?:so )?is )?idle\)$")
"""A spell that nobody cast, with what that is called."""
_TOLD = frozenset(("outcome", "event", "what happened", "finding"))
"""Names of a column that can hold whole conditions."""
_COUNTS = frozenset(("count", "number", "result", "total", "how many"))
"""Names of a column that holds how many were counted."""


def _conditions(name: str, cell: str) -> list[str]:
    """What can be asked in a case: that what the column is named after is what stands in the cell."""
    asks = name.endswith("?")
    name, cell = _named(name), cell.strip(END + ",")
    cell = re.sub(r"(?i)^any(?:thing| \w+) (?:but|except|other than) ", "not ", cell)
    cell = _IDLE_SAID.sub(r"\1", cell) if re.search(r"(?i)\b(?:casts?|spells?)\b", name) else cell
    if name.casefold() in _COUNTS:
        cell = re.sub(_NOBODY, "0", cell)
    if _NUMBER_OF.match(name) or _MANY.fullmatch(name):
        cell = _MANY_WORDS.get(cell.casefold(), cell)
    cell = re.sub(_NOBODY, "0", cell) if _NUMBER_OF.match(name) else cell
    if (counted := _HOW_MANY_OF.fullmatch(name)) and (so_many := _SO_MANY_OF.fullmatch(cell)):
        if not re.search(_PLURAL, counted["what"]):
            return _of_these(counted["what"], "exactly one" if so_many["one"] else cell)
        cell = {"none": "0", "one": "1", **_MANY_WORDS}.get(cell.casefold(), cell)
        if re.match("(?i)all|not", cell):
            return _of_these(counted["what"], cell)
    if re.match(r"(?i)not\b", cell):
        cell = re.sub(r"(?i),? \(?(?:(?:or|and|including) none|none (?:included|too|as well))\)?$", "", cell)
    whole = re.sub(r"(?i)^(?:(?:also|and|in addition|besides),? )?(?:only )?(?:if|when|in case)\s+", "", cell)
    if asks and BE_OR_DO.match(name) and (noted := _NOTED.fullmatch(cell)):
        return [f"{name}? {noted['answer'].casefold()} ({noted['note']})"]
    if asks and BE_OR_DO.match(name) and cell.casefold() in YES | NO:
        return [f"{name}? {'yes' if cell.casefold() in YES else 'no'}"]
    if asks and (either := _EITHER_OR.fullmatch(name)) and cell.casefold() in (either["one"], either["two"]):
        return [f"{either['what']} {either['be'].casefold()} {cell}"]
    if asks and cell.casefold() in YES:
        return [name]
    if asks and cell.casefold() in NO and " " not in name:  # "Poor?", where the text says who that is
        return [f"not {name}"]
    if " " in name and cell.casefold() in YES | NO and not _MANY.fullmatch(name):  # "You cast Burn | no"
        return [name if cell.casefold() in YES else f"unless {name}"]
    if _asks_whole(name) or whole != cell:
        return [whole]
    if re.fullmatch(r"[+-]?\d+", name):
        return []
    cell = _listed(cell)
    if does := re.fullmatch(r"(?i)who (?P<what>(?!is$|are$).+)", name):
        return _of_whom(cell, does["what"])
    if name.casefold() == "chosen":
        return [f"the chosen option is {cell}", f"the chosen number is {cell}"]
    some = _SOME.fullmatch(cell)
    if some:
        of = name if _NAMED.match(name) and not re.match(r"[A-Z]\w+ of ", name) else f"the {name}"
        return [f"{some['some']} of {of} {some['be']} {some['what']}"]
    many = _MANY.fullmatch(name) if _SO_MANY_ARE.fullmatch(cell) else None
    if many and (many["rest"] or many["before"]):
        if re.match(r"(?i)(?:Stars|Crystals) of ", name) and _AS_SOMEBODY.fullmatch(cell):
            return [f"the {name} are {cell}"]
        return [f"the number of {name} is {re.sub(_NOBODY, '0', cell)}"]
    if place := _PLACE_OF.fullmatch(name):
        return [f"{name} is {re.sub(f'(?i) {place[1]}$', '', cell)}"]
    if re.match(r"(?i)the number of .* ha(s|ve)$", name):
        return [f"{name} is {cell}"]
    if _DID.match(cell):  # "Your Beard | is not the chosen option"
        return [f"{name} {cell}"] if _NAMED.match(name) else [f"{name} {cell}", f"the {name} {cell}"]
    if _ENDS_WITH_VERB.fullmatch(name) or (name.casefold().endswith("you roll") and "," not in name):
        return [f"{name} {cell}"]
    found = [f"{name} is {cell}", f"{name} are {cell}", *([whole] if name.casefold() in _TOLD else [])]
    if re.fullmatch(f"(?i){_OPTION}", name):
        found.append(f"the chosen {name} is {cell}")
    return found if _NAMED.match(name) else [*found, f"the {name} is {cell}"]


_HOW_MANY_OF = re.compile(r"(?i)(?:how many|which) of (?P<what>.+ .+)")
_SO_MANY_OF = re.compile(
    r"(?i)both|neither|none|all|all (?:two|three|four)|(?:exactly|only|just) (?:one|two|three)|not all|(?P<one>one)"
    r"|at (?:least|most) (?:one|two|three)|(?:one|two) or more"
)
"""A cell that says in words how many of those are so of whom a column asks."""


def _of_these(what: str, many: str) -> list[str]:
    """What is asked under "How many of your Robes and Beard are None": "both of your Robes and Beard are None"."""
    said = f"{many} of {what}"
    return list(dict.fromkeys((said, re.sub(r"(?i)\b(?:are|have)\b", _singular, said, count=1))))


def _singular(verb: re.Match[str]) -> str:
    return "is" if verb[0].casefold() == "are" else "has"


def _of_whom(who: str, does: str) -> list[str]:
    """What is asked under a name that says what somebody did: "Who cast Burn | the caster and nobody else"."""
    who, mark, _ = who.partition(" as well") if who.endswith(" as well") else (who, "", "")
    found = [f"{who} {does}{mark}"]
    one, joined, other = who.partition(" and ")
    if joined and re.match(r"(?i)at least|somebody|someone|others?\b|another|any", other):
        found.append(f"{one} {does} and {other} {does}")
    return found


# ---- what happens


def _outcomes(name: str, cell: str, like: re.Match[str] | None = None) -> list[str]:
    """What can be said to happen in a case; `like`: what leads to the table, with so many of a thing."""
    name = re.sub(r"(?i)^(?:so|and|then|and then) (?=\S)", "", name.strip(END))  # "so the caster"
    if name.casefold() not in WHAT:
        name = re.sub(r"(?i)(?<=\w) (?:then|now)\b", "", name)
    cell = re.sub(r"^\(([^()]*)\)$", r"\1", cell.strip(" ."))
    if like and _is_other(name, like):
        return []
    if (
        _UNCHANGED.fullmatch(cell)
        or _NOTHING_MORE.fullmatch(cell)
        or re.fullmatch("[–—-]", cell)
        or (cell.casefold() == "nothing" and (re.search(r"(?i)\bpays\b", name) or columns.is_somebody(name)))
        or (cell.casefold() in ("no effect", "unaffected") and columns.can_be_who(name))
    ):
        return ["gain 0 Stars"]
    if name.casefold() in BESIDES and not like:
        return ["gain 0 Stars" if NONE.fullmatch(cell) else cell]
    if name.casefold() not in WHAT:
        name = re.sub(r"(?i)^(?:what|how much) ", "", name)
    if like and (many := re.fullmatch(rf"(?i)(\d+)(?: {like['thing'].rstrip('s')}s?)?", cell)):
        thing = like["thing"]
        ways = {"gain": "gains?", "loss": "loses?", f"{thing} gained": "gains?", f"{thing} lost": "loses?"}
        way = next((verb for said, verb in ways.items() if said.casefold() == name.casefold()), "")
        amounts = (*_AMOUNTS, thing.casefold(), f"number of {thing.casefold()}")
        if name.casefold() in amounts or (way and re.search(rf"(?i)\b{way}$", like["does"])):
            return [f"{like['does']} {many[1]} {thing}{like['rest']}"]
        if re.search(r"(?i)\b(gains?|loses?)$", name) and not _OF_THING.fullmatch(name):
            return [f"{name} {many[1]} {thing}"]
    if name.casefold() in WHAT:
        return ["nothing happens" if cell.casefold() in ("nothing", "none") else cell]
    if flows := _WHO_FLOWS.fullmatch(name):
        return _flowing(flows["way"].casefold(), cell)
    if whom := re.fullmatch(r"(?i)who (gain|lose|pay|receive)s (.+)", name):
        if _NOBODY.fullmatch(cell):
            return ["gain 0 Stars"]
        return [f"{cell} {whom[1]}{ending} {whom[2]}" for ending in (("",) if cell.casefold() == "you" else ("s", ""))]
    if columns.plain(name) in columns.named()["swap"]:
        return ["gain 0 Stars"] if NONE.fullmatch(cell) else [f"{cell} are swapped", f"swap {cell}"]
    if re.fullmatch(r"(?i)(?:what )?happens to each (?:of them|one)", name) and not NONE.fullmatch(cell):
        return [f"each of them {re.sub('(?i)^they ', '', cell)}"]
    if (whom := _FOR_WHOM.fullmatch(name)) and columns.is_somebody(whom[1]):
        told = f"{whom[1]}{':' if re.match(r'[+−–-][0-9]', cell) else ''} {cell}"
        return ["gain 0 Stars" if NONE.fullmatch(cell) else told]
    if paid := _PAYMENT.fullmatch(name):
        return _paid(paid, cell)
    if (stars := _STARS_FOR.fullmatch(name)) and columns.is_somebody(stars["who"]) and _NUMBER.fullmatch(cell):
        return [f"{stars['who']} gain{ending} {cell} {stars['thing']}" for ending in ("s", "")]
    if new := _NEW.fullmatch(name):
        return [f"{new['whose']} {new['thing']} becomes {cell}"]
    none = NONE.fullmatch(cell)
    number = "0" if none else cell if _NUMBER.fullmatch(cell) else ""
    of = none["thing"] if none else None
    if (by := _THING_BY.fullmatch(name)) and number and of in (None, by["thing"]):
        verb = _DONE[by["verb"].lower()]
        return [f"{by['who']} {verb if by['who'].casefold() == 'you' else f'{verb}s'} {number} {by['thing']}"]
    for shape in (_OF_THING, _THING_DONE, _DOES_THING):
        if found := shape.fullmatch(name):
            if not number or (of and of != found["thing"]):
                return [] if shape is not _DOES_THING else [f"{name} {cell}"]
            if shape is _OF_THING:
                return [f"{found['who']} {found['verb']} {number} {found['thing']}"]
            if shape is _THING_DONE:
                return [f"{_DONE[found['verb'].lower()]} {number} {found['thing']}"]
            return [f"{found['does']} {number} {found['thing']}"]
    if re.fullmatch(r"[A-Z]\w+", name) and re.fullmatch(r"[+−–-]\s?\d+", cell):
        return [f"{re.sub('[−–]', '-', cell)} {name}"]
    if none and re.search(r"(?i)\b(gains?|loses?)$", name):
        return [f"{name} 0 {of or 'Stars'}"]
    return [f"{name} {cell}"]


_STARS_FOR = re.compile(r"(?i)(?P<thing>stars|crystals) for (?P<who>.+)")
_NEW = re.compile(r"(?i:(?P<whose>their|his|her|its|your|.+'s|.+s') new) (?P<thing>[A-Z][a-z]+)")
"""Names of columns that say what something becomes: "Their new Hat"."""
_FOR_WHOM = re.compile(r"(?i)(?:for(?! the (?:rest|remainder))|effect (?:on|for)|(?:what )?happens to) (.+)")
"""Names of columns that say to whom something happens: "For you", "Effect on the chosen Wizard"."""
_PAYMENT = re.compile(
    r"(?i)(?:the )?(?:payments?|what is paid) (?:from|by|of) (?P<payer>.+?) to (?P<payee>.+)"
    r"|(?:the )?(?:payments?|what is paid) to (?P<to>.+?) (?:from|by) (?P<by>.+)"
    r"|(?:the )?(?P<flow>gain|loss)(?:es|s)? (?:of|for|to) (?P<who>.+)|(?P<done>gained|lost) by (?P<doer>.+)"
    r"|(?:(?P<whose>.+?)(?:'s|(?<=s)')|your) (?P<flows>gain|loss)"
)
"""Names of a second column that holds how much somebody pays, gains or loses."""


def _paid(name: re.Match[str], cell: str) -> list[str]:
    """What a column says that is named after a payment, a gain or a loss: "Payment from you to the target"."""
    if NONE.fullmatch(cell):
        return ["gain 0 Stars"]
    much, mark, rest = cell.partition(",")
    if payer := name["payer"] or name["by"]:
        return [f"{payer} pay{ending} {much} to {name['payee'] or name['to']}{mark}{rest}" for ending in ("s", "")]
    who = name["who"] or name["whose"] or name["doer"] or "you"
    verb = _VERBS[(name["flow"] or name["flows"] or name["done"]).casefold()]
    return [f"{who} {verb}{ending} {cell}" for ending in ("s", "")]


_VERBS = {"gain": "gain", "loss": "lose", **_DONE}


def _flowing(way: str, cell: str) -> list[str]:
    """What a column of who gains, loses or pays says: in full, with no other verb of these, or whom and how much."""
    if re.fullmatch(r"(?i)(?:nobody|no one|none|nothing)(?: (?:gains|loses|pays) anything)?", cell):
        return ["gain 0 Stars"]
    ways = {verb.casefold() for verb in re.findall(r"(?i)\b(gain|lose|pay|receive|steal|take)s?\b", cell)}
    if whom := _WHOM_MUCH.fullmatch(cell):
        return [f"{whom['who']} {way if whom['who'].casefold() == 'you' else f'{way}s'} {whom['much']}"]
    return [cell] if ways == {way} else []


def _is_other(name: str, like: re.Match[str]) -> bool:
    """ "The caster gains Stars according to ...", above a column "Stars the caster loses", or of something else."""
    told, led = _FLOW.search(name), _FLOW.search(like["does"])
    of = _OF_THING.fullmatch(name)
    turned = told is not None and led is not None and told[0][0].casefold() != led[0][0].casefold()
    return turned or (of is not None and of["thing"].casefold() != like["thing"].casefold())


_ANSWERED = re.compile(r"\? (?:yes|no)(?:$| \(|, )")


_OF_TIE = re.compile(r"(?i)(?:but )?(?:if|when|should|in|on|with|for)\b[^,:]*\b(?:tied?|ties)\b[^,:]*, [^,:]+")
"""What a cell says of a tie behind what happens: "if several are tied for the fewest, nobody does"."""


def _outcomes_of(cell: str) -> list[str]:
    """The sentences of a cell, each with what it says of a tie behind it in brackets."""
    found: list[str] = []
    for part in (one.rstrip(".;") for one in re.split(r"(?<=[.;])\s+", cell) if one):
        if found and _OF_TIE.fullmatch(part):
            found[-1] += f" ({part[0].lower()}{part[1:]})"
        else:
            found.append(part)
    return found


def _sentence(cases: Sequence[str], outcomes: Sequence[str]) -> str:
    """Conditions and what happens under them, as one sentence; without a condition, what happens."""
    led = cases[0] if len(cases) == 1 and re.match(r"(?i)unless\b", cases[0]) else ""
    several = [part for one in outcomes for part in _outcomes_of(one)]
    asked = [one for one in cases if one]
    case = " and ".join(f"({one})" if " or " in one and len(asked) > 1 else one for one in asked)
    if any(_ANSWERED.search(one) for one in asked):
        if len(asked) == 1 and case.endswith("yes"):
            return f"{case.removesuffix(' yes')} {' • '.join(several)}"
        return f"{' • '.join(asked)}: {' • '.join(several)}"
    if led:
        return f"{led}, {several[0]}" if len(several) == 1 else f"{led}: • " + " • ".join(several)
    if len(several) > 1:
        return f"{f'If {case}' if case else 'Otherwise'}: • " + " • ".join(several)
    return f"If {case}, {several[0]}" if case else several[0]


_MOST_WORDINGS = 12
_IDLE = re.compile(r"(?:.* )?(?:gains?|loses?|pays?|receives?) 0 [A-Z]\w+(?: to .*)?")
"""An outcome that changes nothing."""


def wordings(told: CaseRow) -> list[tuple[str, bool]]:
    """The sentences as which a row may be read, and whether it says that nothing changes.

    Of a row for all other cases it is what happens. The first columns are for the case, the others for what happens:
    wherever one kind can end and the other begin.
    """
    if told.each is not None:
        return [(f"{told.led}{said}", told.each.idle) for said in told.each.said]
    found: list[tuple[str, bool]] = []
    named = list(zip(told.names, told.cells, strict=True))
    if len(named) == 2 and _SOMEBODYS.match(told.names[0]) and _DOES.fullmatch(told.names[1].strip(END)):
        return []  # "| The chosen Wizard | loses |" above "| idle | 2 Stars |": who?
    if told.rest:  # "any other combination | any | ...", of several questions
        asks = [column for column in named[1:] if not _ANY.fullmatch(column[1])]
        told = replace(
            told, names=(named[0][0], *(name for name, _ in asks)), cells=(named[0][1], *(cell for _, cell in asks))
        )
    flows = len(named) > 2 and all(_THING_BY.fullmatch(name.strip(END)) for name, _ in named[1:])
    whom = next((at for at, column in enumerate(named[1:], 1) if _is_whom(*column)), len(named))
    for split in range(1, 2 if told.rest or flows else min(len(named), whom + 1)):
        asked = [_conditions(*column) for column in named[:split]] if not told.rest else []
        asked = [
            [""] if split > 1 and _is_any(told.names[at], told.cells[at]) else said for at, said in enumerate(asked)
        ]
        for happens in _happens(told, split):
            for one in product(*asked, *happens):
                cases, outcomes = one[: len(asked)], one[len(asked) :]
                done = [outcome for outcome in outcomes if not _IDLE.fullmatch(outcome)]
                found.append((_sentence(cases, done or outcomes), not done))
    return list(dict.fromkeys(found))[:_MOST_WORDINGS]


def _happens(told: CaseRow, split: int) -> Iterator[Sequence[Sequence[str]]]:
    """What its last columns say that happens: each by itself, or all of them together."""
    names, cells = told.names[split:], told.cells[split:]
    if len(names) > 1 and (whole := columns.row(names, cells)):
        yield [whole.said]
        return
    yield [_outcomes(*column, told.like) for column in zip(names, cells, strict=True)]
    if len(names) > 1:
        yield from ([whole.said] for whole in frames.rows(names, cells))


_SOMEBODYS = re.compile(r"(?i)(?!.*\?$)(?:the|each|every|an?|your) (?:[a-z-]+ )*(?:wizard|neighbou?r)\b")
_DOES = re.compile(r"(?i)(?:gains|loses|pays|receives|gets)")


def _is_whom(name: str, cell: str) -> bool:
    """Whether a column only says of whom the rest of its row is."""
    return columns.plain(name) in ("who", "whom", "wizard", "wizards", "which wizard") and columns.is_somebody(cell)


def _is_any(name: str, cell: str) -> bool:
    """Whether a column asks nothing; "any" of those who are counted could mean at least one of them."""
    return _ANY.fullmatch(cell) is not None and (cell.casefold() != "any" or not re.search(_PLURAL, name))


# ---- what leads to a table

_TABLE = (
    r"(?:(?:the|this|these|that)(?: following)? (?:table|rows?|list)(?: below| that follows)?"
    r"|what follows|the following|(?:given|shown|told|listed) below)"
)
_LOOK = rf"(?:in|on|from|of) {_TABLE}"
_BY = r"(?:according to|depending on|based on|as (?:given|shown|told|listed) (?:by|in)|as per|by|from)"
_IT = r"(?:it|that|this|[A-Z]|the (?:result|outcome|number|effect|roll)|your (?:result|roll)|what happens)"
_MERE = "|".join(
    (
        rf"{_IT} (?:depends on|is (?:given|determined|decided|found|looked up|read off) (?:by|in|from|on)) {_TABLE}",
        rf"{_IT} is looked up {_LOOK}",
        rf"(?:(?:act|proceed|do|what happens|the effect is|it goes|this happens|(?:{_BY}) {_TABLE}) )?as follows",
        rf"as {_TABLE} says",
        rf"(?:{_BY}) {_TABLE}",
        r"(?:these |the )?(?:two|three|four)?(?: questions| conditions| things)? ?(?:decide|matter)(?: what happens)?",
        r"(?:(?:also|besides that|in addition|at the same time|as well)[,:]? ?)?"
        r"(?:there (?:may|might|can) be (?:a|one|another) (?:payment|loss|gain|change)"
        r"|(?:a payment|something) may happen)",
        r"besides (?:that|this)|in addition(?: to (?:that|this))?|at the same time|also|as well|apart from that",
        rf"(?:{_IT}|the effect) (?:depends|hangs) on (?:two|three|these|the following) (?:things|questions|conditions)",
        rf"(?:use|see|consult|apply|check|read|look at|go by|follow) {_TABLE}",
        rf"(?:look|read) {_IT} (?:up|off)(?: {_LOOK})?",
        rf"look up {_IT}(?: {_LOOK})?",
        r"(?:the )?(?:results?|outcomes?|effects?|cases)(?: are)?(?: as follows)?",
        _TABLE,
    )
)
"""Words that only say that a table comes."""
_ONLY_LEADS = rf"(?i:{_MERE})"  # this and _AND_LOOK take longest to compile, and few spells have a table
_ROLLS = r"(?P<rolls>(?i:(?:you |the caster )?(?:rolls?|let|counts?)) .+?)"
"""What changes nothing before the table is looked at."""
_AND_LOOK = rf"{_ROLLS}(?i:,? and then|,? then|,? and|[,.;]) (?i:{_MERE})"
_AS_TABLE = re.compile(
    rf"(?:{_ROLLS},? and )?(?P<does>(?:.* )?(?i:{VERB})) (?:(?i:a number of|an amount of|some) )?(?P<thing>[A-Z]\w+)"
    rf"(?P<rest>.*?),? (?i:{_BY}|as) (?P<about>.+)"
)
_BY_ABOUT = re.compile(
    rf"(?i)(?:(?:what happens|(?:the )?(?:outcome|effect|result)|it|this) depends on|look up|look at|find|check|{_BY})"
    rf" (?P<about>.+?)(?:,? (?:the following happens|as {_TABLE} (?:shows|says|tells)|(?:in|on) {_TABLE}"
    r"(?:,? and do what (?:stands beside it|it says|is (?:said|told) there))?))?"
)


@dataclass(frozen=True)
class Leads:
    """What a lead says: an outcome `act` by itself, or `like` which those of the rows are; both empty: nothing.

    `alone`: that one row applies, and no other; `first`: the first whose condition is met; `then`: that the table comes
    after what stands above it.
    """

    act: str = ""
    like: str = ""
    alone: bool = False
    first: bool = False
    then: bool = False


def lead(text: str) -> list[Leads]:
    """What the words before a table can say, likeliest first."""
    if (told := governing.lead(leads(text))) and not _is_other_row(leads(text), names_of(text)[0]):
        later = re.match(r"(?i)(?:now|then)\b", _said(leads(text))) is not None
        return [Leads(act=told.said, alone=told.alone, first=told.first, then=later)]
    said, name = _said(leads(text)), names_of(text)[0]
    if re.fullmatch(rf"(?i:then|now|next|after that|afterwards)(?:,? ({_ONLY_LEADS}))?", said):
        return [Leads(then=True)]
    by = _BY_ABOUT.fullmatch(said)
    heads = said.casefold() == f"what {names_of(text)[-1].strip(END)}".casefold()  # "What the caster gains:"
    told_of = by and (about(leads(text), text.split("\n")[1]) or _is_about(by["about"], name))
    if heads or re.fullmatch(_ONLY_LEADS, said) or told_of:
        return [Leads()]
    hangs = re.fullmatch(r"(?i)what (?P<what>\S.*?) (?:depends|hangs) on (?P<about>.+)", said)
    if hangs and _words(hangs["what"]) == _words(names_of(text)[-1]) and _is_about(hangs["about"], name):
        return [Leads()]
    last = names_of(text)[-1]
    if columns.plain(last) in columns.named()["swap"] and not last.endswith("?") and _SWAPS.search(said):
        raise Puzzle("is this swapped once, or again by the table?", "say in the table alone what is swapped")
    decides = re.fullmatch(r"(?i)(?P<about>.+?) (?:decides|determines|tells|says|settles|shows) (?P<what>.+)", said)
    asked = {"which", "who", "whom", "what", "how", "many", "much", "happens"}
    if decides and _words(decides["what"]) - asked <= _words(names_of(text)[-1]) and _is_about(decides["about"], name):
        return [Leads()]
    found = []
    for joint in re.finditer(r",? and then |,? then |,? and |; ", said):
        told = governing.lead(said[joint.end() :])
        if told and not told.said and not told.governs:
            found.append(Leads(act=said[: joint.start()], alone=told.alone, then="then" in joint[0]))
    if looks := re.fullmatch(_AND_LOOK, said):
        found.append(Leads(act=looks["rolls"]))
    if many := like(said, text.split("\n")[1]):
        found.append(Leads(act=many["rolls"] or "", like=f"{many['does']} 2 {many['thing']}{many['rest']}"))
    return [*found, Leads(act=said)]


_SWAPS = re.compile(r"(?i)\b(?:swap|exchange|trade)(?:s|d|ped)?\b")


def _is_other_row(said: str, name: str) -> bool:
    """Whether a lead speaks of the row of a choice above rows of a roll, or the other way round."""
    chosen = re.search(r"(?i)\b(?:chosen|choice|chose)\b", said)
    rolled = re.search(r"(?i)\b(?:result|roll|rolled)\b", said)
    of_roll = die(name) or re.search(r"(?i)\b(?:result|roll|rolled)\b", name)
    return bool((chosen and of_roll) or (rolled and not chosen and re.search(r"(?i)\bchosen\b", name)))


_SHOWN = r"(?:is|are) (?:given|shown|told|found|listed|decided|determined|governed|said)"
_GO = r"(?:gains?|loses?|receives?|gets?|pays?)"
_SO_MANY_SHOWN = re.compile(
    rf"(?i)(?:how many|the number of) (?P<thing>stars|crystals)(?: that| which)?"
    rf" (?P<who>\S.*?) (?P<verb>{_GO})(?P<rest> .+?)?,?"
    rf" (?:depends? on|(?:is|are) (?:decided|determined|governed|given) by|{_SHOWN} (?:in|by|on)) (?P<about>.+)"
)
_SHOWS_SO_MANY = re.compile(
    rf"(?i)(?P<table>(?:the|this|that)(?: following)? table(?: below)?) (?:shows|says|tells|gives|lists)"
    rf" (?:how many|the number of) (?P<thing>stars|crystals)(?: that)? (?P<who>\S.*?) (?P<verb>{_GO})(?P<rest> .+)?"
)


def _said(text: str) -> str:
    return verb_first(text.lstrip("• ").rstrip(END))


def verb_first(said: str) -> str:
    """What leads to a table, with the verb first: "How many Stars you gain depends on ..." as "You gain Stars ..."."""
    if many := _SO_MANY_SHOWN.fullmatch(said):
        return _with_verb_first(many, f"depending on {many['about']}")
    if many := _SHOWS_SO_MANY.fullmatch(said):
        return _with_verb_first(many, f"according to {many['table']}")
    return said


def _with_verb_first(many: re.Match[str], by: str) -> str:
    thing = many["thing"].capitalize()
    return f"{many['who'][0].upper()}{many['who'][1:]} {many['verb']} {thing}{many['rest'] or ''} {by}"


def like(before: str, names: str) -> re.Match[str] | None:
    """What leads to a table if it says that somebody gains, or loses, so many of a thing as the table says."""
    found = _AS_TABLE.fullmatch(_said(before))
    if (
        found is None
        or not _is_about(found["about"], cells_of(names)[0])
        or re.search(r"\d", found["does"] + found["rest"])
    ):
        return None
    return found


def about(before: str, names: str) -> str:
    """What the first column is about, if what leads to the table says more of it: "depending on your Hat: | Hat |"."""
    found = like(before, names) or _BY_ABOUT.fullmatch(_said(before))
    if found is None or _is_table(found["about"]):
        return ""
    cast = cells_of(names)[0].casefold() == "spell" and re.fullmatch(
        r"(?i)(?:what|which spell) .* cast", found["about"]
    )
    more = _words(found["about"]) - _words(cells_of(names)[0])
    if not cast and (not _words(cells_of(names)[0]) < _words(found["about"]) or "and" in more):
        return ""  # "your Hat and your Staff" above "Hat"
    return found["about"]


def _is_table(said: str) -> bool:
    return re.fullmatch(rf"(?i){_TABLE}|follows", said) is not None


def _is_about(said: str, name: str) -> bool:
    """Whether a lead speaks of the table, or of what its first column is named after."""
    more = _words(said) - _words(name)
    if _CHOICE.fullmatch(said) and _CHOICE_NAME.fullmatch(name.strip(END)):
        return True
    return _is_table(said) or (bool(_words(name)) and _words(name) <= _words(said) and _RECKONS.isdisjoint(more))


_CHOICE = re.compile(
    rf"(?i)(?:your|the|the caster's) (?:choice|pick|chosen {_OPTION})|(?:the {_OPTION}|what|which)(?: that)?"
    r" (?:you|the caster) (?:have |has )?(?:choose|chose|chosen|chooses|pick|picked|picks)|the choice made"
)
_CHOICE_NAME = re.compile(rf"(?i)(?:(?:your|the) )?(?:chosen |your )?{_OPTION}(?: chosen| picked)?|chosen|your pick")
"""What is chosen, where a lead speaks of it, and where it is the name of a column."""


_RECKONS = frozenset(
    "plus minus twice half double third times divided higher lower or and if when unless provided only each every for"
    " previous start next after before then not idle active number on".split()
)
"""What beside the name of a column says that the table goes by more than that."""


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w']+", text.casefold())) - {"the", "a", "an", "of"}
