#!/bin/sh
# Installs the GPUaaS node agent on this host and makes the host a node.
#
# The line that fetched this script checked it against a digest. The script holds the digests of all that it downloads
# and of the certificate authority that it trusts, so that one digest decides about everything that is installed. The
# join token is read from standard input; it is never an argument, an environment variable or part of an address.
set -eu
umask 022

SERVER_URL='@SERVER_URL@'
NODE_SERVER='@NODE_SERVER@'
AUTHORITY_SHA256='@AUTHORITY_SHA256@'
VERSION='@VERSION@'
RELEASE_KEYS='@RELEASE_KEYS@'
# Architecture, name, SHA-256 and size in bytes of each archive.
ARCHIVES='@ARCHIVES@'

DISK_KB_MIN=262144
DOWNLOAD_SECONDS_MAX=1800

prefix=
hostname=
from=$SERVER_URL
server=$NODE_SERVER
service=true
work=
terminal_settings=

# Prints the name, the digest and the size of the archive for an architecture.
archive_for() {
  printf '%s\n' "$ARCHIVES" | awk -v wanted="$1" '$1 == wanted { print $2, $3, $4; found = 1 } END { exit !found }'
}

show_help() {
  cat <<'HELP'
Usage: sh gpuaas-join.sh [OPTION…]

Installs the GPUaaS node agent and makes this host a node. Asks for the join token on standard input.

  --hostname NAME   name of the node (default: the host's name)
  --server URL      address of the node listener (default: the one of the control plane)
  --from URL        download from here, for example a mirror; digests are checked all the same
  --prefix DIR      install below this folder instead of /; needs no root and implies --no-service
  --no-service      do not install and start the systemd units
HELP
}

say() {
  printf '%s\n' "$*"
}

fail() {
  printf 'gpuaas-join: %s\n' "$*" >&2
  exit 1
}

fail_usage() {
  printf 'gpuaas-join: %s; see sh gpuaas-join.sh --help\n' "$*" >&2
  exit 2
}

has() {
  command -v "$1" >/dev/null 2>&1
}

clean_up() {
  [ -z "$terminal_settings" ] || stty "$terminal_settings"
  [ -z "$work" ] || rm -rf "$work"
}

read_options() {
  while [ $# -gt 0 ]; do
    case $1 in
      --no-service) service=false ;;
      --help | -h)
        show_help
        exit 0
        ;;
      --hostname | --server | --from | --prefix)
        [ $# -ge 2 ] || fail_usage "$1 requires a value"
        case $1 in
          --hostname) hostname=$2 ;;
          --server) server=$2 ;;
          --from) from=${2%/} ;;
          --prefix) prefix=${2%/} ;;
        esac
        shift
        ;;
      *) fail_usage "unknown option: $1" ;;
    esac
    shift
  done
  [ -z "$prefix" ] || service=false
  case $prefix in
    "" | /*) ;;
    *) prefix=$PWD/$prefix ;;
  esac
  install=$prefix/opt/gpuaas-agent
  state=$prefix/var/lib/gpuaas-agent
}

require_host() {
  [ -n "$prefix" ] || [ "$(id -u)" -eq 0 ] ||
    fail "this needs root, since the agent manages accounts and GPUs: run sudo sh $0"
  [ "$(uname -s)" = Linux ] || fail "the agent runs on Linux only; this is $(uname -s)"
  for tool in sha256sum tar gzip awk base64 df mktemp; do
    has "$tool" || fail "$tool is missing: install it and run this script again"
  done
}

# A second run must not change a host that is at work.
stop_if_enrolled() {
  [ -f "$state/identity.json" ] || return 0
  say "This host is enrolled already; nothing was changed."
  "$install/bin/gpuaas-agent" status --state "$state" || true
  say "To update the agent, use a rollout (gpuaas rollouts create). To join again, stop the agent and remove $state."
  exit 0
}

# ---- the agent -------------------------------------------------------------------------------------------------------

installed_version() {
  [ -L "$install/current" ] && basename "$(readlink "$install/current")"
}

install_agent() {
  if [ "$(installed_version || true)" = "$VERSION" ] && "$install/bin/gpuaas-agent" self-check >/dev/null 2>&1; then
    say "The agent $VERSION is installed in $install already."
    return
  fi
  architecture=$(uname -m)
  archive=$(archive_for "$architecture") ||
    fail "this control plane offers no agent for $architecture, only for: $(printf '%s\n' "$ARCHIVES" | awk '{ printf "%s ", $1 }')"
  # shellcheck disable=SC2086
  set -- $archive
  mkdir -p "$(dirname "$install")"
  require_disk "$(dirname "$install")"
  work=$(mktemp -d "$(dirname "$install")/.gpuaas-join.XXXXXX")
  say "Downloading $from/join/$1 ($(($3 / 1048576)) MiB)"
  fetch "$from/join/$1" "$work/archive" "$3"
  printf '%s  %s\n' "$2" "$work/archive" | sha256sum -c - >/dev/null 2>&1 ||
    fail "the downloaded archive is not the one this script was made for: its SHA-256 is $(sha256sum <"$work/archive" | cut -d ' ' -f 1), expected $2. Nothing was installed. Copy the line from the console again; if that does not help, something between this host and $from changes downloads"
  mkdir "$work/new"
  tar -xzf "$work/archive" -C "$work/new" --no-same-owner
  "$work/new/bin/gpuaas-agent" self-check >/dev/null 2>"$work/complaint" ||
    fail "the agent does not start on this host: $(head -n 1 "$work/complaint"). It needs glibc, and a folder that is not mounted noexec"
  [ -z "$RELEASE_KEYS" ] || printf '%s' "$RELEASE_KEYS" | base64 -d >"$work/new/release-keys.json"
  [ ! -e "$install" ] || mv "$install" "$work/old"
  mv "$work/new" "$install"
  rm -rf "$work"
  work=
  say "Installed the agent $VERSION in $install."
}

require_disk() {
  free=$(df -Pk "$1" | awk 'NR == 2 { print $4 }')
  [ "$free" -ge "$DISK_KB_MIN" ] ||
    fail "$1 has $((free / 1024)) MiB of free space, and the agent needs $((DISK_KB_MIN / 1024)) MiB"
}

# fetch URL FILE BYTES. Certificates are not checked, since the digest decides; proxies come from http_proxy and
# https_proxy.
fetch() {
  if has curl; then
    curl -fsSL --insecure --max-time "$DOWNLOAD_SECONDS_MAX" --max-filesize "$3" -o "$2" "$1" ||
      fail "could not download $1 (curl ended with code $?)$(proxy_hint)"
  elif has wget; then
    # One byte more than allowed makes the digest wrong; wget itself knows no limit.
    wget -q --no-check-certificate --timeout=60 -O - "$1" | head -c $(($3 + 1)) >"$2" ||
      fail "could not download $1 (wget ended with code $?)$(proxy_hint)"
  else
    fail "curl or wget is missing: install one and run this script again"
  fi
}

proxy_hint() {
  if [ -n "${http_proxy:-}${https_proxy:-}" ]; then
    printf '%s' "; a proxy is set by http_proxy or https_proxy"
  else
    printf '%s' "; behind a proxy, set http_proxy and https_proxy (with sudo: sudo --preserve-env=http_proxy,https_proxy sh $0)"
  fi
}

# ---- joining ---------------------------------------------------------------------------------------------------------

read_token() {
  if [ -t 0 ]; then
    printf 'Join token (it is not shown): ' >&2
    terminal_settings=$(stty -g)
    stty -echo
    IFS= read -r token || true
    stty "$terminal_settings"
    terminal_settings=
    printf '\n' >&2
  else
    IFS= read -r token || true
  fi
  case $token in
    gpj1.*.*."$AUTHORITY_SHA256") ;;
    gpj1.*.*.*) fail "this join token belongs to another installation: it names another certificate authority than $SERVER_URL has" ;;
    "") fail "no join token was given: create one with gpuaas nodes join-tokens and run this script again" ;;
    *) fail "this is not a join token; one begins with gpj1." ;;
  esac
}

enroll() {
  set -- enroll --server "$server" --token - --state "$state"
  [ -z "$hostname" ] || set -- "$@" --hostname "$hostname"
  mkdir -p "$(dirname "$state")"
  code=0
  # printf is part of the shell, so the token is in no process's arguments.
  printf '%s\n' "$token" | "$install/bin/gpuaas-agent" "$@" || code=$?
  token=
  case $code in
    0) ;;
    3) fail "could not reach $server: this host must be able to open TCP connections to it, without a proxy. Then run this script again with the same token" ;;
    *) fail "the host was not enrolled, see the message above. A token is good for one host and until it expires: create another one and run this script again" ;;
  esac
}

start_service() {
  if [ "$service" = false ]; then
    say "Start the agent: $install/bin/gpuaas-agent run --state $state"
  elif [ ! -d /run/systemd/system ]; then
    say "systemd is not the init of this host, so the agent was not started. Have your init run: $install/bin/gpuaas-agent run --state $state"
  else
    if [ -d "$install/systemd" ]; then
      cp "$install/systemd/gpuaas-agent.service" "$install/systemd/gpuaas-tenants.slice" /etc/systemd/system/
    fi
    systemctl daemon-reload
    systemctl enable --now gpuaas-agent.service ||
      fail "the host is enrolled, but its agent did not start: see systemctl status gpuaas-agent"
    say "Started gpuaas-agent.service; its log: journalctl -u gpuaas-agent"
  fi
}

show_checks() {
  say
  say "Checks of this host:"
  "$install/bin/gpuaas-agent" check --state "$state" || true
  say
  say "Next: the console's page of this node shows these checks and what the host can sell, as does"
  say "gpuaas nodes doctor ${hostname:-$(uname -n)}"
}

# All in a function, so that nothing runs when the end of this file is missing.
main() {
  read_options "$@"
  trap clean_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  require_host
  stop_if_enrolled
  install_agent
  read_token
  enroll
  start_service
  show_checks
}

main "$@"
