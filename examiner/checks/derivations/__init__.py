"""Derivations: what each line rests on."""
