package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.pipeline.ContractFuzz.Effort;
import io.gpuaas.controlplane.pipeline.ContractFuzz.Outcome;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Made-up requests to every operation, as a stranger and as people with little and with all rights. */
@Tag("full")
@Against("schemathesis")
class ContractFuzzFullTest {

    private static final Effort LONG = new Effort("examples,coverage,fuzzing", 20, Duration.ofMinutes(60));
    private static final int CASES_MIN = 3_000;

    @SuppressWarnings("NullAway.Init")
    private static ContractFuzz fuzz;

    @BeforeAll
    static void start() {
        fuzz = new ContractFuzz();
    }

    @AfterAll
    static void stop() {
        fuzz.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"anonymous", "member", "owner", "operator", "admin"})
    void noMadeUpRequestBreaksTheServerOrIsTakenAgainstTheContract(String principal) {
        Outcome outcome = fuzz.run(principal, LONG);
        System.out.println(outcome.summary());
        assertThat(outcome.exitCode()).as(outcome.end()).isZero();
        assertThat(outcome.cases()).isGreaterThan(CASES_MIN);
        assertThat(outcome.counts().path("limited").size())
                .as(
                        "a limit answered in the place of an operation: %s",
                        outcome.counts().path("limited"))
                .isZero();
        assertThat(fuzz.isAlive(principal)).as("the principal outlives the run").isTrue();
    }
}
