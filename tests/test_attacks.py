"""Hostile submissions under `nbgrader autograde`: none gains, reads, changes or stops anything.

The attacks are in tests/attacks; `attack_runner` lists their parts and the checks of their effects.
"""

from __future__ import annotations

import ast
import dataclasses
import html
import io
import itertools
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest
from rich.console import Console

from examiner.reports import report_commands
from examiner.reports.report import ClassReport, StudentRow
from examiner.reports.report_page import report_page
from examiner.student import Limits
from tests.attack_pages import Browser, chromium, formgrader_page
from tests.attack_runner import ATTACKS, WORDS, WRONG, Arena, Attack, attacks
from tests.classroom import ROOT, Courses

KINDS = ("score", "secret", "tamper", "denial", "page")


@pytest.fixture
def folder(tmp_path) -> Iterator[Path]:
    """Of an arena."""
    yield tmp_path / "arena"
    # Not by shutil: some submissions are nested deeper than it can go.
    subprocess.run(["rm", "-rf", tmp_path / "arena"], check=True)


def all_complaints(arena: Arena) -> list[str]:
    each = [f"{a.name}: {c}" for a in arena.attackers for c in arena.complaints(a)]
    return each + [f"everybody: {c}" for c in arena.complaints_of_all()]


# In two courses, so that both can be graded at a time, each by one of the commands. The pages are
# made in one of them.
HASTY = ("denial", "tamper")
OF_PAGES = "denial_slow_pages"


@pytest.mark.slow(90)
def test_no_attack_stops_or_changes_anything(folder, courses):
    found = [attack for attack in attacks(*HASTY) if attack.name != OF_PAGES]
    arena = Arena(folder, courses, found, command="examiner", hasty=True)
    arena.run("")
    assert all_complaints(arena) == []


@pytest.mark.slow(60)
def test_no_attack_gains_a_point_reads_anything_or_acts_on_a_page(folder, courses):
    found = [a for a in attacks() if a.kind not in HASTY or a.name == OF_PAGES]
    arena = Arena(folder, courses, found)
    arena.run(f"a_bystander page_* secret_*link* {OF_PAGES}")
    assert all_complaints(arena) == []
    if chromium() is None:
        pytest.skip("Chromium is not installed: run `make setup`")
    shown = [attack.name for attack in arena.attackers if attack.kind == "page"]
    honest, *hostile = map(arena.room.feedback, ["a_bystander", *shown])
    browser = Browser(chromium())
    try:
        assert_nothing_acts(browser, honest, *hostile)
        # All of formgrader's pages have one form, so one page can show the texts of all attackers.
        honest = formgrader_page(arena, ["a_bystander"], folder / "honest.html")
        hostile = formgrader_page(arena, ["a_bystander", *shown], folder / "hostile.html")
        assert_nothing_acts(browser, honest, hostile)
    finally:
        browser.close()


def assert_nothing_acts(browser: Browser, honest: Path, *hostile: Path) -> None:
    """Check that nothing acts on these pages, and that the honest page shows its content."""
    seen = browser.inspect(honest)
    tables, pictures, formula = seen.shows
    assert (tables >= 2, pictures >= 1, formula) == (True, True, True)
    assert seen.acted == ()
    for page in hostile:
        found = browser.inspect(page)
        assert found.acted == (), page
        assert found.requests <= seen.requests, page


ON_QUESTIONS = [
    pytest.param(
        attack,
        id=f"{attack.course['ASSIGNMENT']}-{attack.name}",
        marks=[pytest.mark.bench] if attack.long else [],
    )
    for attack in attacks(course=True)
]


@pytest.mark.slow(60)
@pytest.mark.parametrize("attack", ON_QUESTIONS)
def test_no_attack_on_a_question_gains_a_point(attack, sandbox):
    assert list(attack.gains(sandbox)) == []


def test_there_are_attacks_of_every_kind_and_each_says_what_must_happen():
    found = attacks()
    assert len(found) >= 60
    assert {attack.kind for attack in found} == set(KINDS)
    for attack in (*found, *attacks(course=True)):
        assert "Must happen: " in attack.about, attack.name
        assert set(attack.answers) <= {*WRONG, "q6_written"}, attack.name


def test_every_attack_is_one():
    """An attack that can't be parsed would be refused for the wrong reason."""
    for attack in attacks(course=True):
        code = [code for answers in attack.course["HAND_INS"] for code in answers.values()]
        assert all(map(ast.parse, code)), attack.name
    for attack in attacks():
        hostile = [*attack.answers.values(), *attack.cells]
        assert hostile or attack.files or attack.mutate or attack.submit, attack.name
        for question, answer in attack.answers.items():
            lines = [line for line in answer.splitlines() if not line.startswith(("!", "%"))]
            if question != "q6_written":
                ast.parse("\n".join(lines))


def achieved_in_stock(attack: Attack, folder: Path, courses: Courses) -> tuple[Arena, list[str]]:
    """Run an attack alone with its bystanders in stock nbgrader, and return its effects."""
    arena = Arena(folder, courses, [attack], stock=True)
    arena.run("*" if attack.kind == "page" else "")
    return arena, [*arena.successes(attack), *arena.complaints_of_all()]


@pytest.mark.bench
def test_how_many_attacks_succeed_here_and_in_stock_nbgrader(tmp_path, courses):
    """Prints both counts. In stock nbgrader each runs alone: some end the run of a whole class."""
    if chromium() is None:
        pytest.skip("Chromium is not installed: run `make setup`")
    here: dict[str, list[str]] = {}
    for kind in KINDS:
        arena = Arena(tmp_path / kind, courses, attacks(kind), hasty=kind in HASTY)
        arena.run()
        here |= {attack.name: list(arena.complaints(attack)) for attack in arena.attackers}
        assert list(arena.complaints_of_all()) == []
    harmless = [attack for attack in attacks() if not attack.stock]
    with ThreadPoolExecutor(2) as pool:
        places = [tmp_path / "stock" / attack.name for attack in harmless]
        done = list(pool.map(partial(achieved_in_stock, courses=courses), harmless, places))
    browser, stock = Browser(chromium()), {}
    for attack, (arena, found) in zip(harmless, done, strict=True):
        pages = [arena.room.feedback(student) for student in (attack.name, "a_bystander")]
        if attack.kind == "page" and all(page.exists() for page in pages):
            seen, honest = map(browser.inspect, pages)
            found = [*found, *seen.acted, *(seen.requests - honest.requests)]
        stock[attack.name] = found
    browser.close()
    subprocess.run(["rm", "-rf", *tmp_path.iterdir()], check=True)
    show_counts(here, stock)
    assert not any(here.values())
    assert any(stock.values())


def show_counts(here: dict[str, list[str]], stock: dict[str, list[str]]) -> None:
    print("\n\nAttacks that gain a point, read a secret, change a file, act in a page, or keep")
    print(f"{'others from being graded:':<26}{'here':>14}{'nbgrader':>14}")
    for kind in (*KINDS, ""):
        sides = [[c for name, c in side.items() if name.startswith(kind)] for side in (here, stock)]
        counts = [f"{sum(map(bool, side))} of {len(side)}" for side in sides]
        print(f"  {kind or 'all':<24}{counts[0]:>14}{counts[1]:>14}")
    untried = len(here) - len(stock)
    print(f"  ({untried} would harm this machine, and are not tried on nbgrader as it is)")
    for name, found in stock.items():
        print(f"    nbgrader, {name}: {found[0][:90] if found else 'achieves nothing'}")


def on_the_terminal(report: ClassReport) -> str:
    text = io.StringIO()
    report_commands.report(report, Console(file=text, width=500))
    return text.getvalue()


def on_a_page(report: ClassReport) -> str:
    return html.unescape(re.sub("<[^>]+>", " ", report_page(report)))


@pytest.mark.parametrize("shown", [on_the_terminal, on_a_page])
def test_names_of_students_stand_in_quotation_marks_wherever_they_are_shown(shown, small_course):
    """The texts of students are no markup, either."""
    assignment = small_course.assignments["ps0_warm_up"]
    markup = "[/red] [link=https://example.org]x"
    points, wrong = dict.fromkeys(assignment.questions, 0.0), {"q1_sum": [f"wrong {markup}"]}
    names = [f"{WORDS} {end}" for end in ("“all”", "\u3164", "[bold]x[/]")]
    about = {"name": WORDS, "findings": wrong, "waiting": {"q1_sum": "why"}, "attempts": (1.0, 2.0)}
    rows = [StudentRow(name, points, hours_late=1.0, **about) for name in names]
    text = shown(ClassReport(assignment, rows, ungraded=(f"{WORDS}.",)))
    assert WORDS in text
    assert WORDS not in re.sub("“[^“”]*”", "", text)
    assert markup in text
    assert "[bold]x[/]" in text


SECURITY = (ROOT / "docs" / "security.md").read_text()


DEFENCES = SECURITY.partition("## Defences")[2].partition("\n## ")[0]
NAMED = re.compile(rf"`((?:{'|'.join((*KINDS, 'test'))})_\w+)`")


def test_every_attack_is_named_and_every_one_that_is_named_exists():
    named = set(NAMED.findall(SECURITY))
    attacking = {path.stem for path in Path(ATTACKS).glob("*.py")}
    tests = {
        name
        for path in (ROOT / "tests").glob("test_*.py")
        for name in re.findall(r"^ *def (test_\w+)", path.read_text(), re.M)
    }
    assert named - tests == attacking


def test_every_defence_is_attacked_by_what_attacks_no_other():
    rows = [line for line in DEFENCES.splitlines() if line.startswith("| ")][1:]
    shown = [set(NAMED.findall(row.rsplit("|", 2)[1])) for row in rows]
    times = Counter(itertools.chain.from_iterable(shown))
    assert len(rows) > 12
    for row, names in zip(rows, shown, strict=True):
        assert any(times[name] == 1 for name in names), row[:100]


def test_every_limit_is_documented_with_its_default_and_the_attack_that_hits_it():
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \|.*\| (.*`denial_|.*`tamper_)", SECURITY, re.M)
    documented = {name: default.strip() for name, default, _ in rows}
    assert set(documented) == {field.name for field in dataclasses.fields(Limits)}
    for name, text in documented.items():
        number, _, unit = text.partition(" ")
        factor = {"MiB": 2**20, "GiB": 2**30}.get(unit, 1)
        assert float(number) * factor == getattr(Limits(), name), name
