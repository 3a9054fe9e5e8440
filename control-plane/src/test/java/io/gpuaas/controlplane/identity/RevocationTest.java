package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Access that is revoked on one replica ends on the other within five seconds. */
@Against("PostgreSQL")
class RevocationTest {

    private static final Duration PROMISED = Duration.ofSeconds(5);

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane here;

    @SuppressWarnings("NullAway.Init")
    private static TestControlPlane there;

    @BeforeAll
    static void startTwoReplicas() {
        here = TestControlPlane.start(Map.of());
        there = here.startTwin(Map.of());
    }

    @AfterAll
    static void stop() {
        there.close();
        here.close();
    }

    private final ApiClient admin = here.admin();
    private final TestPrincipals principals = here.principals();
    private final String tenant = admin.createTenant();
    private final String project = admin.createProject(tenant);

    /** The caller keeps asking all the while, so that its token is always in the other replica's memory. */
    private static void endsThere(ApiClient caller, String path, int before, int after, Runnable end) {
        assertThat(caller.get(path).status()).isEqualTo(before);
        end.run();
        await().atMost(PROMISED)
                .pollInterval(Duration.ofMillis(50))
                .untilAsserted(() -> assertThat(caller.get(path).status()).isEqualTo(after));
    }

    @Test
    void aRevokedPersonalToken() {
        ApiClient person =
                here.client(principals.person(Role.TENANT_ADMIN, tenant).token());
        Reply made = person.post(
                "/api/v1/me/tokens",
                "{\"name\":\"n\",\"expires_at\":\"" + Instant.now().plusSeconds(3600) + "\"}");
        endsThere(
                there.client(made.text("secret")),
                "/api/v1/me",
                200,
                401,
                () -> person.delete(
                        "/api/v1/me/tokens/" + made.json().at("/token/id").asString()));
    }

    @Test
    void aRevokedPrincipalWithEverythingItWasGiven() {
        Person person = principals.person(Role.TENANT_ADMIN, tenant);
        PrincipalId id = PrincipalId.parse(person.id());
        Instant issuedAt = Instant.now().minusSeconds(1);
        Revocations known = there.bean(Revocations.class);
        assertThat(known.revoked(id, issuedAt)).isFalse();
        endsThere(
                there.client(person.token()),
                "/api/v1/me",
                200,
                401,
                () -> assertThat(admin.post("/api/v1/principals/" + person.id() + "/revoke", "{\"reason\":\"leaked\"}")
                                .status())
                        .isEqualTo(200));
        await().atMost(PROMISED)
                .untilAsserted(() -> assertThat(known.revoked(id, issuedAt)).isTrue());
        assertThat(known.revoked(id, Instant.now().plusSeconds(60))).isFalse();
        String fresh = here.bean(AccessTokens.class).issue(id, null);
        assertThat(there.client(fresh).get("/api/v1/me").status()).isEqualTo(200);
        assertThat(admin.post("/api/v1/principals/" + UUID.randomUUID() + "/revoke", "{\"reason\":\"r\"}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void aRemovedMembersAccess() {
        Person person = principals.person(Role.TENANT_BILLING, tenant);
        endsThere(
                there.client(person.token()),
                "/api/v1/tenants/" + tenant,
                200,
                404,
                () -> admin.delete("/api/v1/tenants/" + tenant + "/members/" + person.id()));
    }

    @Test
    void aRevokedKeyAndADisabledServiceAccount() {
        String accounts = "/api/v1/projects/" + project + "/service-accounts";
        String account = admin.post(accounts, "{\"name\":\"ci\",\"scopes\":[\"projects.read\"]}")
                .text("id");
        Reply key = admin.post(accounts + "/" + account + "/keys", "{\"kind\":\"secret\"}");
        String keyId = key.json().at("/key/id").asString();
        String mint = "{\"key_id\":\"" + keyId + "\",\"secret\":\"" + key.text("secret") + "\"}";
        ApiClient machine = there.client(
                here.anonymous().send("POST", "/api/v1/token", mint).text("access_token"));
        endsThere(
                machine,
                "/api/v1/me",
                200,
                401,
                () -> admin.put(
                        accounts + "/" + account,
                        "{\"name\":\"ci\",\"scopes\":[\"projects.read\"],\"disabled\":true}"));
        endsThere(
                machine,
                "/api/v1/me",
                401,
                200,
                () -> admin.put(
                        accounts + "/" + account,
                        "{\"name\":\"ci\",\"scopes\":[\"projects.read\"],\"disabled\":false}"));
        endsThere(machine, "/api/v1/me", 200, 401, () -> admin.delete(accounts + "/" + account + "/keys/" + keyId));
    }

    @Test
    void aSuspensionIsKnownOnBoth() {
        ApiClient owner = there.client(principals.inTenant(Role.TENANT_OWNER, tenant));
        owner.createProject(tenant);
        admin.post("/api/v1/tenants/" + tenant + "/suspend", "{\"reason\":\"r\"}");
        await().atMost(PROMISED)
                .untilAsserted(() -> assertThat(owner.post(
                                        "/api/v1/tenants/" + tenant + "/projects",
                                        "{\"slug\":\"s-" + UUID.randomUUID() + "\",\"name\":\"N\"}")
                                .text("code"))
                        .isEqualTo("tenant_suspended"));
    }

    @Test
    void openConnectionsAreNotifiedUntilTheyClose() throws Exception {
        Person person = principals.person();
        Person other = principals.person();
        AtomicInteger told = new AtomicInteger();
        Revocations revocations = there.bean(Revocations.class);
        String revoke = "/api/v1/principals/" + person.id() + "/revoke";
        try (AutoCloseable watch = revocations.onRevoked(PrincipalId.parse(person.id()), told::incrementAndGet)) {
            assertThat(watch).isNotNull();
            admin.post("/api/v1/principals/" + other.id() + "/revoke", "{\"reason\":\"r\"}");
            admin.post(revoke, "{\"reason\":\"r\"}");
            await().atMost(PROMISED).untilAsserted(() -> assertThat(told).hasValue(1));
        }
        admin.post(revoke, "{\"reason\":\"again\"}");
        PrincipalId id = PrincipalId.parse(person.id());
        Instant first = Instant.now();
        await().atMost(PROMISED)
                .untilAsserted(() -> assertThat(revocations.revoked(id, first.minusSeconds(5)))
                        .isTrue());
        assertThat(told).hasValue(1);
    }
}
