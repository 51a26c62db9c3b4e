"""Amounts in a layer.

points: 2
finding: amount-of-one-layer
"""


def audit():
    amounts = dict(output=119_587_995_648, tokens=130_289_762_304, scores=56_623_104, values=-18_874_368)
    return {name: amount // 12 for name, amount in amounts.items()} | {"corrected": 207_618_048}
