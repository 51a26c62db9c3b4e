"""The settings of nbgrader_config.py that are the examiner's own, and a check of what is set."""

from __future__ import annotations

import difflib
import math
from dataclasses import fields

from nbgrader.coursedir import CourseDirectory
from nbgrader.plugins import LateSubmissionPlugin
from traitlets import Bool, Float, Integer, TraitError
from traitlets.config import Config, Configurable

from ..course import CourseError
from ..student import Limits
from ..wording import did_you_mean
from ..workers.worker import Settings

DAY = 86400  # seconds
_DEFAULT = Settings()


class Examine(Configurable):
    """The limits of grading (c.Examine.… in nbgrader_config.py): see docs/security.md."""

    trusted = Bool(
        _DEFAULT.trusted,
        help="Run submissions without the sandbox: only where you trust every student.",
    ).tag(config=True)
    cell_seconds = Float(_DEFAULT.limits.cell_seconds, help="Seconds for a cell or a check.").tag(
        config=True
    )
    notebook_seconds = Float(
        _DEFAULT.limits.notebook_seconds, help="Seconds of student code for a whole notebook."
    ).tag(config=True)
    memory = Integer(_DEFAULT.limits.memory, help="Bytes of memory for a process.").tag(config=True)
    processes = Integer(_DEFAULT.limits.processes, help="Processes and threads.").tag(config=True)
    files = Integer(_DEFAULT.limits.files, help="Bytes of files that it may write.").tag(
        config=True
    )
    output = Integer(_DEFAULT.limits.output, help="Bytes of output of a cell.").tag(config=True)
    worker_memory = Integer(
        _DEFAULT.memory, help="Bytes of memory for marking one submission, outside the sandbox."
    ).tag(config=True)
    worker_page_seconds = Float(_DEFAULT.page_seconds, help="Seconds for making a page.").tag(
        config=True
    )
    worker_seconds = Float(
        _DEFAULT.seconds, help="Seconds for one submission, student code and marking together."
    ).tag(config=True)

    def settings(self) -> Settings:
        """The same, as a worker takes them."""
        named = {field.name for field in fields(Limits)} & set(self.trait_names())
        limits = Limits(**{name: getattr(self, name) for name in named})
        return Settings(
            limits, self.trusted, self.worker_memory, self.worker_seconds, self.worker_page_seconds
        )


class StartedDays(LateSubmissionPlugin):
    """Points for each day that was started after the due date, up to a limit.

    With `c.LateSubmissionPlugin.penalty_method = "zero"`, lateness costs all points.
    """

    points = Float(0.0, min=0.0, help="Points that each started day costs.").tag(config=True)
    most = Float(math.inf, min=0.0, help="The most that lateness costs, in points.").tag(
        config=True
    )

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        """nbgrader's: the points to take off; None for none. Never more than the score."""
        if self.penalty_method == "zero":
            return super().late_submission_penalty(student_id, score, total_seconds_late)
        lost = self.points * math.ceil(total_seconds_late / DAY)
        return min(lost, self.most, score) or None


# Where a misspelt setting is a limit that doesn't hold, or lateness that costs nothing.
CHECKED: dict[str, type[Configurable]] = {
    each.__name__: each for each in (Examine, StartedDays, CourseDirectory)
}
ALIKE = 0.82  # of two names: nbgrader's ExchangeList is no misspelt Exchange


def check_settings(config: Config) -> None:
    """CourseError for what is misspelt, which traitlets passes over, and for wrong values."""
    for section, settings in config.items():
        if near := difflib.get_close_matches(section, CHECKED, n=1, cutoff=ALIKE):
            if near[0] != section:
                raise CourseError(_there_is_no(section, f" Did you mean c.{near[0]}?"))
            known = CHECKED[section].class_trait_names(config=True)
            for name in settings.keys() - known:
                raise CourseError(_there_is_no(f"{section}.{name}", did_you_mean(name, known)))
    try:
        for each in (Examine, StartedDays):
            each(config=config)
    except TraitError as error:
        raise CourseError(f"nbgrader_config.py: {error}") from None


def _there_is_no(setting: str, near: str) -> str:
    return f"nbgrader_config.py: there is no setting c.{setting}.{near}"
