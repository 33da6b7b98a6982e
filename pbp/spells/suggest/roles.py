"""The rows of a table of three columns or more as sentences, where its columns name the parts of one: in which case,
who, does what, how much of it, to whom, for each of what; nothing of it is certain.

"| When | Who | Loses |" above "| always | each neighbour | 2 Stars |" -> "Each neighbour loses 2 Stars."
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from pbp.spells.suggest.asides import begun, lower

_DO = r"(?:gains?|loses?|pays?|gives?|receives?|gets?|steals?|takes?|becomes?)"
_DOES = re.compile(
    rf"(?:also |shall |must |will )?(?:{_DO}|swaps?|trades?|exchanges?|targets?|has|have|is|are|cannot|ends? up)\b",
    re.I,
)
_NAMES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (role, re.compile(rf"(?:{pattern})\W*", re.I))
    for role, pattern in (
        (
            "when",
            r"(?:only )?(?:when|if|where|in case|provided(?: that)?)|(?:in which |the )?(?:cases?|conditions?|proviso)",
        ),
        (
            "who",
            r"(?:by |of )?whom?(?: is (?:affected|hit|concerned))?|which wizards?|wizards?|affected(?: wizards?)?"
            r"|victims?"
            rf"|(?:the )?(?:wizards? )?who (?P<does>{_DO})(?: (?P<thing>Stars|Crystals|it|them))?",
        ),
        (
            "does",
            r"does what|does|what (?:they|it|that Wizard) do(?:es)?|gain or loss|(?:what )?happens(?: to (?:them"
            r"|it|that Wizard))?"
            r"|what happens|(?:the )?(?:effects?|results?|outcomes?|consequences?|fate|action)",
        ),
        ("loses", r"losers?|who has to lose"),
        ("gains", r"gainers?|winners?|receivers?|recipients?"),
        ("pays", r"payers?|givers?"),
        (
            "much",
            r"how (?:much|many)(?: Stars| Crystals| of (?:them|it|what))?|amounts?|numbers?|number of (?:Stars"
            r"|Crystals)"
            r"|Stars|Crystals",
        ),
        ("thing", r"of what|what(?: thing)?|stars or crystals|which(?: of them)?|currency|thing|kind|attribute"),
        ("each", r"(?P<lead>for (?:each|every)(?: one)?(?: of)?|per)"),
        ("whom", r"(?P<way>to|from)(?: whom)?"),
    )
)
_VERBS = {"lose": "loses", "loss": "loses", "losses": "loses", "gain": "gains", "get": "gains", "gets": "gains",
          "receives": "gains", "pay": "pays", "steal": "steals", "penalty": "loses", "reward": "gains"}  # fmt: skip
_ALWAYS = re.compile(
    r"(?:always|(?:in )?(?:any|every|all|each) (?:case|event)s?|no matter what|whatever happens"
    r"|unconditional(?:ly)?|none"
    r"|no condition|yes|at all events|anyway|[-–—*]|)",
    re.I,
)
_ELSE = re.compile(r"otherwise|(?:in )?(?:any|every|all) (?:other|else)\b.*|else|if not|(?:any|every)thing else", re.I)
_ALL_THEY_HAVE = re.compile(
    r"(?:all|everything|whatever)(?: (?:of )?(?:the )?(?:Stars|Crystals))?,?(?: that)? (?:this|that|the|such a) "
    r"(?:same )?(?:Wizard|neighbour|one) (?:has|owns|holds)|all (?:that )?they have",
    re.I,
)
_THAT_ONE = re.compile(
    r"\b(?:that|this|the)(?: very)?(?: same)? (?:Wizard|neighbour|one)\b(?! (?:in|with|who|whose)\b)", re.I
)

Case = Callable[[str, str], str | None]
"""What a cell under the name of a column claims; nothing where it asks nothing, None where that cannot be said."""


def by_roles(rows: Sequence[Sequence[str]], case: Case) -> list[str]:
    """A table whose columns name the parts of a sentence, a sentence for each row; nothing of another table."""
    head, *rest = rows
    roles = _roles(head)
    places = {role: at for at, (role, _) in enumerate(roles)}
    if len(head) < 3 or "who" not in places or len(places) < len(head) or ("case" in places and "when" in places):
        return []
    made: list[str] = []
    for row in rest:
        parts = {role: (row[at], roles[at][1]) for role, at in places.items()}
        said = _sentence(parts)
        before = _case_of(parts, head, places, case, first=not made)
        if said is None or before is None:
            return []
        if said:
            made.append(f"{before}, {lower(said)}." if before else f"{begun(said)}.")
    return made


Part = tuple[str, str]
"""A cell, and what the name of its column says besides its role: a verb, a direction."""


def _roles(head: Sequence[str]) -> list[Part]:
    """The role of each column by its name; the first is a case of what it names if it has no other."""
    found: list[Part] = []
    for at, name in enumerate(head):
        plain = re.sub(r"(?i)^(?:what|how much|how many)(?: \w+)? (?:they|it) ", "", name.strip(" ?:.")).casefold()
        verb = _VERBS.get(plain, plain if re.fullmatch(_DO, plain) and plain.endswith("s") else "")
        match = next(((role, match) for role, words in _NAMES if (match := words.fullmatch(name.strip()))), None)
        if verb:
            found.append(("does", verb))
        elif match:
            told = match[1].groupdict()
            besides = (
                " ".join(filter(None, (told.get("does"), told.get("thing")))) or told.get("lead") or told.get("way")
            )
            role = "who" if match[0] in ("loses", "gains", "pays") else match[0]
            besides = match[0] if role != match[0] else besides or ""
            found.append((role, besides if role == "who" else besides.lower()))
        else:
            found.append(("case" if at == 0 else f"other {at}", ""))
    return found


def _case_of(
    parts: Mapping[str, Part], head: Sequence[str], places: Mapping[str, int], case: Case, *, first: bool
) -> str | None:
    """In which case a row applies: "If the number of Wizards is 4 or fewer"; None where that cannot be said."""
    role = "case" if "case" in parts else "when"
    cell = parts[role][0] if role in parts else ""
    if role not in parts or _ALWAYS.fullmatch(cell):
        return ""
    if _ELSE.fullmatch(cell):
        return None if first else "Otherwise"
    if role == "case":
        claim = case(head[places["case"]], cell)
        return f"If {claim}" if claim else claim
    claim = re.sub(r"^(?:but )?(?:only )?(?:if|when|where|provided(?: that)?|in case) ", "", cell, flags=re.I)
    claim = _named(_with_article(claim), _with_article(parts["who"][0]))
    return f"{'Unless' if re.match('unless ', claim, re.I) else 'If'} {lower(re.sub('(?i)^unless ', '', claim))}"


def _sentence(parts: Mapping[str, Part]) -> str | None:
    """Who does what in a row; empty where nothing happens, None where that cannot be said."""
    if any(role.startswith("other") for role in parts):
        return None
    who, told = _with_article(parts["who"][0]), parts["who"][1]
    verb, _, thing = told.partition(" ")
    does = parts.get("does", ("", ""))
    what, verb = does[0], does[1] or verb
    much = parts.get("much", ("", ""))[0]
    if re.fullmatch(
        r"nothing(?: happens)?|none"
        r"|[-–—]",
        what or much,
        re.I,
    ) or re.fullmatch(r"nobody|no one", who, re.I):
        return ""
    thing = parts["thing"][0] if "thing" in parts else thing if thing in ("Stars", "Crystals") else ""
    several = re.match(r"(?:both|all|you)\b", who, re.I) is not None
    if what and _DOES.match(what):
        verb, what = "", what
    elif not verb:
        return None
    elif several:
        verb = "pay" if verb == "pays" else verb.removesuffix("s")
    amount = f"{what} {much}".strip()
    if thing:
        amount = _ALL_THEY_HAVE.sub(f"all of their {thing}", amount)
    if thing and re.fullmatch(r"(?:exactly |just )?(?:\d+|DICE\d+)", amount):
        amount = f"{amount} {thing.rstrip('s') if amount == '1' else thing}"
    if not amount or thing not in ("", "Stars", "Crystals") or (thing and thing.rstrip("s") not in amount):
        return None
    each, lead = parts.get("each", ("", ""))
    each = f" {'for each' if lead == 'per' else lead} {_named(lower(each), who)}" if each else ""
    whom, way = parts.get("whom", ("", ""))
    to = f" {way} {lower(re.sub(f'(?i)^{way} ', '', whom))}" if whom else ""
    return " ".join(f"{who} {verb} {_named(amount, who)}{to}{each}".split())


def _with_article(words: str) -> str:
    """Words that begin without an article: "Wizard in the chosen position", "Hat of that Wizard"."""
    return f"the {words}" if re.match(r"(?:Wizard|caster|Hat|Robes|Staff|Beard|neighbour)\b(?!s)", words) else words


def _named(text: str, who: str) -> str:
    """Words with whom they are about: "the caster" again, or "they" of each of several."""
    again = "they" if re.match(r"(?:each|every|all|both|any|whoever)\b", who, re.I) else lower(who)
    return _THAT_ONE.sub(lambda _: again, text)
