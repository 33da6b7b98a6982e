"""What the Battle Master decides about duels and contests: a handler for each word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbp.errors import PbpError, Refused
from pbp.games.base import bare_name
from pbp.service import battle, challenges, lifecycle, offers, people, ring, rolls, rulings, said, steps
from pbp.service.decided import Decided, Handler, parted, span
from pbp.spells import say
from pbp.spells.suggest import reworded as with_words
from pbp.text import utc

_RULING = re.compile(
    r"(?P<spell>.+?)\s+(?:(?P<suggestion>[1-9])|(?P<reworded>(?:INPUTS|COST|EFFECT)\s.+)"
    r"|WIZARD\s+(?P<wizard>.+?)(?:\s+OUTCOME\s+(?P<outcomes>.+))?)$"
)
_FIELD = re.compile(r"(?:^|\s)(INPUTS|COST|EFFECT)\s+(.+?)(?=\s(?:INPUTS|COST|EFFECT)\s|$)")


def _extend(d: Decided) -> str:
    until = lifecycle.extend(d.desk, d.tx, d.number, span(d.words), d.why, d.at)
    return f"the battle time of duel {d.number} is {utc(until)}"


def _cancel(d: Decided) -> str:
    lifecycle.cancel(d.desk, d.tx, d.number, d.why, d.at)
    return f"duel {d.number} is cancelled"


def _pause(d: Decided) -> str:
    lifecycle.pause(d.desk, d.tx, d.number, d.why, d.at)
    return f"duel {d.number} is paused"


def _resume(d: Decided) -> str:
    until = lifecycle.resume(d.desk, d.tx, d.number, d.why, d.at)
    return f"duel {d.number} goes on" + (f"; its battle time is {utc(until)}" if until else "")


def _rule(d: Decided) -> str:
    ruling = _RULING.match(d.words)
    if ruling is None:
        raise Refused(
            "write RULE SPELL EFFECT new words WHY …, or RULE SPELL and the number of a suggestion, "
            "or RULE SPELL WIZARD name OUTCOME name=+2 WHY …"
        )
    spell, wizard, outcomes = ruling["spell"], None, None
    if ruling["wizard"]:
        wizard = people.known(d.tx, ruling["wizard"]).name
        outcomes = _outcomes(ruling["outcomes"] or "")
    reworded: dict[str, Any] = _reworded(ruling["reworded"] or "")
    if ruling["suggestion"]:
        reworded = dict(
            offers.find(d.desk, d.tx, d.tx.duel(d.number), spell, int(ruling["suggestion"])).suggestion.fields
        )
    over = rulings.rule(d.desk, d.tx, d.number, spell, d.at, why=d.why, wizard=wizard, outcomes=outcomes, **reworded)
    told = f"the ruling on {spell} is recorded" + ("" if over else "; other spells wait for theirs")
    return told + (f". {_meaning(d, spell, reworded)}" if reworded else "")


def _meaning(d: Decided, name: str, reworded: Mapping[str, str]) -> str:
    """What the spell says from now on, in canonical English."""
    listed = offers.written(d.tx, d.tx.duel(d.number))
    spell = next(spell for known, spell in listed.items() if known.casefold() == name.casefold())
    return f"It is read so: {say(with_words(spell, reworded))}".rstrip(".")


def _accept_edit(d: Decided) -> str:
    page = d.page
    if isinstance(page, PbpError):
        raise page
    assert page, "it was read before this transaction began"
    reopen = bool(re.search(r"\bREOPEN\b", d.words))
    later = d.words.replace("REOPEN", "").replace("EXTEND", "").strip()
    ring.accept_edit(d.desk, d.tx, d.number, page, d.at, extend=span(later) if later else None, reopen=reopen)
    return f"the edited list of duel {d.number} counts"


def _restore_page(d: Decided) -> str:
    ring.restore_page(d.desk, d.tx, d.number, d.at)
    return f"the list page of duel {d.number} is put back"


def _rolls(d: Decided) -> str:
    *values, url = d.words.split() or [""]
    if not values or not all(re.fullmatch(r"\d{1,18}", value) for value in values):
        raise Refused(f"write the numbers in their order, then the address: #{d.number} ROLLS 3 1 4 https://…")
    rolls.give(d.desk, d.tx, d.number, [int(value) for value in values], url, d.at)
    return f"duel {d.number} goes on with {' '.join(values)}"


def _void(d: Decided) -> str:
    battle.void(d.desk, d.tx, d.number, d.why, d.at)
    return f"the result of duel {d.number} does not count; RESUME has it resolved again"


def _close(d: Decided) -> str:
    words = d.words.split()
    if words and words[0] != "WITHOUT":
        raise Refused(f"write #{d.number} CLOSE WITHOUT and the inboxes that cannot be read, WHY …")
    duel = d.tx.duel(d.number, lock=True)
    battle.may_close(d.desk, duel, d.at)
    if unknown := sorted(set(words[1:]) - set(d.desk.mailboxes)):
        raise Refused(f"there is no inbox {', '.join(unknown)}; there are {', '.join(d.desk.mailboxes)}")
    said.close(d.tx, duel, words[1:], d.why)
    return f"duel {d.number} closes with the next run" + (f", without {', '.join(words[1:])}" if words else "")


def _resolve(d: Decided) -> str:
    duel = d.tx.duel(d.number, lock=True)
    if why := battle.may_resolve(d.desk, d.tx, duel):
        raise Refused(why)
    said.resolve(d.tx, duel)
    return f"duel {d.number} is resolved with the next run"


def _schedule(d: Decided) -> str:
    if why := ring.may_schedule(d.tx):
        raise Refused(why)
    said.schedule(d.tx)
    return "a ring duel is scheduled with the next run"


def _contest(d: Decided) -> str:
    form = "CONTEST Ann AGAINST Ben goofspiel"
    first, rest = parted(d.words, "AGAINST", form)
    names = sorted((wizard.name for wizard in d.tx.wizards()), key=len, reverse=True)
    second = next((name for name in names if f"{rest} ".casefold().startswith(f"{name} ".casefold())), None)
    if second is None:
        raise Refused(f"nobody is called so: {rest.split()[0]!r}; write {form}")
    game, variant, options = challenges.game_in(rest[len(second) :])
    number = challenges.new_contest(
        d.desk, d.tx, bare_name(game), (first, second), d.at, variant=variant, options=options
    )
    return f"contest {number} begins: {first} against {second}"


def _replace(d: Decided) -> str:
    old, new = parted(d.words, "BY", f"#{d.number} REPLACE Ann BY Cleo WHY …")
    steps.substitute(d.desk, d.tx, d.number, old, new, d.why, d.at)
    return f"{new} plays for {old} in duel {d.number}"


def _resign_for(d: Decided) -> str:
    steps.resign_for(d.desk, d.tx, d.number, d.words, d.at)
    return f"{d.words} has given duel {d.number} up"


HANDLERS: Mapping[str, Handler] = {
    "EXTEND": _extend,
    "CANCEL": _cancel,
    "PAUSE": _pause,
    "RESUME": _resume,
    "VOID": _void,
    "CLOSE": _close,
    "RESOLVE": _resolve,
    "RULE": _rule,
    "ACCEPT-EDIT": _accept_edit,
    "RESTORE-PAGE": _restore_page,
    "ROLLS": _rolls,
    "SCHEDULE": _schedule,
    "CONTEST": _contest,
    "REPLACE": _replace,
    "RESIGN-FOR": _resign_for,
}
"""The handlers of these words."""


def _reworded(words: str) -> dict[str, str]:
    """The new words of a spell: "INPUTS … COST … EFFECT …" by their fields. Raises Refused."""
    found = [(field.lower(), text) for field, text in _FIELD.findall(words)]
    if len(found) > len(dict(found)):
        raise Refused("INPUTS, COST and EFFECT stand once each in a ruling")
    return dict(found)


def _outcomes(words: str) -> dict[str, dict[str, Any]]:
    """What a ruling does: "Ann=+2, Ben.Hat=Red" as {wizard: {value: change}}."""
    changes: dict[str, dict[str, Any]] = {}
    for piece in filter(None, map(str.strip, words.split(","))):
        name, equals, what = piece.partition("=")
        wizard, dot, attribute = name.partition(".")
        number = int(what) if re.fullmatch(r"[+-]?\d{1,9}", what) else None
        if not equals or not wizard or (number is None and not dot):
            raise Refused(f"{piece!r} is no outcome: write for example Ann=+2, or Ann.Hat=Red")
        changes.setdefault(wizard, {})[attribute if dot else "stars"] = what if number is None else number
    return changes
