package io.gpuaas.agent.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.TaskFailure;
import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a script in place of journalctl, and against the real one with a journal that is empty. */
@Against("journalctl")
class LinuxLogsTest {

    @TempDir
    Path folder;

    @Test
    void eachSourceIsAskedForInItsOwnWay() throws Exception {
        LinuxLogs logs = logs("echo \"$*\"");

        assertThat(text(logs, "kernel")).contains("--dmesg").doesNotContain("NVRM");
        assertThat(text(logs, "nvidia")).contains("--dmesg --grep=NVRM");
        assertThat(text(logs, "libvirt")).contains("--unit=libvirtd");
        assertThat(text(logs, "containers")).contains("--identifier=podman");
        assertThat(collect(logs, "kernel", Instant.ofEpochSecond(1_700_000_000), 4_096)
                        .text())
                .contains("--since=@1700000000");
    }

    @Test
    void ofMoreThanIsWantedTheNewestIsKept() throws Exception {
        LinuxLogs logs = logs("seq 1 100000");

        NodeTaskPayloads.CollectedLog log = collect(logs, "kernel", null, 4_096);

        assertThat(log.truncated()).isTrue();
        assertThat(log.text()).endsWith("100000\n").hasSizeLessThanOrEqualTo(2_049);
        assertThat(collect(logs("seq 1 10"), "kernel", null, 4_096).truncated()).isFalse();
    }

    @Test
    void aSourceThatCannotBeReadSaysSoInItsPlace() throws Exception {
        LinuxLogs refused = logs("echo 'No journal files were opened' >&2; exit 1");

        NodeTaskPayloads.LogsCollected collected =
                refused.collect(new NodeTaskPayloads.CollectLogs(List.of("agent", "kernel"), null, 4_096));

        assertThat(collected.logs())
                .extracting(NodeTaskPayloads.CollectedLog::source)
                .containsExactly("agent", "kernel");
        assertThat(collected.logs().getFirst().text()).isEqualTo("(no such log)");
        assertThat(collected.logs().getLast().text()).isEqualTo("(exit code 1: No journal files were opened)");
        assertThat(text(new LinuxLogs(folder.resolve("agent.log"), "/no/such/program"), "kernel"))
                .startsWith("(")
                .contains("/no/such/program");
    }

    @Test
    void aFollowedSourceBeginsWithItsLastLinesAndGoesOn() throws Exception {
        LinuxLogs logs = logs("echo \"$*\"; echo live");

        try (LogFollower follower = logs.follow("libvirt", 50, true)) {
            String text = readAll(follower);
            assertThat(text).contains("--lines=50").contains("--unit=libvirtd --follow");
            assertThat(text).endsWith("live\n");
        }
        assertThatThrownBy(() -> new LinuxLogs(folder, "/no/such/program").follow("kernel", 10, true))
                .isInstanceOf(TaskFailure.class)
                .hasMessageContaining("kernel");
    }

    /** The kernel's messages are those of the present boot, which an empty journal knows nothing of. */
    @ParameterizedTest
    @CsvSource({"kernel, boot", "libvirt, ''", "containers, ''", "nvidia, boot"})
    void theRealProgramUnderstandsWhatItIsAsked(String source, String answer) throws Exception {
        Path empty = Files.createDirectory(folder.resolve("journal"));
        LinuxLogs logs = logs("exec journalctl --directory=" + empty + " \"$@\"");

        assertThat(collect(logs, source, Instant.EPOCH, 4_096).text())
                .contains(answer)
                .doesNotContain("option")
                .hasSizeLessThan(answer.isEmpty() ? 1 : 200);
        try (LogFollower follower = logs.follow(source, 10, false)) {
            assertThat(readAll(follower)).contains(answer).doesNotContain("option");
        }
    }

    private static String readAll(LogFollower follower) throws IOException, InterruptedException {
        StringBuilder text = new StringBuilder();
        for (byte @Nullable [] read; (read = follower.read(1_024)) != null; ) {
            text.append(new String(read, StandardCharsets.UTF_8));
        }
        return text.toString();
    }

    private static String text(LinuxLogs logs, String source) throws InterruptedException {
        return collect(logs, source, null, 4_096).text();
    }

    private static NodeTaskPayloads.CollectedLog collect(
            LinuxLogs logs, String source, @Nullable Instant since, int bytes) throws InterruptedException {
        return logs.collect(new NodeTaskPayloads.CollectLogs(List.of(source), since, bytes))
                .logs()
                .getFirst();
    }

    private LinuxLogs logs(String script) throws IOException {
        Path program = folder.resolve("journalctl");
        Files.writeString(program, "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        return new LinuxLogs(folder.resolve("agent.log"), program.toString());
    }
}
