package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginProcessesTest {

    private static final int UID = 1_986_111;
    private static final LoginIds IDS =
            new LoginIds(UID, List.of(new LoginIds.Range(1_600_000, 65_536)), Set.of(1_600_001));
    private static final Path UNIFIED = Path.of("/sys/fs/cgroup/unified");

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    LoginProcessesTest() {}

    private void process(int pid, String state, int uid, int threads) throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve("proc/" + pid)).resolve("status"),
                "Name:\tx\nState:\t%s\nUid:\t%d\t%d\t%d\t%d\nThreads:\t%d\n"
                        .formatted(state, uid, uid, uid, uid, threads));
    }

    /** Nothing of these numbers runs: no signal changes anything. */
    private int end() throws TaskFailure, InterruptedException {
        return new LoginProcesses(folder.resolve("proc"), folder.resolve("groups"), Duration.ofMillis(1))
                .end(IDS, List.of());
    }

    @Test
    void processesThatTheHolderKeepsRunningAreTheHoldersFault() throws Exception {
        process(1_999_999_991, "S (sleeping)", UID, 1);
        process(1_999_999_992, "D (disk sleep)", UID, 1);
        assertThatThrownBy(this::end).isInstanceOfSatisfying(TaskFailure.class, failure -> {
            assertThat(failure.result().code()).isEqualTo("login_processes_remain");
            assertThat(failure.result().outcome().wire()).isEqualTo("failed");
        });
    }

    @Test
    void processesWaitingInsideTheKernelAreNotTheHoldersFault() throws Exception {
        process(1_999_999_992, "D (disk sleep)", UID, 1);
        assertThatThrownBy(this::end)
                .isInstanceOfSatisfying(
                        TaskFailure.class,
                        failure -> assertThat(failure.result().code()).isEqualTo("processes_stuck"));
    }

    @Test
    void theDeadAndTheOthersCountForNothing() throws Exception {
        process(1_999_999_991, "Z (zombie)", UID, 1);
        process(1_999_999_992, "S (sleeping)", 1_600_001, 1);
        process(1_999_999_993, "S (sleeping)", UID + 1, 1);
        process(1_999_999_994, "S (sleeping)", 0, 1);
        assertThat(end()).isZero();
    }

    @Test
    void aProcessWithThreadsLeftIsNotDead() throws Exception {
        process(1_999_999_991, "Z (zombie)", 1_600_002, 2);
        assertThatThrownBy(this::end).hasMessageContaining("login_processes_remain");
    }

    /** A process that became root stays in the group. */
    @Test
    void aControlGroupIsEndedWithAllThatIsInIt() throws Exception {
        Path hierarchy = Files.exists(UNIFIED) ? UNIFIED : Objects.requireNonNull(UNIFIED.getParent());
        Assumptions.assumeTrue(
                "root".equals(System.getProperty("user.name")) && Files.exists(hierarchy.resolve("cgroup.procs")),
                "needs root and the unified hierarchy of control groups");
        Path group = hierarchy.resolve("gpuaas-test-" + ProcessHandle.current().pid());
        Path inner = group.resolve("session.scope");
        Process process = new ProcessBuilder("sleep", "600").start();
        try {
            Files.createDirectories(inner);
            Files.writeString(inner.resolve("cgroup.procs"), Long.toString(process.pid()));
            int ended = new LoginProcesses(Path.of("/proc"), hierarchy, Duration.ofSeconds(30))
                    .end(IDS, List.of(group.getFileName().toString(), "absent.slice"));
            assertThat(ended).isOne();
            assertThat(process.waitFor()).isEqualTo(137);
        } finally {
            process.destroyForcibly().waitFor();
            Files.deleteIfExists(inner);
            Files.deleteIfExists(group);
        }
    }
}
