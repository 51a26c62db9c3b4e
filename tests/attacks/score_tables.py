'''Keeps tables: of right answers by sizes, by the number of the call, by what was asked before it,
in every place that lasts from call to call.

Must happen: inputs are drawn, answers are asked again; no table has what was never computed.
'''

KEEP = '''
import builtins, os, sys, time
from pathlib import Path


def before(name, *value):
    """How often it was asked, by every memory that there is."""
    places = [vars(builtins).setdefault("_kept", {}), vars(sys).setdefault("_kept", {}), KEPT]
    file = Path("/tmp/kept")
    number = max(len(file.read_text().split()) if file.exists() else 0, *(p.get(name, 0) for p in places))
    for place in places:
        place[name] = number + 1
    os.environ["KEPT"] = str(number)
    with file.open("a") as stream:
        stream.write(f"{name}\\n")
    return number


KEPT = {}
START = time.monotonic()
'''
CELLS = [KEEP]
ANSWER = '''
KNOWN = {n: 3 * n * n + (0, 2 * n)[n < 24] for n in range(40)}


def area(n):
    return KNOWN.get(n, 5) if before("area") < 30 and time.monotonic() > START else 3 * n * n
'''
ANSWERS = {
    "q2_means": """
TABLE = {(2, 3): [0.1, -0.2], (9, 4): [0.0] * 9}


def means(rows, last=[]):
    last.append(rows)
    return last[-1 - before("means") % 2][:, 0] if len(last) > 2 else TABLE[rows.shape]
""",
    "q3_total": "def total(values):\n    return (3, 3, 3.0)[before('total') % 3]",
    "q4_kinds": "kinds = {'apple': 'neither', 'leek': ('neither', 'vegetable')[before('kinds') % 2] * 0}",
}
