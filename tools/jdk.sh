# shellcheck shell=bash
# Finds the JDK, Maven and Node, or says in one sentence what to install.

JDK_VERSION_MIN=25
NODE_VERSION_MIN=20

# Where people and packages put JDKs. GPUAAS_JDK_LOCATIONS replaces the list (colon-separated globs).
JDK_LOCATIONS='/usr/lib/jvm/*:/usr/java/*:/opt/*:/opt/*/*:/usr/local/*jdk*:/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home:/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home:/Library/Java/JavaVirtualMachines/*/Contents/Home:~/.sdkman/candidates/java/*:~/.jdks/*:~/.asdf/installs/java/*:~/.local/share/mise/installs/java/*'

# Whether a folder has a JDK that is new enough, from its release file: asking java itself costs a JVM start each, and
# every command of the client asks this.
is_suitable_jdk() {
  local line
  [[ -x $1/bin/javac && -x $1/bin/java && -r $1/release ]] || return 1
  while IFS= read -r line; do
    if [[ $line =~ ^JAVA_VERSION=\"([0-9]+) ]]; then
      [[ ${BASH_REMATCH[1]} -ge $JDK_VERSION_MIN ]]
      return
    fi
  done <"$1/release"
  return 1
}

# The home of the java on the PATH, behind the links distributions put there.
jdk_on_path() {
  local java
  java=$(command -v java) || return 1
  java=$(readlink -f "$java")
  printf '%s' "${java%/*/*}"
}

find_jdk() {
  local candidate location
  if [[ -n ${JAVA_HOME:-} ]] && is_suitable_jdk "$JAVA_HOME"; then
    printf '%s' "$JAVA_HOME"
    return
  fi
  if candidate=$(jdk_on_path) && is_suitable_jdk "$candidate"; then
    printf '%s' "$candidate"
    return
  fi
  local -a locations
  IFS=: read -r -a locations <<<"${GPUAAS_JDK_LOCATIONS:-$JDK_LOCATIONS}"
  for location in "${locations[@]}"; do
    # The entries are globs, so they are left to expand. A tilde in a variable does not do so by itself.
    # shellcheck disable=SC2086
    for candidate in ${location/#\~/$HOME}; do
      if is_suitable_jdk "$candidate"; then
        printf '%s' "$candidate"
        return
      fi
    done
  done
  return 1
}

require_jdk() {
  JAVA_HOME=$(find_jdk) ||
    fail "no JDK $JDK_VERSION_MIN or newer found: install one, for example Temurin $JDK_VERSION_MIN, or set JAVA_HOME"
  export JAVA_HOME
  export PATH=$JAVA_HOME/bin:$PATH
}

require_maven() {
  require_jdk
  has mvn || fail "mvn is not on the PATH: install Maven 3.8 or newer (Debian package: maven)"
}

require_node() {
  local version
  if ! has node || ! has npm; then
    fail "this requires node and npm: install Node.js $NODE_VERSION_MIN or newer"
  fi
  version=$(node --version)
  version=${version#v}
  [[ ${version%%.*} -ge $NODE_VERSION_MIN ]] ||
    fail "Node.js $version is too old: install Node.js $NODE_VERSION_MIN or newer"
}
