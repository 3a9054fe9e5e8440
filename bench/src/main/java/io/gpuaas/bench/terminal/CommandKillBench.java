package io.gpuaas.bench.terminal;

import io.gpuaas.bench.kit.Benchmark;
import io.gpuaas.bench.kit.Options;
import io.gpuaas.bench.kit.Progress;
import io.gpuaas.bench.kit.Result;
import io.gpuaas.bench.kit.RunningProduct;
import io.gpuaas.bench.kit.Waiting;
import io.gpuaas.bench.kit.Workspace;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.sdk.Command;
import io.gpuaas.sdk.CommandOutput;
import io.gpuaas.sdk.CommandState;
import io.gpuaas.sdk.CommandsApi.ReadCommandOutputFilter;
import io.gpuaas.sdk.GpuaasClient;
import io.gpuaas.sdk.GpuaasException;
import io.gpuaas.sdk.PageRequest;
import io.gpuaas.sdk.StartCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Commands while processes are killed: gateway and control plane under one {@code gpuaas exec} that prints a lot, then
 * its agent under another. The first arrives byte for byte, the second is unknown, and neither runs twice. A folder
 * that is copied meanwhile is complete.
 */
public final class CommandKillBench implements Benchmark {

    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final List<String> AGENTS = List.of("nodes/demo-1", "nodes/demo-2");
    private static final int COPIED_FILES = 20;
    private static final int COPIED_BYTES = 5_000_000;

    @Override
    public Options options() {
        return Options.of("megabytes", "1000");
    }

    private record Scene(
            RunningProduct product, GpuaasClient client, ProjectId project, AllocationId allocation, Path folder) {}

    @Override
    public Result run(Workspace workspace, Options options) throws Exception {
        RunningProduct product = RunningProduct.start(workspace);
        GpuaasClient client = product.client();
        Scene scene =
                new Scene(product, client, product.project(client), product.allocate(client), workspace.directory());
        Result result = new Result();
        output(scene, options.number("megabytes") * 1_000_000L, result);
        copy(scene, result);
        agent(scene, result);
        return result;
    }

    // ---- gateway and control plane ---------------------------------------------------------------------------------

    private static void output(Scene scene, long bytes, Result result) throws Exception {
        // The same bytes each time, and no two pieces alike.
        String print = "seq 1 999999999 | head -c " + bytes;
        Path received = scene.folder().resolve("received");
        Process exec = cli(
                scene,
                received,
                scene.folder().resolve("exec.log"),
                "exec",
                scene.allocation().toString(),
                "--",
                "sh",
                "-c",
                "echo began >>began; " + print);
        awaitBytes(received, bytes / 4, exec);
        Progress.say("kills the gateway at byte " + Files.size(received));
        scene.product().killAndStart(List.of("gateway"));
        awaitBytes(received, bytes / 2, exec);
        Progress.say("kills the control plane and the gateway at byte " + Files.size(received));
        scene.product().kill("control-plane");
        scene.product().kill("gateway");
        scene.product().startAgain();
        int code = await(exec);
        String expected = digestOf(new ProcessBuilder("sh", "-c", print).start().getInputStream());
        boolean isExact = code == 0 && expected.equals(digestOf(Files.newInputStream(received)));
        Command command = newest(scene);
        Waiting.until(
                "the stored output",
                PATIENCE,
                Duration.ofSeconds(1),
                () -> newest(scene).stdoutStored() == bytes);
        boolean isStored = expected.equals(digestOf(scene.client()
                .commands()
                .readCommandOutput(
                        scene.project(),
                        scene.allocation(),
                        command.id(),
                        ReadCommandOutputFilter.none().stream(CommandOutput.STDOUT))));
        int begun = linesOf(scene, "began");
        result.figure("bytes", bytes)
                .figure("exit_code", code)
                .figure("began", begun)
                .say(String.format(
                        Locale.ROOT,
                        "%,d bytes of output arrived exactly through a kill of the gateway and one of both: %s",
                        bytes,
                        Result.verdict(isExact)))
                .require(
                        isExact,
                        "output was lost or altered: " + read(scene.folder().resolve("exec.log")))
                .say("stored exactly: " + Result.verdict(isStored))
                .require(isStored, "the stored output is not what was printed")
                .say("ran once: " + Result.verdict(begun == 1))
                .require(begun == 1, "the command began " + begun + " times");
    }

    // ---- a copy ----------------------------------------------------------------------------------------------------

    private static void copy(Scene scene, Result result) throws Exception {
        Path folder = Files.createDirectory(scene.folder().resolve("copied"));
        for (int i = 0; i < COPIED_FILES; i++) {
            byte[] content = new byte[COPIED_BYTES];
            new Random(i).nextBytes(content);
            Files.write(folder.resolve("file-" + i), content);
        }
        Process sync = cli(
                scene,
                scene.folder().resolve("sync.out"),
                scene.folder().resolve("sync.log"),
                "sync",
                folder.toString(),
                scene.allocation() + ":copied");
        Waiting.until("a part of the copy", PATIENCE, LOOK, () -> !sync.isAlive() || isCopying(scene));
        Progress.say("kills the gateway under a copy");
        scene.product().killAndStart(List.of("gateway"));
        int code = await(sync);
        String there = "cd copied && for i in $(seq 0 " + (COPIED_FILES - 1) + "); do cat file-$i; done | sha256sum";
        MessageDigest here = MessageDigest.getInstance("SHA-256");
        for (int i = 0; i < COPIED_FILES; i++) {
            here.update(Files.readAllBytes(folder.resolve("file-" + i)));
        }
        boolean isWhole =
                code == 0 && exec(scene, there).startsWith(HexFormat.of().formatHex(here.digest()));
        result.say("a folder is copied completely through a kill of the gateway: " + Result.verdict(isWhole))
                .require(
                        isWhole,
                        "the copy is not complete: " + read(scene.folder().resolve("sync.log")));
    }

    private static boolean isCopying(Scene scene) throws Exception {
        return Long.parseLong(exec(scene, "ls copied 2>/dev/null | wc -l").strip()) > 1;
    }

    // ---- the agent -------------------------------------------------------------------------------------------------

    private static void agent(Scene scene, Result result) throws Exception {
        Path received = scene.folder().resolve("received-of-agent");
        Process exec = cli(
                scene,
                received,
                scene.folder().resolve("agent.log"),
                "exec",
                scene.allocation().toString(),
                "--",
                "sh",
                "-c",
                "echo began >>began-agent; seq 1 100000; sleep 600; seq 1 100000");
        Waiting.until("output", PATIENCE, LOOK, () -> Files.size(received) > 500_000);
        Progress.say("kills the agents");
        scene.product().killAndStart(AGENTS);
        int code = await(exec);
        Command command = newest(scene);
        boolean isUnknown = command.state() == CommandState.UNKNOWN && command.exitCode() == null && code == 255;
        int begun = linesOf(scene, "began-agent");
        String expected =
                digestOf(new ProcessBuilder("seq", "1", "100000").start().getInputStream());
        boolean isExact = expected.equals(digestOf(Files.newInputStream(received)));
        result.say("after the death of its agent a command is unknown: " + Result.verdict(isUnknown))
                .require(isUnknown, "the command is " + command.state().wire() + ", exec ended with " + code)
                .say("its output until then is whole: " + Result.verdict(isExact))
                .require(isExact, "output before the death of the agent is missing")
                .say("and it is not started again: " + Result.verdict(begun == 1))
                .require(begun == 1, "the command began " + begun + " times");
    }

    // ---- tools -----------------------------------------------------------------------------------------------------

    private static Process cli(Scene scene, Path out, Path err, String... words) throws IOException {
        List<String> command = new ArrayList<>(List.of(scene.product().program()));
        command.addAll(List.of(words));
        command.addAll(2, List.of("--project", scene.project().toString()));
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectInput(Path.of("/dev/null").toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("GPUAAS_SERVER", scene.product().url());
        builder.environment().put("GPUAAS_TOKEN", scene.product().token());
        return builder.start();
    }

    private static String exec(Scene scene, String script) throws Exception {
        Path out = Files.createTempFile(scene.folder(), "exec", ".out");
        Path err = Files.createTempFile(scene.folder(), "exec", ".err");
        Process process = cli(scene, out, err, "exec", scene.allocation().toString(), "--", "sh", "-c", script);
        if (await(process) != 0) {
            throw new IllegalStateException(script + " failed: " + read(err));
        }
        return read(out);
    }

    private static int linesOf(Scene scene, String file) throws Exception {
        Waiting.until("the nodes", PATIENCE, Duration.ofSeconds(1), () -> {
            try {
                scene.client()
                        .commands()
                        .startCommand(
                                scene.project(),
                                scene.allocation(),
                                new StartCommand(List.of("true"), null, null, null));
                return true;
            } catch (GpuaasException e) {
                return false;
            }
        });
        return Integer.parseInt(exec(scene, "wc -l <" + file).strip());
    }

    private static Command newest(Scene scene) {
        return scene.client()
                .commands()
                .listCommands(scene.project(), scene.allocation(), PageRequest.ofSize(1))
                .items()
                .getFirst();
    }

    private static void awaitBytes(Path file, long bytes, Process writer) throws Exception {
        Waiting.until("output", PATIENCE, LOOK, () -> Files.size(file) >= bytes || !writer.isAlive());
    }

    private static int await(Process process) throws Exception {
        Waiting.until("the end of a client", PATIENCE, LOOK, () -> !process.isAlive());
        return process.exitValue();
    }

    private static String digestOf(InputStream in) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream bytes = new DigestInputStream(in, digest)) {
            bytes.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static String read(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    }
}
