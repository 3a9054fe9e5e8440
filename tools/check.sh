# shellcheck shell=bash
# check: everything that can be said about the tree without running it. Each check is a function check_NAME that prints
# its complaints and returns their code; EXIT_LEFT_OUT means it could not look, with the reason printed.

# Those of a row run one after the other, the rows at once: the first is Maven's.
CHECK_ROWS=("format build-rules contract-drift contract-breaking vulnerabilities bug-patterns" "console" "language secrets shell dependencies python")
read -ra CHECKS <<<"${CHECK_ROWS[*]}"
EXIT_LEFT_OUT=77

# Paths that are staged for commit; empty when the whole tree is checked.
STAGED=()

run_check() {
  local staged=false names=() name folder code failed=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      --staged) staged=true ;;
      -*) fail_usage "unknown option for check: $1" ;;
      *) names+=("$1") ;;
    esac
    shift
  done
  [[ $staged == false ]] || read_staged
  [[ ${#names[@]} -gt 0 ]] || names=("${CHECKS[@]}")
  for name in "${names[@]}"; do
    declare -F "check_${name//-/_}" >/dev/null || fail_usage "unknown check $name (available: ${CHECKS[*]})"
  done
  LEFT_OUT_CHECKS=()
  folder=$(mktemp -d)
  run_rows "$folder" "$staged" "${names[@]}"
  for name in "${names[@]}"; do
    code=$(cat "$folder/$name.code" 2>/dev/null || true)
    case $code in
      0 | unconcerned) ;;
      "$EXIT_LEFT_OUT")
        # In CI nobody reads what was left out, so a check that could not look has failed.
        [[ ${CI:-} != true ]] || failed+=("$name (could not look)")
        LEFT_OUT_CHECKS+=("check $name: $(head -n 1 "$folder/$name.out")")
        ;;
      *) failed+=("$name") ;;
    esac
  done
  rm -rf "$folder"
  [[ ${#failed[@]} -eq 0 ]] || {
    say "check failed: ${failed[*]}" >&2
    return 1
  }
}

# run_rows FOLDER STAGED NAME...: leaves what each one said and its code in the folder.
run_rows() {
  local folder=$1 staged=$2 row name rows=()
  shift 2
  # Each row with a process group of its own, so that Ctrl-C ends what it started, too: a background job ignores it.
  set -m
  for row in "${CHECK_ROWS[@]}"; do
    for name in $row; do
      [[ " $* " == *" $name "* ]] || continue
      if [[ $staged == true ]] && ! concerns_staged "$name"; then
        printf unconcerned >"$folder/$name.code"
      else
        run_one_check "$folder" "$name"
      fi
    done &
    rows+=("-$!")
  done
  set +m
  trap 'kill -- "${rows[@]}" 2>/dev/null; exit 130' INT TERM
  wait
  trap - INT TERM
}

run_one_check() {
  local folder=$1 name=$2 started code=0 report
  started=$(now_millis)
  ("check_${name//-/_}") >"$folder/$name.out" 2>&1 </dev/null || code=$?
  case $code in
    0) report=$(printf '  ok        %-18s %8s' "$name" "$(seconds_since "$started")") ;;
    "$EXIT_LEFT_OUT")
      report=$(printf '  skipped   %-18s %8s  %s' "$name" "$(seconds_since "$started")" "$(head -n 1 "$folder/$name.out")")
      ;;
    *)
      report=$(
        printf '  failed    %-18s %8s\n' "$name" "$(seconds_since "$started")"
        head -n 60 "$folder/$name.out" | sed 's/^/            /'
      )
      ;;
  esac
  # In one piece: other rows write too.
  say "$report"
  printf '%s' "$code" >"$folder/$name.code"
}

# ---- what a commit concerns ------------------------------------------------------------------------------------------

read_staged() {
  local path
  is_git_checkout || fail "--staged needs a git checkout"
  while IFS= read -r -d '' path; do
    STAGED+=("$path")
  done < <(git -C "$ROOT" diff --cached --name-only --diff-filter=ACMR -z)
}

staged_matching() {
  local path
  for path in ${STAGED[@]+"${STAGED[@]}"}; do
    # shellcheck disable=SC2053
    [[ $path != $1 ]] || printf '%s\n' "$path"
  done
}

concerns_staged() {
  case $1 in
    format) [[ -n $(staged_matching '*/src/*/java/*.java') ]] ;;
    build-rules) [[ -n $(staged_matching '*pom.xml') ]] ;;
    contract-*) [[ -n $(staged_matching 'contracts/*')$(staged_matching '*/generated/*')$(staged_matching 'sdk/*') ]] ;;
    shell) [[ -n $(staged_matching 'gpuaas')$(staged_matching '*.sh')$(staged_matching '.ci/*')$(staged_matching '.githooks/*') ]] ;;
    secrets) [[ ${#STAGED[@]} -gt 0 ]] ;;
    dependencies) [[ -n $(staged_matching '*pom.xml')$(staged_matching '*package.json')$(staged_matching 'tools/packages.sh')$(staged_matching 'docs/dependencies.md') ]] ;;
    # Not poms: what they resolve to is known after a build, which a commit does not wait for.
    vulnerabilities) [[ -n $(staged_matching 'tools/vulnerabilities/*') ]] ;;
    # Needs a build, too.
    bug-patterns) [[ -n $(staged_matching 'tools/bug-patterns/*') ]] ;;
    language) [[ ${#STAGED[@]} -gt 0 ]] ;;
    python) [[ -n $(staged_matching '*.py') ]] ;;
    console) [[ -n $(staged_matching 'console/*') ]] ;;
  esac
}

# ---- the checks ------------------------------------------------------------------------------------------------------

check_format() {
  local options=() modules=() files='' path module
  require_maven
  cd "$ROOT"
  for path in $(staged_matching '*/src/*/java/*.java'); do
    module=${path%%/src/*}
    modules+=("$module")
    # Spotless takes regular expressions over absolute paths.
    files+=,.*/${path//./\\.}
  done
  [[ -z $files ]] || options=(-pl "$(IFS=, && printf '%s' "${modules[*]}")" "-DspotlessFiles=${files#,}")
  mvn -q spotless:check ${options[@]+"${options[@]}"} && return
  say "format with ./gpuaas mvn spotless:apply"
  return 1
}

check_build_rules() {
  require_maven
  cd "$ROOT"
  mvn -q validate
}

check_contract_drift() {
  require_node
  [[ ! -f $ROOT/console/package.json ]] || (cd "$ROOT/console" && install_node_modules)
  run_codegen drift
}

check_contract_breaking() {
  run_codegen breaking
}

# Every tracked file that is a shell script, by name or by its first line. The pieces of ./gpuaas are read through it.
shell_scripts() {
  cd "$ROOT"
  tracked_files | while IFS= read -r -d '' path; do
    case $path in
      tools/*.sh) ;;
      *.sh) say "$path" ;;
      *.*) ;;
      *) ! head -n 1 "$path" 2>/dev/null | grep -qaE '^#!.*\b(ba)?sh\b' || say "$path" ;;
    esac
  done
  # A piece that is not sourced by ./gpuaas would be checked by nobody.
  for path in tools/*.sh; do
    grep -q "source \"\$ROOT/$path\"" gpuaas || say "$path"
  done
}

check_shell() {
  install_missing_packages "${CHECK_PACKAGES[@]}" || true
  if ! has shellcheck; then
    say "shellcheck is not installed (Debian package shellcheck)"
    return "$EXIT_LEFT_OUT"
  fi
  cd "$ROOT"
  shell_scripts | xargs shellcheck --external-sources --source-path=SCRIPTDIR
}

# Tracked files and those git would add, each ended by a zero byte; without git, all files.
tracked_files() {
  if is_git_checkout; then
    git -C "$ROOT" ls-files -z --cached --others --exclude-standard --deduplicate |
      while IFS= read -r -d '' path; do [[ ! -f $ROOT/$path ]] || printf '%s\0' "$path"; done
  else
    cd "$ROOT" && find . \( -name target -o -name node_modules -o -name .gpuaas \) -prune -o -type f -print0
  fi
}

check_secrets() {
  local staged_tree code=0
  cd "$ROOT"
  if [[ ${#STAGED[@]} -eq 0 ]]; then
    tracked_files | xargs -0 tools/secrets/scan
    return
  fi
  # A commit takes the index, which may differ from the file on disk.
  staged_tree=$(mktemp -d)
  git checkout-index --prefix="$staged_tree/" -- "${STAGED[@]}"
  (cd "$staged_tree" && "$ROOT/tools/secrets/scan" "${STAGED[@]}") || code=$?
  rm -rf "$staged_tree"
  return "$code"
}

check_dependencies() {
  "$ROOT/tools/check-dependencies"
}

# Modules whose programs are given to users, each with the list of what is in it.
SHIPPED_MODULES=(control-plane gateway node-agent cli fleet)

check_vulnerabilities() {
  local module lists=()
  require_node
  ensure_built "${SHIPPED_MODULES[@]}"
  for module in "${SHIPPED_MODULES[@]}"; do lists+=("$ROOT/$module/target/sbom.json"); done
  node "$ROOT/tools/vulnerabilities/check.mjs" "$ROOT" "${lists[@]}"
}

# Modules whose code runs at an installation or at a user's. Benchmarks and simulators invent what they do.
EXAMINED_MODULES=(kernel manifest control-plane gateway node-agent sdk/java cli)

# Security bug patterns, looked for in compiled classes.
check_bug_patterns() {
  local tool=$ROOT/target/bug-patterns found=$ROOT/target/bug-patterns/found.txt module classes=() java code=0
  require_maven
  ensure_built control-plane gateway node-agent cli
  mkdir -p "$tool/libraries"
  if [[ ! $tool/spotbugs/downloaded -nt $ROOT/tools/bug-patterns/pom.xml ]]; then
    rm -rf "$tool/spotbugs"
    mvn -q -f "$ROOT/tools/bug-patterns/pom.xml" \
      org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy-dependencies -DoutputDirectory="$tool/spotbugs"
    touch "$tool/spotbugs/downloaded"
  fi
  # Libraries tell what is a subclass of what. Those of the control plane include all others that matter here.
  (cd "$tool/libraries" && "$JAVA_HOME/bin/jar" -xf "$(program_of control-plane)" BOOT-INF/lib)
  for module in "${EXAMINED_MODULES[@]}"; do classes+=("$ROOT/$module/target/classes"); done
  java=$JAVA_HOME/bin/java
  # Ends with 2 when a class of a library is missing, which is no finding.
  "$java" -Xmx1g -cp "$tool/spotbugs/*" \
    "-Dfindsecbugs.injection.customconfigfile.SqlInjectionDetector=$ROOT/tools/bug-patterns/sql-sinks.txt|SQL_INJECTION_SPRING_JDBC" \
    edu.umd.cs.findbugs.FindBugs2 -pluginList "$(find "$tool/spotbugs" -name 'findsecbugs-plugin-*.jar')" \
    -visitors "$(paste -sd , "$ROOT/tools/bug-patterns/detectors.txt")" -effort:default -low -exitcode \
    -exclude "$ROOT/tools/bug-patterns/accepted.xml" -sortByClass="$found" \
    -auxclasspath "$(find "$tool/libraries/BOOT-INF/lib" -name '*.jar' | paste -sd :)" \
    "${classes[@]}" >"$tool/log" 2>&1 || code=$?
  [[ $code -ne 0 && $code -ne 2 ]] || return 0
  cat "$found"
  [[ $((code & 4)) -eq 0 ]] || cat "$tool/log"
  say "mend it, or say in tools/bug-patterns/accepted.xml why it is no fault"
  return 1
}

check_language() {
  if [[ ${#STAGED[@]} -eq 0 ]]; then
    "$ROOT/tools/check-language"
  else
    "$ROOT/tools/check-language" --staged
  fi
}

check_python() {
  local reason
  cd "$ROOT"
  [[ -d sdk/python ]] || return 0
  if ! has python3; then
    say "python3 is not installed"
    return "$EXIT_LEFT_OUT"
  fi
  if ! reason=$(install_python_sdk_tools 2>&1); then
    say "cannot install ${PYTHON_SDK_TOOLS[*]%%|*}" "$reason"
    return "$EXIT_LEFT_OUT"
  fi
  cd sdk/python
  "$PYTHON_SDK_ENVIRONMENT/bin/ruff" check --quiet --no-cache . &&
    "$PYTHON_SDK_ENVIRONMENT/bin/ruff" format --check --quiet --no-cache . &&
    "$PYTHON_SDK_ENVIRONMENT/bin/mypy" --cache-dir "$ROOT/target/mypy" --no-error-summary
}

check_console() {
  [[ -f $ROOT/console/package.json ]] || return 0
  require_node
  cd "$ROOT/console"
  install_node_modules
  npm run --silent lint && npm run --silent typecheck && npm run --silent test
}

# In the current folder; only when the lock file is newer than what is installed. Not `npm ci`: it refuses a lock file
# without the packages of other platforms, which a mirror may lack.
install_node_modules() {
  mkdir -p "$ROOT/target"
  (
    # Two checks that run at once need those of the console: the second one finds them.
    ! has flock || flock 7
    [[ node_modules/.package-lock.json -nt package-lock.json ]] ||
      npm install --no-save --silent --no-audit --no-fund
  ) 7>"$ROOT/target/node-modules.lock"
}
