"""What a duel is given from outside: a public roller's numbers, rulings, and what was offered in place of a spell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbp.store import tables as t
from pbp.store.outbox import Outbox
from pbp.store.values import AskedRoll, from_row

_RULINGS = sa.select(t.ruling).where(t.ruling.c.duel == sa.bindparam("duel")).order_by(t.ruling.c.id)


class Given(Outbox):
    """The part of a transaction that is about dice and decisions."""

    def rolls(self, duel: int, step: int) -> list[AskedRoll]:
        """The dice asked of a public roller for a step (0: the ring), in order; the last may still lack numbers."""
        r = t.roll
        query = sa.select(r).where(r.c.duel == duel, r.c.step == step).order_by(r.c.place)
        return [from_row(AskedRoll, row) for row in self._c.execute(query)]

    def ask_rolls(self, duel: int, step: int, dice: Sequence[int]) -> None:
        """Asks for dice of so many sides, after those asked for already."""
        first = len(self.rolls(duel, step))
        for place, sides in enumerate(dice, first):
            self._c.execute(t.roll.insert().values(duel=duel, step=step, place=place, sides=sides))

    def rolls_wanted(self) -> list[int]:
        """The numbers of the duels for which dice lack a number."""
        r = t.roll.c
        return list(self._c.scalars(sa.select(r.duel).where(r.value.is_(None)).distinct().order_by(r.duel)))

    def give_rolls(self, duel: int, step: int, values: Sequence[int], url: str) -> None:
        """Fills in the numbers of the dice that still lack one, in order."""
        r = t.roll.c
        lacking = [roll.place for roll in self.rolls(duel, step) if roll.value is None]
        for place, value in zip(lacking, values, strict=True):
            at = (r.duel == duel, r.step == step, r.place == place)
            self._c.execute(t.roll.update().where(*at).values(value=value, url=url))

    def cut_rolls(self, duel: int, step: int, kept: int) -> None:
        """Takes back the dice of a step from the place `kept` on."""
        r = t.roll.c
        self._c.execute(t.roll.delete().where(r.duel == duel, r.step == step, r.place >= kept))

    def add_ruling(
        self,
        duel: int,
        spell: str,
        at: datetime,
        *,
        why: str,
        wizard: str | None = None,
        reworded: Mapping[str, str] | None = None,
        outcomes: Mapping[str, Any] | None = None,
        words: str | None = None,
    ) -> None:
        """Records a ruling; it takes the place of an earlier one on the same spell (and cast).

        `reworded` has the new text of inputs, cost or effect; `words` is the digest of the author's words.
        """
        r = t.ruling.c
        same = r.wizard.is_(None) if wizard is None else r.wizard == wizard
        self._c.execute(t.ruling.delete().where(r.duel == duel, r.spell == spell, same))
        self._c.execute(
            t.ruling.insert().values(
                duel=duel,
                spell=spell,
                wizard=wizard,
                outcomes=outcomes,
                why=why,
                at=at,
                words=words,
                **(reworded or {}),
            )
        )

    def rulings(self, duel: int) -> list[dict[str, Any]]:
        """The rulings of a duel as a scenario file has them."""
        rows = self._c.execute(_RULINGS, {"duel": duel})
        return [_said(row, ("spell", "wizard", *_REWORDED, "outcomes")) for row in rows]

    def rewordings(self, words: str, before: int) -> list[dict[str, str]]:
        """How these words (their digest) were reworded in the duels before a number: the newest first."""
        r = t.ruling.c
        query = sa.select(t.ruling).where(r.words == words, r.duel < before, r.wizard.is_(None))
        return [_said(row, _REWORDED) for row in self._c.execute(query.order_by(r.duel.desc(), r.id.desc()))]

    def offers(self, duel: int, spell: str, words: str) -> list[tuple[dict[str, str], str]]:
        """The rewordings offered for these words of a spell (their digest) in a duel, each with where it is from."""
        o = t.offer.c
        query = sa.select(t.offer).where(o.duel == duel, o.spell == spell, o.words == words).order_by(o.number)
        return [(dict(row.fields), row.by) for row in self._c.execute(query)]

    def add_offers(self, duel: int, spell: str, words: str, offered: Sequence[tuple[Mapping[str, str], str]]) -> None:
        """Keeps rewordings in their order, numbered from 1, beside those that are there under these words."""
        known = len(self.offers(duel, spell, words))
        for number, (fields, by) in enumerate(offered, known + 1):
            row = {"duel": duel, "spell": spell, "words": words, "number": number, "fields": dict(fields), "by": by}
            self._insert_once(t.offer, row, *t.offer.primary_key)


_REWORDED = ("inputs", "cost", "effect")


def _said(row: sa.Row[Any], keys: Iterable[str]) -> dict[str, Any]:
    """What a row says under these keys, without those that it leaves open."""
    return {key: value for key in keys if (value := getattr(row, key)) is not None}
