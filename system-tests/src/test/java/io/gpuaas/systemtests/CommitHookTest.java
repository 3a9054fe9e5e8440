package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Against("git")
class CommitHookTest {

    @TempDir
    Path folder = Path.of("set by JUnit");

    @SuppressWarnings("NullAway.Init")
    private SmallCheckout checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = new SmallCheckout(folder);
    }

    @Test
    void anyRunInstallsTheHook() {
        run();

        assertThat(hooksPath()).isEqualTo(".githooks");
    }

    @Test
    void hooksSomebodyChoseStay() {
        checkout.git("config", "core.hooksPath", "my-hooks");

        run();

        assertThat(hooksPath()).isEqualTo("my-hooks");
    }

    @Test
    void inCiNoHookIsInstalled() {
        checkout.gpuaas("help").with("CI", "true").run();

        assertThat(hooksPath()).isEmpty();
    }

    @Test
    void aStagedSecretStopsTheCommitEvenWhenTheFileWasCleanedAfterwards() throws IOException {
        run();
        checkout.write("settings.env", "GITHUB_TOKEN=ghp_" + "wWPw5k4aXcaT4fNP0UcnZwJUVFk6LO0pINUx\n");
        checkout.git("add", "settings.env");
        checkout.write("settings.env", "PORT=8080\n");

        Command.Outcome refused = checkout.git("commit", "--quiet", "-m", "Add settings");
        assertThat(refused.exitCode()).isNotZero();
        assertThat(refused.output()).contains("check failed: secrets");

        checkout.git("add", "settings.env");
        Command.Outcome accepted = checkout.git("commit", "--quiet", "-m", "Add settings");
        assertThat(accepted.exitCode()).as(accepted.output()).isZero();
    }

    private void run() {
        assertThat(checkout.gpuaas("help").run().exitCode()).isZero();
    }

    private String hooksPath() {
        return checkout.git("config", "core.hooksPath").output().strip();
    }
}
