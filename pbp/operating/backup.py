"""Backups: the store, from whichever database, and the embedded site, in one file; and how they are put back.

A backup holds every secret of the season, so only its owner may read it. What is put back takes the place of the
present store in one transaction, and what that held is kept in a backup of its own.
"""

from __future__ import annotations

import json
import os
import secrets
import sqlite3
import tempfile
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from pbp.app import App
from pbp.errors import Refused, StoreDown
from pbp.service import older
from pbp.service.restore import after_restore
from pbp.store import Store, copy_all

_STORE, _SITE, _ABOUT = "store.db", "site.db", "about.json"
_FORMAT = "pbp-backup/1"


def make_backup(app: App, path: Path) -> None:
    """Writes the present state into a new file. The caller keeps every other process from ticking. Raises Refused."""
    with tempfile.TemporaryDirectory(dir=_folder(path)) as made:
        store = Store(f"sqlite:///{Path(made) / _STORE}")
        copy_all(app.store, store)
        store.close()
        about = {"format": _FORMAT, "made": app.now().isoformat(), "season": app.config.season.id}
        Path(made, _ABOUT).write_text(json.dumps(about), encoding="utf-8")
        if app.site:
            _copy_site(app.site.file.path, Path(made, _SITE))
        try:
            handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            raise Refused(f"{path} is there already: it is left as it is") from None
        with os.fdopen(handle, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as kept:
            for name in (_ABOUT, _STORE, _SITE):
                if Path(made, name).exists():
                    kept.write(Path(made, name), name)


def put_back(app: App, path: Path, *, site: bool) -> tuple[Path, list[str]]:
    """Puts the store back as it was, and the embedded site if that is gone or `site` says so; then both are reconciled.

    Gives where the present state is kept, and what was found, a sentence each. The caller keeps every other process
    from ticking. Raises Refused, PbpError: then nothing was changed; or everything is held until `pbp restored`.
    """
    with _unpacked(path) as made:
        aside = path.with_name(f"before-restore-{app.now():%Y%m%dT%H%M%S}-{secrets.token_hex(3)}.zip")
        make_backup(app, aside)
        kept = Store(f"sqlite:///{made / _STORE}")
        try:
            copy_all(kept, app.store, begin=lambda tx: older.put_back(tx, app.now()))
        finally:
            kept.close()
        if app.site and Path(made, _SITE).exists() and (site or not app.site.people.all()):
            _copy_site(made / _SITE, app.site.file.path)
    return aside, after_restore(app.desk, app.now())


def put_damaged_aside(file: Path, at: datetime) -> list[Path]:
    """Renames the files of a store that cannot be opened; gives their new names."""
    moved = []
    for name in (file, Path(f"{file}-wal"), Path(f"{file}-shm")):
        if name.exists():
            moved.append(name.rename(f"{name}.damaged-{at:%Y%m%dT%H%M%S}"))
    return moved


@contextmanager
def _unpacked(path: Path) -> Iterator[Path]:
    """The files of a backup, in a folder of their own. Raises Refused if it is none."""
    try:
        kept = zipfile.ZipFile(path)
    except (OSError, zipfile.BadZipFile) as error:
        raise Refused(f"{path} is no backup of pbp: {error}") from None
    with kept, tempfile.TemporaryDirectory(dir=_folder(path)) as made:
        try:
            about = json.loads(kept.read(_ABOUT))
            if about["format"] != _FORMAT:
                raise Refused(f"{path} is of the format {about['format']}, which this version does not know")
            for name in (_STORE, _SITE):
                with suppress(KeyError):
                    kept.extract(name, made)
        except (KeyError, ValueError, zipfile.BadZipFile) as error:
            raise Refused(f"{path} is no backup of pbp: {error}") from None
        yield Path(made)


def _folder(path: Path) -> Path:
    """Where a file stands: what is unpacked beside it is as well kept as it. Raises Refused."""
    if not path.absolute().parent.is_dir():
        raise Refused(f"there is no folder {path.absolute().parent}")
    return path.absolute().parent


def _copy_site(source: Path, target: Path) -> None:
    """Copies the embedded site's file as it is at one moment. Raises StoreDown."""
    target.touch(mode=0o600)
    try:
        with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
            one.backup(other)
    except sqlite3.Error as error:
        raise StoreDown(f"the embedded site's file cannot be copied: {error}") from None
