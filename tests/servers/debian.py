"""Which Debian packages each suite needs, and whether they are here. Read by tests/run: standard library only."""

from __future__ import annotations

import glob
import shutil
import subprocess
from functools import cache

PACKAGES = {
    "PostgreSQL": ("postgresql",),
    "MediaWiki": ("mediawiki", "php-cli", "php-sqlite3", "php-mbstring", "php-xml", "php-intl"),
    "WordPress": ("wordpress", "mariadb-server", "php-cli", "php-mysql", "php-gd"),
    "Dovecot": ("dovecot-imapd", "dovecot-lmtpd", "openssl"),
    "Postfix": ("postfix",),
    "Chromium": ("chromium", "chromium-driver"),
}
"""Suite -> the packages that it needs on Debian 12 or newer."""

_FILES = {
    "PostgreSQL": ("/usr/lib/postgresql/*/bin/postgres",),
    "MediaWiki": ("/usr/share/mediawiki/maintenance/install.php", "/usr/bin/php"),
    "WordPress": ("/usr/share/wordpress/wp-load.php", "/usr/bin/php", "/usr/sbin/mariadbd"),
    "Dovecot": ("/usr/sbin/dovecot", "/usr/lib/dovecot/imap", "/usr/lib/dovecot/lmtp", "/usr/bin/openssl"),
    "Postfix": ("/usr/sbin/postfix",),
    "Chromium": ("/usr/bin/chromium", "/usr/bin/chromedriver"),
}
_PHP_EXTENSIONS = {
    "MediaWiki": ("pdo_sqlite", "mbstring", "xml", "intl"),
    "WordPress": ("mysqli", "gd"),
}
HOW_TO_INSTALL = "tests/run --install"


@cache
def missing(suite: str) -> str:
    """What this machine lacks for a suite, in words for a skip; empty if nothing."""
    lacking = [path for path in _FILES[suite] if not glob.glob(path)]
    if not lacking:
        loaded = _php_extensions() if suite in _PHP_EXTENSIONS else ()
        lacking = [f"PHP's {name}" for name in _PHP_EXTENSIONS.get(suite, ()) if name not in loaded]
    return f"{suite} is not here ({', '.join(lacking)} not found): {HOW_TO_INSTALL}" if lacking else ""


def newest(pattern: str) -> str:
    """The file that matches a pattern with one version number in it, of the newest version."""
    return max(glob.glob(pattern), key=lambda path: [int(part) for part in path.split("/") if part.isdigit()])


@cache
def _php_extensions() -> tuple[str, ...]:
    php = shutil.which("php")
    if not php:
        return ()
    return tuple(subprocess.run([php, "-m"], capture_output=True, text=True, check=True).stdout.lower().split())
