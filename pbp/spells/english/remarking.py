"""What is said in brackets of what happens: who gets nothing of it, or what it is in other words.

It does nothing; it is refused where it is not so. What is asked when all pronouns are known stands in refer/remarked.py.
One function for each name after "->".
"""

from __future__ import annotations

from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.confirming import spared
from pbp.spells.english.lexicon import Said
from pbp.spells.english.outcomes import act
from pbp.spells.english.phrases import Own, Phrase, Pointer, Some, Verb
from pbp.spells.english.setting import unchanged
from pbp.spells.walk import is_one, parts

GETS = ("gain", "have", "keep", "collect")


def part_remark(before: t.Act, said: t.Act) -> t.Act:
    """ "That Wizard loses 3 Stars (nobody gets them)"."""
    match said:
        case t.Remark(kind) if not any(kind in _kinds(one) for one in parts(before)):
            raise NoSense
        case t.Remark("lost" | "unpaid") if any(isinstance(part, t.Pay) for part in parts(before)):
            raise NoSense
        case t.Remark():
            return before
    if any(isinstance(part, t.Watch | t.Void | t.Redirect | t.Replace) for part in parts(before)):
        raise NoSense
    return t.Seq((*(before.acts if isinstance(before, t.Seq) else (before,)), said))


def _kinds(made: t.Node) -> tuple[str, ...]:
    match made:
        case t.Change(gain=False):
            return "lost", "plain"
        case t.Change(gain=True):
            return "unpaid", "plain"
        case t.Act():
            return ("plain",)
    return ()


def _senses(said: tuple[Any, ...], *allowed: str) -> None:
    if any(word.sense not in allowed for word in said if isinstance(word, Said) and word.word.sort != "M"):
        raise NoSense


def remark_gone(*said: Any) -> t.Act:
    """ "(Nobody gets them)", "(nobody pays them)"."""
    *lost, verb = (word for word in said if isinstance(word, Said) and word.word.sort == "V")
    _senses(tuple(lost), "lose")
    if verb.sense in ("pay", "give") and not lost:
        return t.Remark("unpaid")
    _senses((verb,), *GETS)
    return t.Remark("lost")


def remark_lost(*said: Any) -> t.Act:
    """ "(They are lost)"."""
    _senses(said, "lose")
    return t.Remark("lost")


def remark_gone_to(*said: Any) -> t.Act:
    """ "(They go to nobody)"."""
    _senses(said, "go", "give", "pay", "to")
    return t.Remark("lost")


def remark_unpaid(*said: Any) -> t.Act:
    """ "(Nobody pays for it)", "(out of thin air)"."""
    _senses(said, "pay", "give", "lose", "come")
    return t.Remark("unpaid")


def remark_plain(*_: Any) -> t.Act:
    """ "(No conditions)"."""
    return t.Remark("plain")


def remark_spared(said: t.Act) -> t.Act:
    """ "(You lose nothing)", "(the second gains nothing)"."""
    match said:
        case t.Spared(t.Others(), way, attr, False):
            return t.Unmoved(None, way, attr)
        case t.Spared(t.Who() as who, way, attr, False):
            return t.Unmoved(who, way, attr)
    raise NoSense


def remark_nothing(subject: Phrase, verb: Said) -> t.Act:
    return remark_spared(spared(subject, Verb(verb.sense, "s", parts=(("object", Pointer("nothing")),))))


def remark_nobody_else(*_: Any) -> t.Act:
    """ "(Nobody else does)"."""
    return t.Unmoved(None, "", "")


def remark_again(said: t.Act) -> t.Act:
    """ "(So their Hat becomes None)"."""
    return t.SaidAgain(said, True)


def remark_said(said: t.Act) -> t.Act:
    """ "(Their Hat becomes None)"."""
    match said:
        case t.Clause(_, (t.Assign(),)):
            return t.SaidAgain(said, False)
    raise NoSense


def remark_paid(payer: Phrase, verb: Said, *said: Any) -> t.Act:
    """ "(They pay them to you)"."""
    to, receiver = said
    _senses((verb,), "pay", "give")
    match payer, receiver:
        case Some(one, "one"), Some(other, "one") if to.sense == "to":
            return t.PaidSo(one, other)
    raise NoSense


def remark_stays(subject: Phrase, verb: Said, *said: Any) -> t.Act:
    """ "(Theirs stay as they are)"."""
    _senses((verb,), "stay")
    _senses(said, "be")
    return unchanged(subject)


def remark_same(subject: Phrase, verb: Said) -> t.Act:
    """ "(Theirs stays the same)"."""
    _senses((verb,), "stay")
    return unchanged(subject)


def remark_not_changed(subject: Phrase, _do: str, verb: Said) -> t.Act:
    """ "(Theirs do not change)"."""
    _senses((verb,), "change")
    if not isinstance(subject, Own):
        raise NoSense
    return unchanged(subject)


def act_only_they(subject: Phrase, again: Phrase, verb: Verb) -> t.Act:
    """ "The caster (and only the caster) gains 2 Stars"."""
    if again != subject:
        raise NoSense
    return act_they_alone(subject, verb)


def act_they_alone(subject: Phrase, verb: Verb) -> t.Act:
    """ "The caster (and nobody else) gains 2 Stars"."""
    made = act(subject, verb)
    match subject, made:
        case Some(who, "one"), t.Clause(_, (t.Change(),)) if is_one(who):
            return t.Seq((made, t.Unmoved(None, "", "")))
    raise NoSense
