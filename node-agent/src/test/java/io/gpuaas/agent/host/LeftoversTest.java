package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.ThrowableAssert;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A host's shared folders below a folder of the test; owners are real, so it needs root. */
class LeftoversTest {

    private static final int LEAVING = 1_987_001;
    private static final int OTHER = 1_987_002;
    private static final int SUBORDINATE = 1_500_007;
    private static final Duration LIMIT = Duration.ofMinutes(4);
    private static final LoginIds IDS =
            new LoginIds(LEAVING, List.of(new LoginIds.Range(1_500_000, 65_536)), Set.of(OTHER));

    @TempDir
    Path folder;

    private Path root;
    private Path tmp;

    @SuppressWarnings("NullAway.Init")
    LeftoversTest() {}

    @BeforeEach
    void makeRoot() throws Exception {
        Assumptions.assumeTrue("root".equals(System.getProperty("user.name")), "needs root");
        // In memory where there is such a folder: a hundred thousand folders take a disk a minute.
        Path memory = Path.of("/dev/shm");
        root = Files.isWritable(memory)
                ? Files.createTempDirectory(memory, "leftovers")
                : Files.createDirectories(folder.resolve("root"));
        tmp = Files.createDirectories(root.resolve("tmp"));
    }

    /** JUnit's own removal goes by paths, which have an end. */
    @AfterEach
    void removeRoot() throws Exception {
        Program.of(LIMIT, "chattr", "-R", "-i", folder.toString()).run();
        Program.of(LIMIT, "rm", "-rf", root.toString()).run();
    }

    /** Runs the action once, when the first entry has been found and before it is removed. */
    private Leftovers leftovers(Runnable betweenSeeingAndRemoving) {
        AtomicBoolean isDone = new AtomicBoolean();
        return new Leftovers(root, IDS, "ada", LIMIT, Integer.MAX_VALUE, () -> {
            if (!isDone.getAndSet(true)) {
                betweenSeeingAndRemoving.run();
            }
        });
    }

    private static Path owned(int uid, Path path) throws IOException {
        Files.setAttribute(path, "unix:uid", uid, LinkOption.NOFOLLOW_LINKS);
        return path;
    }

    private Path victim() throws IOException {
        Path victim = root.resolve("victim");
        Files.writeString(Files.createDirectories(victim.resolve("x")).resolve("precious"), "kept");
        return victim;
    }

    @Test
    void aFolderExchangedForALinkLeadsNowhere() throws Exception {
        Path sub = Files.createDirectories(
                owned(OTHER, Files.createDirectories(tmp.resolve("b"))).resolve("sub"));
        Files.writeString(
                owned(LEAVING, Files.createDirectories(sub.resolve("x"))).resolve("file"), "left");
        Path victim = victim();
        Path moved = tmp.resolve("b/moved");
        leftovers(() -> exchange(sub, moved, victim)).remove();
        assertThat(victim.resolve("x/precious")).hasContent("kept");
        assertThat(moved.resolve("x")).as("removed where it was moved to").doesNotExist();
    }

    private static void exchange(Path sub, Path moved, Path victim) {
        try {
            Files.move(sub, moved, StandardCopyOption.ATOMIC_MOVE);
            Files.createSymbolicLink(sub, victim);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aLeftoverExchangedForALinkOrAFolderOfSomebodyElseTakesNothingElseAway() throws Exception {
        Path victim = victim();
        Path x = owned(LEAVING, Files.createDirectories(tmp.resolve("b/x")));
        leftovers(() -> exchange(x, tmp.resolve("b/moved"), victim)).remove();
        assertThat(victim.resolve("x/precious")).hasContent("kept");
        leftovers(() -> {}).remove();
        assertThat(tmp.resolve("b/moved")).doesNotExist();

        Path y = owned(LEAVING, Files.createDirectories(tmp.resolve("c/y")));
        Path others = owned(OTHER, Files.createDirectories(tmp.resolve("d")));
        owned(OTHER, Files.writeString(others.resolve("file"), "kept"));
        leftovers(() -> {
                    try {
                        Files.move(y, tmp.resolve("c/moved"), StandardCopyOption.ATOMIC_MOVE);
                        Files.move(others, y, StandardCopyOption.ATOMIC_MOVE);
                    } catch (IOException e) {
                        throw new IllegalStateException(e);
                    }
                })
                .remove();
        assertThat(y.resolve("file")).hasContent("kept");
    }

    /** The same without a hook: whoever wins, the victim keeps its file. */
    @Test
    void anAttackerWhoExchangesAllTheTimeWinsNothing() throws Exception {
        Path victim = victim();
        Path sub = Files.createDirectories(tmp.resolve("b/sub"));
        Path spare = Files.createSymbolicLink(tmp.resolve("b/spare"), victim);
        Path between = tmp.resolve("b/between");
        AtomicBoolean stop = new AtomicBoolean();
        Thread attacker = Thread.ofPlatform().start(() -> {
            while (!stop.get()) {
                assertThat(sub.toFile().renameTo(between.toFile())).isTrue();
                assertThat(spare.toFile().renameTo(sub.toFile())).isTrue();
                assertThat(between.toFile().renameTo(spare.toFile())).isTrue();
            }
        });
        try {
            for (int n = 0; n < 2_000; n++) {
                if (Files.isDirectory(sub, LinkOption.NOFOLLOW_LINKS)) {
                    makeLeftover(sub);
                }
                leftovers(() -> {}).remove();
            }
        } finally {
            stop.set(true);
            attacker.join();
        }
        assertThat(victim.resolve("x/precious")).hasContent("kept");
    }

    /** Its path may lead to the victim by now; then the folder there stays root's. */
    private static void makeLeftover(Path sub) {
        try {
            Path made = Files.createDirectory(sub.resolve("y"));
            Files.setAttribute(made, "unix:uid", LEAVING, LinkOption.NOFOLLOW_LINKS);
        } catch (IOException e) {
            // There is one, or it was exchanged.
        }
    }

    @Test
    void allOfTheLoginGoesAndNothingOfOthers() throws Exception {
        Path kept = owned(OTHER, Files.writeString(tmp.resolve("other"), "kept"));
        owned(LEAVING, Files.writeString(tmp.resolve("mine"), "x"));
        owned(SUBORDINATE, Files.createDirectories(tmp.resolve("container/layer")));
        owned(SUBORDINATE, tmp.resolve("container"));
        Path link = owned(LEAVING, Files.createSymbolicLink(tmp.resolve("link"), kept));
        Path foreign = Files.createDirectories(
                owned(LEAVING, Files.createDirectories(tmp.resolve("open"))).resolve("of-another"));
        owned(OTHER, Files.writeString(owned(OTHER, foreign).resolve("file"), "in a folder of the login"));
        Path pipe = tmp.resolve("pipe");
        Program.of(LIMIT, "mkfifo", pipe.toString()).run();
        owned(LEAVING, pipe);
        Files.createFile(
                Files.createDirectories(root.resolve("var/spool/cron/crontabs")).resolve("ada"));
        Files.createFile(
                Files.createDirectories(root.resolve("var/lib/systemd/linger")).resolve("ada"));
        Files.createFile(root.resolve("var/lib/systemd/linger/bob"));
        owned(
                LEAVING,
                Files.createFile(
                        Files.createDirectories(root.resolve("dev/mqueue")).resolve("queue")));
        Files.createDirectories(root.resolve("run/user/" + LEAVING + "/bus"));
        Files.createDirectories(root.resolve("run/user/" + OTHER));

        leftovers(() -> {}).remove();

        assertThat(tmp).isDirectoryNotContaining(path -> !path.equals(kept));
        assertThat(kept).hasContent("kept");
        assertThat(Files.exists(link, LinkOption.NOFOLLOW_LINKS)).isFalse();
        assertThat(root.resolve("var/spool/cron/crontabs")).isEmptyDirectory();
        assertThat(root.resolve("dev/mqueue")).isEmptyDirectory();
        assertThat(root.resolve("var/lib/systemd/linger")).isDirectoryContaining("glob:**/bob");
        assertThat(root.resolve("var/lib/systemd/linger/ada")).doesNotExist();
        assertThat(root.resolve("run/user")).isDirectoryContaining("glob:**/" + OTHER);
        assertThat(root.resolve("run/user/" + LEAVING)).doesNotExist();
    }

    /** The other name may lie where nothing is searched, and with it a program that runs with the login's rights. */
    @Test
    void aFileWithAnotherNameElsewhereIsNoLongerTheLogins() throws Exception {
        Path elsewhere = root.resolve("elsewhere");
        Path program = owned(LEAVING, Files.writeString(tmp.resolve("program"), "x"));
        Program.of(LIMIT, "chmod", "4755", program.toString()).run();
        Files.createLink(elsewhere, program);
        leftovers(() -> {}).remove();
        assertThat(program).doesNotExist();
        assertThat(Files.getAttribute(elsewhere, "unix:uid")).isEqualTo(0);
        assertThat((int) Files.getAttribute(elsewhere, "unix:mode") & 04000).isZero();
    }

    @Test
    void flagsThatKeepAlsoRootFromRemovingAreTakenAway() throws Exception {
        Path onDisk = Files.createDirectories(folder.resolve("on-disk/tmp"));
        Path mine = owned(LEAVING, Files.createDirectories(onDisk.resolve("mine")));
        Path file = Files.writeString(mine.resolve("file"), "x");
        Program.Finished flagged = Program.of(LIMIT, "chattr", "+i", file.toString(), mine.toString())
                .run();
        Assumptions.assumeTrue(flagged.isSuccess(), "the file system of " + mine + " has no such flag");
        new Leftovers(Objects.requireNonNull(onDisk.getParent()), IDS, "ada").remove();
        assertThat(mine).doesNotExist();
    }

    @Test
    void aHundredThousandFoldersInEachOtherAreRemoved() throws Exception {
        Path deep = Files.createDirectories(tmp.resolve("deep"));
        makeDeep(deep, 100_000);
        owned(LEAVING, deep);
        leftovers(() -> {}).remove();
        assertThat(deep).doesNotExist();
    }

    @Test
    void foldersOfAnotherInEachOtherKeepNothingFromBeingRemoved() throws Exception {
        makeDeep(owned(OTHER, Files.createDirectories(tmp.resolve("b"))), 20_000);
        Path mine = owned(LEAVING, Files.writeString(tmp.resolve("mine"), "x"));
        leftovers(() -> {}).remove();
        assertThat(mine).doesNotExist();
        assertThat(tmp.resolve("b")).exists();
    }

    private static void makeDeep(Path folder, int levels) throws Exception {
        Program.Finished made = Program.of(
                        LIMIT,
                        "perl",
                        "-e",
                        "chdir $ARGV[0] or die; for (1..$ARGV[1]) { mkdir 'd' or die; chdir 'd' or die }",
                        folder.toString(),
                        Integer.toString(levels))
                .run();
        assertThat(made.isSuccess()).as(made.complaint()).isTrue();
    }

    @Test
    void anUnfinishedRemovalIsFinishedTheNextTime() throws Exception {
        Path mine = Files.createDirectories(tmp.resolve("mine"));
        for (int n = 0; n < 50; n++) {
            Files.createDirectories(mine.resolve(n + "/a/b/c/d"));
        }
        owned(LEAVING, mine);
        assertThatThrownBy(() -> new Leftovers(root, IDS, "ada", Duration.ZERO, Integer.MAX_VALUE, () -> {}).remove())
                .isInstanceOf(TaskFailure.class)
                .hasMessageContaining("leftovers_remain");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> leftovers(() -> {}).remove()).isInstanceOf(InterruptedException.class);
        leftovers(() -> {}).remove();
        assertThat(mine).doesNotExist();
    }

    private static void assertCode(String code, ThrowableAssert.ThrowingCallable call) {
        assertThatThrownBy(call)
                .isInstanceOfSatisfying(
                        TaskFailure.class,
                        failure -> assertThat(failure.result().code()).isEqualTo(code));
    }

    /** With a disk that is slow nobody is charged: then few are removed. */
    @Test
    void moreFilesThanCanBeRemovedInTimeAreTheHoldersDoing() throws Exception {
        Path mine = owned(LEAVING, Files.createDirectories(tmp.resolve("mine")));
        Program.Finished made = Program.of(
                        LIMIT,
                        "perl",
                        "-e",
                        "chdir $ARGV[0] or die; for (1..300000) { open(my $f, '>', $_) or die }",
                        mine.toString())
                .run();
        assertThat(made.isSuccess()).as(made.complaint()).isTrue();
        Duration brief = Duration.ofMillis(200);
        assertCode(
                "login_files_remain",
                () -> new Leftovers(root, IDS, "ada", brief, Integer.MAX_VALUE, () -> {}).remove());
        assertCode(
                "login_files_remain",
                () -> new Leftovers(root, IDS, "ada", brief, Integer.MAX_VALUE, () -> {}).removeHome(mine));
        leftovers(() -> {}).remove();
        assertThat(mine).doesNotExist();
    }

    @Test
    void anErrorOfTheHostIsNotTheHoldersDoing() throws Exception {
        Path home = owned(LEAVING, Files.createDirectories(root.resolve("home/ada")));
        Files.writeString(home.resolve("file"), "x");
        try (Mounted _ = Mounted.readOnly(root.resolve("home"))) {
            assertCode("leftovers_remain", () -> leftovers(() -> {}).removeHome(home));
        }
        Path disk = Files.createDirectories(home.resolve("disk"));
        try (Mounted _ = Mounted.memory(disk)) {
            assertCode("leftovers_remain", () -> leftovers(() -> {}).removeHome(home));
        }
        leftovers(() -> {}).removeHome(home);
        assertThat(home).doesNotExist();
    }

    /** Root is refused by them, which must not keep others from leaving. */
    @Test
    void fileSystemsOfOthersAreNotSearched() throws Exception {
        Path others = owned(OTHER, Files.createDirectories(tmp.resolve("b/mounted")));
        Path mine = owned(LEAVING, Files.writeString(tmp.resolve("mine"), "x"));
        try (Mounted _ = Mounted.dead(others, OTHER)) {
            leftovers(() -> {}).remove();
        }
        assertThat(mine).doesNotExist();
    }

    @Test
    void aFileSystemOfAUserInItsHomeIsTheHoldersDoing() throws Exception {
        Path home = owned(LEAVING, Files.createDirectories(root.resolve("home/ada")));
        Path inside = Files.createDirectories(home.resolve("inside"));
        try (Mounted _ = Mounted.dead(inside, OTHER)) {
            assertCode("login_files_remain", () -> leftovers(() -> {}).removeHome(home));
        }
        try (Mounted _ = Mounted.dead(home, OTHER)) {
            assertCode("login_files_remain", () -> leftovers(() -> {}).removeHome(home));
        }
        Path file = Files.createFile(home.resolve("file"));
        try (Mounted _ = Mounted.dead(file, OTHER)) {
            assertCode("login_files_remain", () -> leftovers(() -> {}).removeHome(home));
        }
    }

    /** Or one login could take all the time of another's release. */
    @Test
    void oneLargeFolderOfAnotherIsSearchedUpToTheBound() throws Exception {
        Path others = owned(OTHER, Files.createDirectories(tmp.resolve("b")));
        for (int n = 0; n < 3_000; n++) {
            owned(LEAVING, Files.createFile(others.resolve("in-a-folder-of-somebody-else-" + n)));
        }
        Path mine = owned(LEAVING, Files.writeString(tmp.resolve("mine"), "x"));
        new Leftovers(root, IDS, "ada", LIMIT, 10, () -> {}).remove();
        assertThat(mine).doesNotExist();
        assertThat(others).isNotEmptyDirectory();
    }

    @Test
    void manySemaphoresAreRemovedAtOnce() throws Exception {
        Program.Finished made = Program.of(
                        LIMIT,
                        "setpriv",
                        "--reuid=" + LEAVING,
                        "--clear-groups",
                        "perl",
                        "-e",
                        "for (1..2000) { defined semget(0, 1, 0600) or die }")
                .run();
        assertThat(made.isSuccess()).as(made.complaint()).isTrue();
        long began = System.nanoTime();
        for (int n = 0; n < 20; n++) {
            Program.of(LIMIT, "true").run();
        }
        long fiveHundredPrograms = (System.nanoTime() - began) * 25;
        began = System.nanoTime();
        leftovers(() -> {}).remove();
        assertThat(System.nanoTime() - began).isLessThan(fiveHundredPrograms);
        assertThat(Files.readString(Path.of("/proc/sysvipc/sem"))).doesNotContain(Integer.toString(LEAVING));
    }

    /** An open folder stays open for who has it, but nothing can be put in any more. */
    @Test
    void somebodyWhoKeepsPuttingThingsInStopsNothing() throws Exception {
        Path mine = owned(LEAVING, Files.createDirectories(tmp.resolve("mine")));
        Files.setPosixFilePermissions(mine, PosixFilePermissions.fromString("rwxrwxrwx"));
        Process other = new ProcessBuilder(
                        "setpriv",
                        "--reuid=" + OTHER,
                        "--regid=" + OTHER,
                        "--clear-groups",
                        "sh",
                        "-c",
                        "n=0; echo up; while :; do n=$((n+1)); mkdir f$n; : >g$n; done")
                .directory(mine.toFile())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(other.inputReader().readLine()).isEqualTo("up");
            leftovers(() -> {}).remove();
            assertThat(mine).doesNotExist();
        } finally {
            other.destroyForcibly().waitFor();
        }
    }

    @Test
    void sharedMemoryOfASubordinateUserGoesToo() throws Exception {
        Program.Finished made = Program.of(
                        LIMIT, "setpriv", "--reuid=" + SUBORDINATE, "--clear-groups", "ipcmk", "--shmem", "4096")
                .run();
        String id = made.out().replaceAll("\\D", "");
        leftovers(() -> {}).remove();
        assertThat(Files.readAllLines(Path.of("/proc/sysvipc/shm")).stream()
                        .map(line -> line.strip().split("\\s+", -1)[1]))
                .doesNotContain(id);
    }
}
