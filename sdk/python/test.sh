#!/usr/bin/env bash
# Tests the Python SDK. It needs Python 3.11 or newer and no package besides.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export PYTHONPYCACHEPREFIX=$PWD/target/pycache
exec python3 -W error -m unittest discover --top-level-directory . --start-directory tests "$@"
