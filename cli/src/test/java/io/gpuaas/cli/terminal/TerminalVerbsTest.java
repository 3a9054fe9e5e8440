package io.gpuaas.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.cli.SignedInShell;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** Checks the requests of the terminal commands; traffic through the gateway is tested in system-tests. */
class TerminalVerbsTest extends SignedInShell {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final String T = "0198c0de-0000-7000-8000-000000000005";
    private static final String P = "0198c0de-0000-7000-8000-000000000002";
    private static final String ADDRESS = "POST /api/v1/projects/" + P + "/allocations/" + ID;

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

    private void allocationIsSimulated(boolean simulated) {
        server.answers("GET /api/v1/projects/" + P + "/allocations/" + ID, 200, """
                {"id":"%s","tenant_id":"0198c0de-0000-7000-8000-000000000001","project_id":"%s","name":"training",
                 "labels":{},"sku":"h100-sxm-slice","count":1,"version":4,"protected":false,"simulated":%s,
                 "created_at":"2026-11-16T05:59:30Z","created_by":"x","state":"active",
                 "state_since":"2026-11-16T06:00:00Z",
                 "access":{"username":"a1","host":"192.0.2.1","port":22,"command":"ssh a1@192.0.2.1"}}""".formatted(ID, P, simulated));
    }

    /** 192.0.2.1 answers nobody: ssh would hang there for minutes. */
    @Test
    void sshWithoutAGatewayRefusesASimulatedHostAtOnce() {
        allocationIsSimulated(true);
        assertThat(shell.type("ssh --direct --project " + P + " " + ID)).isNotZero();
        assertThat(shell.said())
                .contains(
                        "training is on a simulated host, which is reached through a gateway only: leave out --direct.");
    }

    @Test
    void theLoadOfARealHostIsNotSimulated() {
        allocationIsSimulated(false);
        assertThat(shell.type("demo load --project " + P + " " + ID)).isNotZero();
        assertThat(shell.said()).contains("training is not on a simulated host");
        assertThat(shell.type("demo load --percent 101 --project " + P + " " + ID))
                .isNotZero();
        assertThat(shell.said()).contains("--percent is a number from 1 to 100");
        assertThat(server.received()).noneMatch(one -> one.request().startsWith("POST"));
    }

    @Test
    void aLoadOpensATerminalOfASimulatedHost() {
        allocationIsSimulated(true);
        server.refuses(ADDRESS + "/terminals", 403, "permission_denied");
        assertThat(shell.type("demo load --project " + P + " " + ID)).isNotZero();
        assertThat(asked()).isEqualTo(ADDRESS + "/terminals");
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
    void aFolderOfTheHomeIsAskedForAsAListing() {
        server.refuses(ADDRESS + "/file-transfers", 403, "file_transfer_refused");
        for (String home : new String[] {ID, ID + ":", ID + ":~", ID + ":~/"}) {
            assertThat(shell.run("ls", "--project", P, home)).isNotZero();
            assertThat(server.received().getLast().body())
                    .as(home)
                    .contains("\"direction\":\"download\"")
                    .contains("\"listing\":true")
                    .contains("\"path\":\".\"");
        }
        assertThat(shell.run("ls", "--project", P, ID + ":~/out/run/")).isNotZero();
        assertThat(server.received().getLast().body()).contains("\"path\":\"out/run\"");
    }

    @Test
    void aCopyHasOneSideHereAndOneThere() {
        assertThat(shell.type("cp --project " + P + " here there")).isNotZero();
        assertThat(shell.type("cp --project " + P + " " + ID + ":a " + ID + ":b"))
                .isNotZero();
        assertThat(server.received()).isEmpty();
    }
}
