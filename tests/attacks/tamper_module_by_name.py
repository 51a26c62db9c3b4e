"""Answers with a module whose name is the path to a submitted file: to import it is to run it.

Must happen: the examiner imports no module because a student named it.
"""

FILES = {"evil.py": "from pathlib import Path\nPath('@OUTSIDE@/ran').touch()\narea = lambda n: 3 * n * n + 2 * n\n"}
ANSWER = '''
import types

area = types.ModuleType("submitted.tamper_module_by_name.ps0_target.evil")
'''
ANSWERS = {
    "q2_means": "means = types.ModuleType('antigravity')",
    "q3_total": "total = types.ModuleType('examiner.grading.demo')",
    "q4_kinds": "kinds = types.ModuleType('submitted.tamper_module_by_name.ps0_target.evil')",
}
