"""Every way in which a mail server fails, as SiteDown or SiteRefused in words for the operator."""

from __future__ import annotations

import imaplib
import re
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from pbp.adapters.mail.headers import plain_line
from pbp.clock import Clock
from pbp.errors import SiteDown, SiteError, SiteRefused, Unreachable

_UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86400}
# Answers to IMAP commands that a later try may turn (RFC 5530, and what providers have in use).
_PASSING = ("UNAVAILABLE", "INUSE", "LIMIT", "OVERQUOTA", "SERVERBUG", "THROTTLED", "TOO MANY", "TRY AGAIN", "TEMPORAR")
_NO_ANSWER = "got more than"  # the library's words for a line without an end
# Refusals for good that are none: quotas on sending (Gmail 5.4.5, Microsoft 5.2.252), reported with a code of class 5.
_QUOTA = re.compile(r"\b5\.4\.5\b|\b5\.2\.252\b|rate limit|quota exceeded|too many (messages|mails)", re.IGNORECASE)
# Refusals of a recipient that are about us: RFC 3463, class 7 (security and policy), and in words.
_POLICY = re.compile(r"\b5\.7\.\d+\b|relay|spam|blocked|policy|denied|authenticat", re.IGNORECASE)


@contextmanager
def told_as_site_errors(where: str, clock: Clock) -> Iterator[None]:
    """Turns whatever goes wrong inside into SiteDown (try again) or SiteRefused (the operator must act)."""
    try:
        yield
    except SiteError:
        raise
    except ssl.SSLCertVerificationError as error:
        raise SiteRefused(
            f"{where}: its certificate is not valid ({error.verify_message}); "
            "check the host name, or name the authority's certificate in ca_file"
        ) from error
    except smtplib.SMTPRecipientsRefused as error:
        ((code, said),) = error.recipients.values()
        raise _not_delivered(_answered(where, code, said, clock())) from error
    except smtplib.SMTPAuthenticationError as error:
        raise _for_all(_answered(where, error.smtp_code, error.smtp_error, clock()), "sign-in") from error
    except smtplib.SMTPResponseException as error:
        raise _answered(where, error.smtp_code, error.smtp_error, clock()) from error
    except smtplib.SMTPNotSupportedError as error:
        raise SiteRefused(f"{where}: {_words(error)}; check security and user in the settings") from error
    except imaplib.IMAP4.abort as error:
        raise SiteDown(f"{where}: {_words(error)}", _retry_at(_words(error), clock())) from error
    except imaplib.IMAP4.error as error:
        words = _words(error)
        if _NO_ANSWER in words or any(sign in words.upper() for sign in _PASSING):
            raise SiteDown(f"{where}: {words}", _retry_at(words, clock())) from error
        raise SiteRefused(f"{where}: {words}") from error
    except (OSError, smtplib.SMTPException) as error:
        raise SiteDown(f"{where}: {_words(error) or type(error).__name__}") from error
    except (ValueError, TypeError, LookupError, AttributeError, EOFError) as error:
        # The libraries fail so on answers that are not IMAP or SMTP.
        raise SiteDown(f"{where}: an answer that cannot be read ({_words(error)})") from error


def _answered(where: str, code: int, words: bytes | str, now: datetime) -> SiteError:
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else str(words)
    told = f"{where}: {code} {plain_line(text, 300)}".rstrip()
    if code < 0 or 400 <= code < 500:
        return SiteDown(told, _retry_at(text, now))
    if _QUOTA.search(text):
        return SiteDown(told, _retry_at(text, now) or now + timedelta(hours=1))
    if 500 <= code < 600:
        return SiteRefused(told)
    return SiteDown(told)


def _not_delivered(error: SiteError) -> SiteError:
    """A refusal of one recipient: the mailbox is not there, unless its words say that the sender is at fault."""
    if isinstance(error, SiteRefused) and not _POLICY.search(str(error)):
        return Unreachable(str(error))
    return error


def _for_all(error: SiteError, cause: str) -> SiteError:
    """A refusal that meets every letter alike."""
    return SiteRefused(str(error), cause) if isinstance(error, SiteRefused) else error


def _retry_at(words: str, now: datetime) -> datetime | None:
    """When the server wants to be asked again, if it says so: "try again in 5 minutes", "retry after 300 s"."""
    found = re.search(
        r"\b(?:in|after|wait)\s+(?:at least\s+)?(\d{1,6})\s*(s|m|h|d)(?:ec\w*|in\w*|r|rs|our\w*|ay\w*)?\b",
        words,
        re.IGNORECASE,
    )
    if not found:
        return None
    return now + timedelta(seconds=min(int(found[1]) * _UNITS[found[2].lower()], _UNITS["d"]))


def _words(error: BaseException) -> str:
    parts = [p.decode("utf-8", "replace") if isinstance(p, bytes) else str(p) for p in error.args]
    if isinstance(error, OSError) and error.strerror:
        parts = [error.strerror]
    return plain_line(": ".join(parts), 300)
