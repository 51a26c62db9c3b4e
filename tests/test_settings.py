"""nbgrader does nothing without the course's settings: it would run students' code as it is."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
from nbgrader.apps import AutogradeApp, DbApp, GenerateFeedbackApp, ZipCollectApp
from nbgrader.apps.baseapp import NbGrader
from nbgrader.converters import Autograde
from nbgrader.server_extensions.formgrader.formgrader import FormgradeExtension
from traitlets.config import Config

from examiner.course import CourseError
from examiner.term import nbgrader_overrides, settings
from tests.classroom import nbgrader_here
from tests.conftest import ROOT
from tests.messages import lines_naming, mentions

APPS = [AutogradeApp, GenerateFeedbackApp, ZipCollectApp, DbApp, FormgradeExtension]
MISTAKES = {
    "a line that is none": "c.Exchange.root = (",
    "a wrong name": "c.Exchange.root = folder",
    "a module that there is not": "import transformer_arithmetic",
}


@pytest.fixture
def course(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the course's settings, in which nbgrader is started. (Also a setting of the
    person who starts it would be read.)"""
    for name in ("nbgrader_config.py", "nbgrader_config.json"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "nbgrader_config.py").write_text("c.NbGrader.logfile = 'own.log'\n")
    monkeypatch.setenv("JUPYTER_CONFIG_DIR", str(tmp_path / "own"))
    monkeypatch.setattr("sys.path", list(sys.path))  # nbgrader adds to it
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("app", "mistake"),
    [*((app, "a wrong name") for app in APPS), *((AutogradeApp, mistake) for mistake in MISTAKES)],
)
def test_a_mistake_in_the_settings_stops_everything(course, app, mistake):
    with (course / "nbgrader_config.py").open("a") as file:
        file.write(f"{MISTAKES[mistake]}\n")
    with pytest.raises(OSError, match=r"nbgrader_config\.py"):
        app().initialize(["ps1"])


@pytest.mark.parametrize("app", APPS)
def test_with_its_settings_it_starts(course, app):
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.Exchange.root = 'somewhere'\n")
    started: NbGrader = app()
    started.initialize(["ps1"])
    assert Autograde.start is nbgrader_overrides.autograde
    assert started.config.Autograde.autograde_preprocessors == []
    assert started.config.Exchange.root == "somewhere"
    assert not (course / "own.log").exists()


def test_an_exchange_that_students_would_not_find_is_said(course):
    with (course / "nbgrader_config.py").open("a") as file:
        file.write("c.Exchange.root = 'exchange'\n")
    status, said = nbgrader_here(course, "list")
    assert (status, mentions(said, "c.Exchange.root", "'exchange'")) == (1, True)
    assert not (course / "exchange").exists()


@pytest.mark.parametrize(
    ("setting", "near"),
    [("Exchange.rot = '/srv/exchange'", "root"), ("StartedDays.point = 2", "points")],
)
def test_a_setting_that_there_is_not_is_said(course, setting, near):
    """traitlets passes over it; of a class of the course's own nothing is known."""
    own = "c.ExchangeFactory.collect = 'own.MyExchangeCollect'\nc.MyExchangeCollect.speed = 3\n"
    with (course / "nbgrader_config.py").open("a") as file:
        file.write(f"{own}c.{setting}\n")
    status, said = nbgrader_here(course, "list")
    name = setting.partition(" ")[0]
    assert (status, f"c.{name}. Did you mean {near}?" in said) == (1, True)


@pytest.mark.parametrize(
    ("words", "named"),
    [
        ("generate_assignment ps1_flop", ["ps1_flop", "ps1_flops"]),
        (
            "zip_collect ps1_flops",
            ["zip", "downloaded/ps1_flops/archive/"],
        ),
        ("release_assignment ps1_flops", ["exchange", "c.Exchange.root", "nbgrader_config.py"]),
        ("collect ps1_flops", ["exchange", "c.Exchange.root", "nbgrader_config.py"]),
    ],
)
def test_what_a_command_can_not_do_is_a_line(course, words, named):
    for folder in ("problems", "source"):
        shutil.copytree(ROOT / folder, course / folder)
    status, told = nbgrader_here(course, *words.split())
    assert status == 1
    assert any("nbgrader" in line for line in lines_naming(told, *named))
    assert "Traceback" not in told
    assert {path.name for path in course.iterdir()} <= {
        *("own", "problems", "source", "nbgrader_config.py", "nbgrader_config.json")
    }


def test_the_earlier_name_of_a_setting_works_and_warns_once(capsys):
    settings._warn_renamed.cache_clear()
    config = Config({"Examine": {"tries_a_day": 2}})
    for _ in range(2):
        settings.check_settings(config)
    (line,) = capsys.readouterr().err.splitlines()
    assert all(f"c.Examine.{name}" in line for name in ("tries_a_day", "attempts_a_day"))
    assert settings.Examine(config=config).attempts_a_day == 2
    config.Examine.attempts_a_day = 3
    assert settings.Examine(config=config).attempts_a_day == 3
    assert settings.Examine(config=Config()).attempts_a_day == 5
    with pytest.raises(CourseError, match="tries_a_day"):
        settings.check_settings(Config({"Examine": {"tries_a_day": "many"}}))


def test_a_misspelt_setting_is_corrected_to_its_present_name():
    with pytest.raises(CourseError, match=r"Did you mean attempts_a_day\?"):
        settings.check_settings(Config({"Examine": {"attempt_a_day": 2}}))
