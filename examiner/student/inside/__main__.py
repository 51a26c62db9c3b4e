"""The script that the host starts, with the settings as JSON."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from inside.boot import main

main()
