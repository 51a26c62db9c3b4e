"""Answers in words of one's own.

finding: output: chose-unknown
"""

conclusion = {"output": "does not move", "gradients": "go to zero"}
