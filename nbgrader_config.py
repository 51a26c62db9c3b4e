"""How nbgrader works on this course. Every setting stands with its reason."""

import os
import sys

from nbgrader import preprocessors as step

c = get_config()

# The course is this folder, from wherever nbgrader is started; `examiner` is found in it.
root = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, root)
c.CourseDirectory.root = root
c.CourseDirectory.course_id = "transformer_arithmetic"

# nbgrader starts `alembic` by name when it makes a grade book. It is beside the Python that runs
# this, which need not be on the PATH.
os.environ["PATH"] = os.path.dirname(sys.executable) + os.pathsep + os.environ.get("PATH", "")

# What a student finds in place of a solution: it says what to do, and running it is an error.
c.ClearSolutions.code_stub = {
    "python": 'raise NotImplementedError("Replace this line with your answer.")'
}
c.ClearSolutions.text_stub = "*Write your answer here.*"

# A mark scheme stands in the cell of the written answer that it is for; nbgrader would have it in a
# cell of its own. So it goes before the checksums come: an answer that was never touched then has
# the checksum of the release, and gets its 0 without a person looking at it.
c.ClearMarkScheme.enforce_metadata = False
c.GenerateAssignment.preprocessors = [
    step.IncludeHeaderFooter,
    step.InstantiateTests,
    step.LockCells,
    step.ClearSolutions,
    step.ClearMarkScheme,
    step.ClearOutput,
    step.CheckCellMetadata,
    step.ComputeChecksums,
    step.SaveCells,
    step.ClearHiddenTests,
    "examiner.release.KeepWhatIsReleased",  # tags, attachments of solutions, widgets' state
    step.ComputeChecksums,
    step.CheckCellMetadata,
]

# release/ is in the repository, and nbgrader leaves an assignment alone that is there already. But
# only `nbgrader generate_assignment` enters it in the grade book: let it always do its work.
c.GenerateAssignment.force = True

# A test cell that a student deleted comes back before grading; without this nobody grades it.
c.OverwriteCells.add_missing_cells = True
