"""Answers in words of one's own.

finding: “does not move” is not an option
"""

conclusion = {"output": "does not move", "gradients": "go to zero"}
