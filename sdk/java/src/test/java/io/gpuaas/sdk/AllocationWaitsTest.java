package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AllocationWaitsTest {

    private static final String ID = "0198c0de-0000-7000-8000-000000000009";
    private static final AllocationId ALLOCATION = AllocationId.parse(ID);
    private static final ProjectId PROJECT = ProjectId.parse("0198c0de-0000-7000-8000-000000000002");

    private final FakeServer server = new FakeServer();

    @AfterEach
    void stop() {
        server.close();
    }

    private static String at(String state, String more) {
        return """
                {"id":"%1$s","tenant_id":"%1$s","project_id":"%1$s","name":"n","labels":{},"sku":"s","count":1,"version":1,
                 "created_at":"2026-11-16T05:59:30Z","created_by":"x","state":"%2$s",
                 "state_since":"2026-11-16T05:59:30Z"%3$s}""".formatted(ID, state, more);
    }

    private AllocationWaits waits(Duration timeout) {
        return AllocationWaits.on(GpuaasClient.connect(server.address(), "t"), timeout);
    }

    @Test
    void tellsEachStepOnceAndEndsWhenItIsActive() {
        server.answers(200, at("provisioning", ",\"phase\":\"preparing_host\""))
                .answers(200, at("provisioning", ",\"phase\":\"preparing_host\""))
                .answers(200, at("active", ""));
        List<AllocationState> told = new ArrayList<>();

        Allocation active = waits(Duration.ofMinutes(1))
                .telling(allocation -> told.add(allocation.state()))
                .untilActive(PROJECT, ALLOCATION);

        assertThat(active.state()).isEqualTo(AllocationState.ACTIVE);
        assertThat(told).containsExactly(AllocationState.PROVISIONING, AllocationState.ACTIVE);
    }

    @Test
    void anotherEndIsSaidWithItsReason() {
        server.answers(200, at("failed", ",\"failure\":{\"code\":\"not_proven\",\"message\":\"No driver.\"}"));

        assertThatThrownBy(() -> waits(Duration.ofMinutes(1)).untilActive(PROJECT, ALLOCATION))
                .isInstanceOfSatisfying(WaitEndedException.class, ended -> {
                    assertThat(ended).hasMessage("Allocation " + ID + " is failed: No driver.");
                    assertThat(ended.timedOut()).isFalse();
                });
    }

    @Test
    void activeIsNoEndForWhoeverWaitsForTheRelease() {
        server.answers(200, at("active", "")).answers(200, at("releasing", "")).answers(200, at("released", ""));

        assertThat(waits(Duration.ofMinutes(1))
                        .untilReleased(PROJECT, ALLOCATION)
                        .state())
                .isEqualTo(AllocationState.RELEASED);
    }

    @Test
    void theTimeIsBounded() {
        server.answers(200, at("requested", ""));

        assertThatThrownBy(() -> waits(Duration.ZERO).untilActive(PROJECT, ALLOCATION))
                .isInstanceOfSatisfying(
                        WaitEndedException.class,
                        ended -> assertThat(ended.timedOut()).isTrue());
    }
}
