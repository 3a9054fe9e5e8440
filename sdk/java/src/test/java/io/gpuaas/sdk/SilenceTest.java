package io.gpuaas.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** When no answer comes only what does no harm twice is sent twice. */
class SilenceTest {

    private static final Pattern KEY = Pattern.compile("(?i)idempotency-key: (\\S+)");
    private static final String TENANT = """
            {"id":"0198c0de-0000-7000-8000-000000000001","slug":"a","name":"A","state":"active",
             "created_at":"2026-01-02T03:04:05Z"}""";
    private static final String POLICY = """
            {"key":"a.b","type":"integer","value":"7","source":"tenant","default_value":"5","unit":"seconds",
             "scopes":["tenant"],"description":"How long."}""";

    @Test
    void readingIsRepeated() {
        try (DroppingServer server = new DroppingServer(2, "{\"items\":[]}")) {
            GpuaasClient.connect(server.address(), "t").identity().listTenants(PageRequest.first());
            assertThat(server.requests()).hasSizeGreaterThanOrEqualTo(3);
        }
    }

    @Test
    void aChangeIsRepeatedUnderItsKey() {
        try (DroppingServer server = new DroppingServer(1, TENANT)) {
            GpuaasClient.connect(server.address(), "t").identity().createTenant(new CreateTenant("a", "A"));
            assertThat(server.requests())
                    .hasSize(2)
                    .allMatch(request -> KEY.matcher(request).find());
            assertThat(server.requests().stream()
                            .map(KEY::matcher)
                            .filter(key -> key.find())
                            .map(key -> key.group(1))
                            .distinct())
                    .hasSize(1);
        }
    }

    @Test
    void aChangeWithoutAKeyIsNot() {
        try (DroppingServer server = new DroppingServer(1, POLICY)) {
            PoliciesApi policies = GpuaasClient.connect(server.address(), "t").policies();
            assertThatThrownBy(() -> policies.setPolicy("a.b", new SetPolicy("7", null), null))
                    .isInstanceOf(ServerUnreachableException.class);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void theLimitHolds() {
        try (DroppingServer server = new DroppingServer(100, TENANT)) {
            IdentityApi identity = GpuaasClient.connect(server.address(), "t")
                    .retrying(RetryLimits.NONE)
                    .identity();
            assertThatThrownBy(() -> identity.createTenant(new CreateTenant("a", "A")))
                    .isInstanceOf(ServerUnreachableException.class);
            assertThat(server.requests()).hasSize(1);
        }
    }
}
