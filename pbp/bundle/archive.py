"""A season as one archive: files of text by name, the same bytes for the same texts on every machine."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from pbp.errors import Fault, FileFaults

SEASON, ADDRESSES, SUMS, READ_ME, SCRIPT = "season.json", "addresses.json", "SHA256SUMS", "README.txt", "check.py"
"""The list of all duels; which file stands at which address; the digests of all other files; what to do with it."""
_LARGEST = 1 << 30
"""Bytes that an archive may unfold to: strangers hand them on."""
_MOST = 200_000
_BEGAN = (1980, 1, 1, 0, 0, 0)
"""The time of every file in an archive: the first that the format can say."""


def with_sums(files: Mapping[str, str]) -> dict[str, str]:
    """The files and a further one with their digests, as `sha256sum --check` reads it."""
    sums = "".join(f"{hashlib.sha256(text.encode()).hexdigest()}  {name}\n" for name, text in sorted(files.items()))
    return {**files, SUMS: sums}


def packed(files: Mapping[str, str]) -> bytes:
    """The archive. Nothing in it is compressed: what compresses differs from one machine to another."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_STORED) as archive:
        for name, text in sorted(files.items()):
            entry = zipfile.ZipInfo(name, _BEGAN)
            entry.create_system, entry.external_attr = 3, 0o644 << 16
            archive.writestr(entry, text.encode())
    return made.getvalue()


def unpacked(source: bytes | Path) -> dict[str, str]:
    """The files of an archive, or of a folder into which one was unpacked. Raises FileFaults."""
    try:
        if isinstance(source, Path) and source.is_dir():
            return _of_folder(source)
        with zipfile.ZipFile(source if isinstance(source, Path) else io.BytesIO(source)) as archive:
            entries = [entry for entry in archive.infolist() if not entry.is_dir()]
            _check_size(len(entries), sum(entry.file_size for entry in entries))
            return {entry.filename: archive.read(entry).decode() for entry in entries}
    except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError, RuntimeError) as error:
        raise FileFaults([Fault((), f"this is no archive of a season: {type(error).__name__}")]) from None


def addressed(files: Mapping[str, str]) -> dict[str, str]:
    """The texts of an archive by the addresses at which they were published. Raises FileFaults."""
    try:
        places = json.loads(files[ADDRESSES])
        return {str(address): files[name] for address, name in places.items()}
    except (KeyError, ValueError, AttributeError, TypeError, RecursionError) as error:
        raise FileFaults([Fault((ADDRESSES,), f"which file stands where is not told: {error!r}")]) from None


def _of_folder(folder: Path) -> dict[str, str]:
    paths = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    _check_size(len(paths), sum(path.stat().st_size for path in paths))
    return {path.relative_to(folder).as_posix(): path.read_bytes().decode() for path in paths}


def _check_size(count: int, size: int) -> None:
    if count > _MOST or size > _LARGEST:
        raise FileFaults([Fault((), f"{count:,} files of {size:,} bytes are more than an archive of a season has")])
