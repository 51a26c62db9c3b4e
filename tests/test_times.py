"""Due dates and timestamps, as people and programs write them."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

from nbgrader import utils
from nbgrader.apps import api

from examiner.intake.times import read_timestamp
from examiner.term import nbgrader_overrides
from examiner.term.nbgrader_overrides import get_existing_timestamp


def timestamp(folder, text):
    (folder / "timestamp.txt").write_bytes(text)
    errors = []
    log = SimpleNamespace(error=lambda *words: errors.append(words))
    found = get_existing_timestamp(SimpleNamespace(log=log), str(folder))
    assert (found is None) == bool(errors)
    return found and f"{found:%Y-%m-%d %H:%M:%S}"


RIGHT = [
    "2026-10-30 21:00:00 UTC",
    "2026-10-30 21:00:00.000000 UTC\n",
    "2026-10-30 21:00",
    "2026-10-30 22:00:00 Europe/Vienna",
    "2026-10-30 22:00 +0100",
    "2026-10-30 22:00:00.0 +01:00",
    "2026-10-31T05:00:00+08:00",
    "2026-10-30T21:00:00Z",
    "2026-10-30 22:00 CET",
]
WRONG = [
    "12:" + "9" * 30,
    "yesterday",
    "\0",
    "2026-10-30 21:00:00 ../x",
    "2026-10-30 21:00:00 /etc/localtime",
    "0000-00-00",
    "1e999 1",
    "٣",
    "2026-13-11 10:00",
    "10/11/2026 10:00",
    "30 Oct 2026 21:00",
    "2026-10-30 9:00 PM",
    "2026-10-30 21:00 UTC+1",
    "2026-10-30 21:00 +1",
]


def test_a_date_is_read_that_begins_with_the_year_and_no_other(tmp_path):
    for text in RIGHT:
        assert timestamp(tmp_path, text.encode()) == "2026-10-30 21:00:00", text
    for text in WRONG:
        assert timestamp(tmp_path, text.encode()) is None, text


def test_a_date_is_read_in_whatever_encoding_a_program_of_windows_wrote_it(tmp_path):
    for encoding in ("utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"):
        for text in RIGHT:
            content = f"{text}\r\n".encode(encoding)
            assert timestamp(tmp_path, content) == "2026-10-30 21:00:00", (encoding, text)
        assert timestamp(tmp_path, "yesterday".encode(encoding)) is None
    assert timestamp(tmp_path, b"\xff\xfe\x00") is None
    changed = "2026-10-30 21:00:00 UTC\r\nchanged 2026-10-30 22:00:00 UTC\r\n".encode("utf-16")
    assert timestamp(tmp_path, changed) == "2026-10-30 21:00:00"
    assert read_timestamp(tmp_path)[1] == datetime(2026, 10, 30, 22)


def test_all_of_nbgrader_reads_times_alike():
    nbgrader_overrides.apply()
    summer = datetime(2026, 7, 1, 10, tzinfo=timezone(timedelta(hours=2)))
    for module in (utils, api):
        assert module.parse_utc("2026-10-30 22:00 +0100") == datetime(2026, 10, 30, 21)
        assert module.parse_utc(summer) == datetime(2026, 7, 1, 8)
        assert module.parse_utc(None) is None
