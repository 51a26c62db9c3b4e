"""Settings of nbgrader_config.py that there are not, or with a value that can't be."""

from __future__ import annotations

import difflib

from nbgrader.coursedir import CourseDirectory
from traitlets import TraitError
from traitlets.config import Config, Configurable

from ..course import CourseError
from ..wording import did_you_mean
from .lateness import StartedDays
from .nbgrader_steps import Examine

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
