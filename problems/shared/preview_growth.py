from examiner.checks.numbers import real_number

from .previews import preview_arguments, sanity_check, time_limit

# %%
# A look at an answer that stands for a growth class: what it returns, at two sizes.
LARGE = 2**4096


@sanity_check()
def preview_growth(function, **sizes):
    """Say whether a function of the sizes returns positive numbers, at these and at huge ones."""
    value = function(*sizes.values())
    issue = issue_of_growth(value)
    assert not issue, f"{function.__name__}: {issue}"
    print("At", ", ".join(f"{name}={size}" for name, size in sizes.items()))
    print(f"it returns {value:.6g}. Nothing here knows whether it grows as it should.")
    preview_arguments(function, sizes, value)
    if __name__ == "__main__":  # where it is graded, it is asked there
        preview_huge(function, *sizes.values())


def preview_huge(function, *sizes):
    """Say whether a function returns positive numbers at huge sizes, where it is graded as well."""
    at = "But at sizes 2**4096 times as large"
    try:
        with time_limit(3):
            huge = function(*(size * LARGE for size in sizes))
    except TimeoutError:
        print(f"{at} it doesn't end: no loop can count to these. Return a formula.")
    except RecursionError:
        print(
            f"{at} it raises RecursionError: nothing can count down from these. Return a formula."
        )
    except OverflowError:
        print(
            f"{at} it raises OverflowError: such an int is no float and no np.int64, and can't be"
            " multiplied by one or added to one. (math.log takes it.)"
        )
    except Exception as error:
        print(f"{at} it raises {type(error).__name__}: use Python's ints and math.log.")
    else:
        if issue := issue_of_growth(huge):
            print(f"{at}: {issue}")


def issue_of_growth(value):
    """Why this is no positive number; an empty text if it is one."""
    if value is None:
        return "expected a number, not None: is a return missing?"
    if real_number(value) is None:
        return f"expected a number, not the {type(value).__name__} {value!s:.40}"
    return "" if value > 0 else f"expected a positive number, not {value!s:.40}"
