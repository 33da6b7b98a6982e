"""The Battle Master's letters: decisions, each on a line that names the duel, and its step if there are several."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from pbp.commands import own_lines
from pbp.errors import PbpError, Refused, StoreDown
from pbp.ports import Message, Page
from pbp.service import battle, lifecycle, pages, people, ring, rolls, sheet_edits
from pbp.service.asked import Part
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.text import utc

_LINE = re.compile(
    r"(?:#(?P<duel>\d{1,9})[\s:,.]+)?"
    r"(?P<verb>EXTEND|CANCEL|PAUSE|RESUME|RULE|ACCEPT-EDIT|RESTORE-PAGE|ROLLS|APPROVE|TAKE-PAGE|READ-PAGE|ACCEPT-SHEET|REFUSE-SHEET|STATUS)(?:[\s:]+(?P<words>.*))?$"
)
_TOKEN = re.compile(r"\bTOKEN:?\s+([a-z2-7]{24})\b", re.I)
_STEP = re.compile(r"(?:^|\s)STEP\s+(\d{1,6})\b")
_WHY = re.compile(r"(?:^|\s)WHY:?\s+(\S.*)$")
_SPAN = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)([mhd])")
_RULING = re.compile(
    r"(?P<spell>.+?)\s+(?:(?P<suggestion>[1-9])|(?P<reworded>(?:INPUTS|COST|EFFECT)\s.+)"
    r"|WIZARD\s+(?P<wizard>.+?)(?:\s+OUTCOME\s+(?P<outcomes>.+))?)$"
)
_FIELD = re.compile(r"(?:^|\s)(INPUTS|COST|EFFECT)\s+(.+?)(?=\s(?:INPUTS|COST|EFFECT)\s|$)")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


@dataclass(frozen=True)
class Decision:
    """One decision: its verb, the duel and the step that it means, what is said to it, and the reason given."""

    line: str
    verb: str
    duel: int | None = None
    step: int | None = None
    words: str = ""
    why: str = ""


Edited = Page | PbpError
"""A list page as it was read for a decision, or why it could not be."""


def is_master(desk: Desk, channel: str, sender: str) -> bool:
    """Whether an address is one of the Battle Master's."""
    return f"{channel}:{sender}".casefold() in map(str.casefold, desk.config.battle_master.addresses)


def look(desk: Desk, channel: str, message: Message) -> dict[int, Edited]:
    """The edited list pages that a letter from the Battle Master's address accepts, or why they cannot be read.

    They are read before the letter's transaction begins: no site is waited for inside one.
    """
    found: dict[int, Edited] = {}
    if is_master(desk, channel, message.sender):
        for decision in read(message.text)[0]:
            if decision.verb == "ACCEPT-EDIT" and decision.duel is not None and decision.duel not in found:
                try:
                    found[decision.duel] = ring.edited_page(desk, decision.duel)
                except StoreDown:
                    raise
                except PbpError as error:
                    found[decision.duel] = error
    return found


def hear(
    desk: Desk, tx: Tx, channel: str, message: Message, at: datetime, edited: Mapping[int, Edited]
) -> tuple[list[Part], Message]:
    """Carries out the decisions in a letter from the Battle Master's address, if it is proven.

    Gives the answers to them, and the rest of the letter, which may be a player's. What one of them changes is part
    of this transaction; one that is refused changes nothing, and stops no other.
    """
    decisions, rest = read(message.text)
    heard = replace(message, text=rest)
    if not decisions:
        return [], heard
    if not _is_proven(desk, tx, channel, message, at):
        if tx.wizard_at(channel, message.sender) and {decision.verb for decision in decisions} == {"STATUS"}:
            return [], message  # a player's question
        return [Part("master-unproven", {"token": desk.reply_token(tx, channel, message.sender, 0, at)})], heard
    parts = []
    with desk.store.within(tx):
        for decision in decisions:
            try:
                parts.append(_carried_out(desk, tx, decision, at, edited))
            except PbpError as error:
                parts.append(Part("master-refused", {"line": decision.line, "why": str(error)}))
    return parts, heard


def read(text: str) -> tuple[list[Decision], str]:
    """The decisions in a letter, and the letter without them. A decision goes on to the next blank line. Total."""
    decisions: list[str] = []
    rest: list[str] = []
    inside = False
    for line in own_lines(text):
        if _LINE.match(line):
            decisions.append(line)
            inside = True
        elif inside and line:
            decisions[-1] += f" {line}"
        else:
            inside = False
            rest.append(line)
    return [_read(line) for line in decisions], "\n".join(rest)


def _read(line: str) -> Decision:
    found = _LINE.match(line)
    assert found
    words = found["words"] or ""
    why = _WHY.search(words)
    head = words[: why.start()] if why else words
    step = _STEP.search(head)
    if step:
        head = head[: step.start()] + head[step.end() :]
    duel = int(found["duel"]) if found["duel"] else None
    return Decision(line, found["verb"], duel, int(step[1]) if step else None, head.strip(), why[1] if why else "")


def _is_proven(desk: Desk, tx: Tx, channel: str, message: Message, at: datetime) -> bool:
    """Whether a letter is believed as a player's would be, and bears a reply token.

    The token is in its headers, or, where the site vouches for the sender, in its text.
    """
    tokens = [message.token, *(_TOKEN.findall(message.text)[:5] if message.vouched else ())]
    return any(token and desk.is_reply_token(tx, token, channel, message.sender, at) for token in tokens)


# ---- the decisions ---------------------------------------------------------------------------------------------------


def _carried_out(desk: Desk, tx: Tx, decision: Decision, at: datetime, edited: Mapping[int, Edited]) -> Part:
    """Does one decision, and says so. Raises Refused if it is not meant for what is there now, PbpError."""
    if decision.verb == "STATUS":
        return Part("master-status", _status(tx, decision.duel))
    if decision.verb == "APPROVE":
        wizard = people.approve(desk, tx, decision.words, at)
        return Part("master-done", {"said": f"{wizard.name} joins with {wizard.stars} Stars"})
    if said := _of_pages(desk, decision, at):
        return Part("master-done", {"said": said})
    if decision.duel is None:
        raise Refused(f"say which duel you mean: #7 {decision.verb} …")
    if decision.verb == "ROLLS":
        return Part("master-done", {"said": _rolls(desk, decision.duel, decision.words, at)})
    duel = tx.duel(decision.duel)
    if decision.step is None and duel.step > 1:
        raise Refused(f"say which step you mean, too: duel {duel.number} is in step {duel.step}")
    if decision.step not in (None, duel.step):
        raise Refused(f"duel {duel.number} is no longer in step {decision.step}, but in step {duel.step}")
    if not decision.why and decision.verb not in ("ACCEPT-EDIT", "RESTORE-PAGE"):
        raise Refused("say why at the end of the line: … WHY the wiki was down")
    if decision.verb == "ACCEPT-EDIT":
        return Part("master-done", {"said": _accept_edit(desk, duel.number, decision, edited[duel.number], at)})
    return Part("master-done", {"said": _DECISIONS[decision.verb](desk, duel.number, decision, at)})


def _of_pages(desk: Desk, decision: Decision, at: datetime) -> str | None:
    """Does a decision on a page that is no duel's alone; None if this is not one."""
    if decision.verb in ("TAKE-PAGE", "READ-PAGE"):
        pages.take_page(desk, decision.words, at, read=decision.verb == "READ-PAGE")
        return f"I write on the page {decision.words} from now on"
    if decision.verb in ("ACCEPT-SHEET", "REFUSE-SHEET"):
        accept = decision.verb == "ACCEPT-SHEET"
        edit = sheet_edits.decide(desk, decision.words, accept=accept, at=at)
        return f"{edit.author}'s change of the sheet {'counts' if accept else 'is put back'}"
    return None


def _extend(desk: Desk, number: int, decision: Decision, at: datetime) -> str:
    until = lifecycle.extend(desk, number, _span(decision.words), decision.why, at)
    return f"the battle time of duel {number} is {utc(until)}"


def _cancel(desk: Desk, number: int, decision: Decision, at: datetime) -> str:
    lifecycle.cancel(desk, number, decision.why, at)
    return f"duel {number} is cancelled"


def _pause(desk: Desk, number: int, decision: Decision, at: datetime) -> str:
    lifecycle.pause(desk, number, decision.why, at)
    return f"duel {number} is paused"


def _resume(desk: Desk, number: int, decision: Decision, at: datetime) -> str:
    until = lifecycle.resume(desk, number, decision.why, at)
    return f"duel {number} goes on" + (f"; its battle time is {utc(until)}" if until else "")


def _rule(desk: Desk, number: int, decision: Decision, at: datetime) -> str:
    ruling = _RULING.match(decision.words)
    if ruling is None:
        raise Refused(
            "write RULE SPELL EFFECT new words WHY …, or RULE SPELL and the number of a suggestion, "
            "or RULE SPELL WIZARD name OUTCOME name=+2 WHY …"
        )
    wizard = outcomes = None
    reworded = _reworded(ruling["reworded"] or "")
    if ruling["wizard"]:
        with desk.store.tx() as tx:
            wizard = people.known(tx, ruling["wizard"]).name
        outcomes = _outcomes(ruling["outcomes"] or "")
    taken = int(ruling["suggestion"]) if ruling["suggestion"] else None
    over = battle.rule(
        desk,
        number,
        ruling["spell"],
        at,
        why=decision.why,
        wizard=wizard,
        outcomes=outcomes,
        suggestion=taken,
        **reworded,
    )
    return f"the ruling on {ruling['spell']} is recorded" + ("" if over else "; other spells wait for theirs")


def _accept_edit(desk: Desk, number: int, decision: Decision, page: Edited, at: datetime) -> str:
    if isinstance(page, PbpError):
        raise page
    reopen = bool(re.search(r"\bREOPEN\b", decision.words))
    span = decision.words.replace("REOPEN", "").replace("EXTEND", "").strip()
    ring.accept_edit(desk, number, page, at, extend=_span(span) if span else None, reopen=reopen)
    return f"the edited list of duel {number} counts"


def _restore_page(desk: Desk, number: int, decision: Decision, at: datetime) -> str:
    ring.restore_page(desk, number, at)
    return f"the list page of duel {number} is put back"


def _rolls(desk: Desk, number: int, words: str, at: datetime) -> str:
    *values, url = words.split() or [""]
    if not values or not all(re.fullmatch(r"\d{1,18}", value) for value in values):
        raise Refused(f"write the numbers in their order, then the address: #{number} ROLLS 3 1 4 https://…")
    rolls.give(desk, number, [int(value) for value in values], url, at)
    return f"duel {number} goes on with {' '.join(values)}"


_DECISIONS: Mapping[str, Callable[[Desk, int, Decision, datetime], str]] = {
    "EXTEND": _extend,
    "CANCEL": _cancel,
    "PAUSE": _pause,
    "RESUME": _resume,
    "RULE": _rule,
    "RESTORE-PAGE": _restore_page,
}


def _span(words: str) -> timedelta:
    found = _SPAN.fullmatch(words)
    if found is None or float(found[1]) == 0:
        raise Refused(f"{words!r} is no span of time: write for example 24h, 90m or 2d")
    return timedelta(**{_UNITS[found[2]]: float(found[1])})


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


def _status(tx: Tx, number: int | None) -> dict[str, Any]:
    """What runs and what waits; no order, and nothing of who has sent one."""
    stuck = [(item.key, item.why) for item in tx.all_outgoing("stuck")]
    stuck += [(page.title, page.why) for page in tx.pages() if page.state in ("stuck", "held")]
    waits = [f"duel {ring}, before it is scheduled, waits for {what}" for ring, what in rolls.rings_waiting(tx)]
    waits += [
        f"revision {edit.revision} of the sheet, by {edit.author}: {'; '.join(edit.sentences)}"
        for edit in sheet_edits.waiting(tx)
    ]
    waits += [item.why for item in tx.all_outgoing("queued") if item.kind != "letter" and item.why]
    duels = [duel for duel in tx.duels("open", "pending") if number in (None, duel.number)]
    return {"duels": duels, "stuck": stuck, "waits": waits, "number": number}
