package io.gpuaas.agent.host;

import io.gpuaas.agent.exec.Program;
import io.gpuaas.agent.exec.ProgramException;
import io.gpuaas.agent.task.NodeTaskPayloads;
import io.gpuaas.agent.task.TaskFailure;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The last lines of a host's logs, bounded. A source that is not there says so in its place. */
final class LinuxLogs {

    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final Path agentLog;
    private final String journalctl;

    LinuxLogs(Path agentLog) {
        this(agentLog, "journalctl");
    }

    LinuxLogs(Path agentLog, String journalctl) {
        this.agentLog = agentLog;
        this.journalctl = journalctl;
    }

    NodeTaskPayloads.LogsCollected collect(NodeTaskPayloads.CollectLogs wanted) throws InterruptedException {
        // A character may take three bytes and its escape in JSON more; half leaves room for that.
        int bytesEach = wanted.bytes() / wanted.sources().size() / 2;
        List<NodeTaskPayloads.CollectedLog> logs = new ArrayList<>();
        for (String source : wanted.sources()) {
            logs.add(collect(source, wanted.since(), Math.max(512, bytesEach)));
        }
        return new NodeTaskPayloads.LogsCollected(logs);
    }

    private NodeTaskPayloads.CollectedLog collect(String source, @Nullable Instant since, int bytes)
            throws InterruptedException {
        return switch (source) {
            case "agent" -> tail(source, agentLog, bytes);
            default -> journal(source, since, bytes, selection(source));
        };
    }

    private static List<String> selection(String source) {
        return switch (source) {
            case "kernel" -> List.of("--dmesg");
            case "libvirt" -> List.of("--unit=libvirtd");
            case "containers" -> List.of("--identifier=podman");
            case "nvidia" -> List.of("--dmesg", "--grep=NVRM");
            default -> throw new IllegalArgumentException("unknown source " + source);
        };
    }

    /** journald keeps its place while nobody reads, so a slow reader loses nothing journald itself keeps. */
    LogFollower follow(String source, int tailLines, boolean follow) throws TaskFailure {
        List<String> command = new ArrayList<>(
                List.of(journalctl, "--no-pager", "--quiet", "--output=short-iso", "--lines=" + tailLines));
        command.addAll(selection(source));
        if (follow) {
            command.add("--follow");
        }
        try {
            return ProgramOutput.start(command);
        } catch (IOException e) {
            throw TaskFailure.failed("log_unreadable", "cannot read the " + source + " log", e);
        }
    }

    private static NodeTaskPayloads.CollectedLog tail(String source, Path file, int bytes) {
        if (Files.notExists(file)) {
            return new NodeTaskPayloads.CollectedLog(source, "(no such log)", false);
        }
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            long from = Math.max(0, in.length() - bytes);
            in.seek(from);
            byte[] read = new byte[(int) (in.length() - from)];
            in.readFully(read);
            return new NodeTaskPayloads.CollectedLog(source, new String(read, StandardCharsets.UTF_8), from > 0);
        } catch (IOException e) {
            return new NodeTaskPayloads.CollectedLog(source, "(unreadable: " + e.getMessage() + ")", false);
        }
    }

    private NodeTaskPayloads.CollectedLog journal(
            String source, @Nullable Instant since, int bytes, List<String> selection) throws InterruptedException {
        List<String> command =
                new ArrayList<>(List.of(journalctl, "--no-pager", "--quiet", "--output=short-iso", "--lines=5000"));
        command.addAll(selection);
        if (since != null) {
            command.add("--since=@" + since.getEpochSecond());
        }
        try {
            Program.Finished finished =
                    Program.of(LIMIT, command).outputBytesMax(bytes + 1).run();
            if (!finished.isSuccess() && !finished.err().isBlank()) {
                return new NodeTaskPayloads.CollectedLog(source, "(" + finished.complaint() + ")", false);
            }
            byte[] text = finished.out().getBytes(StandardCharsets.UTF_8);
            return new NodeTaskPayloads.CollectedLog(source, finished.out(), text.length > bytes);
        } catch (ProgramException e) {
            return new NodeTaskPayloads.CollectedLog(source, "(" + e.getMessage() + ")", false);
        }
    }
}
