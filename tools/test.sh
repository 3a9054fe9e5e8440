# shellcheck shell=bash
# test: checks, builds and tests everything, and ends with what ran against which real server and what did not run.

TEST_LOG=$ROOT/target/test.log

# More failures than this are no flakes, and none of them is run a second time.
SECOND_RUNS_MAX=12

# Processes that compute beside the tests under --stress, on any machine.
STRESS_PROCESSES=4

run_test() {
  local stress=false module='' changed='' list=false maven_options=() commit started summary code=0
  FULL=false
  while [[ $# -gt 0 ]]; do
    case $1 in
      --full) FULL=true ;;
      --stress) stress=true ;;
      --changed) changed=origin/main ;;
      --changed=*) changed=${1#*=} ;;
      --list) list=true ;;
      -pl) module=$(option_value -pl "$@") && shift ;;
      --) shift && maven_options=("$@") && break ;;
      *) fail_usage "unknown option for test: $1" ;;
    esac
    shift
  done
  [[ -z $module || -f $ROOT/$module/pom.xml ]] || fail_usage "unknown module $module"
  [[ $FULL == false ]] || maven_options+=(-DexcludedGroups=)
  [[ -z $changed || -z $module ]] || fail_usage "--changed chooses the modules itself; leave out -pl"
  [[ -n $changed || $list == false ]] || fail_usage "--list goes with --changed"
  if [[ -n $changed ]]; then
    [[ ${CI:-} != true ]] || fail "CI runs all tests: --changed is for the time between two commits"
    choose_tests "$changed"
    show_choice
    [[ $list == false ]] || return 0
  fi

  # Sentences for the list at the end.
  LEFT_OUT=() FAILED=()
  commit=$(clean_commit || true)
  started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  require_maven
  require_node
  provide_servers
  [[ $FULL == false ]] || provide_built_servers
  [[ $stress == false ]] || start_stress
  remove_old_reports
  mkdir -p "$ROOT/target"
  : >"$TEST_LOG"
  if [[ -n $module ]]; then
    LEFT_OUT+=("all modules that $module does not depend on, because of -pl")
    test_module "$module" ${maven_options[@]+"${maven_options[@]}"}
  elif [[ -n $changed && -z $EVERYTHING ]]; then
    test_chosen ${maven_options[@]+"${maven_options[@]}"}
  else
    test_everything ${maven_options[@]+"${maven_options[@]}"}
  fi
  if [[ $FULL == false ]]; then
    note_full_tier
  elif [[ -z $module ]]; then
    test_python_wheel
  fi
  summary=$ROOT/target/test-summary.txt
  show_summary | tee "$summary" || code=$?
  if [[ $code -eq 0 && $FULL == true && -z $module$changed && ${#maven_options[@]} -eq 1 ]]; then
    record_full_test "$commit" "$started" "$summary"
  fi
  return "$code"
}

# Where we can install the servers, a missing one is a failure; elsewhere its tests are listed as not run.
provide_servers() {
  local sentence
  if install_python_sdk_tools; then
    export GPUAAS_PYTHON=$PYTHON_SDK_ENVIRONMENT/bin/python
  else
    LEFT_OUT+=("the asyncio client of the Python SDK: cannot install httpx")
  fi
  if ! install_missing_tools "${TEST_TOOLS[@]}"; then
    while IFS= read -r sentence; do
      LEFT_OUT+=("$sentence")
    done < <(describe_missing_tools "${TEST_TOOLS[@]}")
  fi
  if install_missing_packages "${TEST_PACKAGES[@]}"; then
    export GPUAAS_REQUIRE_SERVERS=true
    return
  fi
  while IFS= read -r sentence; do
    LEFT_OUT+=("$sentence")
  done < <(describe_missing_packages "${TEST_PACKAGES[@]}")
}

# Only the full tier asks for these.
provide_built_servers() {
  local sentence complete=true
  install_missing_packages "${FULL_PACKAGES[@]}" || complete=false
  build_missing_servers "${GO_SERVERS[@]}" || complete=false
  install_missing_tools "${PYTHON_TOOLS[@]}" || complete=false
  say "making the Debian machine of the tests"
  provide_machine
  [[ $complete == false ]] || return 0
  while IFS= read -r sentence; do
    LEFT_OUT+=("$sentence")
  done < <(
    describe_missing_packages "${FULL_PACKAGES[@]}"
    describe_missing_servers "${GO_SERVERS[@]}"
    describe_missing_tools "${PYTHON_TOOLS[@]}"
  )
}

# A report of an earlier run must not count for this one.
remove_old_reports() {
  local module
  for module in $(module_folders) sdk/python; do
    rm -rf "$ROOT/$module/target/surefire-reports" "$ROOT/$module/target/real-servers" "$ROOT/$module/target/jacoco.exec"
  done
}

# run_static_checks NAME…: these, or all.
run_static_checks() {
  say "static checks"
  run_check "$@" || FAILED+=("static checks: see above")
  LEFT_OUT+=(${LEFT_OUT_CHECKS[@]+"${LEFT_OUT_CHECKS[@]}"})
}

test_everything() {
  local module early built=false
  # The check of vulnerabilities reads what the build leaves. Before the tests it would build all programs a first time.
  mapfile -t early < <(printf '%s\n' "${CHECKS[@]}" | grep -vxF vulnerabilities)
  run_static_checks "${early[@]}"
  say "module tests"
  begin_stamps "${PROGRAM_MODULES[@]}"
  if run_maven_tests -pl '!system-tests' "$@"; then
    end_stamps "${PROGRAM_MODULES[@]}"
    run_static_checks vulnerabilities
    ! run_failed_again "$@" || built=true
    check_coverage "$@"
  else
    LEFT_OUT+=("check vulnerabilities: the build failed")
  fi
  if [[ $built == true && -z $(failed_tests) ]]; then
    say "system tests"
    # Maven finds the modules this one is built on only in the same run, hence -am.
    run_maven_tests -pl system-tests -am "$@" && run_failed_again "$@" || true
  else
    LEFT_OUT+=("system-tests: the modules they test failed")
  fi
  note_classes_without_results < <(for module in $(module_folders); do test_classes "$module"; done)
  test_python_sdk
}

# Modules whose poms have floors for the lines that their own tests must run.
COVERED_MODULES=(kernel control-plane)

# Judges a run of all tests only: a test that failed or was left out ran no lines.
check_coverage() {
  local module modules
  if [[ "$*" == *-Dtest=* || -n $(failed_tests) ]]; then
    LEFT_OUT+=("the floors of line coverage: not all tests ran and passed")
    return
  fi
  say "line coverage"
  # JaCoCo passes over a module without data.
  for module in "${COVERED_MODULES[@]}"; do
    [[ -s $ROOT/$module/target/jacoco.exec ]] || FAILED+=("line coverage: $module has no data, see $TEST_LOG")
  done
  modules=$(IFS=, && printf '%s' "${COVERED_MODULES[*]}")
  (cd "$ROOT" && mvn -pl "$modules" jacoco:check </dev/null) 2>&1 | tee -a "$TEST_LOG" |
    { grep 'Rule violated' || true; } || FAILED+=("line coverage below a floor of its pom: see above")
}

test_module() {
  local module=$1 built
  shift
  if [[ $module == system-tests ]]; then
    ensure_built control-plane gateway node-agent cli
  fi
  mapfile -t built < <(printf '%s\n' "${PROGRAM_MODULES[@]}" | grep -xF "$(module_closure "$module")")
  begin_stamps ${built[@]+"${built[@]}"}
  ! run_maven_tests -pl "$module" -am "$@" || end_stamps ${built[@]+"${built[@]}"}
}

# Something else that keeps the processors busy while tests run: a test that counts on a fast machine falls here.
start_stress() {
  install_missing_packages "${STRESS_PACKAGES[@]}" || fail "--stress requires stress-ng: install the package stress-ng"
  stress-ng --cpu "$STRESS_PROCESSES" --quiet &
  STRESS_PID=$!
  trap 'kill "$STRESS_PID" 2>/dev/null || true' EXIT
}

# Everything goes to the log; the terminal sees which module is at work, the results and the errors. A failed test does
# not end the build, since modules further on have tests of their own: the reports tell what failed.
run_maven_tests() {
  local code=0
  (
    cd "$ROOT"
    mvn --fail-at-end -Dmaven.test.failure.ignore=true -Dsurefire.failIfNoSpecifiedTests=false verify "$@" 2>&1 \
      </dev/null
  ) | tee -a "$TEST_LOG" | { grep --line-buffered -E \
    '^\[INFO\] Building GPUaaS [a-zA-Z]|^\[[A-Z]+\] Tests run:.* in |^\[ERROR\] (/|COMPILATION|Failed to execute)|^Error' ||
    true; } || code=$?
  [[ $code -eq 0 ]] || FAILED+=("the build: see $TEST_LOG")
  return "$code"
}

# The tests that failed and have not passed since, as Maven's -Dtest selects them.
failed_tests() {
  test_summary --list-failed
}

# Runs what failed a second time, by itself. What passes then is listed as flaky at the end; what fails has failed.
run_failed_again() {
  local failed=() module selected
  mapfile -t failed < <(failed_tests)
  [[ ${#failed[@]} -gt 0 ]] || return 0
  if [[ ${#failed[@]} -gt $SECOND_RUNS_MAX ]]; then
    say "${#failed[@]} tests failed: too many to be flaky, so none is rerun"
    return 0
  fi
  say "rerunning in isolation: ${failed[*]}"
  for module in $(module_folders); do
    selected=$(selected_in "$module" "${failed[@]}")
    [[ -z $selected ]] || run_maven_tests -pl "$module" -am -Dtest="$selected" -Dsurefire.reportNameSuffix=again "$@"
  done
}

# Those of the selected tests whose class is in this module, joined by commas.
selected_in() {
  local module=$1 one file found=()
  shift
  for one in "$@"; do
    file=${one%%#*}
    [[ -f $ROOT/$module/src/test/java/${file//.//}.java ]] && found+=("$one")
  done
  (
    IFS=,
    printf '%s' "${found[*]}"
  )
}

# A class of tests without a report means that its build or its process broke, which must not look green. Reads the
# sources of the classes that should have run.
note_classes_without_results() {
  local file class
  while IFS= read -r file; do
    class=${file#*/src/test/java/}
    class=${class%.java}
    if [[ ! -f ${file%%/src/test/*}/target/surefire-reports/TEST-${class//\//.}.xml ]]; then
      FAILED+=("${class//\//.}: its tests did not run to their end, see $TEST_LOG")
    fi
  done
}

# Sources of the classes that this tier runs.
test_classes() {
  [[ -d $ROOT/$1/src/test ]] || return 0
  if [[ $FULL == true ]]; then
    find "$ROOT/$1/src/test/java" -name '*Test.java'
  else
    { grep -rL --include='*Test.java' '^@Tag("full")' "$ROOT/$1/src/test/java" || true; }
  fi
}

# Surefire leaves these out without a trace, so the sources are asked.
note_full_tier() {
  local count
  count=$({ grep -rl --include='*.java' --exclude-dir=target --exclude-dir=node_modules '@Tag("full")' "$ROOT" || true; } | wc -l)
  [[ $count -eq 0 ]] || LEFT_OUT+=("$count test classes tagged full: run them with ./gpuaas test --full")
  LEFT_OUT+=("the Python SDK wheel: build and import it with ./gpuaas test --full")
}

# Needs a Python and httpx, so it belongs to every run.
test_python_sdk() {
  local folder=$ROOT/sdk/python log=$ROOT/target/python-sdk.log code=0 counted
  [[ -f $folder/test.sh ]] || return 0
  if ! python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
    LEFT_OUT+=("the Python SDK: requires python3 3.11 or newer")
    return
  fi
  say "Python SDK tests"
  bash "$folder/test.sh" -v >"$log" 2>&1 </dev/null || code=$?
  mkdir -p "$folder/target/surefire-reports"
  unittest_report <"$log" >"$folder/target/surefire-reports/TEST-python-sdk.xml"
  tail -n 3 "$log"
  counted=$(grep -c '<failure' "$folder/target/surefire-reports/TEST-python-sdk.xml" || true)
  [[ $code -eq 0 || $counted -gt 0 ]] || FAILED+=("the Python SDK: see $log")
}

# As somebody gets it: built, installed into an environment of its own and imported from there. Whatever goes wrong is a
# failure, PyPI that is not reached too.
test_python_wheel() {
  local folder=$ROOT/sdk/python log=$ROOT/target/python-wheel.log place=$ROOT/target/python-wheel
  say "Python SDK wheel"
  rm -rf "$place"
  if {
    bash "$folder/build.sh" && python3 -m venv "$place" &&
      "$place/bin/pip" install --no-index --disable-pip-version-check "$folder"/target/dist/gpuaas-*.whl &&
      "$place/bin/python" -I -c "$IMPORT_FROM_WHEEL" "$place" &&
      "$place/bin/pip" install --quiet --disable-pip-version-check "gpuaas[async]" &&
      "$place/bin/python" -I -c "import gpuaas.aio; print('imported with its extra from', gpuaas.aio.__file__)"
  } >"$log" 2>&1 </dev/null; then
    tail -n 1 "$log"
  else
    FAILED+=("the Python SDK wheel: see $log")
  fi
}

# Isolated from the checkout, so that what the wheel lacks is missed.
IMPORT_FROM_WHEEL='
import sys, pathlib, gpuaas
try:
  import gpuaas.aio
except ImportError as missing:
  assert "install gpuaas[async]" in str(missing), missing
else:
  raise AssertionError("the extra is not needed")
place = pathlib.Path(gpuaas.__file__).parent
assert place.is_relative_to(pathlib.Path(sys.argv[1]).resolve()), place
assert (place / "py.typed").is_file(), "the types are not marked as such"
assert gpuaas.Client("http://127.0.0.1:1").identity
print("imported from", place)'

# Turns the verbose output of Python's unittest into the report format the summary counts.
unittest_report() {
  echo '<testsuite name="python-sdk">'
  sed -n -E \
    -e 's/[<>&]/ /g' \
    -e "s/\"/'/g" \
    -e 's/^(.*) \.\.\. ok$/<testcase classname="sdk.python" name="\1"\/>/p' \
    -e 's/^(.*) \.\.\. (FAIL|ERROR)$/<testcase classname="sdk.python" name="\1"><failure message="\2"\/><\/testcase>/p' \
    -e "s/^(.*) \.\.\. skipped '(.*)'$/<testcase classname=\"sdk.python\" name=\"\1\"><skipped message=\"\2\"\/><\/testcase>/p"
  echo '</testsuite>'
}

show_summary() {
  local sentence arguments=()
  for sentence in ${LEFT_OUT[@]+"${LEFT_OUT[@]}"}; do arguments+=(--left-out "$sentence"); done
  for sentence in ${FAILED[@]+"${FAILED[@]}"}; do arguments+=(--failed "$sentence"); done
  test_summary ${arguments[@]+"${arguments[@]}"}
}

test_summary() {
  local classes=$ROOT/testkit/target/classes
  # Compiled here from source when the build broke before it got that far.
  if [[ ! -f $classes/io/gpuaas/testkit/TestSummary.class ]]; then
    "$JAVA_HOME/bin/java" "$ROOT/testkit/src/main/java/io/gpuaas/testkit/TestSummary.java" "$ROOT" "$@"
    return
  fi
  "$JAVA_HOME/bin/java" -cp "$classes" io.gpuaas.testkit.TestSummary "$ROOT" "$@"
}
