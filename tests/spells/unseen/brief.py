"""A task sheet for a writer: `python tests/spells/unseen/brief.py SEED COUNT OUT [MEANING]`.

OUT is a folder: the sheet is sheet.md there, and the batch, for the score, drawn.json. MEANING is a page that says what
the words of spells mean; the sheet has it at its end, so that a writer knows what need not be said. Neither says
anything of what can be read.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from spells.unseen.draw import Drawn, batch, save
from spells.unseen.setting import COUNTED, OTHERS, WORDS

RULES = """\
# {count} spells to be put into your own words

You are one of the players of a game of Wizards. Below are {count} spells in stiff words. Write each of them anew as you
would write it on the wiki yourself: in your own manner, with your own sentences, order and expressions, but with
**exactly the same meaning** in every case that can come up. Nothing may be added, dropped or left open.

Hand in one line of JSON for each spell, in this form, and nothing else:

    {{"n": 1, "name": "...", "inputs": "...", "cost": "...", "speed": "...", "effect": "..."}}

`name` stays as given. `inputs`, `cost` and `speed` are empty ("") where there are none. `effect` is one text; a line
break in it is \\n. Inputs must be asked for in the order given, a position as a position and a Wizard's name as a
Wizard's name. Names of spells, attributes and their values stay as they are (Hat, Crystals, Red, Pointy, None ...).

## What you need to know of the game

- All Wizards stand in a ring, at positions 1, 2, 3 and so on; the last stands beside the first. Each has Stars,
  a {words}, which are words, and {numbers}, which are a number. Each Wizard casts at most
  one spell in a Duel; an idle one casts none. Who casts a spell is its caster.
- Inputs are what the caster chooses when casting: a position or a Wizard ("the Wizard in the chosen position"), a
  number, a spell, a word. A spell **targets** the Wizard so chosen, and nobody else: neighbours, groups and Wizards
  picked at random are affected but not targeted.
- Cost is paid to nobody when the spell is cast; who has less than that has no effect from the spell. Spells of a higher
  Speed come first; 1 is the usual Speed and need not be said.
- Within a spell everything happens at once, from the state before it; only "then" makes a further step that sees what
  went before. (Spells of the same Speed happen together too.)
- "Each Wizard" includes the caster, "each other Wizard" does not. Neighbours are the two at the positions next to
  somebody. The next position is one higher, the previous one lower. A Wizard without a Hat has the Hat None.
- "Nothing happens", under a condition, is said of the whole spell: where it is so, no sentence of it does anything.
- "The chosen option" and "the chosen item" are the word that was chosen; the caster's chosen item is the attribute of
  that name. A spell that "targets a Wizard" is one that has a position or a Wizard as its input.
- "A spell has no effect": nothing of it happens, but it was still cast. "Considered to have selected X instead": X is
  cast in its place, and the first spell was not cast. "Targets Y instead": the same spell hits Y.
- "Not affected by spells": they change neither Stars nor attributes of that Wizard. "Cannot lose Stars" stops the
  losses alone. "For the remainder of this Duel" is from this moment to the end of the Duel. "Whenever" is for each
  single gain or loss.
- "Pays 3 Stars to": one loses 3, the other gains 3. "If able": only if the payer has that many, else nothing. "Up to":
  as many of them as the payer has. "But not below 0": the loss is cut to what leaves 0.
- DICE6 is a roll of a die with 6 sides. One roll that is spoken of twice is the same roll; "a random Wizard" is drawn
  once, however often the spell speaks of that Wizard. Only where other spells "target a random Wizard instead" is one
  drawn for each of them.
- "Gained Stars this Duel": from spells, at an earlier moment of this Duel, whatever was lost besides. Where several
  share the most or the fewest, the spell says what is done; so must you.
- "The previous Duel", "the 2 previous Duels", "an earlier Duel": by what the Wizard cast there.

## The spells
"""


def sheet(drawn: list[Drawn], meaning: str = "") -> str:
    """The task sheet for a batch, with the page of what words mean, if there is one."""
    words = f"{', '.join(list(WORDS)[:-1])} and {list(WORDS)[-1]}"
    rules = RULES.format(count=len(drawn), words=words, numbers=" and ".join(COUNTED))
    spells = "\n".join(spell_text(number, spell) for number, spell in enumerate(drawn, 1)) + "\n"
    return rules + spells + (f"\n## What the words of spells mean\n\n{meaning}" if meaning else "")


def spell_text(number: int, drawn: Drawn) -> str:
    """One spell of the sheet, with blank places."""
    lines = [f"\n### {number}. {drawn.setting.own}\n"]
    lines.append(f"- Other spells on the list: {', '.join(other(name) for name in drawn.setting.others)}.")
    given = {"Inputs": drawn.inputs, "Cost": drawn.cost, "Speed": drawn.speed, "Effect": drawn.effect}
    lines += [f"- {label}: {text or ('1' if label == 'Speed' else 'none')}" for label, text in given.items()]
    blank = ", ".join(f'"{label.lower()}": ""' for label in given)
    return "\n".join([*lines, f'- Yours: {{"n": {number}, "name": "{drawn.setting.own}", {blank}}}'])


def other(name: str) -> str:
    """Another spell of the list, with its traits."""
    traits = OTHERS[name][4]
    return f"{name} ({traits})" if traits else name


def main(seed: str, count: str, out: str, meaning: str = "") -> None:
    """Writes the sheet and the batch."""
    folder = Path(out)
    folder.mkdir(parents=True, exist_ok=True)
    drawn, lost = batch(int(seed), int(count))
    (folder / "sheet.md").write_text(sheet(drawn, Path(meaning).read_text("utf-8") if meaning else ""), "utf-8")
    (folder / "drawn.json").write_text(save(int(seed), drawn), "utf-8")
    print(f"{folder}/sheet.md: {len(drawn)} spells; drawn for nothing: {dict(lost)}")


if __name__ == "__main__":
    main(*sys.argv[1:])
