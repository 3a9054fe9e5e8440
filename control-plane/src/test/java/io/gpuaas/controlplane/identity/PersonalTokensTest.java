package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Test;

@Against("PostgreSQL")
class PersonalTokensTest {

    private static final String TOKENS = "/api/v1/me/tokens";

    private final TestControlPlane plane = TestControlPlane.shared();
    private final ApiClient admin = plane.admin();
    private final TestPrincipals principals = plane.principals();
    private final String tenant = admin.createTenant();
    private final Person person = principals.person(Role.TENANT_ADMIN, tenant);
    private final ApiClient caller = plane.client(person.token());

    private static String body(String scopes, Duration lifetime) {
        return "{\"name\":\"laptop\"" + (scopes.isEmpty() ? "" : ",\"scopes\":[" + scopes + "]") + ",\"expires_at\":\""
                + Instant.now().plus(lifetime) + "\"}";
    }

    @Test
    void aTokenIsShownOnceWorksNarrowedAndEndsWhenRevoked() {
        Reply made = caller.post(TOKENS, body("\"tenants.read\"", Duration.ofDays(1)));
        assertThat(made.status()).as(made.body()).isEqualTo(201);
        String secret = made.text("secret");
        String id = made.json().at("/token/id").asString();
        ApiClient narrow = plane.client(secret);
        assertThat(narrow.get("/api/v1/tenants/" + tenant).status()).isEqualTo(200);
        assertThat(narrow.get("/api/v1/tenants/" + tenant + "/members").status())
                .isEqualTo(403);
        assertThat(narrow.get("/api/v1/me").json().at("/grants/0/permissions"))
                .hasSize(1)
                .first()
                .hasToString("\"tenants.read\"");
        Reply listed = caller.get(TOKENS);
        assertThat(listed.json().path("items")).hasSize(1);
        assertThat(listed.body()).doesNotContain(secret);
        assertThat(listed.json().at("/items/0/last_used_at").asString()).isNotEmpty();
        assertThat(caller.delete(TOKENS + "/" + id).text("revoked_at")).isNotEmpty();
        assertThat(narrow.get("/api/v1/me").status()).isEqualTo(401);
        assertThat(caller.get("/api/v1/me").status()).isEqualTo(200);
    }

    @Test
    void theSecretIsNotKeptForRepeats() {
        String key = UUID.randomUUID().toString();
        String body = body("", Duration.ofDays(1));
        Reply first = caller.post(TOKENS, body, key);
        Reply again = caller.post(TOKENS, body, key);
        assertThat(again.header("Idempotency-Replayed")).isEqualTo("true");
        assertThat(again.json().path("token")).isEqualTo(first.json().path("token"));
        assertThat(again.text("secret")).isEmpty();
        assertThat(plane.database()
                        .count("SELECT count(*) FROM pipeline.idempotency WHERE key = '" + key
                                + "' AND convert_from(body, 'UTF8') LIKE '%" + first.text("secret") + "%'"))
                .isZero();
    }

    @Test
    void scopesExistAndTheExpiryIsNeitherPastNorTooFar() {
        for (String body : List.of(
                body("\"no.such\"", Duration.ofDays(1)),
                body("", Duration.ofDays(-1)),
                body("", Duration.ofDays(366)),
                "{\"name\":\"x\"}",
                "{\"name\":\"a\\u202eb\",\"expires_at\":\"" + Instant.now().plusSeconds(60) + "\"}")) {
            Reply reply = caller.post(TOKENS, body);
            assertThat(reply.text("code")).as(body).isEqualTo("request_invalid");
        }
    }

    @Test
    void aNarrowOrMachineCredentialMakesAndEndsNone() {
        String project = admin.createProject(tenant);
        Reply made = caller.post(TOKENS, body("", Duration.ofDays(1)));
        String id = made.json().at("/token/id").asString();
        for (String credential : List.of(
                principals.narrowed(person, Role.allPermissions()),
                principals.machine(project, Role.PROJECT_ADMIN.permissions()))) {
            ApiClient narrow = plane.client(credential);
            assertThat(narrow.post(TOKENS, body("", Duration.ofDays(1))).text("code"))
                    .isEqualTo("credential_too_narrow");
            assertThat(narrow.delete(TOKENS + "/" + id).text("code")).isEqualTo("credential_too_narrow");
        }
        assertThat(plane.client(principals.withoutRole())
                        .delete(TOKENS + "/" + id)
                        .status())
                .isEqualTo(404);
        assertThat(plane.client(made.text("secret")).get("/api/v1/me").status()).isEqualTo(200);
    }

    @Test
    void thereIsRoomForFiftyAtATime() {
        for (int i = 0; i < 50; i++) {
            assertThat(caller.post(TOKENS, body("", Duration.ofDays(1))).status())
                    .isEqualTo(201);
        }
        assertThat(caller.post(TOKENS, body("", Duration.ofDays(1))).text("code"))
                .isEqualTo("too_many");
        String page = TOKENS + "?limit=30";
        Reply first = caller.get(page);
        assertThat(caller.get(page + "&cursor=" + first.text("next_cursor"))
                        .json()
                        .path("items"))
                .hasSize(20);
    }
}
