# shellcheck shell=bash
# test --changed: chooses the tests that a change can break. A choice too large costs time, one too small hides a
# defect, so whatever is not understood here runs everything.

# Packages of the control plane that take part in every request or in the start: nothing imports them where they act.
EVERYWHERE_PACKAGES=" platform pipeline events identity issuer sessions limits policy audit traces "
# The package whose tests go through all operations of the contract, so they run whichever package changed.
CONTRACT_TEST_PACKAGE=pipeline
# The system tests start these programs; their pom does not name them.
SYSTEM_PROGRAMS=(control-plane gateway node-agent cli)
PACKAGES=control-plane/src/main/java/io/gpuaas/controlplane
# Tests that compare the pages with the tree: any change can break them.
PAGE_TESTS=(system-tests/src/test/java/io/gpuaas/systemtests/StatusPageTest.java
  system-tests/src/test/java/io/gpuaas/systemtests/CodeMapTest.java)

# The paths that differ from the base, in commits and in the working tree, deleted and untracked ones included.
changed_paths() {
  local since
  is_git_checkout || fail "--changed requires a git checkout"
  since=$(git -C "$ROOT" merge-base "$1" HEAD 2>/dev/null) ||
    fail "--changed compares with $1, which this checkout does not have; name another base with --changed=BASE"
  git -C "$ROOT" diff --name-only --no-renames "$since"
  git -C "$ROOT" ls-files --others --exclude-standard
}

# choose_tests BASE: sets EVERYTHING to the reason for running everything or leaves it empty, CHOSEN_TESTS to the sources
# of test classes, CHOSEN_PYTHON to true or false, and CHOICES to one sentence for each choice.
choose_tests() {
  local paths=() path
  EVERYTHING='' CHOSEN_PYTHON=false CHOICES=()
  declare -gA CHOSEN=() CHANGED_MODULES=() CHANGED_PACKAGES=() WHOLE_TESTS=()
  mapfile -t paths < <(changed_paths "$1")
  [[ ${#paths[@]} -gt 0 ]] || fail "nothing has changed since $1"
  for path in "${paths[@]}"; do
    choose_for_path "$path"
    [[ -z $EVERYTHING ]] || return 0
  done
  choose_dependents
  for path in "${PAGE_TESTS[@]}"; do choose_test "$path" "it compares the pages with the tree"; done
  mapfile -t CHOSEN_TESTS < <(printf '%s\n' "${!CHOSEN[@]}" | LC_ALL=C sort)
}

choose_for_path() {
  local path=$1 module
  case $path in
    contracts/* | kernel/* | testkit/* | tools/* | gpuaas | .ci/* | .mvn/* | .githooks/* | pom.xml | */pom.xml | */db/migration/*)
      EVERYTHING=$path
      return
      ;;
    sdk/python/*)
      CHOSEN_PYTHON=true
      CHOICES+=("the Python SDK: $path")
      choose_mentions "${path##*/}"
      return
      ;;
    console/*) CHANGED_PACKAGES[console]=$path && CHANGED_MODULES[control-plane]=$path && return ;;
  esac
  module=$(module_of "$path")
  case $module:$path in
    :docs/* | :deploy/* | :*.md | :LICENSE) choose_mentions "${path##*/}" ;;
    :*) EVERYTHING=$path ;;
    *:*/src/test/java/*Test.java) choose_changed_test "$module" "$path" ;;
    *:"$module"/src/test/*) WHOLE_TESTS[$module]="$path changed" ;;
    control-plane:"$PACKAGES"/*/*)
      path=${path#"$PACKAGES"/}
      CHANGED_PACKAGES[${path%%/*}]=$1
      CHANGED_MODULES[control-plane]=$1
      ;;
    *)
      CHANGED_MODULES[$module]=$path
      WHOLE_TESTS[$module]="$path changed"
      ;;
  esac
}

# The module a path is in, or nothing; of nested ones the inner.
module_of() {
  local module found=''
  for module in $(module_folders); do
    if [[ $1 == "$module"/* && ${#module} -gt ${#found} ]]; then found=$module; fi
  done
  printf '%s' "$found"
}

# A test that no other source of its module names stands for itself.
choose_changed_test() {
  local module=$1 path=$2 name
  name=$(basename "$path" .java)
  if grep -rqw --include='*.java' --exclude="$name.java" -- "$name" "$ROOT/$module/src/test/java"; then
    WHOLE_TESTS[$module]="$path changed, and others name it"
  else
    choose_test "$path" "it changed"
  fi
}

# Tests that read a file by its name.
choose_mentions() {
  local source module
  while IFS= read -r source; do
    source=${source#"$ROOT/"}
    module=$(module_of "$source")
    case $source in
      *Test.java) choose_test "$source" "it reads $1" ;;
      *) WHOLE_TESTS[$module]="$source reads $1" ;;
    esac
  done < <(cd "$ROOT" && module_folders | sed 's|$|/src/test/java|' |
    xargs -I{} find {} -name '*.java' 2>/dev/null | xargs -r grep -lF -- "$1" || true)
}

choose_test() {
  [[ -f $ROOT/$1 && -z ${CHOSEN[$1]:-} ]] || return 0
  # Those of the full tier would not run.
  [[ $FULL == true ]] || ! grep -q '^@Tag("full")' "$ROOT/$1" || return 0
  CHOSEN[$1]=$2
  [[ $2 == - ]] || CHOICES+=("$(basename "$1" .java): $2")
}

choose_module() {
  local source
  CHOICES+=("all tests of $1: $2")
  while IFS= read -r source; do choose_test "${source#"$ROOT/"}" -; done < <(test_classes "$1")
}

choose_dependents() {
  local module changed package everywhere=''
  for package in "${!CHANGED_PACKAGES[@]}"; do
    [[ $EVERYWHERE_PACKAGES != *" $package "* ]] || everywhere=${CHANGED_PACKAGES[$package]}
  done
  [[ -z $everywhere ]] || WHOLE_TESTS[control-plane]="$everywhere takes part in every request"
  for module in $(module_folders); do
    if [[ -n ${WHOLE_TESTS[$module]:-} ]]; then
      choose_module "$module" "${WHOLE_TESTS[$module]}"
      continue
    fi
    changed=$(changed_below "$module")
    [[ -z $changed ]] || choose_module "$module" "it uses $changed"
  done
  [[ -n ${WHOLE_TESTS[control-plane]:-} || ${#CHANGED_PACKAGES[@]} -eq 0 ]] || choose_packages
}

# The first changed module that another one is built on, itself excluded.
changed_below() {
  local module=$1 below
  for below in $(module_closure "$module") $([[ $module != system-tests ]] || printf '%s\n' "${SYSTEM_PROGRAMS[@]}"); do
    if [[ $below != "$module" && -n ${CHANGED_MODULES[$below]:-} ]]; then
      printf '%s' "$below"
      return
    fi
  done
}

# Tests of the changed packages and of those that use them, directly or not, and every other test that names one.
choose_packages() {
  local touched pattern source
  touched=$(dependent_packages "${!CHANGED_PACKAGES[@]}")
  # shellcheck disable=SC2086
  pattern=$(package_pattern $touched)
  CHOICES+=("control-plane, packages ${touched//$'\n'/, }: they are or use ${!CHANGED_PACKAGES[*]}")
  CHOICES+=("control-plane, package $CONTRACT_TEST_PACKAGE and ArchitectureTest: they look at all packages")
  while IFS= read -r source; do
    case $source in
      *"/controlplane/$CONTRACT_TEST_PACKAGE/"* | */controlplane/ArchitectureTest.java) choose_test "${source#"$ROOT/"}" - ;;
      *) ! grep -qE "$pattern" "$source" || choose_test "${source#"$ROOT/"}" - ;;
    esac
  done < <(test_classes control-plane)
}

package_pattern() {
  printf 'io\\.gpuaas\\.controlplane\\.(%s)\\b' "$(IFS='|' && printf '%s' "$*")"
}

dependent_packages() {
  local known=" $* " package grown=true
  while [[ $grown == true ]]; do
    grown=false
    for package in $(find "$ROOT/$PACKAGES" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | LC_ALL=C sort); do
      # shellcheck disable=SC2086
      if [[ $known != *" $package "* ]] && grep -rqE "$(package_pattern $known)" "$ROOT/$PACKAGES/$package"; then
        known+="$package "
        grown=true
      fi
    done
  done
  # shellcheck disable=SC2086
  printf '%s\n' $known
}

show_choice() {
  local sentence
  if [[ -n $EVERYTHING ]]; then
    say "running everything: $EVERYTHING can touch any test"
    return
  fi
  say "running ${#CHOSEN_TESTS[@]} test classes and all static checks:"
  for sentence in "${CHOICES[@]}"; do say "  $sentence"; done
}

# The chosen tests as Maven's -Dtest takes them, of the system tests or of all other modules.
chosen_selectors() {
  local source wanted=$1 selectors=()
  for source in "${CHOSEN_TESTS[@]}"; do
    case $wanted:$source in
      system-tests:system-tests/*) ;;
      system-tests:* | modules:system-tests/*) continue ;;
    esac
    source=${source#*/src/test/java/}
    source=${source%.java}
    selectors+=("${source//\//.}")
  done
  (IFS=, && printf '%s' "${selectors[*]}")
}

# The modules of the chosen tests, without the system tests.
chosen_modules() {
  local source
  for source in "${CHOSEN_TESTS[@]}"; do
    [[ $source == system-tests/* ]] || printf '%s\n' "${source%%/src/test/*}"
  done | sort -u | paste -sd, -
}

test_chosen() {
  local selectors
  run_static_checks
  selectors=$(chosen_selectors modules)
  if [[ -n $selectors ]]; then
    say "module tests"
    run_maven_tests -pl "$(chosen_modules)" -am -Dtest="$selectors" "$@" && run_failed_again "$@" || true
  fi
  selectors=$(chosen_selectors system-tests)
  if [[ -n $(failed_tests) ]]; then
    LEFT_OUT+=("system-tests: the modules they test failed")
  elif [[ -n $selectors ]]; then
    say "system tests"
    ensure_built "${SYSTEM_PROGRAMS[@]}"
    run_maven_tests -pl system-tests -am -Dtest="$selectors" "$@" && run_failed_again "$@" || true
  fi
  note_classes_without_results < <(printf "$ROOT/%s\n" "${CHOSEN_TESTS[@]}")
  [[ $CHOSEN_PYTHON == false ]] || test_python_sdk
  LEFT_OUT+=("tests that the change does not touch, because of --changed")
}
