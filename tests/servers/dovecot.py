"""A Dovecot of our own: IMAP with and without TLS from the start, mail delivered to it by LMTP."""

from __future__ import annotations

import getpass
import grp
import imaplib
import os
import shutil
import smtplib
import ssl
import tempfile
import time
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

from servers.process import AS_ROOT, Process, free_port, run, short_folder

DOMAIN = "bm.test"


class Dovecot:
    """The server; mail to any address at any domain goes to the user before the @, a +detail left out.

    `capability`: what it says after signing in that it can do, instead of all that it can.
    """

    password = "s3cret"
    users = ("battlemaster", "alice", "bob", "carol", "dave", "eve", "mallory", "nimue", "oberon")

    def __init__(self, capability: str = "") -> None:
        self.capability = capability
        self.port, self.tls_port, self.lmtp_port = free_port(), free_port(), free_port()

    def start(self) -> None:
        """Makes a certificate for localhost and 127.0.0.1, and serves."""
        self.folder = short_folder("dovecot")
        self.certificate, self.key = certificate(self.folder)
        (self.folder / "mail").mkdir()
        mail_user = "mail" if AS_ROOT else getpass.getuser()
        if AS_ROOT:
            shutil.chown(self.folder / "mail", mail_user, mail_user)
        owner = (self.folder / "mail").stat()
        passwd = self.folder / "passwd"
        passwd.write_text(
            "".join(
                f"{user}:{{PLAIN}}{self.password}:{owner.st_uid}:{owner.st_gid}::{self.folder}/mail/{user}::\n"
                for user in self.users
            )
        )
        version = run("dovecot", "--version").split(".")
        newer = (int(version[0]), int(version[1])) >= (2, 4)
        (self.folder / "dovecot.conf").write_text(_configuration(self, newer))
        command = ("dovecot", "-F", "-c", self.folder / "dovecot.conf")
        self._process = Process(*command, log=self.folder / "server.log")
        self._process.wait_until(self._signs_in)

    def stop(self) -> None:
        """Ends the server and forgets its data."""
        self._process.stop()
        shutil.rmtree(self.folder)

    def reset(self) -> None:
        """Empties every mailbox."""
        for user in self.users:
            shutil.rmtree(self.folder / "mail" / user, ignore_errors=True)

    def kept(self) -> Callable[[], None]:
        """Keeps every mailbox as it is now; what it gives puts them back to that, as often as it is called."""
        copy = Path(tempfile.mkdtemp(dir=self.folder))
        run("cp", "-a", self.folder / "mail", copy)

        def put_back() -> None:
            self.reset()
            run("cp", "-a", copy / "mail", self.folder)

        return put_back

    def deliver(self, user: str, letter: bytes, sender: str = "") -> None:
        """Puts a letter into a user's inbox, below any mail exchanger."""
        with smtplib.LMTP("127.0.0.1", self.lmtp_port, local_hostname="mx.test", timeout=30) as lmtp:
            lmtp.sendmail(sender, [user if "@" in user else f"{user}@{DOMAIN}"], letter)

    def letters(self, user: str) -> list[bytes]:
        """All letters in a user's inbox, as they lie there, oldest first."""
        with self._session(user) as imap:
            imap.select("INBOX", readonly=True)
            _, (numbers,) = imap.search(None, "ALL")
            letters: list[Any] = [imap.fetch(number, "(BODY.PEEK[])")[1][0] for number in numbers.decode().split()]
            return [letter for _, letter in letters]

    def append(self, user: str, letter: bytes, received: datetime) -> None:
        """Puts a letter into a user's inbox as if it had come at that time."""
        with self._session(user) as imap:
            status, answer = imap.append("INBOX", None, received, letter)
            assert status == "OK", answer

    def renumber(self, user: str) -> None:
        """Gives a user's inbox a new UIDVALIDITY, all letters numbered anew from 1."""
        time.sleep(1.1)  # it is the second in which the numbering began: in the same one it would be no new one
        for index in (self.folder / "mail" / user / "Maildir").glob("dovecot*"):
            index.unlink()

    def _session(self, user: str) -> imaplib.IMAP4:
        imap = imaplib.IMAP4_SSL(
            "127.0.0.1", self.tls_port, ssl_context=ssl.create_default_context(cafile=self.certificate), timeout=30
        )
        imap.login(user, self.password)
        return imap

    def _signs_in(self) -> None:
        # The port is open before passwords can be checked.
        try:
            self._session("battlemaster").logout()
        except imaplib.IMAP4.error as error:
            raise ConnectionError from error


def certificate(folder: Path) -> tuple[Path, Path]:
    """A new self-signed certificate for this machine, and its key."""
    cert, key = folder / "tls.crt", folder / "tls.key"
    new = ("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    names = ("-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1")
    run(*new, *names, "-days", "2", "-keyout", key, "-out", cert)
    return cert, key


def _configuration(server: Dovecot, newer: bool) -> str:
    """The settings; Dovecot 2.4 spells some of them anew."""
    folder, me = server.folder, getpass.getuser()
    inner, login = ("dovecot", "dovenull") if AS_ROOT else (me, me)
    group = "dovecot" if AS_ROOT else grp.getgrgid(os.getgid()).gr_name
    passwd = f"{folder}/passwd"
    if newer:
        first = "dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0"
        spelt = f"""
ssl_server_cert_file = {folder}/tls.crt
ssl_server_key_file = {folder}/tls.key
mail_driver = maildir
mail_path = {folder}/mail/%{{user|username}}/Maildir
auth_username_format = %{{user|username|lower}}
passdb passwd-file {{
  passwd_file_path = {passwd}
}}
userdb passwd-file {{
  passwd_file_path = {passwd}
}}"""
    else:
        first = ""
        spelt = f"""
ssl_cert = <{folder}/tls.crt
ssl_key = <{folder}/tls.key
mail_location = maildir:{folder}/mail/%n/Maildir
auth_username_format = %Ln
passdb {{
  driver = passwd-file
  args = username_format=%n {passwd}
}}
userdb {{
  driver = passwd-file
  args = username_format=%n {passwd}
}}"""
    return f"""{first}
base_dir = {folder}/run
state_dir = {folder}/run
instance_name = pbp-test
log_path = {folder}/dovecot.log
protocols = imap lmtp
listen = 127.0.0.1
default_internal_user = {inner}
default_internal_group = {group}
default_login_user = {login}
first_valid_uid = 1
auth_mechanisms = plain login
recipient_delimiter = +
lda_mailbox_autocreate = yes
ssl = required
{spelt}
service imap-login {{
  chroot = {"login" if AS_ROOT else ""}
  inet_listener imap {{
    port = {server.port}
  }}
  inet_listener imaps {{
    port = {server.tls_port}
    ssl = yes
  }}
}}
service lmtp {{
  chroot =
  inet_listener lmtp {{
    port = {server.lmtp_port}
  }}
}}
service anvil {{
  chroot =
}}
service stats {{
  chroot =
}}
namespace inbox {{
  inbox = yes
}}
{f"imap_capability = {server.capability}" if server.capability else ""}
"""
