"""How many things were changed by what was said before: "gain 1 Star for each Hat so changed"."""

from __future__ import annotations

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.walk import conjuncts, parts, replaced

_SO = "changed "


def is_so(node: t.Node) -> bool:
    """Whether those are meant of whom a thing was changed."""
    return isinstance(node, t.They) and node.word.startswith(_SO)


def spelt_out(before: tuple[t.Act, ...], sentence: t.Act) -> t.Act:
    """The sentence, with whose things were changed, as they were before. Raises Puzzle where that is not certain."""
    said = next(part for part in parts(sentence) if isinstance(part, t.They) and is_so(part))
    attr = said.word.removeprefix(_SO)
    groups: list[t.Who] = []
    if any(_moves(part, attr) for part in parts(before[:-1])):
        raise _unclear()
    for clause in _clauses((*before[-1:], sentence)):
        made = [act for act in clause.acts if _moves(act, attr)]
        if made and not (clause.subject is not None and all(_turns(clause.subject, act, attr) for act in made)):
            raise _unclear()
        groups += [clause.subject] if made and clause.subject is not None else []
    if not groups:
        raise _unclear()
    whose: t.Who = groups[0] if len(groups) == 1 else t.Join(tuple(groups))
    found: t.Act = replaced(sentence, {said: whose})
    return found


def _unclear() -> Puzzle:
    return Puzzle("it is not clear how many of these were changed", "say: for each Wizard with ...")


def _clauses(acts: tuple[t.Act, ...]) -> list[t.Clause]:
    """What happens in any case, and all at once. Raises Puzzle."""
    found: list[t.Clause] = []
    for act in acts:
        if isinstance(act, t.Seq):
            found += _clauses(act.acts)
        elif isinstance(act, t.Clause):
            found.append(act)
        else:
            raise _unclear()
    return found


def _moves(node: t.Node, attr: str) -> bool:
    """Whether this could change that thing of somebody."""
    thing = getattr(node, "attr", None) if isinstance(node, t.Assign | t.Swap | t.Change | t.Pay) else None
    return thing is not None and (not isinstance(thing, str) or thing in ("", attr))


def _turns(group: t.Who, act: t.Act, attr: str) -> bool:
    """Whether what all of these have is another thing afterwards: "all Red Hats become Blue"."""
    if not isinstance(group, t.Those) or not isinstance(act, t.Assign) or not isinstance(act.value, t.Text):
        return False
    if act.who != t.Subject() or act.attr != attr or any(isinstance(part, t.They) for part in parts(group)):
        return False
    for test in conjuncts(group.test):
        match test:
            case t.Is(t.Member(0), name, t.Text(word)) if name == attr and word.lower() != act.value.word.lower():
                return True
            case t.Not(t.Is(t.Member(0), name, value)) if name == attr and value == act.value:
                return True
    return False
