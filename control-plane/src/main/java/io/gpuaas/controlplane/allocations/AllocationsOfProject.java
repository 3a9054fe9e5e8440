package io.gpuaas.controlplane.allocations;

import io.gpuaas.controlplane.identity.ProjectContents;
import io.gpuaas.kernel.ProjectId;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Keeps a project from being deleted while it holds allocations. */
@Component
class AllocationsOfProject implements ProjectContents {

    private final AllocationStore store;

    AllocationsOfProject(AllocationStore store) {
        this.store = store;
    }

    @Override
    public Optional<String> whatIsLeft(ProjectId project) {
        long live = store.countLive(project);
        return live == 0 ? Optional.empty() : Optional.of(live == 1 ? "an allocation" : live + " allocations");
    }
}
