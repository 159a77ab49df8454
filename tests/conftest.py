"""Makes this folder importable, so that tests can say `from reference...`."""
