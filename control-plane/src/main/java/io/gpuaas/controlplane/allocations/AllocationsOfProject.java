package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.identity.ProjectContents;
import io.gpuaas.kernel.ProjectId;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** A project that holds something is not deleted. */
@Component
class AllocationsOfProject implements ProjectContents {

    private final AllocationStore store;
    private final ReservationStore reservations;

    AllocationsOfProject(AllocationStore store, ReservationStore reservations) {
        this.store = store;
        this.reservations = reservations;
    }

    @Override
    public Optional<String> whatIsLeft(ProjectId project) {
        long live = store.countLive(project);
        if (live > 0) {
            return Optional.of(live == 1 ? "an allocation" : live + " allocations");
        }
        return reservations.countPlanned(project) == 0 ? Optional.empty() : Optional.of("reservations");
    }
}
