package io.gpuaas.controlplane.allocations.reservations;

import io.gpuaas.controlplane.identity.ProjectContents;
import io.gpuaas.kernel.ProjectId;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Keeps a project from being deleted while it has planned reservations. */
@Component
class ReservationsOfProject implements ProjectContents {

    private final ReservationStore store;

    ReservationsOfProject(ReservationStore store) {
        this.store = store;
    }

    @Override
    public Optional<String> whatIsLeft(ProjectId project) {
        return store.countPlanned(project) == 0 ? Optional.empty() : Optional.of("reservations");
    }
}
