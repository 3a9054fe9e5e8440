package io.gpuaas.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.testkit.Against;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The short form of {@code ./gpuaas bench fleet-kill}: real processes are killed with SIGKILL while tasks run. */
@Tag("full")
@Against("PostgreSQL")
class FleetSurvivalTest {

    @Test
    void everyTaskEndsOnceWhoeverIsKilled() {
        Command.Outcome outcome = Command.gpuaas(
                        "bench", "fleet-kill", "--tasks", "150", "--agents", "2", "--seconds", "15", "--seed", "3")
                .run();

        assertThat(outcome.exitCode()).as(outcome.output()).isZero();
        assertThat(outcome.output()).contains("bench fleet-kill: 150 tasks on 2 agents", "0 violations; passed");
    }
}
