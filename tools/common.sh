# shellcheck shell=bash
# Shared by all verbs: messages and small queries about the machine.

say() {
  printf '%s\n' "$*"
}

# Prints one sentence to standard error and exits.
fail() {
  printf 'gpuaas: %s\n' "$*" >&2
  exit 1
}

# Reports a usage error; exit code 2, as in shells and picocli.
fail_usage() {
  printf 'gpuaas: %s; see ./gpuaas help\n' "$*" >&2
  exit 2
}

# Prints the value after an option, or fails if there is none: option_value --port "$@"
option_value() {
  [[ $# -ge 3 ]] || fail_usage "$1 requires a value"
  printf '%s' "$3"
}

has() {
  command -v "$1" >/dev/null 2>&1
}

now_millis() {
  # EPOCHREALTIME exists since bash 5; its decimal sign depends on the locale.
  local micros=${EPOCHREALTIME:-$(date +%s).000000}
  micros=${micros/[.,]/}
  printf '%s' "$((micros / 1000))"
}

# Time since a now_millis, as "3.4 s".
seconds_since() {
  local millis=$(($(now_millis) - $1))
  printf '%d.%d s' "$((millis / 1000))" "$((millis % 1000 / 100))"
}

project_version() {
  sed -n 's|^  <version>\(.*\)</version>.*|\1|p' "$ROOT/pom.xml" | head -n 1
}

# A checkout of this repository, not a copy of it inside another one.
is_git_checkout() {
  has git && [[ $(git -C "$ROOT" rev-parse --show-toplevel 2>/dev/null) == "$ROOT" ]]
}

# Quiet, and only where nobody has chosen hooks of their own. CI does not commit.
install_git_hooks() {
  # To ask git takes a tenth of what a short command of the client does, so not when the answer is at hand.
  [[ ! -f $ROOT/.git/config || $(<"$ROOT/.git/config") != *hooksPath* ]] || return 0
  [[ ${CI:-} != true ]] && is_git_checkout || return 0
  [[ -z $(git -C "$ROOT" config core.hooksPath) ]] || return 0
  git -C "$ROOT" config core.hooksPath .githooks 2>/dev/null || true
}
