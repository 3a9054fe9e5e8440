#!/usr/bin/env bash
# Publishes the apps of the folder apps/ to a running demo, by the commands that any publisher uses: a tenant and its
# owner, a publisher with a key, and for each app push, review, promotion and publication. docs/how-to/publish.md
# explains each step. Run by ./gpuaas up in the background.
#
# Every step looks first whether it was taken, so that a run that was killed is continued by the next one.
#
# Usage: publish-stock-apps.sh DATA URL
# Environment: JAVA_HOME
# Files in DATA/stock-apps:
#   state        one line for ./gpuaas status
#   published    a hash of what was published; the same hash again means that there is nothing to do
#   people       user names and passwords of the publisher's owner and of the reviewer
#   key/         the key pair that signs, made at the first run
#   apps/        a copy of what is published
#   build/       one folder for each app, with its manifest and its image
#   config/      sign-ins of the two people
set -euo pipefail
umask 077

ROOT=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
DATA=$1
URL=$2
FOLDER=$DATA/stock-apps
# A copy: an edit of the folder apps/ meanwhile changes nothing.
APPS=$FOLDER/apps
CLI=$DATA/run/cli
LOGIN_SECONDS_MAX=120

say() {
  printf '%s\n' "$*"
}

# fail SENTENCE: the next run tries again.
fail() {
  say "failed: $*"
  set_state "failed: $*"
  exit 1
}

# shellcheck disable=SC2317 # the trap calls it
# Notes any other failure. A kill leaves the state as it was.
note_end() {
  local code=$?
  [[ $code -eq 0 || $(<"$FOLDER/state") == failed:* ]] || set_state "failed: see the log"
}

set_state() {
  printf '%s\n' "$*" >"$FOLDER/state.new"
  mv -f "$FOLDER/state.new" "$FOLDER/state"
}

# ---- commands --------------------------------------------------------------------------------------------------------

# run_as PERSON WORD…: a command of the client, as the person or with the first administrator's token.
run_as() {
  local person=$1 options=()
  shift
  [[ $person == admin ]] || options=(--profile "$person")
  (
    unset GPUAAS_TOKEN GPUAAS_PROFILE GPUAAS_TENANT GPUAAS_PROJECT
    export GPUAAS_CLI_FOLDER=$CLI GPUAAS_CHECKOUT=$ROOT GPUAAS_SERVER=$URL XDG_CONFIG_HOME=$FOLDER/config
    [[ $person != admin ]] || export GPUAAS_TOKEN=$ADMIN_TOKEN
    exec sh "$CLI/gpuaas" "$@" ${options[@]+"${options[@]}"}
  )
}

# gpuaas_as PERSON WORD…: a command that has to work. Its messages are in the log, and the last one in the state.
gpuaas_as() {
  local code=0
  run_as "$@" 2>"$FOLDER/messages" || code=$?
  cat "$FOLDER/messages" >&2
  [[ $code -eq 0 ]] || fail "gpuaas $2 $3: $(grep '^gpuaas: ' "$FOLDER/messages" | tail -n 1 || tail -n 1 "$FOLDER/messages")"
}

# field NAME: the first text of this name in a JSON answer.
field() {
  grep -o "\"$1\" *: *\"[^\"]*\"" | sed -n '1 s/.*"\([^"]*\)"$/\1/p'
}

# id_where NAME VALUE: the id of the item with this text, from a list with one item per line.
id_where() {
  grep -F "\"$1\":\"$2\"" | sed -n 's/^[^{]*{"id":"\([^"]*\)".*/\1/p' | head -n 1 || true
}

# ---- people ----------------------------------------------------------------------------------------------------------

# ensure_user USERNAME NAME: prints the id. The password is kept in the file people.
ensure_user() {
  local answer id
  id=$(gpuaas_as admin users list --all --output json | id_where username "$1")
  if [[ -n $id && -n $(password_of "$1") ]]; then
    say "$id"
    return
  fi
  if [[ -z $id ]]; then
    answer=$(gpuaas_as admin users create "$1" --name "$2" --email "$1@example.com" --output json)
    id=$(field id <<<"$answer")
  else
    # Created by a run that ended before it kept the password.
    answer=$(gpuaas_as admin users reset-password "$id" --yes --output json)
  fi
  printf '%s %s\n' "$1" "$(field secret <<<"$answer")" >>"$FOLDER/people"
  say "$id"
}

password_of() {
  [[ ! -f $FOLDER/people ]] || sed -n "s/^$1 //p" "$FOLDER/people" | tail -n 1
}

# sign_in PERSON: as a person does it with a browser on another machine.
sign_in() {
  local person=$1 login code='' deadline=$((SECONDS + LOGIN_SECONDS_MAX))
  ! run_as "$person" whoami >/dev/null 2>&1 || return 0
  say "signing in as $person"
  : >"$FOLDER/login"
  run_as "$person" login --device --server "$URL" >"$FOLDER/login" 2>&1 &
  login=$!
  while true; do
    code=$(sed -n 's/^Enter //p' "$FOLDER/login")
    [[ -z $code ]] || break
    if ! kill -0 "$login" 2>/dev/null || [[ $SECONDS -ge $deadline ]]; then
      fail "signing in as $person: $(tail -n 1 "$FOLDER/login")"
    fi
    sleep 0.1
  done
  if ! password_of "$person" |
    "$JAVA_HOME/bin/java" -XX:TieredStopAtLevel=1 "$ROOT/tools/DeviceSignIn.java" "$URL" "$person" "$code"; then
    kill "$login" 2>/dev/null || true
    fail "signing in as $person with the password in $FOLDER/people"
  fi
  wait "$login" || fail "signing in as $person: $(tail -n 1 "$FOLDER/login")"
}

# ---- the publisher ---------------------------------------------------------------------------------------------------

ensure_publisher() {
  local owner reviewer known
  TENANT=$(gpuaas_as admin tenants list --all --output json | id_where slug stock-apps)
  [[ -n $TENANT ]] ||
    TENANT=$(gpuaas_as admin tenants create stock-apps --name "Stock apps" --output json | field id)
  owner=$(ensure_user stock-publisher "Petra Publisher")
  gpuaas_as admin members set "$owner" --tenant "$TENANT" --role tenant_owner >/dev/null
  reviewer=$(ensure_user demo-reviewer "Rita Reviewer")
  gpuaas_as admin users set-platform-roles "$reviewer" --role reviewer --yes >/dev/null
  sign_in stock-publisher
  sign_in demo-reviewer
  PROJECT=$(gpuaas_as stock-publisher projects list --tenant "$TENANT" --output json | id_where slug releases)
  [[ -n $PROJECT ]] ||
    PROJECT=$(gpuaas_as stock-publisher projects create releases --name Releases --tenant "$TENANT" --output json | field id)
  known=$(gpuaas_as stock-publisher publishers list --tenant "$TENANT" --output json | id_where namespace stock)
  [[ -n $known ]] || gpuaas_as stock-publisher publishers create stock --name "Stock apps" --tenant "$TENANT" >/dev/null
  ensure_key
  known=$(gpuaas_as stock-publisher publishers keys list stock --tenant "$TENANT" --output json | id_where name "$(key_name)")
  [[ -n $known ]] ||
    gpuaas_as stock-publisher publishers keys add stock "$FOLDER/key/release.pub" --name "$(key_name)" --tenant "$TENANT" >/dev/null
}

ensure_key() {
  [[ ! -d $FOLDER/key ]] || return 0
  rm -rf "$FOLDER/key.new"
  mkdir "$FOLDER/key.new"
  gpuaas_as admin publishers keys generate "$FOLDER/key.new/release"
  mv "$FOLDER/key.new" "$FOLDER/key"
}

# A part of the public key, so that the name belongs to this key alone.
key_name() {
  printf 'demo key %s' "$(sha256sum <"$FOLDER/key/release.pub" | cut -c 1-12)"
}

# ---- images ----------------------------------------------------------------------------------------------------------

# build_app NAME PORT: an image that stands in for the app's own, which this repository does not have.
build_app() {
  local name=$1 port=$2 manifest=$APPS/$1/gpuaas.app.yaml new=$FOLDER/build/$1.new root=$FOLDER/build/$1.root
  local app version artifact title settings=()
  app=$(sed -n 's/^app: //p' "$manifest")
  version=$(sed -n 's/^version: //p' "$manifest")
  title=$(sed -n 's/^title: //p' "$manifest")
  artifact=$(sed -n 's/^  \([a-z]*\): { kind: oci_image.*/\1/p' "$manifest")
  rm -rf "$new" "$root" "$FOLDER/build/$name"
  mkdir -p "$new/artifacts" "$root"
  write_program "$root/stand-in"
  sed "s|@APP@|$title|g; s|@VERSION@|$version|g" "$APPS/stand-in/page.html" >"$root/stand-in.html"
  settings=(--entrypoint /stand-in)
  [[ $port == 0 ]] || settings+=(--entrypoint "$port" --port "$port")
  gpuaas_as admin artifacts pack "$root" "$new/artifacts/$artifact" "${settings[@]}" \
    --label "org.opencontainers.image.title=Stand-in for $title" --label "org.opencontainers.image.version=$version" \
    --label "io.gpuaas.app=$app" --label "io.gpuaas.stand-in=true" >/dev/null
  cp "$manifest" "$new/"
  rm -rf "$root"
  mv "$new" "$FOLDER/build/$name"
}

# The listing has the program in hexadecimal digits, with a comment for each instruction.
write_program() {
  local digits
  digits=$(sed 's/#.*//' "$APPS/stand-in/program.hex" | tr -d ' \n')
  # shellcheck disable=SC2001,SC2059
  printf "$(sed 's/../\\x&/g' <<<"$digits")" >"$1"
  chmod 755 "$1"
}

# ---- publishing ------------------------------------------------------------------------------------------------------

# publish_app NAME CATEGORIES: from wherever the last run left it to the channel stable.
publish_app() {
  local answer app version state artifact promotion review points=() category categories=()
  answer=$(gpuaas_as stock-publisher apps push "$FOLDER/build/$1" --project "$PROJECT" --key "$FOLDER/key/release.pem" --submit --output json)
  app=$(field app <<<"$answer")
  version=$(field version <<<"$answer")
  state=$(field state <<<"$answer")
  artifact=$(field artifact_id <<<"$answer")
  if [[ $state == submitted || $state == in_review ]]; then
    review=$(gpuaas_as demo-reviewer apps review start "$app" "$version" --output json)
    mapfile -t points < <(sed -n '/"points"/,/"changes"/ s/.*"id" *: *"\([^"]*\)".*/\1/p' <<<"$review")
    gpuaas_as demo-reviewer apps review approve "$app" "$version" --digest "$(field digest <<<"$review")" \
      ${points[@]+"${points[@]/#/--agree=}"} \
      --message "Approved by the first start of this demo. Nobody has looked at it." >/dev/null
    state=approved
  fi
  if [[ $state == approved ]]; then
    promotion=$(gpuaas_as admin artifacts show "$artifact" --project "$PROJECT" --output json | field promotion)
    [[ $promotion == promoted ]] ||
      gpuaas_as admin artifacts promote "$artifact" --reason "stock app of the demo" >/dev/null
    for category in ${2//,/ }; do categories+=(--category "$category"); done
    gpuaas_as stock-publisher apps update "$app" --project "$PROJECT" --visibility public "${categories[@]}" >/dev/null
    gpuaas_as stock-publisher apps publish "$app" "$version" --project "$PROJECT" --channel stable >/dev/null
    state=published
  fi
  # Deprecated by somebody since is also done.
  [[ $state == published || $state == deprecated ]] || fail "$app $version is $state"
  say "published $app $version"
}

# A hash of what is published and of the commands that do it.
fingerprint() {
  (
    cd "$FOLDER"
    {
      find apps -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
      sha256sum <"$ROOT/tools/publish-stock-apps.sh"
    } | sha256sum | cut -d ' ' -f 1
  )
}

main() {
  local now done=0 all name categories port
  mkdir -p "$FOLDER/build" "$FOLDER/config"
  set_state "starting"
  trap note_end EXIT
  # As after a kill.
  trap 'trap - EXIT; exit 143' TERM INT HUP
  rm -rf "$APPS"
  cp -R "$ROOT/apps" "$APPS"
  now=$(fingerprint)
  all=$(grep -vc '^#' "$APPS/stock-apps.txt")
  if [[ -f $FOLDER/published && $(<"$FOLDER/published") == "$now" ]]; then
    set_state "$all published"
    return
  fi
  ADMIN_TOKEN=$(sed -n 's/^token: *//p' "$DATA/first-login")
  [[ -n $ADMIN_TOKEN ]] || fail "$DATA/first-login has no token"
  set_state "preparing the publisher"
  ensure_publisher
  while read -r name categories port; do
    [[ $name != \#* ]] || continue
    set_state "publishing, $done of $all done"
    build_app "$name" "$port"
    publish_app "$name" "$categories"
    done=$((done + 1))
  done <"$APPS/stock-apps.txt"
  rm -rf "$FOLDER/build" "$FOLDER/login"
  printf '%s\n' "$now" >"$FOLDER/published"
  set_state "$all published"
  say "published $all stock apps in $SECONDS s"
}

# Read as a whole before it runs: an edit meanwhile changes nothing.
{
  main "$@"
  exit
}
