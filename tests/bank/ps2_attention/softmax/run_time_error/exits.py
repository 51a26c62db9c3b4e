"""Ends the process.

finding: raised(SystemExit)
"""

import sys

def softmax(z):
    sys.exit("done")
