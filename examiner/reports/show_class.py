"""What a class run came to, on a terminal."""

from __future__ import annotations

import os
import shlex
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path

from rich.console import Console

from ..checks.verdict import format_points
from ..quoting import quoted_name
from ..term.class_runner import LATENESS, Move, Summary
from ..term.turnout import Turnout
from ..wording import names, several
from .report import ClassReport
from .show import MAX_SHOWN, questions, say, table, to_look_at

SLOWEST = 5
MAX_REMARKS = 40  # lines about submissions to look at
MAX_FINDINGS = 2  # of a mark that moves


def summary(done: Summary, report: ClassReport, console: Console | None = None) -> None:
    """The class question by question, the slowest submissions, what failed, and what moved."""
    console = console or Console()
    if done.seconds:  # else there is nothing new in it
        questions(report, console)
        slowest = sorted(done.seconds.items(), key=lambda found: -found[1])[:SLOWEST]
        each = (f"{quoted_name(student)} {seconds:.1f} s" for student, seconds in slowest)
        say(f"slowest: {', '.join(each)}", console)
    _outcome(done, f"{len(done.seconds)} graded", console)
    _moves([move for move in done.moves if move.question == LATENESS], console)
    _to_look_at(done, report, console)
    _turnout(done.turnout, console)
    moved = [f"{several(done.moved, 'mark')} moved"] if done.moved else []
    if done.again:
        moved.append(f"{done.again} {'waits' if done.again == 1 else 'wait'} again")
    if moved:
        say(", ".join(moved), console)


def pages(done: Summary, console: Console | None = None) -> None:
    """How many pages were made, what failed, which tell less than they will, and whether answers
    wait for a person."""
    console = console or Console()
    _outcome(done, f"{several(len(done.seconds), 'page')} made", console, failed="no new page")
    for line in filter(None, (done.hints, done.waiting)):
        say(line, console)


def not_in_zip(others: Mapping[str, Path], platform: str, console: Console | None = None) -> None:
    """Whose pages a platform doesn't take: they handed in in another way."""
    if others:
        listed = sorted(others)
        say(
            f"not in the zip, for no download from {platform.capitalize()} has them: "
            f"{_names(listed)}. Hand out their pages yourself: "
            f"{os.path.relpath(others[listed[0]])}, say",
            console or Console(),
        )


def moves(done: Summary, console: Console | None = None) -> None:
    """Whose marks would move, by question: from what to what, and why."""
    console = console or Console()
    _outcome(done, f"{len(done.seconds)} compared, nothing written", console)
    if done.first:
        say(f"for the first time: {_names(done.first)}", console)
    if not done.moves:
        say("no mark would move", console)
    _moves(done.moves, console)
    _to_look_at(done, None, console)
    _turnout(done.turnout, console)


def _outcome(done: Summary, what: str, console: Console, failed: str = "not graded") -> None:
    graded, rate = len(done.seconds), ""
    if graded and done.elapsed:
        rate = f" in {done.elapsed:.1f} s, {60 * graded / done.elapsed:.0f} per minute"
    unchanged = f"; {len(done.plan.unchanged)} unchanged" if done.plan.unchanged else ""
    say(f"{what}{rate}{unchanged}", console)
    for what, found in ((failed, done.failures), ("left out", done.plan.left_out)):
        for student, why in found.items():
            say(f"{what}: {quoted_name(student)}: {why}", console)


def _to_look_at(done: Summary, report: ClassReport | None, console: Console) -> None:
    """What a person has to look at: of this run, and of what was graded before and still holds."""
    remarks = dict(done.remarks)
    here = {*done.seconds, *done.plan.unchanged}
    for row in report.rows if report else ():
        if row.student in here:
            said = remarks.get(row.student, [])
            more = [line for line in to_look_at(row) if not any(line in each for each in said)]
            remarks[row.student] = [*said, *more]
    listed = [f"  {quoted_name(who)}: {line}" for who in sorted(remarks) for line in remarks[who]]
    if listed:
        say("to look at:", console)
    _first(MAX_REMARKS, listed, console, "  and {} more: `examiner report` names them")


def _names(students: Iterable[str]) -> str:
    return names([*map(quoted_name, students)], MAX_SHOWN)


def _first(most: int, lines: list[str], console: Console, more: str) -> None:
    for line in lines[:most]:
        say(line, console)
    if len(lines) > most:
        say(more.format(len(lines) - most), console)


def _turnout(found: Turnout, console: Console) -> None:
    """Who is not in the roster, who of it handed nothing in, and what is not where it belongs."""
    lines = [
        f"{there}: not looked at, for it belongs at {place}"
        for there, place in found.misplaced.items()
    ]
    lines += [f"{there}: not looked at: {why}" for there, why in found.unread.items()]
    lines += [_unknown(student, found) for student in found.unknown]
    known = [student for student in found.gone if student not in found.unknown]
    lines += [f"{quoted_name(student)}: graded, but gone from submitted/" for student in known]
    _first(MAX_SHOWN, lines, console, "and {} more")
    if found.missing:
        say(f"in the roster, and nothing handed in: {_names(found.missing)}", console)


def _unknown(student: str, found: Turnout) -> str:
    """What to do about somebody who is not in the roster."""
    who, folder = f"{quoted_name(student)}: not in the roster", shlex.quote(f"submitted/{student}")
    if student in found.gone:
        remove = shlex.join(["nbgrader", "db", "student", "remove", student, "--force"])
        folders = [shlex.quote(f"{step}/{student}") for step in ("autograded", "feedback")]
        return (
            f"{who}, and gone from submitted/. Run `{remove}`, and delete {' and '.join(folders)}."
        )
    if owner := found.numbers.get(student):
        mend = (
            f": rename {folder} to {owner}."
            if owner in found.missing
            else f", who handed in as {owner} as well: keep one in submitted/{owner}, and move "
            f"{folder} away."
        )
        return f"{who}, but {owner}'s number{mend}"
    if near := found.unknown[student]:
        return f"{who}. Did you mean {near}? Then rename {folder}."
    words = ["nbgrader", "db", "student", "add", student]
    if found.named:  # else grading will have entered it just so
        words += ["--first-name", student]
    return f"{who}. Move {folder} away, or run `{shlex.join(words)}`."


def _moves(moved: list[Move], console: Console) -> None:
    by_question: dict[str, list[Move]] = defaultdict(list)
    for move in moved:
        by_question[move.question].append(move)
    columns = ("student", "from", "to", "found before", "found now")
    for question, found in by_question.items():
        known = [m for m in found if m.before is not None and m.after is not None]
        up, down = (sum(m.after > m.before for m in known), sum(m.after < m.before for m in known))
        counts = ((up, "up"), (down, "down"), (len(found) - up - down, "to or from a person"))
        which = ", ".join(f"{count} {what}" for count, what in counts if count)
        rows = []
        for move in found:
            by_hand = "" if move.by_hand is None else f" ({format_points(move.by_hand)} by hand)"
            after = _points(move.after) + by_hand
            said = _findings(move.was), _findings(move.now)
            rows.append((move.student, _points(move.before), after, *said))
        table(console, f"{question}: {which}", columns, rows, ("from", "to"))


def _points(points: float | None) -> str:
    return "…" if points is None else format_points(points)


def _findings(lines: tuple[str, ...]) -> str:
    more = [f"and {len(lines) - MAX_FINDINGS} more"] if len(lines) > MAX_FINDINGS else []
    return "\n".join([*lines[:MAX_FINDINGS], *more]) or "nothing wrong"
