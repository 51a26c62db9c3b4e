from ...shared.previews import issue_of_count, preview_arguments, preview_count, sanity_check

# %%
# The two models, and sanity checks.
# blocks, query heads, width of a head, longest text
MODELS = {"GPT-2 small": (12, 12, 64, 1_024), "Llama 3.1 70B": (80, 64, 128, 131_072)}


def preview_calls(function, *calls):
    """Check a count for each of these choices of sizes, even if one of them fails."""
    for sizes in calls:
        try:
            preview_count(function, **sizes)
        except Exception as error:
            given = ", ".join(f"{name}={size}" for name, size in sizes.items())
            print(f"At {given} it raises {type(error).__name__}: {error}")


@sanity_check()
def preview_counts(function, names, **sizes):
    """Print a dict of counts for these sizes, and name the missing entries."""
    counts = function(*sizes.values())
    assert isinstance(counts, dict), f"expected a dict, not {type(counts).__name__}"
    print("At", ", ".join(f"{name}={size}" for name, size in sizes.items()))
    for name in names:
        issue = issue_of_count(counts[name]) if name in counts else "missing"
        print(f"{name:>20}: {issue or counts[name]}")
    others = [str(name) for name in counts if name not in names]
    print("Not asked for:", ", ".join(others) or "nothing")
    preview_arguments(function, sizes, counts)
