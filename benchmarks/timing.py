"""Clocks and tables: several sides of one matter measured in turns, so that what disturbs one disturbs them all."""

import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple, TypeVar

__all__ = ["Figure", "figure", "machine", "table", "take_turns"]

Thing = TypeVar("Thing")


class Figure(NamedTuple):
    """The middle and the spread of what was measured, in the unit of the measurements."""

    low: float
    """A tenth of the measurements lies below."""
    median: float
    high: float
    """A tenth of the measurements lies above."""


def take_turns(
    sides: Mapping[str, Callable[[Thing], object]], things: Sequence[Thing], rounds: int
) -> dict[str, list[float]]:
    """Return by side, for each thing, the median of its microseconds in `rounds` rounds.

    All sides take one thing before the next is taken, each round beginning with another side.
    """
    samples: dict[str, list[list[int]]] = {name: [[] for _ in things] for name in sides}
    order = list(sides.items())
    for turn in range(-1, rounds):  # the first round warms up, and is not counted
        order.append(order.pop(0))
        for place, thing in enumerate(things):
            for name, side in order:
                began = perf_counter_ns()
                side(thing)
                took = perf_counter_ns() - began
                if turn >= 0:
                    samples[name][place].append(took)
    return {name: [median(of_thing) / 1000 for of_thing in of_side] for name, of_side in samples.items()}


def figure(measured: Sequence[float]) -> Figure:
    """Return the middle and the spread of measurements, of which there are at least two."""
    tenths = quantiles(measured, n=10, method="inclusive")
    return Figure(tenths[0], median(measured), tenths[-1])


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table, as text and as Markdown alike: the first column to the left, the others to the right."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    texts = [
        "| " + " | ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) + " |" for line in lines
    ]
    rule = "|" + "|".join(["-" * (widths[0] + 2), *["-" * (width + 1) + ":" for width in widths[1:]]]) + "|"
    return "\n".join([texts[0], rule, *texts[1:]])


def machine(*versions: str) -> str:
    """Return one line: when, on what, how busy it was before, and the versions that count."""
    load = f"load {os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "load unknown"
    python = f"{platform.python_implementation()} {platform.python_version()}"
    parts = [
        f"{datetime.now(UTC):%Y-%m-%d}",
        f"{os.cpu_count()} × {_processor()}",
        load,
        f"{platform.system()} {platform.release()}",
        python,
        *versions,
    ]
    return ", ".join(parts)


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    lines = told.read_text().splitlines() if told.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()
