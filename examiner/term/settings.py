"""The settings of nbgrader_config.py that are the examiner's own, and a check of what is set."""

from __future__ import annotations

import difflib
import math
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from nbgrader import apps  # noqa: F401 - so that all classes of nbgrader are known
from nbgrader.plugins import LateSubmissionPlugin
from traitlets import Bool, Float, Integer, TraitError, TraitType
from traitlets.config import Config, Configurable

from ..authoring.release import nbgrader_config
from ..course import Course, CourseError
from ..student import Limits
from ..wording import did_you_mean
from ..workers.worker import WorkerSettings

DAY = 86400  # seconds
_DEFAULT = WorkerSettings()
_LIMITS = _DEFAULT.limits


def _setting(kind: type[TraitType], default: Any, text: str) -> TraitType:
    return kind(default, help=text).tag(config=True)


class Examine(Configurable):
    """The limits of grading (c.Examine.… in nbgrader_config.py): see docs/security.md."""

    trusted = _setting(
        Bool,
        _DEFAULT.trusted,
        "Run submissions without the sandbox: only where you trust every student.",
    )
    cell_seconds = _setting(Float, _LIMITS.cell_seconds, "Seconds for a cell or a check.")
    notebook_seconds = _setting(
        Float, _LIMITS.notebook_seconds, "Seconds of student code for a whole notebook."
    )
    memory = _setting(Integer, _LIMITS.memory, "Bytes of memory for a process.")
    processes = _setting(Integer, _LIMITS.processes, "Processes and threads.")
    files = _setting(Integer, _LIMITS.files, "Bytes of files that it may write.")
    output = _setting(Integer, _LIMITS.output, "Bytes of output of a cell.")
    tries_a_day = _setting(
        Integer, 5, "Hand-ins of a student that `examiner watch` grades on one day."
    )
    worker_memory = _setting(
        Integer, _DEFAULT.memory, "Bytes of memory for marking one submission, outside the sandbox."
    )
    worker_page_seconds = _setting(Float, _DEFAULT.page_seconds, "Seconds for making a page.")
    worker_seconds = _setting(
        Float, _DEFAULT.seconds, "Seconds for one submission, student code and marking together."
    )

    def settings(self) -> WorkerSettings:
        """The same, as a worker takes them."""
        named = {field.name for field in fields(Limits)} & set(self.trait_names())
        limits = Limits(**{name: getattr(self, name) for name in named})
        return WorkerSettings(
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


ALIKE = 0.82  # of two names: one is the other, misspelt
NO_SETTING = "nbgrader_config.py: there is no setting c."


def read_settings(course: Course) -> Config:
    """Read nbgrader_config.py. CourseError where it can't be run, and as of check_settings."""
    config = nbgrader_config(course)
    check_settings(config)
    return config


def check_settings(config: Config) -> None:
    """CourseError for what is misspelt, which traitlets passes over, and for wrong values.

    A misspelt setting is a limit that doesn't hold, lateness that costs nothing, an exchange
    somewhere else. Known are the settings of all that is loaded, nbgrader's and our own; of a
    plugin of the course's own, which another setting names, nothing is known.
    """
    known = defaultdict(list)
    for each in _below(Configurable):
        known[each.__name__].append(each)
    for section in config:
        if section in known:
            # What stands there counts for the classes below as well.
            kinds = {below for kind in known[section] for below in (kind, *_below(kind))}
            names = {name for kind in kinds for name in kind.class_trait_names(config=True)}
            for name in sorted(config[section].keys() - names):
                near = did_you_mean(name, names)
                raise CourseError(f"{NO_SETTING}{section}.{name}.{near}")
        elif section not in _plugins(config):
            for near in difflib.get_close_matches(section, known, n=1, cutoff=ALIKE):
                raise CourseError(f"{NO_SETTING}{section}. Did you mean c.{near}?")
    try:
        for each in (Examine, StartedDays):
            each(config=config)
    except TraitError as error:
        raise CourseError(f"nbgrader_config.py: {error}") from None


def _plugins(config: Config) -> set[str]:
    """The names of the classes that settings name, such as `module.Collector`."""
    values = [value for section in config.values() for value in dict(section).values()]
    listed = (each for value in values for each in (value if isinstance(value, list) else [value]))
    names = (each if isinstance(each, str) else getattr(each, "__name__", "") for each in listed)
    return {name.rpartition(".")[2] for name in names}


def _below(kind: type[Configurable]) -> Iterator[type[Configurable]]:
    for each in kind.__subclasses__():
        yield each
        yield from _below(each)
