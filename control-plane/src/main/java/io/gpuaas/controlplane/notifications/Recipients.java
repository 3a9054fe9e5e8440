package io.gpuaas.controlplane.notifications;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds the recipients of notifications. A port: people are known to identity, which is above this package. */
public interface Recipients {

    /** A person and their mail address, if there is one. */
    record Recipient(PrincipalId person, @Nullable String address) {}

    /** Those responsible for the tenant's payments. */
    List<Recipient> whoPay(TenantId tenant);

    /** Members of the project, and those responsible for the tenant. */
    List<Recipient> whoWorkIn(TenantId tenant, ProjectId project);

    /** The name of a project; empty when it is gone. */
    Optional<String> nameOf(ProjectId project);

    /** The platform's operators. */
    List<Recipient> whoOperate();
}
