"""The examiner's own settings in nbgrader_config.py, and a check of all settings there."""

from __future__ import annotations

import difflib
import math
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import fields
from functools import cache
from typing import Any

from nbgrader import apps  # noqa: F401 - loads all classes of nbgrader, to know their settings
from nbgrader.api import SubmittedAssignment
from nbgrader.plugins import LateSubmissionPlugin
from nbgrader.preprocessors import AssignLatePenalties
from traitlets import Bool, Enum, Float, Integer, TraitError, TraitType
from traitlets.config import Config, Configurable

from ..authoring.release import nbgrader_config
from ..course import Course, CourseError
from ..further import FurtherCount
from ..student import Limits
from ..wording import did_you_mean
from ..workers.worker import WorkerSettings

SECONDS_A_DAY = 86400
RENAMED = {"tries_a_day": "attempts_a_day"}  # settings of Examine: earlier name -> name
_DEFAULT = WorkerSettings()
_LIMITS = _DEFAULT.limits


def _setting(kind: type[TraitType], default: Any, text: str) -> TraitType:
    return kind(default, help=text).tag(config=True)


class Examine(Configurable):
    """The limits of grading (c.Examine.… in nbgrader_config.py): see docs/security.md."""

    trusted = _setting(
        Bool,
        _DEFAULT.trusted,
        "Run submissions without the sandbox. Set it only if you trust every student.",
    )
    cell_seconds = _setting(
        Float, _LIMITS.cell_seconds, "Time limit for one cell or one check, in seconds."
    )
    notebook_seconds = _setting(
        Float,
        _LIMITS.notebook_seconds,
        "Time limit for all student code of a notebook, in seconds.",
    )
    memory = _setting(Integer, _LIMITS.memory, "Memory limit for a student's process, in bytes.")
    processes = _setting(
        Integer, _LIMITS.processes, "Number of processes and threads that a submission may use."
    )
    files = _setting(
        Integer, _LIMITS.files, "Limit for all files that a submission writes, in bytes."
    )
    output = _setting(Integer, _LIMITS.output, "Limit for the output of one cell, in bytes.")
    attempts_a_day = _setting(
        Integer, 5, "Number of submissions of one student that `examiner watch` grades a day."
    )
    tries_a_day = _setting(Integer, 5, "The earlier name of attempts_a_day.")
    worker_memory = _setting(
        Integer,
        _DEFAULT.memory,
        "Memory limit for marking one submission outside the sandbox, in bytes.",
    )
    worker_page_seconds = _setting(
        Float, _DEFAULT.page_seconds, "Time limit for making one feedback page, in seconds."
    )
    worker_seconds = _setting(
        Float,
        _DEFAULT.seconds,
        "Time limit for grading one submission, student code and marking together, in seconds.",
    )

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        configured = self.config.get(Examine.__name__, {})
        for earlier, name in RENAMED.items():
            if earlier in configured and name not in configured:
                setattr(self, name, getattr(self, earlier))

    def settings(self) -> WorkerSettings:
        """Return the limits in the form that a worker takes."""
        named = {field.name for field in fields(Limits)} & set(self.trait_names())
        limits = Limits(**{name: getattr(self, name) for name in named})
        return WorkerSettings(
            limits, self.trusted, self.worker_memory, self.worker_seconds, self.worker_page_seconds
        )


def lateness_plugin(config: Config) -> LateSubmissionPlugin:
    """Return the plugin of the course with the rule for lateness."""
    penalties = AssignLatePenalties(config=config)
    penalties.init_plugin()
    return penalties.plugin_inst


def lateness_cost(config: Config) -> Callable[[SubmittedAssignment, float], float | None]:
    """Return the function that computes the cost of lateness from a submission and its points.

    It returns None if lateness costs nothing.
    """
    plugin = lateness_plugin(config)

    def cost(submission: SubmittedAssignment, points: float) -> float | None:
        if (late := submission.total_seconds_late) <= 0:
            return None
        found = plugin.late_submission_penalty(submission.student_id, points, late)
        return None if found is None else min(max(found, 0), points)

    return cost


class StartedDays(LateSubmissionPlugin):
    """The rule for lateness: each started day after the due date costs points, up to a limit.

    With `c.LateSubmissionPlugin.penalty_method = "zero"`, lateness costs all points.
    """

    points = Float(0.0, min=0.0, help="Points that each started day costs.").tag(config=True)
    most = Float(math.inf, min=0.0, help="The most points that lateness costs.").tag(config=True)

    def late_submission_penalty(
        self, student_id: str, score: float, total_seconds_late: float
    ) -> float | None:
        """Return the points to take off, or None for none; nbgrader calls this method.

        Args:
            student_id: The student's id.
            score: The points before the penalty. The penalty never exceeds them.
            total_seconds_late: The time from the due date to the submission, in seconds.
        """
        if self.penalty_method == "zero":
            return super().late_submission_penalty(student_id, score, total_seconds_late)
        lost = self.points * math.ceil(total_seconds_late / SECONDS_A_DAY)
        return min(lost, self.most, score) or None


class FurtherProblems(Configurable):
    """How further problems count (c.FurtherProblems.… in nbgrader_config.py)."""

    count = Enum(
        [str(each) for each in FurtherCount],
        str(FurtherCount.FULL),
        help="How the points of further problems count: full, extra or none.",
    ).tag(config=True)

    @property
    def rule(self) -> FurtherCount:
        """The rule that the setting names."""
        return FurtherCount(self.count)


MISSPELT = 0.82  # similarity above which one name counts as a misspelling of another
NO_SETTING = "nbgrader_config.py: there is no setting c."


def read_settings(course: Course) -> Config:
    """Read and check the settings in nbgrader_config.py.

    Raises:
        CourseError: The file can't be run, or `check_settings` found a mistake.
    """
    config = nbgrader_config(course)
    check_settings(config)
    return config


def check_settings(config: Config) -> None:
    """Check the names and values of all settings.

    traitlets ignores a misspelt setting. Then a limit doesn't hold, lateness costs nothing, or the
    exchange is another folder. The function knows the settings of all loaded classes. It can't
    check the settings of a plugin class of the course, which another setting names.

    Raises:
        CourseError: A setting has a misspelt name or a wrong value.
    """
    known = defaultdict(list)
    for each in _subclasses(Configurable):
        known[each.__name__].append(each)
    for section in config:
        if section in known:
            # The settings of a class also hold for its subclasses.
            kinds = {below for kind in known[section] for below in (kind, *_subclasses(kind))}
            names = {name for kind in kinds for name in kind.class_trait_names(config=True)}
            for name in sorted(config[section].keys() - names):
                near = did_you_mean(name, names - RENAMED.keys())
                raise CourseError(f"{NO_SETTING}{section}.{name}.{near}")
        elif section not in _plugins(config):
            for near in difflib.get_close_matches(section, known, n=1, cutoff=MISSPELT):
                raise CourseError(f"{NO_SETTING}{section}. Did you mean c.{near}?")
    try:
        for each in (Examine, StartedDays, FurtherProblems):
            each(config=config)
    except TraitError as error:
        raise CourseError(f"nbgrader_config.py: {error}") from None
    for earlier in RENAMED.keys() & config.get(Examine.__name__, {}).keys():
        _warn_renamed(earlier)


@cache  # warn once in a process
def _warn_renamed(earlier: str) -> None:
    print(
        f"nbgrader_config.py: the setting c.Examine.{earlier} is now called "
        f"c.Examine.{RENAMED[earlier]}: rename it there. The earlier name still works for now.",
        file=sys.stderr,
    )


def _plugins(config: Config) -> set[str]:
    """Return the names of the classes that settings name, such as `module.Collector`."""
    values = [value for section in config.values() for value in dict(section).values()]
    listed = (each for value in values for each in (value if isinstance(value, list) else [value]))
    names = (each if isinstance(each, str) else getattr(each, "__name__", "") for each in listed)
    return {name.rpartition(".")[2] for name in names}


def _subclasses(kind: type[Configurable]) -> Iterator[type[Configurable]]:
    for each in kind.__subclasses__():
        yield each
        yield from _subclasses(each)
