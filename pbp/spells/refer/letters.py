"""What letters stand for: an input ("P, a position"), or what a sentence says ("let T be the Wizard at P")."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pbp.spells import tree as t
from pbp.spells.inputs import Puzzle
from pbp.spells.refer.context import TOP, Context
from pbp.spells.refer.lets import CHANGING
from pbp.spells.walk import has_member, is_one, parts

if TYPE_CHECKING:
    from pbp.spells.refer.meant import Meanings

_KINDS: dict[type[t.Node], tuple[str, Any]] = {
    t.LetterNum: ("number", t.NumberInput),
    t.LetterWord: ("word", t.WordInput),
    t.LetterSpell: ("spell", t.SpellInput),
}
"""For what kind of input each letter can stand."""


def find(words: Meanings, sentences: list[t.Act]) -> None:
    """Notes what is said of letters, since a letter may be used before: "gains N Stars, where N is ..."."""
    words.letters_said = [
        (number, part)
        for number, sentence in enumerate(sentences)
        for part in parts(sentence)
        if isinstance(part, t.Named)
    ]


def _ahead(words: Meanings, letter: str) -> None:
    """Reads a definition that stands behind. Raises Puzzle."""
    for number, act in words.letters_said:
        if act.letter == letter:
            if letter in words.letters_ahead:
                raise Puzzle(f"{letter.upper()} is said to be so many as itself")
            drawn = () if number == words.sentence else (t.Roll, t.Pick)
            if any(isinstance(part, (t.They, t.ThatMany, t.Result, t.Noted, *drawn)) for part in parts(act.what)):
                raise Puzzle(f"{letter.upper()} is spoken of before it is said what it is", "say that first")
            words.letters_ahead.add(letter)
            kept = list(words.here)
            _name(words, act)
            words.here = kept


def named(words: Meanings, act: t.Named) -> list[t.Act]:
    """Notes what a letter stands for; dice are rolled there. Raises Puzzle."""
    if act.letter in words.letters_ahead and [said.letter for _, said in words.letters_said].count(act.letter) == 1:
        return []
    words.letters_ahead.add(act.letter)
    return _name(words, act)


def _name(words: Meanings, act: t.Named) -> list[t.Act]:
    for index, asked in enumerate(words.inputs):
        inputs = (t.NumberInput(index), t.WordInput(index), t.SpellInput(index), t.Chosen(index))
        if asked.noun == act.letter and words.fix(act.what, TOP) in inputs:
            return []  # what the Inputs line says: "where N is the number chosen"
    taken = act.letter in words.letters or act.letter in words.letters_each
    if taken or any(asked.noun == act.letter for asked in words.inputs):
        name = f'"{act.letter.removesuffix(" Stars")}"' if len(act.letter) > 1 else act.letter.upper()
        raise Puzzle(f"{name} is said to be two things", "use two names", double=True)
    what = words.fix(act.what, TOP)
    if has_member(what):
        raise Puzzle(f"it is not clear what {act.letter.upper()} is")
    for part in parts(what):
        if isinstance(part, t.Times) and {t.Roll, t.Count} <= {type(one) for one in parts(part)}:
            raise Puzzle("one roll for all of them, or one for each?", "say: roll DICE6 once")
    words.letters[act.letter] = (what, words.stage)
    words.letter_last = words.sentence, act.letter
    spells = isinstance(act.what, t.Count) and isinstance(act.what.who, t.Casters)
    if spells:
        words.letters_of_spells.add(act.letter)
    if words.sentence_said == act and isinstance(what, t.Count) and not spells:
        words.spoken_of(what.who)  # "let N be the number of Wizards who cast Burn. Each of them ..."
    return [t.Rolls(part) for part in parts(what) if isinstance(part, t.Roll)]


def tied(words: Meanings, rule: t.TieRule) -> t.Top | None:
    """The one to whom the sentence before gave a letter, if a rule for a tie is about them. Raises Puzzle."""
    sentence, letter = words.letter_last
    what, _ = words.letters.get(letter, (None, 0))
    if sentence != words.sentence - 1 or not isinstance(what, t.Top) or letter in words.letters_used:
        return None
    if rule.letter not in ("", letter):
        raise Puzzle(f"the sentence before does not say who {rule.letter.upper()} is")
    ways = ("first", "last", "random", *(("all", "none") if rule.letter else ()))
    if rule.acts or rule.either or rule.way not in ways:
        raise Puzzle(
            f"it is not clear who {letter.upper()} is where there is a tie", "say: the one in the lowest position"
        )
    return what


def settled(words: Meanings, old: t.Top, new: t.Top) -> None:
    """Who a letter means, once it is said who of several it is."""
    _, letter = words.letter_last
    words.letters[letter] = (new, words.letters[letter][1])
    words.here = [new if who == old else who for who in words.here]
    words.before = [new if who == old else who for who in words.before]


def called(words: Meanings, node: t.Called, context: Context) -> t.Who:
    """The Wizard who is given a name, for what follows. Raises Puzzle."""
    who: t.Who = words.fix(node.who, context)
    known, _ = words.letters.get(node.name, (who, 0))
    asked = [t.Chosen(index) for index, one in enumerate(words.inputs) if one.noun == node.name]
    each, sentence = words.letters_each.get(node.name, (who, words.sentence))
    if known != who or asked not in ([], [who]) or (each != who and sentence == words.sentence):
        raise Puzzle(f'"{node.name.title()}" is said to be two Wizards', "use two names")
    if has_member(who):
        raise Puzzle(f'it is not clear who "{node.name.title()}" is')
    if asked:
        return who
    if is_one(who) or (len(node.name) > 1 and node.name.isalpha()):
        words.letters[node.name] = (who, words.stage)
    else:
        words.letters_each[node.name] = (who, words.sentence)
    return who


def _each(words: Meanings, letter: str, context: Context) -> t.Who:
    """The one of a group of whose members a letter is the name. Raises Puzzle."""
    group, sentence = words.letters_each[letter]
    if sentence != words.sentence:
        raise Puzzle(f"{letter.upper()} was each of several Wizards, in another sentence", "say it in one sentence")
    for said, depth in reversed(context.bound):
        while isinstance(said, t.Those) and said != group:
            said = said.group
        if said == group:
            return t.Member(context.depth - depth)
    if context.subject is not None:
        raise Puzzle(f"{letter.upper()} is each of several Wizards", f"say: for each Wizard {letter.upper()}: ...")
    return group


def whom(words: Meanings, node: t.LetterWho, context: Context) -> t.Who:
    """The Wizard for whom a letter stands. Raises Puzzle."""
    for index, asked in enumerate(words.inputs):
        if node.person and (asked.noun, asked.kind) == (node.letter, "position"):
            raise Puzzle(f"{node.letter.upper()} is a position: its number, or who is there?", "say: the Wizard at P")
        if asked.noun == node.letter and asked.kind in ("position" if node.place else "wizard", "position"):
            return t.Chosen(index)
        if asked.noun == node.letter and asked.kind == "number" and node.numbered:
            return t.At(t.NumberInput(index))
    if node.letter in words.letters_each and not node.place:
        return _each(words, node.letter, context)
    what, stage = _said(words, node.letter)
    if words.stage != stage and any(isinstance(part, CHANGING) for part in parts(what)):
        raise Puzzle(f'"{node.letter.title()}" may be somebody else by then', "name the Wizard again")
    words.letters_used.add(node.letter)
    match what:
        case t.Position(who) if not node.person:
            return who
        case t.Num() if node.numbered:
            return t.At(what)
        case t.Who() if not node.place and is_one(what):
            return what
    raise _unsaid(node.letter)


def group(words: Meanings, node: t.LetterGroup, context: Context) -> t.Who:
    """Those of whom a letter is the number, or for whom a word stands. Raises Puzzle."""
    what, stage = _said(words, node.letter)
    if node.letter in words.letters_of_spells:
        raise Puzzle(f"{node.letter.upper()} is a number of spells", "say who is meant")
    match what:
        case t.Count(who) if node.near and not isinstance(who, t.Neighbours):
            raise Puzzle(f"{node.letter.upper()} is not the number of neighbours", "say who is meant")
        case t.Count(who) | (t.Who() as who) if not is_one(who) and (
            (words.stage == stage and context.watch < 0) or not any(isinstance(part, CHANGING) for part in parts(who))
        ):
            words.letters_used.add(node.letter)
            return who
    if len(node.letter) > 1:
        known = any(said.letter == node.letter for _, said in words.letters_said)
        reason = f'it is not clear who a "{node.letter}" is here' if known else f'the word "{node.letter}" is unknown'
        raise Puzzle(reason, "say who they are")
    raise Puzzle(f"it is not said of whom {node.letter.upper()} is the number", "say who they are")


def meant(words: Meanings, node: t.LetterNum | t.LetterWord | t.LetterSpell, context: Context) -> t.Node:
    """The number or the word for which a letter stands. Raises Puzzle."""
    kind, made = _KINDS[type(node)]
    for index, asked in enumerate(words.inputs):
        if (asked.noun, asked.kind) == (node.letter, kind):
            found: t.Node = made(index)
            return found
    what, stage = _said(words, node.letter)
    match node, what:
        case t.LetterWord(), t.Stat(who, attr, False) if attr != "Stars":
            return t.ValueOf(who, attr)
        case (t.LetterWord(), t.Value() as said) | (t.LetterSpell(), t.SpellInput() as said):
            words.letters_used.add(node.letter)
            return said
        case t.LetterNum(each=each), t.Num() if isinstance(what, t.Count) or not each:
            later = words.stage != stage or context.watch >= 0
            if later and any(isinstance(part, CHANGING) for part in parts(what)):
                raise Puzzle(f"{node.letter.upper()} may have changed by then", "say the number again")
            words.letters_used.add(node.letter)
            return what
    raise _unsaid(node.letter)


def same_word(told: t.Compare) -> t.Cond | None:
    """ "(Whose) Staff is S", where S is a Staff: the same word; None if Stars or two things are compared."""
    match told:
        case t.Compare(t.Stat(who, attr, False), "=", t.Stat(owner, same, False)) if attr == same != "Stars":
            return t.Is(who, attr, t.ValueOf(owner, same))
    return None


def is_word(words: Meanings, node: t.LetterIs) -> t.Cond:
    """Whether a letter names this word: the one chosen, or the one that somebody wears. Raises Puzzle."""
    for index, asked in enumerate(words.inputs):
        if (asked.noun, asked.kind) == (node.letter, "word"):
            return t.Word(index, node.word)
    what, stage = _said(words, node.letter)
    match what:
        case t.Stat(who, attr, False) if attr != "Stars" and stage == words.stage:
            return t.Holds(who, ">=", t.Int(1), t.Is(t.Member(), attr, t.Text(node.word)))
        case t.WordInput(index):
            return t.Word(index, node.word)
    raise _unsaid(node.letter)


def _said(words: Meanings, letter: str) -> tuple[t.Node | None, int]:
    if letter not in words.letters:
        _ahead(words, letter)
    return words.letters.get(letter, (None, 0))


def _unsaid(letter: str) -> Puzzle:
    if len(letter) > 1:
        return Puzzle(f'nothing says who "{letter.title()}" is', "name the Wizard")
    return Puzzle(f"nothing says what {letter.upper()} is", "say it in the Inputs line, or: let N be the number of ...")


def check(words: Meanings, acts: tuple[t.Act, ...]) -> None:
    """That no number is used by what happens in different phases. Raises Puzzle."""
    for letter in words.letters_used:
        what, _ = words.letters[letter]
        early = any(isinstance(part, t.Void | t.Replace | t.Redirect | t.After) for part in parts(acts))
        late = any(isinstance(part, t.Change | t.Assign | t.Pay | t.Swap | t.Level) for part in parts(acts))
        if early and isinstance(what, t.Num) and not isinstance(what, t.Int | t.Roll | t.Position):
            raise Puzzle(f"it is not clear when {letter.upper()} is counted", "say the number itself")
        if early and late and any(isinstance(part, CHANGING) for part in parts(what)):
            raise Puzzle(f"it is not clear when it is found out who {letter.upper()} is", "name the Wizard again")
    for sentence, said in words.letters_said:
        if said.letter == "i" and "i" not in words.letters_used:
            words.sentence = sentence
            raise Puzzle('"I" could be this, or who casts the spell', "use another letter")
        asked = any(one.noun == said.letter for one in words.inputs)
        if len(said.letter) > 1 and said.letter not in words.letters_used and not asked:
            words.sentence = sentence
            raise Puzzle(f'nothing is said of "{said.letter.removesuffix(" Stars")}"', "say what happens to them")
