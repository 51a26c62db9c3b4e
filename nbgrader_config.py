"""How nbgrader works on this course. Every setting stands with its reason."""

import os
import sys

from nbgrader import preprocessors as step
from nbgrader.converters import GenerateAssignment

c = get_config()

# The course is this folder, from wherever nbgrader is started; `examiner` is found in it.
root = os.path.dirname(os.path.abspath(__file__))
if root not in sys.path:
    sys.path.insert(0, root)

try:
    from examiner.term import nbgrader_overrides
except ImportError as error:  # nbgrader would log it and grade without the examiner
    raise SystemExit(f"{error}: run `make setup`, and use the programs in .venv/bin") from error
except RuntimeError as error:  # in which Python wraps Ctrl-C while a class is made
    raise error.__cause__ or error from None

# nbgrader logs an error in this file and goes on without it: students' code would run without the
# sandbox. So nbgrader_config.json beside it, which is read as well, names a file for the log that
# can't be opened, and nothing starts. What this file says of it counts, if it ran to its end.
c.NbGrader.logfile = ""

c.CourseDirectory.root = root
c.CourseDirectory.course_id = "transformer_arithmetic"

# nbgrader starts `alembic` by name when it makes a grade book. It is beside the Python that runs
# this, which need not be on the PATH.
programs = os.path.dirname(sys.executable) + os.pathsep
if not os.environ.get("PATH", "").startswith(programs):
    os.environ["PATH"] = programs + os.environ.get("PATH", "")

# What a student finds in place of a solution: it says what to do, and running it is an error.
c.ClearSolutions.code_stub = {
    "python": 'raise NotImplementedError("Replace this line with your answer.")'
}
c.ClearSolutions.text_stub = "*Write your answer here.*"

# "Run All" runs past an open question. Figures that the build drew are handed out. Tags, attached
# pictures of solutions and the state of widgets would reach students: what takes them out is last.
# (Not `.append`: nbgrader reads this file twice.)
ours = {
    step.ClearSolutions: "examiner.authoring.release.ClearSolutionsQuietly",
    step.ClearOutput: "examiner.authoring.release.ClearOtherOutputs",
}
c.GenerateAssignment.preprocessors = [
    ours.get(each, each) for each in GenerateAssignment.preprocessors.default()
] + ["examiner.authoring.release.KeepWhatIsReleased"]

# release/ is in the repository, and nbgrader leaves an assignment alone that is there already. But
# only `nbgrader generate_assignment` enters it in the grade book: let it always do its work.
c.GenerateAssignment.force = True

# `nbgrader autograde`, `generate_feedback` and formgrader's buttons lead to the examiner: student
# code runs in a sandboxed process of its own, test cells and pages in a worker process. See
# docs/how-it-works.md. Limits are settings of Examine (c.Examine.cell_seconds = 20, ...);
# c.Examine.trusted = True does without the sandbox.
nbgrader_overrides.apply()
# Should nbgrader ever come by its own way after all, it runs nothing and saves no marks.
c.Autograde.sanitize_preprocessors = []
c.Autograde.autograde_preprocessors = []

# What a day that was started after the due date costs, and all days together at most, in points:
# c.StartedDays.points = 2 and c.StartedDays.most = 10, say. As it is, lateness costs nothing.
c.AssignLatePenalties.plugin_class = "examiner.term.settings.StartedDays"

# `nbgrader zip_collect` reads what Canvas and Moodle call a student's file; other systems need
# c.FileNameCollectorPlugin.named_regexp. Students have the names of the roster.
c.ZipCollectApp.extractor_plugin = "examiner.intake.zip_collect.Extractor"

# In the exchange, one student's odd file or name is nobody else's matter; nothing is handed out
# that could not be graded.
c.ExchangeFactory.collect = "examiner.intake.exchange.Collect"
c.ExchangeFactory.release_feedback = "examiner.term.nbgrader_overrides.ReleaseFeedback"
c.ExchangeFactory.release_assignment = "examiner.term.nbgrader_overrides.ReleaseAssignment"
