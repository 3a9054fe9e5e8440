#!/usr/bin/env bash
# Builds wheel and sdist into target/dist. Needs PyPI once, for the build tools.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
[[ -x target/build-tools/bin/pip ]] || python3 -m venv target/build-tools
target/build-tools/bin/pip install --quiet --disable-pip-version-check build
rm -rf target/dist
target/build-tools/bin/python -m build --outdir target/dist .
rm -rf build ./*.egg-info
