"""A Postfix of our own, which hands letters to a Dovecot."""

from __future__ import annotations

import shutil
import smtplib

from servers.dovecot import DOMAIN, Dovecot
from servers.process import Process, free_port, short_folder

HOST = "127.0.0.1"


class Postfix:
    """Postfix on a high port, which delivers letters for bm.test and example.test to Dovecot and none elsewhere.

    It needs root. In place of a milter, its header checks write the verdict of the server mx.bm.test: dmarc=pass for
    senders at example.test; verdicts that come in under its name are taken out.
    """

    def __init__(self, dovecot: Dovecot):
        self.port = free_port()
        self.folder = short_folder("postfix")
        self._dovecot = dovecot

    def start(self) -> None:
        """Starts it and waits until it greets."""
        self._write()
        # Its master leaves the process group that is stopped with the tests, and has to be stopped by its own command.
        postfix = f"postfix -c {self.folder}/etc"
        script = f"trap '{postfix} abort' TERM; {postfix} start-fg & wait"
        self._process = Process("sh", "-c", script, log=self.folder / "log")
        self._process.wait_until(self._greets)

    def stop(self) -> None:
        """Stops it and removes its folder."""
        self._process.stop()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _greets(self) -> None:
        smtplib.SMTP(HOST, self.port, local_hostname="localhost", timeout=5).close()

    def _write(self) -> None:
        etc, queue, data = (self.folder / name for name in ("etc", "queue", "data"))
        for path in (etc, queue, data):
            path.mkdir()
        shutil.chown(data, "postfix")
        addresses = [f"{user}@{domain}" for user in self._dovecot.users for domain in (DOMAIN, "example.test")]
        (etc / "mailboxes").write_text("".join(f"{address} x\n" for address in [*addresses, f"gone@{DOMAIN}"]))
        (etc / "verdicts").write_text(
            "/^Authentication-Results:\\s*mx\\.bm\\.test\\b/ IGNORE\n"
            "/^From:.*@example\\.test\\b/"
            " PREPEND Authentication-Results: mx.bm.test; dmarc=pass header.from=example.test\n"
        )
        settings = {
            "compatibility_level": "3.6",
            "config_directory": str(etc),
            "queue_directory": str(queue),
            "data_directory": str(data),
            "maillog_file": str(self.folder / "maillog"),
            "maillog_file_prefixes": str(self.folder),
            "myhostname": f"mx.{DOMAIN}",
            "mynetworks": "",
            "mydestination": "",
            "inet_interfaces": HOST,
            "inet_protocols": "ipv4",
            "alias_maps": "",
            "alias_database": "",
            "local_recipient_maps": "",
            "recipient_delimiter": "+",
            "virtual_mailbox_domains": f"{DOMAIN} example.test",
            "virtual_mailbox_maps": f"texthash:{etc}/mailboxes",
            "virtual_transport": f"lmtp:inet:{HOST}:{self._dovecot.lmtp_port}",
            "default_transport": "error:nothing leaves this machine",
            "disable_dns_lookups": "yes",
            "smtpd_relay_restrictions": "reject_unauth_destination",
            "smtpd_peername_lookup": "no",
            "header_checks": f"regexp:{etc}/verdicts",
            "lmtp_host_lookup": "native",
            "biff": "no",
        }
        (etc / "main.cf").write_text("".join(f"{name} = {value}\n" for name, value in settings.items()))
        services = [
            f"{HOST}:{self.port} inet n - n - - smtpd",
            "pickup unix n - n 60 1 pickup",
            "cleanup unix n - n - 0 cleanup",
            "qmgr unix n - n 300 1 qmgr",
            "rewrite unix - - n - - trivial-rewrite",
            "bounce unix - - n - 0 bounce",
            "defer unix - - n - 0 bounce",
            "trace unix - - n - 0 bounce",
            "verify unix - - n - 1 verify",
            "flush unix n - n 1000? 0 flush",
            "proxymap unix - - n - - proxymap",
            "smtp unix - - n - - smtp",
            "relay unix - - n - - smtp",
            "error unix - - n - - error",
            "retry unix - - n - - error",
            "discard unix - - n - - discard",
            "local unix - n n - - local",
            "virtual unix - n n - - virtual",
            "lmtp unix - - n - - lmtp",
            "anvil unix - - n - 1 anvil",
            "scache unix - - n - 1 scache",
            "postlog unix-dgram n - n - 1 postlogd",
        ]
        (etc / "master.cf").write_text("\n".join(services) + "\n")
