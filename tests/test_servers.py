"""The servers that other tests rely on start, are fresh, and end with the tests."""

from __future__ import annotations

import smtplib
import ssl
import subprocess
import sys
import time

import pytest
import requests
import sqlalchemy
from servers.mediawiki import Visitor
from servers.process import KEEPER
from servers.smtp import DROP_AFTER, DROP_BEFORE


def test_every_store_begins_empty(store_url):
    engine = sqlalchemy.create_engine(store_url)
    assert sqlalchemy.inspect(engine).get_table_names() == []
    with engine.begin() as connection:
        connection.execute(sqlalchemy.text("CREATE TABLE thing (name TEXT)"))
    engine.dispose()


def test_a_second_store_knows_nothing_of_the_first(store_url):
    engine = sqlalchemy.create_engine(store_url)
    assert sqlalchemy.inspect(engine).get_table_names() == []
    engine.dispose()


def test_a_server_ends_when_the_tests_are_killed(tmp_path):
    note = tmp_path / "pids"
    server = f"import os, time; os.fork(); open({str(note)!r}, 'a').write(f'{{os.getpid()}} '); time.sleep(600)"
    tests = (
        "import subprocess, sys, time; "
        f"subprocess.Popen([sys.executable, {str(KEEPER)!r}, 'SIGTERM', '-', sys.executable, '-c', {server!r}], "
        "stdin=subprocess.PIPE); time.sleep(600)"
    )
    parent = subprocess.Popen([sys.executable, "-c", tests])
    _until(lambda: note.exists() and len(note.read_text().split()) == 2)
    parent.kill()
    parent.wait()
    _until(lambda: not any(_alive(int(pid)) for pid in note.read_text().split()))


def test_a_person_edits_the_wiki_and_a_reader_sees_it(mediawiki):
    Visitor(mediawiki, mediawiki.person).edit("Ruleset", "Gain '''5''' Stars")
    assert "<b>5</b>" in Visitor(mediawiki).tree("Ruleset")


def test_the_wiki_of_the_next_test_is_empty(mediawiki):
    pages = Visitor(mediawiki).get(action="query", list="allpages")["query"]["allpages"]
    assert [page["title"] for page in pages] == ["Main Page"]


def test_an_editor_posts_and_comments_and_a_reader_sees_it(wordpress):
    assert _post(wordpress, "contributor", "posts", title="no", status="publish").status_code == 403
    story = _post(wordpress, "editor", "posts", title="Wizard Duel 7", content="<p>Battle</p>", status="publish").json()
    assert _post(wordpress, "editor", "comments", post=story["id"], content="<p>Alice gains 5</p>").status_code == 201
    page = wordpress.page(story["link"])
    assert "<h1>Wizard Duel 7</h1>" in page and page.index("<p>Battle</p>") < page.index("<p>Alice gains 5</p>")


def test_the_blog_of_the_next_test_is_empty(wordpress):
    assert requests.get(f"{wordpress.url}/wp-json/wp/v2/posts", timeout=60).json() == []


def _post(wordpress, role, kind, **what):
    account = (role, wordpress.passwords[role])
    return requests.post(f"{wordpress.url}/wp-json/wp/v2/{kind}", json=what, auth=account, timeout=60)


def test_a_letter_sent_is_a_letter_delivered(smtp, dovecot):
    with _session(smtp, dovecot) as client:
        client.sendmail("battlemaster@bm.test", ["alice+tok@bm.test", "bob@bm.test"], b"Subject: Duel\r\n\r\nhello\r\n")
    for user in ("alice", "bob"):
        (letter,) = dovecot.letters(user)
        assert letter.endswith(b"Subject: Duel\r\n\r\nhello\r\n")
    assert dovecot.letters("carol") == []


def test_the_mail_server_fails_on_command(smtp, dovecot):
    smtp.faults.extend([DROP_BEFORE, "451 try later", DROP_AFTER])
    for wanted in (smtplib.SMTPServerDisconnected, smtplib.SMTPDataError, smtplib.SMTPServerDisconnected):
        with pytest.raises(wanted), _session(smtp, dovecot) as client:
            client.sendmail("battlemaster@bm.test", ["alice@bm.test"], b"Subject: Duel\r\n\r\nhello\r\n")
    assert len(smtp.taken) == len(dovecot.letters("alice")) == 1


def _session(smtp, dovecot):
    client = smtplib.SMTP("127.0.0.1", smtp.port, local_hostname="client.test", timeout=30)
    client.starttls(context=ssl.create_default_context(cafile=dovecot.certificate))
    client.login(smtp.user, smtp.password)
    return client


def _until(true):
    give_up = time.monotonic() + 30
    while not true():
        assert time.monotonic() < give_up
        time.sleep(0.02)


def _alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
