# shellcheck shell=bash
# The simulated nodes of an installation that is tried out: two agents of their own, over the real protocol.
#
# Files in the data folder:
#   nodes/demo-N.join   the join token the control plane left for a node that has not joined yet
#   nodes/demo-N/       the agent's keys, journal and sandbox
#   nodes/demo-N.pid    its process
#   nodes/demo-N/agent.log  what it says, bounded by the agent
#   logs/demo-N.log     what its JVM says, and why it could not join

DEMO_NODES=(demo-1 demo-2)
AGENT_STOP_SECONDS_MAX=10

# The port hosts dial, which moves with the API's so that several installations fit on one machine.
node_port() {
  local port=$(($1 + 364))
  [[ $port -le 65535 ]] || port=$(($1 - 364))
  printf '%s' "$port"
}

# agent_pid NAME: the process of a demo node, or nothing.
agent_pid() {
  local file=$DATA/nodes/$1.pid pid
  [[ -f $file ]] || return 1
  pid=$(<"$file")
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  process_arguments "$pid" | grep -qxF -- "$DATA/nodes/$1" || return 1
  printf '%s' "$pid"
}

# The flags of an installed agent's start script, see node-agent/src/main/scripts.
agent_java() {
  local flags
  read -ra flags <<<"${DEMO_JVM_FLAGS:-}"
  "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms8m -Xmx128m -Xss512k -Xlog:disable \
    -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$DATA/run/agent.jsa" ${flags[@]+"${flags[@]}"} \
    -jar "$DATA/run/gpuaas-agent.jar" "$@"
}

# A copy runs: a build next to it must not change it.
copy_agent() {
  local jar
  jar=$(program_of node-agent)
  cmp -s "$jar" "$DATA/run/gpuaas-agent.jar" || cp "$jar" "$DATA/run/gpuaas-agent.jar"
}

# Shells of simulated nodes run on this machine, so they run confined or not at all.
warn_without_confinement() {
  local user=()
  [[ $(id -u) -eq 0 ]] || user=(--unshare-user)
  if ! has bwrap; then
    say "terminals of the simulated nodes are disabled: they require bubblewrap (Debian package bubblewrap)"
  elif ! bwrap --ro-bind / / --unshare-pid ${user[@]+"${user[@]}"} true 2>/dev/null; then
    say "terminals of the simulated nodes are disabled: bubblewrap cannot create namespaces on this machine"
  fi
}

start_demo_nodes() {
  local name log launcher=() flags number=0
  read -ra flags <<<"${DEMO_JVM_FLAGS:-}"
  copy_agent
  warn_without_confinement
  ! has setsid || launcher=(setsid)
  for name in "${DEMO_NODES[@]}"; do
    number=$((number + 1))
    ! agent_pid "$name" >/dev/null || continue
    log=$DATA/logs/$name.log
    if [[ -f $DATA/nodes/$name.join ]]; then
      if ! agent_java enroll --server "https://127.0.0.1:$1" --token - --state "$DATA/nodes/$name" --hostname "$name" \
        <"$DATA/nodes/$name.join" >"$log" 2>&1; then
        say "the simulated node $name could not join; see $log"
        continue
      fi
      rm -f "$DATA/nodes/$name.join"
    fi
    keep_end "$log"
    (
      exec 9>&-
      exec ${launcher[@]+"${launcher[@]}"} "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms8m "-Xmx${DEMO_AGENT_HEAP:-128m}" -Xss512k \
        -Xlog:disable -XX:+AutoCreateSharedArchive "-XX:SharedArchiveFile=$DATA/run/agent.jsa" ${flags[@]+"${flags[@]}"} \
        -jar "$DATA/run/gpuaas-agent.jar" run --driver simulated --seed "$number" --speed 10 --quiet --state "$DATA/nodes/$name"
    ) </dev/null >>"$log" 2>&1 &
    printf '%s\n' "$!" >"$DATA/nodes/$name.pid"
    say "started the simulated node $name with 8 GPUs (pid $!)"
  done
}

stop_demo_nodes() {
  local name pid
  for name in "${DEMO_NODES[@]}"; do
    if pid=$(agent_pid "$name"); then
      stop_process "$pid" "the simulated node $name" TERM "$AGENT_STOP_SECONDS_MAX"
    fi
    rm -f "$DATA/nodes/$name.pid"
  done
}

describe_demo_nodes() {
  local name running=0
  for name in "${DEMO_NODES[@]}"; do
    ! agent_pid "$name" >/dev/null || running=$((running + 1))
  done
  say "$running simulated running"
}
