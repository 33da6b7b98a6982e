"""Tables whose rows all happen: each says of somebody what they do, how much, to whom, when and for how long.

"| Who | Loses |" above "| each neighbour | 2 Stars |", "| Part | What it does |", "| From | To | How much |". What a
column is for is known by its name; a row is put as English sentences, which the reader of sentences reads or refuses.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import product

_END = " .:…?"

ROLES = (
    "label",
    "who",
    "thing",
    "does",
    "much",
    "payer",
    "payee",
    "when",
    "unless",
    "event",
    "swap",
    "limit",
    "lasts",
    "aim",
)
"""What a column can be for, beside a verb."""


@cache
def named() -> dict[str, frozenset[str]]:
    """The names of columns.txt: by what a column of that name is for."""
    found: dict[str, frozenset[str]] = {}
    for line in files("pbp.spells.tables").joinpath("columns.txt").read_text("utf-8").splitlines():
        role, mark, told = line.partition(" = ")
        if mark:
            found[role] = found.get(role, frozenset()) | {*told.split(", ")}
    return found


@cache
def _flows() -> dict[str, tuple[str, str]]:
    """Names of columns that say what is gained or lost, or what something becomes, with no verb or behind one."""
    verbs = {role: told for role, told in named().items() if role.split(" ")[0] in ("gain", "lose", "become")}
    return {name: (role.split(" ")[0], role.partition(" ")[2]) for role, told in verbs.items() for name in told}


THING = r"(?!What|Who|Change)[A-Z][a-z]+"
_VERB = re.compile(r"(?P<verb>gains?|loses?|pays?|receives?|gets?|steals?|becomes?)")
_THING = re.compile(THING)
_OF_THING = re.compile(r"(?i:(?:the )?(?:change|gain or loss) (?:of|in|to)|±) ([A-Z][a-z]+)")
_THING_BECOMES = re.compile(
    r"([A-Z][a-z]+) (?:becomes?|(?:(?:is|are) )?(?:set|changed|turned|reset) to|after (?:this|the) spell|afterwards)"
)
_ITEM_OF = re.compile(
    r"(?i)(?:items?|things?|attributes?|what) of (?P<who>.+)"
    r"|(?P<whose>.+(?:'s|s')) ?(?:\.\.\.|…|items?|things?|attributes?)?"
)
_MOVED = re.compile(r"(?i)(?P<way>[+−–-]|gains? |loses? )\s?(?P<much>\d+|DICE\d+)[.]?|0|none|nothing|no change|[–—-]")
"""A cell below the name of a thing: "+2", "loses 1"."""
_WHOSE = re.compile(r"(?i)whose (?P<thing>[a-z]+)")
_PHRASE = re.compile(
    r"(?i)(?P<does>(?:pays?|ends? up with|gains?|loses?|swaps?|exchanges?|targets?|steals?|receives?|is|are|has|have"
    r"|cannot|becomes?)\b.*?)"
    r"(?P<instead> instead)?"
)
"""A name that is more than a verb: "is considered to have selected", "targets instead", "swaps Stars with"."""
_TOLD_APART = re.compile(
    r"(?i)(.*\S) ?\((?:(?:both|all|at|once|the|same|time|every|each|rows?|appl(?:y|ies)|happens?)\s?)+\)"
)
"""A name of a column with what is said of all rows: "Part (both at once)"."""
_BESIDES = re.compile(
    r"(?i),? \(?(?:besides(?: (?:that|this))?|in addition|on top(?: of (?:that|this))?|additionally)\)?$"
)
_SO_TOO = r"(?i), ((?:and )?so (?:also )?[^,()]+?(?: too| as well)?)$"
_CASTER_TOO = re.compile(
    r"(?i)\b(?:the caster|you(?:rself)?)(?: (?:is|are|being))? (?:too|as well|included|counted)\b"
    r"|\b(?:includes?|including|also|even) (?:the caster|you(?:rself)?)\b"
)
_NOTHING = re.compile(
    r"(?i)(?:nothing|none|0|no stars|no crystals|0 stars|0 crystals|–|—|-|no change|nothing (?:else|more))"
)
_ORDINAL = re.compile(
    r"(?i)\(?(?:\d|[a-h]|i{1,3}|one|two|three|four|five|(?:the )?(?:first|second|third|fourth|fifth))[.)]?"
)
_ALWAYS = re.compile(
    r"(?i)(?=.*\b(?:always|every|all|any|no (?:other |further )?conditions?|unconditional(?:ly)?)\b|none$)"
    r"(?:(?:always|none|no|any|conditions?|(?:in )?(?:any|every) case|(?:in )?all cases|unconditional(?:ly)?|every time"
    r"|this|it|that|is|row|effect|happens?|applies|so|true|for certain|certain|besides|also|too|as well|in addition"
    r"|to (?:the|what is) above|other|further|needed|on top)\b[ ,;:()]*)+|–|—|-"
)
_NOW = re.compile(r"(?i)once|at once|immediately|now|right away|straight away|at battle time")
_LASTING = re.compile(r"(?i)(?:for|until|whenever|each time|every time|from now)\b|this duel$")
_PREDICATE = re.compile(r"(?i)(?:has|have|had|is|are|was|were|cast|casts|targeted|did|does|do|gained|lost|received)\b")
_ONE = re.compile(r"(?i)(?:you|the (?:caster|wizard|chosen|named|first|second|target|victim)[^,]*?)(?!.*\band\b)")
"""Who is one Wizard, that can be asked for before anything happens."""
_GROUP = re.compile(r"(?i)(?:each|every|all|any)\b")
_THEY = re.compile(r"(?i)(?:it|they|that (?:wizard|spell|one)|those (?:wizards|spells)|he|she|these|their|its)\b")
_THING_FIRST = re.compile(r"[A-Z]\w+ (?:becomes?|is set|stays)\b")
_CASE_BEHIND = re.compile(r"(?i), (?:if|unless|when|provided) [^,()]*$")


@dataclass(frozen=True)
class WholeRow:
    """A row as English: sentences that say what it does; `idle`: nothing happens to those of whom it speaks.

    `sure`: whether the names of the columns alone say that all rows happen. `caster`: of several, it says that the
    caster is one of them. `always`: it is of every case. `numbered`: it has a number, or a word, that could be a
    result. `besides`: it says that it comes beside what the other rows do.
    """

    said: tuple[str, ...]
    idle: bool = False
    sure: bool = True
    caster: bool = False
    always: bool = False
    numbered: bool = False
    besides: bool = False


def row(names: Sequence[str], cells: Sequence[str]) -> WholeRow | None:
    """A row of a table of these names whose rows all happen; None where it is another table."""
    if len(names) != len(cells):
        return None
    pairs = [plainer(*column) for column in zip(*_banned(*_who_does(names, cells)), strict=True)]
    names, cells = [name for name, _ in pairs], [cell for _, cell in pairs]
    roles = _roles(names, cells)
    if roles is None:
        return None
    told = {role: cell for role, cell in zip(roles, cells, strict=True) if role not in ("label", "verb")}
    if whose := next((found for name in names if (found := _WHOSE.fullmatch(name.strip(_END)))), None):
        told["thing"] = whose["thing"]
    does = [(_way(name), cell) for role, name, cell in zip(roles, names, cells, strict=True) if role == "verb"]
    label = next((name for role, name in zip(roles, names, strict=True) if role == "label"), "")
    labelled = next((cell for role, cell in zip(roles, cells, strict=True) if role == "label"), "1")
    told_apart = any(map(_TOLD_APART.fullmatch, (name.strip(_END) for name in names)))
    sure = plain(label) not in named()["unsure"] and (told_apart or _ORDINAL.fullmatch(labelled) is not None)
    until = any(plain(name).startswith("until") for name in names)
    much = next((_thing_in(name) for role, name in zip(roles, names, strict=True) if role == "much"), "")
    who = told.get("who", told.get("payer", ""))
    if (so_too := re.search(_SO_TOO, who)) and "who" in told:
        told["who"] = f"{who[: so_too.start()]} ({so_too[1]})"
    if more := _BESIDES.search(who):
        told["who" if "who" in told else "payer"] = who[: more.start()]
    said, idle = _said(told, does, until, much)
    caster = _CASTER_TOO.search(who) is not None
    always = "when" in told and is_always(told["when"])
    if not said:
        return None
    return WholeRow(said, idle, sure, caster, always, bool(label) and not told_apart, (more or so_too) is not None)


def _thing_in(name: str) -> str:
    """The thing of which a column says how much it is: "Stars", "How many Stars"."""
    if _THING.fullmatch(name):
        return name
    told = re.fullmatch(
        r"(?i)(?:how many|(?:the )?(?:number|amount|sum) of) (stars|crystals)(?: paid)?", name.strip(_END)
    )
    return told[1] if told else ""


def without_label(names: Sequence[str], rows: Sequence[Sequence[str]]) -> bool:
    """Whether the first of three or more columns only numbers its rows: "| Row | If | Then |"."""
    known = plain(names[0]) if names else ""
    if len(names) < 3 or known not in named()["label"] - named()["unsure"]:
        return False
    return all(len(row) == len(names) and _ORDINAL.fullmatch(row[0]) for row in rows)


_WHO_DOES = re.compile(r"(?i)who (?P<verb>gain|lose|receive|get)s(?: (?P<thing>[a-z]+))?")


def _who_does(names: Sequence[str], cells: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """ "Who loses | How much", "Who gains Stars | How many" as "Who | loses"."""
    does = _WHO_DOES.fullmatch(names[0].strip(_END))
    if does is None or len(names) != 2 or plain(names[1]) not in named()["much"] | {"what"}:
        return names, cells
    thing = does["thing"] or _thing_in(names[1])
    much = f"{cells[1]} {thing}" if thing and re.fullmatch(_AMOUNT, cells[1]) else cells[1]
    return ("who", f"{does['verb'].casefold()}s"), (cells[0], much)


def _banned(names: Sequence[str], cells: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """ "Cannot | From what" as one column: what somebody cannot do."""
    if len(names) < 3 or not _MAY_NOT.fullmatch(plain(names[-2])) or not (of := _OF_WHAT.fullmatch(plain(names[-1]))):
        return names, cells
    last = lowered(cells[-1])
    word = "" if re.match(r"(?i)(?:from|with|by|through|to)\b", last) else f"{of[0].split()[0]} "
    return names[:-1], (*cells[:-2], f"{cells[-2].rstrip(' .;')} {word}{last}")


_OPEN = re.compile(
    r"(?i)(?P<a>an? )?(?P<who>(?:(?:each|every|all|any) )?(?:other )?(?:wizards?|neighbou?rs?|spells?)\b.* ?"
    r"\b(?:who|that|with|whose|in|at)(?: (?:cast|has|have|is|are))?)"
)
"""A name that its cells end: "Each Wizard who ..."."""


_BARE = re.compile(
    r"(?!(?:the|each|every|all|any|an?|you|your|both|no|one|two|three|everyone|everybody|nobody|whoever|whichever|that"
    r"|those|this|my|wizards?|others?|neighbou?rs?|anyone|some|target|victim)\b)(?:not )?[a-z]+(?: [a-z]+)?"
)
"""What a Wizard is, in a cell: "rich", "not in range"."""


_BECOMES = re.compile(
    r"(?i)becomes? (?P<value>.+)|unchanged"
    r"|(?:stays?|remains?|(?:is|are) left)(?: (?:as (?:it|they) (?:is|are|was|were)|unchanged|the same))?"
    r"|is not changed"
)
_UNARTICLED = re.compile(r"(?i)caster|(?:(?:first|second) )?(?:chosen|named) (?:wizard|neighbou?r)|wizard (?:in|at) .+")
"""Who somebody is, in a cell, without "the"."""


def lowered(who: str) -> str:
    """What a cell says, as it goes on in a sentence: "The caster" as "the caster"."""
    return re.sub(r"^(?:The|Your?|An?|Each|Every|All|That)\b", lambda word: word[0].lower(), who)


def articled(who: str) -> str:
    """Who somebody is, with "the": "Chosen Wizard"."""
    return f"the {who[0].lower()}{who[1:]}" if _UNARTICLED.fullmatch(who) else who


_WHERE = re.compile(r"(?i)(?:in|at|on|next to|to|who|with)\b")
_SIGNED = re.compile(r"(?P<much>(?P<sign>[+−–-])\s?\d+ \w+) \((?:a |this is a )?(?P<way>gain|loss)\)")
_SIGNS = {"+": "gain", "-": "loss", "−": "loss", "–": "loss"}


_MAY_NOT = re.compile(
    r"(?:what (?:they|it) )?(?:cannot|can['’]t|may not|must not|can not)(?: do)?|is (?:forbidden|not allowed) to"
)
"""Names of what somebody cannot do: "What they cannot do", "May not"."""
_NEW_TARGET = re.compile(
    r"(?:the )?new target(?: instead)?|(?:who|whom) (?:it|they) targets? instead|targets? now"
    r"|redirected to|retargeted to"
)
"""Names of whom spells target instead."""
_OF_WHAT = re.compile(r"(?:from|with|by|through)(?: what| whom| which spells| whose spells)?")
"""Names of a column that goes on with what somebody cannot do."""
_EACH_NOUN = re.compile(r"(?:each|every|all|any)(?: other)? (?:wizards?|neighbou?rs?)")
_INSTEAD = re.compile(r"(what (?:they|it) (?:do|does)|what happens|effect|does|what) instead")
_SPELL_BY = re.compile(r"(?:(?:each|every|the|any|all) )?spells? (?:cast|selected) by|spells? of")
_NOT_BELOW = frozenset(("not below", "but not below", "never below", "minimum", "minimum left", "lowest"))
_NOUN = re.compile(r"(?:which |whose )?(spell|wizard)s?")
"""What a column is about, whose cells may say "the one cast by ..."."""


_GETS = frozenset(("gets", "get", "receives", "suffers", "share", "lot", "their share"))
_DEED = re.compile(r"(?i)(?:gains?|loses?|pays?|swaps?) \S")
"""A cell that says by itself what somebody does, whatever the name of its column: "Gets | loses 3 Stars"."""


def plainer(name: str, cell: str) -> tuple[str, str]:
    """A column named after a thing, and its cell, as plain ones: "Change in Stars", "Item of the caster | Hat"."""
    if plain(name) in ("whose spell", "whose spells", "spell of whom", "spells of whom", "spell of", "spells of"):
        if cell.endswith(("'s", "s'")):
            return "Spell", f"{cell} spells"
        if is_somebody(cell):
            return "Spell", f"each spell cast by {lowered(cell)}"
    if _MAY_NOT.fullmatch(plain(name)):
        return ("what happens" if cell.casefold().startswith("cannot ") else "cannot"), cell
    if plain(name) in _GETS and _DEED.match(cell):
        return "what happens", cell
    if _NEW_TARGET.fullmatch(plain(name)):
        return "targets instead", cell
    if instead := _INSTEAD.fullmatch(plain(name)):
        return instead[1], f"{cell.rstrip(' .;')} instead"
    if _SPELL_BY.fullmatch(plain(name)) and is_somebody(cell):
        return "Spell", f"each spell cast by {lowered(cell)}"
    if (plain(name) in _NOT_BELOW) and (least := re.fullmatch(r"(\d+)(?: stars| crystals)?", cell.casefold())):
        return "limit", f"not below {least[1]}"
    if noun := _NOUN.fullmatch(plain(name)):
        cell = re.sub(r"(?i)^((?:the|each|every|any)(?: other)?) one(?!s| of)\b", rf"\1 {noun[1]}", cell)
        if noun[1] == "spell":
            name = "Spell"
            cell = re.sub(r"(?i)^(.+(?:'s|s'))$", r"\1 spell", re.sub(r"(?i)^yours$", "your spell", cell))
    if of := _OF_THING.fullmatch(name.strip(_END)):
        return of[1], cell
    if opened := _OPEN.fullmatch(name.strip(_END + "…")):
        return "Who", f"{'each ' if opened['a'] else ''}{opened['who']} {cell}"
    if _EACH_NOUN.fullmatch(plain(name)) and re.match(r"(?i)(?:who|whose|with|that|in|next to)\b", cell):
        return "Who", f"{lowered(name)} {cell}"
    if plain(name) in ("wizard", "wizards", "which wizards") and _BARE.fullmatch(cell):
        return name, f"each Wizard who is {cell}"
    if plain(name) in ("wizard", "wizards") and _WHERE.match(cell):
        return name, f"{'the' if plain(name) == 'wizard' else 'all'} {plain(name)} {cell[0].lower()}{cell[1:]}"
    cell = _SIGNED.sub(lambda found: found["much"] if _SIGNS[found["sign"]] == found["way"] else found[0], cell)
    if (new := re.fullmatch(r"(?i:new (?:number of )?)([A-Z][a-z]+)", name)) and cell[:1] not in _SIGNS:
        return f"{new[1]} becomes", cell
    if _THING.fullmatch(name) and (becomes := _BECOMES.fullmatch(cell)):
        return f"{name} becomes", becomes["value"] or "-"
    owned = _ITEM_OF.fullmatch(name.strip())
    if owned and re.fullmatch(r"[A-Z][a-z]+", cell):
        return "Item", f"the {cell} of {owned['who']}" if owned["who"] else f"{owned['whose']} {cell}"
    return name, cell


def is_always(cell: str) -> bool:
    """Whether a condition is none: "always"."""
    return any(of.fullmatch(cell.strip(_END)) for of in (_ALWAYS, _NOW))


def is_lasting(cell: str) -> bool:
    """Whether a condition says how long, or of what each time: "for the rest of this Duel", "whenever ..."."""
    return _LASTING.match(cell) is not None


def plain(name: str) -> str:
    """The name of a column as it is looked up."""
    told = _TOLD_APART.fullmatch(name.strip(_END))
    return " ".join((told[1] if told else name).casefold().strip(_END).replace("(s)", "s").split())


def _roles(names: Sequence[str], cells: Sequence[str]) -> list[str] | None:
    """What each column is for, where the names leave no doubt; None for another table."""
    if (
        "" in names
        and not any(_THING.fullmatch(name) or _THING_BECOMES.fullmatch(name) for name in names)
        and not any(map(_VERB.fullmatch, map(plain, names)))
    ):
        return None  # "| | What happens |": whole conditions
    if len(names) == 1:
        return ["does"] if plain(names[0]) in named()["does"] else None
    can = [_can(name, cell, at) for at, (name, cell) in enumerate(zip(names, cells, strict=True))]
    for roles in product(*can):
        several = [role for role in roles if role != "verb"]
        if len(set(several)) == len(several) and _fits(set(roles)):
            return list(roles)
    return None


def _can(name: str, cell: str, at: int) -> list[str]:
    known = plain(name)
    found = [role for role in ROLES if known in named()[role]]
    moved = _THING.fullmatch(name.strip(_END)) and _MOVED.fullmatch(cell) and {"when", "unless"}.isdisjoint(found)
    if _VERB.fullmatch(known) or known in _flows() or moved:
        found.append("verb")
    if _THING_BECOMES.fullmatch(name.strip(_END)):
        found.append("verb")
    if not found and at and _PHRASE.fullmatch(known):
        found.append("verb")
    if _WHOSE.fullmatch(name.strip(_END)) or not known:
        found.append("who")
    if "label" in found and not _is_label(cell):
        found.remove("label")
    if (
        not found
        and at == 0
        and re.fullmatch(r"(?!order|sequence|turn|stage|phase|round|time)[a-z]+", known)
        and re.fullmatch(r"(?i)(?:the )?(?:first|second|third|fourth|fifth)", cell)
    ):
        found.append("label")  # "Thread | Gain": the first, the second
    return found


_PERSONS = frozenset(
    "target targets caster neighbour neighbours neighbor neighbors everyone everybody others wizard wizards victim you"
    " rest all both chosen".split()
)
"""What in the column of a name is no name, but of whom the row speaks."""


def is_label(name: str, cell: str) -> bool:
    """Whether a column only numbers, or names, its rows."""
    return plain(name) in named()["label"] and _is_label(cell)


def _is_label(cell: str) -> bool:
    """ "1", "b)", "second", "swap": what only names a row."""
    told = cell.casefold()
    return bool(_ORDINAL.fullmatch(cell)) or (cell.isalpha() and told not in named()["never"] and told not in _PERSONS)


def _fits(roles: set[str]) -> bool:
    """Whether columns of these kinds say together what happens."""
    said = roles - {"label", "when", "unless", "lasts", "limit", "aim"}
    if said in (
        {"payer", "payee", "much"},
        {"who", "payee", "much"},
        {"who", "does"},
        {"who", "verb"},
        {"who", "verb", "payee"},
        {"thing", "does"},
    ):
        return True
    if said in (
        {"who", "thing", "verb"},
        {"thing", "verb"},
        {"who", "swap"},
        {"event", "does"},
        {"who", "does", "much"},
    ):
        return True
    return bool({"label", "lasts"} & roles) and "when" not in roles and said in ({"does"}, {"verb"})


def are_things(names: Sequence[str]) -> bool:
    """Whether they are all what somebody can have: "Stars", "Hat"."""
    return all(map(_THING.fullmatch, names))


def is_named(name: str) -> bool:
    """Whether the name of a column says by itself what the column is for."""
    known = plain(name)
    return any(known in names for role, names in named().items() if role != "never") or bool(_VERB.fullmatch(known))


def can_be_who(cell: str) -> bool:
    """Whether a cell can say of whom a row speaks: "the caster", "whoever cast Burn", "Idle Wizards"."""
    return _SOMEBODIES.match(articled(cell)) is not None


def is_somebody(cell: str) -> bool:
    """Whether a cell says who somebody is."""
    return _SOMEBODY.match(cell) is not None


_SOMEBODY = re.compile(r"(?i)(?:the|each|every|all|any|an?|you|both|everyone|everybody)\b")
_SOMEBODIES = re.compile(
    rf"(?i){_SOMEBODY.pattern[4:]}"
    r"|(?:whoever|whichever|wizards|neighbou?rs|spells|others|idle|other|random|one|two)\b|.+'s? "
)


_MENTIONS = re.compile(r"(?i)\b(?:the|each|every|all|any|an?|your|their|both)\b")


def flow(name: str) -> str:
    """The verb that the name of a column says, or is: "gain" of "Stars gained"; empty if there is none."""
    known = plain(name)
    return _flows()[known][0] if known in _flows() else known.removesuffix("s") if _VERB.fullmatch(known) else ""


def _way(name: str) -> tuple[str, str]:
    """What those do of whom a row speaks, and of which thing: "Stars lost"."""
    known = plain(name)
    if known in _flows():
        return _flows()[known]
    if becomes := _THING_BECOMES.fullmatch(name.strip(_END)):
        return "become", becomes[1]
    if not _VERB.fullmatch(known) and (phrase := _PHRASE.fullmatch(name.strip(_END))):
        return phrase["does"][0].lower() + phrase["does"][1:], "instead" if phrase["instead"] else "phrase"
    if not _VERB.fullmatch(known):
        return "", name.strip(_END)
    return known.removesuffix("s"), ""


def _said(
    told: dict[str, str], does: list[tuple[tuple[str, str], str]], until: bool, much: str
) -> tuple[tuple[str, ...], bool]:
    """The sentences as which a row may be read, and whether they only say of whom nothing is told."""
    who = re.sub(r"(?i),? and also ", " and ", told.get("who", told.get("payer", ""))).strip(_END)
    who, payee = (articled(one.strip(_END)) for one in (who, told.get("payee", "")))
    if payee:
        told = {**told, "payee": payee}
    if aim := told.get("aim", "").strip(_END):
        if not does or not all("selected" in verb for (verb, _), _ in does):
            return (), False
        does = [(way, f"{cell.rstrip(' .;')} targeting {aim}") for way, cell in does]
    if re.match(r"\d+(?! (?:random )?(?:wizards|neighbours))", who, re.IGNORECASE):
        return (), False
    if "does" in told and "much" in told:
        way = re.fullmatch(r"(?i)(gain|los)(?:e|s|se)?s?", told["does"].strip(_END))
        verb = {"gain": "gain", "los": "lose"}[way[1].casefold()] if way else ""
        amount = f"{told['much'].strip(_END)}{f' {much}' if much and re.fullmatch(_AMOUNT, told['much']) else ''}"
        idle, made = False, [f"{who} {verb}{ending} {amount}" for ending in ("s", "")] if verb else []
    elif "much" in told:
        idle = _NOTHING.fullmatch(told["much"]) is not None
        if much and re.fullmatch(_AMOUNT, told["much"]):
            told = {**told, "much": f"{told['much']} {much}"}
        made = [f"{who} {verb} {told['much'].rstrip('.')} to {told['payee']}" for verb in ("pays", "pay")]
    elif "swap" in told:
        idle, made = False, [f"{who} swap {told['swap']}"]
    elif "does" in told:
        idle, made = _NOTHING.fullmatch(told["does"].strip(_END)) is not None, _doing(who, told)
    else:
        idle, made = _verbs(who, told, does)
    if idle:
        made = [f"{who} {verb} 0 Stars" for verb in ("gains", "gain")] if who else []
    alone = payee.casefold() in ("", "you", "the caster")
    return with_tails(made, who, told, until=until, alone=alone), idle


def with_tails(
    made: Sequence[str], who: str, told: dict[str, str], *, until: bool = False, alone: bool = True
) -> tuple[str, ...]:
    """Sentences with what the columns say of how long, within what limit, and under what condition they happen.

    `until`: whether the column says "until"; `alone`: whether "they" cannot be somebody to whom something is done.
    """
    if (lasts := told.get("lasts", "").strip(_END)) and not is_always(lasts):
        lasts = f"until {lasts}" if until and not lasts.startswith("until") else lasts
        if re.fullmatch(r"(?i)(?:for )?(?:the )?(?:rest|remainder) of (?:this|the) duel|(?:for )?this duel", lasts):
            lasts = "for the remainder of this Duel"
        lasts = lasts if re.match(r"(?i)(?:for|until|till|to)\b", lasts) else f"for {lowered(lasts)}"
        made = [f"{lasts}, {lowered(one)}" if one.startswith("Each time") else f"{one} {lasts}" for one in made]
    if (limit := told.get("limit", "").strip(_END)) and not _ALWAYS.fullmatch(limit):
        made = [f"{one}, but {re.sub('(?i)^but ', '', limit)}" for one in made]
    unless = told.get("unless", "").strip(_END)
    if unless and not _ALWAYS.fullmatch(unless):
        if not _PREDICATE.match(unless):
            made = [f"Unless {unless}, {one}" for one in made]
        elif _ONE.match(who):
            made = [f"Unless {who} {unless}, {one}" for one in made]
        else:
            made = [f"{one} unless they {_of_them(unless)}" for one in made]
    when = told.get("when", "")
    others = [cell for role, cell in told.items() if role not in ("who", "payer", "payee", "when")]
    alone = alone and not any(map(_MENTIONS.search, others))
    if alone and _ONE.match(who) and who.casefold() != "you":  # else "they" may be another
        when = re.sub(r"(?i)^((?:only )?(?:if |when )?)they (are|were|have|\w+)\b", _of_one, when)
    return tuple(filter(None, (_under(when, who, one) for one in made)))


def _doing(who: str, told: dict[str, str]) -> list[str]:
    """What a cell says in full or with a verb: "loses 2 Stars", "it has no effect", "Hat becomes Red"."""
    what = re.sub(r"[.;]\s+(?:and )?(?:also,? )?(?=[a-z])", " and ", told["does"].rstrip(" .;"))
    what = re.sub(r"^(?:They|Their|The|Gains?|Loses?|Pays?|Becomes?)\b", lambda word: word[0].lower(), what)
    if "thing" in told:
        return _of_thing(told["thing"].strip(_END), what)
    if "event" in told:
        return [f"Each time {lowered(told['event'].strip(_END))}, {lowered(what)}"]
    if not who:
        return [what]
    if re.match(r"(?i)your?\b" if who.casefold() == "you" else rf"(?i){re.escape(who)}\b", what):
        return [what]  # "You | Your Robes become Red"
    if (
        re.match(r"(?i)(?:for the|whenever|each time|every time|if|when|unless|until)\b", what)
        and who.casefold() in what.casefold()
    ):
        return [what]  # "The caster | For the rest of this Duel, whenever the caster would lose Stars, ..."
    case = _CASE_BEHIND.search(who)
    noun = re.match(r"(?i)that (?P<noun>\w+) ", what)
    if (
        (who.casefold() == "you" or "when" in told)
        and who.casefold() in ("you", "the caster")
        and re.match(r"(?i)(?:they|their|it|he|she|its|that)\b", what)
    ):
        return []  # "| each neighbour | ... |" above "| you | they lose 1 Star |"
    if _THEY.match(what) or (noun and noun["noun"].casefold() in who.casefold().split()):
        several = " and " in who or re.match(r"(?:both|\d)", who, re.IGNORECASE)
        it = noun or re.match(r"(?i)(?:it|he|she|they) " if several else r"(?i)(?:it|he|she) ", what)
        return [f"{who} {what[it.end() :]}"] if it else [f"{who}: {what}", f"for {who}: {what}"]
    if re.match(r"[+−–-]\s?\d", what):
        return [f"{who}: {what}"]
    if _THING_FIRST.match(what):
        return [f"{who[: case.start()]}: {what}{case[0]}" if case else f"{who}: {what}"]
    if each := re.fullmatch(r"(the [A-Z]\w+) of each (becomes? .+)", what):  # "the Hat of each becomes Red"
        return [f"{each[1]} of each of {who} {each[2]}"]
    return [f"{who}{',' if case else ''} {what}"]


def _of_thing(thing: str, what: str) -> list[str]:
    """ "Hat | the caster's becomes Red", "Crystals | you and the chosen Wizard swap theirs"."""
    owned = re.sub(r"(?i)('s|s'|\byours?|\bmine) (?=becomes?\b|is\b|are\b|stays?\b)", rf"\1 {thing} ", what)
    owned = re.sub(
        r"(?i)\bthat of\b", f"the {thing} of", re.sub(r"(?i)\byours (?=" + re.escape(thing) + ")", "your ", owned)
    )
    owned = re.sub(r"(?i)\btheirs\b", f"their {thing}", owned)
    return [owned] if owned != what else [f"{thing}: {what}"]


def _verbs(who: str, told: dict[str, str], does: list[tuple[tuple[str, str], str]]) -> tuple[bool, list[str]]:
    """What columns with verbs for names say: "loses | 2 Stars", "Stars lost | 3", "What | becomes"."""
    left = [
        (way, cell.rstrip(" .;"))
        for way, cell in does
        if not _NOTHING.fullmatch(cell.strip(_END)) or (way[0] == "become" and cell.casefold() in ("0", "none"))
    ]
    if not left:
        return True, []
    if "thing" in told:
        ((verb, _), cell), *more = left
        if verb != "become" or more:
            return False, []
        of = f"the {told['thing']} of {who}" if who else told["thing"]
        of = f"{who} {told['thing']}" if who.endswith(("'s", "s'")) else of
        of = f"your {told['thing']}" if who.casefold() in ("yours", "mine") else of
        return False, [f"{of} {form} {cell}" for form in ("becomes", "become")]
    looks = [f"the {thing} of {who} becomes {cell}" for (verb, thing), cell in left if verb == "become" and thing]
    others = [(way, cell) for way, cell in left if way[0] != "become" or not way[1]]
    drawn = re.search(r"(?i)\b(?:random|an?)\b", who)  # who is said once more by each part
    if looks and not others:
        return False, [" and ".join(looks)] if len(looks) == 1 or not drawn else []
    if looks and not drawn:
        _, made = _verbs(who, {key: told[key] for key in told if key == "payee"}, others)
        return False, [" and ".join((*looks, one)) for one in made]
    if any(thing in ("phrase", "instead") for (_, thing), _ in left):
        ends = [f"{does} {cell}{' instead' if thing == 'instead' else ''}" for (does, thing), cell in left]
        return False, [f"{who} {' and '.join(ends)}"]
    to = f" to {told['payee']}" if "payee" in told else ""
    made = []
    for ending in ("s", ""):
        parts = [
            _moved(cell, thing, ending) if not verb else f"{verb}{ending} {_much(cell, thing)}"
            for (verb, thing), cell in left
        ]
        made.append(f"{who} {' and '.join(parts)}{to}".strip())
    if not who or who.casefold() == "you":
        made = made[1:]
    return False, made


def _moved(cell: str, thing: str, ending: str) -> str:
    """ "+2" below "Stars": "gains 2 Stars"."""
    found = _MOVED.fullmatch(cell)
    if found is None or not found["way"]:
        return cell
    verb = "gain" if found["way"] == "+" or found["way"].casefold().startswith("gain") else "lose"
    return f"{verb}{ending} {found['much']} {thing}"


def _much(cell: str, thing: str) -> str:
    """ "3 each" below "Stars lost": "3 Stars each"."""
    return re.sub(rf"^({_AMOUNT})(?= each$|$)", rf"\1 {thing}", cell) if thing else cell


_AMOUNT = r"\d+|[A-Z]|DICE\d+"


def _under(when: str, who: str, said: str) -> str:
    """A sentence with the condition that stands in a column of its own."""
    when = re.sub(r"(?i)^(?:only )?(?:if|when) ", "", when.strip(_END))
    if re.match(r"(?i)unless\b", when):
        return f"{when}, {said}"
    if _THEY.match(when) and who and said.startswith(who):
        return f"{said} if {when}"
    if re.fullmatch(r"(?i)(?:is|are|was|were|do|does|did|has|have|had) not", when):
        return ""  # "| each Wizard | has a Red Hat |" above "| you | have not |"
    if not when or is_always(when):
        return said
    if is_lasting(when):
        return f"{when}, {said}"
    if not _PREDICATE.match(when):
        return f"If {when}, {said}"
    if _GROUP.match(who) and said.startswith(who):
        return f"{who} who {when}{said[len(who) :]}"
    return f"If {who} {when}, {said}" if _ONE.match(who) else f"{said} if they {_of_them(when)}"


def _of_one(found: re.Match[str]) -> str:
    """ "They have a Red Hat", of one Wizard, as "has a Red Hat"."""
    does = {"are": "is", "were": "was", "have": "has"}.get(found[2].casefold(), found[2])
    return does if _PREDICATE.match(f"{does} ") else found[0]


def _of_them(does: str) -> str:
    """What is said of one, as of several: "is idle", "are idle"."""
    return re.sub(r"^(?:is|has|was)\b", lambda word: {"is": "are", "has": "have", "was": "were"}[word[0]], does)


_ELSE = re.compile(
    r"(?i)(?:everyone|everybody|anyone|anybody) else|(?:all|every|each) (?:the )?others?"
    r"|(?:all|every|each) other wizards?|(?:all |each |each one |every one )?(?:of )?the rest|others"
)


def without_rest(names: Sequence[str], rows: Sequence[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """Rows of whom the last is said to be all others: these are named by whom the rows above leave over."""
    *before, last = rows
    if len(last) != len(names) or row(names, last) is None:
        return list(rows)
    if (
        before
        and _ELSE.fullmatch(last[0].strip(_END))
        and all(_NOTHING.fullmatch(cell.strip(_END)) for cell in last[1:])
    ):
        return before
    above = [cells[0] for cells in before]
    you = any(re.fullmatch(r"(?i)you|the caster", who) for who in above)
    who, _, more = last[0].strip(_END).partition(", ")
    too = f" ({more})" if _CASTER_TOO.fullmatch(more) else more
    if (not you if more else you and len(above) > 1) and _ELSE.fullmatch(who) and not any(map(_GROUP.match, above)):
        return [*before, (f"each Wizard other than {' and '.join(map(lowered, above))}{too}", *last[1:])]
    return list(rows)
