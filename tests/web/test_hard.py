"""A server that strangers try to hold: large requests, slow ones, other names, other people's links."""

from __future__ import annotations

import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest
import requests
from service.world import START, Moving
from web.web_case import Browser

from pbp import config
from pbp.operating.serving import MOST_OPEN, Server
from pbp.web import House, create_site
from pbp.web.site import LARGEST_FORM


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A running server on a free port."""
    settings = f'[store]\nurl = "sqlite:///{tmp_path / "store.db"}"\n[site]\nport = 0\n'
    running = Server(config.read(settings, tmp_path), Moving(START))
    running.start()
    yield running
    running.stop()
    running.app.store.close()


def connected(server: Server) -> socket.socket:
    """A connection, on which nothing was sent."""
    host, port = server.url.removeprefix("http://").split(":")
    return socket.create_connection((host, int(port)), timeout=60)


@pytest.mark.parametrize("head", ["Content-Length: 400000000", "Content-Length: 1000001"])
def test_a_request_that_is_too_large_is_refused_before_it_is_read(server: Server, head: str) -> None:
    with connected(server) as peer:
        peer.sendall(f"POST /edit/Ruleset HTTP/1.1\r\nHost: 127.0.0.1\r\n{head}\r\n\r\n".encode())
        assert b" 413 " in peer.recv(200)


@pytest.mark.parametrize(("more", "is_refused"), [(3, True), (0, False)])
def test_what_does_not_say_how_large_it_is_is_refused_at_the_same_limit(
    server: Server, more: int, is_refused: bool
) -> None:
    chunk = b"1000\r\n" + b"x" * 0x1000 + b"\r\n"
    with connected(server) as peer:
        peer.sendall(b"POST /edit/Ruleset HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(LARGEST_FORM // 0x1000 - 2):
            peer.sendall(chunk)
        peer.sendall(chunk * more or b"0\r\n\r\n")  # it goes on beyond the limit, or ends
        assert (b" 413 " in peer.recv(200)) == is_refused


def test_clients_that_drip_keep_nobody_out(server: Server) -> None:
    heads = (b"GET / HTTP/1.1\r\nX-Slow: ", b"POST /edit/Ruleset HTTP/1.1\r\nContent-Length: 90000\r\n\r\n")
    dripping = [connected(server) for _ in range(40)]
    for place, peer in enumerate(dripping):
        peer.sendall(heads[place % 2])
    for _ in range(5):
        for peer in dripping:
            peer.sendall(b"x")
        assert requests.get(server.url, timeout=60).status_code == 200
    for peer in dripping:
        peer.close()


def test_clients_that_never_finish_keep_nobody_out(server: Server) -> None:
    dripping = [connected(server) for _ in range(MOST_OPEN + 50)]
    for peer in dripping:
        peer.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    assert requests.get(server.url, timeout=60).status_code == 200
    for peer in dripping:
        peer.close()


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8044", "127.0.0.1.evil.example", "", "a b"])
def test_a_request_by_another_name_is_refused(server: Server, host: str) -> None:
    answer = requests.get(server.url, headers={"Host": host}, timeout=60)
    assert answer.status_code == 400 and "evil" not in answer.text


def test_a_host_names_further_names_of_its_site(site, desk) -> None:
    app = create_site(site, desk, House(hosts=("duels.example",)))
    assert app.test_client().get("/", base_url="http://DUELS.example:99").status_code == 200
    assert app.test_client().get("/", base_url="http://other.example").status_code == 400


def test_another_wizards_link_asks_before_it_changes_who_one_is(alice: Browser, bob: Browser) -> None:
    alice.open()
    answer = alice.client.get(bob.path)
    assert answer.status_code == 200
    assert "Alice" in answer.text and "Bob" in answer.text and "Set-Cookie" not in answer.headers
    assert "textarea" not in answer.text, "nothing of Bob's page is shown yet"
    assert "Alice" in alice.client.get("/").text
    mark = re.search(r'name="mark" value="(\w+)"', answer.text)
    assert mark
    assert alice.client.post(f"{bob.path}/become", data={"mark": "0" * 64}).status_code == 403
    answer = alice.client.post(f"{bob.path}/become", data={"mark": mark[1]})
    assert answer.status_code == 303 and answer.location == bob.path
    assert "textarea" in alice.client.get(bob.path).text


def test_ones_own_link_asks_nothing(alice: Browser) -> None:
    assert "textarea" in alice.open().text
    assert "textarea" in alice.open().text
