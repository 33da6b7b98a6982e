"""A word that a text gives to a thing of one Wizard: "the Garment means your Hat or Robes, whichever was chosen".

Wherever it then stands, it stands for the words that say what it is: a thing of the caster's, or of the Wizard whom the
Inputs line asks for, is the same thing in each sentence.
"""

from __future__ import annotations

import re

_BEGINS = r"(?:^|(?<=\n)|(?<=[.;] )|(?<=• ))"
_WORD = r"[A-Z][a-z]+(?: [A-Z][a-z]+)?"
_THING = r"(?!Stars\b)[A-Z][a-z]+"
_CHOSEN = (
    r"(?:,? ?\(?(?:whichever|as)(?: of (?:these|them|the two|those))?"
    r"(?: (?:was|is|has been|you|the caster)){0,2} (?:have |has )?"
    r"(?:chosen|chose|picked|named|selected|choose|pick)\)?)"
)
_OWNER = r"(?:the caster's|your|(?:the )?chosen Wizard's)(?: own)?"
_SAID = re.compile(
    rf"{_BEGINS}(?:[Tt]he )?(?P<quote>\"?)(?:[Tt]he )?(?P<term>{_WORD})(?P=quote)"
    r" (?:means|is|denotes|stands for|refers to|shall mean|will mean)"
    rf" (?P<what>(?:{_OWNER} {_THING}(?:,? or (?:{_OWNER} )?{_THING})+{_CHOSEN}"
    rf"|whichever of {_OWNER} {_THING} (?:and|or) {_THING} (?:was|is|you|the caster) (?:chosen|chose|picked|named)"
    rf"|{_OWNER} {_THING}))[.;] ?"
)
_BECOMES = r"(?:becomes|turns|changes|is|was|shall become|remains|stays|takes on)\b"


def spelt_out(effect: str) -> str:
    """An Effect with the words that it gives to things of one Wizard replaced by what they are."""
    said = _SAID.search(effect)
    if said is None:
        return effect
    term, what = said["term"], said["what"]
    rest = f"{effect[: said.start()]}{effect[said.end() :]}"
    uses = re.compile(rf"\b(?P<the>[Tt]he) \"?{term}\"?(?! (?:means|denotes)\b)(?P<after>[,.;:)]| {_BECOMES})?")
    told = list(uses.finditer(rest))
    alone = " or " not in what and " and " not in what
    if not told or re.search(rf"(?<![Tt]he )(?<![Tt]he \")\b{term}\b", rest):
        return effect
    if alone and not all((use["after"] or "").startswith(" ") for use in told):
        return effect  # "gain the Hoard": of a number

    def put(use: re.Match[str]) -> str:
        phrase = what[:1].upper() + what[1:] if use["the"] == "The" else what
        ends = "" if "," not in what or (use["after"] or " ")[0] in ",.;:)" else ","
        return f"{phrase}{ends}{use['after'] or ''}"

    return spelt_out(uses.sub(put, rest))
