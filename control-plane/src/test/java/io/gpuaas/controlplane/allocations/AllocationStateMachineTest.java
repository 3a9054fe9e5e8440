package io.gpuaas.controlplane.allocations;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.api.AllocationState;
import io.gpuaas.controlplane.platform.ProblemException;
import java.time.Instant;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AllocationStateMachineTest {

    private static final Instant NOW = Instant.parse("2026-11-16T00:00:00Z");

    /** A second copy of the table: a change of the table is made here too, and in docs/how-to/allocations.md. */
    private static final Map<AllocationState, Set<AllocationState>> STEPS = Map.of(
            AllocationState.QUEUED, Set.of(AllocationState.REQUESTED, AllocationState.RELEASED),
            AllocationState.REQUESTED, Set.of(AllocationState.PROVISIONING, AllocationState.RELEASING),
            AllocationState.PROVISIONING, Set.of(AllocationState.ACTIVE, AllocationState.RELEASING),
            AllocationState.ACTIVE, Set.of(AllocationState.RELEASING),
            AllocationState.RELEASING,
                    Set.of(AllocationState.RELEASED, AllocationState.FAILED, AllocationState.RELEASE_FAILED),
            AllocationState.RELEASE_FAILED, Set.of(AllocationState.RELEASING),
            AllocationState.RELEASED, Set.of(),
            AllocationState.FAILED, Set.of());

    @Test
    void theseMovesArePossibleAndNoOthers() {
        for (AllocationState from : AllocationState.values()) {
            assertThat(Arrays.stream(AllocationState.values()).filter(to -> AllocationStateMachine.allowed(from, to)))
                    .as("from " + from)
                    .containsExactlyInAnyOrderElementsOf(Objects.requireNonNull(STEPS.get(from)));
        }
    }

    @Test
    void everyMoveThatIsNotInTheTableIsRefused() {
        for (AllocationState from : AllocationState.values()) {
            for (AllocationState to : AllocationState.values()) {
                if (!AllocationStateMachine.allowed(from, to)) {
                    assertThatThrownBy(() -> AllocationStateMachine.move(Samples.in(from), to, NOW))
                            .isInstanceOf(ProblemException.class)
                            .hasMessageContaining(from.wire());
                }
            }
        }
    }

    @Test
    void fromEveryStateAnEndCanBeReached() {
        for (AllocationState start : AllocationState.values()) {
            Set<AllocationState> reached = EnumSet.of(start);
            for (int i = 0; i < AllocationState.values().length; i++) {
                for (AllocationState from : EnumSet.copyOf(reached)) {
                    Arrays.stream(AllocationState.values())
                            .filter(to -> AllocationStateMachine.allowed(from, to))
                            .forEach(reached::add);
                }
            }
            assertThat(reached).as("from " + start).anyMatch(AllocationStateMachine::isFinal);
        }
    }

    @Test
    void activeIsReachedOnlyThroughProvisioning() {
        assertThat(Arrays.stream(AllocationState.values())
                        .filter(from -> AllocationStateMachine.allowed(from, AllocationState.ACTIVE)))
                .containsExactly(AllocationState.PROVISIONING);
    }
}
