package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a newcomer finds: people to sign in as, and two agents that joined as processes of their own. */
class TrialTest {

    private static final Pattern READY = Pattern.compile("\"state\":\"ready\"");

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private Installation installation;

    @BeforeEach
    void choose() {
        installation = new Installation(folder);
    }

    @AfterEach
    void stop() {
        installation.close();
    }

    @Test
    void twoNodesJoinTakeTasksAndStopWithTheControlPlane() throws IOException {
        Command.Outcome up = installation.tryUpWithDemo();
        assertThat(up.exitCode()).as(up.output()).isZero();
        assertThat(up.output()).contains("demo user: demo-owner", "simulated node demo-1", "simulated node demo-2");
        Path key = installation.data().resolve("demo-key");
        assertThat(up.output()).contains("SSH key of demo-member: " + key);
        assertThat(Files.getPosixFilePermissions(key)).isEqualTo(PosixFilePermissions.fromString("rw-------"));
        String madeOnce = Files.readString(key);
        Installation.await("two ready nodes", () -> readyNodes() == 2);
        List<ProcessHandle> agents = List.of(agent("demo-1"), agent("demo-2"));
        assertThat(agents).allMatch(ProcessHandle::isAlive);
        assertThat(installation.data().resolve("nodes/demo-1.join")).doesNotExist();
        Installation.await("their GPUs for sale", () -> skus().contains("16 of 1, 8 of 2, 4 of 4, 2 of 8"));
        assertThat(skus()).contains("h100-sxm-slice", "2.49 USD", "local/local-1");

        Command.Outcome down = installation.down();
        assertThat(down.output()).contains("stopped the simulated node demo-1", "stopped the simulated node demo-2");
        agents.forEach(Installation::awaitEnd);

        Command.Outcome again = installation.tryUpWithDemo();
        assertThat(again.exitCode()).as(again.output()).isZero();
        assertThat(again.output()).doesNotContain("SSH key of demo-member");
        assertThat(key).hasContent(madeOnce);
        Installation.await("the same two nodes again", () -> readyNodes() == 2);
        assertThat(installation.get("/api/v1/nodes").body().split("\"topology_version\"", -1))
                .hasSize(3);
    }

    /** What somebody who has just started it sees. */
    private String skus() {
        return Command.gpuaas("skus", "list")
                .with("GPUAAS_SERVER", installation.url())
                .with("GPUAAS_TOKEN", installation.firstLoginToken())
                .run()
                .output();
    }

    private long readyNodes() {
        return READY.matcher(installation.get("/api/v1/nodes").body()).results().count();
    }

    private ProcessHandle agent(String name) throws IOException {
        String pid = Files.readString(installation.data().resolve("nodes/" + name + ".pid"))
                .strip();
        return ProcessHandle.of(Long.parseLong(pid)).orElseThrow();
    }
}
