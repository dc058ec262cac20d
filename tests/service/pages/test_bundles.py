"""Tests of the bundles of scripts and styles."""

import re
from pathlib import Path

import orjson
import pytest

from service.app import create_app
from service.platform import data_files
from service.platform.settings import Settings
from service.platform.website import bundles, web_files
from service.platform.website.bundles import Unbundled

SCRIPTS = [name for name in bundles.BUNDLES if name.endswith(".js")]


def test_a_bundle_contains_each_source_once_after_those_that_it_imports() -> None:
    for name in SCRIPTS:
        found = re.findall(r"^// (\S+\.(?:js|json))$", bundles.bundle(name).decode(), re.MULTILINE)
        assert found[-1] == name and len(found) == len(set(found))
        for number, source in enumerate(found):
            text = (data_files.WEB / source).read_text(encoding="utf-8")
            imported = re.findall(r'^import .*"(\.[^"]+)"', text, re.MULTILINE)
            paths = {(data_files.WEB / source).parent.joinpath(one).resolve() for one in imported}
            assert paths <= {(data_files.WEB / one).resolve() for one in found[:number]}


def test_every_page_but_that_for_frames_has_the_header() -> None:
    """Its script imports that of the header of all pages."""
    assert [name for name in SCRIPTS if b"\n// page/site.js\n" not in bundles.bundle(name)] == ["review/share/embed.js"]


def test_a_bundle_of_styles_imports_nothing() -> None:
    sheet = bundles.bundle("review/replay.css").decode()
    assert "@import" not in sheet and sheet.index("--paper:") < sheet.index(".reviewing main")


@pytest.mark.parametrize(
    "sources",
    [
        {"page/a.js": 'import { b } from "./b.js";\n', "page/b.js": 'import { a } from "./a.js";\n'},
        {"page/a.js": "export default 1;\n"},
        {"page/a.js": "export let changing = 1;\n"},
        {"page/a.js": 'import {\n  b,\n} from "./b.js";\n', "page/b.js": "export const b = 1;\n"},
        {"page/a.js": 'const b = await import("./b.js");\n'},
        {"page/a.js": "const here = import.meta.url;\n"},
    ],
)
def test_other_forms_are_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, sources: dict[str, str]) -> None:
    """Nothing is bundled wrongly in silence."""
    files = {name: tmp_path / name.replace("/", "-") for name in sources}
    for name, text in sources.items():
        files[name].write_text(text, encoding="utf-8")
    monkeypatch.setattr(bundles, "_SOURCES", files)
    bundles._source.cache_clear()
    with pytest.raises(Unbundled):
        bundles.bundle("page/a.js")
    bundles._source.cache_clear()


def test_the_files_are_made_before_the_first_request(database_url: str) -> None:
    """It takes a tenth of a second, in which a worker does nothing else."""
    web_files.revision.cache_clear()
    create_app(Settings(database_url=database_url))
    assert web_files.revision.cache_info().currsize == 1


def test_comments_and_indents_are_left_out() -> None:
    """They are a twentieth of what the home page loads."""
    for name in bundles.BUNDLES:
        left = r"/\*|^\s" if name.endswith(".css") else r"^// (?!\S+\.js)|^\s"
        assert not re.search(left, bundles.bundle(name).decode(), re.M), name


def test_a_page_loads_its_own_words_only() -> None:
    """They are the strings of its script, and those whose keys begin as its templates. No template begins open."""
    account, table = (
        set(orjson.loads(web_files.file(web_files.words_file(script, "de")).content))
        for script in ("account/account.js", "play/play.js")
    )
    assert {"passkeys", "push.your-turn"} <= account - table and {"give-up", "card.red"} <= table - account
    for source in data_files.WEB.rglob("*.js"):
        assert not re.search(r"\bsay\(`\$\{", source.read_text(encoding="utf-8")), source


def test_translators_own_the_colon_after_a_name() -> None:
    """French has a no-break space before it. Scripts compose neither with texts nor with values."""
    headers = data_files.WEB / "documents" / "reference.js"  # of a request in HTTP
    for source in {*data_files.WEB.rglob("*.js")} - {headers}:
        assert not re.search(r"\}: (?:\$\{|`)|\[\": \"", source.read_text(encoding="utf-8")), source
