# shellcheck shell=bash
# Debian packages that tests and benchmarks use. As root we install what is missing; otherwise we say what is left out.

# package | the program it brings | what for
CHECK_PACKAGES=(
  "shellcheck|shellcheck|the static check of shell scripts"
)
TEST_PACKAGES=(
  "nats-server|nats-server|the event bus against NATS JetStream"
  "redis-server|redis-server|tokens of streams in Redis"
  "openssh-client|ssh-keygen|the reading of SSH public keys against OpenSSH"
  "openssh-server|sshd|logins on a host over a real SSH server"
  "sudo|visudo|logins that may become root"
  "systemd|journalctl|the logs of a host's journal"
  "bubblewrap|bwrap|shells of simulated hosts, which run confined or not at all"
  "less|less|terminals with a pager in them"
  "vim|vim|terminals with an editor in them"
  "chromium|chromium|signing in with a real browser"
  "haproxy|haproxy|the addresses of clients behind a proxy"
  "skopeo|skopeo|pushes to and pulls from the registry by a real OCI client"
  "docker-registry|docker-registry|the tests of our registry against another one"
)
# For the full tier only.
FULL_PACKAGES=(
  "podman|podman|round trips of images with podman"
  "buildah|buildah|round trips of images with buildah"
)
STRESS_PACKAGES=(
  "stress-ng|stress-ng|tests beside something that keeps the processors busy"
)
BENCH_PACKAGES=(
  "postgresql|pgbench|the PostgreSQL side of the comparison"
  "slurmctld|slurmctld|the Slurm side of the comparison: its controller"
  "slurmd|slurmd|the Slurm side of the comparison: its nodes"
  "slurm-client|sbatch|the Slurm side of the comparison: its clients"
  "munge|munged|the Slurm side of the comparison: its authentication"
  "openssh-server|sshd|the ssh side of the comparison"
  "hyperfine|hyperfine|the starts of the command line"
  "chromium|chromium|how soon the console is seen"
  "docker-registry|docker-registry|the registry side of the comparison"
)

# Servers for the full tier that no Debian package brings: module@version | the program it brings | what for
# Newer versions of Temporal's module replace a part of themselves and cannot be built from the proxy.
TEMPORAL_SERVER="github.com/temporalio/cli/cmd/temporal@v1.5.1|temporal|the lifecycle of allocations on a real Temporal"
GO_SERVERS=(
  "$TEMPORAL_SERVER"
  "github.com/smallstep/certificates/cmd/step-ca@v0.30.2|step-ca|certificates of nodes from a real step-ca"
  "github.com/stripe/stripe-mock@v0.203.0|stripe-mock|what we ask of Stripe against its own description of its API"
  "github.com/google/go-containerregistry/cmd/crane@v0.22.1|crane|round trips of images with crane"
  "github.com/regclient/regclient/cmd/regctl@v0.11.7|regctl|round trips of images with regctl"
  "oras.land/oras/cmd/oras@v1.3.1|oras|round trips of images with oras"
  "github.com/notaryproject/notation/cmd/notation@v1.3.2|notation|signatures by notation, verified by us"
  "github.com/distribution/distribution/v3/cmd/registry@v3.1.2|registry|the tests of our registry against distribution v3"
)
SERVERS_FOLDER=$ROOT/target/servers

# Tools for the full tier from PyPI: requirements | the program they bring | what for
# The validator of FOCUS asks for a pandera that does not work with the second multimethod.
PYTHON_TOOLS=(
  "focus-validator==1.0.0 multimethod<2|focus-validator|the FOCUS export before the validator of the FinOps Foundation"
)

# Tools from PyPI that every run asks for, in the same form.
TEST_TOOLS=(
  "schemathesis==4.32.5|schemathesis|requests made up from the contract"
)

# The environment the Python SDK is linted, checked and tested in: requirement | what for
PYTHON_SDK_TOOLS=(
  "ruff==0.17.5|format and lint"
  "mypy==2.4.1|types"
  "httpx==0.28.1|the extra async"
  "cryptography==50.0.2|the extra assertions"
)
PYTHON_SDK_ENVIRONMENT=$SERVERS_FOLDER/python-sdk

can_install_packages() {
  [[ $(id -u) -eq 0 ]] && has apt-get
}

has_program() {
  # Daemons lie in sbin, which an ordinary user's PATH lacks.
  PATH=$PATH:/usr/local/sbin:/usr/sbin:/sbin command -v "$1" >/dev/null 2>&1
}

# install_missing_packages "package|program|reason"… : true when all the programs are there afterwards.
install_missing_packages() {
  local entry package program missing=()
  for entry in "$@"; do
    IFS='|' read -r package program _ <<<"$entry"
    has_program "$program" || missing+=("$package")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  can_install_packages || return 1
  say "installing Debian packages: ${missing[*]}"
  install_without_starting "${missing[@]}" || return 1
}

# A package that brings a server would also start it. We only want the program, so its service is held back the way
# Debian provides for: policy-rc.d.
install_without_starting() (
  policy=/usr/sbin/policy-rc.d
  if [[ ! -e $policy ]]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod 755 "$policy"
  fi
  export DEBIAN_FRONTEND=noninteractive
  apt_install "$@" || { apt-get update -qq >&2 && apt_install "$@"; }
)

apt_install() {
  apt-get install -y -qq --no-install-recommends "$@" </dev/null >/dev/null
}

# One sentence for each program that is still missing.
describe_missing_packages() {
  local entry package program reason
  for entry in "$@"; do
    IFS='|' read -r package program reason <<<"$entry"
    has_program "$program" || say "$reason: $program is not installed (Debian package $package)"
  done
}

# Builds what is missing with Go, a few minutes once. True when all the programs are there afterwards.
build_missing_servers() {
  local entry module program complete=0
  PATH=$PATH:$SERVERS_FOLDER
  export PATH
  for entry in "$@"; do
    IFS='|' read -r module program _ <<<"$entry"
    has_program "$program" && continue
    if ! has go; then
      complete=1
      continue
    fi
    say "building $program from $module"
    GOBIN=$SERVERS_FOLDER GOFLAGS=-buildvcs=false go install "$module" >/dev/null 2>&1 ||
      build_from_module "$module" || complete=1
  done
  return "$complete"
}

# As go install, which also asks for a list of versions that not every module proxy has.
build_from_module() (
  package=${1%@*}
  folder=$(mktemp -d)
  trap 'rm -rf "$folder"' EXIT
  mkdir -p "$SERVERS_FOLDER"
  cd "$folder" &&
    go mod init build >/dev/null 2>&1 &&
    go mod edit -require "${package%/cmd/*}@${1##*@}" &&
    GOFLAGS="-buildvcs=false -mod=mod" go build -o "$SERVERS_FOLDER/" "$package" >/dev/null
)

# One sentence for each program that is still missing.
describe_missing_servers() {
  local entry module program reason
  for entry in "$@"; do
    IFS='|' read -r module program reason <<<"$entry"
    has_program "$program" || say "$reason: $program is not installed (built with Go from $module)"
  done
}

# install_missing_tools "requirements|program|reason"… : each into a Python environment of its own beside the built servers.
install_missing_tools() {
  local entry wanted requirements program folder complete=0
  PATH=$PATH:$SERVERS_FOLDER
  export PATH
  for entry in "$@"; do
    IFS='|' read -r wanted program _ <<<"$entry"
    has_program "$program" && continue
    read -ra requirements <<<"$wanted"
    folder=$SERVERS_FOLDER/python-$program
    say "installing ${requirements[*]}"
    if python3 -m venv "$folder" && "$folder/bin/pip" install --quiet "${requirements[@]}"; then
      ln -sf "$folder/bin/$program" "$SERVERS_FOLDER/$program"
    else
      complete=1
    fi
  done >&2
  return "$complete"
}

# Makes the environment again when a version changed.
install_python_sdk_tools() {
  local requirements=("${PYTHON_SDK_TOOLS[@]%%|*}") made=$PYTHON_SDK_ENVIRONMENT/requirements
  [[ $(cat "$made" 2>/dev/null) != "${requirements[*]}" ]] || return 0
  say "installing ${requirements[*]}" >&2
  rm -rf "$PYTHON_SDK_ENVIRONMENT"
  python3 -m venv "$PYTHON_SDK_ENVIRONMENT" &&
    "$PYTHON_SDK_ENVIRONMENT/bin/pip" install --quiet --disable-pip-version-check "${requirements[@]}" >&2 &&
    printf '%s' "${requirements[*]}" >"$made"
}

describe_missing_tools() {
  local entry requirement program reason
  for entry in "$@"; do
    IFS='|' read -r requirement program reason <<<"$entry"
    has_program "$program" || say "$reason: $program is not installed (pip package $requirement)"
  done
}
