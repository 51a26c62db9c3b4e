"""Puts words of its own where the examiner speaks: names of files, keys, exceptions, types.

Must happen: what a student wrote stands in quotation marks in notices, findings and the log.
"""

import json

ANSWERS = {
    "q1_area": '''
def area(n):
    raise ValueError("@WORDS@”. “@WORDS@")
''',
    "q2_means": 'raise TimeoutError("@WORDS@")',
    "q3_total": 'def total(values):\n    raise AssertionError("@WORDS@")',
    "q4_kinds": '''
kinds = {
    "✓ @WORDS@": {"(the check above is wrong": {"@WORDS@": 0}},
    "apple": "@WORDS@”",
    ("@WORDS@",): "leek",
}
''',
}


def submit(folder, course):
    """A second notebook with another answer, which a notice names."""
    notebook = json.loads((folder / "target.ipynb").read_text())
    for cell in notebook["cells"]:
        if cell["metadata"].get("nbgrader", {}).get("grade_id") == "q5_double":
            cell["source"] = "def double(n):\n    return 2"
    for name in ("x** Graded anew, @WORDS@. **", "[@WORDS@](https://a.example) `x` <b>"):
        name = name.replace("@WORDS@", "full points by hand").replace("/", "\u2215")
        (folder / f"{name}.ipynb").write_text(json.dumps(notebook))
        (folder / f"{name}\u202e.txt").write_text("")
