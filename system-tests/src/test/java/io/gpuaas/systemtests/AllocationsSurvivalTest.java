package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./gpuaas bench allocations-kill}: real processes are killed while allocations cycle. */
@Tag("full")
@Against("PostgreSQL")
class AllocationsSurvivalTest {

    @Test
    void noGpuIsLeakedOrSoldTwiceWhoeverIsKilled() {
        Command.Outcome outcome = Command.gpuaas(
                        "bench",
                        "allocations-kill",
                        "--allocations",
                        "60",
                        "--agents",
                        "3",
                        "--users",
                        "8",
                        "--seconds",
                        "25",
                        "--seed",
                        "7")
                .run();

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("bench allocations-kill: 60 allocations", "0 violations; passed");
    }
}
