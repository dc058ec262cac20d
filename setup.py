"""Build step that adds data files (`service/platform/data_files.py`) and compiled translations to the wheel."""

import json
import runpy
import shutil
from pathlib import Path

import yaml
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from setuptools import setup
from setuptools.command.build_py import build_py

DOCUMENTS = [str(file) for file in sorted(Path("docs").glob("*.md"))]
FILES = ("alembic.ini", "CHANGELOG.md", "gunicorn.conf.py", "openapi.yaml", *DOCUMENTS)
FOLDERS = ("alembic", "examples")


class BuildWithData(build_py):
    """The build command, which also copies the data files to `service/installed/` and compiles the translations.

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
        packages = Path("dist", "clients")  # built by `make clients`, before a release
        if packages.is_dir():
            shutil.copytree(packages, target / "clients", ignore=shutil.ignore_patterns(".*"), dirs_exist_ok=True)
        for source in Path().glob("service/platform/languages/locale/*/LC_MESSAGES/*.po"):
            compiled = Path(self.build_lib, source).with_suffix(".mo")
            compiled.parent.mkdir(parents=True, exist_ok=True)
            with source.open("rb") as texts, compiled.open("wb") as file:
                write_mo(file, read_po(texts))
        loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
        contract = yaml.load(Path("openapi.yaml").read_text(encoding="utf-8"), loader)
        (target / "openapi.json").write_text(json.dumps(contract, ensure_ascii=False), encoding="utf-8")


# A source archive of setuptools has no commit, and keeps the version with which it was made in its setup.cfg.
since_release = "" if Path("PKG-INFO").exists() else runpy.run_path("service/platform/version.py")["since_release"]()
setup(cmdclass={"build_py": BuildWithData}, options={"egg_info": {"tag_build": since_release}})
