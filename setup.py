"""Build step that adds data files to the wheel (`service/resources.py`)."""

import shutil
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

CONTRACT = ("openapi.json", "openapi.yaml", "openapi-3.2.json")
DOCUMENTS = [str(file) for file in sorted(Path("docs").glob("*.md"))]
FILES = ("alembic.ini", "CHANGELOG.md", "gunicorn.conf.py", *CONTRACT, *DOCUMENTS)
FOLDERS = ("alembic", "examples")


class BuildWithData(build_py):
    """The build command, which also copies the data files to `service/installed/`.

    An editable install reads them in the checkout instead.
    """

    def run(self):
        super().run()
        if self.editable_mode:
            return
        target = Path(self.build_lib, "service", "installed")
        for name in FILES:
            (target / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(name, target / name)
        for name in FOLDERS:
            shutil.copytree(name, target / name, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)


setup(cmdclass={"build_py": BuildWithData})
