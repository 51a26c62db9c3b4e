"""By error, as another question might ask, not by line.

finding: no-such-key
"""


def audit():
    return {"projections": 119_587_995_648, "tokens": 130_289_762_304, "values": -18_874_368}
