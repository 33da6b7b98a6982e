"""Signing in with a password or with access tokens (XOAUTH2), on a Dovecot that asks the server that gave them."""

from __future__ import annotations

import stat
from collections.abc import Iterator

import pytest
from adapters.mail_case import ALICE, NOON, OURS, settings, written
from servers.debian import missing
from servers.mail import DovecotWithTokens, FailingSmtp, TokenServer

from pbp.adapters.mail import Mail, MailServer, OAuth, Password
from pbp.errors import ConfigError, SiteDown, SiteRefused
from pbp.ports import Letter

LETTER = Letter(ALICE, "Wizard Duel 7", "Understood: Burn 3.")


@pytest.fixture(scope="module")
def token_server() -> Iterator[TokenServer]:
    server = TokenServer()
    server.start()
    yield server
    server.stop()


@pytest.fixture
def tokens(token_server: TokenServer) -> TokenServer:
    """A token server that has given nothing yet."""
    token_server.reset()
    return token_server


@pytest.fixture(scope="module")
def dovecot_with_tokens(token_server: TokenServer) -> Iterator[DovecotWithTokens]:
    if lacking := missing("Dovecot"):
        pytest.skip(lacking)
    server = DovecotWithTokens(token_server)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def dovecot(dovecot_with_tokens: DovecotWithTokens) -> DovecotWithTokens:
    dovecot_with_tokens.reset()
    return dovecot_with_tokens


@pytest.fixture
def failing(dovecot: DovecotWithTokens, tokens: TokenServer) -> Iterator[FailingSmtp]:
    server = FailingSmtp((dovecot.certificate, dovecot.key), tokens=tokens)
    server.start()
    yield server
    server.stop()


@pytest.fixture
def login(tokens: TokenServer) -> OAuth:
    return OAuth(OURS, f"{tokens.url}/token", "client-1", "refresh-1", "secret-1", "mail")


@pytest.fixture
def mail(dovecot: DovecotWithTokens, failing: FailingSmtp, login: OAuth, tmp_path) -> Mail:
    smtp = MailServer("127.0.0.1", failing.port)
    known = settings(dovecot, 0, tmp_path / "mail.sqlite", smtp=smtp, imap_login=login, smtp_login=login)
    return Mail(known)


def test_letters_come_and_go_with_one_access_token(mail, dovecot, failing, tokens):
    dovecot.deliver("battlemaster", written("CAST Burn 3"), ALICE)
    assert [message.text for message in mail.fetch()] == ["CAST Burn 3"]
    mail.send("receipt.1", LETTER)
    assert len(failing.taken) == 1 and len(tokens.asked) == 1
    assert tokens.asked[0] == {
        "grant_type": "refresh_token",
        "client_id": "client-1",
        "client_secret": "secret-1",
        "refresh_token": "refresh-1",
        "scope": "mail",
    }


def test_an_access_token_that_ends_is_renewed_in_time(mail, tokens):
    tokens.lives = 30
    mail.fetch()
    mail.fetch()
    assert len(tokens.asked) == 2


def test_an_access_token_that_was_called_back_is_renewed_at_once(mail, tokens, failing):
    mail.fetch()
    tokens.valid.clear()
    assert mail.fetch() == []
    tokens.valid.clear()
    mail.send("receipt.1", LETTER)
    assert len(failing.taken) == 1 and len(tokens.asked) == 3


def test_a_new_refresh_token_is_kept_for_the_next_process(mail, tokens):
    tokens.rotates = True
    mail.fetch()
    Mail(mail.settings).fetch()
    Mail(mail.settings).fetch()
    assert [form["refresh_token"] for form in tokens.asked] == ["refresh-1", "refresh-after-1", "refresh-after-2"]
    assert stat.S_IMODE(mail.settings.state.stat().st_mode) == 0o600


def test_a_refresh_token_that_is_no_longer_good_is_the_operator_s_matter(mail, tokens, failing):
    tokens.refresh_token = "another"
    for call in (mail.fetch, lambda: mail.send("receipt.1", LETTER)):
        with pytest.raises(SiteRefused, match=r"invalid_grant.*consent anew"):
            call()
    assert failing.taken == [] and all("invalid_grant" in told for told in mail.check())


def test_access_tokens_that_are_not_taken_are_the_operator_s_matter(mail, tokens, failing):
    tokens.email = "somebody@else.test"
    with pytest.raises(SiteRefused, match="IMAP"):
        mail.fetch()
    with pytest.raises(SiteRefused, match="535"):
        mail.send("receipt.1", LETTER)
    assert failing.taken == []


@pytest.mark.parametrize(
    ("answer", "seconds"),
    [
        ((500, b"oh no", {}), None),
        ((429, b"{}", {"Retry-After": "120"}), 120),
        ((503, b"{}", {"Retry-After": "soon"}), None),
        ((200, b"<html>", {}), None),
        ((200, b"[]", {}), None),
        ((200, b"{}", {}), None),
        ((200, b'{"access_token": 7}', {}), None),
        ((200, b'{"access_token": "a\\u0001b"}', {}), None),
        ((302, b"{}", {"Location": "http://evil.test/"}), None),
    ],
)
def test_a_token_server_out_of_order_is_down(mail, tokens, answer, seconds):
    tokens.answers.append(answer)
    with pytest.raises(SiteDown) as caught:
        Mail(mail.settings, lambda: NOON).fetch()
    assert (caught.value.retry_at and (caught.value.retry_at - NOON).total_seconds()) == seconds
    assert mail.fetch() == []


def test_a_token_server_that_is_not_there_is_down(mail, login, dovecot, tmp_path):
    gone = OAuth(OURS, "http://127.0.0.1:9/token", "client-1", "refresh-1")
    with pytest.raises(SiteDown, match="token server"):
        Mail(settings(dovecot, 9, tmp_path / "x.sqlite", imap_login=gone)).fetch()


def test_no_secret_stands_in_what_the_operator_is_told(mail, tokens):
    tokens.answers.append((400, b'{"error": "invalid_client", "error_description": "secret-1 refresh-1"}', {}))
    with pytest.raises(SiteRefused) as caught:
        mail.fetch()
    assert "secret-1" not in str(caught.value) and "refresh-1" not in str(caught.value)


def test_a_wrong_password_is_refused_in_words(dovecot, failing, tmp_path):
    wrong = Password("battlemaster", "wrong")
    smtp = MailServer("127.0.0.1", failing.port)
    mail = Mail(settings(dovecot, 0, tmp_path / "x.sqlite", smtp=smtp, imap_login=wrong, smtp_login=wrong))
    for call in (mail.fetch, lambda: mail.send("receipt.1", LETTER)):
        with pytest.raises(SiteRefused, match=r"(?i)authentication"):
            call()
    assert failing.taken == []


def test_a_server_on_this_machine_may_need_no_password(dovecot, tmp_path):
    server = FailingSmtp((dovecot.certificate, dovecot.key), "none")
    server.start()
    smtp = MailServer("127.0.0.1", server.port, "none")
    Mail(settings(dovecot, 0, tmp_path / "x.sqlite", smtp=smtp, smtp_login=None)).send("receipt.1", LETTER)
    assert server.begun == ["connect", "ehlo", "mail", "rcpt", "data", "taken"]
    server.stop()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        (OAuth(OURS, "http://login.example.org/token", "c", "r"), "https"),
        (OAuth(OURS, "http://127.0.0.1.evil.test/token", "c", "r"), "https"),
        (Password("battlemaster", "s3crët"), "ASCII"),
        (Password("battle\r\nmaster", "s"), "ASCII"),
        (Password("", "s"), "ASCII"),
    ],
)
def test_wrong_credentials_are_told_before_they_are_used(dovecot, tmp_path, wrong, words):
    with pytest.raises(ConfigError, match=words):
        settings(dovecot, 9, tmp_path / "x.sqlite", imap_login=wrong)
