package io.gpuaas.controlplane.entitlements;

import io.gpuaas.controlplane.policy.Policies;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.kernel.TenantId;
import java.util.Set;
import org.springframework.stereotype.Component;

/** Tells the catalogue which apps a project has, asked for, or may not see. */
@Component
public class ProjectApps {

    private final EntitlementStore store;
    private final AppRequestStore requests;
    private final Policies policies;

    ProjectApps(EntitlementStore store, AppRequestStore requests, Policies policies) {
        this.store = store;
        this.requests = requests;
        this.policies = policies;
    }

    /** Names of apps. {@code granted} and {@code withheld} are the tenant's; other public apps follow the policy. */
    public record Known(
            Set<String> enabled,
            Set<String> requested,
            Set<String> granted,
            Set<String> withheld,
            boolean isPublicGranted) {

        /** Whether the platform grants a public app to the tenant. */
        public boolean isGranted(String app) {
            return granted.contains(app) || (isPublicGranted && !withheld.contains(app));
        }
    }

    public Known of(TenantId tenant, ProjectId project) {
        return new Known(
                store.names(project),
                requests.openNames(project),
                store.names(tenant, true),
                store.names(tenant, false),
                arePublicAppsGranted(policies, tenant));
    }

    static boolean arePublicAppsGranted(Policies policies, TenantId tenant) {
        return policies.effective(EntitlementPolicies.PUBLIC_APPS, tenant, null).equals(EntitlementPolicies.GRANTED);
    }
}
