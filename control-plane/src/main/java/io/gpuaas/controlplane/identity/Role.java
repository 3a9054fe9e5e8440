package io.gpuaas.controlplane.identity;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The roles. Platform roles hold everywhere; the others where they were given. {@link RolePermissions} lists their
 * permissions, and docs/permissions.md is made from both.
 */
public enum Role {
    PLATFORM_ADMIN(Reach.PLATFORM, RolePermissions.PLATFORM_ADMIN),
    OPERATOR(Reach.PLATFORM, RolePermissions.OPERATOR),
    AUDITOR(Reach.PLATFORM, RolePermissions.AUDITOR),
    FINANCE(Reach.PLATFORM, RolePermissions.FINANCE),
    REVIEWER(Reach.PLATFORM, RolePermissions.REVIEWER),
    TENANT_OWNER(Reach.TENANT, RolePermissions.TENANT_OWNER),
    TENANT_ADMIN(Reach.TENANT, RolePermissions.TENANT_ADMIN),
    TENANT_BILLING(Reach.TENANT, RolePermissions.TENANT_BILLING),
    PROJECT_ADMIN(Reach.PROJECT, RolePermissions.PROJECT_ADMIN),
    PROJECT_MEMBER(Reach.PROJECT, RolePermissions.PROJECT_MEMBER),
    PROJECT_VIEWER(Reach.PROJECT, RolePermissions.PROJECT_VIEWER);

    enum Reach {
        PLATFORM,
        TENANT,
        PROJECT
    }

    private static final Set<String> ALL_PERMISSIONS = Arrays.stream(values())
            .flatMap(role -> role.permissions.stream())
            .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), Set::copyOf));

    private final Reach reach;

    @SuppressWarnings("ImmutableEnumChecker") // unmodifiable
    private final Set<String> permissions;

    Role(Reach reach, Set<String> permissions) {
        this.reach = reach;
        this.permissions = permissions;
    }

    Reach reach() {
        return reach;
    }

    /** Whether it is held on the platform, and so everywhere. */
    public boolean isOnPlatform() {
        return reach == Reach.PLATFORM;
    }

    /** Sorted by name. */
    public Set<String> permissions() {
        return permissions;
    }

    /** Every permission some role gives. */
    public static Set<String> allPermissions() {
        return ALL_PERMISSIONS;
    }

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Role fromWire(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
