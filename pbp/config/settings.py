"""The settings, a table each: every one with its default, its meaning and what it may be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from pbp.spells.tree.base import LARGEST


def setting(default: Any, meaning: str, check: Callable[[Any], str | None] | None = None, example: Any = None) -> Any:
    """A field of Config: default, meaning, a check that says what is wrong, and what the example shows if unset."""
    metadata = {"meaning": meaning, "check": check, "example": example}
    if isinstance(default, (list, dict)):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


def _one_of(*words: str) -> Callable[[Any], str | None]:
    return lambda value: None if value in words else f"is {value!r}; it can be {', '.join(words)}"


def _between(low: float, high: float) -> Callable[[Any], str | None]:
    return lambda value: None if low <= value <= high else f"is {value}; it lies between {low} and {high}"


def _numbered(value: str) -> str | None:
    return None if "{number}" in value else "must hold {number}, which stands for the duel's number"


def _of_a_season(value: str) -> str | None:
    return None if "{season}" in value else "must hold {season}, which stands for the season's name"


def _filled(value: str) -> str | None:
    return None if value.strip() else "must not be empty"


def store_fault(url: str) -> str | None:
    """What is wrong with the URL of a store, as far as can be said without opening it; it is never repeated."""
    if re.fullmatch(r"sqlite:///[^\x00]+|postgresql(?:\+psycopg)?://[^\x00]+", url):
        return None
    return "must begin with sqlite:/// and name a file, or with postgresql:// and name a database"


@dataclass(frozen=True)
class SeasonSettings:
    """Which season this is."""

    id: str = setting("1", "Name of the season; a new name begins a new season, with an anchor of its own.", _filled)
    first_number: int = setting(
        1, "Number of the first duel; a running dynasty goes on from its last one.", _between(1, 999)
    )


@dataclass(frozen=True)
class StoreSettings:
    """Where the Battle Master keeps its own books."""

    url: str = setting(
        "sqlite:///battlemaster.db", "SQLAlchemy URL; SQLite paths are relative to this file.", store_fault
    )


@dataclass(frozen=True)
class RingSettings:
    """The life of a ring duel."""

    battle_hour: int = setting(15, "Hour of the day, UTC, of every battle time.", _between(0, 23))
    notice_hours: int = setting(44, "Hours that a duel is open at the least.", _between(0, 24 * 60))
    trigger: str = setting(
        "deadline",
        "When a duel closes: deadline (at battle time), all-in (when every active participant has an order), "
        "either (the earlier).",
        _one_of("deadline", "all-in", "either"),
    )
    orders_until: str = setting(
        "commence",
        "Orders count until the Battle Master closes the duel (commence) or until the battle time itself.",
        _one_of("commence", "battle-time"),
    )
    auto_schedule: bool = setting(True, "Schedule the next duel at once when none is open or pending.")
    auto_commence: bool = setting(True, "Close a duel by itself when it is due; otherwise the Battle Master is told.")
    auto_resolve: bool = setting(True, "Resolve a pending duel by itself; otherwise the Battle Master is told.")
    ring_includes_idle: bool = setting(False, "Put wizards who are idle at scheduling into the ring.")
    stars_floor: int | None = setting(
        None, "Stars never fall below this number; unset: no floor.", _between(-LARGEST, LARGEST), example=0
    )
    default_stars: int = setting(
        20, "Stars of a new wizard, unless every active wizard has more.", _between(-LARGEST, LARGEST)
    )
    list_page_edits: str = setting(
        "hold",
        "What another's edit of an open duel's spell list does: hold the duel for a decision, or use the new text.",
        _one_of("hold", "use"),
    )
    arrival_grace_seconds: int = setting(
        0, "Seconds to wait after closing for letters that are still on their way.", _between(0, 3600)
    )
    outage_after_hours: float = setting(
        12, "A duel later than this, after a longer pause than runs usually make, is held for you.", _between(1, 1000)
    )
    give_back_minutes: float = setting(
        10,
        "Where nothing ran over a battle time or a step's end, what was lost before it is given back if it is more than"
        " so many minutes; 0: never.",
        _between(0, 1440),
    )
    final_reminder_hours: float = setting(
        12, "Hours before battle time of the last reminder; the first goes out at half time.", _between(0, 1000)
    )
    show_count: bool = setting(False, "Publish how many orders are in (never whose).")


@dataclass(frozen=True)
class ChanceSettings:
    """Where the chance of ring duels comes from."""

    source: str = setting(
        "seed",
        "seed (of the season, committed to before) or rolls (of a public roller, given with `pbp duel rolls`); "
        "secretly random always comes from the seed. A season keeps the source that it began with.",
        _one_of("seed", "rolls"),
    )


@dataclass(frozen=True)
class ContestsSettings:
    """Two-player contests."""

    first_number: int = setting(
        1001, "Number of the first contest, out of the way of ring duels.", _between(1000, 10**8)
    )
    step_hours: float = setting(24, "Hours a player has for each step.", _between(0.01, 24 * 60))
    settle_minutes: float = setting(
        10,
        "A step closes early this long after the last owed order; a negative number turns that off.",
        _between(-1, 24 * 60),
    )
    open_challenges: bool = setting(True, "Let players challenge each other by letter.")
    away_days: float = setting(
        7, "Days by which a player's absences put off the steps of one contest, at the most.", _between(0, 366)
    )
    grant_hours: float = setting(
        72, "Hours that its players may grant each other in one contest.", _between(0, 24 * 60)
    )
    conduct: str = setting("", "The host's conduct text, shown in opening letters and by RULES.")


@dataclass(frozen=True)
class WikiSettings:
    """The wiki: where players write the spells."""

    adapter: str = setting("local", "local, mediawiki or reddit.", _one_of("local", "mediawiki", "reddit"))
    ruleset: str = setting("Ruleset", "Title of the page that holds the spells.", _filled)
    section: str = setting(
        "Spells", "Heading of the section of that page; empty: the whole page. Its spells alone are frozen."
    )
    list_title: str = setting("Wizard Duel Spell List {number}", "Title of a duel's spell list page.", _numbered)
    audit_title: str = setting("Wizard Duel {number} Audit", "Title of the page with a duel's bundle.", _numbered)
    season_title: str = setting(
        "Wizard Duel Season {season}", "Title of the page that lists all duels of a season.", _of_a_season
    )
    tournament_title: str = setting("Tournament {number}", "Title of a tournament's page.", _numbered)
    overview: str = setting("Wizard Duels", "Title of the page that lists every duel.", _filled)
    sheet: str = setting("Duel Sheet", "Title of the gamestate page, one table row for each wizard.", _filled)
    sheet_edits: str = setting(
        "trust",
        "What people's changes of values on the sheet do: they count (trust), wait for your word (ask), or are "
        "put back (ignore); you are told of each.",
        _one_of("trust", "ask", "ignore"),
    )


@dataclass(frozen=True)
class BlogSettings:
    """The blog: where duels are announced and told."""

    adapter: str = setting(
        "local",
        "local, mediawiki, reddit, wordpress, or draft (a person posts the text).",
        _one_of("local", "mediawiki", "reddit", "wordpress", "draft"),
    )
    title: str = setting("Wizard Duel {number}", "Title of a ring duel's post.", _numbered)


@dataclass(frozen=True)
class LettersSettings:
    """Letters and private messages."""

    channels: list[str] = setting(["local"], "The channels through which players write: local, mail, reddit.")
    join: str = setting(
        "approval", "JOIN is approved by the Battle Master, or open to everybody.", _one_of("approval", "open")
    )
    at_start: str = setting(
        "pass",
        "What lies in an inbox when it is first read: pass (it is passed over; you are told how much it was), or "
        "answer (like what comes later).",
        _one_of("pass", "answer"),
    )
    hourly_limit: int = setting(
        30, "Answers of one kind to one sender in an hour; orders count without one, too.", _between(2, 10_000)
    )
    daily_limit: int = setting(100, "The same in a day.", _between(2, 100_000))
    idle_hourly_limit: int = setting(
        3,
        "Answers in an hour in the same words, or to letters that ask for nothing, such as those of a machine that "
        "answers by itself.",
        _between(2, 10_000),
    )
    idle_daily_limit: int = setting(10, "The same in a day.", _between(2, 100_000))
    size_limit: int = setting(100_000, "Bytes of a letter that are looked at.", _between(1000, 10_000_000))


@dataclass(frozen=True)
class ScheduleSettings:
    """When the first ring duel begins; the others follow by themselves ([ring] auto_schedule)."""

    players: int = setting(
        0,
        "Wizards who have joined, at which the first duel is scheduled; 0: when the Battle Master says so (SCHEDULE on"
        " the desk or by letter, or `pbp schedule`).",
        lambda value: None if value == 0 or 2 <= value <= 1000 else f"is {value}; it is 0, or lies between 2 and 1000",
    )


@dataclass(frozen=True)
class BattleMasterSettings:
    """The person behind it."""

    name: str = setting("Battle Master", "How letters and posts are signed.", _filled)
    addresses: list[str] = setting(
        [], "Where to tell you of what waits, as channel:address.", example=["mail:battlemaster@example.org"]
    )


@dataclass(frozen=True)
class SiteSettings:
    """The embedded site: wiki, blog, and a private page for each player."""

    enabled: bool = setting(True, "Serve the embedded site.")
    path: str = setting("site.db", "SQLite file of the site, relative to this file.", _filled)
    name: str = setting("Wizard Duels", "Name of the site, on every page.", _filled)
    host: str = setting("127.0.0.1", "Address to listen on; leave it unless a reverse proxy stands before it.", _filled)
    port: int = setting(8044, "Port to listen on; 0 takes a free one.", _between(0, 65535))
    base_url: str = setting("", "Address under which readers reach the site; empty: http://host:port.")
    players_edit: list[str] = setting(["Ruleset"], "Titles of pages that players may edit in the browser.")
    hosts: list[str] = setting(
        [],
        "Further names by which readers reach the site, besides those of host and base_url; a request by any other is "
        "refused.",
    )
    proxies: int = setting(
        0, "Reverse proxies in front of the site, whose X-Forwarded headers are believed.", _between(0, 9)
    )


def _secret(value: str) -> str | None:
    if not value or re.fullmatch(r"(env|file):.+", value):
        return None
    return "must be env:NAME or file:PATH: a secret does not stand in this file"


def _address(value: str) -> str | None:
    return None if not value or value.startswith(("http://", "https://")) else "must begin with https://"


def _late() -> Any:
    meaning = "Seconds for which a write that was not answered may still take effect; no text is sent again before."
    return setting(300, meaning, _between(0, 86_400))


@dataclass(frozen=True)
class MediaWikiSettings:
    """A MediaWiki, for `[wiki] adapter` or `[blog] adapter` = "mediawiki"."""

    url: str = setting("", "The folder of api.php, such as https://wiki.example.org/w/.", _address)
    user: str = setting("", 'The account; with a bot password its full name, such as "Battle Master@pbp".')
    password: str = setting("", "The bot password, as env:NAME or file:PATH.", _secret)
    oauth: list[str] = setting(
        [],
        "Instead of a password: the four values of an owner-only OAuth 1 consumer, or the one token of OAuth 2, "
        "each as env:NAME or file:PATH.",
    )
    contact: str = setting("", "Your address or page, for the user agent.")
    prefix: str = setting("", 'What stands before the titles of posts, such as "Duels/".')
    state: str = setting("mediawiki.session", "Private file that keeps the session from run to run.", _filled)
    late_seconds: float = _late()


@dataclass(frozen=True)
class RedditSettings:
    """A subreddit, for any adapter = "reddit" or a channel "reddit"."""

    subreddit: str = setting("", "The subreddit, without r/.")
    account: str = setting("", "The account that posts and answers.")
    client_id: str = setting("", "Of the application, made on Reddit.")
    client_secret: str = setting("", "Of the application, as env:NAME or file:PATH.", _secret)
    password: str = setting("", 'Of the account, for an application of the kind "script".', _secret)
    refresh_token: str = setting("", "Of the account, for any other kind.", _secret)
    modmail: bool = setting(False, "Read the letters to the subreddit's moderators too.")
    state: str = setting(
        "reddit.db", "File that keeps which messages were taken in; beside it a private one keeps the token.", _filled
    )
    late_seconds: float = _late()
    urls: list[str] = setting([], "Addresses of a local stand-in for Reddit, for tests: its site and its API.")


@dataclass(frozen=True)
class WordPressSettings:
    """A WordPress blog, for `[blog] adapter` = "wordpress"."""

    url: str = setting("", "The blog's front page, such as https://blog.example.org.", _address)
    user: str = setting("", "The account; its role must be Editor.")
    password: str = setting("", "An application password of it, as env:NAME or file:PATH.", _secret)
    late_seconds: float = _late()


@dataclass(frozen=True)
class MailSettings:
    """A mailbox, for a channel "mail"."""

    address: str = setting("", "The Battle Master's mail address.")
    imap: str = setting("", "The IMAP server, as host:port.")
    imap_security: str = setting("tls", "tls, starttls or none (loopback only).", _one_of("tls", "starttls", "none"))
    smtp: str = setting("", "The SMTP server, as host:port.")
    smtp_security: str = setting("tls", "tls, starttls or none (loopback only).", _one_of("tls", "starttls", "none"))
    user: str = setting("", "The account on both servers.")
    password: str = setting("", "Its password, as env:NAME or file:PATH.", _secret)
    token_url: str = setting("", "Instead of a password, XOAUTH2: where access tokens are drawn.", _address)
    client_id: str = setting("", "XOAUTH2: of the application.")
    client_secret: str = setting("", "XOAUTH2: of the application, as env:NAME or file:PATH.", _secret)
    refresh_token: str = setting("", "XOAUTH2: of the account, as env:NAME or file:PATH.", _secret)
    scope: str = setting("", "XOAUTH2: the scope, where the provider asks for one.")
    smtp_without_login: bool = setting(False, "The SMTP server takes letters without signing in.")
    authserv_id: str = setting("", "The name under which your own server writes its Authentication-Results.")
    folder: str = setting("INBOX", "The folder that is read.", _filled)
    sent_folder: str = setting("", "Where the provider itself keeps what was sent, if it does.")
    delimiter: str = setting("+", "What parts the address from a reply token; empty if the server knows none.")
    ca_file: str = setting("", "Certificates to trust instead of the system's.")
    state: str = setting("mail.db", "File that keeps what was read and sent.", _filled)


@dataclass(frozen=True)
class DraftSettings:
    """A blog on which a person posts what `pbp` prepares, for `[blog] adapter` = "draft"."""

    folder: str = setting("drafts", "Where the texts to paste are put.", _filled)
    markup: str = setting("html", "How texts are written there.", _one_of("html", "markdown", "wikitext", "plain"))
    remind_hours: float = setting(12, "Hours between two reminders that a text waits to be posted.", _between(1, 1000))


def _secrets(values: list[str]) -> str | None:
    """What is wrong with a list of places of secrets."""
    return next((wrong for value in values if (wrong := _secret(value or "empty"))), None)


@dataclass(frozen=True)
class DiscordSettings:
    """Webhooks of Discord to which every post and comment goes, too."""

    webhooks: list[str] = setting(
        [], "Their addresses, each as env:NAME or file:PATH: whoever knows one can post there.", _secrets
    )


@dataclass(frozen=True)
class MatrixSettings:
    """Rooms of Matrix to which every post and comment goes, too."""

    server: str = setting("", "The homeserver of the account, such as https://matrix.example.org.", _address)
    token: str = setting("", "The account's access token, as env:NAME or file:PATH.", _secret)
    rooms: list[str] = setting([], "The rooms that it has joined, by their ids, such as !ring:example.org.")


@dataclass(frozen=True)
class PushSettings:
    """Pushes to players' browsers, for the embedded site."""

    key: str = setting("", "The private key that signs them, as env:NAME or file:PATH; empty: none are sent.", _secret)
    contact: str = setting("", "Your address, for push services: mailto:you@example.org, or of a page.")
    services: list[str] = setting(
        ["fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"],
        "The push services, by host: a browser of any other is told nothing.",
    )


@dataclass(frozen=True)
class SuggestSettings:
    """More suggestions for unreadable spells, asked of a chat-completion endpoint, which learns nothing of a duel."""

    url: str = setting(
        "", "What stands before /chat/completions, such as http://127.0.0.1:8080/v1; empty: nothing is asked.", _address
    )
    model: str = setting("", "The name of the model.")
    key: str = setting("", "Its key, if it wants one, as env:NAME or file:PATH.", _secret)
    timeout_seconds: float = setting(20, "Time-out of a request.", _between(0.1, 600))
    hourly_limit: int = setting(20, "Requests in an hour, at the most, of each running `pbp`.", _between(1, 10_000))


@dataclass(frozen=True)
class WatchSettings:
    """How others see that the service is alive, and how it tells what went wrong."""

    ping_url: str = setting(
        "", "A dead man's switch: an address that is asked after each run in which nothing failed.", _address
    )
    metrics_token: str = setting(
        "", "Who bears it may read /metrics, as env:NAME or file:PATH; empty: nobody may.", _secret
    )
    weekly_letter: bool = setting(True, "A letter each week on what was held, failed or put aside, if anything was.")
    log: str = setting("text", "How the log is written: text, or json, an object a line.", _one_of("text", "json"))


@dataclass(frozen=True)
class ServiceSettings:
    """The running service."""

    heartbeat_seconds: float = setting(60, "Seconds between two ticks of `pbp serve`.", _between(0.1, 3600))
    lease_seconds: float = setting(
        120, "How long one attempt to publish owns its text; longer than any client's time-out.", _between(1, 3600)
    )
    timeout_seconds: float = setting(30, "Time-out of a call to a site.", _between(1, 600))
    templates: str = setting("", "Folder of your own templates, which replace the shipped ones file by file.")
