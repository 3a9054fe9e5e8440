package io.gpuaas.controlplane.notifications;

import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Who is told. A port: people are known to identity, which stands above this package. */
public interface Recipients {

    /** Somebody, and where mail for them goes, if anywhere. */
    record Recipient(PrincipalId person, @Nullable String address) {}

    /** Those who answer for what the tenant pays. */
    List<Recipient> whoPay(TenantId tenant);

    /** Those who work in the project, and those who answer for the tenant. */
    List<Recipient> whoWorkIn(TenantId tenant, ProjectId project);

    /** What people call a project; empty when it is gone. */
    Optional<String> nameOf(ProjectId project);

    /** Those who run the platform. */
    List<Recipient> whoOperate();
}
