"""What keeps our account from working on a MediaWiki, in words for the operator; nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any

from pbp.adapters.mediawiki.client import MediaWikiClient, moves, one, tidy
from pbp.errors import SiteRefused

_RIGHTS = {
    "read": "read pages",
    "edit": "edit pages",
    "createpage": "make pages",
    "createtalk": "make talk pages",
}
_REFUSING = {"disallow", "block", "rangeblock", "degroup", "blockautopromote"}
"""What a filter can do that keeps an edit out."""
_RECENT = timedelta(days=7)


def faults(client: MediaWikiClient, now: datetime) -> list[str]:
    """What is wrong, a sentence each, with what to do. Raises SiteDown, SiteRefused."""
    answer = client.query(meta="siteinfo|userinfo", siprop="general|extensions", uiprop="rights|blockinfo")
    with client.faults("a question about our rights"):
        site, account = answer["general"], answer["userinfo"]
        rights = set(account["rights"])
        installed = {str(extension.get("name")) for extension in answer["extensions"]}
        found = [
            f"the account may not {deed}: give it, or its bot password, the right {right!r}"
            for right, deed in _RIGHTS.items()
            if right not in rights
        ]
        if "blockedby" in account:
            found.append(
                f"the account is blocked by {account['blockedby']}: {account.get('blockreason') or 'no reason'}"
            )
        if site.get("readonly"):
            found.append(f"the wiki is read-only: {site.get('readonlyreason') or 'no reason'}")
        if "ConfirmEdit" in installed and "skipcaptcha" not in rights:
            found.append(
                "the wiki asks for captchas (ConfirmEdit), which a program cannot solve: give the account the right "
                "'skipcaptcha', which the group of bots has"
            )
    if "Abuse Filter" in installed:
        found += _refused_by_filters(client, now)
    return found


def remarks(client: MediaWikiClient) -> list[str]:
    """What may keep some edits out, where nobody can tell beforehand. Raises SiteDown, SiteRefused."""
    answer = client.query(meta="siteinfo", siprop="extensions")
    with client.faults("a question about extensions"):
        if not any(extension.get("name") == "Abuse Filter" for extension in answer["extensions"]):
            return []
    try:
        answer = client.query(list="abusefilters", abfshow="enabled", abfprop="id|description|actions", abflimit="max")
    except SiteRefused:
        return ["the wiki has filters (AbuseFilter) that this account may not see: one could keep its edits out"]
    with client.faults("a question about filters"):
        refusing = [
            f"{found['id']} ({found.get('description', '')})"
            for found in answer["abusefilters"]
            if _REFUSING & set(found.get("actions", "").split(","))
        ]
    if not refusing:
        return []
    return [f"the wiki has filters that can keep edits out: {', '.join(refusing[:10])}"]


def barred(client: MediaWikiClient, titles: Sequence[str]) -> dict[str, str]:
    """Those of at most fifty titles that our account cannot write, and why. Raises SiteDown, SiteRefused."""
    names = {title: tidy(title.partition("#")[0]) for title in titles}
    answer = client.query(
        titles="".join(map(one, dict.fromkeys(names.values()))),
        redirects=1,
        prop="info",
        intestactions="edit|create",
        intestactionsdetail="full",
    )
    with client.faults("a question about protection"):
        moved = moves(answer)
        why = {page["title"]: "; ".join(dict.fromkeys(_reasons(page))) for page in answer["pages"]}
    return {title: why[moved(name)] for title, name in names.items() if why.get(moved(name))}


def _reasons(page: dict[str, Any]) -> Iterator[str]:
    if "invalid" in page:
        yield str(page.get("invalidreason", "no page can have this title"))
    for action, answer in page.get("actions", {}).items():
        if action == "create" and "missing" not in page:
            continue
        if answer is False:  # before MediaWiki 1.34 it gives no reason
            yield "it is protected"
        elif isinstance(answer, list):
            yield from (str(reason["text"]) for reason in answer)


def _refused_by_filters(client: MediaWikiClient, now: datetime) -> list[str]:
    """The edits of ours that a filter has kept out lately."""
    since = (now - _RECENT).strftime("%Y-%m-%dT%H:%M:%SZ")
    try:
        answer = client.query(
            list="abuselog", afluser=client.account, aflend=since, aflprop="filter|title|result", afllimit=20
        )
    except SiteRefused:
        return []  # our account may not see the log
    with client.faults("a question about filters"):
        hits = [hit for hit in answer["abuselog"] if _REFUSING & set(str(hit["result"]).split(","))]
        told = {f"the filter {hit['filter']!r} kept our edit of {hit['title']!r} out" for hit in hits}
    return [f"{words}: ask an administrator to except the account" for words in sorted(told)]
