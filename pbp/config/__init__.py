"""The settings: what each means and may be, and config.toml read into a frozen Config."""

from pbp.config.file import Config, example, load, read

__all__ = [
    "Config",
    "example",
    "load",
    "read",
]
