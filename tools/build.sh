# shellcheck shell=bash
# Builds programs of this repository when their sources changed, and runs those that are no verb of their own.

BUILD_LOG=$ROOT/target/build.log

# Folders of all modules, as the root pom lists them.
module_folders() {
  sed -n 's|.*<module>\(.*\)</module>.*|\1|p' "$ROOT/pom.xml"
}

# The artifactId of a module: the first one after its parent's.
module_artifact() {
  sed -n '/<\/parent>/,$ s|.*<artifactId>\(.*\)</artifactId>.*|\1|p' "$ROOT/$1/pom.xml" | head -n 1
}

# Artifacts of our own that a module names in its pom, itself excluded.
module_needs() {
  sed -n '/<\/parent>/,$ p' "$ROOT/$1/pom.xml" |
    { grep -A1 '<groupId>io.gpuaas</groupId>' || true; } |
    sed -n 's|.*<artifactId>\(.*\)</artifactId>.*|\1|p'
}

# The folders a module is built from: its own and, transitively, those of the modules it depends on. Read from the
# poms, so that a new dependency cannot be forgotten here.
module_closure() {
  local folder artifact known=" $1 " queue=("$1") needs
  while [[ ${#queue[@]} -gt 0 ]]; do
    needs=$(module_needs "${queue[0]}")
    queue=("${queue[@]:1}")
    for folder in $(module_folders); do
      artifact=$(module_artifact "$folder")
      if grep -qx -- "$artifact" <<<"$needs" && [[ $known != *" $folder "* ]]; then
        known+="$folder "
        queue+=("$folder")
      fi
    done
  done
  # shellcheck disable=SC2086
  printf '%s\n' $known
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

# ensure_built MODULE PRODUCT: builds the module unless PRODUCT stems from the sources as they are now.
ensure_built() {
  local module=$1 product=$2
  is_fresh "$module" "$product" && return
  require_maven
  mkdir -p "$ROOT/target"
  (
    # Two builds in one tree would destroy each other's files.
    if has flock; then flock 8; fi
    is_fresh "$module" "$product" || build_module "$module"
  ) 8>"$ROOT/target/build.lock"
}

build_module() {
  local module=$1 started hash
  # The console in the control plane is built with npm.
  [[ -z $(module_closure "$module" | grep -x console) ]] || require_node
  started=$(now_millis)
  hash=$(source_hash "$module")
  say "building $module (the first time also downloads libraries)"
  rm -f "$(stamp_file "$module")"
  if ! (cd "$ROOT" && mvn -pl "$module" -am -Dmaven.test.skip=true package 2>&1 </dev/null) |
    tee "$BUILD_LOG" | show_build_progress "$started"; then
    show_build_errors
    fail "the build of $module failed; the full output is in $BUILD_LOG"
  fi
  printf '%s\n' "$hash" >"$(stamp_file "$module")"
  say "built $module in $(seconds_since "$started")"
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

# After a whole build the programs are fresh; noting it spares the next verb a build.
stamp_all_built() {
  local module
  for module in $(module_folders); do
    if [[ -d $ROOT/$module/target ]]; then
      source_hash "$module" >"$(stamp_file "$module")"
    fi
  done
}

# run_module MODULE JAR ARGUMENT…: runs a program of the repository, built first when stale.
run_module() {
  local module=$1 jar=$ROOT/$1/target/$2
  shift 2
  [[ -f $ROOT/$module/pom.xml ]] || fail "this checkout has no $module"
  # Progress goes to stderr: the program's own output may be piped on.
  ensure_built "$module" "$jar" >&2
  require_jdk
  "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -jar "$jar" "$@"
}

# run_codegen VERB ARGUMENT…
run_codegen() {
  local verb=$1
  shift
  # The console's types are written by an npm tool.
  case $verb in gen | drift) require_node ;; esac
  run_module contracts/codegen contract-codegen.jar "$verb" "$ROOT" "$@"
}

# For people whose default java is older than the build needs.
run_maven() {
  require_maven
  cd "$ROOT"
  exec mvn "$@"
}

run_cli() {
  [[ -f $ROOT/cli/pom.xml ]] || fail_usage "unknown command ${1:-}"
  ensure_built cli "$ROOT/cli/target/gpuaas-cli.jar" >&2
  require_jdk
  # The client finds the server started from this checkout wherever it is called from.
  GPUAAS_CLI_FOLDER=$ROOT/cli/target GPUAAS_CHECKOUT=$ROOT exec "$ROOT/cli/src/main/scripts/gpuaas" "$@"
}

# The flags the start script of an installed agent gives, without its versions: a checkout has one.
run_agent() {
  ensure_built node-agent "$ROOT/node-agent/target/gpuaas-agent.jar" >&2
  require_jdk
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms8m -Xmx128m -Xss512k \
    -XX:+AutoCreateSharedArchive -XX:SharedArchiveFile="$ROOT/node-agent/target/gpuaas-agent.jsa" \
    -Xlog:disable -jar "$ROOT/node-agent/target/gpuaas-agent.jar" "$@"
}

run_fleet() {
  run_module fleet gpuaas-fleet.jar "$@"
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
  run_module bench bench.jar "$@"
  if [[ $record == true ]]; then
    mkdir -p bench/recorded
    cp "bench/results/$1.json" "bench/recorded/$1.json"
    say "recorded in bench/recorded/$1.json; ./gpuaas docs --write brings it into the status pages"
  fi
}
