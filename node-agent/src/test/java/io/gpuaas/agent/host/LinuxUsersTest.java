package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.gpuaas.agent.task.Progress;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.agent.task.UserTasks;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real accounts of this machine, made and removed; needs root and useradd. */
class LinuxUsersTest {

    private static final String KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx5 me@example";
    private static final String OTHER_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx6 other@example";
    private static final Progress SILENT = new SilentProgress();
    private static final int UNUSED_UID = 1_987_654;

    @TempDir
    Path folder;

    private final UUID allocation = UUID.randomUUID();
    private final String name =
            "gputest" + Long.toString(ProcessHandle.current().pid(), 36)
                    + Integer.toString((int) (System.nanoTime() % 46_656), 36);
    private final LinuxUsers users = new LinuxUsers();

    @SuppressWarnings("NullAway.Init")
    LinuxUsersTest() {}

    @BeforeEach
    void needRoot() {
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.isExecutable(Path.of("/usr/sbin/useradd")),
                "needs root and useradd");
    }

    @AfterEach
    void removeUser() throws Exception {
        if (users.list().stream().anyMatch(account -> account.name().equals(name))) {
            users.revoke(new UserTasks.RevokeUser(allocation, name, null), SILENT);
        }
    }

    @Test
    void filesThatOthersRemoveMeanwhileAreNoLeftovers() throws Exception {
        Files.createDirectories(folder.resolve("tmp"));
        AtomicBoolean stop = new AtomicBoolean();
        Thread others = Thread.ofPlatform().start(() -> {
            for (int n = 0; !stop.get(); n++) {
                Path deep = folder.resolve("tmp/d" + n % 7);
                assertThat(deep.toFile().mkdir()).isTrue();
                assertThat(deep.toFile().delete()).isTrue();
            }
        });
        try {
            for (int n = 0; n < 25; n++) {
                new Leftovers(folder, LoginIds.of(UNUSED_UID), "nobody").remove();
            }
        } finally {
            stop.set(true);
            others.join();
        }
    }

    @Test
    void aLoginIsMadeOnceWithItsKeysReadableByItAlone() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        UserTasks.UserProvisioned again = provision(KEY);

        assertThat(again).isEqualTo(made);
        Path file = Path.of(made.home(), ".ssh/authorized_keys");
        assertThat(file).content().contains(KEY + "\n").doesNotContain(OTHER_KEY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(made.uid());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file.getParent())))
                .isEqualTo("rwx------");
        assertThat(users.list()).extracting(LinuxUsers.Account::name).contains(name);
    }

    @Test
    void keysBecomeExactlyThoseGiven() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Path file = Path.of(made.home(), ".ssh/authorized_keys");
        UserTasks.SshKeysReconciled change =
                users.reconcile(new UserTasks.ReconcileSshKeys(allocation, name, List.of(OTHER_KEY)));
        assertThat(change).isEqualTo(new UserTasks.SshKeysReconciled(1, 1));
        assertThat(file).content().contains(OTHER_KEY + "\n").doesNotContain(KEY);
        assertThat(users.reconcile(new UserTasks.ReconcileSshKeys(allocation, name, List.of(OTHER_KEY))))
                .isEqualTo(new UserTasks.SshKeysReconciled(0, 0));
    }

    @Test
    void aPlantedLinkLeadsNowhere() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Path ssh = Path.of(made.home(), ".ssh");
        Path target = Files.createDirectories(folder.resolve("root-only"));
        Files.writeString(target.resolve("authorized_keys"), "untouched");
        Files.delete(ssh.resolve("authorized_keys"));
        Files.delete(ssh);
        Files.createSymbolicLink(ssh, target);

        assertThatThrownBy(() -> users.reconcile(new UserTasks.ReconcileSshKeys(allocation, name, List.of(OTHER_KEY))))
                .isInstanceOf(TaskFailure.class)
                .hasMessageContaining("home_");
        assertThat(target.resolve("authorized_keys")).hasContent("untouched");
    }

    @Test
    void aLinkInPlaceOfTheFileIsReplacedAndItsTargetKept() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Path file = Path.of(made.home(), ".ssh/authorized_keys");
        Path target = Files.writeString(folder.resolve("victim"), "untouched");
        Files.delete(file);
        Files.createSymbolicLink(file, target);

        users.reconcile(new UserTasks.ReconcileSshKeys(allocation, name, List.of(OTHER_KEY)));

        assertThat(target).hasContent("untouched");
        assertThat(Files.isSymbolicLink(file)).isFalse();
        assertThat(file).content().contains(OTHER_KEY + "\n").doesNotContain(KEY);
    }

    @Test
    void aLineThatIsMoreThanAKeyIsRefused() {
        assertThatThrownBy(() -> provision("command=\"/bin/sh\" " + KEY)).hasMessageContaining("ssh_key_invalid");
        assertThat(Files.exists(Path.of("/home", name), LinkOption.NOFOLLOW_LINKS))
                .isFalse();
    }

    @Test
    void anAccountThatIsNotOursIsNeverChanged() {
        assertThatThrownBy(() -> users.provision(
                        new UserTasks.ProvisionUser(
                                allocation, "daemon", null, List.of(), List.of(KEY), List.of(), null, null),
                        SILENT))
                .hasMessageContaining("user_conflict");
        assertThatThrownBy(() -> users.revoke(new UserTasks.RevokeUser(allocation, "daemon", null), SILENT))
                .hasMessageContaining("user_conflict");
        assertThatThrownBy(() -> users.reconcile(new UserTasks.ReconcileSshKeys(null, "root", List.of(KEY))))
                .hasMessageContaining("user_absent");
    }

    @Test
    void anotherAllocationsLoginIsNotRevoked() throws Exception {
        provision(KEY);
        assertThatThrownBy(() -> users.revoke(new UserTasks.RevokeUser(UUID.randomUUID(), name, null), SILENT))
                .hasMessageContaining("user_conflict");
        assertThat(users.list()).extracting(LinuxUsers.Account::name).contains(name);
    }

    @Test
    void revokingEndsItsProcessesAndRemovesAccountAndHome() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Process process = new ProcessBuilder(
                        "setpriv", "--reuid=" + made.uid(), "--regid=" + made.uid(), "--clear-groups", "sleep", "600")
                .start();
        try {
            UserTasks.UserRevoked revoked = users.revoke(new UserTasks.RevokeUser(allocation, name, null), SILENT);
            assertThat(revoked.removed()).isTrue();
            assertThat(revoked.processesEnded()).isGreaterThanOrEqualTo(1);
            assertThat(process.waitFor()).isNotZero();
            assertThat(Path.of(made.home())).doesNotExist();
            assertThat(users.list()).extracting(LinuxUsers.Account::name).doesNotContain(name);
            assertThat(users.revoke(new UserTasks.RevokeUser(allocation, name, null), SILENT))
                    .isEqualTo(new UserTasks.UserRevoked(false, 0));
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void homesAreForTheirOwnersAlone() throws Exception {
        Path home = Path.of(provision(KEY).home());
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .isEqualTo("rwx------");
        Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
        provision(KEY);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home)))
                .as("an existing one, when it is provisioned again")
                .isEqualTo("rwx------");
    }

    @Test
    void revokingEndsProcessesOfSubordinateUsers() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        String line = Files.readAllLines(Path.of("/etc/subuid")).stream()
                .filter(each -> each.startsWith(name + ":"))
                .findFirst()
                .orElse("");
        Assumptions.assumeFalse(line.isEmpty(), "this host gives logins no subordinate users");
        Process process = start(Integer.parseInt(line.split(":", -1)[1]) + 7, "sleep", "600");
        Path left = Files.createTempDirectory("of-a-container");
        Files.setAttribute(left, "unix:uid", Integer.parseInt(line.split(":", -1)[1]));
        try {
            revoke(made);
            assertThat(process.isAlive()).isFalse();
            assertThat(left).doesNotExist();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Each process starts the next one and ends; with a bound of its own, should nobody end it. */
    @Test
    void revokingEndsAProgramThatIsAnotherProcessAMomentLater() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Path mark = Files.createFile(folder.resolve("alive"));
        Files.setPosixFilePermissions(mark, PosixFilePermissions.fromString("rw-rw-rw-"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
        Process process = start(
                made.uid(),
                "perl",
                "-e",
                "my $end = time + 60; while (time < $end) { exit if fork; open(my $f, '>>', $ARGV[0]); print $f '.' }",
                mark.toString());
        try {
            await().atMost(Duration.ofSeconds(30)).until(() -> Files.size(mark) > 10);
            revoke(made);
            long size = Files.size(mark);
            await().during(Duration.ofMillis(300)).until(() -> Files.size(mark) == size);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** The kernel shows such a process as dead. */
    @Test
    void revokingEndsAProcessWhoseFirstThreadHasEnded() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        int exit = System.getProperty("os.arch").equals("aarch64") ? 93 : 60;
        Process process = start(
                made.uid(),
                "perl",
                "-e",
                "use threads; threads->create(sub { sleep 60 }); $| = 1; print \"up\\n\"; syscall(" + exit + ", 0)");
        try {
            Assumptions.assumeTrue("up".equals(process.inputReader().readLine()), "needs a perl with threads");
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> Files.readString(Path.of("/proc/" + process.pid() + "/status"))
                            .contains("Z (zombie)"));
            revoke(made);
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void aHomeOfAnyDepthAndWithFoldersOfOthersIsRemoved() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Process maker = start(
                made.uid(),
                "perl",
                "-e",
                "chdir $ARGV[0] or die; mkdir 'deep'; chdir 'deep'; for (1..5000) { mkdir 'd' or die; chdir 'd' or die }",
                made.home());
        assertThat(maker.waitFor()).isZero();
        Path foreign = Files.createDirectories(Path.of(made.home(), "foreign"));
        Files.setAttribute(foreign, "unix:uid", UNUSED_UID);
        revoke(made);
        assertThat(Path.of(made.home())).doesNotExist();
    }

    @Test
    void revokingTakesFileSystemsOfTheLoginAwayAndOthersInItsFolders() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Path home = Path.of(made.home());
        Path odd = Files.createDirectories(home.resolve("a b\\\n#/mounted"));
        Path below = Files.createDirectories(home.resolve("foreign"));
        Path elsewhere = Files.createDirectories(folder.resolve("of-another"));
        Files.setAttribute(odd, "unix:uid", made.uid());
        try (Mounted first = Mounted.dead(odd, made.uid());
                Mounted second = Mounted.dead(odd, made.uid());
                Mounted foreign = Mounted.dead(below, UNUSED_UID);
                Mounted left = Mounted.dead(elsewhere, made.uid());
                Mounted over = Mounted.dead(home, made.uid())) {
            revoke(made);
            assertThat(List.of(first, second, foreign, left, over)).noneMatch(Mounted::isThere);
        }
        assertThat(home).doesNotExist();
    }

    @Test
    void fileSystemsOfOthersStay() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Path elsewhere = Files.createDirectories(folder.resolve("of-another"));
        try (Mounted others = Mounted.dead(elsewhere, UNUSED_UID)) {
            revoke(made);
            assertThat(others.isThere()).isTrue();
        }
    }

    /** Its program is another login's, which goes on: so the process waits where no signal reaches it. */
    @Test
    void revokingEndsAProcessThatWaitsForAFileSystemThatNeverAnswers() throws Exception {
        UserTasks.UserProvisioned made = provision(KEY);
        Path mounted = Files.createDirectories(folder.resolve("silent"));
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        try (Mounted silent = Mounted.silent(mounted, made.uid(), UNUSED_UID)) {
            revoke(made);
            assertThat(silent.isThere()).isFalse();
        }
    }

    private UserTasks.UserRevoked revoke(UserTasks.UserProvisioned made) throws Exception {
        return users.revoke(new UserTasks.RevokeUser(allocation, made.username(), null), SILENT);
    }

    private static Process start(int uid, String... program) throws Exception {
        List<String> command =
                new ArrayList<>(List.of("setpriv", "--reuid=" + uid, "--regid=" + uid, "--clear-groups", "--"));
        command.addAll(List.of(program));
        return new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private UserTasks.UserProvisioned provision(String key) throws Exception {
        return users.provision(
                new UserTasks.ProvisionUser(allocation, name, null, List.of(), List.of(key), List.of(), null, null),
                SILENT);
    }
}
