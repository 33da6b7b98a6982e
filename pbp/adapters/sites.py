"""The sites of a configuration, each made once, when a port first asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import timedelta
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbp.clock import Clock, Hear, nobody_hears
from pbp.config import Config
from pbp.errors import ConfigError
from pbp.ports import Announcer, Blog, Mailbox, Wiki

if TYPE_CHECKING:  # a site is imported when a configuration names it: nobody waits for the others
    from pbp.adapters.chat import Chat
    from pbp.adapters.draft import DraftBlog
    from pbp.adapters.local import LocalSite
    from pbp.adapters.mail import Mail, MailLogin, MailServer
    from pbp.adapters.mediawiki import MediaWikiSite
    from pbp.adapters.push import WebPush
    from pbp.adapters.reddit import RedditSite
    from pbp.adapters.webhooks import DiscordWebhook, MatrixRoom
    from pbp.adapters.wordpress import WordPressBlog


class Sites:
    """What the configuration names. Nothing is sent before a port is used. Raises ConfigError where it is wrong."""

    def __init__(self, config: Config, clock: Clock, base_url: Callable[[], str] | None, hear: Hear = nobody_hears):
        self._config, self._clock, self._base_url, self._hear = config, clock, base_url, hear

    @property
    def wiki(self) -> Wiki:
        """The wiki of `[wiki] adapter`."""
        return WIKIS[self._config.wiki.adapter](self)

    @property
    def blog(self) -> Blog:
        """The blog of `[blog] adapter`."""
        return BLOGS[self._config.blog.adapter](self)

    def mailbox(self, channel: str) -> Mailbox:
        """The mailbox of a channel of `[letters]`."""
        if channel not in MAILBOXES:
            known = ", ".join(MAILBOXES)
            raise ConfigError(f"[letters] channels: there is no channel {channel!r}; there are {known}")
        return MAILBOXES[channel](self)

    @cached_property
    def adviser(self) -> Chat | None:
        """The endpoint of `[suggest]`, if one is set."""
        own = self._config.suggest
        if not own.url:
            return None
        from pbp.adapters.chat import Chat

        _need("suggest", model=own.model)
        return Chat(
            own.url, own.model, self._config.secret(own.key), timeout=own.timeout_seconds, limit=own.hourly_limit
        )

    @cached_property
    def local(self) -> LocalSite:
        """The embedded site."""
        from pbp.adapters.local import LocalSite

        site = self._config.site
        address = (site.base_url or f"http://{site.host}:{site.port}").rstrip("/")
        name = self._config.battle_master.name
        return LocalSite(self._beside("[site] path", site.path), self._base_url or address, self._clock, name)

    @cached_property
    def mediawiki(self) -> MediaWikiSite:
        """The MediaWiki of `[mediawiki]`."""
        from pbp.adapters.mediawiki import MediaWikiSite

        own = self._config.mediawiki
        _need("mediawiki", url=own.url, user=own.user)
        return MediaWikiSite(
            own.url, own.user, password=self._config.secret(own.password),
            oauth=[self._config.secret(place) for place in own.oauth], contact=own.contact, prefix=own.prefix,
            timeout=self._timeout, late=timedelta(seconds=own.late_seconds), clock=self._clock,
            state=self._beside("[mediawiki] state", own.state), hear=self._hear,
        )  # fmt: skip

    @cached_property
    def reddit(self) -> RedditSite:
        """The subreddit of `[reddit]`."""
        from pbp.adapters.reddit import LISTING_LAG, RedditLogin, RedditSite

        own, secret = self._config.reddit, self._config.secret
        _need("reddit", subreddit=own.subreddit, account=own.account, client_id=own.client_id)
        login = RedditLogin(
            own.account, own.client_id, secret(own.client_secret), secret(own.password) or None,
            secret(own.refresh_token) or None,
        )  # fmt: skip
        urls = dict(zip(("reddit_url", "oauth_url"), own.urls, strict=True)) if own.urls else None
        return RedditSite(
            login,
            own.subreddit,
            self._beside("[reddit] state", own.state),
            self._clock,
            modmail=own.modmail,
            timeout=self._timeout,
            lag=timedelta(0) if own.urls else LISTING_LAG,
            late=timedelta(seconds=own.late_seconds),
            urls=urls,
            hear=self._hear,
        )

    @cached_property
    def wordpress(self) -> WordPressBlog:
        """The blog of `[wordpress]`."""
        from pbp.adapters.wordpress import WordPressBlog

        own = self._config.wordpress
        _need("wordpress", url=own.url, user=own.user, password=own.password)
        password = self._config.secret(own.password)
        late = timedelta(seconds=own.late_seconds)
        return WordPressBlog(
            own.url, own.user, password, timeout=self._timeout, late=late, clock=self._clock, hear=self._hear
        )

    @cached_property
    def draft(self) -> DraftBlog:
        """The blog on which a person posts."""
        from pbp.adapters.draft import DraftBlog

        own = self._config.draft
        return DraftBlog(self._folder("[draft] folder", self._config.path(own.folder)), own.markup)

    @cached_property
    def announcers(self) -> dict[str, Announcer]:
        """The webhooks of `[discord]` and the rooms of `[matrix]`, by name."""
        return {each.name: each for make in ANNOUNCERS.values() for each in make(self)}

    @cached_property
    def webhooks(self) -> list[DiscordWebhook]:
        """The webhooks of `[discord]`."""
        places = self._config.discord.webhooks
        if not places:
            return []
        from pbp.adapters.webhooks import DiscordWebhook

        return [DiscordWebhook(self._config.secret(place), **self._call) for place in places]

    @cached_property
    def rooms(self) -> list[MatrixRoom]:
        """The rooms of `[matrix]`."""
        own = self._config.matrix
        if not own.rooms:
            return []
        from pbp.adapters.webhooks import MatrixRoom

        _need("matrix", server=own.server, token=own.token)
        return [MatrixRoom(own.server, room, self._config.secret(own.token), **self._call) for room in own.rooms]

    @cached_property
    def pusher(self) -> WebPush | None:
        """What pushes to browsers, if `[push]` has a key."""
        own = self._config.push
        if not own.key:
            return None
        from pbp.adapters.push import WebPush, is_installed

        if not is_installed():
            return None
        contact = own.contact or (self._config.site.base_url or "mailto:battle-master@localhost")
        return WebPush(self._config.secret(own.key), contact, **self._call)

    @cached_property
    def mail(self) -> Mail:
        """The mailbox of `[mail]`."""
        from pbp.adapters.mail import Mail, MailboxSettings

        own = self._config.mail
        _need("mail", address=own.address, imap=own.imap, smtp=own.smtp, user=own.user)
        login = self._mail_login()
        return Mail(
            MailboxSettings(
                address=own.address,
                imap=_server("imap", own.imap, own.imap_security),
                imap_login=login,
                smtp=_server("smtp", own.smtp, own.smtp_security),
                smtp_login=None if own.smtp_without_login else login,
                state=self._beside("[mail] state", own.state),
                display_name=self._config.battle_master.name,
                authserv_id=own.authserv_id,
                folder=own.folder,
                sent_folder=own.sent_folder,
                delimiter=own.delimiter,
                ca_file=self._config.path(own.ca_file) if own.ca_file else None,
                size_limit=self._config.letters.size_limit,
                timeout=self._timeout,
            ),
            self._clock,
        )

    def _mail_login(self) -> MailLogin:
        from pbp.adapters.mail import OAuth, Password

        own, secret = self._config.mail, self._config.secret
        if not own.token_url:
            return Password(own.user, secret(own.password))
        return OAuth(
            own.user, own.token_url, own.client_id, secret(own.refresh_token), secret(own.client_secret), own.scope
        )

    def _beside(self, setting: str, relative: str) -> Path:
        """Where a file of ours lies, in a folder that is there. Raises ConfigError."""
        path = self._config.path(relative)
        return self._folder(setting, path.parent) / path.name

    def _folder(self, setting: str, folder: Path) -> Path:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise ConfigError(f"{setting}: there can be no folder {folder} ({error.strerror})") from None
        return folder

    @property
    def _timeout(self) -> float:
        return self._config.service.timeout_seconds

    @property
    def _call(self) -> dict[str, Any]:
        """How an announcer makes its calls."""
        return {"timeout": self._timeout, "clock": self._clock, "hear": self._hear}


WIKIS: Mapping[str, Callable[[Sites], Wiki]] = {
    "local": lambda sites: sites.local.wiki,
    "mediawiki": lambda sites: sites.mediawiki.wiki,
    "reddit": lambda sites: sites.reddit.wiki,
}
"""By `[wiki] adapter`."""

BLOGS: Mapping[str, Callable[[Sites], Blog]] = {
    "local": lambda sites: sites.local.blog,
    "mediawiki": lambda sites: sites.mediawiki.blog,
    "reddit": lambda sites: sites.reddit.blog,
    "wordpress": lambda sites: sites.wordpress,
    "draft": lambda sites: sites.draft,
}
"""By `[blog] adapter`."""

MAILBOXES: Mapping[str, Callable[[Sites], Mailbox]] = {
    "local": lambda sites: sites.local.mailbox,
    "mail": lambda sites: sites.mail,
    "reddit": lambda sites: sites.reddit.mailbox,
}
"""By the channels of `[letters]`."""

ANNOUNCERS: Mapping[str, Callable[[Sites], Sequence[Announcer]]] = {
    "discord": lambda sites: sites.webhooks,
    "matrix": lambda sites: sites.rooms,
}
"""By the table that names them; pushes go to browsers that asked for them."""


def _need(table: str, **settings: str) -> None:
    missing = [name for name, value in settings.items() if not value]
    if missing:
        raise ConfigError(f"[{table}] is used, but lacks {', '.join(missing)}")


def _server(name: str, place: str, security: str) -> MailServer:
    from pbp.adapters.mail import MailServer

    host, colon, port = place.rpartition(":")
    if not colon or not port.isdigit():
        raise ConfigError(f"[mail] {name} = {place!r}: write host:port")
    return MailServer(host, int(port), security)
