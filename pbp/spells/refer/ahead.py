"""Rules for a tie that stand before what they are about: "In a tie, nothing happens. The Wizard with the most ..."."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.walk import parts, replaced


def beside(sentences: list[t.Act]) -> list[t.Act]:
    """The sentences of an Effect, each rule for a tie put beside the outcome that it is about."""
    found = list(sentences)
    for at, rule in enumerate(sentences[:-1]):
        if not isinstance(rule, t.TieRule) or _open(sentences[:at]) or _open(sentences[at + 2 :]):
            continue
        about = _about(rule, sentences[at + 1])
        if about is not None:
            found[at : at + 2] = t.Seq(()), t.Seq((about, replace(rule, here=True)))
    return found


def found_so(sentences: list[t.Act]) -> list[t.Act]:
    """ "If you have a Hat, find the Wizard with the most Stars. That Wizard loses 2 Stars": who is found only then."""
    made = list(sentences)
    for at, sentence in enumerate(sentences[:-1]):
        match sentence, sentences[at + 1]:
            case t.If(_, (t.Clause(None, (t.Mention(who),)) as found,), ()), t.Clause(t.They("that Wizard")) as after:
                last = not any(isinstance(part, t.They) for part in parts(tuple(sentences[at + 2 :])))
                if last and isinstance(who, t.Top | t.Pick):
                    made[at : at + 2] = t.Seq(()), replace(sentence, then=(found, after))
    return made


def _open(sentences: Sequence[t.Act]) -> bool:
    """Whether somebody is the one with the most, and it is not said who that is in a tie."""
    return any(isinstance(part, t.Top) and part.ties == "ruling" for part in parts(tuple(sentences)))


def _of_them(rule: t.TieRule, after: t.Act) -> t.Act:
    """ "(If your neighbours are tied, ...) Otherwise, the one with the most Stars ...": the one of those neighbours."""
    if not rule.near or isinstance(rule.near, str):
        return after
    whose = rule.near if isinstance(rule.near, t.Who) else t.Neighbours(t.They("owner"))
    words = ("ones", "ones two", "them", "those") if isinstance(after, t.Else) else ("them", "those")
    known: dict[t.Node, t.Node] = {
        top: replace(top, among=whose)
        for top in parts(after)
        if isinstance(top, t.Top) and isinstance(top.among, t.They) and top.among.word in words
    }
    made: t.Act = replaced(after, known)
    return made


def _about(rule: t.TieRule, after: t.Act) -> t.Act | None:
    """The outcome that a rule is about, which is told where there is no tie; None if it is about none."""
    if isinstance(after, t.TieRule) or not _open((after,)):
        return None
    after = _of_them(rule, after)
    if after == t.Else(getattr(after, "act", t.Nothing())):
        assert isinstance(after, t.Else)
        return after.act if rule.way in ("nothing", "none") or rule.acts else None
    # "If they are tied, each of them gains 2 Stars. The one with the fewest ...": in that case as well?
    return after if rule.way in ("nothing", "none") or not (rule.acts or rule.does) else None
