"""Trees in their plain form: what is the same, however it was put, is one tree."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

from pbp.spells import tree as t
from pbp.spells.walk import BINDS, OF_A_CAST, conjuncts, has_member, mapped, names, parts, rebuilt, shift

ME = t.Member()


def plain(node: Any) -> Any:
    """The tree in its plain form; it means the same."""
    return mapped(node, _plain_node)


def _of_a_roll(test: t.Cond) -> t.Cond:
    """ "The first result is not equal to 6", as one of several conditions."""
    match test:
        case t.Not(t.Compare(t.Roll(), op, _) as asked):
            return replace(asked, op=t.OPPOSITE[op])
    return test


def _plain_node(made: t.Node) -> Any:
    """A node whose parts are plain, in its own plain form."""
    match made:
        case t.And(found):
            return _all(tuple(map(_of_a_roll, found)))
        case t.Or(found):
            return _any(tuple(map(_of_a_roll, found)))
        case t.Not(t.Not(part)):
            return part
        case t.Not(t.Or(found)) if all(isinstance(part, t.Is) for part in found):
            return _all(tuple(plain(t.Not(part)) for part in found))
        case t.Not(t.Compare(t.Stat(), op, _) as test) if op in ("<", "<=", ">", ">="):
            return replace(test, op=t.OPPOSITE[op])
        case t.Holds(t.Those(t.Caster() | t.Chosen() as one, kind), ">=", t.Int(1), test):
            return t.Holds(one, ">=", t.Int(1), _all((kind, test)))
        case t.Holds(t.Member(up), ">=", t.Int(1), test):
            return _of(test, up)
        case t.Those(group, test):
            return _those(group, test)
        case t.In(t.Member(up), t.Those(group, test)):
            return _all((*(() if group == t.All() else (t.In(made.who, group),)), _of(test, up)))
        case t.In(t.Member(), t.All()):
            return t.Always()
        case t.Without(whole, t.Those(t.All(), test)):
            return _those(whole, plain(t.Not(test)))
        case t.Without(whole, t.Join(several)) if any(map(_of_a_kind, several)):
            named = tuple(part for part in several if not _of_a_kind(part))
            left = t.Without(whole, t.Join(named) if len(named) > 1 else named[0]) if named else whole
            return reduce(lambda group, part: plain(t.Without(group, part)), filter(_of_a_kind, several), left)
        case t.Offset(t.Offset(of, t.Int(first)), t.Int(second)) if first + second:
            return t.Offset(of, t.Int(first + second))
        case t.Targets(_, t.All()):
            return t.Targets(made.who, None)
        case t.Void():
            return replace(made, who=_casters(made.who))
        case t.Redirect(_, was):
            return replace(made, who=_casters(made.who), was=None if was == t.All() else was)
        case t.Without(t.Without(_, out), part) if out == part:
            return made.whole
        case t.Without(t.Those(group, test), part):
            return _those(t.Without(group, part), test)
        case t.Assign(_, str() as attr, t.Stat(who, same, False)) if same == attr != "Stars":
            return replace(made, value=t.ValueOf(who, attr))
        case t.If(outer, (t.If(inner, then, ()),), ()):
            return t.If(_all((outer, inner)), then, (), made.at)
    return made


def _of_a_kind(who: t.Who) -> bool:
    """Whether these are all Wizards of whom something is so."""
    return isinstance(who, t.Those) and who.group == t.All()


def _casters(who: t.Who) -> t.Who:
    """A group of whose spells something is said: that they cast one goes without saying."""
    if not isinstance(who, t.Those):
        return who
    tests = conjuncts(who.test)
    left = tuple(test for test in tests if test != t.CastIs(ME))
    return _those(who.group, _all(left)) if left else who.group


def _all(conds: tuple[t.Cond, ...]) -> t.Cond:
    """All of these. That a spell was cast goes without saying where it is said of what kind, or at whom."""
    flat = [part for cond in conds for part in conjuncts(cond)]
    told = {part.who for part in flat if isinstance(part, OF_A_CAST) and part != t.CastIs(part.who)}
    left = [c for c in dict.fromkeys(flat) if not (isinstance(c, t.CastIs) and not c.names and c.who in told)]
    left = _alone([cond for cond in left if cond != t.Always()] or [t.Always()])
    return left[0] if len(left) == 1 else t.And(tuple(left))


def _alone(conds: list[t.Cond]) -> list[t.Cond]:
    """ "The caster has the most Stars, and nobody else has": a tie is no open question."""
    for cond in conds:
        match cond:
            case t.Holds(who, ">=", t.Int(1), t.In(t.Member(0), t.Top(ties="ruling") as top)):
                shared: t.Cond = t.In(t.Member(0), replace(top, ties="all"))
                nobody = t.Holds(t.Without(t.All(), who), "=", t.Int(0), cond.test)
                if nobody in conds:
                    known: dict[t.Cond, t.Cond] = {one: replace(one, test=shared) for one in (cond, nobody)}
                    return [known.get(one, one) for one in conds]
    return conds


def _any(conds: tuple[t.Cond, ...]) -> t.Cond:
    flat = tuple(dict.fromkeys(part for cond in conds for part in (cond.parts if isinstance(cond, t.Or) else (cond,))))
    return flat[0] if len(flat) == 1 else t.Or(flat)


def _those(group: t.Who, test: t.Cond) -> t.Who:
    """Those of a group; everyone who is among some others is those others."""
    if isinstance(group, t.Those):
        return _those(group.group, _all((group.test, test)))
    tests = conjuncts(test)
    self_but = next((part for part in tests if _is_not(part)), None)
    if isinstance(self_but, t.Not) and isinstance(self_but.part, t.Same):
        rest = tuple(part for part in tests if part != self_but)
        fewer = t.Without(group, shift(self_but.part.right, -1))
        return _those(fewer, _all(rest)) if rest else fewer
    among = next((part for part in tests if group == t.All() and _names_all(part)), None)
    if isinstance(among, t.In):
        rest = tuple(part for part in tests if part != among)
        inner: t.Who = shift(among.group, -1)
        return _those(inner, _all(rest)) if rest else inner
    return group if test == t.Always() else t.Those(group, test)


def _is_not(test: t.Cond) -> bool:
    """Whether a test leaves out one Wizard, the same for everyone."""
    match test:
        case t.Not(t.Same(t.Member(0), t.Caster() | t.Chosen() | t.At() | t.Offset() as who)):
            return not _has_me(who) and not any(isinstance(part, t.Pick | t.Top | t.Roll) for part in parts(who))
    return False


def _names_all(test: t.Cond) -> bool:
    if not isinstance(test, t.In) or test.who != ME:
        return False
    drawn = any(
        isinstance(part, t.Pick | t.Roll) or (isinstance(part, t.Top) and part.ties != "all")
        for part in parts(test.group)
    )
    return not drawn and not _has_me(test.group)


def _has_me(node: Any, depth: int = 0) -> bool:
    """Whether a tree speaks of Member(0) outside it."""
    if isinstance(node, t.Member):
        return node.up == depth
    if isinstance(node, tuple):
        return any(_has_me(part, depth) for part in node)
    if not isinstance(node, t.Node) or not has_member(node, depth):
        return False
    binds = BINDS.get(type(node), {})
    return any(_has_me(getattr(node, name), depth + binds.get(name, 0)) for name in names(type(node)))


def _of(node: Any, up: int, depth: int = 0) -> Any:
    """A test of Member(0) as one of the member `up` groups further out, read outside it."""
    if isinstance(node, t.Member):
        if node.up == depth:
            return t.Member(up + depth)
        return t.Member(node.up - 1) if node.up > depth else node
    if isinstance(node, tuple):
        return tuple(_of(part, up, depth) for part in node)
    if not isinstance(node, t.Node):
        return node
    binds = BINDS.get(type(node), {})
    return rebuilt(node, lambda name, value: _of(value, up, depth + binds.get(name, 0)))


def renumbered(acts: tuple[t.Act, ...]) -> tuple[t.Act, ...]:
    """The outcomes with their draws numbered from 1, in the order of the text."""
    keyed = [p for p in parts(acts) if isinstance(p, t.Roll | t.Pick) or (isinstance(p, t.Top) and p.ties == "random")]
    order = {key: index + 1 for index, key in enumerate(sorted({p.key for p in keyed}))}

    def number(made: Any) -> Any:
        if isinstance(made, t.Roll | t.Pick) or (isinstance(made, t.Top) and made.ties == "random"):
            return replace(made, key=order[made.key])
        return made

    found: tuple[t.Act, ...] = mapped(acts, number)
    return found
