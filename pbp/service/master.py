"""The Battle Master's letters: decisions, each on a line that names the duel, and its step if there are several."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pbp.commands import Written
from pbp.commands.answers import Kind
from pbp.commands.decisions import Decision
from pbp.commands.words import DECISIONS, DUEL, STEP, WHY, By, Word, said_by
from pbp.errors import PbpError, Refused, StoreDown
from pbp.ports import Message, Page
from pbp.service import lifecycle, pages, people, questions, ring, rolls, rulings, sheet_edits
from pbp.service.asked import Answer, Heard
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.store.states import RUNNING, PageState, TextKind, TextState
from pbp.text import utc

_TOKEN = re.compile(r"\bTOKEN:?\s+([a-z2-7]{24})\b", re.I)
_SPAN = re.compile(r"(\d{1,4}(?:\.\d{1,3})?)([mhd])")
_RULING = re.compile(
    r"(?P<spell>.+?)\s+(?:(?P<suggestion>[1-9])|(?P<reworded>(?:INPUTS|COST|EFFECT)\s.+)"
    r"|WIZARD\s+(?P<wizard>.+?)(?:\s+OUTCOME\s+(?P<outcomes>.+))?)$"
)
_FIELD = re.compile(r"(?:^|\s)(INPUTS|COST|EFFECT)\s+(.+?)(?=\s(?:INPUTS|COST|EFFECT)\s|$)")
_UNITS = {"m": "minutes", "h": "hours", "d": "days"}


Edited = Page | PbpError
"""A list page as it was read for a decision, or why it could not be."""


@dataclass(frozen=True)
class Decided:
    """All that a decision's handler works with; `page` is the list page that ACCEPT-EDIT accepts."""

    desk: Desk
    tx: Tx
    decision: Decision
    at: datetime
    page: Edited | None = None

    @property
    def number(self) -> int:
        """The duel that is meant."""
        assert self.decision.duel is not None
        return self.decision.duel

    @property
    def words(self) -> str:
        """What is said to the verb."""
        return self.decision.words

    @property
    def why(self) -> str:
        """The reason."""
        return self.decision.why


def look(desk: Desk, heard: Heard) -> dict[int, Edited]:
    """The edited list pages that a letter of the Battle Master accepts, or why they cannot be read.

    They are read before the letter's transaction begins: no site is waited for inside one.
    """
    found: dict[int, Edited] = {}
    for decision in heard.decisions:
        if decision.verb == "ACCEPT-EDIT" and decision.duel is not None and decision.duel not in found:
            try:
                found[decision.duel] = ring.edited_page(desk, decision.duel)
            except StoreDown:
                raise
            except PbpError as error:
                found[decision.duel] = error
    return found


def hear(desk: Desk, tx: Tx, heard: Heard, at: datetime, edited: Mapping[int, Edited]) -> tuple[list[Answer], Written]:
    """Carries out the decisions in a letter from the Battle Master's address, if it is proven.

    Gives the answers to them, and the rest of the letter, which may be a player's. What one of them changes is part
    of this transaction; one that is refused changes nothing, and stops no other.
    """
    if not heard.decisions:
        return [], heard.rest
    channel, message = heard.channel, heard.message
    if not _is_proven(desk, tx, channel, message, at):
        if tx.wizard_at(channel, message.sender) and {decision.verb for decision in heard.decisions} == {"STATUS"}:
            return [], heard.whole  # a player's question
        token = desk.reply_token(tx, channel, message.sender, 0, at)
        return [Answer(Kind.MASTER_UNPROVEN, {"token": token})], heard.rest
    parts = []
    with desk.store.within(tx):
        for decision in heard.decisions:
            try:
                parts.append(_carried_out(desk, tx, decision, at, edited))
            except PbpError as error:
                parts.append(Answer(Kind.MASTER_REFUSED, {"line": decision.line, "why": str(error)}))
    return parts, heard.rest


def help_lines() -> list[str]:
    """What the Battle Master can decide by letter: each word as it is written, and what it is for."""
    return questions.listed(said_by(By.MASTER))


def _is_proven(desk: Desk, tx: Tx, channel: str, message: Message, at: datetime) -> bool:
    """Whether a letter is believed as a player's would be, and bears a reply token.

    The token is in its headers, or, where the site vouches for the sender, in its text.
    """
    tokens = [message.token, *(_TOKEN.findall(message.text)[:5] if message.vouched else ())]
    return any(token and desk.is_reply_token(tx, token, channel, message.sender, at) for token in tokens)


# ---- the decisions ---------------------------------------------------------------------------------------------------


def _carried_out(desk: Desk, tx: Tx, decision: Decision, at: datetime, edited: Mapping[int, Edited]) -> Answer:
    """Does one decision, and says so. Raises Refused if it is not meant for what is there now, PbpError."""
    word = DECISIONS[decision.verb]
    if decision.verb == "STATUS":
        return Answer(Kind.MASTER_STATUS, _status(tx, decision.duel))
    if DUEL in word.needs:
        _check(tx, word, decision)
    page = edited.get(decision.duel or 0)
    return Answer(Kind.MASTER_DONE, {"said": HANDLERS[decision.verb](Decided(desk, tx, decision, at, page))})


def _check(tx: Tx, word: Word, decision: Decision) -> None:
    """Whether a decision names the duel, the step and the reason that it needs. Raises Refused, NotFound."""
    if decision.duel is None:
        raise Refused(f"say which duel you mean: {word.form}")
    if STEP not in word.needs:
        return
    duel = tx.duel(decision.duel)
    if decision.step is None and duel.step > 1:
        raise Refused(f"say which step you mean, too: duel {duel.number} is in step {duel.step}")
    if decision.step not in (None, duel.step):
        raise Refused(f"duel {duel.number} is no longer in step {decision.step}, but in step {duel.step}")
    if WHY in word.needs and not decision.why:
        raise Refused("say why at the end of the line: … WHY the wiki was down")


def _take_page(d: Decided) -> str:
    pages.take_page(d.desk, d.words, d.at, read=d.decision.verb == "READ-PAGE")
    return f"I write on the page {d.words} from now on"


def _decide_sheet(d: Decided) -> str:
    accept = d.decision.verb == "ACCEPT-SHEET"
    edit = sheet_edits.decide(d.desk, d.words, accept=accept, at=d.at)
    return f"{edit.author}'s change of the sheet {'counts' if accept else 'is put back'}"


def _approve(d: Decided) -> str:
    wizard = people.approve(d.desk, d.tx, d.words, d.at)
    return f"{wizard.name} joins with {wizard.stars} Stars"


def _extend(d: Decided) -> str:
    until = lifecycle.extend(d.desk, d.number, _span(d.words), d.why, d.at)
    return f"the battle time of duel {d.number} is {utc(until)}"


def _cancel(d: Decided) -> str:
    lifecycle.cancel(d.desk, d.number, d.why, d.at)
    return f"duel {d.number} is cancelled"


def _pause(d: Decided) -> str:
    lifecycle.pause(d.desk, d.number, d.why, d.at)
    return f"duel {d.number} is paused"


def _resume(d: Decided) -> str:
    until = lifecycle.resume(d.desk, d.number, d.why, d.at)
    return f"duel {d.number} goes on" + (f"; its battle time is {utc(until)}" if until else "")


def _rule(d: Decided) -> str:
    ruling = _RULING.match(d.words)
    if ruling is None:
        raise Refused(
            "write RULE SPELL EFFECT new words WHY …, or RULE SPELL and the number of a suggestion, "
            "or RULE SPELL WIZARD name OUTCOME name=+2 WHY …"
        )
    wizard = outcomes = None
    reworded = _reworded(ruling["reworded"] or "")
    if ruling["wizard"]:
        with d.desk.store.tx() as tx:
            wizard = people.known(tx, ruling["wizard"]).name
        outcomes = _outcomes(ruling["outcomes"] or "")
    taken = int(ruling["suggestion"]) if ruling["suggestion"] else None
    over = rulings.rule(
        d.desk,
        d.number,
        ruling["spell"],
        d.at,
        why=d.why,
        wizard=wizard,
        outcomes=outcomes,
        suggestion=taken,
        **reworded,
    )
    return f"the ruling on {ruling['spell']} is recorded" + ("" if over else "; other spells wait for theirs")


def _accept_edit(d: Decided) -> str:
    page = d.page
    if isinstance(page, PbpError):
        raise page
    assert page, "it was read before this transaction began"
    reopen = bool(re.search(r"\bREOPEN\b", d.words))
    span = d.words.replace("REOPEN", "").replace("EXTEND", "").strip()
    ring.accept_edit(d.desk, d.number, page, d.at, extend=_span(span) if span else None, reopen=reopen)
    return f"the edited list of duel {d.number} counts"


def _restore_page(d: Decided) -> str:
    ring.restore_page(d.desk, d.number, d.at)
    return f"the list page of duel {d.number} is put back"


def _rolls(d: Decided) -> str:
    *values, url = d.words.split() or [""]
    if not values or not all(re.fullmatch(r"\d{1,18}", value) for value in values):
        raise Refused(f"write the numbers in their order, then the address: #{d.number} ROLLS 3 1 4 https://…")
    rolls.give(d.desk, d.number, [int(value) for value in values], url, d.at)
    return f"duel {d.number} goes on with {' '.join(values)}"


HANDLERS: Mapping[str, Callable[[Decided], str]] = {
    "EXTEND": _extend,
    "CANCEL": _cancel,
    "PAUSE": _pause,
    "RESUME": _resume,
    "RULE": _rule,
    "ACCEPT-EDIT": _accept_edit,
    "RESTORE-PAGE": _restore_page,
    "ROLLS": _rolls,
    "APPROVE": _approve,
    "TAKE-PAGE": _take_page,
    "READ-PAGE": _take_page,
    "ACCEPT-SHEET": _decide_sheet,
    "REFUSE-SHEET": _decide_sheet,
}
"""What each decision does, and says that it has done; STATUS only asks."""


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
    stuck = [(item.key, item.why) for item in tx.all_outgoing(TextState.STUCK)]
    stuck += [(page.title, page.why) for page in tx.pages() if page.state in (PageState.STUCK, PageState.HELD)]
    waits = [f"duel {ring}, before it is scheduled, waits for {what}" for ring, what in rolls.rings_waiting(tx)]
    waits += [
        f"revision {edit.revision} of the sheet, by {edit.author}: {'; '.join(edit.sentences)}"
        for edit in sheet_edits.waiting(tx)
    ]
    waits += [item.why for item in tx.all_outgoing(TextState.QUEUED) if item.kind != TextKind.LETTER and item.why]
    duels = [duel for duel in tx.duels(*RUNNING) if number in (None, duel.number)]
    return {"duels": duels, "stuck": stuck, "waits": waits, "number": number}
