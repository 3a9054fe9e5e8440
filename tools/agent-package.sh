# shellcheck shell=bash
# Packs the node agent with a Java runtime of its own, so that a host needs no JDK: a tarball for the join script and a
# Debian package.
#
# Files in target/agent:
#   packages/            gpuaas-agent-VERSION-linux-ARCH.tar.gz and .deb, and SHA256SUMS over both
#   packages.built-from  the hash of everything they were made of
#   runtime/             the runtime; runtime.built-from is the JDK and the modules it was made of

AGENT_TARGET=$ROOT/target/agent
# The modules that jdeps names, without java.desktop: libraries ask for it in code that the agent never reaches. An update
# brings a new jar and keeps the runtime, so a module that a later version needs must be here before that version is released.
AGENT_MODULES=java.base,java.logging,java.management,java.net.http,java.sql,jdk.httpserver
AGENT_SCRIPT=$ROOT/node-agent/src/main/scripts/gpuaas-agent
AGENT_UNITS=("$ROOT/deploy/systemd/gpuaas-agent.service" "$ROOT/deploy/systemd/gpuaas-tenants.slice")
AGENT_DEBIAN=$ROOT/deploy/debian

run_agent_package() {
  [[ $# -eq 0 ]] || fail_usage "unknown option for agent-package: $1"
  ensure_agent_packages
  say "packages of the agent are in $AGENT_TARGET/packages:"
  sed 's/^/  /' "$AGENT_TARGET/packages/SHA256SUMS"
}

# Builds the packages when what they are made of changed. Ends the program with a sentence where none can be built.
ensure_agent_packages() {
  local built_from started
  [[ $(uname -s) == Linux ]] ||
    fail "packages of the node agent are built on Linux, for the architecture of the build machine"
  require_jdk
  [[ -x $JAVA_HOME/bin/jlink ]] || fail "no package of the node agent: $JAVA_HOME has no jlink"
  ensure_built node-agent
  mkdir -p "$AGENT_TARGET"
  (
    # Two builds in one tree would destroy each other's files.
    ! has flock || flock 8
    built_from=$(agent_package_hash)
    [[ ! -f $AGENT_TARGET/packages.built-from || $(<"$AGENT_TARGET/packages.built-from") != "$built_from" ]] || exit 0
    started=$(now_millis)
    build_agent_packages
    printf '%s\n' "$built_from" >"$AGENT_TARGET/packages.built-from"
    say "packed the node agent in $(seconds_since "$started")"
  ) 8>"$AGENT_TARGET/lock"
}

agent_package_hash() {
  cat "$(program_of node-agent)" "$AGENT_SCRIPT" "${AGENT_UNITS[@]}" "$AGENT_DEBIAN"/* "$JAVA_HOME/release" \
    "$ROOT/tools/agent-package.sh" | sha256sum | cut -d ' ' -f 1
}

build_agent_packages() {
  local version name tree new=$AGENT_TARGET/packages.new
  version=$(project_version)
  name=gpuaas-agent-$version-linux-$(uname -m)
  tree=$AGENT_TARGET/tree
  build_agent_runtime
  rm -rf "$tree" "$new"
  mkdir -p "$tree/bin" "$tree/versions/$version" "$tree/systemd" "$new"
  cp "$AGENT_SCRIPT" "$tree/bin/gpuaas-agent"
  chmod 755 "$tree/bin/gpuaas-agent"
  cp "$(program_of node-agent)" "$tree/versions/$version/gpuaas-agent.jar"
  ln -s "versions/$version" "$tree/current"
  cp "${AGENT_UNITS[@]}" "$tree/systemd/"
  cp -R "$AGENT_TARGET/runtime" "$tree/runtime"
  chmod -R u+w,go-w,a+rX "$tree"
  tar -C "$tree" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - . | gzip -n >"$new/$name.tar.gz"
  if has dpkg-deb; then
    build_agent_deb "$tree" "$version" "$new/$name.deb"
  else
    say "no Debian package of the node agent: dpkg-deb is not installed"
  fi
  (cd "$new" && sha256sum -- gpuaas-agent-* >SHA256SUMS)
  rm -rf "$tree" "$AGENT_TARGET/packages"
  mv "$new" "$AGENT_TARGET/packages"
}

build_agent_runtime() {
  local made_of
  made_of="$AGENT_MODULES $(sha256sum <"$JAVA_HOME/release")"
  [[ ! -f $AGENT_TARGET/runtime.built-from || $(<"$AGENT_TARGET/runtime.built-from") != "$made_of" ]] || return 0
  rm -rf "$AGENT_TARGET/runtime" "$AGENT_TARGET/runtime.built-from"
  "$JAVA_HOME/bin/jlink" --add-modules "$AGENT_MODULES" --no-header-files --no-man-pages \
    --strip-java-debug-attributes --output "$AGENT_TARGET/runtime"
  printf '%s\n' "$made_of" >"$AGENT_TARGET/runtime.built-from"
}

# build_agent_deb TREE VERSION FILE: the same files, where dpkg knows about them. The link "current" is the package's
# only until the agent updates itself, so the maintainer scripts make and remove it.
build_agent_deb() {
  local root=$AGENT_TARGET/deb architecture
  architecture=$(dpkg --print-architecture)
  rm -rf "$root"
  mkdir -p "$root/opt" "$root/usr/bin" "$root/usr/lib/systemd/system" "$root/DEBIAN"
  cp -R "$1" "$root/opt/gpuaas-agent"
  mv "$root/opt/gpuaas-agent/systemd"/* "$root/usr/lib/systemd/system/"
  rmdir "$root/opt/gpuaas-agent/systemd"
  rm "$root/opt/gpuaas-agent/current"
  ln -s /opt/gpuaas-agent/bin/gpuaas-agent "$root/usr/bin/gpuaas-agent"
  sed -e "s/@VERSION@/${2//-/\~}/" -e "s/@ARCHITECTURE@/$architecture/" \
    -e "s/@SIZE@/$(du -sk "$root/opt" | cut -f 1)/" "$AGENT_DEBIAN/control" >"$root/DEBIAN/control"
  local script
  for script in postinst prerm postrm; do
    sed "s/@PROGRAM_VERSION@/$2/" "$AGENT_DEBIAN/$script" >"$root/DEBIAN/$script"
    chmod 755 "$root/DEBIAN/$script"
  done
  dpkg-deb --root-owner-group -Zgzip --build "$root" "$3" >/dev/null
  rm -rf "$root"
}
