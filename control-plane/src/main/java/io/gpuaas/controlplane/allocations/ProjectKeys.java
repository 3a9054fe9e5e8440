package io.gpuaas.controlplane.allocations;

import io.gpuaas.api.SshKey;
import io.gpuaas.controlplane.access.SshKeys;
import io.gpuaas.controlplane.identity.ProjectPeople;
import io.gpuaas.controlplane.platform.OncePerTransaction;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import org.springframework.stereotype.Component;

/** Lists the SSH keys that open an allocation: those of every member of its project. */
@Component
class ProjectKeys {

    /** As many as a task can carry. */
    private static final int KEYS_MAX = 200;

    private final ProjectPeople people;
    private final SshKeys keys;

    ProjectKeys(ProjectPeople people, SshKeys keys) {
        this.people = people;
        this.keys = keys;
    }

    private record Whose(TenantId tenant, ProjectId project, String createdBy) {}

    List<String> of(AllocationRecord allocation) {
        Whose whose = new Whose(
                allocation.tenant(),
                allocation.project(),
                allocation.wish().origin().createdBy());
        return OncePerTransaction.get(whose, () -> read(whose));
    }

    private List<String> read(Whose whose) {
        return people.whoWorkIn(whose.tenant(), whose.project(), whose.createdBy()).stream()
                .flatMap(person -> keys.listFor(person).stream())
                .map(SshKey::publicKey)
                .distinct()
                .limit(KEYS_MAX)
                .toList();
    }
}
