"""The marks as they were: what every answer of the bank earns, and what is said of it.

`python -m tests.frozen FILE` marks the bank and compares it with FILE; with `--write` it makes
FILE. Names of questions after it keep to these. A change of the code that is meant to change no
mark is compared before and after.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import sys
from pathlib import Path
from typing import Any

from examiner.findings.level import Level
from tests.bank_runner import Answer, answers, verdict_on


def said(answer: Answer) -> tuple[str, dict[str, Any]]:
    """The name of an answer, its points, and the findings at each level."""
    try:
        verdict = verdict_on(answer)
        levels = {
            level: [[f.sign, f.heading, f.message, f.points] for f in verdict.shown(level)]
            for level in map(str, Level)
        }
    except Exception as error:  # so that one broken question shows, and the others too
        return answer.name, {"points": None, "error": repr(error)}
    return answer.name, {"points": verdict.points, **levels}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("questions", nargs="*", help="such as ps1_flops or q2_attention")
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--points", action="store_true", help="compare points alone")
    parser.add_argument("--most", type=int, default=20, help="differences that are shown")
    parser.add_argument("-j", type=int, default=2, help="processes")
    asked = parser.parse_args()
    chosen = [
        answer
        for answer in answers()
        if not asked.questions or {answer.assignment, answer.question} & {*asked.questions}
    ]
    with multiprocessing.Pool(asked.j) as pool:
        found = json.loads(json.dumps(dict(pool.imap(said, chosen, chunksize=8)), default=str))
    if asked.write:
        asked.file.write_text(json.dumps(found, indent=0, ensure_ascii=False, sort_keys=True))
        return 0
    before = json.loads(asked.file.read_text())
    for each in before.values():
        each.pop("mistake", None)
        for level in map(str, Level):
            each[level] = [found[:4] for found in each.get(level, [])]
    if asked.points:
        before, found = (
            {name: each["points"] for name, each in part.items()} for part in (before, found)
        )
    differing = [name for name, each in found.items() if before.get(name) != each]
    for name in differing[: asked.most]:
        print(name, "\n  before", _short(before.get(name)), "\n  now   ", _short(found[name]))
    print(f"{len(found)} answers, {len(differing)} differ")
    return bool(differing)


def _short(what: Any) -> str:
    if isinstance(what, dict) and "answer" in what:
        findings = [f"{f[0]} {f[1]}: {f[2]} ({f[3]:g})" for f in what["answer"]]
        return f"{what['points']} " + " | ".join(findings)
    return str(what)


if __name__ == "__main__":
    sys.exit(main())
