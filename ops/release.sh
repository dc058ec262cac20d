#!/bin/sh
# Build the files of a release from the last commit, and sign the list of their hashes: `make release KEY=…` calls
# ops/release.sh SBOM FOLDER KEY
# ops/release.sh --check   only says whether the last commit may be released
# KEY is a private SSH key. The same commit gives the same bytes, with the build tools of requirements.txt.
set -eu
umask 022
export LC_ALL=C PYTHONDONTWRITEBYTECODE=1
git diff --quiet HEAD -- || { echo "A release is built from a commit, and some files have changes." >&2; exit 1; }
version=$(sed -n 's/^version = "\(.*\)"$/\1/p' pyproject.toml)
git tag --points-at HEAD | grep -qx "v$version" || {
  echo "The last commit needs the tag of its version: git tag -s v$version" >&2
  exit 1
}
[ "$1" != --check ] || exit 0
folder=$2 key=${3:?name the private SSH key that signs the release: KEY=~/.ssh/id_ed25519}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
source=$(mktemp -d)
trap 'rm -rf "$source"' EXIT
git archive HEAD | tar -x -C "$source"
[ ! -d "$folder/clients" ] || { mkdir "$source/dist" && cp -R "$folder/clients" "$source/dist"; }
rm -rf "$folder"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)

build="from setuptools import build_meta; build_meta.build_wheel('wheel')"
(cd "$source" && mkdir wheel && "${PYTHON:-python3}" -c "$build" >build.log 2>&1 || { cat build.log >&2; exit 1; })
mv "$source"/wheel/*.whl "$folder"
name=$(basename "$folder"/*.whl -py3-none-any.whl)
git archive --format=tar.gz --prefix="$name/" -o "$folder/$name.tar.gz" HEAD
cp "$source/requirements.txt" "$folder"
cp "$1" "$folder/sbom.json"

(cd "$folder" && sha256sum -- * >"$source/SHA256SUMS" && mv "$source/SHA256SUMS" .)
ssh-keygen -q -Y sign -n hanabi-release -f "$key" "$folder/SHA256SUMS"
echo "The release is in $folder."
