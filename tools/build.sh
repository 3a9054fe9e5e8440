# shellcheck shell=bash
# Builds programs of this repository when their sources changed, and runs those that are no verb of their own.

BUILD_LOG=$ROOT/target/build.log

# Folders of all modules, as the root pom lists them.
module_folders() {
  sed -n 's|.*<module>\(.*\)</module>.*|\1|p' "$ROOT/pom.xml"
}

# The folders a module is built from: its own and, transitively, those of the modules it depends on. Read from the
# poms, so that a new dependency cannot be forgotten here.
module_closure() {
  local known
  known=$(cd "$ROOT" && awk -v wanted="$1" '
    FNR == 1 { folder = FILENAME; sub(/\/pom\.xml$/, "", folder); own = 0; ours = 0 }
    /<\/parent>/ { own = 1; next }
    !own { next }
    match($0, /<artifactId>[^<]*/) {
      name = substr($0, RSTART + 12, RLENGTH - 12)
      # The first one after the parent is the module itself.
      if (own == 1) { folders[name] = folder; own = 2 } else if (ours) needs[folder] = needs[folder] " " name
    }
    { ours = /<groupId>io\.gpuaas<\/groupId>/ }
    END {
      queue[1] = wanted; seen[wanted] = 1; last = 1
      for (at = 1; at <= last; at++) {
        print queue[at]
        count = split(needs[queue[at]], names, " ")
        for (i = 1; i <= count; i++) {
          next_one = folders[names[i]]
          if (next_one != "" && !seen[next_one]++) queue[++last] = next_one
        }
      }
    }' $(module_folders | sed 's|$|/pom.xml|'))
  printf '%s\n' "$known"
  # shellcheck disable=SC2086
  resource_folders $known
}

# Folders that are no modules and whose product a module takes in as a resource: the console and the documentation in
# the control plane. The documentation has pages elsewhere (docs/site/pages.mjs).
resource_folders() {
  local module folder
  for module in "$@"; do
    for folder in $(sed -n 's|.*<directory>\.\./\([^/<]*\)/target/.*|\1|p' "$ROOT/$module/pom.xml"); do
      say "$folder"
      [[ $folder != docs ]] || say README.md CONTRIBUTING.md SECURITY.md sdk/java/README.md sdk/python/README.md
    done
  done
}

# A hash over the names and contents of everything a module is built from.
source_hash() {
  local folders
  folders=$(module_closure "$1")
  (
    cd "$ROOT"
    # shellcheck disable=SC2086
    find pom.xml .mvn $folders \
      \( -name target -o -name node_modules -o -name __pycache__ -o -path '*/src/test' \) -prune -o -type f -print0 |
      LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum | cut -d ' ' -f 1
  )
}

stamp_file() {
  printf '%s' "$ROOT/$1/target/built-from.sha256"
}

is_fresh() {
  local module=$1 product=$2 stamp
  stamp=$(stamp_file "$module")
  [[ -f $product && -f $stamp ]] || return 1
  # Hashing everything takes longer than most commands do, so only when something was touched since.
  is_untouched_since "$stamp" "$module" && return 0
  [[ $(<"$stamp") == $(source_hash "$module") ]] || return 1
  touch "$stamp"
}

# No file or folder a module is built from is newer; a folder is when a file in it came or went.
is_untouched_since() {
  local folders closure=$1.closure
  # Which modules it is built on is in the poms, and reading those takes a while too.
  if [[ ! -f $closure || -n $(find "$ROOT" -maxdepth 3 -name pom.xml -newer "$closure" -print -quit) ]]; then
    module_closure "$2" >"$closure"
  fi
  folders=$(<"$closure")
  (
    cd "$ROOT"
    # shellcheck disable=SC2086
    [[ -z $(find pom.xml .mvn $folders \
      \( -name target -o -name node_modules -o -name __pycache__ -o -path '*/src/test' \) -prune -o \
      -newer "$1" -print -quit) ]]
  )
}

PROGRAM_MODULES=(control-plane gateway node-agent cli fleet bench contracts/codegen)

# program_of MODULE: the jar that is run.
program_of() {
  case $1 in
    control-plane) printf '%s' "$ROOT/control-plane/target/control-plane-exec.jar" ;;
    gateway) printf '%s' "$ROOT/gateway/target/gpuaas-gateway.jar" ;;
    node-agent) printf '%s' "$ROOT/node-agent/target/gpuaas-agent.jar" ;;
    cli) printf '%s' "$ROOT/cli/target/gpuaas-cli.jar" ;;
    fleet) printf '%s' "$ROOT/fleet/target/gpuaas-fleet.jar" ;;
    bench) printf '%s' "$ROOT/bench/target/bench.jar" ;;
    contracts/codegen) printf '%s' "$ROOT/contracts/codegen/target/contract-codegen.jar" ;;
    *) fail "the module $1 has no program" ;;
  esac
}

# Those of the modules whose program does not stem from the sources as they are now.
stale_modules() {
  local module
  for module in "$@"; do
    is_fresh "$module" "$(program_of "$module")" || printf '%s\n' "$module"
  done
}

# ensure_built MODULE…: builds the programs of these modules that are stale, in one Maven run.
ensure_built() {
  [[ -n $(stale_modules "$@") ]] || return 0
  require_maven
  mkdir -p "$ROOT/target"
  (
    # Two builds in one tree would destroy each other's files.
    if has flock; then flock 8; fi
    mapfile -t stale < <(stale_modules "$@")
    [[ ${#stale[@]} -eq 0 ]] || build_modules "${stale[@]}"
  ) 8>"$ROOT/target/build.lock"
}

build_modules() {
  local started names
  names=$(IFS=, && printf '%s' "$*")
  started=$(now_millis)
  # The console in the control plane is built with npm.
  [[ ,$names, != *,control-plane,* && ,$names, != *,bench,* ]] || require_node
  begin_stamps "$@"
  say "building ${names//,/, } (the first time also downloads libraries)"
  if ! (cd "$ROOT" && mvn -T 1C -pl "$names" -am -Dmaven.test.skip=true package 2>&1 </dev/null) |
    tee "$BUILD_LOG" | show_build_progress "$started"; then
    show_build_errors
    fail "the build of ${names//,/, } failed; the full output is in $BUILD_LOG"
  fi
  end_stamps "$@"
  say "built ${names//,/, } in $(seconds_since "$started")"
}

# One line for each module, from what Maven says.
show_build_progress() {
  local started=$1 line
  while IFS= read -r line; do
    if [[ $line =~ ^\[INFO\]\ Building\ (GPUaaS\ [a-zA-Z].*)\ [0-9][^\ ]*\ +\[([0-9]+/[0-9]+)\] ]]; then
      printf '  %8s  %s  %s\n' "$(seconds_since "$started")" "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}"
    fi
  done
}

show_build_errors() {
  grep -E '^\[(ERROR|FATAL)\]|^mvn: |^Error: ' "$BUILD_LOG" | head -n 20 >&2 || tail -n 20 "$BUILD_LOG" >&2
}

# begin_stamps MODULE…: notes what a build starts from. A stamp keeps the hash and the time of that moment, so that a
# source edited during the build leaves the product stale.
begin_stamps() {
  local module stamp
  for module in "$@"; do
    stamp=$(stamp_file "$module")
    mkdir -p "${stamp%/*}"
    : >"$stamp.began"
    source_hash "$module" >"$stamp.new"
    touch -r "$stamp.began" "$stamp.new"
    rm -f "$stamp.began"
    # Programs of other sources are stale from here on, even when the build fails and the sources are changed back.
    cmp -s "$stamp" "$stamp.new" || rm -f "$stamp"
  done
}

# end_stamps MODULE…: after a build that succeeded.
end_stamps() {
  local module stamp
  for module in "$@"; do
    stamp=$(stamp_file "$module")
    [[ ! -f $stamp.new ]] || mv -f "$stamp.new" "$stamp"
  done
}

# run_module MODULE ARGUMENT…: runs a program of the repository, built first when stale.
run_module() {
  local module=$1 jar
  shift
  [[ -f $ROOT/$module/pom.xml ]] || fail "this checkout has no $module"
  jar=$(program_of "$module")
  # Progress goes to stderr: the program's own output may be piped on.
  ensure_built "$module" >&2
  require_jdk
  "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -jar "$jar" "$@"
}

# run_codegen VERB ARGUMENT…
run_codegen() {
  local verb=$1
  shift
  # The console's types are written by an npm tool.
  case $verb in gen | drift) require_node ;; esac
  run_module contracts/codegen "$verb" "$ROOT" "$@"
}

# For people whose default java is older than the build needs.
run_maven() {
  require_maven
  cd "$ROOT"
  exec mvn "$@"
}

run_cli() {
  [[ -f $ROOT/cli/pom.xml ]] || fail_usage "unknown command ${1:-}"
  ensure_built cli >&2
  require_jdk
  # The client finds the server started from this checkout wherever it is called from.
  GPUAAS_CLI_FOLDER=$ROOT/cli/target GPUAAS_CHECKOUT=$ROOT exec "$ROOT/cli/src/main/scripts/gpuaas" "$@"
}

# The flags the start script of an installed agent gives, without its versions: a checkout has one.
run_agent() {
  ensure_built node-agent >&2
  require_jdk
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms8m -Xmx128m -Xss512k \
    -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile="$ROOT/node-agent/target/gpuaas-agent.jsa" \
    -Xlog:disable -jar "$(program_of node-agent)" "$@"
}

run_fleet() {
  run_module fleet "$@"
}

run_bench() {
  local argument record=false arguments=()
  for argument in "$@"; do
    if [[ $argument == --record ]]; then record=true; else arguments+=("$argument"); fi
  done
  [[ ${#arguments[@]} -gt 0 ]] || fail_usage "bench requires the name of a benchmark"
  set -- "${arguments[@]}"
  install_missing_packages "${BENCH_PACKAGES[@]}" ||
    describe_missing_packages "${BENCH_PACKAGES[@]}" >&2
  if [[ $1 == allocations-temporal ]]; then
    build_missing_servers "$TEMPORAL_SERVER" || describe_missing_servers "$TEMPORAL_SERVER" >&2
  fi
  cd "$ROOT"
  run_module bench "$@"
  if [[ $record == true ]]; then
    mkdir -p bench/recorded
    cp "bench/results/$1.json" "bench/recorded/$1.json"
    say "recorded in bench/recorded/$1.json; ./gpuaas docs --write brings it into the status pages"
  fi
}
