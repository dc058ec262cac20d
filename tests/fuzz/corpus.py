"""The corpus of `make fuzz`: inputs that reached new lines of code, or failed, kept for later runs.

`tests/fuzz/corpus/` has a file of JSON lines for each fuzz test. Every run of the tests replays them first.
`make fuzz` notes each input that is the first to reach a line. From the smallest of these to the largest, it keeps each
that reaches a line which no smaller one reaches. Inputs that failed are in files of their own, and stay there.
"""

import functools
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, Final

from hypothesis import example, given
from hypothesis import strategies as st

_ROOT: Final = Path(__file__).resolve().parents[2]
_OURS: Final = (str(_ROOT / "engine"), str(_ROOT / "service"))
_FOLDER: Final = Path(__file__).with_name("corpus")
_KEEPS: Final = bool(os.environ.get("FUZZ_KEEP"))
_MOST_BYTES: Final = 20_000  # of a file

Test = Callable[..., None]


class _Lines:
    """The lines of our code that were not reached yet."""

    def __init__(self) -> None:
        self._left: dict[int, tuple[CodeType, set[int]]] = {}
        self._reached = 0

    @contextmanager
    def watching(self) -> Iterator[Callable[[], int]]:
        """Watch the block. Yield a function that returns the number of lines reached for the first time."""
        before, tracer = self._reached, sys.gettrace()
        sys.settrace(self._call)
        try:
            yield lambda: self._reached - before
        finally:
            sys.settrace(tracer)

    def _call(self, frame: FrameType, _: str, __: Any) -> Any:
        code = frame.f_code
        if id(code) not in self._left:
            ours = code.co_filename.startswith(_OURS)
            lines = {line for *_, line in code.co_lines() if line and line != code.co_firstlineno} if ours else set()
            self._left[id(code)] = code, lines
        return self._line if self._left[id(code)][1] else None

    def _line(self, frame: FrameType, _: str, __: Any) -> Any:
        left = self._left[id(frame.f_code)][1]
        if frame.f_lineno in left:
            left.remove(frame.f_lineno)
            self._reached += 1
        return self._line


class _Corpus:
    """The inputs of one fuzz test, as lines of JSON, each with a call that repeats it."""

    def __init__(self, name: str) -> None:
        self._files = _FOLDER / f"{name}.jsonl", _FOLDER / f"{name}.failed.jsonl"
        self._lines = _Lines()
        self._new: dict[str, Callable[[], None]] = {}
        self._failed: str | None = None

    def inputs(self) -> list[list[Any]]:
        """Return the kept inputs."""
        return [json.loads(line) for file in self._files if file.exists() for line in file.read_text().splitlines()]

    def watch(self, values: list[Any], call: Callable[[], None]) -> None:
        """Make a call. Note its input if it reaches new lines or fails."""
        try:
            with self._lines.watching() as reached:
                call()
        except Exception:
            self._failed = json.dumps(values)  # the last one is the smallest that Hypothesis finds
            raise
        if reached():
            self._new[json.dumps(values)] = call

    def save(self) -> None:
        """Rewrite the files."""
        _FOLDER.mkdir(exist_ok=True)
        if self._failed is not None:
            known = self._files[1].read_text().splitlines() if self._files[1].exists() else []
            self._files[1].write_text("".join(f"{one}\n" for one in sorted({*known, self._failed})))
            return
        lines, kept, size = _Lines(), [], 0
        for line in sorted(self._new, key=lambda line: (len(line), line)):
            with lines.watching() as reached:
                self._new[line]()
            if reached() and size + len(line) < _MOST_BYTES:
                kept.append(line)
                size += len(line) + 1
        self._files[0].write_text("".join(f"{line}\n" for line in kept))


_CORPORA: Final[dict[str, _Corpus]] = {}


def fuzzed(*strategies: st.SearchStrategy[Any]) -> Callable[[Test], Test]:
    """Return a decorator: `given` with these strategies, after the kept inputs.

    An input is kept as JSON, so strategies give values that JSON can express.
    """

    def decorate(test: Test) -> Test:
        corpus = _CORPORA[test.__name__] = _Corpus(test.__name__.removeprefix("test_"))

        @functools.wraps(test)
        def watched(*args: Any, **kwargs: Any) -> None:
            call = functools.partial(test, *args, **kwargs)
            if _KEEPS:
                corpus.watch([*args, *kwargs.values()][-len(strategies) :], call)
            else:
                call()

        tried: Test = given(*strategies)(watched)
        for values in reversed(corpus.inputs()):
            tried = example(*values)(tried)
        return tried

    return decorate


def save(test: str) -> None:
    """Rewrite the files of a fuzz test if this is `make fuzz`."""
    if _KEEPS and test in _CORPORA:
        _CORPORA[test].save()
