package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.ProjectId;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class FairShareTest {

    private static final Instant START = Instant.parse("2026-11-16T00:00:00Z");
    private final ProjectId rich = new ProjectId(UUID.randomUUID());
    private final ProjectId poor = new ProjectId(UUID.randomUUID());

    private static FairShare.Waiting waiting(ProjectId project, int gpus, int second) {
        return new FairShare.Waiting(new AllocationId(UUID.randomUUID()), project, gpus, START.plusSeconds(second));
    }

    @Test
    void theProjectThatHoldsLessComesFirstAndPlacedRequestsCount() {
        FairShare.Waiting first = waiting(rich, 1, 0);
        FairShare.Waiting second = waiting(rich, 1, 1);
        FairShare.Waiting third = waiting(poor, 4, 2);
        FairShare.Waiting fourth = waiting(poor, 1, 3);
        assertThat(FairShare.order(List.of(first, second, third, fourth), Map.of(rich, 2L)))
                .containsExactly(third.id(), first.id(), second.id(), fourth.id());
    }

    @Test
    void withinAProjectTheOldestComesFirst() {
        FairShare.Waiting late = waiting(poor, 1, 9);
        FairShare.Waiting early = waiting(poor, 8, 1);
        assertThat(FairShare.order(List.of(late, early), Map.of())).containsExactly(early.id(), late.id());
    }
}
