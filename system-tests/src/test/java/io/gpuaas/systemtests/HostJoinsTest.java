package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
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

/** A host joins with the line of a real control plane, below a folder and without a JDK of its own. */
class HostJoinsTest {

    @TempDir
    static Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Installation installation;

    @TempDir
    Path host;

    @SuppressWarnings("NullAway.Init")
    HostJoinsTest() {}

    @BeforeAll
    static void start() {
        installation = new Installation(folder);
        installation.up();
    }

    @AfterAll
    static void stop() {
        installation.close();
    }

    private static String first(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }

    private static String token(String body) {
        return first(
                "\"secret\":\"([^\"]+)\"",
                installation.post("/api/v1/nodes/join-tokens", body).body());
    }

    private static String line() {
        return first(
                        "\"line\":\"(.*?[^\\\\])\"",
                        installation.get("/api/v1/nodes/join-line").body())
                .replace("\\\"", "\"");
    }

    private record Run(int code, String output) {}

    /** The line as it is copied, with options at its end and the token on standard input. */
    private Run runLine(String line, String token, String options) throws Exception {
        List<String> command = new ArrayList<>(List.of("sh", "-c", line + " --prefix root " + options));
        ProcessBuilder builder =
                new ProcessBuilder(command).directory(host.toFile()).redirectErrorStream(true);
        builder.environment().remove("JAVA_HOME");
        Process process = builder.start();
        try (var out = process.getOutputStream()) {
            out.write((token + "\n").getBytes(StandardCharsets.UTF_8));
        } catch (java.io.IOException e) {
            // The script ended without reading.
        }
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Run(process.waitFor(), output);
    }

    @Test
    void aHostBecomesANodeWithOneLineAndReportsItsChecks() throws Exception {
        String token = token("{\"count\":1}");
        Run joined = runLine(line(), token, "--hostname one-line");
        assertThat(joined.code()).as(joined.output()).isZero();
        assertThat(joined.output())
                .contains("enrolled as node", "node-port", "clock")
                .doesNotContain(token);

        Run again = runLine(line(), token, "--hostname one-line");
        assertThat(again.code()).as(again.output()).isZero();
        assertThat(again.output()).contains("enrolled already");

        Path install = host.resolve("root/opt/gpuaas-agent");
        ProcessBuilder run = new ProcessBuilder(
                        install.resolve("bin/gpuaas-agent").toString(),
                        "run",
                        "--driver",
                        "simulated",
                        "--state",
                        host.resolve("root/var/lib/gpuaas-agent").toString())
                .redirectErrorStream(true)
                .redirectOutput(host.resolve("agent.out").toFile());
        run.environment().remove("JAVA_HOME");
        Process agent = run.start();
        try {
            Installation.await(
                    "a ready node",
                    () -> installation
                            .get("/api/v1/nodes")
                            .body()
                            .matches("(?s).*\"name\":\"one-line\",\"state\":\"ready\".*"));
            String id = first(
                    "\"id\":\"([0-9a-f-]{36})\",\"name\":\"one-line\"",
                    installation.get("/api/v1/nodes").body());
            Installation.await(
                    "its checks",
                    () -> installation
                            .get("/api/v1/nodes/" + id + "/checks")
                            .body()
                            .contains("capacity"));
        } finally {
            agent.descendants().forEach(ProcessHandle::destroy);
            agent.destroy();
            Installation.awaitEnd(agent.toHandle());
        }
    }

    @Test
    void aTokenThatWasUsedIsRefusedAndAnotherOneGoesOnWithoutADownload() throws Exception {
        String used = token("{\"count\":1}");
        assertThat(runLine(line(), used, "--hostname first-host").code()).isZero();
        Files.move(host.resolve("root/var"), host.resolve("root/elsewhere"));

        Run refused = runLine(line(), used, "--hostname second-host");
        assertThat(refused.code()).as(refused.output()).isEqualTo(1);
        assertThat(refused.output())
                .contains("join_token", "create another one")
                .doesNotContain(used);

        Run mended = runLine(line(), token("{\"count\":1}"), "--hostname second-host");
        assertThat(mended.code()).as(mended.output()).isZero();
        assertThat(mended.output()).contains("is installed in").doesNotContain("Downloading");
    }

    @Test
    void aScriptThatWasChangedOnItsWayIsNotRun() throws Exception {
        String changed = line().replaceFirst("[0-9a-f]{64}", "0".repeat(64));
        Run run = runLine(changed, token("{\"count\":1}"), "");
        assertThat(run.code()).isNotZero();
        assertThat(host.resolve("root")).doesNotExist();
    }
}
