"""How the log is written: as Python does for people, or an object of JSON a line for programs."""

from __future__ import annotations

import logging


def write_as(form: str) -> None:
    """From now on the log goes to the standard error as "text" (warnings and errors alone) or as "json"."""
    if form != "json":
        return
    from pythonjsonlogger.json import JsonFormatter  # only who wants it waits for it

    handler = logging.StreamHandler()
    handler.setFormatter(
        JsonFormatter(
            "{asctime}{levelname}{name}{message}",
            style="{",
            rename_fields={"asctime": "at", "levelname": "level", "name": "from"},
            datefmt="%Y-%m-%dT%H:%M:%S%z",
        )
    )
    logging.basicConfig(level=logging.INFO, handlers=[handler], force=True)
