package io.gpuaas.controlplane.identity;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.ApiClient.Reply;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.testkit.Against;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** How often a service account's key mints does not depend on strangers at the same address. */
@Against("PostgreSQL")
class MintLimitTest {

    private static final TestControlPlane PLANE = TestControlPlane.start(Map.of());

    private final ApiClient admin = PLANE.admin();
    private final String project = admin.createProject(admin.createTenant());

    @AfterAll
    static void stop() {
        PLANE.close();
    }

    private Reply key() {
        String accounts = "/api/v1/projects/" + project + "/service-accounts";
        String account = admin.post(accounts, "{\"name\":\"ci\",\"scopes\":[\"projects.read\"]}")
                .text("id");
        return admin.post(accounts + "/" + account + "/keys", "{\"kind\":\"secret\"}");
    }

    private static Reply mint(Reply key) {
        return mint(key.json().at("/key/id").asString(), key.text("secret"));
    }

    private static Reply mint(String id, String secret) {
        return PLANE.anonymous()
                .send("POST", "/api/v1/token", "{\"key_id\":\"" + id + "\",\"secret\":\"" + secret + "\"}");
    }

    private void policy(String key, int value) {
        assertThat(admin.put("/api/v1/policies/" + key, "{\"value\":\"" + value + "\"}")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void strangersAtTheSameAddressKeepNoProgramFromItsToken() {
        Reply key = key();
        assertThat(mint(key).status()).isEqualTo(200);
        int status = 0;
        for (int i = 0; i < 300 && status != 429; i++) {
            status = mint(UUID.randomUUID().toString(), "gpuaas_sk_wrong").status();
        }
        assertThat(status).as("guessing is limited by the address").isEqualTo(429);
        Reply minted = mint(key);
        assertThat(minted.status()).as(minted.body()).isEqualTo(200);
        assertThat(minted.header("RateLimit-Policy")).startsWith("\"mint\"");
        Reply other = key();
        policy("rate_limit.mint_requests_per_minute", 3);
        for (int i = 0; i < 10 && status != 200; i++) {
            status = mint(key).status();
        }
        int admitted = 0;
        for (int i = 0; i < 10; i++) {
            admitted += mint(key).status() == 200 ? 1 : 0;
        }
        assertThat(admitted).as("the key has a limit of its own").isLessThanOrEqualTo(3);
        assertThat(mint(key).text("code")).isEqualTo("rate_limited");
        policy("rate_limit.mint_requests_per_minute", 600);
        policy("rate_limit.anonymous_requests_per_minute", 100_000);
        assertThat(mint(other).status()).as("and only that key").isEqualTo(200);
    }
}
