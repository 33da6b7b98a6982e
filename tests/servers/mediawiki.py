"""A MediaWiki of our own, from Debian's package, on SQLite: three accounts with bot passwords, emptied in a moment."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import requests

from servers.process import free_port, php_server, run, short_folder

CODE = Path("/usr/share/mediawiki")
_GRANTS = "basic,highvolume,editpage,editprotected,createeditmovepage,uploadfile,uploadeditmovefile,protect,blockusers,"
_GRANTS += "delete,rollback,patrol"


@dataclass(frozen=True)
class Account:
    """A user of the wiki with the bot password that a program signs in with."""

    name: str
    password: str

    @property
    def login(self) -> str:
        """The name to sign in with."""
        return f"{self.name}@pbp"


class MediaWiki:
    """The server. `bot` is our account, `person` another user's, `admin` an administrator's."""

    bot = Account("BattleMaster", "b" * 32)
    person = Account("Alice", "a" * 32)
    admin = Account("Admin", "d" * 32)

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Installs a wiki and serves it."""
        self._folder = short_folder("mediawiki")
        self._data = self._folder / "data"
        self._data.mkdir()
        self._env = {**os.environ, "MW_CONFIG_FILE": str(self._folder / "none")}
        self._install()
        self._process = php_server(self.port, CODE, log=self._folder / "server.log", env=self._env)
        # The first answer fills the cache of messages, which takes a while.
        self._process.wait_until(lambda: requests.get(self.url + "/index.php", timeout=60).raise_for_status())
        self._new = self.kept()

    def stop(self) -> None:
        """Ends the server and forgets its data."""
        self._process.stop()
        shutil.rmtree(self._folder)

    def reset(self) -> None:
        """Puts the wiki back to how it was when new."""
        self.settings("")
        self._new()

    def kept(self) -> Callable[[], None]:
        """Keeps the wiki as it is now; what it gives puts it back to that, as often as it is called."""
        copies = Path(tempfile.mkdtemp(dir=self._folder))
        for name in self._databases():
            _copy(self._data / name, copies / name)

        def put_back() -> None:
            for name in self._databases():
                _copy(copies / name, self._data / name)

        return put_back

    def settings(self, php: str) -> None:
        """Settings in PHP that hold from now until the next reset."""
        (self._folder / "extra.php").write_text(f"<?php\n{php}\n")

    def forget_sessions(self) -> None:
        """Signs everybody out."""
        with contextlib.closing(sqlite3.connect(self._data / "wikicache.sqlite")) as cache, cache:
            cache.execute("DELETE FROM objectcache")

    def update(self) -> None:
        """Makes the tables that extensions loaded by `settings` need, until the next reset."""
        self._script("update", "--quick")

    def add_filter(self, name: str, pattern: str) -> None:
        """Lets the extension AbuseFilter refuse every edit that the pattern describes."""
        with contextlib.closing(sqlite3.connect(self._data / "wiki.sqlite")) as wiki, wiki:
            number = wiki.execute(
                "INSERT INTO abuse_filter (af_pattern, af_user, af_user_text, af_timestamp, af_enabled,"
                " af_public_comments, af_actions, af_group)"
                " VALUES (?, 1, 'Admin', '20260101000000', 1, ?, 'disallow', 'default')",
                (pattern, name),
            ).lastrowid
            wiki.execute("INSERT INTO abuse_filter_action VALUES (?, 'disallow', '')", (number,))

    def _install(self) -> None:
        where = ("--dbtype", "sqlite", "--dbpath", self._data, "--dbname", "wiki", "--server", self.url)
        how = ("--confpath", self._folder, "--scriptpath", "", "--pass", "an administrator's password")
        run("php", CODE / "maintenance/install.php", *where, *how, "TestWiki", self.admin.name, env=self._env)
        self._env["MW_CONFIG_FILE"] = str(self._folder / "LocalSettings.php")
        self.settings("")
        (self._folder / "images").mkdir()
        with (self._folder / "LocalSettings.php").open("a") as settings:
            settings.write(
                "$wgEnableUploads = true; $wgUploadPath = '/img_auth.php';\n"
                f"$wgUploadDirectory = '{self._folder}/images'; $wgReadOnlyFile = '{self._folder}/readonly';\n"
                "$wgShowExceptionDetails = true; $wgRateLimits = []; $wgJobRunRate = 0;\n"
                f"require '{self._folder}/extra.php';\n"
            )
        for account, role in ((self.bot, ["--bot"]), (self.person, []), (self.admin, ["--force"])):
            self._script("createAndPromote", *role, account.name, "a password for the browser")
            self._script("createBotPassword", "--appid", "pbp", "--grants", _GRANTS, account.name, account.password)

    def _script(self, name: str, *arguments: str) -> None:
        run("php", CODE / "maintenance" / f"{name}.php", *arguments, env=self._env)

    def _databases(self) -> list[str]:
        return ["wiki.sqlite", "wikicache.sqlite", "wiki_jobqueue.sqlite"]


class Visitor:
    """A person's or administrator's session at the wiki's API, for what a test does there."""

    def __init__(self, wiki: MediaWiki, account: Account | None = None):
        self._url = f"{wiki.url}/api.php"
        self._session = requests.Session()
        if account:
            token = self.get(action="query", meta="tokens", type="login")["query"]["tokens"]["logintoken"]
            done = self._call(action="login", lgname=account.login, lgpassword=account.password, lgtoken=token)
            assert done["login"]["result"] == "Success", done

    def get(self, **question: Any) -> dict[str, Any]:
        """The answer to a question."""
        data = {"format": "json", "formatversion": 2, **question}
        answer: dict[str, Any] = self._session.get(self._url, params=data, timeout=60).json()
        return answer

    def do(self, action: str, **what: Any) -> dict[str, Any]:
        """Carries out an action with a token; raises AssertionError if the wiki refuses."""
        token = self.get(action="query", meta="tokens")["query"]["tokens"]["csrftoken"]
        done = self._call(action=action, token=token, **what)
        assert "error" not in done, done
        return done

    def edit(self, title: str, text: str, **more: Any) -> None:
        """Replaces a page by hand."""
        self.do("edit", title=title, text=text, summary="by hand", **more)

    def tree(self, title: str) -> str:
        """The HTML of a page as a reader's browser gets it, without the skin."""
        parsed = self.get(action="parse", page=title, prop="text", disablelimitreport=1, disableeditsection=1)
        html: str = parsed["parse"]["text"]
        return html

    def _call(self, **what: Any) -> dict[str, Any]:
        data = {"format": "json", "formatversion": 2, **what}
        answer: dict[str, Any] = self._session.post(self._url, data=data, timeout=60).json()
        return answer


def _copy(source: Path, target: Path) -> None:
    with sqlite3.connect(source) as read, sqlite3.connect(target) as write:
        read.backup(write)
    read.close()
    write.close()
