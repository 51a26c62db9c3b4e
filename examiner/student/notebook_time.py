"""What a submission has spent of the time that it has for everything."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .process import Process

_LOOK_SECONDS = 0.25  # between two looks at what the processors did


class NotebookTime:
    """Seconds on the examiner's clock while something was asked of the submission, or seconds that
    all its processes together had of the processors, where those are counted and are more.
    """

    def __init__(self, spent: float = 0.0) -> None:
        self._clock = spent
        self._earlier = self._now = 0.0  # processor time: of processes that ended, of this one
        self._looked = 0.0

    @property
    def spent(self) -> float:
        return max(self._clock, self._earlier + self._now)

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        """What is done inside counts."""
        started = time.monotonic()
        try:
            yield
        finally:
            self._clock += time.monotonic() - started

    def look(self, process: Process) -> None:
        """See what the processors have done for a process, now and then."""
        if (now := time.monotonic()) - self._looked > _LOOK_SECONDS:
            self._looked, self._now = now, process.processor_seconds

    def ends(self, process: Process) -> None:
        """The process is about to be ended."""
        self._earlier += process.processor_seconds
        self._now = 0.0
