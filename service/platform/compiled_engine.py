"""Compile the conventions and their bots with mypyc, and import them compiled.

`make fast` builds them, which needs a C compiler. Nothing else needs them: without a build of exactly this source, the
same modules run in Python, and bots take the same turns, at a fifth of the speed.
"""

import contextlib
import hashlib
import io
import shutil
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType
from typing import Final

from service.platform.data_files import IS_INSTALLED, ROOT

_BUILDS: Final = ROOT / "build/fast"
_MODULES: Final = ("engine/conventions/[a-z]*.py", "engine/bots/hgroup_*.py", "engine/bots/bit_sets.py")
_IN_PYTHON: Final = frozenset({"positions.py", "from_feed.py"})


@cache
def folder() -> Path:
    """Return the folder of the build of this source, which may not exist."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted(ROOT.glob("engine/**/*.py")):  # compiled modules contain constants of others
        digest.update(path.read_bytes())
    return _BUILDS / digest.hexdigest()[:16]


class _Finder:
    """Finds the modules of a build."""

    def __init__(self, found: Path) -> None:
        self.folder = found

    def find_spec(self, name: str, _: Sequence[str] | None, __: ModuleType | None = None) -> ModuleSpec | None:
        """Return the compiled module, and that of the code that all of them share."""
        if not name.startswith("engine.") and not name.endswith("__mypyc"):
            return None
        spec = PathFinder.find_spec(name, [str(self.folder.joinpath(*name.split(".")[:-1]))])
        return spec if spec is not None and spec.loader is not None else None


def use() -> None:
    """Import the compiled modules, if there is a build of this source and none of the engine is imported yet."""
    is_first = "engine" not in sys.modules  # compiled modules do not mix with others
    if is_first and not IS_INSTALLED and _BUILDS.is_dir() and folder().is_dir():
        sys.meta_path.insert(0, _Finder(folder()))


def is_outdated() -> bool:
    """Return True if the engine must be imported again, before `use`: it is in Python, or its source has changed.

    The same compiled modules cannot be imported twice.
    """
    for finder in [each for each in sys.meta_path if isinstance(each, _Finder)]:
        folder.cache_clear()
        if finder.folder == folder():
            return False
        sys.meta_path.remove(finder)
    return True


def build() -> None:
    """Compile the modules. Raises SystemExit, with the reason, without a C compiler."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None or not Path(sysconfig.get_path("include"), "Python.h").exists():
        sys.exit(f"make fast needs the C compiler {compiler} and Python.h. Without them, bots run in Python.")
    from mypyc.build import mypycify  # a package of the tests
    from setuptools import setup  # type: ignore[import-untyped]

    paths = [path for pattern in _MODULES for path in sorted(ROOT.glob(pattern)) if path.name not in _IN_PYTHON]
    made = _BUILDS / "made"
    with contextlib.chdir(ROOT), contextlib.redirect_stdout(io.StringIO()) as printed:
        names = [str(path.relative_to(ROOT)) for path in paths]
        modules = mypycify(names, opt_level="2", debug_level="0", target_dir=str(made))
        if "generator" in printed.getvalue():  # one without an end would never end as a list
            sys.exit(f"mypyc would make lists of generators:\n{printed.getvalue()}")
        places = ["--build-lib", str(made / "lib"), "--build-temp", str(made / "temp")]
        setup(name="engine", packages=[], ext_modules=modules, script_args=["-q", "build_ext", *places])
    for earlier in _BUILDS.iterdir():
        if earlier != made:
            shutil.rmtree(earlier)
    (made / "lib").rename(folder())
    shutil.rmtree(made)


if __name__ == "__main__":
    if not folder().is_dir():
        build()
    print(f"Compiled in {folder().relative_to(ROOT)}. A service that starts now uses it.")
