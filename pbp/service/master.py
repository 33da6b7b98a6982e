"""The Battle Master's decisions, by letter or at the desk: heard if they are proven, checked, and carried out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from pbp.commands import Written
from pbp.commands.answers import Kind
from pbp.commands.decisions import Decision
from pbp.commands.word import DUEL, STEP, WHY, By, CommandWord
from pbp.commands.words import DECISIONS, said_by
from pbp.errors import PbpError, Refused, StoreDown
from pbp.ports import Message
from pbp.service import (
    decided_duels,
    decided_people,
    decided_tournaments,
    leaks,
    questions,
    ring,
    rolls,
    sheet_edits,
    tokens,
)
from pbp.service.asked import Answer, HeardMessage
from pbp.service.decided import Decided, Edited, Handler
from pbp.service.desk import Desk
from pbp.store import Tx
from pbp.store.states import RUNNING, PageState, TextKind, TextState

HANDLERS: Mapping[str, Handler] = {
    **decided_duels.HANDLERS,
    **decided_people.HANDLERS,
    **decided_tournaments.HANDLERS,
}
"""What each decision does, and says that it has done; STATUS only asks."""


def look(desk: Desk, heard: HeardMessage) -> dict[int, Edited]:
    """The edited list pages that a letter of the Battle Master accepts, or why they cannot be read.

    They are read before the letter's transaction begins: no site is waited for inside one.
    """
    return look_for(desk, heard.decisions)


def look_for(desk: Desk, made: Iterable[Decision]) -> dict[int, Edited]:
    """The edited list pages that these decisions accept, or why they cannot be read. Raises StoreDown."""
    found: dict[int, Edited] = {}
    for decision in made:
        if decision.verb == "ACCEPT-EDIT" and decision.duel is not None and decision.duel not in found:
            try:
                found[decision.duel] = ring.edited_page(desk, decision.duel)
            except StoreDown:
                raise
            except PbpError as error:
                found[decision.duel] = error
    return found


def hear(
    desk: Desk, tx: Tx, heard: HeardMessage, at: datetime, edited: Mapping[int, Edited]
) -> tuple[list[Answer], Written]:
    """Carries out the decisions in a letter from the Battle Master's address, if it is proven.

    Gives the answers to them, and the rest of the letter, which may be a player's. What one of them changes is part
    of this transaction; one that is refused changes nothing, and stops no other.
    """
    if not heard.decisions:
        return [], heard.rest
    channel, message = heard.channel, heard.message
    token, why = _proof(desk, tx, channel, message, at)
    if why:
        if tx.wizard_at(channel, message.sender) and {decision.verb for decision in heard.decisions} == {"STATUS"}:
            return [], heard.whole  # a player's question
        new = desk.reply_token(tx, channel, message.sender, 0, at)
        return [Answer(Kind.MASTER_UNPROVEN, {"token": new, "why": why})], heard.rest
    parts = []
    for decision in heard.decisions:
        try:
            with tx.attempt():
                parts.append(_carried_out(desk, tx, decision, at, edited, by=message.sender))
        except PbpError as error:
            parts.append(Answer(Kind.MASTER_REFUSED, {"line": decision.line, "why": str(error)}))
    if any(part.kind == Kind.MASTER_DONE for part in parts):
        tokens.spend(tx, token, at)
        if token != message.token:  # a reply to the answer would not bear its token
            parts.append(Answer(Kind.MASTER_NEXT, {"token": desk.reply_token(tx, channel, message.sender, 0, at)}))
    return parts, heard.rest


def decide(
    desk: Desk, tx: Tx, decision: Decision, by: str, at: datetime, edited: Mapping[int, Edited], *,
    rehearsed: bool = False,
) -> Answer:  # fmt: skip
    """Carries out a decision that was made at the desk, whose private link proves it. `by`: whose link that is.

    `edited`: what `look_for` has found for it; one that is `rehearsed` is undone by the caller, and changes nothing
    outside the store. Raises PbpError if it is refused: then the caller's transaction must be lost.
    """
    return _carried_out(desk, tx, decision, at, edited, by=by, rehearsed=rehearsed)


def help_lines() -> list[str]:
    """What the Battle Master can decide by letter: each word as it is written, and what it is for."""
    return questions.listed(said_by(By.MASTER))


def _proof(desk: Desk, tx: Tx, channel: str, message: Message, at: datetime) -> tuple[str, str]:
    """The reply token by which a letter is proven; or why it is not: it bears none ("none"), or one that has served.

    The token is in its headers, or, where the site vouches for the sender, in its text.
    """
    found = [token for token in (message.token, *(tokens.said(message.text)[:5] if message.vouched else ())) if token]
    for token in found:
        if desk.is_reply_token(tx, token, channel, message.sender, at):
            return token, ""
    return "", "served" if any(tokens.is_spent(tx, token) for token in found) else "none"


# ---- the decisions ---------------------------------------------------------------------------------------------------


def _carried_out(
    desk: Desk, tx: Tx, decision: Decision, at: datetime, edited: Mapping[int, Edited], *, by: str,
    rehearsed: bool = False,
) -> Answer:  # fmt: skip
    """Does one decision, its words cut of live secrets, journals who made it, and says what came of it.

    Raises Refused if it is not meant for what is there now, PbpError.
    """
    word = DECISIONS[decision.verb]
    if decision.verb == "STATUS":
        return Answer(Kind.MASTER_STATUS, _status(tx, decision.duel))
    _check(tx, word, decision)
    words, why = leaks.without(desk, tx, (decision.words, decision.why))
    decision = replace(decision, words=words, why=why)
    page = edited.get(decision.duel or 0)
    said = HANDLERS[decision.verb](Decided(desk, tx, decision, at, page, rehearsed))
    told = said if decision.verb != "READ-LETTER" else f"letter {decision.words.split()[0]} is read"
    tx.journal(at, "decided", decision.duel, by=by, verb=decision.verb, said=told)
    return Answer(Kind.MASTER_DONE, {"said": said})


def _check(tx: Tx, word: CommandWord, decision: Decision) -> None:
    """Whether a decision names the duel, the step and the reason that it needs. Raises Refused, NotFound."""
    if DUEL in word.needs and decision.duel is None:
        raise Refused(f"say which duel you mean: {word.form}")
    if STEP in word.needs:
        duel = tx.duel(decision.duel or 0)
        if decision.step is None and duel.step > 1:
            raise Refused(f"say which step you mean, too: duel {duel.number} is in step {duel.step}")
        if decision.step not in (None, duel.step):
            raise Refused(f"duel {duel.number} is no longer in step {decision.step}, but in step {duel.step}")
    if WHY in word.needs and not decision.why:
        raise Refused("say why at the end of the line: … WHY the wiki was down")


def _status(tx: Tx, number: int | None) -> dict[str, Any]:
    """What runs and what waits; no order, and nothing of who has sent one."""
    stuck = [(item.key, item.why) for item in tx.all_outgoing(TextState.STUCK)]
    stuck += [(page.title, page.why) for page in tx.pages_unset(PageState.STUCK, PageState.HELD)]
    waits = [f"duel {ring}, before it is scheduled, waits for {what}" for ring, what in rolls.rings_waiting(tx)]
    waits += [
        f"revision {edit.revision} of the sheet, by {edit.author}: {'; '.join(edit.sentences)}"
        for edit in sheet_edits.waiting(tx)
    ]
    waits += [item.why for item in tx.all_outgoing(TextState.QUEUED) if item.kind != TextKind.LETTER and item.why]
    duels = [duel for duel in tx.duels(*RUNNING) if number in (None, duel.number)]
    return {"duels": duels, "stuck": stuck, "waits": waits, "number": number}
