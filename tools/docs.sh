# shellcheck shell=bash
# docs: renders docs/ and the other pages of the repository as the site that the control plane serves under /docs.

run_docs() {
  case ${1:-} in
    '') ;;
    --write) write_generated_parts ;;
    *) fail_usage "unknown option for docs: $1" ;;
  esac
  require_node
  # Its progress says nothing to anybody whose build succeeds.
  mkdir -p "$ROOT/target"
  if ! node "$ROOT/docs/site/build.mjs" >"$ROOT/target/docs.log" 2>&1; then
    grep -v '^\(- \|.*✓\)' "$ROOT/target/docs.log" | head -n 60 >&2
    fail "the documentation was not built; the full output is in target/docs.log"
  fi
  say "rendered $(find "$ROOT/docs/target/site" -name '*.html' | wc -l | tr -d ' ') pages to docs/target/site; ./gpuaas up serves them under /docs"
}

# Pages and parts of pages that are made from something else: the table of packages, measured figures, permissions, help
# and output of the command line. The tests that compare them write them instead.
write_generated_parts() {
  require_maven
  (cd "$ROOT" && mvn -q -pl system-tests,control-plane,cli -am test \
    -Dtest='CodeMapTest#theTableOfPackagesIsGenerated,StatusPageTest#measuredFiguresComeFromTheRecords,PermissionsPageTest,HelpPagesTest,OutputPagesTest' \
    -Dsurefire.failIfNoSpecifiedTests=false -Dgpuaas.docs.write=true -Dgpuaas.write-pages=true)
}
