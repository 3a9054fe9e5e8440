package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Asks the real ssh how it reads the configuration that is written. */
class ConfigSshTest {

    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String ID = "0198c0de-0000-7000-8000-00000000000";

    @TempDir
    Path home;

    private FakeServer server;

    @SuppressWarnings("NullAway.Init")
    ConfigSshTest() {}

    @BeforeEach
    void start() throws Exception {
        server = new FakeServer();
        Files.createDirectories(home.resolve(".ssh"));
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private int configSsh(String... options) {
        String[] line = new String[3 + options.length];
        System.arraycopy(new String[] {"config-ssh", "--project", P}, 0, line, 0, 3);
        System.arraycopy(options, 0, line, 3, options.length);
        return new Shell(home)
                .set("HOME", home.toString())
                .set("GPUAAS_SERVER", server.url())
                .set("GPUAAS_TOKEN", "secret")
                .run(line);
    }

    private void has(String... allocations) {
        for (int i = 0; i < allocations.length; i++) {
            server.answers("GET /api/v1/projects/" + P + "/allocations/" + ID + (i + 1), 200, allocations[i]);
        }
        server.answers(
                "GET /api/v1/projects/" + P + "/allocations?limit=200&state=active",
                200,
                "{\"items\":[" + String.join(",", allocations) + "]}");
    }

    private static String allocation(int number, String name, String username) {
        return """
                {"id":"%s%d","tenant_id":"0198c0de-0000-7000-8000-000000000001","project_id":"%s","name":"%s",
                 "labels":{},"sku":"h100-sxm-slice","count":1,"image":"debian-13","version":4,"protected":false,
                 "created_at":"2026-11-16T05:59:30Z","created_by":"x","state":"active",
                 "state_since":"2026-11-16T06:00:00Z",
                 "access":{"username":"%s","host":"10.0.0.1","port":22,"command":"ssh","host_keys":["ssh-ed25519 AAAA"]}}""".formatted(ID, number, P, name, username);
    }

    /** The value that the real ssh would use. */
    private String value(String host, String option) throws IOException {
        Process ssh = new ProcessBuilder(
                        "ssh", "-G", "-F", home.resolve(".ssh/config").toString(), host)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(ssh.getInputStream(), StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith(option + " "))
                    .map(line -> line.substring(option.length() + 1))
                    .findFirst()
                    .orElse("");
        }
    }

    /** ssh resolves a relative Include against the home of the account, which a test must not write to. */
    private void includeByPath() throws IOException {
        Path config = home.resolve(".ssh/config");
        Files.writeString(
                config,
                Files.readString(config)
                        .replace("Include gpuaas/config", "Include " + home.resolve(".ssh/gpuaas/config")));
    }

    @Test
    void sshReachesAnAllocationByItsNameThroughTheGateway() throws Exception {
        has(allocation(1, "training", "ada"), allocation(2, "training", "bob"), allocation(3, "two words", "cy"));
        assertThat(configSsh()).isZero();
        includeByPath();
        assertThat(value("training.gpuaas", "user")).isEqualTo("ada");
        assertThat(value("training.gpuaas", "hostkeyalias")).isEqualTo(ID + "1");
        assertThat(value("training.gpuaas", "stricthostkeychecking")).isEqualTo("true");
        assertThat(value("training.gpuaas", "proxycommand"))
                .contains("ssh-proxy")
                .endsWith(" --project " + P + " " + ID + "1");
        assertThat(value(ID + "2.gpuaas", "user")).isEqualTo("bob");
        assertThat(value(ID + "3.gpuaas", "user")).isEqualTo("cy");
        assertThat(home.resolve(".ssh/gpuaas/known_hosts")).content().contains(ID + "1 ssh-ed25519 AAAA\n");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(home.resolve(".ssh/gpuaas/config"))))
                .isEqualTo("rw-------");
    }

    @Test
    void theirOwnConfigurationStaysAndIsIncludedOnce() throws Exception {
        Path elsewhere = home.resolve("dotfiles-config");
        Files.writeString(elsewhere, "Host own\n  User me\n");
        Files.createSymbolicLink(home.resolve(".ssh/config"), elsewhere);
        has(allocation(1, "training", "ada"));
        configSsh();
        configSsh();
        assertThat(Files.isSymbolicLink(home.resolve(".ssh/config"))).isTrue();
        assertThat(Files.readAllLines(elsewhere)).isEqualTo(List.of("Include gpuaas/config", "Host own", "  User me"));
        assertThat(configSsh("--remove")).isZero();
        assertThat(Files.readAllLines(elsewhere)).isEqualTo(List.of("Host own", "  User me"));
        assertThat(home.resolve(".ssh/gpuaas")).doesNotExist();
    }

    @Test
    void aLoginThatWouldAddALineIsRefused() {
        has(allocation(1, "training", "ada\\n  ProxyCommand evil"));
        assertThat(configSsh()).isNotZero();
        assertThat(home.resolve(".ssh/gpuaas")).doesNotExist();
    }
}
