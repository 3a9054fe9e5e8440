# shellcheck shell=bash
# up, down, status, logs: one control plane on one data folder.
#
# Files in the data folder that these verbs own:
#   .gpuaas-data           marks the folder as ours, so that --fresh never removes anything else
#   control-plane.pid      the process; believed only when its command line names this folder
#   control-plane.lock     locked as long as the process lives, whoever started it
#   server-url             where it answers
#   demo-key, demo-key.pub the SSH key of demo-member, made before the first start
#   logs/                  control-plane.log, which the control plane rotates, and the logs of earlier starts;
#                          control-plane.out, what the JVM itself says
#   stock-apps/, stock-apps.pid  what tools/publish-stock-apps.sh keeps, and its process
#   run/                   the program that runs, unpacked, so that a build next to it changes nothing
#   run/start.recording    what the JVM recorded of a start, for the cache of later starts; see start_cache

PORT_DEFAULT=8080
START_SECONDS_MAX=180
STOP_SECONDS_MAX=30
# A JVM that recorded its start writes that down last.
RECORDING_SECONDS_MAX=90
START_CACHES_MAX=3
POSTGRES_STOP_SECONDS_MAX=20
LOGS_KEPT=5
LOG_BYTES_KEPT=$((50 * 1024 * 1024))
OUT_BYTES_KEPT=$((1024 * 1024))
EXIT_NOT_RUNNING=3
UNPACKED=$ROOT/control-plane/target/unpacked

# ---- the data folder -------------------------------------------------------------------------------------------------

# use_data DIR: sets DATA to the folder's absolute path and names the files in it. Creates nothing.
use_data() {
  local parent
  if [[ -d $1 ]]; then
    DATA=$(cd "$1" && pwd -P)
  else
    parent=$(dirname "$1")
    [[ ! -d $parent ]] || parent=$(cd "$parent" && pwd -P)
    [[ $parent == /* ]] || parent=$PWD/$parent
    DATA=$parent/$(basename "$1")
  fi
  PID_FILE=$DATA/control-plane.pid
  LOCK_FILE=$DATA/control-plane.lock
  URL_FILE=$DATA/server-url
  LOG=$DATA/logs/control-plane.log
  OUT=$DATA/logs/control-plane.out
  LOGIN_FILE=$DATA/first-login
  DEMO_KEY=$DATA/demo-key
  STOCK_PID_FILE=$DATA/stock-apps.pid
  POSTMASTER_FILE=$DATA/postgres/data/postmaster.pid
  RECORDING=$DATA/run/start.recording
}

is_our_data() {
  [[ -e $DATA/.gpuaas-data || -d $DATA/postgres/data ]]
}

create_data() {
  if [[ -d $DATA ]] && ! is_our_data && [[ -n $(ls -A "$DATA") ]]; then
    fail "$DATA holds other files: choose an empty or new folder with --data"
  fi
  mkdir -p "$DATA" 2>/dev/null || fail "cannot create $DATA: choose another folder with --data"
  chmod 700 "$DATA"
  : >"$DATA/.gpuaas-data"
  mkdir -p "$DATA/logs"
}

remove_data() {
  local confirmed=$1 answer
  [[ -d $DATA ]] || return 0
  is_our_data || fail "$DATA is not a GPUaaS data folder; --fresh does not remove it"
  if [[ $confirmed != true ]]; then
    [[ -t 0 ]] || fail "--fresh would remove everything in $DATA; add --yes to confirm"
    read -r -p "Remove everything in $DATA? [y/N] " answer
    [[ $answer == [yY] || $answer == [yY][eE][sS] ]] || fail "nothing was removed"
  fi
  (hold_lock)
  stop_stock_apps
  stop_demo_nodes
  stop_gateway
  stop_postgres
  rm -rf "$DATA"
  say "removed $DATA"
}

# ---- processes -------------------------------------------------------------------------------------------------------

# The arguments of a process, one on each line; empty when there is no such process.
process_arguments() {
  if [[ -d /proc/self ]]; then
    { tr '\0' '\n' <"/proc/$1/cmdline"; } 2>/dev/null || true
  else
    ps -ww -o args= -p "$1" 2>/dev/null | tr ' ' '\n' || true
  fi
}

# The pid of the control plane on this data folder, or nothing. A pid can be reused by a stranger, hence the second look.
running_pid() {
  local pid
  [[ -f $PID_FILE ]] || return 1
  pid=$(<"$PID_FILE")
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  process_arguments "$pid" | grep -qxF -- "--gpuaas.data-dir=$DATA" || return 1
  printf '%s' "$pid"
}

# The pid of the embedded PostgreSQL on this data folder, or nothing.
postgres_pid() {
  local pid
  [[ -f $POSTMASTER_FILE ]] || return 1
  pid=$(head -n 1 "$POSTMASTER_FILE")
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  process_arguments "$pid" | head -n 1 | grep -qF -- "$DATA/postgres/" || return 1
  printf '%s' "$pid"
}

# A dead process whose parent does not care stays in the table as a zombie; it is as gone as can be. So does the first
# thread of one that is still ending: while others are left, it holds its files, and with them its locks.
is_alive() {
  local state='' threads
  kill -0 "$1" 2>/dev/null || return 1
  # Asked ten times a second during a start, so without a process of its own.
  { read -r state <"/proc/$1/stat"; } 2>/dev/null || true
  [[ ${state##*) } == Z* ]] || return 0
  threads=("/proc/$1/task"/*)
  [[ ${#threads[@]} -gt 1 ]]
}

# wait_for_end PID SECONDS: true when the process is gone in time.
wait_for_end() {
  local deadline=$((SECONDS + $2))
  while is_alive "$1"; do
    [[ $SECONDS -lt $deadline ]] || return 1
    sleep 0.1
  done
}

# stop_process PID NAME SIGNAL SECONDS: asks, waits, and in the end kills. Says what it did.
stop_process() {
  local pid=$1 name=$2 signal=$3 seconds=$4 started
  started=$(now_millis)
  kill "-$signal" "$pid" 2>/dev/null || true
  if wait_for_end "$pid" "$seconds"; then
    say "stopped $name (pid $pid) in $(seconds_since "$started")"
  else
    kill -KILL "$pid" 2>/dev/null || true
    wait_for_end "$pid" 5 || fail "$name (pid $pid) is still running after it was killed"
    say "killed $name (pid $pid): it did not stop in $seconds s"
  fi
}

# Only ever an orphan: a control plane that stops in order takes its database with it.
stop_postgres() {
  local pid
  if pid=$(postgres_pid); then
    # SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, nothing committed is lost.
    stop_process "$pid" "the database" INT "$POSTGRES_STOP_SECONDS_MAX"
  fi
}

stop_control_plane() {
  local seconds=$STOP_SECONDS_MAX
  ! is_recording "$1" || seconds=$((seconds + RECORDING_SECONDS_MAX))
  stop_process "$1" "the control plane" TERM "$seconds"
  rm -f "$PID_FILE" "$URL_FILE"
}

# ---- HTTP ------------------------------------------------------------------------------------------------------------

# Without curl, which not every machine has. Loopback only.
http_status() {
  local port=$1 path=$2 line=
  {
    exec 3<>"/dev/tcp/127.0.0.1/$port" || return 1
    printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$path" >&3
    read -r -t 5 line <&3 || true
    exec 3>&-
  } 2>/dev/null
  [[ $line =~ ^HTTP/[0-9.]+\ ([0-9]{3}) ]] && printf '%s' "${BASH_REMATCH[1]}"
}

is_port_busy() {
  (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null
}

url_port() {
  local url
  url=$(<"$URL_FILE")
  printf '%s' "${url##*:}"
}

is_ready() {
  [[ -f $URL_FILE && $(http_status "$(url_port)" /readyz) == 200 ]]
}

# ---- up --------------------------------------------------------------------------------------------------------------

# The default roles of the program, and the registry.
ROLES=api,node-api,gateway-api,registry,outbox-relay,event-consumers,lifecycle,billing-worker

run_up() {
  local detach=false port=$PORT_DEFAULT data=$ROOT/.gpuaas fresh=false yes=false demo=true node_port= metrics_port= registry_port='' roles=$ROLES provisioner='' past='' apps='' settings=()
  while [[ $# -gt 0 ]]; do
    case $1 in
      --detach | -d) detach=true ;;
      --port) port=$(option_value --port "$@") && shift ;;
      --port=*) port=${1#*=} ;;
      --data) data=$(option_value --data "$@") && shift ;;
      --data=*) data=${1#*=} ;;
      --fresh) fresh=true ;;
      --yes | -y) yes=true ;;
      --no-demo) demo=false ;;
      --gpuaas.data-dir=*) fail_usage "set the data folder with --data" ;;
      --gpuaas.log.file=*) fail_usage "the log is in the folder logs of the data folder" ;;
      --gpuaas.server.port=*) fail_usage "set the port with --port" ;;
      --gpuaas.nodes.port=*) node_port=${1#*=} ;;
      --gpuaas.registry.port=*) registry_port=${1#*=} ;;
      --gpuaas.roles=*) roles=${1#*=} ;;
      --gpuaas.machines.provisioner=*) provisioner=${1#*=} ;;
      --gpuaas.server.metrics-port=*) metrics_port=${1#*=} ;;
      --gpuaas.gateways.*) fail_usage "the gateway's ports are derived from --port" ;;
      --gpuaas.demo-past=*) past=${1#*=} ;;
      --gpuaas.demo-apps=*) apps=${1#*=} ;;
      --gpuaas.demo=*) fail_usage "start without demo data with --no-demo" ;;
      --gpuaas.*=*) settings+=("$1") ;;
      *) fail_usage "unknown option for up: $1" ;;
    esac
    shift
  done
  [[ ${apps:-true} =~ ^(true|false)$ ]] || fail_usage "--gpuaas.demo-apps requires true or false"
  [[ $port =~ ^[0-9]+$ && $port -ge 1 && $port -le 65535 ]] || fail_usage "--port requires a number from 1 to 65535"
  node_port=${node_port:-$(node_port "$port")}
  # The four below are the gateway's.
  metrics_port=${metrics_port:-$(gateway_port "$port" 4)}
  registry_port=${registry_port:-$(gateway_port "$port" 5)}
  # Simulated hosts reinstall themselves.
  [[ -n $provisioner || $demo == false ]] || provisioner=agent
  require_jdk
  use_data "$data"
  refuse_second_start "$fresh"
  [[ $fresh == false ]] || remove_data "$yes"
  create_data
  hold_lock
  # All that runs, and the client that the welcome names next, in one Maven run.
  ensure_built control-plane gateway node-agent cli
  ! is_port_busy "$port" || fail "port $port is in use: choose another with --port"
  copy_agent_packages
  [[ $demo == false ]] || create_demo_key
  start_control_plane "$port" "--gpuaas.demo=$demo" "--gpuaas.demo-past=${past:-$demo}" "--gpuaas.nodes.port=$node_port" \
    "--gpuaas.gateways.port=$(gateway_port "$port" 0)" --gpuaas.gateways.local=true \
    "--gpuaas.server.metrics-port=$metrics_port" "--gpuaas.roles=$roles" "--gpuaas.registry.port=$registry_port" \
    "--gpuaas.machines.provisioner=${provisioner:-none}" ${settings[@]+"${settings[@]}"}
  wait_until_ready "$port"
  start_gateway "$port"
  [[ $demo == false ]] || start_demo_nodes "$node_port"
  [[ $demo == false || ${apps:-true} != true || ,$roles, != *,registry,* ]] || start_stock_apps "$detach"
  show_welcome
  [[ $detach == true ]] || stay_until_stopped
}

# Hosts are offered a copy (a second name of the same file where possible): a build next to it must not change it.
copy_agent_packages() {
  # A process of its own, since a failure here must not end the start.
  if ! "$ROOT/gpuaas" agent-package >/dev/null; then
    say "hosts cannot join with one line, see docs/how-to/nodes.md"
    return 0
  fi
  ! cmp -s "$AGENT_TARGET/packages/SHA256SUMS" "$DATA/agent-packages/SHA256SUMS" || return 0
  rm -rf "$DATA/agent-packages"
  cp -Rl "$AGENT_TARGET/packages" "$DATA/agent-packages" 2>/dev/null || {
    rm -rf "$DATA/agent-packages"
    cp -R "$AGENT_TARGET/packages" "$DATA/agent-packages"
  }
}

# The control plane gives the public half to demo-member when it fills an empty installation, and never later.
create_demo_key() {
  [[ ! -e $DEMO_KEY && ! -e $LOGIN_FILE && ! -d $DATA/postgres/data ]] || return 0
  if ! has ssh-keygen; then
    say "no SSH key was created for the demo: ssh-keygen is not installed"
    return 0
  fi
  ssh-keygen -q -t ed25519 -N '' -C gpuaas-demo -f "$DEMO_KEY" || say "no SSH key was created for the demo: ssh-keygen failed"
}

# Starting twice is not an error; removing the data of a running process is.
refuse_second_start() {
  local pid
  pid=$(running_pid) || return 0
  [[ $1 == false ]] || fail "the control plane is running on $DATA (pid $pid): stop it first with ./gpuaas down"
  say "already running at $(cat "$URL_FILE" 2>/dev/null || say "an address not known yet") (pid $pid, data in $DATA)"
  exit 0
}

# The control plane inherits the open file and with it the lock, so that no second one can start on the same data even
# when the pid file is lost. The kernel lets go of it when the process ends, however it ends.
hold_lock() {
  has flock || return 0
  exec 9>"$LOCK_FILE"
  flock -n 9 || fail "another control plane is starting or running on $DATA"
}

rotate_logs() {
  local number
  [[ -s $LOG ]] || return 0
  for ((number = LOGS_KEPT - 1; number > 1; number--)); do
    [[ ! -e $LOG.$((number - 1)) ]] || mv -f "$LOG.$((number - 1))" "$LOG.$number"
  done
  tail -c "$LOG_BYTES_KEPT" "$LOG" >"$LOG.1"
  rm -f "$LOG"
}

# keep_end FILE: what a JVM said at earlier starts, its newest part. Loggers write elsewhere, so little is ever added.
keep_end() {
  [[ -f $1 && $(wc -c <"$1") -gt $OUT_BYTES_KEPT ]] || return 0
  tail -c "$OUT_BYTES_KEPT" "$1" >"$1.new"
  mv -f "$1.new" "$1"
}

# Copies the program into the data folder (second names of the same files where possible), once for each build. Unpacked
# it starts with a quarter less work than from the one jar with jars inside.
unpack_program() {
  local stamp
  stamp=$(stamp_file control-plane)
  ! cmp -s "$stamp" "$DATA/run/built-from" || return 0
  rm -rf "$DATA/run"
  (
    lock_unpacked
    cmp -s "$stamp" "$UNPACKED/built-from" || unpack_build "$stamp"
    cp -al "$UNPACKED" "$DATA/run" 2>/dev/null || {
      rm -rf "$DATA/run"
      cp -a "$UNPACKED" "$DATA/run"
    }
    rm -rf "$DATA/run/cache"
  )
}

# Somebody else may start from the same build at the same time. Held until the subshell ends that this is called in.
lock_unpacked() {
  exec 8>"$UNPACKED.lock"
  ! has flock || flock 8
}

unpack_build() {
  rm -rf "$UNPACKED"
  "$JAVA_HOME/bin/java" -Djarmode=tools -jar "$(program_of control-plane)" extract --destination "$UNPACKED" >>"$OUT" 2>&1 ||
    fail "cannot unpack $(program_of control-plane) into $UNPACKED; see $OUT"
  unseal "$UNPACKED"/lib/xz-*.jar
  project_version >"$UNPACKED/version"
  cp "$1" "$UNPACKED/built-from"
}

# unseal JAR: the packages of a sealed jar come from that jar alone, and the JVM forgets that a class in its cache did. A
# start that needs one class more than the recorded one did would be refused: the first start of a data folder does.
unseal() {
  local manifest
  manifest=$(mktemp)
  printf 'Sealed: false\n' >"$manifest"
  "$JAVA_HOME/bin/jar" --update --file "$1" --manifest "$manifest" >>"$OUT" 2>&1 || fail "cannot unseal $1; see $OUT"
  rm -f "$manifest"
}

# ---- the cache of later starts ---------------------------------------------------------------------------------------

# With an AOT cache (JEP 483 and 515) a start takes less than half the work: the classes are linked already, and the
# compilers know what is run often. The first start of a build records, the cache is made once it has stopped, and all
# data folders use it. It lies with the unpacked build, so it goes with the build; the JVM looks at times and sizes only,
# and all builds give their jars the same time. Without it, or when the JVM refuses it, a start is slower and no more.

# The file of the cache: another JDK, or other flags, have another one.
start_cache() {
  local key
  key=$({ cat "$JAVA_HOME/release" && printf '%s' "${GPUAAS_JVM_FLAGS:-}"; } | cksum)
  printf '%s/cache/%s.aot' "$UNPACKED" "${key// /-}"
}

# Whether a process records its start.
is_recording() {
  process_arguments "$1" | grep -qxF -- -XX:AOTMode=record
}

# Whether the program of this data folder is the unpacked build, and not that of an earlier one.
runs_unpacked_build() {
  cmp -s "$DATA/run/built-from" "$UNPACKED/built-from"
}

# Makes the cache from what the last process on this data folder recorded, if there is need of one.
make_start_cache() {
  local cache started
  [[ -s $RECORDING ]] || return 0
  started=$(now_millis)
  cache=$(start_cache)
  (
    lock_unpacked
    if ! runs_unpacked_build || [[ -f $cache ]]; then
      exit 0
    fi
    mkdir -p "$UNPACKED/cache"
    remove_old_start_caches
    # shellcheck disable=SC2086
    if "$JAVA_HOME/bin/java" --enable-native-access=ALL-UNNAMED -XX:AOTMode=create "-XX:AOTConfiguration=$RECORDING" \
      "-XX:AOTCache=$cache.new" '-Xlog:aot*=off' ${GPUAAS_JVM_FLAGS:-} -jar "$UNPACKED/$(basename "$(program_of control-plane)")" \
      >>"$OUT" 2>&1 </dev/null && mv -f "$cache.new" "$cache"; then
      say "prepared faster starts in $(seconds_since "$started")"
    else
      rm -f "$cache.new"
      say "could not prepare faster starts; see $OUT"
    fi
  )
  rm -f "$RECORDING"
}

# Leaves room for one more; those of flags that were used last stay.
remove_old_start_caches() {
  local caches=()
  # shellcheck disable=SC2012
  mapfile -t caches < <(ls -t "$UNPACKED/cache")
  (cd "$UNPACKED/cache" && rm -f -- ${caches[@]+"${caches[@]:START_CACHES_MAX-1}"})
}

start_control_plane() {
  local port=$1 launcher=() cache start_flags
  shift
  rotate_logs
  keep_end "$OUT"
  [[ ! -s $OUT ]] || mv -f "$OUT" "$OUT.1"
  : >"$LOG"
  : >"$OUT"
  chmod 600 "$LOG" "$OUT"
  unpack_program
  make_start_cache
  cache=$(start_cache)
  if [[ -f $cache ]]; then
    touch -c "$cache"
    start_flags=("-XX:AOTCache=$cache")
  else
    start_flags=(-XX:AOTMode=record "-XX:AOTConfiguration=$RECORDING")
  fi
  # A session of its own: Ctrl-C reaches only this script, which then stops things in order.
  ! has setsid || launcher=(setsid)
  # shellcheck disable=SC2086
  (
    cd "$ROOT"
    # These speak to this script; the control plane must not take them for its own settings.
    unset GPUAAS_JDK_LOCATIONS GPUAAS_REQUIRE_SERVERS
    jvm_flags=${GPUAAS_JVM_FLAGS:-}
    unset GPUAAS_JVM_FLAGS
    exec ${launcher[@]+"${launcher[@]}"} "$JAVA_HOME/bin/java" \
      -XX:+ExitOnOutOfMemoryError --enable-native-access=ALL-UNNAMED "${start_flags[@]}" '-Xlog:aot*=off' $jvm_flags \
      -jar "$DATA/run/$(basename "$(program_of control-plane)")" "--gpuaas.data-dir=$DATA" "--gpuaas.server.port=$port" "--gpuaas.log.file=$LOG" \
      --logging.threshold.console=off "$@"
  ) </dev/null >>"$OUT" 2>&1 &
  SERVER_PID=$!
  printf '%s\n' "$SERVER_PID" >"$PID_FILE"
  rm -f "$URL_FILE"
}

# Shows each phase as the log names it, until the control plane is ready, has ended or takes too long.
wait_until_ready() {
  local port=$1 started line='' piece deadline=$((SECONDS + START_SECONDS_MAX))
  started=$(now_millis)
  trap 'stop_after_signal' INT TERM HUP
  say "starting the control plane (pid $SERVER_PID)"
  # Read without a process of its own, as often as this is: the start needs the processors.
  exec 6<"$LOG"
  while true; do
    # The last line may not be complete yet.
    while IFS= read -r piece <&6 || { line+=$piece && false; }; do
      show_phase "$line$piece" "$started"
      line=''
    done
    is_alive "$SERVER_PID" || report_failed_start
    [[ $(http_status "$port" /readyz) != 200 ]] || break
    if [[ $SECONDS -ge $deadline ]]; then
      stop_control_plane "$SERVER_PID" >&2
      fail "the control plane was not ready after $START_SECONDS_MAX s; its log is $LOG"
    fi
    sleep 0.1
  done
  exec 6<&-
  printf 'http://127.0.0.1:%s\n' "$port" >"$URL_FILE"
  say "ready in $(seconds_since "$started")"
}

# show_phase LINE MILLIS: the phase of a line of the log, if it names one, and the time since then.
show_phase() {
  [[ $1 =~ \"phase\":\"([a-z-]*)\" ]] || return 0
  printf '  %8s  %s\n' "$(seconds_since "$2")" "${BASH_REMATCH[1]}"
}

# A sentence instead of a stack trace: the program's own last word, or what the log says last.
report_failed_start() {
  local code=0 reason
  wait "$SERVER_PID" || code=$?
  # Later starts should not be prepared for an early end.
  rm -f "$PID_FILE" "$RECORDING"
  reason=$(sed -n 's/^gpuaas: //p' "$OUT" | tail -n 1)
  [[ -n $reason ]] || reason=$(sed -n '/"level":"ERROR"/ s/.*"message":"\([^"]*\)".*/\1/p' "$LOG" | tail -n 1)
  [[ -n $reason ]] || reason=$(grep -vE '^[{[:space:]]|^$' "$OUT" | tail -n 1 || true)
  reason=${reason//\\n/ }
  printf 'gpuaas: %s\n' "${reason:-the control plane exited with code $code and printed nothing}" >&2
  printf 'The control plane did not start (exit code %s); its log is %s\n' "$code" "$LOG" >&2
  exit 1
}

# ---- stock apps ------------------------------------------------------------------------------------------------------

# The process that publishes stock apps on this data folder, or nothing.
stock_apps_pid() {
  local pid
  [[ -f $STOCK_PID_FILE ]] || return 1
  pid=$(<"$STOCK_PID_FILE")
  [[ $pid =~ ^[0-9]+$ ]] || return 1
  process_arguments "$pid" | grep -qxF -- "$DATA" || return 1
  printf '%s' "$pid"
}

# start_stock_apps DETACHED: after the start, so that nobody waits for it. With a copy of the client, since a build next to
# it must not change it.
start_stock_apps() {
  local launcher=() log=$DATA/logs/stock-apps.log
  # One of a control plane that was killed may still be there.
  stop_stock_apps
  if ! copy_client; then
    say "stock apps are not published: the client cannot be copied into $DATA/run"
    return 0
  fi
  keep_end "$log"
  ! has setsid || launcher=(setsid)
  (
    exec 9>&-
    export JAVA_HOME
    exec ${launcher[@]+"${launcher[@]}"} "$ROOT/tools/publish-stock-apps.sh" "$DATA" "$(<"$URL_FILE")"
  ) </dev/null >>"$log" 2>&1 &
  printf '%s\n' "$!" >"$STOCK_PID_FILE"
  [[ -f $DATA/stock-apps/published ]] ||
    say "publishing stock apps in the background; ./gpuaas status shows how far it is (log: $log)"
  [[ $1 == true ]] || (
    exec 9>&-
    show_stock_apps_progress "$(<"$STOCK_PID_FILE")"
  ) &
}

# The copy is complete before it takes the old one's place. Times are kept: what the rehearsal left is tied to them.
copy_client() {
  local folder=$DATA/run/cli
  ! cmp -s "$(program_of cli)" "$folder/gpuaas-cli.jar" || return 0
  rm -rf "$folder.new" &&
    mkdir -p "$folder.new" &&
    cp -pR "$(program_of cli)" "$ROOT/cli/target/lib" "$ROOT/cli/target/gpuaas-cli.aot" \
      "$ROOT/cli/src/main/scripts/gpuaas" "$folder.new/" &&
    rm -rf "$folder" &&
    mv "$folder.new" "$folder"
}

# One line for each app on the screen of a start that stays.
show_stock_apps_progress() {
  local pid=$1 shown='' now
  while is_alive "$pid"; do
    now=$(describe_stock_apps)
    [[ $now == "$shown" ]] || say "  stock apps: $now"
    shown=$now
    sleep 1
  done
  now=$(describe_stock_apps)
  [[ $now == "$shown" || -z $shown ]] || say "  stock apps: $now"
}

# Stops the whole group, so that no command of the client goes on. The next start continues.
stop_stock_apps() {
  local pid
  if pid=$(stock_apps_pid); then
    kill -TERM -- "-$pid" 2>/dev/null || kill -TERM "$pid" 2>/dev/null || true
    wait_for_end "$pid" 5 || kill -KILL -- "-$pid" 2>/dev/null || true
  fi
  rm -f "$STOCK_PID_FILE"
}

describe_stock_apps() {
  local state=$DATA/stock-apps/state pid
  if [[ ! -f $state ]]; then
    say "starting"
  elif pid=$(stock_apps_pid); then
    say "$(<"$state") (pid $pid)"
  elif [[ $(<"$state") == failed:* ]]; then
    say "$(<"$state"); the next start tries again, log: $DATA/logs/stock-apps.log"
  elif [[ -f $DATA/stock-apps/published ]]; then
    say "$(<"$state")"
  else
    say "interrupted while $(<"$state"); the next start continues"
  fi
}

show_welcome() {
  local token
  say
  say "GPUaaS is running at $(<"$URL_FILE")"
  if [[ -f $LOGIN_FILE ]]; then
    token=$(sed -n 's/^token: *//p' "$LOGIN_FILE")
    say "First login (kept in $LOGIN_FILE):"
    # The password is shown by the start that made it, and never again.
    if [[ $LOGIN_FILE -nt $PID_FILE ]]; then
      sed -n 's/^\(user\|password\): */  \1: /p' "$LOGIN_FILE"
      sed -n 's/^demo: */  demo user: /p' "$LOGIN_FILE"
      ! grep -q '^demo: ' "$LOGIN_FILE" || [[ ! -f $DEMO_KEY ]] || say "  SSH key of demo-member: $DEMO_KEY"
      say "  page: $(<"$URL_FILE")/auth/login"
    fi
    say "  token: $token"
    say "Try it:"
    say "  curl -H \"Authorization: Bearer \$(sed -n 's/^token: //p' $LOGIN_FILE)\" $(<"$URL_FILE")/api/v1/me"
  fi
  say "Next: ./gpuaas login · ./gpuaas status · ./gpuaas logs -f · ./gpuaas down"
}

stop_after_signal() {
  trap '' INT TERM HUP
  say
  stop_stock_apps
  stop_demo_nodes
  stop_gateway
  stop_control_plane "$SERVER_PID"
  stop_postgres
  exit 130
}

# In the foreground Ctrl-C stops everything; so does the end of the control plane itself.
stay_until_stopped() {
  local code=0
  say "Ctrl-C stops it."
  wait "$SERVER_PID" || code=$?
  stop_stock_apps
  stop_demo_nodes
  stop_gateway
  rm -f "$PID_FILE" "$URL_FILE"
  [[ $code -eq 0 || $code -eq 143 ]] || fail "the control plane exited with code $code; its log is $LOG"
  say "the control plane has stopped"
}

# ---- down, status, logs ----------------------------------------------------------------------------------------------

# use_data_option "$@": for verbs whose only option is --data.
use_data_option() {
  local data=$ROOT/.gpuaas verb=$1
  shift
  while [[ $# -gt 0 ]]; do
    case $1 in
      --data) data=$(option_value --data "$@") && shift ;;
      --data=*) data=${1#*=} ;;
      *) fail_usage "unknown option for $verb: $1" ;;
    esac
    shift
  done
  use_data "$data"
}

run_down() {
  local pid stopped=false
  use_data_option down "$@"
  stop_stock_apps
  stop_demo_nodes
  stop_gateway
  if pid=$(running_pid); then
    stop_control_plane "$pid"
    stopped=true
  fi
  if pid=$(postgres_pid); then
    [[ $stopped == true ]] || say "the control plane had exited without stopping its database"
    stop_postgres
    stopped=true
  fi
  rm -f "$PID_FILE" "$URL_FILE"
  [[ $stopped == true ]] || say "nothing was running on $DATA"
  # Without a JDK the next start makes it.
  if JAVA_HOME=$(find_jdk); then make_start_cache; fi
}

run_status() {
  local pid
  use_data_option status "$@"
  if ! pid=$(running_pid); then
    say "control plane  not running"
    say "database       $(describe_postgres)"
    say "data           $DATA"
    return "$EXIT_NOT_RUNNING"
  fi
  local ready="not ready" code=$EXIT_NOT_RUNNING
  ! is_ready || { ready="ready" && code=0; }
  say "control plane  running, $ready"
  say "url            $(cat "$URL_FILE" 2>/dev/null || say "not known yet")"
  say "pid            $pid, up $(process_age "$pid")"
  say "version        $(cat "$DATA/run/version" 2>/dev/null || say unknown)"
  say "database       $(describe_postgres)"
  say "nodes          $(describe_demo_nodes)"
  say "gateway        $(describe_gateway)"
  [[ ! -f $DATA/stock-apps/state ]] || say "stock apps     $(describe_stock_apps)"
  say "data           $DATA"
  return "$code"
}

process_age() {
  local seconds
  # A process's folder in /proc is as old as the process.
  seconds=$(($(date +%s) - $(stat -c %Y "/proc/$1" 2>/dev/null || stat -f %m "$PID_FILE")))
  if [[ $seconds -lt 60 ]]; then
    say "$seconds s"
  elif [[ $seconds -lt 3600 ]]; then
    say "$((seconds / 60)) min $((seconds % 60)) s"
  else
    say "$((seconds / 3600)) h $((seconds % 3600 / 60)) min"
  fi
}

describe_postgres() {
  local pid
  if pid=$(postgres_pid); then
    say "embedded PostgreSQL $(<"$DATA/postgres/data/PG_VERSION") on port $(sed -n 4p "$POSTMASTER_FILE"), pid $pid"
  elif [[ -d $DATA/postgres/data ]]; then
    say "embedded PostgreSQL, not running"
  else
    say "no embedded PostgreSQL here"
  fi
}

run_logs() {
  local data=$ROOT/.gpuaas follow=() lines=100 render=true gateway=false
  while [[ $# -gt 0 ]]; do
    case $1 in
      -f | --follow) follow=(-F) ;;
      -n) lines=$(option_value -n "$@") && shift ;;
      --raw) render=false ;;
      --gateway) gateway=true ;;
      --data) data=$(option_value --data "$@") && shift ;;
      --data=*) data=${1#*=} ;;
      *) fail_usage "unknown option for logs: $1" ;;
    esac
    shift
  done
  [[ $lines =~ ^[0-9]+$ ]] || fail_usage "-n requires a number"
  use_data "$data"
  [[ $gateway == false ]] || LOG=$DATA/logs/gateway.log.0
  [[ -f $LOG ]] || fail "there is no log yet: $LOG does not exist"
  if [[ $render == false ]]; then
    exec tail -n "$lines" ${follow[@]+"${follow[@]}"} "$LOG"
  fi
  require_jdk
  tail -n "$lines" ${follow[@]+"${follow[@]}"} "$LOG" 2>/dev/null |
    "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 "$ROOT/tools/RenderLog.java"
}
