"""Every option everywhere.

finding: it names every option in every entry
"""

dependence = {
    name: {"i", "ii", "iii", "iv"}
    for name in ("layer norm", "batch norm, training", "batch norm, evaluation")
}
