package io.gpuaas.controlplane.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.gpuaas.controlplane.Browser;
import io.gpuaas.controlplane.TestControlPlane;
import io.gpuaas.controlplane.issuer.TestUser;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The documentation as the control plane serves it. */
class DocsPagesTest {

    private static final Path SITE = Path.of("../docs/target/site");
    private static final String[] BROWSER = {"Accept", "text/html,application/xhtml+xml"};
    private static final String[] PROGRAM = {"Accept", "application/json"};
    private static final Pattern SCRIPT = Pattern.compile("src=\"(/docs/assets/app[^\"]+\\.js)\"");
    private static final Pattern NONCE = Pattern.compile("style-src 'self' 'nonce-([A-Za-z0-9_-]{22})';");

    /** An address that a page loads by itself, not a link that a reader follows. */
    private static final Pattern LOADED =
            Pattern.compile("<(?!a\\b)\\w+\\b[^>]*?\\s(?:src|href)=\"((?:https?:)?//[^\"]*)\"");

    private final Browser browser = new Browser(TestControlPlane.shared().port());

    @Test
    void pagesAreFoundWithAndWithoutTheirEnding() {
        Map<String, String> pages = Map.of(
                "/docs/", "<title>GPUaaS",
                "/docs/glossary", "<title>Glossary",
                "/docs/glossary.html", "<title>Glossary",
                "/docs/status/terminals", "<title>Status: terminals",
                "/docs/adr/", "<title>Decisions",
                "/docs/adr", "<title>Decisions",
                "/docs/api", "<title>API reference",
                "/docs/api/", "<title>API reference");
        pages.forEach((address, title) -> {
            Browser.Reply page = browser.get(address, BROWSER);
            assertThat(page.status()).as(address).isEqualTo(200);
            assertThat(page.body()).as(address).contains(title);
            assertThat(page.header("Content-Type")).as(address).startsWith("text/html");
            assertThat(page.header("Cache-Control")).as(address).isEqualTo("no-store");
            assertThat(page.header("X-Content-Type-Options")).isEqualTo("nosniff");
        });
        assertThat(browser.get("/docs").location()).isEqualTo("/docs/");
    }

    @Test
    void pagesLoadNothingFromElsewhere() throws IOException {
        try (Stream<Path> files = Files.walk(SITE)) {
            List<Path> pages =
                    files.filter(file -> file.toString().endsWith(".html")).toList();
            assertThat(pages).hasSizeGreaterThan(60);
            for (Path page : pages) {
                String text = Files.readString(page);
                assertThat(LOADED.matcher(text).results().map(found -> found.group(1)))
                        .as(page.toString())
                        .isEmpty();
                assertThat(text).as(page.toString()).doesNotContain("<script>").doesNotContain("<style");
            }
        }
    }

    @Test
    void searchNeedsNoOtherServer() throws IOException {
        try (Stream<Path> files = Files.list(SITE.resolve("assets/chunks"))) {
            List<Path> index = files.filter(file -> file.toString().contains("localSearchIndex"))
                    .filter(file -> file.toString().endsWith(".js"))
                    .toList();
            assertThat(index).hasSize(1);
            assertThat(Files.readString(index.getFirst())).contains("glossary", "terminals");
        }
    }

    @Test
    void pagesRunNoScriptButOurs() {
        for (String address : List.of("/docs/", "/docs/api/")) {
            Browser.Reply page = browser.get(address, BROWSER);
            assertThat(page.header("Content-Security-Policy"))
                    .as(address)
                    .contains(
                            "default-src 'none'", "script-src 'self';", "connect-src 'self';", "frame-ancestors 'none'")
                    .doesNotContain("unsafe");
        }
    }

    /** The reference makes its styles while it runs. */
    @Test
    void theReferenceKnowsTheNonceOfItsPolicy() {
        Browser.Reply page = browser.get("/docs/api/", "Accept", "text/html", "Accept-Encoding", "gzip, br");
        Matcher nonce = NONCE.matcher(page.header("Content-Security-Policy"));
        assertThat(nonce.find()).isTrue();
        assertThat(page.body()).contains("nonce=\"" + nonce.group(1) + "\"");
    }

    @Test
    void scriptsAreCompressedAndKeptForGood() {
        Matcher script = SCRIPT.matcher(browser.get("/docs/", BROWSER).body());
        assertThat(script.find()).isTrue();
        Browser.Reply file = browser.get(script.group(1), "Accept-Encoding", "gzip, deflate, br");
        assertThat(file.header("Cache-Control")).isEqualTo("max-age=31536000, public, immutable");
        assertThat(file.header("Content-Encoding")).isEqualTo("br");
        assertThat(file.header("Content-Type")).startsWith("text/javascript");
    }

    @Test
    void theContractCanBeDownloadedInBothForms() {
        assertThat(browser.get("/docs/openapi.yaml", PROGRAM).body()).contains("openapi: 3.0.3");
        Browser.Reply json = browser.get("/docs/openapi.json", PROGRAM);
        JsonNode contract = JsonMapper.shared().readTree(json.body());
        assertThat(json.header("Content-Type")).startsWith("application/json");
        assertThat(contract.path("openapi").asString()).isEqualTo("3.0.3");
        assertThat(contract.path("paths").size()).isGreaterThan(100);
    }

    @Test
    void unknownPagesAreNotFound() {
        for (String address :
                List.of("/docs/nowhere", "/docs/nowhere.html", "/docs/adr/nowhere/", "/docs/assets/gone.js")) {
            assertThat(browser.get(address, BROWSER).status()).as(address).isEqualTo(404);
        }
    }

    @Test
    void noPathLeadsOutOfTheDocumentation() {
        for (String address : List.of(
                "/docs/../gpuaas.yaml",
                "/docs/%2e%2e/gpuaas.yaml",
                "/docs/..%2fgpuaas.yaml",
                "/docs/..%5cgpuaas.yaml",
                "/docs/assets/../../gpuaas.yaml",
                "/docs/assets/%2e%2e/%2e%2e/gpuaas.yaml",
                "/docs//gpuaas.yaml",
                "/docs/%00/../gpuaas.yaml")) {
            Browser.Reply reply = browser.get(address, PROGRAM);
            assertThat(reply.status()).as(address).isBetween(400, 499);
            assertThat(reply.body()).as(address).doesNotContain("data-dir");
        }
    }

    @Test
    void anOperatorMayAskForSignIn() {
        try (TestControlPlane closed = TestControlPlane.start(Map.of("gpuaas.docs.sign-in-required", "true"))) {
            Browser stranger = new Browser(closed.port());
            for (String address : List.of("/docs/glossary", "/docs/", "/docs/api/")) {
                Browser.Reply toSignIn = stranger.get(address, BROWSER);
                assertThat(toSignIn.status()).as(address).isEqualTo(302);
                assertThat(toSignIn.location())
                        .as(address)
                        .isEqualTo("/auth/login?" + Browser.query("return_to", address));
            }
            for (String address : List.of("/docs/glossary", "/docs/openapi.json", "/contracts/openapi.yaml")) {
                Browser.Reply refused = stranger.get(address, PROGRAM);
                assertThat(refused.status()).as(address).isEqualTo(401);
                assertThat(refused.text("code")).isEqualTo("unauthenticated");
            }
            stranger.cookies().put("__Host-gpuaas", "made-up");
            assertThat(stranger.get("/docs/glossary", PROGRAM).status()).isEqualTo(401);

            TestUser person = new TestUser(closed);
            Browser user = person.browser;
            Browser.Reply arrived = person.signIn(user.get("/docs/glossary", BROWSER));
            assertThat(arrived.body()).contains("<title>Glossary");
            assertThat(user.get("/docs/", BROWSER).status()).isEqualTo(200);
            assertThat(user.get("/contracts/openapi.yaml", PROGRAM).status()).isEqualTo(200);
        }
    }
}
