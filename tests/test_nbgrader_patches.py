"""What nbgrader does with a student's files and names, once it is patched."""

from __future__ import annotations

import logging
import os
from datetime import datetime, timedelta, timezone
from types import SimpleNamespace

import nbgrader.coursedir
import nbgrader.exchange.default.collect
import pytest
from nbgrader import utils

from examiner.intake import times
from examiner.student.files import MAX_COUNT, MAX_SEEN
from examiner.term.nbgrader_patches import (
    PrintableRecord,
    files_to_copy,
    files_to_leave_out,
    get_existing_timestamp,
)


def timestamp(folder, text):
    (folder / "timestamp.txt").write_bytes(text)
    errors = []
    log = SimpleNamespace(error=lambda *words: errors.append(words), warning=print)
    found = get_existing_timestamp(SimpleNamespace(log=log, fail=exit), str(folder))
    assert (found is None) == (bool(errors) or not text.strip())
    return found and f"{found:%Y-%m-%d %H:%M:%S}"


@pytest.mark.parametrize(
    "text",
    [
        "2026-10-30 21:00:00 UTC",
        "2026-10-30 21:00:00.000000 UTC\n",
        "2026-10-30 21:00",
        "2026-10-30 22:00:00 Europe/Vienna",
        "30 Oct 2026 21:00",
        "30 Oct 2026 9:00 PM",
        "30/10/2026 21:00",
        "2026-10-30 22:00 +0100",
        "2026-10-30 22:00:00.0 +01:00",
        "2026-10-31T05:00:00+08:00",
        "2026-10-31 05:00 +0800",
        "30 Oct 2026 17:30 -0330",
        "2026-10-30T21:00:00Z",
        "2026-10-30 22:00 CET",
        "2026-10-30 16:00 EST",
    ],
)
def test_a_date_is_read(tmp_path, text):
    assert timestamp(tmp_path, text.encode()) == "2026-10-30 21:00:00"


@pytest.mark.parametrize(
    "text",
    [
        "12:" + "9" * 30,
        "12:" + "9" * 8,
        "9" * 1000,
        "yesterday",
        "\0",
        "2026-10-30 21:00:00 ../x",
        "2026-10-30 21:00:00 /etc/localtime",
        "0000-00-00",
        "1e999 1",
        "٣",
        "2026-13-45 99:99",
        "2026-13-11 10:00",
        "10/11/2026 10:00",
        "30 Oct 21:00",
        "10",
        "2026-10-30 21:00 XYZ",
        "2026-10-30 21:00 UTC+1",
        "2026-10-30 21:00 +1",
    ],
)
def test_what_is_no_date_or_could_be_two_is_none(tmp_path, text):
    assert timestamp(tmp_path, text.encode()) is None


def test_all_of_nbgrader_reads_times_alike():
    times.apply()
    summer = datetime(2026, 7, 1, 10, tzinfo=timezone(timedelta(hours=2)))
    for module in (utils, nbgrader.coursedir, nbgrader.exchange.default.collect):
        assert module.parse_utc("2026-10-30 22:00 +0100") == datetime(2026, 10, 30, 21)
        assert module.parse_utc(summer) == datetime(2026, 7, 1, 8)
        assert module.parse_utc(None) is None


def test_files_are_copied_that_can_be_and_no_others(tmp_path):
    (tmp_path / "data").mkdir()
    for name in ("data/x.csv", "a.txt", "old.pyc", "page.html", "n.ipynb", "a\nb", "\x1b[2J", "é"):
        (tmp_path / name).write_text("x")
    (tmp_path / os.fsdecode(b"\xff")).write_text("x")
    for folder in ("flops.html", "other.ipynb", "cache"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "x.txt").write_text("x")
    with open(tmp_path / "sparse", "wb") as file:
        file.truncate(2**36)
    found = files_to_copy(str(tmp_path), ["*.pyc", "*.ipynb", "cache"])
    assert [os.path.relpath(file, tmp_path) for file in found] == [
        "a.txt",
        "é",
        os.fsdecode(b"\xff"),
        "data/x.csv",
    ]


def test_of_many_files_a_thousand_are_copied(tmp_path):
    for number in range(MAX_COUNT + 50):
        (tmp_path / str(number)).touch()
    assert len(files_to_copy(str(tmp_path))) == MAX_COUNT


def test_collecting_ends_with_so_many_files():
    leave_out = files_to_leave_out(exclude=[], include=None, max_file_size=None, log=None)
    assert leave_out("nowhere", []) == set()
    many = [str(number) for number in range(MAX_SEEN + 1)]
    assert leave_out("nowhere", many) == set(many)
    assert leave_out("nowhere", ["x"]) == {"x"}


def test_a_line_of_the_log_is_a_line_and_prints():
    record = PrintableRecord(
        "x", logging.INFO, "", 1, "read %s of\n%d", ("a\n[INFO] b\x1b[2J\u202e", 5), None
    )
    assert record.getMessage() == "read a\n    [INFO] b\ufffd[2J\ufffd of\n5"
    assert record.args == ("a\n[INFO] b\x1b[2J\u202e", 5)
    assert PrintableRecord("x", 1, "", 1, "%(a)s", ({"a": 1},), None).getMessage() == "1"
