# shellcheck shell=bash
# The gateway beside the control plane: a program of its own, over the real protocol.
#
# Files in the data folder:
#   gateway.secret     what it joins with; the control plane makes a new one at every start
#   gateway.pid        its process
#   logs/gateway.log.0 what it says; it rotates through gateway.log.9
#   logs/gateway.out   what its JVM says

GATEWAY_STOP_SECONDS_MAX=10
GATEWAY_PORT_OFFSET=366

# gateway_port PORT N: the control plane hears gateways on the port with N = 0, the gateway hears readers on the one
# with 1, nodes on the one with 2, and whoever reads its metrics on the one with 3. 4 and 5 are the control plane's own
# metrics and its registry. They move with the API's so that several installations fit on one machine.
gateway_port() {
  local port=$(($1 + GATEWAY_PORT_OFFSET + $2))
  [[ $port -le 65535 ]] || port=$(($1 - GATEWAY_PORT_OFFSET - $2))
  printf '%s' "$port"
}

# The process of the gateway on this data folder, or nothing.
gateway_pid() {
  local file=$DATA/gateway.pid pid
  [[ -f $file ]] || return 1
  pid=$(<"$file")
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  process_arguments "$pid" | grep -qxF -- "$DATA/gateway.secret" || return 1
  printf '%s' "$pid"
}

# A copy runs: a build next to it must not change it.
copy_gateway() {
  rm -rf "$DATA/run/gateway"
  mkdir -p "$DATA/run/gateway"
  cp "$(program_of gateway)" "$DATA/run/gateway/"
  cp -r "$ROOT/gateway/target/lib" "$DATA/run/gateway/"
}

start_gateway() {
  local launcher=() flags readers nodes
  ! gateway_pid >/dev/null || return 0
  readers=127.0.0.1:$(gateway_port "$1" 1)
  nodes=127.0.0.1:$(gateway_port "$1" 2)
  copy_gateway
  keep_end "$DATA/logs/gateway.out"
  ! has setsid || launcher=(setsid)
  read -ra flags <<<"${DEMO_JVM_FLAGS:-}"
  (
    exec 9>&-
    exec ${launcher[@]+"${launcher[@]}"} "$JAVA_HOME/bin/java" -XX:+UseSerialGC -Xms16m "-Xmx${DEMO_GATEWAY_HEAP:-96m}" \
      --enable-native-access=ALL-UNNAMED -Xlog:disable -XX:+AutoCreateSharedArchive \
      "-XX:SharedArchiveFile=$DATA/run/gateway.jsa" ${flags[@]+"${flags[@]}"} -jar "$DATA/run/gateway/gpuaas-gateway.jar" \
      --control-plane "https://127.0.0.1:$(gateway_port "$1" 0)" --secret-file "$DATA/gateway.secret" \
      --listen "$readers" --node-listen "$nodes" --metrics-listen "127.0.0.1:$(gateway_port "$1" 3)" \
      --log-file "$DATA/logs/gateway.log"
  ) </dev/null >>"$DATA/logs/gateway.out" 2>&1 &
  printf '%s\n' "$!" >"$DATA/gateway.pid"
  say "started the gateway (pid $!)"
}

stop_gateway() {
  local pid
  if pid=$(gateway_pid); then
    stop_process "$pid" "the gateway" TERM "$GATEWAY_STOP_SECONDS_MAX"
  fi
  rm -f "$DATA/gateway.pid"
}

describe_gateway() {
  local pid
  if pid=$(gateway_pid); then
    say "running, pid $pid"
  else
    say "not running"
  fi
}
