"""What has to be settled before a process imports anything else."""

from __future__ import annotations

import gc
import os

SETUP = "run `make setup`, and use the programs in .venv/bin"  # where packages are missing

# Answers are run, timed and compared with one thread everywhere, however many cores a machine has.
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


def use_one_thread() -> None:
    """Let numpy calculate in one thread. Call it before anything imports numpy."""
    os.environ.update(ONE_THREAD)


def look_for_less_garbage() -> None:
    """Let this process look for garbage after 50,000 new objects, not after 700: it takes a seventh
    of the time in which packages load and a class's master is read, and finds next to none."""
    gc.set_threshold(50_000)
