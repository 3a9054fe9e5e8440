package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code ./gpuaas bench command-kill}: gateway, control plane and agents die under commands and copies. */
@Tag("full")
@Against("PostgreSQL")
class CommandSurvivalTest {

    @Test
    void aGigabyteOfOutputArrivesExactlyAndNothingRunsTwice() {
        Command.Outcome outcome =
                Command.gpuaas("bench", "command-kill", "--megabytes", "1000").run();

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output())
                .contains(
                        "1,000,000,000 bytes of output arrived exactly",
                        "stored exactly: PASS",
                        "ran once: PASS",
                        "through a kill of the gateway: PASS",
                        "is unknown: PASS",
                        "not started again: PASS",
                        "; passed")
                .doesNotContain("FAIL");
    }
}
