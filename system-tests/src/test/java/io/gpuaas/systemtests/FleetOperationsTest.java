package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operates busy hosts through real processes: control plane, gateway, agents, command line. */
class FleetOperationsTest {

    private static final int NODE_PORT_OFFSET = 364;

    @TempDir
    static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Installation installation;

    @BeforeAll
    static void start() throws IOException {
        installation = new Installation(folder);
        List<String> keys = new ArrayList<>();
        for (String name : List.of("ada", "bob")) {
            keys.add(gpuaas(
                            "releases",
                            "keygen",
                            "--key-id",
                            name,
                            "--out",
                            folder.resolve(name + ".key").toString())
                    .strip());
        }
        Files.writeString(keyFile(), "{\"threshold\":2,\"keys\":[" + String.join(",", keys) + "]}");
        Command.Outcome up = installation.tryUpWithDemo("--gpuaas.nodes.release-keys-file=" + keyFile());
        assertThat(up.exitCode()).as(up.output()).isZero();
        assertThat(up.output()).contains("started the gateway");
    }

    @AfterAll
    static void stop() {
        Command.Outcome down = installation.down();
        assertThat(down.output()).contains("stopped the gateway");
    }

    private static Path keyFile() {
        return folder.resolve("release-keys.json");
    }

    private static Command command(String... arguments) {
        Command command = Command.gpuaas(arguments);
        return installation.data().resolve("first-login").toFile().exists()
                ? command.with("GPUAAS_SERVER", installation.url()).with("GPUAAS_TOKEN", installation.firstLoginToken())
                : command;
    }

    private static String gpuaas(String... arguments) {
        Command.Outcome outcome = command(arguments).run();
        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        return outcome.output();
    }

    private static String first(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }

    private static String node(String name) {
        return first(
                "\"id\":\"([0-9a-f-]{36})\",\"name\":\"" + name + "\"",
                installation.get("/api/v1/nodes").body());
    }

    private static boolean isReady(String name) {
        return installation
                .get("/api/v1/nodes")
                .body()
                .matches("(?s).*\"name\":\"" + name + "\",\"state\":\"ready\".*");
    }

    @Test
    void anOperatorFollowsTheLogOfANodeThroughTheGateway() throws Exception {
        Installation.await("a ready node", () -> isReady("demo-1"));
        Installation.await(
                "the gateway", () -> installation.get("/api/v1/gateways").body().contains("\"state\":\"connected\""));
        assertThat(Command.gpuaas("status", "--data", installation.data().toString())
                        .run()
                        .output())
                .contains("gateway        running");
        String id = node("demo-1");
        Path output = folder.resolve("follow.out");
        Process follow =
                command("nodes", "logs", id, "--follow", "--tail", "100").start(output);
        try {
            Installation.await(
                    "lines from before", () -> read(output).contains("\"message\":\"connected to the control plane\""));
            installation.post("/api/v1/nodes/" + id + "/logs", "{\"sources\":[\"kernel\"]}");
            Installation.await("a line written just now", () -> read(output).contains("logs.collect"));
        } finally {
            end(follow);
        }
        Installation.await(
                "the node to notice",
                () -> read(installation.data().resolve("nodes/demo-1/agent.log"))
                        .contains("reader_left"));
    }

    @Test
    void aShellInAnAllocationAnswersAndItsExitCodeIsTheCommands() {
        Installation.await("a ready node", () -> isReady("demo-1") && isReady("demo-2"));
        Installation.await(
                "the gateway", () -> installation.get("/api/v1/gateways").body().contains("\"state\":\"connected\""));
        String allocation = first(
                "\"id\" ?: ?\"([0-9a-f-]{36})\"",
                gpuaas(
                        "allocations",
                        "create",
                        "--sku",
                        "h100-sxm-slice",
                        "--count",
                        "1",
                        "--wait",
                        "--output",
                        "json"));
        Command.Outcome shell = Command.program(
                        Path.of("/bin/sh"),
                        "-c",
                        "echo 'tty; pwd; echo sum-$((20+3)); exit 7' | "
                                + Command.repository().resolve("gpuaas") + " terminal " + allocation)
                .with("GPUAAS_SERVER", installation.url())
                .with("GPUAAS_TOKEN", installation.firstLoginToken())
                .run();
        // A confined shell has its terminal as its console.
        assertThat(shell.output())
                .containsPattern("/dev/(pts/[0-9]+|console)")
                .contains("/home")
                .contains("sum-23");
        assertThat(shell.exitCode()).as(shell.output()).isEqualTo(7);
        gpuaas("allocations", "release", allocation, "--yes");
    }

    @Test
    void aRealAgentBecomesTheNextVersionAndABrokenOneIsTakenBack() throws Exception {
        Path agents = Files.createDirectories(folder.resolve("host"));
        try (InstalledAgent agent = new InstalledAgent(agents, keyFile())) {
            String token = first(
                    "\"secret\":\"([^\"]+)\"",
                    installation
                            .post("/api/v1/nodes/join-tokens", "{\"count\":1}")
                            .body());
            agent.enroll(nodeServer(), token);
            Installation.await("a ready node", () -> isReady("host-1"));

            String good = release("9.0.0", "io.gpuaas.agent.NodeAgent");
            awaitRollout(good, "succeeded");
            assertThat(agent.current()).isEqualTo("9.0.0");
            assertThat(installation.get("/api/v1/nodes/" + node("host-1")).body())
                    .contains("9.0.0");

            String broken = release("9.1.0", "io.gpuaas.agent.NoSuchClass");
            String rollout = awaitRollout(broken, "reverted");
            assertThat(agent.current()).isEqualTo("9.0.0");
            assertThat(installation
                            .get("/api/v1/rollouts/" + rollout + "/nodes")
                            .body())
                    .contains("\"state\":\"failed\"")
                    .contains("update_reverted");
        }
    }

    @Test
    void simulatedNodesJoinOverTheRealProtocol() throws IOException {
        List<String> names = List.of("sim-0", "sim-1", "sim-2");
        Path output = folder.resolve("fleet.out");
        Process fleet = command(
                        "fleet",
                        "--nodes",
                        String.valueOf(names.size()),
                        "--server",
                        installation.url(),
                        "--node-server",
                        nodeServer(),
                        "--token-file",
                        installation.data().resolve("first-login").toString())
                .start(output);
        try {
            Installation.await("the fleet", () -> read(output).contains("3 nodes joined in") || !fleet.isAlive());
            assertThat(fleet.isAlive()).as(read(output)).isTrue();
            Installation.await("their readiness", () -> names.stream().allMatch(FleetOperationsTest::isReady));
        } finally {
            end(fleet);
        }
        // The other tests are about hosts that stay.
        for (String name : names) {
            assertThat(installation
                            .post("/api/v1/nodes/" + node(name) + "/retire", "{\"reason\":\"simulated\"}")
                            .statusCode())
                    .as(name)
                    .isEqualTo(200);
        }
    }

    /** Signed by two people who never give their keys away. */
    private static String release(String version, String mainClass) throws IOException {
        Path jar = folder.resolve("agent-" + version + ".jar");
        InstalledAgent.rebuild(jar, version, mainClass);
        String file = folder.resolve(version + ".release").toString();
        gpuaas("releases", "draft", jar.toString(), "--out", file);
        for (String name : List.of("ada", "bob")) {
            gpuaas(
                    "releases",
                    "sign",
                    file,
                    "--key-id",
                    name,
                    "--key",
                    folder.resolve(name + ".key").toString());
        }
        return first(
                "\"id\" ?: ?\"([0-9a-f-]{36})\"",
                gpuaas("releases", "create", file, jar.toString(), "--output", "json"));
    }

    private static String awaitRollout(String release, String state) {
        String rollout = first(
                "\"id\":\"([0-9a-f-]{36})\"",
                installation
                        .post(
                                "/api/v1/rollouts",
                                "{\"release_id\":\"" + release + "\",\"node_ids\":[\"" + node("host-1")
                                        + "\"],\"bake_seconds\":1}")
                        .body());
        Installation.await(
                "the rollout to be " + state,
                () -> installation.get("/api/v1/rollouts/" + rollout).body().contains("\"state\":\"" + state + "\""));
        return rollout;
    }

    private static String read(Path file) {
        try {
            return Files.exists(file) ? Files.readString(file) : "";
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String nodeServer() {
        return "https://127.0.0.1:" + (installation.port() + NODE_PORT_OFFSET);
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
        Installation.awaitEnd(process.toHandle());
    }
}
