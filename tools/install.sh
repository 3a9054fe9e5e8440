# shellcheck shell=bash
# install-cli, uninstall-cli: a copy of the command line client that needs a JDK and no checkout.
#
# Files under the prefix:
#   bin/gpuaas       the start script
#   lib/gpuaas/      the program, its libraries, what its rehearsal left, and where the JDK is
#   share/…          completion for bash, zsh and fish

INSTALLED_FILES=(bin/gpuaas share/bash-completion/completions/gpuaas share/zsh/site-functions/_gpuaas
  share/fish/vendor_completions.d/gpuaas.fish)

read_prefix() {
  local verb=$1
  shift
  PREFIX=${HOME:-}/.local
  while [[ $# -gt 0 ]]; do
    case $1 in
      --prefix) PREFIX=$(option_value --prefix "$@") && shift ;;
      *) fail_usage "unknown option for $verb: $1" ;;
    esac
    shift
  done
  [[ $PREFIX == /* ]] || PREFIX=$PWD/$PREFIX
}

run_install_cli() {
  read_prefix install-cli "$@"
  ensure_built cli
  require_jdk
  copy_cli
  write_completions
  say "installed $PREFIX/bin/gpuaas; remove it with ./gpuaas uninstall-cli --prefix $PREFIX"
  [[ :$PATH: == *:$PREFIX/bin:* ]] || say "$PREFIX/bin is not on your PATH yet"
}

# The new copy is complete before it takes the old one's place. Times are kept: what the rehearsal left is tied to them.
copy_cli() {
  local new=$PREFIX/lib/gpuaas.new
  mkdir -p "$PREFIX/bin" "$PREFIX/lib"
  rm -rf "$new"
  mkdir "$new"
  cp -pR "$ROOT/cli/target/gpuaas-cli.jar" "$ROOT/cli/target/lib" "$new/"
  [[ ! -f $ROOT/cli/target/gpuaas-cli.aot ]] || cp -p "$ROOT/cli/target/gpuaas-cli.aot" "$new/"
  printf '%s\n' "$JAVA_HOME" >"$new/java-home"
  rm -rf "$PREFIX/lib/gpuaas"
  mv "$new" "$PREFIX/lib/gpuaas"
  cp "$ROOT/cli/src/main/scripts/gpuaas" "$PREFIX/bin/gpuaas"
  chmod 755 "$PREFIX/bin/gpuaas"
}

write_completions() {
  local entry shell file
  for entry in bash:share/bash-completion/completions/gpuaas zsh:share/zsh/site-functions/_gpuaas \
    fish:share/fish/vendor_completions.d/gpuaas.fish; do
    shell=${entry%%:*}
    file=$PREFIX/${entry#*:}
    mkdir -p "$(dirname "$file")"
    "$PREFIX/bin/gpuaas" completion "$shell" >"$file"
  done
}

run_uninstall_cli() {
  local file
  read_prefix uninstall-cli "$@"
  [[ -f $PREFIX/lib/gpuaas/gpuaas-cli.jar ]] || fail "gpuaas is not installed in $PREFIX"
  rm -rf "$PREFIX/lib/gpuaas"
  for file in "${INSTALLED_FILES[@]}"; do
    rm -f "$PREFIX/$file"
  done
  say "removed gpuaas from $PREFIX; your profiles in ~/.config/gpuaas are kept"
}
