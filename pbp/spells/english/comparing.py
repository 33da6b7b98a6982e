"""What is compared, for the sentences that follow: "Compare your Hat with theirs. If they are the same, ...".

One function for each name after "->", and what the verb does.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import phrase
from pbp.spells.english.having import best_of
from pbp.spells.english.lexicon import Said, more_or_less, only
from pbp.spells.english.outcomes import happens
from pbp.spells.english.phrases import ME, Amount, Nbar, Number, Own, Phrase, Roles, Some, Verb
from pbp.spells.english.things import plain_number
from pbp.spells.sense.sentences import Lead
from pbp.spells.walk import parts, replaced

LOOKED_AT = "looked at"
"""The thing that was compared, where it is not named again: "the one with the most"."""
THEM = Some(t.They("ones two"), "each")


@happens("compare", "passive compare")
def _compare(roles: Roles) -> t.Act:
    """ "Compare the Stars of your neighbours", "compare your Hat with the chosen Wizard's"."""
    if roles.verb.passive:
        what = roles.subject
    elif roles.subject in (None, Some(t.Caster())) and roles.form in ("b", "s"):
        what = roles.take("object")
    elif isinstance(roles.subject, Some) and isinstance(roles.subject.who, t.Join) and roles.subject.how == "each":
        what = roles.take("object")  # "the caster and the chosen Wizard compare their Stars"
        match what:
            case Own(Some(t.They("they"), "one") as owner, str()):
                what = replace(what, owner=replace(owner, who=roles.subject.who, how="each"))
            case Amount("bare", None, attr, "", None, None):
                what = Own(roles.subject, attr)
            case _:
                raise NoSense
    else:
        raise NoSense
    other = roles.maybe("with") or roles.maybe("to")
    match as_owned(what), as_owned(other):
        case Some(who, "each" | "plural", place=False), None:
            return t.Clause(None, (t.Mention(who),), roles.form)
        case Own(Some(who, "each" | "plural"), str() as attr, False), None if attr:
            return t.Clause(None, (t.Mention(who, attr),), roles.form)
        case Own(Some(one, "one"), str() as attr, False), Own(Some(another, "one"), str() as same, False) if attr and (
            same in ("", attr)
        ):
            return t.Clause(None, (t.Mention(t.Join((one, another)), attr),), roles.form)
        case (Own() | Number() as mine, Number(t.Int() as number)):
            return t.Clause(None, (t.Note(t.Gap(plain_number(mine), number), "gap"),), roles.form)
    raise NoSense


def as_owned(what: Phrase | None) -> Phrase | None:
    """ "The number of Stars that the caster has" as "the caster's Stars"."""
    match what:
        case Number(t.Stat(who, attr, False)):
            return Own(Some(who), attr)
    return what


def headed_rank(best: Said, attr: str, act: t.Act) -> t.Act:
    """ "Most Stars: whoever has the most loses 3 Stars"."""
    tops = [(part.most, getattr(part.by, "attr", "")) for part in parts(act) if isinstance(part, t.Top)]
    if not tops or any(most != (best.sense == "most") or of not in (attr, LOOKED_AT) for most, of in tops):
        raise NoSense
    return t.Seq((t.Clause(None, (t.Mention(t.All(), attr),)), act))


def looked_at(what: Phrase) -> t.Act | None:
    """ "Look at the Crystals of your neighbours": for what follows."""
    match what:
        case Own(Some(who, "each" | "plural"), str() as attr, False) if attr:
            return t.Clause(None, (t.Mention(who, attr),), "b")
    return None


def alike(subject: Phrase, preds: object) -> t.Cond | None:
    """ "(If) they are the same", "they differ": what was compared; None where it is not that."""
    if not isinstance(subject, Some) or not isinstance(subject.who, t.They) or not isinstance(preds, Verb):
        return None
    if subject.who.word not in ("they", "both", "those") or preds.passive or preds.modal or preds.perfect:
        return None
    match preds.sense, preds.parts:
        case "be", (("adj", Said() as said),) if said.sense in ("same", "equal", "different"):
            same = said.sense != "different"
        case "match" | "differ", ():
            same = preds.sense == "match"
        case _:
            return None
    return t.Alike(same != preds.denied)


def gap_of_two(*noun: Said) -> Phrase:
    """ "The difference between the two numbers", of what was counted or compared."""
    if any(word.sense != "number" or word.word.form != "p" for word in noun):
        raise NoSense
    return Number(t.Result("its gap"))


def best_bare(*said: Said) -> Phrase:
    """ "(The one with) the most", "the second most": of what was compared."""
    *nth, best = said
    if any(word.sense != "ordinal" for word in nth):
        raise NoSense
    return best_of(best, LOOKED_AT, *nth)


def one_with_more(way: Said, *nbar: Nbar) -> Phrase:
    """ "The one with fewer Stars", "whichever has more": of the two that were compared."""
    more = more_or_less(way) == ">"
    attr = LOOKED_AT
    if nbar:
        thing = phrase(("bare", None), nbar[0])
        if not isinstance(thing, Amount) or thing.op != "bare":
            raise NoSense
        attr = thing.attr
    return Some(t.Top(THEM.who, t.Stat(ME, attr), more, "ruling"))


def whichever_more(*said: object) -> Phrase:
    """ "Whichever of them has more Stars"."""
    way = next(word for word in said if isinstance(word, Said))
    return one_with_more(way, *(word for word in said if isinstance(word, Nbar)))


def lead_ahead(subject: Phrase, have: str, way: Said) -> Lead:
    """ "(If) you have more", "(if) yours is higher": than the other of the two that were compared."""
    if have not in ("s", "b", "d"):
        raise NoSense
    match subject:
        case Some(who, "one", place=False) | Own(Some(who, "one"), "", False):
            return "if", t.Ahead(who, more_or_less(way))
    raise NoSense


# ---- that who is tied counts too


def tied_for_best(best: Said, thing: str = "") -> tuple[str, str]:
    """ "(Being tied) for the most Stars (counts)"."""
    return best.sense, thing


def tied_for_lead() -> tuple[str, str]:
    """ "(Sharing) first place (is enough)"."""
    return "most", ""


def tied_for_last() -> tuple[str, str]:
    return "fewest", ""


def tied_too(cond: t.Cond, *said: Any) -> t.Cond:
    """ "(If you have the most Stars) (being tied counts)": said of who has the most, and no more than that."""
    only(said, {"N": ("wizard",), "Q": ("you", "they")})
    best = next((word for word in said if isinstance(word, tuple)), ("", ""))
    match cond:
        case t.Holds(t.Who() as who, ">=" | "=", _, test):
            you = any(isinstance(word, Said) and word.sense == "you" for word in said)
            if you and who not in (t.Caster(), t.Caster(you=True)):
                raise NoSense
            tops = [part for part in parts(test) if isinstance(part, t.Top)]
            match tops, test:
                case [t.Top(t.All(), by, most, "ruling" | "all", count=1) as top], t.In() | t.Grouped(t.In()):
                    _best_said(best, by, most)
                    made: t.Cond = replaced(cond, {top: replace(top, ties="all")})
                    return made
                case [], t.Compare(t.Stat() as left, ">" | "<" as op, t.Stat()) if (cond.op, cond.number) == NOBODY:
                    _best_said(best, left, op == ">")
                    return cond  # "if nobody has more Stars than you (being tied is enough)"
    raise NoSense


NOBODY = "=", t.Int(0)


def _best_said(best: tuple[str, str], by: t.Num, most: bool) -> None:
    way, thing = best
    if way not in ("", "most" if most else "fewest"):
        raise NoSense
    if thing and not (isinstance(by, t.Stat) and by.attr == thing):
        raise NoSense
