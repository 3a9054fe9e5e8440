package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.pipeline.ContractFuzz.Effort;
import io.gpuaas.controlplane.pipeline.ContractFuzz.Outcome;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A few made-up requests to every operation; {@link ContractFuzzFullTest} sends many, as everybody. */
@Against("schemathesis")
class ContractFuzzTest {

    private static final Effort SHORT = new Effort("examples,fuzzing", 3, Duration.ofMinutes(5));
    private static final int CASES_MIN = 400;

    @Test
    void noMadeUpRequestBreaksTheServerOrIsTakenAgainstTheContract() {
        try (ContractFuzz fuzz = new ContractFuzz()) {
            Outcome outcome = fuzz.run("admin", SHORT);
            System.out.println(outcome.summary());
            assertThat(outcome.exitCode()).as(outcome.end()).isZero();
            assertThat(outcome.cases()).isGreaterThan(CASES_MIN);
            assertThat(outcome.counts().path("limited").size())
                    .as(
                            "a limit answered in the place of an operation: %s",
                            outcome.counts().path("limited"))
                    .isZero();
            assertThat(fuzz.isAlive("admin")).isTrue();
        }
    }
}
