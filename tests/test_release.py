"""Tests of `ops/release.sh` with a throw-away key: the files of a release can be verified and built again."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
VERSION = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
VERIFY = ("ssh-keygen", "-Y", "verify", "-f", "allowed_signers", "-I", "releases", "-n", "hanabi-release")


def run(*command: str | Path, folder: Path, **options: object) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a folder."""
    environ = {**os.environ, "PYTHON": sys.executable}
    return subprocess.run(command, cwd=folder, env=environ, capture_output=True, check=False, **options)  # type: ignore[call-overload, no-any-return]


def test_a_release_needs_the_tag_of_its_version(tmp_path: Path) -> None:
    """A commit without a tag, or with that of another version, is no release."""
    (tmp_path / "pyproject.toml").write_text('[project]\nversion = "1.2.3"\n')
    author = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
    for command in ("init -q", "add pyproject.toml", "commit -q -m First"):
        run("git", *author, *command.split(), folder=tmp_path)
    for tag in ("", "v1.2.2", "v1.2.34"):
        if tag:
            run("git", "tag", tag, folder=tmp_path)
        refused = run(ROOT / "ops/release.sh", "sbom", "dist", "key", folder=tmp_path)
        assert refused.returncode == 1 and b"git tag -s v1.2.3\n" in refused.stderr
        assert not (tmp_path / "dist").exists()


def test_a_release_needs_a_run_on_citus(tmp_path: Path) -> None:
    """Documents may change after the run whose commit they name, and the service may not."""

    def commit(path: str, text: str) -> str:
        (tmp_path / path).parent.mkdir(exist_ok=True)
        (tmp_path / path).write_text(text)
        author = ("-c", "user.name=Nobody", "-c", "user.email=nobody@example.org")
        run("git", "add", path, folder=tmp_path)
        run("git", *author, "commit", "-q", "-m", "Change", folder=tmp_path)
        return run("git", "rev-parse", "--short", "HEAD", folder=tmp_path).stdout.decode().strip()

    def is_tested() -> bool:
        return run(ROOT / "ops/tested-on-citus.sh", folder=tmp_path).returncode == 0

    run("git", "init", "-q", folder=tmp_path)
    commit("docs/scale.md", "Not tested.\n")
    assert not is_tested()
    tested = commit("service/app.py", "1\n")
    commit("docs/scale.md", f"The last run of `make test-citus` was on 2026-11-23 at the commit `{tested}`.\n")
    assert is_tested()
    commit("service/app.py", "2\n")
    assert not is_tested()


@pytest.mark.slow
def test_a_release_can_be_verified_and_built_again(tmp_path: Path) -> None:
    """Two builds of a commit give the same bytes, and a changed file or list is noticed."""
    if not (ROOT / ".git").exists() or not shutil.which("ssh-keygen"):
        pytest.skip("needs a git checkout and ssh-keygen (apt-get install openssh-client)")
    run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "key", folder=tmp_path)
    (tmp_path / "sbom").write_text("{}\n")
    clone, release, again = tmp_path / "clone", tmp_path / "release", tmp_path / "again"
    run("git", "clone", "-q", ROOT, clone, folder=tmp_path)
    run("git", "tag", "-f", f"v{VERSION}", folder=clone)
    for target in (release, again):
        built = run(ROOT / "ops/release.sh", "../sbom", target, "../key", folder=clone)
        assert built.returncode == 0, built.stderr
    files = sorted(path.name for path in release.iterdir())
    assert [path.rpartition("-")[2] for path in files] == [
        *("SHA256SUMS", "SHA256SUMS.sig", "any.whl", f"{VERSION}.tar.gz", "requirements.txt", "sbom.json")
    ]
    assert [(release / name).read_bytes() for name in files] == [(again / name).read_bytes() for name in files]

    (release / "allowed_signers").write_text(f"releases {(tmp_path / 'key.pub').read_text()}")
    sums = release / "SHA256SUMS"
    signed = (*VERIFY, "-s", "SHA256SUMS.sig")
    assert run(*signed, folder=release, input=sums.read_bytes()).returncode == 0
    assert run(*signed, folder=release, input=sums.read_bytes() + b"\n").returncode != 0
    assert run("sha256sum", "--check", "--strict", sums, folder=release).returncode == 0
    (release / "sbom.json").write_text("{} \n")
    assert run("sha256sum", "--check", "--strict", sums, folder=release).returncode != 0

    (clone / "README.md").write_text("changed\n")
    refused = run(ROOT / "ops/release.sh", "../sbom", release, "../key", folder=clone)
    assert refused.returncode == 1 and b"some files have changes" in refused.stderr
