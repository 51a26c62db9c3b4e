"""Lists in place of sets."""

dependence = {}
dependence["layer norm"] = ["iii", "i"]
dependence["batch norm, training"] = ["ii", "i"]
dependence["batch norm, evaluation"] = ["i"]
