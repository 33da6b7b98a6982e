"""A UNIT line of Tactical Genius: `UNIT Rex AXE HP 3 ATK 2 DEF 1 SPD 4.26 SKILLS rush, guard AT 4,2`."""

from __future__ import annotations

import re
import unicodedata

from pbp.games.tactical_genius.choices import example_recruit
from pbp.games.tactical_genius.naming import CONFUSING, PATTERN
from pbp.games.tactical_genius.orders import Recruit, where
from pbp.games.tactical_genius.state import State, Tile, decimals_left
from pbp.games.tactical_genius.table import COLOURS, UnitType
from pbp.games.wording import Line, Refusal, listed, meanings, quoted

FIELDS = {
    "hp": "HP", "health": "HP", "life": "HP",
    "atk": "ATK", "attack": "ATK", "att": "ATK",
    "def": "DEF", "defense": "DEF", "defence": "DEF",
    "spd": "SPD", "speed": "SPD",
    "skill": "SKILLS", "skills": "SKILLS",
    "at": "AT",
}  # fmt: skip
_FIELD = re.compile(rf"\b({'|'.join(sorted(FIELDS, key=len, reverse=True))})\b(?!\s*$)", re.I)


class LineRefused(Refusal):
    """The refusal of one line, which it quotes."""

    def __init__(self, code: str, quote: str, reason: str, hint: str = ""):
        super().__init__(code, quoted(quote), reason, hint)


class Unitmaker:
    """Reads a UNIT line for a seat. Every check raises Refused."""

    def __init__(self, state: State, seat: int, line: Line):
        self._state = state
        self._seat = seat
        self._line = line

    def recruit(self) -> Recruit:
        """The unit that the line describes."""
        table = self._state.table
        words, fields = self._fields()
        if len(words) != 2:
            raise self._refused("not-understood", "A unit needs a name and a type, in this order.", self._example())
        name, kind = self._name(words[0]), self._type(words[1])
        speed, decimal = self._speed(fields.get("SPD"))
        return Recruit(
            name=name,
            type=kind.name,
            health=self._points(fields, "HP", table.points),
            attack=self._points(fields, "ATK", table.attack_max),
            defense=self._points(fields, "DEF", table.defense_max),
            speed=speed,
            decimal=decimal,
            skills=self._skills(fields.get("SKILLS", ""), kind),
            tile=self._tile(fields.get("AT")),
        )

    def _refused(self, code: str, reason: str, hint: str = "") -> LineRefused:
        return LineRefused(code, self._line.quote, reason, hint)

    def _example(self) -> str:
        recruit = example_recruit(self._state, self._seat)
        return f"Write, for one, {recruit.words}." if recruit else ""

    def _fields(self) -> tuple[list[str], dict[str, str]]:
        """The words before the first field, and the text of each field by its name."""
        text = self._line.rest
        marks = list(_FIELD.finditer(text, text.find(" ") + 1))
        fields: dict[str, str] = {}
        for mark, following in zip(marks, [*marks, None][1:], strict=True):
            name = FIELDS[mark[1].lower()]
            if name in fields:
                raise self._refused("said-twice", f"{name} is there twice.")
            fields[name] = text[mark.end() : following.start() if following else len(text)].strip(" :=,;+")
        head = text[: marks[0].start()] if marks else text
        return [word.strip(":,;\"'“”()") for word in head.split() if word.strip(":,;\"'“”()")], fields

    def _name(self, word: str) -> str:
        name = unicodedata.normalize("NFC", word)
        most = self._state.table.name_length
        if not 1 <= len(name) <= most or not re.fullmatch(PATTERN, name) or name.isdecimal():
            raise self._refused("bad-name", f"A name has 1 to {most} letters or digits, at least one a letter.")
        if name.casefold() in CONFUSING:
            raise self._refused("bad-name", f"A unit called {name} would make orders confusing.")
        if name.casefold() in self._state.names[self._seat]:
            raise self._refused("name-taken", f"You have, or had, a unit called {name}.", "Choose another name.")
        return name

    def _type(self, word: str) -> UnitType:
        types = self._state.table.types
        names = {kind.name: kind.name for kind in types.values()}
        names |= {alias: kind.name for kind in types.values() for alias in kind.aliases}
        found = meanings(word, names)
        if len(found) != 1:
            reason = f"There is no type {quoted(word)}." if not found else f"{word} could be {listed(found, 'or')}."
            raise self._refused("ambiguous" if found else "no-such-type", reason, f"The types are {listed(types)}.")
        return types[found[0]]

    def _points(self, fields: dict[str, str], name: str, most: int) -> int:
        text = fields.get(name, "0")
        if not re.fullmatch(r"\d{1,4}", text):
            raise self._refused("not-understood", f"{name} is followed by whole points, not by “{quoted(text)}”.")
        if int(text) > most:
            raise self._refused("over-limit", f"{name} takes 0 to {most} points, not {int(text)}.")
        return int(text)

    def _speed(self, text: str | None) -> tuple[int, int]:
        left = decimals_left(self._state, self._seat)
        hint = (
            f"Your decimals left: {', '.join(f'.{value:02}' for value in left)}. Example: SPD 4.{left[0]:02}."
            if left
            else ""
        )
        if text is None:
            raise self._refused("no-decimal", "A unit needs SPD with one of your decimals.", hint)
        found = re.fullmatch(r"(\d{0,4})[.](\d{1,2})0*", text)
        if not found:
            code = "no-decimal" if text.isdecimal() else "not-understood"
            raise self._refused(code, "SPD is followed by whole points and one of your decimals.", hint)
        decimal = int(found[2].ljust(2, "0"))
        if decimal not in left:
            used = decimal in self._state.decimals_used[self._seat]
            reason = f".{decimal:02} is {'already given to a unit' if used else 'not one of your decimals'}."
            raise self._refused("decimal-taken" if used else "no-such-decimal", reason, hint)
        return int(found[1] or 0), decimal

    def _skills(self, text: str, kind: UnitType) -> tuple[str, ...]:
        table = self._state.table
        learnable = table.learnable(kind)
        hint = f"A {kind.name} may learn {listed(learnable, 'or')}." if learnable else f"A {kind.name} learns nothing."
        skills: list[str] = []
        for phrase in re.split(r"[,;/&+]|\band\b", text.replace("_", " "), flags=re.I):
            skills += self._named(phrase, hint)
        for skill in skills:
            if skill not in learnable:
                raise self._refused("not-learnable", f"A {kind.name} cannot learn {skill.replace('_', ' ')}.", hint)
        if len(set(skills)) < len(skills):
            raise self._refused("said-twice", "A skill is learnt once.", hint)
        if len(skills) > table.max_skills:
            raise self._refused("too-many-skills", f"A unit learns at most {table.max_skills} skills.", hint)
        return tuple(skills)

    def _named(self, phrase: str, hint: str) -> list[str]:
        """The skills named by a phrase: one, or one a word."""
        phrase = phrase.strip(" .:=[]()\"'")
        if phrase.lower() in ("", "none", "no", "nothing", "-"):
            return []
        names = {skill.replace("_", " "): skill for skill in self._state.table.skills}
        found = meanings(phrase, names)
        if len(found) == 1:
            return found
        if " " in phrase and not found:
            return [skill for word in phrase.split() for skill in self._named(word, hint)]
        raise self._refused("ambiguous" if found else "no-such-skill", f"Which skill is “{quoted(phrase)}”?", hint)

    def _tile(self, text: str | None) -> Tile:
        table, seat = self._state.table, self._seat
        first, last = table.homes[seat]
        home = f"Your home columns are {first} to {last}, the rows 1 to {table.rows}."
        tile = tile_in(text or "")
        if tile is None:
            raise self._refused("not-understood", "A unit needs AT and a tile, column,row.", home)
        if not first <= tile[0] <= last or not 1 <= tile[1] <= table.rows:
            raise self._refused("not-home", f"{where(tile)} is no tile of {COLOURS[seat]}'s home.", home)
        return tile


def tile_in(text: str) -> Tile | None:
    """A tile as people write it: "7,2", "[7, 2]", "(7/2)", "column 7 row 2", "row 2, column 7"."""
    found = re.fullmatch(r"\W*(?:c|col|column)?\W*(\d{1,3})(?:\W+|\W*(?:r|row)\W*)(\d{1,3})\W*", text, re.I)
    if found and not re.search(r"(?:^|[\s,(\[;/])[-\u2212\u2013]\s*\d|\d[.]\d", text):
        return int(found[1]), int(found[2])
    turned = re.fullmatch(r"\W*(?:r|row)\W*(\d{1,3})\W*(?:c|col|column)\W*(\d{1,3})\W*", text, re.I)
    return (int(turned[2]), int(turned[1])) if turned else None
