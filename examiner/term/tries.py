"""Tries: what a student handed in while `examiner watch` ran, and what each of them earned.

They stand in tries/ in the course folder, a line of JSON each, in the order in which they were
graded. Days are those of the machine's own zone.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from ..course import CourseError

FOLDER = "tries"


@dataclass(frozen=True)
class Try:
    """A submission that was graded. when: ISO 8601, with a zone. points: question -> points; None
    where a person has to grade."""

    student: str
    when: str
    points: Mapping[str, float | None]

    @property
    def day(self) -> str:
        return self.when[:10]

    @property
    def total(self) -> float:
        """The points that there are so far."""
        return sum(points for points in self.points.values() if points is not None)


class Tries:
    """The tries of a class at one assignment. CourseError for a file that can't be read."""

    def __init__(self, root: Path, assignment: str) -> None:
        self._file = root / FOLDER / f"{assignment}.jsonl"
        self.by_student: dict[str, list[Try]] = defaultdict(list)
        try:
            for line in self._file.read_text("utf-8").splitlines():
                found = Try(**json.loads(line))
                self.by_student[found.student].append(found)
        except FileNotFoundError:
            pass
        except (OSError, ValueError, TypeError) as error:
            raise CourseError(
                f"{self._file} can't be read ({error}): move it away, and tries are counted anew."
            ) from None

    @property
    def begun(self) -> bool:
        """Whether tries are counted: since a watch has begun."""
        return self._file.exists()

    def begin(self) -> None:
        """Count them from now on. OSError."""
        self._file.parent.mkdir(mode=0o700, exist_ok=True)
        self._file.touch()

    def add(self, student: str, points: Mapping[str, float | None], now: datetime) -> Try:
        """A try, noted, on disk as well."""
        done = Try(student, now.isoformat(timespec="seconds"), dict(points))
        self.begin()
        with self._file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(asdict(done)) + "\n")
        self.by_student[student].append(done)
        return done

    def which(self, student: str, most: int) -> str:
        """Which of the tries of its day a student's last one is: "2 of 5 today". What waited for
        the due date comes after the last that a day has."""
        number = self.on_day(student, self.by_student[student][-1].day)
        return f"{number} of {most} today" if number <= most else f"{number} today"

    def on_day(self, student: str, day: str) -> int:
        """How many a student had on a day, such as "2026-10-30"."""
        return sum(each.day == day for each in self.by_student.get(student, ()))
