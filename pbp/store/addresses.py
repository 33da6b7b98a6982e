"""Where players write from."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa

from pbp.store import tables as t
from pbp.store.notes import Notes


class Addresses(Notes):
    """The part of a transaction that is about addresses: confirmed ones, and those that wait for it."""

    def wizard_at(self, channel: str, address: str) -> str | None:
        """The name of the wizard who has confirmed that address, in any case of its letters."""
        a = t.address.c
        query = sa.select(a.wizard).where(a.channel == channel, _is_address(address), a.confirmed.is_(True))
        return self._c.scalar(query)

    def addresses(self, wizard: str) -> list[tuple[str, str]]:
        """The confirmed addresses of a wizard as (channel, address), the one last written from first."""
        a = t.address.c
        query = sa.select(a.channel, a.address, a.wrote, a.added).where(a.wizard == wizard, a.confirmed.is_(True))
        rows = sorted(self._c.execute(query), key=lambda row: row.wrote or row.added, reverse=True)
        return [(row.channel, row.address) for row in rows]

    def addresses_on(self, channel: str) -> list[str]:
        """The addresses on a channel that wizards have confirmed."""
        a = t.address.c
        return list(self._c.scalars(sa.select(a.address).where(a.channel == channel, a.confirmed.is_(True))))

    def addresses_asked(self) -> list[tuple[str, str, str]]:
        """The addresses that wait to be confirmed: (wizard, channel, address), oldest first."""
        a = t.address.c
        query = sa.select(a.wizard, a.channel, a.address).where(a.confirmed.is_(False)).order_by(a.added)
        return [(row.wizard, row.channel, row.address) for row in self._c.execute(query)]

    def channels_of(self, wizards: Sequence[str]) -> set[str]:
        """The channels through which any of these may write."""
        a = t.address.c
        return set(self._c.scalars(sa.select(a.channel).where(a.wizard.in_(wizards), a.confirmed.is_(True))))

    def bind_address(
        self, channel: str, address: str, wizard: str, at: datetime, *, confirmed: bool, code: str | None = None
    ) -> None:
        """Binds an address to a wizard, confirmed or waiting for its code; a former binding is replaced."""
        a = t.address.c
        self._c.execute(t.address.delete().where(a.channel == channel, _is_address(address)))
        self._c.execute(
            t.address.insert().values(
                channel=channel, address=address, wizard=wizard, confirmed=confirmed, code=code, added=at
            )
        )

    def confirm_address(self, channel: str, address: str, code: str) -> str | None:
        """Confirms a waiting address by its code; gives the wizard's name, or None if the code is not that."""
        a = t.address.c
        return self._c.execute(
            t.address.update()
            .where(a.channel == channel, _is_address(address), a.code == code, a.confirmed.is_(False))
            .values(confirmed=True, code=None, address=address)
            .returning(a.wizard)
        ).scalar()

    def wrote_from(self, channel: str, address: str, at: datetime) -> None:
        """Remembers that the player wrote from there."""
        a = t.address.c
        self._c.execute(t.address.update().where(a.channel == channel, _is_address(address)).values(wrote=at))


def _is_address(address: str) -> sa.ColumnElement[bool]:
    """That a row's address is this one: a person may have typed it in other letters than the site writes."""
    return sa.func.lower(t.address.c.address) == sa.func.lower(address)
