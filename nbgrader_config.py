"""nbgrader's settings for this course, each with its reason."""

import os
import sys

from nbgrader import preprocessors as step
from nbgrader.converters import GenerateAssignment

c = get_config()

# This folder is the course, wherever nbgrader is started. Python finds `examiner` in it.
root = os.path.dirname(os.path.abspath(__file__))
if root not in sys.path:
    sys.path.insert(0, root)

try:
    from examiner.term import nbgrader_overrides
except ImportError as error:  # nbgrader would log it and grade without the examiner
    raise SystemExit(f"{error}: run `make setup`, and use the programs in .venv/bin") from error
except RuntimeError as error:  # Python wraps Ctrl-C in one while it creates a class
    raise error.__cause__ or error from None

# nbgrader logs an error in this file and goes on without it. Then students' code would run without
# the sandbox. So nbgrader_config.json, which nbgrader also reads, names a log file that can't be
# opened. This file overrides that name, so nbgrader starts only if this file ran to its end.
c.NbGrader.logfile = ""

c.CourseDirectory.root = root
c.CourseDirectory.course_id = "transformer_arithmetic"

# nbgrader starts `alembic` by name when it creates a gradebook. That program is beside the Python
# that runs this file, whose folder may not be on the PATH.
programs = os.path.dirname(sys.executable) + os.pathsep
if not os.environ.get("PATH", "").startswith(programs):
    os.environ["PATH"] = programs + os.environ.get("PATH", "")

# The stub in place of a solution. If it runs, it raises an error that says what to do.
c.ClearSolutions.code_stub = {
    "python": 'raise NotImplementedError("Replace this line with your answer.")'
}
c.ClearSolutions.text_stub = "*Write your answer here.*"

# The first two let "Run All" continue past an unanswered question, and keep the figures that the
# build drew. The last one removes tags, attached pictures of solutions and the state of widgets.
# (Not `.append`: nbgrader reads this file twice.)
ours = {
    step.ClearSolutions: "examiner.authoring.release.ClearSolutionsQuietly",
    step.ClearOutput: "examiner.authoring.release.ClearOtherOutputs",
}
c.GenerateAssignment.preprocessors = [
    ours.get(each, each) for each in GenerateAssignment.preprocessors.default()
] + ["examiner.authoring.release.KeepWhatIsReleased"]

# nbgrader skips an assignment that is already in release/, and release/ is in the repository. But
# only `nbgrader generate_assignment` enters an assignment in the gradebook, so it must always run.
c.GenerateAssignment.force = True

# `nbgrader autograde`, `generate_feedback` and formgrader's buttons call the examiner. It runs the
# code of each student in a sandbox, and test cells in a worker process (docs/how-it-works.md). Its
# limits are settings such as c.Examine.cell_seconds = 20; c.Examine.trusted = True turns the
# sandbox off.
nbgrader_overrides.apply()
# If nbgrader's own autograder ever starts, it runs nothing and saves no marks.
c.Autograde.sanitize_preprocessors = []
c.Autograde.autograde_preprocessors = []

# c.StartedDays.points = 2 would deduct 2 points for each started day after the due date, and
# c.StartedDays.most = 10 at most 10 in all. By default, lateness costs nothing.
c.AssignLatePenalties.plugin_class = "examiner.term.settings.StartedDays"

# `nbgrader zip_collect` understands the file names of Canvas and Moodle. For other systems, set
# c.FileNameCollectorPlugin.named_regexp. The ids of students come from the roster.
c.ZipCollectApp.extractor_plugin = "examiner.intake.zip_collect.Extractor"

# In the exchange, an error in one submission doesn't affect others, and nothing is released that
# the examiner can't grade.
c.ExchangeFactory.collect = "examiner.intake.exchange.Collect"
c.ExchangeFactory.release_feedback = "examiner.term.nbgrader_overrides.ReleaseFeedback"
c.ExchangeFactory.release_assignment = "examiner.term.nbgrader_overrides.ReleaseAssignment"
