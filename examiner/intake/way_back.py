"""The way back to Canvas and Moodle: pages in a zip, under the names that a download gave.

Moodle finds a student by the number in a folder's name, `Ada King_815_assignsubmission_file_/…`
("Upload multiple feedback files in a zip"); Canvas by the first two numbers in a file's, which are
the student's and that of a file handed in, `kingada_4711_90210_…` ("Upload Submissions"). Only a
download has these numbers: collecting notes them beside it.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Mapping
from pathlib import Path

from ..course import CourseError
from ..written import put

FILE = "names.json"  # in downloaded/<assignment>/: platform -> student -> what was before a file


def note_names(root: Path, assignment: str, found: Mapping[str, Mapping[str, str]]) -> None:
    """Keep what a download calls its students; of who isn't in it, what an earlier one did.

    found: platform -> student -> name.
    """
    known = _read(root, assignment)
    for platform, names in found.items():
        known[platform] = {**known.get(platform, {}), **names}
    if found:
        put(_file(root, assignment), json.dumps(known, ensure_ascii=False, indent=1).encode())


def names_of(root: Path, assignment: str, platform: str) -> dict[str, str]:
    """Student -> what a download calls what was handed in. CourseError where there was none."""
    known = _read(root, assignment)
    if names := known.get(platform):
        return names
    other = f"what was collected came from {' and '.join(map(str.capitalize, sorted(known)))}"
    raise CourseError(
        f"{other if known else 'nothing was collected'}, and the names that {platform.capitalize()}"
        f" knows students by stand in its download alone: put that into "
        f"downloaded/{assignment}/archive/ and run `nbgrader zip_collect {assignment} --force`."
    )


def zip_of_pages(platform: str, names: Mapping[str, str], pages: Mapping[str, bytes]) -> bytes:
    """A zip that the platform takes. names: as from `names_of`. pages: student -> the page."""
    file = io.BytesIO()
    between = "_/" if platform == "moodle" else "_"
    with zipfile.ZipFile(file, "w") as archive:
        for student, page in pages.items():
            # What a student called a file is left out: Canvas passes over one called link….
            place = zipfile.ZipInfo(f"{names[student]}{between}feedback.html")
            place.external_attr = 0o600 << 16
            archive.writestr(place, page, zipfile.ZIP_DEFLATED)
    return file.getvalue()


def _read(root: Path, assignment: str) -> dict[str, dict[str, str]]:
    file = _file(root, assignment)
    try:
        return json.loads(file.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise CourseError(
            f"{file} can't be read ({error}): delete it, and run `nbgrader zip_collect {assignment}"
            " --force` with the download."
        ) from None


def _file(root: Path, assignment: str) -> Path:
    return root / "downloaded" / assignment / FILE
