"""What the tests have worked out in a process of its own: its modules are found there by name."""

from __future__ import annotations


def doubled(number: int) -> int:
    return 2 * number


def endless(text: str) -> str:
    while True:
        text = text[::-1]


def greedy(size: int) -> int:
    return len(bytearray(size))
