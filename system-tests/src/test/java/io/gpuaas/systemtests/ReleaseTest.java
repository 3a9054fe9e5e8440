package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The conditions of {@code release}: a clean commit whose full tests were green. */
@Against("git")
class ReleaseTest {

    private static final String RECORD = "target/full-test/full-test.properties";

    @TempDir
    Path folder = Path.of("set by JUnit");

    @SuppressWarnings("NullAway.Init")
    private SmallCheckout checkout;

    @BeforeEach
    void makeCheckout() throws IOException {
        checkout = new SmallCheckout(folder);
        checkout.write(".gitignore", "target\n");
        checkout.git("add", ".");
        checkout.git("commit", "--quiet", "--no-verify", "-m", "Begin");
    }

    @Test
    void aCommitWithoutAFullRunIsRefused() {
        assertRefused("no green run of ./gpuaas test --full is recorded");
    }

    @Test
    void theFullRunOfAnotherCommitDoesNotCount() throws IOException {
        recordFullRun();
        checkout.write("page.md", "more\n");
        checkout.git("add", ".");
        checkout.git("commit", "--quiet", "--no-verify", "-m", "Add a page");

        assertRefused("test --full was green for");
    }

    @Test
    void changesThatAreNotCommittedAreRefused() throws IOException {
        recordFullRun();
        checkout.write("page.md", "more\n");

        assertRefused("commit or remove the changes first");
    }

    @Test
    void aDryRunNamesTheProgramsTheirContentsAndTheEvidence() throws IOException {
        recordFullRun();

        Command.Outcome outcome = checkout.gpuaas("release", "--dry-run").run();

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains("programs/control-plane.jar", "sbom/gateway.json", "evidence/full-test.txt", "SHA256SUMS")
                .doesNotContain("evidence/bench");
    }

    private void recordFullRun() throws IOException {
        String commit = checkout.git("rev-parse", "HEAD").output().strip();
        checkout.write(RECORD, "commit=" + commit + "\ncounts=5 passed, 0 failed, 0 skipped\n");
    }

    private void assertRefused(String reason) {
        Command.Outcome outcome = checkout.gpuaas("release", "--dry-run").run();
        assertThat(outcome.exitCode()).as(outcome.output()).isEqualTo(1);
        assertThat(outcome.output()).contains(reason);
    }
}
