package io.gpuaas.controlplane.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Chromium;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.TestUser;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Signing in as a person does it: the rules for cookies and content are the browser's own here. */
class RealBrowserTest {

    private final TestControlPlane plane = TestControlPlane.shared();
    private final TestUser person = new TestUser(plane);

    @Test
    void aPersonSignsInAndTheApiKnowsThem() throws Exception {
        String base = person.browser.base();
        try (Chromium chromium = new Chromium()) {
            chromium.open(base + "/auth/login?return_to=/auth/session");
            chromium.awaitText("User name");
            assertThat(chromium.address()).startsWith(base + "/login?");
            chromium.screenshot(Path.of("target", "sign-in.png"));

            chromium.type("#username", person.user.username());
            chromium.type("#password", "wrong");
            chromium.click("button");
            chromium.awaitText("The user name or the password is not right");
            chromium.screenshot(Path.of("target", "sign-in-refused.png"));

            chromium.type("#username", person.user.username());
            chromium.type("#password", person.user.password());
            chromium.click("button");
            chromium.awaitText("csrf_token");
            assertThat(chromium.address()).isEqualTo(base + "/auth/session");
            assertThat(chromium.text()).contains(person.user.id().toString());

            chromium.open(base + "/api/v1/me");
            chromium.awaitText("Test user");
            assertThat(chromium.evaluate("document.cookie").asString()).isEmpty();
            JsonNode session = StreamSupport.stream(
                            chromium.call("Network.getCookies", Map.of())
                                    .path("cookies")
                                    .spliterator(),
                            false)
                    .filter(cookie -> cookie.path("name").asString().equals(Sessions.COOKIE))
                    .findFirst()
                    .orElseThrow();
            assertThat(session.path("httpOnly").asBoolean()).isTrue();
            assertThat(session.path("secure").asBoolean()).isTrue();
            assertThat(session.path("sameSite").asString()).isEqualTo("Lax");
        }
    }
}
