"""Timing of functions in turns, and tables of results."""

import os
import platform
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple, TypeVar

Thing = TypeVar("Thing")


class Figure(NamedTuple):
    """Median and spread of measurements, in their unit."""

    low: float
    """The first decile."""
    median: float
    high: float
    """The last decile."""


def take_turns(
    sides: Mapping[str, Callable[[Thing], object]], things: Sequence[Thing], rounds: int
) -> dict[str, list[float]]:
    """Return for each side the median time in µs for each thing.

    The sides take turns, so that a disturbance affects all of them: all sides process one thing before the next one.
    Each round starts with another side.
    """
    samples: dict[str, list[list[int]]] = {name: [[] for _ in things] for name in sides}
    order = list(sides.items())
    for turn in range(-1, rounds):  # round -1 is a warm-up
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
    """Return the median and the deciles of at least two measurements."""
    tenths = quantiles(measured, n=10, method="inclusive")
    return Figure(tenths[0], median(measured), tenths[-1])


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a Markdown table. The first column is aligned left, the others right."""
    lines = [head, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(head))]
    texts = [
        "| " + " | ".join([line[0].ljust(widths[0]), *map(str.rjust, line[1:], widths[1:])]) + " |" for line in lines
    ]
    rule = "|" + "|".join(["-" * (widths[0] + 2), *["-" * (width + 1) + ":" for width in widths[1:]]]) + "|"
    return "\n".join([texts[0], rule, *texts[1:]])


def machine(*versions: str) -> str:
    """Return one line with the date, the machine, its load, and versions."""
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
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text().splitlines() if cpuinfo.exists() else []
    models = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()
