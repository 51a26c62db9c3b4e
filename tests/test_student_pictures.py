"""Pictures of derivations, in all forms in which editors store them.

Every reader of an answer sees them: on the feedback page, in `examiner mark` and in formgrader.
"""

from __future__ import annotations

import base64
import html
import io
import json
import re
import struct
import time
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import quote

import nbformat
import numpy as np
import pytest
from nbformat import NotebookNode
from PIL import Image

from examiner.course import Course
from examiner.grading import attachments
from examiner.grading.attachments import beside_cell, show_pictures, unmentioned_files
from examiner.grading.picture_links import replace_pictures_by_digests, replace_pictures_by_word
from examiner.grading.reference_notebook import ReferenceNotebook
from examiner.grading.submission import Submission, parse_notebook
from examiner.pages.feedback import Mark, Marks, answer_part, feedback_page
from examiner.pages.formgrader import formgrader_page
from examiner.pictures import pixel_count
from examiner.student import SkippedFile
from tests.marking import served
from tests.small_class import ASSIGNMENT, InThisProcess, SmallClass

QUESTION = "q2_written"
MARKS = Marks(ASSIGNMENT, "ada", {QUESTION: Mark(0.0, 3.0, pending=True)})


@cache  # large ones take seconds
def picture(kind: str, seed: int = 0, width: int = 60, height: int = 40, **how: object) -> bytes:
    """A picture of noise in smooth colours, as large as a photo is."""
    draw = np.random.default_rng(seed)
    grain = 4 if width * height > 10**6 else 1  # pixels; to draw each of a photo takes seconds
    size = width // grain, height // grain
    coarse = draw.integers(0, 255, (size[1] // 20 + 2, size[0] // 20 + 2, 3), dtype=np.uint8)
    smooth = np.asarray(Image.fromarray(coarse).resize(size), dtype=np.int16)
    noise = draw.integers(-9, 9, (*size[::-1], 1), dtype=np.int16)
    drawn = Image.fromarray(np.clip(smooth + noise, 0, 255).astype(np.uint8))
    if kind == "WEBP":
        how = {"method": 0} | how  # the fastest
    file = io.BytesIO()
    drawn.resize((width, height), Image.Resampling.NEAREST).save(file, kind, **how)
    return file.getvalue()


def uri(raw: bytes, kind: str = "image/png") -> str:
    return f"data:{kind};base64,{base64.b64encode(raw).decode()}"


PNG, OTHER, THIRD = (picture("PNG", seed) for seed in range(3))
BROKEN_INTO_LINES = uri(PNG)[:30] + re.sub("(.{76})", r"\1\n", uri(PNG)[30:])
COMPOSED, DECOMPOSED = (
    unicodedata.normalize(form, "Herleitung für ä.png") for form in ("NFC", "NFD")
)
HEIC = b"\0\0\0\x18ftypheic\0\0\0\0" + b"photo" * 99
SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle r="4"/></svg>'


@dataclass(frozen=True)
class Written:
    """A written answer. attached: its attachments, files: beside the notebook, by their names.

    change: called with its cell and the notebook.
    """

    text: str
    attached: dict[str, bytes] = field(default_factory=dict)
    files: dict[str, bytes] = field(default_factory=dict)
    change: Callable[[NotebookNode, NotebookNode], object] = lambda cell, notebook: None

    def submit(self, room: SmallClass, student: str) -> None:
        def change(notebook: NotebookNode) -> None:
            cell = next(cell for cell in notebook.cells if cell.id == QUESTION)
            for name, raw in self.attached.items():
                data = base64.b64encode(raw).decode()
                cell.setdefault("attachments", {})[name] = {"image/png": data}
            self.change(cell, notebook)

        room.submit(student, {QUESTION: self.text} if self.text else {}, change=change)
        for name, raw in self.files.items():
            path = room.room.submitted(student).parent / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(raw)


def as_raw(cell: NotebookNode, notebook: NotebookNode) -> None:
    cell.cell_type = "raw"


def in_the_next_cell(kind: str) -> Callable[[NotebookNode, NotebookNode], object]:
    def change(cell: NotebookNode, notebook: NotebookNode) -> None:
        pasted = {"cell_type": kind, "id": "pasted", "metadata": {}, "source": f"![]({uri(PNG)})"}
        notebook.cells.insert(notebook.cells.index(cell) + 1, nbformat.from_dict(pasted))

    return change


def one(text: str, name: str = "a.png") -> Written:
    return Written(text, attached={name: PNG})


def beside(text: str, name: str = "derivation.png") -> Written:
    return Written(text, files={name: PNG})


# How the picture PNG may come to a written answer, so that its author sees it there.
WAYS = {
    "attached": one("![x](attachment:a.png)"),
    "attached_titled": one('![x](attachment:a.png "my derivation")'),
    "attached_spaces": one("![x](attachment:a b.png)", "a b.png"),
    "attached_encoded": one("![x](attachment:a%20b.png)", "a b.png"),
    "attached_encoded_twice": one("![x](attachment:a%20b.png)", "a%20b.png"),
    "attached_in_angles": one("![x](<attachment:a b.png>)", "a b.png"),
    "attached_angles_titled": one("![x](<attachment:a b.png> 'x')", "a b.png"),
    "attached_parentheses": one("![x](attachment:Foto (1).png)", "Foto (1).png"),
    "attached_parentheses_2": one("![x](attachment:a(1)(2).png) (see above)", "a(1)(2).png"),
    "attached_escaped": one(r"![x](attachment:a\_\(1\).png)", "a_(1).png"),
    "attached_decomposed": one(f"![x](attachment:{quote(DECOMPOSED)})", COMPOSED),
    "attached_composed": one(f"![x](<attachment:{COMPOSED}>)", DECOMPOSED),
    "attached_ampersand": one('<img src="attachment:a&amp;b.png">', "a&b.png"),
    "attached_by_reference": one("![x][p]\n\n[p]: attachment:a.png"),
    "attached_by_reference_2": one("![p]\n\n[p]: <attachment:a b.png> 'x'", "a b.png"),
    "attached_img": one('<img src="attachment:a.png" width="300"/>'),
    "attached_img_bare": one("<img alt=x src=attachment:a.png width=50%>"),
    "attached_img_spaces": one("So <img src='attachment:a b.png' /> it is", "a b.png"),
    "attached_in_table": one("| a | b |\n|---|---|\n| 1 | ![](attachment:a.png) |"),
    "attached_img_in_table": one('| a |\n|---|\n| <img src="attachment:a.png" width="9"> |'),
    "attached_in_list": one("1. so\n\n   ![](attachment:a.png)\n2. and so"),
    "attached_in_div": one('<div align="center">\n<img src="attachment:a.png">\n</div>'),
    "attached_in_div_2": one('<div style="text-align:center">\n\n![](attachment:a.png)\n\n</div>'),
    "attached_centred": one('<center><img src="attachment:a.png"></center>'),
    "attached_figure": one('<figure><img src="attachment:a.png"><figcaption>b</figcaption>'),
    "attached_in_link": one("[![x](attachment:a.png)](https://example.org)"),
    "attached_with_a_formula": one("![$x_1$](attachment:a.png) $y$"),
    "attached_unmentioned": one("It is in the picture."),
    "attached_in_code": one("```\n![x](attachment:a.png)\n```"),
    "attached_in_open_code": one("```\nmy code"),
    "attached_and_nothing_else": one(""),
    "attached_to_too_much": one("x " * 15_000),
    "attached_to_what_is_nested": one("<b>" * 500 + "![x](attachment:a.png)"),
    "attached_to_raw": Written("See.", attached={"a.png": PNG}, change=as_raw),
    "uri": Written(f"![image.png]({uri(PNG)})"),
    "uri_in_angles": Written(f"![x](<{uri(PNG)}> 'x')"),
    "uri_capitals": Written(
        f"![x]({uri(PNG).replace('data:image/png;base64', 'DATA:image/PNG;BASE64')})"
    ),
    "uri_named": Written(f"![x]({uri(PNG, 'image/png;name=a.png')})"),
    "uri_other_type": Written(f"![x]({uri(PNG, 'image/jpg')})"),
    "uri_no_type": Written(f"![x]({uri(PNG, 'application/octet-stream')})"),
    "uri_escaped": Written(f"![x]({uri(PNG).replace('+', '%2B').replace('=', '%3D')})"),
    "uri_by_reference": Written(f"So:\n![x][image1]\n\n[image1]: {uri(PNG)}"),
    "uri_by_reference_2": Written(f"So:\n![][image1]\n\n[image1]: <{uri(PNG)}>\n\nmore words"),
    "uri_img": Written(f'<img src="{uri(PNG)}" width="300">'),
    "uri_img_lines": Written(f"So <img alt='x' src='{BROKEN_INTO_LINES}'/>"),
    "uri_img_bare": Written(f"<img src={uri(PNG)} width=300>"),
    "uri_in_table": Written(f"| a | b |\n|---|---|\n| 1 | ![]({uri(PNG)}) |"),
    "uri_in_div": Written(f'<div align="center"><img src="{uri(PNG)}"></div>'),
    "uri_alone": Written(f"Here: {uri(PNG)}"),
    "uri_in_raw": Written(f"![x]({uri(PNG)})", change=as_raw),
    "beside": beside("![d](derivation.png)"),
    "beside_here": beside("![d](./derivation.png)"),
    "beside_files": beside("![d](files/derivation.png)"),
    "beside_encoded": beside("![d](my%20derivation.png)", "my derivation.png"),
    "beside_spaces": beside("![d](my derivation.png)", "my derivation.png"),
    "beside_in_angles": beside("![d](<my derivation (1).png> 'x')", "my derivation (1).png"),
    "beside_folder": beside("![d](img/derivation.png)", "img/derivation.png"),
    "beside_img": beside('<img src="img/derivation.png" width="500">', "img/derivation.png"),
    "beside_img_bare": beside("<img src=derivation.png>"),
    "beside_windows": beside(r"![d](img\derivation.png)", "img/derivation.png"),
    "beside_case": beside("![d](Derivation.PNG)"),
    "beside_elsewhere": beside("![d](/home/ada/Pictures/derivation.png)"),
    "beside_drive": beside("![d](C:\\Users\\ada\\derivation.png)"),
    "beside_colab": beside("![d](/content/drive/MyDrive/derivation.png)"),
    "beside_above": beside("![d](../derivation.png)"),
    "beside_url": beside("![d](derivation.png?raw=true)"),
    "beside_decomposed": beside(f"![d]({quote(DECOMPOSED)})", COMPOSED),
    "beside_by_reference": beside("![d][p]\n\n[p]: derivation.png"),
    "beside_linked": beside("See [my derivation](derivation.png)."),
    "beside_named": beside("It is in `derivation.png`."),
    "beside_attachment": beside("![d](attachment:derivation.png)"),
    "beside_unmentioned": beside("It is in the picture."),
}


# Photos of the sizes that phones take, each with its way into the answer. One comes in all ways.
PHOTOS = [
    *((4000, 3000, "JPEG", way) for way in ("uri", "reference", "attached", "beside")),
    (8000, 6000, "JPEG", "attached"),
    (3000, 2000, "PNG", "uri"),
    (1200, 9000, "WEBP", "beside"),
]


@cache
def photos() -> dict[str, Written]:
    """The photos, by the names of their students."""
    found = {}
    for width, height, kind, way in PHOTOS:
        photo = picture(kind, width=width, height=height)
        found[f"{kind}_{width}_{way}".lower()] = {
            "uri": lambda p: Written(f"So ![x]({uri(p)})"),
            "reference": lambda p: Written(f"So ![x][y]\n\n[y]: <{uri(p)}>"),
            "attached": lambda p: Written("So ![x](attachment:a.png)", attached={"a.png": p}),
            "beside": lambda p: Written("So <img src='IMG_1.JPG'>", files={"IMG_1.JPG": p}),
        }[way](photo)
    return found


OTHER_FORMATS = {
    kind: Written(f"![x]({uri(picture(kind), f'image/{kind.lower()}')})")
    for kind in ("GIF", "WEBP", "BMP", "TIFF")
}
CLAIMS = b"\xff\xd8\xff\xc0" + struct.pack(">HBHHB", 11, 8, 60_000, 60_000, 1) + b"\1\x11\0"
# Pictures that no page can show, and the reason on the page.
NO_PICTURES = {
    "heic": (HEIC, "HEIC"),
    "svg": (SVG, "SVG"),
    "pdf": (b"%PDF-1.7 ...", "PDF"),
    "cut_off": (PNG[:20], "damaged|scaled"),
    "broken": (b"GIF89a" + bytes(30), "scaled"),
    "claims": (CLAIMS, "scaled"),
    "text": (b"no picture at all", "no picture"),
}
UNSHOWN = {}
for _name, (_raw, _) in NO_PICTURES.items():
    UNSHOWN |= {
        f"{_name}_uri": Written(f"So ![x]({uri(_raw, 'image/png')})"),
        f"{_name}_img": Written(f"So <img src='{uri(_raw, 'image/heic')}'>"),
        f"{_name}_attached": Written("So ![x](attachment:d.x)", attached={"d.x": _raw}),
    }
    if _name != "text":
        UNSHOWN[f"{_name}_beside"] = Written("So ![x](img/d.x)", files={"img/d.x": _raw})
OF_NO_ANSWER = {
    "timestamp.txt": b"2026-10-30 20:00:00 UTC",
    "helper.py": b"x = 1",
    "data.csv": b"1,2",
    ".DS_Store": b"x",
    "__pycache__/helper.pyc": b"x",
    ".ipynb_checkpoints/sums-checkpoint.ipynb": b"{}",
    "empty.pdf": b" \n",
    "submission_secret.txt": b"x",
}
ALONE_FILES = {
    "derivation.pdf": b"%PDF-1.7",
    "img/photo.heic": HEIC,
    "answer.docx": b"PK\3\4",
    "answer.txt": b"It cancels.",
    "photo.jpg": picture("JPEG"),
    "photo\udcff.heic": HEIC,
    "scan.pdf": b"%PDF-1.7" + bytes(33 * 2**20),
}
ALONE = {
    f"alone_{at}": Written("See my file.", files=OF_NO_ANSWER | {name: raw})
    for at, (name, raw) in enumerate(ALONE_FILES.items())
}


@pytest.fixture(scope="module")
def ways(tmp_path_factory, courses, sandbox) -> SmallClass:
    """A class in which each student has written another one of the answers above."""
    folder, executor = tmp_path_factory.mktemp("ways") / "course", InThisProcess(sandbox)
    room = SmallClass(folder, courses, executor)
    for student, written in (WAYS | photos() | OTHER_FORMATS | UNSHOWN | ALONE).items():
        written.submit(room, student)
    room.autograde()
    return room


@pytest.fixture
def pages_of(ways) -> Callable[[str], dict[str, str]]:
    """The pages that show the answer of a student of that class."""
    return lambda student: pages(ways.room.autograded(student).read_bytes())


def pages(notebook: bytes, *, cells: str = QUESTION) -> dict[str, str]:
    """Return the pages of the student, of the marker, and of formgrader's user.

    The last one without the code, which takes most of the time and has no picture.
    """
    shortened = json.loads(notebook)
    shortened["cells"] = [cell for cell in shortened["cells"] if cell["cell_type"] != "code"]
    about = {"resources": {}, "notebook_id": "sums", "assignment_id": ASSIGNMENT}
    about |= {"index": 0, "total": 1, "base_url": "", "mathjax_url": "", "student": "ada"}
    about |= {"last_name": "", "first_name": "", "submission_id": "1", "prev_assignment": None}
    return {
        "feedback": feedback_page(notebook, MARKS),
        "mark": answer_part(notebook, cells),
        "formgrader": formgrader_page(
            json.dumps(shortened).encode(), about | {"next_assignment": None}
        ),
    }


def shown(page: str) -> list[bytes]:
    """The pictures on a page."""
    found = re.findall(r'<img[^>]* src="data:image/(?:png|jpeg);base64,([^"]+)"', page)
    return [base64.b64decode(data) for data in found]


def words(page: str) -> str:
    """The text of a page."""
    body = page[page.index("<body") if "<body" in page else 0 :]
    return html.unescape(re.sub("<(script|style).*?</\\1>|<[^>]*>", "", body, flags=re.DOTALL))


@pytest.mark.parametrize("way", WAYS)
def test_a_picture_is_seen_wherever_the_answer_is(pages_of, way):
    for where, page in pages_of(way).items():
        assert shown(page) == [PNG], where
        assert "base64" not in words(page), where
        assert "missing" not in words(page), where


def test_an_answer_that_is_a_picture_is_not_empty(ways):
    grades = ways.grades()
    for student in WAYS:
        _, _, _, open = grades[student, QUESTION]
        assert open, student


@pytest.mark.parametrize("kind", ["markdown", "raw"])
def test_a_picture_in_a_cell_of_the_student_s_own_is_seen(tmp_path, courses, executor, kind):
    room = SmallClass(tmp_path / "course", courses, executor)
    Written("Below.", change=in_the_next_cell(kind)).submit(room, "ada")
    room.autograde()
    assert PNG in shown(feedback_page(room.room.autograded("ada").read_bytes(), MARKS))


# --- which answers are the same ------------------------------------------------------------------

BY_REFERENCE = Written(f"So: ![][p]\n\n[p]: {uri(PNG)}")
SAME = {
    "one": one("So:  ![x](attachment:a.png)"),
    "renamed": one("So: ![image.png](attachment:b%20c.png)", "b c.png"),
    "as_uri": Written(f"So: ![y]({uri(PNG)})"),
    "as_file": beside("So: ![d](derivation.png)"),
}
DIFFERENT = {
    "another": Written("So: ![x](attachment:a.png)", attached={"a.png": OTHER}),
    "another_file": Written("So: ![d](derivation.png)", files={"derivation.png": THIRD}),
    "by_reference": BY_REFERENCE,
    "photo": Written("So: ![d](d.heic)", files={"d.heic": HEIC}),
    "another_photo": Written("So: ![d](d.heic)", files={"d.heic": HEIC + b"x"}),
    "pdf": Written("So:", files={"d.pdf": b"%PDF-1.7 a"}),
    "another_pdf": Written("So:", files={"d.pdf": b"%PDF-1.7 b"}),
    "document": Written("So:", files={"d.docx": b"PK a"}),
    "another_document": Written("So:", files={"d.docx": b"PK b"}),
    "in_words": Written("So:"),
    "huge": Written("So: ![d](d.tiff)", files={"d.tiff": b"II*\0" + bytes(33 * 2**20)}),
    "another_huge": Written("So: ![d](d.tiff)", files={"d.tiff": b"II*\0" + bytes(34 * 2**20)}),
}


@pytest.mark.slow
def test_answers_are_marked_together_only_if_their_pictures_are_the_same(
    tmp_path, courses, executor
):
    room = SmallClass(tmp_path / "course", courses, executor)
    for student, written in (SAME | DIFFERENT).items():
        written.submit(room, student)
    room.autograde()
    with served(Course(room.room.course.root), ASSIGNMENT) as page:
        _, text, _ = page.get(f"{page.home}{ASSIGNMENT}/{QUESTION}/all/")
        assert "base64" not in text
        assert "attachment:" not in text
        groups = set()
        for path in set(re.findall(r'<a href="([^"]+/[0-9a-f]{32}/)"', text)):
            _, text, _ = page.get(f"{path}?names=1")
            named = re.findall(r'(?:<p id="who">|name="whose"[^>]*> )([^<]+)</(?:p|label)>', text)
            groups.add(frozenset(named))
    assert groups == {frozenset(SAME), *(frozenset([student]) for student in DIFFERENT)}


# --- pictures that are large or can't be shown ----------------------------------------------------


@pytest.fixture
def answered(tmp_path, courses, executor) -> Callable[[Written], tuple[SmallClass, dict[str, str]]]:
    """Grades a class with this written answer; the pages that show it."""

    def grade(written: Written) -> tuple[SmallClass, dict[str, str]]:
        room = SmallClass(tmp_path / "course", courses, executor)
        written.submit(room, "ada")
        room.autograde()
        return room, pages(room.room.autograded("ada").read_bytes())

    return grade


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "kind", "way"), PHOTOS)
def test_a_photo_is_seen_scaled_down(pages_of, width, height, kind, way):
    photo = Image.open(io.BytesIO(picture(kind, width=width, height=height)))
    assert photo.size == (width, height)
    colours = colours_of(photo)
    for page in pages_of(f"{kind}_{width}_{way}".lower()).values():
        (seen,) = shown(page)
        image = Image.open(io.BytesIO(seen))
        assert len(seen) <= attachments.SCALED_LIMITS[1]
        assert image.width * image.height > 2.5 * 10**6
        assert image.width / image.height == pytest.approx(width / height, rel=0.01)
        assert np.abs(colours_of(image) - colours).max() < 30


def colours_of(image: Image.Image) -> np.ndarray:
    """The colours of 8 by 8 parts of a picture."""
    image.draft("RGB", (64, 64))  # of a JPEG, no more is decoded than that needs
    return np.asarray(image.convert("RGB").resize((8, 8)), float)


def test_a_photo_that_a_phone_has_turned_is_upright(answered):
    exif = Image.Exif()
    exif[0x0112] = 6
    photo = picture("JPEG", width=4000, height=3000, exif=exif.tobytes())
    _, found = answered(Written("So ![x](attachment:a.png)", attached={"a.png": photo}))
    for page in found.values():
        image = Image.open(io.BytesIO(shown(page)[0]))
        assert (image.width < image.height, image.getexif().get(0x0112, 1)) == (True, 1)


@pytest.mark.parametrize("kind", OTHER_FORMATS)
def test_other_formats_are_converted(pages_of, kind):
    for page in pages_of(kind).values():
        (seen,) = shown(page)
        assert pixel_count(base64.b64encode(seen).decode()) == 60 * 40


@pytest.mark.parametrize("student", UNSHOWN)
def test_what_no_page_can_show_is_named_with_what_to_do(pages_of, student):
    name, _, way = student.rpartition("_")
    _, why = NO_PICTURES[name]
    for page in pages_of(student).values():
        said = words(page)
        assert shown(page) == []
        assert re.search(rf"\[[^\[\]]*: [^\[\]]*(?:{why})[^\[\]]*\]", said)
        assert ("the submitted file img/d.x" if way == "beside" else "submitted notebook") in said
        assert "base64" not in said


@pytest.mark.parametrize("address", [f"svg+xml,{quote(SVG)}", f"svg+xml;utf8,{SVG.decode()}"])
def test_svg_without_base64_is_named(answered, address):
    _, found = answered(Written(f"<img src='data:image/{address}'>"))
    for page in found.values():
        assert re.search(r"\[[^\[\]]*: [^\[\]]*\bSVG\b[^\[\]]*\]", words(page))
        assert "circle" not in words(page)


def bomb(side: int) -> bytes:
    """A PNG of so many points in each direction, in few bytes."""
    file = io.BytesIO()
    Image.new("1", (side, side)).save(file, "PNG")
    return file.getvalue()


def frames(count: int) -> bytes:
    file = io.BytesIO()
    first, *rest = (Image.new("L", (99, 99), shade % 256) for shade in range(count))
    first.save(file, "GIF", save_all=True, append_images=rest)
    return file.getvalue()


@pytest.mark.slow
@pytest.mark.parametrize(("make", "size"), [(bomb, 15_000), (frames, 1000)])
def test_a_picture_that_a_browser_would_choke_on_reaches_none(answered, make, size):
    raw = make(size)
    _, found = answered(Written(f"![x]({uri(raw)}) and ![y]({uri(PNG)})"))
    for page in found.values():
        seen = shown(page)
        assert PNG in seen
        assert all(pixel_count(base64.b64encode(each).decode()) <= 10**7 for each in seen)


@pytest.mark.slow
def test_of_more_pictures_than_fit_each_is_named(answered, monkeypatch):
    monkeypatch.setattr(attachments, "MAX_BYTES", 3 * len(PNG) + 10)
    many = {f"{number}.png": picture("PNG", seed=number) for number in range(6)}
    _, found = answered(Written("So.", attached=many))
    for page in found.values():
        kept = len(shown(page))
        assert 0 < kept < 6
        assert words(page).count("is not shown here: the pictures of a notebook") == 6 - kept


def test_pictures_are_scaled_down_for_so_long(answered, monkeypatch):
    monkeypatch.setattr(attachments, "MAX_SECONDS", 0.0)
    _, found = answered(Written(f"![x]({uri(picture('GIF'))}) and ![y]({uri(PNG)})"))
    for page in found.values():
        assert shown(page) == [PNG]
        assert "scaled down; the original is in the submitted notebook" in words(page)


# --- files that no cell mentions -----------------------------------------------------------------


@pytest.mark.parametrize("student", ALONE)
def test_files_that_no_cell_mentions_are_named_where_written_answers_are_marked(
    ways, pages_of, student
):
    (name,) = ALONE[student].files.keys() - OF_NO_ANSWER
    for where, page in pages_of(student).items():
        said = words(page)
        assert name.replace("\udcff", "?") in said, where
        assert f"submitted/<student>/{ASSIGNMENT}" in said, where
        assert not [other for other in OF_NO_ANSWER if other in said], where
        assert len(shown(page)) == (name == "photo.jpg"), where
    code = answer_part(ways.room.autograded(student).read_bytes(), "q1_sum_test")
    assert name not in code
    assert beside_cell(ways.room.graded(student).cells) is not None


def test_who_submitted_nothing_beside_the_notebook_has_no_such_cell(answered):
    files = OF_NO_ANSWER | {"derivation.png": PNG}
    room, _ = answered(Written("So ![x](derivation.png)", files=files))
    assert beside_cell(room.room.graded("ada").cells) is None


def test_what_was_released_is_not_submitted():
    files = {"student.md": b"the guide", "img/layer.png": PNG, "mine.pdf": b"%PDF-"}
    submission = Submission(b"", files, left_out=(SkippedFile("“my scan.pdf”", "too large"),))
    found = unmentioned_files(submission, released=["student.md", "img/layer.png"])
    assert found == ["mine.pdf", "my scan.pdf"]
    assert unmentioned_files(submission, ["mine.pdf"], ["student.md", "img/layer.png"]) == [
        "my scan.pdf"
    ]


def test_a_python_file_is_shown_if_its_comments_may_be_an_answer():
    derivation = "# " + "The gradient flows through the scores. " * 5 + "\n"
    files = {"proof.py": derivation.encode(), "tool.py": b"# a helper\nx = 1\n"}
    files |= {".venv/proof.py": derivation.encode()}
    assert unmentioned_files(Submission(b"", files)) == ["proof.py"]


def test_the_same_submission_gets_the_same_notebook(answered):
    room, _ = answered(
        Written(
            f"![x]({uri(picture('WEBP'))}) a.png b.png c.png",
            files={
                name: picture("GIF", seed)
                for seed, name in enumerate(["a.png", "b.png", "c.png", "d.png"])
            },
        )
    )
    first = room.room.autograded("ada").read_bytes()
    room.executor._known.clear()
    room.autograde(force=True)
    assert room.room.autograded("ada").read_bytes() == first


HOSTILE = [
    *("data:", "](", "![", "<img ", "src=", "[", '"   ', "data:;a=b", "'data:image/svg+xml,"),
    *('"data:x;base64,AA ', "](attachment:a b) ", "](a ) ) ) ) ) ) ) )\n", "a.png ", "![\\]"),
    *("<img src=", "](attachment:", "<img attachment:", "![a](attachment:b.png)"),
]


@pytest.mark.slow
@pytest.mark.parametrize("part", HOSTILE)
def test_no_text_keeps_whoever_looks_for_pictures_in_it(part):
    """Half a million characters take a second of processor time at most."""
    started = time.process_time()
    text = part * (2**19 // len(part))
    cell = {"cell_type": "markdown", "source": text, "metadata": {}}
    cell["attachments"] = {f"{at}.png": {"image/png": uri(PNG)[22:]} for at in range(50)}
    cells = parse_notebook(json.dumps({"cells": [cell]}).encode())
    files = {f"files/{at}.png": PNG + bytes([at % 256]) for at in range(500)}
    show_pictures(cells, Submission(b"", files), ReferenceNotebook(()), None)
    for cell in cells:
        replace_pictures_by_digests(cell.source, cell.attachments)
        replace_pictures_by_word(cell.source)
    assert time.process_time() - started < 5.0
