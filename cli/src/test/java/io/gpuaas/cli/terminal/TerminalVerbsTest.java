package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.FakeServer;
import io.gpuaas.cli.Shell;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the requests of the terminal commands; traffic through the gateway is tested in system-tests. */
class TerminalVerbsTest {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final String T = "0198c0de-0000-7000-8000-000000000005";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String ADDRESS = "POST /api/v1/projects/" + P + "/allocations/" + ID;

    @TempDir
    Path folder;

    private FakeServer server;
    private Shell shell;

    @SuppressWarnings("NullAway.Init")
    TerminalVerbsTest() {}

    @BeforeEach
    void start() throws Exception {
        server = new FakeServer();
        shell = new Shell(folder).set("GPUAAS_SERVER", server.url()).set("GPUAAS_TOKEN", "secret");
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private String asked() {
        return server.received().getLast().request();
    }

    @Test
    void anotherPersonsTerminalIsWatchedUnlessOneTakesItOver() {
        server.refuses(ADDRESS + "/terminals/" + T + "/join", 403, "permission_denied")
                .refuses(ADDRESS + "/terminals/" + T + "/take-over", 403, "permission_denied");
        assertThat(shell.type("terminal --project " + P + " " + ID + " --join " + T))
                .isNotZero();
        assertThat(asked()).isEqualTo(ADDRESS + "/terminals/" + T + "/join");
        assertThat(shell.type("terminal --project " + P + " " + ID + " --take-over --join " + T))
                .isNotZero();
        assertThat(asked()).isEqualTo(ADDRESS + "/terminals/" + T + "/take-over");
        int before = server.received().size();
        assertThat(shell.type("terminal --project " + P + " " + ID + " --attach " + T + " --join " + T))
                .isNotZero();
        assertThat(server.received()).as("one terminal at a time").hasSize(before);
    }

    @Test
    void aCopyAnnouncesWhatItSendsAndLeavesNothingWhenItIsRefused() throws Exception {
        Files.writeString(folder.resolve("data.txt"), "hello");
        server.refuses(ADDRESS + "/file-transfers", 403, "file_transfer_refused");
        assertThat(shell.run("cp", "--project", P, folder.resolve("data.txt").toString(), ID + ":~/in/data.txt"))
                .isNotZero();
        assertThat(server.received().getLast().body())
                .contains("\"direction\":\"upload\"")
                .contains("\"path\":\"in/data.txt\"")
                .contains("\"bytes\":5")
                .contains("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824");
        assertThat(shell.run(
                        "cp",
                        "--project",
                        P,
                        ID + ":out.txt",
                        folder.resolve("out.txt").toString()))
                .isNotZero();
        assertThat(server.received().getLast().body()).contains("\"direction\":\"download\"");
        try (var files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .noneMatch(name -> name.contains("download") || name.equals("out.txt"));
        }
    }

    @Test
    void aCopyHasOneSideHereAndOneThere() {
        assertThat(shell.type("cp --project " + P + " here there")).isNotZero();
        assertThat(shell.type("cp --project " + P + " " + ID + ":a " + ID + ":b"))
                .isNotZero();
        assertThat(server.received()).isEmpty();
    }
}
