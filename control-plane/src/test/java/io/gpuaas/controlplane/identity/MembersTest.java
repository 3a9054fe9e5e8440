package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.testkit.Against;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class MembersTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final TestPrincipals principals = plane.principals();
    private final String tenant = admin.createTenant();

    private String member(String id) {
        return "/api/v1/tenants/" + tenant + "/members/" + id;
    }

    private static String role(String name) {
        return "{\"role\":\"" + name + "\"}";
    }

    @Test
    void settingReplacesTheRoleHeldThereAndTakesEffectAtOnce() {
        Person person = principals.person();
        ApiClient caller = plane.client(person.token());
        String address = "/api/v1/tenants/" + tenant;
        assertThat(caller.get(address).status()).isEqualTo(404);
        assertThat(admin.put(member(person.id()), role("tenant_billing")).status())
                .isEqualTo(200);
        assertThat(caller.get(address).status()).isEqualTo(200);
        assertThat(caller.get("/api/v1/tenants/" + tenant + "/audit-events").status())
                .isEqualTo(403);
        admin.put(member(person.id()), role("tenant_admin"));
        assertThat(caller.get("/api/v1/tenants/" + tenant + "/audit-events").status())
                .isEqualTo(200);
        Reply listed = admin.get("/api/v1/tenants/" + tenant + "/members");
        assertThat(listed.json().path("items")).hasSize(1);
        assertThat(listed.json().at("/items/0/role").asString()).isEqualTo("tenant_admin");
        assertThat(listed.json().at("/items/0/principal_id").asString()).isEqualTo(person.id());
    }

    @Test
    void anAdministratorNeitherMakesNorChangesNorRemovesAnOwner() {
        Person owner = principals.person(Role.TENANT_OWNER, tenant);
        Person second = principals.person(Role.TENANT_OWNER, tenant);
        ApiClient administrator = plane.client(principals.inTenant(Role.TENANT_ADMIN, tenant));
        Person somebody = principals.person();
        for (Reply refused : List.of(
                administrator.put(member(somebody.id()), role("tenant_owner")),
                administrator.put(member(owner.id()), role("tenant_billing")),
                administrator.delete(member(owner.id())))) {
            assertThat(refused.status()).as(refused.body()).isEqualTo(403);
            assertThat(refused.text("code")).isEqualTo("permission_denied");
            assertThat(refused.text("detail")).contains("tenant_owner");
        }
        assertThat(administrator
                        .put(member(somebody.id()), role("tenant_admin"))
                        .status())
                .isEqualTo(200);
        ApiClient other = plane.client(second.token());
        assertThat(other.put(member(somebody.id()), role("tenant_owner")).status())
                .isEqualTo(200);
        assertThat(other.delete(member(owner.id())).status()).isEqualTo(200);
    }

    @Test
    void theLastOwnerStays() {
        Person owner = principals.person(Role.TENANT_OWNER, tenant);
        assertThat(admin.delete(member(owner.id())).text("code")).isEqualTo("last_owner");
        assertThat(admin.put(member(owner.id()), role("tenant_admin")).text("code"))
                .isEqualTo("last_owner");
        assertThat(admin.put(member(owner.id()), role("tenant_owner")).status()).isEqualTo(200);
    }

    @RepeatedTest(5)
    void ofTheTwoLastOwnersOnlyOneLeaves() {
        Person one = principals.person(Role.TENANT_OWNER, tenant);
        Person other = principals.person(Role.TENANT_OWNER, tenant);
        List<CompletableFuture<Reply>> both = List.of(
                CompletableFuture.supplyAsync(() -> plane.client(one.token()).delete(member(other.id()))),
                CompletableFuture.supplyAsync(() -> plane.client(other.token()).delete(member(one.id()))));
        List<Integer> statuses = both.stream()
                .map(CompletableFuture::join)
                .map(Reply::status)
                .sorted()
                .toList();
        assertThat(statuses.getFirst()).isEqualTo(200);
        // The loser lost its role, too, when it came late: then it does not even see the tenant.
        assertThat(statuses.getLast()).isIn(403, 404, 409);
        assertThat(admin.get("/api/v1/tenants/" + tenant + "/members").json().path("items"))
                .hasSize(1);
    }

    @RepeatedTest(5)
    void removingBothOwnersAtOnceLeavesOne() {
        Person one = principals.person(Role.TENANT_OWNER, tenant);
        Person other = principals.person(Role.TENANT_OWNER, tenant);
        List<CompletableFuture<Reply>> both = List.of(
                CompletableFuture.supplyAsync(() -> admin.delete(member(one.id()))),
                CompletableFuture.supplyAsync(() -> admin.delete(member(other.id()))));
        List<Reply> replies = both.stream().map(CompletableFuture::join).toList();
        assertThat(replies).filteredOn(reply -> reply.status() == 200).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.text("code").equals("last_owner"))
                .hasSize(1);
    }

    @Test
    void onlyPeopleThatExistBecomeMembers() {
        String project = admin.createProject(tenant);
        Reply made = admin.post(
                "/api/v1/projects/" + project + "/service-accounts", "{\"name\":\"M\",\"scopes\":[\"projects.read\"]}");
        for (String id : List.of(UUID.randomUUID().toString(), made.text("id"))) {
            assertThat(admin.put(member(id), role("tenant_admin")).status()).isEqualTo(404);
            assertThat(admin.put("/api/v1/projects/" + project + "/members/" + id, role("project_viewer"))
                            .status())
                    .isEqualTo(404);
        }
        assertThat(admin.delete(member(UUID.randomUUID().toString())).status()).isEqualTo(404);
        assertThat(admin.put(member(principals.person().id()), role("project_admin"))
                        .status())
                .isEqualTo(400);
    }

    @Test
    void leavingTheTenantTakesProjectRolesToo() {
        String project = admin.createProject(tenant);
        Person person = principals.person(Role.TENANT_BILLING, tenant);
        admin.put("/api/v1/projects/" + project + "/members/" + person.id(), role("project_admin"));
        ApiClient caller = plane.client(person.token());
        assertThat(caller.put("/api/v1/projects/" + project, "{\"name\":\"N\"}").status())
                .isEqualTo(200);
        Reply removed = admin.delete(member(person.id()));
        assertThat(removed.text("role")).isEqualTo("tenant_billing");
        assertThat(caller.get("/api/v1/projects/" + project).status()).isEqualTo(404);
        assertThat(admin.delete(member(person.id())).status()).isEqualTo(404);
    }

    @Test
    void aProjectRoleIsTakenWithoutTouchingTheTenant() {
        String project = admin.createProject(tenant);
        Person person = principals.person(Role.TENANT_BILLING, tenant);
        String address = "/api/v1/projects/" + project + "/members/" + person.id();
        admin.put(address, role("project_viewer"));
        assertThat(admin.delete(address).text("role")).isEqualTo("project_viewer");
        assertThat(admin.delete(address).status()).isEqualTo(404);
        assertThat(plane.client(person.token()).get("/api/v1/tenants/" + tenant).status())
                .isEqualTo(200);
    }

    @Test
    void aNarrowedCredentialGivesNoRoleThatPermitsMore() {
        Person owner = principals.person(Role.TENANT_OWNER, tenant);
        ApiClient narrow = plane.client(principals.narrowed(owner, List.of("members.manage")));
        Person friend = principals.person();
        assertThat(narrow.put(member(friend.id()), role("tenant_owner")).status())
                .isEqualTo(403);
        assertThat(narrow.put(member(friend.id()), role("tenant_billing")).status())
                .isEqualTo(403);
        List<String> enough = Stream.concat(Stream.of("members.manage"), Role.TENANT_BILLING.permissions().stream())
                .toList();
        ApiClient wider = plane.client(principals.narrowed(owner, enough));
        assertThat(wider.put(member(friend.id()), role("tenant_billing")).status())
                .isEqualTo(200);
    }
}
