package io.gpuaas.controlplane.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.ApiClient;
import io.gpuaas.controlplane.Chromium;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.TestUser;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
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
            chromium.awaitText("Incorrect user name or password");
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

    @Test
    void somebodyInvitedMakesAnAccountOnThePageTheLinkLeadsTo() throws Exception {
        ApiClient admin = plane.admin();
        String email = "b" + UUID.randomUUID() + "@example.org";
        String tenant = admin.createTenant();
        admin.post(
                "/api/v1/tenants/" + tenant + "/invitations",
                "{\"email\":\"" + email + "\",\"tenant_role\":\"tenant_admin\"}");
        String letter = StreamSupport.stream(
                        admin.get("/api/v1/mail?limit=200").json().path("items").spliterator(), false)
                .filter(mail -> mail.path("to").asString().equals(email))
                .findFirst()
                .orElseThrow()
                .path("body")
                .asString();
        String link = letter.lines()
                .filter(line -> line.contains("#token="))
                .findFirst()
                .orElseThrow();
        try (Chromium chromium = new Chromium()) {
            chromium.open(person.browser.base() + link.substring(link.indexOf("/invitations")));
            chromium.awaitText("Create an account");
            assertThat(chromium.address()).endsWith("/invitations");
            chromium.screenshot(Path.of("target", "invitation.png"));
            chromium.type("#display_name", "Nina Newcomer");
            chromium.type("#password", "a password of mine");
            chromium.click("#create button");
            chromium.awaitText("Welcome, Nina Newcomer");
            chromium.screenshot(Path.of("target", "invitation-accepted.png"));
            chromium.open(person.browser.base() + "/auth/login?return_to=/api/v1/me");
            chromium.awaitText("User name");
            chromium.type("#username", email);
            chromium.type("#password", "a password of mine");
            chromium.click("button");
            chromium.awaitText("tenant_admin");
        }
    }
}
