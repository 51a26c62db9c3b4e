"""Every option everywhere.

finding: chose-everything
"""

dependence = {
    name: {"i", "ii", "iii", "iv"}
    for name in ("layer norm", "batch norm, training", "batch norm, evaluation")
}
