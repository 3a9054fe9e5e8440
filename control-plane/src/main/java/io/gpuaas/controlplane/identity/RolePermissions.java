package io.gpuaas.controlplane.identity;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The permission table. A role that includes another names it, so that only the difference is listed. */
final class RolePermissions {

    static final Set<String> PROJECT_VIEWER = of(
            "projects.read",
            "project_members.read",
            "allocations.read",
            "skus.read",
            "budgets.read",
            "usage.read",
            "artifacts.read",
            "apps.read");

    static final Set<String> PROJECT_MEMBER = including(
            List.of(PROJECT_VIEWER),
            "service_accounts.read",
            "policies.read",
            "traces.read",
            "allocations.create",
            "terminals.open",
            "terminals.join",
            "allocations.release",
            "apps.request");

    static final Set<String> PROJECT_ADMIN = including(
            List.of(PROJECT_MEMBER),
            "projects.update",
            "project_members.manage",
            "service_accounts.manage",
            "terminals.take_over",
            "recordings.read",
            "usage.report",
            "apps.publish");

    static final Set<String> TENANT_BILLING = of(
            "tenants.read",
            "projects.read",
            "members.read",
            "skus.read",
            "billing.read",
            "billing.pay",
            "budgets.read",
            "budgets.manage",
            "usage.read");

    static final Set<String> TENANT_ADMIN = including(
            List.of(PROJECT_ADMIN, TENANT_BILLING),
            "tenants.update",
            "projects.create",
            "projects.delete",
            "members.manage",
            "audit.read",
            "audit.export",
            "publishers.read",
            "publishers.manage",
            "app_entitlements.read",
            "apps.entitle");

    static final Set<String> TENANT_OWNER = including(List.of(TENANT_ADMIN), "tenants.delete");

    /** Held by operators and auditors alike. Not a role of its own. */
    private static final Set<String> PLATFORM_READER = of(
            "tenants.read",
            "projects.read",
            "members.read",
            "project_members.read",
            "service_accounts.read",
            "users.read",
            "policies.read",
            "audit.read",
            "traces.read",
            "events.read",
            "overview.read",
            "nodes.read",
            "node_tasks.read",
            "allocations.read",
            "allocations.operate",
            "skus.read",
            "slots.read",
            "updates.read",
            "gateways.read",
            "billing.read",
            "budgets.read",
            "measures.read",
            "usage.read",
            "publishers.read",
            "artifacts.read",
            "apps.read",
            "app_entitlements.read");

    static final Set<String> OPERATOR = including(
            List.of(PLATFORM_READER),
            "tenants.suspend",
            "principals.revoke",
            "policies.write",
            "events.manage",
            "nodes.manage",
            "node_tasks.manage",
            "allocations.release",
            "allocations.decide_faults",
            "allocations.force_release",
            "skus.manage",
            "slots.manage",
            "node_logs.read",
            "updates.manage",
            "gateways.manage",
            "measures.manage",
            "apps.suspend",
            "apps.grant",
            "artifacts.manage");

    static final Set<String> AUDITOR = including(
            List.of(PLATFORM_READER), "audit.export", "recordings.read", "ledger.verify", "payments.reconcile");

    static final Set<String> FINANCE = of(
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
            "usage.read");

    /** Reviews apps of publishers. */
    static final Set<String> REVIEWER =
            of("tenants.read", "projects.read", "artifacts.read", "apps.read", "apps.review");

    static final Set<String> PLATFORM_ADMIN = including(
            List.of(TENANT_OWNER, OPERATOR, AUDITOR, FINANCE, REVIEWER), "tenants.create", "users.manage", "mail.read");

    private RolePermissions() {}

    private static Set<String> of(String... permissions) {
        return sorted(Arrays.stream(permissions));
    }

    private static Set<String> including(List<Set<String>> roles, String... more) {
        return sorted(Stream.concat(roles.stream().flatMap(Set::stream), Arrays.stream(more)));
    }

    private static Set<String> sorted(Stream<String> permissions) {
        Set<String> sorted = permissions.collect(Collectors.toCollection(TreeSet::new));
        return Collections.unmodifiableSet(sorted);
    }
}
