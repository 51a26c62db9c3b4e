from ...shared.needs import needs
from ..scale import audit


# %%
# The printed number, and what is left of it when your four amounts are taken away one by one.
def settle(left=250_123_124_736):
    found = audit()
    print(f"{'printed':26}{left:>18,}")
    for name in ("output", "tokens", "scores", "values"):
        left -= found[name]
        print(f"{name:7}{-found[name]:>+19,}{left:>18,}")
    print(f"{'your corrected value':26}{found['corrected']:>18,}")


with needs("question `audit`"):
    settle()
