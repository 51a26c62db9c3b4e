"""Ends the process.

finding: it raised SystemExit
"""

import sys

def softmax(z):
    sys.exit("done")
