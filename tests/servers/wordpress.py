"""A WordPress of our own, from Debian's package, on a MariaDB of our own: installed without a browser."""

from __future__ import annotations

import getpass
import json
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import requests

from servers.process import Process, ServerFailed, free_port, php_server, run, short_folder

CODE = Path("/usr/share/wordpress")
_TEXTS = ("wp_posts", "wp_comments", "wp_postmeta", "wp_commentmeta")
"""The tables in which posts and comments stand."""


class MariaDB:
    """A MariaDB server with one user, root, who needs no password."""

    def __init__(self) -> None:
        self.port = free_port()

    def start(self) -> None:
        """Makes a database folder and serves it."""
        self.folder = short_folder("mariadb")
        data = f"--datadir={self.folder}/data"
        me = f"--user={getpass.getuser()}"
        open_to_all = "--auth-root-authentication-method=normal"
        # A server that starts clears the folder for temporary tables, and one that finds none there crashes:
        # so each has its own, also while it is installed.
        (self.folder / "tmp").mkdir(mode=0o700)
        tables = f"--tmpdir={self.folder}/tmp"
        run("mariadb-install-db", "--no-defaults", data, me, tables, open_to_all, "--skip-test-db")
        where = (f"--socket={self.folder}/socket", f"--port={self.port}", "--bind-address=127.0.0.1")
        fast = ("--innodb-flush-log-at-trx-commit=0", "--innodb-buffer-pool-size=32M", "--innodb-log-file-size=8M",
                "--skip-name-resolve")  # fmt: skip
        pid = f"--pid-file={self.folder}/pid"
        command = ("mariadbd", "--no-defaults", data, me, tables, *where, *fast, pid)
        self._process = Process(*command, log=self.folder / "server.log")
        self._process.wait_until(self._is_there)

    def _is_there(self) -> None:
        """Raises OSError until it can be reached: its socket comes after its port."""
        with socket.socket(socket.AF_UNIX) as one:
            one.connect(f"{self.folder}/socket")

    def stop(self) -> None:
        """Ends the server and forgets its data."""
        self._process.stop()
        shutil.rmtree(self.folder)

    def do(self, sql: str, database: str = "") -> None:
        """Carries out statements. Raises ServerFailed, with what the server said last."""
        where = ("--no-defaults", f"--socket={self.folder}/socket")
        try:
            run("mariadb", *where, "-u", "root", database or "mysql", text=sql)
        except ServerFailed as error:
            raise ServerFailed(f"{error}\n{self._process.last_words}") from None


class WordPress:
    """The server. `passwords` has an application password for each account, which are named for their roles."""

    roles = ("administrator", "editor", "author", "contributor")

    def __init__(self) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Installs a WordPress and serves it."""
        self._database = MariaDB()
        self._database.start()
        try:
            self._folder = short_folder("wordpress")
            self._database.do("CREATE DATABASE wordpress")
            self._lay_out()
            self.passwords: dict[str, str] = json.loads(self._install().rpartition("\n")[2])
            files = (self._folder / "www", self._folder / "router.php")
            self._process = php_server(self.port, *files, log=self._folder / "server.log")
            self._process.wait_until(lambda: requests.get(self.url, timeout=60).raise_for_status())
        except BaseException:
            self._database.stop()
            raise

    def stop(self) -> None:
        """Ends both servers and forgets their data."""
        self._process.stop()
        self._database.stop()
        shutil.rmtree(self._folder)

    def reset(self) -> None:
        """Empties the blog and puts its settings back."""
        self.settings("")
        self._database.do("".join(f"DELETE FROM {table};" for table in _TEXTS), "wordpress")

    def kept(self) -> Callable[[], None]:
        """Keeps all texts as they are now; what it gives puts them back to that, as often as it is called."""
        keep = "DROP TABLE IF EXISTS kept_{0}; CREATE TABLE kept_{0} AS SELECT * FROM {0};"
        back = "DELETE FROM {0}; ALTER TABLE {0} AUTO_INCREMENT = 1; INSERT INTO {0} SELECT * FROM kept_{0};"
        self._database.do("".join(map(keep.format, _TEXTS)), "wordpress")
        return lambda: self._database.do("".join(map(back.format, _TEXTS)), "wordpress")

    def settings(self, php: str) -> None:
        """PHP that is run with every request from now until the next reset."""
        (self._folder / "www/wp-content/mu-plugins/extra.php").write_text(f"<?php\n{php}\n")

    def fill(self, role: str, number: int) -> None:
        """Publishes that many posts of an account, at once."""
        row = f"SELECT ID, NOW(), NOW(), 'x', 'x', 'publish', 'post' FROM wp_users WHERE user_login = '{role}'"
        columns = "post_author, post_date, post_date_gmt, post_content, post_title, post_status, post_type"
        empty = ", post_excerpt, to_ping, pinged, post_content_filtered"
        row = row.replace(" FROM", ", '', '', '', '' FROM")
        self._database.do(f"INSERT INTO wp_posts ({columns}{empty}) {row};\n" * number, "wordpress")

    def page(self, url: str) -> str:
        """The HTML of an address as a reader without an account gets it."""
        answer = requests.get(url, timeout=60)
        answer.raise_for_status()
        return answer.text

    def _lay_out(self) -> None:
        """The folder that is served: the package's code by links, our settings, theme and router."""
        site = self._folder / "www"
        for folder in ("themes/plain", "mu-plugins", "uploads"):
            (site / "wp-content" / folder).mkdir(parents=True)
        for file in CODE.glob("*.php"):
            shutil.copy(file, site)  # WordPress looks for its settings beside its own code
        for folder in ("wp-admin", "wp-includes"):
            (site / folder).symlink_to(CODE / folder)
        (site / "wp-config.php").write_text(_CONFIG.format(port=self._database.port, url=self.url))
        (site / "wp-content/themes/plain/style.css").write_text("/* Theme Name: Plain */")
        (site / "wp-content/themes/plain/index.php").write_text(_THEME)
        (site / "wp-content/themes/plain/comments.php").write_text("<?php wp_list_comments(); ?>")
        (self._folder / "router.php").write_text(_ROUTER)
        self.settings("")

    def _install(self) -> str:
        script = self._folder / "install.php"
        script.write_text(_INSTALL.format(site=self._folder / "www", roles=json.dumps(self.roles)))
        return run("php", script).strip()


_CONFIG = """<?php
define('DB_NAME', 'wordpress'); define('DB_USER', 'root'); define('DB_PASSWORD', '');
define('DB_HOST', '127.0.0.1:{port}'); define('DB_CHARSET', 'utf8mb4'); define('DB_COLLATE', '');
define('WP_HOME', '{url}'); define('WP_SITEURL', '{url}');
define('WP_ENVIRONMENT_TYPE', 'local'); // application passwords are refused over plain HTTP otherwise
define('DISABLE_WP_CRON', true); define('WP_HTTP_BLOCK_EXTERNAL', true); define('AUTOMATIC_UPDATER_DISABLED', true);
foreach (['AUTH', 'SECURE_AUTH', 'LOGGED_IN', 'NONCE'] as $n) {{
    define($n . '_KEY', 'the same for every test'); define($n . '_SALT', 'the same for every test');
}}
$table_prefix = 'wp_';
if (!defined('ABSPATH')) define('ABSPATH', __DIR__ . '/');
require_once ABSPATH . 'wp-settings.php';
"""

_INSTALL = """<?php
define('WP_INSTALLING', true);
$_SERVER['HTTP_HOST'] = '127.0.0.1';
require '{site}/wp-load.php';
require ABSPATH . 'wp-admin/includes/upgrade.php';
function wp_mail() {{ return true; }}
wp_install('Wizard Duels', 'administrator', 'administrator@example.org', true, '', 'a password for the browser');
update_option('permalink_structure', '/%postname%/');
update_option('template', 'plain');
update_option('stylesheet', 'plain');
$passwords = [];
foreach (json_decode('{roles}') as $role) {{
    $id = username_exists($role) ?: wp_insert_user([
        'user_login' => $role, 'user_pass' => 'a password for the browser', 'role' => $role,
        'user_email' => "$role@example.org", 'display_name' => "The $role",
    ]);
    list($password) = WP_Application_Passwords::create_new_application_password($id, ['name' => 'pbp']);
    $passwords[$role] = $password;
}}
echo "\\n" . json_encode($passwords);
"""

_THEME = """<!DOCTYPE html>
<html><head><title><?php bloginfo('name'); ?></title><?php wp_head(); ?></head><body>
<?php while (have_posts()) { the_post(); ?>
<article><h1><?php the_title(); ?></h1><div class="story"><?php the_content(); ?></div></article>
<?php comments_template(); } ?>
</body></html>
"""

_ROUTER = """<?php
$path = parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH);
if ($path !== '/' && is_file($_SERVER['DOCUMENT_ROOT'] . $path)) return false;
$_SERVER['SCRIPT_NAME'] = '/index.php';
require $_SERVER['DOCUMENT_ROOT'] . '/index.php';
"""
