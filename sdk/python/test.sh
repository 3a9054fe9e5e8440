#!/usr/bin/env bash
# Tests the Python SDK. It needs Python 3.11 or newer with httpx; GPUAAS_PYTHON names another one than python3.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
export PYTHONPYCACHEPREFIX=$PWD/target/pycache
exec "${GPUAAS_PYTHON:-python3}" -W error -m unittest discover --top-level-directory . --start-directory tests "$@"
