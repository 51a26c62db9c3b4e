from ...shared.needs import needs
from ..scale import audit
from .models import AUDIT_LINES


# %%
# alt: A table: the printed number, minus your amounts one by one, and your corrected number.
def settle(left=250_123_124_736):
    found = audit()
    print(f"{'printed':38}{left:>18,}")
    for name in AUDIT_LINES:
        left -= found[name]
        print(f"{name:20}{-found[name]:>+18,}{left:>18,}")
    print(f"{'your corrected value':38}{found['corrected']:>18,}")
    print("The last two numbers agree for all consistent amounts, right or wrong.")


with needs("question `audit`"):
    settle()
