package io.gpuaas.controlplane.identity;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The permission table. Platform roles hold everywhere; the others where they were given.
 * docs/permissions.md is made from it.
 */
public enum Role {
    PLATFORM_ADMIN(
            Reach.PLATFORM,
            "tenants.create",
            "tenants.read",
            "tenants.update",
            "tenants.suspend",
            "tenants.delete",
            "projects.create",
            "projects.read",
            "projects.update",
            "projects.delete",
            "members.read",
            "members.manage",
            "project_members.read",
            "project_members.manage",
            "service_accounts.read",
            "service_accounts.manage",
            "users.read",
            "users.manage",
            "principals.revoke",
            "mail.read",
            "policies.read",
            "policies.write",
            "audit.read",
            "traces.read",
            "audit.export",
            "events.read",
            "overview.read",
            "events.manage",
            "nodes.read",
            "nodes.manage",
            "node_tasks.read",
            "node_tasks.manage",
            "allocations.read",
            "allocations.create",
            "terminals.open",
            "terminals.join",
            "terminals.take_over",
            "recordings.read",
            "allocations.release",
            "allocations.operate",
            "allocations.decide_faults",
            "allocations.force_release",
            "skus.read",
            "skus.manage",
            "slots.read",
            "slots.manage",
            "node_logs.read",
            "updates.read",
            "updates.manage",
            "gateways.read",
            "gateways.manage",
            "billing.read",
            "billing.pay",
            "billing.grant",
            "billing.adjust",
            "billing.refund",
            "ledger.verify",
            "payments.reconcile",
            "budgets.read",
            "budgets.manage",
            "measures.read",
            "measures.manage",
            "usage.read",
            "usage.report"),
    OPERATOR(
            Reach.PLATFORM,
            "tenants.read",
            "tenants.suspend",
            "projects.read",
            "members.read",
            "project_members.read",
            "service_accounts.read",
            "users.read",
            "principals.revoke",
            "policies.read",
            "policies.write",
            "audit.read",
            "traces.read",
            "events.read",
            "overview.read",
            "events.manage",
            "nodes.read",
            "nodes.manage",
            "node_tasks.read",
            "node_tasks.manage",
            "allocations.read",
            "allocations.release",
            "allocations.operate",
            "allocations.decide_faults",
            "allocations.force_release",
            "skus.read",
            "skus.manage",
            "slots.read",
            "slots.manage",
            "node_logs.read",
            "updates.read",
            "updates.manage",
            "gateways.read",
            "gateways.manage",
            "billing.read",
            "budgets.read",
            "measures.read",
            "measures.manage",
            "usage.read"),
    AUDITOR(
            Reach.PLATFORM,
            "tenants.read",
            "projects.read",
            "members.read",
            "project_members.read",
            "service_accounts.read",
            "users.read",
            "policies.read",
            "audit.read",
            "traces.read",
            "audit.export",
            "events.read",
            "overview.read",
            "nodes.read",
            "node_tasks.read",
            "allocations.read",
            "allocations.operate",
            "recordings.read",
            "skus.read",
            "slots.read",
            "updates.read",
            "gateways.read",
            "billing.read",
            "ledger.verify",
            "payments.reconcile",
            "budgets.read",
            "measures.read",
            "usage.read"),
    FINANCE(
            Reach.PLATFORM,
            "tenants.read",
            "projects.read",
            "skus.read",
            "billing.read",
            "billing.grant",
            "billing.adjust",
            "billing.refund",
            "ledger.verify",
            "payments.reconcile",
            "budgets.read",
            "measures.read",
            "measures.manage",
            "usage.read"),
    TENANT_OWNER(
            Reach.TENANT,
            "tenants.read",
            "tenants.update",
            "tenants.delete",
            "projects.create",
            "projects.read",
            "projects.update",
            "projects.delete",
            "members.read",
            "members.manage",
            "project_members.read",
            "project_members.manage",
            "service_accounts.read",
            "service_accounts.manage",
            "policies.read",
            "audit.read",
            "audit.export",
            "traces.read",
            "allocations.read",
            "allocations.create",
            "terminals.open",
            "terminals.join",
            "terminals.take_over",
            "recordings.read",
            "allocations.release",
            "skus.read",
            "billing.read",
            "billing.pay",
            "budgets.read",
            "budgets.manage",
            "usage.read",
            "usage.report"),
    TENANT_ADMIN(
            Reach.TENANT,
            "tenants.read",
            "tenants.update",
            "projects.create",
            "projects.read",
            "projects.update",
            "projects.delete",
            "members.read",
            "members.manage",
            "project_members.read",
            "project_members.manage",
            "service_accounts.read",
            "service_accounts.manage",
            "policies.read",
            "audit.read",
            "audit.export",
            "traces.read",
            "allocations.read",
            "allocations.create",
            "terminals.open",
            "terminals.join",
            "terminals.take_over",
            "recordings.read",
            "allocations.release",
            "skus.read",
            "billing.read",
            "billing.pay",
            "budgets.read",
            "budgets.manage",
            "usage.read",
            "usage.report"),
    TENANT_BILLING(
            Reach.TENANT,
            "tenants.read",
            "projects.read",
            "members.read",
            "skus.read",
            "billing.read",
            "billing.pay",
            "budgets.read",
            "budgets.manage",
            "usage.read"),
    PROJECT_ADMIN(
            Reach.PROJECT,
            "projects.read",
            "projects.update",
            "project_members.read",
            "project_members.manage",
            "service_accounts.read",
            "service_accounts.manage",
            "policies.read",
            "traces.read",
            "allocations.read",
            "allocations.create",
            "terminals.open",
            "terminals.join",
            "terminals.take_over",
            "recordings.read",
            "allocations.release",
            "skus.read",
            "budgets.read",
            "usage.read",
            "usage.report"),
    PROJECT_MEMBER(
            Reach.PROJECT,
            "projects.read",
            "project_members.read",
            "service_accounts.read",
            "policies.read",
            "traces.read",
            "allocations.read",
            "allocations.create",
            "terminals.open",
            "terminals.join",
            "allocations.release",
            "skus.read",
            "budgets.read",
            "usage.read"),
    PROJECT_VIEWER(
            Reach.PROJECT,
            "projects.read",
            "project_members.read",
            "allocations.read",
            "skus.read",
            "budgets.read",
            "usage.read");

    enum Reach {
        PLATFORM,
        TENANT,
        PROJECT
    }

    private static final Set<String> ALL_PERMISSIONS = Arrays.stream(values())
            .flatMap(role -> role.permissions.stream())
            .collect(Collectors.collectingAndThen(Collectors.toCollection(TreeSet::new), Set::copyOf));

    private final Reach reach;

    @SuppressWarnings("ImmutableEnumChecker") // a copy nobody changes
    private final Set<String> permissions;

    Role(Reach reach, String... permissions) {
        this.reach = reach;
        this.permissions = java.util.Collections.unmodifiableSet(new LinkedHashSet<>(List.of(permissions)));
    }

    Reach reach() {
        return reach;
    }

    /** Whether it is held on the platform, and so everywhere. */
    public boolean isOnPlatform() {
        return reach == Reach.PLATFORM;
    }

    /** In the order of the table. */
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
