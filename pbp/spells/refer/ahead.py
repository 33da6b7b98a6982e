"""Rules for a tie that stand before what they are about: "In a tie, nothing happens. The Wizard with the most ..."."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.english.binding import loses_part
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import parts, replaced


def beside(sentences: list[t.Act]) -> list[t.Act]:
    """The sentences of an Effect, each rule for a tie put beside the outcome that it is about."""
    found = list(sentences)
    for at, rule in enumerate(sentences[:-1]):
        if not isinstance(rule, t.TieRule) or _open(sentences[:at]) or _open(sentences[at + 2 :]):
            continue
        about = _about(rule, sentences[at + 1])
        if about is not None:
            found[at : at + 2] = t.Seq(()), t.Seq((about, replace(rule, ahead=True)))
    return found


def found_so(sentences: list[t.Act]) -> list[t.Act]:
    """ "If you have a Hat, find the Wizard with the most Stars. That Wizard loses 2 Stars": who is found only then.

    "If you have a Hat, count the Wizards who cast Burn. You lose that many Stars": what is counted only then, too.
    """
    made = list(sentences)
    for at, sentence in enumerate(sentences[:-1]):
        match sentence, sentences[at + 1]:
            case (
                t.If(_, (t.Clause(None, (t.Mention(who),)) as found,), ())
                | t.If(_, (t.Seq((t.Clause(None, (t.Mention(who),)), t.TieRule())) as found,), ()),
                t.Clause(t.They("that Wizard")) as after,
            ):
                last = not any(isinstance(part, t.They) for part in parts(tuple(sentences[at + 2 :])))
                if last and isinstance(who, t.Top | t.Pick):
                    made[at : at + 2] = t.Seq(()), replace(sentence, then=(found, after))
            case t.If(_, (t.Clause(None, (t.Note(number),)) as found,), ()), t.Clause() as after if _of_a_count(after):
                if any(isinstance(part, _NAMED_BEFORE) for part in parts(number)):
                    continue  # "roll DICE6. If you have a Hat, double it. Lose that many": without one, as it was?
                they = any(isinstance(part, t.They) for part in parts(after))  # those who were counted?
                if not they and not any(_of_a_count(part) for part in sentences[at + 2 :]):
                    made[at : at + 2] = t.Seq(()), replace(sentence, then=(t.Seq((found, after)),))
    return made


_NAMED_BEFORE = (t.Noted, t.Result, t.Roll, t.ThatMany, t.NumberInput)
"""Numbers that there are before something is made of them."""


def each_count(sentences: list[t.Act]) -> list[t.Act]:
    """ "For each Wizard: count the earlier Duels in which they cast Burn. They lose that many Stars." Raises Puzzle."""
    made = list(sentences)
    for at, sentence in enumerate(sentences):
        if not isinstance(sentence, t.CountsEach):
            continue
        match sentences[at + 1 : at + 2]:
            case [t.Clause(t.They("they"))] if any(isinstance(part, t.Count) for part in parts(sentence.number)):
                raise Puzzle('"they" could mean those who are counted', "say: that Wizard", double=True)
            case [t.Clause(t.They(word), acts, form)] if word in THAT_ONE and t.ThatMany() in parts(acts):
                one = t.LetterWho(sentence.each.name)
                known: dict[t.Node, t.Node] = {t.They(word): one, t.ThatMany(): sentence.number}
                if not loses_part(sentence.number, acts):
                    raise Puzzle("what was divided may have become less by that", "say: a third of ...")
                if len(acts) == 1 and not any(_of_a_count(part) for part in sentences[at + 2 :]):
                    made[at : at + 2] = t.Seq(()), t.Clause(sentence.each, replaced(acts, known), form)
                    continue
        raise Puzzle("nothing is said of what is counted of each of them", "say: each Wizard loses 1 Star for each ...")
    return made


THAT_ONE = ("that neighbour", "that Wizard", "they")
"""Words for each of those of whom something is counted."""


def _of_a_count(sentence: t.Act) -> bool:
    """Whether a sentence speaks of a number that was counted, or of what goes before it."""
    return any(isinstance(part, t.ThatMany | t.Noted) for part in parts(sentence))


def _open(sentences: Sequence[t.Act]) -> bool:
    """Whether somebody is the one with the most, and it is not said who that is in a tie."""
    return any(isinstance(part, t.Top) and part.ties == "ruling" for part in parts(tuple(sentences)))


def _alone(after: t.Act) -> bool:
    """Whether something happens only where one Wizard alone is the highest."""
    match after:
        case t.If(t.Holds(t.All(), "=", t.Int(1), t.In(t.Member(0), t.Top(t.All())))):
            return True
    return False


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
    if isinstance(after, t.TieRule):
        return None
    if rule.way in ("nothing", "none") and _alone(after):
        return after  # "if one Wizard alone has the most, ...": which is so already
    if not _open((after,)):
        return None
    after = _of_them(rule, after)
    if after == t.Else(getattr(after, "act", t.Nothing())):
        assert isinstance(after, t.Else)
        return after.act if rule.way in ("nothing", "none") or rule.acts else None
    # "If they are tied, each of them gains 2 Stars. The one with the fewest ...": in that case as well?
    return after if rule.way in ("nothing", "none") or not (rule.acts or rule.does) else None
