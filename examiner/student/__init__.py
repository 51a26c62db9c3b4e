"""The untrusted side: a sandboxed process per submission, and the examiner's handle on it."""
