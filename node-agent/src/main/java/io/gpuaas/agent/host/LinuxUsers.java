package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.UserTasks;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Logins of people. Ours are known by what stands in their comment field, which names the allocation: no other account
 * of the host is ever changed. Whatever lies in a home is touched with the rights of its owner only, so a link planted
 * there leads no further than its owner could go.
 */
final class LinuxUsers {

    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Path ROOT = Path.of("/");
    private static final String MARK = "gpuaas ";

    /** A timed job may have begun between the end of its processes and that of its jobs. */
    private static final int PASSES_MAX = 3;

    /** Of userdel: some process uses the account. */
    private static final int ACCOUNT_IN_USE = 8;

    /** Runs as the owner, in the home. Exit 3: something that is not a plain folder or file is in the way. */
    private static final String WRITE_KEYS = """
            set -e
            umask 077
            if [ -h .ssh ] || { [ -e .ssh ] && [ ! -d .ssh ]; }; then exit 3; fi
            if [ -d .ssh/authorized_keys ]; then exit 3; fi
            mkdir -p .ssh
            chmod 700 .ssh
            rm -f .ssh/.authorized_keys.gpuaas
            cat > .ssh/.authorized_keys.gpuaas
            chmod 600 .ssh/.authorized_keys.gpuaas
            sync .ssh/.authorized_keys.gpuaas
            mv -fT .ssh/.authorized_keys.gpuaas .ssh/authorized_keys
            """;

    /** A file too large to be read counts as empty, or its owner could keep keys of ours from being taken away. */
    private static final String READ_KEYS = """
            f=.ssh/authorized_keys
            if [ -f $f ] && [ ! -h $f ] && [ "$(stat -c %s $f)" -le 500000 ]; then cat $f; fi
            """;

    private final Path passwd;
    private final LoginUnits units;

    LinuxUsers() {
        this(new LoginUnits(ROOT, allocation -> Optional.empty()));
    }

    LinuxUsers(LoginUnits units) {
        this(Path.of("/etc/passwd"), units);
    }

    LinuxUsers(Path passwd, LoginUnits units) {
        this.passwd = passwd;
        this.units = units;
    }

    /** An account of the host. */
    record Account(String name, int uid, int gid, String comment, String home) {

        boolean isOurs() {
            return comment.startsWith(MARK);
        }

        boolean isOf(UUID allocation) {
            return comment.equals(MARK + allocation);
        }

        private Stream<LoginUnits.Holder> holder() {
            try {
                return Stream.of(
                        new LoginUnits.Holder(name, UUID.fromString(comment.substring(MARK.length())), uid, gid));
            } catch (IllegalArgumentException e) {
                // Somebody who was root changed it; nothing is sold to such a login.
                return Stream.empty();
            }
        }
    }

    /** Those that are ours. */
    List<Account> list() throws IOException {
        try (Stream<String> lines = Files.lines(passwd)) {
            return lines.map(line -> line.split(":", -1))
                    .filter(cells -> cells.length >= 7 && cells[4].startsWith(MARK))
                    .map(LinuxUsers::account)
                    .toList();
        }
    }

    /** Ours with the allocation each one is for. */
    List<LoginUnits.Holder> listHolders() throws IOException {
        return list().stream().flatMap(Account::holder).toList();
    }

    private static LoginUnits.Holder holder(Account account, UUID allocation) {
        return new LoginUnits.Holder(account.name(), allocation, account.uid(), account.gid());
    }

    private Optional<Account> find(String name) throws IOException {
        try (Stream<String> lines = Files.lines(passwd)) {
            return lines.map(line -> line.split(":", -1))
                    .filter(cells -> cells.length >= 7 && cells[0].equals(name))
                    .map(LinuxUsers::account)
                    .findFirst();
        }
    }

    private static Account account(String[] cells) {
        return new Account(cells[0], Integer.parseInt(cells[2]), Integer.parseInt(cells[3]), cells[4], cells[5]);
    }

    UserTasks.UserProvisioned provision(UserTasks.ProvisionUser user, Progress progress)
            throws TaskFailure, InterruptedException {
        requireKeys(user.sshKeys());
        try {
            Optional<Account> existing = find(user.username());
            if (existing.isPresent()) {
                requireSame(existing.get(), user);
            } else {
                progress.phase("account", "creating " + user.username());
                create(user);
            }
            Account account = find(user.username())
                    .orElseThrow(() -> TaskFailure.failed("user_absent", "useradd succeeded and left no account"));
            closeHome(account);
            progress.phase("devices", user.gpuUuids().size() + " GPUs or parts of them");
            units.confine(
                    holder(account, user.allocationId()),
                    user.gpuUuids(),
                    user.limits() == null ? null : user.limits().processesMax());
            progress.phase("rights", user.maySudo() ? "may become root" : "an ordinary login");
            LoginRights.set(user);
            // Last: with its keys the login can be used.
            progress.phase("keys", user.sshKeys().size() + " SSH keys");
            writeKeys(account, user.sshKeys());
            return new UserTasks.UserProvisioned(account.name(), account.uid(), account.home(), null, null, null);
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot read the accounts", e);
        }
    }

    /** The mode that useradd gives a home depends on the distribution, and older agents did not change it. */
    private static void closeHome(Account account) throws TaskFailure {
        Path home = Path.of(account.home());
        try {
            Object owner = Files.getAttribute(home, "unix:uid", LinkOption.NOFOLLOW_LINKS);
            if (!Files.isDirectory(home, LinkOption.NOFOLLOW_LINKS) || !owner.equals(account.uid())) {
                throw TaskFailure.failed("home_unsafe", home + " is no folder of " + account.name());
            }
            Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwx------"));
        } catch (IOException e) {
            throw TaskFailure.failed("home_unsafe", "the home of " + account.name() + " cannot be closed", e);
        }
    }

    private static void requireSame(Account account, UserTasks.ProvisionUser user) throws TaskFailure {
        boolean isSame = account.isOf(user.allocationId()) && (user.uid() == null || user.uid() == account.uid());
        if (!isSame) {
            throw TaskFailure.failed("user_conflict", user.username() + " exists and is not of this allocation");
        }
    }

    private static void create(UserTasks.ProvisionUser user) throws TaskFailure, InterruptedException {
        List<String> command = new ArrayList<>(List.of("useradd", "--create-home", "--shell", "/bin/bash"));
        // No password fits "*"; "!" would mean locked, and an SSH server without PAM lets nobody in who is.
        command.addAll(List.of("--comment", MARK + user.allocationId(), "--password", "*"));
        if (user.uid() == null) {
            command.add("--user-group");
        } else {
            String id = user.uid().toString();
            Programs.require(
                    "group_not_created", Program.of(LIMIT, "groupadd", "--force", "--gid", id, "--", user.username()));
            command.addAll(List.of("--uid", id, "--gid", user.username()));
        }
        if (!user.groups().isEmpty()) {
            command.addAll(List.of("--groups", String.join(",", user.groups())));
        }
        command.addAll(List.of("--", user.username()));
        Programs.require("user_not_created", Program.of(LIMIT, command));
    }

    UserTasks.SshKeysReconciled reconcile(UserTasks.ReconcileSshKeys keys) throws TaskFailure, InterruptedException {
        requireKeys(keys.sshKeys());
        try {
            Account account = find(keys.username())
                    .filter(Account::isOurs)
                    .filter(found -> keys.allocationId() == null || found.isOf(keys.allocationId()))
                    .orElseThrow(() ->
                            TaskFailure.failed("user_absent", "there is no login " + keys.username() + " of ours"));
            AuthorizedKeys.Change change = writeKeys(account, keys.sshKeys());
            return new UserTasks.SshKeysReconciled(change.added(), change.removed());
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot read the accounts", e);
        }
    }

    private static void requireKeys(List<String> keys) throws TaskFailure {
        for (String key : keys) {
            if (!AuthorizedKeys.isKey(key)) {
                throw TaskFailure.refused("ssh_key_invalid", "a line is no plain SSH public key");
            }
        }
    }

    private static AuthorizedKeys.Change writeKeys(Account account, List<String> keys)
            throws TaskFailure, InterruptedException {
        AuthorizedKeys before = AuthorizedKeys.read(
                Programs.require("home_unreadable", asOwner(account, READ_KEYS).bytes())
                        .out());
        Programs.require(
                "home_unsafe",
                asOwner(account, WRITE_KEYS).bytes().input(before.with(keys).text()));
        return before.changeTo(keys);
    }

    private static Program asOwner(Account account, String script) {
        return Program.of(
                LIMIT,
                "setpriv",
                "--reuid=" + account.uid(),
                "--regid=" + account.gid(),
                "--clear-groups",
                "--no-new-privs",
                "env",
                "-i",
                "PATH=/usr/bin:/bin",
                "sh",
                "-c",
                "cd -- \"$1\" && { " + script + "\n}",
                "sh",
                account.home());
    }

    /** Programs of the host set its limits and change to its user, with its groups and nothing else of ours. */
    Login login(UUID allocation, String username) throws TaskFailure {
        try {
            Account account = find(username)
                    .filter(found -> found.isOf(allocation))
                    .orElseThrow(() ->
                            TaskFailure.failed("user_absent", "there is no login " + username + " of this allocation"));
            List<String> front = new ArrayList<>(LoginRights.limitCommand(username));
            front.addAll(List.of("setpriv", "--reuid=" + account.uid(), "--regid=" + account.gid()));
            front.addAll(List.of("--init-groups", "--inh-caps=-all", "--"));
            front.addAll(List.of("env", "--chdir=" + account.home(), "--"));
            return new HostLogin(
                    front,
                    Shell.environment(username, account.home()),
                    Path.of("/"),
                    account.uid(),
                    TenantUnits.arePossible());
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot read the accounts", e);
        }
    }

    UserTasks.UserRevoked revoke(UserTasks.RevokeUser user, Progress progress)
            throws TaskFailure, InterruptedException {
        try {
            Optional<Account> existing = find(user.username());
            if (existing.isEmpty()) {
                LoginRights.remove(user.username());
                return new UserTasks.UserRevoked(false, 0);
            }
            Account account = existing.get();
            if (!account.isOf(user.allocationId())) {
                throw TaskFailure.failed("user_conflict", user.username() + " is not of this allocation");
            }
            progress.phase("lock", "no new sessions");
            Programs.require(
                    "user_not_locked",
                    Program.of(LIMIT, "usermod", "--lock", "--expiredate", "1", "--", account.name()));
            LoginRights.remove(account.name());
            LoginIds ids = LoginIds.read(passwd, passwd.resolveSibling("subuid"), account.name(), account.uid());
            Departure departure = new Departure(user.allocationId(), account, ids);
            int ended = departure.endAndClear(progress);
            progress.phase("account", user.keepsHome() ? "removing, home kept" : "removing with its home");
            if (!user.keepsHome()) {
                departure.removeHome();
            }
            units.release(holder(account, user.allocationId()));
            removeAccount(account.name());
            return new UserTasks.UserRevoked(true, ended);
        } catch (IOException e) {
            throw TaskFailure.failed("host_error", "cannot read the accounts", e);
        }
    }

    /** Ends a login, except for its account. */
    private static final class Departure {

        private final UUID allocation;
        private final Account account;
        private final LoginIds ids;
        private final LoginProcesses processes = new LoginProcesses();
        private final LoginMounts mounts = new LoginMounts();
        private @Nullable Leftovers leftovers;

        private Departure(UUID allocation, Account account, LoginIds ids) {
            this.allocation = allocation;
            this.account = account;
            this.ids = ids;
        }

        /** One for the whole release, since its time limit starts when it is made. */
        private Leftovers leftovers() {
            if (leftovers == null) {
                leftovers = new Leftovers(ROOT, ids, account.name());
            }
            return leftovers;
        }

        private int endAndClear(Progress progress) throws TaskFailure, InterruptedException {
            progress.phase("processes", "ending sessions and processes");
            // Before anything waits for what never answers, which takes the whole time for ending processes.
            mounts.detach(ids, account.name());
            int ended = endProcesses();
            for (int pass = 0; pass < PASSES_MAX; pass++) {
                progress.phase("mounts", "unmounting its file systems");
                mounts.detach(ids, account.name());
                TenantUnits.stopLogin(allocation, account.uid());
                progress.phase("leftovers", "removing what it left outside its home");
                leftovers().remove();
                int late = endProcesses();
                if (late == 0) {
                    return ended;
                }
                ended += late;
            }
            throw TaskFailure.failed(
                    LoginProcesses.LOGIN_PROCESSES_REMAIN, "processes of " + account.name() + " keep being started");
        }

        /** A process may wait for a FUSE file system that never answers. No signal ends that, unmounting does. */
        private int endProcesses() throws TaskFailure, InterruptedException {
            List<String> groups = TenantUnits.controlGroups(allocation, account.uid());
            try {
                return processes.end(ids, groups);
            } catch (TaskFailure e) {
                if (mounts.detach(ids, account.name()) == 0) {
                    throw e;
                }
                return processes.end(ids, groups);
            }
        }

        private void removeHome() throws TaskFailure, InterruptedException {
            leftovers().removeHome(Path.of(account.home()));
        }
    }

    /** Its home is gone by then: userdel would go through it by paths. */
    private static void removeAccount(String name) throws TaskFailure, InterruptedException {
        Program.Finished userdel = Programs.require(
                "user_not_removed",
                Program.of(LIMIT, "userdel", "--", name),
                finished -> finished.isSuccess() || finished.exitCode() == ACCOUNT_IN_USE);
        if (!userdel.isSuccess()) {
            throw TaskFailure.failed(LoginProcesses.LOGIN_PROCESSES_REMAIN, userdel.complaint());
        }
    }
}
