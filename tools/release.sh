# shellcheck shell=bash
# release: packs the programs of a commit that passed test --full, with the evidence for it.
#
# Files of the release, in target/release/gpuaas-VERSION-COMMIT/:
#   programs/    the control plane, gateway, agent and command line, as archives
#   sbom/        what is in each program, in CycloneDX format
#   evidence/    full-test.txt: what ran against which server and what did not; full-test.properties: commit, times and
#                counts; bench/: results of benchmarks, when there are any
#   SHA256SUMS   over all of these

FULL_TEST=$ROOT/target/full-test

# The commit of a working tree without changes, or nothing.
clean_commit() {
  is_git_checkout && [[ -z $(git -C "$ROOT" status --porcelain) ]] && git -C "$ROOT" rev-parse HEAD
}

# record_full_test COMMIT STARTED SUMMARY: after a green run of the whole full tier. Without a commit, or when it is no
# longer the one the run started from, nothing is recorded.
record_full_test() {
  local commit=$1 started=$2 summary=$3
  rm -rf "$FULL_TEST"
  if [[ -z $commit || $(clean_commit) != "$commit" ]]; then
    say "not recorded for a release: the tree has changes that are not committed"
    return 0
  fi
  mkdir -p "$FULL_TEST"
  cp "$summary" "$FULL_TEST/full-test.txt"
  {
    say "commit=$commit"
    say "started=$started"
    say "ended=$(date -u +%Y-%m-%dT%H:%M:%SZ)"
    say "counts=$(tail -n 1 "$summary")"
    say "servers=$(sed -n '/^Ran against real servers$/,/^$/ s/^  \([^ ]* [^ ]*\).*/\1/p' "$summary" | paste -sd ';' -)"
  } >"$FULL_TEST/full-test.properties"
}

# Fails unless this very commit passed the full tier.
require_full_test() {
  local commit tested
  commit=$(clean_commit) || fail "a release is made from a commit: commit or remove the changes first"
  tested=$(sed -n 's/^commit=//p' "$FULL_TEST/full-test.properties" 2>/dev/null || true)
  [[ -n $tested ]] || fail "no green run of ./gpuaas test --full is recorded in this checkout"
  [[ $tested == "$commit" ]] || fail "test --full was green for $tested, and this is $commit"
}

run_release() {
  local dry_run=false name place
  while [[ $# -gt 0 ]]; do
    case $1 in
      --dry-run) dry_run=true ;;
      *) fail_usage "unknown option for release: $1" ;;
    esac
    shift
  done
  require_full_test
  name=gpuaas-$(project_version)-$(git -C "$ROOT" rev-parse --short HEAD)
  place=$ROOT/target/release/$name
  if [[ $dry_run == true ]]; then
    say "would write $place:"
    release_files | sed 's/^/  /'
    return
  fi
  require_maven
  ensure_built "${SHIPPED_MODULES[@]}"
  rm -rf "$place"
  mkdir -p "$place/programs" "$place/sbom" "$place/evidence"
  pack_programs "$place/programs"
  pack_evidence "$place"
  (cd "$place" && find programs sbom evidence -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum >SHA256SUMS)
  say "released $name in $place"
  say "$(sed -n 's/^counts=/test --full: /p' "$FULL_TEST/full-test.properties")"
}

release_files() {
  local module
  say "programs/control-plane.jar"
  say "programs/gpuaas-agent.jar"
  for module in gateway cli fleet; do say "programs/$module.tar.gz"; done
  for module in "${SHIPPED_MODULES[@]}"; do say "sbom/$module.json"; done
  say "evidence/full-test.txt"
  say "evidence/full-test.properties"
  ! has_bench_results || say "evidence/bench/"
  say "SHA256SUMS"
}

has_bench_results() {
  [[ -n $(find "$ROOT/bench/results" -name '*.json' -print -quit 2>/dev/null) ]]
}

pack_programs() {
  cp "$(program_of control-plane)" "$1/control-plane.jar"
  cp "$(program_of node-agent)" "$1/"
  pack_with_libraries gateway "$1/gateway.tar.gz"
  pack_with_libraries fleet "$1/fleet.tar.gz"
  pack_with_libraries cli "$1/cli.tar.gz" -C "$ROOT/cli/src/main/scripts" gpuaas
}

# pack_with_libraries MODULE FILE MORE…: the same content gives the same archive.
pack_with_libraries() {
  local module=$1 file=$2
  shift 2
  tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - -C "$ROOT/$module/target" \
    "$(basename "$(program_of "$module")")" lib "$@" | gzip -n >"$file"
}

pack_evidence() {
  local module
  for module in "${SHIPPED_MODULES[@]}"; do cp "$ROOT/$module/target/sbom.json" "$1/sbom/$module.json"; done
  cp "$FULL_TEST"/full-test.* "$1/evidence/"
  ! has_bench_results || { mkdir "$1/evidence/bench" && cp "$ROOT"/bench/results/*.json "$1/evidence/bench/"; }
}
