"""Takes the README's picture anew: the page of the demo's first duel, in Chromium (`python tests/draw_readme.py`)."""

from __future__ import annotations

import base64
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from web.browser import Window

from pbp import config
from pbp.clock import system_clock
from pbp.operating import demo
from pbp.operating.serving import Server

PICTURE = Path(__file__).parent.parent / "pbp" / "papers" / "duel.png"
CHROMIUM = "/usr/bin/chromium", "/usr/bin/chromedriver"
START = datetime(2026, 3, 2, 9, tzinfo=UTC)
WIDTH, HEIGHT = 1040, 1100


def main() -> None:
    folder = Path(tempfile.mkdtemp())
    demo.play(folder=folder, start=START, seed="readme", serve_after=False, say=lambda _: None)
    server = Server(config.load(folder / "config.toml"), system_clock)
    server.start()
    window = Window(CHROMIUM, WIDTH, server.url)
    try:
        window.open("/duels/1")
        clip = {"x": 0, "y": 0, "width": WIDTH, "height": HEIGHT, "scale": 1}
        taken = window.command("Page.captureScreenshot", captureBeyondViewport=True, format="png", clip=clip)
        PICTURE.write_bytes(base64.b64decode(taken["data"]))
    finally:
        window.close()
        server.stop()


if __name__ == "__main__":
    main()
