package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.gpuaas.kernel.KeyId;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where tokens come from, and what a refusal is. */
class TokensTest {

    private static final KeyId KEY = KeyId.parse("0198c0de-0000-7000-8000-000000000004");
    private static final Instant NOW = Instant.parse("2026-01-01T00:00:00Z");

    private final FakeServer server = new FakeServer();
    private Instant now = NOW;

    @AfterEach
    void stop() {
        server.close();
    }

    private ServiceAccountTokens tokens() {
        Clock clock = new Clock() {
            @Override
            public ZoneOffset getZone() {
                return ZoneOffset.UTC;
            }

            @Override
            public Clock withZone(ZoneId zone) {
                return this;
            }

            @Override
            public Instant instant() {
                return now;
            }
        };
        return new ServiceAccountTokens(server.address(), () -> new MintToken(KEY, "gpuaas_sk_x", null), clock);
    }

    @Test
    void aServiceAccountMintsOnceAndAgainBeforeTheEnd() {
        String minted = "{\"access_token\":\"%s\",\"token_type\":\"Bearer\",\"expires_in\":900}";
        server.answers(200, minted.formatted("first")).answers(200, minted.formatted("second"));
        ServiceAccountTokens tokens = tokens();

        assertThat(tokens.token()).isEqualTo("first");
        now = NOW.plusSeconds(839);
        assertThat(tokens.token()).isEqualTo("first");
        now = NOW.plusSeconds(840);
        assertThat(tokens.token()).isEqualTo("second");
        assertThat(server.received().getFirst().body()).contains("gpuaas_sk_x");
    }

    @Test
    void aClientAsksForItsTokenBeforeEveryCall() {
        server.answers(200, "{\"items\":[]}").answers(200, "{\"items\":[]}");
        int[] asked = {0};
        GpuaasClient client = GpuaasClient.connect(server.address(), () -> "token-" + ++asked[0]);

        client.identity().listTenants(PageRequest.first());
        client.identity().listTenants(PageRequest.first());

        assertThat(server.received().getLast().header("Authorization")).isEqualTo("Bearer token-2");
    }

    @ParameterizedTest
    @CsvSource({
        "400,Invalid",
        "401,NotSignedIn",
        "403,NotPermitted",
        "404,NotFound",
        "409,Conflict",
        "429,RateLimited",
        "503,Unavailable",
        "500,GpuaasException"
    })
    void refusalsAreTold(int status, String kind) {
        server.refuses(status, "some_code", null);
        GpuaasClient client = GpuaasClient.connect(server.address(), "t").retrying(RetryLimits.NONE);

        assertThatThrownBy(() -> client.identity().getMe()).isInstanceOfSatisfying(GpuaasException.class, refusal -> {
            assertThat(refusal.getClass().getSimpleName()).isEqualTo(kind);
            assertThat(refusal.code()).isEqualTo("some_code");
        });
    }
}
