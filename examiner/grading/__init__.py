"""A mark: from a submission and a master to points and findings. Nothing here knows of more."""
