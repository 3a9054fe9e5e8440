package io.gpuaas.controlplane.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.api.ContractOperation;
import io.gpuaas.api.Scope;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.access.SshKeySamples;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals;
import io.gpuaas.testkit.Against;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * Every operation of the contract, asked by everybody. An operation without a sample here fails the
 * build: {@link #SAMPLES} is the list of what a valid request to each looks like.
 */
@Against("PostgreSQL")
class AuthorizationCoverageTest {

    /** A body, and whether the path can be filled with things that exist. */
    private record Sample(@Nullable String body, int expected) {}

    private static final Map<String, Sample> SAMPLES = new HashMap<>();

    static {
        SAMPLES.put("getMe", new Sample(null, 200));
        SAMPLES.put("listSshKeys", new Sample(null, 200));
        SAMPLES.put("addSshKey", new Sample("{\"name\":\"N\",\"public_key\":\"${ssh_key}\"}", 201));
        // A caller sees only keys of its own, and these callers have none.
        SAMPLES.put("getSshKey", new Sample(null, 404));
        SAMPLES.put("renameSshKey", new Sample("{\"name\":\"N\"}", 404));
        SAMPLES.put("removeSshKey", new Sample(null, 404));
        SAMPLES.put("listTenants", new Sample(null, 200));
        SAMPLES.put("createTenant", new Sample("{\"slug\":\"${slug}\",\"name\":\"N\"}", 201));
        SAMPLES.put("getTenant", new Sample(null, 200));
        SAMPLES.put("listProjects", new Sample(null, 200));
        SAMPLES.put("createProject", new Sample("{\"slug\":\"${slug}\",\"name\":\"N\"}", 201));
        SAMPLES.put("getProject", new Sample(null, 200));
        SAMPLES.put("listPolicies", new Sample(null, 200));
        SAMPLES.put("listTenantPolicies", new Sample(null, 200));
        SAMPLES.put("listProjectPolicies", new Sample(null, 200));
        SAMPLES.put("setPolicy", new Sample("{\"value\":\"1000000\"}", 200));
        SAMPLES.put("setTenantPolicy", new Sample("{\"value\":\"1000000\"}", 200));
        SAMPLES.put("setProjectPolicy", new Sample("{\"value\":\"1000000\"}", 200));
        SAMPLES.put("clearPolicy", new Sample(null, 200));
        SAMPLES.put("clearTenantPolicy", new Sample(null, 200));
        SAMPLES.put("clearProjectPolicy", new Sample(null, 200));
        SAMPLES.put("listAuditEvents", new Sample(null, 200));
        SAMPLES.put("listTenantAuditEvents", new Sample(null, 200));
        SAMPLES.put("exportAuditEvents", new Sample(null, 200));
        SAMPLES.put("verifyAuditTrail", new Sample(null, 200));
        SAMPLES.put("listDeadLetters", new Sample(null, 200));
        // No dead letter is at hand: past authorization the answer is that there is none.
        SAMPLES.put("getDeadLetter", new Sample(null, 404));
        SAMPLES.put("replayDeadLetter", new Sample(null, 404));
        SAMPLES.put("discardDeadLetter", new Sample("{\"reason\":\"r\"}", 404));
        SAMPLES.put("listErrorCodes", new Sample(null, 200));
        SAMPLES.put("getErrorCode", new Sample(null, 200));
    }

    private static final TestControlPlane PLANE = TestControlPlane.shared();
    private static final JsonNode CONTRACT = YAMLMapper.builder()
            .build()
            .readTree(AuthorizationCoverageTest.class.getResourceAsStream("/contracts/openapi.yaml"));

    private record Case(String method, String path, JsonNode operation) {

        String id() {
            return operation.path("operationId").asString();
        }

        String permission() {
            return operation.at("/x-gpuaas/permission").asString();
        }

        Scope scope() {
            return Scope.valueOf(operation.at("/x-gpuaas/scope").asString().toUpperCase(java.util.Locale.ROOT));
        }
    }

    private static List<Case> cases() {
        return CONTRACT.path("paths")
                .propertyStream()
                .flatMap(path -> path.getValue()
                        .propertyStream()
                        .filter(method ->
                                Set.of("get", "put", "post", "delete", "patch").contains(method.getKey()))
                        .map(method -> new Case(
                                method.getKey().toUpperCase(java.util.Locale.ROOT), path.getKey(), method.getValue())))
                .toList();
    }

    @Test
    void everyOperationHasRulesAHandlerAndASample() {
        Set<String> contract = cases().stream().map(Case::id).collect(Collectors.toCollection(TreeSet::new));
        Set<String> handlers = PLANE.bean(Operations.class).all().stream()
                .map(Operation::id)
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(handlers).isEqualTo(contract);
        assertThat(SAMPLES.keySet()).isEqualTo(contract);
        for (Case one : cases()) {
            assertThat(one.operation().path("x-gpuaas").propertyNames())
                    .as(one.id())
                    .containsExactlyInAnyOrder("permission", "scope", "lane", "idempotency", "audit");
            if (!one.method().equals("GET")) {
                assertThat(one.operation().at("/x-gpuaas/audit").asString())
                        .as(one.id() + " changes something")
                        .isNotEqualTo("none");
            }
            if (one.scope() != Scope.PUBLIC && one.scope() != Scope.SELF) {
                assertThat(one.permission()).as(one.id()).isNotEqualTo(ContractOperation.NONE);
            }
        }
    }

    @Test
    void everyPermissionIsHeldBySomebodyAndUsedBySomething() {
        Set<String> used = cases().stream()
                .map(Case::permission)
                .filter(name -> !name.equals(ContractOperation.NONE))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> held = Arrays.stream(Role.values())
                .flatMap(role -> role.permissions().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(held).isEqualTo(used);
    }

    @TestFactory
    Stream<DynamicTest> everyOperationByEverybody() {
        ApiClient admin = PLANE.admin();
        TestPrincipals principals = PLANE.principals();
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        String otherProject = admin.createProject(tenant);
        String foreignTenant = admin.createTenant();
        return cases().stream()
                .map(one -> DynamicTest.dynamicTest(one.id(), () -> {
                    Map<String, String> place = Map.of("tenant_id", tenant, "project_id", project);
                    boolean open = one.scope() == Scope.PUBLIC;
                    int expected = Objects.requireNonNull(SAMPLES.get(one.id())).expected();
                    expect(one, place, PLANE.anonymous(), open ? expected : 401);
                    expect(one, place, PLANE.client("garbage"), open ? expected : 401);
                    expect(one, place, PLANE.client(principals.expired()), open ? expected : 401);
                    for (Role role : Role.values()) {
                        ApiClient caller = PLANE.client(holder(principals, role, tenant, project));
                        boolean allowed = open || one.scope() == Scope.SELF || allows(one, role);
                        expect(one, place, caller, allowed ? expected : 403);
                    }
                    if (one.scope() == Scope.TENANT || one.scope() == Scope.PROJECT) {
                        expect(one, place, PLANE.client(principals.withoutRole()), 404);
                        expect(one, place, PLANE.client(principals.inTenant(Role.TENANT_OWNER, foreignTenant)), 404);
                    }
                    if (one.scope() == Scope.PROJECT) {
                        expect(
                                one,
                                place,
                                PLANE.client(principals.inProject(Role.PROJECT_ADMIN, tenant, otherProject)),
                                404);
                    }
                }));
    }

    private static String holder(TestPrincipals principals, Role role, String tenant, String project) {
        return switch (role) {
            case PLATFORM_ADMIN, OPERATOR, AUDITOR, FINANCE -> principals.onPlatform(role);
            case TENANT_OWNER, TENANT_ADMIN, TENANT_BILLING -> principals.inTenant(role, tenant);
            case PROJECT_ADMIN, PROJECT_MEMBER, PROJECT_VIEWER -> principals.inProject(role, tenant, project);
        };
    }

    /** A project's role does not reach its tenant, a tenant's role not the platform. */
    private static boolean allows(Case one, Role role) {
        boolean reaches = switch (role) {
            case PLATFORM_ADMIN, OPERATOR, AUDITOR, FINANCE -> true;
            case TENANT_OWNER, TENANT_ADMIN, TENANT_BILLING -> one.scope() != Scope.PLATFORM;
            case PROJECT_ADMIN, PROJECT_MEMBER, PROJECT_VIEWER -> one.scope() == Scope.PROJECT;
        };
        return reaches && role.permissions().contains(one.permission());
    }

    private static void expect(Case one, Map<String, String> place, ApiClient caller, int status) {
        String path = one.path()
                .replace("{tenant_id}", Objects.requireNonNull(place.get("tenant_id")))
                .replace("{project_id}", Objects.requireNonNull(place.get("project_id")))
                .replace("{policy_key}", "rate_limit.default_requests_per_minute")
                .replace("{dead_letter_id}", UUID.randomUUID().toString())
                .replace("{ssh_key_id}", UUID.randomUUID().toString())
                .replace("{code}", "not_found");
        String wanted = one.id().startsWith("export") ? path + "?format=jsonl" : path;
        // The platform's own policy must stay generous for the other tests of this JVM.
        wanted = one.id().equals("setPolicy") || one.id().equals("clearPolicy")
                ? path.replace(
                        "rate_limit.default_requests_per_minute", "rate_limit.terminal_token_requests_per_minute")
                : wanted;
        String body = Objects.requireNonNull(SAMPLES.get(one.id())).body();
        String filled = body == null
                ? null
                : body.replace("${slug}", "s-" + UUID.randomUUID().toString().substring(0, 20))
                        .replace("${ssh_key}", SshKeySamples.ed25519());
        Reply reply = caller.send(
                one.method(),
                wanted,
                filled,
                "Idempotency-Key",
                UUID.randomUUID().toString());
        assertThat(reply.status())
                .as(one.method() + " " + wanted + ": " + reply.body())
                .isEqualTo(status);
    }
}
