"""What the operator's own mail server found out about a sender: Authentication-Results, RFC 8601.

Anybody can write such a header. Believed is only one that stands topmost among them and bears our server's name;
the server must take out those that come in under its name, as RFC 8601 (section 5) demands of it.
"""

from __future__ import annotations

import re
from enum import Enum
from itertools import dropwhile, takewhile

from pbp.adapters.mail.headers import Fields, without_comments

NAME = "authentication-results"
LONGEST = 8000


class Verdict(Enum):
    """Whether our server vouches for the address in From, says that it is forged, or says nothing of use."""

    PASSED = "passed"
    FAILED = "failed"
    NONE = "none"


Result = tuple[
    str, str, dict[str, str]
]  # method, result, properties: ("dmarc", "pass", {"header.from": "example.org"})


def verdict(of: Fields, authserv_id: str, address: str) -> Verdict:
    """The verdict of the server `authserv_id` on a letter whose From is `address`."""
    domain = address.rpartition("@")[2].lower()
    run = takewhile(lambda field: field[0] == NAME, dropwhile(lambda field: field[0] != NAME, of))
    for _, value in run:
        server, results = read(value)
        if not domain or not is_ours(server, authserv_id):
            return Verdict.NONE
        # Some providers stamp several headers, of which one bears the verdict: the topmost with a method that counts.
        if any(method in ("dmarc", "dkim", "spf") for method, _, _ in results):
            return _judged(results, domain)
    return Verdict.NONE


def is_ours(server: str, authserv_id: str) -> bool:
    """Whether a header's server is the pinned one: the same name, or a host of the domain for `*.domain`."""
    server, pinned = server.lower(), authserv_id.lower()
    return bool(server) and (server == pinned or (pinned.startswith("*.") and server.endswith(pinned[1:])))


def read(value: str) -> tuple[str, list[Result]]:
    """The server and its results; no server if the header cannot be read exactly."""
    plain = without_comments(value) if len(value) <= LONGEST else None
    if plain is None:
        return "", []
    server, *parts = plain.split(";")
    results = []
    for part in parts:
        found = re.match(r"\s*([a-z0-9-]+)(?:\s*/\s*\d+)?\s*=\s*([a-z]+)(?![^\s])(.*)", part.lower(), re.DOTALL)
        if found:
            properties = re.findall(r"(?<!\S)([a-z]+\.[a-z0-9_-]+)\s*=\s*(\S+)", found[3])
            results.append((found[1], found[2], dict(reversed(properties))))  # of two of one name the first counts
    return (server.split() or [""])[0], results


def _judged(results: list[Result], domain: str) -> Verdict:
    dmarc = [result for method, result, props in results if method == "dmarc" and props.get("header.from") == domain]
    if "fail" in dmarc or any(method == "dmarc" and result == "fail" for method, result, _ in results):
        return Verdict.FAILED
    if "pass" in dmarc:
        return Verdict.PASSED
    for method, result, props in results:
        if method == "dkim" and result == "pass" and _signs_for(props, domain):
            return Verdict.PASSED
        if method == "spf" and result == "pass" and _domain(props.get("smtp.mailfrom", "")) == domain:
            return Verdict.PASSED
    return Verdict.NONE


def _signs_for(props: dict[str, str], domain: str) -> bool:
    # A parent domain speaks for its children; a child, which may be anybody's web space, does not for its parent.
    signer = props.get("header.d") or _domain(props.get("header.i", ""))
    return "." in signer and (domain == signer or domain.endswith("." + signer))


def _domain(address: str) -> str:
    return address.rpartition("@")[2]
