"""What happened in a duel: a compact record, of which each happening is made when someone asks for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from pbp.spells.casting.board import Cast, RingWizard, Single


@dataclass(frozen=True, slots=True)
class Happening:
    """Something that happened: a kind and its facts, Wizards by name."""

    kind: str
    facts: dict[str, Any]


@dataclass(eq=False, slots=True)
class ToldNote:
    """Something that happened by a cast (of its sentence `at`) and is neither the cast itself nor a single change."""

    kind: str
    cast: Cast
    at: int
    facts: dict[str, Any]


Record = Cast | Single | ToldNote
"""A cast as it was selected, a single change as it was made, or anything else."""


class Told(Sequence[Happening]):
    """The happenings of a duel in their order. `sentences` are those of each spell, by its name, for causes.

    `at` is the sentence now being read, for what happens while it is.
    """

    __slots__ = ("_records", "_sentences", "_wizards", "at")

    def __init__(self, wizards: Sequence[RingWizard], sentences: Mapping[str, Sequence[str]]):
        self._wizards, self._sentences = wizards, sentences
        self._records: list[Record] = []
        self.at = 0

    def tell(self, kind: str, cast: Cast, at: int | None = None, **facts: Any) -> None:
        """Records what happened next with its cause: by which cast, and by which of its sentences."""
        self._records.append(ToldNote(kind, cast, self.at if at is None else at, facts))

    def drew(self, cast: Cast, what: str, sides: int, value: int, wizard: int | None) -> None:
        """Records a draw, and the Wizard whom it picked."""
        self.tell(what, cast, sides=sides, value=value, wizard=None if wizard is None else self._name(wizard))

    def record(self, single: Single) -> None:
        """Records a single change that was made next."""
        self._records.append(single)

    def extend(self, records: Iterable[Record]) -> None:
        """Records what happened next, in this order."""
        self._records.extend(records)

    def __len__(self) -> int:
        return len(self._records)

    def __iter__(self) -> Iterator[Happening]:
        return map(self._happening, self._records)

    @overload
    def __getitem__(self, index: int) -> Happening: ...
    @overload
    def __getitem__(self, index: slice) -> list[Happening]: ...
    def __getitem__(self, index: int | slice) -> Happening | list[Happening]:
        if isinstance(index, slice):
            return [self._happening(record) for record in self._records[index]]
        return self._happening(self._records[index])

    def sentence(self, cast: Cast, at: int) -> str:
        """The sentence of a cast's spell; empty if there is none of that number."""
        sentences = self._sentences.get(cast.plan.name, ())
        return sentences[at] if at < len(sentences) else ""

    def _happening(self, record: Record) -> Happening:
        if isinstance(record, Single):
            return self._change(record)
        if isinstance(record, ToldNote):
            return Happening(record.kind, record.facts | self._cause(record.cast, record.at))
        return self._selection(record)

    def _name(self, wizard: int) -> str:
        return self._wizards[wizard].name

    def _cause(self, cast: Cast, at: int) -> dict[str, Any]:
        """Whose spell it was by, and which of its sentences."""
        return {"by": self._name(cast.wizard), "spell": cast.name, "sentence": self.sentence(cast, at)}

    def _change(self, single: Single) -> Happening:
        kind, what = "became", "value"
        value: str | int | None = single.word
        if value is None:
            kind, what, value = "gained" if single.amount > 0 else "lost", "amount", abs(single.amount)
        cause = self._cause(single.cast, single.at)
        return Happening(kind, {what: value, "wizard": self._name(single.wizard), "attr": single.attr, **cause})

    def _selection(self, cast: Cast) -> Happening:
        inputs: dict[str, Any] = {}
        targets: list[str] = []
        for asked, given in zip(cast.program.inputs, cast.selected, strict=False):
            label = asked.kind if asked.kind not in inputs else f"{asked.kind} {len(inputs) + 1}"
            inputs[label] = given
            if asked.kind in ("position", "wizard") and given is not None:
                targets.append(self._name(given))
                inputs[label] = given + 1 if asked.kind == "position" else self._name(given)
        facts = {"wizard": self._name(cast.wizard), "spell": cast.name, "inputs": inputs, "targets": targets}
        return Happening("cast", facts)
