package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.Browser.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.platform.Digests;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class RefreshTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestUser person = new TestUser(plane);

    private int statusOf(String accessToken) {
        return plane.client(accessToken).get("/api/v1/me").status();
    }

    private void awaitEnd(String accessToken) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(60))
                .untilAsserted(() -> assertThat(statusOf(accessToken)).isEqualTo(401));
    }

    @Test
    void aRefreshTokenWorksOnceAndItsSuccessorGoesOn() {
        Reply first = person.redeem(person.code(), TestUser.VERIFIER);
        Reply second = person.refresh(first.text("refresh_token"));
        assertThat(second.status()).as(second.body()).isEqualTo(200);
        assertThat(second.text("refresh_token")).isNotEmpty().isNotEqualTo(first.text("refresh_token"));
        assertThat(statusOf(second.text("access_token"))).isEqualTo(200);
        assertThat(person.refresh(second.text("refresh_token")).status()).isEqualTo(200);
    }

    @Test
    void aReplayedRefreshTokenEndsTheWholeAuthorization() {
        Reply first = person.redeem(person.code(), TestUser.VERIFIER);
        Reply second = person.refresh(first.text("refresh_token"));
        Reply third = person.refresh(second.text("refresh_token"));

        Reply replay = person.refresh(first.text("refresh_token"));
        assertThat(replay.status()).isEqualTo(400);
        assertThat(replay.text("error")).isEqualTo("invalid_grant");

        assertThat(person.refresh(third.text("refresh_token")).status())
                .as("the newest token died with it")
                .isEqualTo(400);
        awaitEnd(third.text("access_token"));
    }

    @Test
    void twoAtOnceGetOneSuccessor() throws Exception {
        String token = person.redeem(person.code(), TestUser.VERIFIER).text("refresh_token");
        try (var workers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Integer> refresh = () -> person.refresh(token).status();
            List<Integer> statuses = workers.invokeAll(List.of(refresh, refresh, refresh, refresh)).stream()
                    .map(future -> future.resultNow())
                    .toList();
            assertThat(statuses.stream().filter(status -> status == 200).count())
                    .as(statuses.toString())
                    .isLessThanOrEqualTo(1);
        }
    }

    @Test
    void anotherClientCannotUseIt() {
        String token = person.redeem(person.code(), TestUser.VERIFIER).text("refresh_token");
        Reply refused = person.browser.postForm(
                "/oauth2/token",
                Browser.query("grant_type", "refresh_token", "client_id", "gpuaas-console", "refresh_token", token));
        assertThat(refused.status()).isEqualTo(400);
    }

    @Test
    void aTokenFromTheDatabaseCannotRefresh() {
        String token = person.redeem(person.code(), TestUser.VERIFIER).text("refresh_token");
        String digest = HexFormat.of().formatHex(Digests.sha256(token));
        assertThat(plane.database()
                        .count("SELECT count(*) FROM issuer.issued_token WHERE encode(digest, 'hex') = '" + digest
                                + "'"))
                .isEqualTo(1);
        assertThat(person.refresh("sha256:" + digest).status()).isEqualTo(400);
        assertThat(person.refresh(digest).status()).isEqualTo(400);
        assertThat(person.refresh(token).status()).isEqualTo(200);
    }

    @Test
    void revokingEndsRefreshAndAccess() {
        Reply tokens = person.redeem(person.code(), TestUser.VERIFIER);
        Reply revoked = person.browser.postForm(
                "/oauth2/revoke", Browser.query("client_id", "gpuaas-cli", "token", tokens.text("refresh_token")));
        assertThat(revoked.status()).as(revoked.body()).isEqualTo(200);
        assertThat(person.refresh(tokens.text("refresh_token")).status()).isEqualTo(400);
        awaitEnd(tokens.text("access_token"));
    }

    @Test
    void anAccessTokenOpensNoDoorToMoreTokens() {
        String token = person.redeem(person.code(), TestUser.VERIFIER).text("access_token");
        Reply refused = new Browser(plane.port()).get(TestUser.authorizeCli(), "Authorization", "Bearer " + token);
        assertThat(refused.location()).startsWith("/login");
    }

    @Test
    void aNewPasswordEndsWhatTheOldOneOpened() {
        Reply tokens = person.redeem(person.code(), TestUser.VERIFIER);
        ApiClient.Reply changed = plane.client(tokens.text("access_token"))
                .post("/api/v1/me/password", """
                {"current_password":"%s","new_password":"correct horse battery staple"}
                """.formatted(person.user.password()));
        assertThat(changed.status()).as(changed.body()).isEqualTo(200);
        assertThat(person.refresh(tokens.text("refresh_token")).status()).isEqualTo(400);
        assertThat(person.browser.get(TestUser.authorizeCli()).location()).startsWith("/login");
        awaitEnd(tokens.text("access_token"));
    }
}
