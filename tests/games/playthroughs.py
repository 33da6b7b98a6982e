"""Golden playthroughs: whole contests as scenario files, with the text that they must give, to be read by people.

tests/games/playthroughs/<game>/<name>.toml is played to <name>.txt. After a change that is meant, write the texts
anew with `python tests/games/playthroughs.py --regen`, and review the difference.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from games.cases import OUTSIDE

from pbp.adjudicate import play
from pbp.parsing import tomltext

PLAYTHROUGHS = Path(__file__).parent / "playthroughs"


def playthrough_files(game: str = "*") -> list[Path]:
    """The scenario files of a game's playthroughs, or of all."""
    folder = game.replace("-", "_")
    return sorted([*PLAYTHROUGHS.glob(f"{folder}/*.toml"), *OUTSIDE.glob(f"{folder}/playthroughs/*.toml")])


def transcript(path: Path) -> str:
    """A scenario as a story: each step's orders, refusals, what happened and the state that all may see."""
    scenario, _ = tomltext.parse(path.read_text(encoding="utf-8"))
    result = play(scenario).result
    lines = []
    for number, (asked, step) in enumerate(zip(scenario["steps"], result["steps"], strict=True), 1):
        lines.append(f"Step {number}, {step['phase']}")
        for player, words in asked.get("orders", {}).items():
            lines.append(f"  {player} writes: {' / '.join(words.strip().splitlines())}")
        for player, problems in step["refused"].items():
            lines += [f"  To {player}: {problem['reason']} {problem['hint']}".rstrip() for problem in problems]
        if step["late"]:
            lines.append(f"  No order: {', '.join(step['late'])}")
        lines += [f"  * {event['text']}" for event in step["events"]]
        lines += [f"  {key}: {json.dumps(value, ensure_ascii=False)}" for key, value in step["state"].items()]
        lines.append("")
    lines.append(f"Outcome: {json.dumps(result['outcome'], ensure_ascii=False)}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if sys.argv[1:2] != ["--regen"]:
        sys.exit(__doc__)
    for file in playthrough_files(*sys.argv[2:3]):
        file.with_suffix(".txt").write_text(transcript(file), encoding="utf-8")
        print(file.with_suffix(".txt"))
