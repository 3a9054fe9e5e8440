# shellcheck shell=bash
# Makes the Debian machine that tests of the full tier boot in QEMU: a kernel with control groups v2, systemd as the init, an
# SSH server, and nothing of ours. Needs root, since the system is unpacked with its own owners.
#
# Files in target/machine: root.ext4, vmlinuz, key (logs in as root), built-from.

MACHINE_TARGET=$ROOT/target/machine
MACHINE_PACKAGES=(
  "qemu-system-x86|qemu-system-x86_64|a Debian machine of its own for what needs systemd"
  "qemu-utils|qemu-img|the disk of that machine"
  "mmdebstrap|mmdebstrap|the system of that machine"
  "e2fsprogs|mke2fs|the file system of that machine"
)
MACHINE_INCLUDES=systemd-sysv,udev,dbus,libpam-systemd,openssh-server,iproute2,netbase,procps,kmod,curl,ca-certificates,sudo
MACHINE_DISK=4G
# Units that no test needs and that take most of the boot in an emulated machine.
MACHINE_MASKED=(
  apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer e2scrub_reap.service fstrim.timer
  systemd-networkd-wait-online.service systemd-pstore.service systemd-timesyncd.service dev-hugepages.mount
  dev-mqueue.mount sys-kernel-debug.mount sys-kernel-tracing.mount modprobe@drm.service modprobe@efi_pstore.service
)

# Sets GPUAAS_TEST_MACHINE where the machine can be made; otherwise says why its tests are left out.
provide_machine() {
  local log=$ROOT/target/machine.log
  if ! can_install_packages || [[ $(uname -m) != x86_64 ]]; then
    LEFT_OUT+=("a Debian machine with systemd: making it needs root, apt and an x86-64 machine")
  elif ! install_missing_packages "${MACHINE_PACKAGES[@]}"; then
    LEFT_OUT+=("a Debian machine with systemd: its packages could not be installed")
  elif ! ensure_machine >"$log" 2>&1; then
    LEFT_OUT+=("a Debian machine with systemd: making it failed, see $log")
  else
    export GPUAAS_TEST_MACHINE=$MACHINE_TARGET
  fi
}

ensure_machine() {
  local built_from
  built_from=$(sha256sum "$ROOT/tools/machine.sh")
  [[ ! -f $MACHINE_TARGET/built-from || $(<"$MACHINE_TARGET/built-from") != "$built_from" ]] || return 0
  rm -rf "$MACHINE_TARGET"
  mkdir -p "$MACHINE_TARGET"
  # A subshell, so that the first failure ends it although the caller asks for the outcome.
  bash -euo pipefail -c "$(declare -f build_machine); build_machine \"\$@\"" build_machine \
    "$MACHINE_TARGET" "$MACHINE_INCLUDES" "$MACHINE_DISK" "${MACHINE_MASKED[@]}" || return 1
  printf '%s\n' "$built_from" >"$MACHINE_TARGET/built-from"
}

# build_machine TARGET PACKAGES DISK MASKED…
build_machine() {
  local target=$1 packages=$2 disk=$3 system=$1/system unit kernel version sources
  shift 3
  # Debian's own sources only, in whichever form this machine has them.
  sources=/etc/apt/sources.list.d/debian.sources
  [[ -e $sources ]] || sources=/etc/apt/sources.list
  # shellcheck source=/dev/null
  mmdebstrap --quiet --variant=minbase --include="$packages" --dpkgopt='path-exclude=/usr/share/man/*' \
    --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
    "$(. /etc/os-release && printf '%s' "$VERSION_CODENAME")" "$system" "$sources"

  # Only the files of the kernel: NVMe and ext4 are part of it, so it needs no initial RAM disk.
  kernel=$(apt-cache depends linux-image-cloud-amd64 | awk '/Depends: linux-image/ { print $2; exit }')
  mkdir "$target/download"
  (cd "$target/download" && apt-get -o APT::Sandbox::User=root download "$kernel")
  dpkg-deb -x "$target/download"/*.deb "$target/kernel"
  version=$(ls "$target/kernel/lib/modules")
  mkdir -p "$system/lib/modules"
  mv "$target/kernel/lib/modules/$version" "$system/lib/modules/"
  mv "$target/kernel/boot/vmlinuz-$version" "$target/vmlinuz"
  chroot "$system" depmod "$version"

  printf '[Match]\nName=en* eth*\n[Network]\nDHCP=ipv4\n' >"$system/etc/systemd/network/all.network"
  chroot "$system" systemctl enable systemd-networkd
  for unit in "$@"; do
    ln -sf /dev/null "$system/etc/systemd/system/$unit"
  done
  printf 'LABEL=root / ext4 defaults 0 1\n' >"$system/etc/fstab"
  : >"$system/etc/machine-id"
  printf 'bare-host\n' >"$system/etc/hostname"
  printf '127.0.0.1 localhost bare-host\n' >"$system/etc/hosts"
  ssh-keygen -q -t ed25519 -N "" -f "$target/key"
  install -d -m 700 "$system/root/.ssh"
  install -m 600 "$target/key.pub" "$system/root/.ssh/authorized_keys"
  mke2fs -q -t ext4 -L root -d "$system" -E lazy_itable_init=1,nodiscard "$target/root.ext4" "$disk"
  rm -rf "$system" "$target/kernel" "$target/download"
}
