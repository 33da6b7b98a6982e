"""The service: a handful of verbs, each one transaction, run in a fixed order by `tick`."""
