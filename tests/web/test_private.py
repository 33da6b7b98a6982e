"""The private page: orders are sent and receipts read; its link is its owner's secret."""

import logging
import re
from datetime import timedelta

import pytest
from web.web_case import Browser, alices_task

from pbp.ports import Letter
from pbp.web import House, create_site


def test_an_order_is_sent_and_its_receipt_is_there_at_once(alice, site):
    answer = alice.write("CAST Burn 3")
    assert answer.status_code == 303 and answer.location == f"{alice.path}?told=1#told"
    assert "We read: CAST Burn 3" in alice.open().text
    assert site.mailbox.fetch() == []


def test_letters_stand_newest_first(alice, clock):
    alice.write("CAST Greed")
    clock.now += timedelta(minutes=1)
    alice.write("CAST Gain")
    text = alice.open().text
    assert text.index("We read: CAST Gain") < text.index("We read: CAST Greed")


def test_a_message_is_kept_whatever_goes_wrong_afterwards(alice, site, desk):
    desk.fault = RuntimeError("the store is locked")
    assert alice.write("CAST Burn 3").status_code == 303
    assert [message.text for message in site.mailbox.fetch()] == ["CAST Burn 3"]


def test_nothing_or_too_much_is_refused_with_a_reason(alice, site):
    assert alice.write("   ").status_code == 400
    answer = alice.write("x" * 10_001)
    assert answer.status_code == 400 and "10,000 characters" in answer.text
    assert site.mailbox.fetch() == []


def test_the_standing_order_is_shown_to_its_owner_alone(alice, bob, desk, reader):
    desk.all_tasks["Alice"] = [alices_task(order="Burn at position 3, Bob")]
    assert "Burn at position 3, Bob" in alice.open().text
    assert "Burn at position 3, Bob" not in bob.open().text
    assert "Burn at position 3, Bob" not in reader.get("/").text


def test_a_letter_is_read_by_its_recipient_alone(alice, bob, site, reader):
    site.mailbox.send("k", Letter("Alice", "Wizard Duel 2", "the-secret-word"))
    assert "the-secret-word" in alice.open().text
    assert "the-secret-word" not in bob.open().text
    for path in ("/", "/search?q=the-secret-word", "/blog/2"):
        assert "the-secret-word</" not in reader.get(path).text


def test_a_form_without_the_mark_or_with_anothers_is_refused(alice, bob, site):
    alice.open()
    assert alice.client.post(f"{alice.path}/send", data={"text": "CAST Greed"}).status_code == 403
    answer = alice.client.post(f"{alice.path}/send", data={"text": "CAST Greed", "mark": bob.mark()})
    assert answer.status_code == 403
    assert site.mailbox.fetch() == []


def test_a_private_link_is_never_in_a_public_page_or_a_referrer(alice, reader):
    answer = alice.open()
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["Cache-Control"] == "no-store"
    assert "noindex" in answer.headers["X-Robots-Tag"]
    for path in ("/", "/wiki/", "/blog/1", "/search?q=Alice"):
        assert alice.token not in reader.get(path).text
    assert alice.client.get("/").headers["Cache-Control"] == "private, no-cache"


def test_a_private_link_is_never_in_the_log(alice, desk, app, caplog):
    class Unlucky(Exception):
        pass

    desk.fault = Unlucky(f"could not fetch {alice.path}/send")
    with caplog.at_level(logging.DEBUG):
        alice.write("CAST Burn 3")
        alice.open()
        assert "Unlucky in " in caplog.text and "could not fetch" not in caplog.text, (
            "a fault's words may be a player's"
        )
        app.logger.error("could not fetch %s", f"{alice.path}/send")
    assert "/me/…/send" in caplog.text
    assert alice.token not in caplog.text


def test_a_renewed_link_shuts_the_old_one_and_its_cookie_out(alice, site):
    alice.open()
    assert "Alice" in alice.client.get("/").text
    site.renew("Alice")
    assert alice.open().status_code == 404
    assert 'class="mine"' not in alice.client.get("/").text


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(alice):
    cookie = alice.open().headers["Set-Cookie"]
    assert "HttpOnly" in cookie and "SameSite=Lax" in cookie and "Secure" not in cookie
    answer = alice.client.get(alice.path, base_url="https://wizards.example")
    assert "Secure" in answer.headers["Set-Cookie"]


def test_guessing_private_links_is_slowed_down(reader, alice):
    answers = [reader.get(f"/me/guess{n}").status_code for n in range(12)]
    assert answers[:10] == [404] * 10 and answers[10:] == [429] * 2
    assert int(reader.get("/me/x").headers["Retry-After"]) in range(1, 62)
    assert alice.open().status_code == 200


def test_an_account_that_floods_is_asked_to_wait_and_others_are_not(site, desk):
    app = create_site(site, desk, House(writes=3))
    alice, bob = Browser(app, site, "Alice"), Browser(app, site, "Bob")
    assert [alice.write("STATUS").status_code for _ in range(5)] == [303, 303, 303, 429, 429]
    assert bob.write("STATUS").status_code == 303


def test_every_answer_forbids_foreign_scripts_and_frames(reader, alice):
    for answer in (
        reader.get("/"),
        reader.get("/nothing"),
        alice.open(),
        reader.get("/static/style.css", buffered=True),
    ):
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy and "unsafe" not in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_pages_have_no_inline_script_and_no_inline_style(reader, alice):
    for text in (reader.get("/").text, reader.get("/wiki/Ruleset").text, alice.open().text):
        assert "<script>" not in text and " style=" not in text and " onclick" not in text


def test_a_spell_is_cast_by_the_form_with_its_inputs_in_order(alice, desk):
    desk.all_tasks["Alice"] = [alices_task()]
    page = alice.open().text
    assert "Burn at position 1, Bob" in page and "18 hours 40 minutes" in page
    assert page.count('name="input1" value=') == 6 and page.count('type="radio" name="input2"') == 2
    assert "The wizard there loses 3 Stars" in page.partition("Cast Burn")[2]
    order(alice, move="cast-Warm Glow", input1="2", input2="Red")
    assert "We read: #2 CAST Warm Glow 2 Red" in alice.open().text


def order(browser, **fields):
    """Sends the form of a move of duel 2."""
    return browser.post(f"{browser.path}/order", **{"duel": "2", "step": "1", **fields})


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"move": "cast-Burn"}, "A position in the Wizard Ring: Nothing is chosen here."),
        ({"move": "cast-Burn", "input1": "9"}, "That cannot be chosen now."),
        ({"move": "cast-Warm Glow", "input1": "1", "input2": "Red\nIDLE"}, "That cannot be chosen now."),
    ],
)
def test_a_form_that_is_not_filled_in_comes_back_as_it_was_and_nothing_is_sent(alice, desk, site, fields, why):
    desk.all_tasks["Alice"] = [alices_task()]
    answer = order(alice, **fields)
    assert answer.status_code == 422
    assert "Not sent: something is still to be put right." in answer.text and why.lower() in answer.text.lower()
    if fields.get("input1") == "1":
        assert re.search(r'name="input1" value="1" checked', answer.text)
    assert site.mailbox.entries("Alice") == []


@pytest.mark.parametrize("fields", [{"step": "2"}, {"duel": "3"}, {"move": "cast-Frost"}, {"duel": "x", "step": ""}])
def test_a_form_of_a_step_that_has_closed_sends_nothing_and_says_so(alice, desk, site, fields):
    desk.all_tasks["Alice"] = [alices_task()]
    answer = order(alice, **{"move": "pass", **fields})
    assert answer.status_code == 409 and "This is how it stands now." in answer.text
    assert site.mailbox.entries("Alice") == []


def test_buttons_mean_the_duel_they_stand_under_and_grave_ones_ask_twice(alice, desk):
    desk.all_tasks["Alice"] = [alices_task()]
    page = alice.open().text
    assert re.search(r"<summary>Take my order back…</summary>.*?Your order will not count.*?#2 WITHDRAW", page, re.S)
    order(alice, move="pass")
    assert "We read: #2 PASS" in alice.open().text


def test_who_cannot_cast_reads_why(alice, desk):
    note = "You are idle: ACTIVE lets you cast again."
    desk.all_tasks["Alice"] = [alices_task(order="", moves=(), deeds=(), note=note)]
    assert "You are idle" in alice.open().text and "Cast a spell" not in alice.open().text


def test_what_was_understood_stands_first_and_large_and_the_receipt_is_folded(alice, site):
    receipt = "-----BEGIN RECEIPT-----\nabc"
    text = f"Understood, for duel 2: Burn.\n\nIt counts.\n\nThis receipt proves what was taken in.\n\n{receipt}\n"
    site.mailbox.send("k", Letter("Alice", "Understood", text))
    page = alice.client.get(f"{alice.path}?told=1").text
    assert re.search(r'id="told".*?<p class="lead">Understood, for duel 2: Burn.</p>', page, re.S)
    assert re.search(r"<summary>The receipt</summary><div[^>]*>This receipt proves.*?abc", page, re.S)
    assert page.index('id="told"') < page.index('id="text"') < page.index('id="letters"')


def test_the_sheet_of_private_links_is_a_battle_masters_alone(alice, merlin, site):
    text = merlin.client.get(f"{merlin.path}/links").text
    for name in ("Alice", "Bob", "Merlin"):
        assert site.private_url(name) in text
    assert alice.client.get(f"{alice.path}/links").status_code == 403


def test_a_player_renews_the_own_link_and_a_battle_master_anybodys(alice, bob, merlin, site):
    answer = alice.post(f"{alice.path}/renew")
    assert answer.status_code == 303 and answer.location == f"/me/{site.account('Alice')}"
    assert alice.open().status_code == 404
    assert merlin.post(f"{merlin.path}/renew", name="Bob").status_code == 303
    assert bob.open().status_code == 404
    bob = Browser(bob.client.application, site, "Bob")
    assert bob.post(f"{bob.path}/renew", name="Merlin").status_code == 403
    assert merlin.open().status_code == 200


def test_a_browser_forgets_whom_it_knew(alice):
    alice.open()
    assert 'class="mine"' in alice.client.get("/").text
    assert alice.post("/leave").status_code == 303
    assert 'class="mine"' not in alice.client.get("/").text


def test_the_headers_of_a_reverse_proxy_are_believed_only_if_there_is_one(site, desk):
    token = site.account("Alice")
    told = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7", "X-Forwarded-Host": "wizards.example"}
    for proxies in (0, 1):
        client = create_site(
            site, desk, House(proxies=proxies, misses=1, hosts=("localhost", "wizards.example"))
        ).test_client()
        answer = client.get(f"/me/{token}", headers=told)
        assert ("Secure" in answer.headers["Set-Cookie"]) == bool(proxies)
        # Who guesses is told apart by the address that the proxy saw.
        client.get("/me/wrong", headers=told)
        other = client.get("/me/wrong", headers={**told, "X-Forwarded-For": "203.0.113.8"})
        assert other.status_code == (404 if proxies else 429)
