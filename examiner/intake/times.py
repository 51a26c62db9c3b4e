"""Times that people and programs write: due dates and timestamps, read in one way."""

from __future__ import annotations

import codecs
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from ..student.files import FileMissing, FileRejected, Folder

TIMESTAMP = "timestamp.txt"  # the file beside a notebook with the time of submission
MAX_TIMESTAMP = 400  # bytes of this file; UTF-32 needs four for each character
# Byte order mark at the beginning of a file, as programs on Windows write it -> encoding.
_BYTE_ORDER_MARKS = {
    codecs.BOM_UTF8: "utf-8-sig",
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}
# The time in a submission's name may differ by this much from the change times of its files, since
# the times can come from the clocks of two machines, and copying the files takes time.
TOLERANCE = timedelta(minutes=10)
YEARS = range(1970, 3001)  # datetime can't do arithmetic with its first and last years
CHANGED_PREFIX = "changed "  # begins the second line of a timestamp.txt, if there is one
UNDATED = (
    "its timestamp.txt holds no date, so the submission counts as on time: write the date in the "
    "form 2026-10-30 21:00 UTC, and autograde again"
)
_TIME = re.compile(  # zones are names of files in the system's database: Europe/Vienna, CET
    r"(\d{4})-(\d\d?)-(\d\d?)(?:[ T](\d\d?):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?"
    r" *(?P<zone>Z|[+-]\d\d:?\d\d|[A-Z][A-Za-z0-9_/+-]{0,50})?",
    re.ASCII,
)


def read_time(text: str) -> datetime:
    """Read a time that begins with the year. A time without a zone is in UTC.

    Other orders are refused, because 10/11 can be two days.

    Args:
        text: The time, for example "2026-10-30 21:00 Europe/Vienna".

    Returns:
        The time in UTC, without a zone, as the gradebook stores it.

    Raises:
        ValueError: The text is not such a time.
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
    except Exception:  # the reader of zone files can raise any exception
        raise ValueError(f"{text!r:.50} is not a time") from None


def time_in_name(text: Any) -> datetime | None:
    """Read the time in the name of a submission; None if the text is empty.

    Raises:
        FileRejected: The text is not a time.
    """
    if not text or not isinstance(text, str):
        return text or None
    try:
        return read_time(text)
    except ValueError:
        raise FileRejected("the time in its name is not valid") from None


def format_time(when: datetime) -> str:
    """Write a time of the gradebook (in UTC, without a zone) as people read it.

    The result is "2026-10-30 21:59 UTC". If this machine is in another zone, its local time
    follows.
    """
    local = when.replace(tzinfo=UTC).astimezone()
    text = f"{when:%Y-%m-%d %H:%M} UTC"
    return text if not local.utcoffset() else f"{text} ({local:%Y-%m-%d %H:%M} on this machine)"


def exchange_timestamp(submitted: datetime, changed: datetime) -> str:
    """Return the content of the timestamp.txt of a submission in the exchange.

    A second line gives the last change, if it was clearly later than the time in the name.

    Args:
        submitted: The time in the submission's name, in UTC, without a zone.
        changed: The time of the last change of its files, in UTC, without a zone.
    """
    lines = [f"{submitted.isoformat(' ', 'microseconds')} UTC"]  # as nbgrader writes it
    if changed - submitted > TOLERANCE:
        lines.append(f"{CHANGED_PREFIX}{changed.isoformat(' ', 'seconds')} UTC")
    return "\n".join(lines)


def timestamp_text(content: bytes) -> str:
    """Decode a timestamp.txt, in any encoding that programs on Windows use.

    Raises:
        ValueError: The content is not text.
    """
    encodings = (
        encoding for mark, encoding in _BYTE_ORDER_MARKS.items() if content.startswith(mark)
    )
    encoding = next(encodings, "utf-8")
    if encoding == "utf-8" and b"\0" in content[:2] and len(content) > 2:  # UTF-16 without a mark
        encoding = "utf-16-le" if content[1] == 0 else "utf-16-be"
    return content.decode(encoding).replace("\r\n", "\n").strip()


def read_timestamp(folder: Path) -> tuple[datetime | None, datetime | None]:
    """Read the timestamp.txt of a submission.

    Args:
        folder: The folder of the submission.

    Returns:
        The time of submission and the time of the last change, both in UTC, without a zone. A time
        that the file doesn't contain is None.

    Raises:
        ValueError: The file can't be read, or contains something else than dates.
    """
    try:
        text = timestamp_text(Folder(folder, untrusted_parts=2).read(TIMESTAMP, MAX_TIMESTAMP))
    except FileMissing:
        return None, None
    except FileRejected as why:
        raise ValueError(f"{folder / TIMESTAMP}: {why}") from None
    submitted, is_changed, changed = text.partition(f"\n{CHANGED_PREFIX}")
    return read_time(submitted) if submitted else None, read_time(changed) if is_changed else None


def time_remark(folder: Path, due: datetime | None) -> str:
    """Return a remark on a time of submission that an instructor has to decide on, or "".

    Args:
        folder: The folder of the submission.
        due: The student's due date, in UTC, without a zone; None if there is none.
    """
    try:
        submitted, changed = read_timestamp(folder)
    except ValueError:
        return UNDATED
    if due is None or submitted is None or changed is None or changed <= due:
        return ""
    return (
        f"its name in the exchange has the time {submitted:%Y-%m-%d %H:%M} UTC, but its files were "
        f"changed there at {changed:%Y-%m-%d %H:%M} UTC: write the time that counts into its "
        "timestamp.txt, and autograde again"
    )
