"""What happens to each of a group whose members a letter names. One function for each name after "->"."""

from __future__ import annotations

from dataclasses import replace

from pbp.spells import tree as t
from pbp.spells.chart import NoSense
from pbp.spells.english.articles import phrase
from pbp.spells.english.lexicon import Said, Word
from pbp.spells.english.nbar import n_counted_in
from pbp.spells.english.phrases import Casts, Nbar, Phrase, Some
from pbp.spells.english.selecting import voided
from pbp.spells.walk import is_one, parts, replaced


def for_each_letter(nbar: Nbar, act: t.Act) -> t.Act:
    """ "For each Wizard W other than the caster: W pays 2 Stars to the caster"."""
    if not any(role == "letter" for role, _ in nbar.mods):
        raise NoSense
    match phrase(("each", None), nbar):
        case Some(t.Called() as each, "each"):
            return _for_those(each, t.LetterWho(each.name), act) or _of_each(each, act)
    raise NoSense


_THAT_ONE = ("that neighbour", "that Wizard", "they", "them")


def for_each_of(nbar: Nbar, act: t.Act) -> t.Act:
    """ "For each neighbour of yours: if that neighbour cast Burn, they lose 2 Stars"."""
    found = phrase(("each", None), nbar)
    if not isinstance(found, Some) or found.how != "each" or found.place or is_one(found.who):
        raise NoSense
    return for_each_who(found.who, act, counted=True)


def for_each_who(group: t.Who, act: t.Act, *, counted: bool = False) -> t.Act:
    """What is said of "that Wizard", for each of a group; if `counted`, also what the caster gains for each of them.

    Raises NoSense.
    """
    words = {part for part in parts(act) if isinstance(part, t.They)}
    if not words:
        raise NoSense
    if any(word.word not in _THAT_ONE for word in words) or any(isinstance(p, t.LetterWho) for p in parts(act)):
        raise NoSense
    others = any(isinstance(part, t.Chosen | t.Top | t.Pick | t.At) for part in _before_whom(act))
    if others and words != {t.They("that neighbour")}:
        raise NoSense  # "for each neighbour: if the chosen Wizard cast Burn, they lose 2 Stars": who does?
    if t.They("that Wizard") in words and any(isinstance(part, t.Chosen | t.Top | t.Pick) for part in parts(group)):
        raise NoSense  # "look at each neighbour of the chosen Wizard: that Wizard loses 1 Star": the chosen one?
    match act:
        case t.Seq((t.Clause(None, (t.Note(number),)), t.Clause(t.They("they")))) if any(
            isinstance(part, t.Count) for part in parts(number)
        ):
            raise NoSense  # "count their neighbours who cast Burn, and they lose that many": those neighbours?
    one = t.LetterWho(EACH)
    each, told = t.Called(group, EACH), replaced(act, dict.fromkeys(words, one))
    return (_for_those(each, one, told) if counted else None) or _of_each(each, told)


def _for_those(each: t.Called, one: t.Who, act: t.Act) -> t.Act | None:
    """ "For each Wizard: if they have no Hat, you gain 2 Stars": 2 Stars for each Wizard with no Hat."""
    match act:
        case t.If(
            t.Holds(group, ">=", t.Int(1), test),
            (t.Clause(t.Caster(), (t.Change(t.Subject(), _, _, t.Int() as number, None) as change,)) as does,),
            (),
        ) if group == one and not any(isinstance(p, t.They | t.LetterWho | t.Roll | t.Pick) for p in parts(test)):
            those = t.Count(t.Those(each.who, test))
            amount = those if number == t.Int(1) else t.Times(number, those)
            return replace(does, acts=(replace(change, amount=amount),))
    return None


def _before_whom(act: t.Act) -> list[t.Node]:
    """All of what is said but the inputs that somebody's spell gets, if nobody is spoken of in them by a pronoun."""
    match act:
        case t.If(cond, (t.Clause(None, (t.Replace(t.They(), spell, inputs),)),), ()) | t.If(
            cond, (t.Instead(t.Clause(None, (t.Replace(t.They(), spell, inputs),))),), ()
        ) if not any(isinstance(part, t.They) for part in parts((spell, inputs))):
            return list(parts(cond))
        case t.Clause(None, (t.Replace(t.They()),)) | t.Clause(t.They(), (t.Replace() | t.Pay(),)) if (
            sum(isinstance(part, t.They) for part in parts(act)) == 1
        ):
            return []  # "find each ..., and make that Wizard pay the chosen Wizard 2 Stars": of whom it speaks first
    return list(parts(act))


def for_each_in_turn(group: t.Who, act: t.Act) -> t.Act:
    """As that, where it is done to one after the other, and must not depend on what was done to those before."""
    if any(isinstance(p, t.Neighbours | t.Top | t.Pick | t.Roll | t.Count | t.Total | t.Others) for p in parts(act)):
        raise NoSense
    if any(p.who not in (t.Member(0), *map(t.They, _THAT_ONE)) for p in parts(act) if isinstance(p, t.Stat)):
        raise NoSense
    return for_each_who(group, act)


def for_each_of_in_turn(nbar: Nbar, act: t.Act) -> t.Act:
    """ "For every Wizard in turn: if they cast Burn, they lose 2 Stars"."""
    match phrase(("each", None), nbar):
        case Some(who, "each", place=False) if not is_one(who):
            return for_each_in_turn(who, act)
    raise NoSense


EACH = "each one"
"""The name of those who have none."""
_SPELL = Nbar(Said(Word("N", "spell", form="s"), -1))


def for_each_if(nbar: Nbar, act: t.Act) -> t.Act:
    """ "For each neighbour, if that neighbour cast Burn, they lose 2 Stars"."""
    if not (isinstance(act, t.If | t.Trail) or _counts(act)):
        raise NoSense
    return for_each_of(nbar, act)


def for_each_of_these(group: Phrase, act: t.Act) -> t.Act:
    """ "For each of your neighbours, count the earlier Duels in which they cast Burn"."""
    if not isinstance(group, Some) or group.how not in ("each", "plural") or group.place or is_one(group.who):
        raise NoSense
    made = for_each_who(group.who, act)
    if not _counts(act) and not told_of_each(act):
        raise NoSense
    return made


def told_of_each(act: t.Act) -> bool:
    """Whether something is said of each of a group by themselves, and nothing drawn: once, or for each of them?"""
    return speaks_of_that_one(act) and not any(isinstance(part, t.Roll | t.Pick) for part in parts(act))


def speaks_of_that_one(act: t.Act | t.Cond) -> bool:
    """Whether something is said of "that Wizard" or "that neighbour", and so of each of a group by themselves."""
    return any(part in (t.They("that Wizard"), t.They("that neighbour")) for part in parts(act))


def _counts(act: t.Act) -> bool:
    """Whether something is counted, by whatever is done with it."""
    match act.acts[0] if isinstance(act, t.Seq) and act.acts else act:
        case t.Clause(None, (t.Note(),)):
            return True
    return False


def for_each_including(nbar: Nbar, part: Phrase, act: t.Act) -> t.Act:
    """ "For each Wizard, the caster included: ..."."""
    return for_each_of(n_counted_in(nbar, part), act)


def _of_each(each: t.Called, act: t.Act) -> t.Act:
    """What happens to each of a group whose members a letter names. Raises NoSense."""
    one = t.LetterWho(each.name)
    match act:
        case t.Clause(None, (t.Note(number) as told,), "b") if told.attr in ("", told.divided) and one in parts(number):
            return t.CountsEach(each, number)
        case t.Seq((t.Clause(None, (t.Note(number) as told,), "b"), t.Clause() as after)) if one in parts(
            number
        ) and _says_of_what(told, after):
            if t.ThatMany() not in parts(after) or not loses_part(number, after.acts):
                raise NoSense
            return _of_each(each, replaced(after, {t.ThatMany(): number}))
        case t.Seq(acts):
            return t.Seq(tuple(_of_each(each, part) for part in acts))
        case t.Trail(inner, cond, wanted, otherwise):
            return _in_case(each, one, cond if wanted else t.Not(cond), (inner,), (otherwise,) if otherwise else ())
        case t.If(cond, then, otherwise):
            return _in_case(each, one, cond, then, otherwise)
        case t.Clause(who, acts, form) if who == one and not any(
            isinstance(part, t.Pay) and part.receiver == one for part in acts
        ):
            return t.Clause(each, acts, form)
        case t.Clause(who, (t.Pay(receiver=receiver) as paid,), form) if receiver == one:
            rest = replace(paid, receiver=t.Subject())
            if one not in parts(rest) and (who is None or is_one(who)):
                return t.Clause(who, (replace(paid, receiver=each),), form)
        case t.Clause(None, (t.Void(t.Owner(who), False),)) if who == one:
            casts = phrase(("owned", Some(each.who, "each", apart=True)), _SPELL)
            assert isinstance(casts, Casts)
            return voided(casts)  # "that Wizard's spell has no effect"
        case t.Lasting(inner):
            return replace(act, act=_of_each(each, inner))
        case t.Clause(None, (t.Replace(who) as made,), form) if who == one and one not in parts(
            replace(made, who=t.Subject())
        ):
            return t.Clause(None, (replace(made, who=each),), form)
        case t.Instead(inner, False, None):
            return replace(act, act=_of_each(each, inner))
    raise NoSense


def _says_of_what(told: t.Note, after: t.Act) -> bool:
    """ "Count that Wizard's Crystals, and remove that many Stars from them": it is said of what there are as many."""
    return told.attr in ("", told.divided) or all(
        part.attr for part in parts(after) if isinstance(part, t.Change | t.Pay)
    )


def loses_part(number: t.Num, acts: tuple[t.Act, ...]) -> bool:
    """ "Divide that Wizard's Crystals by 3. They lose that many": so these did not become fewer by being divided."""
    match number, acts:
        case t.Part(t.Stat(_, attr)), _:
            return len(acts) == 1 and isinstance(acts[0], t.Change) and (acts[0].attr, acts[0].gain) == (attr, False)
    return True


def _said_of(made: t.Act, each: t.Who, these: t.Who) -> t.Act:
    """What happens to each of a group, of these of them. Raises NoSense."""
    match made:
        case t.Clause(who, acts) if who == each and each not in parts(acts):
            return replace(made, subject=these)
        case t.Clause(None, (t.Replace(who) as spell,)) if who == each:
            return replace(made, acts=(replace(spell, who=these),))
        case t.Instead(inner):
            return replace(made, act=_said_of(inner, each, these))
    raise NoSense


def _in_case(each: t.Called, one: t.Who, cond: t.Cond, then: tuple[t.Act, ...], otherwise: tuple[t.Act, ...]) -> t.Act:
    """What happens to those of a group of whom a condition is true, and to the others."""
    told = []
    if one not in parts(cond):
        raise NoSense  # of nobody in the group: said once, or for each of them?
    for case, acts in ((cond, then), (t.Not(cond), otherwise)):
        for part in acts:
            told.append(_said_of(_of_each(each, part), each, t.Those(each, case)))
    return told[0] if len(told) == 1 else t.Seq(tuple(told))
