package io.gpuaas.controlplane.identity;

import java.util.Locale;
import java.util.Set;

/** The permission table. Platform roles hold everywhere; the others where they were given. */
public enum Role {
    PLATFORM_ADMIN(
            Reach.PLATFORM,
            "tenants.create",
            "tenants.read",
            "projects.create",
            "projects.read",
            "policies.read",
            "policies.write",
            "audit.read",
            "audit.export",
            "events.read",
            "events.manage"),
    OPERATOR(
            Reach.PLATFORM,
            "tenants.read",
            "projects.read",
            "policies.read",
            "policies.write",
            "audit.read",
            "events.read",
            "events.manage"),
    AUDITOR(
            Reach.PLATFORM,
            "tenants.read",
            "projects.read",
            "policies.read",
            "audit.read",
            "audit.export",
            "events.read"),
    FINANCE(Reach.PLATFORM, "tenants.read", "projects.read"),
    TENANT_OWNER(Reach.TENANT, "tenants.read", "projects.create", "projects.read", "policies.read", "audit.read"),
    TENANT_ADMIN(Reach.TENANT, "tenants.read", "projects.create", "projects.read", "policies.read", "audit.read"),
    TENANT_BILLING(Reach.TENANT, "tenants.read", "projects.read"),
    PROJECT_ADMIN(Reach.PROJECT, "projects.read", "policies.read"),
    PROJECT_MEMBER(Reach.PROJECT, "projects.read", "policies.read"),
    PROJECT_VIEWER(Reach.PROJECT, "projects.read");

    enum Reach {
        PLATFORM,
        TENANT,
        PROJECT
    }

    private final Reach reach;

    @SuppressWarnings("ImmutableEnumChecker") // Set.of cannot be changed
    private final Set<String> permissions;

    Role(Reach reach, String... permissions) {
        this.reach = reach;
        this.permissions = Set.of(permissions);
    }

    Reach reach() {
        return reach;
    }

    public Set<String> permissions() {
        return permissions;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
