"""What a time means that a person or a program wrote: one reading, of due dates and timestamps."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from itertools import product
from zoneinfo import ZoneInfo

import dateutil.parser
from nbgrader import utils

_CHARACTERS = re.compile(r"(?!.*(\.\.|\d{9}| /))[0-9A-Za-z:+_/ .-]{1,100}", re.ASCII)
_OFFSET = re.compile(r"(?P<time>.*:[\d.]+) *(?P<zone>Z|[+-]\d\d:?\d\d)")
_NAME = re.compile(r"(?P<time>.*\d) +(?P<zone>(?!AM|PM)[A-Z][\w/+-]+)")  # Europe/Vienna, CET
_ONE_DIGIT = re.compile(r"(?<![\d.])\d(?!\d)")


def apply() -> None:
    """Let all of nbgrader read times like this. Calling it twice does no harm."""
    modules = [module for name, module in sys.modules.items() if name.startswith("nbgrader.")]
    for module in {utils, *modules}:
        if hasattr(module, "parse_utc"):
            module.parse_utc = parse_utc


def parse_utc(time: datetime | str | None) -> datetime | None:
    """utils.parse_utc: nbgrader's takes the 0100 of "+0100" for seconds, a zone that it doesn't
    know for UTC, and what is not said, be it the year, for today's."""
    if isinstance(time, str):
        return read_time(time)
    if time is None or time.tzinfo is None:
        return time
    return time.astimezone(UTC).replace(tzinfo=None)


def read_time(text: str) -> datetime:
    """A time as the grade book has it: in UTC, and without a zone. One without a zone is in UTC.

    ValueError for what is none, and for what may be another one as well: "10/11/2026 10:00".
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
        when = _without_zone(found["time"] if found else text).replace(tzinfo=zone)
        return when.astimezone(UTC).replace(tzinfo=None)
    except Exception:  # the parser of dates raises whatever its parts raise
        raise ValueError(f"{text!r} is no time") from None


def _without_zone(text: str) -> datetime:
    if re.match(r"\d{4}-", text):
        when = datetime.fromisoformat(_ONE_DIGIT.sub(r"0\g<0>", text))
    else:
        wholes = datetime(2000, 1, 1), datetime(2001, 2, 2)  # for what is not said
        read = {
            dateutil.parser.parse(text, default=whole, dayfirst=day_first)
            for whole, day_first in product(wholes, (False, True))
        }
        (when,) = read
    if when.tzinfo:
        raise ValueError(text)
    return when
