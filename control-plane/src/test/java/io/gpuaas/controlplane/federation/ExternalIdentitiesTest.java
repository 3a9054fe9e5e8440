package io.gpuaas.controlplane.federation;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.JWTClaimsSet;
import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.TestControlPlane;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Identities at the outside issuer and their users here. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExternalIdentitiesTest {

    private final FakeIssuer issuer = new FakeIssuer();
    private final TestControlPlane plane = TestControlPlane.start(issuer.settings());
    private final String subject = UUID.randomUUID().toString();

    @BeforeAll
    void awaitIssuer() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .until(() -> plane.bean(Discovery.class).ready());
    }

    @AfterAll
    void stop() {
        plane.close();
        issuer.close();
    }

    /** A token of the same person, issued so long ago. */
    private JWTClaimsSet.Builder token(String person, Duration ago) {
        return issuer.access(person).issueTime(Date.from(Instant.now().minus(ago)));
    }

    private ApiClient.Reply me(JWTClaimsSet.Builder token) {
        ApiClient.Reply reply = plane.client(issuer.sign(token)).get("/api/v1/me");
        assertThat(reply.status()).isEqualTo(200);
        return reply;
    }

    private String email(ApiClient.Reply me) {
        return plane.bean(org.springframework.jdbc.core.simple.JdbcClient.class)
                .sql("SELECT coalesce(email, '') FROM identity.principal WHERE id = :id::uuid")
                .param("id", me.text("principal_id"))
                .query(String.class)
                .single();
    }

    @RepeatedTest(5)
    void manyFirstRequestsAtOnceMakeOnePrincipal() throws Exception {
        String newcomer = UUID.randomUUID().toString();
        CyclicBarrier together = new CyclicBarrier(16);
        List<Callable<String>> requests = IntStream.range(0, together.getParties())
                .mapToObj(i -> issuer.sign(issuer.access(newcomer).jwtID("t" + i)))
                .<Callable<String>>map(token -> () -> {
                    together.await();
                    return plane.client(token).get("/api/v1/me").text("principal_id");
                })
                .toList();
        Set<String> ids = new HashSet<>();
        try (ExecutorService threads = Executors.newFixedThreadPool(requests.size())) {
            for (Future<String> answer : threads.invokeAll(requests)) {
                ids.add(answer.get());
            }
        }
        assertThat(ids).hasSize(1).doesNotContain("");
        assertThat(plane.database()
                        .count("SELECT count(*) FROM identity.principal WHERE display_name = '" + newcomer + "'"))
                .isEqualTo(1);
    }

    @Test
    void nameAndVerifiedAddressFollowTheNewestToken() {
        ApiClient.Reply first = me(token(subject, Duration.ofMinutes(4))
                .claim("name", "Alice  ")
                .claim("email", "Alice@Example.COM")
                .claim("email_verified", true));
        assertThat(first.text("display_name")).isEqualTo("Alice");
        assertThat(email(first)).isEqualTo("alice@example.com");

        ApiClient.Reply newer = me(token(subject, Duration.ofMinutes(3)).claim("name", "Alice B."));
        assertThat(newer.text("display_name")).isEqualTo("Alice B.");
        assertThat(email(newer)).as("a token that is silent changes nothing").isEqualTo("alice@example.com");

        ApiClient.Reply older = me(token(subject, Duration.ofMinutes(4)).claim("name", "Old"));
        assertThat(older.text("display_name")).isEqualTo("Alice B.");

        assertThat(email(me(token(subject, Duration.ofMinutes(2))
                        .claim("email", "new@example.com")
                        .claim("email_verified", false))))
                .as("the person has another address now, and it proves nothing")
                .isEmpty();
        assertThat(email(me(token(subject, Duration.ofMinutes(1))
                        .claim("email", "new@example.com")
                        .claim("email_verified", "true"))))
                .isEqualTo("new@example.com");
    }

    @Test
    void anAddressSomebodyElseHasStaysTheirs() {
        String address = UUID.randomUUID() + "@example.com";
        ApiClient.Reply owner =
                me(issuer.access("owner-" + address).claim("email", address).claim("email_verified", true));
        ApiClient.Reply other =
                me(issuer.access("other-" + address).claim("email", address).claim("email_verified", true));
        assertThat(other.text("principal_id")).isNotEqualTo(owner.text("principal_id"));
        assertThat(email(owner)).isEqualTo(address);
        assertThat(email(other)).isEmpty();
    }

    @Test
    void aVerifiedAddressOpensItsInvitation() {
        String address = UUID.randomUUID() + "@example.com";
        String tenant = plane.admin().createTenant();
        plane.admin()
                .post(
                        "/api/v1/tenants/" + tenant + "/invitations",
                        "{\"email\":\"" + address + "\",\"tenant_role\":\"tenant_admin\"}");
        String mail = plane.admin().get("/api/v1/mail").body();
        String link = mail.substring(mail.indexOf(address));
        String token = link.substring(link.indexOf("#token=") + 7).split("[^A-Za-z0-9_-]", 2)[0];
        String accept = "{\"token\":\"" + token + "\"}";
        ApiClient unverified = plane.client(issuer.sign(
                issuer.access("a-" + address).claim("email", address).claim("email_verified", false)));
        assertThat(unverified.post("/api/v1/invitations/accept", accept).status())
                .isEqualTo(403);
        ApiClient verified = plane.client(issuer.sign(
                issuer.access("b-" + address).claim("email", address).claim("email_verified", true)));
        assertThat(verified.post("/api/v1/invitations/accept", accept).status()).isEqualTo(200);
    }

    @Test
    void mappedGroupsGiveAndTakeTheirRolesAndNoOthers() {
        ApiClient.Reply admin = me(token(subject + "g", Duration.ofMinutes(3))
                .claim("realm_access", Map.of("roles", List.of("gpu-admins", "x"))));
        assertThat(admin.body()).contains("platform_admin").doesNotContain("auditor");
        String operator = "INSERT INTO identity.role_binding (principal_id, role) VALUES ('"
                + admin.text("principal_id") + "', 'operator')";
        plane.database().execute(operator);

        ApiClient.Reply auditor = me(token(subject + "g", Duration.ofMinutes(2))
                .claim("realm_access", Map.of("roles", List.of("gpu-auditors"))));
        assertThat(auditor.body()).contains("auditor", "operator").doesNotContain("platform_admin");

        ApiClient.Reply nothing = me(token(subject + "g", Duration.ofMinutes(1)));
        assertThat(nothing.body()).contains("operator").doesNotContain("auditor", "platform_admin");
    }

    @Test
    void aNameThatHidesSomethingIsCleaned() {
        assertThat(me(issuer.access(subject + "n").claim("name", "A\u202Elice\u0007\n" + "x".repeat(300)))
                        .text("display_name"))
                .startsWith("Alicexxx")
                .hasSize(100);
        assertThat(me(issuer.access(subject + "m").claim("name", "\u200B")).text("display_name"))
                .isEqualTo("user");
        assertThat(me(issuer.access(subject + "o").claim("preferred_username", "bob"))
                        .text("display_name"))
                .isEqualTo("bob");
    }
}
