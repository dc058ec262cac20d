"""Tests of the documentation: its links, paths, versions and index of decisions."""

import json
import re
import tomllib
from pathlib import Path

from tests.rows import in_one_test
from tests.service.contract import PUBLISHED

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), ROOT / "examples/README.md"])
DECISIONS = ROOT / "docs/decisions"
FOLDERS = ("", "service/", "service/core/", "service/features/", "service/platform/", "engine/")


@in_one_test("page", PAGES)
def test_links_lead_to_files(page: Path) -> None:
    """Every relative link of a page names a file or a folder. Those that begin with a slash are tested as served."""
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8"))
    beside = [link for link in links if "://" not in link and not link.startswith("/")]
    assert [link for link in beside if not (page.parent / link).exists()] == []


def test_the_architecture_names_files_that_exist() -> None:
    """Every path of a module or package in `docs/architecture.md` exists."""
    text = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")
    paths = re.findall(r"`([\w/]+(?:\.py|/))`", text)
    rows = re.findall(r"^\| ((?:`[\w/]+` ?)+)\|", text.partition("## Tables")[0], re.MULTILINE)
    modules = [name.rstrip("/") for row in rows for name in re.findall(r"`([\w/]+)`", row)]
    missing = {
        name
        for name in [*paths, *modules]
        if not any((ROOT / f"{folder}{name}{suffix}").exists() for folder in FOLDERS for suffix in ("", ".py"))
    }
    parts = {path.name for package in ("engine", "service") for path in (ROOT / package).rglob("*")}
    assert {name for name in missing if name.rstrip("/") not in parts} == set()


def test_the_index_lists_every_decision() -> None:
    """`docs/decisions/README.md` lists each decision once, with its title."""
    rows = re.findall(r"^- \[(\d{4})\]\((\S+)\): (.+)$", (DECISIONS / "README.md").read_text(), re.MULTILINE)
    titles = [(path.name[:4], path.name, path.read_text().partition("\n")[0]) for path in DECISIONS.glob("0*.md")]
    assert [(number, name, f"# {number}: {title}") for number, name, title in sorted(rows)] == sorted(titles)


def test_the_decisions_stay_short_and_name_files_that_exist() -> None:
    """There are at most 60 pages with 20,000 words. A path in one, such as `engine/clock.py`, exists."""
    pages = {path.name: path.read_text() for path in DECISIONS.glob("*.md")}
    assert len(pages) <= 61 and sum(len(text.split()) for text in pages.values()) <= 20_000
    form = re.compile(r"`([a-z][\w-]*/[\w./-]*(?:/|\.[a-z]+))`")
    paths = {(page, path) for page, text in pages.items() for path in form.findall(text)}
    folders = (*FOLDERS, "service/web/")
    assert [
        path for path in sorted(paths) if not any((ROOT / f"{folder}{path[1]}").exists() for folder in folders)
    ] == []


def test_each_change_is_one_line_of_the_changelog() -> None:
    """Below each heading, the changes that can break a client come first."""
    releases = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").partition("\n## ")[2]
    parts = re.split(r"^### (.+)$", releases, flags=re.MULTILINE)
    assert {*parts[1::2]} == {"API", "Pages", "Operators", "Bots"}
    for part in parts[2::2]:
        lines = [line for line in part.partition("\n## ")[0].splitlines() if line]
        assert [line for line in lines if not line.startswith("- ") or len(line) > 120] == []
        breaking = [line.startswith("- **Breaking:**") for line in lines]
        assert breaking == sorted(breaking, reverse=True)


def test_the_version_is_the_same_everywhere() -> None:
    """Packages, contract and changelog have the same version."""
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert json.loads((ROOT / "clients/typescript/package.json").read_text())["version"] == version
    assert json.loads((ROOT / "clients/typescript/package-lock.json").read_text())["version"] == version
    assert PUBLISHED["info"]["version"] == version
    assert re.search(
        rf"^## \[{re.escape(version)}\] - \d{{4}}-\d\d-\d\d$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE
    )
