package io.gpuaas.controlplane.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.allocations.ActiveAllocation;
import io.gpuaas.controlplane.gateways.TestGateway;
import io.gpuaas.controlplane.identity.Revocations;
import io.gpuaas.controlplane.identity.Role;
import io.gpuaas.controlplane.identity.TestPrincipals.Person;
import io.gpuaas.controlplane.platform.Call;
import io.gpuaas.kernel.CorrelationId;
import io.gpuaas.kernel.PrincipalId;
import io.gpuaas.testkit.Against;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionTemplate;

/** Streams through gateways end with the credentials and the accounts they were opened with. */
@Against("PostgreSQL")
class EndedCredentialsTest {

    private static final String SCOPES = "[\"terminals.open\",\"allocations.read\"]";

    private static TestControlPlane plane;
    private static TestGateway gateway;
    private static ActiveAllocation allocation;
    private static ApiClient admin;

    @SuppressWarnings("NullAway.Init")
    EndedCredentialsTest() {}

    @BeforeAll
    static void start() throws Exception {
        plane = TestControlPlane.shared();
        gateway = TestGateway.alone(plane);
        gateway.sync();
        allocation = new ActiveAllocation(plane);
        admin = plane.admin();
    }

    private static String accounts() {
        return "/api/v1/projects/" + allocation.project() + "/service-accounts";
    }

    private static String open(ApiClient client, String kind) {
        Reply opened = client.post(allocation.address() + "/" + kind, null);
        assertThat(opened.status()).as(opened.body()).isIn(200, 201);
        String secret = opened.text("secret").isEmpty()
                ? opened.json().at("/token/secret").asString()
                : opened.text("secret");
        assertThat(gateway.consume(secret).status()).isEqualTo(200);
        String stream = opened.text("stream_id");
        assertThat(gateway.sync(stream).json().path("close")).isEmpty();
        return stream;
    }

    private static void requireClosed(String stream) {
        await().untilAsserted(() -> assertThat(
                        gateway.sync(stream).json().at("/close/0").asString())
                .isEqualTo(stream));
    }

    /** A service account with one key, and a client with a token of it. */
    private record Machine(String id, String key, ApiClient client) {}

    private Machine machine() {
        String id = admin.post(accounts(), "{\"name\":\"ci\",\"scopes\":" + SCOPES + "}")
                .text("id");
        Reply key = admin.post(accounts() + "/" + id + "/keys", "{\"kind\":\"secret\"}");
        String keyId = key.json().at("/key/id").asString();
        Reply token = plane.anonymous()
                .send(
                        "POST",
                        "/api/v1/token",
                        "{\"key_id\":\"" + keyId + "\",\"secret\":\"" + key.text("secret") + "\"}");
        return new Machine(id, keyId, plane.client(token.text("access_token")));
    }

    private void update(Machine machine, String scopes, boolean disabled) {
        Reply updated = admin.put(
                accounts() + "/" + machine.id(),
                "{\"name\":\"ci\",\"scopes\":" + scopes + ",\"disabled\":" + disabled + "}");
        assertThat(updated.status()).as(updated.body()).isEqualTo(200);
    }

    @Test
    void theyEndWhenTheServiceAccountIsDisabled() {
        Machine machine = machine();
        String stream = open(machine.client(), "ssh-connections");
        update(machine, SCOPES, true);
        requireClosed(stream);
    }

    @Test
    void theyEndWhenTheServiceAccountIsDeleted() {
        Machine machine = machine();
        String stream = open(machine.client(), "ssh-connections");
        assertThat(admin.delete(accounts() + "/" + machine.id()).status()).isEqualTo(200);
        requireClosed(stream);
    }

    @Test
    void theyEndWhenTheServiceAccountLosesTheScope() {
        Machine machine = machine();
        String stream = open(machine.client(), "ssh-connections");
        update(machine, "[\"allocations.read\"]", false);
        requireClosed(stream);
    }

    @Test
    void theyEndWhenTheKeyIsRevoked() {
        Machine machine = machine();
        String stream = open(machine.client(), "ssh-connections");
        assertThat(admin.delete(accounts() + "/" + machine.id() + "/keys/" + machine.key())
                        .status())
                .isIn(200, 204);
        requireClosed(stream);
    }

    @Test
    void theyEndWhenAPersonalTokenIsRevokedAndAnotherCredentialOpensAnother() {
        Person person = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        ApiClient session = plane.client(person.token());
        Reply made = session.post(
                "/api/v1/me/tokens",
                "{\"name\":\"laptop\",\"expires_at\":\"" + Instant.now().plusSeconds(3600) + "\"}");
        assertThat(made.status()).as(made.body()).isIn(200, 201);
        String stream = open(plane.client(made.text("secret")), "ssh-connections");
        session.delete("/api/v1/me/tokens/" + made.json().at("/token/id").asString());
        requireClosed(stream);
        await().pollInterval(Duration.ofSeconds(1))
                .ignoreExceptions()
                .until(() -> !open(session, "ssh-connections").isEmpty());
    }

    @Test
    void terminalsLoseTheirConnectionsWhenSignInsEnd() {
        Person person = plane.principals().person(Role.PROJECT_MEMBER, allocation.tenant(), allocation.project());
        String stream = open(plane.client(person.token()), "terminals");
        Call.system("test", new CorrelationId("sign-ins")).run(() -> {
            plane.bean(TransactionTemplate.class)
                    .executeWithoutResult(
                            status -> plane.bean(Revocations.class).endSignIns(PrincipalId.parse(person.id())));
            return true;
        });
        requireClosed(stream);
    }
}
