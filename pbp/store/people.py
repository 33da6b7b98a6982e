"""What a transaction can ask and change of people: wizards, their addresses, and what is asked for one."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from pbp.store import tables as t
from pbp.store.outbox import Outbox
from pbp.store.states import Intent
from pbp.store.values import Wish, Wizard, from_row


def _is(column: sa.Column[Any], address: str | sa.BindParameter[str]) -> sa.ColumnElement[bool]:
    """That a row's address is this one: a person may have typed it in other letters than the site writes."""
    return sa.func.lower(column) == sa.func.lower(address)


_WIZARDS = sa.select(t.wizard).order_by(t.wizard.c.name)
_WIZARD = sa.select(t.wizard).where(t.wizard.c.folded == sa.bindparam("folded"))
_WIZARD_AT = sa.select(t.address.c.wizard).where(
    t.address.c.channel == sa.bindparam("channel"), _is(t.address.c.address, sa.bindparam("address", type_=sa.String))
)
_ADDRESSES = sa.select(t.address.c.channel, t.address.c.address, t.address.c.wrote, t.address.c.added).where(
    t.address.c.wizard == sa.bindparam("wizard")
)


class People(Outbox):
    """The part of a transaction that is about people."""

    def wizards(self) -> list[Wizard]:
        """Every wizard, by name."""
        return [from_row(Wizard, row) for row in self._c.execute(_WIZARDS)]

    def wizard(self, name: str) -> Wizard | None:
        """The wizard of that name, in any case."""
        row = self._c.execute(_WIZARD, {"folded": name.casefold()}).first()
        return from_row(Wizard, row) if row else None

    def add_wizard(self, wizard: Wizard) -> bool:
        """Adds a wizard; False if one of that name exists."""
        values = {name: getattr(wizard, name) for name in Wizard.__slots__}
        return self._insert_once(t.wizard, values | {"folded": wizard.name.casefold()}, t.wizard.c.name)

    def change_wizard(self, name: str, **values: Any) -> None:
        """Sets values of a wizard."""
        self._c.execute(t.wizard.update().where(t.wizard.c.name == name).values(**values))

    def wizard_at(self, channel: str, address: str) -> str | None:
        """The name of the wizard who writes from that address, in any case of its letters."""
        return self._c.scalar(_WIZARD_AT, {"channel": channel, "address": address})

    def addresses(self, wizard: str) -> list[tuple[str, str]]:
        """The addresses of a wizard as (channel, address), the one last written from first."""
        found = self._c.execute(_ADDRESSES, {"wizard": wizard})
        rows = sorted(found, key=lambda row: (row.wrote or row.added, row.wrote is not None), reverse=True)
        return [(row.channel, row.address) for row in rows]

    def addresses_on(self, channel: str) -> list[str]:
        """The addresses on a channel from which wizards write."""
        a = t.address.c
        return list(self._c.scalars(sa.select(a.address).where(a.channel == channel)))

    def channels_of(self, wizards: Sequence[str]) -> set[str]:
        """The channels through which any of these may write."""
        a = t.address.c
        return set(self._c.scalars(sa.select(a.channel).where(a.wizard.in_(wizards))))

    def bind_address(self, channel: str, address: str, wizard: str, at: datetime) -> None:
        """Binds an address to a wizard; a former binding is replaced."""
        a = t.address.c
        self._c.execute(t.address.delete().where(a.channel == channel, _is(a.address, address)))
        self._c.execute(t.address.insert().values(channel=channel, address=address, wizard=wizard, added=at))

    def wrote_from(self, channel: str, address: str, at: datetime) -> None:
        """Remembers that the player wrote from there."""
        a = t.address.c
        self._c.execute(t.address.update().where(a.channel == channel, _is(a.address, address)).values(wrote=at))

    # ---- wishes ------------------------------------------------------------------------------------------------

    def add_wish(self, wish: Wish) -> None:
        """Keeps what somebody asks for an address; it takes the place of an earlier wish of the same intent and name,
        and a wish to join that of any other to join from there.
        """
        w = t.wish.c
        same = [w.channel == wish.channel, _is(w.address, wish.address), w.intent == wish.intent]
        if wish.intent != Intent.JOIN:
            same.append(w.wizard == wish.wizard)
        self._c.execute(t.wish.delete().where(*same))
        self._c.execute(t.wish.insert().values({name: getattr(wish, name) for name in Wish.__slots__}))

    def wishes_at(self, channel: str, address: str) -> list[Wish]:
        """What is asked for an address, oldest first."""
        w = t.wish.c
        return self._wishes(w.channel == channel, _is(w.address, address))

    def wishes_for(self, name: str) -> list[Wish]:
        """Who wishes to join under a name, in any case, oldest first."""
        return self._wishes(t.wish.c.intent == Intent.JOIN, t.wish.c.folded == name.casefold())

    def wishes(self) -> list[Wish]:
        """Every wish, oldest first."""
        return self._wishes()

    def prove_wish(self, wish: Wish) -> None:
        """Its code came back from there; it is good no more."""
        self._c.execute(t.wish.update().where(*_this(wish)).values(code=None))

    def end_wish(self, wish: Wish) -> None:
        """Forgets a wish."""
        self._c.execute(t.wish.delete().where(*_this(wish)))

    def _wishes(self, *wanted: sa.ColumnElement[bool]) -> list[Wish]:
        query = sa.select(t.wish).where(*wanted).order_by(t.wish.c.asked, t.wish.c.address)
        return [from_row(Wish, row) for row in self._c.execute(query)]


def _this(wish: Wish) -> tuple[sa.ColumnElement[bool], ...]:
    w = t.wish.c
    return (w.channel == wish.channel, w.address == wish.address, w.intent == wish.intent, w.wizard == wish.wizard)
