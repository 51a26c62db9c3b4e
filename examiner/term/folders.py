"""Folders of results: each is put together beside its place, and then takes it as a whole."""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from ..course import CourseError
from ..gradebook.class_gradebook import CannotSave

FULL = (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EIO)  # no other submission will fare better


def beside(folder: Path, what: str) -> Path:
    """A path beside `folder` that no pattern of nbgrader's finds."""
    return folder.with_name(f".{folder.name}.{what}")


@contextmanager
def new_folder(place: Path) -> Iterator[Path]:
    """An empty folder, for what is to take the place of `place` (see `put_in_place`).

    It is gone afterwards. CannotSave where there is no room on the disk.
    """
    new = beside(place, "new")
    try:
        shutil.rmtree(new, ignore_errors=True)
        new.mkdir(parents=True)
        yield new
    except OSError as error:
        if error.errno in FULL:
            raise CannotSave(f"nothing can be written: {error.strerror}") from None
        raise
    finally:
        shutil.rmtree(new, ignore_errors=True)


def put_in_place(new: Path, place: Path) -> None:
    """Let a folder take the place of an earlier one, if there is one."""
    old = beside(place, "old")
    shutil.rmtree(old, ignore_errors=True)
    with suppress(FileNotFoundError):
        place.rename(old)
    new.rename(place)
    shutil.rmtree(old, ignore_errors=True)


def recover(places: Iterable[Path]) -> None:
    """Put right what a run that was killed left lying about."""
    for place in places:
        old = beside(place, "old")
        shutil.rmtree(beside(place, "new"), ignore_errors=True)
        if old.is_dir():
            if place.exists():
                shutil.rmtree(old, ignore_errors=True)
            else:
                old.rename(place)


@contextmanager
def alone(top: Path, otherwise: str) -> Iterator[None]:
    """CourseError with the text `otherwise` if another run is at work in the folder `top`."""
    top.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(top, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CourseError(otherwise) from None
        yield
    finally:
        os.close(descriptor)
