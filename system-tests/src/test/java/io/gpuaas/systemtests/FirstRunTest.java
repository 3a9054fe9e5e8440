package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.FreePort;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Follows a newcomer on one installation: the README's path from nothing to a shell on a GPU, two agents that join as
 * separate processes, and the examples of both SDKs.
 */
@Against("PostgreSQL")
class FirstRunTest {

    private static final String SKU = "h100-sxm-slice";
    private static final Pattern ID = Pattern.compile("([0-9a-f]{8}-[0-9a-f-]{27})");
    private static final Pattern OPEN =
            Pattern.compile("\"id\"\\s*:\\s*\"([0-9a-f-]{36})\"[^}]*\"state\"\\s*:\\s*\"open\"");
    private static final Pattern PUBLIC_KEY = Pattern.compile("(AAAA\\S+)");
    private static final Pattern ENDED = Pattern.compile("\"state\"\\s*:\\s*\"ended\"");

    @TempDir
    static Path folder = Path.of("set by JUnit");

    private static Installation installation = new Installation(folder);
    private static String firstWords = "set before all";
    private static String project = "set before all";

    @TempDir
    Path home = Path.of("set by JUnit");

    @BeforeAll
    static void start() {
        installation = new Installation(folder);
        Command.Outcome up = installation.tryUpWithDemo();
        assertThat(up.exitCode()).as(up.output()).isZero();
        firstWords = up.output();
        awaitReadiness();
        String tenant = found(ID, installation.get("/api/v1/tenants").body());
        project = found(
                ID, installation.get("/api/v1/tenants/" + tenant + "/projects").body());
    }

    private static void awaitReadiness() {
        Installation.await(
                "the gateway", () -> installation.get("/api/v1/gateways").body().contains("\"state\":\"connected\""));
        Installation.await("two ready nodes", () -> count("\"state\":\"ready\"", "/api/v1/nodes") == 2);
        Installation.await("16 GPUs for sale", () -> count("in_service", "/api/v1/slots?limit=100") == 16);
    }

    private static long count(String word, String path) {
        return Pattern.compile(word)
                .matcher(installation.get(path).body())
                .results()
                .count();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    @Test
    void twoNodesJoinStopWithTheControlPlaneAndComeBack() throws IOException {
        assertThat(firstWords).contains("demo user: demo-owner", "simulated node demo-1", "simulated node demo-2");
        Path key = installation.data().resolve("demo-key");
        assertThat(firstWords).contains("SSH key of demo-member: " + key);
        assertThat(Files.getPosixFilePermissions(key)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        String madeOnce = Files.readString(key);
        List<ProcessHandle> agents = List.of(agent("demo-1"), agent("demo-2"));
        assertThat(agents).allMatch(ProcessHandle::isAlive);
        assertThat(installation.data().resolve("nodes/demo-1.join")).doesNotExist();
        Installation.await("their GPUs for sale", () -> skus().contains("16 of 1, 8 of 2, 4 of 4, 2 of 8"));
        assertThat(skus()).contains(SKU, "2.49 USD", "local/local-1");

        Command.Outcome down = installation.down();
        assertThat(down.output()).contains("stopped the simulated node demo-1", "stopped the simulated node demo-2");
        agents.forEach(Installation::awaitEnd);

        Command.Outcome again = installation.tryUpWithDemo();
        assertThat(again.exitCode()).as(again.output()).isZero();
        assertThat(again.output()).doesNotContain("SSH key of demo-member");
        assertThat(key).hasContent(madeOnce);
        awaitReadiness();
        assertThat(installation.get("/api/v1/nodes").body().split("\"topology_version\"", -1))
                .hasSize(3);
    }

    private static String skus() {
        return asAdmin(Command.gpuaas("skus", "list")).run().output();
    }

    private static ProcessHandle agent(String name) throws IOException {
        String pid = Files.readString(installation.data().resolve("nodes/" + name + ".pid"))
                .strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }

    @Test
    void aNewcomerSignsInGetsAGpuUsesAShellAndGivesItBack() throws IOException {
        signInAs("demo-member");
        assertThat(run("whoami").output()).contains("Mika Member", "project_member in project");
        assertThat(run("skus", "list").output()).contains(SKU, "2.49 USD");

        Command.Outcome created = run("allocations", "create", "--sku", SKU, "--name", "first", "--wait");
        assertThat(created.output()).contains("active for", "Timeline (UTC)", "USD per hour");
        String allocation = found(Pattern.compile("  id " + ID), created.output());

        Command.Outcome shell = asMe(inShell("echo 'echo sum-$((20+3)); cat ~/.ssh/authorized_keys; exit 7' | "
                        + Command.repository().resolve("gpuaas") + " terminal " + allocation))
                .run();
        assertThat(shell.output())
                .contains("sum-23")
                .contains(found(PUBLIC_KEY, read(installation.data().resolve("demo-key.pub"))));
        assertThat(shell.exitCode()).as(shell.output()).isEqualTo(7);
        aTerminalInAWindowFollowsItsSizeAndLeavesItAsItWas(allocation);
        // Nobody asked for their end: the shells exited, and their host says so.
        Installation.await("the ends of both terminals", () -> {
            String listed =
                    run("terminals", "list", allocation, "--output", "json").output();
            return ENDED.matcher(listed).results().count() == 2;
        });

        filesAreCopiedThereAndBackAndNotFromElsewhere(allocation);
        commandsRunWithoutATerminal(allocation);
        foldersAreCopiedAndOnlyWhatIsMissingIsSentAgain(allocation);
        aSocketThereIsReachedByManyConnectionsAtAPortHere(allocation);
        sshAndScpPassThroughTheGateway(allocation);
        aColleagueWatchesATerminalAndTakesItOver(allocation);

        assertThat(run("allocations", "release", "first", "--wait", "--yes").output())
                .contains("released for");
        assertThat(run("allocations", "logs", allocation).output()).contains("  active", "  released");
    }

    private void aTerminalInAWindowFollowsItsSizeAndLeavesItAsItWas(String allocation) {
        Path repository = Command.repository();
        Command.Outcome window = asMe(Command.program(
                        Path.of("python3"),
                        repository
                                .resolve("system-tests/src/test/resources/terminal_in_a_window.py")
                                .toString(),
                        repository.resolve("gpuaas").toString(),
                        "terminal",
                        allocation))
                .run();
        assertThat(window.exitCode()).as(window.output()).isZero();
        assertThat(window.lines())
                .containsExactly(
                        "the size inside is the size outside",
                        "the size inside follows",
                        "Ctrl-C ends what runs inside",
                        "the window is as it was; the end was 5");
    }

    private void filesAreCopiedThereAndBackAndNotFromElsewhere(String allocation) throws IOException {
        byte[] content = new byte[3_000_000];
        new Random(7).nextBytes(content);
        Path file = Files.write(home.resolve("data.bin"), content);
        Path back = home.resolve("back.bin");
        assertThat(run("cp", file.toString(), allocation + ":data.bin").output())
                .contains("3000000 bytes, sha256 ");
        assertThat(run("ls", allocation).output()).containsPattern("file +[0-9]+ +.*data\\.bin");
        run("cp", allocation + ":data.bin", back.toString());
        assertThat(Files.mismatch(file, back)).as("the first byte that differs").isEqualTo(-1);

        Command.Outcome elsewhere = gpuaas(
                        "cp",
                        allocation + ":../../../../etc/passwd",
                        home.resolve("stolen").toString())
                .run();
        assertThat(elsewhere.exitCode()).as(elsewhere.output()).isNotZero();
        assertThat(home.resolve("stolen")).doesNotExist();
        String listed = run("terminals", "files", allocation).output();
        assertThat(listed).contains("upload", "download", "data.bin", "done").doesNotContain("passwd");
    }

    private void commandsRunWithoutATerminal(String allocation) throws IOException {
        Command.Outcome failing = gpuaas("exec", allocation, "--", "sh", "-c", "echo problem-$((20+3)) >&2; exit 6")
                .run();
        assertThat(failing.output()).contains("problem-23");
        assertThat(failing.exitCode()).as(failing.output()).isEqualTo(6);

        Path there = home.resolve("exec.bin");
        Command.Outcome large = asMe(inShell(
                        Command.repository().resolve("gpuaas") + " exec " + allocation + " -- cat data.bin > " + there))
                .run();
        assertThat(large.exitCode()).as(large.output()).isZero();
        assertThat(Files.mismatch(home.resolve("data.bin"), there)).isEqualTo(-1);

        Path counted = home.resolve("counted");
        assertThat(asMe(inShell(Command.repository().resolve("gpuaas") + " exec " + allocation + " -- wc -c < "
                                + home.resolve("data.bin") + " > " + counted))
                        .run()
                        .exitCode())
                .isZero();
        assertThat(read(counted).strip()).isEqualTo("3000000");
        assertThat(run("exec", allocation, "--", "nvidia-smi", "-L").output()).contains("GPU 0: NVIDIA H100");
        assertThat(run("commands", "list", allocation).output()).contains("exited");
    }

    private Path folderToCopy() throws IOException {
        Path folder = home.resolve("job");
        Files.createDirectories(folder.resolve("data"));
        Files.writeString(folder.resolve("train.sh"), "echo trained-$((20+3)) on $(cat data/set)\n");
        Files.writeString(folder.resolve("data/set"), "a set");
        Files.writeString(folder.resolve("data/large.tmp"), "nothing that is wanted there");
        Files.writeString(folder.resolve(".gpuaasignore"), "*.tmp\n");
        Files.writeString(home.resolve("private"), "private");
        Files.createSymbolicLink(folder.resolve("inside"), Path.of("data/set"));
        Files.createSymbolicLink(folder.resolve("outside"), home.resolve("private"));
        return folder;
    }

    private void foldersAreCopiedAndOnlyWhatIsMissingIsSentAgain(String allocation) throws IOException {
        Path folder = folderToCopy();
        assertThat(run("sync", folder.toString(), allocation + ":job").output())
                .contains("Left out", "outside", "Copied 3 files", "0 unchanged");
        Files.writeString(folder.resolve("data/set"), "another set");
        run("exec", allocation, "--", "touch", "job/old", "job/kept.tmp");
        assertThat(run("sync", folder.toString(), allocation + ":job", "--delete")
                        .output())
                .contains("Copied 1 files", "2 unchanged, 1 deleted");
        assertThat(run("exec", allocation, "--", "find", "job", "-mindepth", "1")
                        .output()
                        .lines())
                .containsExactlyInAnyOrder(
                        "job/.gpuaasignore", "job/train.sh", "job/data", "job/data/set", "job/inside", "job/kept.tmp");
        Path back = home.resolve("job-back");
        run("cp", "-r", allocation + ":job", back.toString());
        assertThat(back.resolve("inside")).isSymbolicLink().hasContent("another set");
        assertThat(run("exec", allocation, "--", "ls", "-A").output()).doesNotContain(".gpuaas-copy");
    }

    /** At a socket, which all shells of the login share: each of a simulated host has ports of its own. */
    private void aSocketThereIsReachedByManyConnectionsAtAPortHere(String allocation) throws IOException {
        String server = read(Command.repository().resolve("system-tests/src/test/resources/greets_at_a_socket.py"));
        run("exec", allocation, "--detach", "--", "python3", "-c", server, "greets.sock");
        String socket = run("exec", allocation, "--", "sh", "-c", "while [ ! -S greets.sock ]; do sleep 0.1; done; pwd")
                        .output()
                        .strip()
                + "/greets.sock";
        int port = FreePort.find(0);
        Path said = home.resolve("forward.out");
        Process forward = gpuaas(
                        "port-forward",
                        allocation,
                        port + ":" + socket,
                        "-i",
                        installation.data().resolve("demo-key").toString())
                .start(said);
        try {
            Installation.await("the port", () -> read(said).contains("Forwarding") || !forward.isAlive());
            assertThat(read(said)).contains("Forwarding 127.0.0.1:" + port);
            List<Socket> open = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                open.add(new Socket(InetAddress.getLoopbackAddress(), port));
            }
            for (Socket one : open) {
                try (one) {
                    one.getOutputStream().write("hello\n".getBytes(StandardCharsets.UTF_8));
                    assertThat(new String(one.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                            .isEqualTo("HELLO\n");
                }
            }
        } finally {
            forward.descendants().forEach(ProcessHandle::destroy);
            forward.destroy();
        }
        Installation.awaitEnd(forward.toHandle());
    }

    @Test
    void aProgramGetsAGpuItsFolderAndItsExitCodeAndGivesTheGpuBack() throws IOException {
        Path folder = folderToCopy();
        Path out = home.resolve("run.out");
        Command.Outcome run = asAdmin(inShell(Command.repository().resolve("gpuaas") + " run --project " + project
                        + " --sku " + SKU + " --workdir " + folder + " --env WORD='two words' --"
                        + " sh -c 'sh train.sh; ls -A data; echo $WORD; nvidia-smi -L | wc -l; exit 4' > " + out))
                .run();
        assertThat(run.exitCode()).as(run.output()).isEqualTo(4);
        assertThat(read(out)).isEqualTo("trained-23 on a set\nset\ntwo words\n1\n");
        assertThat(run.output())
                .contains("requested.", "provisioning", "active", "Copied 3 files", "released.")
                .doesNotContain("trained");
        String allocation = found(ID, run.output());
        Installation.await(
                "the release",
                () -> installation
                        .get("/api/v1/projects/" + project + "/allocations/" + allocation)
                        .body()
                        .contains("\"state\":\"released\""));

        try (RandomAccessFile sparse =
                new RandomAccessFile(folder.resolve("huge").toFile(), "rw")) {
            sparse.setLength(11_000_000_000L);
        }
        Command.Outcome tooLarge = asAdmin(Command.gpuaas(
                        "run", "--project", project, "--sku", SKU, "--workdir", folder.toString(), "--", "true"))
                .run();
        assertThat(tooLarge.exitCode()).isNotZero();
        assertThat(tooLarge.output())
                .contains("larger than 10,000 MB", ".gpuaasignore")
                .doesNotContain("requested");
    }

    @Test
    void outputSurvivesAKillOfTheGatewayAndOneOfTheControlPlane() throws IOException {
        Path out = home.resolve("numbers");
        Path said = home.resolve("said");
        Process run = asAdmin(inShell(Command.repository().resolve("gpuaas") + " run --project " + project + " --sku "
                        + SKU + " -- sh -c 'echo began >>began; seq 1 1000000; sleep 3; seq 1000001 2000000;"
                        + " sleep 3; seq 2000001 3000000; wc -l <began' > " + out))
                .start(said);
        awaitBytes(out, 1_000, run, said);
        Installation.kill(installation.gateway());
        assertThat(installation.tryUpWithDemo().exitCode()).isZero();
        awaitBytes(out, 8_000_000, run, said);
        Installation.kill(installation.controlPlane());
        assertThat(installation.tryUpWithDemo().exitCode()).isZero();
        Installation.awaitEnd(run.toHandle());
        assertThat(run.exitValue()).as(read(said)).isZero();
        Path expected = home.resolve("expected");
        assertThat(inShell("{ seq 1 3000000; echo 1; } > " + expected).run().exitCode())
                .isZero();
        assertThat(Files.mismatch(out, expected))
                .as("the first byte that differs")
                .isEqualTo(-1);
        awaitReadiness();
    }

    private static void awaitBytes(Path file, long bytes, Process writer, Path said) {
        Installation.await(bytes + " bytes", () -> file.toFile().length() >= bytes || !writer.isAlive());
        assertThat(file.toFile().length()).as(read(said)).isGreaterThanOrEqualTo(bytes);
    }

    private void sshAndScpPassThroughTheGateway(String allocation) throws IOException {
        Path key = installation.data().resolve("demo-key");
        Command.Outcome command = gpuaas(
                        "ssh",
                        allocation,
                        "--",
                        "-i",
                        key.toString(),
                        "echo ssh-$((20+3)); cat data.bin | wc -c; exit 5")
                .run();
        assertThat(command.output()).contains("ssh-23", "3000000");
        assertThat(command.exitCode()).as(command.output()).isEqualTo(5);

        assertThat(asMe(Command.gpuaas("config-ssh"))
                        .with("HOME", home.toString())
                        .run()
                        .output())
                .contains("ssh first.gpuaas");
        Path copied = home.resolve("copied.bin");
        Command.Outcome copy = asMe(Command.program(
                        Path.of("scp"),
                        "-F",
                        home.resolve(".ssh/gpuaas/config").toString(),
                        "-i",
                        key.toString(),
                        "first.gpuaas:data.bin",
                        copied.toString()))
                .run();
        assertThat(copy.exitCode()).as(copy.output()).isZero();
        assertThat(Files.mismatch(home.resolve("data.bin"), copied)).isEqualTo(-1);
    }

    private void aColleagueWatchesATerminalAndTakesItOver(String allocation) throws IOException {
        Path mine = home.resolve("mine.out");
        Path watched = home.resolve("watched.out");
        Path over = home.resolve("over");
        // Its input stays open, as that of somebody who sits there.
        Process owner = asMe(inShell("{ echo 'echo mine-$((40+2))'; while [ ! -e " + over + " ]; do sleep 0.2; done; }"
                        + " | " + Command.repository().resolve("gpuaas") + " terminal " + allocation))
                .start(mine);
        try {
            Installation.await("the owner's shell", () -> read(mine).contains("mine-42"));
            String terminal = found(
                    OPEN,
                    run("terminals", "list", allocation, "--output", "json").output());
            Process watcher = asAdmin(Command.gpuaas("terminal", allocation, "--join", terminal, "--project", project))
                    .start(watched);
            Installation.await("what the watcher sees", () -> read(watched).contains("mine-42"));
            assertThat(read(watched)).contains("you watch");
            Installation.await("the owner to be told", () -> read(mine).contains("came; what you see, they see"));
            watchingInAWindowEndsByAKey(allocation, terminal);

            Command.Outcome taker = asAdmin(inShell("echo 'echo taken-$((50+1)); exit 6' | "
                            + Command.repository().resolve("gpuaas") + " terminal " + allocation + " --join "
                            + terminal + " --take-over --project " + project))
                    .run();
            assertThat(taker.exitCode()).as(taker.output()).isEqualTo(6);
            Installation.awaitEnd(watcher.toHandle());
            assertThat(watcher.exitValue()).as(read(watched)).isEqualTo(6);
            assertThat(read(watched)).contains("taken-51");
        } finally {
            Files.createFile(over);
        }
        Installation.awaitEnd(owner.toHandle());
        assertThat(read(mine)).contains("somebody else took this terminal over; you watch", "taken-51");
        assertThat(owner.exitValue()).as(read(mine)).isEqualTo(6);
    }

    private void watchingInAWindowEndsByAKey(String allocation, String terminal) {
        Path repository = Command.repository();
        Command.Outcome left = asAdmin(Command.program(
                        Path.of("python3"),
                        repository
                                .resolve("system-tests/src/test/resources/leave_a_terminal.py")
                                .toString(),
                        "mine-42",
                        repository.resolve("gpuaas").toString(),
                        "terminal",
                        allocation,
                        "--join",
                        terminal,
                        "--project",
                        project))
                .run();
        assertThat(left.exitCode()).as(left.output()).isZero();
        assertThat(left.lines()).containsExactly("left with '\\r~.' and 0", "left with '\\x03' and 0");
    }

    private static Command inShell(String script) {
        return Command.program(Path.of("/bin/sh"), "-c", script);
    }

    /** All at once: most of their time they wait for allocations. */
    @Test
    void theExamplesOfBothSdksRun() throws IOException {
        Map<String, Process> running = new LinkedHashMap<>();
        for (String example : List.of("quickstart.py", "two_at_once.py", "run.py", "service_account.py")) {
            running.put(example, python(example).start(home.resolve(example)));
        }
        for (String example : List.of("Quickstart.java", "TwoAtOnce.java", "ServiceAccountJob.java")) {
            running.put(example, java(example).start(home.resolve(example)));
        }
        running.forEach((example, process) -> {
            Installation.awaitEnd(process.toHandle());
            String said = read(home.resolve(example));
            assertThat(process.exitValue()).as(example + " said: " + said).isZero();
            assertThat(said)
                    .as(example)
                    .contains(
                            example.toLowerCase(Locale.ROOT).startsWith("service") ? "and no policies" : "given back");
        });
    }

    private static Command python(String example) {
        Path sdk = Command.repository().resolve("sdk/python");
        // One with httpx, which the asyncio example needs.
        Path python = Path.of(System.getenv().getOrDefault("GPUAAS_PYTHON", "python3"));
        return asAdmin(Command.program(
                        python, sdk.resolve("examples/" + example).toString(), project))
                .with("PYTHONPATH", sdk.toString())
                .with("PYTHONDONTWRITEBYTECODE", "1");
    }

    private static Command java(String example) {
        Path root = Command.repository();
        return asAdmin(Command.program(
                Path.of(System.getProperty("java.home"), "bin/java"),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                root.resolve("cli/target/lib") + "/*",
                root.resolve("sdk/java/examples/" + example).toString(),
                project));
    }

    @Test
    void anInstalledCopyWorksWithoutTheCheckoutAndGoesAgain() {
        Path prefix = home.resolve("prefix");
        Command.Outcome install =
                Command.gpuaas("install-cli", "--prefix", prefix.toString()).run();
        assertThat(install.exitCode()).as(install.output()).isZero();
        assertThat(prefix.resolve("share/bash-completion/completions/gpuaas")).isNotEmptyFile();
        Command.Outcome list = asAdmin(Command.program(prefix.resolve("bin/gpuaas"), "skus", "list"))
                .run();
        assertThat(list.output()).contains(SKU);

        assertThat(Command.gpuaas("uninstall-cli", "--prefix", prefix.toString())
                        .run()
                        .exitCode())
                .isZero();
        assertThat(prefix.resolve("bin/gpuaas")).doesNotExist();
        assertThat(prefix.resolve("lib/gpuaas")).doesNotExist();
    }

    /** With a code, as on a machine without a browser; an HTTP client does what the person's browser would. */
    private void signInAs(String user) throws IOException {
        Path output = home.resolve("login.out");
        Process login = gpuaas("login", "--device").start(output);
        Pattern code = Pattern.compile("Enter (\\S+)");
        Installation.await("a code", () -> code.matcher(read(output)).find() || !login.isAlive());
        SignInPages browser = new SignInPages(installation.url()).open("/device");
        browser.submit(Map.of("username", user, "password", passwordOf(user)));
        browser.submit(Map.of("user_code", found(code, read(output))));
        browser.submit(Map.of());
        Installation.awaitEnd(login.toHandle());
        assertThat(login.exitValue()).as(read(output)).isZero();
    }

    private static String passwordOf(String user) {
        return read(installation.data().resolve("first-login"))
                .lines()
                .map(line -> List.of(line.split("\\s+")))
                .filter(words -> words.size() > 2 && words.get(1).equals(user))
                .map(words -> words.get(2))
                .findFirst()
                .orElseThrow();
    }

    private Command gpuaas(String... words) {
        return asMe(Command.gpuaas(words));
    }

    private Command asMe(Command command) {
        return command.with("GPUAAS_SERVER", installation.url())
                .with("XDG_CONFIG_HOME", home.toString())
                .without("GPUAAS_TOKEN");
    }

    private Command.Outcome run(String... words) {
        Command.Outcome outcome = gpuaas(words).run();
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        return outcome;
    }

    private static Command asAdmin(Command command) {
        return command.with("GPUAAS_SERVER", installation.url()).with("GPUAAS_TOKEN", installation.firstLoginToken());
    }

    private static String found(Pattern pattern, String text) {
        Matcher match = pattern.matcher(text);
        assertThat(match.find()).as(text).isTrue();
        return match.group(1);
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
