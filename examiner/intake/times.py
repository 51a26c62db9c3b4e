"""Times that a person or a program wrote: one reading, of due dates and timestamps."""

from __future__ import annotations

import codecs
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from ..student.files import FileMissing, FileRejected, Folder

TIMESTAMP = "timestamp.txt"  # beside a notebook: when it was submitted
MAX_TIMESTAMP = 400  # bytes of it, in UTF-16, say
# What a file begins with that a program on Windows wrote -> its encoding.
_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
# Between the name of a hand-in and the file system it is put on may lie the clocks of two machines
# that nobody sets, and the copying of its files; a day of lateness is much longer.
TOLERANCE = timedelta(minutes=10)
YEARS = range(1970, 3001)  # that a time may be in: those at both ends can't be reckoned with
CHANGED = "changed "  # what the second line begins with, where there is one
UNDATED = (
    "its timestamp.txt holds no date: taken as in time; write it as 2026-10-30 21:00 UTC, and "
    "autograde again"
)
_TIME = re.compile(  # the zone, which is looked up as a file's name: Europe/Vienna, CET
    r"(\d{4})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?"
    r" *(?P<zone>Z|[+-]\d\d:?\d\d|[A-Z][A-Za-z0-9_/+-]{0,50})?",
    re.ASCII,
)


def read_time(text: str) -> datetime:
    """A time as the grade book has it: in UTC, and without a zone. One without a zone is in UTC.

    ValueError for what is none, and for what doesn't begin with the year: 10/11 may be two days.
    """
    try:
        if (match := _TIME.fullmatch(text.strip())) is None:
            raise ValueError
        *digits, fraction, zone = match.groups("")
        year, month, day, hour, minute, second = (int(each or 0) for each in digits)
        when = datetime(year, month, day, hour, minute, second, int(f"{fraction:0<6}"[:6]))
        if when.year not in YEARS:
            raise ValueError
        if zone[:1] in ("+", "-"):
            when = when.replace(tzinfo=datetime.strptime(zone, "%z").tzinfo)
        else:
            when = when.replace(tzinfo=ZoneInfo(zone) if zone not in ("", "Z") else UTC)
        return when.astimezone(UTC).replace(tzinfo=None)
    except Exception:  # what a file of zones is read with raises whatever it does
        raise ValueError(f"{text!r:.50} is no time") from None


def time_of(text: Any) -> datetime | None:
    """A time in the name of what was handed in; None where there is none. FileRejected for what is
    no time."""
    if not text or not isinstance(text, str):
        return text or None
    try:
        return read_time(text)
    except ValueError:
        raise FileRejected("the time in its name is none") from None


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


def timestamp_text(content: bytes) -> str:
    """The text of a timestamp.txt, in whatever encoding a program of Windows wrote it. ValueError
    for what is no text."""
    encoding = next((e for mark, e in _MARKS.items() if content.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in content[:2] and len(content) > 2:  # no mark, but two bytes
        encoding = "utf-16-le" if content[1] == 0 else "utf-16-be"
    return content.decode(encoding).replace("\r\n", "\n").strip()


def read_timestamp(folder: Path) -> tuple[datetime | None, datetime | None]:
    """The times at which a submission came in and was changed, as far as its timestamp.txt says.
    ValueError for what is no date."""
    try:
        text = timestamp_text(Folder(folder, untrusted_parts=2).read(TIMESTAMP, MAX_TIMESTAMP))
    except FileMissing:
        return None, None
    except FileRejected as why:
        raise ValueError(f"{folder / TIMESTAMP}: {why}") from None
    said, is_changed, changed = text.partition(f"\n{CHANGED}")
    return read_time(said) if said else None, read_time(changed) if is_changed else None


def time_remark(folder: Path, due: datetime | None) -> str:
    """A remark on a time that a person has to decide on; "" if there is nothing to decide.

    due: what it is due, for its student; in UTC, without a zone. None: never.
    """
    try:
        said, changed = read_timestamp(folder)
    except ValueError:
        return UNDATED
    if due is None or said is None or changed is None or changed <= due:
        return ""
    return (
        f"handed in at {said:%Y-%m-%d %H:%M} UTC, its name in the exchange says, but changed there "
        f"at {changed:%Y-%m-%d %H:%M} UTC, its files say: write the time that counts into its "
        "timestamp.txt, and autograde again"
    )
