"""Times that a person or a program wrote: one reading, of due dates and timestamps."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import dateutil.parser

from ..student.files import Folder, LeftOut, Missing

TIMESTAMP = "timestamp.txt"  # beside a notebook: when it was submitted
MAX_TIMESTAMP = 100  # bytes of it
# Between the name of a hand-in and the file system it is put on may lie the clocks of two machines
# that nobody sets, and the copying of its files; a day of lateness is much longer.
TOLERANCE = timedelta(minutes=10)
CHANGED = "changed "  # what the second line begins with, where there is one
UNDATED = (
    "its timestamp.txt holds no date: taken as in time; write it as 2026-10-30 21:00 UTC, and "
    "autograde again"
)
_CHARACTERS = re.compile(r"(?!.*(\.\.|\d{9}| /))[0-9A-Za-z:+_/ .-]{1,100}", re.ASCII)
_OFFSET = re.compile(r"(?P<time>.*:[\d.]+) *(?P<zone>Z|[+-]\d\d:?\d\d)")
_NAME = re.compile(r"(?P<time>.*\d) +(?P<zone>(?!AM|PM)[A-Z][\w/+-]+)")  # Europe/Vienna, CET
_ONE_DIGIT = re.compile(r"(?<![\d.])\d(?!\d)")


def read_time(text: str) -> datetime:
    """A time as the grade book has it: in UTC, and without a zone. One without a zone is in UTC.

    ValueError for what is none, and for what may be another one as well: "10/11/2026 10:00".
    """
    read, _ = readings(text)
    if len(read) != 1:
        raise ValueError(f"{text.strip()!r} may be one of several times")
    try:
        return read[0].astimezone(UTC).replace(tzinfo=None)
    except OverflowError:
        raise ValueError(f"{text.strip()!r} is no time") from None


def readings(text: str) -> tuple[list[datetime], str]:
    """What a text may mean, each in its zone, and the zone as it is written there ("": UTC).

    One reading, or that with the day first and that with the month first. ValueError for what is no
    time, and for what leaves a part of a date unsaid.
    """
    text = text.strip()
    if not _CHARACTERS.fullmatch(text):  # a zone is looked up as a file's name
        raise ValueError(f"{text!r:.50} is no time")
    try:
        if found := _OFFSET.fullmatch(text):
            zone = datetime.strptime(found["zone"], "%z").tzinfo
        else:
            found = _NAME.fullmatch(text)
            zone = ZoneInfo(found["zone"]) if found else UTC
        read = _without_zone(found["time"] if found else text)
        return [when.replace(tzinfo=zone) for when in read], found["zone"] if found else ""
    except Exception:  # the parser of dates raises whatever its parts raise
        raise ValueError(f"{text!r} is no time") from None


def _without_zone(text: str) -> list[datetime]:
    """The readings of a text, that with the day first before that with the month first."""
    if re.match(r"\d{4}-", text):
        read = [datetime.fromisoformat(_ONE_DIGIT.sub(r"0\g<0>", text))]
    else:
        wholes = datetime(2000, 1, 1), datetime(2001, 2, 2)  # for what is not said
        read = []
        for day_first in (True, False):
            first, second = (
                dateutil.parser.parse(text, default=whole, dayfirst=day_first) for whole in wholes
            )
            if first != second:
                raise ValueError(text)
            read.append(first)
        read = list(dict.fromkeys(read))
    if any(when.tzinfo for when in read):
        raise ValueError(text)
    return read


def on_clocks(when: datetime) -> str:
    """A time of the grade book (in UTC, without a zone), as people read it: "2026-10-30 21:59 UTC",
    and what the clock of this machine shows then, if that is another time."""
    here = when.replace(tzinfo=UTC).astimezone()
    said = f"{when:%Y-%m-%d %H:%M} UTC"
    return said if not here.utcoffset() else f"{said} ({here:%Y-%m-%d %H:%M} on this machine)"


def timestamp_of(said: datetime, changed: datetime) -> str:
    """The timestamp.txt of a hand-in that came by the exchange: the time that its name says, and
    when its files were last changed, where that is another time. Both in UTC, without a zone."""
    lines = [f"{said.isoformat(' ', 'microseconds')} UTC"]  # as nbgrader writes it
    if changed - said > TOLERANCE:
        lines.append(f"{CHANGED}{changed.isoformat(' ', 'seconds')} UTC")
    return "\n".join(lines)


def read_timestamp(folder: Path) -> datetime | None:
    """When a submission came in; None where that isn't said. ValueError for what is no date."""
    return _read(folder)[0]


def _read(folder: Path) -> tuple[datetime | None, datetime | None]:
    """When a submission came in, and when it was changed, each if its timestamp.txt says so."""
    try:
        text = Folder(folder, own=2).read(TIMESTAMP, MAX_TIMESTAMP).decode().strip()
    except Missing:
        return None, None
    except LeftOut as why:
        raise ValueError(f"{folder / TIMESTAMP}: {why}") from None
    said, is_changed, changed = text.partition(f"\n{CHANGED}")
    return read_time(said) if said else None, read_time(changed) if is_changed else None


def said_of_time(folder: Path, due: datetime | None) -> str:
    """What a person has to decide on the time of a submission; "" if nothing.

    due: what it is due, for its student; in UTC, without a zone. None: never.
    """
    try:
        said, changed = _read(folder)
    except ValueError:
        return UNDATED
    if due is None or said is None or changed is None or changed <= due:
        return ""
    return (
        f"handed in at {said:%Y-%m-%d %H:%M} UTC, its name in the exchange says, but changed there "
        f"at {changed:%Y-%m-%d %H:%M} UTC, its files say: write the time that counts into its "
        "timestamp.txt, and autograde again"
    )
