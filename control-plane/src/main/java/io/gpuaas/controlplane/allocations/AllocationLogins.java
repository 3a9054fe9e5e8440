package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.AllocationState;
import io.gpuaas.kernel.AllocationId;
import io.gpuaas.kernel.NodeId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.springframework.stereotype.Component;

/** Resolves where users of an allocation can sign in, for terminals and file transfers. */
@Component
public class AllocationLogins {

    private final AllocationStore store;

    AllocationLogins(AllocationStore store) {
        this.store = store;
    }

    public record Login(AllocationId allocation, TenantId tenant, ProjectId project, NodeId node, String username) {}

    /** Empty unless it is active. */
    public Optional<Login> find(AllocationId id) {
        return store.find(id)
                .filter(allocation -> allocation.state() == AllocationState.ACTIVE)
                .flatMap(AllocationLogins::login);
    }

    /** Of those that are active. */
    public Map<AllocationId, Login> find(Collection<AllocationId> ids) {
        return store.find(ids).stream()
                .filter(allocation -> allocation.state() == AllocationState.ACTIVE)
                .flatMap(allocation -> login(allocation).stream())
                .collect(Collectors.toUnmodifiableMap(Login::allocation, Function.identity()));
    }

    public boolean exists(ProjectId project, AllocationId id) {
        return store.find(id)
                .filter(allocation -> allocation.project().equals(project))
                .isPresent();
    }

    private static Optional<Login> login(AllocationRecord allocation) {
        NodeId node = allocation.place().node();
        return node == null
                ? Optional.empty()
                : Optional.of(new Login(
                        allocation.id(),
                        allocation.tenant(),
                        allocation.project(),
                        node,
                        allocation.place().username()));
    }
}
