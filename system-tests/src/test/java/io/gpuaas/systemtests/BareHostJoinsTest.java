package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import io.gpuaas.testkit.DebianMachine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bare Debian with systemd becomes a node: no Java, nothing of ours, and the line that the console shows. A tunnel
 * stands in for the network between both.
 */
@Tag("full")
@Against("Debian in QEMU")
class BareHostJoinsTest {

    private static final Path PACKAGES = Command.repository().resolve("target/agent/packages");

    @TempDir
    Path folder;

    private Installation installation;
    private DebianMachine host;
    private AutoCloseable network;

    @SuppressWarnings("NullAway.Init")
    BareHostJoinsTest() {}

    @BeforeEach
    void start() throws Exception {
        host = DebianMachine.start(Files.createDirectory(folder.resolve("host")));
        installation = new Installation(folder);
        installation.up();
        network = host.lend(installation.port(), nodePort());
    }

    @AfterEach
    void stop() throws Exception {
        if (network != null) {
            network.close();
        }
        if (installation != null) {
            installation.close();
        }
        if (host != null) {
            host.close();
        }
    }

    private static String first(String pattern, String text) {
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        assertThat(matcher.find()).as(pattern + " in " + text).isTrue();
        return matcher.group(1);
    }

    private String nodeServer() {
        return first(
                "NODE_SERVER='(https://[^']+)'",
                installation.get("/join/gpuaas-join.sh").body());
    }

    private int nodePort() {
        return Integer.parseInt(nodeServer().replaceFirst(".*:", ""));
    }

    private byte[] token(String body) {
        String secret = first(
                "\"secret\":\"([^\"]+)\"",
                installation.post("/api/v1/nodes/join-tokens", body).body());
        return (secret + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private String line() {
        return first(
                        "\"line\":\"(.*?[^\\\\])\"",
                        installation.get("/api/v1/nodes/join-line").body())
                .replace("\\\"", "\"");
    }

    private void awaitReady(String name) {
        Installation.await(
                "a ready node",
                () -> installation
                        .get("/api/v1/nodes")
                        .body()
                        .matches("(?s).*\"name\":\"" + name + "\",\"state\":\"ready\".*"));
    }

    private long pidOfAgent() throws Exception {
        return Long.parseLong(host.require("systemctl show --property MainPID --value gpuaas-agent")
                .strip());
    }

    @Test
    void theLineMakesItANodeWhoseAgentSystemdKeepsRunning() throws Exception {
        assertThat(host.run("command -v java").code()).as("a Java of its own").isNotZero();

        DebianMachine.Outcome joined = host.run(line(), token("{\"count\":1}"));
        assertThat(joined.code()).as(joined.output()).isZero();
        assertThat(joined.output())
                .contains("enrolled as node", "Started gpuaas-agent.service", "Checks of this host:", "driver");
        assertThat(host.require("systemctl is-active gpuaas-agent").strip()).isEqualTo("active");
        awaitReady("bare-host");
        String id = first(
                "\"id\":\"([0-9a-f-]{36})\",\"name\":\"bare-host\"",
                installation.get("/api/v1/nodes").body());
        Installation.await(
                "its checks",
                () -> installation.get("/api/v1/nodes/" + id + "/checks").body().contains("systemd"));

        long killed = pidOfAgent();
        host.require("kill -9 " + killed);
        Installation.await("another process of the agent", () -> {
            try {
                long now = pidOfAgent();
                return now != 0 && now != killed;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
        DebianMachine.Outcome again = host.run(line(), token("{\"count\":1}"));
        assertThat(again.code()).as(again.output()).isZero();
        assertThat(again.output()).contains("enrolled already");
    }

    @Test
    void thePackageOfDebianDoesTheSameAndLeavesNothingWhenPurged() throws Exception {
        Path deb = deb();
        host.copy(List.of(deb), "/root");
        String installed = host.require("dpkg -i /root/" + deb.getFileName());
        assertThat(installed).contains("gpuaas nodes join-line");

        // An archive that is installed already is not downloaded again.
        DebianMachine.Outcome joined = host.run(line() + " --hostname packaged", token("{\"count\":1}"));
        assertThat(joined.code()).as(joined.output()).isZero();
        assertThat(joined.output()).contains("is installed in").doesNotContain("Downloading");
        awaitReady("packaged");

        host.require("dpkg --purge gpuaas-agent");
        assertThat(host.run("systemctl is-active gpuaas-agent").code()).isNotZero();
        for (String path :
                List.of("/opt/gpuaas-agent/versions", "/var/lib/gpuaas-agent/identity.json", "/usr/bin/gpuaas-agent")) {
            assertThat(host.run("test -e " + path).code()).as(path).isNotZero();
        }
    }

    @Test
    void anUnusableTokenAndAnUnreachableControlPlaneAreSaidPlainly() throws Exception {
        String expiring = installation
                .post("/api/v1/nodes/join-tokens", "{\"count\":1,\"lifetime_seconds\":60}")
                .body();
        Instant expires = Instant.parse(first("\"expires_at\":\"([^\"]+)\"", expiring));
        byte[] token = (first("\"secret\":\"([^\"]+)\"", expiring) + "\n").getBytes(StandardCharsets.UTF_8);
        Installation.await("the end of the token", () -> Instant.now().isAfter(expires.plusSeconds(1)));
        DebianMachine.Outcome expired = host.run(line(), token);
        assertThat(expired.code()).as(expired.output()).isEqualTo(1);
        assertThat(expired.output()).contains("create another one").doesNotContain("Started");

        // The archive is there by now; the token is asked for and goes nowhere.
        DebianMachine.Outcome unreachable = host.run(line() + " --server https://127.0.0.1:1", token("{\"count\":1}"));
        assertThat(unreachable.code()).as(unreachable.output()).isEqualTo(1);
        assertThat(unreachable.output()).contains("could not reach https://127.0.0.1:1");

        DebianMachine.Outcome asNobody =
                host.run("cd $(mktemp -d) && chmod 777 . && su -s /bin/sh nobody -c '" + line() + "'", token);
        assertThat(asNobody.code()).as(asNobody.output()).isNotZero();
        assertThat(asNobody.output()).contains("this needs root");
    }

    private static Path deb() throws IOException {
        try (Stream<Path> files = Files.list(PACKAGES)) {
            return files.filter(file -> file.toString().endsWith(".deb"))
                    .findFirst()
                    .orElseThrow();
        }
    }
}
