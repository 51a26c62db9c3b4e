"""Rosters as spreadsheets write them."""

from __future__ import annotations

import pytest

from examiner.course import CourseError
from examiner.intake.roster import read_rows

ROWS = [["id", "last_name"], ["ada", "King, née Byron"]]


@pytest.mark.parametrize(
    "text",
    [
        'id,last_name\nada,"King, née Byron"\n',
        "\ufeffid;last_name\r\nada;King, née Byron\r\n\r\n",
        "id\tlast_name\n ada \t King, née Byron",
        ' ID , Last name\nada,"King, née Byron"',
    ],
)
def test_a_roster_is_read(tmp_path, text):
    path = tmp_path / "roster.csv"
    path.write_bytes(text.encode())
    assert read_rows(path) == ROWS


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            b"name,mail\nada,x\n",
            "column name; .*id, first_name, .*Did you mean last_name",
        ),
        (b"first_name,email\nada,x\n", "roster.csv: no column id; "),
        (b"", "no column id"),
        (b'id,email\nada,"x\nbob,y\n', "row 2: a cell has several lines"),
        (b"id,email\nada\n", "row 2: it has 1 cells, .* 2 columns. Nothing was"),
        (b"id\nada\nbob\nada\n", "row 4: the id ada "),
        (
            b"id,lms_user_id\nada,\nbob,7\ncy,\ndan, 7\n",
            "row 5: bob and dan have .* lms_user_id, 7. Nothing was imported",
        ),
        (b"id,email\n,x\n", "row 2: it has no id"),
        (b"id\na/b\n", "row 2: a/b can't be the name of a folder"),
        (b"id\n\xff\n", "can't be read: it is not in UTF-8; save it as CSV UTF-8"),
    ],
)
def test_what_is_wrong_is_said_with_its_row(tmp_path, text, message):
    path = tmp_path / "roster.csv"
    path.write_bytes(text)
    with pytest.raises(CourseError, match=message):
        read_rows(path)
