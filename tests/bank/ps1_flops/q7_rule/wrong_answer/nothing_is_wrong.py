"""Believes the rule.

finding: too_high: chose
"""

rule_errors = {"too_high": set(), "too_low": set()}
