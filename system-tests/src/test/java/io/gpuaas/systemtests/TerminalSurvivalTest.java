package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./gpuaas bench terminal-kill}: gateway, control plane, object store and agents die while terminals print. */
@Tag("full")
@Against("PostgreSQL")
class TerminalSurvivalTest {

    @Test
    void aStrictRecordingLosesNoByteWhoeverIsKilled() {
        Command.Outcome outcome = Command.gpuaas(
                        "bench", "terminal-kill", "--kills", "4", "--rounds", "2", "--seed", "5")
                .run();

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains(
                        "after 4 kills",
                        "lines: PASS",
                        "its chain is whole: PASS",
                        "bytes a client saw: PASS",
                        "listed as ended: PASS",
                        "; passed")
                .doesNotContain("FAIL");
    }
}
