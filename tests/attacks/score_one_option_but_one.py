"""Chooses one of two options in every entry, and leaves an entry out, or gives both options there.

Must happen: the same option in at least five entries earns nothing. With four it may be honest, and
earns what is right.
"""

ASSIGNMENT = "ps5_machines"
CODE = """
def combine(first, second):
    raise NotImplementedError


def scan_depth(T):
    raise NotImplementedError


scannable = dict.fromkeys(["gated", "tanh", "softmax", "linear_attention"], "scan"){}
"""
LINES = "embedding head attention peak overlap weights cache".split()
HAND_INS = [
    {"claim_lines": f"claim_lines = dict.fromkeys({LINES}, 'wrong')", "scan": CODE.format("")},
    {
        "claim_lines": f"claim_lines = dict.fromkeys({LINES}, 'wrong') | {{'writing': '?'}}",
        "scan": CODE.format(' | {"own_gate": {"scan", "step by step"}}'),
    },
]
EARNS = {"claim_lines": 0.0, "scan": 0.5}
