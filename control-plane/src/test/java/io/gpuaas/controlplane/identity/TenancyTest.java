package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.kernel.ProjectId;
import io.gpuaas.testkit.Against;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;

@Against("PostgreSQL")
class TenancyTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final TestPrincipals principals = plane.principals();

    @Test
    void everybodyLearnsWhetherPaymentsAreATestAndMailIsSent() {
        Reply me = plane.client(principals.inTenant(Role.TENANT_BILLING, admin.createTenant()))
                .get("/api/v1/me");
        assertThat(me.json().at("/installation/test_payments").asBoolean()).isTrue();
        assertThat(me.json().at("/installation/sends_mail").isBoolean()).isTrue();
        assertThat(me.json().at("/installation/sends_mail").asBoolean()).isFalse();
    }

    @Test
    void aSuspendedTenantReadsAndGivesBackButGetsNothingNew() {
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        Person owner = principals.person(Role.TENANT_OWNER, tenant);
        ApiClient caller = plane.client(owner.token());
        ApiClient operator = plane.client(principals.onPlatform(Role.OPERATOR));
        Reply suspended = operator.post("/api/v1/tenants/" + tenant + "/suspend", "{\"reason\":\"unpaid\"}");
        assertThat(suspended.text("state")).isEqualTo("suspended");
        assertThat(suspended.text("suspended_reason")).isEqualTo("unpaid");
        for (ApiClient anybody : java.util.List.of(caller, admin)) {
            Reply refused =
                    anybody.post("/api/v1/tenants/" + tenant + "/projects", "{\"slug\":\"new\",\"name\":\"N\"}");
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.text("code")).isEqualTo("tenant_suspended");
        }
        assertThat(caller.post(
                                "/api/v1/projects/" + project + "/service-accounts",
                                "{\"name\":\"M\",\"scopes\":[\"projects.read\"]}")
                        .text("code"))
                .isEqualTo("tenant_suspended");
        // A caller without the permission learns that first.
        assertThat(plane.client(principals.inTenant(Role.TENANT_BILLING, tenant))
                        .post("/api/v1/tenants/" + tenant + "/projects", "{\"slug\":\"new\",\"name\":\"N\"}")
                        .status())
                .isEqualTo(403);
        assertThat(caller.get("/api/v1/projects/" + project).status()).isEqualTo(200);
        assertThat(caller.delete("/api/v1/projects/" + project).status()).isEqualTo(200);
        assertThat(caller.post("/api/v1/tenants/" + tenant + "/reactivate", "").status())
                .isEqualTo(403);
        assertThat(operator.post("/api/v1/tenants/" + tenant + "/reactivate", "")
                        .text("state"))
                .isEqualTo("active");
        assertThat(caller.createProject(tenant)).isNotEmpty();
    }

    @Test
    void aTenantIsRenamedAndDeletedOnlyWhenEmpty() {
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        String address = "/api/v1/tenants/" + tenant;
        ApiClient owner = plane.client(principals.inTenant(Role.TENANT_OWNER, tenant));
        assertThat(owner.put(address, "{\"name\":\" New \"}").text("name")).isEqualTo("New");
        assertThat(owner.put("/api/v1/projects/" + project, "{\"name\":\"P\"}").text("name"))
                .isEqualTo("P");
        assertThat(owner.delete(address).text("code")).isEqualTo("not_empty");
        assertThat(owner.delete("/api/v1/projects/" + project).status()).isEqualTo(200);
        assertThat(owner.get("/api/v1/projects/" + project).status()).isEqualTo(404);
        assertThat(owner.delete(address).text("id")).isEqualTo(tenant);
        assertThat(owner.get(address).status()).isEqualTo(404);
        assertThat(admin.get(address).status()).isEqualTo(404);
        assertThat(admin.post(address + "/projects", "{\"slug\":\"late\",\"name\":\"N\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aProjectTakesItsServiceAccountsAlong() {
        String tenant = admin.createTenant();
        String project = admin.createProject(tenant);
        ApiClient machine = plane.client(principals.machine(project, java.util.List.of("projects.read")));
        assertThat(machine.get("/api/v1/projects/" + project).status()).isEqualTo(200);
        assertThat(admin.delete("/api/v1/projects/" + project).status()).isEqualTo(200);
        assertThat(machine.get("/api/v1/me").status()).isEqualTo(401);
    }

    static class SomethingLeft {
        @Bean
        ProjectContents leftovers() {
            return project -> Optional.of("2 allocations");
        }

        @Bean
        ProjectContents nothing() {
            return (ProjectId project) -> Optional.empty();
        }
    }

    @Test
    void aProjectWithContentsOfAnotherDomainIsNotDeleted() {
        try (TestControlPlane full = TestControlPlane.start(Map.of(), SomethingLeft.class)) {
            ApiClient caller = full.admin();
            String project = caller.createProject(caller.createTenant());
            Reply refused = caller.delete("/api/v1/projects/" + project);
            assertThat(refused.text("code")).isEqualTo("not_empty");
            assertThat(refused.text("detail")).contains("2 allocations");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a\\u202eb", "a\\u200bb", "\\u2066x", "a\\u0000b", "a\\nb", "\\ufeff", "a\\ue000", "a\\u2028b"})
    void namesThatHideSomethingAreRefused(String name) {
        Reply reply =
                admin.post("/api/v1/tenants", "{\"slug\":\"s-" + UUID.randomUUID() + "\",\"name\":\"" + name + "\"}");
        assertThat(reply.status()).as(reply.body()).isEqualTo(400);
        assertThat(reply.text("code")).isEqualTo("request_invalid");
    }

    @Test
    void namesAreKeptComposed() {
        Reply reply =
                admin.post("/api/v1/tenants", "{\"slug\":\"s-" + UUID.randomUUID() + "\",\"name\":\"Cafe\\u0301\"}");
        assertThat(reply.text("name")).isEqualTo("Caf\u00e9");
    }
}
