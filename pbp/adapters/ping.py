"""The dead man's switch: an address that is asked after each good run, and warns somebody when it is not."""

from __future__ import annotations

import logging

import requests

log = logging.getLogger(__name__)


def ping(url: str, timeout: float) -> None:
    """Asks the address, within seconds; that it cannot be reached stops nothing, and is logged."""
    try:
        requests.get(url, timeout=timeout).raise_for_status()
    except requests.RequestException as error:
        log.warning("the address under [watch] ping_url did not answer: %s", type(error).__name__)
