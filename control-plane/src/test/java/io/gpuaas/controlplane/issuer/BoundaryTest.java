package io.gpuaas.controlplane.issuer;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.TestControlPlane;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.web.servlet.DelegatingFilterProxyRegistrationBean;
import org.springframework.security.web.FilterChainProxy;

/** Spring Security guards the issuer and nothing else; the API's only guard is the pipeline. */
class BoundaryTest {

    private final TestControlPlane plane = TestControlPlane.shared();

    @Test
    void theFilterIsRegisteredForTheIssuersAddressesAlone() {
        assertThat(plane.bean(DelegatingFilterProxyRegistrationBean.class).getUrlPatterns())
                .containsExactlyInAnyOrder(
                        "/oauth2/*",
                        "/.well-known/*",
                        "/connect/*",
                        "/userinfo",
                        "/login",
                        "/logout",
                        "/device",
                        "/password/*",
                        "/factors",
                        "/factors/*");
        assertThat(plane.bean(FilterChainProxy.class).getFilterChains()).hasSize(1);
    }

    @Test
    void theApiAnswersByItselfWithoutALogin() {
        var refused = plane.anonymous().get("/api/v1/me");
        assertThat(refused.status()).isEqualTo(401);
        assertThat(refused.text("code")).isEqualTo("unauthenticated");
        assertThat(refused.header("Set-Cookie")).isEmpty();
    }

    @Test
    void noAnswerOpensAnHttpSession() {
        TestUser person = new TestUser(plane);
        person.code();
        assertThat(person.browser.cookies()).doesNotContainKey("JSESSIONID");
    }

    @Test
    void theHostHeaderChangesNothing() {
        var discovery = new Browser(plane.port()).get("/.well-known/openid-configuration");
        try (TestControlPlane proxied =
                TestControlPlane.start(Map.of("gpuaas.server.public-url", "https://gpu.example.com"))) {
            Browser browser = new Browser(proxied.port());
            assertThat(browser.get("/.well-known/openid-configuration").text("issuer"))
                    .isEqualTo("https://gpu.example.com");
            assertThat(browser.get("/auth/login").location()).startsWith("https://gpu.example.com/oauth2/authorize?");
        }
        assertThat(discovery.text("issuer")).isEqualTo("http://127.0.0.1:" + plane.port());
    }

    @Test
    void withAnOutsideIssuerNoneOfThisIsThere() {
        try (TestControlPlane external = TestControlPlane.start(Map.of(
                "gpuaas.identity.issuer", "external",
                "gpuaas.identity.external.issuer-url", "http://127.0.0.1:1"))) {
            Browser browser = new Browser(external.port());
            for (String path : new String[] {"/login", "/oauth2/jwks", "/device", "/userinfo"}) {
                assertThat(browser.get(path).status()).as(path).isEqualTo(404);
            }
            assertThat(browser.get("/.well-known/openid-configuration").body())
                    .as("programs learn whom to ask")
                    .isEqualTo("{\"issuer\":\"http://127.0.0.1:1\"}");
            assertThat(external.admin().get("/api/v1/me").status()).isEqualTo(200);
        }
    }
}
